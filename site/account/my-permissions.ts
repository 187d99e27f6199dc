/** What the person in the admin area may do, as the database has it; for showing and hiding alone, it decides again each time. */
import { useQuery } from '@tanstack/react-query'
import { hasPermission, type Permission } from '#domain/admin/roles.ts'
import type { MyPermissions } from '#domain/admin/staff.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { useRole } from './role.ts'

/** Rights that were changed count here within a minute. */
const freshForMs = 60_000

export function usePermissions(): {
  isAdmin: boolean
  /** Of the profile; until that is known, of the session. */
  name: string | null
  /** What the role is called; null until it is known. */
  title: string | null
  /** The database has answered, or did not. */
  isKnown: boolean
  can: (permission: Permission) => boolean
} {
  const { userId, assurance, fullName } = useAuth()
  const { role } = useRole()
  const query = useQuery({
    queryKey: ['my-permissions', userId, role, assurance],
    queryFn: readMyPermissions,
    staleTime: freshForMs,
    enabled: role !== null,
  })
  // Before the second step is set up no right is reported: the guard leads there.
  const known = query.data?.mustAddSecondFactor || query.data?.mustShowSecondFactor ? undefined : query.data
  return {
    isAdmin: role === 'admin',
    name: query.data ? query.data.name : (fullName ?? null),
    title: query.data?.title ?? null,
    isKnown: role === null || !query.isPending,
    // Until the answer is here: what the role has from the start.
    can: (permission) => known?.permissions.includes(permission) ?? hasPermission(role, permission),
  }
}

export async function readMyPermissions(): Promise<MyPermissions> {
  const { data, error } = await (await getSupabase()).rpc('my_permissions')
  if (error) throw error
  return data as unknown as MyPermissions
}
