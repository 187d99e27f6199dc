// A guest buys over HTTP: checkout, the secret link, where to pay, and the claim; first everything that is refused.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { notCallable } from '#domain/callable-phones.ts'
import { trackingTokenHeader, trackPaths } from '#domain/guest-links.ts'
import { type MarketOrderLine, marketMessages, marketPaths } from '#domain/market/market-orders.ts'
import type { OrderRow } from '#domain/market/order.ts'
import { silentLog } from '#platform/log.ts'
import { marketJob } from '#server/market/jobs.ts'
import { makeContact } from '#tests/database/market/market-app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { within } from '#tests/harness/within.ts'
import { createApplicant, tokenOf } from '#tests/server/registrations/applicant.ts'
import { type Checked, openMarketApp, type Shopper } from './market-app.ts'

let guest: Shopper

const app = await openMarketApp({ FORM_LIMITS_FACTOR: '20' })
await app.setAccount('0123456789')
const rice = await app.addProduct(null)
guest = await app.newShopper()
afterAll(() => app.stop())

/** Whatever it is, it leaves no order behind. */
async function expectNoOrder(work: () => Promise<unknown>): Promise<void> {
  const before = await app.countOrders()
  await work()
  expect(await app.countOrders()).toBe(before)
}

describe('a checkout is refused', () => {
  it.each<[string, number, string, () => Promise<object>]>([
    ['without a proof of work', 403, 'proof', async () => ({ proof: '' })],
    ['with the field that people do not see', 403, 'proof', async () => ({ homepage: 'https://spam.test' })],
    ['without a key for the attempt', 400, 'unreadable', async () => ({ idempotencyKey: 'again' })],
    [
      'with half a pack',
      400,
      'unreadable',
      async () => ({ request: { items: [{ ...rice, quantity: 0.5 }], contact: makeContact() } }),
    ],
    [
      'with less than one pack',
      400,
      'unreadable',
      async () => ({ request: { items: [{ ...rice, quantity: 0 }], contact: makeContact() } }),
    ],
    [
      'with the same product in two lines',
      409,
      'conflict',
      async () => ({ request: { items: [rice, rice], contact: makeContact() } }),
    ],
    [
      'with nothing in the cart',
      422,
      'invalid',
      async () => ({ request: { items: [], contact: makeContact() } }),
    ],
    [
      'with more packs than one line may have',
      422,
      'invalid',
      async () => ({ request: { items: [{ ...rice, quantity: 10_001 }], contact: makeContact() } }),
    ],
  ])('%s', async (_, status, code, input) => {
    await expectNoOrder(async () => {
      const answer = await guest.checkOut([rice], await input())
      expect(answer).toMatchObject({ status, body: { ok: false, code } })
    })
  })

  it('with answers that the form refuses: every field is named', async () => {
    await expectNoOrder(async () => {
      const contact = { ...makeContact(), name: 'A', phone: '12', lga: '' }
      const { status, body } = await guest.checkOut([rice], { request: { items: [rice], contact } })
      expect(status).toBe(422)
      expect(body.errors.map(({ field }) => field)).toEqual(['name', 'phone', 'lga'])
    })
  })

  it('without an e-mail, with a number that cannot be called', async () => {
    await expectNoOrder(async () => {
      const contact = { ...makeContact(), email: '', phone: '00000000000' }
      const { status, body } = await guest.checkOut([rice], { request: { items: [rice], contact } })
      expect(status).toBe(422)
      expect(body.errors).toEqual([{ field: 'phone', message: notCallable }])
    })
  })

  it('from another site', async () => {
    await expectNoOrder(async () => {
      const request = await guest.request([rice])
      const tells: Record<string, string>[] = [
        { origin: 'https://evil.test' },
        { 'sec-fetch-site': 'cross-site' },
      ]
      for (const headers of tells)
        expect(await guest.call('POST', marketPaths.orders, request, headers)).toMatchObject({ status: 403 })
    })
  })

  it('with a proof that another attempt has used', async () => {
    const proof = await guest.prove()
    expect((await guest.checkOut([rice], { proof })).status).toBe(201)
    await expectNoOrder(async () => expect((await guest.checkOut([rice], { proof })).status).toBe(403))
  })

  it('with another price than now: the answer shows both, and the same attempt goes on with the new one', async () => {
    const yam = await app.addProduct(5, 200_000)
    const input = { proof: await guest.prove(), idempotencyKey: randomUUID() }
    await expectNoOrder(async () => {
      const answer = await guest.checkOut([{ ...yam, priceKobo: 150_000 }], input)
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({
        ok: false,
        code: 'lines_changed',
        message: marketMessages.linesChanged,
        lines: [
          {
            productId: yam.productId,
            seenPriceKobo: 150_000,
            priceKobo: 200_000,
            isAvailable: true,
            stock: 5,
          },
        ],
      })
    })
    expect(await app.stockOf(yam)).toBe(5)
    expect(await guest.checkOut([yam], input)).toMatchObject({ status: 201, body: { totalKobo: 200_000 } })
  })

  it('when the number of the phone has three orders that nobody has paid', async () => {
    const contact = makeContact()
    for (let orders = 0; orders < 3; orders++) await (await app.newShopper()).order([rice], contact)
    await expectNoOrder(async () => {
      const another = await app.newShopper()
      const answer = await another.checkOut([rice], { request: { items: [rice], contact } })
      expect(answer).toMatchObject({
        status: 409,
        body: { ok: false, code: 'too_many_open_orders', message: expect.stringContaining('sign in') },
      })
    })
  })

  it('when the device has three orders that nobody has paid, whatever phone they name', async () => {
    const device = await app.newShopper()
    for (let orders = 0; orders < 3; orders++) await device.order([rice])
    await expectNoOrder(async () =>
      expect((await device.checkOut([rice])).body.code).toBe('too_many_open_orders'),
    )
  })

  it('when three orders without a device came from the address, however often the cookie is left away', async () => {
    const guest = await app.newShopper()
    const sendWithout = async () => {
      const request = await guest.request([rice])
      return guest.call<Checked>('POST', marketPaths.orders, request, { cookie: '' })
    }
    for (let orders = 0; orders < 3; orders++) expect((await sendWithout()).status).toBe(201)
    await expectNoOrder(async () => expect((await sendWithout()).body.code).toBe('too_many_open_orders'))
    // Another household behind the same address shows the cookie of its own first visit.
    expect((await guest.checkOut([rice])).status).toBe(201)
  })

  it('never for what another device at the same address has ordered', async () => {
    const neighbours = [await app.newShopperAt('192.0.2.7'), await app.newShopperAt('192.0.2.7')]
    for (const neighbour of neighbours)
      for (let orders = 0; orders < 3; orders++) await neighbour.order([rice])
    for (const neighbour of neighbours)
      expect((await neighbour.checkOut([rice])).body.code).toBe('too_many_open_orders')
  })
})

