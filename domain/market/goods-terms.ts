/** What is said of goods: of all of a quote, or of one line of them, and then the line's own counts. */

interface GoodsTerm {
  term: string
  write?: (said: string | number) => string
}

/** In the order of a contract; quotes, their lines and counter-offers have a column for each. */
export const goodsTerms = {
  grade: { term: 'Grade' },
  moistureMaxPercent: { term: 'Moisture', write: (share) => `At most ${share}%` },
  packing: { term: 'Packing' },
  hsCode: { term: 'HS code' },
  origin: { term: 'Origin' },
} as const satisfies Record<string, GoodsTerm>

export type GoodsTermName = keyof typeof goodsTerms
export const goodsTermNames = Object.keys(goodsTerms) as GoodsTermName[]

/** As they are typed; what is left out or empty is as the whole quote says. */
export type LineTerms = Partial<Record<GoodsTermName, string>>

export function writeGoodsTerm(name: GoodsTermName, said: string | number | null | undefined): string | null {
  const { write }: GoodsTerm = goodsTerms[name]
  if (said == null || said === '') return null
  return write ? write(said) : String(said)
}

/** Beside what is said of the whole, where some goods have their own. */
export const whereSilent = 'where a line says nothing else'

export interface GoodsLine {
  kind?: string | undefined
  terms?: LineTerms | null | undefined
}

/** How many of the goods have their own. */
export function findOwnTerms(name: GoodsTermName, lines: readonly GoodsLine[]): 'none' | 'some' | 'all' {
  const goods = lines.filter(({ kind = 'goods' }) => kind === 'goods')
  const own = goods.filter(({ terms }) => terms?.[name])
  if (own.length === 0) return 'none'
  return own.length === goods.length ? 'all' : 'some'
}
