import { expect, it } from 'vitest'
import type { QuoteLine } from '#domain/market/quotes.ts'
import { findCatalogueTerms, findGoodsVat } from './catalogue-terms.ts'
import type { AdminOrder } from './order-data.ts'
import {
  addLine,
  beginLines,
  beginTax,
  changeCurrency,
  findVatClass,
  findWrongBox,
  isWhole,
  type Line,
  readLines,
  suggestVat,
  withTerms,
} from './quote-lines-form.tsx'

const unknown = () => ''

const line = (change: Partial<Line>): Line => ({
  ...{ id: 0, kind: 'goods', description: 'Rice', quantity: '2', unit: 'Tons', price: '' },
  ...change,
})

it('a price or an amount above the maximum is wrong in its own box, also as a share', () => {
  const goods = line({ price: '1,000,000,000' })
  for (const [typed, isRight] of [
    [goods, true],
    [line({ price: '1,000,000,000.01' }), false],
    [line({ kind: 'discount', quantity: '1', price: '1,800,000,000' }), false],
    [line({ kind: 'discount', quantity: '1', price: '90%' }), false],
    [line({ kind: 'discount', quantity: '1', price: '50%' }), true],
  ] as const) {
    expect(isWhole(readLines([goods, typed], unknown)[1])).toBe(isRight)
    expect(findWrongBox(typed)).toBe('price')
  }
})

it('a price that was typed in another currency is no price, and is kept as it was typed', () => {
  const typed = [
    line({ price: '35,000' }),
    line({}),
    line({ kind: 'tax', quantity: '1', price: '7.5%' }),
    line({ kind: 'delivery', quantity: '1', price: '0' }),
  ]
  const inDollars = changeCurrency(typed, 'NGN', 'USD')
  expect(inDollars.map(({ price, typedIn }) => [price, typedIn])).toEqual([
    ['35,000', 'NGN'],
    ['', undefined],
    ['7.5%', undefined],
    ['0', 'NGN'],
  ])
  expect(readLines(inDollars, unknown)).toEqual([null, null, expect.anything(), null])
  // By way of a third currency it is still of the first; back in that one it counts again.
  const inEuros = changeCurrency(inDollars, 'USD', 'EUR')
  expect(inEuros[0]?.typedIn).toBe('NGN')
  const back = changeCurrency(inEuros, 'EUR', 'NGN')
  expect(back.map(({ typedIn }) => typedIn)).toEqual([undefined, undefined, undefined, undefined])
  expect(readLines(back, unknown)[0]).toMatchObject({ priceKobo: 3_500_000 })
  // A line that was typed in dollars meanwhile is of dollars.
  const mixed = changeCurrency([line({ price: '20' }), ...inDollars.slice(0, 1)], 'USD', 'NGN')
  expect(mixed.map(({ typedIn }) => typedIn)).toEqual(['USD', undefined])
})

it('tax of 7.5% is a share of the goods that bear it, with their part of delivery, and stands so again in the next version', () => {
  const typed = [
    line({ price: '1,000' }),
    line({ description: 'Cocoa butter', price: '3,000', vatClass: 'standard' }),
    line({ kind: 'delivery', description: 'Freight', quantity: '1', price: '800' }),
    line({ kind: 'tax', description: 'VAT 7.5%', quantity: '1', price: '7.5%' }),
  ]
  // Three quarters of 8,000 goods and 800 freight are cocoa butter.
  const read = readLines(typed, () => 'basic_food').map((one) => one?.priceKobo)
  expect(read).toEqual([100_000, 300_000, 80_000, 49_500])
  // All of one class: of all lines above.
  expect(readLines(typed, () => 'standard').at(-1)?.priceKobo).toBe(66_000)
  const whole = readLines(typed, unknown).map((one, place) => ({
    ...one,
    ...(place === 0 && { vatClass: 'basic_food' }),
  })) as QuoteLine[]
  const again = beginLines({} as AdminOrder, [], whole)
  expect(findVatClass(whole)).toBeNull()
  expect(again.map(({ price, vatClass }) => [price, vatClass])).toEqual([
    ['1,000', 'basic_food'],
    ['3,000', 'standard'],
    ['800', undefined],
    ['7.5%', undefined],
  ])
})

it('a line that is added below the tax stands above it, and is counted in its share', () => {
  const typed = [line({ price: '1,000' }), line({ id: 1, kind: 'tax', quantity: '1', price: '7.5%' })]
  const freight = line({ id: 2, kind: 'delivery', quantity: '1', price: '800' })
  const whole = addLine(typed, freight)
  expect(whole.map(({ kind }) => kind)).toEqual(['goods', 'delivery', 'tax'])
  expect(readLines(whole, () => 'standard').at(-1)?.priceKobo).toBe(21_000)
  expect(addLine(whole, line({ id: 3, kind: 'tax' })).at(-1)?.id).toBe(3)
})

it('the VAT of the version before stands in the next one, with the line of tax that named it', () => {
  const two = [line({}), line({ id: 1, description: 'Cocoa butter' })]
  const tax = line({ kind: 'tax' })
  const before = (lines: Line[], vatClass: string) =>
    lines.map((one) => ({
      ...{ kind: one.kind, description: one.description, quantity: 1, unit: 'lot', priceKobo: 1 },
      ...(one.kind === 'goods' && { vatClass }),
    }))
  const suggest = (lines: Line[], last: Line[], vatClass: string) =>
    suggestVat(lines, 'Netherlands', before(last, vatClass))
  for (const vatClass of ['exempt', 'basic_food', 'export'])
    expect(suggest(two, two, vatClass)).toBe(vatClass)
  expect(suggest([...two, tax], [...two, tax], 'standard')).toBe('standard')
  expect(suggest([line({}), tax], [line({}), tax], 'standard')).toBe('standard')
  // Without it the goods leave the country untaxed again.
  expect(suggest(two, [...two, tax], 'standard')).toBe('export')
  expect(suggestVat(two, 'Netherlands', null)).toBe('export')
})

