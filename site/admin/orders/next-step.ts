/** What an order waits for, and from whom: the one thing that is offered first. */
import type { Permission } from '#domain/admin/roles.ts'
import { wordsOfGoods } from './order-words.ts'

interface OrderState {
  kind: string
  status: string
  payment_status: string
  fulfilment_status: string
  total_amount_kobo: number | null
  currency?: string
  /** False: there is none in its currency, so nobody can pay it by a transfer. */
  has_account?: boolean | null
  credit_terms_reason: string | null
  /** Its delivery is quoted first, and not agreed yet. */
  awaits_delivery?: boolean
  /** What its buyer is to be rung about: neither a mail nor a text told it, or goods come, and no call yet. */
  to_ring?: string | null
  /** Since when its goods are for sale again. */
  stock_released_at?: string | null
  /** Its money is here, and its goods or its day are gone: when it can be approved, after "once". */
  goods_obstacle?: string | null
  expires_at?: string | null
  /** Its money, or the part of it that is due before the goods leave, is here, or it goes on credit terms. */
  goods_may_leave?: boolean | null
  /** A colleague entered that less money came, and a second person has not looked at it yet. */
  correction_waits?: boolean | null
  /** Somebody has answered its complaint, and a second person has not looked at the answer yet. */
  answer_waits?: boolean | null
  /** Of what is due back: not entered by anybody yet. The rest waits for a second person. */
  refund_to_send_kobo?: number | null
  order_deliveries?: { kind: string; quoted_at: string | null } | null
  letters_of_credit?: { status: string; draft_at: string | null } | null
  quotes: readonly {
    status: string
    expires_at: string
    payment_terms?: string
    counter_offers?: readonly object[]
  }[]
}

export type NextStepName =
  | 'quote'
  | 'payment'
  | 'approved'
  | 'letter'
  | 'goods'
  | 'completed'
  | 'account'
  | 'dispute'
  | 'refund'
  | 'call'

interface NextStep {
  /** Null: another person's turn, or nothing is left. */
  step: NextStepName | null
  /** After "Next:". */
  words: string
}

function rightFor(step: NextStepName): Permission {
  if (step === 'account') return 'settings.settlement'
  if (step === 'call') return 'records.work'
  return step === 'payment' || step === 'refund' ? 'payments.confirm' : 'orders.decide'
}

const waits = (words: string): NextStep => ({ step: null, words })

export const refundWaits = 'a second person approves the refund'

/** For those with the right to. */
const recordIt = ': record its payment'

/** Whether both sides agreed on a letter of credit. */
export const isByCredit = ({ quotes }: Pick<OrderState, 'quotes'>): boolean =>
  quotes.some(({ status, payment_terms }) => status === 'accepted' && payment_terms === 'Letter of Credit')

/** For an order that a bank pays, while it has not: by how far the letter of credit and the goods are. As private.letters_with_us. */
function findLetterStep({
  letters_of_credit: letter,
  fulfilment_status: goods,
}: OrderState): NextStep | null {
  const status = letter?.status ?? 'awaited'
  const haveLeft = goods === 'dispatched' || goods === 'delivered'
  if (status === 'issued' && haveLeft) return { step: 'letter', words: 'present the documents to the bank' }
  // The goods come first: they may leave, or are on their way.
  const isIssued = ['issued', 'documents_presented', 'paid'].includes(status)
  if (status === 'documents_presented' && goods === 'dispatched')
    return { step: 'goods', words: 'the goods arrive, and the buyer’s bank pays: record both' }
  if (goods === 'dispatched' || (isIssued && !haveLeft)) return null
  if (isIssued) return waits(`the buyer’s bank pays${recordIt}`)
  if (status === 'draft_received') return { step: 'letter', words: 'read the draft of the letter of credit' }
  if (status === 'draft_accepted') return waits('the buyer has the letter of credit issued')
  return waits(`the buyer sends ${letter?.draft_at ? 'another' : 'the'} draft of the letter of credit`)
}

