// Limits of roles: a refund or a quote beyond them waits for a second person, whatever way it comes.
import { afterAll, describe, expect, it } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import { withSecondFactor } from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import { openTill } from './market-till.ts'

const till = await openTill()
const { app, market, buyer, admin } = till
const sales = await app.addPerson({ role: 'sales' })
const colleague = await app.addPerson({ role: 'sales' })
// 50 kg for 100,000 naira: 2,000 naira a kilogram.
await market.addProduct(null, 10_000_000, 'Ginger')
afterAll(() => app.close())

const tonKobo = 200_000_000
const quote = (line: object = {}, change: object = {}) => ({
  lines: [{ description: 'Ginger, dried', quantity: 2, unit: 'Tons', priceKobo: tonKobo, ...line }],
  currency: 'NGN',
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  ...change,
})
const ordered = () =>
  submitOrder(app, buyer, { ...goodRequest, product: 'Ginger', quantity: '2', unit: 'Tons' })
const statusOf = async (id: unknown) =>
  (await app.owner.query('select status from public.quotes where id = $1', [id])).rows[0]?.status

describe('a quote', () => {
  it.each([
    ['at the list price', quote(), 'open'],
    [
      'ten percent below it, by the kilogram',
      quote({ quantity: 2000, unit: 'kg', priceKobo: 180_000 }),
      'open',
    ],
    ['eleven percent below it', quote({ priceKobo: 178_000_000 }), 'waiting'],
    ['in dollars, which no list compares', quote({}, { currency: 'USD' }), 'waiting'],
    [
      'by the lot, which no list compares',
      quote({ quantity: 1, unit: 'lot', priceKobo: tonKobo * 2 }),
      'waiting',
    ],
    ['below it, under another name', quote({ description: 'Goods as agreed', priceKobo: 100 }), 'waiting'],
    [
      'at the price of what was ordered, for a hundred times as much under another name',
      quote({ description: 'Goods as agreed', quantity: 200, priceKobo: tonKobo / 100 }),
      'waiting',
    ],
    [
      'at the list price, with as much again for nothing under another name',
      quote(
        {},
        {
          lines: [
            quote().lines[0],
            { ...quote().lines[0], description: 'As agreed', quantity: 2000, unit: 'kg', priceKobo: 0 },
          ],
        },
      ),
      'waiting',
    ],
    [
      'at the list price, with what nobody can weigh for nothing under another name',
      quote(
        {},
        {
          lines: [quote().lines[0], { description: 'As agreed', quantity: 200, unit: 'sacks', priceKobo: 0 }],
        },
      ),
      'waiting',
    ],
    [
      'at the list price, with containers for nothing under another name',
      quote(
        {},
        {
          lines: [
            quote().lines[0],
            { description: 'As agreed', quantity: 10, unit: 'Containers (40ft)', priceKobo: 0 },
          ],
        },
      ),
      'waiting',
    ],
    [
      'at the list price, by a unit of another name',
      quote({ description: 'Goods as agreed', quantity: 40, unit: 'sacks', priceKobo: tonKobo }),
      'waiting',
    ],
  ])('%s is %s', async (_, input, status) => {
    const { id } = await ordered()
    const quoteId = await market.call(sales.caller, 'quote_order', id, input)
    expect(await statusOf(quoteId)).toBe(status)
    const isNotified = (await market.mailsAbout(id)).includes('order_quoted')
    expect(isNotified).toBe(status === 'open')
    const { rows } = await app.as(buyer.caller, 'select from public.quotes where order_id = $1', [id])
    expect(rows).toHaveLength(status === 'open' ? 1 : 0)
  })

  it('of what no farmer lists is held against the export catalogue, and waits where that has no price either', async () => {
    const statusAt = async (line: object, change: object = {}) => {
      const { id } = await submitOrder(app, buyer, {
        ...goodRequest,
        ...{ product: 'Sesame Seeds', quantity: '2', unit: 'Tons' },
      })
      const offered = quote({ description: 'Sesame Seeds', ...line }, change)
      return statusOf(await market.call(sales.caller, 'quote_order', id, offered))
    }
    const price = (words: string) =>
      app.owner.query(
        `update public.order_products set price_on = current_date, ${words} where label = 'Sesame Seeds'`,
      )
    const tons = (priceKobo: number) => ({ priceKobo })
    const byKilogram = (priceKobo: number) => ({ quantity: 2000, unit: 'kg', priceKobo })
    const dollars = { currency: 'USD' }
    expect(await statusAt(tons(tonKobo))).toBe('waiting')
    await price(`price_kobo = ${tonKobo}, price_currency = 'NGN', price_unit = 'Tons'`)
    expect(await statusAt(tons((tonKobo * 90) / 100))).toBe('open')
    expect(await statusAt(tons((tonKobo * 89) / 100))).toBe('waiting')
    expect(await statusAt(byKilogram((tonKobo * 90) / 100_000))).toBe('open')
    expect(await statusAt(byKilogram((tonKobo * 89) / 100_000))).toBe('waiting')
    // Below another name as well.
    expect(await statusAt({ description: 'Goods as agreed', priceKobo: 100 })).toBe('waiting')
    expect(await statusAt(tons(tonKobo), dollars)).toBe('waiting')
    await price(`price_kobo = 150000, price_currency = 'USD', price_unit = 'Tons'`)
    expect(await statusAt(tons(135_000), dollars)).toBe('open')
    expect(await statusAt(tons(134_000), dollars)).toBe('waiting')
    expect(await statusAt(tons(tonKobo))).toBe('waiting')
  })

  it('of several products names each of them without a discount, or waits for a second person', async () => {
    const lines = [{ product: 'Yam', quantity: '10', unit: 'Tons' }]
    // What has no price on any list waits by itself.
    await app.owner.query(`update public.order_products set price_kobo = 900, price_currency = 'NGN', price_unit = 'Tons',
      price_on = current_date where label = 'Yam'`)
    const ask = () =>
      submitOrder(app, buyer, { ...goodRequest, product: 'Ginger', quantity: '2', unit: 'Tons', lines })
    const ginger = { description: 'Ginger, dried', quantity: 2, unit: 'Tons', priceKobo: tonKobo }
    const yam = { description: 'Yam, white', quantity: 10, unit: 'Tons', priceKobo: 900 }
    for (const [offered, status] of [
      [[ginger, yam], 'open'],
      [[ginger], 'waiting'],
      [[{ ...ginger, priceKobo: 178_000_000 }, yam], 'waiting'],
      // The price of one hidden in the other.
      [[{ ...yam, description: 'Goods as agreed' }, yam], 'waiting'],
      [
        [ginger, yam, { kind: 'discount', description: 'Both', quantity: 1, unit: 'lot', priceKobo: 1 }],
        'waiting',
      ],
    ] as const) {
      const { id } = await ask()
      const quoteId = await market.call(sales.caller, 'quote_order', id, quote({}, { lines: offered }))
      expect(await statusOf(quoteId)).toBe(status)
    }
  })

  it('by the container is compared once staff have set what one weighs', async () => {
    const isBelow = async (priceKobo: number) =>
      (
        await app.owner.query(
          `select private.is_below_list('Ginger', 'Containers (20ft)', $1, 'NGN', 10) as below`,
          [priceKobo],
        )
      ).rows[0]?.below
    expect(await isBelow(tonKobo * 20)).toBe(true)
    const weigh = (kilograms: number) =>
      `update public.order_products set container_20ft_kg = ${kilograms} where label = 'Ginger'`
    await app.as(sales.caller, weigh(20_000))
    expect(await isBelow(tonKobo * 20)).toBe(true)
    const editor = await app.addPerson({ role: 'content' })
    expect((await app.refusalOf(editor.caller, weigh(50_000))).code).toBe('23514')
    await app.as(editor.caller, weigh(20_000))
    expect(await isBelow(tonKobo * 20)).toBe(false)
    expect(await isBelow(tonKobo * 17)).toBe(true)
    const audited = await app.owner.query(
      `select after from public.audit_trail where subject_type = 'order_products' order by id desc limit 1`,
    )
    expect(audited.rows[0]?.after).toEqual({ container_20ft_kg: 20_000 })
    // A hundred times as many at a hundredth of the price each, under another name.
    const container = { description: 'Goods as agreed', unit: 'Containers (20ft)' }
    for (const [line, status] of [
      [{ ...container, quantity: 2, priceKobo: tonKobo * 20 }, 'open'],
      [{ ...container, quantity: 200, priceKobo: (tonKobo * 20) / 100 }, 'waiting'],
    ] as const) {
      const { id } = await submitOrder(app, buyer, {
        ...{ ...goodRequest, product: 'Ginger', quantity: '2', unit: 'Containers (20ft)' },
      })
      expect(await statusOf(await market.call(sales.caller, 'quote_order', id, quote(line)))).toBe(status)
    }
  })

  it('says to who writes it which lines are below the list, and to nobody else', async () => {
    const lines = [
      { description: 'Ginger, dried', unit: 'Tons', quantity: 2, priceKobo: 178_000_000 },
      { description: 'Ginger', unit: 'kg', quantity: 1, priceKobo: 200_000 },
      { description: 'Gold', unit: 'kg', quantity: 1, priceKobo: 1 },
      { description: 'Ginger', unit: 'lot', quantity: 1, priceKobo: 1 },
    ]
    const { id } = await ordered()
    const compare = async (caller: Caller, currency = 'NGN') =>
      (
        await app.as(caller, 'select public.compare_with_list($1, $2, $3) as said', [
          id,
          JSON.stringify(lines),
          currency,
        ])
      ).rows[0]?.said
    for (const { caller } of [sales, admin])
      expect(await compare(caller)).toEqual([
        'Ginger, dried: ₦1,780,000 (Tons) is 11% below our list price of ₦2,000,000.',
      ])
    expect(await compare(sales.caller, 'USD')).toEqual([])
    for (const { caller } of [buyer, till.finance])
      await expect(compare(caller)).rejects.toMatchObject({ code: '42501' })
  })

  it('is compared less its discount, and its second person reads what its author read', async () => {
    const offer = (priceKobo: number, discountKobo: number) =>
      quote(
        {},
        {
          lines: [
            { ...quote().lines[0], priceKobo },
            ...(discountKobo > 0
              ? [
                  {
                    ...{ kind: 'discount', description: 'First order', unit: 'lot' },
                    ...{ quantity: 1, priceKobo: discountKobo },
                  },
                ]
              : []),
          ],
        },
      )
    const discount = 'With the discount it is 25% below our list prices (₦3,000,000 in place of ₦4,000,000).'
    const read = async (caller: Caller, name: string, ...values: unknown[]) =>
      (
        await app.as(
          caller,
          `select public.${name}(${values.map((_, at) => `$${at + 1}`).join(', ')}) as said`,
          values,
        )
      ).rows[0]?.said
    const { id } = await ordered()
    for (const [offered, said, reason] of [
      [offer(tonKobo, 100_000_000), [discount], []],
      [
        offer(190_000_000, 26_800_000),
        [
          'Ginger, dried: ₦1,900,000 (Tons) is 5% below our list price of ₦2,000,000.',
          'With the discount it is 11.7% below our list prices (₦3,532,000 in place of ₦4,000,000).',
        ],
        [],
      ],
      [
        quote({ quantity: 1 }),
        ['As a whole it is 50% below our list prices (₦2,000,000 in place of ₦4,000,000).'],
        [],
      ],
      [
        quote({}, { currency: 'USD' }),
        [],
        ['Some of it has no list price, or cannot be compared with one line by line.'],
      ],
    ] as const) {
      const lines = JSON.stringify(offered.lines)
      expect(await read(sales.caller, 'compare_with_list', id, lines, offered.currency)).toEqual(said)
      const quoteId = await market.call(sales.caller, 'quote_order', id, offered)
      expect(await statusOf(quoteId)).toBe('waiting')
      const both = [...said, ...reason]
      await app.owner.query(`update public.products set price_kobo = price_kobo + 100000`)
      for (const { caller } of [sales, admin])
        expect(await read(caller, 'why_quote_waits', quoteId)).toEqual(both)
      await app.owner.query(`update public.products set price_kobo = price_kobo - 100000`)
      for (const { caller } of [buyer, till.finance])
        await expect(read(caller, 'why_quote_waits', quoteId)).rejects.toMatchObject({ code: '42501' })
    }
  })

  it('of an admin, who has no limit, goes out at once', async () => {
    const { id } = await ordered()
    expect(await statusOf(await market.call(admin.caller, 'quote_order', id, quote({ priceKobo: 1 })))).toBe(
      'open',
    )
  })

  it('that waits is accepted by no buyer, and approved neither by its author, nor by another with the same limit', async () => {
    const { id } = await ordered()
    const offered = quote({ priceKobo: 100_000_000 }, { paymentTerms: 'Bank Transfer' })
    const quoteId = await market.call(sales.caller, 'quote_order', id, offered)
    expect((await market.refuse(buyer.caller, 'accept_quote', quoteId, tonKobo)).code).toBe('23514')
    for (const person of [buyer, till.finance])
      expect((await market.refuse(person.caller, 'decide_waiting_quote', quoteId, true)).code).toBe('42501')
    expect(await market.refuse(sales.caller, 'decide_waiting_quote', quoteId, true)).toMatchObject({
      code: '42501',
      hint: 'own_entry',
    })
    expect(await market.refuse(colleague.caller, 'decide_waiting_quote', quoteId, true)).toMatchObject({
      code: '42501',
      hint: 'role_limit',
    })
    for (const text of [
      `update public.quotes set status = 'open'`,
      `update public.roles set quote_below_list_percent = null`,
    ])
      expect((await app.refusalOf(withSecondFactor(sales), text)).code).toBe('42501')
    await market.call(admin.caller, 'decide_waiting_quote', quoteId, true)
    expect(await statusOf(quoteId)).toBe('open')
    expect(await market.mailsAbout(id)).toContain('order_quoted')
    expect((await market.refuse(admin.caller, 'decide_waiting_quote', quoteId, true)).code).toBe('P0002')
    expect(await market.call(buyer.caller, 'accept_quote', quoteId, tonKobo)).toMatchObject({
      totalKobo: tonKobo,
    })
    // The history of the order has each of them: the quote, the second person, and the buyer.
    await till.decide(id, 'approved')
    const historyOf = async (axis: string) =>
      (
        await app.as<{ from_value: string | null; to_value: string; actor_role: string }>(
          admin.caller,
          `select from_value, to_value, actor_role from public.record_history('orders', $1) where axis = $2`,
          [id, axis],
        )
      ).rows.map(({ from_value, to_value, actor_role }) => [from_value, to_value, actor_role])
    expect(await historyOf('quote')).toEqual([
      ['sent', 'accepted', 'buyer'],
      ['held_for_a_second_person', 'sent', 'admin'],
      [null, 'held_for_a_second_person', 'sales'],
    ])
    // A part of what is due now is called as beside the order; a part of before was a part.
    await till.confirm(id, 1_000_000)
    expect((await historyOf('payment')).map(([, to]) => to)).toEqual(['less_than_due'])
    await till.confirm(id, tonKobo - 1_000_000)
    expect((await historyOf('payment')).map(([, to]) => to)).toEqual(['confirmed', 'underpaid'])
  })

  it('that waits leaves the one before it open until it is approved, and is dropped when it is refused', async () => {
    const { id } = await ordered()
    const first = await market.call(sales.caller, 'quote_order', id, quote())
    const second = await market.call(sales.caller, 'quote_order', id, quote({ priceKobo: 100_000_000 }))
    const third = await market.call(sales.caller, 'quote_order', id, quote({ priceKobo: 90_000_000 }))
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
      'open',
      'refused',
      'waiting',
    ])
    await market.call(admin.caller, 'decide_waiting_quote', third, false)
    expect([await statusOf(first), await statusOf(third)]).toEqual(['open', 'refused'])
    // Which second person refused it stands in the history; that a later one took its place does not.
    const { rows } = await app.as<{ to_value: string }>(
      admin.caller,
      `select to_value from public.record_history('orders', $1) where axis = 'quote'`,
      [id],
    )
    expect(rows.map(({ to_value }) => to_value)).toEqual([
      'not_sent',
      'held_for_a_second_person',
      'held_for_a_second_person',
      'sent',
    ])
    expect((await app.as(buyer.caller, 'select from public.quotes where order_id = $1', [id])).rowCount).toBe(
      1,
    )
  })

  it('is announced to those who may decide on it, above their work', async () => {
    // No more than twenty have a notice.
    await app.owner.query(`update public.quotes set status = 'refused' where status = 'waiting'`)
    const { id } = await ordered()
    await market.call(sales.caller, 'quote_order', id, quote({ priceKobo: 1 }))
    const waits = async (caller: typeof admin.caller) =>
      ((await market.call(caller, 'admin_notices')) as unknown as { kind: string; id: string }[]).some(
        (notice) => notice.kind === 'quote_waits' && notice.id === id,
      )
    expect(await waits(admin.caller)).toBe(true)
    // Nor is it announced to those whom the database would refuse: its author, and another with the same limit.
    for (const { caller } of [till.finance, sales, colleague]) expect(await waits(caller)).toBe(false)
    const { rows } = await app.owner.query<{ id: string }>(
      'select id from public.quotes where order_id = $1',
      [id],
    )
    const obstacleFor = async (caller: Caller) =>
      (
        await app.as<{ obstacle: string | null }>(
          caller,
          'select public.waiting_quote_obstacle($1) as obstacle',
          [rows[0]?.id],
        )
      ).rows[0]?.obstacle
    expect(await obstacleFor(admin.caller)).toBeNull()
    expect(await obstacleFor(sales.caller)).toContain('You wrote this quote')
    expect(await obstacleFor(colleague.caller)).toContain('further below it than your role may quote')
    for (const { caller } of [till.finance, buyer])
      await expect(obstacleFor(caller)).rejects.toMatchObject({ code: '42501' })
    // Once its day has passed nobody can approve it, and nobody is asked to.
    const ended = await app.owner.query<{ id: string }>(
      `update public.quotes set expires_at = now() - interval '1 minute' where order_id = $1 returning id`,
      [id],
    )
    expect(await waits(admin.caller)).toBe(false)
    expect(
      await market.refuse(admin.caller, 'decide_waiting_quote', String(ended.rows[0]?.id), true),
    ).toMatchObject({ message: 'The day of this quote has passed. Quote the order again.' })
    const again = await market.call(admin.caller, 'quote_order', id, quote())
    expect([await statusOf(ended.rows[0]?.id), await statusOf(again)]).toEqual(['refused', 'open'])
  })
})

