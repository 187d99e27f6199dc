/** /account/profile: name, phone and email address. */
import { type MetaArgs, useRouteLoaderData } from 'react-router'
import { profilePageWords as words } from '#domain/account/profile-words.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { claimOrders } from '#site/market/orders/claim-orders.ts'
import { pageMeta } from '#site/page-meta.ts'
import { claimRegistrations } from '#site/registrations/records/claim-registrations.ts'
import { Panel } from '#site/ui/panel.tsx'
import { ConfirmNumber } from './confirm-number.tsx'
import { EmailChange } from './email-change.tsx'
import { ProfileForm } from './profile-form.tsx'

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: words.title,
    description: words.description,
    index: false,
  })
}

/** What was sent with this number before anybody signed in. */
const claims = [claimRegistrations, claimOrders]

export default function AccountProfileRoute() {
  const { userId = '', email = '' } = useAuth()
  const { confirmsNumbers } = useRouteLoaderData('root') as { confirmsNumbers: boolean }
  return (
    <>
      <h1 className="text-3xl">{words.title}</h1>
      {/* As high as the form that comes: what stands below must not move under a finger. Once it is there, it has its own height. */}
      <Panel
        title={words.nameAndPhone}
        className={`has-[form]:min-h-0 ${confirmsNumbers ? 'min-h-140' : 'min-h-104 sm:min-h-99'}`}
      >
        <div className="grid grid-cols-1 gap-8">
          <ProfileForm userId={userId} />
          {confirmsNumbers && <ConfirmNumber userId={userId} claims={claims} />}
        </div>
      </Panel>
      <Panel title={words.email}>
        <EmailChange userId={userId} email={email} />
      </Panel>
    </>
  )
}
