/** What a decision of one's own changes on the page is known without asking: its row, what it leaves, and the counts; and how it is taken back. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { AdminRecordType, PlaceCounts, RecordWork } from '#domain/admin/admin.ts'
import { readDatabaseSentence } from '#domain/refusals.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { forDecisions, NoAnswerError, reach } from '#site/admin/reach.ts'
import { countsKey } from '#site/admin/refetch.ts'
import { placeCountsKey } from '#site/admin/shell/place-counts.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { toast } from '#site/ui/toast.tsx'
import type { AdminRecord } from './admin-kind.ts'
import type { StatusChange } from './change-status.ts'
import type { ListPage } from './list-records.ts'
import { offerWhatIsLeft } from './offer-undo.ts'
import type { ListState } from './use-list-state.ts'
import { reasonDraft, restoreWordDraft } from './word-drafts.ts'

/** A page with fewer rows than this part of its size is read again, so that there is always a next record. */
const readAgainBelow = 0.5

/** The names of the places by the tables that they count, where they differ. */
const placeNames: Partial<Record<string, string>> = {
  training_enrolments: 'training',
  contact_messages: 'messages',
  job_applications: 'job-applications',
  partnership_applications: 'partnership',
  products: 'listings',
}

/** What stands beside an order and is the same after a decision on it. */
const untouched: readonly unknown[] = ['notes', 'tasks', 'others', 'money-entries', 'conversation']

/** What the answer says of an order leaves the view: its money, its goods, or the step that it waited for. */
function leavesView({ step, payment, delivery }: ListState['filters'], to: string, row: OrderRow): boolean {
  return (
    (payment ?? row.payment_status) !== row.payment_status ||
    (delivery ?? row.fulfilment_status) !== row.fulfilment_status ||
    // Who is rung has nothing to do with it, and an approved order may still wait for a price or its buyer.
    (step !== undefined && step !== 'to_ring' && (to !== 'approved' || step === 'paid_to_approve'))
  )
}

interface OrderRow {
  payment_status?: string
  fulfilment_status?: string
}

/**
 * What an answer says of a record is shown at once, in its sheet and in each row of it: before everything is read again. What is
 * under way may be older than the answer.
 */
export async function showAnswer(
  queries: QueryClient,
  table: string,
  id: string,
  changed: object,
): Promise<void> {
  await queries.cancelQueries({ queryKey: [table] })
  queries.setQueriesData<AdminRecord | null>(
    { queryKey: [table, 'record', id] },
    (record) => record && { ...record, ...changed },
  )
  queries.setQueriesData<ListPage<AdminRecord>>(
    { queryKey: [table, 'admin'] },
    (page) =>
      page && {
        ...page,
        records: page.records.map((record) => (record.id === id ? { ...record, ...changed } : record)),
      },
  )
}

/**
 * What is cached of the table is changed as the decision changed it; nothing is refetched but a page that has become short. What
 * only the database knows, of records that are not shown, is read when they are opened. `row`: what the database answered. Of
 * an order and a product, what is open of it is refetched, and so is what waits in the places of an order's money.
 */
export async function settleDecision(
  queries: QueryClient,
  { table, id, from, to }: StatusChange,
  row: object,
): Promise<void> {
  const isOrder = table === 'orders'
  const settle = (record: AdminRecord) => ({ ...record, ...row, status: to })
  await queries.cancelQueries({ queryKey: [table, 'admin'] })
  const wasLate = isLate(queries, table, id)
  queries.setQueriesData<AdminRecord | null>({ queryKey: [table, 'record', id] }, (record) =>
    record ? settle(record) : record,
  )
  queries.setQueriesData<RecordWork[]>({ queryKey: [table, 'work'] }, (rows) =>
    rows?.map((row) => (row.record_id === id ? { ...row, due_at: null } : row)),
  )
  const readAgain: QueryKey[] = []
  let isGone = false
  for (const [queryKey, page] of queries.getQueriesData<ListPage<AdminRecord>>({
    queryKey: [table, 'admin'],
  })) {
    const state = queryKey.at(-1) as ListState
    const listed = page?.records.some((record) => record.id === id)
    if (!page || !listed) continue
    const { filters } = state
    const isOut =
      (state.status !== '' && state.status !== to) ||
      state.isOverdue ||
      (isOrder && leavesView(filters, to, row))
    // Only the database knows what else leaves a list of orders by what follows their status; what is low is no state.
    const follows = isOrder
      ? queryKey[2] !== 'order' || (!isOut && (filters.step ?? filters.money) !== undefined)
      : state.status === 'low_stock'
    const leaves = !follows && isOut
    isGone ||= leaves
    const records = leaves
      ? page.records.filter((record) => record.id !== id)
      : page.records.map((record) => (record.id === id ? settle(record) : record))
    const count = leaves ? page.count - 1 : page.count
    queries.setQueryData(queryKey, { ...page, records, count })
    const isShort =
      records.length < Math.min(state.pageSize * readAgainBelow, count - state.pageIndex * state.pageSize)
    if (isShort || follows) readAgain.push(queryKey)
  }
  for (const part of ['record', 'history', 'work', 'notes'] as const)
    void queries.invalidateQueries({ queryKey: [table, part], refetchType: 'none' })
  if (isGone) cacheBeside(queries, table, id)
  count(queries, table, from === 'pending' ? -1 : 0, wasLate)
  if (isOrder || table === 'products')
    void queries.invalidateQueries({
      queryKey: [table],
      predicate: ({ queryKey: [, part, of] }) => of === id && !untouched.includes(part),
    })
  if (isOrder) void queries.invalidateQueries({ queryKey: placeCountsKey })
  // What is hidden runs low no more.
  if (from === 'hidden' || to === 'hidden') void queries.invalidateQueries({ queryKey: [table, 'low-stock'] })
  await Promise.all(readAgain.map((queryKey) => queries.invalidateQueries({ queryKey, exact: true })))
}

