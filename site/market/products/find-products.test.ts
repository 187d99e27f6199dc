import { describe, expect, it } from 'vitest'
import { type CatalogueProduct, cataloguePageSize, type ProductSort } from '#domain/market/products.ts'
import { noFilters, readFilters, writeFilters } from './filters.ts'
import { findProducts } from './find-products.ts'

const product = (name: string, change: Partial<CatalogueProduct> = {}): CatalogueProduct => ({
  ...{ id: name, name, category: 'Grains', farmerName: 'A farm', location: 'Keffi', isVerified: false },
  ...{ packAmount: 50, packUnit: 'kg', priceKobo: 100, unitPriceKobo: 2, stock: null, season: null },
  ...{ state: null, photoPath: null, ratingAverage: null, ratingCount: 0, isDemo: false, createdAt: '1' },
  ...change,
})
const rice = product('Rice', { priceKobo: 300, createdAt: '3' })
const yam = product('Yam', {
  category: 'Tubers',
  priceKobo: 200,
  ratingAverage: 4,
  ratingCount: 2,
  createdAt: '2',
})
const oil = product('Palm oil', { category: 'Oil', location: 'Ìbàdàn', ratingAverage: 4, ratingCount: 5 })
const names = (change: object) =>
  findProducts([rice, yam, oil], { ...noFilters, ...change }).products.map(({ name }) => name)

describe('finding products among those that the page knows', () => {
  it('narrows by category and by a part of the name in any capitals; farmer and place come in addition', () => {
    expect(names({ category: 'Vegetables' })).toEqual([])
    expect(names({ query: '%' })).toEqual([])
    expect(names({ query: ' RI' })).toEqual(['Rice'])
    expect(names({ query: 'ibadan' })).toEqual(['Palm oil'])
    expect(names({ category: 'Tubers', query: 'a' })).toEqual(['Yam'])
  })

  it('sorts as the database does', () => {
    const sorted: Record<ProductSort, string[]> = {
      name: ['Palm oil', 'Rice', 'Yam'],
      price_low: ['Palm oil', 'Yam', 'Rice'],
      price_high: ['Rice', 'Yam', 'Palm oil'],
      newest: ['Rice', 'Yam', 'Palm oil'],
      rating: ['Palm oil', 'Yam', 'Rice'],
    }
    for (const [sort, expected] of Object.entries(sorted)) expect(names({ sort })).toEqual(expected)
  })

  it('sorts by name without looking at capitals, and letter by letter', () => {
    const sorted = ['acha grain', 'Acha grain 2', 'Rice', 'rice flour', 'Yam', 'égusi']
    const known = sorted.toReversed().map((name) => product(name))
    expect(findProducts(known, noFilters).products.map(({ name }) => name)).toEqual(sorted)
  })

  it('puts what is called so before what only comes from there', () => {
    const maize = product('Maize', { farmerName: 'Abakaliki Rice Growers' })
    const matches = findProducts([maize, rice], { ...noFilters, query: 'rice' }).products
    expect(matches.map(({ name }) => name)).toEqual(['Rice', 'Maize'])
  })

  it('goes page by page', () => {
    const many = Array.from({ length: cataloguePageSize + 1 }, (_, index) => product(`P${100 + index}`))
    expect(findProducts(many, noFilters)).toMatchObject({ hasNext: true })
    const last = findProducts(many, { ...noFilters, page: 2 })
    expect([last.products.length, last.hasNext]).toEqual([1, false])
  })
})

describe('filters in an address', () => {
  it('that nobody knows stand for none', () => {
    for (const search of [
      '',
      '?category=Fruit&sort=__proto__&page=0',
      '?page=1.5',
      '?page=99999&sort=toString',
    ])
      expect(readFilters(new URLSearchParams(search))).toEqual(noFilters)
    expect(readFilters(new URLSearchParams({ q: 'x'.repeat(500) })).query).toHaveLength(100)
  })

  it('come back as they were written, beside what belongs to others', () => {
    const filters = { query: 'a&b', category: 'Oil', sort: 'rating', page: 3 } as const
    const written = writeFilters(new URLSearchParams('view=cart&q=old'), filters)
    expect(readFilters(new URLSearchParams(written.toString()))).toEqual(filters)
    expect(written.get('view')).toBe('cart')
    expect(writeFilters(written, noFilters).toString()).toBe('view=cart')
  })
})
