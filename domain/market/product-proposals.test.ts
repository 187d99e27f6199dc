import { describe, expect, it } from 'vitest'
import { productMessages, readStock } from './product-limits.ts'
import { readProductDraft } from './product-proposals.ts'

const yam = { name: ' Yam ', category: 'Tubers', pack_amount: '100', pack_unit: 'kg', price: '₦45,000.50' }
const problemsOf = (change: object) => {
  const verdict = readProductDraft({ ...yam, ...change })
  return verdict.ok ? [] : verdict.problems.map(({ field, message }) => `${field}: ${message}`)
}

describe('what a farmer says of a product', () => {
  it('is refused field by field, in the order of the form', () => {
    expect(problemsOf({ name: 'Y', category: 'Fruit', pack_unit: 'bag', state: 'Accra' })).toEqual([
      'name: Product name must be at least 2 characters',
      'category: Please select a category',
      'pack_unit: Please select kg or L',
      'state: Please select state',
    ])
    for (const price of ['', '0', '0.99', '1000000001', 'ten', '1,5', '-5'])
      expect(problemsOf({ price })).toEqual([`price: ${productMessages.price}`])
    expect(problemsOf({ pack_amount: '1000001' })).toEqual([`pack_amount: ${productMessages.packAmount}`])
    for (const stock of ['-1', '2.5', '1000001', 'many'])
      expect(problemsOf({ stock })).toEqual([`stock: ${productMessages.stock}`])
    expect(problemsOf({ season: 'x', lot: 'y' })).toEqual([
      'season: Season must be at least 2 characters',
      'lot: Lot must be at least 2 characters',
    ])
  })

  it('becomes a row: whole kobo, no limit where the stock is left empty', () => {
    expect(readProductDraft({ ...yam, season: 'August to January', state: 'Enugu' })).toEqual({
      ok: true,
      draft: {
        name: 'Yam',
        category: 'Tubers',
        pack_amount: 100,
        pack_unit: 'kg',
        weight_grams: null,
        price_kobo: 4_500_050,
        stock: null,
        season: 'August to January',
        ...{ variety: null, grade: null, harvest: null, lot: null },
        state: 'Enugu',
        description: null,
      },
    })
  })

  it('weighs what its pack does not say, in kilograms, and takes neither grams nor less than is in it', () => {
    const oil = { pack_amount: '20', pack_unit: 'L' }
    const verdict = readProductDraft({ ...yam, ...oil, weight: ' 18.5 kg' })
    expect(verdict).toMatchObject({ ok: true, draft: { pack_unit: 'L', weight_grams: 18_500 } })
    for (const weight of ['0', '-1', 'heavy', '1,5'])
      expect(problemsOf({ ...oil, weight })).toEqual([`weight: ${productMessages.weight}`])
    const range = 'weight: A pack of 20 L weighs from 10 to 60 kg: enter kilograms, with the sack or the can'
    expect(problemsOf({ ...oil, weight: '18,500' })).toEqual([range])
    expect(problemsOf({ weight: '99' })).toEqual([
      'weight: A pack of 100 kg weighs from 100 to 300 kg: enter kilograms, with the sack or the can',
    ])
  })

  it('counts packs as people write them', () => {
    expect([readStock('1,200'), readStock(' 0 '), readStock('')]).toEqual([1200, 0, null])
  })
})
