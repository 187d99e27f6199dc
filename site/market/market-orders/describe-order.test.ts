import { describe, expect, it } from 'vitest'
import { formatDayInWords, getLagosDay } from '#domain/dates.ts'
import type { Order } from '#domain/market/order.ts'
import { fulfilmentStatuses, orderStatuses, paymentStatuses } from '#domain/market/orders.ts'
import {
  describeNextStep,
  describePayment,
  describeStepInList,
  describeWithdrawal,
  findDisputeDeadline,
  findShownDelivery,
  isOfferOver,
  isPayable,
  isWithdrawable,
} from './describe-order.ts'
import { describeHowItComes, findTurn } from './how-it-comes.ts'
import { listStations } from './order-stations.ts'
import { inAnHour, order, placed } from './sample-order.ts'

const hour = 60 * 60 * 1000
const inThreeDays = getLagosDay(new Date(Date.now() + 72 * hour))
const anHourAgo = () => new Date(Date.now() - hour).toISOString()

it('keeps goods of the shop while we look for their payment, and speaks of none to keep in a contract', () => {
  const claimed = { paymentStatus: 'claimed', totalKobo: 7_000_000 } as const
  expect(describeNextStep(order(claimed))).toBe(
    'We will confirm against our bank statement. The goods are kept for you until then.',
  )
  expect(describeNextStep(order({ ...claimed, kind: 'bulk' }))).toBe(
    'We will confirm your payment against our bank statement, and tell you.',
  )
})

it('says of delivered goods whose payment was claimed that we look for it, and which part was claimed', () => {
  const claims = [
    { words: 'Paid', note: null, amountKobo: 2_100_000, hasProof: false, at: anHourAgo() },
    { words: 'Paid', note: null, amountKobo: 4_900_000, hasProof: false, at: anHourAgo() },
    // The proof came later.
    { words: 'Paid', note: null, amountKobo: null, hasProof: true, at: anHourAgo() },
  ]
  const delivered = { status: 'approved', fulfilmentStatus: 'delivered', kind: 'bulk' } as const
  const payments = [
    { kind: 'receipt', amountKobo: 2_100_000, valueDate: '2026-11-20', at: anHourAgo() },
  ] as const
  const again = order({ ...delivered, paymentStatus: 'claimed', paidKobo: 2_100_000, payments, claims })
  expect(describeNextStep(again)).toBe(
    'Delivered. We will confirm your payment against our bank statement, and tell you.',
  )
  expect(describePayment(again)).toBe(
    'You told us that you have paid ₦49,000; we confirm against our bank statement',
  )
})

it('says while a complaint is open that the rest of the payment waits for our answer', () => {
  const instalments = [
    { percent: 30, due: 'in_advance', amountKobo: 2_100_000 },
    { percent: 70, due: 'on_delivery', amountKobo: 4_900_000 },
  ] as const
  const disputed = order({
    ...{ kind: 'bulk', status: 'approved', paymentStatus: 'underpaid', fulfilmentStatus: 'disputed' },
    ...{ instalments, paidKobo: 2_100_000, totalKobo: 7_000_000 },
    payments: [{ kind: 'receipt', amountKobo: 2_100_000, valueDate: '2026-11-20', at: anHourAgo() }],
  })
  expect([describeNextStep(disputed), describePayment(disputed)]).toEqual([
    'We look at what you reported and answer you. The rest of ₦49,000 waits until the complaint is answered.',
    'The rest waits until the complaint is answered',
  ])
})

it('asks for no money while a complaint is open, since none is taken then; a bank pays all the same', () => {
  const owed = { fulfilmentStatus: 'disputed', paymentStatus: 'underpaid', status: 'approved' } as const
  expect(describeNextStep(order({ ...owed, kind: 'bulk', expiresAt: null, paidKobo: 100_000 }))).toBe(
    'We look at what you reported and answer you.',
  )
  const instalments = [{ percent: 100, due: 'against_documents', amountKobo: 7_000_000 } as const]
  expect(describeNextStep(order({ ...owed, kind: 'bulk', instalments, paymentStatus: 'unpaid' }))).toBe(
    'We look at what you reported and answer you. Your bank pays ₦70,000 against the documents.',
  )
})

