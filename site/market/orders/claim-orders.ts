/** Orders of a guest with the account's proved address or number join the account. */
import { notClaimed } from '#site/lib/claim-once.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export async function claimOrders(): Promise<number | null> {
  const client = await getSupabase()
  const { data, error } = await client.rpc('claim_market_orders')
  return error ? notClaimed('Orders', error.code) : data.length
}
