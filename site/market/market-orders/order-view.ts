/** An order as its page shows it: the same for a member who asks the tables and for a guest who holds a link. */
import type { TrackedOrder } from '#domain/market/market-orders.ts'
import type { orderKinds } from '#domain/market/orders.ts'
import type { DueMoment } from '#domain/market/quotes.ts'

export type OrderItem = TrackedOrder['items'][number]
export type OrderPayment = TrackedOrder['payments'][number]

export interface OrderQuote {
  id: string
  status: string
  currency: string
  paymentTerms: string
  totalKobo: number
  note: string | null
  expiresAt: string
  createdAt: string
  acceptedAt: string | null
  lines: {
    position: number
    description: string
    quantity: number
    unit: string
    priceKobo: number
    totalKobo: number
  }[]
}

export interface OrderInstalment {
  percent: number
  due: DueMoment
  amountKobo: number
}

type SameForAll = Omit<
  TrackedOrder,
  'ok' | 'isNew' | 'totalKobo' | 'expiresAt' | 'priceLockedUntil' | 'contact'
>

export interface OrderView extends SameForAll {
  kind: (typeof orderKinds)[number]
  /** Null until it is quoted. */
  totalKobo: number | null
  expiresAt: string | null
  contact: { name: string; phone: string; email: string | null } | null
  /** What a bulk order asks for; a marketplace order has items instead. */
  asked: { product: string; quantity: string; unit: string } | null
  quotes: readonly OrderQuote[]
  instalments: readonly OrderInstalment[]
}

/**
 * What the buyer has paid towards the total, in minor units: what came, less what went back of a surplus. What went back
 * after a complaint was paid all the same. As private.credited_kobo.
 */
export function countPaid({
  payments,
  disputes,
}: {
  payments: readonly Pick<OrderPayment, 'kind' | 'amountKobo'>[]
  disputes: readonly Pick<OrderView['disputes'][number], 'refundKobo'>[]
}): number {
  const sum = (wanted: OrderPayment['kind']) =>
    payments.reduce((total, { kind, amountKobo }) => total + (kind === wanted ? amountKobo : 0), 0)
  const conceded = disputes.reduce((total, { refundKobo }) => total + (refundKobo ?? 0), 0)
  return sum('receipt') - Math.max(0, sum('refund') - conceded)
}
