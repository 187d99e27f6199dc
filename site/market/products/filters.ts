/** What the visitor searches in the catalogue, as it stands in the address. */
import { categoryFilters, type ProductSort, productSorts } from '#domain/market/products.ts'

export type CategoryFilter = (typeof categoryFilters)[number]

export interface CatalogueFilters {
  query: string
  category: CategoryFilter
  sort: ProductSort
  /** From 1. */
  page: number
}

export const noFilters: CatalogueFilters = { query: '', category: 'All', sort: 'name', page: 1 }

const queryMax = 100
const pageMax = 10_000

/** Whatever is not known in an address stands for nothing. */
export function readFilters(params: URLSearchParams): CatalogueFilters {
  const category = categoryFilters.find((known) => known === params.get('category'))
  const sort = params.get('sort') ?? ''
  const page = Number(params.get('page'))
  return {
    query: (params.get('q') ?? '').slice(0, queryMax),
    category: category ?? noFilters.category,
    sort: Object.hasOwn(productSorts, sort) ? (sort as ProductSort) : noFilters.sort,
    page: Number.isInteger(page) && page > 1 && page <= pageMax ? page : 1,
  }
}

/** Preserves foreign parameters of the address, and leaves out defaults. */
export function writeFilters(params: URLSearchParams, filters: CatalogueFilters): URLSearchParams {
  const written = new URLSearchParams(params)
  const entries = {
    q: filters.query.trim(),
    category: filters.category === noFilters.category ? '' : filters.category,
    sort: filters.sort === noFilters.sort ? '' : filters.sort,
    page: filters.page > 1 ? String(filters.page) : '',
  }
  for (const [name, value] of Object.entries(entries)) {
    if (value) written.set(name, value)
    else written.delete(name)
  }
  return written
}

export function isSameFilters(one: CatalogueFilters, other: CatalogueFilters): boolean {
  return (
    one.query.trim() === other.query.trim() &&
    one.category === other.category &&
    one.sort === other.sort &&
    one.page === other.page
  )
}
