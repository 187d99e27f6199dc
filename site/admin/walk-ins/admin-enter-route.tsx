/** /admin/enter: registrations that staff enter for walk-ins and callers; the server refuses whoever may not. */
import { Link, type MetaArgs } from 'react-router'
import { useMyDesk } from '#site/account/my-desk.ts'
import { useRole } from '#site/account/role.ts'
import { AccessDenied } from '#site/admin/shell/access-denied.tsx'
import { DeskMenu } from '#site/admin/shell/desk-menu.tsx'
import { DeskRight } from '#site/admin/shell/desk-right.tsx'
import { StaffDoor } from '#site/admin/shell/staff-door.tsx'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { WithDefinition } from '#site/registrations/registration-definitions.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { WalkInDesk } from './walk-in-desk.tsx'

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
  const { can } = useMyDesk()
  if (status === 'unknown') return <LoadingScreen label="Loading..." title="Enter a registration" />
  if (status === 'error') return <AccessDenied onRetry={retry} />
  if (!role) return <AccessDenied />
  return (
    <StaffDoor title="Enter a registration">
      <DeskRight title="Enter a registration" permission="registrations.enter">
        <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 py-8 lg:py-12">
          <div className="grid gap-3">
            <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
              <h1 className="text-3xl">Enter a registration</h1>
              <DeskMenu />
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
          <WalkInDesk
            renderWith={(form, render) => (
              <WithDefinition key={form} form={form}>
                {render}
              </WithDefinition>
            )}
          />
        </div>
      </DeskRight>
    </StaffDoor>
  )
}
