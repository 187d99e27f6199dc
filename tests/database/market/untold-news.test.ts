// A mail that does not arrive tells nobody anything: its buyer is rung, and staff do not read that they were told.
import { globSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { asOwner, createTestDatabase } from '#tests/harness/database.ts'
import { service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { hashOf, makeContact } from './market-app.ts'
import { openTill } from './market-till.ts'

const { app, market, rice, admin, finance, confirm, decide } = await openTill()
const sales = await app.addPerson({ role: 'sales' })
afterAll(() => app.close())
beforeEach(() => app.owner.query('delete from public.mail_suppressions'))

const suppress = (email: string | undefined, reason: 'bounced' | 'asked') =>
  app.owner.query(
    `insert into public.mail_suppressions (email, reason, expires_at)
     values (lower($1), $2, case when $2 = 'bounced' then now() + interval '30 days' end)`,
    [email, reason],
  )
const setTexts = (value: 'on' | 'off') =>
  app.owner.query(`select private.set_app_setting('sms', $1)`, [value])
const logCall = (id: string) => app.as(sales.caller, `select public.log_call('orders', $1, 'reached')`, [id])
async function isRung(id: string) {
  const { rows } = await app.as<{ ids: string[] }>(
    sales.caller,
    `select (public.find_records('orders', filters => '{"step": "to_ring"}', page_size => 500)).ids`,
  )
  return rows[0]?.ids?.includes(id) ?? false
}
const readFields = async (id: string) =>
  (
    await app.as<{ by: string | null; ring: string | null; flags: string[] }>(
      sales.caller,
      `select public.told_by(own) as by, public.to_ring(own) as ring,
         (select flags from public.find_record_flags('orders', array[own.id])) as flags
       from public.orders as own where id = $1`,
      [id],
    )
  ).rows[0]
const sent = async (id: string, channel = 'email') =>
  (
    await app.owner.query<{ id: string; template: string }>(
      'select id, template from private.mail_outbox where record_id = $1 and channel = $2 order by created_at',
      [id, channel],
    )
  ).rows
/** As the worker leaves a mail that the other side took. */
async function deliver(id: string) {
  await app.as(service, 'select private.claim_mails(500, 60)')
  await app.as(
    service,
    `select private.mark_mails_sent(array_agg(id), array_agg(id::text)) from private.mail_outbox where status = 'sending'`,
  )
  return sent(id)
}
const bounce = async (mail: { id: string } | undefined, status: string) =>
  (await app.as(service, 'select private.record_bounce($1, $2) as outcome', [mail?.id, status])).rows[0]
    ?.outcome

describe('a mail that failed', () => {
  it('and is sent again tells its buyer, who is rung no more', async () => {
    const { id } = await market.orderAsGuest([rice], makeContact())
    await confirm(id, 100_000)
    const setStatus = (status: string) =>
      app.owner.query(
        `update private.mail_outbox set status = $2 where record_id = $1 and template = 'order_payment_confirmed'`,
        [id, status],
      )
    await setStatus('failed')
    expect(await isRung(id)).toBe(true)
    await setStatus('waiting')
    expect(await isRung(id)).toBe(true)
    await setStatus('sent')
    expect(await isRung(id)).toBe(false)
  })

  it('is named beside what else there is to ring about', async () => {
    const { id } = await market.orderAsGuest([rice], makeContact())
    await app.owner.query(
      `insert into private.untold_news (order_id, template) values ($1, ''), ($1, 'order_payment_confirmed')`,
      [id],
    )
    expect(await readFields(id)).toMatchObject({
      ring: expect.stringMatching(/^the last news of the order, and this news: \w/),
    })
  })

  it.each(['bounced', 'asked'] as const)(
    'to an address that %s: no link is promised there',
    async (reason) => {
      const contact = makeContact()
      const { id } = await market.orderAsGuest([rice], contact)
      const channel = async () =>
        (
          await app.owner.query<{ way: string }>(
            'select private.order_link_channel(own, $2) as way from public.orders as own where id = $1',
            [id, contact.phone],
          )
        ).rows[0]?.way
      expect(await channel()).toBe('mail')
      await suppress(contact.email, reason)
      expect(await channel()).toBe('phone')
    },
  )
})

describe('an address that is not written to', () => {
  it.each(['bounced', 'asked'] as const)(
    'that %s is told nothing by mail: its buyer is rung',
    async (reason) => {
      const contact = makeContact()
      const { id } = await market.orderAsGuest([rice], contact)
      expect(await readFields(id)).toMatchObject({ by: 'email', flags: [] })
      await suppress(contact.email, reason)
      expect(await readFields(id)).toMatchObject({ by: null, flags: ['untold'] })
      expect(await isRung(id)).toBe(false)
      const before = await sent(id)
      await confirm(id, 100_000)
      expect(await sent(id)).toEqual(before)
      expect(await isRung(id)).toBe(true)
      await logCall(id)
      expect(await isRung(id)).toBe(false)
      // By text where those are sent, and then by nobody else.
      await setTexts('on')
      expect(await readFields(id)).toMatchObject({ by: 'sms', flags: ['by_text'] })
      await decide(id, 'approved')
      await setTexts('off')
      expect((await sent(id, 'sms')).map(({ template }) => template)).toEqual(['decision'])
      expect(await isRung(id)).toBe(false)
    },
  )

  it('of a member and of a bulk buyer is rung, too; another mailbox of theirs is written to', async () => {
    const person = await app.addPerson()
    const { id } = await market.order(person.caller, [rice], {}, makeContact())
    const [{ email }] = (
      await app.owner.query('select email from public.order_contacts where order_id = $1', [id])
    ).rows as [{ email: string }]
    await suppress(email, 'bounced')
    expect(await readFields(id)).toMatchObject({ by: 'email' })
    await confirm(id, 100_000)
    const { rows } = await app.owner.query(
      `select recipient from private.mail_outbox where record_id = $1 and template = 'order_payment_confirmed'`,
      [id],
    )
    expect(rows).toEqual([{ recipient: person.email }])
    await suppress(person.email, 'bounced')
    await decide(id, 'approved')
    expect(await isRung(id)).toBe(true)

    const firm = await app.addPerson()
    const bulk = await submitOrder(app, firm, { ...goodRequest, email: firm.email })
    await suppress(firm.email, 'asked')
    expect(await readFields(bulk.id)).toMatchObject({ by: null })
    await decide(bulk.id, 'approved')
    expect(await isRung(bulk.id)).toBe(true)
  })
})

describe('a mail that does not arrive', () => {
  it.each([
    ['5.1.1', 'suppressed', null],
    ['5.2.2', 'failed', 'email'],
  ])('since it bounced later (%s), has told nobody', async (status, outcome, by) => {
    const { id } = await market.orderAsGuest([rice])
    await confirm(id, 100_000)
    const mails = await deliver(id)
    expect(await isRung(id)).toBe(false)
    // That the order was placed is no news to who placed it.
    const find = (name: string) => mails.find(({ template }) => template === name)
    expect(await bounce(find('order_placed'), '5.2.2')).toBe('failed')
    expect(await isRung(id)).toBe(false)
    expect(await bounce(find('order_payment_confirmed'), status)).toBe(outcome)
    expect(await isRung(id)).toBe(true)
    expect(await readFields(id)).toMatchObject({ by })
    await logCall(id)
    expect(await isRung(id)).toBe(false)
  })

  it('since its address was stopped while it waited, or was refused for good, has told nobody', async () => {
    const [stopped, refused] = [makeContact(), makeContact()]
    const first = await market.orderAsGuest([rice], stopped)
    const second = await market.orderAsGuest([rice], refused)
    await deliver(first.id)
    for (const { id } of [first, second]) await confirm(id, 100_000)
    await suppress(stopped.email, 'asked')
    await app.as(service, 'select private.claim_mails(500, 60)')
    expect([await isRung(first.id), await isRung(second.id)]).toEqual([true, false])
    const mail = (await sent(second.id)).find(({ template }) => template === 'order_payment_confirmed')
    const fail = (again: string | null) =>
      app.as(service, `select private.mark_mail_failed($1, 'EENVELOPE 550', $2)`, [mail?.id, again])
    await fail(new Date().toISOString())
    expect(await isRung(second.id)).toBe(false)
    await app.as(service, 'select private.claim_mails(500, 60)')
    await fail(null)
    expect(await isRung(second.id)).toBe(true)
    expect(await readFields(second.id)).toMatchObject({ by: null })
  })

  it('is read on the page by who does something there since, and of an erased order rings nobody', async () => {
    const { id, context } = await market.orderAsGuest([rice])
    await market.call(service, 'claim_payment', id, { words: 'Paid' }, context)
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    const mails = await deliver(id)
    await bounce(
      mails.find(({ template }) => template === 'order_payment_not_found'),
      '5.2.2',
    )
    expect(await isRung(id)).toBe(true)
    await market.call(service, 'claim_payment', id, { words: 'Paid' }, context)
    expect(await isRung(id)).toBe(false)
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    await app.owner.query('select private.forget_recipients(array[$1::uuid])', [id])
    expect(await isRung(id)).toBe(false)
  })
})

it('after a call about the price of a delivery, other news that nobody told is named as what it is', async () => {
  const { email: _, ...silent } = makeContact()
  const { id } = await market.order(
    service,
    [rice],
    { trackingTokenHash: hashOf(silent.phone) },
    { ...silent, state: 'Sokoto', lga: 'Bodinga' },
    { kind: 'quote' },
  )
  const quote = (priceKobo: number) =>
    market.call(sales.caller, 'quote_delivery', id, {
      priceKobo,
      day: getLagosDay(Date.now() + 6 * 86_400_000),
    })
  const ring = async () => (await readFields(id))?.ring
  await quote(900_000)
  expect(await ring()).toBe('the price of the delivery')
  await logCall(id)
  expect(await ring()).toBeNull()
  await market.writeToBuyer(admin.caller, id, 'Your sacks are blue')
  expect(await isRung(id)).toBe(true)
  expect(await ring()).toBe('this news: Message about an order')
  await quote(800_000)
  expect(await ring()).toBe('the price of the delivery, and this news: Message about an order')
})

it('what nobody had told before is still there, and is the price of a delivery where that waits', async () => {
  const root = join(import.meta.dirname, '../../..')
  const files = globSync('supabase/migrations/*.sql', { cwd: root }).sort()
  const first = files.findIndex((file) =>
    readFileSync(join(root, file), 'utf8').includes('CREATE TABLE "private"."untold_news"'),
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
      client.query(`with placed as (
          insert into public.orders (kind, crop_type, quantity, quantity_text, unit, delivery_address, awaits_delivery)
          select 'marketplace', place, 1, '1', 'Packs', 'Marina Road', place = 'waits' from unnest(array['waits', 'other', 'told', 'mailed']) as place
          returning id, crop_type as place)
        insert into public.order_contacts (order_id, name, phone, email, state, lga, untold_since)
        select id, 'Ada Obi', '+2348031234567', case when place = 'mailed' then 'ada@example.com' end, 'Lagos', 'Ikeja',
          case when place <> 'told' then timestamptz '2026-11-01' end from placed`),
    )
    await bring(files.slice(first))
    const { rows } = await asOwner(database.url, (client) =>
      client.query(`select own.crop_type as place, untold.template, untold.since = '2026-11-01' as is_kept
        from private.untold_news as untold join public.orders as own on own.id = untold.order_id order by 1`),
    )
    expect(rows).toEqual([
      { place: 'other', template: '', is_kept: true },
      { place: 'waits', template: 'order_delivery_quoted', is_kept: true },
    ])
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}, 120_000)
