/** /admin/queues/{queue}: one queue of the desk; every one is the same list with a configuration of its own. */
import type { ReactNode } from 'react'
import { type MetaArgs, useParams } from 'react-router'
import { DeskPage } from '#site/features/admin/desk-page.tsx'
import { dashboardQueues, moreQueues } from '#site/features/admin/desk-places.ts'
import { breachKind } from '#site/features/desk-breaches/breach-kind.tsx'
import { OpenBreach } from '#site/features/desk-breaches/open-breach.tsx'
import {
  disputesKind,
  ordersKind,
  paymentsKind,
  quotesKind,
} from '#site/features/desk-orders/order-kinds.tsx'
import { correctionsKind } from '#site/features/desk-queues/corrections-kind.tsx'
import { jobApplicationKind } from '#site/features/desk-queues/job-application-kind.tsx'
import { listingKind } from '#site/features/desk-queues/listing-kind.tsx'
import { messageKind } from '#site/features/desk-queues/message-kind.tsx'
import { newsletterKind } from '#site/features/desk-queues/newsletter-kind.tsx'
import { partnershipKind } from '#site/features/desk-queues/partnership-kind.tsx'
import { peopleToPhoneKind } from '#site/features/desk-queues/people-to-phone-kind.tsx'
import {
  makeBuyersKind,
  makeFarmersKind,
  makeInvestorsKind,
  makeTraineesKind,
} from '#site/features/desk-registrations/registration-kinds.tsx'
import { SittingBar } from '#site/features/desk-registrations/sitting-bar.tsx'
import { RecordDesk } from '#site/lib/desk/record-desk.tsx'
import { adminProductPath, queuePath } from '#site/lib/member-paths.ts'
import { pageMeta } from '#site/page-meta.ts'
import { renderWithForm } from '#site/registration-definitions.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/table.tsx'

export const handle = { hydrate: 'soon' as const }

const desks: Readonly<Record<string, ReactNode>> = {
  orders: <RecordDesk kind={ordersKind} />,
  farmers: (
    <>
      <SittingBar queue="farmers" />
      <RecordDesk kind={makeFarmersKind(renderWithForm)} />
    </>
  ),
  buyers: (
    <>
      <SittingBar queue="buyers" />
      <RecordDesk kind={makeBuyersKind(renderWithForm)} />
    </>
  ),
  investors: (
    <>
      <SittingBar queue="investors" />
      <RecordDesk kind={makeInvestorsKind(renderWithForm)} />
    </>
  ),
  payments: <RecordDesk kind={paymentsKind} />,
  quotes: <RecordDesk kind={quotesKind} />,
  disputes: <RecordDesk kind={disputesKind} />,
  listings: (
    <>
      <div className="mb-5">
        <ButtonLink to={adminProductPath()} size="sm" variant="outline">
          Add a product
        </ButtonLink>
      </div>
      <RecordDesk kind={listingKind} />
    </>
  ),
  partnership: <RecordDesk kind={partnershipKind} />,
  training: (
    <>
      <SittingBar queue="training_enrolments" />
      <RecordDesk kind={makeTraineesKind(renderWithForm)} />
    </>
  ),
  'job-applications': <RecordDesk kind={jobApplicationKind} />,
  messages: <RecordDesk kind={messageKind} />,
  corrections: <RecordDesk kind={correctionsKind} />,
  'people-to-phone': <RecordDesk kind={peopleToPhoneKind} />,
  breaches: (
    <>
      <div className="mb-5">
        <OpenBreach />
      </div>
      <RecordDesk kind={breachKind} />
    </>
  ),
  newsletter: <RecordDesk kind={newsletterKind} />,
}

function findPlace(queue: string | undefined) {
  return [...dashboardQueues, ...moreQueues].find(({ path }) => path === queuePath(queue ?? ''))
}

export function meta(args: MetaArgs) {
  const title = findPlace(args.params.queue)?.label ?? 'Desk'
  return pageMeta(args, { title, description: 'The desk of the company.', index: false })
}

export default function AdminQueueRoute() {
  const { queue = '' } = useParams()
  const place = findPlace(queue)
  return (
    <DeskPage title={place?.label ?? 'Desk'} permission={place?.permission}>
      {/* One queue's state is not the next one's. */}
      {desks[queue] && place ? (
        <div key={queue}>{desks[queue]}</div>
      ) : (
        <EmptyState title="There is no such queue" />
      )}
    </DeskPage>
  )
}
