/** /admin/assist: staff help someone with a registration that is there; the server refuses anyone who may not. */
import type { MetaArgs } from 'react-router'
import { usePermissions } from '#site/account/my-permissions.ts'
import { useRole } from '#site/account/role.ts'
import { AccessDenied } from '#site/admin/shell/access-denied.tsx'
import { AdminMenu } from '#site/admin/shell/admin-menu.tsx'
import { AdminRight } from '#site/admin/shell/admin-right.tsx'
import { StaffGuard } from '#site/admin/shell/staff-guard.tsx'
import { useAuth } from '#site/lib/auth-state.ts'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { WithDefinition } from '#site/registrations/registration-definitions.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { AssistView } from './assist-view.tsx'

export const handle = { hydrate: 'soon' as const }

const title = 'Help with a registration'

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title,
    description: 'Corrections and tracking links for people who walked in or rang.',
    index: false,
  })
}

export default function AdminAssistRoute() {
  return (
    <Guard title={title}>
      <AssistPage />
    </Guard>
  )
}

function AssistPage() {
  const { userId = '' } = useAuth()
  const { status, role, retry } = useRole()
  const { can } = usePermissions()
  if (status === 'unknown') return <LoadingScreen label="Loading..." title={title} />
  if (status === 'error') return <AccessDenied onRetry={retry} />
  if (!role) return <AccessDenied />
  return (
    <StaffGuard title={title}>
      <AdminRight title={title} permission="registrations.enter">
        <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 py-8 lg:py-12">
          <div className="grid gap-3">
            <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
              <h1 className="text-3xl">{title}</h1>
              <AdminMenu />
            </div>
            <p className="lead">
              For somebody who walked in or rang, and has no account: a correction that they dictate, or a new
              tracking link.
            </p>
          </div>
          <AssistView
            userId={userId}
            mayRelink={can('registrations.relink')}
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
