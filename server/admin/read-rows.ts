// The rows of a list, as its reader may see them, in pages: never more than one page of them is in memory.
import type { ExportRequest } from '#domain/admin/admin.ts'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import { type Cell, findExportList, listColumns, maskCell } from './export-lists.ts'

export type ListFilter = Pick<
  ExportRequest,
  'type' | 'status' | 'search' | 'isOverdue' | 'assignee' | 'since' | 'until' | 'filters'
>

/** As many as next_records answers. */
const rowsAtOnce = 1000

/** What the page passes to find_records, letter for letter: the file holds what the list shows. */
const valuesOf = ({ type, status, search, isOverdue = false, assignee, filters }: ListFilter) => [
  type,
  status ?? null,
  search ?? null,
  isOverdue,
  assignee ?? null,
  filters ? JSON.stringify(filters) : null,
]

export async function countRows(database: Database, caller: Caller, filter: ListFilter): Promise<number> {
  const { view } = findExportList(filter.type)
  const { rows } = await runAs(
    database,
    caller,
    view
      ? { text: `select (${view.count})::int as total`, values: [JSON.stringify(filter)] }
      : {
          text: `select count::int as total from public.find_records(list => $1, only_status => $2, search => $3,
            only_overdue => $4, assignee => $5, filters => $6, page_size => 1)`,
          values: valuesOf(filter),
        },
    { readOnly: true },
  )
  return (rows[0] as { total: number }).total
}

/** Newest first, as the list on the page. Rows that come in meanwhile do not move those that are still to come. */
export async function* readRows(
  database: Database,
  caller: Caller,
  filter: ListFilter,
  { isUnmasked, siteUrl }: { isUnmasked: boolean; siteUrl: string },
): AsyncGenerator<Cell[]> {
  const { source = filter.type, joins = '', view } = findExportList(filter.type)
  const columns = listColumns(filter.type, isUnmasked)
  const cells = columns.map(({ sql }, at) => `${sql} as c${at}`).join(', ')
  // Which rows is the function's to say; what stands in them, the caller's own rights.
  const text = view
    ? `select t.id, t.list_time, true as is_there, ${cells} from (${view.page}) as t`
    : `with page as materialized (select * from public.next_records(list => $1,
      only_status => $2, search => $3, only_overdue => $4, assignee => $5, filters => $6, after_time => $7, after_id => $8))
    select page.id, page.list_time, t.id is not null as is_there, ${cells}
    from page left join public.${source} as t on t.id = page.id ${joins}
    order by page.list_time::timestamptz desc, page.id`
  let last: [time: string | null, id: string | null] = [null, null]
  for (;;) {
    const { rows } = await runAs(
      database,
      caller,
      { text, values: [...(view ? [JSON.stringify(filter)] : valuesOf(filter)), ...last] },
      { readOnly: true },
    )
    for (const row of rows as Record<string, unknown>[])
      if (row.is_there)
        yield columns.map(({ say, mask, isExit }, at) => {
          const stored = row[`c${at}`] ?? null
          const value = say ? say(stored) : (stored as Cell)
          if (isExit) return value && siteUrl + value
          return mask && !isUnmasked ? maskCell(value, mask) : value
        })
    if (rows.length < rowsAtOnce) return
    const end = rows.at(-1) as { list_time: string; id: string }
    last = [end.list_time, end.id]
  }
}
