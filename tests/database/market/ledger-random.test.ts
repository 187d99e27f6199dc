// The ledger after random events, against sums that were written apart from it: now, and at random instants of the past.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { countDue, type PaymentTerms, paymentSchedules, splitAmount } from '#domain/market/quotes.ts'
import { type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'
import { seededRandom } from '#tests/harness/random.ts'
import { openDelivery } from './delivery-app.ts'
import { findLedgerFaults } from './ledger-faults.ts'
import { type Line, makeContact } from './market-app.ts'
import { openTill } from './market-till.ts'
import {
  type Goods,
  type Part,
  type Rates,
  readRates,
  vatGrantedPlainly,
  vatPlainly,
} from './vat-reference.ts'

const { app, market, admin, finance, rice, confirm, decide } = await openTill()
const { addZone, addDepot, closeAll } = openDelivery(app)
/** Who confirms corrections, and sends nothing back. */
const colleague = await app.addPerson({ role: 'finance' })
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
  goods: Goods[]
  /** For a contract. */
  paymentTerms: PaymentTerms | null
  /** What its buyer says is on its way; null: nothing. */
  pending: number | null
  isDeclined: boolean
  /** What complaints took off, in their order, each with the line that it was about; and how much of it was VAT. */
  grants: { amount: number; line: number | null }[]
  grantedVat: number
  balances: Map<string, number>
}

let rates: Rates = {}
/** What an order's goods bear, with a delivery at that price. */
const vatOf = ({ goods }: Known, fare = 0) =>
  vatPlainly(goods, fare, rates).reduce((sum, { vatKobo }) => sum + vatKobo, 0)

/** The rules of money once more, in plain sums. */
const effects: Record<
  string,
  (order: Known, amount: number, line?: number | null) => Record<string, number>
> = {
  priced: (order, amount) => ({
    receivable: amount + vatOf(order),
    unearned_goods: amount,
    unearned_vat: vatOf(order),
  }),
  // With a delivery that a zone has a price for.
  pricedWithDelivery: (order, amount) => ({
    receivable: amount + fareOfZone + vatOf(order, fareOfZone),
    unearned_goods: amount,
    unearned_delivery: fareOfZone,
    unearned_vat: vatOf(order, fareOfZone),
  }),
  paid(order, amount) {
    const owed = Math.min(amount, of(order, 'receivable'))
    return { bank: amount, receivable: -owed, refundable: amount - owed }
  },
  // Less than was recorded is taken from what was to go back, then from what counts as paid.
  corrected(order, difference) {
    if (difference > 0) return effects.paid?.(order, difference) ?? {}
    const back = Math.min(-difference, of(order, 'refundable'))
    return { bank: difference, refundable: -back, receivable: -difference - back }
  },
  sentBack: (_, amount) => ({ bank: -amount, refundable: -amount }),
  // What was paid above the goods pays the delivery first.
  deliveryAgreed(order, amount) {
    const vat = vatOf(order, amount) - vatOf(order)
    const used = Math.min(of(order, 'refundable'), of(order, 'receivable') + amount + vat)
    return {
      ...{ unearned_delivery: amount, unearned_vat: vat },
      ...{ receivable: amount + vat - used, refundable: -used },
    }
  },
  declined(order) {
    const [goods, delivery] = [of(order, 'unearned_goods'), of(order, 'unearned_delivery')]
    const vat = of(order, 'unearned_vat')
    const [owed, fees, off] = [of(order, 'receivable'), of(order, 'bank_fees'), of(order, 'write_offs')]
    // Money alone goes back, not what was settled without any.
    return {
      ...{ unearned_goods: -goods, unearned_delivery: -delivery, unearned_vat: -vat },
      ...{ receivable: -owed, bank_fees: -fees, write_offs: -off },
      refundable: goods + delivery + vat - owed - fees - off,
    }
  },
  delivered: (order) => ({
    unearned_goods: -of(order, 'unearned_goods'),
    sales: of(order, 'unearned_goods'),
    unearned_delivery: -of(order, 'unearned_delivery'),
    delivery_income: of(order, 'unearned_delivery'),
    unearned_vat: -of(order, 'unearned_vat'),
    vat_payable: of(order, 'unearned_vat'),
  }),
  granted(order, amount, line = null) {
    const off = Math.min(amount, of(order, 'receivable'))
    order.grants.push({ amount, line })
    const parts = listParts(order, of(order, 'delivery_income'), of(order, 'vat_payable') + order.grantedVat)
    const vat = vatGrantedPlainly(parts, order.grants) - order.grantedVat
    order.grantedVat += vat
    return { allowances: amount - vat, vat_payable: -vat, receivable: -off, refundable: amount - off }
  },
  fee: (_, amount) => ({ bank_fees: amount, receivable: -amount }),
  write_off: (_, amount) => ({ write_offs: amount, receivable: -amount }),
  nothing: () => ({}),
}
const of = ({ balances }: Known, account: string) => balances.get(account) ?? 0

