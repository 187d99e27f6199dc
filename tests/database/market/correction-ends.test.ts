// What becomes of an order whose payment was corrected: how it ends where nothing came, what waits meanwhile, and its documents.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { anonymous, type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'
import { openCorrections } from './correction-till.ts'
import { findLedgerFaults } from './ledger-faults.ts'
import { makeContact } from './market-app.ts'

const till = await openCorrections()
const { app, market, buyer, stranger, finance, admin, second, placed, confirm, decide, move, claim } = till
const { delivered, rows, enter, settle, correct, paymentOf, documentsOf, notesOf, approved, emptied } = till
const { granted, sendBack, placedWithVat, grantedVat, line, record, say, correctWhole } = till
const sales = await app.addPerson({ role: 'sales' })
afterAll(() => app.close())
afterEach(async () => expect(await findLedgerFaults(app.owner)).toEqual([]))

const declineAs = (person: Person, id: string) =>
  app.as(
    person.caller,
    `update public.orders set status = 'declined', decline_reason = 'Nothing came' where id = $1 and status = 'approved' returning id`,
    [id],
  )
const refuseDecline = (id: string) =>
  app.refusalOf(
    sales.caller,
    `update public.orders set status = 'declined', decline_reason = 'Nothing came' where id = $1`,
    [id],
  )

