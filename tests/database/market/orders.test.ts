// Bulk orders from the request to the decision: what is refused, by whom, and what the buyer hears.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { orderRequestRules } from '#domain/market/order-request.ts'
import { orderMachine, orderStatuses } from '#domain/market/orders.ts'
import { parseReference } from '#domain/reference-codes.ts'
import { canChangeStatus } from '#domain/status-machines.ts'
import {
  anonymous,
  openApp,
  type Person,
  service,
  withSecondFactor,
} from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'

/** Bulk orders that one account may send within an hour: a person never gets there, a script stops there. */
const ordersPerHourMax = 60

const app = await openApp()
const buyer = await app.addPerson()
const stranger = await app.addPerson()
const admin = await app.addPerson({ role: 'admin' })
const finance = await app.addPerson({ role: 'finance' })
afterAll(() => app.close())

const decide = `update public.orders set status = $2, updated_at = $3, decline_reason = $4
  where id = $1 and status = $5 returning *`

async function changeStatus(
  person: Person,
  id: string,
  from: string,
  to: string,
  reason: string | null = null,
) {
  const { rows } = await app.as(person.caller, decide, [id, to, '2001-01-01', reason, from])
  return rows[0]
}

async function refuseStatus(person: Person, id: string, from: string, to: string) {
  return app.refusalOf(person.caller, decide, [id, to, '2001-01-01', null, from])
}

async function readOrder(id: string) {
  const { rows } = await app.owner.query('select * from public.orders where id = $1', [id])
  return rows[0]
}

async function mailsAbout(id: string): Promise<{ template: string; recipient: string; data: object }[]> {
  const { rows } = await app.owner.query(
    `select template, recipient, data from private.mail_outbox where data ->> 'order_id' = $1 order by created_at`,
    [id],
  )
  return rows
}

