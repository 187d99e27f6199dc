/** What the roles of staff are called. */
import { isStaffRole, roleDescriptions } from './roles.ts'
import type { RoleRow } from './staff.ts'

/** `roles`: the rows, where they are at hand; without them the roles of the application alone have words. */
export function nameRole(role: string, roles: readonly RoleRow[] = []): string {
  const row = roles.find(({ name }) => name === role)
  if (row) return row.title
  return isStaffRole(role) ? roleDescriptions[role].title : 'Another role'
}

/** Who did something: their role at that time, 'system' where the application itself did it; a member has no role. */
export function nameActorRole(role: string | null, roles: readonly RoleRow[] = []): string {
  if (role === 'system') return 'The application'
  if (role === null) return 'Nobody'
  return role === 'member' ? 'Member' : nameRole(role, roles)
}

export function toRoleOptions(roles: readonly RoleRow[]) {
  return roles
    .filter(({ ended_at }) => ended_at === null)
    .map(({ name, title }) => ({ value: name, label: title }))
}
