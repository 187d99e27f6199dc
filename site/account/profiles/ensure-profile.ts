/** After a sign-in: is there a profile with the member's id? If not, make one. A failure is only logged. */
import type { User } from '@supabase/supabase-js'
import type { AppClient } from '#site/lib/supabase.ts'

const checkedIds = new Set<string>()

export async function ensureProfile(client: AppClient, user: User): Promise<void> {
  // The client repeats SIGNED_IN whenever the tab comes back: once per page is enough.
  if (checkedIds.has(user.id) || !user.email) return
  checkedIds.add(user.id)
  const result = await client.from('profiles').select('id').eq('id', user.id).single()
  if (!result.error) return
  if (result.error.code !== 'PGRST116') {
    // Anyone who signs out at once takes the question back: what is refused then says nothing of the profile.
    const { data } = await client.auth.getSession()
    if (data.session?.user.id === user.id) console.error('The profile could not be read', result.error.code)
    return
  }
  // The database makes it at sign-up; should that have failed, two tabs may come here at once.
  const created = await client.from('profiles').upsert(
    {
      id: user.id,
      email: user.email,
      full_name: user.user_metadata.full_name ?? null,
      phone: user.user_metadata.phone ?? null,
    },
    { onConflict: 'id', ignoreDuplicates: true },
  )
  if (created.error) console.error('The profile could not be created', created.error.code)
}
