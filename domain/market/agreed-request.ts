/** A bulk order that is ordered again: its request as the quote that was accepted has it. */
import { formatQuantity, type Unit, units } from '../quantities.ts'
import { numberLines, type RequestLine, requestLinesMax } from './order-request.ts'
import { pairGoods } from './pair-goods.ts'

/** Columns of an accepted quote. */
export interface AgreedQuote {
  payment_terms: string
  /** Null in quotes of before there were terms: then those of the request hold. */
  incoterms: string | null
  named_place: string | null
  grade: string | null
  packing: string | null
  tolerance_percent: number | null
  quote_lines: readonly {
    position: number
    kind: string
    description: string
    quantity: number
    unit: string
  }[]
}

/** As staff write the units of the form. */
const spellings: readonly [RegExp, Unit][] = [
  [/^(?:mt|t|(?:metric )?ton(?:ne)?s?)$/i, 'Tons'],
  [/^(?:kgs?|kilos?|kilogram(?:me)?s?)$/i, 'Kilograms'],
]

const findUnit = (written: string): Unit | undefined =>
  units.find((unit) => unit.toLowerCase() === written.toLowerCase()) ??
  spellings.find(([spelling]) => spelling.test(written))?.[1]

/** The answers of the form that the agreement has changed or confirmed; null: it was agreed to leave that open. */
export function answerAsAgreed(
  wanted: readonly RequestLine[],
  quote: AgreedQuote,
): Record<string, string | null> {
  const [{ product, quantity, unit } = { product: '', quantity: '', unit: '' }, ...further] = listAgreed(
    wanted,
    quote,
  )
  const { tolerance_percent: tolerance } = quote
  return {
    ...{ product, quantity, unit, ...numberLines(further) },
    paymentTerms: quote.payment_terms,
    ...(quote.incoterms !== null && {
      ...{ incoterms: quote.incoterms, namedPlace: quote.named_place },
      ...{ grade: quote.grade, packing: quote.packing },
      tolerancePercent: tolerance === null ? null : String(tolerance),
    }),
  }
}

function listAgreed(wanted: readonly RequestLine[], quote: AgreedQuote): RequestLine[] {
  const goods = quote.quote_lines
    .filter(({ kind }) => kind === 'goods')
    .toSorted((one, other) => one.position - other.position)
  const pairs = pairGoods(wanted, goods)
  const open = wanted.filter((one) => ![...pairs.values()].includes(one))
  // One product of the request may have become several lines; goods of another name are those that are left over.
  const findProduct = (line: (typeof goods)[number]) =>
    (pairs.get(line) ?? pairGoods(wanted, [line]).get(line) ?? open.shift())?.product ?? line.description
  return goods.slice(0, requestLinesMax).map((line) => {
    const unit = findUnit(line.unit)
    // The agreed number is of the agreed unit alone.
    return {
      product: findProduct(line),
      ...(unit ? { quantity: formatQuantity(line.quantity), unit } : { quantity: '', unit: '' }),
    }
  })
}
