// Two people who change the price or the stock of one product: nobody writes over what they have not seen, also around the site.
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { openApp, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openMarket } from './market-app.ts'
import { waitersOr } from './waiters.ts'

const app = await openApp()
const market = openMarket(app)
await market.addAccounts()
const [editor, admin, buyer] = [
  await app.addPerson({ role: 'content' }),
  await app.addPerson({ role: 'admin' }),
  await app.addPerson(),
]
await app.owner.query(`update public.profiles set full_name = 'Ngozi Bello' where id = $1`, [editor.id])
const [first, second] = [withSecondFactor(editor), withSecondFactor(admin)]
afterAll(() => app.close())

const read = async (id: string) =>
  (
    await app.owner.query<{ price: number; stock: number | null; name: string }>(
      'select price_kobo::int as price, stock, name from public.products where id = $1',
      [id],
    )
  ).rows[0]

describe('a price and a stock', () => {
  it('are not written into the row by an update that says nothing of what was seen', async () => {
    const { productId } = await market.addProduct(10, 100_000)
    for (const set of ['price_kobo = 90000', 'stock = 3', 'stock = null', `stock = 3, name = 'Other'`])
      expect(
        await app.refusalOf(first, `update public.products set ${set} where id = $1`, [productId]),
      ).toMatchObject({ code: '23514', hint: 'seen' })
    for (const seen of [{}, { stock: 10 }])
      expect(
        await market.refuse(first, 'change_product', productId, { price_kobo: 90_000 }, seen),
      ).toMatchObject({
        code: '23514',
        hint: 'seen',
      })
    expect(
      await market.refuse(first, 'record_stock', productId, { reason: 'counted', quantity: 3 }),
    ).toMatchObject({ code: '23514', hint: 'seen' })
    expect(await read(productId)).toMatchObject({ price: 100_000, stock: 10 })
    // What is no number of it is changed as before.
    await app.as(first, `update public.products set name = 'Other' where id = $1`, [productId])
    expect(await read(productId)).toMatchObject({ name: 'Other' })
  })

  it('say, where another one stands there by now, which, since when and by whom', async () => {
    const { productId } = await market.addProduct(10, 100_000)
    const seen = { price_kobo: 100_000, stock: 10 }
    await market.call(first, 'change_product', productId, { price_kobo: 120_000, stock: 8 }, seen)
    const refusal = await market.refuse(
      second,
      'change_product',
      productId,
      { price_kobo: 90_000, stock: 9 },
      seen,
    )
    expect(refusal).toMatchObject({ code: 'PT409', hint: 'seen' })
    const set = { by: 'Ngozi Bello', at: expect.stringMatching(/^\d{4}-/) }
    expect(JSON.parse(refusal.detail ?? '')).toEqual({
      price_kobo: { ...set, now: 120_000 },
      stock: { ...set, now: 8 },
    })
    const counted = await market.refuse(second, 'record_stock', productId, {
      reason: 'counted',
      quantity: 9,
      seen: 10,
    })
    expect(counted).toMatchObject({ code: 'PT409', hint: 'seen' })
    expect(JSON.parse(counted.detail ?? '')).toEqual({ on_hand: { ...set, now: 8 } })
    expect(await read(productId)).toMatchObject({ price: 120_000, stock: 8 })
    // All the same: with what is there now.
    await market.call(second, 'change_product', productId, { price_kobo: 90_000 }, { price_kobo: 120_000 })
    await market.call(second, 'record_stock', productId, { reason: 'counted', quantity: 9, seen: 8 })
    expect(await read(productId)).toMatchObject({ price: 90_000, stock: 9 })
  })

  it('and every other column that is named as seen are not written over: what it says now is answered', async () => {
    const { productId } = await market.addProduct(10, 100_000)
    const name = (await read(productId))?.name
    const seen = { name, description: null, weight_grams: null, location: 'Keffi' }
    await app.owner.query('update public.products set description = null, location = $2 where id = $1', [
      productId,
      'Keffi',
    ])
    const mine = { name: 'Brown rice', description: 'Sweet.', location: 'Jos' }
    await market.call(first, 'change_product', productId, mine, seen)
    const refusal = await market.refuse(
      second,
      'change_product',
      productId,
      { name: 'Red rice', location: 'Kano', season: 'All year' },
      { ...seen, season: null },
    )
    expect(refusal).toMatchObject({ code: 'PT409', hint: 'seen' })
    expect(JSON.parse(refusal.detail ?? '')).toEqual({
      name: { now: 'Brown rice' },
      location: { now: 'Jos' },
    })
    expect(await read(productId)).toMatchObject({ name: 'Brown rice' })
    // What nobody else has changed is saved beside it.
    await market.call(second, 'change_product', productId, { season: 'All year' }, { season: null })
    await market.call(second, 'change_product', productId, { name: 'Red rice' }, { name: 'Brown rice' })
    expect(await read(productId)).toMatchObject({ name: 'Red rice' })
  })

  it('name a colleague to nobody who may not read names', async () => {
    const farmer = await app.addPerson()
    const { rows } = await app.owner.query<{ id: string }>(
      `insert into public.farmers (user_id, farm_name, location, crops_grown, status)
       values ($1, 'Yam Farm', 'Keffi', array['Yam'], 'approved') returning id`,
      [farmer.id],
    )
    const { productId } = await market.addProduct(10, 100_000)
    await app.owner.query('update public.products set farmer_id = $2 where id = $1', [productId, rows[0]?.id])
    await market.call(first, 'change_product', productId, { price_kobo: 120_000 }, { price_kobo: 100_000 })
    const changes = { price_kobo: 110_000 }
    const refusal = await market.refuse(farmer.caller, 'change_product', productId, changes, {
      price_kobo: 100_000,
    })
    expect(JSON.parse(refusal.detail ?? '')).toMatchObject({ price_kobo: { now: 120_000, by: null } })
    await market.call(farmer.caller, 'change_product', productId, changes, { price_kobo: 120_000 })
    expect(await read(productId)).toMatchObject({ price: 110_000 })
  })

  it('are decided one after the other where two sessions write at once: the second has not seen the first', async () => {
    const { productId } = await market.addProduct(10, 100_000)
    const holder = new pg.Client({ connectionString: app.url })
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('select from public.products where id = $1 for no key update', [productId])
      const seen = { price_kobo: 100_000, stock: 10 }
      const both = [first, second].map((caller, at) =>
        market
          .call(caller, 'change_product', productId, { price_kobo: 200_000 + at, stock: 20 + at }, seen)
          .then(
            () => 'saved',
            ({ code }) => code,
          ),
      )
      await waitersOr(app, 2, Promise.all(both))
      await holder.query('commit')
      expect((await Promise.all(both)).sort()).toEqual(['PT409', 'saved'])
      const { price = 0, stock } = (await read(productId)) ?? {}
      expect(stock).toBe(20 + price - 200_000)
    } finally {
      await holder.end()
    }
  })
})

