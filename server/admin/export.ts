// One list as a file, written while it is read; its progress can be queried meanwhile, of any process.
import { Readable } from 'node:stream'
import { z } from 'zod'
import { chosenMax, exportFormats, exportTypes } from '#domain/admin/admin.ts'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import type { Log } from '#platform/log.ts'
import { describeFault, RefusedError } from '#server/http/answers.ts'
import { type Cell, findExportList, listColumns } from './export-lists.ts'
import { countRows, readRows } from './read-rows.ts'
import { writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

export const exportRequest = z
  .object({
    id: z.uuid(),
    type: z.enum(exportTypes),
    format: z.enum(exportFormats),
    status: z.string().max(40).optional(),
    search: z.string().max(200).optional(),
    isOverdue: z.boolean().optional(),
    assignee: z.string().max(40).optional(),
    since: z.iso.datetime({ offset: true }).optional(),
    until: z.iso.datetime({ offset: true }).optional(),
    // As long as the id of a position may be.
    filters: z.record(z.string().max(20), z.string().max(80)).optional(),
    ids: z.array(z.uuid()).min(1).max(chosenMax).optional(),
    unmasked: z.boolean().optional(),
  })
  // A list that nobody can choose from would come whole.
  .refine(({ type, ids }) => ids === undefined || findExportList(type).view === undefined)

export interface ExportProgress {
  rows: number
  total: number
  isDone: boolean
}

export interface Exports {
  start(caller: Caller, address: string, request: z.output<typeof exportRequest>): Promise<Response>
  /** Answers for the caller's own exports alone; null: there is none of that name (any more). */
  progressOf(caller: Caller, id: string): Promise<ExportProgress | null>
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** About as often as it is queried. */
const notedEveryMs = 500

/** What a filter, a day or a user's id cannot be: the codes with which PostgreSQL and private.filter_condition refuse them. */
const wrongFilterCodes = ['22007', '22008', '22023', '22P02']

/** The first question that reads by the filters; those of the pages after it are the same. */
function refuseFilter(error: unknown): never {
  if (!wrongFilterCodes.includes((error as { code?: string }).code ?? '')) throw error
  throw new RefusedError('unreadable', {
    message: 'The list cannot be filtered so. Please open it again, and choose its filters there.',
  })
}

export function createExports({
  database,
  siteUrl,
  log,
  clock,
}: {
  database: Database
  siteUrl: string
  log: Log
  clock: () => Date
}): Exports {
  /** Nobody waits for it, and the file is worth more than the line that says how far it is. */
  function note(caller: Caller, id: string, { rows, total, isDone }: ExportProgress): void {
    runAs(database, caller, {
      text: 'select public.note_export_progress($1, $2, $3, $4)',
      values: [id, rows, total, isDone],
    }).catch((error) => log.warn(describeFault(error), 'how far an export is was not noted'))
  }

  async function* count(
    rows: AsyncIterable<Cell[]>,
    report: (progress: { rows: number; isDone: boolean }) => void,
  ): AsyncGenerator<Cell[]> {
    let [done, reportedAt] = [0, clock().getTime()]
    try {
      for await (const row of rows) {
        done += 1
        if (clock().getTime() - reportedAt >= notedEveryMs) {
          reportedAt = clock().getTime()
          report({ rows: done, isDone: false })
        }
        yield row
      }
      report({ rows: done, isDone: true })
    } catch (error) {
      // The file breaks off, so that nobody takes it for the whole.
      log.error(describeFault(error), 'an export broke off')
      throw error
    }
  }

  return {
    async start(caller, address, request) {
      const { id, format, unmasked = false, ids, ...criteria } = request
      const { type, status, search, isOverdue, assignee, since, until, filters } = criteria
      const filter = ids ? { ...criteria, filters: { ...filters, ids: ids.join(',') } } : criteria
      // What was searched for may name someone: that there was a search is recorded, not for what.
      const reported = {
        status: status ?? null,
        searched: Boolean(search?.trim()),
        overdue: isOverdue ?? false,
        assignee: assignee ?? null,
        ...(since && { since }),
        ...(until && { until }),
        ...(filters && { filters }),
        ...(ids && { chosen: ids.length }),
      }
      // Counted first: what is refused is no export, and the audit trail has none.
      const total = await countRows(database, caller, filter).catch(refuseFilter)
      await runAs(
        database,
        caller,
        {
          text: 'select public.start_export($1, $2, $3, $4)',
          values: [type, format, JSON.stringify(reported), unmasked],
        },
        { headers: { 'x-forwarded-for': address } },
      )
      const report = (progress: { rows: number; isDone: boolean }) => note(caller, id, { ...progress, total })
      report({ rows: 0, isDone: false })
      const headers = listColumns(type, unmasked).map(({ header }) => header)
      const rows = count(readRows(database, caller, filter, { isUnmasked: unmasked, siteUrl }), report)
      const file =
        format === 'csv'
          ? Readable.from(writeCsv(headers, rows), { objectMode: false })
          : writeXlsx(headers, rows)
      const day = clock().toISOString().slice(0, 10)
      return new Response(Readable.toWeb(file) as ReadableStream, {
        headers: {
          'content-type': contentTypes[format],
          'content-disposition': `attachment; filename="${type.replaceAll('_', '-')}-${day}.${format}"`,
          'x-total-rows': String(total),
        },
      })
    },
    async progressOf(caller, id) {
      const { rows } = await runAs(
        database,
        caller,
        { text: 'select public.export_progress($1) as progress', values: [id] },
        { readOnly: true },
      )
      return (rows[0] as { progress: ExportProgress | null }).progress
    },
  }
}
