/** What a counter-offer comes to while it is typed, as public.make_counter_offer counts it. */
import type { OrderQuote } from './order.ts'
import { computeLineTotal, countLine } from './quotes.ts'
import { splitByClass } from './vat-by-class.ts'

/**
 * `offered`: quantity and price of one unit of each line of goods by its position; null where one of them is no figure yet. In another
 * currency freight, discount and tax have no price yet: it is that of the goods.
 */
export function countOffer(
  { lines, vat, currency: quoted }: Pick<OrderQuote, 'lines' | 'vat' | 'currency'>,
  offered: ReadonlyMap<number, { quantity: number; priceKobo: number } | null>,
  currency: string,
): bigint | null {
  const goods = lines.filter(({ kind }) => kind === 'goods')
  const amounts = goods.flatMap((line) => {
    const typed = offered.get(line.position)
    return typed
      ? [{ vatClass: line.vatClass ?? '', amountKobo: computeLineTotal(typed.quantity, typed.priceKobo) }]
      : []
  })
  if (amounts.length < goods.length) return null
  const sum = amounts.reduce((total, { amountKobo }) => total + amountKobo, 0n)
  if (currency !== quoted) return sum
  const taxes = lines.filter(({ kind }) => kind === 'tax')
  const isByRate = taxes.length === 1 && vat !== null && taxes[0]?.quantity === 1
  const others = lines.filter(({ kind }) => kind !== 'goods' && (kind !== 'tax' || !isByRate))
  const base = others.reduce(
    (total, line) => total + countLine({ ...line, priceKobo: Math.abs(line.priceKobo) }),
    sum,
  )
  if (!isByRate) return base
  const tax = [...splitByClass(base, amounts)].reduce((total, [vatClass, part]) => {
    const rateBp = vat.find((line) => line.vatClass === vatClass)?.rateBp ?? 0
    return total + (part * BigInt(rateBp) + 5_000n) / 10_000n
  }, 0n)
  return base + tax
}
