/** What a complaint is about, in money: what an amount that is granted begins with. */
import { readQuoteVat } from '#domain/market/order.ts'
import type { OrderDocuments } from './order-data.ts'

type Complaint = Pick<OrderDocuments['order_disputes'][number], 'line_position' | 'amount'>
type Goods = Pick<OrderDocuments, 'order_items' | 'quotes'>
type Quote = OrderDocuments['quotes'][number]

/** What these goods cost less their share of a discount, with the VAT of that; null where it does not say how many of which. */
export function countComplaint({ line_position: place, amount }: Complaint, goods: Goods): number | null {
  const quote = goods.quotes.find(({ status }) => status === 'accepted')
  const item = goods.order_items.find(({ position }) => position === place)
  const line = item ?? quote?.quote_lines.find(({ position }) => position === place)
  if (!line || amount === null) return null
  const left = item || !quote ? 1 : findShareLeft(quote, line.position)
  const priceKobo = Math.round(amount * line.price_kobo * left)
  const rateBp = item ? item.vat_rate_bp : quote && findRate(quote, place)
  return priceKobo + Math.round((priceKobo * (rateBp ?? 0)) / 10_000)
}

/** A discount is shared by the lines above it in the proportion of their amounts; without any, by all goods. */
function findShareLeft({ quote_lines: lines }: Quote, place: number): number {
  const sum = (some: Quote['quote_lines']) => some.reduce((total, { total_kobo: kobo }) => total + kobo, 0)
  const goods = lines.filter(({ kind }) => kind === 'goods')
  return lines
    .filter(({ kind }) => kind === 'discount')
    .reduce((left, { position, total_kobo: kobo }) => {
      const above = sum(lines.filter((line) => line.kind !== 'tax' && line.position < position))
      if (above > 0 && place > position) return left
      return left * (1 + kobo / (above || sum(goods) || 1))
    }, 1)
}

function findRate(quote: Quote, place: number | null): number | null | undefined {
  const own = quote.quote_lines.find(({ position }) => position === place)?.vat_class ?? quote.vat_class
  return readQuoteVat(quote)?.find(({ vatClass }) => vatClass === own)?.rateBp
}
