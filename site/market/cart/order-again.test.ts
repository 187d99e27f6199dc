import { beforeEach, expect, it } from 'vitest'
import type { OrderItem } from '#domain/market/order.ts'
import type { CatalogueProduct } from '#domain/market/products.ts'
import { addProduct, readCart, setQuantity } from './cart.ts'
import { fillCart } from './order-again.ts'
import { emptyCart, saveCartLocally } from './stored-cart.ts'

const product = (id: string, stock: number | null): CatalogueProduct => ({
  ...{ id, name: id, category: 'Grains', farmerName: 'A farm', location: 'Keffi', isVerified: false },
  ...{ packAmount: 50, packUnit: 'kg', priceKobo: 100, unitPriceKobo: 2, stock, season: null },
  ...{ state: null, photoPath: null, ratingAverage: null, ratingCount: 0, isDemo: false, createdAt: '' },
})
const ordered = (name: string, quantity: number): OrderItem => ({
  ...{ productId: name, name, farmer: 'A farm', packAmount: 50, packUnit: 'kg', priceKobo: 100, quantity },
  ...{ totalKobo: quantity * 100, hasReservedStock: true, vat: { vatClass: 'basic_food', rateBp: 0 } },
})
const held = () => readCart().items.map(({ productId, quantity }) => [productId, quantity])

beforeEach(() => saveCartLocally(emptyCart))

it('names of what was ordered before what is fewer now, sold out, or not for sale', () => {
  const before = [ordered('Rice', 3), ordered('Yam', 2), ordered('Beans', 1), ordered('Maize', 2)]
  const now = [product('Rice', 2), product('Yam', null), product('Beans', 0)]
  expect(fillCart(before, now)).toEqual([
    'Rice: Only 2 left.',
    'Beans: Sold out. Please remove it, or wait for more.',
    'Maize is not for sale any more.',
  ])
  expect(held()).toEqual([
    ['Rice', 2],
    ['Yam', 2],
    ['Beans', 1],
  ])
})

it('takes all of it without a word where there is enough, and nothing from what the cart holds already', () => {
  addProduct(product('Rice', 9))
  setQuantity('Rice', 5)
  expect(fillCart([ordered('Rice', 3)], [product('Rice', 9)])).toEqual([])
  expect(held()).toEqual([['Rice', 5]])
})
