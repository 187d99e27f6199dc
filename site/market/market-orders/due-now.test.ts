import { describe, expect, it } from 'vitest'
import type { Order } from '#domain/market/order.ts'
import { deliveredOrderLimits } from '#domain/market/order-limits.ts'
import { describeParts } from './describe-parts.ts'
import { type AgreedTerms, asPlainAmount, findDueNow, type Payable, paidAtOnce } from './due-now.ts'
import { order } from './sample-order.ts'

const details = (dueKobo: number): Payable => ({
  ...{ ok: true, bankName: 'Test Bank', accountName: 'The company', accountNumber: '0123456789' },
  ...{ changedAt: '2026-11-02T10:00:00Z', code: 'AG7K4-2X9Q', phone: null, currency: 'NGN' },
  ...{ totalKobo: 1001, dueKobo, expiresAt: null, limits: deliveredOrderLimits },
})
const inParts: AgreedTerms = {
  ...paidAtOnce,
  instalments: [
    { percent: 30, due: 'in_advance', amountKobo: 300 },
    { percent: 70, due: 'on_delivery', amountKobo: 701 },
  ],
}

it('each agreed part says what of it is paid, and what was taken off counts, too', () => {
  const { instalments } = inParts
  const paid = (amountKobo: number, credits: Order['credits'] = []) =>
    describeParts(
      order({
        ...{ instalments, credits },
        payments: [{ kind: 'receipt', amountKobo, valueDate: '2026-11-20', at: '2026-11-20T12:00:00Z' }],
      }),
    ).map(({ detail }) => detail)
  expect(describeParts(order({ instalments }))).toEqual([
    { term: '30% in advance', detail: '₦3' },
    { term: '70% on delivery', detail: '₦7.01' },
  ])
  expect(paid(400)).toEqual(['₦3, paid', '₦7.01, ₦1 of it paid'])
  expect(paid(300, [{ kind: 'write_off', amountKobo: 50, at: '2026-11-21T09:00:00Z' }])).toEqual([
    '₦3, paid or taken off',
    '₦7.01, ₦0.50 of it paid or taken off',
  ])
})

describe('what is to be transferred now', () => {
  it('is all of a marketplace order', () => {
    expect(findDueNow(details(1001), paidAtOnce)).toMatchObject({
      ...{ isEarly: false, amountKobo: 1001, words: 'Amount' },
    })
  })

  it('is the advance of a quote first, then what is missing of it, and the rest with the goods', () => {
    expect(findDueNow(details(1001), inParts)).toMatchObject({
      ...{ isEarly: false, amountKobo: 300, words: 'Amount now (30% in advance)' },
    })
    expect(findDueNow(details(901), inParts)).toMatchObject({
      ...{ amountKobo: 200, words: 'Amount now (the rest of 30% in advance)' },
    })
    expect(findDueNow(details(701), inParts)).toEqual({
      ...{ isEarly: true, amountKobo: 701, words: 'Amount' },
      sentence: 'Nothing is due now; ₦7.01 on delivery.',
    })
    expect(findDueNow(details(701), { ...inParts, fulfilmentStatus: 'delivered' })).toEqual({
      ...{ isEarly: false, amountKobo: 701, words: 'Amount', sentence: '₦7.01 is due now.' },
    })
  })

  it('is nothing on credit terms, whose time was agreed in person', () => {
    expect(findDueNow(details(1001), { ...inParts, status: 'completed' })).toMatchObject({
      ...{ isEarly: false, amountKobo: 1001 },
    })
    expect(findDueNow(details(1001), { ...inParts, isOnCredit: true })).toMatchObject({
      isEarly: true,
      sentence: '₦10.01 is to be paid on the credit terms that we agreed.',
    })
  })
})

describe('an amount that is copied', () => {
  it('has no sign and no separators, and its kobo only where there are some', () => {
    expect([9_800_000, 9_800_050, 9_800_005].map(asPlainAmount)).toEqual(['98000', '98000.50', '98000.05'])
  })
})
