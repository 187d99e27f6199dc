/** /admin/enter: registrations that staff enter for walk-ins and callers; the server refuses anyone who may not. */
import { Link, type MetaArgs } from 'react-router'
import { usePermissions } from '#site/account/my-permissions.ts'
import { useRole } from '#site/account/role.ts'
import { AccessDenied } from '#site/admin/shell/access-denied.tsx'
import { AdminMenu } from '#site/admin/shell/admin-menu.tsx'
import { AdminRight } from '#site/admin/shell/admin-right.tsx'
import { StaffGuard } from '#site/admin/shell/staff-guard.tsx'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { WithDefinition } from '#site/registrations/registration-definitions.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { WalkInView } from './walk-in-view.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: 'Enter a registration',
    description: 'Registrations entered for people who walked in or rang.',
    index: false,
  })
}

export default function AdminEnterRoute() {
  return (
    <Guard title="Enter a registration">
      <EnterPage />
    </Guard>
  )
}

function EnterPage() {
  const { status, role, retry } = useRole()
  const { can } = usePermissions()
  if (status === 'unknown') return <LoadingScreen label="Loading..." title="Enter a registration" />
  if (status === 'error') return <AccessDenied onRetry={retry} />
  if (!role) return <AccessDenied />
  return (
    <StaffGuard title="Enter a registration">
      <AdminRight title="Enter a registration" permission="registrations.enter">
        <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 py-8 lg:py-12">
          <div className="grid gap-3">
            <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
              <h1 className="text-3xl">Enter a registration</h1>
              <AdminMenu />
            </div>
            <p className="lead">
              For somebody who walked in or rang. Read out what is kept and why, then ask.
            </p>
            {can('registrations.relink') && (
              <p>
                They have registered already? <Link to={paths.adminAssist}>Help with a registration</Link>
              </p>
            )}
          </div>
          <WalkInView
            renderWith={(form, render) => (
              <WithDefinition key={form} form={form}>
                {render}
              </WithDefinition>
            )}
          />
        </div>
      </AdminRight>
    </StaffGuard>
  )
}
