import { expect, it } from 'vitest'
import { type AgreedQuote, answerAsAgreed } from './agreed-request.ts'

const cocoa = { product: 'Cocoa Beans', quantity: '1,250.5', unit: 'Tons' }
const ginger = { product: 'Ginger', quantity: '1', unit: 'Containers (20ft)' }
const goods = (description: string, quantity: number, unit = 'Tons', position = 1) => ({
  ...{ kind: 'goods', description, quantity, unit, position },
})
const quote = (...lines: ReturnType<typeof goods>[]): AgreedQuote => ({
  ...{ payment_terms: '30% Advance 70% on Delivery', incoterms: 'CIF', named_place: 'Rotterdam' },
  ...{ grade: 'Grade 1', packing: null, tolerance_percent: 0 },
  quote_lines: lines,
})

it('orders again what was agreed: quantity, terms and place, and nothing that was agreed away', () => {
  const freight = { ...goods('Freight', 1, 'lot', 1), kind: 'delivery' }
  expect(answerAsAgreed([cocoa], quote(goods('Cocoa beans, grade 1', 38, 'Tons', 2), freight))).toEqual({
    ...{ product: 'Cocoa Beans', quantity: '38', unit: 'Tons' },
    ...{ paymentTerms: '30% Advance 70% on Delivery', incoterms: 'CIF', namedPlace: 'Rotterdam' },
    ...{ grade: 'Grade 1', packing: null, tolerancePercent: '0' },
  })
})

it('finds the product of each line, in whatever order staff wrote them', () => {
  const lines = [
    goods('Ginger (dried, split)', 2, 'Containers (40ft)', 1),
    goods('Cocoa beans', 1_038.25, 'MT', 2),
  ]
  expect(answerAsAgreed([cocoa, ginger], quote(...lines))).toMatchObject({
    ...{ product: 'Ginger', quantity: '2', unit: 'Containers (40ft)' },
    ...{ product2: 'Cocoa Beans', quantity2: '1,038.25', unit2: 'Tons' },
  })
  // The goods alone, whatever they are called.
  expect(answerAsAgreed([cocoa], quote(goods('Raw kakao', 5)))).toMatchObject({
    product: 'Cocoa Beans',
    quantity: '5',
  })
  // One product in two grades.
  expect(
    answerAsAgreed(
      [cocoa],
      quote(goods('Cocoa beans, grade 1', 20), goods('Cocoa beans, grade 2', 18, 'Tons', 2)),
    ),
  ).toMatchObject({ product: 'Cocoa Beans', quantity: '20', product2: 'Cocoa Beans', quantity2: '18' })
})

it('leaves open what the form has no choice for: never the agreed number in another unit', () => {
  expect(answerAsAgreed([cocoa], quote(goods('Cocoa beans', 400, 'Jute bags')))).toMatchObject({
    ...{ product: 'Cocoa Beans', quantity: '', unit: '' },
  })
  const added = answerAsAgreed([cocoa], quote(goods('Cocoa beans', 38), goods('Pallets', 12, 'Tons', 2)))
  expect(added).toMatchObject({
    product: 'Cocoa Beans',
    quantity: '38',
    product2: 'Pallets',
    quantity2: '12',
  })
  // As many as the form takes.
  const many = Array.from({ length: 30 }, (_, place) => goods('Cocoa beans', place + 1, 'Tons', place + 1))
  expect(answerAsAgreed([cocoa], quote(...many))).toHaveProperty('product20')
  expect(answerAsAgreed([cocoa], quote(...many))).not.toHaveProperty('product21')
})

it('keeps the terms of the request where an early quote named none of its own', () => {
  const early = { ...quote(goods('Cocoa beans', 38)), incoterms: null, named_place: null, grade: null }
  expect(answerAsAgreed([cocoa], early)).toEqual({
    ...{ product: 'Cocoa Beans', quantity: '38', unit: 'Tons' },
    paymentTerms: '30% Advance 70% on Delivery',
  })
})
