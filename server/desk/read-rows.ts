// The rows of a list, as its reader may see them, in pages: never more than one page of them is in memory.
import { dueClocks, type ExportRequest } from '#domain/desk.ts'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import { type Cell, type ExportList, exportLists, maskCell } from './export-lists.ts'

export type ListFilter = Pick<ExportRequest, 'type' | 'status' | 'search' | 'isOverdue'>

const rowsAtOnce = 1000

interface Question {
  from: string
  values: unknown[]
}

/** Everything of the list that matches; the names of tables and columns are ours, what was typed is a parameter. */
function ask({ type, status, search, isOverdue }: ListFilter, list: ExportList): Question {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const conditions = [`t.created_at <= now()`]
  const statusOf = list.columns.find(({ header }) => header === 'Status')?.sql ?? 't.status'
  if (status) conditions.push(`${statusOf} = ${parameter(status)}`)
  const words = search?.trim()
  if (words) {
    const pattern = parameter(`%${words.replace(/[\\%_]/g, '\\$&')}%`)
    conditions.push(`(${list.search.map((sql) => `${sql} ilike ${pattern}`).join(' or ')})`)
  }
  if (isOverdue) conditions.push(describeOverdue(type))
  return { from: `from public.${type} as t ${list.joins ?? ''} where ${conditions.join(' and ')}`, values }
}

/** The clocks of the site's promises, as the view overdue_records has them. */
function describeOverdue(type: ListFilter['type']): string {
  const clocks = dueClocks
    .filter(({ recordType }) => recordType === type)
    .map(({ clock, hours }) => {
      const isLate = `t.created_at < now() - interval '${hours} hours'`
      if (clock === 'decision') return isLate
      return `(${isLate} and not exists (select from public.record_work as work where work.record_id = t.id
        and work.record_type = '${type}' and work.contacted_at is not null))`
    })
  if (clocks.length === 0) return 'false'
  return `t.status = 'pending' and (${clocks.join(' or ')})${type === 'orders' ? ` and t.kind = 'bulk'` : ''}`
}

export async function countRows(database: Database, caller: Caller, filter: ListFilter): Promise<number> {
  const { from, values } = ask(filter, exportLists[filter.type])
  const { rows } = await runAs(
    database,
    caller,
    { text: `select count(*)::int as total ${from}`, values },
    { readOnly: true },
  )
  return (rows[0] as { total: number }).total
}

/** Newest first, as the list on the page. Rows that come in meanwhile do not move those that are still to come. */
export async function* readRows(
  database: Database,
  caller: Caller,
  filter: ListFilter,
  isUnmasked: boolean,
): AsyncGenerator<Cell[]> {
  const list = exportLists[filter.type]
  const { from, values } = ask(filter, list)
  const cells = list.columns.map(({ sql }, at) => `${sql} as c${at}`).join(', ')
  let last: [createdAt: string, id: string] | undefined
  for (;;) {
    const next = last
      ? ` and (t.created_at, t.id) < ($${values.length + 1}::timestamptz, $${values.length + 2}::uuid)`
      : ''
    const { rows } = await runAs(
      database,
      caller,
      {
        text: `select t.created_at::text as at, t.id, ${cells} ${from}${next}
          order by t.created_at desc, t.id desc limit ${rowsAtOnce}`,
        values: [...values, ...(last ?? [])],
      },
      { readOnly: true },
    )
    for (const row of rows as Record<string, Cell>[])
      yield list.columns.map(({ mask }, at) => {
        const value = row[`c${at}`] ?? null
        return mask && !isUnmasked ? maskCell(value, mask) : value
      })
    if (rows.length < rowsAtOnce) return
    const end = rows.at(-1) as { at: string; id: string }
    last = [end.at, end.id]
  }
}
