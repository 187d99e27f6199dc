/** What the person at the desk may do: for showing and hiding alone, the database decides. */
import { hasPermission, type Permission } from '#domain/roles.ts'
import { useRole } from '#site/lib/role.ts'

export function useMyDesk(): { isAdmin: boolean; can: (permission: Permission) => boolean } {
  const { role } = useRole()
  return { isAdmin: role === 'admin', can: (permission) => hasPermission(role, permission) }
}