describe('a refund', () => {
  it('above the limit of the role waits, in parts too, and a colleague with the same limit is not the second person', async () => {
    await app.owner.query(`update public.roles set refund_up_to_kobo = 60000 where name = 'finance'`)
    const second = await app.addPerson({ role: 'finance' })
    const id = await till.placed()
    await market.call(withSecondFactor(admin), 'confirm_payment', id, market.receipt(100_000))
    await till.decide(id, 'declined', 'Spoiled')
    const asFinance = withSecondFactor(till.finance)
    const part = await market.call(asFinance, 'record_refund', id, market.receipt(40_000))
    expect(part.waitsForSecondPerson).toBeUndefined()
    const toSend = async ({ caller }: { caller: Caller }) =>
      (
        await app.as(
          caller,
          'select public.refund_to_send_kobo(t) as kobo from public.orders as t where id = $1',
          [id],
        )
      ).rows[0]?.kobo
    expect(await toSend(sales)).toBe('60000')
    const rest = await market.call(asFinance, 'record_refund', id, market.receipt(60_000))
    expect(rest).toMatchObject({ waitsForSecondPerson: true })
    expect(await market.read(id)).toMatchObject({ payment: 'refund_due', back: 60_000 })
    expect([await toSend(sales), await toSend(buyer)]).toEqual(['0', null])
    // What waits has left the account: the same money does not go back twice, under another reference.
    expect(await market.refuse(asFinance, 'record_refund', id, market.receipt(1))).toMatchObject({
      code: '23514',
      hint: 'amountKobo',
      message: 'At most ₦0 is to go back, beside what waits for a second person',
    })
    // Who may not confirm it reads why before they try.
    const obstacleFor = async ({ caller }: { caller: Caller }) =>
      (
        await app.as<{ obstacle: string | null }>(
          caller,
          'select obstacle from public.list_money_entries($1)',
          [id],
        )
      ).rows
    expect(await obstacleFor(till.finance)).toEqual([
      { obstacle: expect.stringContaining('You entered this') },
    ])
    expect(await obstacleFor(second)).toEqual([{ obstacle: expect.stringContaining('more than your role') }])
    const isNotified = async ({ caller }: { caller: Caller }) =>
      ((await market.call(caller, 'admin_notices')) as unknown as { kind: string; id: string }[]).some(
        (notice) => notice.kind === 'money_waits' && notice.id === id,
      )
    expect([await isNotified(second), await isNotified(till.finance), await isNotified(admin)]).toEqual([
      false,
      false,
      true,
    ])
    // Less than the limit of the colleague, but not with what went back before.
    expect(
      await market.refuse(withSecondFactor(second), 'decide_money_entry', rest.entryId, true),
    ).toMatchObject({
      code: '42501',
      hint: 'role_limit',
    })
    await app.owner.query(`update public.roles set refund_up_to_kobo = null where name = 'finance'`)
    expect(await obstacleFor(second)).toEqual([{ obstacle: null }])
    await market.call(withSecondFactor(second), 'decide_money_entry', rest.entryId, true)
    expect(await market.read(id)).toMatchObject({ payment: 'refunded', back: 0 })
  })

  it('in twenty parts at the same moment is no way around the limit of the role', async () => {
    await app.owner.query(`update public.roles set refund_up_to_kobo = 60000 where name = 'finance'`)
    const id = await till.placed()
    await market.call(withSecondFactor(admin), 'confirm_payment', id, market.receipt(100_000))
    await till.decide(id, 'declined', 'Spoiled')
    const parts = await Promise.all(
      Array.from({ length: 20 }, () =>
        market.call(withSecondFactor(till.finance), 'record_refund', id, market.receipt(5_000)),
      ),
    )
    expect(parts.filter(({ waitsForSecondPerson }) => waitsForSecondPerson)).toHaveLength(8)
    expect(await market.read(id)).toMatchObject({ payment: 'refund_due', back: 40_000 })
    await app.owner.query(`update public.roles set refund_up_to_kobo = null where name = 'finance'`)
  })
})

