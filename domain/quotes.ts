/** Quotes of bulk orders: what the payment terms mean, and how a total is split so that nothing is lost. */
import type { paymentTerms } from './orders.ts'

export type PaymentTerms = (typeof paymentTerms)[number]
export type DueMoment = 'in_advance' | 'on_delivery' | 'against_documents'

export interface ScheduledPart {
  percent: number
  due: DueMoment
}

/** Equal to private.payment_schedules. */
export const paymentSchedules: Record<PaymentTerms, readonly ScheduledPart[]> = {
  '30% Advance 70% on Delivery': [
    { percent: 30, due: 'in_advance' },
    { percent: 70, due: 'on_delivery' },
  ],
  '50% Advance 50% on Delivery': [
    { percent: 50, due: 'in_advance' },
    { percent: 50, due: 'on_delivery' },
  ],
  'Letter of Credit': [{ percent: 100, due: 'against_documents' }],
  'Cash on Delivery': [{ percent: 100, due: 'on_delivery' }],
  'Bank Transfer': [{ percent: 100, due: 'in_advance' }],
}

export const dueWords: Record<DueMoment, string> = {
  in_advance: 'in advance',
  on_delivery: 'on delivery',
  against_documents: 'against documents',
}

/** A line in minor units, half a unit rounded up as in quote_lines.total_kobo: by thousandths, since floating products are not exact. */
export function computeLineTotal(quantity: number, priceKobo: number): bigint {
  return (BigInt(Math.round(quantity * 1000)) * BigInt(priceKobo) + 500n) / 1000n
}

/** Each part rounded down, and the last one takes what is left; as private.split_amount. */
export function splitAmount(totalKobo: bigint, percents: readonly number[]): bigint[] {
  const parts = percents.slice(0, -1).map((percent) => (totalKobo * BigInt(percent)) / 100n)
  return [...parts, totalKobo - parts.reduce((sum, part) => sum + part, 0n)]
}
