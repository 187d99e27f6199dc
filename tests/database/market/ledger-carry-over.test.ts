// The money of release 0.2.0, which had no ledger: made by its own functions, then migrated by those of today. Posted equal to the
// kobo, each event at its own time, and what follows goes on from there.
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { projectFolder } from '#server/settings/platform-settings.ts'
import { createTestDatabase } from '#tests/harness/database.ts'
import { openApp, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { findLedgerFaults } from './ledger-faults.ts'
import { openTill } from './market-till.ts'

const migrations = join(projectFolder, 'migrations')
const prepare = (url: string, folder: string) =>
  prepareDatabase({ url, secret: testSecret, migrations: folder })

/** A database as release 0.2.0 makes it: of its baseline, which upgrades.test.ts compares with one that release 0.2.0 made. */
async function openRelease() {
  const test = await createTestDatabase({ migrations: false })
  const project = await mkdtemp(join(tmpdir(), 'carry-over-'))
  const folder = join(project, 'migrations')
  await mkdir(folder)
  const baseline = (await readdir(migrations)).find((name) => name.endsWith('_baseline.sql')) ?? ''
  await copyFile(join(migrations, baseline), join(folder, baseline))
  await copyFile(join(projectFolder, 'released.json'), join(project, 'released.json'))
  await prepare(test.url, folder)
  await rm(project, { recursive: true })
  return openApp(test)
}

const till = await openTill({ of: await openRelease(), bankAccount: false })
const { app, market, buyer, admin, placed, claim, confirm, decide, delivered } = till
afterAll(() => app.close())

const asAdmin = withSecondFactor(admin)
const sendBack = (id: string, kobo: number) => market.call(asAdmin, 'record_refund', id, market.receipt(kobo))
const giveCredit = (id: string) => market.call(asAdmin, 'set_credit_terms', id, 'A known buyer')

async function grant(id: string, refundKobo: number): Promise<void> {
  await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'Half of it is wet' })
  const answer = { resolution: 'refunded', note: 'We are sorry', refundKobo }
  await market.call(admin.caller, 'resolve_order_dispute', id, answer)
}

