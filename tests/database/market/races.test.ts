// What happens while something else happens: a price that changes in the middle, decisions on many beside checkouts.
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { openApp } from '#tests/harness/migrated-database.ts'
import { type Line, openMarket } from './market-app.ts'
import { waitersOr } from './waiters.ts'

/** Someone who holds something for a while. */
let holder: pg.Client

const app = await openApp()
const market = openMarket(app)
const admin = await app.addPerson({ role: 'admin' })
await market.addAccounts()
afterAll(() => app.close())
beforeEach(async () => {
  holder = new pg.Client({ connectionString: app.url })
  await holder.connect()
  await holder.query('begin')
})
afterEach(() => holder.end())

const changePrice = (line: Line, kobo: number) =>
  app.owner.query('update public.products set price_kobo = $2 where id = $1', [line.productId, kobo])

/** By id, as everybody locks them. */
async function addProducts(count: number): Promise<Line[]> {
  const lines = await Promise.all(Array.from({ length: count }, () => market.addProduct(100)))
  return lines.sort((a, b) => (a.productId < b.productId ? -1 : 1))
}

it('a price that changes while an order is being written is not charged', async () => {
  const line = await market.addProduct(null, 100_000)
  const buyer = await app.addPerson()
  await app.owner.query('delete from public.profiles where id = $1', [buyer.id])
  // Between the look at the prices and the order: the profile that someone else is just making.
  await holder.query('insert into public.profiles (id, email) values ($1, $2)', [buyer.id, buyer.email])
  const placing = market.order(buyer.caller, [{ ...line, quantity: 3 }])
  await waitersOr(app, 1, placing)
  const changing = changePrice(line, 900_000)
  await waitersOr(app, 2, changing)
  await holder.query('rollback')
  const { id, totalKobo } = await placing
  await changing
  expect(totalKobo).toBe(300_000)
  const { rows } = await app.owner.query(
    'select sum(total_kobo)::int as lines from public.order_items where order_id = $1',
    [id],
  )
  expect(rows).toEqual([{ lines: 300_000 }])
})

it('a price that changes while another one is being confirmed is not charged', async () => {
  const line = await market.addProduct(null, 100_000)
  const buyer = await app.addPerson()
  const { id } = await market.order(buyer.caller, [line])
  await market.passTime(id, '25 hours')
  await changePrice(line, 150_000)
  await holder.query('lock table public.order_items in share mode')
  const confirming = market.call(buyer.caller, 'confirm_order_prices', id, 150_000)
  await waitersOr(app, 1, confirming)
  const changing = changePrice(line, 900_000)
  await waitersOr(app, 2, changing)
  await holder.query('rollback')
  await confirming
  await changing
  expect(await market.read(id)).toMatchObject({ total: 150_000 })
})

const addToCart =
  'insert into public.cart_items (user_id, product_id, quantity, seen_price_kobo) values ($1, $2, 1, 1)'

it('a cart that another tab fills at the same time holds fifty products and no more', async () => {
  const buyer = await app.addPerson()
  const lines = await addProducts(51)
  await market.call(buyer.caller, 'merge_cart', lines.slice(0, 49))
  await holder.query(addToCart, [buyer.id, lines[49]?.productId])
  const adding = app.as(buyer.caller, addToCart, [buyer.id, lines[50]?.productId])
  await waitersOr(app, 1, adding)
  await holder.query('commit')
  await expect(adding).rejects.toMatchObject({ code: '23514', hint: 'items' })
})

it('a cart that is saved while another tab changes it never waits in a circle', async () => {
  const buyer = await app.addPerson()
  const [kept, gone, added] = (await addProducts(3)) as [Line, Line, Line]
  await market.call(buyer.caller, 'merge_cart', [gone])
  await holder.query(addToCart, [buyer.id, kept.productId])
  const saving = market.call(buyer.caller, 'save_cart', [{ ...gone, quantity: 0 }, added])
  await waitersOr(app, 1, saving)
  await holder.query('update public.cart_items set quantity = 2 where user_id = $1', [buyer.id])
  await holder.query('commit')
  await saving
  const { rows } = await app.as(buyer.caller, 'select product_id from public.cart_items')
  expect(rows.map(({ product_id }) => product_id).sort()).toEqual([kept.productId, added.productId].sort())
})

it('many orders that staff decline at once never wait in a circle with a checkout', async () => {
  const [low, high] = (await addProducts(2)) as [Line, Line]
  const orders = []
  // The first one in the order of decisions holds the last product in the order of carts.
  do orders.push(await market.orderAsGuest([orders.length % 2 ? low : high]))
  while (
    !(orders.length > 1 && orders.length % 2 === 0 && (orders.at(-2)?.id ?? '') < (orders.at(-1)?.id ?? ''))
  )
  const ids = orders.slice(-2).map(({ id }) => id)
  await holder.query('select from public.orders where id = $1 for update', [ids[1]])
  const declining = market.call(
    admin.caller,
    'decide_records',
    'orders',
    ids.map((id) => ({ id, expected: 'pending' })),
    'declined',
  )
  await waitersOr(app, 1, declining)
  const ordering = market.orderAsGuest([low, high])
  await waitersOr(app, 2, ordering)
  await holder.query('rollback')
  expect((await ordering).ok).toBe(true)
  expect((await declining).changed).toHaveLength(2)
})

it('the approval of a farmer with several products never waits in a circle with a checkout', async () => {
  const farmer = await app.addPerson()
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into public.farmers (user_id, farm_name, location, crops_grown, status)
     values ($1, 'Saki Farm', 'Saki, Oyo', array['Yam'], 'pending') returning id`,
    [farmer.id],
  )
  const [low, middle, high] = (await addProducts(3)) as [Line, Line, Line]
  // Brought to the farm from the last to the first, so that they lie in that order.
  for (const { productId } of [high, middle, low])
    await app.owner.query('update public.products set farmer_id = $2 where id = $1', [productId, rows[0]?.id])
  await holder.query('select from public.products where id = $1 for update', [middle.productId])
  const approving = app.as(admin.caller, `update public.farmers set status = 'approved' where id = $1`, [
    rows[0]?.id,
  ])
  await waitersOr(app, 1, approving)
  const ordering = market.orderAsGuest([low, high])
  await waitersOr(app, 2, ordering)
  await holder.query('rollback')
  expect((await ordering).ok).toBe(true)
  await approving
})

it('another attempt with a proof that an order is just spending waits a second and is refused', async () => {
  const [proof, first, second] = ['a'.repeat(64), crypto.randomUUID(), crypto.randomUUID()]
  const use = `select private.use_proof($1, $2, now() + interval '1 hour') as answer`
  await holder.query(use, [proof, first])
  const answerOf = async (attempt: string) =>
    (await app.owner.query(use, [proof, attempt])).rows[0]?.answer as boolean
  expect(await answerOf(second)).toBe(false)
  await holder.query('commit')
  expect([await answerOf(second), await answerOf(first)]).toEqual([false, true])
})
