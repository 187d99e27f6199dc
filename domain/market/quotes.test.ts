import { expect, it } from 'vitest'
import type { ContractTerms } from './contract-terms.ts'
import { mergeOffer } from './counter-offers.ts'
import { type OrderQuote, type QuoteRow, readQuotes, readRequest } from './order.ts'
import { describeQuoteChanges, describeRequestChanges, describeVatChange } from './quote-changes.ts'
import { suggestCurrency } from './quote-currency.ts'
import { describeQuoteState } from './quote-state.ts'
import { computeLineTotal, computeShareOf, countTotal } from './quotes.ts'
import { describeUnchangedTax } from './unchanged-tax.ts'

it.each([
  [1.005, 100, 101n],
  [0.001, 499, 0n],
  [0.001, 500, 1n],
  [1000, 7_000_000, 7_000_000_000n],
  [999_999_999.999, 100_000_000_000, 99_999_999_999_900_000_000n],
])('%d units at %d are %d kobo', (quantity, priceKobo, totalKobo) => {
  expect(computeLineTotal(quantity, priceKobo)).toBe(totalKobo)
})

const goods = { kind: 'goods', description: 'Ginger', quantity: 2.5, unit: 'Tons', priceKobo: 333 } as const
const discount = {
  kind: 'discount',
  description: 'Second order',
  quantity: 1,
  unit: 'lot',
  priceKobo: 33,
} as const

it('adds lines up in whole kobo, a discount against the rest', () => {
  expect(countTotal([goods, discount])).toBe(833n - 33n)
})

it.each([
  ['7.5%', 60n],
  ['100 %', 800n],
  ['0.125%', 1n],
  ['7,5%', null],
  ['7.5', null],
  ['7.1234%', null],
])('reads %s as a share of a sum', (text, share) => {
  expect(computeShareOf(text, countTotal([goods, discount]))).toBe(share)
})

const terms: ContractTerms = {
  paymentTerms: 'Letter of Credit',
  incoterms: 'CIF',
  namedPlace: 'Rotterdam',
  windowFrom: '2026-12-01',
  windowTo: '2026-12-14',
  tolerancePercent: 2,
  grade: 'Grade 1',
  moistureMaxPercent: null,
  packing: null,
  hsCode: '1801.00',
  origin: null,
}

it('says what a next version changes, and nothing where it is the same again', () => {
  const before = {
    ...{ lines: [{ ...goods, vatClass: 'standard' }, discount], currency: 'NGN', note: 'At Apapa' },
    terms: { ...terms, agreedRate: '₦1,540 for US$1' },
  }
  expect(
    describeQuoteChanges(before, { ...before, lines: [{ ...goods, vatClass: 'standard' }, discount] }),
  ).toEqual([])
  expect(describeQuoteChanges({ ...before, note: '' }, before)).toEqual(['The note to the buyer is new.'])
  expect(describeQuoteChanges(before, { ...before, note: 'At Tin Can' })).toEqual([
    'The note to the buyer is another one.',
  ])
  expect(
    describeQuoteChanges(before, {
      lines: [
        { ...goods, quantity: 3 },
        { ...goods, kind: 'tax', description: 'VAT', quantity: 1, priceKobo: 100 },
      ],
      currency: 'USD',
      note: '',
      terms: {
        ...terms,
        paymentTerms: '30% Advance 70% on Delivery',
        namedPlace: 'Hamburg',
        moistureMaxPercent: 7.5,
        grade: null,
      },
    }),
  ).toEqual([
    'Ginger: 3 Tons, before 2.5 Tons.',
    'Ginger: US$3.33 a unit, before ₦3.33.',
    'New: VAT (tax), US$1.',
    'Left out: Second order (discount), -₦0.33.',
    'The currency is USD, before NGN.',
    'VAT: not stated, before standard rate.',
    'Delivery: CIF Hamburg, Incoterms® 2020, before CIF Rotterdam, Incoterms® 2020.',
    'Payment terms: 30% Advance 70% on Delivery, before Letter of Credit.',
    'Grade left out: Grade 1.',
    'New: moisture, At most 7.5%.',
    'Rate agreed left out: ₦1,540 for US$1.',
    'The note to the buyer is left out.',
    'Total US$10.99, before ₦8.',
  ])
})

