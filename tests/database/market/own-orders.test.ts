// The overview of a member's orders: one's own alone, a page at a time, and what waits for the buyer.
import { afterAll, describe, expect, it } from 'vitest'
import { anonymous, openApp } from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import { makeContact, openMarket } from './market-app.ts'

const app = await openApp()
const market = openMarket(app)
const stranger = await app.addPerson()
afterAll(() => app.close())

interface Asked {
  only?: string
  words?: string
  after?: { created_at: string; id: string }
  size?: number
}

async function list({ caller }: typeof stranger, { only = 'all', words = '', after, size = 25 }: Asked = {}) {
  const { rows } = await app.as<{ id: string; code: string; created_at: string }>(
    caller,
    'select id, code, created_at::text from public.list_own_orders($1, $2, $3, $4, $5)',
    [only, words, after?.created_at ?? null, after?.id ?? null, size],
  )
  return rows
}

describe('the overview of orders', () => {
  it('is refused to visitors, and shows nobody another member’s', async () => {
    const buyer = await app.addPerson()
    await market.order(buyer.caller, [await market.addProduct(5)], {}, makeContact())
    expect((await app.refusalOf(anonymous, 'select public.list_own_orders()')).code).toBe('42501')
    expect(await list(stranger)).toEqual([])
    expect(await list(buyer)).toHaveLength(1)
  })

  it('goes through fifty orders of one instant page by page, none twice and none left out', async () => {
    const buyer = await app.addPerson()
    await app.owner.query(
      `insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, delivery_address, created_at)
       select $1, 'bulk', 'Sesame Seeds', 1, '1', 'Tons', 'Apapa port', now() - (nr / 5) * interval '1 minute'
       from generate_series(1, 50) as nr`,
      [buyer.id],
    )
    const seen: string[] = []
    let page = await list(buyer, { size: 12 })
    while (page.length > 0) {
      seen.push(...page.map(({ id }) => id))
      page = await list(buyer, { size: 12, after: page.at(-1) as (typeof page)[number] })
    }
    expect(seen).toHaveLength(50)
    expect(new Set(seen).size).toBe(50)
    const [one] = await list(buyer, { size: 1 })
    expect(await list(buyer, { words: one?.code.toLowerCase() })).toMatchObject([{ id: one?.id }])
    expect(await list(buyer, { words: 'sesame', size: 100 })).toHaveLength(50)
    expect(await list(buyer, { words: '%' })).toEqual([])
  })

  it('finds a request by each of its products', async () => {
    const buyer = await app.addPerson()
    const lines = [{ product: 'Ginger', quantity: '10', unit: 'Tons' }]
    const { id } = await submitOrder(app, buyer, { ...goodRequest, lines })
    await submitOrder(app, buyer, { ...goodRequest, product: 'Yam' })
    for (const words of ['cocoa', ' GINGER ']) expect(await list(buyer, { words })).toMatchObject([{ id }])
    expect(await list(buyer, { words: 'garlic' })).toEqual([])
  })

  it('finds an order by what was agreed or bought, as its row shows it, and by no quote that was not accepted', async () => {
    const [buyer, admin] = [await app.addPerson(), await app.addPerson({ role: 'admin' })]
    const { id } = await submitOrder(app, buyer)
    const quote = (description: string) =>
      market.call(admin.caller, 'quote_order', id, {
        lines: [{ description, quantity: 1, unit: 'Tons', priceKobo: 100_000 }],
        ...{ currency: 'NGN', paymentTerms: 'Bank Transfer' },
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      })
    await quote('Robusta beans')
    const accepted = await quote('Fermented Criollo beans')
    expect(await list(buyer, { words: 'criollo' })).toEqual([])
    await market.call(buyer.caller, 'accept_quote', accepted, 100_000)
    expect(await list(buyer, { words: 'criollo' })).toMatchObject([{ id }])
    expect(await list(buyer, { words: 'robusta' })).toEqual([])
    // The names of many products are cut in the order itself.
    const names = ['Rice', 'Maize', 'Millet'].map((name) => `${name} ${'x'.repeat(90)}`)
    const items = await Promise.all([...names, 'Zobo'].map((name) => market.addProduct(5, 100, name)))
    const bought = await market.order(buyer.caller, items, {}, makeContact())
    expect(await list(buyer, { words: 'zobo' })).toMatchObject([{ id: bought.id }])
    expect(await list(stranger, { words: 'zobo' })).toEqual([])
  })

  it('says what waits for the buyer: money that is due until its time is over, and a quote that is open', async () => {
    const buyer = await app.addPerson()
    const order = () =>
      market.addProduct(5).then((line) => market.order(buyer.caller, [line], {}, makeContact()))
    const [unpaid, claimed, late, withdrawn] = [await order(), await order(), await order(), await order()]
    await market.call(buyer.caller, 'claim_payment', claimed.id, { words: 'Mark as Payment Successful' })
    await market.passTime(late.id, '90 days')
    await app.owner.query(
      `update public.orders set status = 'declined', decline_reason = 'Test' where id = $1`,
      [withdrawn.id],
    )
    const waiting = async () => (await list(buyer, { only: 'waiting' })).map(({ id }) => id)
    // Without an account in its currency nobody can pay.
    expect(await waiting()).toEqual([])
    await app.owner.query(
      `insert into public.settlement_accounts (kind, bank_name, account_name, account_number, approved_at, effective_at, is_demo)
       values ('bank_account', 'Test Bank', 'The company', '0123456789', now(), now(), true)`,
    )
    expect(await waiting()).toEqual([unpaid.id])
    expect((await list(buyer, { only: 'done' })).map(({ id }) => id)).toEqual([withdrawn.id])
    expect(await list(buyer, { only: 'open' })).toHaveLength(3)
    const { rows } = await app.owner.query<{ id: string }>(
      `with bulk as (
         insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, delivery_address)
         values ($1, 'bulk', 'Yam', 1, '1', 'Tons', 'Apapa port') returning id)
       insert into public.quotes (order_id, currency, payment_terms, incoterms, total_kobo, expires_at)
       select id, 'NGN', 'Bank Transfer', 'FOB', 100, now() + interval '1 day' from bulk returning order_id as id`,
      [buyer.id],
    )
    // What ends first stands first, and the page after it goes on there.
    await app.owner.query(`update public.orders set expires_at = now() + interval '2 days' where id = $1`, [
      unpaid.id,
    ])
    expect(await waiting()).toEqual([rows[0]?.id, unpaid.id])
    await app.owner.query(`update public.orders set expires_at = now() + interval '1 hour' where id = $1`, [
      unpaid.id,
    ])
    expect(await waiting()).toEqual([unpaid.id, rows[0]?.id])
    const [first] = await list(buyer, { only: 'waiting', size: 1 })
    expect(await list(buyer, { only: 'waiting', after: first })).toMatchObject([{ id: rows[0]?.id }])
    // Who has offered other terms waits for us.
    await app.owner.query(
      `insert into public.counter_offers (order_id, quote_id, prices_kobo, quantities, currency, total_kobo, payment_terms)
       select order_id, id, '{90}', '{1}', currency, 90, payment_terms from public.quotes where order_id = $1`,
      [rows[0]?.id],
    )
    expect(await waiting()).toEqual([unpaid.id])
  })
})
