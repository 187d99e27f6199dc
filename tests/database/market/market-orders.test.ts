// Orders of the marketplace: no forged price, no stock sold twice, no order made twice, no bank detail too early.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '#domain/limits.ts'
import { marketLimits } from '#domain/market/market-limits.ts'
import { parseReference } from '#domain/reference-codes.ts'
import { anonymous, openApp, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { freshPhone, goodContact, hashOf, openMarket } from './market-app.ts'

const app = await openApp()
const market = openMarket(app)
const buyer = await app.addPerson()
const stranger = await app.addPerson()
const admin = await app.addPerson({ role: 'admin' })
afterAll(() => app.close())

const setAccount = () =>
  app.owner.query(`insert into public.settlement_accounts
    (kind, bank_name, account_name, account_number, approved_at, effective_at, is_demo)
    values ('bank_account', 'A Bank', 'The company', '0123456789', now(), now(), true)`)

describe('placing an order', () => {
  it('is refused to visitors, to guests without a link, and without a key of the attempt', async () => {
    const line = await market.addProduct(5)
    const request = { items: [line], contact: goodContact }
    const key = { idempotencyKey: randomUUID() }
    expect((await market.refuse(anonymous, 'place_market_order', request, key)).code).toBe('42501')
    expect((await market.refuse(service, 'place_market_order', request, key)).code).toBe('23502')
    expect((await market.refuse(buyer.caller, 'place_market_order', request, {})).code).toBe('23502')
    expect(await market.stockOf(line)).toBe(5)
  })

  it.each([
    ['an empty cart', [], '23514', 'Your cart is empty'],
    ['no cart', null, '23514', 'Your cart is empty'],
    ['a quantity of nothing', [{ quantity: 0 }], '22023', ''],
    ['a negative quantity', [{ quantity: -1 }], '22023', ''],
    ['half a sack', [{ quantity: 1.5 }], '22023', ''],
    ['more than the cap', [{ quantity: 10001 }], '23514', 'At most 10,000 of one product in an order'],
    ['a price that is no number', [{ priceKobo: 'free' }], '22023', ''],
    ['no product', [{ productId: 'rice' }], '22023', ''],
  ])('is refused with %s', async (_, items, code, message) => {
    const line = await market.addProduct(null)
    const input = items?.map((item) => ({ ...line, ...item })) ?? null
    const refusal = await market.refuse(
      buyer.caller,
      'place_market_order',
      { items: input, contact: goodContact },
      { idempotencyKey: randomUUID() },
    )
    expect(refusal.code).toBe(code)
    if (message) expect(refusal.message).toBe(message)
  })

  it('is refused with the same product on two lines, and with a contact that nobody can reach', async () => {
    const line = await market.addProduct(5)
    const key = { idempotencyKey: randomUUID() }
    const twice = { items: [line, line], contact: goodContact }
    expect((await market.refuse(buyer.caller, 'place_market_order', twice, key)).code).toBe('22023')
    for (const [field, value] of [
      ['name', 'A'],
      ['phone', '0803'],
      ['address', ''],
      ['state', 'Atlantis'],
      ['lga', ''],
      ['email', 'nobody'],
    ] as const) {
      const request = { items: [line], contact: { ...goodContact, [field]: value } }
      expect(await market.refuse(buyer.caller, 'place_market_order', request, key)).toMatchObject({
        code: '23514',
        hint: field,
      })
    }
    expect(await market.stockOf(line)).toBe(5)
  })

  it('prompts again when a price, the stock or the product is another one, and stores nothing', async () => {
    const dear = await market.addProduct(5, 200_000, 'Yam')
    const short = await market.addProduct(2, 100_000, 'Maize')
    const hidden = await market.addProduct(5, 100_000, 'Millet')
    await app.owner.query(`update public.products set status = 'hidden' where id = $1`, [hidden.productId])
    const gone = { productId: randomUUID(), quantity: 1, priceKobo: 100 }
    const items = [{ ...dear, priceKobo: 1 }, { ...short, quantity: 3 }, hidden, gone]
    const answer = await market.place(buyer.caller, items)
    expect(answer).toMatchObject({
      ok: false,
      code: 'lines_changed',
      lines: [
        { productId: dear.productId, name: 'Yam', isAvailable: true, priceKobo: 200_000, seenPriceKobo: 1 },
        { productId: short.productId, isAvailable: true, stock: 2, quantity: 3 },
        { productId: hidden.productId, name: null, isAvailable: false },
        { productId: gone.productId, isAvailable: false },
      ],
    })
    expect([await market.stockOf(dear), await market.stockOf(short)]).toEqual([5, 2])
    const { rows } = await app.owner.query('select from public.orders where user_id = $1', [buyer.id])
    expect(rows).toEqual([])
  })

  it('takes prices from the database, reserves the stock, leaves the cart until the payment is claimed, and writes one mail', async () => {
    const rice = { ...(await market.addProduct(5, 3_500_000)), quantity: 2 }
    const oil = { ...(await market.addProduct(null, 2_800_000, 'Palm oil')), quantity: 3 }
    await market.call(buyer.caller, 'merge_cart', [rice])
    const order = await market.order(buyer.caller, [rice, oil], {
      userId: stranger.id,
      status: 'approved',
      paymentStatus: 'confirmed',
    })
    expect(parseReference('AG', order.code)).toBe(order.code)
    expect(order).toMatchObject({
      status: 'pending',
      paymentStatus: 'unpaid',
      totalKobo: 15_400_000,
      isNew: true,
    })
    const stored = await market.read(order.id)
    expect(stored).toMatchObject({ user_id: buyer.id })
    expect((new Date(stored?.expires_at).getTime() - Date.now()) / 3_600_000).toBeCloseTo(72, 1)
    // It is not shown before there is an account: until then it does not run.
    expect(order.expiresAt).toBeNull()
    expect((new Date(order.priceLockedUntil ?? 0).getTime() - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
    expect([await market.stockOf(rice), await market.stockOf(oil)]).toEqual([3, null])
    const { rows } = await app.as(
      buyer.caller,
      `select product_name, quantity, total_kobo::int from public.order_items where order_id = $1 order by position`,
      [order.id],
    )
    expect(rows).toEqual([
      { product_name: 'Rice', quantity: 2, total_kobo: 7_000_000 },
      { product_name: 'Palm oil', quantity: 3, total_kobo: 8_400_000 },
    ])
    expect((await app.as(buyer.caller, 'select from public.cart_items')).rowCount).toBe(1)
    expect((await app.as(stranger.caller, 'select from public.order_items')).rowCount).toBe(0)
    expect(await market.mailsAbout(order.id)).toEqual(['order_placed'])
  })

  it('answers the same attempt with the same order, also twice at once, and refuses another person’s attempt', async () => {
    const line = await market.addProduct(10)
    const context = { idempotencyKey: randomUUID(), trackingTokenHash: hashOf('a') }
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        market.order(service, [line], context, { ...goodContact, phone: '08035550001' }),
      ),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await market.stockOf(line)).toBe(9)
    const other = { ...context, trackingTokenHash: hashOf('b') }
    expect(
      (await market.refuse(service, 'place_market_order', { items: [line], contact: goodContact }, other))
        .code,
    ).toBe('23505')
  })

  it('refuses the key of an order with other contents, and still takes the same ones after a new price', async () => {
    const [line, other] = [await market.addProduct(10), await market.addProduct(10)]
    const context = { idempotencyKey: randomUUID() }
    const placed = await market.order(buyer.caller, [line, other], context)
    for (const [items, contact] of [
      [[line], goodContact],
      [[other, line], goodContact],
      [[{ ...line, quantity: 2 }, other], goodContact],
      [[line, other], { ...goodContact, address: '99 Another Road' }],
      [[line, other], { ...goodContact, phone: '08035550002' }],
      [[line, other], { ...goodContact, remarks: '' }],
    ] as const) {
      const refusal = await market.refuse(buyer.caller, 'place_market_order', { items, contact }, context)
      expect(refusal).toMatchObject({ code: 'PT409', message: expect.stringContaining(placed.code) })
    }
    expect(await market.stockOf(line)).toBe(9)
    const again = await market.order(buyer.caller, [{ ...line, priceKobo: 150_000 }, other], context)
    expect(again).toMatchObject({ id: placed.id, isNew: false })
  })

  it('caps what guests hold unpaid, for each phone and each device', async () => {
    const line = await market.addProduct(100)
    const guest = (phone: string, device: string) =>
      market.place(
        service,
        [line],
        { trackingTokenHash: hashOf(randomUUID()), deviceHash: hashOf(device) },
        { ...goodContact, phone },
      )
    const phone = freshPhone()
    const first = await Promise.all(['1', '2', '3', '4', '5'].map((device) => guest(phone, device)))
    expect(first.filter(({ ok }) => ok)).toHaveLength(marketLimits.guest_phone_open_orders_max)
    const second = await Promise.all([1, 2, 3, 4, 5].map(() => guest(freshPhone(), 'one device')))
    expect(second.filter(({ ok }) => ok)).toHaveLength(marketLimits.guest_device_open_orders_max)
    expect(second.find(({ ok }) => !ok)).toEqual({ ok: false, code: 'too_many_open_orders' })
    expect(await market.stockOf(line)).toBe(94)
    // A claim frees nothing: nobody has seen money yet.
    await app.owner.query(
      `update public.orders set payment_status = 'claimed' where id in (select order_id from public.order_contacts where phone = $1)`,
      [`+234${phone.slice(1)}`],
    )
    expect(await guest(phone, 'another')).toEqual({ ok: false, code: 'too_many_open_orders' })
  })

  it('sells stock for 20 to exactly 20 of 50 buyers who come at once', async () => {
    const line = await market.addProduct(20)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        market.place(
          service,
          [line],
          { trackingTokenHash: hashOf(randomUUID()) },
          { ...goodContact, phone: freshPhone() },
        ),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
    for (const answer of answers)
      if (!answer.ok) expect(answer).toMatchObject({ code: 'lines_changed', lines: [{ stock: 0 }] })
    expect(await market.stockOf(line)).toBe(0)
    const { rows } = await app.owner.query(
      'select sum(quantity)::int as sold from public.order_items where product_id = $1',
      [line.productId],
    )
    expect(rows).toEqual([{ sold: 20 }])
  })

  it('never waits for ever: carts with the same products in opposite order all come through', async () => {
    const one = await market.addProduct(1000)
    const two = await market.addProduct(1000)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, nr) =>
        market.place(
          service,
          nr % 2 ? [one, two] : [two, one],
          { trackingTokenHash: hashOf(randomUUID()) },
          {
            ...goodContact,
            phone: freshPhone(),
          },
        ),
      ),
    )
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect([await market.stockOf(one), await market.stockOf(two)]).toEqual([960, 960])
  })
})

