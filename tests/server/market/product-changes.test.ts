// A product that is changed in a form while it is sold: with the client library, under the policies of the database.
import { afterAll, expect, it } from 'vitest'
import {
  findChanges,
  type ProductValues,
  updateProduct,
} from '#site/market/product-proposals/update-product.ts'
import type { Client, Person } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { openMarketApp } from './market-app.ts'

const app = await openMarketApp()
const [farmer, admin] = await Promise.all([app.newPerson(), app.newAdmin()])
await addSecondFactor(admin)
const [farm] = await app.sql<{ id: string }>(
  `insert into public.farmers (user_id, contact_name, phone, farm_name, location, state, crops_grown, status)
   values ($1, 'Ada Obi', '+2348031234567', 'Gwari Hills', 'Minna, Niger', 'Niger', array['Ginger'], 'approved')
   returning id`,
  [farmer.id],
)
const farmerId = farm?.id ?? ''
afterAll(() => app.stop())

/** For sale, of the farmer; and what both of them see of it in their form. */
async function openForm(stock: number | null) {
  const [product] = await app.sql<{ id: string }>(
    `insert into public.products (name, category, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo,
       stock, status)
     values ('Ginger', 'Spices', $1, '-', '-', 25, 'kg', 4000000, $2, 'published') returning id`,
    [farmerId, stock],
  )
  const id = product?.id ?? ''
  const read = (client: Client) => client.from('products').select('*').eq('id', id).single().then(mustWork)
  const seen = await read(admin.client)
  const save = ({ client }: Person, wanted: Partial<ProductValues>, base: object = seen) => {
    const { stock, price_kobo, ...words } = seen as unknown as ProductValues
    return updateProduct(client, id, base, findChanges(base, { ...words, stock, price_kobo, ...wanted }))
  }
  const sell = (left: number) => app.sql('update public.products set stock = $2 where id = $1', [id, left])
  return { seen, save, sell, read: () => read(admin.client) }
}

it.each(['staff', 'the farmer'])(
  '%s who change the words alone leave the stock as it was sold',
  async (who) => {
    const { save, sell, read } = await openForm(20)
    await sell(5)
    const saved = await save(who === 'staff' ? admin : farmer, { description: 'Dry and clean' })
    expect(saved).toEqual({ outcome: 'saved' })
    expect(await read()).toMatchObject({ description: 'Dry and clean', stock: 5 })
  },
)

it.each([20, null])(
  'a count over %s that was sold or changed meanwhile is reported, and counts when it is sent again',
  async (before) => {
    const { seen, save, sell, read } = await openForm(before)
    await sell(5)
    const wanted = { stock: 30, description: 'Dry and clean' }
    expect(await save(farmer, wanted)).toMatchObject({
      outcome: 'changed_meanwhile',
      now: { stock: { now: 5 } },
    })
    expect(await read()).toMatchObject({ description: null, stock: 5 })
    expect(await save(farmer, wanted, { ...seen, stock: 5 })).toEqual({ outcome: 'saved' })
    expect(await read()).toMatchObject({ description: 'Dry and clean', stock: 30 })
  },
)

it('a price that another person has changed is reported, and brings no old stock back', async () => {
  const { seen, save, sell, read } = await openForm(20)
  expect(await save(admin, { price_kobo: 4_200_000 })).toEqual({ outcome: 'saved' })
  await sell(5)
  const wanted = { price_kobo: 4_100_000 }
  const now = { price_kobo: 4_200_000 }
  expect(await save(farmer, wanted)).toMatchObject({
    outcome: 'changed_meanwhile',
    now: { price_kobo: { now: now.price_kobo } },
  })
  expect(await save(farmer, wanted, { ...seen, ...now })).toEqual({ outcome: 'saved' })
  expect(await read()).toMatchObject({ price_kobo: 4_100_000, stock: 5, status: 'pending' })
})

it('what is not theirs stays as it is', async () => {
  const { save, read } = await openForm(20)
  expect(await save(await app.newPerson(), { stock: 1 })).toEqual({ outcome: 'not_allowed' })
  expect(await read()).toMatchObject({ stock: 20 })
})
