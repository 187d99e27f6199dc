/** Orders in the admin area. */
import { fulfilmentWords, namePayment, paymentWords } from '#domain/admin/order-state-words.ts'
import { limits } from '#domain/limits.ts'
import { isOwed, orderMachine, orderStatuses } from '#domain/market/orders.ts'
import { findAgreedGoods } from '#domain/market/quotes.ts'
import { formatMoney } from '#domain/money.ts'
import { formatAmount, formatQuantity } from '#domain/quantities.ts'
import { canChangeStatus, describeStatus } from '#domain/status-machines.ts'
import {
  type AdminColumn,
  type AdminKind,
  type Caution,
  capitalise,
  type Decisions,
} from '#site/admin/records/admin-kind.ts'
import { phoneLink } from '#site/admin/records/contact-links.tsx'
import { Lines, When } from '#site/admin/records/lines.tsx'
import { by, byDay, days, replyFilter, replyView, state } from '#site/admin/records/list-filters.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { deliveryDay, deliveryDayFilter } from './delivery-day.tsx'
import { findNextStep, refundWaits } from './next-step.ts'
import { type AdminOrder, findOrder, listFurther, listOrders } from './order-data.ts'
import { describeTotal, wordsOfGoods } from './order-words.ts'
import { PaymentBadge } from './payment-badge.tsx'

const loadSheet = () => import('./order-sheet.tsx')
const OrderSheet = loadPart(async () => (await loadSheet()).OrderSheet)
const OrderBuyer = loadPart(async () => (await loadSheet()).OrderBuyer)

const received = ['confirmed', 'overpaid']

/** What private.require_money_for_approval and private.couple_order_axes refuse, in their words. */
function findObstacle(order: AdminOrder, to: string): string | null {
  if (to !== 'declined' && order.correction_waits)
    return `Can be ${to} when the correction of its payment is confirmed or dropped`
  if (order.kind !== 'marketplace') return null
  // Approved, it could neither be declined nor expire any more, and would hold its stock without money.
  if (to === 'approved' && !received.includes(order.payment_status) && !order.credit_terms_reason)
    return 'Can be approved when its payment is confirmed'
  if (to === 'approved' && order.goods_obstacle) return `Can be approved once ${order.goods_obstacle}`
  if (to === 'completed' && order.fulfilment_status !== 'delivered')
    return order.fulfilment_status === 'disputed'
      ? 'Can be completed when its complaint is answered'
      : `Can be completed when its goods are ${wordsOfGoods(order).states.delivered?.toLowerCase()}`
  return null
}

/** The specification lets a request be approved and completed without a price and without deliveries; nobody shall do it unawares. */
function findCaution(order: AdminOrder, to: string): Caution | null {
  if (order.kind === 'bulk') {
    const caution = findBulkCaution(order, to)
    if (caution) return caution
  }
  if (to !== 'completed' || order.refund_due_kobo === 0) return null
  const back = formatMoney(order.refund_due_kobo, order.currency)
  return {
    words: `${back} is still to go back to the buyer${order.refund_to_send_kobo === 0 ? `: ${refundWaits}` : ''}`,
    how: `with ${back} still to go back`,
  }
}

function findBulkCaution(order: AdminOrder, to: string): Caution | null {
  if (to === 'approved' && order.total_amount_kobo === null)
    return {
      words: `First: ${findNextStep(order, () => true).words}. Approved now, the buyer gets a yes without a price`,
      how: 'without a price',
    }
  if (to === 'completed' && order.fulfilment_status === 'disputed')
    return { words: 'A complaint waits for its answer: answer it first', how: 'with its complaint open' }
  if (to === 'completed' && order.total_amount_kobo !== null && order.fulfilment_status !== 'delivered')
    return {
      words: 'Its goods are not marked as delivered: do that first, or it ends without a delivery',
      how: 'without a delivery',
    }
  return null
}

export const decisions: Decisions<AdminOrder> = {
  table: 'orders',
  statuses: orderStatuses,
  nextStatuses: (status) => orderStatuses.filter((next) => canChangeStatus(orderMachine, status, next)),
  isNext: (order, to) => findNextStep(order, () => true).step === to,
  inBulk: true,
  // Approved orders with money are many, and nobody declines them. A row whose approval is just shown has not heard yet of
  // what holds it back.
  isOffered: (order, to) =>
    to !== 'declined' ||
    order.status === 'pending' ||
    (order.kind === 'marketplace' && isOwed(order.payment_status) && !order.decline_obstacle),
  findObstacle,
  findCaution,
  // The database completes a quoted order without its payment only with this reason (decision 84).
  promptAtCompletion: (order) =>
    order.total_amount !== null && isOwed(order.payment_status) && !order.credit_terms_reason
      ? {
          label: 'Why this order goes on credit terms',
          help: 'Its payment is not confirmed in full. What you write is kept with the order as its credit terms.',
          missing: 'Please say why it goes on credit terms',
          minLength: limits.creditTermsReasonMin,
        }
      : null,
}

