/** The rows of a table of content as they are published: read once for the list, the choices of other forms and the draft's words. */
import { queryOptions, useQueries } from '@tanstack/react-query'
import type { DraftChange, DraftTable } from '#domain/content-drafts.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import type { ContentField, ContentRow, ContentTable, PublishedRows } from './content-table.ts'
import { contentTables } from './content-tables.ts'

export function findTable(name: DraftTable): ContentTable | undefined {
  return contentTables.find(({ table }) => table === name)
}

export function keyOf({ keys }: ContentTable, row: ContentRow): Record<string, string | number> {
  return Object.fromEntries(keys.map((name) => [name, row[name] as string | number]))
}

/** The database has the columns of a key in an order of its own. */
const writeKey = (key: DraftChange['key']) => JSON.stringify(Object.entries(key ?? {}).sort())

export const isSameKey = (one: DraftChange['key'], other: DraftChange['key']) =>
  writeKey(one) === writeKey(other)

export function contentRowsQuery(table: ContentTable) {
  return queryOptions({ queryKey: [table.table, 'content'], queryFn: () => listRows(table) })
}

/** The current table decides which columns there are; the rows are shown as they come. */
async function listRows({ table, select = '*', orderBy }: ContentTable): Promise<ContentRow[]> {
  const { data, error } = await (await getSupabase())
    .from(table as 'board_members')
    .select(select as '*')
    .order(orderBy as 'sort_order')
    .limit(500)
  if (error) throw error
  return data.map(unfold)
}

function unfold(row: object): ContentRow {
  const columns = Object.entries(row).flatMap(([name, value]): [string, unknown][] =>
    value !== null && typeof value === 'object' ? Object.entries(value) : [[name, value]],
  )
  return Object.fromEntries(columns) as ContentRow
}

/** The key of a row as it stands in an address. */
export function joinKey(key: DraftChange['key']): string {
  return Object.values(key ?? {}).join('|')
}

export function fieldsOf(table: ContentTable, row: ContentRow | null | undefined): readonly ContentField[] {
  return (row && table.fieldsOf?.(row)) || table.fields
}

/** Reads these tables, and those whose rows their fields name. */
export function usePublishedRows(names: readonly DraftTable[]): PublishedRows {
  const tables = [...new Set(names)].flatMap((name) => findTable(name) ?? [])
  const named = tables.flatMap(({ fields }) =>
    fields.flatMap(({ optionsOf }) => (optionsOf ? (findTable(optionsOf) ?? []) : [])),
  )
  const all = [...new Set([...tables, ...named])]
  const queries = useQueries({ queries: all.map(contentRowsQuery) })
  return Object.fromEntries(all.map(({ table }, index) => [table, queries[index]?.data]))
}

export function optionsOf({ options, optionsOf: name }: ContentField, rows: PublishedRows) {
  const table = name && findTable(name)
  if (!table) return options ?? []
  return (rows[name] ?? []).map((row) => ({
    value: String(row[table.keys[0] ?? '']),
    label: table.nameOf(row),
  }))
}
