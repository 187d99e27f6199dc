// Money that moves while servers are killed: guests order, claim and complain, finance and an admin answer, at random.
import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { getLagosDay } from '#domain/dates.ts'
import { hashOf, makeContact } from '#tests/database/market/market-app.ts'

interface Known {
  id: string
  /** Of the guest's link. */
  trackingTokenHash: string
}

interface Row {
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
  product: { productId: string; priceKobo: number }
  random: () => number
  /** When the server answers again. */
  isUp: () => Promise<void>
}

/** What a rule refuses: another was faster, or this is not possible any more. */
const refused = new Set(['23505', '23514', '40001', '42501', 'P0002'])
/** Killed in the middle, or not there. */
const away = /^$|^(08|53|57|PGRST)/

type Answer = PromiseLike<{ error: { code: string; message: string } | null; status: number }>

export function moveMoney({ url, secretKey, finance, admin, product, random, isUp }: Crew) {
  const service = createClient(url, secretKey, { auth: { persistSession: false } })
  const below = (limit: number) => Math.floor(random() * limit)
  const known: Known[] = []
  /** The references of payments that were answered with success. */
  const acknowledged: string[] = []
  const counts: Record<string, number> = {}
  let begun = 0
  let isOver = false
  let onBegun = () => {}

  /** Whether it was done; throws what is neither a refusal nor an outage. */
  async function attempt(name: string, call: Answer): Promise<boolean> {
    begun += 1
    onBegun()
    const { error, status } = await call
    if (!error) {
      counts[name] = (counts[name] ?? 0) + 1
      return true
    }
    if (refused.has(error.code)) return false
    if (!away.test(error.code ?? '') && status < 500)
      throw new Error(`${name}: ${error.code} ${error.message}`)
    await isUp()
    return false
  }

  async function place(): Promise<void> {
    const trackingTokenHash = hashOf(randomUUID())
    const items = [{ ...product, quantity: 1 + below(4) }]
    const order = service.rpc('place_market_order', {
      request: { items, contact: makeContact() },
      context: { idempotencyKey: randomUUID(), trackingTokenHash },
    })
    let id: string | undefined
    const done = await attempt(
      'order',
      order.then((answer) => {
        id = (answer.data as { id?: string } | null)?.id
        return answer
      }),
    )
    if (done && id) known.push({ id, trackingTokenHash })
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
    if (await attempt(name, by.rpc(name, { order_id: id, details }))) acknowledged.push(details.bankReference)
  }

  const decide = (id: string, status: string) =>
    attempt(status, admin.from('orders').update({ status, decline_reason: 'Sold out' }).eq('id', id))

  async function complain({ id, trackingTokenHash }: Known, total: number): Promise<void> {
    const dispute = { reason: 'Half of it is wet' }
    await attempt(
      'complaint',
      service.rpc('open_order_dispute', { order_id: id, dispute, context: { trackingTokenHash } }),
    )
    const answer = { resolution: 'refunded', note: 'We are sorry', refundKobo: 1 + below(total) }
    await attempt('grant', admin.rpc('resolve_order_dispute', { order_id: id, answer }))
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
      .select('status, payment_status, fulfilment_status, total_amount_kobo, refund_due_kobo')
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
    if (back > 0 && chance < 0.5) return pay(admin, 'record_refund', order.id, 1 + below(back))
    if (fulfilment_status === 'delivered' && chance < 0.7) return complain(order, total)
    if (status === 'approved' && chance < 0.8) return move(order.id, fulfilment_status)
    if (chance < 0.25) {
      const context = { trackingTokenHash: order.trackingTokenHash }
      const claim = random() < 0.5 ? {} : { amountKobo: 1 + below(total) }
      await attempt('claim', service.rpc('claim_payment', { order_id: order.id, claim, context }))
    } else if (chance < 0.3)
      await attempt('reject', finance.rpc('reject_payment_claim', { order_id: order.id }))
    else if (chance < 0.36) await decide(order.id, 'declined')
    else if (chance < 0.42) {
      const amountKobo = 1 + below(total / 2)
      const details = { kind: 'fee', amountKobo, reason: 'The bank kept it', idempotencyKey: randomUUID() }
      await attempt('settle', admin.rpc('settle_remainder', { order_id: order.id, details }))
    } else if (status === 'pending' && payment_status !== 'unpaid' && chance < 0.7)
      await decide(order.id, 'approved')
    else await pay(finance, 'confirm_payment', order.id, random() < 0.5 ? total : 1 + below(total * 1.2))
  }

  async function goOn(): Promise<void> {
    while (!isOver) {
      const order = known[known.length - 1 - below(10)]
      if (!order || random() < 0.15) await place()
      else await happen(order)
    }
  }

  return {
    acknowledged,
    counts,
    /** So many workers at once, until `end`. */
    begin: (workers: number) => Promise.all(Array.from({ length: workers }, goOn)),
    /** Resolves in the moment in which one more was sent, after so many. */
    afterMore(events: number): Promise<void> {
      const wanted = begun + events
      return new Promise((resolve) => {
        onBegun = () => {
          if (begun >= wanted) resolve()
        }
      })
    },
    end() {
      isOver = true
    },
  }
}
