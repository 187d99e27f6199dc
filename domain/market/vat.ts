/** Value added tax: its classes, and the lines of it as pages, mails and documents print them. The rates are rows (public.vat_rates). */
import { formatMoney } from '../money.ts'

export const vatClasses = ['basic_food', 'export', 'exempt', 'standard'] as const
export type VatClass = (typeof vatClasses)[number]

export const vatClassWords: Record<VatClass | 'delivery', string> = {
  basic_food: 'Basic food',
  export: 'Exported goods',
  exempt: 'Exempt',
  standard: 'Standard rate',
  delivery: 'Delivery',
}

/** As the database writes it: what goods of one rate bear, or delivery. */
export interface VatLine {
  /** In hundredths of a percent; null: in the proportion in which the goods bear it. */
  rateBp: number | null
  /** 'zero-rated: basic food, Nigeria Tax Act 2025, section 187' */
  reason: string
  /** What it is reckoned from. */
  baseKobo: number
  vatKobo: number
  isDelivery?: boolean
}

/** What goods of one line bear. */
export interface GoodsVat {
  vatClass: string
  rateBp: number | null
}

/** A quote's line names the class whose goods it is about. */
export interface QuoteVatLine extends VatLine {
  vatClass: string
}

export const countVat = (lines: readonly VatLine[] | null | undefined): number =>
  (lines ?? []).reduce((sum, { vatKobo }) => sum + vatKobo, 0)

/** 750 -> '7.5%' */
export const formatRate = (rateBp: number): string => `${rateBp / 100}%`

/** 'VAT 7.5%' */
export const nameVat = ({ rateBp, isDelivery }: Pick<VatLine, 'rateBp' | 'isDelivery'>): string =>
  ['VAT', rateBp === null ? '' : formatRate(rateBp), isDelivery ? 'on delivery' : '']
    .filter(Boolean)
    .join(' ')

/** 'VAT 7.5%, standard rate'; at nothing whether it is zero-rated or exempt: 'VAT 0%, zero-rated: basic food', 'VAT 0%, exempt'. */
function nameGoodsVat({ vatClass, rateBp }: GoodsVat): string {
  const words = (vatClassWords[vatClass as VatClass] ?? vatClass).toLowerCase()
  return `${nameVat({ rateBp })}, ${rateBp === 0 && vatClass !== 'exempt' ? 'zero-rated: ' : ''}${words}`
}

/** In a sum; at nothing why, in the first words of the reason that is stored with it: 'VAT 0%, zero-rated'. */
export const nameVatSum = (line: Pick<VatLine, 'rateBp' | 'isDelivery' | 'reason'>): string =>
  [nameVat(line), ...(line.rateBp === 0 ? line.reason.split(/[:,]/, 1) : [])].join(', ')

/** What stands in small beside a line of goods where not all bear the same: on pages, on papers and in mails. */
export const noteVat = (
  own: GoodsVat | null | undefined,
  all: readonly (GoodsVat | null | undefined)[],
): string | undefined =>
  own && all.some((other) => other && (other.vatClass !== own.vatClass || other.rateBp !== own.rateBp))
    ? nameGoodsVat(own)
    : undefined

/** 'VAT 0% (zero-rated: basic food)' */
export const explainVat = (line: Pick<VatLine, 'rateBp' | 'isDelivery' | 'reason'>): string =>
  `${nameVat(line)} (${line.reason})`

/** On a screen: 'No VAT: basic food', and in small the law, 'Nigeria Tax Act 2025, section 187'. Documents say it as the law does. */
export function sayVat(line: Pick<VatLine, 'rateBp' | 'isDelivery' | 'reason'>): {
  name: string
  law: string
} {
  if (line.rateBp !== 0) return { name: nameVat(line), law: line.reason }
  const [what, ...law] = line.reason.replace(/^zero-rated: /, '').split(', ')
  return { name: `No VAT${line.isDelivery ? ' on delivery' : ''}: ${what}`, law: law.join(', ') }
}

/** 'VAT 7.5% (standard rate) ₦75', for a row of facts. */
export const writeVat = (line: VatLine, currency: string): [string, string] => [
  nameVat(line),
  `${formatMoney(line.vatKobo, currency)} (${line.reason})`,
]

/** '7.5' or '7.5%' -> 750; null when it is no rate of at most two decimals. */
export function parseRate(text: string): number | null {
  const plain = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim())
  if (!plain) return null
  const rateBp = Number(plain[1]) * 100 + Number((plain[2] ?? '').padEnd(2, '0'))
  return rateBp <= 10_000 ? rateBp : null
}