describe('a guest', () => {
  it('sees no account before there is an order', async () => {
    for (const token of ['', 'x'.repeat(43), 'a'.repeat(64)])
      expect(await guest.onTrack(token, marketPaths.trackPaymentDetails)).toMatchObject({
        status: 404,
        body: { message: marketMessages.notFound },
      })
  })

  it('is stored with a phone number of another country as one dials it', async () => {
    const shopper = await app.newShopper()
    const contact = { ...makeContact(), phone: '+44 (0)20 7946 0018' }
    const order = await shopper.order([{ ...(await app.addProduct(10, 1_250_000)), quantity: 1 }], contact)
    const { body } = await shopper.onTrack(order.token, marketPaths.trackPaymentDetails)
    expect(body).toMatchObject({ phone: '+442079460018' })
  })

  it('orders, follows the order, sees where to pay, and says that it is paid', async () => {
    const shopper = await app.newShopper()
    const tomatoes = await app.addProduct(10, 1_250_000)
    const contact = makeContact()
    const order = await shopper.order([{ ...tomatoes, quantity: 4 }], contact)
    expect(order).toMatchObject({
      ok: true,
      totalKobo: 5_000_000,
      status: 'pending',
      paymentStatus: 'unpaid',
      isNew: true,
    })
    expect(order.code).toMatch(/^[0-9A-Z-]{1,10}$/)
    expect(await app.stockOf(tomatoes)).toBe(6)

    const tracked = (await shopper.onTrack<OrderRow>(order.token, marketPaths.track)).body
    expect(tracked).toMatchObject({
      code: order.code,
      order_contacts: { name: contact.name, email: contact.email },
      order_items: [{ product_name: 'Rice', quantity: 4, price_kobo: 1_250_000, total_kobo: 5_000_000 }],
      payment_claims: [],
    })

    const { body: details } = await shopper.onTrack(order.token, marketPaths.trackPaymentDetails)
    expect(details).toMatchObject({
      ok: true,
      accountNumber: '0123456789',
      accountName: 'The company',
      code: order.code,
      phone: `+234${contact.phone.slice(1)}`,
      dueKobo: 5_000_000,
    })
    expect(Date.parse(String(details.changedAt))).not.toBeNaN()

    const words = 'Mark as Payment Successful'
    for (let taps = 0; taps < 2; taps++)
      expect(await shopper.onTrack(order.token, marketPaths.trackClaim, { words })).toMatchObject({
        status: 200,
        body: { ok: true, paymentStatus: 'claimed', status: 'pending' },
      })
    const after = (await shopper.onTrack<OrderRow>(order.token, marketPaths.track)).body
    expect(after.payment_claims).toEqual([
      { words, note: null, amount_kobo: null, has_proof: false, created_at: expect.any(String) },
    ])
  })

  it('has one order of one attempt, with the same link, however often it is sent', async () => {
    const shopper = await app.newShopper()
    const sacks = await app.addProduct(10)
    const request = await shopper.request([sacks])
    const send = () => shopper.call<{ id: string; trackingPath: string }>('POST', marketPaths.orders, request)
    const answers = [await send(), ...(await Promise.all([send(), send(), send()]))]
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => `${body.id} ${body.trackingPath}`)).size).toBe(1)
    expect(await app.stockOf(sacks)).toBe(9)
  })

  it('who sends something else under the key of an order is answered its code, and gets no second one', async () => {
    const shopper = await app.newShopper()
    const request = await shopper.request([rice])
    const { body: placed } = await shopper.call<Checked>('POST', marketPaths.orders, request)
    const more = { ...request, request: { ...request.request, items: [{ ...rice, quantity: 3 }] } }
    await expectNoOrder(async () => {
      const answer = await shopper.call('POST', marketPaths.orders, more)
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect(answer.body.message).toContain(placed.code)
    })
  })

  it('takes an order back: the goods are for sale again, and nobody can pay for it', async () => {
    const sacks = await app.addProduct(3)
    const order = await guestOf(sacks)
    expect(await app.stockOf(sacks)).toBe(2)
    expect(await order.onTrack(marketPaths.trackWithdraw)).toMatchObject({ body: { status: 'declined' } })
    expect(await app.stockOf(sacks)).toBe(3)
    expect(await order.onTrack(marketPaths.trackPaymentDetails)).toMatchObject({
      body: { ok: false, code: 'not_payable' },
    })
    expect(await order.onTrack(marketPaths.trackClaim, { words: 'Paid' })).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^There is nothing to pay on this order now\. If you have/) },
    })
  })

  it('confirms a price that has changed after a day before the account is shown', async () => {
    const sacks = await app.addProduct(null, 100_000)
    const order = await guestOf(sacks)
    await app.sql(`update public.orders set price_locked_until = now() - interval '1 minute' where id = $1`, [
      order.id,
    ])
    await app.sql('update public.products set price_kobo = 120000 where id = $1', [sacks.productId])
    for (const [path, body] of [
      [marketPaths.trackPaymentDetails, {}],
      [marketPaths.trackClaim, { words: 'Paid' }],
      [marketPaths.trackConfirmPrices, { totalKobo: 100_000 }],
    ] as const) {
      const answer = await order.onTrack(path, body)
      expect(answer.body).toMatchObject({ ok: false, code: 'price_changed', totalKobo: 120_000 })
      expect(JSON.stringify(answer.body)).not.toContain('0123456789')
    }
    expect(await order.onTrack(marketPaths.trackConfirmPrices, { totalKobo: 120_000 })).toMatchObject({
      body: { ok: true, totalKobo: 120_000, dueKobo: 120_000 },
    })
  })

  it('is answered that there is no account yet, and gets none', async () => {
    const order = await guestOf(rice)
    await app.setAccount(null)
    const answer = await order.onTrack(marketPaths.trackPaymentDetails)
    await app.setAccount('0123456789')
    expect(answer.body).toEqual({ ok: false, code: 'account_not_set', currency: 'NGN' })
  })

  it('writes on the order, and is refused an empty message', async () => {
    const order = await guestOf(rice)
    for (const [body, message] of [
      [' ', 'Write your message first.'],
      ['<img src="a.png">', 'Write your message first.'],
      ['a'.repeat(2001), 'Write a message of at most 2000 characters'],
    ])
      expect(await order.onTrack(marketPaths.trackMessage, { body })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'body', message }] },
      })
    expect((await order.onTrack(marketPaths.trackMessage, { body: 'When do you deliver?' })).status).toBe(200)
    const { body } = await order.onTrack<OrderRow>(marketPaths.track)
    expect(body.order_messages).toMatchObject([{ is_from_staff: false, body: 'When do you deliver?' }])
  })

  it('writes what no database holds, and it arrives without it', async () => {
    const order = await guestOf(rice)
    expect(
      (await order.onTrack(marketPaths.trackMessage, { body: 'When\0 do you \ud800come?' })).status,
    ).toBe(200)
    const { body } = await order.onTrack<OrderRow>(marketPaths.track)
    expect(body.order_messages).toMatchObject([{ body: 'When do you \ufffdcome?' }])
  })

  it('disputes and rates nothing that has not arrived', async () => {
    const order = await guestOf(rice)
    expect(
      await order.onTrack(marketPaths.trackDispute, { reason: 'The sacks were wet inside' }),
    ).toMatchObject({
      status: 422,
    })
    expect(await order.onTrack(marketPaths.trackRate, { productId: rice.productId, stars: 5 })).toMatchObject(
      {
        status: 422,
      },
    )
  })
})