it('movements of two people add up, and an order between them is no change of what was counted', async () => {
  const line = await market.addProduct(10)
  const move = (caller: typeof first, reason: string, quantity: number, seen?: number) =>
    market.call(caller, 'record_stock', line.productId, { reason, quantity, ...(seen && { seen }) })
  await Promise.all([move(first, 'received', 5), move(second, 'spoiled', 2)])
  expect(await read(line.productId)).toMatchObject({ stock: 13 })
  await market.order(buyer.caller, [{ ...line, quantity: 3 }])
  expect(await move(first, 'counted', 12, 13)).toMatchObject({ onHand: 12, available: 9 })
})

it('no column that an update may not write, no row that is not theirs, and no caller without an account', async () => {
  const { productId } = await market.addProduct(10, 100_000)
  const seen = { price_kobo: 100_000, stock: 10 }
  expect((await market.refuse(buyer.caller, 'change_product', productId, { stock: 1 }, seen)).code).toBe(
    '42501',
  )
  expect((await market.refuse(service, 'change_product', productId, { stock: 1 }, seen)).code).toBe('42501')
  for (const changes of [
    { rating_average: 5 },
    { is_demo: false },
    { farmer_id: productId, is_verified: true },
  ])
    expect((await market.refuse(first, 'change_product', productId, changes, seen)).code).toBe('42501')
  // The second factor is asked for as ever.
  expect(
    await market.refuse(editor.caller, 'change_product', productId, { price_kobo: 90_000 }, seen),
  ).toMatchObject({
    code: '42501',
    hint: 'aal2',
  })
  expect(await read(productId)).toMatchObject({ price: 100_000, stock: 10 })
})
