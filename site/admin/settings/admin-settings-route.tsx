/** /admin/settings: company, money, texts and content. */
import type { MetaArgs } from 'react-router'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { SettingsPage } from './settings-page.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Settings', description: 'The desk of the company.', index: false })
}

export default function AdminSettingsRoute() {
  return (
    <AdminPage title="Settings" permission="settings.read">
      <SettingsPage />
    </AdminPage>
  )
}
