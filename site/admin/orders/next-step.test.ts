import { expect, it } from 'vitest'
import { deliveryPartWords } from '#domain/market/delivery-part-words.ts'
import { askToReject } from '#domain/market/rejection-words.ts'
import { sayMailed } from '#domain/market/told-words.ts'
import { findNextStep } from './next-step.ts'
import type { AdminOrder } from './order-data.ts'
import { ordersKind } from './order-kinds.tsx'
import { wordsOfGoods } from './order-words.ts'
import { describeForStaff, findDay } from './quote-delivery.tsx'

const bulk = {
  kind: 'bulk',
  status: 'pending',
  payment_status: 'unpaid',
  fulfilment_status: 'none',
  total_amount_kobo: null as number | null,
  credit_terms_reason: null,
  quotes: [] as { status: string; expires_at: string }[],
}
const now = new Date('2026-11-25T10:00:00Z')
const open = [{ status: 'open', expires_at: '2026-11-26T10:00:00Z' }]
const market = { ...bulk, kind: 'marketplace', total_amount_kobo: 100 }
const paid = { ...market, payment_status: 'confirmed' }

it.each([
  ['a bulk order without a quote', bulk, 'quote'],
  [
    'a quote that ended',
    { ...bulk, quotes: [{ status: 'open', expires_at: '2026-11-24T10:00:00Z' }] },
    'quote',
  ],
  ['an open quote', { ...bulk, quotes: open }, null],
  [
    'a quote above the limit of a role',
    { ...bulk, quotes: [{ status: 'waiting', expires_at: '2026-11-26T10:00:00Z' }] },
    null,
  ],
  [
    'a quote above the limit of a role that nobody approved in time',
    { ...bulk, quotes: [{ status: 'waiting', expires_at: '2026-11-24T10:00:00Z' }] },
    'quote',
  ],
  ['an accepted quote', { ...bulk, total_amount_kobo: 100 }, 'approved'],
  ['an unpaid order of the marketplace', market, null],
  ['a claimed payment', { ...market, payment_status: 'claimed' }, 'payment'],
  ['a confirmed payment', paid, 'approved'],
  ['an approved order', { ...paid, status: 'approved' }, 'goods'],
  [
    'an approved order whose advance is not here',
    { ...bulk, total_amount_kobo: 100, status: 'approved', goods_may_leave: false },
    null,
  ],
  [
    'goods that are being prepared, and whose money is not here any more',
    {
      ...bulk,
      total_amount_kobo: 100,
      status: 'approved',
      fulfilment_status: 'preparing',
      goods_may_leave: false,
    },
    null,
  ],
  [
    'goods that are under way without their money',
    {
      ...bulk,
      total_amount_kobo: 100,
      status: 'approved',
      fulfilment_status: 'dispatched',
      goods_may_leave: false,
    },
    'goods',
  ],
  [
    'an approved order whose advance is here',
    {
      ...bulk,
      total_amount_kobo: 100,
      status: 'approved',
      payment_status: 'underpaid',
      goods_may_leave: true,
    },
    'goods',
  ],
  ['goods that are under way', { ...paid, status: 'approved', fulfilment_status: 'dispatched' }, 'goods'],
  ['delivered goods', { ...paid, status: 'approved', fulfilment_status: 'delivered' }, 'completed'],
  [
    'delivered goods whose money was sent back',
    { ...paid, status: 'approved', payment_status: 'refunded', fulfilment_status: 'delivered' },
    'completed',
  ],
  [
    'delivered goods without their money',
    { ...market, status: 'approved', fulfilment_status: 'delivered' },
    null,
  ],
  ['a complaint', { ...paid, status: 'approved', fulfilment_status: 'disputed' }, 'dispute'],
  [
    'a complaint whose answer waits for a second person',
    { ...paid, status: 'approved', fulfilment_status: 'disputed', answer_waits: true },
    null,
  ],
  ['money that is due back', { ...paid, status: 'declined', payment_status: 'refund_due' }, 'refund'],
  [
    'money that is due back, and whose refund waits for a second person',
    { ...paid, status: 'declined', payment_status: 'refund_due', refund_to_send_kobo: 0 },
    null,
  ],
  ['a complete order', { ...paid, status: 'completed', fulfilment_status: 'delivered' }, null],
] as const)('%s waits for its own step', (_, order, step) => {
  expect(findNextStep(order, () => true, now).step).toBe(step)
})

