/** Where the palette goes without a search: the places and actions that the person may use. */
import type { Permission } from '#domain/admin/roles.ts'
import { findOpenGroups } from '#site/admin/shell/admin-places.ts'
import { adminProductPath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'

interface PaletteAction {
  label: string
  path: string
  permission: Permission
}

const actions: readonly PaletteAction[] = [
  { label: 'Enter a registration', path: paths.adminEnter, permission: 'registrations.enter' },
  { label: 'Add a product', path: adminProductPath(), permission: 'products.write' },
  { label: 'Invite a colleague', path: paths.adminPeople, permission: 'roles.manage' },
  {
    label: 'Change reasons and answers',
    path: `${paths.adminSettings}?of=words`,
    permission: 'decline_reasons.write',
  },
]

export function findOpenPlaces(can: (permission: Permission) => boolean, isAdmin: boolean) {
  return {
    places: [
      { label: 'Home', path: paths.adminHome },
      ...(isAdmin ? [{ label: 'Admin Dashboard', path: paths.admin }] : []),
      ...findOpenGroups(can).flatMap(({ places }) => places),
    ],
    actions: actions.filter(({ permission }) => can(permission)),
  }
}
