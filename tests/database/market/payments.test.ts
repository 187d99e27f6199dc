// The way of the money and of the goods: claimed, confirmed by the right person, short, over, back; then disputes,
// ratings and messages.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'
import { freshPhone, goodContact, hashOf } from './market-app.ts'
import { openTill } from './market-till.ts'

const till = await openTill()
const { app, market, buyer, stranger, finance, admin, rice } = till
const { placed, claim, confirm, decide, move, delivered } = till
afterAll(() => app.close())

const yesterday = () => {
  const day = new Date(`${market.receipt(1).valueDate}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}
describe('a claim', () => {
  it('is for the buyer alone, keeps the words, and confirms nothing', async () => {
    const id = await placed()
    for (const [caller, code] of [
      [anonymous, '42501'],
      [stranger.caller, 'P0002'],
      [service, 'P0002'],
    ] as const)
      expect((await market.refuse(caller, 'claim_payment', id, {}, {})).code).toBe(code)
    expect(await claim(id)).toMatchObject({ paymentStatus: 'claimed', status: 'pending' })
    await claim(id)
    const { rows } = await app.as(
      buyer.caller,
      'select words from public.payment_claims where order_id = $1',
      [id],
    )
    expect(rows).toEqual([{ words: 'Mark as Payment Successful' }])
  })

  it('is taken for a completed order, of which something is to be paid', async () => {
    const id = await placed()
    await market.call(withSecondFactor(finance), 'set_credit_terms', id, 'Known for years')
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    await decide(id, 'completed')
    expect(await market.call(buyer.caller, 'payment_details', id)).toMatchObject({
      ok: true,
      dueKobo: 100_000,
    })
    expect(await claim(id)).toMatchObject({ paymentStatus: 'claimed', status: 'completed' })
    await confirm(id, 60_000)
    expect(await market.call(buyer.caller, 'payment_details', id)).toMatchObject({
      ok: true,
      dueKobo: 40_000,
    })
    await confirm(id, 40_000)
    expect(await market.read(id)).toMatchObject({ status: 'completed', payment: 'confirmed' })
    expect(await market.call(buyer.caller, 'payment_details', id)).toMatchObject({ code: 'not_payable' })
  })

  it('is decided on before a complaint is granted more than what is still open', async () => {
    const id = await placed()
    await market.call(withSecondFactor(finance), 'set_credit_terms', id, 'Known for years')
    await decide(id, 'approved')
    await confirm(id, 60_000)
    await market.deliver(admin.caller, id)
    await claim(id)
    await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'Wet inside', photoPaths: [] })
    const grant = (refundKobo: number) =>
      market.refuse(withSecondFactor(admin), 'resolve_order_dispute', id, {
        ...{ resolution: 'refunded', note: 'Wet indeed', refundKobo },
      })
    expect(await grant(50_000)).toMatchObject({
      code: '23514',
      hint: 'claim',
      message: expect.stringContaining('Decide on that first'),
    })
  })

  it('is accepted after the time to pay until the order is declined; then its buyer learns what to do', async () => {
    const [heard, late] = [await placed(), await placed()]
    for (const id of [heard, late]) {
      await market.passTime(id, '100 hours')
      expect(await market.call(buyer.caller, 'payment_details', id, {})).toMatchObject({
        ok: true,
        expiresAt: expect.any(String),
      })
    }
    expect(await claim(heard)).toMatchObject({ paymentStatus: 'claimed' })
    expect(await market.call(buyer.caller, 'payment_details', heard, {})).toMatchObject({ expiresAt: null })
    await app.as(service, 'select private.expire_market_orders()')
    expect(await market.read(heard)).toMatchObject({ status: 'pending' })
    expect(await market.refuse(buyer.caller, 'claim_payment', late, {}, {})).toMatchObject({
      code: '23514',
      hint: 'not_payable',
      message: expect.stringMatching(
        /^This order ran out on .+ \(Lagos\)\. If you have transferred already, do not transfer again: /,
      ),
    })
  })

  it('that does not stand on the statement is rejected by those who may, and the buyer hears of it', async () => {
    const id = await placed()
    await claim(id)
    expect((await market.refuse(withSecondFactor(buyer), 'reject_payment_claim', id)).code).toBe('42501')
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    expect(await market.read(id)).toMatchObject({ payment: 'unpaid' })
    expect(await market.mailsAbout(id)).toContain('order_payment_not_found')
    const { rows: told } = await app.owner.query(
      `select (mail.data ->> 'pay_until')::timestamptz = own.expires_at as in_time
       from private.mail_outbox as mail join public.orders as own on own.id::text = mail.data ->> 'order_id'
       where own.id = $1 and mail.template = 'order_payment_not_found'`,
      [id],
    )
    expect(told).toEqual([{ in_time: true }])
  })
})

describe('confirming a payment', () => {
  it('needs the right, the second factor, and another person than the buyer', async () => {
    const id = await placed()
    const receipt = market.receipt(100_000)
    const reviewer = await app.addPerson({ role: 'reviewer' })
    for (const caller of [
      anonymous,
      service,
      withSecondFactor(buyer),
      withSecondFactor(stranger),
      withSecondFactor(reviewer),
      finance.caller,
      admin.caller,
    ])
      expect((await market.refuse(caller, 'confirm_payment', id, receipt)).code).toBe('42501')
    const own = (await market.order(finance.caller, [rice])).id
    const asGuest = await market.orderAsGuest([rice], {
      ...goodContact,
      email: finance.email,
      phone: freshPhone(),
    })
    for (const order of [own, asGuest.id])
      expect(await market.refuse(withSecondFactor(finance), 'confirm_payment', order, receipt)).toMatchObject(
        {
          code: '42501',
          message: 'Somebody else must confirm payments of your own order',
        },
      )
    expect(await market.call(withSecondFactor(finance), 'confirm_payment', id, receipt)).toMatchObject({
      paymentStatus: 'confirmed',
    })
  })

  it('needs amount, day and reference as they stand on the statement, and counts each line once', async () => {
    const id = await placed()
    const fine = market.receipt(1000, 'FT-1')
    for (const [field, value] of [
      ['amountKobo', 0],
      ['amountKobo', -5],
      ['amountKobo', 1.5],
      ['valueDate', '2020-01-01'],
      ['valueDate', '2999-01-01'],
      ['valueDate', 'today'],
      ['valueDate', '2026-99-99'],
      ['bankReference', ' '],
    ] as const)
      expect(
        await market.refuse(withSecondFactor(finance), 'confirm_payment', id, { ...fine, [field]: value }),
      ).toMatchObject({
        code: '23514',
        hint: field,
      })
    await market.call(withSecondFactor(finance), 'confirm_payment', id, fine)
    expect(
      (
        await market.refuse(
          withSecondFactor(admin),
          'confirm_payment',
          await placed(),
          market.receipt(1000, ' ft-1 '),
        )
      ).code,
    ).toBe('23505')
    await expect(app.owner.query('update public.payments set amount_kobo = 1')).rejects.toMatchObject({
      code: '42501',
    })
    await expect(app.owner.query('delete from public.payments')).rejects.toMatchObject({ code: '42501' })
  })

  it('adds several transfers up: short, exact, over, and the surplus back', async () => {
    const id = await placed()
    await confirm(id, 40_000)
    expect(await market.read(id)).toMatchObject({ payment: 'underpaid' })
    await claim(id)
    await confirm(id, 59_999)
    expect(await market.read(id)).toMatchObject({ payment: 'underpaid' })
    // By their time the history of the order knows what arrived from a claim that was rejected.
    await claim(id)
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    const { rows } = await app.owner.query(
      `select payment.amount_kobo::int as kobo from public.order_events as event
       left join public.payments as payment using (order_id, created_at)
       where order_id = $1 and axis = 'payment' and from_value = 'claimed' order by event.id`,
      [id],
    )
    expect(rows).toEqual([{ kobo: 59_999 }, { kobo: null }])
    await confirm(id, 1)
    expect(await market.read(id)).toMatchObject({ payment: 'confirmed', back: 0 })
    await confirm(id, 700)
    expect(await market.read(id)).toMatchObject({ payment: 'overpaid', back: 700 })
    const refund = (kobo: number) =>
      market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(kobo))
    expect(
      (await market.refuse(withSecondFactor(admin), 'record_refund', id, market.receipt(701))).code,
    ).toBe('23514')
    await refund(200)
    await refund(500)
    expect(await market.read(id)).toMatchObject({ payment: 'confirmed', back: 0 })
    expect((await market.refuse(withSecondFactor(admin), 'record_refund', id, market.receipt(1))).code).toBe(
      '23514',
    )
  })

  it('takes one transfer for several orders, each its part, and never more than the line', async () => {
    const [one, two, three] = [await placed(), await placed(), await placed()]
    const line = (amountKobo: number, change: object = {}) => ({
      ...market.receipt(amountKobo, 'ft-shared'),
      ...change,
    })
    const refuse = async (id: string, details: object) => {
      const { code, hint, message } = await market.refuse(
        withSecondFactor(finance),
        'confirm_payment',
        id,
        details,
      )
      return { code, hint, message }
    }
    const { code } = await market.call(withSecondFactor(finance), 'confirm_payment', one, line(100_000))
    expect(await refuse(two, line(50_000))).toEqual({
      code: '23505',
      hint: 'transferKobo',
      message: expect.stringContaining(`recorded already, for order ${code}`),
    })
    for (const [details, hint] of [
      [line(50_000, { transferKobo: 49_999 }), 'transferKobo'],
      [line(50_000, { transferKobo: 'much' }), 'transferKobo'],
      [line(50_001, { transferKobo: 150_000 }), 'transferKobo'],
      [line(50_000, { transferKobo: 150_000, valueDate: yesterday() }), 'valueDate'],
    ] as const)
      expect(await refuse(two, details)).toMatchObject({ code: '23514', hint })
    await market.call(
      withSecondFactor(finance),
      'confirm_payment',
      two,
      line(50_000, { transferKobo: 160_000 }),
    )
    expect(await refuse(three, line(9_999, { transferKobo: 200_000 }))).toMatchObject({
      code: '23514',
      hint: 'transferKobo',
    })
    expect(await refuse(three, line(10_001, { transferKobo: 160_000 }))).toMatchObject({
      code: '23514',
      hint: 'transferKobo',
    })
    expect(await refuse(two, line(1_000, { transferKobo: 160_000 }))).toMatchObject({
      code: '23505',
      hint: 'bankReference',
    })
    await market.call(
      withSecondFactor(finance),
      'confirm_payment',
      three,
      line(10_000, { transferKobo: 160_000 }),
    )
    expect([await market.read(one), await market.read(two), await market.read(three)]).toMatchObject([
      { payment: 'confirmed' },
      { payment: 'underpaid' },
      { payment: 'underpaid' },
    ])
  })

  it('of one line for two orders at the same moment counts the line once', async () => {
    const line = market.receipt(100_000, 'FT-RACE')
    const answers = await Promise.allSettled(
      [await placed(), await placed()].map((id) =>
        market.call(withSecondFactor(finance), 'confirm_payment', id, line),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('of a declined order, before or after, makes the money go back', async () => {
    const paid = await placed()
    await confirm(paid, 100_000)
    await decide(paid, 'declined', 'Sold out')
    expect(await market.read(paid)).toMatchObject({ payment: 'refund_due', back: 100_000 })
    const late = await placed()
    await claim(late)
    await decide(late, 'declined', 'Sold out')
    expect(await market.read(late)).toMatchObject({ payment: 'claimed', back: 0 })
    await confirm(late, 100_000)
    expect(await market.read(late)).toMatchObject({ payment: 'refund_due', back: 100_000 })
    await market.call(withSecondFactor(admin), 'record_refund', late, market.receipt(100_000))
    expect(await market.read(late)).toMatchObject({ status: 'declined', payment: 'refunded', back: 0 })
  })
})

describe('the goods', () => {
  it('do not leave before approval and payment, and are moved by staff with the right, step by step', async () => {
    const id = await placed()
    const early = await market.refuse(admin.caller, 'move_order', id, 'none', 'preparing')
    expect(early.code).toBe('23514')
    await expect(decide(id, 'approved')).rejects.toMatchObject({ code: '23514', hint: 'payment_status' })
    await confirm(id, 100_000)
    expect((await market.refuse(admin.caller, 'move_order', id, 'none', 'preparing')).code).toBe('23514')
    await decide(id, 'approved')
    for (const person of [buyer, stranger, finance])
      expect((await market.refuse(person.caller, 'move_order', id, 'none', 'preparing')).code).toBe('42501')
    expect((await market.refuse(admin.caller, 'move_order', id, 'none', 'delivered')).code).toBe('23514')
    await move(id, 'none', 'preparing')
    expect((await market.refuse(admin.caller, 'move_order', id, 'none', 'preparing')).code).toBe('PT409')
    await expect(decide(id, 'completed')).rejects.toMatchObject({ code: '23514' })
    const { rows } = await app.as(
      buyer.caller,
      'select axis, to_value from public.order_events where order_id = $1 order by id',
      [id],
    )
    expect(rows.map(({ axis, to_value }) => `${axis} ${to_value}`)).toEqual([
      'status pending',
      'payment confirmed',
      'status approved',
      'fulfilment preparing',
    ])
  })
})

describe('a dispute', () => {
  const dispute = { reason: 'The sacks were wet inside', photoPaths: [] }

  it('is open to the buyer for 48 hours after the delivery, once at a time', async () => {
    const early = await placed()
    expect((await market.refuse(buyer.caller, 'open_order_dispute', early, dispute)).code).toBe('23514')
    const id = await delivered()
    expect((await market.refuse(stranger.caller, 'open_order_dispute', id, dispute)).code).toBe('P0002')
    expect((await market.refuse(buyer.caller, 'open_order_dispute', id, { reason: 'wet' })).code).toBe(
      '23514',
    )
    const late = await delivered()
    await market.passTime(late, '49 hours')
    expect((await market.refuse(buyer.caller, 'open_order_dispute', late, dispute)).code).toBe('23514')
    await market.call(buyer.caller, 'open_order_dispute', id, dispute)
    expect(await market.read(id)).toMatchObject({
      fulfilment: 'disputed',
      payment: 'confirmed',
      status: 'approved',
    })
    expect((await market.refuse(buyer.caller, 'open_order_dispute', id, dispute)).code).toBe('23514')
    await expect(decide(id, 'completed')).rejects.toMatchObject({ code: '23514' })
  })

  it('names goods of the order, no more than were ordered, and a wish; the same is not answered twice', async () => {
    const id = await delivered()
    const { rows } = await app.owner.query(
      'select product_name, quantity from public.order_items where order_id = $1',
      [id],
    )
    const wrong = (input: object) =>
      market.refuse(buyer.caller, 'open_order_dispute', id, { ...dispute, ...input })
    expect((await wrong({ line: 7 })).code).toBe('23514')
    expect((await wrong({ line: 1, amount: '1001' })).code).toBe('23514')
    for (const nothing of ['0', '0.000'])
      expect(await wrong({ line: 1, amount: nothing })).toMatchObject({
        code: '23514',
        message: 'Enter a quantity greater than 0',
      })
    for (const input of [{ line: '1; drop' }, { line: 1, amount: '0x1' }, { amount: '1' }, { wish: 'gold' }])
      expect((await wrong(input)).code).toBe('22023')
    const said = { ...dispute, line: 1, amount: '1', wish: 'credit' }
    await market.call(buyer.caller, 'open_order_dispute', id, said)
    const stored = await app.as(
      buyer.caller,
      'select line_name, amount, amount_unit, wish from public.order_disputes where order_id = $1',
      [id],
    )
    expect(stored.rows).toEqual([
      { line_name: `${rows[0]?.product_name}, 50 kg`, amount: '1', amount_unit: 'packs', wish: 'credit' },
    ])
    await market.call(admin.caller, 'resolve_order_dispute', id, {
      resolution: 'rejected',
      note: 'We looked at it',
    })
    expect((await wrong(said)).code).toBe('23514')
    await market.call(buyer.caller, 'open_order_dispute', id, { ...said, reason: 'And the seams are open' })
  })

  it('ends by staff: rejected, replaced, or money back, never more than came', async () => {
    for (const [resolution, refundKobo, expected] of [
      ['rejected', undefined, { fulfilment: 'delivered', payment: 'confirmed' }],
      ['replaced', undefined, { fulfilment: 'preparing', payment: 'confirmed' }],
      ['refunded', 30_000, { fulfilment: 'delivered', payment: 'refund_due', back: 30_000 }],
    ] as const) {
      const id = await delivered()
      await market.call(buyer.caller, 'open_order_dispute', id, dispute)
      const answer = { resolution, note: 'We looked at the photos', refundKobo }
      for (const person of [buyer, finance])
        expect((await market.refuse(person.caller, 'resolve_order_dispute', id, answer)).code).toBe('42501')
      if (refundKobo)
        expect(
          (await market.refuse(admin.caller, 'resolve_order_dispute', id, { ...answer, refundKobo: 100_001 }))
            .code,
        ).toBe('23514')
      await market.call(admin.caller, 'resolve_order_dispute', id, answer)
      expect(await market.read(id)).toMatchObject(expected)
    }
  })

  it('may come after one that was answered with money, before it went back and after', async () => {
    const id = await delivered()
    const open = () =>
      market.call(buyer.caller, 'open_order_dispute', id, { ...dispute, reason: randomUUID() })
    const answer = (input: object) =>
      market.call(withSecondFactor(admin), 'resolve_order_dispute', id, { note: 'We looked at it', ...input })
    const sendBack = async (kobo: number) => {
      const held = await market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(kobo))
      if (held.waitsForSecondPerson) {
        const second = await app.addPerson({ role: 'finance' })
        await market.call(withSecondFactor(second), 'decide_money_entry', held.entryId, true)
      }
    }
    await open()
    await answer({ resolution: 'refunded', refundKobo: 30_000 })
    await open()
    expect(await market.read(id)).toMatchObject({
      fulfilment: 'disputed',
      payment: 'refund_due',
      back: 30_000,
    })
    await answer({ resolution: 'refunded', refundKobo: 20_000 })
    expect(await market.read(id)).toMatchObject({ payment: 'refund_due', back: 50_000 })
    await sendBack(50_000)
    expect(await market.read(id)).toMatchObject({ payment: 'refunded', back: 0 })
    await open()
    await answer({ resolution: 'replaced' })
    await move(id, 'preparing', 'dispatched')
    await move(id, 'dispatched', 'delivered')
    await open()
    await answer({ resolution: 'refunded', refundKobo: 10_000 })
    expect(await market.read(id)).toMatchObject({ payment: 'refund_due', back: 10_000 })
  })
})

describe('ratings and messages', () => {
  it('come from completed orders alone, one for each product, and make the average', async () => {
    const product = { ...rice }
    const id = await delivered()
    expect((await market.refuse(buyer.caller, 'rate_product', id, product.productId, 5)).code).toBe('23514')
    await decide(id, 'completed')
    expect((await market.refuse(stranger.caller, 'rate_product', id, product.productId, 5)).code).toBe(
      'P0002',
    )
    expect((await market.refuse(buyer.caller, 'rate_product', id, product.productId, 6)).code).toBe('23514')
    const other = await market.addProduct(null)
    expect((await market.refuse(buyer.caller, 'rate_product', id, other.productId, 5)).code).toBe('23514')
    await market.call(buyer.caller, 'rate_product', id, product.productId, 1)
    await market.call(buyer.caller, 'rate_product', id, product.productId, 4)
    const second = await delivered()
    await decide(second, 'completed')
    await market.call(buyer.caller, 'rate_product', second, product.productId, 5)
    const { rows } = await app.as(
      anonymous,
      'select rating_average, rating_count from public.products where id = $1',
      [product.productId],
    )
    expect(rows).toEqual([{ rating_average: '4.5', rating_count: 2 }])
  })

  it('come from the buyer of a completed bulk order, one for the whole of it, and are read by staff', async () => {
    const { id } = await submitOrder(app, buyer)
    const rate = (stars: number, comment = '', by = buyer) =>
      market.refuse(by.caller, 'rate_order', id, stars, comment)
    expect((await rate(5)).code).toBe('23514')
    await app.owner.query(
      `alter table public.orders disable trigger user;
       update public.orders set status = 'completed', payment_status = 'confirmed' where id = '${id}';
       alter table public.orders enable trigger user`,
    )
    expect((await rate(5, '', stranger)).code).toBe('P0002')
    expect((await rate(6)).code).toBe('23514')
    expect((await market.refuse(buyer.caller, 'rate_order', await delivered(), 5)).code).toBe('23514')
    await market.call(buyer.caller, 'rate_order', id, 2)
    await market.call(buyer.caller, 'rate_order', id, 4, 'Dry, and on time')
    const read = async (caller: Caller) =>
      (await app.as(caller, 'select stars, comment from public.order_ratings where order_id = $1', [id])).rows
    for (const caller of [buyer.caller, admin.caller])
      expect(await read(caller)).toEqual([{ stars: 4, comment: 'Dry, and on time' }])
    expect(await read(stranger.caller)).toEqual([])
    const forged = 'update public.order_ratings set stars = 5'
    for (const caller of [buyer.caller, admin.caller])
      expect((await app.refusalOf(caller, forged)).code).toBe('42501')
  })

  it('wait for confirmed money where an order was completed on credit', async () => {
    const id = await placed()
    await app.owner.query(
      `alter table public.orders disable trigger user;
       update public.orders set status = 'completed', fulfilment_status = 'delivered' where id = '${id}';
       alter table public.orders enable trigger user`,
    )
    expect(await market.refuse(buyer.caller, 'rate_product', id, rice.productId, 5)).toMatchObject({
      code: '23514',
      message: 'A product can be rated once its payment is confirmed',
    })
  })

  it('are written in nobody else’s name', async () => {
    const id = await placed()
    const guest = await market.orderAsGuest([rice])
    await market.call(buyer.caller, 'send_order_message', id, 'When does it come?')
    await market.writeToBuyer(admin.caller, id, 'On Monday.')
    await market.call(service, 'send_order_message', guest.id, 'Hello', guest.context)
    const { rows } = await app.as(
      buyer.caller,
      'select is_from_staff, body from public.order_messages order by id',
    )
    expect(rows).toEqual([
      { is_from_staff: false, body: 'When does it come?' },
      { is_from_staff: true, body: 'On Monday.' },
    ])
    for (const [caller, context] of [
      [stranger.caller, {}],
      [finance.caller, {}],
      // Staff write by send_record_message alone, which asks for their rights and counts.
      [admin.caller, {}],
      [service, { trackingTokenHash: hashOf('guess') }],
    ] as const)
      expect((await market.refuse(caller, 'send_order_message', id, 'Pay elsewhere', context)).code).toBe(
        'P0002',
      )
    expect((await market.refuse(buyer.caller, 'send_order_message', id, ' ')).code).toBe('23514')
  })
})
