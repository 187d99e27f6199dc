/** /admin/audit: who did what, when and from where. */
import type { MetaArgs } from 'react-router'
import { DeskPage } from '#site/admin/shell/desk-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { AuditDesk } from './audit-desk.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Audit trail', description: 'The desk of the company.', index: false })
}

export default function AdminAuditRoute() {
  return (
    <DeskPage title="Audit trail" permission="audit_events.read">
      <AuditDesk />
    </DeskPage>
  )
}
