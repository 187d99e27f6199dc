// What happens when a row changes is read in one place: few triggers, and each mail under its own name.
import { globSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { templates } from '#server/mail/templates.ts'
import { asOwner, createTestDatabase } from '#tests/harness/database.ts'
import { openApp } from '#tests/harness/migrated-database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

const root = join(import.meta.dirname, '../..')
const ours = `tgrelid in (select oid from pg_class where relnamespace in
  ('public'::regnamespace, 'private'::regnamespace, 'app_vault'::regnamespace))`

const app = await openApp()
afterAll(() => app.close())

describe('the triggers of a table', () => {
  it('are four at the most', async () => {
    const { rows } = await app.owner.query(
      `select tgrelid::regclass::text as name, count(*)::int as triggers from pg_trigger
        where not tgisinternal and tgname <> 'realtime_capture' and ${ours} group by tgrelid having count(*) > 4`,
    )
    expect(rows).toEqual([])
  })

  it('of an order and of each registration are one before and one after it is written, and at most one at the end of the transaction', async () => {
    const { rows } = await app.owner.query<{ triggers: string }>(
      `select tgrelid::regclass::text || ' ' || string_agg(tgname, ' ' order by tgname) as triggers from pg_trigger
        where not tgisinternal and tgname <> 'realtime_capture' and tgtype & 1 = 1
          and tgrelid = any ('{public.orders,public.farmers,public.training_enrolments,public.buyers,public.investors}'::regclass[])
        group by tgrelid order by 1`,
    )
    expect(rows.map(({ triggers }) => triggers)).toEqual([
      'buyers after_registration_change before_registration_change note_twins',
      'farmers after_registration_change before_registration_change note_twins',
      'investors after_registration_change before_registration_change note_twins',
      'orders after_order_change before_order_change',
      'training_enrolments after_registration_change before_registration_change note_twins',
    ])
  })

  it('that were made for that table alone are one after a row is written, so that its steps are read in one body', async () => {
    const { rows } = await app.owner.query<{ triggers: string }>(
      `select tgrelid::regclass::text || ' ' || string_agg(tgname, ' ' order by tgname) as triggers
        from (select *, count(*) over (partition by tgfoid) as uses from pg_trigger
          where not tgisinternal and tgname <> 'realtime_capture' and ${ours}) as pg_trigger
        where uses = 1 and tgtype & 1 = 1 and tgtype & 66 = 0
        group by tgrelid having count(*) > 1`,
    )
    // What a statement names as decided, and not what changed (ADR 0060).
    expect(rows.map(({ triggers }) => triggers)).toEqual([
      'products after_product_change after_product_decision',
    ])
  })

  it('run with the rights of the owner, since their steps are nobody’s to call', async () => {
    const { rows } = await app.owner.query(
      `select distinct proname from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where not tgisinternal and ${ours} and proname ~ '^(before|after)_' and not prosecdef`,
    )
    expect(rows).toEqual([])
  })
})

it('each mail is found by its name where it is sent', () => {
  const senders = [
    ...globSync('supabase/schemas/*.sql', { cwd: root }),
    ...globSync('server/**/*.ts', { cwd: root }).filter((file) => !/templates?(\.test)?\.ts$/.test(file)),
  ].map((file) => readFileSync(join(root, file), 'utf8'))
  const unsent = Object.keys(templates).filter((name) => !senders.some((text) => text.includes(`'${name}'`)))
  expect(unsent).toEqual([])
})

it('orders that ended before there was a column for how, have it from their words', async () => {
  const files = globSync('supabase/migrations/*.sql', { cwd: root }).sort()
  const first = files.findIndex((file) =>
    readFileSync(join(root, file), 'utf8').includes('add column decline_code'),
  )
  expect(first).toBeGreaterThan(0)
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  const database = await createTestDatabase({ migrations: false })
  const bring = async (some: string[]) => {
    for (const file of some) await cp(join(root, file), join(folder, basename(file)))
    await prepareDatabase({ url: database.url, secret: testSecret, migrations: folder })
  }
  try {
    await bring(files.slice(0, first))
    await asOwner(database.url, (client) =>
      client.query(`insert into public.orders (kind, crop_type, quantity, quantity_text, unit, delivery_address, status,
          decline_reason, updated_at)
        select 'marketplace', 'Rice', 1, '1', 'Packs', 'Marina Road',
          case when reason is null then 'pending' else 'declined' end, reason, '2026-11-01'
        from unnest(array['withdrawn_by_buyer', 'No stock left', null,
          'No payment arrived in time, so the goods are for sale again. You are welcome to order again.']) as reason`),
    )
    await bring(files.slice(first))
    const { rows } = await asOwner(database.url, (client) =>
      client.query(`select left(decline_reason, 10) as reason, decline_code, updated_at = '2026-11-01' as untouched
        from public.orders order by 1`),
    )
    expect(rows).toEqual([
      { reason: 'No payment', decline_code: 'payment_expired', untouched: true },
      { reason: 'No stock l', decline_code: null, untouched: true },
      { reason: 'withdrawn_', decline_code: 'withdrawn_by_buyer', untouched: true },
      { reason: null, decline_code: null, untouched: true },
    ])
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}, 120_000)
