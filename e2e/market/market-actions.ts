/** What buyers do between the cart and the delivery, and what staff do meanwhile, as verbs. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Database } from '#domain/database.generated.ts'
import type { DeliveryChoice } from '#domain/market/delivery.ts'
import { marketOrderRules, type PlacedOrder } from '#domain/market/market-orders.ts'
import { draftPrefix } from '#site/lib/draft.ts'
import type { CheckoutMemory } from '#site/market/checkout/checkout-memory.ts'
import { guestCheckoutName } from '#site/page-drafts.ts'
import { freshPhone } from '#tests/database/market/market-app.ts'
import type { Person, TestApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { createShopper } from '#tests/server/market/market-app.ts'
import { devtoolsOf, forgetFiles } from '../actions.ts'

export interface Produce {
  id: string
  name: string
  priceKobo: number
}

type Functions = Database['public']['Functions']

export function openStall(app: () => TestApp) {
  const sql = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    asOwner(app().databaseUrl, async (client) => (await client.query(text, values)).rows as Row[])
  const strong = new Set<Person>()
  async function showFactor(person: Person): Promise<void> {
    if (strong.has(person)) return
    strong.add(person)
    await addSecondFactor(person)
  }
  return {
    sql,
    async addProduct(name: string, priceKobo: number, stock: number | null = null): Promise<Produce> {
      const [row] = await sql<{ id: string }>(
        `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock, status)
         values ($1, 'Grains', 'A farm', 'Keffi', 50, 'kg', $2, $3, 'published') returning id`,
        [name, priceKobo, stock],
      )
      return { id: row?.id ?? '', name, priceKobo }
    },
    /** The bank account in force; a demo row is the only one that needs no two people. */
    async setAccount(isSet: boolean): Promise<void> {
      await sql(`alter table public.settlement_accounts disable trigger user; delete from public.settlement_accounts;
        alter table public.settlement_accounts enable trigger user`)
      if (isSet)
        await sql(
          `insert into public.settlement_accounts (kind, bank_name, account_name, account_number, proposed_at, approved_at, effective_at, is_demo)
           values ('bank_account', 'Test Bank', 'The company', '0123456789', $1, $1, $1, true)`,
          ['2026-11-02T10:00:00Z'],
        )
    },
    /** One function of ours, as this person of the staff calls it: in their own session, with a second factor. */
    async asStaff<Name extends keyof Functions>(
      person: Person,
      name: Name,
      args: Functions[Name]['Args'],
    ): Promise<Functions[Name]['Returns']> {
      await showFactor(person)
      return (await person.client.rpc(name, args as never).throwOnError()).data as Functions[Name]['Returns']
    },
    /** Staff approve or complete an order, as their desk does. */
    async decide(person: Person, id: string, status: 'approved' | 'completed'): Promise<void> {
      await showFactor(person)
      const { data } = await person.client
        .from('orders')
        .update({ status })
        .eq('id', id)
        .select('status')
        .throwOnError()
      expect(data).toEqual([{ status }])
    },
    /** An order of this person, or of a guest who has its link, as the checkout sends it; no device remembers it. */
    async placeOrder(
      lines: readonly (Produce & { quantity: number })[],
      {
        as,
        delivery,
        ...answers
      }: { as?: Person; delivery?: DeliveryChoice; [answer: string]: unknown } = {},
    ): Promise<PlacedOrder & { trackingPath: string }> {
      const items = lines.map(({ id, quantity, priceKobo }) => ({ productId: id, quantity, priceKobo }))
      const contact = { ...buyer, phone: freshPhone(), ...answers }
      const request = { items, contact, ...(delivery && { delivery }) }
      if (!as) {
        const guest = createShopper({ ...app().keys, url: app().url, address: '198.51.100.7' })
        const { status, body } = await guest.checkOut(items, { request })
        expect(status, JSON.stringify(body)).toBe(201)
        return { ...body, ok: true }
      }
      const context = { idempotencyKey: crypto.randomUUID() }
      const call = as.client.rpc('place_market_order', { request: { ...request } as never, context })
      const placed = (await call.throwOnError()).data as unknown as PlacedOrder
      expect(placed.ok, JSON.stringify(placed)).toBe(true)
      return { ...placed, trackingPath: `/account/orders/${placed.id}` }
    },
    orders: () =>
      sql<{ id: string; code: string; payment_status: string; total_amount_kobo: string; status: string }>(
        'select id, code, payment_status, total_amount_kobo, status from public.orders order by created_at',
      ),
  }
}

