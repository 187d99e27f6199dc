// Corrections of payments after something else: money that went back before, lines that other orders share, decisions at the same moment.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openCorrections } from './correction-till.ts'
import { findLedgerFaults } from './ledger-faults.ts'
import { waitersOr } from './waiters.ts'

const till = await openCorrections()
const { app, market, finance, admin, placed, confirm, decide, move, delivered, rows, correct, paymentOf } =
  till
const { documentsOf, notesOf, approved, emptied, granted, sendBack, placedWithVat, grantedVat } = till
const { line, record, say, correctWhole, settle } = till
const sales = await app.addPerson({ role: 'sales' })
afterAll(() => app.close())
afterEach(async () => expect(await findLedgerFaults(app.owner)).toEqual([]))

describe('a complaint’s money of which a correction takes', () => {
  const total = 107_500
  /** Paid with so much above the total, which was sent back, and delivered. */
  async function deliveredWithVat(surplus = 0) {
    const id = await placedWithVat()
    await confirm(id, total + surplus)
    if (surplus > 0) await sendBack(id, surplus)
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    return id
  }
  const vatOf = (notes: { vatKobo?: number }[]) => notes.map(({ vatKobo = 0 }) => vatKobo)
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

  it('has its note also where a surplus had been sent back before, and what was paid is said without that', async () => {
    const id = await deliveredWithVat(30_000)
    const paymentId = await granted(id, 30_000)
    await correct(paymentId, total, total + 30_000)
    const notes = await notesOf(id)
    expect(notes).toMatchObject([{ reason: 'surplus' }, { reason: 'complaint', takenOffKobo: 30_000 }])
    expect(vatOf(notes)).toEqual([0, await grantedVat(id)])
    expect(notes[1]?.vatKobo).toBeGreaterThan(0)
    // 30,000 less came, and 30,000 had been sent back: paid is the rest, and what was granted makes it the total.
    expect((await documentsOf(id, 'receipt')).at(-1)?.content).toMatchObject({
      ...{ totalKobo: total, creditedKobo: 30_000, payment: { receivedKobo: total - 30_000 } },
    })
    expect(
      await rows(
        `select data ->> 'credit_note' as number from private.mail_outbox
         where template = 'order_payment_corrected' and data ->> 'order_id' = $1`,
        id,
      ),
    ).toEqual([{ number: (await documentsOf(id, 'credit_note'))[1]?.number }])
  })

  it('has a note of the part that was taken, and its transfer the VAT of the rest alone', async () => {
    const id = await deliveredWithVat(30_000)
    const paymentId = await granted(id, 30_000)
    await correct(paymentId, total + 10_000, total + 30_000)
    await sendBack(id, 10_000)
    const notes = await notesOf(id)
    expect(notes.map(({ takenOffKobo }) => takenOffKobo)).toEqual([undefined, 20_000, undefined])
    const [surplus, taken = 0, sent = 0] = vatOf(notes)
    expect([surplus, taken + sent]).toEqual([0, await grantedVat(id)])
    expect(Math.abs(taken - 2 * sent)).toBeLessThanOrEqual(2)
  })

  it('has one for each of two complaints, also where a surplus came and went between them', async () => {
    const id = await deliveredWithVat()
    const paymentId = await granted(id, 30_000)
    await correct(paymentId, total - 20_000, total)
    await sendBack(id, 10_000)
    // Less once more, then all of it after all: 20,000 of it are owed again, and 20,000 are above the total.
    await correct(paymentId, total - 40_000, total - 20_000)
    await correct(paymentId, total, total - 40_000)
    await sendBack(id, 20_000)
    await granted(id, 20_000, 'The rest is wet, too')
    await correct(paymentId, total - 20_000, total)
    const notes = await notesOf(id)
    expect(notes.map(({ takenOffKobo, reason }) => [takenOffKobo, reason])).toEqual([
      ...[
        [20_000, 'complaint'],
        [undefined, 'complaint'],
      ],
      ...[
        [undefined, 'surplus'],
        [20_000, 'complaint'],
      ],
    ])
    expect(vatOf(notes)[2]).toBe(0)
    expect(sum(vatOf(notes))).toBe(await grantedVat(id))
  })

  it('has none where it had been sent back before, and only a later surplus is less', async () => {
    const id = await deliveredWithVat()
    const paymentId = await granted(id, 30_000)
    await sendBack(id, 30_000)
    await correct(paymentId, total + 20_000, total)
    await correct(paymentId, total, total + 20_000)
    const notes = await notesOf(id)
    expect(notes.map(({ takenOffKobo, reason }) => [takenOffKobo, reason])).toEqual([
      [undefined, 'complaint'],
    ])
    expect(vatOf(notes)).toEqual([await grantedVat(id)])
  })

  it('is conceded once: what came after all goes back as a surplus', async () => {
    const id = await delivered()
    const paymentId = await granted(id, 30_000)
    await correct(paymentId, 70_000, 100_000)
    await correct(paymentId, 100_000, 70_000)
    await sendBack(id, 30_000)
    expect(await market.read(id)).toMatchObject({ back: 0 })
    expect((await notesOf(id)).map(({ takenOffKobo, reason }) => [takenOffKobo, reason])).toEqual([
      [30_000, 'complaint'],
      [undefined, 'surplus'],
    ])
  })
})

