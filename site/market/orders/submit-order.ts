/** Sends an order request; the same content sent twice, also after a reload, is one order. */
import { type OrderRequest, type OrderRequestField, orderRequestRules } from '#domain/market/order-request.ts'
import type { SubmittedOrder } from '#domain/market/orders.ts'
import { readFieldRefusal } from '#domain/refusals.ts'
import type { Attempt } from '#site/lib/form/attempt.ts'
import { isNetworkError } from '#site/lib/network.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export type SubmitOutcome =
  | { kind: 'submitted'; order: SubmittedOrder }
  | { kind: 'refused'; field: OrderRequestField; message: string }
  | { kind: 'sessionLost' }
  | { kind: 'unreachable' }
  | { kind: 'failed'; message: string }

export async function submitOrder(request: OrderRequest, attempt: Attempt): Promise<SubmitOutcome> {
  try {
    const client = await getSupabase()
    const { data, error, status } = await client.rpc('submit_order', {
      request,
      idempotency_key: attempt.key,
    })
    if (!error) return { kind: 'submitted', order: data as unknown as SubmittedOrder }
    if (status === 401) return { kind: 'sessionLost' }
    const problem = readFieldRefusal(error, isOrderField)
    if (problem) return { kind: 'refused', ...problem }
    if (isNetworkError(error)) return { kind: 'unreachable' }
    return { kind: 'failed', message: error.message }
  } catch {
    return { kind: 'unreachable' } // the client itself could not be loaded
  }
}

/** Those of a further product carry its number. */
function isOrderField(name: string): name is OrderRequestField {
  return Object.hasOwn(orderRequestRules, name.replace(/\d+$/, ''))
}
