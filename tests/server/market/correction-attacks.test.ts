// What people with real sessions try on an order whose payment is corrected: to end it, to go on with it, and to read about it.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { type Person, startApp, type TestApp } from '#tests/harness/app.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'

type Answer = { data: unknown; error: { code: string; hint?: string } | null; count?: number | null }
/** As an attacker's: without types. */
interface Attacker {
  rpc(name: string, args: object): PromiseLike<Answer>
  from(table: string): {
    update(row: object): {
      eq(name: string, value: unknown): { select(columns: string): PromiseLike<Answer> }
    }
    select(columns: string): { eq(name: string, value: unknown): PromiseLike<Answer> }
  }
}

let app: TestApp
let owner: pg.Pool
let people: Record<'buyer' | 'stranger' | 'sales' | 'finance' | 'second' | 'weak', Person>
let product = ''
const as = (person: Pick<Person, 'client'>) => person.client as unknown as Attacker
const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await owner.query<Row>(text, values)).rows

beforeAll(async () => {
  app = await startApp()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
  owner.on('connect', (client) => client.on('error', () => {}))
  owner.on('error', () => {})
  people = {
    buyer: await app.newPerson(),
    stranger: await app.newPerson(),
    sales: await app.newPerson(),
    finance: await app.newPerson(),
    second: await app.newPerson(),
    weak: await app.newPerson(),
  }
  await query(
    `insert into public.user_roles (user_id, role) values ($1, 'sales'), ($2, 'finance'), ($3, 'finance'), ($4, 'finance')`,
    [people.sales.id, people.finance.id, people.second.id, people.weak.id],
  )
  for (const person of [people.sales, people.finance, people.second]) await addSecondFactor(person)
  const [made] = await query<{ id: string }>(
    `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock, status)
     values ('Rice', 'Grains', 'A farm', 'Keffi', 50, 'kg', 100000, 50, 'published') returning id`,
  )
  product = made?.id ?? ''
})

afterAll(async () => {
  await owner.end()
  await app.stop()
})

async function must(person: Person, name: string, args: object) {
  const { data, error } = await as(person).rpc(name, args)
  expect(error, name).toBeNull()
  return data as Record<string, string>
}
const stock = async () =>
  (await query<{ stock: number }>('select stock from public.products where id = $1', [product]))[0]?.stock
/** An order of 1,000 naira with so much recorded, and its payment. */
async function paid(amountKobo = 100_000) {
  const { id } = await must(people.buyer, 'place_market_order', {
    request: {
      items: [{ productId: product, quantity: 1, priceKobo: 100_000 }],
      contact: {
        name: 'Ada Obi',
        phone: '08031234567',
        address: '12 Marina Road',
        state: 'Lagos',
        lga: 'Lagos Island',
      },
    },
    context: { idempotencyKey: randomUUID() },
  })
  const details = { amountKobo, valueDate: getLagosDay(new Date()), bankReference: randomUUID() }
  await must(people.finance, 'confirm_payment', { order_id: id, details })
  const [payment] = await query<{ id: string }>('select id from public.payments where order_id = $1', [id])
  return { id: id as string, paymentId: payment?.id ?? '' }
}
const correction = (amountKobo: number, wasKobo = 100_000) => ({
  ...{ amountKobo, wasKobo, reason: 'A nought too many', idempotencyKey: randomUUID() },
})
async function correct(paymentId: string, amountKobo: number) {
  const { entryId } = await must(people.finance, 'correct_payment', {
    payment_id: paymentId,
    details: correction(amountKobo),
  })
  return entryId
}
const setStatus = (person: Pick<Person, 'client'>, id: string, status: string) =>
  as(person)
    .from('orders')
    .update({ status, ...(status === 'declined' && { decline_reason: 'Nothing came' }) })
    .eq('id', id)
    .select('status')
const decide = (person: Pick<Person, 'client'>, id: string, expected: string, status: string) =>
  as(person).rpc('decide_records', { record_type: 'orders', rows: [{ id, expected }], new_status: status })
async function emptied() {
  const { id, paymentId } = await paid()
  expect((await setStatus(people.sales, id, 'approved')).data).toEqual([{ status: 'approved' }])
  const entryId = await correct(paymentId, 0)
  await must(people.second, 'decide_money_entry', { entry_id: entryId, is_approved: true })
  return id
}

