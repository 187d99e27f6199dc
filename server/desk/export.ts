// One list as a file, made while it is read; how far it is can be asked beside it.
import { Readable } from 'node:stream'
import { z } from 'zod'
import { exportFormats, exportTypes } from '#domain/desk.ts'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import type { Log } from '#platform/log.ts'
import { describeFault } from '#server/http/answers.ts'
import { type Cell, exportLists } from './export-lists.ts'
import { countRows, readRows } from './read-rows.ts'
import { writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

export const exportRequest = z.object({
  id: z.uuid(),
  type: z.enum(exportTypes),
  format: z.enum(exportFormats),
  status: z.string().max(40).optional(),
  search: z.string().max(200).optional(),
  isOverdue: z.boolean().optional(),
  unmasked: z.boolean().optional(),
})

export interface ExportProgress {
  rows: number
  total: number
  isDone: boolean
}

export interface Exports {
  start(
    userId: string,
    caller: Caller,
    address: string,
    request: z.output<typeof exportRequest>,
  ): Promise<Response>
  /** Of the caller's own exports alone; null: there is none of that name (any more). */
  progressOf(userId: string, id: string): ExportProgress | null
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const mostRemembered = 200

export function createExports({
  database,
  log,
  clock,
}: {
  database: Database
  log: Log
  clock: () => Date
}): Exports {
  const known = new Map<string, ExportProgress>()

  async function* count(rows: AsyncIterable<Cell[]>, progress: ExportProgress): AsyncGenerator<Cell[]> {
    try {
      for await (const row of rows) {
        progress.rows += 1
        yield row
      }
      progress.isDone = true
    } catch (error) {
      // The file breaks off, so that nobody takes it for the whole.
      log.error(describeFault(error), 'an export broke off')
      throw error
    }
  }

  return {
    async start(userId, caller, address, request) {
      const { id, type, format, unmasked = false, status, search, isOverdue } = request
      const filter = { type, status, search, isOverdue }
      // What was searched for may name somebody: that there was a search is told, not for what.
      const told = { status: status ?? null, searched: Boolean(search?.trim()), overdue: isOverdue ?? false }
      await runAs(
        database,
        caller,
        {
          text: 'select public.start_export($1, $2, $3, $4)',
          values: [type, format, JSON.stringify(told), unmasked],
        },
        { headers: { 'x-forwarded-for': address } },
      )
      const progress: ExportProgress = {
        rows: 0,
        total: await countRows(database, caller, filter),
        isDone: false,
      }
      known.delete(`${userId} ${id}`)
      known.set(`${userId} ${id}`, progress)
      const [oldest] = known.keys()
      if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest)
      const headers = exportLists[type].columns.map(({ header }) => header)
      const rows = count(readRows(database, caller, filter, unmasked), progress)
      const file =
        format === 'csv'
          ? Readable.from(writeCsv(headers, rows), { objectMode: false })
          : writeXlsx(headers, rows)
      const day = clock().toISOString().slice(0, 10)
      return new Response(Readable.toWeb(file) as ReadableStream, {
        headers: {
          'content-type': contentTypes[format],
          'content-disposition': `attachment; filename="${type.replaceAll('_', '-')}-${day}.${format}"`,
          'x-total-rows': String(progress.total),
          'cache-control': 'no-store',
        },
      })
    },
    progressOf: (userId, id) => known.get(`${userId} ${id}`) ?? null,
  }
}