it('says of goods that are for sale again so, whatever of their money came, and of goods that came back nothing', () => {
  const released = order({ goodsReleased: true, expiresAt: anHourAgo() })
  const forSale =
    'The goods are for sale to others again. When all the money is here, you get them if they are still there, or your money back.'
  expect(describeNextStep({ ...released, paymentStatus: 'claimed' })).toBe(
    `We will confirm against our bank statement. ${forSale}`,
  )
  const part = {
    kind: 'receipt',
    amountKobo: 2_000_000,
    valueDate: '2026-11-20',
    at: '2026-11-20T11:00:00Z',
  } as const
  const short = { paymentStatus: 'underpaid', paidKobo: 2_000_000, payments: [part] } as const
  expect(describeNextStep({ ...released, ...short })).toBe(`${forSale} ₦50,000 is due now.`)
  expect(describeNextStep({ ...released, expiresAt: inAnHour() })).toBe(`${forSale} ₦70,000 is due now.`)
  const late =
    'By the time we found your money, your goods or the day of their delivery had gone to others. We tell you which: you get the goods later, or your money back.'
  const paid = { paymentStatus: 'confirmed', paidKobo: 7_000_000 } as const
  expect(describeNextStep({ ...released, ...paid })).toBe(`Your payment is confirmed. ${late}`)
  const over = { paymentStatus: 'overpaid', paidKobo: 7_500_000, refundDueKobo: 500_000 } as const
  expect(describeNextStep({ ...released, ...over })).toBe(
    `Your payment is confirmed. ${late} More than the total has arrived: ₦5,000 goes back to you. We tell you when it has been sent.`,
  )
  expect(describeNextStep({ ...released, ...paid, status: 'approved' })).toBe(
    'Your payment is confirmed. Next we prepare your order.',
  )
})

it('speaks of no payment where what was left was taken off and no money came', () => {
  const settled = order({
    ...{ status: 'completed', paymentStatus: 'confirmed', fulfilmentStatus: 'delivered' },
    credits: [{ kind: 'write_off', amountKobo: 7_000_000, at: '2026-11-21T09:00:00Z' }],
  })
  expect(describePayment(settled)).toBe('Nothing more is to be paid')
  expect(describePayment({ ...settled, paidKobo: 1, credits: [] })).toBe(
    'Confirmed against our bank statement',
  )
  expect(describePayment({ ...settled, paidKobo: 1, credits: [], creditStatus: 'documents_presented' })).toBe(
    'The bank has paid under your letter of credit',
  )
  expect(describeNextStep({ ...settled, status: 'approved', fulfilmentStatus: 'none' })).toBe(
    'Nothing more is to be paid. Next we prepare your order.',
  )
})

it('asks for no money where there is no account to pay it to', () => {
  const agreed = { kind: 'bulk', expiresAt: null, currency: 'EUR' } as const
  expect(describeNextStep({ ...order(agreed), hasAccount: false })).toBe(
    'We send you our account in EUR first: please wait for it, and transfer nothing before.',
  )
  const waiting = 'It waits for your payment. €70,000 is due now.'
  for (const hasAccount of [true, undefined])
    expect(describeNextStep({ ...order(agreed), hasAccount })).toBe(waiting)
  // Nor later on the way of the goods.
  for (const fulfilmentStatus of ['preparing', 'dispatched', 'delivered'] as const) {
    const step = describeNextStep({ ...order({ ...agreed, fulfilmentStatus }), hasAccount: false })
    expect(step).toContain('We send you our account in EUR first')
    expect(step).not.toContain('due now')
  }
  const later = [{ percent: 100, due: 'on_delivery', amountKobo: 7_000_000 } as const]
  expect(describeNextStep({ ...order({ ...agreed, instalments: later }), hasAccount: false })).toBe(
    'Nothing is due now; €70,000 on delivery.',
  )
})

