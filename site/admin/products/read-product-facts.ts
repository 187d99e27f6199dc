/** What is typed of a product of the export catalogue, as the columns of its row. */
import { getLagosDay } from '#domain/dates.ts'
import { exportFactWords as words } from '#domain/market/export-fact-words.ts'
import { parseNaira } from '#domain/money.ts'
import { parseQuantity } from '#domain/quantities.ts'
import { cleanLine } from '#domain/text.ts'
import type { ReadBoxes } from '#site/lib/form/use-small-form.ts'

export const factLines = ['grade', 'season', 'origin_states', 'packing'] as const
const hsCode = /^[0-9]{4}([.][0-9]{2}([.][0-9]{2}){0,2})?$/

type Refuse = Parameters<ReadBoxes<unknown>>[1]

/** Nothing where something of it was refused, each at its own box. */
export function readProductFacts(values: Record<string, string>, refuse: Refuse) {
  const text = (name: string) => cleanLine(values[name] ?? '') || null
  const lot = text('minimum_lot')
  const lotUnit = text('minimum_lot_unit')
  const minimum_lot = lot === null ? null : parseQuantity(lot)
  const [price, currency, unit, day] = ['price', 'price_currency', 'price_unit', 'price_on'].map(text)
  const isPriced = [price, currency, unit, day, text('price_basis')].some((word) => word != null)
  const price_kobo = price ? parseNaira(price) : null
  const code = text('hs_code')
  const wrong: (readonly [field: string, message: string])[] = []
  if (minimum_lot === null && (lot !== null || lotUnit !== null))
    wrong.push(['minimum_lot', words.messages.lot])
  else if (lot !== null && lotUnit === null) wrong.push(['minimum_lot_unit', words.messages.lotUnit])
  if (isPriced && !price_kobo) wrong.push(['price', words.messages.price])
  if (isPriced && !currency) wrong.push(['price_currency', words.messages.priceCurrency])
  if (isPriced && !unit) wrong.push(['price_unit', words.messages.priceUnit])
  if (isPriced && !day) wrong.push(['price_on', words.messages.priceDay])
  else if (day && day > getLagosDay(new Date())) wrong.push(['price_on', words.messages.priceOn])
  if (code !== null && !hsCode.test(code)) wrong.push(['hs_code', words.messages.hsCode])
  for (const [field, message] of wrong) refuse(field, message)
  if (wrong.length > 0) return undefined
  return {
    ...Object.fromEntries(factLines.map((name) => [name, text(name)])),
    hs_code: code,
    minimum_lot,
    minimum_lot_unit: lotUnit,
    price_kobo,
    price_currency: currency ?? null,
    price_unit: unit ?? null,
    price_basis: text('price_basis'),
    price_on: day ?? null,
  }
}
