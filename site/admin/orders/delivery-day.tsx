/** When an order reaches its buyer, as lists and their printed pages show it. */
import { formatDate } from '#domain/dates.ts'
import { describeWindow } from '#domain/market/delivery-window.ts'
import { orderDeliveryWords as words } from '#domain/market/order-delivery-words.ts'
import { groupPhone } from '#domain/phone-groups.ts'
import { Lines } from '#site/admin/records/lines.tsx'
import { by } from '#site/admin/records/list-filters.ts'
import type { AdminOrder } from './order-data.ts'

/** For a contract, the window of its accepted quote, else of the last one, else what the buyer requested. */
function describeContractDay({ quotes, delivery_date }: AdminOrder): string | null {
  const [last] = quotes.toSorted((one, other) => other.created_at.localeCompare(one.created_at))
  const counts = quotes.find(({ status }) => status === 'accepted') ?? last
  const window = counts && describeWindow({ windowFrom: counts.window_from, windowTo: counts.window_to })
  return window ?? (delivery_date && words.requestedBy(formatDate(delivery_date)))
}

function DeliveryDay({ order }: { order: AdminOrder }) {
  const { order_deliveries: chosen, order_contacts: contact, order_requests: request } = order
  const phone = contact?.phone ?? request?.phone
  const day = chosen ? chosen.day && formatDate(chosen.day) : describeContractDay(order)
  return (
    <Lines
      main={day || words.noDay}
      more={{
        to: chosen?.kind !== 'collect' && order.delivery_address,
        phone: phone && groupPhone(phone),
        how: chosen && describeHow(chosen, order.status === 'declined'),
      }}
      text={order.special_requirements}
    />
  )
}

function describeHow(
  { kind, name, quoted_at, accepted_at }: NonNullable<AdminOrder['order_deliveries']>,
  hasEnded: boolean,
) {
  if (kind === 'collect') return name ? words.collectedAt(name) : words.collected
  if (kind === 'deliver') return name
  if (accepted_at) return words.quoted
  if (hasEnded) return words.notAgreed
  return quoted_at ? words.waitsForAnswer : words.toQuote
}

/** The day first, since it is what is sorted by; then where the goods go. */
export const deliveryDay = {
  label: words.column,
  sorts: by('delivery'),
  room: 'day' as const,
  cell: (order: AdminOrder) => <DeliveryDay order={order} />,
}

/** A filter of find_records: of a contract, each day of the window that was agreed. */
export const deliveryDayFilter = { name: 'day', label: words.filter }
