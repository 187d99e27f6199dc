// What the daily sweep takes, and what it leaves.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweep } from '#server/sweep.ts'
import { asOwner } from '#tests/harness/database.ts'
import { startHouse, type TestHouse } from '#tests/harness/house.ts'

let house: TestHouse

beforeAll(async () => {
  house = await startHouse()
})

afterAll(() => house.stop())

it('forgets mails that were sent or given up 90 days ago, and keeps those that wait or are young', async () => {
  await asOwner(house.databaseUrl, (client) =>
    client.query(`insert into private.mail_outbox (template, recipient, status, next_attempt_at, created_at) values
      ('old_sent', 'a@example.com', 'sent', now(), now() - interval '91 days'),
      ('old_failed', 'a@example.com', 'failed', now(), now() - interval '91 days'),
      ('old_waiting', 'a@example.com', 'waiting', now() + interval '1 day', now() - interval '91 days'),
      ('young_sent', 'a@example.com', 'sent', now(), now() - interval '89 days')`),
  )
  expect(await sweep(house.database, () => new Date())).toMatchObject({ mails: 2 })
  const left = await asOwner(house.databaseUrl, (client) =>
    client.query(`select template from private.mail_outbox where template ~ '^(old|young)_' order by 1`),
  )
  expect(left.rows.map((row) => row.template)).toEqual(['old_waiting', 'young_sent'])
  expect(await sweep(house.database, () => new Date())).toMatchObject({ mails: 0 })
})
