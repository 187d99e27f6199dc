import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CatalogueProduct } from '#domain/market/products.ts'
import {
  acknowledgeChanges,
  addProduct,
  readCart,
  removeProduct,
  setQuantity,
  takeCurrentFacts,
  takeOutOrdered,
} from './cart.ts'
import { cartStore, emptyCart, parseStoredCart, saveCartLocally } from './stored-cart.ts'
import { cartStorageKey } from './stored-mark.ts'

const product = (id: string, priceKobo: number, stock: number | null = null): CatalogueProduct => ({
  ...{ id, name: id, category: 'Grains', farmerName: 'A farm', location: 'Keffi', isVerified: false },
  ...{ packAmount: 50, packUnit: 'kg', priceKobo, unitPriceKobo: priceKobo / 50, stock, season: null },
  ...{ state: null, photoPath: null, ratingAverage: null, ratingCount: 0, isDemo: false, createdAt: '' },
})

beforeEach(() => saveCartLocally(emptyCart))

describe('the cart of this device', () => {
  it('takes fifty different products and no more, and more of those that it holds', () => {
    for (let index = 0; index < 50; index++) expect(addProduct(product(`${index}`, 100))).toBe(true)
    expect(addProduct(product('one too many', 100))).toBe(false)
    expect(addProduct(product('7', 100))).toBe(true)
    expect(readCart()).toMatchObject({ itemCount: 51, totalKobo: 5_100n })
  })

  it('keeps the price that the buyer saw until they say that they know the new one', () => {
    addProduct(product('rice', 3_500_000))
    takeCurrentFacts([product('rice', 3_600_000)], ['rice'])
    takeCurrentFacts([product('rice', 3_700_000, 4)], ['rice'])
    expect(readCart().items).toMatchObject([
      { priceKobo: 3_700_000, earlierPriceKobo: 3_500_000, stock: 4, isAvailable: true },
    ])
    acknowledgeChanges()
    expect(readCart().items[0]).not.toHaveProperty('earlierPriceKobo')
    expect(readCart().totalKobo).toBe(3_700_000n)
    // There and back again is no change.
    takeCurrentFacts([product('rice', 3_800_000)], ['rice'])
    takeCurrentFacts([product('rice', 3_700_000)], ['rice'])
    expect(readCart().items[0]).not.toHaveProperty('earlierPriceKobo')
  })

  it('shows what is not for sale any more, and does not count its price; it may come back', () => {
    addProduct(product('rice', 3_500_000))
    addProduct(product('yam', 100))
    takeCurrentFacts([product('yam', 100)], ['rice', 'yam'])
    expect(readCart()).toMatchObject({ totalKobo: 100n, orderable: [{ productId: 'yam' }] })
    takeCurrentFacts([product('rice', 3_500_000)], ['rice'])
    expect(readCart().totalKobo).toBe(3_500_100n)
    // Sold out, it is not ordered either.
    takeCurrentFacts([{ ...product('rice', 3_500_000), stock: 0 }], ['rice'])
    expect(readCart()).toMatchObject({ totalKobo: 100n, orderable: [{ productId: 'yam' }] })
    takeCurrentFacts([product('rice', 3_500_000)], ['rice'])
    // What is new to nobody is not written: another tab may have ordered the goods and taken them out meanwhile.
    const stored = cartStore.get()
    takeCurrentFacts([product('rice', 3_500_000), product('yam', 100)], ['rice', 'yam'])
    expect(cartStore.get()).toBe(stored)
  })

  it('removes what was ordered, and leaves what was put into it since', () => {
    addProduct(product('rice', 100))
    addProduct(product('yam', 100))
    setQuantity('rice', 5)
    takeOutOrdered([
      { productId: 'rice', quantity: 2 },
      { productId: 'gone', quantity: 1 },
    ])
    expect(readCart().items).toMatchObject([
      { productId: 'rice', quantity: 3 },
      { productId: 'yam', quantity: 1 },
    ])
    takeOutOrdered(readCart().items)
    expect(readCart().items).toEqual([])
  })

  it('remembers which changes the account has not been sent, a guest’s none', () => {
    addProduct(product('rice', 100))
    expect(cartStore.get().unsent).toEqual([])
    saveCartLocally({ ...cartStore.get(), ownerId: 'ada' })
    setQuantity('rice', 3)
    setQuantity('rice', 4)
    addProduct(product('yam', 100))
    removeProduct('yam')
    expect(cartStore.get()).toMatchObject({ ownerId: 'ada', unsent: ['rice', 'yam'] })
    takeOutOrdered([{ productId: 'rice', quantity: 5 }])
    expect(cartStore.get()).toMatchObject({ ownerId: 'ada', items: [], unsent: ['rice', 'yam'] })
  })
})

describe('a cart that another tab has changed, before this page has heard of it', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  }
  const nothing = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  const inOtherTab = (items: readonly { productId: string; quantity: number }[]) =>
    storage.setItem(cartStorageKey, JSON.stringify({ ownerId: null, items, unsent: [] }))

  beforeEach(() => {
    stored.clear()
    vi.stubGlobal('window', { localStorage: storage, sessionStorage: nothing })
    saveCartLocally(emptyCart)
    addProduct(product('rice', 100), 4)
  })
  // The next file of this worker has no window.
  afterAll(() => vi.unstubAllGlobals())

  it.each([
    ['more of it', () => setQuantity('rice', 6), [['rice', 2]]],
    ['less of it', () => setQuantity('rice', 3), []],
    ['its removal', () => removeProduct('rice'), []],
    ['another product', () => addProduct(product('yam', 100)), [['yam', 1]]],
    ['what it costs now', () => takeCurrentFacts([product('rice', 200)], ['rice']), []],
    ['what was seen', () => acknowledgeChanges(), []],
  ] as const)('is changed by %s, and nothing that was ordered there comes back', (_, change, after) => {
    inOtherTab([])
    change()
    const { items } = parseStoredCart(stored.get(cartStorageKey) ?? null)
    expect(items.map(({ productId, quantity }) => [productId, quantity])).toEqual(after)
  })

  it('loses none of what was put in there', () => {
    const { items } = cartStore.get()
    inOtherTab([
      { ...items[0], productId: 'rice', quantity: 6 },
      { ...items[0], productId: 'yam', quantity: 1 },
    ])
    takeOutOrdered([{ productId: 'rice', quantity: 4 }])
    expect(readCart().items).toMatchObject([
      { productId: 'rice', quantity: 2 },
      { productId: 'yam', quantity: 1 },
    ])
  })
})