it.each([
  [[], 'quote it'],
  [[{ status: 'open', hours: 1 }], 'the buyer answers the quote'],
  [[{ status: 'open', hours: -1 }], 'quote it'],
  [[{ status: 'waiting', hours: 1 }], 'a second person approves the quote'],
  [[{ status: 'waiting', hours: -1 }], 'quote it'],
] as const)('who approves a request without a price reads what comes first: of %j', (offers, first) => {
  const quotes = offers.map(({ status, hours }) => ({
    status,
    expires_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
  }))
  const order = { ...bulk, quotes } as unknown as AdminOrder
  expect(ordersKind.decisions?.findCaution?.(order, 'approved')).toEqual({
    words: `First: ${first}. Approved now, the buyer gets a yes without a price`,
    how: 'without a price',
  })
})

it('what came above the total is named until it is sent back, and an order that owes it is completed after a question', () => {
  const over = { ...paid, payment_status: 'overpaid', status: 'approved', fulfilment_status: 'delivered' }
  const complete = { ...over, status: 'completed' }
  const read = (order: typeof over, right?: string) =>
    findNextStep(order, (needed) => !right || needed === right, now)
  expect([read(over), read(complete), read(complete, 'orders.decide')]).toEqual([
    { step: 'completed', words: 'complete it; what came above the total is to go back' },
    { step: 'refund', words: 'send back what came above the total' },
    { step: null, words: 'send back what came above the total: somebody else has the right to' },
  ])
  const entered = { refund_to_send_kobo: 0 }
  expect([read({ ...over, ...entered }), read({ ...complete, ...entered })]).toEqual([
    { step: 'completed', words: 'complete it; what came above the total is to go back' },
    { step: null, words: 'a second person approves the refund' },
  ])
  expect(read({ ...complete, payment_status: 'confirmed' }).words).toBe('nothing, it is complete')
  const ask = (order: object, to = 'completed') =>
    ordersKind.decisions?.findCaution?.({ ...over, ...order } as unknown as AdminOrder, to)
  const money = { currency: 'EUR', refund_due_kobo: 50 }
  const question = {
    words: '€0.50 is still to go back to the buyer',
    how: 'with €0.50 still to go back',
  }
  for (const kind of ['bulk', 'marketplace']) {
    expect(ask({ ...money, kind })).toEqual(question)
    expect(ask({ ...money, ...entered, kind })?.words).toBe(
      '€0.50 is still to go back to the buyer: a second person approves the refund',
    )
    expect(ask({ ...money, kind, refund_due_kobo: 0 })).toBeNull()
    expect(ask({ ...money, kind }, 'declined')).toBeNull()
  }
  expect(ask({ ...money, kind: 'bulk', fulfilment_status: 'dispatched' })?.how).toBe('without a delivery')
})

it('a buyer whom nobody told what the delivery costs is rung, until its time is over', () => {
  const quoted = {
    ...{
      ...market,
      awaits_delivery: true,
      to_ring: 'the price of the delivery',
      expires_at: '2026-11-26T10:00:00Z',
    },
    order_deliveries: { kind: 'quote', quoted_at: '2026-11-25T09:00:00Z' },
  }
  const read = (change: object, right = 'records.work') =>
    findNextStep({ ...quoted, ...change }, (needed) => needed === right, now)
  expect(read({})).toEqual({ step: 'call', words: 'ring the buyer about the price of the delivery' })
  expect(read({}, 'payments.confirm').step).toBeNull()
  // After that call, of what else nobody told.
  expect(read({ to_ring: 'this news: Money goes back' }).words).toBe(
    'ring the buyer about this news: Money goes back',
  )
  expect(read({ to_ring: null })).toEqual({
    step: null,
    words: 'the buyer answers the price of the delivery',
  })
  const over = read({ expires_at: '2026-11-25T09:30:00Z' }, 'orders.decide')
  expect(over).toEqual({ step: 'quote', words: 'quote the delivery' })
})

