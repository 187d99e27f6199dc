import { expect, it } from 'vitest'
import type { Order } from '#domain/market/order.ts'
import { formatMoney } from '#domain/money.ts'
import { describeNet } from '#site/market/market-orders/describe-order.ts'
import { readAccount, sayNet } from './order-account.ts'
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

it('the desk names the net price that the buyer reads, after a grant and what a bank kept', () => {
  const credits = [
    { kind: 'complaint', amount_kobo: 231_562 },
    { kind: 'fee', amount_kobo: 2_079 },
  ]
  const standing = (status: string) => {
    const order = { status, payment_status: 'overpaid', fulfilment_status: 'delivered', currency: 'EUR' }
    const documents = {
      ...{ payments: [], order_instalments: [], payment_claims: [] as OrderDocuments['payment_claims'] },
      ...{ order_disputes: [{ refund_kobo: 231_562 }], order_credits: credits },
    } as unknown as OrderDocuments
    return readAccount({ ...order, refund_due_kobo: 0 } as AdminOrder, 5_144_158, documents).net
  }
  const buyers = (status: string) =>
    describeNet({
      ...{ status, totalKobo: 5_144_158, disputes: [{ refundKobo: 231_562 }] },
      credits: credits.map(({ kind, amount_kobo }) => ({ kind, amountKobo: amount_kobo })),
    } as unknown as Order)
  const net = standing('approved')
  expect(net && sayNet(net, (kobo) => formatMoney(kobo, 'EUR'))).toBe(
    'Agreed €51,441.58, less €2,315.62 granted after a complaint, less €20.79 kept by a bank or written off, net €49,105.17',
  )
  expect(buyers('approved').at(-1)).toEqual({ term: 'Net', amountKobo: net?.netKobo })
  expect([standing('declined'), buyers('declined')]).toEqual([null, []])
})