/** What each line of goods cost with its VAT, and last the delivery. */
function listParts({ goods }: Known, fare: number, vat: number): Part[] {
  const lines = goods.map(({ amountKobo, vatClass }) => {
    const [line] = vatPlainly([{ amountKobo, vatClass }], 0, rates)
    return { grossKobo: amountKobo + (line?.vatKobo ?? 0), vatKobo: line?.vatKobo ?? 0 }
  })
  const vatKobo = vat - lines.reduce((sum, line) => sum + line.vatKobo, 0)
  return [...lines, { grossKobo: fare + vatKobo, vatKobo }]
}

/** What a claim without an amount is about: what is due, and all that is left before that. */
function expectClaim(order: Known): number {
  const left = of(order, 'receivable')
  if (!order.paymentTerms) return left
  const totalKobo = order.goods.reduce((sum, { amountKobo }) => sum + amountKobo, vatOf(order))
  const schedule = paymentSchedules[order.paymentTerms]
  const amounts = splitAmount(
    BigInt(totalKobo),
    schedule.map(({ percent }) => percent),
  )
  const { nowKobo } = countDue({
    ...{ totalKobo, paidKobo: totalKobo - left, isOnCredit: false },
    instalments: schedule.map(({ due }, place) => ({ due, amountKobo: Number(amounts[place]) })),
    status: 'approved',
    fulfilmentStatus: of(order, 'sales') > 0 ? 'delivered' : 'none',
  })
  return nowKobo || left
}

const known: Known[] = []
/** Instants in microseconds, as PostgreSQL counts them. */
const log: { currency: string; change: Record<string, number>; at: number }[] = []

/** On which side accounts grow, written apart from private.ledger_side. */
const debits = new Set<string>(['bank', 'receivable', 'allowances', 'bank_fees', 'write_offs'])

/** All transfers that count, from the first. */
async function readTransfers() {
  const { rows } = await app.owner.query<{
    at: number
    currency: string
    debit: string
    credit: string
    amount: number
  }>(
    `select (extract(epoch from recorded_at) * 1e6)::float8 as at, currency, debit_account as debit, credit_account as credit,
       amount_minor::float8 as amount from private.ledger_transfers where phase in ('posted', 'post') order by id`,
  )
  return rows
}

