/** Which kind of record stands in each queue of the admin area; each is loaded when its queue is first opened. */
import { type ReactNode, useState } from 'react'
import type { AdminKind, AdminRecord } from '#site/admin/records/admin-kind.ts'
import type { AdminQueueName } from '#site/admin/shell/admin-places.ts'
import { useLoaded } from '#site/registrations/long-form/use-loaded.ts'
import { WaitingPart } from '#site/registrations/records/waiting-part.tsx'

const waitingOrders = () => import('#site/admin/orders/waiting-order-kinds.tsx')
const forms = async () => (await import('#site/registrations/registration-definitions.tsx')).renderWithForm
const registrations = async () => {
  const [kinds, renderWithForm] = await Promise.all([
    import('#site/admin/registrations/registration-kinds.tsx'),
    forms(),
  ])
  return { kinds, renderWithForm }
}

const kinds = {
  orders: async () => (await import('#site/admin/orders/order-kinds.tsx')).ordersKind,
  farmers: async () => {
    const { kinds, renderWithForm } = await registrations()
    return kinds.makeFarmersKind(renderWithForm)
  },
  buyers: async () => {
    const { kinds, renderWithForm } = await registrations()
    return kinds.makeBuyersKind(renderWithForm)
  },
  investors: async () => {
    const { kinds, renderWithForm } = await registrations()
    return kinds.makeInvestorsKind(renderWithForm)
  },
  training: async () => {
    const { kinds, renderWithForm } = await registrations()
    return kinds.makeTraineesKind(renderWithForm)
  },
  payments: async () => (await waitingOrders()).paymentsKind,
  quotes: async () => (await waitingOrders()).quotesKind,
  disputes: async () => (await waitingOrders()).disputesKind,
  listings: async () => (await import('./listing-kind.tsx')).listingKind,
  partnership: async () => (await import('./partnership-kind.tsx')).partnershipKind,
  'job-applications': async () => (await import('./job-application-kind.tsx')).jobApplicationKind,
  messages: async () => (await import('./message-kind.tsx')).messageKind,
  corrections: async () => {
    const [{ makeCorrectionsKind }, renderWithForm] = await Promise.all([
      import('./corrections-kind.tsx'),
      forms(),
    ])
    return makeCorrectionsKind(renderWithForm)
  },
  'people-to-phone': async () => (await import('./people-to-phone-kind.tsx')).peopleToPhoneKind,
  breaches: async () => (await import('#site/admin/breaches/breach-kind.tsx')).breachKind,
  newsletter: async () => (await import('./newsletter-kind.tsx')).newsletterKind,
} satisfies Record<AdminQueueName, () => Promise<unknown>>

const known = new Map<AdminQueueName, AdminKind<AdminRecord>>()

async function loadKind(queue: AdminQueueName): Promise<AdminKind<AdminRecord>> {
  // A kind reads its own records alone, so a page that knows no kind passes them on unread.
  const kind = (await kinds[queue]()) as unknown as AdminKind<AdminRecord>
  known.set(queue, kind)
  return kind
}

interface WithKindProps {
  queue: AdminQueueName
  children: (kind: AdminKind<AdminRecord>) => ReactNode
}

/** With the queue as its key. */
export function WithKind({ queue, children }: WithKindProps) {
  const [already] = useState(() => known.get(queue))
  const { module, retry } = useLoaded(() => loadKind(queue), already === undefined)
  const kind = already ?? module
  return kind ? children(kind) : <WaitingPart retry={retry} />
}
