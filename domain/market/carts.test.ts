import { describe, expect, it } from 'vitest'
import { addToCart, changeQuantity, computeTotalKobo, countItems, removeFromCart } from './carts.ts'

const rice = { productId: 'rice', quantity: 1, priceKobo: 3_500_000 }
const oil = { productId: 'oil', quantity: 2, priceKobo: 2_800_000 }

describe('the cart', () => {
  it('counts one more of a product that is in it already, at the price of now', () => {
    expect(addToCart([rice], 'rice', 3_600_000, 1, 10_000)).toEqual([
      { ...rice, quantity: 2, priceKobo: 3_600_000 },
    ])
    expect(addToCart([rice], 'yam', 100, 1, 10_000)).toEqual([
      rice,
      { productId: 'yam', quantity: 1, priceKobo: 100 },
    ])
  })

  it('takes nothing from a line that holds more than the limit', () => {
    const [line] = addToCart([{ ...rice, quantity: 150 }], 'rice', rice.priceKobo, 1, 100)
    expect(line?.quantity).toBe(150)
  })

  it('never goes below 1 nor above 10,000, and loses a line by its own button alone', () => {
    for (const [requested, stored] of [
      [0, 1],
      [-5, 1],
      [Number.NaN, 1],
      [2.9, 2],
      [10_001, 10_000],
    ] as const)
      expect(changeQuantity([rice], 'rice', requested, 10_000)).toEqual([{ ...rice, quantity: stored }])
    expect(removeFromCart([rice, oil], 'rice')).toEqual([oil])
  })

  it('adds up to the lines exactly, without fees or tax, also beyond what a number holds', () => {
    expect(countItems([rice, oil])).toBe(3)
    expect(computeTotalKobo([rice, oil])).toBe(9_100_000n)
    const dear = { productId: 'x', quantity: 10_000, priceKobo: 99_999_999_999_999 }
    expect(computeTotalKobo([dear, rice])).toBe(1_000_000_000_003_490_000n)
  })
})
