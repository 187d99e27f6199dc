// What the daily sweep takes, and what it leaves.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await createTestDatabase({ migrations: true })
  database = await openDatabase({ url: test.url, secret: testSecret, log: silentLog, poolSize: 2 })
})

afterAll(async () => {
  await database.close()
  await test.drop()
})

it('forgets the links of orders whose year is over', async () => {
  await asOwner(test.url, (client) =>
    client.query(`with made as (
        insert into public.orders (kind, crop_type, quantity, quantity_text, unit, delivery_address)
        values ('marketplace', 'Rice', 1, '1', 'Packs', 'Marina Road') returning id)
      insert into private.order_links (token_hash, order_id, expires_at)
      select repeat(days::text, 64), id, now() + make_interval(days => days - 5) from made, generate_series(4, 6) as days`),
  )
  expect(await sweep(database, () => new Date(), {})).toMatchObject({ orderLinks: 2 })
})

it('forgets mails that were sent or given up 90 days ago, and keeps those that wait or are young', async () => {
  await asOwner(test.url, (client) =>
    client.query(`insert into private.mail_outbox (template, recipient, status, next_attempt_at, created_at) values
      ('old_sent', 'a@example.com', 'sent', now(), now() - interval '91 days'),
      ('old_failed', 'a@example.com', 'failed', now(), now() - interval '91 days'),
      ('old_waiting', 'a@example.com', 'waiting', now() + interval '1 day', now() - interval '91 days'),
      ('young_sent', 'a@example.com', 'sent', now(), now() - interval '89 days')`),
  )
  expect(await sweep(database, () => new Date(), {})).toMatchObject({ mails: 2 })
  const left = await asOwner(test.url, (client) =>
    client.query(`select template from private.mail_outbox where template ~ '^(old|young)_' order by 1`),
  )
  expect(left.rows.map((row) => row.template)).toEqual(['old_waiting', 'young_sent'])
  expect(await sweep(database, () => new Date(), {})).toMatchObject({ mails: 0 })
})