it('says of a letter of credit what it waits for: the draft, our reading, the bank', () => {
  const agreed = order({
    kind: 'bulk',
    expiresAt: null,
    currency: 'USD',
    instalments: [{ percent: 100, due: 'against_documents', amountKobo: 7_000_000 }],
  })
  const bank = 'Your bank pays US$70,000 against the documents.'
  expect([
    describeNextStep(agreed),
    describeNextStep({ ...agreed, creditStatus: 'draft_received' }),
    describeNextStep({ ...agreed, creditStatus: 'awaited', hasCreditDraft: true }),
    describeNextStep({ ...agreed, creditStatus: 'draft_accepted', hasCreditDraft: true }),
    describeNextStep({ ...agreed, creditStatus: 'issued' }),
    describeNextStep({ ...agreed, creditStatus: 'documents_presented', fulfilmentStatus: 'dispatched' }),
  ]).toEqual([
    `Let your bank prepare the letter of credit, and send us its draft. ${bank}`,
    `We read the draft of your letter of credit, and write to you. ${bank}`,
    `Let your bank change the draft of the letter of credit as we wrote to you, and send us another one. ${bank}`,
    `The draft of your letter of credit is right: let your bank issue it. ${bank}`,
    bank,
    'Your order is on its way. The documents are with your bank, which pays US$70,000 against them.',
  ])
  // Also of goods that are being prepared on credit terms which were taken back since.
  const prepared = { ...agreed, fulfilmentStatus: 'preparing' } as const
  expect([
    describeNextStep(prepared),
    describeNextStep({ ...prepared, creditStatus: 'draft_accepted' }),
    describeNextStep({ ...prepared, creditStatus: 'issued' }),
  ]).toEqual([
    `We are preparing your order. Let your bank prepare the letter of credit, and send us its draft. ${bank}`,
    `We are preparing your order. The draft of your letter of credit is right: let your bank issue it. ${bank}`,
    `We are preparing your order. ${bank}`,
  ])
})

const nothingSaid = { lineName: null, amount: null, amountUnit: null, wish: null } as const

it('asks for no money while delivery has no price that the buyer accepted', () => {
  const waits = order({ awaitsDelivery: true, expiresAt: null, delivery: { kind: 'quote', isAgreed: false } })
  expect([describeNextStep(waits), describePayment(waits), isPayable(waits), isWithdrawable(waits)]).toEqual([
    'We work out what delivery costs and when it comes, and tell you. You do not pay anything yet.',
    'Nothing is due yet',
    false,
    true,
  ])
  const offered = order({
    ...waits,
    delivery: { kind: 'quote', isAgreed: false, priceKobo: 900_000, day: '2026-12-01' },
  })
  expect(describeNextStep(offered)).toContain('waits for your answer')
  expect(findShownDelivery(offered)).toBe(offered.delivery)
  for (const open of [waits, offered]) expect(findShownDelivery({ ...open, status: 'declined' })).toBeNull()
  const agreed = order({ delivery: { kind: 'quote', isAgreed: true, priceKobo: 900_000, day: '2026-12-01' } })
  expect(isPayable(agreed)).toBe(true)
  expect(findShownDelivery({ ...agreed, status: 'declined' })).toBe(agreed.delivery)
})

it('of a price for delivery whose time to answer ran out, nothing says that it waits for an answer', () => {
  const delivery = { kind: 'quote', isAgreed: false, priceKobo: 900_000, day: inThreeDays } as const
  const offered = order({ awaitsDelivery: true, delivery, expiresAt: inAnHour() })
  expect(describeHowItComes(offered)).toBe(
    `₦9,000, on ${formatDayInWords(inThreeDays)}. It waits for your answer`,
  )
  expect(isOfferOver(offered)).toBe(false)
  const over = { ...offered, expiresAt: anHourAgo() }
  expect(isOfferOver(over)).toBe(true)
  expect([describeNextStep(over), describeHowItComes(over)]).toEqual([
    'The time to answer has run out. Write to us below, and we look at it once more.',
    `₦9,000, on ${formatDayInWords(inThreeDays)}. The time to answer has run out`,
  ])
  expect(findTurn(offered)).toBe(offered.expiresAt)
  expect(isOfferOver(order({ expiresAt: anHourAgo() }))).toBe(false)
})

it('says on which day the goods come, as soon as that is agreed and until they are there', () => {
  const delivery = { kind: 'deliver', isAgreed: true, priceKobo: 250_000, day: inThreeDays } as const
  const day = formatDayInWords(inThreeDays)
  const paid = order({ delivery, status: 'approved', paymentStatus: 'confirmed' })
  for (const fulfilmentStatus of ['none', 'preparing', 'dispatched'] as const)
    expect(describeNextStep({ ...paid, fulfilmentStatus })).toContain(`. It comes on ${day}.`)
  expect(listStations(paid).at(-1)?.detail).toBe(`Expected on ${day}`)
  expect(listStations({ ...paid, fulfilmentStatus: 'delivered' }).at(-1)).not.toHaveProperty('detail')
  const fetched = { ...paid, delivery: { ...delivery, kind: 'collect', priceKobo: 0 } as const }
  expect(describeNextStep(fetched)).toContain(`You can collect it from ${day}.`)
})

