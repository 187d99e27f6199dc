/** The member's own profile: read, and change name and phone. */
import { queryOptions } from '@tanstack/react-query'
import { ServerError } from '#site/lib/call-server.ts'
import { toServerError } from '#site/lib/database-error.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export interface Profile {
  email: string
  full_name: string | null
  phone: string | null
}

export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ['profiles', userId],
    queryFn: async (): Promise<Profile> => {
      const client = await getSupabase()
      const { data, error } = await client
        .from('profiles')
        .select('email,full_name,phone')
        .eq('id', userId)
        .single()
      if (error) throw error
      return data
    },
  })
}

/** A change that touches no row did not happen, whatever the status says. */
export async function updateProfile(
  userId: string,
  change: { full_name?: string | null; phone?: string | null },
): Promise<void> {
  const client = await getSupabase()
  const { data, error } = await client.from('profiles').update(change).eq('id', userId).select('id')
  if (error) throw toServerError(error)
  if (data.length !== 1) throw new ServerError(404, 'Your profile could not be changed.')
}
