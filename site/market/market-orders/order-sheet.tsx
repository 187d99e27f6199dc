/** The order on paper: its code, how far it is, its lines and total, and where it goes. */
import { formatDate, formatDateInWords } from '#domain/dates.ts'
import type { Order } from '#domain/market/order.ts'
import { formatPack, type PackUnit } from '#domain/market/products.ts'
import { dueWords } from '#domain/market/quotes.ts'
import { formatMoney } from '#domain/money.ts'
import { Confirmation, FactList } from '#site/ui/confirmation.tsx'
import { cx } from '#site/ui/cx.ts'
import { Icon } from '#site/ui/icons.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import {
  describeNextStep,
  describePayment,
  formatOrderTime,
  fulfilmentWords,
  listStations,
  wordOfStatus,
} from './describe-order.ts'
import { QuoteLines } from './quote-lines.tsx'

export function OrderSheet({ order }: { order: Order }) {
  const { requested, contact, remarks } = order
  const agreed = order.quotes.find(({ status }) => status === 'accepted')
  return (
    <Confirmation
      label={order.kind === 'bulk' ? 'Bulk order' : 'Marketplace order'}
      code={order.code}
      status={<StatusBadge status={order.status} word={wordOfStatus(order)} />}
    >
      <p className="max-w-none border-b border-line bg-sand px-6 py-4 font-semibold">
        {describeNextStep(order)}
      </p>
      <Stations order={order} />
      {(order.items.length > 0 || agreed) && (
        <div className="border-b border-line px-6 py-4">
          {agreed ? <QuoteLines lines={agreed.lines} currency={agreed.currency} /> : <Items order={order} />}
          {order.totalKobo !== null && (
            <p className="flex items-baseline justify-between gap-4 pt-3 text-lg">
              <span>Total</span>
              <strong className="num">{formatMoney(order.totalKobo, order.currency)}</strong>
            </p>
          )}
        </div>
      )}
      <FactList
        facts={[
          ...(requested
            ? [
                { term: 'Product', detail: requested.product },
                {
                  term: 'Quantity',
                  detail: <span className="num">{`${requested.quantity} ${requested.unit}`}</span>,
                },
              ]
            : []),
          ...(requested && !agreed && order.totalKobo !== null
            ? [{ term: 'Total', detail: <strong>{formatMoney(order.totalKobo, order.currency)}</strong> }]
            : []),
          ...(agreed
            ? [
                { term: 'Agreed on', detail: formatOrderTime(agreed.acceptedAt ?? agreed.createdAt) },
                { term: 'Payment terms', detail: agreed.paymentTerms },
              ]
            : []),
          ...(agreed?.note
            ? [
                {
                  term: 'Our note',
                  detail: <span className="whitespace-pre-line wrap-anywhere">{agreed.note}</span>,
                },
              ]
            : []),
          { term: 'Payment', detail: describePayment(order) },
          ...order.instalments.map(({ percent, due, amountKobo }) => ({
            term: `${percent}% ${dueWords[due]}`,
            detail: <span className="num">{formatMoney(amountKobo, order.currency)}</span>,
          })),
          ...order.payments.map(({ kind, amountKobo, valueDate }) => ({
            term: kind === 'receipt' ? 'Received' : 'Sent back',
            detail: `${formatMoney(amountKobo, order.currency)} on ${formatDateInWords(valueDate)}`,
          })),
          { term: 'Delivery', detail: fulfilmentWords[order.fulfilmentStatus] },
          {
            term: 'Deliver to',
            detail: (
              <span className="whitespace-pre-line">
                {[contact?.name, order.deliveryAddress, contact?.phone].filter(Boolean).join('\n')}
              </span>
            ),
          },
          ...(remarks
            ? [{ term: 'Remarks', detail: <span className="whitespace-pre-line">{remarks}</span> }]
            : []),
          { term: 'Placed', detail: formatOrderTime(order.createdAt) },
        ]}
      />
    </Confirmation>
  )
}

/** Ordered, claimed, confirmed, sent: a mark and a day where it is done. */
function Stations({ order }: { order: Order }) {
  const stations = listStations(order)
  return (
    <ol className="border-b border-line px-6 py-3" aria-label="How far it is">
      {stations.map(({ label, at }) => (
        <li key={label} className={cx('flex items-baseline gap-3 py-1', !at && 'text-stone')}>
          <Icon name={at ? 'check' : 'clock'} className={cx('self-center', at && 'text-leaf')} />
          <span className={cx('grow', at && 'font-semibold')}>{label}</span>
          <span className="num text-sm">{at ? formatDate(at) : 'Not yet'}</span>
        </li>
      ))}
    </ol>
  )
}

function Items({ order }: { order: Order }) {
  return (
    <ul>
      {order.items.map((item) => (
        <li
          key={`${item.productId}-${item.name}`}
          className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-sand py-2"
        >
          <span className="min-w-0">
            <span className="font-semibold">{item.name}</span>{' '}
            <span className="text-sm text-stone">
              {formatPack(item.packAmount, item.packUnit as PackUnit)} from {item.farmer}
            </span>
          </span>
          <span className="num text-right">
            {item.quantity} × {formatMoney(item.priceKobo, order.currency)} ={' '}
            <strong>{formatMoney(item.totalKobo, order.currency)}</strong>
          </span>
        </li>
      ))}
    </ul>
  )
}
