/** The same content on a phone: one menu button, an accordion under it. */
import { NavLink } from 'react-router'
import { paths } from '#site/paths.ts'
import { Icon } from '#site/ui/icons.tsx'
import { Groups } from './desktop-menu.tsx'
import { menus } from './menu.ts'

export function MobileMenu() {
  return (
    <details className="menu-small">
      <summary className="menu-button">
        <Icon name="menu" className="when-closed" />
        <Icon name="close" className="when-open" />
        Menu
      </summary>
      <nav className="menu-small-sheet" aria-label="Main">
        <NavLink to={paths.auth} className="menu-row menu-sign-in">
          Sign In
        </NavLink>
        <NavLink to={paths.home} end className="menu-row">
          Home
        </NavLink>
        {menus.map((menu) => (
          <details key={menu.label} name="small-menu">
            <summary className="menu-row">
              {menu.label}
              <Icon name="down" />
            </summary>
            <div className="menu-row-sheet">
              <Groups menu={menu} />
            </div>
          </details>
        ))}
      </nav>
    </details>
  )
}
