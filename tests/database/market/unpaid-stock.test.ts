// Goods that an order takes off the shelf before it is paid: how long a claim holds them, and how much one buyer may hold.
import { afterAll, describe, expect, it } from 'vitest'
import type { OrderHold } from '#domain/market/order.ts'
import { type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { hashOf, makeContact } from './market-app.ts'
import { openTill } from './market-till.ts'

const till = await openTill()
afterAll(() => till.app.close())

const readHoldOf = async (caller: Person['caller'], id: string) => {
  const { rows } = await till.app.as(
    caller,
    'select public.order_hold(own) as hold from public.orders as own where id = $1',
    [id],
  )
  return rows[0]?.hold as OrderHold | null
}
const nothing = { keptUntil: null, pricesChanged: false }

it('a price that is another one once its time is over is told to the buyer of the order, and to nobody else', async () => {
  const product = await till.market.addProduct(10, 100_000)
  const { id } = await till.market.order(till.buyer.caller, [product])
  const guest = await till.market.orderAsGuest([product])
  const read = async () => [
    await readHoldOf(till.buyer.caller, id),
    (await till.market.call(service, 'track_market_order', hashOf(guest.token))).order_hold,
  ]
  await till.app.owner.query('update public.products set price_kobo = 120000 where id = $1', [
    product.productId,
  ])
  expect(await read()).toEqual([nothing, nothing])
  const changed = { ...nothing, pricesChanged: true }
  for (const one of [id, guest.id]) await till.market.passTime(one, '25 hours')
  expect(await read()).toEqual([changed, changed])
  // Nor by a row that only looks like the order.
  const madeUp = `select public.order_hold(jsonb_populate_record(null::public.orders, '{"id": "${id}", "user_id": "${till.stranger.id}"}')) as hold`
  expect((await till.app.as(till.stranger.caller, madeUp)).rows).toEqual([{ hold: null }])
  await till.market.call(till.buyer.caller, 'confirm_order_prices', id, 120_000)
  expect(await readHoldOf(till.buyer.caller, id)).toEqual(nothing)
})

describe('stock that a claim holds', () => {
  const jobs = () => till.app.owner.query('select private.run_market_jobs()')
  /** Moves the clock of an order on. */
  const wait = (id: string, interval: string) =>
    till.app.owner.query(
      `update public.orders set expires_at = expires_at - $2::interval, claimed_at = claimed_at - $2::interval,
         claim_holds_until = claim_holds_until - $2::interval where id = $1`,
      [id, interval],
    )
  const claimed = async (stock = 10) => {
    const product = await till.market.addProduct(stock, 100_000)
    const { id } = await till.market.order(till.buyer.caller, [{ ...product, quantity: 4 }])
    await till.claim(id)
    return { id, product }
  }

  it('goes back on sale after 48 hours, and the order stays open for finance', async () => {
    const { id, product } = await claimed()
    await wait(id, '47 hours 59 minutes')
    await jobs()
    expect(await till.market.stockOf(product)).toBe(6)
    await wait(id, '2 minutes')
    await jobs()
    await jobs()
    expect(await till.market.stockOf(product)).toBe(10)
    expect(await till.market.read(id)).toMatchObject({ status: 'pending', payment: 'claimed' })
    expect(await till.market.mailsAbout(id)).toContain('order_payment_not_seen')
    await till.decide(id, 'declined')
    expect(await till.market.stockOf(product)).toBe(10)
  })

  it('is not held longer by claiming every day', async () => {
    const { id, product } = await claimed()
    for (const _ of [1, 2, 3, 4]) {
      await wait(id, '23 hours')
      await jobs()
      if ((await till.market.read(id)).status !== 'pending') break
      await till.claim(id)
      await till.market.call(withSecondFactor(till.finance), 'reject_payment_claim', id).catch(() => {})
      await till.claim(id).catch(() => {})
    }
    await jobs()
    expect(await till.market.stockOf(product)).toBe(10)
  })

  it('is held for a week after a few naira came, and no longer by a few more', async () => {
    const { id, product } = await claimed()
    const readHold = (caller = till.buyer.caller) => readHoldOf(caller, id)
    expect(await readHold()).toEqual(nothing)
    await till.confirm(id, 100)
    // Until then the page and the mail ask for the rest.
    const keptUntil = Date.parse(String((await readHold())?.keptUntil))
    expect(Math.abs(keptUntil - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000)
    const { rows } = await till.app.owner.query(
      `select data ->> 'kept_until' as until from private.mail_outbox
       where template = 'order_payment_short' and data ->> 'order_id' = $1`,
      [id],
    )
    expect(rows.map(({ until }) => Date.parse(until))).toEqual([keptUntil])
    await wait(id, '6 days')
    await jobs()
    expect(await till.market.stockOf(product)).toBe(6)
    await till.market.passPayments(id, '8 days')
    await jobs()
    expect(await till.market.stockOf(product)).toBe(10)
    expect(await till.market.read(id)).toMatchObject({ status: 'pending', payment: 'underpaid' })
    expect(await till.market.mailsAbout(id)).toContain('order_payment_rest_not_seen')
    expect(await readHold()).toEqual(nothing)
    await till.confirm(id, 100)
    expect(await till.market.stockOf(product)).toBe(10)
    await till.confirm(id, 399_800)
    expect(await till.market.stockOf(product)).toBe(6)
    expect(await till.market.read(id)).toMatchObject({ payment: 'confirmed' })
  })

  it('and whose rest did not come in time says to staff what to ring about, and when it can be approved', async () => {
    const product = await till.market.addProduct(4, 100_000)
    const { email, ...silent } = makeContact()
    expect(email).toContain('@')
    const { id } = await till.market.orderAsGuest([{ ...product, quantity: 4 }], silent)
    await till.confirm(id, 100)
    await till.market.passPayments(id, '8 days')
    await jobs()
    const read = async (caller = till.admin.caller) =>
      (
        await till.app.as(
          caller,
          'select public.to_ring(own) as ring, public.goods_obstacle(own) as gone from public.orders as own where id = $1',
          [id],
        )
      ).rows[0]
    const isToApprove = async () =>
      (
        await till.app.as<{ ids: string[] }>(
          till.admin.caller,
          `select (public.find_records('orders', filters => '{"step": "paid_to_approve"}', page_size => 500)).ids`,
        )
      ).rows[0]?.ids?.includes(id) ?? false
    const ring = (await read())?.ring
    expect(ring).toContain('Rest of the payment has not arrived')
    expect(await read()).toEqual({ ring, gone: null })
    const other = await till.market.orderAsGuest([product])
    await till.confirm(id, 399_900)
    expect((await read())?.gone).toContain('its goods were sold to others')
    expect(await read(till.stranger.caller)).toBeUndefined()
    expect(await isToApprove()).toBe(false)
    await expect(till.decide(id, 'approved')).rejects.toMatchObject({ code: '23514', hint: 'stock' })
    await till.decide(other.id, 'declined')
    expect((await read())?.gone).toBeNull()
    expect(await isToApprove()).toBe(true)
    await till.decide(id, 'approved')
  })

  it('is held as long as credit terms stand, whose order neither ends nor is reminded nor costs anything else', async () => {
    const product = await till.market.addProduct(10, 100_000)
    const setTerms = (id: string, reason: string, expected: string) =>
      till.market.call(withSecondFactor(till.finance), 'set_credit_terms', id, reason, expected)
    const { id } = await till.market.order(till.buyer.caller, [{ ...product, quantity: 4 }])
    await setTerms(id, 'Known for years', '')
    await wait(id, '71 hours')
    await jobs()
    await till.market.passTime(id, '30 hours')
    await jobs()
    expect(await till.market.read(id)).toMatchObject({ status: 'pending', payment: 'unpaid' })
    expect(await till.market.stockOf(product)).toBe(6)
    expect(await till.market.mailsAbout(id)).toEqual(['order_placed'])
    // What was agreed on costs what it did.
    await till.app.owner.query('update public.products set price_kobo = 150000 where id = $1', [
      product.productId,
    ])
    const details = await till.market.call(till.buyer.caller, 'payment_details', id)
    expect(details).toMatchObject({ ok: true, dueKobo: 400_000, expiresAt: null })
    await till.market.call(till.buyer.caller, 'issue_pro_forma', id)
    const documents = await till.app.owner.query(
      `select content -> 'goodUntil' as until, private.is_lapsed(paper) as is_over
       from public.order_documents as paper where order_id = $1`,
      [id],
    )
    expect(documents.rows).toEqual([{ until: null, is_over: false }])
    await till.claim(id)
    await wait(id, '49 hours')
    await jobs()
    expect(await till.market.stockOf(product)).toBe(6)
    // Once they are taken back, there is a day at least to pay.
    const { id: other } = await till.market.order(till.buyer.caller, [
      { ...product, priceKobo: 150_000, quantity: 1 },
    ])
    await setTerms(other, 'Known for years', '')
    await wait(other, '80 hours')
    await setTerms(other, '', 'Known for years')
    await jobs()
    expect(await till.market.read(other)).toMatchObject({ status: 'pending' })
    await wait(other, '25 hours')
    await jobs()
    expect(await till.market.read(other)).toMatchObject({
      status: 'declined',
      decline_code: 'payment_expired',
    })
    // So it is where the buyer says that it is paid; and who finds nothing tells the buyer.
    await setTerms(id, '', 'Known for years')
    await jobs()
    expect(await till.market.stockOf(product)).toBe(6)
    await wait(id, '25 hours')
    await jobs()
    expect(await till.market.stockOf(product)).toBe(10)
    await setTerms(id, 'Known for years', '')
    await till.market.call(withSecondFactor(till.finance), 'reject_payment_claim', id)
    expect(await till.market.read(id)).toMatchObject({ status: 'pending', payment: 'unpaid' })
    expect(await till.market.mailsAbout(id)).toContain('order_payment_not_found')
  })

  it('of a guest without a proof is held no longer than unpaid', async () => {
    const product = await till.market.addProduct(10, 100_000)
    const guest = await till.market.orderAsGuest([{ ...product, quantity: 4 }])
    await till.market.call(service, 'claim_payment', guest.id, {}, guest.context)
    await wait(guest.id, '23 hours')
    await jobs()
    expect(await till.market.stockOf(product)).toBe(6)
    await wait(guest.id, '61 minutes')
    await jobs()
    expect(await till.market.stockOf(product)).toBe(10)
    expect(await till.market.read(guest.id)).toMatchObject({ payment: 'claimed' })
  })

  it('of a guest with a proof is held for the 48 hours', async () => {
    const product = await till.market.addProduct(10, 100_000)
    const guest = await till.market.orderAsGuest([{ ...product, quantity: 4 }])
    const proofPath = `${guest.id}/${crypto.randomUUID()}`
    await till.app.owner.query(
      `insert into private.order_uploads (path, order_id, kind, ready_at) values ($1, $2, 'proof', now())`,
      [proofPath, guest.id],
    )
    await till.market.call(service, 'claim_payment', guest.id, { proofPath }, guest.context)
    await wait(guest.id, '47 hours')
    await jobs()
    expect(await till.market.stockOf(product)).toBe(6)
    await wait(guest.id, '61 minutes')
    await jobs()
    expect(await till.market.stockOf(product)).toBe(10)
  })

  it('is reserved again when the money is found after all, if it is there', async () => {
    const { id, product } = await claimed()
    await wait(id, '49 hours')
    await jobs()
    await till.confirm(id, 400_000)
    expect(await till.market.stockOf(product)).toBe(6)
    await till.decide(id, 'approved')
    expect(await till.market.read(id)).toMatchObject({ status: 'approved', payment: 'confirmed' })
  })

  it('is called for sale again on the page and in mails while it is, and no longer once it is reserved again', async () => {
    const product = await till.market.addProduct(10, 100_000)
    const guest = await till.market.orderAsGuest([{ ...product, quantity: 2 }])
    const claim = () => till.market.call(service, 'claim_payment', guest.id, {}, guest.context)
    const isReleased = async () => {
      const row = await till.market.call(service, 'track_market_order', hashOf(guest.token))
      return row.goods_released
    }
    const lastMail = async () => {
      const { rows } = await till.app.owner.query(
        `select template, data -> 'goods_released' as released from private.mail_outbox
         where data ->> 'order_id' = $1 order by created_at desc limit 1`,
        [guest.id],
      )
      return rows[0]
    }
    await till.confirm(guest.id, 50_000)
    expect(await isReleased()).toBe(false)
    await till.market.passPayments(guest.id, '8 days')
    await jobs()
    expect(await isReleased()).toBe(true)
    await claim()
    expect(await lastMail()).toEqual({ template: 'order_payment_claimed', released: true })
    await till.app.owner.query('update public.products set stock = 1 where id = $1', [product.productId])
    await till.confirm(guest.id, 150_000)
    expect(await lastMail()).toEqual({ template: 'order_payment_confirmed', released: true })
    expect(await isReleased()).toBe(true)
    await till.app.owner.query('update public.products set stock = 2 where id = $1', [product.productId])
    await till.decide(guest.id, 'approved')
    expect(await isReleased()).toBe(false)
    expect(await lastMail()).toEqual({ template: 'order_market_approved', released: null })
  })

  it('is waited for, or the money goes back, when others have bought it meanwhile', async () => {
    const { id, product } = await claimed()
    await wait(id, '49 hours')
    await jobs()
    await till.app.owner.query('update public.products set stock = 3 where id = $1', [product.productId])
    expect(await till.confirm(id, 400_000)).toMatchObject({ paymentStatus: 'confirmed', stockMissing: true })
    await expect(till.decide(id, 'approved')).rejects.toMatchObject({ code: '23514', hint: 'stock' })
    await till.app.owner.query('update public.products set stock = 5 where id = $1', [product.productId])
    await till.decide(id, 'approved')
    expect(await till.market.stockOf(product)).toBe(1)
    const other = await claimed(4)
    await wait(other.id, '49 hours')
    await jobs()
    await till.app.owner.query('update public.products set stock = 0 where id = $1', [
      other.product.productId,
    ])
    await till.confirm(other.id, 400_000)
    await till.decide(other.id, 'declined', 'Sold meanwhile')
    expect(await till.market.read(other.id)).toMatchObject({ payment: 'refund_due', back: 400_000 })
    expect(await till.market.stockOf(other.product)).toBe(0)
  })

  it('is not promised for another day when the claim is rejected after it went back', async () => {
    const { id } = await claimed()
    await wait(id, '49 hours')
    await jobs()
    await till.market.call(withSecondFactor(till.finance), 'reject_payment_claim', id)
    await jobs()
    expect(await till.market.read(id)).toMatchObject({ status: 'declined', payment: 'unpaid' })
    expect(await till.market.mailsAbout(id)).not.toContain('order_payment_not_found')
  })

  it('is shown to the desk where an order holds more than a quarter of a product', async () => {
    const product = await till.market.addProduct(100, 1_000)
    const small = await till.market.order(till.buyer.caller, [{ ...product, quantity: 20 }])
    const large = await till.market.order(till.buyer.caller, [{ ...product, quantity: 25 }])
    const notices = async (person: Person) =>
      (
        await till.app.as<{ notices: { kind: string; id: string }[] }>(
          person.caller,
          'select public.admin_notices() as notices',
        )
      ).rows[0]?.notices.filter(({ id }) => [small.id, large.id].includes(id))
    expect(await notices(till.admin)).toEqual([{ kind: 'holds_much', id: large.id, code: large.code }])
    expect(await notices(till.stranger)).toEqual([])
    await till.confirm(large.id, 25_000)
    expect(await notices(till.admin)).toEqual([])
  })
})

describe('without having paid', () => {
  const phone = makeContact
  const place = (items: object[], contact: object, deviceHash?: string) =>
    till.market.place(
      service,
      items,
      {
        trackingTokenHash: crypto.randomUUID().replaceAll('-', '').repeat(2),
        ...(deviceHash && { deviceHash }),
      },
      contact,
    )

  it('a guest holds a quarter of a product, or a few packs, over all orders of a phone or a device', async () => {
    const product = await till.market.addProduct(100, 1_000)
    const contact = phone()
    const device = 'a'.repeat(64)
    expect(await place([{ ...product, quantity: 26 }], contact, device)).toEqual({
      ok: false,
      code: 'too_much_unpaid',
      lines: [{ productId: product.productId, name: 'Rice', quantity: 26, allowed: 25 }],
      sumKobo: 200_000_000,
      leftKobo: null,
    })
    expect(await place([{ ...product, quantity: 20 }], contact, device)).toMatchObject({ ok: true })
    for (const [whose, hash] of [
      [contact, undefined],
      [phone(), device],
    ] as const)
      expect(await place([{ ...product, quantity: 6 }], whose, hash)).toMatchObject({
        code: 'too_much_unpaid',
        lines: [{ allowed: 5 }],
      })
    expect(await place([{ ...product, quantity: 20 }], phone())).toMatchObject({ ok: true })
    const few = await till.market.addProduct(5, 1_000)
    expect(await place([{ ...few, quantity: 5 }], phone())).toMatchObject({ ok: true })
    expect(await till.market.stockOf(product)).toBe(60)
  })

  it('a guest holds goods up to a sum, and what is never short counts for nothing', async () => {
    const dear = await till.market.addProduct(100, 60_000_000)
    const contact = phone()
    expect(await place([{ ...dear, quantity: 3 }], contact)).toMatchObject({ ok: true })
    expect(await place([dear], contact)).toMatchObject({
      code: 'too_much_unpaid',
      lines: [],
      sumKobo: 200_000_000,
      leftKobo: 20_000_000,
    })
    const endless = await till.market.addProduct(null, 60_000_000)
    expect(await place([{ ...endless, quantity: 50 }], contact)).toMatchObject({ ok: true })
  })

  it('a member holds half of a product, and more again when the money is there', async () => {
    const member = await till.app.addPerson()
    const product = await till.market.addProduct(200, 1_000)
    const placed = await till.market.place(member.caller, [{ ...product, quantity: 101 }])
    expect(placed).toMatchObject({ code: 'too_much_unpaid', lines: [{ allowed: 100 }] })
    const { id } = await till.market.order(member.caller, [{ ...product, quantity: 100 }])
    expect(await till.market.place(member.caller, [product])).toMatchObject({ lines: [{ allowed: 0 }] })
    await till.confirm(id, 100_000)
    expect(await till.market.place(member.caller, [{ ...product, quantity: 50 }])).toMatchObject({ ok: true })
  })

  it('nobody holds more by paying a few naira, or once a claim ran out', async () => {
    const member = await till.app.addPerson()
    const product = await till.market.addProduct(200, 1_000)
    const { id } = await till.market.order(member.caller, [{ ...product, quantity: 100 }])
    await till.confirm(id, 1)
    const full = { code: 'too_much_unpaid', lines: [{ allowed: 0 }] }
    expect(await till.market.place(member.caller, [product])).toMatchObject(full)
    const other = await till.app.addPerson()
    const later = await till.market.order(other.caller, [{ ...product, quantity: 50 }])
    await till.market.call(other.caller, 'claim_payment', later.id, {})
    await till.app.owner.query(`update public.orders set claim_holds_until = now() where id = '${later.id}'`)
    await till.app.owner.query('select private.run_market_jobs()')
    expect(await till.market.stockOf(product)).toBe(100)
    expect(await till.market.place(other.caller, [product])).toMatchObject(full)
  })

  it('eight phones of one device do not share the last packs out among themselves at once', async () => {
    const product = await till.market.addProduct(100, 1_000)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => place([{ ...product, quantity: 25 }], phone(), 'b'.repeat(64))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await till.market.stockOf(product)).toBe(75)
  })
})
