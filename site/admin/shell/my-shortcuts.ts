/** What its user has saved of the lists for themselves: ways of their own in the side bar. */
import { useQuery } from '@tanstack/react-query'
import { listPath } from '#site/admin/records/record-path.ts'
import { allViewsKey } from '#site/admin/records/views-key.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'

/** More would push the places away. */
const shortcutsMax = 6

/** `isOpen`: of the places that the user may enter. */
export function useShortcuts(isOpen: (path: string) => boolean) {
  const { userId = '' } = useAuth()
  const { data = [] } = useQuery({
    queryKey: [...allViewsKey, 'own', userId],
    queryFn: async () => {
      const { data, error } = await (await getSupabase())
        .from('saved_views')
        .select('id,title,list,query')
        .eq('owner_id', userId)
        .eq('is_shared', false)
        .order('created_at', { ascending: false })
        .limit(shortcutsMax)
      if (error) throw error
      return data
    },
    staleTime: Number.POSITIVE_INFINITY,
    // At the end of a session the page still stands for a moment.
    enabled: userId !== '',
  })
  return data
    .map(({ id, title, list, query }) => ({ id, title, path: listPath(list), query }))
    .filter(({ path }) => isOpen(path))
}
