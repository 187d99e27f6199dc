/** /account/notifications: which mails the member wants. */
import type { MetaArgs } from 'react-router'
import { notificationMessages as messages } from '#domain/account/notification-choices.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { pageMeta } from '#site/page-meta.ts'
import { Panel } from '#site/ui/panel.tsx'
import { NotificationChoices } from './notification-choices.tsx'

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: messages.title,
    description: messages.description,
    index: false,
  })
}

export default function AccountNotificationsRoute() {
  const { userId = '', email = '' } = useAuth()
  return (
    <>
      <h1 className="text-3xl">{messages.title}</h1>
      <Panel title={messages.label}>
        <NotificationChoices userId={userId} email={email} />
      </Panel>
    </>
  )
}
