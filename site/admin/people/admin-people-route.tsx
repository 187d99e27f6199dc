/** /admin/people: staff, their roles and rights. */
import type { MetaArgs } from 'react-router'
import { DeskPage } from '#site/admin/shell/desk-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { PeopleDesk } from './people-desk.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'People', description: 'The desk of the company.', index: false })
}

export default function AdminPeopleRoute() {
  return (
    <DeskPage title="People" permission="roles.read">
      <PeopleDesk />
    </DeskPage>
  )
}
