/** A change of a draft in words: what is added, changed or removed, and which of its columns. */
import type { DraftChange } from '#domain/desk.ts'
import { contentTables } from '#site/features/desk-content/content-tables.ts'

const verbs = { insert: 'Added', update: 'Changed', delete: 'Removed' }

export function describeChange({
  table: changed,
  verb,
  key,
  columns = [],
}: Pick<DraftChange, 'table' | 'verb' | 'key'> & { columns?: readonly string[] }): string {
  const table = contentTables.find(({ table: known }) => known === changed)
  const names = columns.map(
    (column) => table?.fields.find(({ name }) => name === column)?.label.toLowerCase() ?? column,
  )
  const row = Object.values(key ?? {}).join(', ')
  return [
    [verbs[verb], table?.label.toLowerCase(), row].filter(Boolean).join(' '),
    verb !== 'delete' && names.length > 0 && names.join(', '),
  ]
    .filter(Boolean)
    .join(': ')
}
