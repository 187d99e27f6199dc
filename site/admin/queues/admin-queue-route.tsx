/** /admin/queues/{queue}: one queue of the admin area; every one is the same list with a configuration of its own. */
import type { ReactNode } from 'react'
import { type MetaArgs, useParams } from 'react-router'
import { breachKind } from '#site/admin/breaches/breach-kind.tsx'
import { OpenBreach } from '#site/admin/breaches/open-breach.tsx'
import { disputesKind, ordersKind, paymentsKind, quotesKind } from '#site/admin/orders/order-kinds.tsx'
import { RecordsPage } from '#site/admin/records/records-page.tsx'
import {
  makeBuyersKind,
  makeFarmersKind,
  makeInvestorsKind,
  makeTraineesKind,
} from '#site/admin/registrations/registration-kinds.tsx'
import { SittingBar } from '#site/admin/registrations/sitting-bar.tsx'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { type AdminQueueName, dashboardQueues, moreQueues } from '#site/admin/shell/admin-places.ts'
import { adminProductPath } from '#site/member-paths.ts'
import { pageMeta } from '#site/page-meta.ts'
import { renderWithForm } from '#site/registrations/registration-definitions.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/table.tsx'
import { correctionsKind } from './corrections-kind.tsx'
import { jobApplicationKind } from './job-application-kind.tsx'
import { listingKind } from './listing-kind.tsx'
import { messageKind } from './message-kind.tsx'
import { newsletterKind } from './newsletter-kind.tsx'
import { partnershipKind } from './partnership-kind.tsx'
import { peopleToPhoneKind } from './people-to-phone-kind.tsx'

export const handle = { hydrate: 'soon' as const }

const lists: Readonly<Record<AdminQueueName, ReactNode>> = {
  orders: <RecordsPage kind={ordersKind} />,
  farmers: (
    <>
      <SittingBar queue="farmers" />
      <RecordsPage kind={makeFarmersKind(renderWithForm)} />
    </>
  ),
  buyers: (
    <>
      <SittingBar queue="buyers" />
      <RecordsPage kind={makeBuyersKind(renderWithForm)} />
    </>
  ),
  investors: (
    <>
      <SittingBar queue="investors" />
      <RecordsPage kind={makeInvestorsKind(renderWithForm)} />
    </>
  ),
  payments: <RecordsPage kind={paymentsKind} />,
  quotes: <RecordsPage kind={quotesKind} />,
  disputes: <RecordsPage kind={disputesKind} />,
  listings: (
    <>
      <div className="mb-5">
        <ButtonLink to={adminProductPath()} size="sm" variant="outline">
          Add a product
        </ButtonLink>
      </div>
      <RecordsPage kind={listingKind} />
    </>
  ),
  partnership: <RecordsPage kind={partnershipKind} />,
  training: (
    <>
      <SittingBar queue="training_enrolments" />
      <RecordsPage kind={makeTraineesKind(renderWithForm)} />
    </>
  ),
  'job-applications': <RecordsPage kind={jobApplicationKind} />,
  messages: <RecordsPage kind={messageKind} />,
  corrections: <RecordsPage kind={correctionsKind} />,
  'people-to-phone': <RecordsPage kind={peopleToPhoneKind} />,
  breaches: (
    <>
      <div className="mb-5">
        <OpenBreach />
      </div>
      <RecordsPage kind={breachKind} />
    </>
  ),
  newsletter: <RecordsPage kind={newsletterKind} />,
}

function findPlace(name: string | undefined) {
  return [...dashboardQueues, ...moreQueues].find(({ queue }) => queue === name)
}

export function meta(args: MetaArgs) {
  const title = findPlace(args.params.queue)?.label ?? 'Desk'
  return pageMeta(args, { title, description: 'The desk of the company.', index: false })
}

export default function AdminQueueRoute() {
  const { queue = '' } = useParams()
  const place = findPlace(queue)
  return (
    <AdminPage title={place?.label ?? 'Desk'} permission={place?.permission}>
      {/* One queue's state is not the next one's. */}
      {place ? <div key={queue}>{lists[place.queue]}</div> : <EmptyState title="There is no such queue" />}
    </AdminPage>
  )
}
