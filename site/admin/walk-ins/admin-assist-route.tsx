/** /admin/assist: staff help someone with a registration that is there; the server refuses anyone who may not. */
import type { MetaArgs } from 'react-router'
import { usePermissions } from '#site/account/my-permissions.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { WithDefinition } from '#site/registrations/registration-definitions.tsx'
import { AssistView } from './assist-view.tsx'
import { WalkInFrame } from './walk-in-frame.tsx'

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
  const { can } = usePermissions()
  return (
    <WalkInFrame
      title={title}
      lead={
        <p className="lead">
          For somebody who walked in or rang, and has no account: a correction that they dictate, or a new
          tracking link.
        </p>
      }
    >
      <AssistView
        userId={userId}
        mayRelink={can('registrations.relink')}
        renderWith={(form, render) => (
          <WithDefinition key={form} form={form}>
            {render}
          </WithDefinition>
        )}
      />
    </WalkInFrame>
  )
}
