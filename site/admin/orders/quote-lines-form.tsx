/** The lines of a quote as they are typed: goods with a price for one unit, and delivery, discount and tax with an amount or a share. */
import { findLineTermProblem } from '#domain/market/contract-term-questions.ts'
import type { LineTerms } from '#domain/market/goods-terms.ts'
import type { Requested } from '#domain/market/order.ts'
import { isNigeria } from '#domain/market/quote-currency.ts'
import {
  computeShareOf,
  countLine,
  countTotal,
  type QuoteLine,
  type QuoteLineKind,
  quoteLineWords,
} from '#domain/market/quotes.ts'
import { formatRate, nameVat, vatClasses, vatClassWords } from '#domain/market/vat.ts'
import { vatAdminWords } from '#domain/market/vat-admin-words.ts'
import { splitByClass } from '#domain/market/vat-by-class.ts'
import { formatMoney, parseNaira } from '#domain/money.ts'
import { findQuantityProblem, parseQuantity } from '#domain/quantities.ts'
import { findWholeProblem } from '#domain/whole-units.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { LineTermFields } from './line-term-fields.tsx'
import type { AdminOrder } from './order-data.ts'

/** A line as it is typed. */
export interface Line {
  id: number
  kind: QuoteLineKind
  description: string
  quantity: string
  unit: string
  price: string
  /** Which currency the price was typed in, where that was another one: it is none until it is typed again. */
  typedIn?: string | undefined
  /** For goods, where it is another than that of the whole quote. */
  vatClass?: string | undefined
  /** For goods, where several are quoted: what is said of these alone; until it is typed, what the catalogue says. */
  terms?: LineTerms | undefined
}

/** Each line of several goods with what is said of it; of a single one it is said of the whole quote. */
export function withTerms(
  lines: readonly Line[],
  find: (description: string) => LineTerms,
  requested: Partial<Record<keyof LineTerms, unknown>>,
): Line[] {
  const goods = lines.filter(({ kind }) => kind === 'goods')
  return lines.map((line) => {
    if (line.kind !== 'goods' || line.terms || goods.length === 1) return line
    // What the request names it names of its first product.
    const known = Object.entries(find(line.description)).filter(
      ([name]) => line !== goods[0] || !requested[name as keyof LineTerms],
    )
    return { ...line, terms: Object.fromEntries(known) }
  })
}

/** The lines in another currency than before: what was typed stays in sight, and counts for the currency that it was typed in. */
export const changeCurrency = (lines: readonly Line[], before: string, after: string): Line[] =>
  lines.map(({ typedIn = before, ...line }) => ({
    ...line,
    ...(line.price.trim() && computeShareOf(line.price, 0n) === null && typedIn !== after && { typedIn }),
  }))

/** As it is typed: without the sign of a currency. */
const writeAmount = (kobo: number) => formatMoney(kobo, 'NGN').slice(1)

/** The class of goods whose line says none, by their description; '' where it is not known. */
type FindVat = (description: string) => string

/** What a share is of: all lines before; of tax, where some goods bear the standard rate and others do not, what falls to these. */
function sumOfShare(kind: QuoteLineKind, before: readonly QuoteLine[], findVat: FindVat): bigint {
  const goods = before
    .filter((line) => line.kind === 'goods')
    .map((line) => ({ vatClass: line.vatClass || findVat(line.description), amountKobo: countLine(line) }))
  if (kind !== 'tax' || new Set(goods.map((line) => line.vatClass)).size < 2) return countTotal(before)
  const bases = splitByClass(countTotal(before.filter((line) => line.kind !== 'tax')), goods)
  return bases.get('standard') ?? countTotal(before)
}

/** Null until the quantity and the price of one unit can both be read; '7.5%' is a share of the lines before. */
function readLine(
  { kind, description, quantity, unit, price, typedIn, vatClass: own, terms }: Line,
  before: readonly QuoteLine[],
  findVat: FindVat,
): QuoteLine | null {
  if (typedIn || (terms && findLineTermProblem(terms))) return null
  const said = Object.entries(terms ?? {}).filter(([, text]) => text.trim())
  const amount = parseQuantity(quantity.trim())
  if (kind === 'goods' && amount !== null && findWholeProblem(amount, unit)) return null
  const share = kind === 'goods' ? null : computeShareOf(price, sumOfShare(kind, before, findVat))
  const priceKobo = share === null ? parseNaira(price) : Number(share)
  if (amount === null || priceKobo === null) return null
  return {
    ...{ kind, description: description.trim(), quantity: amount, unit: unit.trim(), priceKobo },
    ...(kind === 'goods' && own && { vatClass: own }),
    ...(kind === 'goods' && said.length > 0 && { terms: Object.fromEntries(said) }),
  }
}

/** Every line that can be read; the others are null. */
export function readLines(lines: readonly Line[], findVat: FindVat): (QuoteLine | null)[] {
  const result: (QuoteLine | null)[] = []
  for (const line of lines)
    result.push(
      readLine(
        line,
        result.filter((read) => read !== null),
        findVat,
      ),
    )
  return result
}

