// Roles: who may do what on the screens; the database has the last word.
import { describe, expect, it } from 'vitest'
import { hasPermission, isStaffRole, permissions, rolePermissions, roles } from './roles.ts'

describe('a role', () => {
  it.each([null, undefined, '', 'owner', 'ADMIN', 'constructor'])('that is %j may do nothing', (role) => {
    expect(permissions.some((permission) => hasPermission(role, permission))).toBe(false)
    expect(isStaffRole(role)).toBe(false)
  })

  it('of admin may do everything, and decides on orders with sales alone', () => {
    expect(permissions.every((permission) => hasPermission('admin', permission))).toBe(true)
    expect(roles.filter((role) => rolePermissions[role].includes('orders.decide'))).toEqual([
      'admin',
      'sales',
    ])
  })

  it('of sales and the auditor sees no secrets, gives no rights, and touches no money', () => {
    for (const role of ['sales', 'auditor'] as const)
      for (const permission of [
        'vault.reveal',
        'roles.manage',
        'payments.confirm',
        'exports.unmasked',
      ] as const)
        expect(hasPermission(role, permission)).toBe(false)
  })
})
