import { describe, expect, it } from 'vitest'
import { countDeducted, countPaidOfNet, type Order, type OrderPayment } from '#domain/market/order.ts'
import { findOrderWord } from '#domain/market/orders.ts'
import { describeGoods, describeNet, describeNextStep, describePayment } from './describe-order.ts'
import { listHistory } from './list-history.ts'
import { listStations } from './order-stations.ts'
import { inAnHour, order, placed } from './sample-order.ts'

describe('the history', () => {
  const events: Order['events'] = [
    ...placed.events,
    { axis: 'payment', from: 'unpaid', to: 'claimed', at: '2026-11-20T10:00:00Z' },
    { axis: 'payment', from: 'claimed', to: 'confirmed', at: '2026-11-20T12:00:00Z' },
    { axis: 'fulfilment', from: 'preparing', to: 'dispatched', at: '2026-11-21T08:00:00Z' },
  ]
  const payments = [
    { kind: 'receipt', amountKobo: 7_000_000, valueDate: '2026-11-20', at: '2026-11-20T12:00:00Z' },
  ] as const
  const claims = [
    {
      words: 'Mark as Payment Successful',
      note: null,
      amountKobo: 7_000_000,
      hasProof: true,
      at: '2026-11-20T10:00:00Z',
    },
  ]

  it('has our price for a delivery that was quoted first, and the yes to it', () => {
    const delivery = {
      kind: 'quote',
      isAgreed: true,
      priceKobo: 900_000,
      quotedAt: '2026-11-20T10:30:00Z',
      agreedAt: '2026-11-20T11:00:00Z',
    } as const
    expect(listHistory(order({ delivery })).map(({ text }) => text)).toEqual([
      'Ordered',
      'We offered delivery for ₦9,000',
      'You accepted ₦9,000 for the delivery',
    ])
  })

  it('says with another offer of a delivery which one it replaced, and with another day which it was', () => {
    const delivery = {
      kind: 'quote',
      ...{ isAgreed: true, priceKobo: 900_000, day: '2026-12-04' },
      ...{ quotedAt: '2026-11-20T10:30:00Z', agreedAt: '2026-11-20T11:00:00Z' },
      earlier: { priceKobo: 1_250_050, vatKobo: null, day: '2026-12-01' },
      ...{ dayBefore: '2026-12-02', dayChangedAt: '2026-11-21T08:00:00Z' },
    } as const
    const lines = listHistory(order({ delivery })).map(({ text, detail }) => [text, detail])
    expect(lines.slice(1)).toEqual([
      ['We offered delivery for ₦9,000', 'Before, it was ₦12,500.50, on Tuesday 1\u00a0December'],
      ['You accepted ₦9,000 for the delivery', undefined],
      ['We changed the day to Friday 4\u00a0December', 'Before, it was Wednesday 2\u00a0December'],
    ])
  })

  it('says what was settled without money, and that nothing more is to be paid', () => {
    const [at, later] = ['2026-11-20T12:00:00Z', '2026-11-21T09:00:00Z']
    const settled = order({
      payments: [{ kind: 'receipt', amountKobo: 6_997_000, valueDate: '2026-11-20', at }],
      credits: [
        { kind: 'fee', amountKobo: 2_000, at: later },
        { kind: 'write_off', amountKobo: 1_000, at: '2026-11-21T10:00:00Z' },
        { kind: 'complaint', amountKobo: 500, at: '2026-11-21T11:00:00Z' },
      ],
      events: [
        ...placed.events,
        { axis: 'payment', from: 'unpaid', to: 'underpaid', at },
        { axis: 'payment', from: 'underpaid', to: 'confirmed', at: '2026-11-21T10:00:00Z' },
      ],
    })
    expect(
      listHistory(settled)
        .map(({ text }) => text)
        .slice(-3),
    ).toEqual([
      'A bank kept ₦20 on the way to us: we bear it',
      'We took ₦10 off what was left to pay',
      'Nothing more is to be paid',
    ])
  })

  it('says of a counter-offer in another currency that its price is for the goods', () => {
    const offered = (currency: string) => {
      const offers = [{ id: 'o', currency, totalKobo: 9_398_025, note: null, at: '2026-11-22T09:00:00Z' }]
      const quote = {
        ...{ id: 'q', currency: 'EUR', totalKobo: 9_000_000, createdAt: '2026-11-21T09:00:00Z', offers },
        lines: [{ kind: 'goods' }, { kind: 'delivery' }],
      }
      const quotes = [quote] as unknown as Order['quotes']
      return listHistory(order({ quotes })).at(-1)?.text
    }
    expect(offered('USD')).toBe('You offered US$93,980.25 for the goods')
    expect(offered('EUR')).toBe('You offered €93,980.25')
  })

  it('has each transfer that goes back, and what was still to come after it', () => {
    const sent = (amountKobo: number, at: string) =>
      ({ kind: 'refund', amountKobo, valueDate: '2026-11-24', at }) as const
    const first = sent(414_985, '2026-11-24T08:00:00Z')
    const second = sent(3_332_500, '2026-11-25T08:00:00Z')
    const due = { axis: 'payment', from: 'confirmed', to: 'refund_due', at: '2026-11-23T08:00:00Z' } as const
    const done = { axis: 'payment', from: 'refund_due', to: 'refunded', at: second.at } as const
    const read = (changes: Partial<Order>) =>
      listHistory(order({ events: [], ...changes })).map(({ text, detail }) => [text, detail ?? null])
    const part = [
      ['Money goes back to you', null],
      ['Sent back: ₦4,149.85; ₦33,325 still to come', null],
    ]
    expect(read({ payments: [first], refundDueKobo: 3_332_500, events: [due] })).toEqual(part)
    expect(read({ payments: [first, second], events: [due, done] })).toEqual([
      ...part,
      ['Money sent back to you', '₦33,325, ₦37,474.85 in all'],
    ])
    // Of a later return nothing was to come before.
    const again = sent(100_000, '2026-11-28T08:00:00Z')
    const more = { ...due, from: 'refunded', at: '2026-11-27T08:00:00Z' } as const
    const over = { ...done, at: again.at } as const
    expect(read({ payments: [first, second, again], events: [due, done, more, over] }).slice(0, 2)).toEqual(
      part,
    )
    // More became due in between: how much was to come before is not said.
    const receipt = { ...first, kind: 'receipt', amountKobo: 5_000, at: '2026-11-24T12:00:00Z' } as const
    expect(read({ payments: [first, receipt, second], events: [due, done] }).map(([text]) => text)).toContain(
      'Sent back: ₦4,149.85',
    )
  })

  it('says of the last transfer of a surplus what was sent back and how much in all, and of no payment that was found', () => {
    const [paid, first, last] = ['2026-11-20T12:00:00Z', '2026-11-24T08:00:00Z', '2026-11-25T08:00:00Z']
    const sent = (amountKobo: number, at: string) =>
      ({ kind: 'refund', amountKobo, valueDate: '2026-11-24', at }) as const
    const receipt = { ...sent(7_937_371, paid), kind: 'receipt' } as const
    const read = (...refunds: OrderPayment[]) =>
      listHistory(
        order({
          paymentStatus: 'confirmed',
          events: [
            { axis: 'payment', from: 'unpaid', to: 'overpaid', at: paid },
            { axis: 'payment', from: 'overpaid', to: 'confirmed', at: last },
          ],
          payments: [receipt, ...refunds],
          paidKobo: 7_000_000,
        }),
      ).map(({ text, detail }) => [text, detail ?? null])
    const came = ['More than the total has arrived', '₦79,373.71']
    expect(read(sent(400_000, first), sent(537_371, last))).toEqual([
      came,
      ['Sent back: ₦4,000; ₦5,373.71 still to come', null],
      ['Sent back: ₦5,373.71, ₦9,373.71 in all', null],
    ])
    expect(read(sent(937_371, last))).toEqual([came, ['Sent back: ₦9,373.71', null]])
  })

  it('says of a dispute that was answered what the answer was, and the money of that one alone', () => {
    const dispute = {
      ...{
        photoPaths: [],
        note: 'We have looked at it.',
        lineName: null,
        amount: null,
        amountUnit: null,
        wish: null,
      },
    }
    const disputes = [
      {
        ...dispute,
        reason: 'Too wet',
        resolution: 'refunded',
        refundKobo: 1_200_000,
        at: '2026-11-22T08:00:00Z',
      },
      { ...dispute, reason: 'Mouldy', resolution: 'rejected', refundKobo: null, at: '2026-11-24T08:00:00Z' },
      { ...dispute, reason: 'Broken', resolution: 'replaced', refundKobo: null, at: '2026-11-26T08:00:00Z' },
    ] as const
    const answers = [
      { axis: 'fulfilment', from: 'disputed', to: 'delivered', at: '2026-11-23T08:00:00Z' },
      { axis: 'fulfilment', from: 'disputed', to: 'delivered', at: '2026-11-25T08:00:00Z' },
      { axis: 'fulfilment', from: 'disputed', to: 'preparing', at: '2026-11-27T08:00:00Z' },
    ] as const
    const lines = listHistory(order({ disputes: [...disputes].reverse(), events: [...answers] }))
    expect(lines.map(({ text, detail }) => [text, detail])).toEqual([
      ['You disputed the quality', 'Too wet'],
      ['The dispute is answered', 'We grant you: ₦12,000'],
      ['You disputed the quality', 'Mouldy'],
      ['The dispute is answered', 'We could not follow it'],
      ['You disputed the quality', 'Broken'],
      ['A replacement is being prepared', null],
    ])
  })

  it('has each step of a letter of credit: the drafts that came, what we answered, the issue', () => {
    const steps = [
      [null, 'draft_received', 'The draft of your letter of credit has arrived'],
      ['draft_received', 'awaited', 'We asked you for another draft of the letter of credit'],
      [null, 'draft_received', 'The draft of your letter of credit has arrived'],
      ['draft_received', 'draft_accepted', 'We accepted the draft of your letter of credit'],
      ['draft_accepted', 'issued', 'Your letter of credit is issued'],
      ['issued', 'draft_accepted', 'The letter of credit went back one step'],
      ['draft_accepted', 'issued', 'Your letter of credit is issued'],
      ['issued', 'documents_presented', 'The documents are with the bank'],
      ['documents_presented', 'paid', 'Your letter of credit is paid'],
    ] as const
    const credit = steps.map(([from, to], at) => ({
      ...{ axis: 'credit', from, to },
      at: `2026-11-2${at}T08:00:00Z`,
    })) satisfies Order['events']
    expect(listHistory(order({ events: credit })).map(({ text }) => text)).toEqual(
      steps.map(([, , text]) => text),
    )
  })

  it('reports a claim once, and all in the order of time', () => {
    expect(listHistory(order({ events, claims, payments })).map(({ text }) => text)).toEqual([
      'Ordered',
      'You told us that you have paid ₦70,000, with a proof',
      'Payment confirmed against our bank statement',
      'Sent on its way',
    ])
    const byBank = order({ events, payments, creditStatus: 'paid' })
    expect(listHistory(byBank).map(({ text }) => text)).toContain(
      'The bank has paid under your letter of credit',
    )
  })

  it('says that nothing more is to be paid where no money came, and not that some was found', () => {
    const settled = order({ events: events.slice(0, 3), paymentStatus: 'confirmed' })
    expect(listHistory(settled).at(-1)?.text).toBe('Nothing more is to be paid')
    expect(listStations(settled)[1]).toEqual({
      ...{ label: 'Paid', at: '2026-11-20T12:00:00Z', detail: 'Nothing more is to be paid' },
    })
  })

  it('says of a further claim that was rejected that no transfer was found, not that a payment came', () => {
    const [first, second] = ['2026-11-20T11:00:00Z', '2026-11-22T11:00:00Z']
    const parts = [
      { percent: 30, due: 'in_advance', amountKobo: 2_100_000 },
      { percent: 70, due: 'on_delivery', amountKobo: 4_900_000 },
    ] as const
    const rejected = {
      events: [first, second].map(
        (at) => ({ axis: 'payment', from: 'claimed', to: 'underpaid', at }) as const,
      ),
      paidKobo: 2_100_000,
      payments: [{ kind: 'receipt', amountKobo: 2_100_000, valueDate: '2026-11-20', at: first } as const],
    }
    for (const [instalments, came] of [
      [[], 'A part of the payment has arrived'],
      [parts, 'A payment has arrived'],
    ] as const)
      expect(
        listHistory(order({ ...rejected, instalments })).map(({ text, detail }) => [text, detail]),
      ).toEqual([
        [came, '₦21,000'],
        ['Your transfer was not on our statement', null],
      ])
  })

  it('names how much a rejected claim said, also where its proof came later', () => {
    const [first, second, third] = ['2026-11-20T11:00:00Z', '2026-11-21T11:00:00Z', '2026-11-22T11:00:00Z']
    const claim = { words: 'Paid', note: null, hasProof: false }
    const rejected = order({
      claims: [
        { ...claim, amountKobo: 1_000_000, at: first },
        { ...claim, amountKobo: null, hasProof: true, at: second },
      ],
      events: [
        { axis: 'payment', from: 'unpaid', to: 'claimed', at: first },
        { axis: 'payment', from: 'claimed', to: 'unpaid', at: third },
      ],
    })
    expect(listHistory(rejected).at(-1)?.text).toBe('Your transfer of ₦10,000 was not on our statement')
  })

  it('says of a payment that was corrected how much less came, and of no part that arrived with it', () => {
    const [first, second] = ['2026-11-20T11:00:00Z', '2026-11-22T11:00:00Z']
    const corrected = (amountKobo: number) =>
      order({
        status: 'approved',
        paymentStatus: 'underpaid',
        events: [
          { axis: 'payment', from: 'unpaid', to: 'confirmed', at: first },
          { axis: 'payment', from: 'confirmed', to: 'underpaid', at: second },
        ],
        payments: [
          { kind: 'receipt', amountKobo: 7_000_000, valueDate: '2026-11-20', at: first },
          { kind: 'correction', amountKobo, valueDate: '2026-11-20', at: second },
        ],
        paidKobo: 7_000_000 + amountKobo,
      })
    expect(listHistory(corrected(-6_300_000)).map(({ text }) => text)).toEqual([
      'Payment confirmed against our bank statement',
      'We corrected a payment: ₦63,000 less came than we had recorded',
    ])
    const standing = (one: ReturnType<typeof order>) => [describePayment(one), describeNextStep(one)]
    expect([corrected(-6_300_000), corrected(-7_000_000)].map(standing)).toEqual([
      ['A part has arrived', '₦63,000 is due now.'],
      ['Not paid yet', '₦70,000 is due now.'],
    ])
    // Nothing is due before the goods are there, and nothing has arrived.
    const later = { percent: 100, due: 'on_delivery', amountKobo: 7_000_000 } as const
    const onDelivery = { ...corrected(-7_000_000), kind: 'bulk', instalments: [later] } as const
    expect(standing(onDelivery)).toEqual(['Nothing is due yet', 'Nothing is due now; ₦70,000 on delivery.'])
  })

  it('says nothing of a transfer where an order of which nothing came has ended, but where one was looked for', () => {
    const [first, second] = ['2026-11-20T11:00:00Z', '2026-11-22T11:00:00Z']
    const ended = (from: 'underpaid' | 'claimed') =>
      listHistory(
        order({
          status: 'declined',
          paymentStatus: 'unpaid',
          events: [
            { axis: 'status', from: 'approved', to: 'declined', at: first },
            { axis: 'payment', from, to: 'unpaid', at: second },
          ],
        }),
      ).map(({ text }) => text)
    expect([ended('underpaid'), ended('claimed')]).toEqual([
      ['Declined'],
      ['Declined', 'Your transfer was not on our statement'],
    ])
  })

  it('says of each station when it was reached, or that it was not', () => {
    const sent = order({
      events,
      status: 'approved',
      paymentStatus: 'confirmed',
      paidKobo: 7_000_000,
      fulfilmentStatus: 'dispatched',
    })
    expect(listStations(sent)).toEqual([
      { label: 'Ordered', at: '2026-11-20T09:00:00Z' },
      { label: 'Paid', at: '2026-11-20T12:00:00Z', detail: 'We found it' },
      { label: 'On its way', at: '2026-11-21T08:00:00Z' },
      { label: 'Delivered', at: null },
    ])
  })

  it('says of goods that their buyer collects where they wait, and that they were collected', () => {
    const delivery = {
      kind: 'collect',
      name: 'Ibadan depot',
      address: '4 Ring Road',
      hours: 'Mon to Fri, 8 to 16',
      day: '2026-11-21',
      priceKobo: 0,
      isAgreed: true,
    } as const
    const ready = order({
      events,
      delivery,
      status: 'approved',
      paymentStatus: 'confirmed',
      fulfilmentStatus: 'dispatched',
    })
    expect(describeNextStep(ready)).toBe(
      'Your order is ready to collect at Ibadan depot, 4 Ring Road (Mon to Fri, 8 to 16).',
    )
    expect(describeGoods(ready)).toBe('Ready to collect')
    expect(listStations(ready).slice(-2)).toEqual([
      { label: 'Ready to collect', at: '2026-11-21T08:00:00Z' },
      { label: 'Collected', at: null },
    ])
    expect(listHistory(ready).at(-1)?.text).toBe('Ready to collect')
    const fetched = { ...ready, fulfilmentStatus: 'delivered' } as const
    expect(describeNextStep(fetched)).toMatch(/^Collected\. The quality can be disputed/)
    expect(describeGoods(fetched)).toBe('Collected')
  })

  it('says who claimed that it is paid, and reverts what a rejected claim takes back', () => {
    const claimed = order({ events: events.slice(0, 2), paymentStatus: 'claimed' })
    expect(listStations(claimed)[1]).toEqual({
      ...{ label: 'Paid', at: null, detail: 'You told us; we look for it' },
    })
    const rejected = [
      ...events.slice(0, 2),
      { axis: 'payment', from: 'claimed', to: 'unpaid', at: '2026-11-20T11:00:00Z' } as const,
    ]
    expect(listStations(order({ events: rejected }))[1]).toEqual({ label: 'Paid', at: null })
  })

  it('of a contract are its own, with days and amounts, from the request to the settlement', () => {
    const none = { incoterms: 'CIF', namedPlace: 'Rotterdam', windowFrom: null, windowTo: null, grade: null }
    const terms = {
      ...{ ...none, paymentTerms: '30% Advance 70% on Delivery', tolerancePercent: null, hsCode: null },
      ...{ moistureMaxPercent: null, packing: null, origin: null },
    }
    const quote = {
      ...{ ...terms, id: 'q', currency: 'USD', totalKobo: 6_859_000, note: null, lines: [] },
      ...{ expiresAt: inAnHour(), declinedAt: null, declineReason: null, offers: [], vat: null },
    }
    const contract = order({
      kind: 'bulk',
      currency: 'USD',
      totalKobo: 6_859_000,
      status: 'approved',
      paymentStatus: 'underpaid',
      requested: {
        ...{ product: 'Cocoa Beans', quantity: '2', unit: 'Containers (20ft)', preferredDate: null, terms },
        ...{ targetPrice: null, purchaseOrderNumber: null, lines: [] },
        country: 'Netherlands',
      },
      quotes: [
        {
          ...quote,
          status: 'accepted',
          createdAt: '2026-11-22T09:00:00Z',
          acceptedAt: '2026-11-23T09:00:00Z',
        },
        { ...quote, id: 'p', status: 'replaced', createdAt: '2026-11-21T09:00:00Z', acceptedAt: null },
      ],
      instalments: [
        { percent: 30, due: 'in_advance', amountKobo: 2_057_700 },
        { percent: 70, due: 'on_delivery', amountKobo: 4_801_300 },
      ],
      paidKobo: 2_057_700,
      payments: [
        { kind: 'receipt', amountKobo: 1_000_000, valueDate: '2026-11-24', at: '2026-11-24T11:00:00Z' },
        { kind: 'receipt', amountKobo: 1_057_700, valueDate: '2026-11-25', at: '2026-11-25T11:00:00Z' },
      ],
    })
    expect(listStations(contract)).toEqual([
      { label: 'Request', at: '2026-11-20T09:00:00Z', detail: '2 Containers (20ft) of Cocoa Beans' },
      { label: 'Quote', at: '2026-11-22T09:00:00Z', detail: 'US$68,590' },
      { label: 'Agreed', at: '2026-11-23T09:00:00Z', detail: 'US$68,590' },
      { label: 'Advance received', at: '2026-11-25', detail: 'US$20,577 of US$20,577' },
      { label: 'Shipped', at: null },
      { label: 'Delivered', at: null },
      { label: 'Settled', at: null, detail: 'US$20,577 of US$68,590' },
    ])
    // A quote that was declined is none that stands.
    const [sent] = contract.quotes
    const declined = sent && { ...sent, status: 'declined' as const, acceptedAt: null }
    expect(
      listStations({ ...contract, totalKobo: null, quotes: declined ? [declined] : [], instalments: [] })[1],
    ).toEqual({ label: 'Quote', at: null, detail: 'You declined US$68,590' })
    // Of a complaint about more than the balance nothing is left to be paid, and money goes back.
    const beyond = order({
      ...contract,
      paymentStatus: 'refund_due',
      refundDueKobo: 500_000,
      disputes: [
        {
          ...{ reason: '', photoPaths: [], resolution: 'refunded', note: null, refundKobo: 5_301_300 },
          ...{ at: '2026-11-26T09:00:00Z', lineName: null, amount: null, amountUnit: null, wish: null },
        },
      ],
      credits: [{ kind: 'complaint', amountKobo: 4_801_300, at: '2026-11-25T10:00:00Z' }],
    })
    expect(listStations(beyond).at(-1)).toEqual({
      ...{ label: 'Settled', at: null, detail: 'US$5,000 goes back to you' },
    })
    // Once it is here again the buyer has paid the net price, as the rows of the sheet say.
    const back = order({
      ...beyond,
      ...{ status: 'completed', paymentStatus: 'refunded', refundDueKobo: 0, paidKobo: 2_057_700 },
      payments: [
        ...contract.payments,
        { kind: 'refund', amountKobo: 500_000, valueDate: '2026-11-28', at: '2026-11-28T11:00:00Z' },
      ],
      events: [{ axis: 'payment', from: 'refund_due', to: 'refunded', at: '2026-11-28T11:00:00Z' }],
    })
    const net = 'US$15,577'
    expect(listStations(back).at(-1)).toEqual({
      ...{ label: 'Settled', at: '2026-11-28T11:00:00Z', detail: `${net} of ${net}` },
    })
    expect(describeNet(back).at(-1)).toEqual({ term: 'Net', amountKobo: 1_557_700 })
    for (const one of [beyond, back])
      expect([countPaidOfNet(one), countDeducted(one)]).toEqual([1_557_700, 5_301_300])
    expect(countPaidOfNet(contract)).toBe(2_057_700)
    // What is paid whole in advance is settled before it leaves.
    const paidFirst = {
      ...contract,
      instalments: [{ percent: 100, due: 'in_advance', amountKobo: 6_859_000 }] as const,
    }
    expect(listStations(paidFirst).map(({ label }) => label)).toEqual([
      ...['Request', 'Quote', 'Agreed', 'Settled', 'Shipped', 'Delivered'],
    ])
    expect(findOrderWord({ ...contract, status: 'pending' })).toBe('Agreed')
    expect(findOrderWord(contract)).toBeUndefined()
  })
})
