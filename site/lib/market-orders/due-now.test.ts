import { describe, expect, it } from 'vitest'
import { asPlainAmount, findDueNow, type Payable } from './due-now.ts'

const details = (dueKobo: number): Payable => ({
  ...{ ok: true, bankName: 'Test Bank', accountName: 'The company', accountNumber: '0123456789' },
  ...{ changedAt: '2026-11-02T10:00:00Z', code: 'AG7K4-2X9Q', phone: null, currency: 'NGN' },
  ...{ totalKobo: 1001, dueKobo, expiresAt: null },
})
const parts = [
  { percent: 30, due: 'in_advance', amountKobo: 300 },
  { percent: 70, due: 'on_delivery', amountKobo: 701 },
] as const

describe('what is to be transferred now', () => {
  it('is all of a marketplace order', () => {
    expect(findDueNow(details(1001), [])).toEqual({ amountKobo: 1001, words: 'Amount' })
  })

  it('is the advance of a quote first, then what is missing of it, then the rest', () => {
    expect(findDueNow(details(1001), parts)).toEqual({
      amountKobo: 300,
      words: 'Amount now (30% in advance)',
    })
    expect(findDueNow(details(901), parts)).toMatchObject({ amountKobo: 200 })
    expect(findDueNow(details(701), parts)).toEqual({ amountKobo: 701, words: 'Amount' })
  })
})

describe('an amount that is copied', () => {
  it('has no sign and no separators, and its kobo only where there are some', () => {
    expect([9_800_000, 9_800_050, 9_800_005].map(asPlainAmount)).toEqual(['98000', '98000.50', '98000.05'])
  })
})
