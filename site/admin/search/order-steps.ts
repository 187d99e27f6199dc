/** What the palette leads to of an order: its price, its goods, its money, its documents and its buyer. */
import type { AdminNotice } from '#domain/admin/admin.ts'
import type { Permission } from '#domain/admin/roles.ts'
import type { FoundOrder } from '#domain/admin/search.ts'
import { isOwed } from '#domain/market/orders.ts'

type Can = (permission: Permission) => boolean

export const maySendDocuments = (can: Can) => can('orders.decide') || can('payments.confirm')

const settleTitle = 'Settle the rest without money'

/** What is done with its price, its goods, its money, its documents and its buyer, by what is said of it here. */
export function listOrderSteps(
  order: Pick<
    FoundOrder,
    'id' | 'kind' | 'status' | 'paymentStatus' | 'refundToSendKobo' | 'fulfilmentStatus' | 'totalKobo'
  >,
  can: Can,
  notices: readonly AdminNotice[],
): [key: string, title: string][] {
  const { status, paymentStatus: money, fulfilmentStatus: goods, totalKobo } = order
  const isPriced = totalKobo !== null
  const isLive = ['approved', 'completed'].includes(status)
  const isOpen = ['pending', 'approved'].includes(status)
  const isOnItsWay = ['none', 'preparing', 'dispatched'].includes(goods)
  const waits = (kind: 'quote_waits' | 'money_waits') =>
    notices.some((notice) => notice.kind === kind && notice.id === order.id)
  const steps: [key: string, title: string, may: boolean][] = [
    ['quote', 'Quote', can('orders.decide') && order.kind === 'bulk' && !isPriced && isOpen],
    ['waiting-quote', 'Decide on the quote that waits', can('orders.decide') && waits('quote_waits')],
    [
      'delivery',
      'Price or day of the delivery',
      can('orders.decide') && order.kind === 'marketplace' && isOpen && isOnItsWay,
    ],
    [
      'payment',
      'Confirm a payment',
      can('payments.confirm') && isPriced && status !== 'declined' && isOwed(money),
    ],
    ['reject', 'Reject the claim', can('payments.confirm') && isPriced && money === 'claimed'],
    // Whether another one has a rest to settle, its page shows.
    [
      'settle',
      settleTitle,
      can('payments.confirm') && isPriced && money === 'underpaid' && status !== 'declined',
    ],
    ['waiting-entry', 'Decide on the entry that waits', can('payments.confirm') && waits('money_waits')],
    [
      'correct',
      'Correct a payment',
      can('payments.confirm') && isPriced && !['unpaid', 'claimed'].includes(money),
    ],
    ['credit', 'Credit terms', can('orders.credit') && isPriced && isOpen && isOwed(money)],
    // What was entered waits for a second person.
    [
      'refund',
      'Record a refund',
      can('payments.confirm') && ['refund_due', 'overpaid'].includes(money) && order.refundToSendKobo > 0,
    ],
    ['goods', 'Move the goods on', can('orders.decide') && isLive && isOnItsWay],
    ['dispute', 'Answer the complaint', can('orders.decide') && goods === 'disputed'],
    ['reopen', 'Reopen', can('orders.reopen') && status === 'completed'],
    ['documents', 'Open its documents', can('orders.read')],
    ['send-document', 'Send a document again', maySendDocuments(can) && isPriced],
    ['contacted', 'I have contacted them', can('records.work') && isOpen],
    ['call', 'Log a call', can('records.work')],
  ]
  return steps.flatMap(([key, title, may]) => (may ? [[key, title]] : []))
}

/** What only some orders have: offered where the one that is open shows it. */
export const listDrawnOrderSteps = (can: Can): [key: string, title: string, may: boolean][] => [
  ['agreed', 'The buyer agreed to the delivery by telephone', can('orders.decide')],
  ['letter', 'Letter of credit', can('orders.decide') || can('payments.confirm')],
  ['settle', settleTitle, can('payments.confirm')],
]