/** As quote_lines_price_kobo_range. */
export const isTooMuch = (line: QuoteLine | null | undefined): boolean =>
  (line?.priceKobo ?? 0) > 100_000_000_000
export const atMost = 'Enter at most 1,000,000,000'

/** Whether it can be sent. */
export const isWhole = (line: QuoteLine | null | undefined): boolean =>
  Boolean(line?.description && line.unit) && !isTooMuch(line)

/** Of a line that is not complete: what its box's id ends with. */
export function findWrongBox({ kind, description, quantity, unit, terms = {} }: Line): string {
  if (!description.trim()) return 'what'
  const amount = parseQuantity(quantity.trim())
  if (amount === null || (kind === 'goods' && findWholeProblem(amount, unit))) return 'quantity'
  if (!unit.trim()) return 'unit'
  return findLineTermProblem(terms)?.field ?? 'price'
}

/** Before the lines of tax, which are shares of what stands above them. */
export function addLine(lines: readonly Line[], line: Line): Line[] {
  const place = line.kind === 'tax' ? -1 : lines.findIndex(({ kind }) => kind === 'tax')
  return place < 0 ? [...lines, line] : lines.toSpliced(place, 0, line)
}

export const newLine: Record<QuoteLineKind, Omit<Line, 'id' | 'kind'>> = {
  goods: { description: '', quantity: '1', unit: 'lot', price: '' },
  delivery: { description: 'Delivery', quantity: '1', unit: 'lot', price: '' },
  discount: { description: 'Discount', quantity: '1', unit: 'lot', price: '' },
  tax: { description: 'VAT', quantity: '1', unit: 'lot', price: '' },
}

/**
 * What a new line of tax begins with: the rate of today of the goods that bear one, as a share of them; else it is typed. `rates` are
 * those in force, by class, in hundredths of a percent.
 */
export function beginTax(
  lines: readonly Pick<Line, 'kind' | 'description' | 'vatClass'>[],
  findVat: FindVat,
  rates: ReadonlyMap<string, number>,
): Pick<Line, 'description' | 'price'> {
  const goods = lines.filter(({ kind }) => kind === 'goods')
  const classes = [...new Set(goods.map(({ vatClass, description }) => vatClass || findVat(description)))]
  const bearing = classes.filter((one) => rates.get(one) !== 0)
  // Of several classes a share is that of the standard rate alone.
  const [only = ''] =
    bearing.length === 1 && (classes.length === 1 || bearing[0] === 'standard') ? bearing : []
  const rateBp = rates.get(only)
  return rateBp === undefined
    ? { description: newLine.tax.description, price: '' }
    : { description: nameVat({ rateBp }), price: formatRate(rateBp) }
}

/** A share that its line names ('VAT 7.5%') is typed as a share again: it follows the lines above. */
function writePrice(line: QuoteLine, before: readonly QuoteLine[]): string {
  const [share = ''] = line.kind === 'goods' ? [] : (/[0-9.]+ ?%/.exec(line.description) ?? [])
  const sum = sumOfShare(line.kind, before, () => '')
  return computeShareOf(share, sum) === BigInt(line.priceKobo) ? share : writeAmount(line.priceKobo)
}

/** The last version again, or what was requested. */
export function beginLines(
  order: AdminOrder,
  further: Requested['lines'],
  last: readonly QuoteLine[] | undefined,
): Line[] {
  if (!last)
    return [{ product: order.crop_type, quantity: String(order.quantity), unit: order.unit }, ...further].map(
      ({ product, quantity, unit }, id) => ({
        ...{
          id,
          kind: 'goods',
          description: product,
          quantity: quantity.replaceAll(',', ''),
          unit,
          price: '',
        },
      }),
    )
  const lines = [...last]
  const isMixed = findVatClass(last) === null
  const areSeveral = last.filter(({ kind }) => kind === 'goods').length > 1
  return lines.map((line, id) => ({
    id,
    kind: line.kind,
    description: line.description,
    quantity: String(line.quantity),
    unit: line.unit,
    price: writePrice(line, lines.slice(0, id)),
    ...(isMixed && line.vatClass && { vatClass: line.vatClass }),
    // What a version of several goods leaves to the whole stays so.
    ...(line.kind === 'goods' && (line.terms || areSeveral) && { terms: line.terms ?? {} }),
  }))
}

/** The class of all goods; null where they differ, nothing where none is named. */
export function findVatClass(lines: readonly QuoteLine[]): string | null | undefined {
  const classes = new Set(lines.filter(({ kind }) => kind === 'goods').map(({ vatClass }) => vatClass))
  return classes.size > 1 ? null : ([...classes][0] ?? undefined)
}

/**
 * The class of the whole, until staff choose: what the version before says, or a line of tax of a single line of goods; goods that
 * leave the country are zero-rated. The standard rate that a line of tax named goes with that line. The database knows the class of
 * each product sold at home (private.default_vat_class).
 */
