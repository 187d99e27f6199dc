/** Where the palette goes without a search: the places and actions that the person may use. */
import type { Permission } from '#domain/admin/roles.ts'
import { findOpenGroups, isOpenTo } from '#site/admin/shell/admin-places.ts'
import { adminProductPath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'
import type { PlacePart } from './place-parts.ts'

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

/** `shortcuts`: what the person has saved of the lists for themselves. */
export function findOpenPlaces(
  can: (permission: Permission) => boolean,
  isAdmin: boolean,
  shortcuts: readonly { id: string; title: string; path: string; query: string }[],
  parts: readonly PlacePart[],
) {
  return {
    places: [
      { label: 'Home', path: paths.adminHome },
      ...(isAdmin ? [{ label: 'Admin Dashboard', path: paths.admin }] : []),
      ...shortcuts.map(({ id, title, path, query }) => ({ key: id, label: title, path: `${path}?${query}` })),
      ...findOpenGroups(can).flatMap(({ places }) => places),
    ],
    parts: parts.filter(({ permission }) => isOpenTo(can, permission)),
    actions: actions.filter(({ permission }) => can(permission)),
  }
}
