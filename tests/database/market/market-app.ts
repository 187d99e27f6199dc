// A marketplace to test in: products with stock, buyers with and without accounts, and orders of theirs.
import { createHash, randomUUID } from 'node:crypto'
import type { PlaceOrderAnswer } from '#domain/market/market-orders.ts'
import type { Caller } from '#platform/database/caller.ts'
import { type App, service } from '#tests/harness/migrated-database.ts'

export const goodContact = {
  name: 'Ada Obi',
  phone: '0803 123 4567',
  email: 'ada@example.com',
  address: '12 Marina Road',
  state: 'Lagos',
  lga: 'Lagos Island',
  remarks: 'Call at the gate',
}

export interface Line {
  productId: string
  quantity: number
  priceKobo: number
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

let phones = 0
/** A phone number that nobody has used before. */
export const freshPhone = () => `0803${String(1_000_000 + phones++)}`

/** A contact that no order has had before, so that no limit meets it. */
export const makeContact = () => ({
  ...goodContact,
  phone: freshPhone(),
  email: `${randomUUID()}@example.com`,
})

export function openMarket(app: App) {
  const market = {
    /** Accounts in force: without one nobody can pay, and no time to pay runs. */
    addAccounts: () =>
      app.owner.query(`insert into public.settlement_accounts
    (kind, bank_name, account_name, account_number, currency, bank_address, swift_bic, approved_at, effective_at, is_demo)
    values ('bank_account', 'Test Bank', 'The company', '0123456789', 'NGN', null, null, now(), now(), true),
      ('bank_account', 'Test Bank', 'The company', '4400123456', 'USD', '1 Marina, Lagos', 'TESTNGLA', now(), now(), true)`),

    async addProduct(stock: number | null, priceKobo = 100_000, name = 'Rice'): Promise<Line> {
      const { rows } = await app.owner.query<{ id: string }>(
        `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock, status)
         values ($1, 'Grains', 'A farm', 'Keffi', 50, 'kg', $2, $3, 'published') returning id`,
        [name, priceKobo, stock],
      )
      return { productId: rows[0]?.id ?? '', quantity: 1, priceKobo }
    },

    async stockOf({ productId }: Line): Promise<number | null> {
      const { rows } = await app.owner.query('select stock from public.products where id = $1', [productId])
      return rows[0]?.stock
    },

    /** What place_market_order answers to the caller. */
    async place(
      caller: Caller,
      items: unknown,
      context: object = {},
      contact: object = goodContact,
      delivery?: object,
    ) {
      const { rows } = await app.as<{ answer: PlaceOrderAnswer }>(
        caller,
        'select public.place_market_order($1, $2) as answer',
        [
          JSON.stringify({ items, contact, delivery }),
          JSON.stringify({ idempotencyKey: randomUUID(), ...context }),
        ],
      )
      return rows[0]?.answer as PlaceOrderAnswer
    },

    async order(
      caller: Caller,
      items: Line[],
      context: object = {},
      contact: object = goodContact,
      delivery?: object,
    ) {
      const answer = await market.place(caller, items, context, contact, delivery)
      if (!answer.ok) throw new Error(`not ordered: ${JSON.stringify(answer)}`)
      return answer
    },

    /** A guest's order as the server places it, with the token of its link. */
    async orderAsGuest(items: Line[], contact: object = makeContact()) {
      const token = randomUUID()
      const context = { trackingTokenHash: hashOf(token) }
      return { ...(await market.order(service, items, context, contact)), token, context }
    },

    /** All the way of the goods, a step at a time. */
    async deliver(caller: Caller, id: string) {
      for (const [from, to] of [
        ['none', 'preparing'],
        ['preparing', 'dispatched'],
        ['dispatched', 'delivered'],
      ])
        await market.call(caller, 'move_order', id, from, to)
    },
    /** One function of ours, as the caller. */
    async call(caller: Caller, name: string, ...values: unknown[]) {
      const { rows } = await app.as<{ answer: Record<string, unknown> }>(
        caller,
        `select public.${name}(${values.map((_, place) => `$${place + 1}`).join(', ')}) as answer`,
        values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : value)),
      )
      return rows[0]?.answer as Record<string, unknown>
    },

    /** As the composer of the admin area does. */
    writeToBuyer: (caller: Caller, id: string, words: string) =>
      market.call(caller, 'send_record_message', 'orders', id, words, randomUUID()),

    refuse: (caller: Caller, name: string, ...values: unknown[]) =>
      app.refusalOf(
        caller,
        `select public.${name}(${values.map((_, place) => `$${place + 1}`).join(', ')})`,
        values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : value)),
      ),

    async read(id: string) {
      const { rows } = await app.owner.query(
        `select status, payment_status as payment, fulfilment_status as fulfilment, decline_reason, decline_code, refund_due_kobo::int as back,
           total_amount_kobo::int as total, user_id, expires_at, price_locked_until from public.orders where id = $1`,
        [id],
      )
      return rows[0]
    },

    async mailsAbout(id: string): Promise<string[]> {
      const { rows } = await app.owner.query<{ template: string }>(
        `select template from private.mail_outbox where data ->> 'order_id' = $1 order by created_at`,
        [id],
      )
      return rows.map(({ template }) => template)
    },

    /** Moves an order's times into the past. */
    passTime: (id: string, interval: string) =>
      app.owner.query(
        `update public.orders set expires_at = expires_at - $2::interval, delivered_at = delivered_at - $2::interval,
           price_locked_until = price_locked_until - $2::interval where id = $1`,
        [id, interval],
      ),

    /** Payments are append-only: only the owner, with the guards off, travels in time. */
    async passPayments(id: string, interval: string) {
      await app.owner.query('alter table public.payments disable trigger user')
      await app.owner.query(
        'update public.payments set created_at = created_at - $2::interval where order_id = $1',
        [id, interval],
      )
      await app.owner.query('alter table public.payments enable trigger user')
    },

    receipt: (amountKobo: number, bankReference: string = randomUUID()) => ({
      amountKobo,
      bankReference,
      valueDate: new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Lagos' }).format(new Date()),
    }),
  }
  return market
}
