/** The sheet of an order: its code, how far it is, its lines and total, and where it goes. */
import type { ReactNode } from 'react'
import { formatDateInWords } from '#domain/dates.ts'
import { isCollected, listWeight } from '#domain/market/delivery.ts'
import { deliveryWords } from '#domain/market/delivery-words.ts'
import { countDeducted, countPaidOfNet, type Order } from '#domain/market/order.ts'
import { findOrderWord } from '#domain/market/orders.ts'
import { formatPack, type PackUnit } from '#domain/market/products.ts'
import { formatMoney } from '#domain/money.ts'
import { VatNote, VatRows } from '#site/market/delivery/vat-rows.tsx'
import { Confirmation, FactList } from '#site/ui/confirmation.tsx'
import { cx } from '#site/ui/cx.ts'
import { Icon } from '#site/ui/icons.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import { ContractBlock } from './contract-block.tsx'
import {
  describeGoods,
  describeNet,
  describeNextStep,
  describePayment,
  findShownDelivery,
  isNeverSent,
  isOfferOver,
} from './describe-order.ts'
import { describeParts } from './describe-parts.ts'
import { describeHowItComes } from './how-it-comes.ts'
import { describePaid, listStations } from './order-stations.ts'
import { formatOrderTime } from './order-time.ts'

const paymentTerms = { receipt: 'Received', refund: 'Sent back', correction: 'Corrected by us' } as const

interface OrderSheetProps {
  order: Order
  /** There is an account to pay it to, as far as is known. */
  hasAccount?: boolean
  /** The one thing to do now, under the sentence that asks for it. */
  action?: ReactNode
  /** What the buyer may answer to a quote, under it. */
  answer?: ReactNode
}

export function OrderSheet({ order, hasAccount = true, action, answer }: OrderSheetProps) {
  const { requested, contact, remarks } = order
  const delivery = findShownDelivery(order)
  const howItComes = describeHowItComes(order)
  return (
    <Confirmation
      label={order.kind === 'bulk' ? 'Bulk order' : 'Marketplace order'}
      code={order.code}
      status={<StatusBadge status={order.status} word={findOrderWord(order)} />}
    >
      <div className="grid justify-items-start gap-3 border-b border-line bg-sand px-6 py-4">
        <p className="max-w-none font-semibold">{describeNextStep({ ...order, hasAccount })}</p>
        {action}
      </div>
      {requested && <ContractBlock requested={requested} quotes={order.quotes} />}
      {answer}
      {requested && order.totalKobo !== null && <MoneyBar order={order} totalKobo={order.totalKobo} />}
      <Stations order={order} />
      {order.items.length > 0 && (
        <div className="border-b border-line px-6 py-4">
          <Items order={order} />
          <Delivery order={order} />
          <VatRows lines={order.vat} currency={order.currency} />
          {order.totalKobo !== null && (
            <p className="flex items-baseline justify-between gap-4 pt-3 text-lg">
              <span>{order.awaitsDelivery ? deliveryWords.totalBefore : 'Total'}</span>
              <strong className="num">{formatMoney(order.totalKobo, order.currency)}</strong>
            </p>
          )}
        </div>
      )}
      <FactList
        facts={[
          ...(requested && order.quotes.length === 0 && order.totalKobo !== null
            ? [{ term: 'Total', detail: <strong>{formatMoney(order.totalKobo, order.currency)}</strong> }]
            : []),
          { term: 'Payment', detail: describePayment(order) },
          ...describeParts(order).map(({ term, detail }) => ({
            term,
            detail: <span className="num">{detail}</span>,
          })),
          // Where the whole of a shared transfer alone was corrected, nothing of this order changed.
          ...order.payments
            .filter(({ amountKobo }) => amountKobo !== 0)
            .map(({ kind, amountKobo, valueDate, at }) => ({
              term: paymentTerms[kind],
              detail: `${formatMoney(amountKobo, order.currency)} on ${formatDateInWords(kind === 'correction' ? at : valueDate)}`,
            })),
          ...describeNet(order).map(({ term, amountKobo }) => ({
            term,
            detail: <span className="num">{formatMoney(amountKobo, order.currency)}</span>,
          })),
          ...(howItComes ? [{ term: deliveryWords.howItComes, detail: howItComes }] : []),
          ...(delivery ? listWeight(delivery) : []).map(([term, detail]) => ({
            term,
            detail: <span className="num">{detail}</span>,
          })),
          // How far a contract is, its steps say; where it goes, its terms.
          ...(requested
            ? []
            : [
                ...(isNeverSent(order)
                  ? []
                  : [{ term: isCollected(order) ? 'Goods' : 'Delivery', detail: describeGoods(order) }]),
                {
                  term: isCollected(order) ? 'Collected by' : 'Deliver to',
                  detail: (
                    <span className="whitespace-pre-line">
                      {[contact?.name, !isCollected(order) && order.deliveryAddress, contact?.phone]
                        .filter(Boolean)
                        .join('\n')}
                    </span>
                  ),
                },
              ]),
          ...(remarks
            ? [
                {
                  term: requested ? 'Remarks in your request' : 'Remarks',
                  detail: <span className="whitespace-pre-line">{remarks}</span>,
                },
              ]
            : []),
          { term: 'Placed', detail: formatOrderTime(order.createdAt) },
        ]}
      />
    </Confirmation>
  )
}

/** What has come of the agreed price. */
function MoneyBar({ order, totalKobo }: { order: Order; totalKobo: number }) {
  return (
    <div className="grid gap-2 border-b border-line px-6 py-4">
      <p className="num font-semibold">{describePaid(order, totalKobo)}</p>
      <meter
        className="bar"
        min={0}
        max={totalKobo}
        value={Math.min(countPaidOfNet(order) + countDeducted(order), totalKobo)}
        aria-hidden="true"
      />
    </div>
  )
}

/** A mark, a day and an amount where it is done. */
function Stations({ order }: { order: Order }) {
  const stations = listStations(order)
  return (
    <ol className="border-b border-line px-6 py-3" aria-label="How far it is">
      {stations.map(({ label, at, detail }) => (
        <li key={label} className={cx('flex items-baseline gap-3 py-1', !at && 'text-stone')}>
          <Icon name={at ? 'check' : 'clock'} className={cx('self-center', at && 'text-leaf')} />
          <span className="grid min-w-0 grow grid-cols-1 items-baseline gap-x-3 sm:flex sm:justify-between">
            <span>
              <span className={cx(at && 'font-semibold')}>{label}</span>
              {detail && <span className="num block text-sm text-stone">{detail}</span>}
            </span>
            <span className="num text-sm sm:whitespace-nowrap">{at ? formatDateInWords(at) : 'Not yet'}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** What stands between the goods and the total, where a delivery was chosen. */
function Delivery({ order }: { order: Order }) {
  const { deliveryKobo, currency } = order
  const delivery = findShownDelivery(order)
  if (!delivery || delivery.kind === 'collect') return null
  const open =
    delivery.priceKobo == null
      ? deliveryWords.summaryOpen
      : isOfferOver(order)
        ? deliveryWords.summaryOver
        : deliveryWords.summaryOffered
  const price = deliveryKobo === 0 ? deliveryWords.free : formatMoney(deliveryKobo, currency)
  return (
    <p className="flex items-baseline justify-between gap-4 pt-3">
      <span>{deliveryWords.delivery}</span>
      <span className="num">{delivery.isAgreed ? price : open}</span>
    </p>
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
            <VatNote of={item.vat} among={order.items} />
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
