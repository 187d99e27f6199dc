// The bar on top: Radix menus, lucide icons, and who is signed in.
import { Menu, UserRound, X } from 'lucide-react'
import { Dialog, NavigationMenu } from 'radix-ui'
import { Link, NavLink } from 'react-router'
import { Button } from './button.tsx'
import { useSession } from './session.tsx'

const menus: { title: string; links: [path: string, text: string][] }[] = [
  {
    title: 'Agriculture',
    links: [
      ['/agriculture', 'General Services'],
      ['/farmer-registration', 'Farmer Registration'],
      ['/sustainable-farming', 'Sustainable Farming'],
      ['/rural-education', 'Rural Education'],
      ['/poultry-development', 'Poultry Development'],
      ['/poultry-training', 'Poultry Training'],
    ],
  },
  {
    title: 'Registration',
    links: [
      ['/buyer-form/individual', 'Individual Buyer'],
      ['/buyer-form/corporate', 'Corporate Buyer'],
    ],
  },
  {
    title: 'Business & Services',
    links: [
      ['/company-representation', 'Company Representation'],
      ['/investor-hub', 'Investor Hub'],
      ['/franchise-partnership', 'Franchise & Partnership'],
      ['/real-estate-construction', 'Real Estate & Construction'],
      ['/marketplace', 'Marketplace'],
      ['/careers', 'Careers'],
    ],
  },
  {
    title: 'About',
    links: [
      ['/board', 'Company Info'],
      ['/terms', 'Terms and Conditions'],
      ['/privacy', 'Privacy'],
    ],
  },
]

export function Header() {
  const session = useSession()
  return (
    <header className="site-head">
      <div className="wrap site-head-bar">
        <Link className="brand" aria-label="The company, home" to="/">
          <span>The company</span>
        </Link>
        <NavigationMenu.Root className="menu-wide" aria-label="Main">
          <NavigationMenu.List>
            {menus.map(({ title, links }) => (
              <NavigationMenu.Item key={title}>
                <NavigationMenu.Trigger className="menu-item">{title}</NavigationMenu.Trigger>
                <NavigationMenu.Content className="drop-sheet">
                  {links.map(([path, text]) => (
                    <NavigationMenu.Link key={path} asChild>
                      <NavLink className="menu-link" to={path}>
                        {text}
                      </NavLink>
                    </NavigationMenu.Link>
                  ))}
                </NavigationMenu.Content>
              </NavigationMenu.Item>
            ))}
          </NavigationMenu.List>
        </NavigationMenu.Root>
        <div className="account">
          {session ? (
            <Link className="menu-item" to="/account">
              <UserRound className="icon" /> Profile Settings
            </Link>
          ) : (
            <Link className="btn btn-primary btn-sm" to="/auth">
              Sign In
            </Link>
          )}
        </div>
        <Dialog.Root>
          <Dialog.Trigger className="menu-button menu-small">
            <Menu className="icon" /> Menu
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Content className="menu-small-sheet">
              <Dialog.Title>Menu</Dialog.Title>
              {menus.flatMap(({ links }) =>
                links.map(([path, text]) => (
                  <NavLink key={path} className="menu-row" to={path}>
                    {text}
                  </NavLink>
                )),
              )}
              <Dialog.Close asChild>
                <Button variant="outline" size="small">
                  <X className="icon" /> Close
                </Button>
              </Dialog.Close>
            </Dialog.Content>
          </Dialog.Portal>
        </Dialog.Root>
      </div>
    </header>
  )
}
