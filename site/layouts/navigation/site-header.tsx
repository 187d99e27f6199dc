/** The sticky bar: logo, menus, account. */
import { useRef } from 'react'
import { Link } from 'react-router'
import { asName, type Company } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'
import { Logo } from '#site/ui/logo.tsx'
import { AccountMenu, type HeaderAccount } from './account-menu.tsx'
import { DesktopMenu } from './desktop-menu.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { useClosingDetails } from './use-closing-details.ts'

export function SiteHeader({ company, account }: { company: Company; account: HeaderAccount }) {
  const name = asName(company.companyName)
  const bar = useRef<HTMLElement>(null)
  useClosingDetails(bar)
  return (
    <header ref={bar} className="site-head">
      <div className="wrap site-head-bar">
        <Link to={paths.home} className="brand" aria-label={`${name}, home`}>
          <Logo src={company.logo} />
          <span>{name}</span>
        </Link>
        <DesktopMenu />
        <AccountMenu account={account} />
        <MobileMenu />
      </div>
    </header>
  )
}