export function suggestVat(
  lines: readonly Pick<Line, 'kind' | 'vatClass'>[],
  country: string,
  before: readonly QuoteLine[] | null,
): string {
  const goods = lines.filter(({ kind }) => kind === 'goods')
  const hasTax = (all: readonly Pick<Line, 'kind'>[]) => all.some(({ kind }) => kind === 'tax')
  if (hasTax(lines) && goods.length === 1 && goods[0]?.vatClass !== 'standard') return 'standard'
  const said = before && findVatClass(before)
  if (said && (said !== 'standard' || hasTax(lines) || !hasTax(before))) return said
  return isNigeria(country) ? '' : 'export'
}

interface LineFieldsProps {
  id: string
  title: string
  line: Line
  read: QuoteLine | null
  currency: string
  /** Someone wanted to send it: before that an empty field is nothing wrong. */
  isRequested: boolean
  onChange: (change: Partial<Line>) => void
  /** Null: it is the only one. */
  onRemove: (() => void) | null
  /** There are other goods, which may bear another VAT and have other terms. */
  isOneOfSeveral: boolean
}

export function LineFields({
  id,
  title,
  line,
  read,
  currency,
  isRequested,
  onChange,
  onRemove,
  isOneOfSeveral,
}: LineFieldsProps) {
  const { kind, description, quantity, unit, price, typedIn, vatClass = '' } = line
  const isReported = (text: string) => isRequested || text.trim() !== ''
  const amount = parseQuantity(quantity.trim())
  const missing = (text: string) => (isRequested && !text.trim() ? 'Please fill this in' : undefined)
  const quantityProblem = isReported(quantity)
    ? (findQuantityProblem(quantity.trim()) ?? findWholeProblem(amount ?? 0, unit))
    : null
  const hasPriceProblem =
    isReported(price) && !read && !quantityProblem && !findLineTermProblem(line.terms ?? {})
  return (
    <fieldset className="grid items-start gap-3 border-b border-line pb-4">
      <legend className="sr-only">{title}</legend>
      <div
        className={`grid items-start gap-3 ${kind === 'goods' ? 'sm:grid-cols-[4fr_2fr_4fr_3fr]' : 'sm:grid-cols-2'}`}
      >
        <Field
          id={`${id}-what`}
          label={kind === 'goods' ? 'What' : quoteLineWords[kind]}
          required
          error={missing(description)}
        >
          <TextInput
            value={description}
            maxLength={200}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        </Field>
        {kind === 'goods' && (
          <>
            <Field id={`${id}-quantity`} label="Quantity" required error={quantityProblem ?? undefined}>
              <TextInput
                inputMode="decimal"
                value={quantity}
                onChange={(event) => onChange({ quantity: event.target.value })}
              />
            </Field>
            <Field id={`${id}-unit`} label="Unit" required error={missing(unit)}>
              <TextInput
                value={unit}
                maxLength={40}
                onChange={(event) => onChange({ unit: event.target.value })}
              />
            </Field>
          </>
        )}
        <Field
          id={`${id}-price`}
          label={kind === 'goods' ? 'Price per unit' : 'Amount'}
          help={kind === 'goods' ? undefined : 'Or a share of the lines above, such as 7.5%.'}
          required
          error={
            typedIn
              ? `This was typed in ${typedIn}. Enter it in ${currency}.`
              : hasPriceProblem
                ? 'Enter a price, for example 35,000.00'
                : isTooMuch(read)
                  ? atMost
                  : undefined
          }
        >
          <TextInput
            inputMode={kind === 'goods' ? 'decimal' : 'text'}
            value={price}
            onChange={(event) => onChange({ price: event.target.value, typedIn: undefined })}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {onRemove && (
          <Button size="sm" variant="quiet" aria-label={`Remove ${title.toLowerCase()}`} onClick={onRemove}>
            Remove
          </Button>
        )}
        {isOneOfSeveral && kind === 'goods' && (
          <div className="w-full sm:w-72">
            <Select
              id={`${id}-vat`}
              aria-label={`${vatAdminWords.quoteClass.line}: ${title.toLowerCase()}`}
              options={[
                { value: '', label: `VAT: ${vatAdminWords.quoteClass.asWhole.toLowerCase()}` },
                ...vatClasses.map((value) => ({
                  value,
                  label: `VAT: ${vatClassWords[value].toLowerCase()}`,
                })),
              ]}
              value={vatClass}
              onChange={(event) => onChange({ vatClass: event.target.value || undefined })}
            />
          </div>
        )}
        {isOneOfSeveral && kind === 'goods' && (
          <LineTermFields
            id={id}
            title={title}
            terms={line.terms ?? {}}
            onChange={(terms) => onChange({ terms })}
          />
        )}
        {read && kind !== 'goods' && <span className="num">{formatMoney(countLine(read), currency)}</span>}
      </div>
    </fieldset>
  )
}