describe('an approved order of which nothing came', () => {
  it('is ended by no visitor, no stranger, not its buyer and not finance, by whatever way', async () => {
    const id = await emptied()
    const { buyer, stranger, finance, weak } = people
    for (const person of [{ client: app.newClient() }, stranger, buyer, finance, weak] as Pick<
      Person,
      'client'
    >[]) {
      const updated = await setStatus(person, id, 'declined')
      expect(updated.error?.code ?? updated.data).toSatisfy(
        (answer: unknown) => answer === '42501' || JSON.stringify(answer) === '[]',
      )
      expect((await decide(person, id, 'approved', 'declined')).error?.code).toBe('42501')
      for (const [name, args] of [
        ['withdraw_market_order', { order_id: id, context: {} }],
        ['apply_order_event', { order_id: id, event: 'decline_unpaid' }],
        ['cancel_invoice', { declined: { id } }],
      ] as const)
        expect((await as(person).rpc(name, args)).error).not.toBeNull()
    }
    expect(await query('select status, payment_status from public.orders where id = $1', [id])).toEqual([
      { status: 'approved', payment_status: 'underpaid' },
    ])
  })

  it('is ended once by sales, however often at the same moment', async () => {
    const id = await emptied()
    const before = await stock()
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => setStatus(people.sales, id, 'declined')),
      ...Array.from({ length: 4 }, () => decide(people.sales, id, 'approved', 'declined')),
    ])
    const changed = answers.filter(
      ({ data }) =>
        (Array.isArray(data) && data.length === 1) ||
        ((data as { changed?: string[] } | null)?.changed?.length ?? 0) === 1,
    )
    // Said once more by a plain update, it is the row as it stands, or a refusal: nothing happens by it.
    expect(changed.length).toBeGreaterThan(0)
    expect(await stock()).toBe((before ?? 0) + 1)
    const count = async (text: string) => (await query<{ n: number }>(text, [id]))[0]?.n
    expect(
      await count(
        `select count(*)::int as n from private.mail_outbox where template = 'order_market_declined' and record_id = $1`,
      ),
    ).toBe(1)
    expect(
      await count(
        `select count(*)::int as n from public.order_documents where kind = 'credit_note' and order_id = $1`,
      ),
    ).toBe(1)
    expect(
      await count(
        `select count(*)::int as n from public.decision_events where to_status = 'declined' and record_id = $1`,
      ),
    ).toBe(1)
  })

  it('with money is ended by nobody, and no row says to its buyer why', async () => {
    const { id } = await paid()
    await setStatus(people.sales, id, 'approved')
    expect((await setStatus(people.sales, id, 'declined')).error).toMatchObject({
      code: '23514',
      hint: 'status',
    })
    const read = async (person: Person) =>
      (await as(person).from('orders').select('decline_obstacle,correction_waits').eq('id', id)).data
    expect(await read(people.sales)).toEqual([
      { decline_obstacle: expect.stringContaining('Money of this order'), correction_waits: false },
    ])
    expect(await read(people.buyer)).toEqual([{ decline_obstacle: null, correction_waits: null }])
    expect(await read(people.stranger)).toEqual([])
  })
})

describe('a correction', () => {
  it('is entered by finance with a second factor alone, and confirmed by another one', async () => {
    const { id, paymentId } = await paid()
    const args = { payment_id: paymentId, details: correction(1) }
    for (const person of [
      { client: app.newClient() },
      people.stranger,
      people.buyer,
      people.sales,
      people.weak,
    ])
      expect((await as(person as Person).rpc('correct_payment', args)).error?.code).toBe('42501')
    const entryId = await correct(paymentId, 1)
    const decision = { entry_id: entryId, is_approved: true }
    for (const person of [people.buyer, people.sales, people.weak, people.finance])
      expect((await as(person).rpc('decide_money_entry', decision)).error?.code).toBe('42501')
    expect(await query('select private.received_kobo($1)::int as kobo', [id])).toEqual([{ kobo: 100_000 }])
    await must(people.second, 'decide_money_entry', { entry_id: entryId, is_approved: false })
  })

  it('that waits holds approval, goods and refunds, no matter who asks', async () => {
    const { id, paymentId } = await paid(130_000)
    const { entryId } = await must(people.finance, 'correct_payment', {
      payment_id: paymentId,
      details: correction(20_000, 130_000),
    })
    const held = { code: '23514', hint: 'correction_waits' }
    expect((await setStatus(people.sales, id, 'approved')).error).toMatchObject(held)
    expect((await decide(people.sales, id, 'pending', 'approved')).data).toMatchObject({
      changed: [],
      skipped: [{ why: 'refused' }],
    })
    const details = { amountKobo: 30_000, valueDate: getLagosDay(new Date()), bankReference: randomUUID() }
    expect((await as(people.second).rpc('record_refund', { order_id: id, details })).error).toMatchObject(
      held,
    )
    await must(people.second, 'decide_money_entry', { entry_id: entryId, is_approved: false })
    await setStatus(people.sales, id, 'approved')
    const again = await must(people.finance, 'correct_payment', {
      payment_id: paymentId,
      details: correction(20_000, 130_000),
    })
    const step = { order_id: id, expected: 'none', fulfilment: 'preparing' }
    expect((await as(people.sales).rpc('move_order', step)).error).toMatchObject(held)
    expect(
      await query('select status, fulfilment_status as goods from public.orders where id = $1', [id]),
    ).toEqual([{ status: 'approved', goods: 'none' }])
    await must(people.second, 'decide_money_entry', { entry_id: again.entryId, is_approved: false })
  })
})
