/** Decisions on records: only on those that still have the status that the person saw, and only if a row was touched. */
import type { AdminRecordType, BulkOutcome, BulkRow } from '#domain/admin/admin.ts'
import { readDatabaseSentence } from '#domain/refusals.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { NoAnswerError } from '#site/admin/reach.ts'
import { authStore } from '#site/lib/auth-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export interface StatusChange {
  table: AdminRecordType
  id: string
  from: string
  to: string
  /** Of a decline, or why an order is completed before its payment is confirmed. */
  reason?: string
}

/**
 * `changedElsewhere`: someone else was first, or the record is no longer visible. `changedBefore`: the same person made
 * the same decision, whose answer was lost on the way.
 */
export type StatusChangeOutcome =
  | { kind: 'changed' }
  | { kind: 'changedBefore'; at: string }
  | { kind: 'changedElsewhere' }
  | { kind: 'failed'; reason: string | null }

/** The column of each table with the reason. */
const reasonColumns: Record<string, string> = {
  declined: 'decline_reason',
  completed: 'credit_terms_reason',
  hidden: 'review_note',
}

export async function changeStatus({ id, ...change }: StatusChange): Promise<StatusChangeOutcome> {
  const { data, error } = await updateStatus(change, id)
  // Without a code it is no refusal: no answer came.
  if (error && !error.code) throw new NoAnswerError()
  if (error) return { kind: 'failed', reason: readDatabaseSentence(error) }
  return data.length === 1 ? { kind: 'changed' } : findWhoWasFirst(change, id)
}

/** By the ledger of decisions. */
async function findWhoWasFirst(
  { table, from, to }: Omit<StatusChange, 'id'>,
  id: string,
): Promise<StatusChangeOutcome> {
  const { data } = await (await getSupabase())
    .from('decision_events')
    .select('actor_id,from_status,to_status,created_at')
    .eq('record_type', table)
    .eq('record_id', id)
    .order('id', { ascending: false })
    .limit(1)
    .maybeSingle()
  const isOwn =
    data?.actor_id === authStore.get().userId && data?.from_status === from && data.to_status === to
  return isOwn ? { kind: 'changedBefore', at: data.created_at } : { kind: 'changedElsewhere' }
}

async function updateStatus({ table, from, to, reason }: Omit<StatusChange, 'id'>, id: string) {
  const client = await getSupabase()
  const reasonColumn = reasonColumns[to]
  const change = {
    status: to,
    // The database writes its own time over this one (decision 107); products have it all to itself.
    ...(table !== 'products' && { updated_at: new Date().toISOString() }),
    ...(reason && reasonColumn ? { [reasonColumn]: reason } : {}),
  }
  // The tables share these columns; the client's types cannot follow a union of tables.
  return client
    .from(table as 'orders')
    .update(change)
    .eq('id', id)
    .eq('status', from)
    .select('id')
}

/** A part small enough to be quick, and to say often how far it is. */
const rowsAtOnce = 100

/** Many records of one kind, each with the status that the person saw; progress is reported after each part. */
export async function changeMany(
  { table, to, reason }: Omit<StatusChange, 'id' | 'from'>,
  rows: readonly BulkRow[],
  onProgress: (done: number) => void,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { changed: [], skipped: [] }
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const part = await callAdmin<BulkOutcome>('decide_records', {
      record_type: table,
      rows: rows.slice(start, start + rowsAtOnce),
      new_status: to,
      ...(reason && { reason }),
    })
    outcome.changed.push(...part.changed)
    outcome.skipped.push(...part.skipped)
    onProgress(Math.min(start + rowsAtOnce, rows.length))
  }
  return outcome
}
