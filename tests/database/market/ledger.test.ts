// The ledger, a step at a time: what each event moves, balances of past instants, and what nobody may write or read.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { describeBalances } from '#domain/market/ledger.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { findLedgerFaults } from './ledger-faults.ts'
import { makeContact } from './market-app.ts'
import { openTill } from './market-till.ts'

const till = await openTill()
const { app, market, buyer, finance, admin, rice, placed, claim, confirm, decide, delivered } = till
afterAll(() => app.close())

/** What finance settles of a rest, as one attempt. */
const remainder = (change: object) => ({
  ...{ kind: 'fee', amountKobo: 1, reason: 'The bank kept it', idempotencyKey: randomUUID() },
  ...change,
})

const deliveryDay = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  await app.owner.query(`update private.market_limits set value = 2000000000 where name like '%_alone_max_%'`)
})

describe('the ledger', () => {
  it('answers what the balance was as of an instant once, and for good: it waits for who is writing', async () => {
    const writer = new pg.Client({ connectionString: app.url })
    await writer.connect()
    try {
      await writer.query('begin')
      await writer.query(
        `insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor)
         values ('payment_received', gen_random_uuid(), 'bank', 'receivable', 'XTS', 5)`,
      )
      const ask = (at: string) =>
        app.owner.query(
          `select private.ledger_balance_as_of('bank', $1::timestamptz, currency => 'XTS')::int as sum`,
          [at],
        )
      const { rows } = await writer.query('select clock_timestamp()::text as at')
      const asking = ask(rows[0].at)
      await expect
        .poll(
          async () =>
            (await writer.query(`select from pg_locks where mode = 'ShareLock' and not granted`)).rowCount,
        )
        .toBe(1)
      await writer.query('commit')
      expect((await asking).rows).toEqual([{ sum: 5 }])
      // Nobody who posts waits for the end of the transaction that asks.
      await app.owner.query('begin')
      expect((await ask(rows[0].at)).rows).toEqual([{ sum: 5 }])
      expect(
        (
          await writer.query(
            `select from pg_locks where mode = 'ShareLock' and relation = 'private.ledger_transfers'::regclass`,
          )
        ).rowCount,
      ).toBe(0)
      await app.owner.query('commit')
      await expect(ask('infinity')).rejects.toMatchObject({ code: '22023' })
    } finally {
      await writer.end()
    }
  })

  it('is written by no caller, and changed by nobody at all', async () => {
    const id = await placed()
    const row = `insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor)
      values ('payment_received', '${id}', 'bank', 'receivable', 'NGN', 1)`
    for (const caller of [
      anonymous,
      buyer.caller,
      withSecondFactor(finance),
      withSecondFactor(admin),
      service,
    ])
      for (const text of [
        row,
        'update private.ledger_transfers set amount_minor = 1',
        'delete from private.ledger_transfers',
        'truncate private.ledger_transfers',
        'select from private.ledger_transfers',
        'select from private.ledger_postings',
        `select private.ledger_balance('bank', null, 'NGN')`,
        `select private.post_transfer('payment_received', o, 'bank', 'receivable', 1) from public.orders as o`,
      ])
        expect((await app.refusalOf(caller, text)).code, text).toBe('42501')
    for (const text of [
      'update private.ledger_transfers set amount_minor = 1',
      'delete from private.ledger_transfers',
      'truncate private.ledger_transfers',
    ])
      await expect(app.owner.query(text), text).rejects.toMatchObject({ code: '42501' })
  })

  it('of an order is read by those who may read orders, and by nobody else', async () => {
    const id = await placed()
    for (const caller of [anonymous, buyer.caller, service])
      expect((await app.refusalOf(caller, 'select * from public.list_order_ledger($1)', [id])).code).toBe(
        '42501',
      )
    const { rows } = await app.as(
      finance.caller,
      'select event, phase, debit_account, credit_account, amount_minor::int, balance_minor::int from public.list_order_ledger($1)',
      [id],
    )
    expect(rows).toEqual([
      {
        ...{ event: 'order_priced', phase: 'posted', amount_minor: 100_000, balance_minor: 100_000 },
        ...{ debit_account: 'receivable', credit_account: 'unearned_goods' },
      },
    ])
  })

  it('shows finance every account as of a day, each currency adding up to nothing, and nobody else', async () => {
    const id = await placed()
    await confirm(id, 40_000)
    const text = 'select account, currency, debit_minor::int as debit from public.list_ledger_balances($1)'
    const today = getLagosDay(new Date())
    const yesterday = getLagosDay(Date.now() - 86_400_000)
    const tomorrow = getLagosDay(Date.now() + 86_400_000)
    const sales = await app.addPerson({ role: 'sales' })
    for (const caller of [anonymous, buyer.caller, sales.caller, service])
      expect((await app.refusalOf(caller, text, [today])).code).toBe('42501')
    for (const day of [tomorrow, null])
      expect((await app.refusalOf(finance.caller, text, [day])).code).toBe('22023')
    const read = async (day: string) =>
      (await app.as<{ account: string; currency: string; debit: number }>(finance.caller, text, [day])).rows
    // Booked an hour before midnight in Lagos, and after it: the first alone is of yesterday.
    const book = (minor: number, at: string) =>
      app.owner.query(
        `insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor, recorded_at)
         values ('payment_received', $1, 'bank', 'receivable', 'XTS', $2, $3)`,
        [id, minor, at],
      )
    const before = await read(yesterday)
    await book(7, `${yesterday}T23:59:59.999999+01:00`)
    await book(100, `${today}T00:00:00+01:00`)
    const ofCurrency = (rows: typeof before) => rows.filter(({ currency }) => currency === 'XTS')
    const known = ofCurrency(before).find(({ account }) => account === 'bank')?.debit ?? 0
    expect(ofCurrency(await read(yesterday))).toEqual([
      { account: 'bank', currency: 'XTS', debit: known + 7 },
      { account: 'receivable', currency: 'XTS', debit: -known - 7 },
    ])
    const now = await read(today)
    expect(now.some(({ account, currency }) => account === 'receivable' && currency === 'NGN')).toBe(true)
    for (const { currency, debit, credit, lines } of describeBalances(
      now.map(({ debit, ...one }) => ({ ...one, debit_minor: debit })),
    )) {
      expect(debit, currency).toBeGreaterThan(0)
      expect(credit, currency).toBe(debit)
      for (const { account, debit_minor } of lines) {
        const { rows } = await app.owner.query(
          `select private.ledger_balance_as_of($1, clock_timestamp(), currency => $2)::int
            * case private.ledger_side($1) when 'debit' then 1 else -1 end as debit`,
          [account, currency],
        )
        expect(rows, account).toEqual([{ debit: debit_minor }])
      }
    }
  })

  it('posts a claim as far as its money came, once, and not after its time', async () => {
    const id = await placed()
    await market.call(buyer.caller, 'claim_payment', id, { amountKobo: 60_000 })
    await confirm(id, 40_000)
    const { rows } = await app.owner.query(
      `select id, phase, amount_minor::int as amount from private.ledger_transfers where order_id = $1 and debit_account = 'bank' order by id`,
      [id],
    )
    expect(rows.map(({ phase, amount }) => [phase, amount])).toEqual([
      ['pending', 60_000],
      ['post', 40_000],
    ])
    const end = (pendingId: string, amount: number, at: string) =>
      app.owner.query(
        `insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor, phase,
           pending_id, recorded_at) values ('payment_received', $1, 'bank', 'receivable', 'NGN', $2, 'post', $3, $4)`,
        [id, amount, pendingId, at],
      )
    await expect(end(rows[0].id, 1, 'now')).rejects.toMatchObject({ code: '23505' })
    await market.call(buyer.caller, 'claim_payment', id, { amountKobo: 500 })
    const pending = await app.owner.query(
      `select max(id) as id from private.ledger_transfers where order_id = $1 and phase = 'pending'`,
      [id],
    )
    for (const [amount, at] of [
      [501, 'now'],
      [500, '2999-01-01'],
    ] as const)
      await expect(end(pending.rows[0].id, amount, at)).rejects.toMatchObject({ code: '23514' })
    await expect(
      market.call(buyer.caller, 'claim_payment', await placed(), { amountKobo: 'much' }),
    ).rejects.toMatchObject({ hint: 'amountKobo' })
  })

  it('has what is left pending where a buyer claims before anything is due, and says no amount', async () => {
    const id = await placed()
    await market.call(withSecondFactor(admin), 'set_credit_terms', id, 'A known buyer')
    await confirm(id, 30_000)
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    await decide(id, 'completed')
    await claim(id)
    const { rows } = await app.owner.query(
      'select (private.open_claim($1)).amount_minor::int as pending, private.balance_kobo($1)::int as balance',
      [id],
    )
    expect(rows).toEqual([{ pending: 70_000, balance: 70_000 }])
    expect(await findLedgerFaults(app.owner)).toEqual([])
  })

  it('takes what a complaint was granted off the balance first, and sends back only what is more', async () => {
    const id = await placed()
    await market.call(withSecondFactor(admin), 'set_credit_terms', id, 'A known buyer')
    await confirm(id, 30_000)
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    const grant = async (refundKobo: number, reason: string) => {
      await market.call(buyer.caller, 'open_order_dispute', id, { reason })
      const answer = { resolution: 'refunded', note: 'We are sorry', refundKobo }
      await market.call(admin.caller, 'resolve_order_dispute', id, answer)
    }
    await grant(50_000, 'Half of it is wet')
    expect(await market.read(id)).toMatchObject({ payment: 'underpaid', back: 0 })
    await grant(25_000, 'The rest is wet, too')
    expect(await market.read(id)).toMatchObject({ payment: 'refund_due', back: 5000 })
    expect(
      (await market.refuse(withSecondFactor(admin), 'record_refund', id, market.receipt(5001))).hint,
    ).toBe('amountKobo')
    await market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(5000))
    expect(await market.read(id)).toMatchObject({ payment: 'refunded', back: 0 })
  })

  it('takes a surplus for the delivery that is agreed later, and settles and rejects nothing before its time', async () => {
    const { id } = await market.order(buyer.caller, [rice], {}, makeContact(), { kind: 'quote' })
    await confirm(id, 100_400)
    expect(await market.read(id)).toMatchObject({ payment: 'underpaid', back: 400 })
    const strong = withSecondFactor(admin)
    const rest = remainder({ amountKobo: 1 })
    expect((await market.refuse(strong, 'settle_remainder', id, rest)).hint).toBe('delivery')
    expect((await market.refuse(strong, 'reject_payment_claim', id)).hint).toBe('reject_claim')
    await market.call(admin.caller, 'quote_delivery', id, { priceKobo: 1000, day: deliveryDay })
    await market.call(buyer.caller, 'accept_delivery', id, 1000, deliveryDay)
    expect(await market.read(id)).toMatchObject({ payment: 'underpaid', back: 0, total: 101_000 })
    await claim(id)
    await confirm(id, 600)
    expect(await market.read(id)).toMatchObject({ payment: 'confirmed', back: 0 })
    const { rows } = await app.owner.query(
      `select event, source_table, source_id is not null as is_named, sum(amount_minor)::int as minor
       from private.ledger_transfers where order_id = $1 group by 1, 2, 3 order by min(id)`,
      [id],
    )
    expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
      'order_priced orders false 101000',
      'payment_received payments true 100600',
      'surplus_received payments true 400',
      'surplus_used orders false 400',
      'payment_claimed payment_claims true 600',
    ])
  })

  it('grants a complaint no more than the order is worth, less what was settled without money', async () => {
    const id = await placed()
    const strong = withSecondFactor(admin)
    await market.call(strong, 'set_credit_terms', id, 'A known buyer')
    await confirm(id, 10_000)
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    const rest = remainder({ kind: 'write_off', amountKobo: 50_000 })
    await market.call(strong, 'settle_remainder', id, rest)
    await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'Half of it is wet' })
    const answer = (refundKobo: unknown) => ({ resolution: 'refunded', note: 'We are sorry', refundKobo })
    for (const wrong of [50_001, 0, -1, 0.5, '1e3', '9'.repeat(30), null])
      expect((await market.refuse(admin.caller, 'resolve_order_dispute', id, answer(wrong))).hint).toBe(
        'refundKobo',
      )
    await market.call(admin.caller, 'resolve_order_dispute', id, answer(50_000))
    expect(await market.read(id)).toMatchObject({ payment: 'refund_due', back: 10_000 })
    expect(await findLedgerFaults(app.owner)).toEqual([])
  })

  it('lets finance settle a rest, with the right, a second step and a second person above the limit', async () => {
    const id = await placed()
    await confirm(id, 99_950)
    const rest = remainder({ amountKobo: 50 })
    for (const caller of [anonymous, buyer.caller, withSecondFactor(buyer), finance.caller, service])
      expect((await market.refuse(caller, 'settle_remainder', id, rest)).code).toBe('42501')
    for (const [change, hint] of [
      [{ amountKobo: 51 }, 'amountKobo'],
      [{ amountKobo: 0 }, 'amountKobo'],
      [{ kind: 'gift' }, 'kind'],
      [{ reason: ' ' }, 'reason'],
      [{ idempotencyKey: undefined }, 'idempotencyKey'],
      [{ idempotencyKey: 'once' }, 'idempotencyKey'],
    ] as const)
      expect(
        (await market.refuse(withSecondFactor(admin), 'settle_remainder', id, { ...rest, ...change })).hint,
      ).toBe(hint)
    await market.call(withSecondFactor(admin), 'settle_remainder', id, rest)
    expect(await market.read(id)).toMatchObject({ payment: 'confirmed' })
    const large = await placed()
    await app.owner.query(
      `update private.market_limits set value = 60000 where name = 'refund_alone_max_kobo'`,
    )
    const half = remainder({ kind: 'write_off', amountKobo: 40_000 })
    expect((await market.refuse(withSecondFactor(admin), 'settle_remainder', large, half)).hint).toBe(
      'payment_status',
    )
    await confirm(large, 1)
    const settle = (input: object) => market.call(withSecondFactor(admin), 'settle_remainder', large, input)
    const open = async () =>
      (await app.owner.query('select private.balance_kobo($1)::int as kobo', [large])).rows[0]?.kobo
    // Each second one is a second tap, or the answer was lost: it is settled once. Two that are equal are two.
    const equal = remainder({ kind: 'write_off', amountKobo: 5_000 })
    for (const [input, rest] of [
      [half, 59_999],
      [half, 59_999],
      [equal, 54_999],
      [{ ...equal, idempotencyKey: randomUUID() }, 49_999],
    ] as const) {
      expect(await settle(input)).not.toHaveProperty('waitsForSecondPerson')
      expect(await open()).toBe(rest)
    }
    // Under the name of one attempt nothing else is taken for it, on another order neither.
    for (const other of [{ ...half, amountKobo: 1 }, rest])
      expect((await market.refuse(withSecondFactor(admin), 'settle_remainder', large, other)).code).toBe(
        'PT409',
      )
    const dropped = remainder({ kind: 'write_off', amountKobo: 49_999 })
    const { entryId } = await settle(dropped)
    await market.call(withSecondFactor(finance), 'decide_money_entry', entryId, false)
    // The same attempt again asks nobody a second time; a new one does.
    expect(await market.refuse(withSecondFactor(admin), 'settle_remainder', large, dropped)).toMatchObject({
      code: 'PT409',
      message: expect.stringContaining('This was dropped'),
    })
    const last = { ...dropped, idempotencyKey: randomUUID() }
    const waiting = await settle(last)
    expect(waiting).toMatchObject({ waitsForSecondPerson: true })
    // Nor is it taken for another order while it waits.
    const other = await placed()
    await confirm(other, 1)
    expect(await market.refuse(withSecondFactor(admin), 'settle_remainder', other, last)).toMatchObject({
      code: 'PT409',
      message: expect.stringContaining('sent before with other contents'),
    })
    for (const again of [last, { ...last, idempotencyKey: last.idempotencyKey.toUpperCase() }])
      expect(await settle(again)).toMatchObject({ waitsForSecondPerson: true, entryId: waiting.entryId })
    expect(
      (await market.refuse(withSecondFactor(admin), 'decide_money_entry', waiting.entryId, true)).code,
    ).toBe('42501')
    await market.call(withSecondFactor(finance), 'decide_money_entry', waiting.entryId, true)
    expect(await market.read(large)).toMatchObject({ payment: 'confirmed' })
    // Its answer was lost, and it was confirmed meanwhile.
    expect(await settle(last)).not.toHaveProperty('waitsForSecondPerson')
  })

  it('earns what was sold when it is delivered, and outlives an order that is erased', async () => {
    const id = await delivered()
    const balance = async (account: string, order: string) =>
      (await app.owner.query('select private.ledger_balance($1, $2)::int as sum', [account, order])).rows[0]
        .sum
    expect([await balance('sales', id), await balance('unearned_goods', id)]).toEqual([100_000, 0])
    const unpaid = await placed()
    await app.owner.query('delete from public.orders where id = $1', [unpaid])
    expect([await balance('receivable', unpaid), await balance('unearned_goods', unpaid)]).toEqual([0, 0])
    await expect(
      app.owner.query(`select private.ledger_balance('cash', $1)`, [randomUUID()]),
    ).rejects.toMatchObject({ code: '22023' })
    await expect(app.owner.query(`select private.ledger_balance('bank')`)).rejects.toMatchObject({
      code: '22023',
    })
  })
})