/** A bulk order in dollars whose quote is accepted. */
async function agreed(): Promise<string> {
  const { id } = await submitOrder(app, buyer)
  const quoteId = await market.call(admin.caller, 'quote_order', id, {
    lines: [{ description: 'Cocoa beans', quantity: 7, unit: 'Tons', priceKobo: 50_001 }],
    ...{ currency: 'USD', paymentTerms: '30% Advance 70% on Delivery' },
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await market.call(buyer.caller, 'accept_quote', quoteId, 350_007)
  return id
}

type Sums = Partial<
  Record<'bank' | 'receivable' | 'refundable' | 'unearned_goods' | 'sales' | 'allowances', number>
>

/** What happened to an order, and what the accounts have of it: debits above nothing, credits below. */
const stories: Record<string, () => Promise<[id: string, sums: Sums]>> = {
  'placed and not paid': async () => [await placed(), { receivable: 100_000, unearned_goods: -100_000 }],
  async 'paid in two parts, and a rest is open'() {
    const id = await placed()
    await confirm(id, 30_000)
    await confirm(id, 20_000)
    return [id, { bank: 50_000, receivable: 50_000, unearned_goods: -100_000 }]
  },
  async 'said to be paid'() {
    const id = await placed()
    await claim(id)
    return [id, { receivable: 100_000, unearned_goods: -100_000 }]
  },
  async 'a part paid, the rest said to be'() {
    const id = await placed()
    await confirm(id, 60_000)
    await claim(id)
    return [id, { bank: 60_000, receivable: 40_000, unearned_goods: -100_000 }]
  },
  async 'paid too much'() {
    const id = await placed()
    await confirm(id, 100_700)
    return [id, { bank: 100_700, refundable: -700, unearned_goods: -100_000 }]
  },
  async 'paid too much, and sent back'() {
    const id = await placed()
    await confirm(id, 130_000)
    await sendBack(id, 30_000)
    return [id, { bank: 100_000, unearned_goods: -100_000 }]
  },
  async 'declined after it was paid, a surplus sent back before'() {
    const id = await placed()
    await confirm(id, 100_500)
    await sendBack(id, 500)
    await decide(id, 'declined', 'Sold out')
    return [id, { bank: 100_000, refundable: -100_000 }]
  },
  async 'declined, and all sent back in two parts'() {
    const id = await placed()
    await confirm(id, 100_000)
    await decide(id, 'declined', 'Sold out')
    await sendBack(id, 40_000)
    await sendBack(id, 60_000)
    return [id, {}]
  },
  async 'paid after it was declined'() {
    const id = await placed()
    await decide(id, 'declined', 'Sold out')
    await confirm(id, 40_000)
    await sendBack(id, 15_000)
    return [id, { bank: 25_000, refundable: -25_000 }]
  },
  'paid and delivered': async () => [await delivered(), { bank: 100_000, sales: -100_000 }],
  async 'delivered on credit'() {
    const id = await placed()
    await giveCredit(id)
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    return [id, { receivable: 100_000, sales: -100_000 }]
  },
  async 'a complaint, and a part of what was granted sent back'() {
    const id = await delivered()
    await grant(id, 40_000)
    await sendBack(id, 25_000)
    return [id, { bank: 75_000, refundable: -15_000, sales: -100_000, allowances: 40_000 }]
  },
  // Release 0.2.0 sent back what was granted, whatever was still open.
  async 'a complaint before all was paid, and then more than all'() {
    const id = await placed()
    await giveCredit(id)
    await confirm(id, 50_000)
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    await grant(id, 10_000)
    await confirm(id, 60_000)
    return [id, { bank: 110_000, refundable: -20_000, sales: -100_000, allowances: 10_000 }]
  },
  async 'a complaint before all was paid'() {
    const id = await placed()
    await giveCredit(id)
    await confirm(id, 50_000)
    await decide(id, 'approved')
    await market.deliver(admin.caller, id)
    await grant(id, 10_000)
    await sendBack(id, 10_000)
    return [id, { bank: 40_000, receivable: 50_000, sales: -100_000, allowances: 10_000 }]
  },
  async 'agreed in dollars, and the first part paid'() {
    const id = await agreed()
    await confirm(id, 105_002)
    return [id, { bank: 105_002, receivable: 245_005, unearned_goods: -350_007 }]
  },
  async 'completed in dollars, and nobody recorded the way of the goods'() {
    const id = await agreed()
    await confirm(id, 350_007)
    await decide(id, 'approved')
    await decide(id, 'completed')
    return [id, { bank: 350_007, sales: -350_007 }]
  },
  async 'a demo that is called paid and has no payment'() {
    const id = await placed()
    await app.owner.query('alter table public.orders disable trigger user')
    await app.owner.query(
      `update public.orders set is_demo = true, status = 'completed', payment_status = 'confirmed' where id = $1`,
      [id],
    )
    await app.owner.query('alter table public.orders enable trigger user')
    return [id, { bank: 100_000, sales: -100_000 }]
  },
  'requested, and no price yet': async () => [(await submitOrder(app, buyer)).id, {}],
}

interface Figures {
  id: string
  total: string
  received: string
  due_back: string
  /** Null once it is declined, as what counts towards the total. */
  due_now: string | null
  credited: string | null
}

/** By the functions of the release that the database has. */
const readFigures = async () =>
  (
    await app.owner.query<Figures>(
      `select id, total_amount_kobo::text as total, private.received_kobo(id)::text as received,
         refund_due_kobo::text as due_back, case when status <> 'declined' then private.due_now_kobo(orders)::text end as due_now,
         case when status <> 'declined' then least(private.credited_kobo(id), total_amount_kobo)::text end as credited
       from public.orders where total_amount_kobo is not null and not is_demo order by id`,
    )
  ).rows

const orders = new Map<string, { id: string; sums: Sums }>()
let before: Figures[]
/** A person who was forgotten before the upgrade. */
let forgotten: string
beforeAll(async () => {
  await app.owner.query(`update private.market_limits set value = 2000000000 where name like '%_alone_max_%'`)
  for (const [name, tell] of Object.entries(stories)) {
    const [id, sums] = await tell()
    orders.set(name, { id, sums })
  }
  forgotten = await placed()
  await app.owner.query('select private.forget_buyer(array[$1::uuid])', [forgotten])
  before = await readFigures()
  await prepare(app.url, migrations)
}, 60_000)

describe('an order of release 0.2.0', () => {
  it.each(Object.keys(stories))('has its money in the ledger: %s', async (name) => {
    const { id, sums } = orders.get(name) ?? { id: '', sums: {} }
    const { rows } = await app.owner.query(
      `select account, sum(amount_minor)::int as sum from private.ledger_postings where order_id = $1
       group by account having sum(amount_minor) <> 0`,
      [id],
    )
    expect(Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))).toEqual(sums)
  })

  it('owes and is owed what it was before, and every rule of the ledger holds', async () => {
    expect(await readFigures()).toEqual(before)
    expect(await findLedgerFaults(app.owner)).toEqual([])
  })

  it('has each event at its own time, and from its own row', async () => {
    const { rows } = await app.owner.query(
      `select payment.id from public.payments as payment where not exists (
         select from private.ledger_transfers as transfer
         where transfer.source_table = 'payments' and transfer.source_id = payment.id::text and transfer.recorded_at = payment.created_at)
       union all
       select orders.id from public.orders where total_amount_kobo is not null and not exists (
         select from private.ledger_transfers as transfer left join public.quotes on quotes.id::text = transfer.source_id
         where transfer.order_id = orders.id and transfer.event = 'order_priced'
           and transfer.recorded_at = coalesce(quotes.accepted_at, orders.created_at))
       union all
       select transfer.order_id from private.ledger_transfers as transfer where transfer.event = 'goods_delivered'
         and transfer.recorded_at <> (select min(created_at) from public.order_events as step
           where step.order_id = transfer.order_id and step.to_value in ('delivered', 'completed'))`,
    )
    expect(rows).toEqual([])
    const claims = await app.owner.query(
      `select amount_minor::int as amount, source_id = (select max(id)::text from public.payment_claims as claimed
         where claimed.order_id = transfer.order_id) as is_last
       from private.ledger_transfers as transfer where phase = 'pending' order by amount`,
    )
    expect(claims.rows).toEqual([
      { amount: 40_000, is_last: true },
      { amount: 100_000, is_last: true },
    ])
  })

  it('whose buyer was forgotten is counted by the state that it went to', async () => {
    const { rows } = await app.owner.query(
      `select delivery_address = 'Erased, ' || contact.state as is_kept, delivery_state = contact.state as is_counted
       from public.orders join public.order_contacts as contact on contact.order_id = orders.id where orders.id = $1`,
      [forgotten],
    )
    expect(rows).toEqual([{ is_kept: true, is_counted: true }])
  })

  it('goes on from there: a rest is paid, a claim is posted, a decline sends back what came', async () => {
    const idOf = (name: string) => orders.get(name)?.id ?? ''
    await confirm(idOf('a part paid, the rest said to be'), 40_000)
    expect(await market.read(idOf('a part paid, the rest said to be'))).toMatchObject({
      payment: 'confirmed',
    })
    await confirm(idOf('paid in two parts, and a rest is open'), 1000)
    await decide(idOf('paid in two parts, and a rest is open'), 'declined', 'Sold out')
    expect(await market.read(idOf('paid in two parts, and a rest is open'))).toMatchObject({ back: 51_000 })
    await sendBack(idOf('a complaint, and a part of what was granted sent back'), 15_000)
    await confirm(idOf('agreed in dollars, and the first part paid'), 245_005)
    expect(await findLedgerFaults(app.owner)).toEqual([])
  })
})
