/** "More": every other place of the admin area that the person may enter, behind one button. */
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { usePermissions } from '#site/account/my-permissions.ts'
import { paths } from '#site/paths.ts'
import { Icon } from '#site/ui/icons.tsx'
import type { AdminPlace } from './admin-places.ts'
import { dashboardQueues, moreQueues, office } from './admin-places.ts'

export function AdminMenu() {
  const { pathname } = useLocation()
  const { isAdmin, can } = usePermissions()
  const menu = useRef<HTMLDetailsElement>(null)
  const allowed = (places: readonly AdminPlace[]) => places.filter(({ permission }) => can(permission))

  // Anyone who went somewhere, tapped elsewhere or tabbed on is done with the menu; Escape leads back to its button.
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (menu.current && target instanceof Node && !menu.current.contains(target)) menu.current.open = false
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return
      menu.current.open = false
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('click', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('click', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [])

  const groups = [
    { title: 'Queues', places: allowed(isAdmin ? moreQueues : [...dashboardQueues, ...moreQueues]) },
    { title: 'Office', places: allowed(office) },
  ].filter(({ places }) => places.length > 0)

  return (
    <nav className="admin-menu" aria-label="Desk">
      {isAdmin && pathname !== paths.admin && <Link to={paths.admin}>Admin Dashboard</Link>}
      <details ref={menu} key={pathname}>
        <summary className="btn btn-outline btn-sm">
          More <Icon name="down" />
        </summary>
        <div className="admin-menu-panel">
          {groups.map(({ title, places }) => (
            <div key={title}>
              <h2 className="eyebrow font-sans">{title}</h2>
              <ul>
                {places.map(({ label, path }) => (
                  <li key={path}>
                    <Link to={path} aria-current={pathname === path ? 'page' : undefined}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </details>
    </nav>
  )
}
