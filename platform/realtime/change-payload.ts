// The `data` of a postgres_changes event, written once for each set of columns that someone may see.
import type { Database } from '#platform/database/database.ts'
import type { Change } from './change-reader.ts'

export interface Column {
  name: string
  type: string
}

/** Above it, as upstream, only short values are sent, and the event says so. */
const largestRowBytes = 1024 * 1024
const shortValueBytes = 64

const projectText = `
  select coalesce((
    select jsonb_object_agg(e.key, e.value) from jsonb_each(r.row) e
    where e.key = any ($2) and (octet_length(r.row::text) <= ${largestRowBytes} or octet_length(e.value::text) <= ${shortValueBytes})
  ), '{}')::text as row
  from unnest($1::jsonb[]) with ordinality as r (row, n) order by n`

/** For changes of one table. `columns` are those that may be seen, by a role or by a binding's own wish. */
export function createPayloads(database: Database, changes: Change[]) {
  const written = new Map<string, Promise<string[]>>()

  async function project(rows: (string | null)[], columns: Column[]): Promise<string[]> {
    const { rows: projected } = await database.realtime.query<{ row: string }>({
      name: 'realtime_project',
      text: projectText,
      values: [rows, columns.map(({ name }) => name)],
    })
    return projected.map(({ row }) => row)
  }

  async function writeAll(columns: Column[]): Promise<string[]> {
    const isWhole = (change: Change) =>
      columns.length === change.columnCount && change.row.length <= largestRowBytes
    const whole = changes.every(isWhole)
    const rows = whole
      ? changes.map(({ row }) => row)
      : await project(
          changes.map(({ row }) => row),
          columns,
        )
    const olds = whole
      ? changes.map(({ old }) => old)
      : await project(
          changes.map(({ old }) => old),
          columns,
        )
    const columnsText = JSON.stringify(columns)
    return changes.map((change, place) => {
      const { schema, table, kind, happenedAt } = change
      const named = `"schema":${JSON.stringify(schema)},"table":${JSON.stringify(table)},"type":"${kind}"`
      const record = kind === 'DELETE' ? '' : `,"record":${rows[place]}`
      const old = kind === 'INSERT' ? '' : `,"old_record":${olds[place]}`
      const errors = change.row.length > largestRowBytes ? '["Error 413: Payload Too Large"]' : 'null'
      return `{${named},"commit_timestamp":"${happenedAt}","columns":${columnsText}${record}${old},"errors":${errors}}`
    })
  }

  return {
    async write(place: number, columns: Column[]): Promise<string> {
      const key = columns.map(({ name }) => name).join('\n')
      let texts = written.get(key)
      if (!texts) {
        texts = writeAll(columns)
        written.set(key, texts)
      }
      return (await texts)[place] ?? '{}'
    },
  }
}
