/** Shown in place of the form once an order is stored. */
import { type ReactNode, useEffect, useRef } from 'react'
import { listParties, targetPriceTerm, writeSeller } from '#domain/market/contract-parties.ts'
import { listTerms, readTerms } from '#domain/market/contract-terms.ts'
import { orderConfirmationWords as words } from '#domain/market/order-guide.ts'
import type { OrderRequest } from '#domain/market/order-request.ts'
import type { SubmittedOrder } from '#domain/market/orders.ts'
import { describeNextStep, type OrderStanding } from '#site/market/market-orders/describe-order.ts'
import { accountOrderPath } from '#site/member-paths.ts'
import { asName, type Company, useCompany } from '#site/page-company.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { OrderSummary } from './order-summary.tsx'

/** Nobody has looked at it yet. */
const justRequested: Omit<OrderStanding, 'createdAt'> = {
  kind: 'bulk',
  status: 'pending',
  paymentStatus: 'unpaid',
  fulfilmentStatus: 'none',
  totalKobo: null,
  currency: 'NGN',
  refundDueKobo: 0,
  paidKobo: 0,
  declineReason: null,
  declineCode: null,
  expiresAt: null,
  goodsReleased: false,
  payments: [],
  disputes: [],
  credits: [],
  quotes: [],
  instalments: [],
  isOnCredit: false,
}

interface OrderConfirmationProps {
  order: SubmittedOrder
  request: OrderRequest
  onAnother: () => void
  children?: ReactNode
}

export function OrderConfirmation({ order, request, onAnother, children }: OrderConfirmationProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const company = useCompany()
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-2xl">
          {words.title}
        </h2>
        <p>
          {words.copy} <strong className="wrap-anywhere">{request.email}</strong>.
        </p>
      </div>
      <OrderSummary
        order={{
          code: order.code,
          status: order.status,
          nextStep: describeNextStep({ ...justRequested, status: order.status, createdAt: order.created_at }),
          createdAt: order.created_at,
          product: request.product,
          quantity: request.quantity,
          unit: request.unit,
          deliveryAddress: request.deliveryLocation,
          preferredDate: request.preferredDate,
          further: request.lines ?? [],
          more: listRequested(request, company),
        }}
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={accountOrderPath(order.id)}>{words.open}</ButtonLink>
        <Button variant="outline" onClick={onAnother}>
          {words.another}
        </Button>
      </div>
      {children}
    </div>
  )
}

/** What was requested beside product and place, as the buyer wrote it, and both parties, as the order's own page has them. */
function listRequested(request: OrderRequest, { companyName, registration, offices: [head] }: Company) {
  const { incoterms, namedPlace, grade, packing, tolerancePercent, paymentTerms } = request
  const terms = readTerms({
    ...{ payment_terms: paymentTerms, incoterms, named_place: namedPlace || null },
    ...{ grade: grade || null, packing: packing || null, tolerance_percent: tolerancePercent || null },
  })
  return [
    ...listTerms(terms),
    ...[
      { term: words.seller, detail: writeSeller(registration ?? asName(companyName), head?.address) },
      ...listParties({
        ...{ buyerCompany: request.companyName, buyerContact: request.contactPerson },
        ...{ buyerAddress: request.address, buyerCountry: request.country },
      }),
    ].map(({ term, detail }) => ({ term, detail: <span className="whitespace-pre-line">{detail}</span> })),
    ...(request.targetPrice ? [{ term: targetPriceTerm, detail: request.targetPrice }] : []),
    ...(request.purchaseOrderNumber
      ? [{ term: words.purchaseOrder, detail: request.purchaseOrderNumber }]
      : []),
  ]
}
