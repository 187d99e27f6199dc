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
