/** What a line of a quote says of its own goods, in words. */
import { goodsTermNames, goodsTerms, type LineTerms, writeGoodsTerm } from './goods-terms.ts'

/** "Grade: 1, well fermented · HS code: 1801.00"; null where the line says nothing of its own. */
export function describeLineTerms(terms: LineTerms | null | undefined): string | null {
  const words = goodsTermNames.flatMap((name) => {
    const said = writeGoodsTerm(name, terms?.[name])
    return said === null ? [] : [`${goodsTerms[name].term}: ${said}`]
  })
  return words.length > 0 ? words.join(' · ') : null
}
