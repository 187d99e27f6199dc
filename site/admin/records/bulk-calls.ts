/** Calls to the database for a selection: all that match, what is known of them, a decision for all, and its undoing. */
import type { AdminRecordType, BulkOutcome, BulkRow, UndoOutcome } from '#domain/admin/admin.ts'
import { isRegistrationRecord } from '#domain/record-types.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { type AdminKind, type AdminRecord, sayStatus } from './admin-kind.ts'
import type { StatusChange } from './change-status.ts'
import { decidedAtOnce, findIn, type SeenRecord } from './find-records.ts'
import type { ListState } from './use-list-state.ts'

/** The maximum that one call answers. */
const findAtOnce = 500

/** How often a list is read whole while others change it. */
const maxReadings = 3

const namesReported = 10

/** Everything that matches, each as it is now. */
export async function findAll(
  list: AdminRecordType,
  state: ListState,
  onProgress: (read: number) => void,
): Promise<SeenRecord[]> {
  const client = await getSupabase()
  const result = new Map<string, SeenRecord>()
  const columns = `id,status${isRegistrationRecord(list) ? ',answers_version' : ''}`
  for (let reading = 1; ; reading++) {
    const counts: number[] = []
    for (let pageIndex = 0, isLast = false; !isLast; pageIndex++) {
      const { data, error } = await findIn(client, list, { ...state, pageIndex }, findAtOnce)
        // The types are those of one kind: every kind has these two.
        .select(`count,ids,records:${list}(${columns})` as 'count,ids,records:orders(id,status)')
      if (error) throw error
      for (const record of data.records) result.set(record.id, record)
      onProgress(result.size)
      counts.push(data.count ?? 0)
      isLast = (data.ids ?? []).length < findAtOnce
    }
    // A record that was decided meanwhile moved those behind it up, past the seam of two pages: so once more.
    if (counts[0] === counts.at(-1) || reading === maxReadings) return [...result.values()]
  }
}

/** Many records of one kind, each with the status that the person saw; after each part its number is reported, and all that is done by then. */
export async function changeMany(
  { table, to, reason }: Omit<StatusChange, 'id' | 'from' | 'version' | 'noun'>,
  rows: readonly BulkRow[],
  onProgress: (done: number, outcome: BulkOutcome) => void,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { changed: [], events: [], skipped: [] }
  for (let start = 0; start < rows.length; start += decidedAtOnce) {
    const part = await callAdmin<BulkOutcome>('decide_records', {
      record_type: table,
      rows: rows.slice(start, start + decidedAtOnce),
      new_status: to,
      ...(reason && { reason }),
    })
    outcome.changed.push(...part.changed)
    outcome.events.push(...part.events)
    outcome.skipped.push(...part.skipped)
    onProgress(Math.min(start + decidedAtOnce, rows.length), outcome)
  }
  return outcome
}

/** As many as one call takes. */
const undoneAtOnce = 500

export const undoMany = (events: readonly number[]) => undoAll('undo_decisions', 'event_ids', events)
export const undoCorrections = (requests: readonly number[]) =>
  undoAll('undo_corrections', 'request_ids', requests)

async function undoAll(name: string, argument: string, ids: readonly number[]): Promise<UndoOutcome> {
  const outcome: UndoOutcome = { undone: [], skipped: [] }
  for (let start = 0; start < ids.length; start += undoneAtOnce) {
    const part = await callAdmin<UndoOutcome>(name, { [argument]: ids.slice(start, start + undoneAtOnce) })
    outcome.undone.push(...part.undone)
    outcome.skipped.push(...part.skipped)
  }
  return outcome
}

/** As many as one call answers. */
const flagsAtOnce = 500

/** How many of the records have each flag. */
export async function countFlags(
  recordType: AdminRecordType,
  ids: readonly string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (let from = 0; from < ids.length; from += flagsAtOnce) {
    const rows = await callAdmin<{ flags: string[] }[]>('find_record_flags', {
      record_type: recordType,
      record_ids: ids.slice(from, from + flagsAtOnce),
    })
    for (const { flags } of rows) for (const flag of flags) counts[flag] = (counts[flag] ?? 0) + 1
  }
  return counts
}

/** What is known of a selection before it is decided on. */
export interface Counted {
  pendingIds: readonly string[]
  pending: number
  others: number
  flags: Readonly<Record<string, number>>
}

/**
 * Which of them wait now, and what should be known of those. `others`: so many of the selection did not wait before. `shown`: rows
 * on the page, which say by themselves how they stand; the others were chosen as they were then, and the database is asked.
 */
export async function countNow<R extends AdminRecord>(
  kind: AdminKind<R>,
  ids: readonly string[],
  others: number,
  shown: readonly R[],
): Promise<Counted> {
  const { recordType } = kind
  const onPage = new Set(shown.map(({ id }) => id))
  const pendingIds =
    recordType && ids.some((id) => !onPage.has(id)) ? await findPending(recordType, ids, onPage) : ids
  return {
    pendingIds,
    pending: pendingIds.length,
    others: others + ids.length - pendingIds.length,
    flags: kind.hasFlags && recordType ? await countFlags(recordType, pendingIds) : {},
  }
}

async function findPending(
  table: AdminRecordType,
  ids: readonly string[],
  known: ReadonlySet<string>,
): Promise<string[]> {
  const client = await getSupabase()
  const asked = ids.filter((id) => !known.has(id))
  const pending = new Set(known)
  // Ids stand in the address, which has its limit.
  for (let from = 0; from < asked.length; from += decidedAtOnce) {
    const { data, error } = await client
      .from(table as 'orders')
      .select('id')
      .eq('status', 'pending')
      .in('id', asked.slice(from, from + decidedAtOnce))
    if (error) throw error
    for (const { id } of data) pending.add(id)
  }
  return ids.filter((id) => pending.has(id))
}

/** By name, and with the reason: what is not pending (any more), and what the database would not do. */
export async function describeSkipped<R extends AdminRecord>(
  kind: AdminKind<R>,
  skipped: BulkOutcome['skipped'],
): Promise<string[]> {
  const groups = Map.groupBy(skipped, ({ why, message }) => (why === 'refused' ? (message ?? '') : null))
  return Promise.all(
    [...groups].map(async ([message, group]) => {
      const reported = await Promise.all(
        group.slice(0, namesReported).map(({ id }) => kind.findRecord(id).catch(() => null)),
      )
      const names = reported.flatMap((record) =>
        record ? [`${kind.nameOf(record)} (${sayStatus(kind, record.status)})`] : [],
      )
      const more = group.length > names.length ? ` and ${group.length - names.length} more` : ''
      const why = message === null ? 'because only pending ones are changed' : `because: ${message}`
      return `${group.length} skipped, ${why}: ${names.join(', ')}${more}.`
    }),
  )
}
