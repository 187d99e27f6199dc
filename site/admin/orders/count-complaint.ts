/** What a complaint is about, in money: what an amount that is granted begins with. */
import { readQuoteVat } from '#domain/market/order.ts'
import type { OrderDocuments } from './order-data.ts'

type Complaint = Pick<OrderDocuments['order_disputes'][number], 'line_position' | 'amount'>
type Goods = Pick<OrderDocuments, 'order_items' | 'quotes'>

/** What these goods cost with their VAT; null where it does not say how many of which. */
export function countComplaint({ line_position: place, amount }: Complaint, goods: Goods): number | null {
  const quote = goods.quotes.find(({ status }) => status === 'accepted')
  const item = goods.order_items.find(({ position }) => position === place)
  const line = item ?? quote?.quote_lines.find(({ position }) => position === place)
  if (!line || amount === null) return null
  const priceKobo = Math.round(amount * line.price_kobo)
  const rateBp = item ? item.vat_rate_bp : quote && findRate(quote, place)
  return priceKobo + Math.round((priceKobo * (rateBp ?? 0)) / 10_000)
}

function findRate(quote: OrderDocuments['quotes'][number], place: number | null): number | null | undefined {
  const own = quote.quote_lines.find(({ position }) => position === place)?.vat_class ?? quote.vat_class
  return readQuoteVat(quote)?.find(({ vatClass }) => vatClass === own)?.rateBp
}
