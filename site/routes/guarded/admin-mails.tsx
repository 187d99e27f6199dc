/** /admin/mails: what went out, what waits and what failed. */
import type { MetaArgs } from 'react-router'
import { DeskPage } from '#site/features/admin/desk-page.tsx'
import { mailKind } from '#site/features/desk-mails/mail-kind.tsx'
import { SuppressedAddresses } from '#site/features/desk-mails/suppressed-addresses.tsx'
import { RecordDesk } from '#site/lib/desk/record-desk.tsx'
import { pageMeta } from '#site/page-meta.ts'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Mails', description: 'The desk of the company.', index: false })
}

export default function AdminMailsRoute() {
  return (
    <DeskPage title="Mails" permission="mails.read">
      <RecordDesk kind={mailKind} />
      <SuppressedAddresses />
    </DeskPage>
  )
}
