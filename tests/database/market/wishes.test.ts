// Wishes, one mail when a product is back, and templates of bulk orders: one's own rows only, and none without a right to them.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { anonymous, openApp, service } from '#tests/harness/migrated-database.ts'
import { openMarket } from './market-app.ts'

const app = await openApp()
const market = openMarket(app)
const buyer = await app.addPerson()
const stranger = await app.addPerson()
afterAll(() => app.close())

const wishesOf = async ({ caller }: typeof buyer) =>
  (await app.as(caller, 'select product_id from public.product_wishes order by created_at desc')).rows

describe('wishes', () => {
  it('are refused to visitors, in another member’s name, and beyond two hundred', async () => {
    const { productId } = await market.addProduct(5)
    const add = `insert into public.product_wishes (user_id, product_id) values ($1, $2)`
    expect((await app.refusalOf(anonymous, add, [buyer.id, productId])).code).toBe('42501')
    expect((await market.refuse(anonymous, 'merge_wishes', '{}')).code).toBe('42501')
    expect((await app.refusalOf(stranger.caller, add, [buyer.id, productId])).code).toBe('42501')
    const person = await app.addPerson()
    await app.owner.query(
      `with made as (
         insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
         select 'Yam', 'Tubers', 'A farm', 'Keffi', 1, 'kg', 10000, 'published' from generate_series(1, 200) returning id)
       insert into public.product_wishes (user_id, product_id) select $1, id from made`,
      [person.id],
    )
    expect((await app.refusalOf(person.caller, add, [person.id, productId])).code).toBe('23514')
  })

  it('of a device join the account’s once, without what is not for sale; nobody else reads or removes them', async () => {
    const rice = (await market.addProduct(5)).productId
    const yam = (await market.addProduct(0)).productId
    const hidden = (await market.addProduct(5)).productId
    await app.owner.query(
      `update public.products set status = 'hidden', review_note = 'Test' where id = $1`,
      [hidden],
    )
    const device = `{${[rice, yam, hidden, randomUUID()].join()}}`
    const merge = () => app.as<{ id: string }>(buyer.caller, 'select public.merge_wishes($1) as id', [device])
    await merge()
    expect((await merge()).rows.map(({ id }) => id).sort()).toEqual([rice, yam].sort())
    expect(await wishesOf(stranger)).toEqual([])
    expect((await app.as(stranger.caller, 'delete from public.product_wishes')).rowCount).toBe(0)
    await app.as(buyer.caller, 'delete from public.product_wishes where product_id = $1', [yam])
    expect(await wishesOf(buyer)).toEqual([{ product_id: rice }])
  })
})

describe('an order template', () => {
  const add = `insert into public.order_templates (user_id, name, answers) values ($1, $2, $3)`
  const answers = JSON.stringify({ product: 'Sesame Seeds', quantity: '38' })

  it('is refused without a name, with what no form answers, in another’s name, and twice by one name', async () => {
    for (const [caller, owner, name, input, code] of [
      [anonymous, buyer.id, 'Sesame', answers, '42501'],
      [stranger.caller, buyer.id, 'Sesame', answers, '42501'],
      [buyer.caller, buyer.id, ' ', answers, '23514'],
      [buyer.caller, buyer.id, ' Sesame', answers, '23514'],
      [buyer.caller, buyer.id, 'Sesame', '{}', '23514'],
      [buyer.caller, buyer.id, 'Sesame', '[]', '23514'],
      [buyer.caller, buyer.id, 'Sesame', '{"quantity": 38}', '23514'],
      [buyer.caller, buyer.id, 'Sesame', JSON.stringify({ product: 'x'.repeat(8001) }), '23514'],
    ] as const)
      expect((await app.refusalOf(caller, add, [owner, name, input])).code).toBe(code)
    await app.as(buyer.caller, add, [buyer.id, 'Sesame', answers])
    expect((await app.refusalOf(buyer.caller, add, [buyer.id, 'Sesame', answers])).code).toBe('23505')
  })

  it('is read and deleted by its owner alone; thirty are all', async () => {
    expect((await app.as(stranger.caller, 'select from public.order_templates')).rowCount).toBe(0)
    expect((await app.as(stranger.caller, 'delete from public.order_templates')).rowCount).toBe(0)
    for (let index = 1; index < 29; index++)
      await app.as(buyer.caller, add, [buyer.id, `Template ${index}`, answers])
    const atOnce = await Promise.allSettled(
      ['The last', 'One more', 'Another'].map((name) => app.as(buyer.caller, add, [buyer.id, name, answers])),
    )
    expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await app.refusalOf(buyer.caller, add, [buyer.id, 'Once more', answers])).code).toBe('23514')
    await app.as(buyer.caller, 'delete from public.order_templates')
    expect((await app.as(buyer.caller, 'select from public.order_templates')).rowCount).toBe(0)
  })
})

