import { expect, it } from 'vitest'
import { isRejected } from '#domain/market/claim-story.ts'

import { describeNextStep, describePayment } from './describe-order.ts'
import { countRestOfClaim } from './due-now.ts'
import { order } from './sample-order.ts'

const [first, second, third, fourth] = [20, 21, 22, 23].map((day) => `2026-11-${day}T11:00:00Z`) as [
  string,
  string,
  string,
  string,
]
const claim = { words: 'Paid', note: null, hasProof: false }
const rejected = order({
  claims: [{ ...claim, amountKobo: 7_000_000, at: first }],
  events: [
    { axis: 'payment', from: 'unpaid', to: 'claimed', at: first },
    { axis: 'payment', from: 'claimed', to: 'unpaid', at: second },
  ],
})
const notFound = 'We did not find your transfer of ₦70,000 on our statement.'
const twice = 'If you have sent it, attach the proof or write to us; do not send it twice.'

it('says at the head of the order that a claim was not found, and asks for no second transfer', () => {
  expect(describePayment(rejected)).toBe(notFound)
  expect(describeNextStep(rejected)).toMatch(
    new RegExp(`^${notFound} ${twice} If you have not, please transfer before `),
  )
  const contract = { ...rejected, kind: 'bulk', status: 'approved', expiresAt: null } as const
  expect(describeNextStep(contract)).toBe(`${notFound} ${twice}`)
})

it('names no amount where the claim named none', () => {
  const claims = [{ ...claim, amountKobo: null, at: first }]
  expect(describePayment({ ...rejected, claims })).toBe('We did not find your transfer on our statement.')
})

it('says it no more once the buyer claims again, or money came', () => {
  const again = order({
    ...rejected,
    paymentStatus: 'claimed',
    claims: [...rejected.claims, { ...claim, amountKobo: 7_000_000, at: third }],
    events: [...rejected.events, { axis: 'payment', from: 'unpaid', to: 'claimed', at: third }],
  })
  expect(describeNextStep(again)).not.toContain('did not find')
  expect([first, third].map((at) => isRejected(at, again))).toEqual([true, false])
  const came = order({
    ...rejected,
    paymentStatus: 'underpaid',
    paidKobo: 2_000_000,
    payments: [{ kind: 'receipt', amountKobo: 2_000_000, valueDate: '2026-11-23', at: fourth }],
  })
  expect([describePayment(came), describeNextStep(came)]).toEqual([
    'A part has arrived',
    '₦50,000 is due now.',
  ])
})

it('names the rest beside a claim of a part, and none where the claim names no amount', () => {
  const claimed = (amountKobo: number | null) =>
    order({
      ...rejected,
      paymentStatus: 'claimed',
      claims: [...rejected.claims, { ...claim, amountKobo, at: third }],
      events: [...rejected.events, { axis: 'payment', from: 'unpaid', to: 'claimed', at: third }],
    })
  expect(describeNextStep(claimed(2_000_000))).toContain('The rest of ₦50,000 is still to be paid.')
  expect([2_000_000, 7_000_000, null].map((amount) => countRestOfClaim(claimed(amount)))).toEqual([
    5_000_000, 0, 0,
  ])
  // The part that is due on delivery is no rest.
  const instalments = [
    { percent: 30, due: 'in_advance', amountKobo: 2_100_000 },
    { percent: 70, due: 'on_delivery', amountKobo: 4_900_000 },
  ] as const
  expect(countRestOfClaim({ ...claimed(2_000_000), instalments })).toBe(100_000)
})

it('takes no claim for rejected that ended with a part of the money', () => {
  const part = order({
    ...rejected,
    events: [rejected.events[0], { axis: 'payment', from: 'claimed', to: 'underpaid', at: second }].flatMap(
      (event) => event ?? [],
    ) as typeof rejected.events,
    payments: [{ kind: 'receipt', amountKobo: 2_000_000, valueDate: '2026-11-21', at: second }],
  })
  expect(isRejected(first, part)).toBe(false)
})
