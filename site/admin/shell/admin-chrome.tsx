/** Around the pages of the admin area: the side bar with its places, the bar above the page, and a bar at the foot of a phone. */
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation, useNavigation } from 'react-router'
import type { PlaceCounts } from '#domain/admin/admin.ts'
import { nameRole } from '#domain/admin/role-names.ts'
import { formatCount } from '#domain/numbers.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { useRole } from '#site/account/role.ts'
import { useUndoKey } from '#site/admin/records/admin-keys.ts'
import { LiveMark } from '#site/admin/records/live-mark.tsx'
import { undoLast, useUndoCount } from '#site/admin/records/offer-undo.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { askToLeave } from '#site/lib/leaving.ts'
import { asName, useCompany } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'
import { Band } from '#site/ui/band.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Logo } from '#site/ui/logo.tsx'
import { Toaster } from '#site/ui/toast.tsx'
import { findOpenGroups } from './admin-places.ts'
import { usePlaceCounts } from './place-counts.ts'
import { PlaceList } from './place-list.tsx'

/** A phone's bar has room for these beside Home and More: the first that the person may enter. */
const barPaths = ['orders', 'payments', 'farmers', 'messages', 'training', 'listings', 'newsletter', 'enter']
const barLength = 3

export function AdminChrome() {
  const company = useCompany()
  const { data: counts = {} } = usePlaceCounts()
  const name = asName(company.companyName)
  const { pathname } = useLocation()
  const places = useRef<HTMLElement>(null)
  useUndoKey(useUndoCount() > 0 ? undoLast : null)
  // More places than fit: the one that is open is among those that are seen.
  useEffect(() => {
    places.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <>
      <div className="admin-side">
        <Band className="admin-hem" />
        <Link to={paths.adminHome} className="admin-brand" aria-label={`${name}, home of the desk`}>
          <Logo src={company.logo} />
          <span>{name}</span>
        </Link>
        <nav ref={places} aria-label="Desk">
          <PlaceList counts={counts} />
        </nav>
        {/* Here a message moves nothing of the page: what is under the pointer stays there. */}
        <div className="site-top" data-stays={paths.admin}>
          <Toaster />
        </div>
        <Me />
        <p className="admin-line">
          <LiveMark />
        </p>
      </div>
      <PhoneBar counts={counts} />
      <OnTheWay />
    </>
  )
}

/** Another page is on its way: said by the band after a delay, on a line that is slow. */
function OnTheWay() {
  const next = useNavigation().location?.pathname
  const { pathname } = useLocation()
  return next && next !== pathname && <Band className="admin-going" />
}

/** Who is signed in, the line, and the ways out. */
function Me() {
  const { email = '' } = useAuth()
  const { role } = useRole()
  const { name, title } = usePermissions()
  return (
    <div className="admin-me">
      <p>
        <b>{name ?? email.split('@')[0]}</b>
        <span>{title ?? nameRole(role ?? '')}</span>
      </p>
      <p className="admin-ways">
        <Link to={paths.home}>View site</Link>
        <Link to={paths.account}>Account</Link>
        <button type="button" onClick={() => askToLeave()}>
          Sign Out
        </button>
      </p>
    </div>
  )
}

function PhoneBar({ counts }: { counts: PlaceCounts }) {
  const { can } = usePermissions()
  const { pathname } = useLocation()
  const more = useRef<HTMLDetailsElement>(null)
  /** The page over which the sheet is open: its links are drawn then, and not again with each change of an address. */
  const [sheetOf, setSheetOf] = useState('')
  const open = findOpenGroups(can).flatMap(({ places }) => places)
  const own = barPaths.flatMap((queue) => open.find(({ path }) => path.endsWith(`/${queue}`)) ?? [])

  // It covers everything but the bar: its person goes on without it by Escape, or by a place of the bar.
  const close = () => more.current?.removeAttribute('open')

  return (
    <div className="admin-bar">
      <NavLink to={paths.adminHome} onClick={close}>
        <Icon name="grid" />
        Home
      </NavLink>
      {own.slice(0, barLength).map(({ path, label, shortLabel, icon, counted }) => {
        const waiting = (counted && counts[counted]?.waiting) || 0
        return (
          <NavLink key={path} to={path} onClick={close}>
            <Icon name={icon} />
            {shortLabel ?? label}
            {waiting > 0 && <b>{formatCount(waiting)}</b>}
          </NavLink>
        )
      })}
      <details
        ref={more}
        key={pathname}
        onToggle={({ currentTarget }) => setSheetOf(currentTarget.open ? pathname : '')}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape') return
          close()
          currentTarget.querySelector('summary')?.focus()
        }}
      >
        <summary>
          <Icon name="menu" />
          More
        </summary>
        {sheetOf === pathname && (
          <div className="admin-sheet">
            <nav aria-label="All places">
              <PlaceList counts={counts} />
            </nav>
            <Me />
          </div>
        )}
      </details>
    </div>
  )
}
