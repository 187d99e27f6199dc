/** Around the pages of /account: the guard, and the way from one to the other. */
import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { deletedHere, hearOfDeletion } from '#site/account/my-data/deleted-here.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { useStore } from '#site/lib/external-store.ts'
import { Guard } from '#site/lib/guard.tsx'
import { ProductsLink } from '#site/market/product-proposals/products-link.tsx'
import { paths } from '#site/paths.ts'
import { LoadingScreen } from '#site/ui/spinner.tsx'

export const handle = { hydrate: 'soon' as const }

const pages: readonly { to: string; label: string; title?: string }[] = [
  { to: paths.account, label: 'Overview', title: 'Your account' },
  { to: paths.accountOrders, label: 'Orders', title: 'My orders' },
  { to: paths.accountDocuments, label: 'Documents', title: 'My documents' },
  { to: paths.accountProfile, label: 'Profile' },
  { to: paths.accountSecurity, label: 'Security' },
  { to: paths.accountNotifications, label: 'Notifications' },
  { to: paths.accountPrivacy, label: 'Privacy' },
]

export default function AccountRoute() {
  const path = useLocation().pathname.replace(/\/$/, '')
  const page = pages.find(({ to }) => to === path)
  const title = page?.title ?? page?.label ?? titleOf(path)
  const { status, userId } = useAuth()
  const deleted = useStore(deletedHere, null)
  /** Whose the page is: their session may end before the other tab is heard. */
  const owner = useRef(userId)
  useEffect(() => {
    if (userId) owner.current = userId
  }, [userId])
  // Who signs in next has an account of their own.
  useEffect(() => {
    if (status === 'signedIn') deletedHere.set(null)
  }, [status])
  useEffect(() => () => deletedHere.set(null), [])
  useEffect(
    () =>
      hearOfDeletion((whose) => {
        // The page that deletes the account hears itself, too, and says it already.
        if (whose !== owner.current || deletedHere.get()) return
        // At once, since the session ends next; the sentence itself is loaded then, or the guard says what it can.
        deletedHere.set(<LoadingScreen label="Loading..." title={title} />)
        import('#site/account/my-data/account-deleted.tsx')
          .then(({ AccountDeleted }) => deletedHere.get() && deletedHere.set(<AccountDeleted />))
          .catch(() => deletedHere.set(null))
      }),
    [title],
  )
  if (deleted && status === 'signedOut') return deleted
  return (
    <Guard title={title}>
      <div className="wrap grid grid-cols-1 items-start gap-x-12 gap-y-8 py-8 lg:grid-cols-[13rem_minmax(0,1fr)] lg:py-12">
        <nav aria-label="Your account" className="account-nav">
          <ul>
            {pages.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} end={to === paths.account}>
                  {label}
                </NavLink>
              </li>
            ))}
            <ProductsLink />
          </ul>
        </nav>
        <div className="grid min-w-0 grid-cols-1 gap-10">
          <Outlet />
        </div>
      </div>
    </Guard>
  )
}

function titleOf(path: string): string {
  if (path === paths.accountProducts) return 'My products'
  return path.startsWith(`${paths.account}/orders/`) ? 'Your order' : 'Your application'
}
