/** The places of the admin area by area, each with what waits there and how much of it is late. */
import { Link, NavLink, useLocation } from 'react-router'
import type { PlaceCounts } from '#domain/admin/admin.ts'
import { formatCount } from '#domain/numbers.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { paths } from '#site/paths.ts'
import { findOpenGroups, ownTitle } from './admin-places.ts'
import { useShortcuts } from './my-shortcuts.ts'

export function PlaceList({ counts }: { counts: PlaceCounts }) {
  const { isAdmin, can } = usePermissions()
  const { pathname, search } = useLocation()
  /** What is a list of a place with a choice made is current with that choice alone. */
  const currentAt = (to: string) => (`${pathname}${search}` === to ? 'page' : undefined)
  const groups = findOpenGroups(can)
  const shortcuts = useShortcuts((path) =>
    groups.some(({ places }) => places.some((place) => place.path === path)),
  )
  return (
    <>
      <ul>
        <li>
          <NavLink to={paths.adminHome}>Home</NavLink>
        </li>
        {isAdmin && (
          <li>
            <NavLink to={paths.admin} end>
              Admin Dashboard
            </NavLink>
          </li>
        )}
      </ul>
      {groups.map(({ title, places }) => (
        <div key={title}>
          {title !== ownTitle && <p className="admin-group">{title}</p>}
          <ul aria-label={title}>
            {places.map(({ label, path, counted }) => {
              const { waiting = 0, late = 0 } = (counted && counts[counted]) || {}
              const PlaceLink = path.includes('?') ? Link : NavLink
              return (
                <li key={path}>
                  <PlaceLink to={path} {...(path.includes('?') && { 'aria-current': currentAt(path) })}>
                    {label}
                    {late > 0 && (
                      <b className="admin-late">
                        {formatCount(late)}
                        <span className="sr-only"> late of</span>
                      </b>
                    )}
                    {waiting > 0 && <span className="admin-count">{formatCount(waiting)}</span>}
                  </PlaceLink>
                </li>
              )
            })}
            {title === ownTitle &&
              shortcuts.map(({ id, title: name, path, query }) => (
                <li key={id}>
                  <Link to={`${path}?${query}`} aria-current={currentAt(`${path}?${query}`)}>
                    {name}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </>
  )
}
