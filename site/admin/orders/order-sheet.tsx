/** Everything about one order but its buyer: what it waits for, its goods, its money, its price, its documents, and what was said. */
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect } from 'react'
import { formatDate, formatDateTime } from '#domain/dates.ts'
import { readQuotes, readRequest } from '#domain/market/order.ts'
import { findTermsNote } from '#domain/market/orders.ts'
import { formatAmount } from '#domain/quantities.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { Conversation } from '#site/admin/conversations/conversation.tsx'
import { codeFact } from '#site/admin/records/contact-links.tsx'
import { Facts } from '#site/admin/records/facts.tsx'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { ContractBlock } from '#site/market/market-orders/contract-block.tsx'
import { OrderQuantity } from '#site/market/orders/order-quantity.tsx'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { IssuedDocuments } from './issued-documents.tsx'
import { MoneyCalls } from './money-calls.tsx'
import { findNextStep, isByCredit } from './next-step.ts'
import { type AdminOrder, listFurther, orderDocumentsQuery } from './order-data.ts'
import { describeTotal } from './order-words.ts'
import { QuotePanel } from './quote-panel.tsx'

/** Shown beside it, and loaded with it. */
export { OrderBuyer } from './order-buyer.tsx'

// What some orders have: the others do not wait for what draws it.
const PaymentPanel = loadPart(async () => (await import('./payment-panel.tsx')).PaymentPanel)
const QuoteDelivery = loadPart(async () => (await import('./quote-delivery.tsx')).QuoteDelivery)
const CreditPanel = loadPart(async () => (await import('./credit-panel.tsx')).CreditPanel)
const OrderLines = loadPart(async () => (await import('./order-lines.tsx')).OrderLines)
const DisputePanel = loadPart(async () => (await import('./dispute-panel.tsx')).DisputePanel)

export function OrderSheet({ order }: { order: AdminOrder }) {
  const orderDocuments = useQuery(orderDocumentsQuery(order.id))
  const { order_requests: request, order_contacts: contact } = order
  const { can } = usePermissions()
  const next = findNextStep(order, can)
  const requested = order.kind === 'bulk' && request ? readRequest(order, request) : null
  const quotes = readQuotes(orderDocuments.data?.quotes ?? [], requested?.terms)
  const isPriced = order.total_amount_kobo !== null
  // At the same time as the documents.
  useEffect(() => {
    if (isPriced) PaymentPanel.fetch()
    if (order.kind === 'marketplace') OrderLines.fetch()
    if (order.order_deliveries) QuoteDelivery.fetch()
  }, [isPriced, order.kind, order.order_deliveries])
  const termsNote = request && findTermsNote(request.payment_terms, request.incoterms)
  return (
    <>
      {/* No key decides before what it is about has come (admin-keys.ts). */}
      <p className="next-step" data-waiting={orderDocuments.data ? undefined : ''}>
        <strong>Next:</strong> {next.words}
      </p>
      {next.step === 'account' && (
        <ButtonLink to={paths.adminSettings} className="justify-self-start">
          Add the account
        </ButtonLink>
      )}
      {termsNote && <Notice kind="look">{termsNote}</Notice>}
      <QueryState query={orderDocuments} errorText="The documents of this order could not be loaded.">
        {(result) => {
          if (!result) return null
          const disputes = result.order_disputes.length > 0 && (
            <DisputePanel
              key="disputes"
              order={order}
              orderDocuments={result}
              isNext={next.step === 'dispute'}
            />
          )
          const rest = (
            <Fragment key="rest">
              {order.order_deliveries && <QuoteDelivery order={order} />}
              <DeliveryPanel order={order} events={result.order_events} isNext={next.step === 'goods'} />
              {isPriced && (
                <PaymentPanel
                  order={order}
                  orderDocuments={result}
                  isNext={next.step === 'payment' || next.step === 'refund'}
                />
              )}
              {isByCredit(order) && <CreditPanel order={order} />}
              <QuotePanel
                order={order}
                requested={requested}
                quotes={quotes}
                isNext={next.step === 'quote'}
              />
              {requested && (
                <div className="confirmation border-t">
                  <ContractBlock requested={requested} quotes={quotes} />
                </div>
              )}
              {result.order_items.length > 0 && <OrderLines order={order} items={result.order_items} />}
              <Facts
                facts={{ ...listFacts(order), 'Rated by the buyer': writeRating(result.order_ratings) }}
              />
              <IssuedDocuments order={order} />
            </Fragment>
          )
          // What waits for its answer comes first.
          const parts = next.step === 'dispute' ? [disputes, rest] : [rest, disputes]
          return <MoneyCalls orderId={order.id}>{parts}</MoneyCalls>
        }}
      </QueryState>
      <Conversation
        table="orders"
        id={order.id}
        name={request?.contact_person ?? contact?.name ?? order.profiles?.full_name ?? 'The buyer'}
        // Every account has an address; which one, only some may read.
        email={
          request?.email ??
          contact?.email ??
          order.profiles?.email ??
          (order.user_id ? 'the address of their account' : null)
        }
      />
    </>
  )
}

const writeRating = (rating: { stars: number; comment: string | null } | null) =>
  rating && [`${rating.stars} of 5`, rating.comment].filter(Boolean).join(': ')

function listFacts(order: AdminOrder): Record<string, ReactNode> {
  const { order_requests: request } = order
  return {
    Code: codeFact(order.code),
    Product: order.crop_type,
    [request ? 'Asked for' : 'Quantity']: (
      <OrderQuantity quantity={order.quantity_text} unit={order.unit} product={order.crop_type} />
    ),
    'Also asked for': listFurther(order)
      .map(({ product, quantity_text, unit }) => `${product}, ${formatAmount(quantity_text, unit)}`)
      .join('; '),
    'Deliver to': request || order.order_deliveries?.kind === 'collect' ? null : order.delivery_address,
    Requirements: order.special_requirements,
    Total: describeTotal(order),
    'Preferred date': order.delivery_date && formatDate(order.delivery_date),
    Placed: formatDateTime(order.created_at),
    'Last change': formatDateTime(order.updated_at),
    Reason: order.decline_reason,
    'Withdrawn because': order.withdrawal_reason,
    'Credit terms': order.credit_terms_reason,
  }
}