describe('sending an order', () => {
  const send = 'select public.submit_order($1, $2)'

  it('is refused to visitors', async () => {
    expect((await app.refusalOf(anonymous, send, [goodRequest, randomUUID()])).code).toBe('42501')
  })

  it('is refused without an idempotency key', async () => {
    expect((await app.refusalOf(buyer.caller, send, [goodRequest, null])).code).toBe('23502')
  })

  it('does not flood a mailbox that is not the account’s own', async () => {
    const [one, other] = [await app.addPerson(), await app.addPerson()]
    const stranger = 'stranger@example.com'
    const ids: string[] = []
    for (const person of [one, one, one, other, other, other])
      ids.push((await submitOrder(app, person, { ...goodRequest, email: stranger })).id)
    const recipients = await Promise.all(ids.map(async (id) => (await mailsAbout(id))[0]?.recipient))
    expect(recipients).toEqual([...Array(5).fill(stranger), other.email])
  })

  it('leaves nothing behind when a rule is broken', async () => {
    const person = await app.addPerson()
    const refusal = await app.refusalOf(person.caller, send, [
      { ...goodRequest, quantity: '0' },
      randomUUID(),
    ])
    expect(refusal).toMatchObject({
      code: '23514',
      message: 'Enter a quantity greater than 0',
      hint: 'quantity',
      detail: 'quantity',
    })
    const { rows } = await app.owner.query('select from public.orders where user_id = $1', [person.id])
    expect(rows).toEqual([])
  })

  it('stores the order and its request, and notifies the buyer', async () => {
    const order = await submitOrder(app, buyer)
    expect(Object.keys(order).sort()).toEqual(['code', 'created_at', 'id', 'status'])
    expect(parseReference('AG', order.code)).toBe(order.code)
    expect(await readOrder(order.id)).toMatchObject({
      user_id: buyer.id,
      kind: 'bulk',
      crop_type: 'Cocoa Beans',
      quantity: '1250.5',
      quantity_text: '1,250.5',
      unit: 'Tons',
      total_amount: null,
      total_amount_kobo: null,
      currency: 'NGN',
      delivery_date: null,
      delivery_address: 'Apapa Port',
      special_requirements: 'Fermented beans',
      status: 'pending',
      payment_status: 'unpaid',
      fulfilment_status: 'none',
      is_demo: false,
    })
    const { rows } = await app.as(buyer.caller, 'select * from public.order_requests where order_id = $1', [
      order.id,
    ])
    expect(rows[0]).toMatchObject({
      company_name: 'Rotterdam Cocoa BV',
      contact_person: 'Ada Obi',
      email: 'ada@example.com',
      phone: '+2348031234567',
      country: 'Nigeria',
      payment_terms: 'Letter of Credit',
      incoterms: 'FOB',
    })
    expect(await mailsAbout(order.id)).toEqual([
      {
        template: 'order_received',
        recipient: 'ada@example.com',
        data: {
          order_id: order.id,
          code: order.code,
          contact_person: 'Ada Obi',
          product: 'Cocoa Beans',
          quantity: '1,250.5',
          unit: 'Tons',
          contract: { incoterms: 'FOB', paymentTerms: 'Letter of Credit' },
        },
      },
    ])
  })

  it('is written whole to the mailbox of the account, and to a stranger’s only what was chosen from lists', async () => {
    const typed = {
      ...goodRequest,
      ...{ namedPlace: 'Tin Can Island', grade: 'Grade 1', packing: 'Jute bags', tolerancePercent: '2' },
      ...{ preferredDate: '2031-02-01', purchaseOrderNumber: 'PO 7' },
    }
    const contractSentTo = async (email: string) => {
      const order = await submitOrder(app, buyer, { ...typed, email })
      const [mail] = await mailsAbout(order.id)
      expect(mail?.recipient).toBe(email)
      return (mail?.data as { contract?: object } | undefined)?.contract
    }
    expect(await contractSentTo(buyer.email)).toMatchObject({
      ...{ incoterms: 'FOB', namedPlace: 'Tin Can Island', grade: 'Grade 1', packing: 'Jute bags' },
      ...{
        tolerancePercent: 2,
        wishedDay: '2031-02-01',
        purchaseOrderNumber: 'PO 7',
        deliverTo: 'Apapa Port',
      },
      buyer: 'Rotterdam Cocoa BV, Ada Obi, 12 Marina Road, Lagos, Nigeria',
    })
    expect(await contractSentTo('someone-else@example.com')).toEqual({
      ...{ incoterms: 'FOB', paymentTerms: 'Letter of Credit' },
    })
  })

  it('is one order however often, and however simultaneously, it is tapped', async () => {
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.as<{ made: { id: string } }>(buyer.caller, `${send} as made`, [goodRequest, key]),
      ),
    )
    const ids = new Set(answers.map(({ rows }) => rows[0]?.made.id))
    expect(ids.size).toBe(1)
    // With other contents it is no second tap.
    const line = { product: 'Ginger', quantity: '5', unit: 'Tons' }
    for (const change of [{ quantity: '1,250' }, { namedPlace: 'Apapa' }, { lines: [line] }])
      expect(await app.refusalOf(buyer.caller, send, [{ ...goodRequest, ...change }, key])).toMatchObject({
        code: 'PT409',
        message: expect.stringContaining('sent before with other contents'),
      })
    const again = await app.as<{ made: { id: string } }>(buyer.caller, `${send} as made`, [goodRequest, key])
    expect(again.rows[0]?.made.id).toBe([...ids][0])
    expect(await mailsAbout([...ids][0] ?? '')).toHaveLength(1)
  })

  it('gives the same key of another person an order of their own', async () => {
    const key = randomUUID()
    const mine = await app.as<{ made: { id: string } }>(buyer.caller, `${send} as made`, [goodRequest, key])
    const theirs = await app.as<{ made: { id: string } }>(stranger.caller, `${send} as made`, [
      goodRequest,
      key,
    ])
    expect(mine.rows[0]?.made.id).not.toBe(theirs.rows[0]?.made.id)
  })

  it('is of a product that staff offer on the form now; what was ordered before keeps its name', async () => {
    const editor = await app.addPerson({ role: 'content' })
    const before = await submitOrder(app, buyer, { ...goodRequest, product: 'Yam' })
    const refusalOf = (product: string) =>
      app.refusalOf(buyer.caller, send, [{ ...goodRequest, product }, randomUUID()])
    const unknown = { code: '23514', hint: 'product', message: 'Please select a product' }
    expect(await refusalOf('Fonio')).toMatchObject(unknown)
    await app.as(editor.caller, `insert into public.order_products (label, position) values ('Fonio', 16)`)
    await app.as(editor.caller, `update public.order_products set label = 'White Yam' where label = 'Yam'`)
    await app.as(editor.caller, `update public.order_products set is_active = false where label = 'Garlic'`)
    for (const product of ['Yam', 'Garlic']) expect(await refusalOf(product)).toMatchObject(unknown)
    for (const product of ['Fonio', 'White Yam'])
      expect(
        (await readOrder((await submitOrder(app, buyer, { ...goodRequest, product })).id)).crop_type,
      ).toBe(product)
    expect((await readOrder(before.id)).crop_type).toBe('Yam')
    for (const person of [buyer, finance])
      expect(
        (
          await app.refusalOf(
            person.caller,
            `insert into public.order_products (label, position) values ('Tea', 17)`,
          )
        ).code,
      ).toBe('42501')
    const { rows } = await app.as<{ label: string }>(
      buyer.caller,
      'select label from public.order_products where label = any ($1)',
      [['Garlic', 'Fonio']],
    )
    expect(rows).toEqual([{ label: 'Fonio' }])
    // In one call, and of the same place as well.
    const swap = `select public.swap_order_products(one.id, other.id) from public.order_products as one, public.order_products as other
      where one.label = 'White Yam' and other.label = 'Fonio'`
    const order = async () =>
      (
        await app.as<{ label: string }>(
          editor.caller,
          `select label from public.order_products where label in ('White Yam', 'Fonio') order by position, label`,
        )
      ).rows.map(({ label }) => label)
    for (const person of [buyer, finance])
      expect((await app.refusalOf(person.caller, swap)).code).toBe('42501')
    expect(await order()).toEqual(['White Yam', 'Fonio'])
    // The second one is a second tap.
    for (const _ of ['once', 'again']) {
      await app.as(editor.caller, swap)
      expect(await order()).toEqual(['Fonio', 'White Yam'])
    }
    await app.owner.query(
      `update public.order_products set position = 16 where label in ('White Yam', 'Fonio')`,
    )
    expect(await order()).toEqual(['Fonio', 'White Yam'])
    await app.as(editor.caller, swap.replace('(one.id, other.id)', '(other.id, one.id)'))
    expect(await order()).toEqual(['White Yam', 'Fonio'])
  })

  it('takes no status, owner or price from the request', async () => {
    const forged = {
      ...goodRequest,
      status: 'approved',
      user_id: stranger.id,
      total_amount: 1,
      kind: 'marketplace',
    }
    const order = await submitOrder(app, buyer, forged)
    expect(await readOrder(order.id)).toMatchObject({
      status: 'pending',
      user_id: buyer.id,
      total_amount: null,
      kind: 'bulk',
    })
  })

  it('takes further products in the same request, each judged at its own boxes', async () => {
    const lines = [
      { product: 'Ginger', quantity: '1,000', unit: 'Kilograms' },
      { product: 'Sesame Seeds', quantity: '2', unit: 'Containers (20ft)' },
    ]
    const order = await submitOrder(app, buyer, { ...goodRequest, lines })
    const read =
      'select product, quantity::int as quantity, unit from public.order_request_lines where order_id = $1 order by position'
    const stored = [
      { product: 'Ginger', quantity: 1000, unit: 'Kilograms' },
      { product: 'Sesame Seeds', quantity: 2, unit: 'Containers (20ft)' },
    ]
    expect((await app.as(buyer.caller, read, [order.id])).rows).toEqual(stored)
    expect((await app.as(admin.caller, read, [order.id])).rows).toEqual(stored)
    expect((await app.as(stranger.caller, read, [order.id])).rows).toEqual([])
    const [first] = (
      await app.owner.query(
        `select private.describe_lines(orders.id) as lines, data -> 'contract' -> 'goods' as goods
         from public.orders join private.mail_outbox on data ->> 'order_id' = orders.id::text
         where orders.id = $1 and template = 'order_received'`,
        [order.id],
      )
    ).rows
    // Documents and mail, too, say all of it while there is no quote.
    const all = ['Cocoa Beans', 'Ginger', 'Sesame Seeds']
    expect(first.lines.map(({ name }: { name: string }) => name)).toEqual(all)
    expect(first.lines[1]).toMatchObject({ quantity: '1,000', unit: 'Kilograms', priceKobo: null })
    expect(first.goods.map(({ name }: { name: string }) => name)).toEqual(all)
    expect(first.goods[1]).toEqual({ name: 'Ginger', quantity: '1000', unit: 'Kilograms' })
    const whole = 'Bags, containers and other packs are counted whole: enter a number without decimals'
    for (const [field, message, wrong] of [
      ['product3', 'Please select a product', { product: 'Gold' }],
      ['quantity3', 'Enter a quantity greater than 0', { quantity: '0' }],
      ['quantity3', whole, { quantity: '1.5' }],
      ['unit3', 'Please select a unit', { unit: 'Lorries' }],
      ['quantity3', 'Quantity is required', { quantity: null }],
    ] as const) {
      const changed = [lines[0], { ...lines[1], ...wrong }]
      const refusal = await app.refusalOf(buyer.caller, send, [
        { ...goodRequest, lines: changed },
        randomUUID(),
      ])
      expect(refusal).toMatchObject({ code: '23514', hint: field, message })
    }
    const many = Array.from({ length: 20 }, () => lines[0])
    expect(
      (await app.refusalOf(buyer.caller, send, [{ ...goodRequest, lines: many }, randomUUID()])).message,
    ).toBe('At most 20 products in one request')
  })

  it('takes every option that the form offers', async () => {
    for (const field of ['product', 'unit', 'paymentTerms', 'incoterms'] as const) {
      for (const option of orderRequestRules[field].options ?? []) {
        const request = { ...goodRequest, quantity: '12', [field]: option }
        const order = await submitOrder(app, await app.addPerson(), request)
        expect(order.status, option).toBe('pending')
      }
    }
  })

  it('works for an account whose profile was never made', async () => {
    const person = await app.addPerson()
    await app.owner.query('delete from public.profiles where id = $1', [person.id])
    const order = await submitOrder(app, person)
    expect(await readOrder(order.id)).toMatchObject({ user_id: person.id })
  })

  it('stops a script that floods the desk', async () => {
    const person = await app.addPerson()
    await app.owner.query(
      `insert into public.orders (user_id, crop_type, quantity, quantity_text, unit, delivery_address)
         select $1, 'Rice', 1, '1', 'Tons', 'Apapa Port' from generate_series(1, $2)`,
      [person.id, ordersPerHourMax],
    )
    expect(await app.refusalOf(person.caller, send, [goodRequest, randomUUID()])).toMatchObject({
      code: 'PT429',
      message: 'Too many requests. Please try again later.',
    })
  })

  it('stops it to the order, also when many are sent at the same moment', async () => {
    const person = await app.addPerson()
    await app.owner.query(
      `insert into public.orders (user_id, crop_type, quantity, quantity_text, unit, delivery_address)
         select $1, 'Rice', 1, '1', 'Tons', 'Apapa Port' from generate_series(1, $2)`,
      [person.id, ordersPerHourMax - 2],
    )
    const sent = await Promise.allSettled(
      Array.from({ length: 9 }, () => app.as(person.caller, send, [goodRequest, randomUUID()])),
    )
    const refused = sent.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason.code)
    expect(refused).toEqual(Array(7).fill('PT429'))
    const { rows } = await app.owner.query(
      'select count(*)::int as stored from public.orders where user_id = $1',
      [person.id],
    )
    expect(rows).toEqual([{ stored: ordersPerHourMax }])
  })
})