describe('the bank details', () => {
  it('are shown for an existing order of one’s own, and to nobody else', async () => {
    const line = await market.addProduct(5)
    const order = await market.order(buyer.caller, [line])
    const guest = await market.orderAsGuest([line])
    expect(await market.call(buyer.caller, 'payment_details', order.id)).toEqual({
      ok: false,
      code: 'account_not_set',
      currency: 'NGN',
    })
    await setAccount()
    expect(await market.call(buyer.caller, 'payment_details', order.id)).toMatchObject({
      ok: true,
      accountName: 'The company',
      accountNumber: '0123456789',
      code: order.code,
      phone: '+2348031234567',
      dueKobo: 100_000,
    })
    expect(await market.call(service, 'payment_details', guest.id, guest.context)).toMatchObject({ ok: true })
    expect((await market.refuse(anonymous, 'payment_details', order.id)).code).toBe('42501')
    for (const [caller, id, context] of [
      [stranger.caller, order.id, {}],
      [stranger.caller, guest.id, guest.context],
      [service, guest.id, {}],
      [service, guest.id, { trackingTokenHash: hashOf('guess') }],
      [service, order.id, guest.context],
      [buyer.caller, randomUUID(), {}],
    ] as const)
      expect((await market.refuse(caller, 'payment_details', id, context)).code).toBe('P0002')
    expect((await app.as(buyer.caller, 'select from public.settlement_accounts')).rowCount).toBe(0)
  })

  it('prompt again when the price is another one after its 24 hours; nobody pays a price that they did not confirm', async () => {
    const line = await market.addProduct(5, 100_000)
    const order = await market.order(buyer.caller, [line])
    const change = (price: number) =>
      app.owner.query('update public.products set price_kobo = $2 where id = $1', [line.productId, price])
    await change(150_000)
    expect(await market.call(buyer.caller, 'payment_details', order.id)).toMatchObject({ totalKobo: 100_000 })
    await market.passTime(order.id, '25 hours')
    const question = await market.call(buyer.caller, 'payment_details', order.id)
    expect(question).toMatchObject({ ok: false, code: 'price_changed', totalKobo: 150_000 })
    expect(await market.call(buyer.caller, 'claim_payment', order.id, {})).toEqual(question)
    await change(160_000)
    for (const other of [150_000, undefined])
      expect(await market.call(buyer.caller, 'confirm_order_prices', order.id, other)).toMatchObject({
        code: 'price_changed',
        totalKobo: 160_000,
      })
    expect((await market.refuse(stranger.caller, 'confirm_order_prices', order.id, 160_000)).code).toBe(
      'P0002',
    )
    expect(await market.call(buyer.caller, 'confirm_order_prices', order.id, 160_000)).toMatchObject({
      ok: true,
      totalKobo: 160_000,
    })
    expect(await market.read(order.id)).toMatchObject({ total: 160_000 })
  })
})