it('says which goods bear other VAT than before', () => {
  const yam = { ...goods, description: 'Yam' }
  const priced = (ginger: string, other: string) => ({
    lines: [
      { ...goods, vatClass: ginger },
      { ...yam, vatClass: other },
    ],
  })
  expect(describeVatChange(priced('standard', 'standard'), priced('standard', 'basic_food'))).toEqual([
    'VAT: Ginger standard rate; Yam basic food, before standard rate.',
  ])
  expect(describeVatChange(priced('', ''), priced('export', 'export'))).toEqual([
    'VAT: exported goods, before by the goods.',
  ])
  expect(describeVatChange(priced('export', 'exempt'), priced('export', 'exempt'))).toEqual([])
})

it('compares the first quote with what was asked for, goods by goods', () => {
  const requested = [
    { product: 'Ginger', quantity: '2.5', unit: 'Tons' },
    { product: 'Cocoa Beans', quantity: '1,250', unit: 'Tons' },
    { product: 'Palm Oil', quantity: '5', unit: 'Tons' },
  ]
  const cocoa = { ...goods, description: 'Cocoa beans, fermented', quantity: 1000 }
  expect(
    describeRequestChanges(requested, [
      { ...goods, description: 'ginger (dried)' },
      cocoa,
      { ...goods, description: 'Palm kernel oil' },
      discount,
    ]),
  ).toEqual([
    'Cocoa beans, fermented: 1,000 Tons, asked for 1,250 Tons.',
    'Not asked for: Palm kernel oil, 2.5 Tons.',
    'Not in the quote: Palm Oil, 5 Tons.',
  ])
})

it('pairs goods with a product by its words within another name, and then says both names', () => {
  const request = (product: string) => ({ product, quantity: '2.5', unit: 'Tons' })
  const compare = (products: readonly string[], descriptions: readonly string[]) =>
    describeRequestChanges(
      products.map(request),
      descriptions.map((description) => ({ ...goods, description })),
    )
  expect(compare(['Cocoa Beans'], ['Grade 1 cocoa beans'])).toEqual([
    'Grade 1 cocoa beans: 2.5 Tons, asked for 2.5 Tons of Cocoa Beans.',
  ])
  expect(compare(['Raw Cashew Nuts'], ['Cashew nuts (dried)'])).toEqual([
    'Cashew nuts (dried): 2.5 Tons, asked for 2.5 Tons of Raw Cashew Nuts.',
  ])
  // The same name goes first, whatever stands before it.
  expect(compare(['Ginger'], ['Split ginger', 'Ginger'])).toEqual(['Not asked for: Split ginger, 2.5 Tons.'])
  // One line answers one product.
  expect(compare(['Yam'], ['White yam', 'Yellow yam'])).toEqual([
    'White yam: 2.5 Tons, asked for 2.5 Tons of Yam.',
    'Not asked for: Yellow yam, 2.5 Tons.',
  ])
  expect(compare(['Palm Oil', 'Groundnut Oil'], ['Oil'])).toEqual([
    'Oil: 2.5 Tons, asked for 2.5 Tons of Palm Oil.',
    'Not in the quote: Groundnut Oil, 2.5 Tons.',
  ])
})

it('shows an offer as the next quote, whose lines add up to its total, a discount too', () => {
  const line = { ...{ position: 1, totalKobo: 833 }, ...goods }
  const quote = {
    ...{
      ...terms,
      id: 'q',
      status: 'open',
      currency: 'USD',
      totalKobo: 800,
      note: null,
      vat: null,
      offers: [],
    },
    ...{ expiresAt: '', createdAt: '', acceptedAt: null, declinedAt: null, declineReason: null },
    lines: [line, { ...discount, position: 2, priceKobo: -33, totalKobo: -33 }],
  }
  const offer = {
    ...{ ...terms, id: 'o', currency: 'USD', totalKobo: 867, note: null, at: '' },
    ...{ pricesKobo: [300, -33], quantities: [3, 1] },
  }
  const { lines } = mergeOffer(quote, offer)
  expect(lines.map(({ priceKobo, quantity, totalKobo }) => [priceKobo, quantity, totalKobo])).toEqual([
    [300, 3, 900],
    [-33, 1, -33],
  ])
})

it.each([
  ['2026-11-25T12:00:00Z', 'quoted, waits for answer, expires today'],
  ['2026-11-25T23:30:00Z', 'quoted, waits for answer, expires tomorrow'],
  ['2026-12-02T10:00:00Z', 'quoted, waits for answer, expires in 7 days'],
  ['2026-11-25T09:00:00Z', 'quoted, no answer, expired'],
])('says of a quote that ends at %s: %s', (expiresAt, words) => {
  expect(describeQuoteState(expiresAt, new Date('2026-11-25T10:00:00Z'))).toBe(words)
})