/** What the database has of an order, beside what it should have. */
async function book(
  order: Known,
  effect: string,
  amount = 0,
  what = effect,
  line: number | null = null,
): Promise<Record<string, number>> {
  const change = effects[effect]?.(order, amount, line) ?? {}
  for (const [account, moved] of Object.entries(change))
    order.balances.set(account, of(order, account) + moved)
  order.isDeclined ||= effect === 'declined'
  // What came was what was said, or another transfer; of what is owed no more nothing is on its way.
  if (effect === 'paid' || order.isDeclined || of(order, 'receivable') <= 0) order.pending = null
  const { rows } = await app.owner.query(
    `select status, payment_status, refund_due_kobo::float8 as back, (extract(epoch from clock_timestamp()) * 1e6)::float8 as at,
       (select jsonb_object_agg(account, private.ledger_balance(account, orders.id)) from unnest($2::text[]) as account) as balances,
       private.balance_kobo(id)::float8 as open, private.received_kobo(id)::float8 as received,
       (private.open_claim(id)).amount_minor::float8 as pending
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
    pending: order.pending,
  })
  expect(fits(order, stored.payment_status), `${clue} ${stored.payment_status}`).toBe(true)
  expect(of(order, 'refundable'), clue).toBeLessThanOrEqual(of(order, 'bank'))
  log.push({ currency: order.currency, change, at: stored.at })
  return change
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

const fareOfZone = 133_333
/** Elsewhere no zone has a price. */
const farAway = { state: 'Sokoto', lga: 'Bodinga' }
let zone: { id: string }
let depot: { id: string }

const currencies = ['NGN', 'USD', 'EUR', 'GBP']
/** Goods that bear VAT, at a price of which it is no whole kobo. */
let sacks: Line & { vatClass?: string }

async function place(): Promise<unknown> {
  const person = await app.addPerson()
  const isBulk = random() < 0.5
  const order: Known = {
    ...{ id: '', buyer: person, currency: isBulk ? oneOf(currencies) : 'NGN' },
    ...{ awaitsDelivery: !isBulk && random() < 0.4, balances: new Map() },
    ...{ goods: [], grants: [], grantedVat: 0 },
    ...{ paymentTerms: null, pending: null, isDeclined: false },
  }
  known.push(order)
  if (!isBulk) {
    // Food that bears no VAT, goods that do, or both.
    const lines = oneOf<(Line & { vatClass?: string })[]>([[rice], [sacks], [rice, sacks]]).map((line) => ({
      ...line,
      quantity: 1 + below(9),
    }))
    const isBrought = !order.awaitsDelivery && random() < 0.5
    const date = dayFromNow(3)
    const delivery = order.awaitsDelivery
      ? { kind: 'quote' }
      : isBrought
        ? { kind: 'deliver', zoneId: zone.id, date, priceKobo: fareOfZone }
        : { kind: 'collect', depotId: depot.id, date }
    order.goods = lines.map(({ vatClass, priceKobo, quantity }) => ({
      vatClass: vatClass ?? 'basic_food',
      amountKobo: priceKobo * quantity,
    }))
    const contact = { ...makeContact(), ...(order.awaitsDelivery && farAway) }
    order.id = (await market.order(person.caller, lines, {}, contact, delivery)).id
    return book(
      order,
      isBrought ? 'pricedWithDelivery' : 'priced',
      order.goods.reduce((sum, { amountKobo }) => sum + amountKobo, 0),
    )
  }
  order.id = (await submitOrder(app, person)).id
  const priceKobo = 1000 + below(99_000)
  const vatClass = oneOf(['export', 'standard'])
  order.goods = [{ vatClass, amountKobo: 7 * priceKobo }]
  const tax = { kind: 'tax', description: 'VAT', quantity: 1, unit: 'lot', priceKobo: vatOf(order) }
  order.paymentTerms = oneOf<PaymentTerms>(['Cash on Delivery', '30% Advance 70% on Delivery'])
  const quoteId = await market.call(admin.caller, 'quote_order', order.id, {
    lines: [
      { description: 'Cocoa beans', quantity: 7, unit: 'Tons', priceKobo },
      ...(tax.priceKobo > 0 ? [tax] : []),
    ],
    ...{ currency: order.currency, vatClass },
    paymentTerms: order.paymentTerms,
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await market.call(person.caller, 'accept_quote', quoteId, 7 * priceKobo + tax.priceKobo)
  return book(order, 'priced', 7 * priceKobo)
}

const dayFromNow = (days: number) => getLagosDay(new Date(Date.now() + days * 86_400_000))
const deliveryDay = dayFromNow(7)

type Attempt = { effect: string; amount?: number; line?: number | null; act: () => Promise<unknown> }

/**
 * Every kind of thing that a run has to have seen, and what was asked of the order to see it. As long as one is missing, it is tried
 * before the others, so that no seed ends without it.
 */
const kinds: Record<
  string,
  { name: string; isSeen: (change: Record<string, number>, effect: string, line: number | null) => boolean }
> = {
  claimed: { name: 'claim', isSeen: () => true },
  'claim rejected': { name: 'reject', isSeen: () => true },
  paid: { name: 'pay', isSeen: () => true },
  'more than is owed': { name: 'pay', isSeen: ({ refundable = 0 }) => refundable > 0 },
  'sent back': { name: 'sendBack', isSeen: () => true },
  'less came': { name: 'correct', isSeen: ({ bank = 0 }) => bank < 0 },
  'more came': { name: 'correct', isSeen: ({ bank = 0 }) => bank > 0 },
  declined: { name: 'decline', isSeen: () => true },
  'withdrawn by its buyer': { name: 'withdraw', isSeen: () => true },
  expired: { name: 'expire', isSeen: () => true },
  approved: { name: 'approve', isSeen: () => true },
  delivered: { name: 'deliver', isSeen: () => true },
  'delivered with VAT': { name: 'deliver', isSeen: ({ vat_payable = 0 }) => vat_payable > 0 },
  'delivered with its delivery': {
    name: 'deliver',
    isSeen: ({ delivery_income = 0 }) => delivery_income > 0,
  },
  'delivery agreed': { name: 'bring', isSeen: () => true },
  'kept by a bank': { name: 'settle', isSeen: (_, effect) => effect === 'fee' },
  'written off': { name: 'settle', isSeen: (_, effect) => effect === 'write_off' },
  'granted off the balance': { name: 'grant', isSeen: ({ receivable = 0 }) => receivable < 0 },
  'granted as money': { name: 'grant', isSeen: ({ refundable = 0 }) => refundable > 0 },
  'granted for a line': { name: 'grant', isSeen: (_, __, line) => line !== null },
  'granted with VAT': { name: 'grant', isSeen: ({ vat_payable = 0 }) => vat_payable < 0 },
}
const missing = new Set(Object.keys(kinds))

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
      async act() {
        const claim = random() < 0.5 ? { amountKobo: sum } : {}
        await market.call(order.buyer.caller, 'claim_payment', id, claim)
        // The same once more changes nothing, and nothing is said of what has ended.
        if (!order.isDeclined) order.pending ??= claim.amountKobo ?? expectClaim(order)
      },
    }),
    reject: () => ({
      effect: 'nothing',
      async act() {
        await market.call(asAdmin, 'reject_payment_claim', id)
        order.pending = null
      },
    }),
    pay: () => ({ effect: 'paid', amount: sum, act: () => confirm(id, sum) }),
    sendBack: () => ({
      ...{ effect: 'sentBack', amount: back },
      act: () => market.call(asAdmin, 'record_refund', id, market.receipt(back)),
    }),
    correct() {
      const attempt: Attempt = {
        effect: 'corrected',
        async act() {
          const { rows } = await app.owner.query<{ id: string; came: number }>(
            `select id, private.came_kobo(id)::float8 as came from public.payments
             where order_id = $1 and kind = 'receipt' order by created_at`,
            [id],
          )
          const wrong = oneOf(rows) ?? { id: randomUUID(), came: 0 }
          const amountKobo = random() < 0.2 ? 0 : below(wrong.came * 1.4 + 5000)
          attempt.amount = amountKobo - wrong.came
          const { entryId } = await market.call(withSecondFactor(finance), 'correct_payment', wrong.id, {
            ...{ amountKobo, wasKobo: wrong.came, reason: 'Typed wrongly', idempotencyKey: randomUUID() },
          })
          await market.call(withSecondFactor(colleague), 'decide_money_entry', entryId, true)
        },
      }
      return attempt
    },
    decline: () => ({ effect: 'declined', act: () => decide(id, 'declined', 'Sold out') }),
    withdraw: () => ({
      effect: 'declined',
      act: () =>
        market.call(service, 'withdraw_market_order', id, {
          userId: order.buyer.id,
          reason: 'The ship is full',
        }),
    }),
    expire: () => ({ effect: 'declined', act: () => expire(id) }),
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
    grant() {
      // About the whole order, or one of its lines, as the complaint says that is answered.
      const attempt: Attempt = {
        ...{ effect: 'granted', amount: grant, line: oneOf([null, ...order.goods.keys()]) },
        async act() {
          const { rows } = await app.owner.query<{ line: number | null }>(
            'select line_position - 1 as line from public.order_disputes where order_id = $1 and resolved_at is null',
            [id],
          )
          const { line } = attempt
          if (rows[0]) attempt.line = rows[0].line
          else
            await market.call(order.buyer.caller, 'open_order_dispute', id, {
              reason: `Half of it is wet: ${randomUUID()}`,
              ...(line != null && { line: String(line + 1) }),
            })
          const answer = { resolution: 'refunded', note: 'We are sorry', refundKobo: grant }
          await market.call(admin.caller, 'resolve_order_dispute', id, answer)
        },
      }
      return attempt
    },
  }
}

/** Its time to pay is over: an order that is still unpaid ends, any other one stays as it is. */
async function expire(id: string): Promise<void> {
  const { rows } = await app.owner.query<{ expires_at: Date }>(
    'select expires_at from public.orders where id = $1',
    [id],
  )
  await app.owner.query('update public.orders set expires_at = now() where id = $1', [id])
  await app.owner.query('select private.expire_market_orders()')
  if ((await market.read(id))?.status === 'declined') return
  await app.owner.query('update public.orders set expires_at = $2 where id = $1', [id, rows[0]?.expires_at])
  throw Object.assign(new Error('it is not unpaid any more'), { code: '23514' })
}

/** One thing that may happen to an order; what is refused has changed nothing. */
async function happen(order: Known): Promise<boolean> {
  const possible = attempts(order)
  // Ended less often, or few orders would live to be delivered.
  const ends = ['decline', 'withdraw', 'expire']
  const names = Object.keys(possible).filter((one) => !ends.includes(one) || random() < 0.1)
  const wanted = names.filter((one) => [...missing].some((kind) => kinds[kind]?.name === one))
  const name = oneOf(wanted.length > 0 && random() < 0.5 ? wanted : names)
  const attempt = (possible[name] as () => Attempt)()
  const isDone = await attempt.act().then(
    () => true,
    (error: { code?: string }) => {
      expect(['23514', 'PT409', '42501', 'P0002'], String(error)).toContain(error.code)
      return false
    },
  )
  const change = await book(order, isDone ? attempt.effect : 'nothing', attempt.amount, name, attempt.line)
  for (const kind of isDone ? missing : [])
    if (kinds[kind]?.name === name && kinds[kind].isSeen(change, attempt.effect, attempt.line ?? null))
      missing.delete(kind)
  return isDone
}

beforeAll(async () => {
  await app.owner.query(`update private.market_limits set value = 2000000000 where name like '%_alone_max_%'`)
  rates = await readRates(app)
  await closeAll()
  zone = await addZone({ steps: [{ grams: 1_000_000, kobo: fareOfZone }] })
  depot = await addDepot()
  sacks = { ...(await market.addProduct(null, 33_337, 'Jute sacks')), vatClass: 'standard' }
  await app.owner.query(`update public.products set vat_class = 'standard' where id = $1`, [sacks.productId])
})

it(`holds after ${events} random events, now and at ${instants} instants before (seed ${seed})`, async () => {
  // On until every kind has come up: what is not possible of one order is of one of the next.
  for (let done = 0, tried = 0; done < events || missing.size > 0; tried++) {
    expect(tried, `seed ${seed} has not seen: ${[...missing].join(', ')}`).toBeLessThan(events * 100)
    if (known.length < 4 || random() < 0.12) await place()
    else if (!(await happen(oneOf(known.slice(-12))))) continue
    done++
  }
  expect(await findLedgerFaults(app.owner)).toEqual([])
  // After an event by the sums that the test kept; at, just before and between transfers by adding all rows up from the first.
  const transfers = await readTransfers()
  const [first, last] = [transfers[0]?.at ?? 0, transfers.at(-1)?.at ?? 0]
  const questions = Array.from({ length: instants }, () => {
    const [account, currency] = [oneOf(accounts), oneOf(currencies)]
    if (random() < 0.4) {
      const place = below(log.length)
      const balance = log
        .slice(0, place + 1)
        .reduce((sum, line) => sum + (line.currency === currency ? (line.change[account] ?? 0) : 0), 0)
      return { at: log[place]?.at, account, currency, balance }
    }
    const at = random() < 0.5 ? oneOf(transfers).at - below(2) : first + below(last - first)
    const balance = transfers
      .filter((transfer) => transfer.at <= at && transfer.currency === currency)
      .reduce((sum, { debit, credit, amount }) => {
        const debited = Number(debit === account) - Number(credit === account)
        return sum + (debits.has(account) ? debited : -debited) * amount
      }, 0)
    return { at, account, currency, balance: balance + 0 }
  })
  const { rows } = await app.owner.query(
    `select at, account, currency, private.ledger_balance_as_of(account, 'epoch'::timestamptz + at * interval '1 microsecond',
       currency => currency)::float8 as balance
     from jsonb_to_recordset($1) as questions (place int, at float8, account text, currency text) order by place`,
    [JSON.stringify(questions.map((question, place) => ({ place, ...question })))],
  )
  expect(rows).toEqual(questions)
})
