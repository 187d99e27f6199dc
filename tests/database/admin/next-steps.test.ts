// What the page of an order offers first and the lists of next steps are judged in two places: the same for every order there can be.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Coupling,
  fulfilmentMachine,
  orderCouplings,
  paymentMachine,
} from '#domain/market/order-axes.ts'
import { orderKinds, orderMachine } from '#domain/market/orders.ts'
import { findNextStep } from '#site/admin/orders/next-step.ts'
import { asOwner } from '#tests/harness/database.ts'
import { type AdminApp, openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())

/** What is open beside the three axes: the offers of an order without a price, its delivery, and what of its money is due first. */
const situations = [
  'no offer',
  'open offer',
  'ended offer',
  'answered offer',
  'waiting offer',
  'overdue waiting offer',
  'delivery without a price',
  'delivery with a price',
  'delivery with a price, past its time',
  'advance to pay',
  'nothing in advance',
  'less may have come',
  'no account',
  'letter asked for',
  'letter with a draft',
  'letter to change',
  'letter with an accepted draft',
  'letter issued',
  'letter with its documents presented',
  'letter paid',
] as const
/** How far the letter of credit is; of one that was only asked for there is no row. */
const letters: Readonly<Partial<Record<Situation, string>>> = {
  'letter with a draft': 'draft_received',
  'letter to change': 'awaited',
  'letter with an accepted draft': 'draft_accepted',
  'letter issued': 'issued',
  'letter with its documents presented': 'documents_presented',
  'letter paid': 'paid',
}
type Situation = (typeof situations)[number]

interface Case {
  code: string
  kind: (typeof orderKinds)[number]
  status: string
  payment: string
  fulfilment: string
  isOnCredit: boolean
  situation: Situation
}

/** Status, money and goods as events and decisions bring them about, each from the state before. */
function reachAxes(): [status: string, payment: string, fulfilment: string][] {
  const reached = new Map<string, [string, string, string]>()
  const add = (axes: [string, string, string]) => {
    if (reached.has(axes.join())) return
    reached.set(axes.join(), axes)
    const [status, payment, fulfilment] = axes
    for (const coupling of Object.values<Coupling>(orderCouplings)) {
      const to = [
        (coupling.status as Record<string, string>)[status],
        (coupling.payment as Record<string, string>)[payment],
        (coupling.fulfilment as Record<string, string>)[fulfilment],
      ]
      if (to.every((value) => value !== undefined)) add(to as [string, string, string])
    }
    if (status === 'pending') add(['approved', payment, fulfilment])
    if (status === 'approved') add(['completed', payment, fulfilment])
    const moved = { none: 'preparing', preparing: 'dispatched', dispatched: 'delivered' }[fulfilment]
    if (moved && (status === 'approved' || status === 'completed')) add([status, payment, moved])
  }
  add([orderMachine.initial, paymentMachine.initial, fulfilmentMachine.initial])
  return [...reached.values()]
}

const isUnpriced = (situation: Situation) => situation.endsWith('offer')
const awaitsDelivery = (situation: Situation) => situation.startsWith('delivery')

function canBe({ kind, status, payment, fulfilment, situation, isOnCredit }: Omit<Case, 'code'>): boolean {
  // Nothing is paid, moved or put on credit terms that has no price.
  if (isUnpriced(situation))
    return kind === 'bulk' && payment === 'unpaid' && fulfilment === 'none' && !isOnCredit
  // What its delivery costs is agreed on before an order is paid.
  if (awaitsDelivery(situation))
    return kind === 'marketplace' && status === 'pending' && payment === 'unpaid' && !isOnCredit
  return kind === 'bulk' || ['advance to pay', 'less may have come', 'no account'].includes(situation)
}

const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeOf = (at: number) =>
  `AG${[3, 2, 1].map((place) => alphabet[Math.floor(at / 30 ** place) % 30]).join('')}-${alphabet[at % 30]}222`

