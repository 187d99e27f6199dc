/** The products for the visitor's filters: at once from what the page knows, then from the database when it knows more. */
import { useEffect, useState } from 'react'
import type { CataloguePage } from '#domain/market/products.ts'
import { type CatalogueFilters, isSameFilters, noFilters } from './filters.ts'
import { findProducts, type ProductResults } from './find-products.ts'
import { listSeenProducts, recallSearch, searchProducts } from './search-products.ts'

/** Letters that follow each other are one question. */
const calmMs = 150
const timeoutMs = 15_000

export interface Catalogue extends ProductResults {
  /** More than what is shown may come: the database has been queried. */
  isPartial: boolean
  /** Nobody answered: what is shown is all that the page knows by itself. */
  isCutOff: boolean
  retry: () => void
}

export function useCatalogue(first: CataloguePage, filters: CatalogueFilters): Catalogue {
  const [, redraw] = useState(0)
  const [failed, setFailed] = useState<CatalogueFilters | null>(null)
  const answer = answerByHand(first, filters) ?? recallSearch(filters)
  const isCutOff = !answer && failed !== null && isSameFilters(failed, filters)
  const isPartial = !answer && !isCutOff
  const { query, category, sort, page } = filters

  useEffect(() => {
    if (!isPartial) return
    const requested = { query, category, sort, page }
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      searchProducts(requested, AbortSignal.any([leaving.signal, AbortSignal.timeout(timeoutMs)]))
        .then(() => redraw((count) => count + 1))
        .catch(() => !leaving.signal.aborted && setFailed(requested))
    }, calmMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [isPartial, query, category, sort, page])

  const shown = answer ?? { ...findProducts(listSeenProducts(first.products), { ...filters, page: 1 }) }
  return { ...shown, isPartial, isCutOff, retry: () => setFailed(null) }
}

/** Nothing has to be queried when the page holds the whole catalogue, or wants what it came with. */
function answerByHand(
  { products, total }: CataloguePage,
  filters: CatalogueFilters,
): ProductResults | undefined {
  if (products.length >= total) return findProducts(products, filters)
  if (isSameFilters(filters, noFilters)) return { products, hasNext: true }
  return undefined
}