it('of a day that passed without the goods says once that it was to be it, and nowhere that they are expected', () => {
  const passed = getLagosDay(new Date(Date.now() - 72 * hour))
  const day = formatDayInWords(passed)
  const delivery = { kind: 'deliver', isAgreed: true, priceKobo: 250_000, day: passed } as const
  const late = order({
    delivery,
    status: 'approved',
    paymentStatus: 'confirmed',
    fulfilmentStatus: 'preparing',
  })
  expect(describeNextStep(late)).toContain(`It was to come on ${day}.`)
  expect(listStations(late).at(-1)).not.toHaveProperty('detail')
  expect(describeHowItComes(late)).toBe('₦2,500')
  expect(describeHowItComes({ ...late, fulfilmentStatus: 'delivered' })).toContain(day)
  const fetched = { ...delivery, kind: 'collect', name: 'Apapa', address: 'Road 1', hours: '9 to 5' } as const
  expect(describeHowItComes({ ...late, delivery: fetched })).toContain(`from ${day}`)
  expect(listStations({ ...late, delivery: fetched }).at(-1)?.detail).toBe(`Ready from ${day}`)
})

it('of goods that came says the day on which they came, the last time, and of what is collected the day that was agreed', () => {
  const delivery = { kind: 'deliver', isAgreed: true, priceKobo: 1_500_000, day: '2026-12-01' } as const
  const came = (at: string) => ({ axis: 'fulfilment', from: 'dispatched', to: 'delivered', at }) as const
  // Half past eleven at night in London, and the next day in Lagos.
  const events = [came('2026-11-20T09:00:00Z'), came('2026-11-28T23:30:00Z')]
  const delivered = order({ delivery, status: 'approved', fulfilmentStatus: 'delivered', events })
  expect(describeHowItComes(delivered)).toBe(`₦15,000, on ${formatDayInWords('2026-11-29')}`)
  expect(describeHowItComes({ ...delivered, fulfilmentStatus: 'disputed' })).toContain(
    formatDayInWords('2026-11-29'),
  )
  const fetched = { ...delivery, kind: 'collect', name: 'Apapa', address: 'Road 1', hours: '9 to 5' } as const
  expect(describeHowItComes({ ...delivered, delivery: fetched })).toContain(
    `from ${formatDayInWords('2026-12-01')}`,
  )
})

it('of an order that ended says what was done, and of nothing that it is still to come', () => {
  const delivery = { kind: 'deliver', isAgreed: true, priceKobo: 250_000, day: inThreeDays } as const
  const day = formatDayInWords(inThreeDays)
  const withdrawn = order({
    delivery,
    status: 'declined',
    paymentStatus: 'claimed',
    createdAt: '2026-11-20T09:00:00Z',
  })
  expect(listStations(withdrawn)).toEqual([{ label: 'Ordered', at: '2026-11-20T09:00:00Z' }])
  expect(describeHowItComes(withdrawn)).toBeNull()
  expect(describeHowItComes({ ...withdrawn, status: 'pending' })).toContain(`on ${day}`)
  expect(describeHowItComes({ ...withdrawn, fulfilmentStatus: 'delivered' })).toContain(day)
  const unpaid = order({ ...withdrawn, paymentStatus: 'unpaid' })
  const ended = [
    unpaid,
    { ...unpaid, awaitsDelivery: true },
    { ...unpaid, paymentStatus: 'underpaid' as const },
  ]
  for (const one of ended) expect(describePayment(one)).toBe('Not paid')
  expect(describePayment({ ...unpaid, status: 'pending' })).toBe('Not paid yet')
})

