// The ledger: random events against a recomputation that was written apart from it, balances of past instants, and what
// nobody may write or read.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymous, type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'
import { seededRandom } from '#tests/harness/random.ts'
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

const events = process.env.TEST_LONG ? 10_000 : 80
const instants = process.env.TEST_LONG ? 1000 : 25
const seed = Number(process.env.LEDGER_SEED ?? 20261125)
const random = seededRandom(seed)
const below = (limit: number) => Math.floor(random() * limit)
const oneOf = <Value>(values: readonly Value[]) => values[below(values.length)] as Value

const accounts = [
  ...[
    'bank',
    'receivable',
    'unearned_goods',
    'unearned_delivery',
    'unearned_vat',
    'sales',
    'delivery_income',
  ],
  ...['vat_payable', 'refundable', 'allowances', 'write_offs', 'bank_fees'],
] as const

/** An order by what it owes and owns, each on its account's own side. */
interface Known {
  id: string
  buyer: Person
  currency: string
  /** Its delivery is quoted first, and not agreed to yet. */
  awaitsDelivery: boolean
  balances: Map<string, number>
}

/** The rules of money once more, in plain sums. */
const effects: Record<string, (order: Known, amount: number) => Record<string, number>> = {
  priced: (_, amount) => ({ receivable: amount, unearned_goods: amount }),
  paid(order, amount) {
    const owed = Math.min(amount, of(order, 'receivable'))
    return { bank: amount, receivable: -owed, refundable: amount - owed }
  },
  sentBack: (_, amount) => ({ bank: -amount, refundable: -amount }),
  // What was paid above the goods pays the delivery first.
  deliveryAgreed(order, amount) {
    const used = Math.min(of(order, 'refundable'), of(order, 'receivable') + amount)
    return { unearned_delivery: amount, receivable: amount - used, refundable: -used }
  },
  declined(order) {
    const [goods, delivery] = [of(order, 'unearned_goods'), of(order, 'unearned_delivery')]
    const [owed, fees, off] = [of(order, 'receivable'), of(order, 'bank_fees'), of(order, 'write_offs')]
    // Money alone goes back, not what was settled without any.
    return {
      ...{ unearned_goods: -goods, unearned_delivery: -delivery },
      ...{ receivable: -owed, bank_fees: -fees, write_offs: -off },
      refundable: goods + delivery - owed - fees - off,
    }
  },
  delivered: (order) => ({
    unearned_goods: -of(order, 'unearned_goods'),
    sales: of(order, 'unearned_goods'),
    unearned_delivery: -of(order, 'unearned_delivery'),
    delivery_income: of(order, 'unearned_delivery'),
  }),
  granted(order, amount) {
    const off = Math.min(amount, of(order, 'receivable'))
    return { allowances: amount, receivable: -off, refundable: amount - off }
  },
  fee: (_, amount) => ({ bank_fees: amount, receivable: -amount }),
  write_off: (_, amount) => ({ write_offs: amount, receivable: -amount }),
  nothing: () => ({}),
}
const of = ({ balances }: Known, account: string) => balances.get(account) ?? 0

const known: Known[] = []
const log: { currency: string; change: Record<string, number>; at: string }[] = []

/** What the database has of an order, beside what it should have. */
async function book(order: Known, effect: string, amount = 0, what = effect) {
  const change = effects[effect]?.(order, amount) ?? {}
  for (const [account, moved] of Object.entries(change))
    order.balances.set(account, of(order, account) + moved)
  const { rows } = await app.owner.query(
    `select status, payment_status, refund_due_kobo::float8 as back, clock_timestamp()::text as at,
       (select jsonb_object_agg(account, private.ledger_balance(account, orders.id)) from unnest($2::text[]) as account) as balances,
       private.balance_kobo(id)::float8 as open, private.received_kobo(id)::float8 as received
     from public.orders where id = $1`,
    [order.id, accounts],
  )
  const stored = rows[0]
  const expected = Object.fromEntries(accounts.map((account) => [account, of(order, account)]))
  const clue = `seed ${seed}, event ${log.length}: ${what} ${amount} of ${order.id}`
  expect(stored.balances, clue).toEqual(expected)
  expect(stored, clue).toMatchObject({
    back: of(order, 'refundable'),
    open: of(order, 'receivable'),
    received: of(order, 'bank'),
  })
  expect(fits(order, stored.payment_status), `${clue} ${stored.payment_status}`).toBe(true)
  expect(of(order, 'refundable'), clue).toBeLessThanOrEqual(of(order, 'bank'))
  log.push({ currency: order.currency, change, at: stored.at })
}