it('an account that takes each order back at once makes sixty in an hour', async () => {
  const restless = await app.addPerson()
  const line = await market.addProduct(null)
  await app.owner.query(
    `insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, total_amount_kobo, delivery_address, status, decline_reason)
     select $1, 'marketplace', 'Rice', 1, '1', 'Packs', 100, 'Marina Road', 'declined', 'withdrawn_by_buyer' from generate_series(1, 60)`,
    [restless.id],
  )
  const refusal = await market.refuse(
    restless.caller,
    'place_market_order',
    { items: [line], contact: goodContact },
    {
      idempotencyKey: randomUUID(),
    },
  )
  expect(refusal.code).toBe('PT429')
  await app.owner.query(
    `update public.orders set created_at = created_at - interval '61 minutes' where user_id = $1`,
    [restless.id],
  )
  expect(await market.place(restless.caller, [line])).toMatchObject({ ok: true })
})

describe('an order that nobody pays', () => {
  it('is reminded of once, then ends, guests’ first, and gives its stock back once', async () => {
    const line = { ...(await market.addProduct(10)), quantity: 4 }
    const member = await market.order(buyer.caller, [line])
    const guest = await market.orderAsGuest([line])
    const run = async (name: string) =>
      (await app.as<{ done: number }>(service, `select private.${name}() as done`)).rows[0]?.done
    expect(await market.stockOf(line)).toBe(2)
    expect([await run('remind_unpaid_orders'), await run('expire_market_orders')]).toEqual([0, 0])
    await market.passTime(guest.id, '19 hours')
    await market.passTime(member.id, '49 hours')
    expect([await run('remind_unpaid_orders'), await run('remind_unpaid_orders')]).toEqual([2, 0])
    expect(await market.mailsAbout(guest.id)).toEqual(['order_placed', 'order_unpaid'])
    await market.passTime(guest.id, '6 hours')
    expect([await run('expire_market_orders'), await run('expire_market_orders')]).toEqual([1, 0])
    expect(await market.read(guest.id)).toMatchObject({
      status: 'declined',
      payment: 'unpaid',
      fulfilment: 'none',
    })
    expect(await market.stockOf(line)).toBe(6)
    expect(await market.call(service, 'payment_details', guest.id, guest.context)).toMatchObject({
      code: 'not_payable',
    })
    await market.call(buyer.caller, 'claim_payment', member.id, {})
    await market.passTime(member.id, '100 hours')
    expect(await run('expire_market_orders')).toBe(0)
    expect((await app.refusalOf(buyer.caller, 'select private.expire_market_orders()')).code).toBe('42501')
  })

  it('never waits for ever beside new orders, however many end or are declined at once', async () => {
    const one = await market.addProduct(1000)
    const two = await market.addProduct(1000)
    const ending = []
    for (let nr = 0; nr < 8; nr++) ending.push(await market.orderAsGuest([nr % 2 ? one : two]))
    const ids = ending.map(({ id }) => id)
    for (const id of ids.slice(0, 4)) await market.passTime(id, '30 hours')
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => market.orderAsGuest([two, one])),
      app.as(service, 'select private.expire_market_orders()'),
      app.as(admin.caller, `update public.orders set status = 'declined' where id = any ($1)`, [
        ids.slice(4),
      ]),
    ])
    expect(answers).toHaveLength(22)
    expect([await market.stockOf(one), await market.stockOf(two)]).toEqual([980, 980])
  })

  it('is taken back by its buyer through the server, and its stock is free again', async () => {
    const line = await market.addProduct(5)
    const guest = await market.orderAsGuest([line])
    expect((await market.refuse(service, 'withdraw_market_order', guest.id, {})).code).toBe('P0002')
    expect((await market.refuse(buyer.caller, 'withdraw_market_order', guest.id, guest.context)).code).toBe(
      '42501',
    )
    await market.call(service, 'withdraw_market_order', guest.id, guest.context)
    expect(await market.read(guest.id)).toMatchObject({
      status: 'declined',
      decline_reason: 'withdrawn_by_buyer',
      decline_code: 'withdrawn_by_buyer',
    })
    expect(await market.stockOf(line)).toBe(5)
  })
})

