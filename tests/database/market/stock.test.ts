// The stock as a ledger: why each product has as many packs as it has, whatever orders, staff and farmers do at once.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { foreseeStock, type StockLevel, stockReasons } from '#domain/market/stock.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { type Line, makeContact } from './market-app.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, finance, admin, confirm, decide, move } = await openTill()
const editor = await app.addPerson({ role: 'content' })
afterAll(() => app.close())
await app.owner.query(`update private.market_limits set value = 100000 where name like '%open_orders_max'
  or name like '%hold_packs' or name like 'part_paid%'`)
await app.owner.query(`update private.market_limits set value = 2000000000 where name like '%hold_sum_kobo'`)

/** A count says what was on hand when it was read. */
async function withSeen({ productId }: Line, movement: { reason?: string; [name: string]: unknown }) {
  if (movement.reason !== 'counted') return movement
  const { rows } = await app.owner.query<{ seen: number | null }>(
    `select stock + (select coalesce(sum(reserved_change), 0) from public.stock_movements where product_id = $1)::int as seen
     from public.products where id = $1`,
    [productId],
  )
  return { seen: rows[0]?.seen ?? null, ...movement }
}
const record = async (
  line: Line,
  movement: { reason?: string; [name: string]: unknown },
  caller = editor.caller,
) => market.call(caller, 'record_stock', line.productId, await withSeen(line, movement))
const refuse = async (
  line: Line,
  movement: { reason?: string; [name: string]: unknown },
  caller = editor.caller,
) => market.refuse(caller, 'record_stock', line.productId, await withSeen(line, movement))

/** Products whose ledger says something else than their row and their orders' lines: none, always. */
async function listWrongLedgers() {
  const { rows } = await app.owner.query(`
    select product.id, coalesce(product.stock, 0) as stock, ledger.available, ledger.reserved, held.packs as held, ledger.set_aside
    from public.products as product
    cross join lateral (
      select coalesce(sum(available_change), 0) as available, coalesce(sum(reserved_change), 0) as reserved,
        coalesce(sum(reserved_change) filter (where order_id is null), 0) as set_aside
      from public.stock_movements where product_id = product.id
    ) as ledger
    cross join lateral (
      select coalesce(sum(quantity), 0) as packs from public.order_items
      where product_id = product.id and has_reserved_stock and not has_left
    ) as held
    where ledger.available <> coalesce(product.stock, 0) or ledger.reserved <> held.packs + ledger.set_aside
      or ledger.reserved < 0 or ledger.set_aside < 0`)
  return rows
}

async function listMovements({ productId }: Line) {
  const { rows } = await app.owner.query(
    `select reason, available_change as available, reserved_change as reserved, counted, order_id, actor_id
     from public.stock_movements where product_id = $1 order by id`,
    [productId],
  )
  return rows
}

