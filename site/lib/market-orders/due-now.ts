/** How much of an order is to be transferred now, and how a bank's form takes it. */
import type { PaymentDetails } from '#domain/market-orders.ts'
import { dueWords } from '#domain/quotes.ts'
import type { OrderInstalment } from '#site/lib/market-orders/order-view.ts'

export type Payable = Extract<PaymentDetails, { ok: true }>

export interface DueNow {
  amountKobo: number
  words: string
}

/** Of a quote with parts, the part that is due before the goods leave; else all that is left. */
export function findDueNow({ totalKobo, dueKobo }: Payable, instalments: readonly OrderInstalment[]): DueNow {
  const advance = instalments.filter(({ due }) => due === 'in_advance')
  const open = advance.reduce((sum, { amountKobo }) => sum + amountKobo, 0) - (totalKobo - dueKobo)
  if (open <= 0 || open >= dueKobo) return { amountKobo: dueKobo, words: 'Amount' }
  const percent = advance.reduce((sum, part) => sum + part.percent, 0)
  return { amountKobo: open, words: `Amount now (${percent}% ${dueWords.in_advance})` }
}

/** As a bank's form takes it: no sign, no separators. */
export function asPlainAmount(minorUnits: number): string {
  const rest = minorUnits % 100
  const whole = (minorUnits - rest) / 100
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0')}`
}
