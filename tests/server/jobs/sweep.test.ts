// What the daily sweep takes, and what it leaves.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { createJobs } from '#platform/jobs.ts'
import { silentLog } from '#platform/log.ts'
import { sweep, sweepJob } from '#server/jobs/sweep.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { within } from '#tests/harness/within.ts'

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

it('comes a minute after the start, on a server that is off at night, too', async () => {
  vi.useFakeTimers()
  const swept: object[] = []
  const log = { ...silentLog, info: (_: object, message: string) => void swept.push({ message }) }
  const jobs = createJobs({ database, log })
  await jobs.start([sweepJob({ database, files: {}, log, clock: () => new Date() })])
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  await vi.waitUntil(() => swept.length > 0, within)
  await jobs.stop()
  expect(swept).toEqual([{ message: 'swept' }])
})

it('forgets the links of orders whose year is over', async () => {
  await asOwner(test.url, (client) =>
    client.query(`with made as (
        insert into public.orders (kind, crop_type, quantity, quantity_text, unit, delivery_address)
        values ('marketplace', 'Rice', 1, '1', 'Packs', 'Marina Road') returning id)
      insert into private.order_guest_links (token_hash, order_id, expires_at)
      select repeat(days::text, 64), id, now() + make_interval(days => days - 5) from made, generate_series(4, 6) as days`),
  )
  expect(await sweep(database, () => new Date(), {})).toMatchObject({ orderGuestLinks: 2 })
})

it('forgets which news reached nobody once nobody is rung about it any more', async () => {
  const left = await asOwner(test.url, async (client) => {
    await client.query(`with made as (
        insert into public.orders (kind, crop_type, quantity, quantity_text, unit, delivery_address)
        values ('marketplace', 'Rice', 1, '1', 'Packs', 'Marina Road') returning id)
      insert into private.untold_news (order_id, template, since)
      select id, 'news ' || days, now() - make_interval(days => days) from made, unnest(array[29, 30, 31]) as days`)
    expect(await sweep(database, () => new Date(), {})).toMatchObject({ untoldNews: 2 })
    return client.query('select template from private.untold_news')
  })
  expect(left.rows).toEqual([{ template: 'news 29' }])
})

it('deletes mails that were sent or given up 90 days ago, and leaves those that wait or are new', async () => {
  await asOwner(test.url, (client) =>
    client.query(`insert into private.mail_outbox (template, recipient, status, next_attempt_at, created_at) values
      ('order_approved', 'old_sent@example.com', 'sent', now(), now() - interval '91 days'),
      ('order_approved', 'old_failed@example.com', 'failed', now(), now() - interval '91 days'),
      ('order_approved', 'old_waiting@example.com', 'waiting', now() + interval '1 day', now() - interval '91 days'),
      ('order_approved', 'recent_sent@example.com', 'sent', now(), now() - interval '89 days')`),
  )
  expect(await sweep(database, () => new Date(), {})).toMatchObject({ mails: 2 })
  const left = await asOwner(test.url, (client) =>
    client.query(`select recipient from private.mail_outbox where recipient ~ '^(old|recent)_' order by 1`),
  )
  expect(left.rows.map((row) => row.recipient)).toEqual([
    'old_waiting@example.com',
    'recent_sent@example.com',
  ])
  expect(await sweep(database, () => new Date(), {})).toMatchObject({ mails: 0 })
})