it('what a complaint is granted above the limit of the role waits, parts together', async () => {
  await app.owner.query(`update public.roles set refund_up_to_kobo = 40000 where name = 'sales'`)
  const id = await till.placed()
  await market.call(withSecondFactor(admin), 'set_credit_terms', id, 'A known buyer')
  await till.decide(id, 'approved')
  await market.deliver(admin.caller, id)
  const answer = async (refundKobo: number) => {
    await market.call(buyer.caller, 'open_order_dispute', id, { reason: `Wet, by ${refundKobo} kobo` })
    return { resolution: 'refunded', note: 'We are sorry', refundKobo }
  }
  const tooMuch = await answer(40_001)
  const waits = { waitsForSecondPerson: true }
  expect(await market.call(sales.caller, 'resolve_order_dispute', id, tooMuch)).toMatchObject(waits)
  await market.call(sales.caller, 'resolve_order_dispute', id, { ...tooMuch, refundKobo: 40_000 })
  const more = await answer(1)
  const held = await market.call(sales.caller, 'resolve_order_dispute', id, more)
  expect(held).toMatchObject(waits)
  await market.call(withSecondFactor(admin), 'decide_money_entry', held.entryId, true)
  const { rows } = await app.owner.query('select private.balance_kobo($1)::int as open', [id])
  expect(rows).toEqual([{ open: 100_000 - 40_001 }])
})

