import { expect, it } from 'vitest'
import { readAccount } from './order-account.ts'
import type { AdminOrder, OrderDocuments } from './order-data.ts'

interface Money {
  totalKobo: number
  receipts: number[]
  refunds: number[]
  grantedKobo: number
  /** What of it the balance took. */
  offBalanceKobo: number
  dueBackKobo: number
}

function account({ totalKobo, receipts, refunds, grantedKobo, offBalanceKobo, dueBackKobo }: Money) {
  const order = {
    ...{ status: 'approved', payment_status: 'confirmed', fulfilment_status: 'delivered', currency: 'USD' },
    ...{ refund_due_kobo: dueBackKobo, awaits_delivery: false, credit_terms_reason: null },
  } as AdminOrder
  const documents = {
    payments: [
      ...receipts.map((amount_kobo) => ({ kind: 'receipt', amount_kobo })),
      ...refunds.map((amount_kobo) => ({ kind: 'refund', amount_kobo })),
    ],
    order_disputes: [{ refund_kobo: grantedKobo }],
    order_credits: offBalanceKobo > 0 ? [{ kind: 'complaint', amount_kobo: offBalanceKobo }] : [],
    order_instalments: [] as OrderDocuments['order_instalments'],
    payment_claims: [] as OrderDocuments['payment_claims'],
  } as OrderDocuments
  return readAccount(order, totalKobo, documents)
}

const beyond = {
  totalKobo: 7_511_878,
  receipts: [2_253_563],
  grantedKobo: 6_000_000,
  offBalanceKobo: 5_258_315,
}
const whole = { totalKobo: 20_000_000, receipts: [20_000_000], grantedKobo: 15_000_000, offBalanceKobo: 0 }

it.each([
  ['beyond the balance, before it is sent back', { ...beyond, refunds: [], dueBackKobo: 741_685 }],
  ['beyond the balance, after it was sent back', { ...beyond, refunds: [741_685], dueBackKobo: 0 }],
  ['of what was paid whole, sent back', { ...whole, refunds: [15_000_000], dueBackKobo: 0 }],
])(
  'what is received and taken off adds up to the total where a complaint was granted an amount %s',
  (_, money) => {
    const { receivedKobo, takenOffKobo, openKobo } = account(money)
    expect(takenOffKobo).toBe(money.grantedKobo)
    expect(receivedKobo + takenOffKobo - money.dueBackKobo).toBe(money.totalKobo)
    expect(openKobo).toBe(0)
  },
)
