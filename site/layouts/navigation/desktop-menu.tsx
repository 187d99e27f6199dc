/** The dropdowns of a wide screen: native <details>, so that they open before or without scripts. */
import { Link, NavLink } from 'react-router'
import { paths } from '#site/paths.ts'
import { Icon } from '#site/ui/icons.tsx'
import { type Menu, type MenuGroup, menus } from './menu.ts'

export function DesktopMenu() {
  return (
    <nav className="menu-wide" aria-label="Main">
      <NavLink to={paths.home} end className="menu-item">
        Home
      </NavLink>
      {menus.map((menu) => (
        <Dropdown key={menu.label} menu={menu} />
      ))}
    </nav>
  )
}

function Dropdown({ menu }: { menu: Menu }) {
  return (
    <details className="drop" name="main-menu">
      <summary className="menu-item">
        {menu.label}
        <Icon name="down" />
      </summary>
      <div className="drop-sheet">
        <Groups menu={menu} />
      </div>
    </details>
  )
}

export function Groups({ menu: { groups, note } }: { menu: Menu }) {
  return (
    <>
      {groups.map((group) => (
        <Group key={group.label} group={group} />
      ))}
      {note && (
        <p className="menu-note">
          <Link to={note.to}>{note.label}</Link>
        </p>
      )}
    </>
  )
}

function Group({ group }: { group: MenuGroup }) {
  return (
    <div className="menu-group">
      {group.to ? (
        <NavLink to={group.to} className="menu-group-name">
          {group.label}
          <Icon name="right" />
        </NavLink>
      ) : (
        <p className="menu-group-name">{group.label}</p>
      )}
      <ul>
        {group.links.map((link) => (
          <li key={link.to}>
            <NavLink to={link.to} className="menu-link">
              {link.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
