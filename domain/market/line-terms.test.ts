import { expect, it } from 'vitest'
import { readCatalogueTerms } from './catalogue-terms.ts'
import { findLineTermProblem } from './contract-term-questions.ts'
import { type ContractTerms, listTerms } from './contract-terms.ts'
import { describeLineTerms } from './line-terms.ts'
import { describeQuoteChanges, describeRequestChanges } from './quote-changes.ts'
import type { QuoteLine } from './quotes.ts'

const terms: ContractTerms = {
  ...{ paymentTerms: 'Letter of Credit', incoterms: 'CIF', namedPlace: 'Rotterdam' },
  ...{ windowFrom: null, windowTo: null, tolerancePercent: null, moistureMaxPercent: 7.5 },
  ...{ grade: 'Grade 1', packing: null, hsCode: '1801.00', origin: null },
}
const line = (description: string, own?: QuoteLine['terms']): QuoteLine => ({
  ...{ kind: 'goods', description, quantity: 5, unit: 'Tons', priceKobo: 100 },
  ...(own && { terms: own }),
})
const freight: QuoteLine = { ...line('Freight'), kind: 'delivery' }
const sesame = line('Sesame Seeds', { hsCode: '1207.40', moistureMaxPercent: '6' })

it('says of a line what is of it alone', () => {
  expect(describeLineTerms(sesame.terms)).toBe('Moisture: At most 6% · HS code: 1207.40')
  for (const nothing of [null, {}, { grade: '' }]) expect(describeLineTerms(nothing)).toBeNull()
})

it('says of the whole only what some line leaves to it', () => {
  const list = (...lines: QuoteLine[]) =>
    listTerms(terms, lines)
      .map(({ term, detail }) => `${term}: ${detail}`)
      .slice(2)
  expect(list(line('Cocoa Beans'), freight)).toEqual([
    ...['Grade: Grade 1', 'Moisture: At most 7.5%', 'HS code: 1801.00'],
  ])
  expect(list(line('Cocoa Beans', { moistureMaxPercent: '8' }), sesame, freight)).toEqual([
    ...['Grade: Grade 1', 'HS code: 1801.00, where a line says nothing else'],
  ])
})

it('says which line has other terms than in the version before', () => {
  const version = (...lines: QuoteLine[]) => ({ lines, currency: 'USD', note: '', terms })
  expect(
    describeQuoteChanges(version(line('Cocoa Beans'), sesame), version(line('Cocoa Beans'), sesame)),
  ).toEqual([])
  expect(
    describeQuoteChanges(
      version(line('Cocoa Beans'), sesame),
      version(line('Cocoa Beans', { grade: 'Grade 2' }), line('Sesame Seeds', { hsCode: '1207.4010' })),
    ),
  ).toEqual([
    'Cocoa Beans: Grade Grade 2, before none of its own.',
    'Sesame Seeds: Moisture none of its own, before At most 6%.',
    'Sesame Seeds: HS code 1207.4010, before 1207.40.',
  ])
})

it('says which line of a first quote is of another grade than was asked for', () => {
  const wanted = ['Cocoa Beans', 'Sesame Seeds'].map((product) => ({ product, quantity: '5', unit: 'Tons' }))
  expect(
    describeRequestChanges(
      wanted,
      [
        line('Cocoa Beans', { grade: 'Grade 1' }),
        line('Sesame Seeds', { grade: 'Grade 2', hsCode: '1207.40' }),
      ],
      { grade: 'Grade 1' },
    ),
  ).toEqual(['Sesame Seeds: Grade Grade 2, asked for Grade 1.'])
})

it.each([
  ['moistureMaxPercent', '101'],
  ['hsCode', 'cocoa'],
  ['grade', 'a'.repeat(201)],
  ['packing', 'a'.repeat(201)],
  ['origin', 'a'.repeat(121)],
])('takes of a line no %s like %s', (field, said) => {
  expect(findLineTermProblem({ [field]: said })).toMatchObject({ field })
  expect(findLineTermProblem({ ...sesame.terms, [field]: '' })).toBeNull()
})

it('has of a product what the catalogue says, and no origin that is too long for a quote', () => {
  const product = { grade: 'Grade 1', packing: null, hs_code: '1801.00', origin_states: 'Ondo, Osun' }
  expect(readCatalogueTerms(product)).toEqual({
    ...{ grade: 'Grade 1', hsCode: '1801.00', origin: 'Ondo, Osun, Nigeria' },
  })
  expect(readCatalogueTerms({ ...product, origin_states: 'a'.repeat(120) })).not.toHaveProperty('origin')
})