describe('the stock of a product', () => {
  it('is changed with a reason by staff who may change products, and by nobody else', async () => {
    const line = await market.addProduct(5)
    for (const person of [buyer, finance])
      expect((await refuse(line, { reason: 'counted', quantity: 3 }, person.caller)).code).toBe('42501')
    expect((await refuse(line, { reason: 'counted', quantity: 3 }, anonymous)).code).toBe('42501')
    expect((await market.refuse(buyer.caller, 'product_history', line.productId)).code).toBe('42501')
    expect(
      (await refuse({ ...line, productId: randomUUID() }, { reason: 'counted', quantity: 3 })).code,
    ).toBe('P0002')
    expect(await market.stockOf(line)).toBe(5)
  })

  it.each([
    ['reason', { reason: 'stolen', quantity: 1 }],
    ['reason', { quantity: 1 }],
    ['quantity', { reason: 'received' }],
    ['quantity', { reason: 'received', quantity: 0 }],
    ['quantity', { reason: 'received', quantity: -1 }],
    ['quantity', { reason: 'received', quantity: 1.5 }],
    ['quantity', { reason: 'received', quantity: 1_000_001 }],
    ['quantity', { reason: 'received', quantity: 999_999 }],
    ['quantity', { reason: 'spoiled', quantity: 6 }],
    ['quantity', { reason: 'released', quantity: 1 }],
    ['note', { reason: 'counted', quantity: 1, note: 'a'.repeat(301) }],
    ['idempotencyKey', { reason: 'counted', quantity: 1, idempotencyKey: 'x' }],
  ])('says what is wrong with the %s: %j', async (hint, movement) => {
    const line = await market.addProduct(5)
    expect(await refuse(line, movement)).toMatchObject({ code: '23514', hint })
    expect(await market.stockOf(line)).toBe(5)
  })

  it.each([0, -5, '00'])('asks for 1 or more where %s came', async (quantity) => {
    const line = await market.addProduct(5)
    expect((await refuse(line, { reason: 'received', quantity })).message).toBe('Enter 1 or more')
  })

  it('is what is on hand without what is reserved', async () => {
    const line = await market.addProduct(10)
    await market.order(buyer.caller, [{ ...line, quantity: 4 }])
    expect(await record(line, { reason: 'counted', quantity: 12 })).toEqual({
      ...{ available: 8, reserved: 4, onHand: 12, isNew: true },
    })
    expect(await market.stockOf(line)).toBe(8)
    expect(await record(line, { reason: 'reserved', quantity: 3, note: 'For the fair' })).toMatchObject({
      ...{ available: 5, reserved: 7, onHand: 12 },
    })
    expect((await refuse(line, { reason: 'counted', quantity: 6 })).message).toBe(
      '7 packs are reserved, so there must be at least as many on hand. Release or decline what cannot be sent.',
    )
    expect((await refuse(line, { reason: 'sold', quantity: 6 })).message).toBe(
      'Only 5 packs are free; 7 packs are reserved.',
    )
    expect((await refuse(line, { reason: 'released', quantity: 4 })).message).toMatch(
      /^Only 3 packs are set aside by hand/,
    )
    expect(await record(line, { reason: 'released', quantity: 3 })).toMatchObject({
      available: 8,
      reserved: 4,
    })
    expect(await record(line, { reason: 'spoiled', quantity: 1 })).toMatchObject({ available: 7, onHand: 11 })
    expect(await record(line, { reason: 'received', quantity: 20 })).toMatchObject({
      available: 27,
      onHand: 31,
    })
    expect(await listMovements(line)).toMatchObject([
      { reason: 'counted', available: 10 },
      { reason: 'reserved', available: -4, reserved: 4, actor_id: null },
      { reason: 'counted', available: 2, counted: 12, actor_id: editor.id },
      { reason: 'reserved', available: -3, reserved: 3, order_id: null },
      { reason: 'released', available: 3, reserved: -3 },
      { reason: 'spoiled', available: -1, reserved: 0 },
      { reason: 'received', available: 20, reserved: 0 },
    ])
    expect(await listWrongLedgers()).toEqual([])
  })

  it('becomes what the desk shows before it is saved', async () => {
    const line = await market.addProduct(10)
    await record(line, { reason: 'reserved', quantity: 3 })
    let level: StockLevel = { stock: 7, product_stock: { reserved: 3 } }
    const quantities = { counted: 12, received: 4, sold: 2, spoiled: 5, reserved: 1, released: 3 }
    for (const reason of stockReasons) {
      const quantity = quantities[reason]
      const foreseen = foreseeStock(level, reason, quantity)
      const { available, reserved, onHand } = (await record(line, { reason, quantity })) as Record<
        'available' | 'reserved' | 'onHand',
        number
      >
      expect([reason, foreseen?.after]).toEqual([reason, foreseen?.what === 'Available' ? available : onHand])
      level = { stock: available, product_stock: { reserved } }
    }
    // What would be refused is not foreseen.
    expect(foreseeStock(level, 'spoiled', 100)).toBeNull()
    expect((await refuse(line, { reason: 'spoiled', quantity: 100 })).code).toBe('23514')
    expect(foreseeStock(level, 'counted', 0)).toBeNull()
    expect((await refuse(line, { reason: 'counted', quantity: 0 })).code).toBe('23514')
  })

  it('is counted once, however often the same attempt arrives', async () => {
    const line = await market.addProduct(10)
    const received = { reason: 'received', quantity: 5, idempotencyKey: randomUUID() }
    const answers = await Promise.all([
      record(line, received),
      record(line, received),
      record(line, received),
    ])
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await market.stockOf(line)).toBe(15)
    // Under the name of one attempt nothing else is taken for it.
    for (const [other, movement] of [
      [line, { ...received, quantity: 6 }],
      [line, { ...received, reason: 'counted' }],
      [line, { ...received, note: 'From the second lorry' }],
      [await market.addProduct(10), received],
    ] as const)
      expect((await refuse(other, movement)).code).toBe('PT409')
    expect(await market.stockOf(line)).toBe(15)
  })

  it('goes from "no limit" to a number by a count, and back', async () => {
    const line = await market.addProduct(null)
    expect((await refuse(line, { reason: 'received', quantity: 5 })).message).toMatch(
      /^This product has no limit/,
    )
    expect(await record(line, { reason: 'counted', quantity: 5 })).toMatchObject({ available: 5 })
    await market.order(buyer.caller, [line])
    expect(await record(line, { reason: 'counted', quantity: null })).toMatchObject({
      available: null,
      reserved: 1,
    })
    expect(await market.stockOf(line)).toBeNull()
    expect(await listWrongLedgers()).toEqual([])
  })

  it('is written down also when the row itself is changed: by its form, its farmer, or in SQL', async () => {
    const line = await market.addProduct(10)
    await market.call(
      withSecondFactor(editor),
      'change_product',
      line.productId,
      { stock: 7, price_kobo: 200_000 },
      { stock: 10, price_kobo: 100_000 },
    )
    await app.owner.query('update public.products set stock = 9 where id = $1', [line.productId])
    expect(await listMovements(line)).toMatchObject([
      { available: 10 },
      { reason: 'counted', available: -3, actor_id: editor.id },
      { reason: 'counted', available: 2, actor_id: null },
    ])
    const history = await market.call(admin.caller, 'product_history', line.productId)
    expect(history).toMatchObject({
      movements: [{ onHandChange: 2 }, { onHandChange: -3 }, { onHandChange: 10 }],
      prices: [{ priceKobo: 200_000 }, { priceKobo: 100_000 }],
    })
  })

  it('leaves the store once, when the goods are dispatched', async () => {
    const line = await market.addProduct(10)
    const { id, code } = await market.order(buyer.caller, [{ ...line, quantity: 2 }])
    await confirm(id, 200_000)
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'The sacks were wet, all of them' })
    await market.call(admin.caller, 'resolve_order_dispute', id, {
      resolution: 'replaced',
      note: 'We send others',
    })
    await move(id, 'preparing', 'dispatched')
    expect(await listMovements(line)).toMatchObject([
      { available: 10 },
      { reason: 'reserved', available: -2, reserved: 2, order_id: id },
      { reason: 'sold', available: 0, reserved: -2, order_id: id },
    ])
    const { movements } = await market.call(editor.caller, 'product_history', line.productId)
    expect(movements).toMatchObject([
      { reason: 'sold', onHandChange: -2, orderCode: code },
      { reason: 'reserved', onHandChange: 0 },
      { reason: 'counted', onHandChange: 10 },
    ])
    expect(await listWrongLedgers()).toEqual([])
  })

  it('keeps what was written about it: nobody changes or removes a movement or a price, and both go with the product', async () => {
    const line = await market.addProduct(10)
    for (const table of ['stock_movements', 'product_prices']) {
      for (const caller of [editor.caller, admin.caller, service])
        for (const change of [
          `update public.${table} set product_id = product_id`,
          `delete from public.${table}`,
        ])
          expect((await app.refusalOf(caller, change)).code).toBe('42501')
      for (const change of [
        `update public.${table} set product_id = product_id`,
        `delete from public.${table}`,
        `truncate public.${table}`,
      ])
        await expect(app.owner.query(change)).rejects.toMatchObject({ code: '42501' })
    }
    await app.owner.query('delete from public.products where id = $1', [line.productId])
    expect(await listMovements(line)).toEqual([])
  })

  it('is listed when it runs low, by the threshold of the product', async () => {
    const line = await market.addProduct(10, 100_000, 'Sorghum')
    const listLow = async () => {
      const { rows } = await app.as<{ ids: string[] }>(
        editor.caller,
        `select ids from public.find_records('low_stock', search => 'Sorghum')`,
      )
      return rows[0]?.ids
    }
    expect(await listLow()).toEqual([line.productId])
    await app.as(editor.caller, 'update public.products set low_stock_at = 9 where id = $1', [line.productId])
    expect(await listLow()).toEqual([])
    await record(line, { reason: 'sold', quantity: 1 })
    expect(await listLow()).toEqual([line.productId])
    expect((await app.refusalOf(buyer.caller, `select ids from public.find_records('low_stock')`)).code).toBe(
      '42501',
    )
  })
})