it('each of several goods begins with what the catalogue says of the product that it names, until it is typed', () => {
  const catalogue = [
    {
      label: 'Rice',
      grade: 'Long grain',
      packing: 'Bags of 50 kg',
      hs_code: '1006.30',
      origin_states: 'Kebbi',
      vat_class: 'basic_food',
      is_active: true,
    },
    {
      label: 'Sesame Seeds',
      grade: null,
      packing: null,
      hs_code: '1207.40',
      origin_states: null,
      vat_class: 'basic_food',
      is_active: true,
    },
  ]
  const find = (description: string) => findCatalogueTerms(catalogue, description)
  const rice = line({ price: '10' })
  const others = [
    line({ id: 1, description: 'sesame seeds (hulled)', price: '10' }),
    line({ id: 2, description: 'Sesame oil', price: '10' }),
    line({ id: 3, description: 'Sesame Seeds', price: '10', terms: { hsCode: '1207.4010', grade: ' ' } }),
    line({ id: 4, kind: 'delivery', description: 'Rice', quantity: '1', price: '10' }),
  ]
  const read = (lines: Line[], requested: object) =>
    readLines(withTerms(lines, find, requested), unknown).map((one) => one?.terms)
  const known = { packing: 'Bags of 50 kg', hsCode: '1006.30', origin: 'Kebbi, Nigeria' }
  expect(read([rice, ...others], {})).toEqual([
    { ...known, grade: 'Long grain' },
    { hsCode: '1207.40' },
    undefined,
    { hsCode: '1207.4010' },
    undefined,
  ])
  // What the request says of its first product stands; a single line of goods has the boxes of the whole quote.
  expect(read([rice, ...others], { grade: 'Broken' })[0]).toEqual(known)
  expect(read([rice], {})).toEqual([undefined])
  // A line with an HS code that is none is not complete.
  expect(readLines([line({ price: '10', terms: { hsCode: 'rice' } })], unknown)).toEqual([null])
  const again = beginLines(
    {} as AdminOrder,
    [],
    [
      { ...{ kind: 'goods', description: 'Rice', quantity: 2, unit: 'Tons', priceKobo: 1000 }, terms: known },
      { kind: 'goods', description: 'Sesame Seeds', quantity: 2, unit: 'Tons', priceKobo: 1000 },
    ],
  )
  expect(read(again, {})).toEqual([known, undefined])
})

it('a new line of tax has the rate in force of the goods that bear one, and is typed where a class is not known', () => {
  const rates = new Map([
    ['basic_food', 0],
    ['export', 0],
    ['exempt', 0],
    ['standard', 1000],
  ])
  const catalogue = [
    { label: 'Rice', vat_class: 'basic_food' },
    { label: 'Cocoa Butter', vat_class: 'standard' },
    { label: 'Groundnut', vat_class: 'basic_food' },
    { label: 'Groundnut Oil', vat_class: 'standard' },
  ].map((product) => ({
    ...{ ...product, grade: null, packing: null, hs_code: null, origin_states: null, is_active: true },
  }))
  const atHome = (description: string) => findGoodsVat(catalogue, description, 'Nigeria')
  const butter = line({ description: 'cocoa butter, deodorised' })
  const share = { description: 'VAT 10%', price: '10%' }
  const typed = { description: 'VAT', price: '' }
  const freight = line({ kind: 'delivery', description: 'Freight' })
  for (const [lines, begun] of [
    [[butter], share],
    [[line({}), butter, freight], share],
    [[line({ vatClass: 'standard' }), line({ vatClass: 'exempt' })], share],
    // As the database knows them, by the longest name of whole words that a description has.
    [[line({ description: 'Groundnut kernels' }), line({ vatClass: 'standard' })], share],
    [[line({ description: 'Refined groundnut oil' })], share],
    [[line({ description: 'Groundnut kernels' })], typed],
    [[line({ description: 'Licorice' }), butter], typed],
    // Nothing bears any, or it is not known of one of them.
    [[line({})], typed],
    [[line({ description: 'Palm oil' }), butter], typed],
    [[line({ vatClass: 'export' }), line({ vatClass: 'exempt' })], typed],
  ] as const)
    expect(beginTax(lines, atHome, rates)).toEqual(begun)
  expect(beginTax([butter], (goods) => findGoodsVat(catalogue, goods, 'Ghana'), rates)).toEqual(typed)
  expect(beginTax([butter], atHome, new Map())).toEqual(typed)
  // A single line that names none is what was requested.
  const asked = (goods: string) => findGoodsVat(catalogue, goods, 'Nigeria', 'cocoa butter')
  expect(beginTax([line({ description: 'Lot 7' })], asked, rates)).toEqual(share)
  // A share of what bears it, by the class of the catalogue.
  const prices = [line({ price: '1,000' }), line({ ...butter, price: '3,000' })]
  const tax = line({ kind: 'tax', quantity: '1', ...share })
  expect(readLines([...prices, tax], atHome).at(-1)?.priceKobo).toBe(60_000)
})
