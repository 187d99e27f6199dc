/** Everything about one order: who asks for what, its lines, its price, its money, its goods, and what was said. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDateInWords, formatDateTime } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { findTermsNote } from '#domain/orders.ts'
import { formatQuantity } from '#domain/quantities.ts'
import { DeliveryPanel } from '#site/features/desk-orders/delivery-panel.tsx'
import { DisputePanel } from '#site/features/desk-orders/dispute-panel.tsx'
import { type DeskOrder, type OrderPapers, orderPapersQuery } from '#site/features/desk-orders/order-data.ts'
import { OrderMessages } from '#site/features/desk-orders/order-messages.tsx'
import { PaymentPanel } from '#site/features/desk-orders/payment-panel.tsx'
import { QuotePanel } from '#site/features/desk-orders/quote-panel.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { Slip, SlipFacts } from '#site/ui/slip.tsx'
import { StatusBadge } from '#site/ui/status.tsx'

export function OrderSheet({ order }: { order: DeskOrder }) {
  const papers = useQuery(orderPapersQuery(order.id))
  const request = order.order_requests
  const termsNote = request && findTermsNote(request.payment_terms, request.incoterms)
  return (
    <>
      {termsNote && <Notice kind="warn">{termsNote}</Notice>}
      <Slip label="Order" code={order.code} status={<StatusBadge status={order.status} />}>
        <SlipFacts facts={listFacts(order)} />
      </Slip>
      <QueryState query={papers} trouble="The papers of this order could not be loaded.">
        {(found) =>
          found && (
            <>
              <OrderLines order={order} items={found.order_items} />
              <QuotePanel order={order} quotes={found.quotes} />
              <PaymentPanel order={order} papers={found} />
              <DeliveryPanel order={order} events={found.order_events} />
              <DisputePanel order={order} disputes={found.order_disputes} />
              <OrderMessages order={order} messages={found.order_messages} />
            </>
          )
        }
      </QueryState>
    </>
  )
}

function listFacts(order: DeskOrder): { term: string; detail: ReactNode }[] {
  const { order_requests: request, order_contacts: contact } = order
  const phone = request?.phone ?? contact?.phone
  return [
    { term: 'Buyer', detail: order.profiles?.full_name },
    { term: 'Account e-mail', detail: order.profiles?.email },
    { term: 'Company', detail: request?.company_name },
    { term: 'Contact person', detail: request?.contact_person ?? contact?.name },
    { term: 'Email', detail: request?.email ?? contact?.email },
    { term: 'Phone', detail: phone && <a href={`tel:${phone}`}>{phone}</a> },
    { term: 'Address', detail: request && [request.address, request.country].join('\n') },
    { term: 'Area', detail: contact && `${contact.lga}, ${contact.state}` },
    { term: 'Product', detail: order.crop_type },
    { term: 'Quantity', detail: `${formatQuantity(order.quantity)} ${order.unit}` },
    { term: 'Deliver to', detail: order.delivery_address },
    { term: 'Payment terms', detail: request?.payment_terms },
    { term: 'Incoterms', detail: request?.incoterms },
    { term: 'Requirements', detail: order.special_requirements },
    {
      term: 'Total',
      detail:
        order.total_amount_kobo === null
          ? 'Not quoted yet'
          : formatMoney(order.total_amount_kobo, order.currency),
    },
    { term: 'Preferred date', detail: order.delivery_date && formatDateInWords(order.delivery_date) },
    { term: 'Placed', detail: formatDateTime(order.created_at) },
    { term: 'Last change', detail: formatDateTime(order.updated_at) },
    { term: 'Reason', detail: order.decline_reason },
    { term: 'Credit terms', detail: order.credit_terms_reason },
  ]
    .filter(({ detail }) => detail)
    .map(({ term, detail }) => ({ term, detail: <span className="whitespace-pre-line">{detail}</span> }))
}

function OrderLines({ order, items }: { order: DeskOrder; items: OrderPapers['order_items'] }) {
  if (items.length === 0) return null
  return (
    <section className="drawer-part" aria-label="Lines">
      <h3>Lines</h3>
      <ul className="ruled num">
        {items
          .toSorted((one, other) => one.position - other.position)
          .map((item) => (
            <li key={item.position} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {item.quantity} × {item.product_name} ({item.pack_amount} {item.pack_unit}),{' '}
                {item.farmer_name}
              </span>
              <span>{formatMoney(item.total_kobo, order.currency)}</span>
            </li>
          ))}
      </ul>
    </section>
  )
}