describe('the farmer of a product', () => {
  it('is found among approved farmers by name, phone or reference, by staff who may change products', async () => {
    const person = await app.addPerson()
    const add = async (name: string, status: string) => {
      const { rows } = await app.owner.query<{ id: string; reference: string }>(
        `insert into public.farmers (user_id, farm_name, location, crops_grown, status, phone)
         values ($1, $2, 'Saki, Oyo', array['Yam'], $3, '+2348035510066') returning id, reference`,
        [person.id, name, status],
      )
      return rows[0] ?? { id: '', reference: '' }
    }
    const approved = await add('Oke Ogun Farm', 'approved')
    await add('Oke Ogun Second', 'pending')
    const find = async (search: string) =>
      (
        await app.as<{ id: string }>(editor.caller, 'select id from public.find_approved_farmers($1)', [
          search,
        ])
      ).rows
    for (const search of ['oke ogun', '0803 551 0066', approved.reference])
      expect(await find(search)).toEqual([{ id: approved.id }])
    expect(await find('ok')).toEqual([])
    expect((await app.refusalOf(buyer.caller, `select public.find_approved_farmers('oke ogun')`)).code).toBe(
      '42501',
    )
    const line = await market.addProduct(5)
    const choose = 'update public.products set farmer_id = $2 where id = $1'
    await app.as(editor.caller, choose, [line.productId, approved.id])
    const { rows } = await app.owner.query(
      'select farmer_name, is_verified from public.products where id = $1',
      [line.productId],
    )
    expect(rows).toEqual([{ farmer_name: 'Oke Ogun Farm', is_verified: true }])
  })
})

