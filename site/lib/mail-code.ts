/** Mails the code that verifies the member. */
import { oneTimeCodeWords } from '#domain/one-time-codes.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { networkHint } from '#site/lib/network.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export async function mailCode(): Promise<void> {
  const client = await getSupabase()
  const { error } = await client.auth.reauthenticate()
  if (error)
    throw new ServerError(error.status ?? 0, error.status === 429 ? oneTimeCodeWords.tooSoon : networkHint)
}
