/** Decisions on records: only on those that still have the status that the person saw, and only if a row was touched. */
import type { DecidedTable } from '#site/lib/desk/desk-kind.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export interface StatusChange {
  table: DecidedTable
  id: string
  from: string
  to: string
  /** Of a decline, or why an order is completed before its payment is confirmed. */
  reason?: string
}

/** `changedElsewhere`: somebody else was first, or the record is no longer visible. */
export type StatusChangeOutcome =
  | { kind: 'changed' }
  | { kind: 'changedElsewhere' }
  | { kind: 'failed'; reason: string | null }

/** Where each table keeps why. */
const reasonColumns: Record<string, string> = {
  declined: 'decline_reason',
  completed: 'credit_terms_reason',
  hidden: 'review_note',
}

/** Refusals of the database whose sentence is for people. */
const spokenCodes = ['23514', '42501', '40001', 'PT409']

export async function changeStatus({ id, ...change }: StatusChange): Promise<StatusChangeOutcome> {
  const { data, error } = await updateStatus(change, [id])
  if (error) return { kind: 'failed', reason: spokenCodes.includes(error.code) ? error.message : null }
  return data.length === 1 ? { kind: 'changed' } : { kind: 'changedElsewhere' }
}

async function updateStatus(
  { table, from, to, reason }: Omit<StatusChange, 'id'>,
  ids: readonly string[],
): Promise<
  { data: { id: string }[]; error: null } | { data: null; error: { code: string; message: string } }
> {
  const client = await getSupabase()
  const reasonColumn = reasonColumns[to]
  const change = {
    status: to,
    // The database writes its own time over this one (decision 107).
    updated_at: new Date().toISOString(),
    ...(reason && reasonColumn ? { [reasonColumn]: reason } : {}),
  }
  // The tables share these columns; the client's types cannot follow a union of tables.
  const update = client.from(table as 'orders').update(change)
  const one = ids.length === 1 ? update.eq('id', ids[0] ?? '') : update.in('id', [...ids])
  return one.eq('status', from).select('id')
}

/** An address has room for about this many ids. */
const idsAtOnce = 50

export interface ManyChanged {
  changed: string[]
  /** Somebody else was first, or it was decided before. */
  skipped: string[]
  /** What the database would not do, and its words. */
  refused: { ids: string[]; reason: string | null }
}

/** Many records of one table, all with the same expected status; told after each part how far it is. */
export async function changeMany(
  change: Omit<StatusChange, 'id'>,
  ids: readonly string[],
  onProgress: (done: number) => void,
): Promise<ManyChanged> {
  const outcome: ManyChanged = { changed: [], skipped: [], refused: { ids: [], reason: null } }
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    await changePart(change, ids.slice(start, start + idsAtOnce), outcome)
    onProgress(Math.min(start + idsAtOnce, ids.length))
  }
  return outcome
}

/** One row that the database refuses (one's own record, say) refuses all of its statement: then each goes alone. */
async function changePart(
  change: Omit<StatusChange, 'id'>,
  part: readonly string[],
  outcome: ManyChanged,
): Promise<void> {
  const { data, error } = await updateStatus(change, part)
  if (data) {
    const done = new Set(data.map(({ id }) => id))
    outcome.changed.push(...done)
    outcome.skipped.push(...part.filter((id) => !done.has(id)))
  } else if (part.length > 1 && spokenCodes.includes(error.code)) {
    for (const id of part) await changePart(change, [id], outcome)
  } else {
    outcome.refused.ids.push(...part)
    outcome.refused.reason ??= spokenCodes.includes(error.code) ? error.message : null
  }
}
