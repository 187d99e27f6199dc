/** What happened to the money of an order: claims of its buyer, what came and went back, and what was taken off. */
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { formatDate, formatDateTime } from '#domain/dates.ts'
import { isRejected, readEvent } from '#domain/market/claim-story.ts'
import type { OrderPayment } from '#domain/market/order.ts'
import { formatMoney } from '#domain/money.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { FoldedPart } from '#site/admin/records/folded-part.tsx'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { moneyEntriesQuery, useWaitingKobo } from './money-entries.tsx'
import { type Account, sayNet } from './order-account.ts'
import type { AdminOrder, OrderDocuments } from './order-data.ts'

const CorrectPayment = loadPart(async () => (await import('./correct-payment.tsx')).CorrectPayment)
const OpenFile = loadPart(async () => (await import('#site/admin/records/open-file.tsx')).OpenFile)

const movedWords = { receipt: 'Received', refund: 'Sent back', correction: 'Corrected' } as const

const creditWords = {
  complaint: 'Taken off after a complaint',
  fee: 'Kept by a bank',
  write_off: 'Written off',
} as const

/** In place of the form, which its sender was in; once it is decided, they go on where the form is opened. */
function CorrectionWaits({ isOwn }: { isOwn: boolean }) {
  const place = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const box = place.current
    if (isOwn && document.activeElement === document.body) box?.focus()
    return () => {
      if (box && document.activeElement === box) box.closest('details')?.querySelector('summary')?.focus()
    }
  }, [isOwn])
  return (
    <p ref={place} tabIndex={-1} className="pt-3">
      A correction of this payment waits for a second person, below: until it is confirmed or taken back, no
      other one can be entered.
    </p>
  )
}

interface MoneyMovesProps {
  order: AdminOrder
  orderDocuments: OrderDocuments
  account: Account
  /** Above what sum of money that comes is asked about. */
  askedAboveKobo: number
}

export function MoneyMoves({ order, orderDocuments, account, askedAboveKobo }: MoneyMovesProps) {
  const { can } = usePermissions()
  const money = (kobo: number) => formatMoney(kobo, order.currency)
  // A receipt with its corrections.
  const countCame = (paymentId: string) =>
    orderDocuments.payments
      .filter(({ id, corrects_id }) => id === paymentId || corrects_id === paymentId)
      .reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
  const waiting = useQuery(moneyEntriesQuery(order.id)).data ?? []
  const waitingKobo = useWaitingKobo(order.id, 'receipt')
  const findCorrection = ({ bank_reference }: OrderDocuments['payments'][number]) =>
    waiting.find((entry) => entry.kind === 'correction' && entry.bank_reference === bank_reference)
  // Where a part is due later, what is due once the goods have left is no mistake.
  const isPartLater = orderDocuments.order_instalments.some(({ due }) => due !== 'in_advance')
  const missingKobo =
    ['approved', 'completed'].includes(order.status) &&
    (!isPartLater || ['none', 'preparing'].includes(order.fulfilment_status)) &&
    orderDocuments.payments.some(({ kind, amount_kobo }) => kind === 'correction' && amount_kobo < 0)
      ? (account.due?.nowKobo ?? 0)
      : 0
  const story = {
    events: orderDocuments.order_events.map(readEvent),
    payments: orderDocuments.payments.map(({ kind, created_at }) => ({
      kind: kind as OrderPayment['kind'],
      at: created_at,
    })),
  }
  return (
    <>
      {missingKobo > 0 && (
        <Notice kind="warn">
          <strong className="num">{money(missingKobo)} is missing.</strong> When this order was approved, more
          was recorded as received than came. Nothing of it was undone: please send or hand out nothing more
          until the money is here.
        </Notice>
      )}
      {account.claimedKobo !== null && account.claimedKobo > account.openKobo && (
        <Notice kind="look">
          <strong className="num">The buyer says that they sent {money(account.claimedKobo)}.</strong>{' '}
          <span className="num">{money(account.openKobo)}</span> is still to be paid. Confirm what stands on
          the statement.
        </Notice>
      )}
      {account.net && <p className="num">{sayNet(account.net, money)}</p>}
      <ul className="ruled num">
        {orderDocuments.payment_claims.map((claim) => (
          <li key={`claim-${claim.id}`}>
            <p>
              Claimed on {formatDateTime(claim.created_at)}
              {claim.amount_kobo !== null && `, ${money(claim.amount_kobo)}`}: “{claim.words}”
              {isRejected(claim.created_at, story) && ', not found'}
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
              {movedWords[payment.kind as keyof typeof movedWords]}{' '}
              {formatDate(payment.kind === 'correction' ? payment.created_at : payment.value_date)},{' '}
              <span className="code">{payment.bank_reference}</span>
              {payment.transfer_kobo && `, part of ${money(payment.transfer_kobo)}`}
            </span>
            <span>{money(payment.amount_kobo)}</span>
            {payment.kind === 'receipt' && can('payments.confirm') && (
              <FoldedPart className="w-full" step="correct" title="Correct this">
                {() => {
                  const correction = findCorrection(payment)
                  if (correction) return <CorrectionWaits isOwn={correction.is_own} />
                  return (
                    <CorrectPayment
                      payment={payment}
                      wasKobo={countCame(payment.id)}
                      openKobo={Math.max(0, askedAboveKobo - waitingKobo)}
                      waitingKobo={waitingKobo}
                    />
                  )
                }}
              </FoldedPart>
            )}
          </li>
        ))}
        {orderDocuments.order_credits.map((credit) => (
          <li key={credit.id} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {creditWords[credit.kind as keyof typeof creditWords]} {formatDateTime(credit.created_at)}
            </span>
            <span>{money(credit.amount_kobo)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
