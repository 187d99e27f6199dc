import { expect, it } from 'vitest'
import { computeLineTotal } from './quotes.ts'

it.each([
  [1.005, 100, 101n],
  [0.001, 499, 0n],
  [0.001, 500, 1n],
  [1000, 7_000_000, 7_000_000_000n],
  [999_999_999.999, 100_000_000_000, 99_999_999_999_900_000_000n],
])('%d units at %d are %d kobo', (quantity, priceKobo, totalKobo) => {
  expect(computeLineTotal(quantity, priceKobo)).toBe(totalKobo)
})
