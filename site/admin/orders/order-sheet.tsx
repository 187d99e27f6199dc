/** Everything about one order: who ordered what, its lines, its price, its money, its goods, and what was said. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDateInWords, formatDateTime } from '#domain/dates.ts'
import { findTermsNote } from '#domain/market/orders.ts'
import { formatMoney } from '#domain/money.ts'
import { formatAmount, formatQuantity } from '#domain/quantities.ts'
import { phoneLink } from '#site/admin/records/contact-links.tsx'
import { Facts } from '#site/admin/records/facts.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { DisputePanel } from './dispute-panel.tsx'
import { type AdminOrder, type OrderDocuments, orderDocumentsQuery } from './order-data.ts'
import { OrderMessages } from './order-messages.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { QuotePanel } from './quote-panel.tsx'

export function OrderSheet({ order }: { order: AdminOrder }) {
  const orderDocuments = useQuery(orderDocumentsQuery(order.id))
  const request = order.order_requests
  const termsNote = request && findTermsNote(request.payment_terms, request.incoterms)
  return (
    <>
      {termsNote && <Notice kind="warn">{termsNote}</Notice>}
      <Facts facts={listFacts(order)} />
      <QueryState query={orderDocuments} errorText="The papers of this order could not be loaded.">
        {(result) =>
          result && (
            <>
              <OrderLines order={order} items={result.order_items} />
              <QuotePanel order={order} quotes={result.quotes} />
              <PaymentPanel order={order} orderDocuments={result} />
              <DeliveryPanel order={order} events={result.order_events} />
              <DisputePanel order={order} disputes={result.order_disputes} />
              <OrderMessages order={order} messages={result.order_messages} />
            </>
          )
        }
      </QueryState>
    </>
  )
}

function listFacts(order: AdminOrder): Record<string, ReactNode> {
  const { order_requests: request, order_contacts: contact } = order
  return {
    Code: <span className="code">{order.code}</span>,
    Buyer: order.profiles?.full_name,
    'Account e-mail': order.profiles?.email,
    Company: request?.company_name,
    'Contact person': request?.contact_person ?? contact?.name,
    Email: request?.email ?? contact?.email,
    Phone: phoneLink(request?.phone ?? contact?.phone),
    Address: request && [request.address, request.country].join('\n'),
    Area: contact && `${contact.lga}, ${contact.state}`,
    Product: order.crop_type,
    Quantity: formatAmount(formatQuantity(order.quantity), order.unit),
    'Deliver to': order.delivery_address,
    'Payment terms': request?.payment_terms,
    Incoterms: request?.incoterms,
    Requirements: order.special_requirements,
    Total:
      order.total_amount_kobo === null
        ? 'Not quoted yet'
        : formatMoney(order.total_amount_kobo, order.currency),
    'Preferred date': order.delivery_date && formatDateInWords(order.delivery_date),
    Placed: formatDateTime(order.created_at),
    'Last change': formatDateTime(order.updated_at),
    Reason: order.decline_reason,
    'Credit terms': order.credit_terms_reason,
  }
}

function OrderLines({ order, items }: { order: AdminOrder; items: OrderDocuments['order_items'] }) {
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