describe('deciding on an order', () => {
  it('touches no row for the buyer, a stranger, or staff without the right', async () => {
    const order = await submitOrder(app, buyer)
    for (const person of [buyer, stranger, finance]) {
      expect(await changeStatus(person, order.id, 'pending', 'approved')).toBeUndefined()
    }
    expect(await readOrder(order.id)).toMatchObject({ status: 'pending' })
  })

  it('is refused to a person who changes columns that nobody was given', async () => {
    const order = await submitOrder(app, buyer)
    for (const change of [
      'total_amount_kobo = 1',
      `payment_status = 'confirmed'`,
      `user_id = null`,
      `code = 'x'`,
    ]) {
      const refusal = await app.refusalOf(admin.caller, `update public.orders set ${change} where id = $1`, [
        order.id,
      ])
      expect(refusal.code, change).toBe('42501')
    }
  })

  it('follows the status machine, and nothing but it', async () => {
    for (const from of orderStatuses) {
      for (const to of orderStatuses) {
        if (from === to) continue
        const order = await submitOrder(app, await app.addPerson())
        if (from !== 'pending')
          await changeStatus(admin, order.id, 'pending', from === 'declined' ? 'declined' : 'approved')
        if (from === 'completed') await changeStatus(admin, order.id, 'approved', 'completed')
        // Nobody takes back what both sides of a contract agreed on: correction-ends.test.ts has the others.
        if (canChangeStatus(orderMachine, from, to) && !(from === 'approved' && to === 'declined')) {
          expect(await changeStatus(admin, order.id, from, to)).toMatchObject({ status: to })
        } else {
          expect(await refuseStatus(admin, order.id, from, to)).toMatchObject({
            code: '23514',
            message: `Status cannot change from ${from} to ${to}`,
          })
        }
      }
    }
  })

  it('knows four statuses and refuses a fifth', async () => {
    const order = await submitOrder(app, buyer)
    expect((await refuseStatus(admin, order.id, 'pending', 'shipped')).code).toBe('23514')
    await expect(
      app.owner.query(`insert into public.orders (crop_type, quantity, quantity_text, unit, delivery_address, status)
        values ('Rice', 1, '1', 'Tons', 'Apapa Port', 'shipped')`),
    ).rejects.toMatchObject({ constraint: 'orders_status_known' })
  })

  it('approves, stamps the time itself, notifies the buyer and writes the ledger', async () => {
    const order = await submitOrder(app, buyer)
    const approved = await changeStatus(admin, order.id, 'pending', 'approved')
    expect(approved?.status).toBe('approved')
    expect(Date.now() - new Date(approved?.updated_at).getTime()).toBeLessThan(60_000)
    expect((await mailsAbout(order.id)).map(({ template }) => template)).toEqual([
      'order_received',
      'order_approved',
    ])
    const { rows } = await app.as(admin.caller, 'select * from public.decision_events where record_id = $1', [
      order.id,
    ])
    expect(rows).toMatchObject([
      {
        record_type: 'orders',
        record_owner: buyer.id,
        actor_id: admin.id,
        actor_role: 'admin',
        from_status: 'pending',
        to_status: 'approved',
        own_record: false,
      },
    ])
  })

  it('declines with the reason that was given, cleaned', async () => {
    const order = await submitOrder(app, buyer)
    const declined = await changeStatus(admin, order.id, 'pending', 'declined', ' No <b>stock</b> left ')
    expect(declined).toMatchObject({ decline_reason: 'No stock left' })
    expect((await mailsAbout(order.id))[1]).toMatchObject({
      template: 'order_declined',
      data: { reason: 'No stock left' },
    })
  })

  it('declines with a generic reason when none was given', async () => {
    const order = await submitOrder(app, buyer)
    const declined = await changeStatus(admin, order.id, 'pending', 'declined', ' ')
    // Decision 108: what is stored and sent when no reason was given.
    expect(declined).toMatchObject({
      decline_reason:
        'We are unable to take this further at the moment. Please contact us if you would like to know more.',
    })
  })

  it('refuses a reason that is too long, or that comes after the decision', async () => {
    const order = await submitOrder(app, buyer)
    const long = await app.refusalOf(admin.caller, decide, [
      order.id,
      'declined',
      null,
      'x'.repeat(501),
      'pending',
    ])
    expect(long).toMatchObject({ code: '23514', hint: 'decline_reason' })
    await changeStatus(admin, order.id, 'pending', 'declined', 'No stock left')
    const late = await app.refusalOf(admin.caller, decide, [
      order.id,
      'declined',
      null,
      'Another reason',
      'declined',
    ])
    expect(late).toMatchObject({ code: '23514', hint: 'decline_reason' })
  })

  it('changes nothing for the second of two people who decide at once', async () => {
    const order = await submitOrder(app, buyer)
    const second = await app.addPerson({ role: 'admin' })
    const results = await Promise.all([
      changeStatus(admin, order.id, 'pending', 'approved'),
      changeStatus(second, order.id, 'pending', 'declined'),
    ])
    expect(results.filter((row) => row !== undefined)).toHaveLength(1)
    expect(await mailsAbout(order.id)).toHaveLength(2)
  })

  it('refuses an admin who would decide on their own order', async () => {
    const order = await submitOrder(app, admin)
    expect(
      await app.refusalOf(admin.caller, `update public.orders set status = 'approved' where id = $1`, [
        order.id,
      ]),
    ).toMatchObject({ code: '42501', message: 'Somebody else must decide on your own record' })
    expect(await readOrder(order.id)).toMatchObject({ status: 'pending' })
  })

  it('leaves no trace when it is rolled back: no status, no mail, no event', async () => {
    const order = await submitOrder(app, buyer)
    await app.refusalOf(
      admin.caller,
      `with changed as (update public.orders set status = 'approved' where id = $1 returning id) select 1 / 0 from changed`,
      [order.id],
    )
    expect(await readOrder(order.id)).toMatchObject({ status: 'pending' })
    expect(await mailsAbout(order.id)).toHaveLength(1)
  })
})

