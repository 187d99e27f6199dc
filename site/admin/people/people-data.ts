/** Staff, invitations, roles and rights, as the page of people reads them. */
import { queryOptions } from '@tanstack/react-query'
import { roles as builtIn, type Permission, type StaffRole } from '#domain/admin/roles.ts'
import type { LastAction, RoleRow, StaffInvitation, StaffMember } from '#domain/admin/staff.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: () => callAdmin<StaffMember[]>('list_staff'),
})

export const lastActionsQuery = queryOptions({
  queryKey: ['staff', 'last-actions'],
  queryFn: () => callAdmin<LastAction[]>('list_last_actions'),
})

export const invitationsQuery = queryOptions({
  queryKey: ['staff', 'invitations'],
  async queryFn(): Promise<StaffInvitation[]> {
    const { data, error } = await (await getSupabase())
      .from('staff_invitations')
      .select('id,email,role,invited_by,created_at,expires_at,accepted_at,withdrawn_at')
      .is('accepted_at', null)
      .is('withdrawn_at', null)
      .order('created_at', { ascending: false })
      .limit(100)
    if (error) throw error
    return data as StaffInvitation[]
  },
})

/** Those of the application first, in the order of the domain; then those of one's own by name. */
export async function listRoles(): Promise<RoleRow[]> {
  const { data, error } = await (await getSupabase())
    .from('roles')
    .select(
      'name,title,description,is_built_in,refund_up_to_kobo,quote_below_list_percent,updated_at,ended_at',
    )
    .order('title')
  if (error) throw error
  const rank = ({ name }: RoleRow) => {
    const place = builtIn.indexOf(name as StaffRole)
    return place < 0 ? builtIn.length : place
  }
  return (data as RoleRow[]).toSorted((one, other) => rank(one) - rank(other))
}

export const rolesQuery = queryOptions({ queryKey: ['roles'], queryFn: listRoles })

export type RightsByRole = ReadonlyMap<string, readonly Permission[]>

export const rightsQuery = queryOptions({
  queryKey: ['role_permissions'],
  async queryFn(): Promise<RightsByRole> {
    const { data, error } = await (await getSupabase()).from('role_permissions').select('role,permission')
    if (error) throw error
    const byRole = new Map<string, Permission[]>()
    for (const { role, permission } of data)
      byRole.set(role, [...(byRole.get(role) ?? []), permission as Permission])
    return byRole
  },
})