describe('the link of a guest', () => {
  it('shows their order to the server, and nobody else’s; an account with the same proved address takes it over', async () => {
    const line = await market.addProduct(5)
    const email = `${randomUUID()}@example.com`
    const guest = await market.orderAsGuest([line], { ...goodContact, email, phone: freshPhone() })
    expect(await market.call(service, 'track_market_order', hashOf(guest.token))).toMatchObject({
      code: guest.code,
      order_items: [{ product_name: 'Rice', quantity: 1 }],
      order_contacts: { email },
    })
    expect(await market.call(service, 'track_market_order', hashOf('guess'))).toBeNull()
    expect((await market.refuse(buyer.caller, 'track_market_order', hashOf(guest.token))).code).toBe('42501')
    // As lists name its buyer: by the checkout, whatever the account is called.
    const nameOf = async () =>
      (await app.owner.query('select sort_name from public.orders where id = $1', [guest.id])).rows[0]
        ?.sort_name
    expect(await nameOf()).toBe(goodContact.name.toLowerCase())
    const person = await app.addPerson({ name: 'Zainab Musa' })
    await app.owner.query('update auth.users set email = $2 where id = $1', [person.id, email])
    expect(await market.call(person.caller, 'claim_market_orders')).toEqual([])
    await app.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [person.id])
    expect(await market.call(person.caller, 'claim_market_orders')).toEqual([guest.code])
    expect(await market.call(service, 'track_market_order', hashOf(guest.token))).toBeNull()
    expect(await market.call(person.caller, 'payment_details', guest.id)).toMatchObject({ ok: true })
    expect(await nameOf()).toBe(goodContact.name.toLowerCase())
  })

  it('lives as long as that of a registration, as the page of a link that is over says', async () => {
    await market.orderAsGuest([await market.addProduct(null)])
    const { rows } = await app.owner.query<{ life: string }>(
      `select distinct (expires_at - created_at)::text as life from private.order_guest_links
       union select case pg_get_expr(adbin, adrelid)
         when '(now() + private.guest_link_period())' then private.guest_link_period()::text end
       from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
       where attname = 'expires_at' and adrelid = 'private.registration_guest_links'::regclass`,
    )
    expect(rows).toEqual([{ life: `${limits.linkDays} days` }])
  })
})

