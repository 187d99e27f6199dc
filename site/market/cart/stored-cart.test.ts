import { describe, expect, it } from 'vitest'
import { emptyCart, parseStoredCart } from './stored-cart.ts'

const rice = {
  ...{ productId: 'rice', quantity: 2, priceKobo: 3_500_000, name: 'Rice', category: 'Grains' },
  ...{
    farmerName: 'A farm',
    packAmount: 50,
    packUnit: 'kg',
    photoPath: null,
    stock: null,
    isAvailable: true,
  },
}
const save = (cart: object) => JSON.stringify({ ownerId: null, items: [rice], unsent: [], ...cart })

describe('a cart that was stored on the device', () => {
  it('is empty where something else has been written into the storage', () => {
    for (const text of [null, '', '{', '[]', '7', '{"items":7}', '{"items":[null],"unsent":[]}'])
      expect(parseStoredCart(text)).toBe(emptyCart)
  })

  it('loses the lines that are none, and counts what cannot be ordered as what can', () => {
    const items = [
      { ...rice, quantity: -3 },
      { ...rice, productId: 'yam', quantity: 1e9 },
      { ...rice, productId: 7 },
      { ...rice, priceKobo: '3500000' },
      { ...rice, priceKobo: 0 },
      { productId: 'x', quantity: 1, priceKobo: 5 },
    ]
    expect(
      parseStoredCart(save({ items })).items.map(({ productId, quantity }) => [productId, quantity]),
    ).toEqual([
      ['rice', 1],
      ['yam', 1_000_000],
    ])
    const many = Array.from({ length: 600 }, (_, index) => ({ ...rice, productId: `${index}` }))
    expect(parseStoredCart(save({ items: many })).items).toHaveLength(500)
  })

  it('keeps what is more than an order takes now: the order says so', () => {
    const items = Array.from({ length: 60 }, (_, index) => ({
      ...rice,
      productId: `${index}`,
      quantity: 15_000,
    }))
    expect(parseStoredCart(save({ items })).items).toEqual(items)
  })

  it('is the same when it comes back', () => {
    const cart = { ownerId: 'ada', items: [{ ...rice, earlierPriceKobo: 3_400_000 }], unsent: ['rice'] }
    expect(parseStoredCart(JSON.stringify(cart))).toEqual(cart)
  })
})