it('of other goods that come after a complaint says our answer, and keeps what was delivered before', () => {
  const at = (day: number) => `2026-11-${day}T09:00:00Z`
  const moved = (from: string, to: string, day: number) =>
    ({ axis: 'fulfilment', from, to, at: at(day) }) as const
  const replaced = order({
    status: 'approved',
    paymentStatus: 'confirmed',
    fulfilmentStatus: 'preparing',
    delivery: { kind: 'deliver', isAgreed: true, priceKobo: 250_000, day: '2026-11-22' },
    disputes: [
      {
        reason: '',
        photoPaths: [],
        resolution: 'replaced',
        note: 'New tomatoes tomorrow',
        refundKobo: null,
        at: at(23),
        ...nothingSaid,
      },
    ],
    events: [
      moved('preparing', 'dispatched', 21),
      moved('dispatched', 'delivered', 22),
      moved('delivered', 'disputed', 23),
      moved('disputed', 'preparing', 24),
    ],
  })
  expect(describeNextStep(replaced)).toBe(
    'We are preparing other goods for you. Our answer: New tomatoes tomorrow',
  )
  expect(listStations(replaced).slice(-4)).toEqual([
    { label: 'On its way', at: at(21) },
    { label: 'Delivered', at: at(22) },
    { label: 'Replacement on its way', at: null },
    { label: 'Replacement delivered', at: null },
  ])
})

describe('what is still to be paid', () => {
  const receipt = {
    kind: 'receipt',
    amountKobo: 3_000_000,
    valueDate: '2026-11-20',
    at: '2026-11-20T11:00:00Z',
  } as const
  const refund = { ...receipt, kind: 'refund', amountKobo: 1_000_000 } as const
  const input = {
    reason: '',
    photoPaths: [],
    resolution: 'refunded',
    note: null,
    refundKobo: 1_000_000,
    at: '',
    ...nothingSaid,
  } as const

  it('does not grow by what went back after a complaint', () => {
    const paid: Partial<Order> = {
      status: 'approved',
      paymentStatus: 'underpaid',
      payments: [receipt, refund],
    }
    expect(describeNextStep(order({ ...paid, disputes: [input] }))).toBe('₦40,000 is due now.')
    expect(describeNextStep(order({ ...paid, disputes: [input], fulfilmentStatus: 'delivered' }))).toBe(
      'Delivered. ₦40,000 is due now.',
    )
  })

  it('is less by what a complaint was granted, where less came than had been recorded', () => {
    const payments = [
      { ...receipt, amountKobo: 7_000_000 },
      { ...receipt, kind: 'correction', amountKobo: -6_000_000 } as const,
    ]
    const corrected = order({ status: 'approved', paymentStatus: 'underpaid', payments, disputes: [input] })
    expect(describeNextStep(corrected)).toBe('₦50,000 is due now.')
  })

  it('is what came above the total less what went back of it, where too much came', () => {
    const payments = [{ ...receipt, amountKobo: 9_000_000 }, refund]
    const paid = { payments, paidKobo: 8_000_000, refundDueKobo: 1_000_000 }
    expect(describeNextStep(order({ status: 'approved', paymentStatus: 'overpaid', ...paid }))).toContain(
      'More than the total has arrived: ₦10,000 goes back to you.',
    )
  })
})

it('no transfer is requested before a time that is over', () => {
  expect(describeNextStep(placed)).toMatch(/^Please transfer before /)
  expect(describeNextStep(order({ expiresAt: '2026-11-20T09:00:00Z' }))).toBe(
    'The time to pay ran out on 20\u00a0November 2026, 10:00 (Lagos).',
  )
})

describe('an order is paid', () => {
  it.each([
    ['without a price', { kind: 'bulk', totalKobo: null }],
    ['when it is declined', { status: 'declined' }],
    ['when the payment is claimed', { paymentStatus: 'claimed' }],
    ['when the payment is confirmed', { paymentStatus: 'confirmed' }],
  ] as const)('not %s', (_when, changes) => {
    expect(isPayable(order(changes))).toBe(false)
  })

  it('while an order waits for its money, a rest of it too', () => {
    expect(isPayable(placed)).toBe(true)
    // Anyone who has transferred in the last minute can still say so.
    expect(isPayable(order({ expiresAt: anHourAgo() }))).toBe(true)
    expect(isPayable(order({ status: 'approved', paymentStatus: 'underpaid', expiresAt: anHourAgo() }))).toBe(
      true,
    )
    expect(isPayable(order({ kind: 'bulk', status: 'approved', expiresAt: null }))).toBe(true)
  })
})

