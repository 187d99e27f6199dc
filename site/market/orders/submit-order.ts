/** Sends an order request; the same content sent twice, also after a reload, is one order. */
import { type OrderRequest, type OrderRequestField, orderRequestRules } from '#domain/market/order-request.ts'
import type { SubmittedOrder } from '#domain/market/orders.ts'
import { isNetworkError } from '#site/lib/network.ts'
import { makeUuid } from '#site/lib/random-uuid.ts'
import { getSupabase } from '#site/lib/supabase.ts'

/** Kept with the draft: the key belongs to exactly this content. */
export interface OrderAttempt {
  key: string
  content: string
}

export type SubmitOutcome =
  | { kind: 'submitted'; order: SubmittedOrder }
  | { kind: 'refused'; field: OrderRequestField; message: string }
  | { kind: 'sessionLost' }
  | { kind: 'unreachable' }
  | { kind: 'failed'; message: string }

/** A repeated attempt keeps its key; changed content is another order. */
export function planAttempt(request: OrderRequest, last: OrderAttempt | undefined): OrderAttempt {
  const content = JSON.stringify(request)
  return last?.content === content ? last : { key: makeUuid(), content }
}

export async function submitOrder(request: OrderRequest, attempt: OrderAttempt): Promise<SubmitOutcome> {
  try {
    const client = await getSupabase()
    const { data, error, status } = await client.rpc('submit_order', {
      request,
      idempotency_key: attempt.key,
    })
    if (!error) return { kind: 'submitted', order: data as unknown as SubmittedOrder }
    if (status === 401) return { kind: 'sessionLost' }
    const field = [error.hint, error.details].find(isOrderField)
    if (error.code === '23514' && field) return { kind: 'refused', field, message: error.message }
    if (isNetworkError(error)) return { kind: 'unreachable' }
    return { kind: 'failed', message: error.message }
  } catch {
    return { kind: 'unreachable' } // the client itself could not be loaded
  }
}

function isOrderField(name: string | null): name is OrderRequestField {
  return name !== null && Object.hasOwn(orderRequestRules, name)
}
