/** /admin/people: staff, their roles and rights. */
import type { MetaArgs } from 'react-router'
import { PrintButton } from '#site/admin/records/print-button.tsx'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { PeoplePage } from './people-page.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'People', description: 'The desk of the company.', index: false })
}

export default function AdminPeopleRoute() {
  return (
    <AdminPage title="People" permission="roles.read" actions={<PrintButton />}>
      <PeoplePage />
    </AdminPage>
  )
}