describe('an order is taken back', () => {
  it('only while nobody has decided about it and nothing is prepared', () => {
    expect(isWithdrawable(placed)).toBe(true)
    expect(isWithdrawable(order({ paymentStatus: 'confirmed' }))).toBe(true)
    expect(isWithdrawable(order({ status: 'approved' }))).toBe(false)
    expect(isWithdrawable(order({ paymentStatus: 'refunded' }))).toBe(false)
  })

  it('and its goods are for sale again only where some were reserved for it', () => {
    const sacks = { productId: '2', name: 'Rice', farmer: 'A farm', packAmount: 50, packUnit: 'kg' }
    const vat = { vatClass: 'basic_food', rateBp: 0 }
    const line = { ...sacks, vat, priceKobo: 7_000_000, quantity: 1, totalKobo: 7_000_000 }
    const forSale = 'The goods are for sale again at once, for everybody.'
    expect(describeWithdrawal(order({ items: [{ ...line, hasReservedStock: true }] }))).toBe(forSale)
    for (const others of [order({ items: [{ ...line, hasReservedStock: false }] }), order({ kind: 'bulk' })])
      expect(describeWithdrawal(others)).not.toContain('for sale')
    expect(describeWithdrawal(order({ kind: 'bulk', paymentStatus: 'claimed' }))).toContain(
      'goes back to you',
    )
    const part = { items: [{ ...line, hasReservedStock: true }], paidKobo: 1_000_000 }
    expect(describeWithdrawal(order({ ...part, paymentStatus: 'underpaid' }))).toBe(
      `${forSale} ₦10,000 that you paid goes back to you.`,
    )
    expect(describeWithdrawal(order({ ...part, paymentStatus: 'claimed' }))).toBe(
      `${forSale} ₦10,000 that you paid goes back to you, and so does what else we find on our bank statement.`,
    )
  })
})

describe('the quality is disputed', () => {
  const delivered = order({
    status: 'approved',
    paymentStatus: 'confirmed',
    fulfilmentStatus: 'delivered',
    deliveredAt: '2026-11-20T09:00:00Z',
  })
  const end = Date.parse('2026-11-22T09:00:00Z')

  it('until 48 hours after the delivery and not a moment longer', () => {
    expect(findDisputeDeadline(delivered, end - 1)).toEqual(new Date(end))
    expect(findDisputeDeadline(delivered, end)).toBeNull()
  })

  it('not before the delivery and not twice at once, but again after an answer with money', () => {
    expect(findDisputeDeadline(placed)).toBeNull()
    expect(findDisputeDeadline({ ...delivered, fulfilmentStatus: 'disputed' }, end - 1)).toBeNull()
    for (const paymentStatus of ['refund_due', 'refunded'] as const)
      expect(findDisputeDeadline({ ...delivered, paymentStatus }, end - 1)).toEqual(new Date(end))
  })
})

