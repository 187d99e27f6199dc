// Money that moves while servers are killed: guests order, with deliveries that have a price, are quoted first or are collected, members
// agree on contracts in dollars, both claim and complain, finance and an admin answer and correct what they recorded, at random.
import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { getLagosDay } from '#domain/dates.ts'
import { hashOf, makeContact } from '#tests/database/market/market-app.ts'
import { goodRequest } from '#tests/harness/order-requests.ts'

interface Known {
  id: string
  /** As the server names whose order it is: by the guest's link, or by the member. */
  context: { trackingTokenHash: string } | { userId: string }
}

interface Row {
  awaits_delivery: boolean
  status: string
  payment_status: string
  fulfilment_status: string
  total_amount_kobo: number
  refund_due_kobo: number
}

interface Crew {
  url: string
  /** The key of the server, which speaks for guests. */
  secretKey: string
  finance: SupabaseClient
  admin: SupabaseClient
  /** Who buy by contract. */
  members: { id: string; client: SupabaseClient }[]
  /** One bears VAT. */
  products: { productId: string; priceKobo: number }[]
  /** What Lagos pays for its delivery, and on which day all goods come; elsewhere no zone has a price. */
  zone: { id: string; priceKobo: number }
  depotId: string
  day: string
  random: () => number
  /** When the server answers again. */
  isUp: () => Promise<void>
}

/** What a rule refuses: another was faster, this is not possible any more, or one buyer requests too often. */
const refused = new Set(['23505', '23514', '42501', 'P0002', 'PT409', 'PT429'])
/** Killed in the middle, or not there. */
const away = /^$|^(08|53|57|PGRST)/

type Answer<Data> = PromiseLike<{
  data: Data | null
  error: { code: string; message: string } | null
  status: number
}>