describe('the whole of a shared transfer', () => {
  const refuse = (id: string, details: object) =>
    market.refuse(withSecondFactor(finance), 'confirm_payment', id, details)

  it('that two people corrected stays so, also when nothing of it was for the order by which they said it', async () => {
    const [one, other, third] = [await placed(), await placed(), await placed()]
    await record(one, line(60_000, 1_000_000, 'FT 0100 A'))
    await record(other, line(40_000, 1_000_000, 'FT 0100 A'))
    const paymentId = await paymentOf(one)
    await correctWhole(paymentId, 60_000, 60_000, 100_000)
    await correct(paymentId, 0, 60_000)
    expect(await refuse(third, line(60_000, 1_000_000, 'FT 0100 A'))).toMatchObject({
      code: '23514',
      hint: 'transferKobo',
    })
    await record(third, line(60_000, 100_000, 'FT 0100 A'))
    expect(await market.read(third)).toMatchObject({ payment: 'underpaid' })
  })

  it('is not what a part had said of which nothing came, when that part is raised again', async () => {
    const [one, other] = [await placed(), await placed()]
    await record(one, line(60_000, 500_000, 'FT 0100 B'))
    const paymentId = await paymentOf(one)
    await correct(paymentId, 0, 60_000)
    await record(other, market.receipt(60_000, 'FT 0100 B'))
    const again = (whole?: number) => say(paymentId, 60_000, 0, whole)
    expect(await market.refuse(withSecondFactor(finance), ...again())).toMatchObject({
      ...{ code: '23514', hint: 'amountKobo', message: expect.stringContaining('more than the whole') },
    })
    const { entryId } = await market.call(withSecondFactor(finance), ...again(120_000))
    await settle(entryId, true)
    expect(await market.read(one)).toMatchObject({ payment: 'underpaid' })
  })
})

describe('an order of which nothing is here', () => {
  const rest = (kind: string, amountKobo: number) => ({
    ...{ kind, amountKobo, reason: 'Never mind', idempotencyKey: randomUUID() },
  })
  const refuse = (id: string, kind: string, kobo: number) =>
    market.refuse(withSecondFactor(admin), 'settle_remainder', id, rest(kind, kobo))
  const declinable = { code: '23514', hint: 'payment_status', message: expect.stringContaining('declined') }

  it('is not settled without money, approved or not, also when money of it came and went', async () => {
    const empty = await emptied()
    for (const [kind, kobo] of [
      ['write_off', 100_000],
      ['fee', 100_000],
      ['write_off', 1],
    ] as const)
      expect(await refuse(empty, kind, kobo)).toMatchObject(declinable)
    expect(await market.read(empty)).toMatchObject({ status: 'approved', payment: 'underpaid' })
    const pending = await placed()
    await confirm(pending, 130_000)
    await sendBack(pending, 30_000)
    await correct(await paymentOf(pending), 30_000, 130_000)
    expect(await refuse(pending, 'write_off', 100_000)).toMatchObject(declinable)
  })

  it('is written off where its goods are out already', async () => {
    const id = await approved()
    await move(id, 'none', 'preparing')
    await correct(await paymentOf(id), 0, 100_000)
    await market.call(withSecondFactor(admin), 'settle_remainder', id, rest('write_off', 100_000))
    expect(await market.read(id)).toMatchObject({ payment: 'confirmed', fulfilment: 'preparing' })
  })

  it('and that was settled so before can be declined', async () => {
    const id = await emptied()
    await app.owner.query(
      `insert into public.order_credits (order_id, kind, amount_kobo, reason) values ($1, 'write_off', 100000, 'Never mind')`,
      [id],
    )
    await app.owner.query(`select private.apply_order_event($1, 'pay_exactly')`, [id])
    expect(await market.read(id)).toMatchObject({ status: 'approved', payment: 'confirmed' })
    await decide(id, 'declined', 'Nothing came')
    expect(await market.read(id)).toMatchObject({ status: 'declined', payment: 'unpaid', back: 0 })
  })
})

it('one that is declined beside many never waits in a circle with them', async () => {
  const product = await market.addProduct(10, 100_000)
  const [alone, ...many] = [await emptied(product), await emptied(product), await emptied(product)]
  const holder = new pg.Client({ connectionString: app.url })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(`select pg_advisory_xact_lock(hashtextextended('document numbers credit_note', 0))`)
    const declining = app.as(
      sales.caller,
      `update public.orders set status = 'declined', decline_reason = 'Nothing came' where id = $1`,
      [alone],
    )
    await waitersOr(app, 1, declining)
    const decliningMany = market.call(
      sales.caller,
      'decide_records',
      'orders',
      many.map((id) => ({ id, expected: 'approved' })),
      'declined',
    )
    await waitersOr(app, 2, decliningMany)
    await holder.query('rollback')
    expect((await declining).rowCount).toBe(1)
    expect((await decliningMany).changed).toHaveLength(2)
  } finally {
    await holder.end()
  }
  expect(await market.stockOf(product)).toBe(10)
})
