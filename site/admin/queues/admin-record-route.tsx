/** /admin/queues/{queue}/{id}: one record of a queue on a page of its own; its list stands in the rest of the address. */
import { type MetaArgs, useParams } from 'react-router'
import { RecordPage } from '#site/admin/records/record-page.tsx'
import { findQueuePlace } from '#site/admin/shell/admin-places.ts'
import { AdminRight } from '#site/admin/shell/admin-right.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { NoQueue } from './no-queue.tsx'
import { WithKind } from './queue-kinds.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  const title = findQueuePlace(args.params.queue)?.label ?? 'Desk'
  return pageMeta(args, { title, description: 'The desk of the company.', index: false })
}

export default function AdminRecordRoute() {
  const { queue = '', id = '' } = useParams()
  const place = findQueuePlace(queue)
  if (!place) return <NoQueue />
  return (
    <AdminRight title={place.label} permission={place.permission}>
      <WithKind key={queue} queue={place.queue}>
        {(kind) => <RecordPage kind={kind} queue={queue} listLabel={place.label} id={id} />}
      </WithKind>
    </AdminRight>
  )
}