/** What is read beside the rows is queried by the ids of a page: of those that are left it is known. */
function cacheBeside(queries: QueryClient, table: string, id: string): void {
  for (const part of ['work', 'flags']) {
    const cachedParts = queries.getQueriesData<{ record_id: string }[]>({ queryKey: [table, part] })
    for (const [queryKey, rows] of cachedParts) {
      const ids = queryKey.at(-1) as readonly string[]
      if (!rows || !ids.includes(id)) continue
      queries.setQueryData(
        [table, part, ids.filter((one) => one !== id)],
        rows.filter(({ record_id }) => record_id !== id),
        // As old as it is: it was not read now.
        { updatedAt: queries.getQueryState(queryKey)?.dataUpdatedAt },
      )
    }
  }
}

function isLate(queries: QueryClient, table: string, id: string): boolean {
  return queries
    .getQueriesData<RecordWork[]>({ queryKey: [table, 'work'] })
    .some(([, rows]) =>
      rows?.some((row) => row.record_id === id && row.due_at && Date.parse(row.due_at) < Date.now()),
    )
}

type Counts = Partial<Record<string, { total: number; pending: number }>>

function count(queries: QueryClient, table: string, change: number, wasLate: boolean): void {
  queries.setQueryData<Counts>(countsKey, (counts) => {
    const own = counts?.[table]
    return own ? { ...counts, [table]: { ...own, pending: own.pending + change } } : counts
  })
  const place = placeNames[table] ?? table
  queries.setQueryData<PlaceCounts>(placeCountsKey, (counts) => {
    const own = counts?.[place]
    return own
      ? { ...counts, [place]: { ...own, waiting: own.waiting + change, late: own.late - (wasLate ? 1 : 0) } }
      : counts
  })
}

/**
 * Takes a decision back, and says whether it is. `noun`: what the record is called. Its reason is there for the next one. Answers
 * what the record is again; null where it is not taken back. Another record may be open by then, so it is named.
 */
export async function undoDecision(
  { table, id, from, to, reason, name }: StatusChange,
  noun: string,
): Promise<{ status: string } | null> {
  const undone = await reach(() => undoChange(table, id), forDecisions)
  if ('refused' in undone) {
    toast.error('Not undone', undefined, undone.refused)
    return null
  }
  // After another load of the page only the database still knows it.
  const why = reason ?? undone.reason
  if (why) restoreWordDraft(reasonDraft(table, id, to), { reason: why })
  const named = name?.startsWith(noun) ? name : [noun, name].filter(Boolean).join(' ')
  toast.success('Decision undone', `The ${named} is pending again, and no mail has left.`, offerWhatIsLeft())
  return { status: from, ...(to === 'declined' && { decline_reason: null }) }
}

/** The latest decision on a record taken back, with the reason that was given for it; or why the database refuses. */
async function undoChange(
  table: AdminRecordType,
  id: string,
): Promise<{ refused: string } | { reason: string | null }> {
  const client = await getSupabase()
  const { data, error } = await client
    .from('decision_events')
    .select('id,reason')
    .eq('record_type', table)
    .eq('record_id', id)
    .order('id', { ascending: false })
    .limit(1)
    .maybeSingle()
  if (error && !error.code) throw new NoAnswerError()
  if (!data) return { refused: 'There is no decision to undo' }
  const answer = await rpcAdmin(client, 'undo_decision', { event_id: data.id })
  if (answer.error && !answer.error.code) throw new NoAnswerError()
  return answer.error
    ? { refused: readDatabaseSentence(answer.error) ?? 'Please try again.' }
    : { reason: data.reason }
}
