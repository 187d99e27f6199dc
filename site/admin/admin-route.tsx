/** Around the pages of the admin area: who may come in at all; the database refuses everybody else whatever is shown here. */
import { Outlet } from 'react-router'
import { useRole } from '#site/account/role.ts'
import { AccessDenied } from '#site/admin/shell/access-denied.tsx'
import { StaffGuard } from '#site/admin/shell/staff-guard.tsx'
import { Guard } from '#site/lib/guard.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { useLiveAdmin } from './live.ts'

export const handle = { hydrate: 'soon' as const }

export default function AdminRoute() {
  return (
    <Guard title="Admin Dashboard">
      <AdminArea />
    </Guard>
  )
}

function AdminArea() {
  const { status, role, retry } = useRole()
  if (status === 'unknown') return <LoadingScreen label="Loading..." title="Admin Dashboard" />
  if (status === 'error') return <AccessDenied onRetry={retry} />
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
