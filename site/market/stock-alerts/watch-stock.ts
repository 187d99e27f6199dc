/** What a member waits for, in their account. */
import { connectAuth } from '#site/lib/auth-state.ts'
import { toServerError } from '#site/lib/database-error.ts'

export async function listWatched(): Promise<{ product_id: string; created_at: string }[]> {
  const { data, error } = await (await connectAuth())
    .from('stock_alerts')
    .select('product_id,created_at')
    .is('notified_at', null)
  if (error) throw toServerError(error)
  return data
}

export async function watchStock(productId: string, wanted: boolean): Promise<boolean> {
  const { data, error } = await (await connectAuth()).rpc('watch_stock', { product_id: productId, wanted })
  if (error) throw toServerError(error)
  return data
}
