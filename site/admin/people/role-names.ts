/** What the roles of staff are called. */
import { roles } from '#domain/admin/roles.ts'

export function nameRole(role: string): string {
  return role.charAt(0).toUpperCase() + role.slice(1).replace('_', ' ')
}

export const roleOptions = roles.map((role) => ({ value: role, label: nameRole(role) }))
