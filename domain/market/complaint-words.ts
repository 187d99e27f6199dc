/** What a complaint about goods says beside its reason, as buyers and staff read it. */
import { formatAmount, formatQuantity } from '../quantities.ts'
import type { DisputeWish } from './market-orders.ts'
import type { Order } from './order.ts'

export const wishWords: Readonly<Record<DisputeWish, string>> = {
  replace: 'Other goods',
  refund: 'Money back',
  credit: 'Off what I still pay',
}

/** 'Rice, 50 kg: 3 packs. Wished: Money back.' Null where nothing more was said than the reason. */
export function describeComplaint({ lineName, amount, amountUnit, wish }: Complaint): string | null {
  const goods = lineName ?? (wish ? 'The whole order' : null)
  if (!goods) return null
  const much = amount === null ? '' : `: ${formatAmount(formatQuantity(amount), amountUnit ?? '')}`.trimEnd()
  return `${goods}${much}.${wish ? ` Wished: ${wishWords[wish]}.` : ''}`
}

type Complaint = Pick<Order['disputes'][number], 'lineName' | 'amount' | 'amountUnit' | 'wish'>