describe('a link', () => {
  it.each(Object.values(marketPaths).filter((path) => path.startsWith(marketPaths.track)))(
    'that leads to nothing opens nothing at %s',
    async (path) => {
      expect(await guest.onTrack('b'.repeat(64), path)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
      expect(await guest.call(path === marketPaths.track ? 'GET' : 'POST', path, undefined)).toMatchObject({
        status: 404,
      })
    },
  )

  it('of a registration opens no order, and that of an order no registration', async () => {
    const applicant = createApplicant({ url: app.url, publishableKey: app.keys.publishableKey })
    const { body: registered } = await applicant.submit('farmer')
    expect(registered.trackingPath).not.toBeNull()
    expect((await guest.onTrack(tokenOf(registered.trackingPath), marketPaths.track)).status).toBe(404)
    // Asked whether it is one, it says no, and the same of what leads to nothing at all.
    for (const token of [tokenOf(registered.trackingPath), 'b'.repeat(64), 'no secret'])
      expect(await guest.onTrack(token, trackPaths.findOrder)).toMatchObject({ status: 200, body: null })
    const order = await guestOf(rice)
    expect(await guest.onTrack(order.token, trackPaths.findOrder)).toMatchObject({
      status: 200,
      body: { code: order.code },
    })
    expect((await applicant.track(order.trackingPath)).status).toBe(404)
    expect((await applicant.track(registered.trackingPath)).status).toBe(200)
  })

  it('goes out again by the order code with its phone number, or to nobody where there is no address', async () => {
    const request = async (reference: string, phone: string) => {
      const response = await fetch(app.url + trackPaths.link, {
        method: 'POST',
        body: new URLSearchParams({ reference, phone }),
      })
      return { status: response.status, text: (await response.text()).replace(/value="[^"]*"/g, '') }
    }
    const contact = makeContact()
    const order = await guestOf(rice, contact)
    const { email: _, ...withoutEmail } = makeContact()
    const other = await guestOf(rice, withoutEmail)
    const wrong = await request(order.code, '0803 999 9999')
    expect(wrong.status).toBe(404)
    expect(await request('OM222-2222', contact.phone)).toEqual(wrong)
    expect((await request(order.code, contact.phone)).text).toContain('it is on its way to the email')
    expect((await request(other.code, withoutEmail.phone)).text).toContain(
      'We have no email address of yours',
    )
    const mails = await app.sql<{ recipient: string }>(
      `select recipient from private.mail_outbox where template = 'order_link_again'`,
    )
    expect(mails).toEqual([{ recipient: contact.email }])
    const mail = await vi.waitUntil(
      async () =>
        (await app.mailbox()).find(
          ({ to, subject }) => to === contact.email && subject === `The link to your order ${order.code}`,
        ),
      within,
    )
    const token = /\/track#([\w-]+)/.exec(mail.text)?.[1] ?? ''
    expect((await guest.onTrack(token, marketPaths.track)).status).toBe(200)
    expect((await order.onTrack(marketPaths.track)).status).toBe(200)
    // Five links in a day, those of the order's own mails among them; the answer stays the same.
    const { text } = await request(order.code, contact.phone)
    for (let again = 0; again < 4; again++) expect((await request(order.code, contact.phone)).text).toBe(text)
    const links = await app.sql('select from private.order_guest_links where order_id = $1', [order.id])
    expect(links).toHaveLength(5)
  })

  it('ends when its time is over', async () => {
    const order = await guestOf(rice)
    await app.sql('update private.order_guest_links set expires_at = now() where order_id = $1', [order.id])
    expect((await order.onTrack(marketPaths.track)).status).toBe(404)
  })

  it('cannot do anything from another site', async () => {
    const order = await guestOf(rice)
    const headers = { [trackingTokenHeader]: order.token, origin: 'https://evil.test' }
    expect((await guest.call('POST', marketPaths.trackWithdraw, {}, headers)).status).toBe(403)
    expect((await order.onTrack<OrderRow>(marketPaths.track)).body.status).toBe('pending')
  })
})

const ranOut = expect.stringMatching(
  /^This order ran out on \d\d\/\d\d\/\d{4}, \d\d:\d\d \(Lagos\)\. If you have transferred already, do not transfer again: tell us, and we look for it on our statement\.$/,
)

it('an order that nobody pays ends by itself, and the links of its mails lead to it', async () => {
  const sacks = await app.addProduct(4)
  const shopper = await app.newShopper()
  const contact = makeContact()
  const order = await shopper.order([sacks], contact)
  await app.sql(`update public.orders set expires_at = now() where id = $1`, [order.id])
  // As the application does each minute.
  await marketJob({ database: app.database, log: silentLog }).run(new AbortController().signal)
  expect(await app.stockOf(sacks)).toBe(4)
  expect(
    await shopper.onTrack(order.token, marketPaths.trackClaim, { words: 'Mark as Payment Successful' }),
  ).toMatchObject({ status: 422, body: { errors: [{ field: 'not_payable', message: ranOut }] } })
  const mails = await vi.waitUntil(async () => {
    const own = (await app.mailbox()).filter(({ to }) => to === contact.email)
    return own.length === 2 && own
  }, within)
  // Both may leave at once, in either order.
  const expired = mails.find(({ subject }) => subject === `Your order ${order.code} has expired`)
  const placed = mails.find((mail) => mail !== expired)
  expect(expired).toBeDefined()
  expect(placed?.text).toContain('Account number: 0123456789')
  for (const { text } of mails) {
    const token = /\/track#(\S+)/.exec(text)?.[1] ?? ''
    expect(await shopper.onTrack(token, marketPaths.track)).toMatchObject({
      status: 200,
      body: { id: order.id, status: 'declined', payment_status: 'unpaid' },
    })
  }
})

it('fifty guests at once, and goods for twenty: twenty orders, and nothing is sold twice', async () => {
  const yam = await app.addProduct(20)
  const carts = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const shopper = await app.newShopper()
      return { shopper, request: await shopper.request([yam]) }
    }),
  )
  const answers = await Promise.all(
    carts.map(({ shopper, request }) => shopper.call<Checked>('POST', marketPaths.orders, request)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(
    new Set(refused.map(({ status, body }) => `${status} ${body.code} ${body.lines[0]?.stock}`)),
  ).toEqual(new Set(['409 lines_changed 0']))
  expect(await app.stockOf(yam)).toBe(0)
  const [sold] = await app.sql<{ packs: number }>(
    'select sum(quantity)::int as packs from public.order_items where product_id = $1 and has_reserved_stock',
    [yam.productId],
  )
  expect(sold?.packs).toBe(20)
}, 60_000)

/** A fresh guest's order, with what its link does. */
async function guestOf(line: MarketOrderLine, contact?: Parameters<Shopper['order']>[1]) {
  const shopper = await app.newShopper()
  const order = await shopper.order([line], contact)
  return {
    ...order,
    onTrack: <Body = Record<string, unknown>>(path: string, body?: unknown) =>
      shopper.onTrack<Body>(order.token, path, body),
  }
}

describe('without the link', () => {
  it('a reference and its phone number show where an order stands', async () => {
    const shopper = await app.newShopper()
    const contact = makeContact()
    const placed = await shopper.order([rice], contact)
    const query = async (phone: string) => {
      const response = await fetch(`${app.url}/track/status`, {
        method: 'POST',
        body: new URLSearchParams({ reference: placed.code, phone }),
      })
      return { status: response.status, text: await response.text() }
    }
    const right = await query(contact.phone)
    expect(right.status).toBe(200)
    expect(right.text).toContain('We are waiting for your transfer.')
    expect(right.text).not.toContain(placed.token)
    expect((await query('0809 999 9999')).status).toBe(404)
    // The buyer collects it: it is ready, and not on its way.
    const move = (fulfilment: string) =>
      asOwner(app.databaseUrl, (client) =>
        client.query(`set session_replication_role = replica; update public.orders set
          payment_status = '${fulfilment === 'none' ? 'unpaid' : 'confirmed'}', fulfilment_status = '${fulfilment}'
          where code = '${placed.code}'`),
      )
    await move('dispatched')
    expect((await query(contact.phone)).text).toContain('Your goods are ready to collect.')
    await move('none')
    expect((await shopper.onTrack(placed.token, marketPaths.trackWithdraw, {})).status).toBe(200)
    const { text } = await query(contact.phone)
    expect(text).toContain('Status: </span><strong>Withdrawn</strong>')
    expect(text).toContain('<dt>Next step</dt><dd>You withdrew it.')
    // What is left in place of an erased number opens nothing.
    await app.sql(`select private.forget_buyer(array(select id from public.orders where code = $1))`, [
      placed.code,
    ])
    expect((await query('00000000')).status).toBe(404)
  })

  it('nobody is told to pay what is not due, and a member is led to their account', async () => {
    const shopper = await app.newShopper()
    const contact = makeContact()
    const { id, code } = await shopper.order([rice], contact)
    const nextStep = async () => {
      const response = await fetch(`${app.url}/track/status`, {
        method: 'POST',
        body: new URLSearchParams({ reference: code, phone: contact.phone }),
      })
      return /<dt>Next step<\/dt><dd>([^<]*)<\/dd>/.exec(await response.text())?.[1]
    }
    const become = (orders: string, deliveries = 'price_kobo = price_kobo') =>
      asOwner(app.databaseUrl, (client) =>
        client.query(`set session_replication_role = replica;
          update public.orders set ${orders} where id = '${id}';
          update public.order_deliveries set ${deliveries} where order_id = '${id}'`),
      )
    // Its delivery is quoted first.
    const unpriced = `kind = 'quote', depot_id = null, price_kobo = null, vat_kobo = null, day = null, quoted_at = null`
    await become('awaits_delivery = true, expires_at = null', unpriced)
    expect(await nextStep()).toBe('We are pricing the delivery, and tell you. You do not pay anything yet.')
    await become(
      `expires_at = now() + interval '1 day'`,
      'price_kobo = 500000, day = current_date, quoted_at = now()',
    )
    const priced = (place: string) =>
      `We have priced the delivery. ${place} shows price and day: you pay only after you have said yes.`
    expect(await nextStep()).toBe(priced('Your link'))
    const member = await app.newPerson()
    await become(`user_id = '${member.id}'`)
    expect(await nextStep()).toBe(priced('Your account'))
    await become('awaits_delivery = false')
    expect(await nextStep()).toBe('We are waiting for your transfer. Your account shows where to pay.')
    // On credit terms nothing is due before the goods are there.
    await become(`credit_terms_reason = 'An old customer', status = 'approved'`)
    expect(await nextStep()).toBe('We are working on it. We will contact you.')
    await become(`fulfilment_status = 'dispatched'`)
    expect(await nextStep()).toBe('Your goods are on their way.')
    // Nothing was ever to be paid of what ended before its delivery had a price.
    const ended = `status = 'declined', decline_reason = 'In time', decline_code = 'payment_expired'`
    await become(`${ended}, credit_terms_reason = null, fulfilment_status = 'none', awaits_delivery = true`)
    expect(await nextStep()).toBe(
      'The time to answer our price for the delivery ran out. You are welcome to order again.',
    )
    await become('expires_at = null', unpriced)
    expect(await nextStep()).toBe(
      'Closed. We could not price the delivery in time, and we are sorry. You are welcome to order again.',
    )
  })
})
