/** /admin/settings: company, money, texts and content. */
import type { MetaArgs } from 'react-router'
import { DeskPage } from '#site/admin/shell/desk-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { SettingsDesk } from './settings-desk.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Settings', description: 'The desk of the company.', index: false })
}

export default function AdminSettingsRoute() {
  return (
    <DeskPage title="Settings" permission="settings.read">
      <SettingsDesk />
    </DeskPage>
  )
}
