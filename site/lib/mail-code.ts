/** Mails the code that verifies the member. */
import { ServerError } from '#site/lib/call-server.ts'
import { networkHint } from '#site/lib/network.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export async function mailCode(): Promise<void> {
  const client = await getSupabase()
  const { error } = await client.auth.reauthenticate()
  if (error)
    throw new ServerError(
      error.status ?? 0,
      error.status === 429 ? 'A code was sent just now. Wait a little, then ask again.' : networkHint,
    )
}