describe('an approved order of which nothing came', () => {
  it('is declined by nobody without the right to decide, nor by who bought it', async () => {
    const id = await emptied()
    for (const person of [buyer, stranger, finance]) expect((await declineAs(person, id)).rowCount).toBe(0)
    expect((await app.refusalOf(anonymous, `update public.orders set status = 'declined'`)).code).toBe(
      '42501',
    )
    expect((await market.refuse(service, 'withdraw_market_order', id, { userId: buyer.id })).code).toBe(
      '23514',
    )
    expect(
      (await app.refusalOf(sales.caller, `update public.orders set payment_status = 'unpaid'`)).code,
    ).toBe('42501')
    await app.owner.query('update public.orders set user_id = $2 where id = $1', [id, sales.id])
    expect((await refuseDecline(id)).hint).toBe('own_record')
    expect(await market.read(id)).toMatchObject({ status: 'approved', payment: 'underpaid' })
  })

  it('is not declined with its money here, its goods begun, or an entry that waits, and a contract never', async () => {
    const paid = await approved()
    const partly = await approved()
    await correct(await paymentOf(partly), 1, 100_000)
    for (const id of [paid, partly])
      expect(await refuseDecline(id)).toMatchObject({
        code: '23514',
        hint: 'status',
        message: expect.stringContaining('Money of this order is here'),
      })
    const begun = await approved()
    await move(begun, 'none', 'preparing')
    await correct(await paymentOf(begun), 0, 100_000)
    expect((await refuseDecline(begun)).message).toContain('on their way')
    const waiting = await emptied()
    const { entryId } = await enter(await paymentOf(waiting), 40_000, 0)
    expect((await refuseDecline(waiting)).message).toContain('waits for a second person')
    await settle(entryId, false)
    const contract = await submitOrder(app, buyer)
    await decide(contract.id, 'approved')
    expect((await refuseDecline(contract.id)).message).toBe('Status cannot change from approved to declined')
    const done = await delivered()
    expect((await refuseDecline(done)).code).toBe('23514')
  })

  it('is declined once by staff: its goods are for sale again, its buyer has one mail, and its invoice is taken back', async () => {
    const product = await market.addProduct(10, 100_000)
    const id = await emptied(product)
    expect(await market.stockOf(product)).toBe(9)
    const [invoice] = await documentsOf(id, 'invoice')
    const decline = { rows: [{ id, expected: 'approved' }], status: 'declined', reason: 'Nothing came' }
    const send = () =>
      app.as<{ answer: { changed: string[]; skipped: { why: string }[] } }>(
        sales.caller,
        `select public.decide_records('orders', $1, $2, $3) as answer`,
        [JSON.stringify(decline.rows), decline.status, decline.reason],
      )
    expect((await send()).rows[0]?.answer.changed).toEqual([id])
    const again = (await send()).rows[0]?.answer
    expect([again?.changed, again?.skipped[0]?.why]).toEqual([[], 'changed_meanwhile'])
    expect(await market.read(id)).toMatchObject({
      ...{
        status: 'declined',
        payment: 'unpaid',
        fulfilment: 'none',
        back: 0,
        decline_reason: 'Nothing came',
      },
    })
    expect(await market.stockOf(product)).toBe(10)
    expect((await market.mailsAbout(id)).filter((name) => name === 'order_market_declined')).toHaveLength(1)
    const balances = await rows<{ kobo: number }>(
      `select private.ledger_balance(account, $1)::int as kobo from unnest(array['receivable', 'unearned_goods', 'bank', 'refundable']) as account`,
      id,
    )
    expect(balances.map(({ kobo }) => kobo)).toEqual([0, 0, 0, 0])
    const notes = await documentsOf(id, 'credit_note')
    expect(
      await rows(
        `select data ->> 'credit_note' as number, data ->> 'was_approved' as approved from private.mail_outbox
         where template = 'order_market_declined' and data ->> 'order_id' = $1`,
        id,
      ),
    ).toEqual([{ number: notes[0]?.number, approved: 'true' }])
    expect(notes.map(({ content }) => content)).toMatchObject([
      { takenOffKobo: 100_000, reason: 'declined', credited: { number: invoice?.number } },
    ])
    expect(await market.call(service, 'verify_document', invoice?.code)).toMatchObject({ isLapsed: true })
    expect(await market.call(service, 'verify_document', notes[0]?.code)).toMatchObject({
      ...{ isLapsed: false, amountKobo: 100_000, isTakenOff: true },
    })
    await expect(
      app.owner.query(
        `insert into public.order_documents (order_id, kind, number, verification_code, content, content_sha256, issued_at, cancels_id)
         select order_id, kind, 'CN-0', '2222-2222-2222', content, content_sha256, issued_at, cancels_id
         from public.order_documents where order_id = $1 and kind = 'credit_note'`,
        [id],
      ),
    ).rejects.toMatchObject({ constraint: 'order_documents_one_cancellation' })
  })

  it('may be claimed as paid meanwhile, and what comes after the end goes back without a word of the invoice', async () => {
    const id = await emptied()
    await claim(id)
    expect((await declineAs(sales, id)).rowCount).toBe(1)
    expect(await market.read(id)).toMatchObject({ status: 'declined', payment: 'claimed' })
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    expect(await market.read(id)).toMatchObject({ payment: 'unpaid' })
    await confirm(id, 30_000)
    expect(await market.read(id)).toMatchObject({ payment: 'refund_due', back: 30_000 })
    await sendBack(id, 30_000)
    expect(await market.read(id)).toMatchObject({ payment: 'refunded', back: 0 })
    const [, sentBack] = await documentsOf(id, 'credit_note')
    expect(sentBack?.content).toMatchObject({ reason: 'declined', payment: { amountKobo: 30_000 } })
    expect(sentBack?.content).not.toHaveProperty('credited')
  })

  it('ends also on credit terms on which nobody paid, and where a rest of it was written off', async () => {
    const onCredit = await placed()
    await market.call(withSecondFactor(finance), 'set_credit_terms', onCredit, 'Known for years')
    await decide(onCredit, 'approved')
    expect((await declineAs(sales, onCredit)).rowCount).toBe(1)
    expect(await documentsOf(onCredit, 'credit_note')).toEqual([])
    const id = await placed()
    await confirm(id, 90_000)
    await market.call(withSecondFactor(admin), 'settle_remainder', id, {
      ...{ kind: 'write_off', amountKobo: 10_000, reason: 'Rounded', idempotencyKey: randomUUID() },
    })
    await decide(id, 'approved')
    await correct(await paymentOf(id), 0, 90_000)
    expect((await declineAs(sales, id)).rowCount).toBe(1)
    expect(await market.read(id)).toMatchObject({ status: 'declined', payment: 'unpaid', back: 0 })
  })

  it('says to those who read orders, and to nobody else, why it cannot be declined', async () => {
    const [empty, full] = [await emptied(), await approved()]
    const ask = async (person: Person, id: string) =>
      (
        await app.as<{ why: string | null }>(
          person.caller,
          'select public.decline_obstacle(t) as why from public.orders as t where id = $1',
          [id],
        )
      ).rows[0]?.why
    expect(await ask(sales, empty)).toBeNull()
    expect(await ask(sales, full)).toContain('Money of this order is here')
    expect(await ask(buyer, full)).toBeNull()
  })
})