describe('a product that is back', () => {
  const send = async () =>
    Number(
      (await app.as<{ sent: string }>(service, 'select private.send_stock_alerts() as sent')).rows[0]?.sent,
    )
  const mailsTo = async (recipient: string) =>
    (
      await app.owner.query<{ template: string; data: Record<string, string> }>(
        'select template, data from private.mail_outbox where recipient = $1 order by created_at',
        [recipient],
      )
    ).rows
  const request = (productId: string, email: string) =>
    market.call(service, 'request_stock_alert', { productId, email })
  const restock = (productId: string, stock = 5) =>
    app.owner.query('update public.products set stock = $2 where id = $1', [productId, stock])
  const newAddress = () => `${randomUUID()}@example.com`

  it('is watched by nobody without an account or an address, nor while it is for sale or hidden', async () => {
    const sold = (await market.addProduct(0)).productId
    const there = (await market.addProduct(5)).productId
    expect((await market.refuse(anonymous, 'watch_stock', sold)).code).toBe('42501')
    for (const id of [there, randomUUID()]) {
      expect((await market.refuse(buyer.caller, 'watch_stock', id)).code).toBe('23514')
      expect(
        (await market.refuse(service, 'request_stock_alert', { productId: id, email: newAddress() })).code,
      ).toBe('23514')
    }
    expect(
      (
        await app.refusalOf(
          buyer.caller,
          `insert into public.stock_alerts (product_id, user_id, end_token)
      values ('${sold}', '${buyer.id}', repeat('a', 64))`,
        )
      ).code,
    ).toBe('42501')
  })

  it('that was mailed already is none of the fifty that somebody may wait for', async () => {
    const member = await app.addPerson()
    await app.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [member.id])
    const email = newAddress()
    await app.owner.query(
      `with made as (
         insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status, stock)
         select 'Yam', 'Tubers', 'A farm', 'Keffi', 1, 'kg', 10000, 'published', 0 from generate_series(1, 50) returning id)
       insert into public.stock_alerts (product_id, user_id, email, confirmed_at, end_token)
       select id, user_id, address, now(), encode(gen_random_bytes(32), 'hex')
       from made, (values ($1::uuid, null), (null, $2)) as who (user_id, address)`,
      [member.id, email],
    )
    const { productId } = await market.addProduct(0)
    const waits = async () =>
      (
        await app.owner.query('select from public.stock_alerts where product_id = $1 and email = $2', [
          productId,
          email,
        ])
      ).rowCount
    await request(productId, email)
    expect(await waits()).toBe(0)
    expect((await market.refuse(member.caller, 'watch_stock', productId)).code).toBe('23514')
    await app.owner.query(
      'update public.stock_alerts set notified_at = now() where user_id = $1 or email = $2',
      [member.id, email],
    )
    await request(productId, email)
    expect(await waits()).toBe(1)
    expect(await market.call(member.caller, 'watch_stock', productId)).toBe(true)
  })

  it('is mailed to a member once, who sees what they wait for, alone, and never its way out', async () => {
    const { productId } = await market.addProduct(0)
    const member = await app.addPerson()
    const email = `${member.id}@example.com`
    await app.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [member.id])
    expect(await market.call(member.caller, 'watch_stock', productId)).toBe(true)
    const own = 'select product_id from public.stock_alerts'
    expect((await app.as(member.caller, own)).rows).toEqual([{ product_id: productId }])
    expect((await app.as(stranger.caller, own)).rows).toEqual([])
    expect((await app.refusalOf(member.caller, 'select end_token from public.stock_alerts')).code).toBe(
      '42501',
    )
    expect(await send()).toBe(0)
    await restock(productId)
    expect(await send()).toBe(1)
    await restock(productId, 0)
    await restock(productId)
    expect(await send()).toBe(0)
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(['stock_back'])
  })

  it('is mailed to a visitor’s address only once its owner has confirmed it; another’s link changes nothing', async () => {
    const { productId } = await market.addProduct(0)
    const email = newAddress()
    await request(productId, email)
    await request(productId, email)
    await restock(productId)
    expect(await send()).toBe(0)
    const [, again] = await mailsTo(email)
    expect(await market.call(service, 'confirm_stock_alert', 'f'.repeat(64))).toBe(false)
    expect(await market.call(service, 'confirm_stock_alert', again?.data.token)).toBe(true)
    expect(await send()).toBe(1)
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual([
      'stock_alert_confirm',
      'stock_alert_confirm',
      'stock_back',
    ])
  })

  it('is mailed to nobody who unsubscribed, whichever mail it stood in', async () => {
    const [one, two] = [(await market.addProduct(0)).productId, (await market.addProduct(0)).productId]
    const email = newAddress()
    for (const id of [one, two]) await request(id, email)
    for (const { data } of await mailsTo(email)) await market.call(service, 'confirm_stock_alert', data.token)
    const [first] = await mailsTo(email)
    expect(await market.call(service, 'end_stock_alerts', first?.data.unsubscribe_token)).toBe(true)
    for (const id of [one, two]) await restock(id)
    expect(await send()).toBe(0)
    expect(await market.call(service, 'end_stock_alerts', first?.data.unsubscribe_token)).toBe(false)
  })
})
