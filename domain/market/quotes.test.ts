import { expect, it } from 'vitest'
import type { ContractTerms } from './contract-terms.ts'
import { mergeOffer } from './counter-offers.ts'
import { type QuoteRow, readQuotes } from './order.ts'
import { describeQuoteChanges, describeRequestChanges } from './quote-changes.ts'
import { suggestCurrency } from './quote-currency.ts'
import { describeQuoteState } from './quote-state.ts'
import { computeLineTotal, computeShare, countTotal } from './quotes.ts'

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
])('reads %s as a share of the lines before it', (text, share) => {
  expect(computeShare(text, [goods, discount])).toBe(share)
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
    ...{ lines: [goods, discount], currency: 'NGN', note: 'At Apapa', vatClass: 'standard' },
    terms: { ...terms, agreedRate: '₦1,540 for US$1' },
  }
  expect(describeQuoteChanges(before, { ...before, lines: [goods, { ...discount }] })).toEqual([])
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
      vatClass: null,
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

it('compares the first quote with what was asked for, goods by goods', () => {
  const asked = [
    { product: 'Ginger', quantity: '2.5', unit: 'Tons' },
    { product: 'Cocoa Beans', quantity: '1,250', unit: 'Tons' },
    { product: 'Oil', quantity: '5', unit: 'Tons' },
  ]
  const cocoa = { ...goods, description: 'Cocoa beans, fermented', quantity: 1000 }
  expect(
    describeRequestChanges(asked, [
      { ...goods, description: 'ginger (dried)' },
      cocoa,
      { ...goods, description: 'Palm Oil' },
      discount,
    ]),
  ).toEqual([
    'Cocoa beans, fermented: 1,000 Tons, asked for 1,250 Tons.',
    'Not asked for: Palm Oil, 2.5 Tons.',
    'Not in the quote: Oil, 5 Tons.',
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
  ['2026-11-25T12:00:00Z', 'Quoted, waits for answer, expires today'],
  ['2026-11-25T23:30:00Z', 'Quoted, waits for answer, expires tomorrow'],
  ['2026-12-02T10:00:00Z', 'Quoted, waits for answer, expires in 7 days'],
  ['2026-11-25T09:00:00Z', 'Quoted, no answer, expired'],
])('says of a quote that ends at %s: %s', (expiresAt, words) => {
  expect(describeQuoteState(expiresAt, new Date('2026-11-25T10:00:00Z'))).toBe(words)
})

it.each([
  ['Nigeria', null, 'NGN'],
  ['Netherlands', null, 'EUR'],
  ['United Kingdom', null, 'GBP'],
  ['Ghana', null, 'USD'],
  ['Netherlands', 'US$1,800 a ton', 'USD'],
  ['Nigeria', '1,500 euros', 'EUR'],
  ['Ghana', '2 a pound', 'USD'],
] as const)('the first quote to %s, with "%s" in mind, begins in %s', (country, price, currency) => {
  expect(suggestCurrency(country, price)).toBe(currency)
})

it('gives no quote the place of another that was accepted', () => {
  const row = (status: string, deliver_to: string | null): QuoteRow => ({
    ...{ id: status, status, currency: 'USD', total_kobo: 1, note: null, deliver_to },
    ...{ expires_at: '', created_at: '', accepted_at: null, declined_at: null, decline_reason: null },
    ...{ payment_terms: 'Letter of Credit', incoterms: null, named_place: null, window_from: null },
    ...{ window_to: null, tolerance_percent: null, grade: null, moisture_max_percent: null, packing: null },
    ...{ hs_code: null, origin: null, counter_offers: [], quote_lines: [] },
  })
  const ofOrder = { buyerCompany: 'Lowland Foods BV', deliverTo: 'Port of Antwerp' }
  const placesOf = (...rows: QuoteRow[]) => readQuotes(rows, ofOrder).map(({ deliverTo }) => deliverTo)
  // It is the order's own since then.
  expect(placesOf(row('replaced', null), row('accepted', 'Port of Antwerp'))).toEqual([
    undefined,
    'Port of Antwerp',
  ])
  expect(placesOf(row('replaced', null), row('open', 'Tema'), row('accepted', null))).toEqual([
    'Port of Antwerp',
    'Tema',
    'Port of Antwerp',
  ])
})