it.each([
  ['a complaint', 'resolve_order_dispute'],
  ['a rest', 'settle_remainder'],
])('of %s, what others have settled of the order counts for the limit of the role', async (_, call) => {
  await app.owner.query(
    `update public.roles set refund_up_to_kobo = 40000 where name in ('sales', 'finance')`,
  )
  const id = await till.placed()
  const strong = withSecondFactor(admin)
  await market.call(strong, 'set_credit_terms', id, 'A known buyer')
  await till.confirm(id, 1)
  await till.decide(id, 'approved')
  await market.deliver(admin.caller, id)
  const remainder = (amountKobo: number) => ({
    ...{ kind: 'write_off', amountKobo, reason: 'Nobody pays it', idempotencyKey: crypto.randomUUID() },
  })
  await market.call(strong, 'settle_remainder', id, remainder(30_000))
  const isGrant = call === 'resolve_order_dispute'
  if (isGrant) await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'Half of it is wet' })
  const person = await app.addPerson({ role: isGrant ? 'sales' : 'finance' })
  const ask = (kobo: number) =>
    market.call(
      withSecondFactor(person),
      call,
      id,
      isGrant ? { resolution: 'refunded', note: 'We are sorry', refundKobo: kobo } : remainder(kobo),
    )
  const held = await ask(10_001)
  expect(held).toMatchObject({ waitsForSecondPerson: true })
  const second = await app.addPerson({ role: 'finance' })
  expect(
    await market.refuse(withSecondFactor(second), 'decide_money_entry', held.entryId, true),
  ).toMatchObject({ code: '42501', hint: 'role_limit' })
  await market.call(strong, 'decide_money_entry', held.entryId, false)
  expect(await ask(10_000)).not.toHaveProperty('waitsForSecondPerson')
})