describe('while a correction says that less came, and nobody has confirmed it', () => {
  const waits = { code: '23514', hint: 'correction_waits', message: expect.stringContaining('second person') }
  const refuseStatus = (id: string, status: string) =>
    app.refusalOf(admin.caller, 'update public.orders set status = $2 where id = $1', [id, status])

  it('an order is not approved, not prepared, not sent off and not completed; dropped, it goes on', async () => {
    const id = await placed()
    await confirm(id, 100_000)
    const paymentId = await paymentOf(id)
    const { entryId } = await enter(paymentId, 0, 100_000)
    expect(await refuseStatus(id, 'approved')).toMatchObject(waits)
    const skipped = await app.as<{ answer: { skipped: { message: string }[] } }>(
      admin.caller,
      `select public.decide_records('orders', $1, 'approved') as answer`,
      [JSON.stringify([{ id, expected: 'pending' }])],
    )
    expect(skipped.rows[0]?.answer.skipped).toMatchObject([{ message: waits.message }])
    await settle(entryId, false)
    await decide(id, 'approved')
    for (const [from, to] of [
      ['none', 'preparing'],
      ['preparing', 'dispatched'],
    ] as const) {
      const held = await enter(paymentId, 10_000, 100_000)
      expect(await market.refuse(admin.caller, 'move_order', id, from, to)).toMatchObject(waits)
      await settle(held.entryId, false)
      await move(id, from, to)
    }
    // What is under way arrives, whatever is found out of its money.
    const late = await enter(paymentId, 10_000, 100_000)
    await move(id, 'dispatched', 'delivered')
    expect(await refuseStatus(id, 'completed')).toMatchObject(waits)
    await settle(late.entryId, false)
    await decide(id, 'completed')
  })

  it('nothing goes back, neither by one person nor by two', async () => {
    const id = await placed()
    await confirm(id, 130_000)
    const paymentId = await paymentOf(id)
    const { entryId } = await enter(paymentId, 20_000, 130_000)
    const refund = market.receipt(30_000)
    expect(await market.refuse(withSecondFactor(second), 'record_refund', id, refund)).toMatchObject(waits)
    await settle(entryId, false)
    // Entered before the correction, it waits for it as well.
    const limitTo = async (kobo: number) =>
      rows<{ value: number }>(
        `update private.market_limits as limits set value = $1 from private.market_limits as before
         where limits.name = 'refund_alone_max_kobo' and before.name = limits.name returning before.value`,
        kobo,
      )
    const [before] = await limitTo(1)
    const held = await market.call(withSecondFactor(second), 'record_refund', id, refund)
    await limitTo(before?.value ?? 0)
    expect(held.waitsForSecondPerson).toBe(true)
    const lower = await enter(paymentId, 110_000, 130_000)
    expect(
      await market.refuse(withSecondFactor(admin), 'decide_money_entry', held.entryId, true),
    ).toMatchObject(waits)
    await settle(lower.entryId, false)
    await market.call(withSecondFactor(admin), 'decide_money_entry', held.entryId, true)
    expect(await market.read(id)).toMatchObject({ payment: 'confirmed', back: 0 })
  })

  it('one that says that more came holds nothing up, and the row says which does, to staff alone', async () => {
    const id = await placed()
    await confirm(id, 100_000)
    const isHeld = async (person: Person) =>
      (
        await app.as<{ held: boolean | null }>(
          person.caller,
          'select public.correction_waits(t) as held from public.orders as t where id = $1',
          [id],
        )
      ).rows[0]?.held
    const more = await enter(await paymentOf(id), 100_700, 100_000)
    expect(await isHeld(sales)).toBe(false)
    await decide(id, 'approved')
    await settle(more.entryId, false)
    const less = await enter(await paymentOf(id), 1, 100_000)
    expect([await isHeld(sales), await isHeld(buyer)]).toEqual([true, null])
    await settle(less.entryId, false)
  })
})

