/** /admin/enter: registrations that staff enter for walk-ins and callers; the server refuses anyone who may not. */
import { Link, type MetaArgs } from 'react-router'
import { usePermissions } from '#site/account/my-permissions.ts'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { WithDefinition } from '#site/registrations/registration-definitions.tsx'
import { WalkInFrame } from './walk-in-frame.tsx'
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
  const { can } = usePermissions()
  return (
    <WalkInFrame
      title="Enter a registration"
      lead={
        <>
          <p className="lead">For somebody who walked in or rang. Read out what is kept and why, then ask.</p>
          {can('registrations.relink') && (
            <p>
              They have registered already? <Link to={paths.adminAssist}>Help with a registration</Link>
            </p>
          )}
        </>
      }
    >
      <WalkInView
        renderWith={(form, render) => (
          <WithDefinition key={form} form={form}>
            {render}
          </WithDefinition>
        )}
      />
    </WalkInFrame>
  )
}
