/** The sticky bar: logo, menus, account. */
import { useRef } from 'react'
import { Link } from 'react-router'
import { AccountMenu, type HeaderAccount } from '#site/features/navigation/account-menu.tsx'
import { DesktopMenu } from '#site/features/navigation/desktop-menu.tsx'
import { MobileMenu } from '#site/features/navigation/mobile-menu.tsx'
import { useClosingDetails } from '#site/features/navigation/use-closing-details.ts'
import { asName, type Company } from '#site/lib/company.ts'
import { paths } from '#site/paths.ts'
import { Logo } from '#site/ui/logo.tsx'

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
