/** /account/notifications: which mails the member wants. */
import type { MetaArgs } from 'react-router'
import { useAuth } from '#site/lib/auth-state.ts'
import { pageMeta } from '#site/page-meta.ts'
import { Panel } from '#site/ui/panel.tsx'
import { NotificationChoices } from './notification-choices.tsx'

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: 'Notifications',
    description: 'Which mails you want from us.',
    index: false,
  })
}

export default function AccountNotificationsRoute() {
  const { userId = '', email = '' } = useAuth()
  return (
    <>
      <h1 className="text-3xl">Notifications</h1>
      <Panel title="Mails to you">
        <NotificationChoices userId={userId} email={email} />
      </Panel>
    </>
  )
}