it.each([
  ['Nigeria', null, 'NGN'],
  ['Lagos, Nigeria', null, 'NGN'],
  ['Federal Republic of Nigeria', null, 'NGN'],
  ['NG', null, 'NGN'],
  ['Niger', null, 'USD'],
  ['Netherlands', null, 'EUR'],
  ['United Kingdom', null, 'GBP'],
  ['Ghana', null, 'USD'],
  ['Netherlands', 'US$1,800 a ton', 'USD'],
  ['Nigeria', '1,500 euros', 'EUR'],
  ['Ghana', '2 a pound', 'USD'],
] as const)('the first quote to %s, with "%s" in mind, begins in %s', (country, price, currency) => {
  expect(suggestCurrency(country, price)).toBe(currency)
})

it.each([
  ['Netherlands', ['NGN', 'USD'], 'USD'],
  ['Netherlands', ['NGN', 'USD', 'EUR'], 'EUR'],
  ['United Kingdom', ['NGN'], 'NGN'],
  ['Ghana', [], 'USD'],
] as const)(
  'the first quote to %s, where we have accounts in %s, begins in %s',
  (country, payable, currency) => {
    expect(suggestCurrency(country, null, payable)).toBe(currency)
  },
)

it('gives each quote the place that was asked for, also once the order goes elsewhere', () => {
  const row = (status: string, deliver_to: string | null): QuoteRow => ({
    ...{ id: status, status, currency: 'USD', total_kobo: 1, note: null, deliver_to },
    ...{ expires_at: '', created_at: '', accepted_at: null, declined_at: null, decline_reason: null },
    ...{ payment_terms: 'Letter of Credit', incoterms: null, named_place: null, window_from: null },
    ...{ window_to: null, tolerance_percent: null, grade: null, moisture_max_percent: null, packing: null },
    ...{ hs_code: null, origin: null, counter_offers: [], quote_lines: [] },
  })
  const request = (delivery_location: string | null) =>
    readRequest(
      {
        ...{ crop_type: 'Ginger', quantity_text: '1', unit: 'Tons', delivery_date: null },
        delivery_address: 'Port of Antwerp',
      },
      {
        ...{ company_name: 'Lowland Foods BV', contact_person: 'Ada Obi', phone: '1', email: null },
        ...{ address: 'Quay 1', country: 'Ghana', payment_terms: 'Letter of Credit', incoterms: 'FOB' },
        ...{ named_place: null, grade: null, packing: null, tolerance_percent: null, target_price: null },
        ...{ purchase_order_number: null, order_request_lines: [], delivery_location },
      },
    ).terms
  const placesOf = (requested: string | null, ...rows: QuoteRow[]) =>
    readQuotes(rows, request(requested)).map(({ deliverTo }) => deliverTo)
  expect(placesOf('Tema', row('replaced', null), row('accepted', 'Port of Antwerp'))).toEqual([
    'Tema',
    'Port of Antwerp',
  ])
  expect(placesOf(null, row('replaced', null), row('open', 'Tema'), row('accepted', null))).toEqual([
    'Port of Antwerp',
    'Tema',
    'Port of Antwerp',
  ])
})

it('says of each tax that an offer keeps that it is as quoted; one line by the rate follows the prices', () => {
  const tax = (description: string, totalKobo: number, position: number) => ({
    ...{ position, kind: 'tax' as const, description, quantity: 1, unit: 'lot' },
    ...{ priceKobo: totalKobo, totalKobo },
  })
  const goods = {
    ...{ position: 1, kind: 'goods' as const, description: 'Rice', quantity: 1, unit: 'Tons' },
    ...{ priceKobo: 100_000, totalKobo: 100_000 },
  }
  const unchangedTax = (vat: object | null, ...taxes: object[]) =>
    describeUnchangedTax({ lines: [goods, ...taxes], vat, currency: 'NGN' } as unknown as OrderQuote)
  const standard = { vatClass: 'standard', rateBp: 750, reason: 'standard rate' }
  expect(unchangedTax(standard, tax('VAT 7.5%', 7_500, 2))).toEqual([])
  expect(unchangedTax(null)).toEqual([])
  expect(unchangedTax(null, tax('Export levy', 500, 2))).toEqual([
    'Export levy: ₦5 as in our quote. It does not follow your prices; our next quote works it out for them.',
  ])
  expect(unchangedTax(standard, tax('VAT 5%', 5_000, 2), tax('VAT 2.5%', 2_500, 3))).toHaveLength(2)
})
