/** The money of an order: what the buyer claims, what stands on the statement, and recording what came or went back. */
import type { Order } from '#domain/market/order.ts'
import type { FulfilmentStatus } from '#domain/market/order-axes.ts'
import { isOwed, type OrderStatus } from '#domain/market/orders.ts'
import { describeDue } from '#domain/market/quotes.ts'
import { maySettleRemainder } from '#domain/market/remainder.ts'
import { sayMailed } from '#domain/market/told-words.ts'
import { formatMoney } from '#domain/money.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { FoldedPart } from '#site/admin/records/folded-part.tsx'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { moneyDraft } from '#site/admin/records/word-drafts.ts'
import { MoneyEntries, useWaitingKobo } from './money-entries.tsx'
import { MoneyForm } from './money-form.tsx'
import { type Account, readAccount } from './order-account.ts'
import type { AdminOrder, OrderDocuments } from './order-data.ts'
import { PaymentBadge } from './payment-badge.tsx'
import { sayIfItWaits } from './waits-for-second.ts'

const AgreedParts = loadPart(async () => (await import('./agreed-parts.tsx')).AgreedParts)
const CreditTerms = loadPart(async () => (await import('./credit-terms.tsx')).CreditTerms)
const MoreMoney = loadPart(async () => (await import('./more-money.tsx')).MoreMoney)
const MoneyMoves = loadPart(async () => (await import('./money-moves.tsx')).MoneyMoves)
const OrderLedger = loadPart(async () => (await import('./order-ledger.tsx')).OrderLedger)
const RecordRefund = loadPart(async () => (await import('./record-refund.tsx')).RecordRefund)
const RejectClaim = loadPart(async () => (await import('./reject-claim.tsx')).RejectClaim)
const SettleRemainder = loadPart(async () => (await import('./settle-remainder.tsx')).SettleRemainder)

interface PaymentPanelProps {
  order: AdminOrder
  orderDocuments: OrderDocuments
  /** It is what the order waits for. */
  isNext: boolean
}

export function PaymentPanel({ order, orderDocuments, isNext }: PaymentPanelProps) {
  const { can } = usePermissions()
  if (order.total_amount_kobo === null) return null
  const account = readAccount(order, order.total_amount_kobo, orderDocuments)
  const money = (kobo: number) => formatMoney(kobo, order.currency)
  const hasMoves =
    orderDocuments.payment_claims.length +
      orderDocuments.payments.length +
      orderDocuments.order_credits.length >
    0
  // What was agreed stands among its facts afterwards.
  const mayGiveCredit =
    can('orders.credit') &&
    !order.awaits_delivery &&
    ['pending', 'approved'].includes(order.status) &&
    isOwed(order.payment_status)
  // Of an order that ended all goes back, and before its delivery has a price nobody knows what it owes.
  const isOwedKnown = order.status !== 'declined' && !order.awaits_delivery
  const askedAboveKobo = isOwedKnown ? account.openKobo : Number.POSITIVE_INFINITY
  return (
    <section className="drawer-part" aria-label="Payment">
      <h3>Payment</h3>
      <p className="flex flex-wrap items-center gap-3">
        <PaymentBadge status={order.payment_status} isUnderpaid={(account.due?.nowKobo ?? 0) > 0} />
        <span className="num">
          {money(account.receivedKobo)} of {money(order.total_amount_kobo)} received
          {account.takenOffKobo > 0 && `, ${money(account.takenOffKobo)} taken off`}
        </span>
      </p>
      {order.refund_due_kobo > 0 && (
        <p className="num">
          <strong>{money(order.refund_due_kobo)} is due back</strong>
        </p>
      )}
      {account.due && <p className="num">{describeDue(account.due, order.currency)}</p>}
      {/* One alone is all that is due. */}
      {orderDocuments.order_instalments.length > 1 && (
        <AgreedParts order={order} orderDocuments={orderDocuments} />
      )}
      {hasMoves && (
        <MoneyMoves
          order={order}
          orderDocuments={orderDocuments}
          account={account}
          askedAboveKobo={askedAboveKobo}
        />
      )}
      <MoneyEntries orderId={order.id} openKobo={askedAboveKobo} />
      {mayGiveCredit && (
        <FoldedPart
          key={`credit-${order.credit_terms_reason}`}
          step="credit"
          title="Credit terms"
          isOpen={order.credit_terms_reason !== null}
        >
          {() => <CreditTerms order={order} />}
        </FoldedPart>
      )}
      {can('payments.confirm') && <RecordMoney order={order} account={account} isNext={isNext} />}
      <FoldedPart title="Ledger">{() => <OrderLedger orderId={order.id} />}</FoldedPart>
    </section>
  )
}

const returnable = ['refund_due', 'overpaid']

interface RecordMoneyProps extends Pick<PaymentPanelProps, 'order' | 'isNext'> {
  account: Account
}

function RecordMoney({ order, account, isNext }: RecordMoneyProps) {
  const { openKobo, due, claimedKobo, receivedKobo } = account
  const waitingKobo = useWaitingKobo(order.id, 'receipt')
  // A claim of more than is open is said beside it (money-moves.tsx), and not offered for a press; nor is what waits already.
  const askedKobo = claimedKobo && claimedKobo <= openKobo ? claimedKobo : due?.nowKobo || openKobo
  const expectedKobo = Math.max(0, askedKobo - waitingKobo)
  const isExpected = isOwed(order.payment_status) && order.status !== 'declined' && !order.awaits_delivery
  const maySettle = maySettleRemainder({
    kind: order.kind as Order['kind'],
    status: order.status as OrderStatus,
    fulfilmentStatus: order.fulfilment_status as FulfilmentStatus,
    awaitsDelivery: order.awaits_delivery,
    receivedKobo,
    openKobo,
  })
  // Drawn again after each receipt: what is still missing is another sum, and a reference is used once.
  const receiptForm = (label: string, text: string) => (
    <MoneyForm
      key={`receipt-${openKobo}`}
      label={label}
      step="payment"
      isNext={isNext && isExpected}
      currency={order.currency}
      {...(isExpected ? { expectedKobo, openKobo, waitingKobo } : { expectedKobo: null })}
      options={{
        tables: ['orders', 'admin_notices'],
        // What waits for a second person shows as such beside it, and is not done yet.
        done: (answer) => sayIfItWaits(answer) ?? { title: 'Payment recorded', text },
      }}
      draft={moneyDraft(order.id, 'receipt', openKobo)}
      send={(line) => (client) => client.rpc('confirm_payment', { order_id: order.id, details: { ...line } })}
    />
  )
  return (
    <>
      {isExpected && receiptForm('Confirm payment', sayMailed(order.told_by))}
      {order.payment_status === 'claimed' && <RejectClaim order={order} />}
      {isExpected && order.payment_status !== 'claimed' && maySettle && (
        <FoldedPart
          key={`rest-${openKobo}-${due?.nowKobo}`}
          step="settle"
          title="Settle the rest without money"
        >
          {() => <SettleRemainder order={order} openKobo={openKobo} dueKobo={due?.nowKobo ?? 0} />}
        </FoldedPart>
      )}
      {returnable.includes(order.payment_status) && <RecordRefund order={order} isNext={isNext} />}
      {!isExpected && <MoreMoney order={order} receiptForm={receiptForm} />}
    </>
  )
}
