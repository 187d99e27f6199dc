/** /admin/mails: what went out, what waits and what failed. */
import type { MetaArgs } from 'react-router'
import { RecordsPage } from '#site/admin/records/records-page.tsx'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { mailKind } from './mail-kind.tsx'
import { SuppressedAddresses } from './suppressed-addresses.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Mails', description: 'The desk of the company.', index: false })
}

export default function AdminMailsRoute() {
  return (
    <AdminPage title="Mails" permission="mails.read">
      <RecordsPage kind={mailKind} />
      <SuppressedAddresses />
    </AdminPage>
  )
}
