/** Synchronises the account's cart with the device's: merged at sign-in, then sent each change. */
import { cartLineWords as words } from '#domain/market/cart-line-words.ts'
import type { CartLine } from '#domain/market/carts.ts'
import type { CatalogueProduct } from '#domain/market/products.ts'
import { authStore, connectAuth, startAuth } from '#site/lib/auth-state.ts'
import { toast } from '#site/ui/toast.tsx'
import { readProducts } from './read-products.ts'
import {
  applyFacts,
  type CartItem,
  cartStore,
  emptyCart,
  readCurrentCart,
  type StoredCart,
  saveCartLocally,
  toCartItem,
} from './stored-cart.ts'

/** Presses of a button that follow each other are sent in one request. */
const calmMs = 400

let isStarted = false
let timer: ReturnType<typeof setTimeout> | undefined
let running: Promise<void> | undefined
/** The account whose cart this page has read. */
let readFor: string | undefined

export function followAccount(): void {
  if (isStarted) return
  isStarted = true
  authStore.subscribe(onAuth)
  cartStore.subscribe(onChange)
  startAuth()
  onAuth()
}

function onAuth(): void {
  const { status, userId, isSecondStepDue, ended } = authStore.get()
  if (status === 'signedOut') {
    readFor = undefined
    // Who chose to leave takes the cart along; who lost the session finds it again.
    if (ended === 'byChoice') saveCartLocally(emptyCart)
  } else if (status === 'signedIn' && !isSecondStepDue && userId !== readFor) void exchange()
}

function onChange(): void {
  const { ownerId, unsent } = cartStore.get()
  if (unsent.length === 0 || ownerId !== readFor) return
  clearTimeout(timer)
  timer = setTimeout(() => void exchange(), calmMs)
}

/** One at a time; what changes meanwhile is sent afterwards. */
async function exchange(): Promise<void> {
  if (running) return
  const { userId } = authStore.get()
  if (!userId) return
  running = exchangeWith(userId)
  try {
    await running
    readFor = userId
  } catch (error) {
    // Nothing is lost: it stays marked as unsent, and the next change or the next page tries again.
    console.error('No account cart', error)
    return
  } finally {
    running = undefined
  }
  onChange()
}

async function exchangeWith(userId: string): Promise<void> {
  const before = readCurrentCart()
  const client = await connectAuth()
  const isBrought = before.ownerId === null && before.items.length > 0
  const sent = isBrought ? before.items : before.ownerId === userId ? listUnsent(before) : []
  const { data, error } = await (isBrought
    ? client.rpc('merge_cart', { items: before.items.map(toLine) })
    : client.rpc('save_cart', {
        items: before.ownerId === userId ? before.unsent.map((id) => toChange(before.items, id)) : [],
      }))
  if (error) throw error
  const lines = data.map((row) => ({
    productId: row.product_id,
    quantity: row.quantity,
    priceKobo: row.seen_price_kobo,
  }))
  const ids = lines.map(({ productId }) => productId)
  const products = await readProducts([...new Set([...ids, ...sent.map(({ productId }) => productId)])])
  if (authStore.get().userId !== userId) return
  const now = readCurrentCart()
  const unsent = listChanges(before.items, now.items)
  sayCut(sent, lines, products)
  const merged = [
    ...combine(lines, products, before.items).filter(({ productId }) => !unsent.includes(productId)),
    ...now.items.filter(({ productId }) => unsent.includes(productId)),
  ]
  saveCartLocally({ ownerId: userId, items: merged, unsent })
}

/** The account's lines with what the products are now; one that is gone is shown if this device knows its name. */
function combine(
  lines: readonly CartLine[],
  products: readonly CatalogueProduct[],
  known: readonly CartItem[],
): CartItem[] {
  const items = lines.flatMap((line) => {
    const item = known.find(({ productId }) => productId === line.productId)
    if (item) return [{ ...item, ...line }]
    const product = products.find(({ id }) => id === line.productId)
    return product ? [toCartItem(line, product)] : []
  })
  const ids = lines.map(({ productId }) => productId)
  return applyFacts(items, products, ids)
}

const listUnsent = ({ items, unsent }: StoredCart): CartItem[] =>
  items.filter(({ productId }) => unsent.includes(productId))

/** The account keeps what is for sale, and as much as one order takes, whatever this page has heard of that: all of it in one message. */
function sayCut(
  sent: readonly CartItem[],
  kept: readonly CartLine[],
  products: readonly CatalogueProduct[],
): void {
  const sentences = sent.flatMap(({ productId, name, quantity }) => {
    const line = kept.find((one) => one.productId === productId)
    if (line) return line.quantity < quantity ? words.describeCut(name, quantity, line.quantity) : []
    const isForSale = products.some(({ id }) => id === productId)
    return isForSale ? words.describeTooMany(name) : words.describeGone(name)
  })
  if (sentences.length > 0) toast.error(words.cutTitle, sentences.join(' '))
}

function listChanges(before: readonly CartItem[], now: readonly CartItem[]): string[] {
  const ids = new Set([...before, ...now].map(({ productId }) => productId))
  const quantityOf = (items: readonly CartItem[], id: string) =>
    items.find(({ productId }) => productId === id)?.quantity
  return [...ids].filter((id) => quantityOf(before, id) !== quantityOf(now, id))
}

type SentLine = CartLine & Record<string, string | number>

function toLine({ productId, quantity, priceKobo }: CartItem): SentLine {
  return { productId, quantity, priceKobo }
}

/** Nothing of a product is a line of none. */
function toChange(items: readonly CartItem[], id: string): Record<string, string | number> {
  const item = items.find(({ productId }) => productId === id)
  return item ? toLine(item) : { productId: id, quantity: 0 }
}