export const buyer: AdminColumn<AdminOrder> = {
  label: 'Buyer',
  sorts: by('buyer'),
  room: 'more',
  cell: (order: AdminOrder) => <Buyer order={order} />,
}
/** Numbers are read whole there, so what nobody says on the phone is left out. */
const callList = 'to_ring'
const isCallList = (step?: string) => step === callList
const isNoCallList = (step?: string) => step !== callList
export const placed: AdminColumn<AdminOrder> = {
  label: 'Placed',
  sorts: byDay,
  isIn: isNoCallList,
  cell: (order: AdminOrder) => <When at={order.created_at} changedAt={order.updated_at} />,
}
export const total = {
  label: 'Total',
  numeric: true,
  sorts: ['total', 'least'] as const,
  isIn: isNoCallList,
  cell(order: AdminOrder) {
    const words = describeTotal(order)
    return (
      <span className="line-clamp-2" title={words}>
        {words}
      </span>
    )
  },
}
export const isUnderpaid = (flags: readonly string[] = []) => flags.includes('underpaid')
const progress: AdminColumn<AdminOrder> = {
  label: 'Money, goods',
  sorts: by('money'),
  room: 'little',
  isIn: isNoCallList,
  cell: (order: AdminOrder, flags) => (
    <Lines
      main={<PaymentBadge status={order.payment_status} isUnderpaid={isUnderpaid(flags)} />}
      more={{ goods: wordsOfGoods(order).states[order.fulfilment_status] }}
    />
  ),
}

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
/** "Rice" is also in what two products are. */
const crop = {
  name: 'crop',
  label: 'Crop',
  load: async () => (await import('./list-crops.ts')).listCrops(),
}
/** What the money of the day counts (home-page.tsx). */
const money = [
  {
    name: 'money',
    label: 'Open money',
    options: [
      { value: 'claimed', label: 'Claimed' },
      { value: 'outstanding', label: 'Outstanding' },
      { value: 'to_refund', label: 'To refund' },
    ],
  },
  { name: 'received', label: 'Money received on' },
]
/** What comes of the goods begins with what is delivered first. */
const steps = [
  ['to_quote', 'To quote'],
  ['paid_to_approve', 'To approve'],
  ['to_prepare&sort=delivery', 'To prepare'],
  ['to_dispatch&sort=delivery', 'To dispatch'],
  ['to_complete', 'To complete'],
  ['letter_with_us', 'Letters'],
  ['waits_for_buyer', 'With the buyer'],
  ['needs_account', 'No account'],
  [`${callList}&sort=delivery`, 'To ring'],
] as const

export const ordersKind: AdminKind<AdminOrder> = {
  table: 'orders',
  recordType: 'orders',
  noun: 'order',
  statuses: orderStatuses.map((status) => ({ value: status, label: describeStatus(status) })),
  hasDue: true,
  filters: [
    { name: 'payment', label: 'Money', options: optionsOf(paymentWords) },
    { name: 'delivery', label: 'Goods', options: optionsOf(fulfilmentWords) },
    {
      name: 'kind',
      label: 'Kind',
      options: [
        { value: 'bulk', label: 'Bulk' },
        { value: 'marketplace', label: 'Marketplace' },
      ],
    },
    crop,
    state,
    deliveryDayFilter,
    ...money,
    replyFilter,
    ...days,
  ],
  hasFlags: true,
  // What came from an unproved address is found by the filter: the views take one line.
  views: [
    // What its place in the side bar counts, and what the home leads to.
    { title: 'To decide', query: 'step=to_decide', isQuiet: true },
    ...steps.map(([step, title]) => ({ title, query: `step=${step}` })),
    replyView,
  ],
  decisions,
  searchHelp: 'Code, buyer, phone, product, place or bank reference',
  title: { label: 'Code', text: (order) => order.code, className: 'code whitespace-nowrap' },
  nameOf: (order) => `order ${order.code}`,
  listRecords: listOrders,
  findRecord: findOrder,
  nameValue: (axis, value, order) =>
    axis === 'payment' ? namePayment(value) : wordsOfGoods(order).states[value],
  renderDetails: (order) => <OrderSheet order={order} />,
  renderSide: (order) => <OrderBuyer order={order} />,
  isSideLast: true,
  columns: [
    buyer,
    {
      label: 'Phone',
      room: 'phone',
      isIn: isCallList,
      cell: ({ order_contacts: contact, order_requests: request, code }) =>
        phoneLink(contact?.phone ?? request?.phone, code),
    },
    {
      label: 'About',
      room: 'about',
      isIn: isCallList,
      cell: ({ to_ring }) => to_ring && <Lines main={<span title={to_ring}>{capitalise(to_ring)}</span>} />,
    },
    {
      label: 'Product',
      sorts: by('product'),
      cell: (order) => {
        const [first, ...more] = findAgreedGoods(order.quotes) ?? [order, ...listFurther(order)]
        const { description = order.crop_type, quantity, unit } = (first ?? order) as ListedGoods
        return (
          <Lines
            main={description}
            more={{
              quantity: formatAmount(formatQuantity(quantity), unit),
              further: more[0] && `and ${more.length} more`,
            }}
          />
        )
      },
    },
    deliveryDay,
    total,
    progress,
    placed,
  ],
}

/** As it was agreed, or as it was requested. */
interface ListedGoods {
  description?: string
  quantity: number
  unit: string
}

function Buyer({ order }: { order: AdminOrder }) {
  const { order_requests: request, order_contacts: contact, profiles } = order
  const name = request?.company_name ?? contact?.name ?? profiles?.full_name
  return (
    <Lines
      main={<span className="font-semibold">{name ?? 'No name'}</span>}
      more={{
        account: profiles?.full_name !== name && profiles?.full_name,
        address: profiles?.email ?? request?.email ?? contact?.email ?? contact?.phone,
      }}
    />
  )
}
