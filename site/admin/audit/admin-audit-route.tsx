/** /admin/audit: who did what, when and from where. */
import type { MetaArgs } from 'react-router'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { AuditPage } from './audit-page.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Audit trail', description: 'The desk of the company.', index: false })
}

export default function AdminAuditRoute() {
  return (
    <AdminPage title="Audit trail" permission="audit_events.read">
      <AuditPage />
    </AdminPage>
  )
}
