// What visitors search for in the catalogue: a few hundred searches and filters, drawn from what is in it, each with its truth.
import {
  catalogueColumns,
  cataloguePageSize,
  productCategories,
  productSorts,
} from '../../domain/market/products.ts'
import type { BenchDatabase } from '../rest/database.ts'

export interface Search {
  query: string
  category: string
  sort: string
  offset: number
}

/** The site requests one more than a page, to know whether there is a next one. */
const requested = cataloguePageSize + 1
const sorts = Object.keys(productSorts)
const columns = Object.entries(catalogueColumns)

/** The same numbers at every run. */
export function createDraw(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Words of names, farms and places as often as the catalogue has them, so that frequent words are requested most often; half
 * of them not typed to their end (3 letters or more), and one in twenty is of no product.
 */
export async function drawSearches(database: BenchDatabase, count: number): Promise<Search[]> {
  const draw = createDraw(6)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(draw() * items.length)] as Item
  const { rows } = await database.query(
    `select name, farmer_name, location, category from public.products order by created_at limit ${count}`,
  )
  return rows.map(({ name, farmer_name, location, category }) => {
    const field = draw()
    const text: string = field < 0.7 ? name : field < 0.85 ? location : farmer_name
    const words = text.split(/[ ,]+/).filter((word) => word.length >= 3)
    const word = field >= 0.85 ? text : pick(words)
    const typed = draw() < 0.5 ? word : word.slice(0, 3 + Math.floor(draw() * (word.length - 2)))
    const where = draw()
    return {
      query: draw() < 0.05 ? `${typed}xq` : draw() < 0.3 ? typed.toUpperCase() : typed,
      category: where < 0.7 ? 'All' : where < 0.9 ? category : pick(productCategories),
      sort: draw() < 0.6 ? 'name' : pick(sorts),
      offset: draw() < 0.85 ? 0 : cataloguePageSize,
    }
  })
}

/** The buttons of the catalogue and its sorts, and the first pages of each. */
export function listFilters(): Search[] {
  return productCategories.flatMap((category) =>
    sorts.flatMap((sort) =>
      [0, 1, 2, 3].map((page) => ({ query: '', category, sort, offset: page * cataloguePageSize })),
    ),
  )
}

/** The word that most products have, in each category and order. */
export function listFrequent(query: string): Search[] {
  return ['All', 'Grains', 'Vegetables'].flatMap((category) =>
    sorts.map((sort) => ({ query, category, sort, offset: 0 })),
  )
}

/** As site/market/products/search-products.ts queries. */
export function pathOf({ query, category, sort, offset }: Search): string {
  const parameters = new URLSearchParams({
    select: columns.map(([name, column]) => (name === column ? name : `${name}:${column}`)).join(','),
    query,
    category,
    sort,
    page_size: String(requested),
    page_offset: String(offset),
  })
  return `/rest/v1/rpc/search_products?${parameters}`
}

const orderings: Record<string, string> = {
  name: 'sort_name, id',
  price_low: 'price_kobo, id',
  price_high: 'price_kobo desc, id desc',
  newest: 'created_at desc, id desc',
  rating: 'coalesce(rating_average, 0) desc, rating_count desc, id desc',
}

/** What anybody would write who has the table and no function: "contains", a category, an order, a page. */
export function plainStatement({ query, category, sort, offset }: Search): {
  text: string
  values: string[]
} {
  const values: string[] = []
  const conditions = [`status = 'published'`]
  // The catalogue of the bench is of ASCII letters alone.
  const namesFirst = query !== '' && sort === 'name' ? 'name ilike $1 desc, ' : ''
  if (query !== '') {
    values.push(`%${query.toLowerCase()}%`)
    conditions.push('(name ilike $1 or search_text like $1)')
  }
  if (category !== 'All') {
    values.push(category)
    conditions.push(`category = $${values.length}`)
  }
  return {
    text: `select ${columns.map(([name, column]) => `${column} as "${name}"`).join(', ')} from public.products where ${conditions.join(' and ')}
      order by ${namesFirst}${orderings[sort]} limit ${requested} offset ${offset}`,
    values,
  }
}