export async function openMarket(page: Page, search = ''): Promise<void> {
  await page.goto(`/marketplace${search}`)
  await page.locator('html[data-live]').waitFor()
}

/** A device whose cart holds this, before any page is opened on it. */
export async function fillCart(
  page: Page,
  lines: readonly (Produce & { quantity: number })[],
): Promise<void> {
  const items = lines.map(({ id, name, priceKobo, quantity }) => ({
    ...{ productId: id, quantity, priceKobo, name, category: 'Grains', farmerName: 'A farm' },
    ...{ packAmount: 50, packUnit: 'kg', photoPath: null, stock: null, isAvailable: true },
  }))
  await page.addInitScript(
    (cart) => {
      if (sessionStorage.getItem('test-cart-filled')) return
      sessionStorage.setItem('test-cart-filled', '1')
      localStorage.setItem('house-draft:cart', cart)
    },
    JSON.stringify({ ownerId: null, items, unsent: [] }),
  )
}

export const buyer = {
  name: 'Ada Obi',
  email: 'ada@example.com',
  address: '12 Marina Road',
  state: 'Lagos',
  lga: 'Lagos Island',
  remarks: 'Call at the gate',
}

export async function openCheckout(page: Page): Promise<void> {
  await page.goto('/marketplace/checkout')
  await page.getByRole('form', { name: 'Checkout' }).waitFor()
}

/** Each time another phone number, so that no limit meets it. */
export async function fillContact(page: Page, answers: Record<string, string> = {}): Promise<void> {
  for (const [name, value] of Object.entries({ ...buyer, phone: freshPhone(), ...answers })) {
    const box = page.locator(`#checkout-${name}`)
    if (name === 'state') await box.selectOption(value)
    else await box.fill(value)
  }
  if (answers.state !== '') await chooseDelivery(page)
}

/** What a checkout has stored on this device before its first page, of a guest or of this person. */
async function rememberCheckout(page: Page, as: Person | undefined, values: CheckoutMemory): Promise<void> {
  const name = as ? 'checkout' : guestCheckoutName
  await page.addInitScript(
    ([key, draft]) => {
      if (!key || !draft || sessionStorage.getItem('test-checkout-stored')) return
      sessionStorage.setItem('test-checkout-stored', '1')
      localStorage.setItem(key, draft)
    },
    [draftPrefix + name, JSON.stringify({ userId: as?.id ?? 'guest', values, savedAt: Date.now() })],
  )
}

interface CheckoutDevice {
  as?: Person
  /** Orders whose delivery is quoted first, sent from the device before. */
  quoted?: readonly { id: string; code: string }[]
  [answer: string]: unknown
}

/** The checkout on a device where all that it asks was typed before; the delivery is chosen by a click. */
export async function openFilledCheckout(
  page: Page,
  { as, quoted = [], ...answers }: CheckoutDevice = {},
): Promise<void> {
  const sentAt = new Date().toISOString()
  await rememberCheckout(page, as, {
    fields: { ...buyer, phone: freshPhone(), ...answers },
    quoted: quoted.map(({ id, code }) => ({ id, code, sentAt })),
  })
  await openCheckout(page)
  await chooseDelivery(page)
}

/** The checkout on the device from which a guest placed this order: the page to pay it. */
export async function openPlacedOrder(
  page: Page,
  { id, code, totalKobo, expiresAt, trackingPath }: PlacedOrder & { trackingPath: string },
  lines: readonly (Produce & { quantity: number })[],
): Promise<void> {
  const shown = lines.map(({ id: productId, name, priceKobo, quantity }) => ({
    ...{ productId, name, priceKobo, quantity, packAmount: 50, packUnit: 'kg' },
  }))
  const order = { id, code, totalKobo, expiresAt, trackingPath, hasEmail: true, content: '', lines: shown }
  const placed = { ...order, sentAt: new Date().toISOString(), items: [] }
  await rememberCheckout(page, undefined, { fields: {}, placed })
  await page.goto('/marketplace/checkout')
}