describe('completing an order', () => {
  async function approvedOrder(change = '') {
    const order = await submitOrder(app, buyer)
    await changeStatus(admin, order.id, 'pending', 'approved')
    if (change) await app.as(service, `update public.orders set ${change} where id = $1`, [order.id])
    return order.id
  }

  it('is refused while a quoted order is unpaid', async () => {
    const id = await approvedOrder(`total_amount_kobo = 5000000, payment_status = 'claimed'`)
    expect(await refuseStatus(admin, id, 'approved', 'completed')).toMatchObject({
      code: '23514',
      message: 'The payment of this order is not confirmed yet',
    })
  })

  it('goes through when it was not quoted, is paid, or goes on credit terms with a reason', async () => {
    const unquoted = await approvedOrder()
    const paid = await approvedOrder(`total_amount_kobo = 5000000, payment_status = 'confirmed'`)
    for (const id of [unquoted, paid]) {
      expect(await changeStatus(admin, id, 'approved', 'completed')).toMatchObject({ status: 'completed' })
      expect((await mailsAbout(id)).at(-1)?.template).toBe('order_completed')
    }
    const onCredit = await approvedOrder('total_amount_kobo = 5000000')
    const { rows } = await app.as(
      withSecondFactor(admin),
      `update public.orders set status = 'completed', credit_terms_reason = '30 days, agreed by the board' where id = $1 returning status`,
      [onCredit],
    )
    expect(rows).toEqual([{ status: 'completed' }])
  })

  it('shows naira for the stored kobo', async () => {
    const id = await approvedOrder('total_amount_kobo = 3500050')
    expect(await readOrder(id)).toMatchObject({ total_amount: expect.stringMatching(/^35000\.50*$/) })
  })
})

describe('the ledger of decisions', () => {
  it('cannot be changed, shortened or emptied, not even by the owner of the database', async () => {
    for (const change of [
      `update public.decision_events set reason = 'x'`,
      'delete from public.decision_events',
      'truncate public.decision_events',
    ]) {
      await expect(app.owner.query(change), change).rejects.toMatchObject({ code: '42501' })
    }
  })
})
