/** What an order waits for, and from whom: the one thing that is offered first. */
import type { Permission } from '#domain/admin/roles.ts'
import { wordsOfGoods } from './order-words.ts'

interface OrderState {
  kind: string
  status: string
  payment_status: string
  fulfilment_status: string
  total_amount_kobo: number | null
  credit_terms_reason: string | null
  /** Its delivery is quoted first, and not agreed yet. */
  awaits_delivery?: boolean
  expires_at?: string | null
  /** Its money, or the part of it that is due before the goods leave, is here, or it goes on credit terms. */
  goods_may_leave?: boolean | null
  /** A colleague entered that less money came, and a second person has not looked at it yet. */
  correction_waits?: boolean | null
  order_deliveries?: { kind: string; quoted_at: string | null } | null
  quotes: readonly { status: string; expires_at: string; counter_offers?: readonly object[] }[]
}

export type NextStepName = 'quote' | 'payment' | 'approved' | 'goods' | 'completed' | 'dispute' | 'refund'

interface NextStep {
  /** Null: another person's turn, or nothing is left. */
  step: NextStepName | null
  /** After "Next:". */
  words: string
}

const rights: Readonly<Record<NextStepName, Permission>> = {
  quote: 'orders.decide',
  payment: 'payments.confirm',
  approved: 'orders.decide',
  goods: 'orders.decide',
  completed: 'orders.decide',
  dispute: 'orders.decide',
  refund: 'payments.confirm',
}

const waits = (words: string): NextStep => ({ step: null, words })

/** Which step comes next for everybody, and not only those the caller may take. The lists say the same: private.step_condition. */
function findStep(order: OrderState, now: Date): NextStep {
  const { status, payment_status: payment, fulfilment_status: goods } = order
  const isPaid = payment === 'confirmed' || payment === 'overpaid'
  // A buyer who complains again, or waits for other goods, comes before money that finance sends back anyway.
  const isGoodsFirst =
    goods === 'disputed' ||
    (status === 'approved' && order.goods_may_leave && (goods === 'preparing' || goods === 'dispatched'))
  if (payment === 'refund_due' && !isGoodsFirst) return { step: 'refund', words: 'send the money back' }
  if (status === 'declined') return waits('nothing, it is closed')
  if (goods === 'disputed') return { step: 'dispute', words: 'answer the complaint' }
  if (payment === 'claimed') return { step: 'payment', words: 'confirm the payment' }
  if (status === 'completed') {
    const isOwed = order.total_amount_kobo !== null && (payment === 'unpaid' || payment === 'underpaid')
    if (!isOwed) return waits('nothing, it is complete')
    return waits(order.credit_terms_reason ? 'it is paid on the credit terms' : 'the buyer pays')
  }
  if (order.total_amount_kobo === null) {
    const find = (status: string) =>
      order.quotes.find((quote) => quote.status === status && Date.parse(quote.expires_at) > now.getTime())
    const open = find('open')
    if (open?.counter_offers?.length) return { step: 'quote', words: 'answer the counter-offer' }
    if (open) return waits('the buyer answers the quote')
    return find('waiting')
      ? waits('a second person approves the quote')
      : { step: 'quote', words: 'quote it' }
  }
  if (order.awaits_delivery) {
    // Money that came early keeps it alive when the time to answer is over: it is priced once more.
    const isOver = order.expires_at && Date.parse(order.expires_at) <= now.getTime()
    return order.order_deliveries?.quoted_at && !isOver
      ? waits('the buyer answers the price of the delivery')
      : { step: 'quote', words: 'quote the delivery' }
  }
  const counts = (step: NextStep) =>
    order.correction_waits && step.step ? waits('a second person looks at the correction of a payment') : step
  if (status === 'pending')
    return isPaid || order.credit_terms_reason || order.kind === 'bulk'
      ? counts({ step: 'approved', words: 'approve it' })
      : waits('the buyer pays')
  // What was sent back after a complaint is no debt of the buyer.
  if (goods === 'delivered')
    return isPaid || payment === 'refunded' || order.credit_terms_reason
      ? counts({ step: 'completed', words: 'complete it' })
      : waits('the buyer pays')
  // Credit terms can be taken back while the goods are prepared.
  if ((goods === 'none' || goods === 'preparing') && order.goods_may_leave === false)
    return waits(
      payment === 'refunded'
        ? 'the rest of its payment'
        : 'the buyer pays what is due before the goods leave, or sends the letter of credit',
    )
  const next: NextStep = { step: 'goods', words: wordsOfGoods(order).next[goods] ?? 'see to the goods' }
  return goods === 'dispatched' ? next : counts(next)
}

/** `now`: a quote is open, or waits for a second person, until it ends. */
export function findNextStep(
  order: OrderState,
  can: (right: Permission) => boolean,
  now = new Date(),
): NextStep {
  const next = findStep(order, now)
  if (!next.step || can(rights[next.step])) return next
  return waits(`${next.words}: somebody else has the right to`)
}
