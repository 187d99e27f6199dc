import { expect, it } from 'vitest'
import { countPaid } from './order.ts'

const on = (day: number) => `2026-11-${day}T09:00:00Z`
const payment = (kind: 'receipt' | 'refund' | 'correction', amountKobo: number, day: number) => ({
  kind,
  amountKobo,
  at: on(day),
})
const complaint = (refundKobo: number | null, day: number) => ({ refundKobo, at: on(day) })

it('what went back after a complaint was paid all the same, and a surplus that went back was not', () => {
  const paid = (payments: ReturnType<typeof payment>[], disputes: ReturnType<typeof complaint>[] = []) =>
    countPaid({ payments, disputes, credits: [] })
  const came = payment('receipt', 130, 10)
  expect(paid([came])).toBe(130)
  expect(paid([came, payment('refund', 30, 11)])).toBe(100)
  expect(paid([came, payment('refund', 30, 11)], [complaint(30, 12)])).toBe(100)
  expect(paid([came, payment('refund', 30, 11), payment('refund', 30, 13)], [complaint(30, 12)])).toBe(100)
  expect(paid([came, payment('refund', 30, 11)], [complaint(null, 10)])).toBe(100)
  expect(paid([payment('receipt', 100, 10), payment('refund', 30, 13)], [complaint(30, 12)])).toBe(100)
  expect(paid([came, payment('refund', 60, 13)], [complaint(30, 12)])).toBe(100)
})