describe('an account that is deleted', () => {
  it('leaves the order and its money, and takes every word about the person, the cart and the reservation along', async () => {
    const person = await app.addPerson()
    const line = await market.addProduct(5)
    const order = await market.order(person.caller, [line])
    await market.call(person.caller, 'send_order_message', order.id, 'My name is Ada Obi')
    await market.call(person.caller, 'merge_cart', [line])
    await app.as(service, 'select private.delete_account($1)', [person.id])
    const { rows } = await app.owner.query(
      `select row_to_json(orders)::text || row_to_json(contact)::text || coalesce((select string_agg(body, ' ')
         from public.order_messages where order_id = orders.id), '') as words
       from public.orders join public.order_contacts as contact on contact.order_id = orders.id where orders.id = $1`,
      [order.id],
    )
    expect(rows[0]?.words).not.toMatch(/Ada|ada@|Marina|8031234567|gate/)
    expect(await market.read(order.id)).toMatchObject({ status: 'declined', user_id: null, total: 100_000 })
    expect(await market.stockOf(line)).toBe(5)
    const carts = await app.owner.query('select from public.cart_items where user_id = $1', [person.id])
    expect(carts.rows).toEqual([])
  })
})

describe('carts', () => {
  it('are one’s own, merge without doubling, and hold what is for sale', async () => {
    const person = await app.addPerson()
    const line = await market.addProduct(5)
    const merge = () => market.call(person.caller, 'merge_cart', [{ ...line, quantity: 3 }])
    await merge()
    await merge()
    await market.call(person.caller, 'merge_cart', [
      { ...line, quantity: 2 },
      { productId: randomUUID(), quantity: 1, priceKobo: 1 },
    ])
    const { rows } = await app.as(person.caller, 'select product_id, quantity from public.cart_items')
    expect(rows).toEqual([{ product_id: line.productId, quantity: 3 }])
    expect((await app.as(stranger.caller, 'select from public.cart_items')).rowCount).toBe(0)
    for (const quantity of [0, -1, 10001])
      expect(
        (await app.refusalOf(person.caller, `update public.cart_items set quantity = ${quantity}`)).code,
      ).toBe('23514')
    expect((await market.refuse(anonymous, 'merge_cart', [line])).code).toBe('42501')
  })

  it('take what changed on a device: another quantity counts, a line of none is gone, the rest stays', async () => {
    const person = await app.addPerson()
    const [rice, yam, oil] = [
      await market.addProduct(null),
      await market.addProduct(null),
      await market.addProduct(null),
    ]
    expect((await market.refuse(anonymous, 'save_cart', [rice])).code).toBe('42501')
    for (const items of [{}, Array.from({ length: 101 }, () => rice)])
      expect((await market.refuse(person.caller, 'save_cart', items)).code).toBe('22023')
    await market.call(person.caller, 'merge_cart', [
      { ...rice, quantity: 5 },
      { ...yam, quantity: 2 },
    ])
    await market.call(stranger.caller, 'merge_cart', [{ ...yam, quantity: 9 }])
    await market.call(person.caller, 'save_cart', [
      { ...rice, quantity: 3 },
      { productId: yam.productId, quantity: 0 },
      { ...oil, quantity: 99_999 },
      { productId: randomUUID(), quantity: 1 },
    ])
    const { rows } = await app.as(
      person.caller,
      'select product_id, quantity from public.cart_items order by quantity',
    )
    expect(rows).toEqual([
      { product_id: rice.productId, quantity: 3 },
      { product_id: oil.productId, quantity: 10_000 },
    ])
    expect((await app.as(stranger.caller, 'select from public.cart_items')).rowCount).toBe(1)
  })
})

describe('the machines of an order', () => {
  it('takes no step that a machine does not have, whatever the event', async () => {
    const wrong = await app.owner.query(`
      select * from private.order_couplings c where from_value <> to_value and not exists (
        select from private.axis_transitions t where (t.axis, t.from_value, t.to_value) = (c.axis, c.from_value, c.to_value)
        union all
        select from private.status_transitions t where c.axis = 'status' and t.record_type = 'orders'
          and (t.from_status, t.to_status) = (c.from_value, c.to_value))`)
    expect(wrong.rows).toEqual([])
  })

  it('refuses every step that is in no machine, no matter who takes it', async () => {
    const order = await market.order(buyer.caller, [await market.addProduct(null)])
    for (const set of [
      `payment_status = 'refunded'`,
      `fulfilment_status = 'delivered'`,
      `fulfilment_status = 'preparing'`,
      `status = 'completed'`,
    ])
      expect(
        (await app.refusalOf(service, `update public.orders set ${set} where id = $1`, [order.id])).code,
      ).toBe('23514')
    expect(
      (await app.refusalOf(withSecondFactor(admin), `update public.orders set payment_status = 'confirmed'`))
        .code,
    ).toBe('42501')
  })
})
