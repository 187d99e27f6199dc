/** What a line of a quote says of its goods otherwise than before, or than was asked for. */
import {
  type GoodsTermName,
  goodsTermNames,
  goodsTerms,
  type LineTerms,
  writeGoodsTerm,
} from './goods-terms.ts'

/** A sentence for each that is another one than before. */
export function describeLineTermChanges(
  name: string,
  before: LineTerms = {},
  after: LineTerms = {},
): string[] {
  return goodsTermNames.flatMap((term) => {
    const [earlier, now] = [writeGoodsTerm(term, before[term]), writeGoodsTerm(term, after[term])]
    const none = 'none of its own'
    return earlier === now
      ? []
      : [`${name}: ${goodsTerms[term].term} ${now ?? none}, before ${earlier ?? none}.`]
  })
}

/** What the line says otherwise than was asked for all of them. */
export function describeRequestedTerms(
  name: string,
  requested: Partial<Record<GoodsTermName, string | number | null>>,
  own: LineTerms,
): string[] {
  return goodsTermNames.flatMap((term) => {
    const [wanted, now] = [writeGoodsTerm(term, requested[term]), writeGoodsTerm(term, own[term])]
    return !wanted || !now || wanted === now
      ? []
      : [`${name}: ${goodsTerms[term].term} ${now}, asked for ${wanted}.`]
  })
}
