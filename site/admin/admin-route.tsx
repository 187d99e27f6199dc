/** Around the pages of the desk: who may come in at all; the database refuses everybody else whatever is shown here. */
import { Outlet } from 'react-router'
import { useRole } from '#site/account/role.ts'
import { AccessDenied } from '#site/admin/shell/access-denied.tsx'
import { StaffDoor } from '#site/admin/shell/staff-door.tsx'
import { Guard } from '#site/lib/guard.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { useLiveDesk } from './live.ts'

export const handle = { hydrate: 'soon' as const }

export default function AdminRoute() {
  return (
    <Guard title="Admin Dashboard">
      <Desk />
    </Guard>
  )
}

function Desk() {
  const { status, role, retry } = useRole()
  if (status === 'unknown') return <LoadingScreen label="Loading..." title="Admin Dashboard" />
  if (status === 'error') return <AccessDenied onRetry={retry} />
  if (!role) return <AccessDenied />
  return (
    <StaffDoor title="Admin Dashboard">
      <LivePages />
    </StaffDoor>
  )
}

function LivePages() {
  useLiveDesk()
  return <Outlet />
}