describe('what a complaint was to send back, and a correction turned into a deduction', () => {
  it('has its credit note once, named in the mail, and the documents after it add up', async () => {
    const id = await delivered()
    const paymentId = await granted(id, 30_000)
    expect(await notesOf(id)).toEqual([])
    await correct(paymentId, 80_000, 100_000)
    const [invoice] = await documentsOf(id, 'invoice')
    const [note] = await documentsOf(id, 'credit_note')
    expect(note?.content).toMatchObject({
      ...{ reason: 'complaint', takenOffKobo: 20_000, creditedKobo: 20_000, receivedKobo: 80_000 },
      credited: { number: invoice?.number },
    })
    expect((await documentsOf(id, 'receipt')).at(-1)?.content).toMatchObject({
      ...{ totalKobo: 100_000, creditedKobo: 20_000, payment: { amountKobo: 80_000, receivedKobo: 80_000 } },
    })
    expect(
      await rows(
        `select data ->> 'credit_note' as number from private.mail_outbox
         where template = 'order_payment_corrected' and data ->> 'order_id' = $1`,
        id,
      ),
    ).toEqual([{ number: note?.number }])
    // The rest of it goes back, with a note of its own; together they are what was granted.
    await sendBack(id, 10_000)
    const notes = await documentsOf(id, 'credit_note')
    expect(notes.map(({ content }) => content)).toMatchObject([
      { takenOffKobo: 20_000 },
      { payment: { amountKobo: 10_000 } },
    ])
  })

  it('is no more by a second correction than what it takes, and never more than was granted', async () => {
    const id = await delivered()
    const paymentId = await granted(id, 30_000)
    await correct(paymentId, 90_000, 100_000)
    await correct(paymentId, 20_000, 90_000)
    expect((await notesOf(id)).map(({ takenOffKobo }) => takenOffKobo)).toEqual([10_000, 20_000])
    await correct(paymentId, 10_000, 20_000)
    // More came after all: it is above what is still owed, and no grant once more.
    await correct(paymentId, 90_000, 10_000)
    await correct(paymentId, 70_000, 90_000)
    expect((await notesOf(id)).map(({ takenOffKobo }) => takenOffKobo)).toEqual([10_000, 20_000])
  })

  it('is not issued where only what came above the total is less', async () => {
    const id = await placed()
    await confirm(id, 130_000)
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    await correct(await granted(id, 30_000), 110_000, 130_000)
    expect(await market.read(id)).toMatchObject({ payment: 'refund_due', back: 40_000 })
    expect(await notesOf(id)).toEqual([])
  })

  it('bears its share of the VAT: the notes of an order together exactly that of what was granted', async () => {
    const id = await placedWithVat()
    const { total } = await market.read(id)
    expect(total).toBe(107_500)
    await confirm(id, total)
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    const paymentId = await granted(id, 30_001)
    await correct(paymentId, total - 7_001, total)
    await sendBack(id, 3_000)
    await correct(paymentId, total - 17_001, total - 7_001)
    await sendBack(id, 10_000)
    const notes = await notesOf(id)
    expect(notes.map(({ takenOffKobo }) => takenOffKobo)).toEqual([7_001, undefined, 10_000, undefined])
    expect(notes.every(({ vatKobo }) => (vatKobo ?? 0) > 0)).toBe(true)
    expect(notes.reduce((sum, { vatKobo = 0 }) => sum + vatKobo, 0)).toBe(await grantedVat(id))
  })
})

describe('when more came than was recorded', () => {
  const openClaim = async (id: string) =>
    (await rows<{ kobo: number | null }>('select (private.open_claim($1)).amount_minor::int as kobo', id))[0]
      ?.kobo

  it('what the buyer says of another transfer stays said, until nothing is owed any more', async () => {
    const id = await placed()
    await confirm(id, 30_000)
    const paymentId = await paymentOf(id)
    await market.call(buyer.caller, 'claim_payment', id, { amountKobo: 60_000 })
    await correct(paymentId, 40_000, 30_000)
    expect(await market.read(id)).toMatchObject({ payment: 'claimed' })
    expect(await openClaim(id)).toBe(60_000)
    // The transfer that was meant comes, and ends it.
    await confirm(id, 50_000)
    expect(await market.read(id)).toMatchObject({ payment: 'underpaid' })
    expect(await openClaim(id)).toBeNull()
    await claim(id)
    await correct(paymentId, 50_000, 40_000)
    expect(await market.read(id)).toMatchObject({ payment: 'confirmed' })
    expect(await openClaim(id)).toBeNull()
  })

  it('the answer says that the goods were sold meanwhile', async () => {
    const product = await market.addProduct(1, 100_000)
    const { id } = await market.order(buyer.caller, [product])
    await confirm(id, 10_000)
    await market.passTime(id, '30 days')
    await app.owner.query('alter table public.payments disable trigger user')
    await app.owner.query(
      `update public.payments set created_at = now() - interval '90 days' where order_id = $1`,
      [id],
    )
    await app.owner.query('alter table public.payments enable trigger user')
    await app.owner.query('select private.run_market_jobs()')
    await market.order(stranger.caller, [product])
    expect(await correct(await paymentOf(id), 100_000, 10_000)).toMatchObject({
      ...{ paymentStatus: 'confirmed', stockMissing: true },
    })
  })
})

