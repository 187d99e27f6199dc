/** What is typed of a product of the export catalogue, as the columns of its row. */
import { getLagosDay } from '#domain/dates.ts'
import { exportFactWords as words } from '#domain/market/export-catalogue.ts'
import { parseNaira } from '#domain/money.ts'
import { parseQuantity } from '#domain/quantities.ts'
import { cleanLine } from '#domain/text.ts'
import type { ReadBoxes } from '#site/lib/form/use-small-form.ts'

export const factLines = ['grade', 'season', 'origin_states', 'packing'] as const
const hsCode = /^[0-9]{4}([.][0-9]{2}([.][0-9]{2}){0,2})?$/

type Refuse = Parameters<ReadBoxes<unknown>>[1]

/** Nothing where something of it was refused. */
export function readProductFacts(values: Record<string, string>, refuse: Refuse) {
  const text = (name: string) => cleanLine(values[name] ?? '') || null
  const lot = text('minimum_lot')
  const lotUnit = text('minimum_lot_unit')
  const minimum_lot = lot === null ? null : parseQuantity(lot)
  if ((lot === null) !== (lotUnit === null) || (lot !== null && minimum_lot === null))
    return refuse('minimum_lot', words.messages.lot)
  const priced = ['price', 'price_currency', 'price_unit', 'price_on'].map(text)
  const price_kobo = priced[0] ? parseNaira(priced[0]) : null
  if (priced[0] ? !price_kobo || priced.includes(null) : text('price_basis'))
    return refuse('price', words.messages.price)
  const day = priced[0] ? text('price_on') : null
  if (day !== null && day > getLagosDay(new Date())) return refuse('price_on', words.messages.priceOn)
  const code = text('hs_code')
  if (code !== null && !hsCode.test(code)) return refuse('hs_code', words.messages.hsCode)
  return {
    ...Object.fromEntries(factLines.map((name) => [name, text(name)])),
    hs_code: code,
    minimum_lot,
    minimum_lot_unit: lotUnit,
    price_kobo,
    price_currency: price_kobo ? text('price_currency') : null,
    price_unit: price_kobo ? text('price_unit') : null,
    price_basis: price_kobo ? text('price_basis') : null,
    price_on: day,
  }
}