it('that a buyer was told is said where a mail, or of a delivery a text, was sent', () => {
  const ring = 'Nobody was told: no email reaches them. Please ring them.'
  expect([sayMailed('email'), sayMailed('sms'), sayMailed(null)]).toEqual([
    'The buyer has been told.',
    ring,
    ring,
  ])
  expect(askToReject('email', 'AG7K4-2X9Q')).toEqual({
    title: 'The buyer is told that we cannot find the payment',
    text: 'A mail goes to the buyer of order AG7K4-2X9Q at once and cannot be taken back.',
  })
  for (const toldBy of ['sms', null])
    expect(askToReject(toldBy, 'AG7K4-2X9Q')).toEqual({
      title: 'Nobody is told that we cannot find the payment',
      text: 'There is no email for order AG7K4-2X9Q. Please ring the buyer.',
    })
  const { done, changeDay } = deliveryPartWords
  for (const toldBy of ['email', 'sms']) {
    expect(done(toldBy).text).toBe('The buyer has been told, and pays after a yes.')
    expect(changeDay.done(toldBy).text).toBe('The buyer has been told.')
  }
  expect([done(null), changeDay.done(null).text]).toEqual([
    { title: 'Price of delivery stored', text: ring },
    ring,
  ])
})

it('a step of somebody else is shown, and not offered', () => {
  const next = findNextStep(
    { ...market, payment_status: 'claimed' },
    (right) => right === 'orders.decide',
    now,
  )
  expect(next).toEqual({ step: null, words: 'confirm the payment: somebody else has the right to' })
})

it('of goods on their way under a letter of credit each colleague reads what they may record', () => {
  const order = {
    ...{ ...market, kind: 'bulk', status: 'approved', fulfilment_status: 'dispatched' },
    quotes: [{ ...open[0], status: 'accepted', expires_at: '', payment_terms: 'Letter of Credit' }],
    letters_of_credit: { status: 'documents_presented', draft_at: null },
  }
  const read = (...rights: string[]) => findNextStep(order, (right) => rights.includes(right), now)
  const before = 'the goods arrive, and the buyer’s bank pays: record'
  expect(read('orders.decide', 'payments.confirm')).toEqual({ step: 'goods', words: `${before} both` })
  expect(read('orders.decide')).toEqual({ step: 'goods', words: `${before} the arrival` })
  expect(read('payments.confirm')).toEqual({ step: null, words: `${before} the payment` })
  expect(read()).toEqual({ step: null, words: `${before} both: somebody else has the right to` })
  // The goods are there, and the bank's money is not: who records none reads nothing of it.
  const arrived = { ...order, fulfilment_status: 'delivered' }
  const readArrived = (...rights: string[]) =>
    findNextStep(arrived, (right) => rights.includes(right), now).words
  expect(readArrived('payments.confirm')).toBe('the buyer’s bank pays: record its payment')
  expect(readArrived('orders.decide')).toBe('the buyer’s bank pays')
})

it('goods that the buyer collects are put ready and handed over, not sent', () => {
  const collected = { ...paid, status: 'approved', order_deliveries: { kind: 'collect', quoted_at: null } }
  const wordsAt = (fulfilment_status: string) =>
    findNextStep({ ...collected, fulfilment_status }, () => true, now).words
  expect([wordsAt('preparing'), wordsAt('dispatched')]).toEqual([
    'put the goods ready',
    'the buyer collects the goods',
  ])
  const { states, steps } = wordsOfGoods(collected)
  expect(states).toMatchObject({ dispatched: 'Ready to collect', delivered: 'Handed over' })
  // A button is not called as the state above it.
  expect(steps).toMatchObject({ dispatched: 'Mark as ready to collect', delivered: 'Mark as handed over' })
})

