/** The places of the admin area by area, each with what waits there and how much of it is late. */
import { NavLink } from 'react-router'
import type { PlaceCounts } from '#domain/admin/admin.ts'
import { formatCount } from '#domain/numbers.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { paths } from '#site/paths.ts'
import { findOpenGroups, ownTitle } from './admin-places.ts'

export function PlaceList({ counts }: { counts: PlaceCounts }) {
  const { isAdmin, can } = usePermissions()
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
      {findOpenGroups(can).map(({ title, places }) => (
        <div key={title}>
          {title !== ownTitle && <p className="admin-group">{title}</p>}
          <ul aria-label={title}>
            {places.map(({ label, path, counted }) => {
              const { waiting = 0, late = 0 } = (counted && counts[counted]) || {}
              return (
                <li key={path}>
                  <NavLink to={path}>
                    {label}
                    {late > 0 && (
                      <b className="admin-late">
                        {formatCount(late)}
                        <span className="sr-only"> late of</span>
                      </b>
                    )}
                    {waiting > 0 && <span className="admin-count">{formatCount(waiting)}</span>}
                  </NavLink>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </>
  )
}
