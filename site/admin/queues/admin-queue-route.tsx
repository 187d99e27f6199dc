/** /admin/queues/{queue}: one queue of the admin area; every one is the same list with a configuration of its own. */
import type { ReactNode } from 'react'
import { type MetaArgs, useParams } from 'react-router'
import { usePermissions } from '#site/account/my-permissions.ts'
import { LowStock } from '#site/admin/products/low-stock.tsx'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { RecordsPage } from '#site/admin/records/records-page.tsx'
import { SittingBar } from '#site/admin/registrations/sitting-bar.tsx'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { type AdminQueueName, findQueuePlace } from '#site/admin/shell/admin-places.ts'
import { adminProductPath } from '#site/member-paths.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { NoQueue } from './no-queue.tsx'
import { WithKind } from './queue-kinds.tsx'

export const handle = { hydrate: 'soon' as const }

const OpenBreach = loadPart(async () => (await import('#site/admin/breaches/open-breach.tsx')).OpenBreach)

/** What some queues have above their list. */
const above: Readonly<Partial<Record<AdminQueueName, ReactNode>>> = {
  farmers: <SittingBar queue="farmers" />,
  buyers: <SittingBar queue="buyers" />,
  investors: <SittingBar queue="investors" />,
  training: <SittingBar queue="training_enrolments" />,
  listings: <LowStock />,
  breaches: (
    <div>
      <OpenBreach />
    </div>
  ),
}

/** Beside the heading of products, for who may change them. */
function ProductActions() {
  const { can } = usePermissions()
  if (!can('products.write')) return null
  return (
    <>
      <ButtonLink to={adminProductPath()} size="sm" variant="outline">
        Add a product
      </ButtonLink>
      <ButtonLink to={paths.adminOrderProducts} size="sm" variant="outline">
        Products of the order form
      </ButtonLink>
    </>
  )
}

export function meta(args: MetaArgs) {
  const title = findQueuePlace(args.params.queue)?.label ?? 'Desk'
  return pageMeta(args, { title, description: 'The desk of the company.', index: false })
}

export default function AdminQueueRoute() {
  const { queue = '' } = useParams()
  const place = findQueuePlace(queue)
  if (!place) return <NoQueue />
  return (
    <AdminPage
      title={place.label}
      permission={place.permission}
      actions={place.queue === 'listings' && <ProductActions />}
    >
      {/* One queue's state is not the next one's. */}
      <div key={queue} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {above[place.queue]}
        <WithKind queue={place.queue}>{(kind) => <RecordsPage kind={kind} queue={place.queue} />}</WithKind>
      </div>
    </AdminPage>
  )
}
