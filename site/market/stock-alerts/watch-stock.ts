/** What a member waits for, in their account. */
import { connectAuth } from '#site/lib/auth-state.ts'
import { toServerError } from '#site/lib/database-error.ts'

export async function isWatching(productId: string): Promise<boolean> {
  const { data, error } = await (await connectAuth())
    .from('stock_alerts')
    .select('id')
    .eq('product_id', productId)
    .is('notified_at', null)
    .maybeSingle()
  if (error) throw toServerError(error)
  return data !== null
}

export async function watchStock(productId: string, wanted: boolean): Promise<boolean> {
  const { data, error } = await (await connectAuth()).rpc('watch_stock', { product_id: productId, wanted })
  if (error) throw toServerError(error)
  return data
}
