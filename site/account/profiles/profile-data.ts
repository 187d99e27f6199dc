/** The member's own profile: read, and change name and phone. */
import { queryOptions } from '@tanstack/react-query'
import { isNetworkError, networkHint } from '#site/lib/network.ts'
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

export interface ProfileRefusal {
  field: 'full_name' | 'phone' | null
  message: string
}

/** A change that touches no row did not happen, whatever the status says. */
export async function updateProfile(
  userId: string,
  change: { full_name?: string | null; phone?: string | null },
): Promise<ProfileRefusal | null> {
  const client = await getSupabase()
  const { data, error } = await client.from('profiles').update(change).eq('id', userId).select('id')
  if (!error) return data.length === 1 ? null : { field: null, message: 'Your profile could not be changed.' }
  if (isNetworkError(error)) return { field: null, message: networkHint }
  const field = error.hint === 'full_name' || error.hint === 'phone' ? error.hint : null
  return { field, message: error.message }
}
