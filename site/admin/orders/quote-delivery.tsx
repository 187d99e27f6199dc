/** The delivery of a marketplace order: what was chosen, its price where it is quoted before anybody pays, and another day. */

import { formatDateInWords, formatDayInWords, getLagosDay } from '#domain/dates.ts'
import { type Delivery, describeDelivery, formatWeight } from '#domain/market/delivery.ts'
import { deliveryPartWords as words } from '#domain/market/delivery-part-words.ts'
import { readDelivery } from '#domain/market/order.ts'
import { nobodyTold } from '#domain/nobody-told.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { FoldedPart } from '#site/admin/records/folded-part.tsx'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { Notice } from '#site/ui/panel.tsx'
import type { AdminOrder } from './order-data.ts'

const QuoteForm = loadPart(async () => (await import('./delivery-forms.tsx')).QuoteForm)
const AgreeByPhone = loadPart(async () => (await import('./delivery-forms.tsx')).AgreeByPhone)
const ChangeDay = loadPart(async () => (await import('./delivery-forms.tsx')).ChangeDay)

export function QuoteDelivery({ order }: { order: AdminOrder }) {
  const { can } = usePermissions()
  const { order_deliveries: row } = order
  if (!row) return null
  const delivery = readDelivery(row)
  const isOpen = order.awaits_delivery && order.status === 'pending'
  const isUntold = order.to_ring === words.price.news && order.told_by !== 'sms'
  const title = delivery.kind === 'collect' ? words.collectedTitle : words.title
  return (
    <section className="drawer-part" data-step="delivery" tabIndex={-1} aria-label={title}>
      <h3>{title}</h3>
      <p>{describeForStaff({ ...delivery, day: findDay(order, row) }, order.status === 'declined')}</p>
      {row.weight_grams !== null && <p className="num">{formatWeight(row.weight_grams)}</p>}
      {isOpen && row.quoted_at && (
        <p>
          {order.told_by && !isUntold ? words.quotedOn : words.pricedOn} {formatDateInWords(row.quoted_at)}
          {isUntold && `. ${nobodyTold}`}
        </p>
      )}
      {isOpen && can('orders.decide') && <QuoteForm order={order} priceKobo={row.price_kobo} day={row.day} />}
      {isOpen && can('orders.decide') && row.quoted_at && row.day && row.price_kobo !== null && (
        <AgreeByPhone order={order} priceKobo={row.price_kobo} vatKobo={row.vat_kobo ?? 0} day={row.day} />
      )}
      {row.day && !order.awaits_delivery && isStillToCome(order) && can('orders.decide') && (
        <DayToChange key={row.day} order={order} day={row.day} isCollected={row.kind === 'collect'} />
      )}
    </section>
  )
}

/** As public.change_delivery_day takes it. */
const isStillToCome = ({ status, fulfilment_status }: AdminOrder) =>
  ['pending', 'approved'].includes(status) && ['none', 'preparing', 'dispatched'].includes(fulfilment_status)

function DayToChange({ order, day, isCollected }: { order: AdminOrder; day: string; isCollected: boolean }) {
  const isPassed = !isCollected && day < getLagosDay(new Date())
  return (
    <>
      {isPassed && (
        <Notice kind="warn">
          {order.status === 'pending' ? words.changeDay.passed : words.changeDay.passedOnTheWay}
        </Notice>
      )}
      <FoldedPart title={words.changeDay.label} isOpen={isPassed}>
        {() => <ChangeDay order={order} expected={day} />}
      </FoldedPart>
    </>
  )
}

/** Of goods that were brought, the day on which they came, as their buyer reads it (how-it-comes.ts). */
export const findDay = (
  { delivered_at, fulfilment_status }: Pick<AdminOrder, 'delivered_at' | 'fulfilment_status'>,
  { kind, day }: { kind: string; day: string | null },
): string | null =>
  delivered_at && kind !== 'collect' && ['delivered', 'disputed'].includes(fulfilment_status)
    ? getLagosDay(new Date(delivered_at))
    : day

/** What the buyer chose, in one line; describeDelivery says the same to the buyer. Nothing waits for an order that has ended. */
export function describeForStaff(delivery: Delivery, hasEnded: boolean): string {
  const { kind, name, address, day, hours, priceKobo, isAgreed } = delivery
  if (kind === 'collect') {
    if (!name) return 'Agree with the buyer where and when they collect the goods'
    return `${name}, ${address}${day ? `, from ${formatDayInWords(day)}` : ''} (${hours}). Free`
  }
  if (priceKobo == null) return hasEnded ? 'No price was quoted' : 'Quote the price and the day first'
  const offered = [describeDelivery({ ...delivery, isAgreed: true }), name].filter(Boolean).join(', ')
  if (isAgreed) return offered
  return `${offered}. ${hasEnded ? 'It was not accepted' : 'It waits for the buyer’s answer'}`
}
