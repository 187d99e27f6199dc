// Orders, payments and complaints of before there was a ledger: the migration posts them at their own times, equal to the kobo.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { projectFolder } from '#server/settings/platform-settings.ts'
import { withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openTill } from './market-till.ts'

const till = await openTill()
const { app, market, buyer, admin, placed, claim, confirm, decide, delivered } = till
afterAll(() => app.close())

const migration = join(projectFolder, 'migrations/20261128021000_ledger.sql')
const sumsOfEach = `select order_id, account, currency, sum(amount_minor)::text as sum
  from private.ledger_postings group by 1, 2, 3 having sum(amount_minor) <> 0 order by 1, 2`

it('are in the ledger as if it had been there, and refunds that are due stay as they were promised', async () => {
  const asAdmin = withSecondFactor(admin)
  const sendBack = (id: string, kobo: number) =>
    market.call(asAdmin, 'record_refund', id, market.receipt(kobo))
  const grant = async (id: string, refundKobo: number) => {
    await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'Half of it is wet' })
    const answer = { resolution: 'refunded', note: 'We are sorry', refundKobo }
    await market.call(admin.caller, 'resolve_order_dispute', id, answer)
  }
  const [part, over, back, declined, complaint, claimed] = [
    ...[await placed(), await placed(), await placed(), await placed()],
    ...[await delivered(), await placed()],
  ] as [string, string, string, string, string, string]
  await placed()
  await confirm(part, 30_000)
  await confirm(part, 20_000)
  await confirm(over, 100_700)
  await confirm(back, 130_000)
  await sendBack(back, 30_000)
  await confirm(declined, 100_500)
  await sendBack(declined, 500)
  await decide(declined, 'declined', 'Sold out')
  await grant(complaint, 40_000)
  await sendBack(complaint, 25_000)
  await claim(claimed)
  const before = (await app.owner.query(sumsOfEach)).rows

  // As such a database was: no ledger, and a complaint that was to go back although a part was still open.
  const old = await delivered()
  const client = await app.owner.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(`delete from public.payments where order_id = $1`, [old])
  await client.query(`insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
    select id, 'receipt', 50000, 'NGN', current_date, 'OLD-LINE', gen_random_uuid() from public.orders where id = '${old}'`)
  await client.query(`insert into public.order_disputes (order_id, reason, resolution, resolution_note, refund_kobo, resolved_at)
    values ('${old}', 'Half of it is wet', 'refunded', 'We are sorry', 10000, clock_timestamp())`)
  await client.query(
    `update public.orders set payment_status = 'refund_due', refund_due_kobo = 10000 where id = '${old}'`,
  )
  await client.query('delete from private.ledger_transfers')
  await client.query(`set session_replication_role = origin`)
  client.release()
  await app.owner.query(await readFile(migration, 'utf8'))

  const after = (await app.owner.query(sumsOfEach)).rows
  expect(after.filter(({ order_id }) => order_id !== old)).toEqual(before)
  expect(after.filter(({ order_id }) => order_id === old)).toEqual(
    Object.entries({
      allowances: 10_000,
      bank: 50_000,
      receivable: 50_000,
      refundable: -10_000,
      sales: -100_000,
    }).map(([account, sum]) => ({ order_id: old, account, currency: 'NGN', sum: String(sum) })),
  )
  const { rows } = await app.owner.query(
    `select id from public.orders where total_amount_kobo is not null
       and (refund_due_kobo <> private.ledger_balance('refundable', id) or (select min(recorded_at) <> orders.created_at
         from private.ledger_transfers as transfer where transfer.order_id = orders.id))
     union all
     select payment.id from public.payments as payment where not exists (
       select from private.ledger_transfers as transfer
       where transfer.source_id = payment.id and transfer.recorded_at = payment.created_at)`,
  )
  expect(rows).toEqual([])
  const pending = await app.owner.query(
    `select order_id, amount_minor::int as amount from private.ledger_transfers where phase = 'pending'`,
  )
  expect(pending.rows).toEqual([{ order_id: claimed, amount: 100_000 }])
})
