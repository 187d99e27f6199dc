/** Decisions on records: only on those that still have the status that the person saw, and only if a row was touched. */

import type { AdminRecordType } from '#domain/admin/admin.ts'
import { formatDateTime } from '#domain/dates.ts'
import { nobodyTold } from '#domain/nobody-told.ts'
import { readDatabaseSentence } from '#domain/refusals.ts'
import { expectEcho } from '#site/admin/live.ts'
import { NoAnswerError } from '#site/admin/reach.ts'
import { authStore } from '#site/lib/auth-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { capitalise } from './admin-kind.ts'

export interface StatusChange {
  table: AdminRecordType
  id: string
  from: string
  to: string
  /** What the messages call the record. */
  noun: string
  /** The version of the answers of a registration that were read. */
  version?: number
  /** For a decline, or why an order is completed before its payment is confirmed. */
  reason?: string
  /** What the message calls it. */
  name?: string
  /** How the buyer of an order is told; null: nobody is. */
  toldBy?: string | null | undefined
}

/**
 * In words. `gone`: the record is no longer there, or not for this person. `changedBefore`: the same person made the same decision, whose
 * answer was lost on the way. `unread`: the applicant changed answers since they were read. `failed`: it stands as it stood.
 */
export type StatusChangeOutcome =
  | { kind: 'changed'; row: object; title: string; text: string; at?: undefined }
  | { kind: 'changedBefore'; title: string; text: string; at: number }
  | { kind: 'changedElsewhere' | 'gone' | 'notAllowed' | 'failed' | 'unread'; reason: string | null }

/** The column of each table with the reason. */
const reasonColumns: Record<string, string> = {
  declined: 'decline_reason',
  completed: 'credit_terms_reason',
  hidden: 'review_note',
}

/** The database refuses another version than the one that it has. */
const versionColumn: string = 'answers_version'

export async function changeStatus({ id, ...change }: StatusChange): Promise<StatusChangeOutcome> {
  const forget = expectEcho(change.table, [id])
  const { data, error } = await updateStatus(change, id)
  if (error || data.length === 0) forget()
  // Without a code it is no refusal: no answer came.
  if (error && !error.code) throw new NoAnswerError()
  if (error)
    return {
      kind: error.hint === 'answers_version' ? 'unread' : 'failed',
      reason: readDatabaseSentence(error),
    }
  const [row] = data
  if (!row) return findWhoWasFirst(change, id)
  const title = capitalise(change.noun)
  return {
    kind: 'changed',
    row,
    title: `${title} Updated`,
    text: change.toldBy === null ? nobodyTold : `${title} status has been updated successfully.`,
  }
}

/** By the ledger of decisions. */
async function findWhoWasFirst(
  { table, from, to, noun }: Omit<StatusChange, 'id'>,
  id: string,
): Promise<StatusChangeOutcome> {
  const client = await getSupabase()
  const current = await client
    .from(table as 'orders')
    .select('status')
    .eq('id', id)
    .maybeSingle()
  if (current.error) throw new NoAnswerError()
  if (!current.data)
    return {
      kind: 'gone',
      reason: `This ${noun} is not there any more, or your account may not see it. The list has been refreshed.`,
    }
  if (current.data.status === from)
    return {
      kind: 'notAllowed',
      reason: `Nothing was changed: your account may not decide on this ${noun}.`,
    }
  const { data } = await client
    .from('decision_events')
    .select('actor_id,from_status,to_status,created_at')
    .eq('record_type', table)
    .eq('record_id', id)
    .order('id', { ascending: false })
    .limit(1)
    .maybeSingle()
  const isOwn =
    data?.actor_id === authStore.get().userId && data?.from_status === from && data.to_status === to
  return isOwn
    ? {
        kind: 'changedBefore',
        title: 'Saved before',
        text: `Your first try had arrived at ${formatDateTime(data.created_at)}. Nothing was done twice.`,
        at: Date.parse(data.created_at),
      }
    : {
        kind: 'changedElsewhere',
        reason: `This ${noun} was changed by someone else in the meantime. The list has been refreshed.`,
      }
}

async function updateStatus({ table, from, to, version, reason }: Omit<StatusChange, 'id'>, id: string) {
  const client = await getSupabase()
  const reasonColumn = reasonColumns[to]
  const change = {
    status: to,
    // The database writes its own time over this one (decision 107); products have it all to itself.
    ...(table !== 'products' && { updated_at: new Date().toISOString() }),
    ...(version === undefined ? {} : { [versionColumn]: version }),
    ...(reason && reasonColumn ? { [reasonColumn]: reason } : {}),
  }
  // The tables share these columns; the client's types cannot follow a union of tables.
  return (
    client
      .from(table as 'orders')
      .update(change)
      .eq('id', id)
      .eq('status', from)
      // The money and the goods of an order follow its status.
      .select(table === 'orders' ? '*' : 'id')
  )
}
