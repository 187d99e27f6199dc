/** The money of an order: what the buyer claims, what stands on the statement, and recording what came or went back. */
import { formatDate, formatDateTime } from '#domain/dates.ts'
import { countPaid, type OrderPayment } from '#domain/market/order.ts'
import { canTakeMoney } from '#domain/market/order-axes.ts'
import { dueWords } from '#domain/market/quotes.ts'
import { formatMoney } from '#domain/money.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { OpenFile } from '#site/admin/records/open-file.tsx'
import { Refusal } from '#site/admin/refusal.tsx'
import { type ActionOptions, useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import { CreditTerms } from './credit-terms.tsx'
import { MoneyEntries } from './money-entries.tsx'
import { MoneyForm } from './money-form.tsx'
import type { AdminOrder, OrderDocuments } from './order-data.ts'
import { PaymentBadge } from './order-words.tsx'

interface PaymentPanelProps {
  order: AdminOrder
  orderDocuments: OrderDocuments
}

export function PaymentPanel({ order, orderDocuments }: PaymentPanelProps) {
  const { can } = usePermissions()
  if (order.total_amount_kobo === null) return null
  const paid = countPaid({
    payments: orderDocuments.payments.map(({ kind, amount_kobo }) => ({
      kind: kind as OrderPayment['kind'],
      amountKobo: amount_kobo,
    })),
    disputes: orderDocuments.order_disputes.map(({ refund_kobo }) => ({ refundKobo: refund_kobo })),
  })
  const money = (kobo: number) => formatMoney(kobo, order.currency)
  return (
    <section className="drawer-part" aria-label="Payment">
      <h3>Payment</h3>
      <p className="flex flex-wrap items-center gap-3">
        <PaymentBadge status={order.payment_status} />
        <span className="num">
          {money(paid)} of {money(order.total_amount_kobo)} received
        </span>
      </p>
      <ul className="ruled num">
        {orderDocuments.order_instalments.map((part) => (
          <li key={`part-${part.position}`}>
            {part.percent}% {dueWords[part.due as keyof typeof dueWords] ?? part.due}:{' '}
            {money(part.amount_kobo)}
          </li>
        ))}
        {orderDocuments.payment_claims.map((claim) => (
          <li key={`claim-${claim.id}`}>
            <p>
              Claimed on {formatDateTime(claim.created_at)}: “{claim.words}”
            </p>
            {claim.note && <p className="whitespace-pre-line">{claim.note}</p>}
            {claim.proof_path && can('payments.confirm') && (
              <OpenFile
                request={{
                  recordType: 'orders',
                  recordId: order.id,
                  what: 'payment_proof',
                  path: claim.proof_path,
                }}
                label="Open the proof"
              />
            )}
          </li>
        ))}
        {orderDocuments.payments.map((payment) => (
          <li key={payment.id} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {payment.kind === 'receipt' ? 'Received' : 'Sent back'} {formatDate(payment.value_date)},{' '}
              <span className="code">{payment.bank_reference}</span>
              {payment.transfer_kobo && `, part of ${money(payment.transfer_kobo)}`}
            </span>
            <span>{money(payment.amount_kobo)}</span>
          </li>
        ))}
      </ul>
      <MoneyEntries orderId={order.id} />
      <CreditTerms key={`credit-${order.credit_terms_reason}`} order={order} />
      {can('payments.confirm') && <RecordMoney order={order} missingKobo={order.total_amount_kobo - paid} />}
    </section>
  )
}

const payable = ['unpaid', 'claimed', 'underpaid']
/** The buyer is not notified of money that came after these: it goes back, and they are notified when it did. */
const afterReturn = ['refund_due', 'refunded']
const returnable = ['refund_due', 'overpaid']

/** A large amount is entered, and counts when a second person has confirmed it. */
function waits(answer: unknown) {
  return (answer as { waitsForSecondPerson?: boolean } | null)?.waitsForSecondPerson
    ? { title: 'Entered', text: 'It counts when a second person has confirmed it.' }
    : undefined
}

function RecordMoney({ order, missingKobo }: { order: AdminOrder; missingKobo: number }) {
  const isExpected = payable.includes(order.payment_status) && order.status !== 'declined'
  const goesBack = order.status === 'declined' || afterReturn.includes(order.payment_status)
  // What waits for a second person shows as such beside it, and is not done yet.
  const tables = ['orders', 'admin_notices']
  const receipt: ActionOptions = {
    tables,
    done: (answer) =>
      waits(answer) ?? {
        title: 'Payment recorded',
        text: goesBack ? 'It is due back to the buyer.' : 'The buyer has been told.',
      },
  }
  const refusing = useAction({
    tables: ['orders'],
    done: { title: 'Claim rejected', text: 'The buyer has been told that the money was not found.' },
  })
  const refund: ActionOptions = {
    tables,
    done: (answer) => waits(answer) ?? { title: 'Refund recorded' },
  }
  // Drawn again after each receipt: what is still missing is another sum, and a reference is used once.
  const receiptForm = (label: string) => (
    <MoneyForm
      key={`receipt-${missingKobo}`}
      label={label}
      currency={order.currency}
      expectedKobo={isExpected ? missingKobo : null}
      options={receipt}
      send={(line) => (client) => client.rpc('confirm_payment', { order_id: order.id, details: { ...line } })}
    />
  )
  return (
    <>
      {isExpected && receiptForm('Confirm payment')}
      {order.payment_status === 'claimed' && (
        <div className="grid gap-3">
          <Refusal action={refusing} />
          <div>
            <Button
              size="sm"
              variant="outline"
              busy={refusing.isBusy}
              busyLabel="Rejecting..."
              onClick={() =>
                refusing.run((client) => client.rpc('reject_payment_claim', { order_id: order.id }))
              }
            >
              Not on the statement: reject the claim
            </Button>
          </div>
        </div>
      )}
      {returnable.includes(order.payment_status) && (
        <MoneyForm
          key={`refund-${order.refund_due_kobo}`}
          label="Record refund"
          currency={order.currency}
          expectedKobo={order.refund_due_kobo}
          options={refund}
          send={(line) => (client) =>
            client.rpc('record_refund', { order_id: order.id, details: { ...line } })
          }
        />
      )}
      {!isExpected && canTakeMoney(order) && (
        <details>
          <summary>More money came</summary>
          <div className="grid gap-3 pt-3">
            <p>
              {goesBack
                ? 'What came all the same is recorded, and is due back to the buyer.'
                : 'What came above the total is recorded, and the surplus is due back to the buyer.'}
            </p>
            {receiptForm('Record more money')}
          </div>
        </details>
      )}
    </>
  )
}
