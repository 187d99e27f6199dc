/** /admin/persons/:recordType/:id: the person whom a record is about. Nothing about people stands in the address. */
import { type MetaArgs, useParams } from 'react-router'
import { nameAdminPermission } from '#domain/admin/admin.ts'
import { personTypes } from '#domain/admin/persons.ts'
import { AdminHead } from '#site/admin/shell/admin-head.tsx'
import { AdminRight } from '#site/admin/shell/admin-right.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { PersonPage } from './person-page.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Person', description: 'One person at the desk.', index: false })
}

export default function AdminPersonRoute() {
  const { recordType, id = '' } = useParams()
  const known = personTypes.find((type) => type === recordType)
  if (!known)
    return (
      <div className="admin-page">
        <AdminHead title="Person" />
        <EmptyState title="There is no such page">
          <ButtonLink to={paths.adminHome}>To your home</ButtonLink>
        </EmptyState>
      </div>
    )
  return (
    <AdminRight title="Person" permission={nameAdminPermission(known, 'read')}>
      <PersonPage key={id} recordType={known} id={id} />
    </AdminRight>
  )
}
