// The limits that buyers are told: whatever staff set them to is what cart, checkout and mail say; and every limit has a reader.
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { formatDateTimeInWords } from '#domain/dates.ts'
import { sayHours } from '#domain/hours.ts'
import { describeCheckout } from '#domain/market/checkout-guide.ts'
import { placedOrderWords } from '#domain/market/checkout-order-words.ts'
import { checkoutWords } from '#domain/market/checkout-questions.ts'
import type { DeliveryOptions } from '#domain/market/delivery.ts'
import { marketLimits } from '#domain/market/market-limits.ts'
import { deliveredOrderLimits, type OrderLimits } from '#domain/market/order-limits.ts'
import { renderLetter } from '#server/mail/letter.ts'
import { templates } from '#server/mail/templates.ts'
import { findProduct } from '#server/market/read-products.ts'
import { anonymous, openApp, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { within } from '#tests/harness/within.ts'
import { project } from '../../../scripts/schema/load-schema.ts'
import { makeContact, openMarket } from './market-app.ts'

const app = await openApp()
const market = openMarket(app)
await market.addAccounts()
const strong = withSecondFactor(await app.addPerson({ role: 'admin' }))
afterAll(() => app.close())

async function change(name: keyof typeof marketLimits, value: number) {
  const { rows } = await app.owner.query('select value from private.market_limits where name = $1', [name])
  const why = 'Agreed in the meeting of Monday.'
  await market.call(strong, 'change_market_limit', name, value, rows[0]?.value, why)
}

const readLimits = async (): Promise<OrderLimits | undefined> => {
  const options = await market.call(anonymous, 'delivery_options', [await market.addProduct(5)], '', '')
  return (options as unknown as DeliveryOptions).limits
}

it('draw the pages of products again when staff change one', async () => {
  const heard: string[] = []
  const stop = await app.database.listen('content_changed', (payload) => heard.push(payload))
  const line = await market.addProduct(50)
  heard.length = 0
  await change('line_quantity_max', 7)
  await app.owner.query(`select pg_notify('content_changed', 'after it')`)
  await vi.waitFor(() => expect(heard).toContain('after it'), within)
  await stop()
  expect(heard).toContain('market_limits')
  expect((await findProduct(app.database, line.productId))?.limits.quantityMax).toBe(7)
  await change('line_quantity_max', deliveredOrderLimits.quantityMax)
})

it('come with the answer about delivery, those of buyers and no other, as delivered until staff change one', async () => {
  const person = await app.addPerson()
  for (const { caller } of [{ caller: anonymous }, person])
    expect((await app.refusalOf(caller, 'select * from private.market_limits')).code).toBe('42501')
  expect((await app.refusalOf(anonymous, 'select private.order_limits()')).code).toBe('42501')
  expect(await readLimits()).toEqual(deliveredOrderLimits)
})

it('are what the pages and the mail say once they are others', async () => {
  await change('price_lock_hours', 36)
  await change('quote_wait_hours', 240)
  await change('claim_hold_hours', 72)
  await change('order_lines_max', 3)
  await change('line_quantity_max', 20_000)
  const limits = await readLimits()
  expect(limits).toEqual({
    linesMax: 3,
    quantityMax: 20_000,
    priceLockHours: 36,
    payHours: 24,
    quoteWaitHours: 240,
    claimHoldHours: 72,
  })
  const { priceLockHours = 0, quoteWaitHours = 0 } = limits ?? {}
  // Guests' orders end after a day, however long their prices would hold.
  expect(describeCheckout(limits?.payHours ?? 0).next.join()).toContain('within 24 hours: so long')
  expect(checkoutWords.order.describe(priceLockHours)).toContain('fixes its prices for 36 hours')
  expect(placedOrderWords.describeQuoted(sayHours(quoteWaitHours))).toContain('for 10 days at most')

  const rice = await market.addProduct(null, 100_000)
  expect(await findProduct(app.database, rice.productId)).toMatchObject({ limits })
  const { id } = await market.orderAsGuest([rice], makeContact())
  const { rows } = await app.owner.query(
    `select data, price_locked_until, price_locked_until - orders.created_at = interval '36 hours' as is_locked
     from private.mail_outbox join public.orders on orders.id::text = data ->> 'order_id'
     where orders.id = $1 and template = 'order_placed'`,
    [id],
  )
  const sender = { companyName: 'the company', siteUrl: 'https://www.example.com' }
  const { text } = renderLetter(templates.order_placed.write(rows[0]?.data, sender), sender)
  expect(rows[0]?.is_locked).toBe(true)
  expect(new Date(rows[0]?.data.price_locked_until)).toEqual(rows[0]?.price_locked_until)
  const lockedUntil = formatDateTimeInWords(rows[0]?.price_locked_until)
  expect(text).toContain(`Your goods are reserved, and the prices hold until ${lockedUntil}, Lagos time.`)
  expect(text).not.toContain('24 hours')
})

it('bind the cart of an account, whose lines of before stay', async () => {
  const { caller } = await app.addPerson()
  const lines = await Promise.all(Array.from({ length: 5 }, () => market.addProduct(null)))
  const readCart = async () => {
    const { rows } = await app.as(
      caller,
      'select product_id, quantity from public.cart_items order by created_at',
    )
    return rows
  }
  await market.call(caller, 'save_cart', lines.slice(0, 1))
  // What fits beside the account's line, in the order of the device.
  await market.call(
    caller,
    'merge_cart',
    [...lines].reverse().map((line) => ({ ...line, quantity: 99_999 })),
  )
  expect((await readCart()).map(({ product_id }) => product_id).sort()).toEqual(
    [lines[0], lines[4], lines[3]].map((line) => line?.productId).sort(),
  )
  expect((await readCart()).map(({ quantity }) => quantity)).toEqual([20_000, 20_000, 20_000])
  const add = `insert into public.cart_items (user_id, product_id, seen_price_kobo)
    values (auth.uid(), '${lines[1]?.productId}', 1)`
  expect(await app.refusalOf(caller, add)).toMatchObject({
    code: '23514',
    message: 'At most 3 different products in one cart',
  })
  await change('order_lines_max', 2)
  await change('line_quantity_max', 100)
  await market.call(caller, 'save_cart', [{ ...lines[4], quantity: 7 }])
  expect((await readCart()).map(({ quantity }) => quantity).sort()).toEqual([20_000, 20_000, 7])
  expect(
    await app.refusalOf(caller, 'update public.cart_items set quantity = 101 where quantity = 7'),
  ).toMatchObject({ code: '23514', message: 'At most 100 of one product in a cart' })
})

it('a search for the name of a limit finds who reads it', async () => {
  const folder = `${project}/schemas`
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  const text = (await Promise.all(files.map((name) => readFile(`${folder}/${name}`, 'utf8')))).join('\n')
  expect(Object.keys(marketLimits).filter((name) => !text.includes(`'${name}'`))).toEqual([])
})