describe('random events', () => {
  const kinds = fc.constantFrom(
    ...([
      'buy',
      'buyTogether',
      'withdraw',
      'pay',
      'send',
      'expire',
      'claim',
      'release',
      'record',
      'write',
    ] as const),
  )
  const events = fc.array(fc.tuple(kinds, fc.nat(9), fc.nat(9)), { minLength: 5, maxLength: 14 })

  it('leave every ledger equal to its product and its orders, checkouts at the same time included', async () => {
    await fc.assert(
      fc.asyncProperty(events, async (steps) => {
        const lines = [await market.addProduct(8), await market.addProduct(30), await market.addProduct(null)]
        const orders: string[] = []
        const lineAt = (place: number) => lines[place % 3] as Line
        const orderAt = (place: number) => orders[place % Math.max(1, orders.length)] ?? randomUUID()
        const buy = async (first: number, packs: number) => {
          const chosen = first % 2 ? [lineAt(first), lineAt(first + 1)] : [lineAt(first)]
          const answer = await market.place(
            service,
            chosen.map((line) => ({ ...line, quantity: 1 + (packs % 4) })),
            { trackingTokenHash: randomUUID().replaceAll('-', '').repeat(2) },
            makeContact(),
          )
          if (answer.ok) orders.push(answer.id)
        }
        /** What cannot be done now is refused, and changes nothing. */
        const tried = (work: Promise<unknown>) => work.catch(() => {})
        for (const [kind, one, other] of steps) {
          const id = orderAt(one)
          if (kind === 'buy') await buy(one, other)
          if (kind === 'buyTogether')
            await Promise.all([
              buy(one, other),
              buy(one + 1, other),
              tried(record(lineAt(one), { reason: 'received', quantity: 2 })),
              buy(one, 1),
            ])
          if (kind === 'withdraw') await tried(decide(id, 'declined', 'We cannot deliver it'))
          if (kind === 'expire') {
            await market.passTime(id, '30 days')
            await app.owner.query('select private.run_market_jobs()')
          }
          if (kind === 'claim')
            await tried(
              app.owner.query(
                `update public.orders set payment_status = 'claimed', claimed_at = now() - interval '9 days',
              claim_holds_until = now() - interval '1 day' where id = $1 and status = 'pending' and payment_status = 'unpaid'`,
                [id],
              ),
            )
          if (kind === 'release') {
            await app.owner.query('select private.release_claimed_stock()')
            if (other % 2) await app.owner.query('select private.reserve_again($1)', [id])
          }
          if (kind === 'pay') {
            const order = await market.read(id)
            if (order) await tried(confirm(id, order.total))
            await tried(decide(id, 'approved'))
          }
          if (kind === 'send')
            for (const [from, to] of [
              ['none', 'preparing'],
              ['preparing', 'dispatched'],
            ] as const)
              await tried(move(id, from, to))
          if (kind === 'record') {
            const reason = ['received', 'sold', 'reserved', 'released', 'spoiled', 'counted'][other % 6]
            await tried(
              record(lineAt(one), {
                reason,
                quantity: one % 4 === 3 && reason === 'counted' ? null : other + 1,
              }),
            )
          }
          if (kind === 'write')
            await tried(
              app.owner.query('update public.products set stock = $2 where id = $1', [
                lineAt(one).productId,
                other === 9 ? null : other,
              ]),
            )
          expect(await listWrongLedgers()).toEqual([])
        }
      }),
      { numRuns: 12 },
    )
    const { rows } = await app.owner.query(
      'select distinct reason, order_id is null as by_hand from public.stock_movements order by 1, 2',
    )
    expect(rows.map(({ reason, by_hand }) => (by_hand ? `${reason} by hand` : reason))).toEqual([
      ...[
        'counted by hand',
        'received by hand',
        'released',
        'released by hand',
        'reserved',
        'reserved by hand',
      ],
      ...['sold', 'sold by hand', 'spoiled by hand'],
    ])
  })
})

it('is announced to the desk where staff move it, and not where an order does', async () => {
  const line = await market.addProduct(20)
  const announced = async () => {
    const { rows } = await app.owner.query<{ count: number }>(
      `select count(*)::int as count from realtime.messages
       where topic = 'desk' and payload ->> 'list' = 'products' and payload ->> 'record' = $1`,
      [line.productId],
    )
    return rows[0]?.count
  }
  const before = (await announced()) ?? 0
  let moved = 0
  for (const movement of [
    { reason: 'received', quantity: 5 },
    { reason: 'spoiled', quantity: 2 },
    { reason: 'counted', quantity: 22 },
  ]) {
    await record(line, movement)
    expect(await announced()).toBe(before + ++moved)
  }
  await market.order(buyer.caller, [{ ...line, quantity: 3 }])
  expect(await listMovements(line)).toMatchObject([{}, {}, {}, {}, { reason: 'reserved', reserved: 3 }])
  expect(await announced()).toBe(before + moved)
})