describe('the whole of a transfer that pays several orders', () => {
  it('is corrected by itself, and nothing of the order changes, nor of its documents', async () => {
    const [one, other] = [await placed(), await placed()]
    await record(one, line(60_000, 70_000, 'FT 0098 A'))
    const rest = line(40_000, 100_000, 'FT 0098 A')
    expect(await market.refuse(withSecondFactor(finance), 'confirm_payment', other, rest)).toMatchObject({
      hint: 'transferKobo',
    })
    const paymentId = await paymentOf(one)
    for (const [amount, was, whole, hint] of [
      [60_000, 60_000, 59_999, 'transferKobo'],
      [60_000, 60_000, 'much', 'transferKobo'],
      [0, 60_000, 100_000, 'transferKobo'],
      [60_000, 60_000, 70_000, 'amountKobo'],
    ] as const)
      expect(
        await market.refuse(withSecondFactor(finance), ...say(paymentId, amount, was, whole)),
      ).toMatchObject({ code: '23514', hint })
    const { entryId } = await market.call(
      withSecondFactor(finance),
      ...say(paymentId, 60_000, 60_000, 100_000),
    )
    expect(
      (await app.as(second.caller, 'select * from public.list_money_entries($1)', [one])).rows,
    ).toMatchObject([{ amount_kobo: '60000', was_kobo: '60000', transfer_kobo: '100000' }])
    const before = await market.read(one)
    await settle(entryId, true)
    expect(await market.read(one)).toEqual(before)
    expect(await market.mailsAbout(one)).not.toContain('order_payment_corrected')
    const receipts = await documentsOf(one, 'receipt')
    expect(receipts.map(({ content }) => content.payment)).toMatchObject([
      { amountKobo: 60_000, transferKobo: 70_000 },
    ])
    expect(await market.call(service, 'verify_document', receipts[0]?.code)).toMatchObject({
      isReplaced: false,
    })
    await record(other, rest)
    expect(await market.read(other)).toMatchObject({ payment: 'underpaid' })
    expect(
      (await market.refuse(withSecondFactor(finance), ...say(paymentId, 60_000, 60_000, 99_999))).message,
    ).toContain('more than the whole')
  })

  it('is corrected together with the part, which may then be more than the whole that was recorded', async () => {
    const id = await placed()
    await record(id, line(60_000, 70_000, 'FT 0098 B'))
    const paymentId = await paymentOf(id)
    expect(
      (await market.refuse(withSecondFactor(finance), ...say(paymentId, 90_000, 60_000, undefined))).message,
    ).toContain('more than the whole')
    await correctWhole(paymentId, 90_000, 60_000, 150_000)
    expect(await market.read(id)).toMatchObject({ payment: 'underpaid' })
    expect((await documentsOf(id, 'receipt')).at(-1)?.content.payment).toMatchObject({
      ...{ amountKobo: 90_000, transferKobo: 150_000 },
    })
  })
})

it('a guest without e-mail whose payment was corrected is rung, until somebody has told them', async () => {
  const { email: _, ...silent } = makeContact()
  const { id } = await market.orderAsGuest([await market.addProduct(null, 100_000)], silent)
  const written = await market.orderAsGuest([await market.addProduct(null, 100_000)])
  const toRing = async () =>
    (
      await app.as<{ ids: string[] }>(
        sales.caller,
        `select (public.find_records('orders', filters => '{"step": "to_ring"}')).ids as ids`,
      )
    ).rows[0]?.ids
  for (const order of [id, written.id]) await confirm(order, 100_000)
  expect(await toRing()).toEqual([id])
  await app.as(sales.caller, `select public.log_call('orders', $1, 'reached')`, [id])
  expect(await toRing()).toEqual([])
  for (const order of [id, written.id]) await correct(await paymentOf(order), 10_000, 100_000)
  expect(await toRing()).toEqual([id])
  await app.as(sales.caller, `select public.log_call('orders', $1, 'no_answer')`, [id])
  expect(await toRing()).toEqual([id])
  await app.as(sales.caller, `select public.log_call('orders', $1, 'reached')`, [id])
  expect(await toRing()).toEqual([])
})

it('the export of a buyer names neither the reason of an entry nor who decided on it', async () => {
  const id = await placed()
  await confirm(id, 100_000)
  await correct(await paymentOf(id), 10_000, 100_000)
  const [{ records }] = (await rows<{ records: object[] }>(
    `select private.export_rows($1, '{}', null) -> 'private.money_entries' as records`,
    buyer.id,
  )) as [{ records: object[] }]
  expect(records.length).toBeGreaterThan(0)
  expect(JSON.stringify(records)).not.toContain('A nought too many')
  for (const name of ['details', 'recorded_by', 'decided_by'])
    expect(records.every((record) => !Object.hasOwn(record, name))).toBe(true)
})
