/** /admin/enter: for people who walked in or rang: their registration is found and helped with, or a new one is entered. */
import { type MetaArgs, useSearchParams } from 'react-router'
import { usePermissions } from '#site/account/my-permissions.ts'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { useAuth } from '#site/lib/auth-state.ts'
import { pageMeta } from '#site/page-meta.ts'
import { WithDefinition } from '#site/registrations/registration-definitions.tsx'
import { AssistView } from './assist-view.tsx'
import { FindCaller } from './find-caller.tsx'
import { WalkInView } from './walk-in-view.tsx'

export const handle = { hydrate: 'soon' as const }

const title = 'Walk-ins and callers'

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title,
    description: 'Registrations found and entered for people who walked in or rang.',
    index: false,
  })
}

export default function AdminEnterRoute() {
  const { userId = '' } = useAuth()
  const { can } = usePermissions()
  const [params] = useSearchParams()
  // To look a registration up takes more than to enter one.
  const mayFind = can('registrations.relink')
  const reference = mayFind ? (params.get('reference') ?? '') : ''
  return (
    <AdminPage title={title} permission="registrations.enter">
      {mayFind && <FindCaller key={reference} reference={reference} />}
      {reference ? (
        <AssistView
          reference={reference}
          userId={userId}
          renderWith={(form, render) => (
            <WithDefinition key={form} form={form}>
              {render}
            </WithDefinition>
          )}
        />
      ) : (
        <section className="grid gap-3" aria-labelledby="enter-new">
          <h2 id="enter-new">Enter a registration</h2>
          <p>Read out what is kept and why, then ask.</p>
          <WalkInView
            renderWith={(form, render) => (
              <WithDefinition key={form} form={form}>
                {render}
              </WithDefinition>
            )}
          />
        </section>
      )}
    </AdminPage>
  )
}
