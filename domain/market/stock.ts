/** Why a stock changes, and what is read of it. */
export const stockReasons = ['counted', 'received', 'sold', 'spoiled', 'reserved', 'released'] as const
export type StockReason = (typeof stockReasons)[number]

/** As staff choose them: after 'counted' stands how many are on hand, after the others how many came or went. */
export const stockReasonWords: Record<StockReason, string> = {
  counted: 'Counted',
  received: 'Received',
  sold: 'Sold elsewhere',
  spoiled: 'Spoiled',
  reserved: 'Set aside',
  released: 'No longer set aside',
}

/** What the box asks for. */
export const stockQuestions: Record<StockReason, string> = {
  counted: 'How many are on hand now?',
  received: 'How many were received?',
  sold: 'How many were sold?',
  spoiled: 'How many spoiled?',
  reserved: 'How many are set aside?',
  released: 'How many are no longer set aside?',
}

/** public.product_history. */
export interface ProductHistory {
  movements: {
    id: number
    at: string
    reason: StockReason
    onHandChange: number
    reservedChange: number
    counted: number | null
    note: string | null
    orderId: string | null
    orderCode: string | null
    by: string | null
  }[]
  prices: { id: number; at: string; priceKobo: number; by: string | null }[]
}

export interface StockLevel {
  /** What can be ordered; null: no limit. */
  stock: number | null
  product_stock: { reserved: number | null } | null
}

export const countReserved = ({ product_stock }: StockLevel): number => product_stock?.reserved ?? 0

/** Null: no limit. */
export function countOnHand(level: StockLevel): number | null {
  return level.stock === null ? null : level.stock + countReserved(level)
}

export interface ForeseenStock {
  what: 'On hand' | 'Available'
  /** Null: no limit. */
  before: number | null
  after: number
}

/** What a stock becomes, as record_stock makes it; null: it would be refused, or without a limit nothing can be said. */
export function foreseeStock(level: StockLevel, reason: StockReason, quantity: number): ForeseenStock | null {
  const onHand = countOnHand(level)
  if (reason === 'counted')
    return quantity < countReserved(level) ? null : { what: 'On hand', before: onHand, after: quantity }
  if (level.stock === null || onHand === null) return null
  const sign = reason === 'received' || reason === 'released' ? 1 : -1
  if (level.stock + sign * quantity < 0) return null
  const isKept = reason === 'reserved' || reason === 'released'
  const [what, before] = isKept ? (['Available', level.stock] as const) : (['On hand', onHand] as const)
  return { what, before, after: before + sign * quantity }
}
