/** A decision on a record: only if it still has the status that the person saw, and only if a row was touched. */
import { getSupabase } from '#site/lib/supabase.ts'

export type DecidedTable = 'orders' | 'farmers' | 'buyers' | 'investors'

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

export async function changeStatus({
  table,
  id,
  from,
  to,
  reason,
}: StatusChange): Promise<StatusChangeOutcome> {
  const client = await getSupabase()
  const change = {
    status: to,
    updated_at: new Date().toISOString(),
    ...(reason ? { [to === 'declined' ? 'decline_reason' : 'credit_terms_reason']: reason } : {}),
  }
  // The four tables share these columns; the client's types cannot follow a union of tables.
  const { data, error } = await client
    .from(table as 'orders')
    .update(change)
    .eq('id', id)
    .eq('status', from)
    .select('id')
  if (error)
    return { kind: 'failed', reason: error.code === '23514' || error.code === '42501' ? error.message : null }
  return data.length === 1 ? { kind: 'changed' } : { kind: 'changedElsewhere' }
}
