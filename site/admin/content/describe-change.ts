/** A change of a draft in words: which row is added, changed or removed, and what of it becomes what. */
import { readPagePicture } from '#domain/company/page-texts.ts'
import type { DraftChange } from '#domain/content-drafts.ts'
import { formatDate } from '#domain/dates.ts'
import { formatNaira } from '#domain/money.ts'
import { fieldsOf, findTable, isSameKey, keyOf, optionsOf } from './content-rows.ts'
import type { ContentField, ContentRow, PublishedRows } from './content-table.ts'
import { shortenBoth } from './shorten.ts'

const verbs = { insert: 'Added', update: 'Changed', delete: 'Removed' }

type NamedChange = Pick<DraftChange, 'table' | 'verb' | 'key' | 'values'>

function findRow({ table: name, key }: NamedChange, rows: PublishedRows): ContentRow | undefined {
  const table = findTable(name)
  return table && key && rows[name]?.find((row) => isSameKey(keyOf(table, row), key))
}

/** "Changed impact figures 1000+ farmers supported (The first page)" */
export function describeChange(change: NamedChange, rows: PublishedRows): string {
  const table = findTable(change.table)
  const row = change.verb === 'insert' ? (change.values as ContentRow | undefined) : findRow(change, rows)
  // A key of several columns says what its row is, also of one that is gone.
  const named = row ?? (table && table.keys.length > 1 ? change.key : undefined)
  const name = (named && table?.nameOf(named)) || Object.values(change.key ?? {}).join(', ')
  const verb = (table?.verbs ?? verbs)[change.verb]
  return [verb, table?.label.toLowerCase(), name].filter(Boolean).join(' ')
}

export function nameColumns(name: DraftChange['table'], columns: readonly string[]): string {
  const fields = findTable(name)?.fields
  return columns
    .map(
      (column) =>
        fields?.find((field) => field.name === column)?.label.toLowerCase() ?? column.replaceAll('_', ' '),
    )
    .join(', ')
}

/** "Changed page texts on /agriculture: heading. Now: Rice and yam": of one value alone, what it is by now. */
export function describePublished(
  change: Omit<NamedChange, 'values'> & { columns?: readonly string[] },
  rows: PublishedRows,
): string {
  const table = findTable(change.table)
  const said = describeChange({ ...change, values: undefined }, rows)
  // The name of the row has its key, and what its one field is.
  const columns = (change.columns ?? []).filter((column) => !table?.keys.includes(column))
  const named = table?.fields.length === 1 ? '' : nameColumns(change.table, columns)
  const sentence = [said, named].filter(Boolean).join(': ')
  const row = findRow({ ...change, values: undefined }, rows)
  const [column] = columns
  if (!table || !row || column === undefined || columns.length > 1 || change.verb === 'delete')
    return sentence
  const field = fieldsOf(table, row).find(({ name }) => name === column)
  return `${sentence}. Now: ${shortenBoth('', report(row[column], field, rows))[1]}`
}

/** What the database says of a column by its name, by the label that the form has for it. */
export function sayByLabel(name: DraftChange['table'], column: string, sentence: string): string {
  const label = findTable(name)?.fields.find((field) => field.name === column)?.label
  const words = column.replace(/_id$/, '').replaceAll('_', ' ')
  const named = words.charAt(0).toUpperCase() + words.slice(1)
  return label && new RegExp(`^${named} (has|is|must) `).test(sentence)
    ? label + sentence.slice(named.length)
    : sentence
}

export interface ChangedValue {
  label: string
  /** Null: the row is new. */
  before: string | null
  after: string
}

/** In the order of the form. What a new row leaves empty is no change; what is removed has none. */
export function listChangedValues(change: NamedChange, rows: PublishedRows): ChangedValue[] {
  const row = findRow(change, rows)
  const table = findTable(change.table)
  const fields = table ? fieldsOf(table, row) : []
  const placeOf = (column: string) => fields.findIndex(({ name }) => name === column)
  const values = Object.entries(change.values ?? {}).toSorted(([a], [b]) => placeOf(a) - placeOf(b))
  return values.flatMap(([column, value]): ChangedValue[] => {
    if (change.key && column in change.key) return []
    const field = fields[placeOf(column)]
    const label = field?.label ?? column
    const reported = report(value, field, rows)
    if (change.verb === 'insert')
      return value === null ? [] : [{ label, before: null, after: shortenBoth('', reported)[1] }]
    const [before, after] = shortenBoth(report(row?.[column], field, rows), reported)
    return [{ label, before, after }]
  })
}

/** As the form shows it. */
function report(value: unknown, field: ContentField | undefined, rows: PublishedRows): string {
  if (field?.kind === 'photo' || field?.kind === 'logo') return value ? 'a picture' : 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null || value === undefined || value === '') return 'nothing'
  if (field?.kind === 'date') return formatDate(String(value))
  if (field?.kind === 'naira' && typeof value === 'number') return formatNaira(value)
  const option =
    field && optionsOf(field, rows).find((one) => typeof one !== 'string' && one.value === String(value))
  if (typeof option === 'object') return option.label
  return readPagePicture(String(value))?.shows ?? String(value)
}

/** Where the last change is seen. */
export function findPage(changes: readonly NamedChange[], rows: PublishedRows): string {
  const change = changes.at(-1)
  const table = change && findTable(change.table)
  if (!table) return '/'
  const row = { ...change.key, ...findRow(change, rows), ...(change.values as ContentRow | undefined) }
  return table.pathOf?.(row) ?? table.path
}
