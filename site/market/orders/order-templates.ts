/** The member's own templates of bulk orders. */
import { queryOptions } from '@tanstack/react-query'
import { orderAgainWords } from '#domain/market/order-again-words.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { toServerError } from '#site/lib/database-error.ts'
import { getSupabase } from '#site/lib/supabase.ts'

const words = orderAgainWords.template
const isTaken = '23505'

export function orderTemplatesQuery(userId: string) {
  return queryOptions({
    queryKey: ['order-templates', userId],
    async queryFn() {
      const client = await getSupabase()
      const { data, error } = await client.from('order_templates').select('id,name').order('name')
      if (error) throw error
      return data
    },
  })
}

export async function saveOrderTemplate(
  userId: string,
  name: string,
  answers: Readonly<Record<string, string>>,
): Promise<void> {
  const client = await getSupabase()
  const { error } = await client
    .from('order_templates')
    .insert({ user_id: userId, name, answers: { ...answers } })
  if (!error) return
  if (error.code === isTaken) throw new ServerError(409, words.name.taken)
  throw toServerError(error)
}

/** Proves that it was there: what another account holds is not touched, and not found either. */
export async function deleteOrderTemplate(id: string): Promise<void> {
  const client = await getSupabase()
  const { error } = await client.from('order_templates').delete().eq('id', id)
  if (error) throw toServerError(error)
}