/** The first way that is offered, once it is known what there is. */
export async function chooseDelivery(page: Page): Promise<void> {
  await page.locator('input[name="delivery"]').first().check()
}

export async function readContact(page: Page): Promise<Record<string, string>> {
  const names = Object.keys(marketOrderRules)
  const values = await Promise.all(names.map((name) => page.locator(`#checkout-${name}`).inputValue()))
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

/** The cart that this device was given is given once more with the next page; the page of the order before is left for it. */
export async function fillCartAgain(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(() => sessionStorage.removeItem('test-cart-filled'))
}

/** As someone who comes back to a page that stayed open: it is read again, until it shows this. */
export async function comeBack(page: Page, shown: Locator): Promise<void> {
  const look = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await look()
  // An answer that was under way already may be from before.
  await shown.waitFor({ timeout: 2_000 }).catch(look)
  await shown.waitFor()
}

export async function showPaymentDetails(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show payment details' }).click()
}

/** The code of the order whose payment is on the screen. */
export async function readCode(page: Page): Promise<string> {
  const code = page.locator('h1 .code')
  await code.waitFor()
  const text = await code.innerText()
  expect(text).toMatch(/^AG[0-9A-Z]{3}-[0-9A-Z]{4}$/)
  return text
}

/** Presses Tab until this has the focus, as someone without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // To look for it by its name before each press costs more than the press.
  const find = () => target.elementHandle()
  let element = await find()
  for (let presses = 0; presses < 80; presses++) {
    const place = await element?.evaluate((one) =>
      one === document.activeElement ? 'reached' : one.isConnected ? 'on the page' : 'gone',
    )
    if (place === 'reached') return
    if (place === 'gone') element = await find()
    else await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${target}`)
}

/** Everything that travels over the wire from now on, headers too, with nothing of the site on the device; the answer is the sum so far. */
export async function meterTraffic(page: Page): Promise<() => number> {
  await forgetFiles(page)
  const client = await devtoolsOf(page)
  await client.send('Network.enable')
  let bytes = 0
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  return () => bytes
}

/** Slow 3G, as the tools of the browser have it, with nothing of the site on the device. */
export async function slowDown(page: Page): Promise<void> {
  await forgetFiles(page)
  const client = await devtoolsOf(page)
  await client.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 },
  })
}

export async function openCart(page: Page) {
  await page.getByRole('button', { name: /^Cart, / }).click()
  const cart = page.getByRole('dialog', { name: 'Your cart' })
  await cart.waitFor()
  return cart
}

export async function waitForCount(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: `Cart, ${count} ${count === 1 ? 'item' : 'items'}` }).waitFor()
}

/** By what a first-time buyer touches: home, the marketplace, a search, the product's page, Add to Cart; then the checkout. */
export async function shopFromHome(page: Page, products: readonly Produce[]): Promise<void> {
  await page.goto('/')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Marketplace/ })
    .first()
    .click()
  for (const [index, { id, name }] of products.entries()) {
    // More of the same is one press more.
    const isShown = products[index - 1]?.id === id
    if (!isShown) await findProduct(name)
    await page.getByRole('button', { name: /^Add to Cart/ }).click()
    await waitForCount(page, index + 1)
    if (index + 1 < products.length && products[index + 1]?.id !== id) await page.goBack()
  }
  async function findProduct(name: string): Promise<void> {
    await page.waitForURL('**/marketplace*')
    await page.locator('html[data-live]').waitFor()
    await page.getByRole('searchbox', { name: 'Search products by name' }).fill(name)
    await expect.poll(() => page.locator('.products h3').allInnerTexts()).toEqual([name])
    await page.locator('.products').getByRole('link', { name }).first().click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  const cart = await openCart(page)
  await cart.getByRole('link', { name: 'Checkout' }).click()
  await page.getByRole('form', { name: 'Checkout' }).waitFor()
}