describe('what comes next', () => {
  it('is said in every state that an order can be in', () => {
    for (const status of orderStatuses)
      for (const paymentStatus of paymentStatuses)
        for (const fulfilmentStatus of fulfilmentStatuses)
          expect(describeNextStep(order({ status, paymentStatus, fulfilmentStatus }))).toMatch(/^[A-Z₦].+\.$/)
  })

  const instalments = [
    { percent: 30, due: 'in_advance', amountKobo: 2_100_000 },
    { percent: 70, due: 'on_delivery', amountKobo: 4_900_000 },
  ] as const
  const advance = {
    kind: 'receipt',
    amountKobo: 2_100_000,
    valueDate: '2026-11-20',
    at: '2026-11-20T11:00:00Z',
  } as const
  const inParts = order({ kind: 'bulk', expiresAt: null, instalments })
  const paidInTime: Order = {
    ...inParts,
    paymentStatus: 'underpaid',
    paidKobo: 2_100_000,
    payments: [advance],
  }
  const onDelivery = order({
    ...{ kind: 'bulk', expiresAt: null },
    instalments: [{ percent: 100, due: 'on_delivery', amountKobo: 7_000_000 }],
  })

  it.each<[string, Order, string, string]>([
    [
      'an advance first',
      inParts,
      'It waits for your payment. ₦21,000 is due now, and ₦49,000 on delivery.',
      'Not paid yet',
    ],
    [
      'the advance paid in time',
      paidInTime,
      'What was due so far has arrived. Nothing is due now; ₦49,000 on delivery.',
      'What was due so far has arrived',
    ],
    [
      'the goods on their way',
      { ...paidInTime, fulfilmentStatus: 'dispatched' },
      'Your order is on its way. Nothing is due now; ₦49,000 on delivery.',
      'What was due so far has arrived',
    ],
    [
      'the goods there',
      { ...paidInTime, fulfilmentStatus: 'delivered' },
      'Delivered. ₦49,000 is due now.',
      'A part has arrived',
    ],
    [
      'cash on delivery, accepted',
      onDelivery,
      'Nothing is due now; ₦70,000 on delivery.',
      'Nothing is due yet',
    ],
    [
      'cash on delivery, being prepared',
      { ...onDelivery, fulfilmentStatus: 'preparing' },
      'We are preparing your order. Nothing is due now; ₦70,000 on delivery.',
      'Nothing is due yet',
    ],
    [
      'cash on delivery, delivered',
      { ...onDelivery, fulfilmentStatus: 'delivered' },
      'Delivered. ₦70,000 is due now.',
      'Not paid yet',
    ],
    [
      'delivered, and money sent back after a complaint',
      { ...inParts, status: 'approved', paymentStatus: 'refunded', fulfilmentStatus: 'delivered' },
      'Delivered. Money sent back to you.',
      'Money sent back to you',
    ],
    [
      'credit, completed before its money',
      { ...inParts, status: 'completed', fulfilmentStatus: 'delivered', isOnCredit: true },
      'This order is completed. Thank you for your trade. ₦70,000 is to be paid on the credit terms that we agreed.',
      'On the credit terms that we agreed',
    ],
  ])('follows the terms: %s', (_when, input, next, payment) => {
    expect([describeNextStep(input), describePayment(input)]).toEqual([next, payment])
  })

  it.each([
    [
      1,
      /^We call you within 24 hours and confirm in writing within 48 hours: by \d+\u00a0\w+ \d{4}\.$/,
      /^We call you by \d+\u00a0\w+ \d{4}\.$/,
    ],
    [
      ...[25, /^We confirm in writing within 48 hours: by \d+\u00a0\w+ \d{4}\.$/],
      /^We confirm in writing by \d+\u00a0\w+ \d{4}\.$/,
    ],
    [
      ...[49, /^It takes longer than the 48 hours that we promised: please call us/],
      /^It takes longer than the 48 hours that we promised: please call us/,
    ],
  ] as [number, RegExp, RegExp][])(
    'is what we promised, and an apology once that is over: after %i hours',
    (hours, sentence, inList) => {
      const createdAt = new Date(Date.now() - hours * hour).toISOString()
      const requested = { ...placed, totalKobo: null, createdAt }
      expect(describeNextStep(requested)).toMatch(sentence)
      expect(describeStepInList(requested)).toMatch(inList)
    },
  )

  it('is the buyer’s answer while a quote is open, and a new quote once it has run out', () => {
    const quoted = (expiresAt: string, offers: object[] = []) =>
      describeNextStep({ ...placed, totalKobo: null, quotes: [{ status: 'open', expiresAt, offers }] })
    expect(quoted(inAnHour())).toBe(
      'Our quote waits for your answer: accept it, offer other terms, or decline.',
    )
    expect(quoted(inAnHour(), [{}])).toBe(
      'You offered other terms, and we answer. Until then you can still accept our quote.',
    )
    expect(quoted(anHourAgo())).toBe('Our quote has run out. Write to us, and we send you a new one.')
  })

  it('names the rest that is to be paid, and why an order is closed', () => {
    const short = order({
      paymentStatus: 'underpaid',
      paidKobo: 2_000_000,
      payments: [
        { kind: 'receipt', amountKobo: 2_000_000, valueDate: '2026-11-20', at: '2026-11-20T11:00:00Z' },
      ],
    })
    expect(describeNextStep(short)).toBe('₦50,000 is due now.')
    expect(describeNextStep(order({ paymentStatus: 'confirmed', paidKobo: 7_000_000 }))).toBe(
      'Your payment is confirmed. Next we prepare your order.',
    )
    expect(describeNextStep(order({ status: 'declined', declineCode: 'withdrawn_by_buyer' }))).toBe(
      'You withdrew this order.',
    )
  })
})
