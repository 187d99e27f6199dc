/** The member's own profile as it is stored. */

import { queryOptions } from '@tanstack/react-query'
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