const cases: Case[] = orderKinds
  .flatMap((kind) =>
    reachAxes().flatMap(([status, payment, fulfilment]) =>
      situations.flatMap((situation) =>
        [false, true].map((isOnCredit) => ({ kind, status, payment, fulfilment, situation, isOnCredit })),
      ),
    ),
  )
  .filter(canBe)
  .map((one, at) => ({ ...one, code: codeOf(at) }))

/** The rows as they are, whatever way an order takes to them. */
async function plant() {
  // One connection of its own: the triggers are off in it alone.
  await asOwner(app.url, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(`insert into public.settlement_accounts (kind, bank_name, account_name, account_number, approved_at, effective_at, is_demo)
      values ('bank_account', 'Test Bank', 'Agrogreen', '0123456789', now(), now(), true)`)
    await client.query(
      `with given as (select * from jsonb_to_recordset($1::jsonb) as given (code text, kind text, status text, payment text,
        fulfilment text, "isOnCredit" boolean, situation text, letter text)),
      placed as (
        insert into public.orders (code, kind, status, payment_status, fulfilment_status, crop_type, quantity, quantity_text, unit,
          delivery_address, decline_reason, total_amount_kobo, currency, credit_terms_reason, awaits_delivery, expires_at)
        select code, kind, status, payment, fulfilment, 'Rice', 1, '1', 'Tons', '12 Marina Road, Lagos',
          case when status = 'declined' then 'No stock' end, case when situation not like '%offer' then 100 end,
          case when situation = 'no account' then 'GBP' else 'NGN' end,
          case when "isOnCredit" then 'Known for years' end, situation like 'delivery%',
          case when situation like '%past its time' then now() - interval '1 hour' end
        from given returning id, code),
      planted as (select placed.id, given.* from placed join given using (code)),
      offered as (
        insert into public.quotes (order_id, currency, payment_terms, total_kobo, expires_at, status)
        select id, 'NGN', 'Bank Transfer', 100, now() + case when situation in ('ended offer', 'overdue waiting offer') then -1 else 1 end * interval '1 day',
          case when situation like '%waiting offer' then 'waiting' else 'open' end
        from planted where situation like '% offer' and situation <> 'no offer' returning id, order_id),
      answered as (
        insert into public.counter_offers (order_id, quote_id, prices_kobo, quantities, currency, total_kobo, payment_terms)
        select offered.order_id, offered.id, '{90}', '{1}', 'NGN', 90, 'Bank Transfer'
        from offered join planted on planted.id = offered.order_id where situation = 'answered offer'),
      parts as (
        insert into public.order_instalments (order_id, position, percent, due, amount_kobo)
        select id, 1, 100, case situation when 'nothing in advance' then 'on_delivery' else 'in_advance' end, 100
        from planted where kind = 'bulk' and situation in ('advance to pay', 'nothing in advance', 'no account')
        union all
        select id, 1, 100, 'against_documents', 100 from planted where situation like 'letter%'),
      agreed as (
        insert into public.quotes (order_id, currency, payment_terms, total_kobo, expires_at, status, accepted_at)
        select id, 'NGN', 'Letter of Credit', 100, now(), 'accepted', now() from planted where situation like 'letter%'),
      letters as (
        insert into public.letters_of_credit (order_id, status, draft_path, draft_at)
        select id, letter, id || '/' || id, now() from planted where letter is not null),
      held as (
        insert into private.money_entries (order_id, kind, amount_kobo, currency, reference_key, details, recorded_by)
        select id, 'correction', 1, 'NGN', code, '{"wasKobo": 100}', id from planted where situation = 'less may have come')
      insert into public.order_deliveries (order_id, kind, day, price_kobo, quoted_at)
      select id, 'quote', case when situation like 'delivery with a price%' then current_date end,
        case when situation like 'delivery with a price%' then 100 end,
        case when situation like 'delivery with a price%' then now() end
      from planted where situation like 'delivery%'`,
      [JSON.stringify(cases.map((one) => ({ ...one, letter: letters[one.situation] })))],
    )
  })
}

