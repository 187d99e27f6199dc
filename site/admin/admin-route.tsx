/** Around the pages of the admin area: who may come in at all, and the shell; the database refuses everybody else whatever is shown here. */
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation } from 'react-router'
import { useRole } from '#site/account/role.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { AdminChrome } from '#site/admin/shell/admin-chrome.tsx'
import { placeGroups } from '#site/admin/shell/admin-places.ts'
import { RightsUnread } from '#site/admin/shell/rights-unread.tsx'
import { StaffGuard } from '#site/admin/shell/staff-guard.tsx'
import { useAuth } from '#site/lib/auth-state.ts'
import { Guard } from '#site/lib/guard.tsx'
import { queryClient } from '#site/lib/query-client.ts'
import { useFocusOnNavigation } from '#site/lib/use-focus-on-navigation.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { Toaster } from '#site/ui/toast.tsx'
import { useLiveAdmin } from './live.ts'

const AccessDenied = loadPart(async () => (await import('#site/admin/shell/access-denied.tsx')).AccessDenied)

/** Pages with an address of their own; the queues share one document. */
const officePages = placeGroups.flatMap(({ places }) => places).filter((place) => !('queue' in place))

export const handle: PageHandle = { hydrate: 'soon', shell: 'own' }

export default function AdminRoute() {
  const { isSecondStepDue } = useAuth()
  const { status, role } = useRole()
  const { pathname } = useLocation()
  const title = officePages.find(({ path }) => path === pathname)?.label
  const isStaff = status === 'known' && role !== null && !isSecondStepDue
  return (
    <div className={isStaff ? 'admin' : undefined}>
      {isStaff ? (
        <QueryClientProvider client={queryClient}>
          <AdminChrome />
        </QueryClientProvider>
      ) : (
        <div className="site-top">
          <Toaster />
        </div>
      )}
      <main id="main" ref={useFocusOnNavigation()} tabIndex={-1}>
        <Guard title={title ?? 'Admin Dashboard'}>
          <AdminArea />
        </Guard>
      </main>
    </div>
  )
}

function AdminArea() {
  const { status, role, retry } = useRole()
  if (status === 'unknown') return <LoadingScreen label="Loading..." title="Admin Dashboard" />
  if (status === 'error') return <RightsUnread onRetry={retry} />
  if (!role) return <AccessDenied />
  return (
    <StaffGuard title="Admin Dashboard">
      <LivePages />
    </StaffGuard>
  )
}

function LivePages() {
  useLiveAdmin()
  return <Outlet />
}
