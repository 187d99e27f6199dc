/** The terms of a contract beside its price: what is agreed about the goods, where and when they change hands, and how they are paid. */
import { columnOf } from '../columns.ts'
import type { ContractParties } from './contract-parties.ts'
import { type DeliveryWindow, describeWindow } from './delivery-window.ts'
import {
  findOwnTerms,
  type GoodsLine,
  type GoodsTermName,
  goodsTermNames,
  goodsTerms,
  whereSilent,
  writeGoodsTerm,
} from './goods-terms.ts'

/** As a quote, a counter-offer and a document name them; null where nothing was said. */
export interface ContractTerms extends DeliveryWindow, Partial<ContractParties> {
  paymentTerms: string
  incoterms: string | null
  namedPlace: string | null
  tolerancePercent: number | null
  grade: string | null
  moistureMaxPercent: number | null
  packing: string | null
  hsCode: string | null
  origin: string | null
  /** As both sides write it; for a quote in another currency than naira. */
  agreedRate?: string | null
}

/** All but the payment terms, which are the order form's own list, the rate, which is of some quotes alone, and the parties. */
export const termNames = [
  'incoterms',
  'namedPlace',
  'windowFrom',
  'windowTo',
  'tolerancePercent',
  'moistureMaxPercent',
  'grade',
  'packing',
  'hsCode',
  'origin',
] as const satisfies (keyof ContractTerms)[]

type TermRow = Readonly<Record<string, unknown>> & { payment_terms: string }

/** From a row's columns, of which a request has fewer than a quote. */
export function readTerms(row: TermRow): ContractTerms {
  const columns = termNames.map((name) => [name, row[columnOf(name)] ?? null])
  return {
    paymentTerms: row.payment_terms,
    ...Object.fromEntries(columns),
    ...(typeof row.agreed_rate === 'string' && { agreedRate: row.agreed_rate }),
  } as ContractTerms
}

/** "CIF Rotterdam, Incoterms® 2020"; a request may have no place yet. */
export function describeIncoterm({
  incoterms: code,
  namedPlace,
}: Pick<ContractTerms, 'incoterms' | 'namedPlace'>): string | null {
  return code && `${[code, namedPlace].filter(Boolean).join(' ')}, Incoterms® 2020`
}

export const termWords: readonly [term: string, write: (terms: ContractTerms) => string | null][] = [
  ['Delivery', describeIncoterm],
  ['Delivery window', describeWindow],
  ['Payment terms', ({ paymentTerms }) => paymentTerms],
  ['Tolerance', ({ tolerancePercent: share }) => (share === null ? null : `± ${share}%`)],
  ...goodsTermNames.map((name): [string, (terms: ContractTerms) => string | null] => [
    goodsTerms[name].term,
    (terms) => writeGoodsTerm(name, terms[name]),
  ]),
  ['Rate agreed', ({ agreedRate }) => agreedRate ?? null],
]

const ofGoods = new Map<string, GoodsTermName>(goodsTermNames.map((name) => [goodsTerms[name].term, name]))

/** What was said, in words, in the order of a contract; of goods only what some of the lines leave to it. */
export function listTerms(
  terms: ContractTerms,
  lines: readonly GoodsLine[] = [],
): { term: string; detail: string }[] {
  return termWords.flatMap(([term, write]) => {
    const detail = write(terms)
    const name = ofGoods.get(term)
    const own = name ? findOwnTerms(name, lines) : 'none'
    if (!detail || own === 'all') return []
    return [{ term, detail: own === 'some' ? `${detail}, ${whereSilent}` : detail }]
  })
}
