/** Orders of a member with all that belongs to them, in one question; whose they are, the policies decide. */
import type { PostgrestError } from '@supabase/supabase-js'
import type { Order } from '#domain/market/order.ts'
import { orderColumns, readOrder } from '#domain/market/read-order.ts'
import type { AppClient } from '#site/lib/supabase.ts'

/** Null when there is none of that id, or it is another user's: both look alike. */
export async function readOwnOrder(
  client: AppClient,
  orderId: string,
): Promise<{ data: Order | null; error: PostgrestError | null }> {
  const { data, error } = await readOwnOrders(client, [orderId])
  return { data: data[0] ?? null, error }
}

/** Those of these ids that there are; the newest first. */
export async function readOwnOrders(
  client: AppClient,
  orderIds: readonly string[],
): Promise<{ data: Order[]; error: PostgrestError | null }> {
  const { data: userData } = await client.auth.getSession()
  const { data: rows, error } = await client
    .from('orders')
    .select(orderColumns)
    .in('id', orderIds)
    // Staff may read everybody's: this page is for one's own.
    .eq('user_id', userData.session?.user.id ?? '')
    .order('created_at', { ascending: false })
    .order('id', { referencedTable: 'order_events' })
    .order('id', { referencedTable: 'payment_claims' })
    .order('id', { referencedTable: 'order_messages' })
    .order('position', { referencedTable: 'order_items' })
    .order('position', { referencedTable: 'order_instalments' })
    .order('created_at', { referencedTable: 'payments' })
    .order('created_at', { referencedTable: 'order_disputes' })
    .order('created_at', { referencedTable: 'quotes', ascending: false })
  if (error) return { data: [], error }
  return {
    error: null,
    data: rows.map((row) => {
      const payment_claims = row.payment_claims.map((claim) => ({
        ...claim,
        has_proof: claim.proof_path !== null,
      }))
      return readOrder({
        ...row,
        payment_claims,
        has_credit_terms: row.credit_terms_reason !== null,
        goods_released: row.stock_released_at !== null,
      })
    }),
  }
}
