/** /admin/queues/{queue}: one queue of the desk; every one is the same list with a configuration of its own. */
import type { ReactNode } from 'react'
import { type MetaArgs, useParams } from 'react-router'
import { breachKind } from '#site/admin/breaches/breach-kind.tsx'
import { OpenBreach } from '#site/admin/breaches/open-breach.tsx'
import { disputesKind, ordersKind, paymentsKind, quotesKind } from '#site/admin/orders/order-kinds.tsx'
import { RecordDesk } from '#site/admin/records/record-desk.tsx'
import {
  makeBuyersKind,
  makeFarmersKind,
  makeInvestorsKind,
  makeTraineesKind,
} from '#site/admin/registrations/registration-kinds.tsx'
import { SittingBar } from '#site/admin/registrations/sitting-bar.tsx'
import { DeskPage } from '#site/admin/shell/desk-page.tsx'
import { dashboardQueues, moreQueues } from '#site/admin/shell/desk-places.ts'
import { adminProductPath, queuePath } from '#site/member-paths.ts'
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
