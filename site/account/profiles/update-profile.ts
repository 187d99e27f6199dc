/** Changes name and phone of the member's own profile. */
import { profileWords } from '#domain/account/profile-words.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { toServerError } from '#site/lib/database-error.ts'
import { getSupabase } from '#site/lib/supabase.ts'

/** A change that touches no row did not happen, whatever the status says. */
export async function updateProfile(
  userId: string,
  change: { full_name?: string | null; phone?: string | null },
): Promise<void> {
  const client = await getSupabase()
  const { data, error } = await client.from('profiles').update(change).eq('id', userId).select('id')
  if (error) throw toServerError(error)
  if (data.length !== 1) throw new ServerError(404, profileWords.notChanged)
}
