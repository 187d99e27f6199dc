/** Value added tax: its classes, and the lines of it as pages, mails and documents print them. The rates are rows (public.vat_rates). */
import { formatMoney } from '../money.ts'

/** Equal to private.is_vat_class. */
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

export const countVat = (lines: readonly VatLine[] | null | undefined): number =>
  (lines ?? []).reduce((sum, { vatKobo }) => sum + vatKobo, 0)

/** 750 -> '7.5%' */
export const formatRate = (rateBp: number): string => `${rateBp / 100}%`

/** 'VAT 7.5%' */
export const nameVat = ({ rateBp, isDelivery }: Pick<VatLine, 'rateBp' | 'isDelivery'>): string =>
  ['VAT', rateBp === null ? '' : formatRate(rateBp), isDelivery ? 'on delivery' : '']
    .filter(Boolean)
    .join(' ')

/** 'VAT 0% (zero-rated: basic food)' */
export const explainVat = (line: Pick<VatLine, 'rateBp' | 'isDelivery' | 'reason'>): string =>
  `${nameVat(line)} (${line.reason})`

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

/** Where staff see to the rates. */
export const vatDeskWords = {
  title: 'VAT',
  lead: 'Added on top of the price, by the class of a product. A rate holds from its day on for new orders; orders that are there keep theirs.',
  now: 'since',
  later: 'from',
  before: 'Earlier rates',
  asGoods: 'as the goods',
  setBy: (name: string, time: string) => `${name}, ${time}`,
  fromTheStart: 'Set from the start',
  add: 'Add a rate',
  takeBack: 'Take back',
  takingBack: 'Taking back...',
  takenBack: { title: 'Rate taken back', text: 'What held before goes on.' },
  form: {
    title: 'Add a rate of VAT',
    vatClass: { label: 'Class', problem: 'Choose a class' },
    rate: {
      label: 'Rate in percent',
      help: 'Of delivery empty: it bears what the goods bear that it brings.',
      problem: 'Enter a rate from 0 to 100, such as 7.5',
    },
    day: {
      label: 'From which day',
      help: 'Tomorrow or later.',
      problem: 'Choose the day from which it holds',
    },
    reason: {
      label: 'Reason on papers',
      help: 'What the law says, such as: standard rate, Nigeria Tax Act 2025',
      problem: 'Say why in 3 to 160 characters',
    },
    submitLabel: 'Add the rate',
    busyLabel: 'Adding...',
    done: { title: 'Rate added', text: 'It holds from its day on.' },
  },
  productClass: {
    label: 'VAT',
    help: 'What buyers pay on top of the price. The rates stand in Settings.',
  },
  quoteClass: {
    label: 'VAT',
    help: 'Stands on the quote with its reason. With a rate, add a line of tax for it.',
    notStated: 'Not stated on the quote',
  },
} as const
