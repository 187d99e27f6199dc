import { expect, it } from 'vitest'
import { countOffer } from './offered-total.ts'
import type { OrderQuote } from './order.ts'

const line = (position: number, kind: OrderQuote['lines'][number]['kind'], priceKobo: number, more = {}) => ({
  ...{ position, kind, description: 'Line', quantity: 1, unit: 'lot', priceKobo, totalKobo: priceKobo },
  ...more,
})
const standard = { vatClass: 'standard', rateBp: 750, reason: 'standard rate', baseKobo: 0, vatKobo: 0 }
const food = { ...standard, vatClass: 'basic_food', rateBp: 0 }
const offer = (...typed: [quantity: number, priceKobo: number][]) =>
  new Map(typed.map(([quantity, priceKobo], place) => [place + 1, { quantity, priceKobo }]))

it('is goods as they are offered with freight and discount as they were quoted', () => {
  const quote = {
    ...{ currency: 'USD', vat: null },
    lines: [line(1, 'goods', 100), line(2, 'delivery', 500), line(3, 'discount', -50), line(4, 'tax', 7)],
  }
  expect(countOffer(quote, offer([10, 90]), 'USD')).toBe(900n + 500n - 50n + 7n)
  // In another currency what is no goods has no price yet.
  expect(countOffer(quote, offer([10, 90]), 'EUR')).toBe(900n)
  expect(countOffer(quote, new Map([[1, null]]), 'USD')).toBeNull()
})

it('bears tax by the rates of the quote, each of its own goods with their part of the freight', () => {
  const tax = line(2, 'tax', 150_000)
  const cocoa = line(1, 'goods', 200_000, { vatClass: 'standard' })
  // As private.vat_by_class has it, in tests/database/market/counter-offers.test.ts.
  expect(
    countOffer({ currency: 'USD', vat: [standard], lines: [cocoa, tax] }, offer([10, 180_000]), 'USD'),
  ).toBe(1_935_000n)
  const mixed = {
    ...{ currency: 'NGN', vat: [food, standard] },
    lines: [
      line(1, 'goods', 1, { vatClass: 'basic_food' }),
      line(2, 'goods', 1, { vatClass: 'standard' }),
      line(3, 'delivery', 80_000),
      line(4, 'tax', 1),
    ],
  }
  expect(countOffer(mixed, offer([2, 100_000], [2, 300_000]), 'NGN')).toBe(880_000n + 49_500n)
})
