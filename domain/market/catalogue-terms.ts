/** The export catalogue in the words of a quote. */
import type { LineTerms } from './goods-terms.ts'

/** What the catalogue says of a product, as a line of a quote says it. */
export function readCatalogueTerms(product: {
  grade: string | null
  packing: string | null
  hs_code: string | null
  origin_states: string | null
}): LineTerms {
  const origin = product.origin_states && `${product.origin_states}, Nigeria`
  const known = {
    grade: product.grade,
    packing: product.packing,
    hsCode: product.hs_code,
    // Longer than a quote takes it, it is left to be written.
    origin: origin && origin.length <= 120 ? origin : null,
  }
  return Object.fromEntries(Object.entries(known).filter(([, said]) => said))
}