it.each([
  ['without a price', null, 'Quote the price and the day first', 'No price was quoted'],
  [
    'with a price',
    900_000,
    '₦9,000, on Tuesday 1\u00a0December. It waits for the buyer’s answer',
    '₦9,000, on Tuesday 1\u00a0December. It was not accepted',
  ],
])('a delivery %s waits for nobody once the order has ended', (_, priceKobo, before, after) => {
  const delivery = {
    kind: 'quote',
    isAgreed: false,
    priceKobo,
    day: priceKobo === null ? null : '2026-12-01',
  } as const
  expect([false, true].map((hasEnded) => describeForStaff(delivery, hasEnded))).toEqual([before, after])
})

it('says that an account is missing in the currency of an order, rather than that its buyer pays', () => {
  const order = {
    ...{ ...bulk, status: 'approved', total_amount_kobo: 100, goods_may_leave: false },
    ...{ currency: 'GBP', has_account: false },
  }
  const missing = 'add our account in GBP in the settings, so that the buyer can pay'
  for (const fulfilment_status of ['none', 'delivered'])
    expect(findNextStep({ ...order, fulfilment_status }, () => true, now)).toEqual({
      step: 'account',
      words: missing,
    })
  expect(findNextStep(order, (right) => right !== 'settings.settlement', now)).toEqual({
    step: null,
    words: `${missing}: somebody else has the right to`,
  })
  expect(findNextStep({ ...order, has_account: true }, () => true, now).words).toBe(
    'the buyer pays what is due before the goods leave',
  )
})

it('says of goods that were brought the day on which they came, and of others the day that was agreed', () => {
  const brought = { delivered_at: '2026-11-29T23:30:00Z', fulfilment_status: 'delivered' }
  const agreed = { kind: 'deliver', day: '2026-12-03' }
  expect(findDay(brought, agreed)).toBe('2026-11-30')
  expect(findDay({ ...brought, fulfilment_status: 'disputed' }, agreed)).toBe('2026-11-30')
  for (const [order, delivery] of [
    [{ delivered_at: null, fulfilment_status: 'dispatched' }, agreed],
    // Other goods are on their way in their place.
    [{ ...brought, fulfilment_status: 'dispatched' }, agreed],
    // When it was ready to collect, and not when somebody came for it.
    [brought, { ...agreed, kind: 'collect' }],
  ] as const)
    expect(findDay(order, delivery)).toBe('2026-12-03')
})

it('says that goods are for sale again, and offers no approval that would be refused', () => {
  const released = { ...market, stock_released_at: '2026-11-24T10:00:00Z', payment_status: 'underpaid' }
  const read = (change: object = {}) => findNextStep({ ...released, ...change }, () => true, now)
  expect(read()).toEqual({ step: null, words: 'the buyer pays; its goods are for sale again' })
  expect(read({ payment_status: 'claimed' })).toEqual({
    step: 'payment',
    words: 'confirm the payment; its goods are for sale again',
  })
  // The approval takes them back where there are enough.
  expect(read({ payment_status: 'confirmed', goods_obstacle: null }).step).toBe('approved')
  const gone = { payment_status: 'overpaid', goods_obstacle: 'there is stock again' }
  expect(read(gone)).toEqual({
    step: null,
    words: 'approve it once there is stock again; what came above the total is to go back',
  })
  expect(
    ordersKind.decisions?.findObstacle?.({ ...released, ...gone } as unknown as AdminOrder, 'approved'),
  ).toBe('Can be approved once there is stock again')
  // That it was declined or completed since ends it.
  expect(read({ status: 'declined' }).words).toBe('nothing, it is closed')
})

it('says beside the next step what the buyer is to be rung about', () => {
  const read = (change: object) => findNextStep({ ...market, ...change }, () => true, now)
  const about = { to_ring: 'this news: Rest of a payment not found in time' }
  expect(read(about)).toEqual({
    step: null,
    words: 'the buyer pays; ring the buyer about this news: Rest of a payment not found in time',
  })
  expect(read({ ...about, payment_status: 'claimed' }).step).toBe('payment')
})
