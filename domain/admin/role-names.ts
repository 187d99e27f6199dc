/** What the roles of staff are called. */
import { isStaffRole, roleDescriptions } from './roles.ts'
import type { RoleRow } from './staff.ts'

/** `roles`: the rows, where they are at hand; without them the roles of the application alone have words. */
export function nameRole(role: string, roles: readonly RoleRow[] = []): string {
  const row = roles.find(({ name }) => name === role)
  if (row) return row.title
  return isStaffRole(role) ? roleDescriptions[role].title : 'Another role'
}

export function toRoleOptions(roles: readonly RoleRow[]) {
  return roles
    .filter(({ ended_at }) => ended_at === null)
    .map(({ name, title }) => ({ value: name, label: title }))
}
