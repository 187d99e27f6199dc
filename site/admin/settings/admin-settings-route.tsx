/** /admin/settings: company, money, texts and content. */
import type { MetaArgs } from 'react-router'
import { usePermissions } from '#site/account/my-permissions.ts'
import { PrintButton } from '#site/admin/records/print-button.tsx'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { SettingsPage } from './settings-page.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Settings', description: 'The desk of the company.', index: false })
}

export default function AdminSettingsRoute() {
  const { can } = usePermissions()
  return (
    // Who writes the words of staff need not see where money goes.
    <AdminPage
      title="Settings"
      permission={can('settings.read') ? 'settings.read' : 'decline_reasons.write'}
      actions={<PrintButton />}
    >
      <SettingsPage />
    </AdminPage>
  )
}