/** The queue of quotes has no steps: without a choice it is what there is to quote. */
const queue = 'the queue of quotes'
const lists = [
  queue,
  'to_quote',
  'waits_for_buyer',
  'paid_to_approve',
  'to_prepare',
  'to_dispatch',
  'to_complete',
  'letter_with_us',
  'needs_account',
]
const listed = new Map<string, string[]>()
const orders = new Map<string, Parameters<typeof findNextStep>[0]>()

beforeAll(async () => {
  await plant()
  const rows = await app.sql<{ id: string; code: string } & Parameters<typeof findNextStep>[0]>(
    `select own.id, own.code, own.kind, own.status, own.payment_status, own.fulfilment_status, own.total_amount_kobo::int,
        own.currency, private.has_account(own) as has_account,
        own.credit_terms_reason, own.awaits_delivery, own.expires_at, private.is_paid_enough(own) as goods_may_leave,
        private.has_shortfall_waiting(own.id) as correction_waits,
        (select jsonb_build_object('kind', kind, 'quoted_at', quoted_at) from public.order_deliveries where order_id = own.id)
          as order_deliveries,
        (select jsonb_build_object('status', status, 'draft_at', draft_at) from public.letters_of_credit where order_id = own.id)
          as letters_of_credit,
        (select coalesce(jsonb_agg(jsonb_build_object('status', quote.status, 'expires_at', quote.expires_at,
            'payment_terms', quote.payment_terms, 'counter_offers',
            (select coalesce(jsonb_agg(jsonb_build_object('id', answer.id)), '[]') from public.counter_offers as answer
              where answer.quote_id = quote.id))), '[]') from public.quotes as quote where quote.order_id = own.id) as quotes
      from public.orders as own where own.code = any ($1)`,
    [cases.map(({ code }) => code)],
  )
  for (const { code, ...order } of rows) orders.set(code, order)
  const codes = new Map(rows.map(({ id, code }) => [id, code]))
  for (const list of lists) {
    for (const status of list === queue ? [null] : [...orderMachine.statuses, null])
      await note(list, status, codes)
  }
}, 60_000)

async function note(step: string, only_status: string | null, codes: ReadonlyMap<string, string>) {
  for (let page_index = 0; ; page_index++) {
    const { ids }: Awaited<ReturnType<AdminApp['find']>> = await app.find({
      ...(step === queue ? { list: 'quotes' } : { list: 'orders', filters: { step } }),
      ...{ page_size: 500 },
      ...{ page_index, only_status },
    })
    for (const id of ids) {
      const code = codes.get(id)
      if (code) listed.set(code, [...new Set([...(listed.get(code) ?? []), step])])
    }
    if (ids.length < 500) return
  }
}

/** In which list an order stands whose page says this. */
function listOf({ step, words }: ReturnType<typeof findNextStep>, fulfilment: string): string | undefined {
  if (step === 'quote') return `${queue},to_quote`
  if (step === 'approved') return 'paid_to_approve'
  if (step === 'completed') return 'to_complete'
  if (step === 'letter') return 'letter_with_us'
  if (step === 'account') return 'needs_account'
  if (step === 'goods') return { none: 'to_prepare', preparing: 'to_dispatch' }[fulfilment]
  return step === null && words.startsWith('the buyer') ? 'waits_for_buyer' : undefined
}

it('an order stands in the list of the step that its page offers first', () => {
  expect(orders.size).toBe(cases.length)
  const differing = cases.flatMap((one) => {
    const order = orders.get(one.code)
    if (!order) return ['not planted']
    const next = findNextStep(order, () => true)
    const list = listOf(next, one.fulfilment)
    const steps = listed.get(one.code) ?? []
    // Money or a complaint comes first on the page; who sees to the goods finds the order in the list meanwhile.
    const isAhead = ['payment', 'refund', 'dispute'].includes(next.step ?? '')
    const isSame = isAhead
      ? steps.every((name) => ['to_prepare', 'to_dispatch', 'to_complete'].includes(name))
      : steps.join() === (list ?? '')
    return isSame
      ? []
      : [`${Object.values(one).join(', ')}: page ${next.step} (${next.words}), lists ${steps.join()}`]
  })
  expect(differing).toEqual([])
})