export function moveMoney({
  url,
  secretKey,
  finance,
  admin,
  members,
  products,
  zone,
  depotId,
  day,
  random,
  isUp,
}: Crew) {
  const service = createClient(url, secretKey, { auth: { persistSession: false } })
  const below = (limit: number) => Math.floor(random() * limit)
  const known: Known[] = []
  /** The references of payments that were answered with success. */
  const acknowledged: string[] = []
  const counts: Record<string, number> = {}
  let begun = 0
  let isOver = false
  let everybody: Promise<unknown> = Promise.resolve()
  let onBegun = () => {}
  let onDone = () => {}

  /** What was answered, null where it was not done; throws what is neither a refusal nor an outage. */
  async function attempt<Data>(name: string, call: Answer<Data>): Promise<{ data: Data | null } | null> {
    begun += 1
    onBegun()
    const { data, error, status } = await call
    if (!error) {
      counts[name] = (counts[name] ?? 0) + 1
      onDone()
      return { data }
    }
    if (refused.has(error.code)) return null
    if (!away.test(error.code ?? '') && status < 500)
      throw new Error(`${name}: ${error.code} ${error.message}`)
    await isUp()
    return null
  }

  async function place(): Promise<void> {
    const trackingTokenHash = hashOf(randomUUID())
    const chosen = products.filter(() => random() < 0.5)
    const items = (chosen.length > 0 ? chosen : products).map((line) => ({ ...line, quantity: 1 + below(4) }))
    const context = { idempotencyKey: randomUUID(), trackingTokenHash }
    const ways = [
      { kind: 'collect', depotId, date: day },
      { kind: 'deliver', zoneId: zone.id, priceKobo: zone.priceKobo, date: day },
      { kind: 'quote' },
    ]
    const delivery = ways[below(ways.length)]
    const place = delivery?.kind === 'quote' ? { state: 'Sokoto', lga: 'Bodinga' } : {}
    const request = { items, contact: { ...makeContact(), ...place }, delivery }
    const done = await attempt<{ id?: string }>(
      'order',
      service.rpc('place_market_order', { request, context }),
    )
    if (done?.data?.id) known.push({ id: done.data.id, context: { trackingTokenHash } })
  }

  /** A contract in dollars, in two parts, from the request to the accepted quote. */
  async function agree(): Promise<void> {
    const member = members[below(members.length)]
    if (!member) return
    const requested = await attempt<{ id: string }>(
      'request',
      member.client.rpc('submit_order', { request: goodRequest, idempotency_key: randomUUID() }),
    )
    if (!requested?.data) return
    const { id } = requested.data
    const priceKobo = 1000 + below(150_000)
    const quote = {
      ...{ lines: [{ description: 'Cocoa beans', quantity: 2, unit: 'Tons', priceKobo }], currency: 'USD' },
      paymentTerms: '30% Advance 70% on Delivery',
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    }
    const quoted = await attempt<string>('quote', admin.rpc('quote_order', { order_id: id, quote }))
    if (!quoted?.data) return
    const total_kobo = 2 * priceKobo
    const agreed = member.client.rpc('accept_quote', { quote_id: quoted.data, total_kobo })
    if (await attempt('contract', agreed)) known.push({ id, context: { userId: member.id } })
  }

  const line = (amountKobo: number) => ({
    amountKobo,
    valueDate: getLagosDay(new Date()),
    bankReference: randomUUID().toUpperCase(),
  })

  async function pay(
    by: SupabaseClient,
    name: 'confirm_payment' | 'record_refund',
    id: string,
    kobo: number,
  ) {
    const details = line(kobo)
    if (await twoPeople(by, name, by.rpc(name, { order_id: id, details })))
      acknowledged.push(details.bankReference)
  }

  /** Whether it counts: above what one person does alone, once the other one has confirmed it. */
  async function twoPeople(by: SupabaseClient, name: string, call: Answer<unknown>): Promise<boolean> {
    const done = await attempt(name, call)
    const { waitsForSecondPerson, entryId } = (done?.data ?? {}) as Record<string, unknown>
    if (!waitsForSecondPerson) return done !== null
    const other = by === admin ? finance : admin
    const decision = { entry_id: entryId, is_approved: random() < 0.9 }
    return (
      (await attempt('decide', other.rpc('decide_money_entry', decision))) !== null && decision.is_approved
    )
  }

  /** For a delivery that is quoted first: staff quote it, and its buyer says yes. */
  async function bring({ id, context }: Known): Promise<void> {
    const priceKobo = below(300_000)
    await attempt(
      'quote_delivery',
      admin.rpc('quote_delivery', { order_id: id, details: { priceKobo, day } }),
    )
    const accepted = { order_id: id, price_kobo: priceKobo, day, context }
    await attempt('accept_delivery', service.rpc('accept_delivery', accepted))
  }

  /** What was recorded of a receipt is corrected by one, and looked at by another. */
  async function correct(id: string): Promise<void> {
    const { data } = await service
      .from('payments')
      .select('id, amount_kobo')
      .match({ order_id: id, kind: 'receipt' })
    const wrong = data?.[below(data.length)]
    if (!wrong) return
    const details = {
      ...{ amountKobo: below(wrong.amount_kobo * 1.3), wasKobo: wrong.amount_kobo },
      ...{ reason: 'Typed wrongly', idempotencyKey: randomUUID() },
    }
    await twoPeople(finance, 'correct', finance.rpc('correct_payment', { payment_id: wrong.id, details }))
  }

  const decide = (id: string, status: string) =>
    attempt(status, admin.from('orders').update({ status, decline_reason: 'Sold out' }).eq('id', id))

  async function complain({ id, context }: Known, total: number): Promise<void> {
    const dispute = { reason: 'Half of it is wet' }
    await attempt('complaint', service.rpc('open_order_dispute', { order_id: id, dispute, context }))
    const answer = { resolution: 'refunded', note: 'We are sorry', refundKobo: 1 + below(total) }
    await twoPeople(admin, 'grant', admin.rpc('resolve_order_dispute', { order_id: id, answer }))
  }

  async function move(id: string, from: string): Promise<void> {
    const way = ['none', 'preparing', 'dispatched', 'delivered']
    const fulfilment = way[way.indexOf(from) + 1]
    if (fulfilment)
      await attempt('move', admin.rpc('move_order', { order_id: id, expected: from, fulfilment }))
  }

  /** One thing that may happen to an order as it stands. */
  async function happen(order: Known): Promise<void> {
    const { data } = await service
      .from('orders')
      .select(
        'status, payment_status, fulfilment_status, total_amount_kobo, refund_due_kobo, awaits_delivery',
      )
      .eq('id', order.id)
      .maybeSingle<Row>()
    if (!data) return isUp()
    const {
      status,
      payment_status,
      fulfilment_status,
      total_amount_kobo: total,
      refund_due_kobo: back,
    } = data
    const chance = random()
    if (data.awaits_delivery && status === 'pending' && chance < 0.6) return bring(order)
    if (payment_status !== 'unpaid' && random() < 0.08) return correct(order.id)
    if (back > 0 && chance < 0.5) return pay(admin, 'record_refund', order.id, 1 + below(back))
    if (fulfilment_status === 'delivered' && chance < 0.7) return complain(order, total)
    if (status === 'approved' && chance < 0.8) return move(order.id, fulfilment_status)
    if (chance < 0.25) {
      const claim = random() < 0.5 ? {} : { amountKobo: 1 + below(total) }
      const { id, context } = order
      await attempt('claim', service.rpc('claim_payment', { order_id: id, claim, context }))
    } else if (chance < 0.3)
      await attempt('reject', finance.rpc('reject_payment_claim', { order_id: order.id }))
    else if (chance < 0.36) await decide(order.id, 'declined')
    else if (chance < 0.42) {
      const amountKobo = 1 + below(total / 2)
      const kind = random() < 0.5 ? 'fee' : 'write_off'
      const details = { kind, amountKobo, reason: 'The bank kept it', idempotencyKey: randomUUID() }
      await twoPeople(admin, 'settle', admin.rpc('settle_remainder', { order_id: order.id, details }))
    } else if (status === 'pending' && payment_status !== 'unpaid' && chance < 0.7)
      await decide(order.id, 'approved')
    else await pay(finance, 'confirm_payment', order.id, random() < 0.5 ? total : 1 + below(total * 1.2))
  }

  async function goOn(): Promise<void> {
    while (!isOver) {
      const order = known[known.length - 1 - below(10)]
      if (order && random() >= 0.15) await happen(order)
      else if (begun % 4 === 0) await agree()
      else await place()
    }
  }

  /** Rejects with the worker that fails first: without it nobody would bring what is waited for. */
  const whileAllWork = (waited: Promise<void>) => Promise.race([waited, everybody.then(() => waited)])

  return {
    acknowledged,
    counts,
    /** So many workers at once, until `end`. */
    begin(workers: number): Promise<unknown> {
      everybody = Promise.all(Array.from({ length: workers }, goOn))
      return everybody
    },
    /** Resolves as soon as one more was sent, after so many. */
    afterMore(events: number): Promise<void> {
      const wanted = begun + events
      return whileAllWork(
        new Promise((resolve) => {
          onBegun = () => {
            if (begun >= wanted) resolve()
          }
        }),
      )
    },
    /** Resolves as soon as each of these was done at least once. */
    afterEach(...names: string[]): Promise<void> {
      return whileAllWork(
        new Promise((resolve) => {
          onDone = () => {
            if (names.every((name) => counts[name])) resolve()
          }
          onDone()
        }),
      )
    },
    end() {
      isOver = true
    },
  }
}