/** Whether a state of the money says what its sums say. */
function fits(order: Known, state: string): boolean {
  const [open, back] = [of(order, 'receivable'), of(order, 'refundable')]
  if (order.awaitsDelivery && state === 'underpaid') return true
  if (state === 'confirmed') return open === 0 && back === 0
  if (state === 'overpaid') return open === 0 && back > 0
  if (state === 'refund_due') return back > 0
  if (state === 'refunded') return back === 0
  return state === 'claimed' || back === 0
}

const currencies = ['NGN', 'USD', 'EUR', 'GBP']

async function place(): Promise<void> {
  const person = await app.addPerson()
  const isBulk = random() < 0.5
  const order: Known = {
    ...{ id: '', buyer: person, currency: isBulk ? oneOf(currencies) : 'NGN' },
    ...{ awaitsDelivery: !isBulk && random() < 0.4, balances: new Map() },
  }
  known.push(order)
  if (!isBulk) {
    const quantity = 1 + below(9)
    const delivery = order.awaitsDelivery ? { kind: 'quote' } : undefined
    const lines = [{ ...rice, quantity }]
    order.id = (await market.order(person.caller, lines, {}, makeContact(), delivery)).id
    return book(order, 'priced', quantity * rice.priceKobo)
  }
  order.id = (await submitOrder(app, person)).id
  const priceKobo = 1000 + below(99_000)
  const quoteId = await market.call(admin.caller, 'quote_order', order.id, {
    lines: [{ description: 'Cocoa beans', quantity: 7, unit: 'Tons', priceKobo }],
    currency: order.currency,
    paymentTerms: oneOf(['Cash on Delivery', '30% Advance 70% on Delivery']),
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await market.call(person.caller, 'accept_quote', quoteId, 7 * priceKobo)
  return book(order, 'priced', 7 * priceKobo)
}

const deliveryDay = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

type Attempt = { effect: string; amount?: number; act: () => Promise<unknown> }

function attempts(order: Known): Record<string, () => Attempt> {
  const { id } = order
  const part = (most: number) => (random() < 0.4 ? most : 1 + below(Math.max(1, most)))
  const sum = part(Math.max(of(order, 'receivable'), 5000) + (random() < 0.3 ? below(50_000) : 0))
  // Sometimes a kobo more than the order is worth, which is refused.
  const worth = of(order, 'receivable') + of(order, 'bank') - of(order, 'refundable')
  const grant = part(worth) + (random() < 0.2 ? 1 : 0)
  const fare = below(20_000)
  const back = part(of(order, 'refundable'))
  const rest = part(of(order, 'receivable'))
  const kind = oneOf(['fee', 'write_off'])
  const asAdmin = withSecondFactor(admin)
  return {
    claim: () => ({
      effect: 'nothing',
      act: () =>
        market.call(order.buyer.caller, 'claim_payment', id, random() < 0.5 ? { amountKobo: sum } : {}),
    }),
    reject: () => ({ effect: 'nothing', act: () => market.call(asAdmin, 'reject_payment_claim', id) }),
    pay: () => ({ effect: 'paid', amount: sum, act: () => confirm(id, sum) }),
    sendBack: () => ({
      ...{ effect: 'sentBack', amount: back },
      act: () => market.call(asAdmin, 'record_refund', id, market.receipt(back)),
    }),
    decline: () => ({ effect: 'declined', act: () => decide(id, 'declined', 'Sold out') }),
    approve: () => ({ effect: 'nothing', act: () => decide(id, 'approved') }),
    deliver: () => ({ effect: 'delivered', act: () => market.deliver(admin.caller, id) }),
    bring: () => ({
      ...{ effect: 'deliveryAgreed', amount: fare },
      async act() {
        await market.call(admin.caller, 'quote_delivery', id, { priceKobo: fare, day: deliveryDay })
        await market.call(order.buyer.caller, 'accept_delivery', id, fare, deliveryDay)
        order.awaitsDelivery = false
      },
    }),
    settle: () => ({
      ...{ effect: kind, amount: rest },
      act: () => market.call(asAdmin, 'settle_remainder', id, remainder({ kind, amountKobo: rest })),
    }),
    grant: () => ({
      ...{ effect: 'granted', amount: grant },
      async act() {
        const { rows } = await app.owner.query(
          'select from public.order_disputes where order_id = $1 and resolved_at is null',
          [id],
        )
        if (rows.length === 0)
          await market.call(order.buyer.caller, 'open_order_dispute', id, { reason: 'Half of it is wet' })
        const answer = { resolution: 'refunded', note: 'We are sorry', refundKobo: grant }
        await market.call(admin.caller, 'resolve_order_dispute', id, answer)
      },
    }),
  }
}

/** One thing that may happen to an order; what is refused has changed nothing. */
async function happen(order: Known): Promise<boolean> {
  const possible = attempts(order)
  // Declined less often, or few orders would live to be delivered.
  const name = oneOf(Object.keys(possible).filter((one) => one !== 'decline' || random() < 0.2))
  const { effect, amount, act } = (possible[name] as () => Attempt)()
  const isDone = await act().then(
    () => true,
    (error: { code?: string }) => {
      expect(['23514', '40001', '42501', 'P0002'], String(error)).toContain(error.code)
      return false
    },
  )
  await book(order, isDone ? effect : 'nothing', amount, name)
  return isDone
}

beforeAll(async () => {
  await app.owner.query(`update private.market_limits set value = 2000000000 where name like '%_alone_max_%'`)
})

describe('the ledger', () => {
  it(`holds after ${events} random events, now and at ${instants} instants before (seed ${seed})`, async () => {
    for (let done = 0; done < events; ) {
      if (known.length < 4 || random() < 0.12) await place()
      else if (!(await happen(oneOf(known.slice(-12))))) continue
      done++
    }
    expect(await findLedgerFaults(app.owner)).toEqual([])
    const asked = Array.from({ length: instants }, () => {
      const place = below(log.length)
      const [account, currency] = [oneOf(accounts), oneOf(currencies)]
      const balance = log
        .slice(0, place + 1)
        .reduce((sum, line) => sum + (line.currency === currency ? (line.change[account] ?? 0) : 0), 0)
      return { at: log[place]?.at, account, currency, balance }
    })
    const { rows } = await app.owner.query(
      `select at, account, currency, private.ledger_balance(account, null, currency, at::timestamptz)::float8 as balance
       from jsonb_to_recordset($1) as asked (place int, at text, account text, currency text) order by place`,
      [JSON.stringify(asked.map((question, place) => ({ place, ...question })))],
    )
    expect(rows).toEqual(asked)
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

  it('takes what a complaint was granted off the balance first, and sends back only what is more', async () => {
    const id = await placed()
    await market.call(withSecondFactor(admin), 'set_credit_terms', id, 'A known buyer')
    await confirm(id, 30_000)
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    const grant = async (refundKobo: number) => {
      await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'Half of it is wet' })
      const answer = { resolution: 'refunded', note: 'We are sorry', refundKobo }
      await market.call(admin.caller, 'resolve_order_dispute', id, answer)
    }
    await grant(50_000)
    expect(await market.read(id)).toMatchObject({ payment: 'underpaid', back: 0 })
    await grant(25_000)
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
    expect(
      (await market.refuse(withSecondFactor(admin), 'settle_remainder', large, { ...half, amountKobo: 1 }))
        .code,
    ).toBe('PT409')
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
    expect(await settle(last)).toMatchObject({ waitsForSecondPerson: true, entryId: waiting.entryId })
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