/** Which step comes next for everybody, and not only those the caller may take. The lists say the same: private.step_condition. */
function findStep(order: OrderState, now: Date): NextStep {
  const { status, payment_status: payment, fulfilment_status: goods } = order
  const isOpen = payment === 'unpaid' || payment === 'underpaid'
  const pays = (what = ''): NextStep =>
    order.has_account === false && !isByCredit(order)
      ? {
          step: 'account',
          words: `add our account in ${order.currency} in the settings, so that the buyer can pay`,
        }
      : waits(`the buyer pays${what}`)
  const isPaid = payment === 'confirmed' || payment === 'overpaid'
  // A buyer who complains again, or waits for other goods, comes before money that finance sends back anyway.
  const isGoodsFirst =
    goods === 'disputed' ||
    (status === 'approved' && order.goods_may_leave && (goods === 'preparing' || goods === 'dispatched'))
  const sendBack = (words: string): NextStep =>
    order.refund_to_send_kobo === 0 ? waits(refundWaits) : { step: 'refund', words }
  if (payment === 'refund_due' && !isGoodsFirst) return sendBack('send the money back')
  if (status === 'declined') return waits('nothing, it is closed')
  if (goods === 'disputed')
    return order.answer_waits
      ? waits('a second person confirms the answer to the complaint')
      : { step: 'dispute', words: 'answer the complaint' }
  if (payment === 'claimed') return { step: 'payment', words: 'confirm the payment' }
  if (status === 'completed') {
    if (payment === 'overpaid') return sendBack('send back what came above the total')
    if (order.total_amount_kobo === null || !isOpen) return waits('nothing, it is complete')
    return order.credit_terms_reason ? waits('it is paid on the credit terms') : pays()
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
    if (!order.order_deliveries?.quoted_at || isOver) return { step: 'quote', words: 'quote the delivery' }
    return order.to_ring
      ? { step: 'call', words: `ring the buyer about ${order.to_ring}` }
      : waits('the buyer answers the price of the delivery')
  }
  const counts = (step: NextStep) =>
    order.correction_waits && step.step ? waits('a second person looks at the correction of a payment') : step
  const letter = isByCredit(order) && isOpen && !order.credit_terms_reason ? findLetterStep(order) : null
  // A draft is read before the approval, too: its buyer was told that we read it.
  if (letter && (letter.step || status === 'approved')) return letter
  if (status === 'pending' && order.goods_obstacle) return waits(`approve it once ${order.goods_obstacle}`)
  if (status === 'pending')
    return isPaid || order.credit_terms_reason || order.kind === 'bulk'
      ? counts({ step: 'approved', words: 'approve it' })
      : pays()
  // What was sent back after a complaint is no debt of the buyer.
  if (goods === 'delivered')
    return isPaid || payment === 'refunded' || order.credit_terms_reason
      ? counts({ step: 'completed', words: 'complete it' })
      : pays()
  // Credit terms can be taken back while the goods are prepared.
  if ((goods === 'none' || goods === 'preparing') && order.goods_may_leave === false)
    return payment === 'refunded'
      ? waits('the rest of its payment')
      : pays(' what is due before the goods leave')
  const next: NextStep = { step: 'goods', words: wordsOfGoods(order).next[goods] ?? 'see to the goods' }
  return goods === 'dispatched' ? next : counts(next)
}

/** `now`: a quote is open, or waits for a second person, until it ends. */
export function findNextStep(
  order: OrderState,
  can: (right: Permission) => boolean,
  now = new Date(),
): NextStep {
  const found = findStep(order, now)
  const next = can('payments.confirm') ? found : { ...found, words: found.words.replace(recordIt, '') }
  // Two steps of two rights: each colleague reads the one that they may take.
  if (next.words.endsWith(' both') && can('orders.decide') !== can('payments.confirm')) {
    const [step, what] = can('orders.decide') ? (['goods', 'arrival'] as const) : ([null, 'payment'] as const)
    return { step, words: next.words.replace('both', `the ${what}`) }
  }
  const own =
    !next.step || can(rightFor(next.step)) ? next : waits(`${next.words}: somebody else has the right to`)
  const more = [
    own.words,
    order.payment_status === 'overpaid' &&
      next.step !== 'refund' &&
      next.words !== refundWaits &&
      'what came above the total is to go back',
    order.status === 'pending' &&
      order.stock_released_at &&
      !order.goods_obstacle &&
      'its goods are for sale again',
    order.to_ring && !order.awaits_delivery && `ring the buyer about ${order.to_ring}`,
  ]
  return { ...own, words: more.filter(Boolean).join('; ') }
}
