/** What the person at the desk may do, as the database has it; for showing and hiding alone, it decides anew each time. */
import { useQuery } from '@tanstack/react-query'
import { hasPermission, type Permission } from '#domain/admin/roles.ts'
import type { MyDesk } from '#domain/admin/staff.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { useRole } from './role.ts'

/** Rights that were changed count here within a minute. */
const freshForMs = 60_000

export function useMyDesk(): {
  isAdmin: boolean
  /** The database has answered, or did not. */
  isKnown: boolean
  can: (permission: Permission) => boolean
} {
  const { userId } = useAuth()
  const { role } = useRole()
  const query = useQuery({
    queryKey: ['my-desk', userId, role],
    queryFn: readMyDesk,
    staleTime: freshForMs,
    enabled: role !== null,
  })
  // Whoever still has to set up the second step is told of no right yet: the door leads them there.
  const known = query.data?.mustAddSecondFactor || query.data?.mustShowSecondFactor ? undefined : query.data
  return {
    isAdmin: role === 'admin',
    isKnown: role === null || !query.isPending,
    // Until the answer is here: what the role has from the start.
    can: (permission) => known?.permissions.includes(permission) ?? hasPermission(role, permission),
  }
}

async function readMyDesk(): Promise<MyDesk> {
  const { data, error } = await (await getSupabase()).rpc('my_desk')
  if (error) throw error
  return data as unknown as MyDesk
}
