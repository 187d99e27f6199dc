import { describe, expect, it } from 'vitest'
import { exportFactWords } from '#domain/market/export-fact-words.ts'
import { readProductFacts } from './read-product-facts.ts'

const { messages } = exportFactWords
const price = { price: '2,250', price_currency: 'USD', price_unit: 'Tons', price_on: '2026-01-05' }

function read(values: Record<string, string>) {
  const refused: string[] = []
  const facts = readProductFacts(values, (field, message) => {
    refused.push(field, message)
    return undefined
  })
  return facts ?? refused
}

describe('facts of the export catalogue', () => {
  it('are stored as they are typed, and empty where nothing is', () => {
    expect(read({ ...price, grade: ' FAQ ', minimum_lot: '18.5', minimum_lot_unit: 'Tons' })).toMatchObject({
      ...{ grade: 'FAQ', season: null, hs_code: null, minimum_lot_unit: 'Tons' },
      ...{ price_kobo: 225_000, price_currency: 'USD', price_on: '2026-01-05' },
    })
    expect(Object.values(read({})).filter((value) => value !== null)).toEqual([])
  })

  it.each([
    ['a lot without its unit', { minimum_lot: '5' }, 'minimum_lot_unit', messages.lotUnit],
    ['a unit without its lot', { minimum_lot_unit: 'Tons' }, 'minimum_lot', messages.lot],
    [
      'a lot that is no number',
      { minimum_lot: 'much', minimum_lot_unit: 'Tons' },
      'minimum_lot',
      messages.lot,
    ],
    ['a price without its day', { ...price, price_on: '' }, 'price_on', messages.priceDay],
    ['a price that is no number', { ...price, price: 'cheap' }, 'price', messages.price],
    ['a day that has not come', { ...price, price_on: '2999-01-01' }, 'price_on', messages.priceOn],
    ['a tariff code of five digits', { hs_code: '18010' }, 'hs_code', messages.hsCode],
  ])('refuse %s', (_, values, field, message) => {
    expect(read(values)).toEqual([field, message])
  })

  it('name every box that is wrong, not only the first', () => {
    const refused = read({ price_basis: 'FOB Lagos', hs_code: '18', minimum_lot: '5' })
    expect(Array.isArray(refused) && refused.filter((_, place) => place % 2 === 0)).toEqual([
      ...['minimum_lot_unit', 'price', 'price_currency', 'price_unit', 'price_on', 'hs_code'],
    ])
  })
})
