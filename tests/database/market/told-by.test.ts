// What staff read of how a buyer is told is how they are told: public.told_by beside what private.notify_buyer and the texts send.
import { afterAll, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { hashOf, makeContact } from './market-app.ts'
import { openTill } from './market-till.ts'

const { app, market, admin, finance, decide } = await openTill()
const sales = await app.addPerson({ role: 'sales' })
afterAll(() => app.close())

const line = await market.addProduct(null)
const day = getLagosDay(Date.now() + 6 * 86_400_000)
const buyers = ['guest', 'member', 'member who has switched mails of orders off'] as const
const combinations = buyers.flatMap((buyer) =>
  [true, false].flatMap((hasEmail) =>
    [true, false].flatMap((hasPhone) =>
      (['on', 'off'] as const).map((sms) => ({ buyer, hasEmail, hasPhone, sms })),
    ),
  ),
)

const readToldBy = async (id: string, caller = sales.caller) =>
  (await app.as(caller, 'select public.told_by(own) as by from public.orders as own where id = $1', [id]))
    .rows[0]?.by

it.each(combinations)('$buyer, email $hasEmail, phone $hasPhone, texts $sms', async (given) => {
  const { email, ...contact } = makeContact()
  const person = given.buyer === 'guest' ? null : await app.addPerson()
  const context = person ? {} : { trackingTokenHash: hashOf(contact.phone) }
  const { id, code } = await market.order(
    person?.caller ?? service,
    [line],
    context,
    { ...contact, ...(given.hasEmail && { email }), state: 'Sokoto', lga: 'Bodinga' },
    { kind: 'quote' },
  )
  if (given.buyer === buyers[2])
    await app.owner.query(
      'insert into public.notification_choices (user_id, order_mails, registration_mails) values ($1, false, false)',
      [person?.id],
    )
  // As an erasure leaves it.
  if (!given.hasPhone)
    await app.owner.query(`update public.order_contacts set phone = '00000000' where order_id = $1`, [id])
  await app.owner.query(`select private.set_app_setting('sms', $1)`, [given.sms])
  const toldBy = await readToldBy(id)
  const byText = given.sms === 'on' && given.hasPhone ? 'sms' : null
  expect(toldBy).toBe(given.hasEmail || person ? 'email' : byText)

  const queued = async (template: string) =>
    (
      await app.owner.query<{ channel: string; recipient: string }>(
        `select channel, recipient from private.mail_outbox where template = $1 and data ->> 'code' = $2`,
        [template, code],
      )
    ).rows
  await market.call(sales.caller, 'quote_delivery', id, { priceKobo: 900_000, day })
  const told = await queued('order_delivery_quoted')
  expect(told.map(({ channel }) => channel)).toEqual(toldBy ? [toldBy] : [])
  if (toldBy === 'email') expect(told[0]?.recipient).toBe(given.hasEmail ? email : person?.email)
  // News that goes by mail alone.
  await app.owner.query(`select private.notify_buyer($1, 'order_payment_not_found')`, [id])
  expect(await queued('order_payment_not_found')).toHaveLength(toldBy === 'email' ? 1 : 0)
  // A decision, and what the row of the list warns of before it.
  const { rows } = await app.as<{ flags: string[] }>(
    sales.caller,
    `select flags from public.find_record_flags('orders', $1)`,
    [[id]],
  )
  expect(rows[0]?.flags).toEqual(toldBy === 'email' ? [] : [toldBy === 'sms' ? 'by_text' : 'untold'])
  await decide(id, 'declined', 'None is left')
  expect(await queued('decision')).toHaveLength(toldBy === 'sms' ? 1 : 0)
})

it('a guest whose number was erased gets no text, of whatever it is', async () => {
  const { email: _, ...silent } = makeContact()
  const { id } = await market.orderAsGuest([line], silent)
  await app.owner.query(`update public.order_contacts set phone = '00000000' where order_id = $1`, [id])
  await app.owner.query(`select private.set_app_setting('sms', 'on')`)
  await market.passTime(id, '20 hours')
  await app.as(service, 'select private.run_market_jobs()')
  const setTerms = (reason: string, expected: string) =>
    market.call(withSecondFactor(finance), 'set_credit_terms', id, reason, expected)
  await setTerms('Known for years', '')
  await setTerms('', 'Known for years')
  // Our first account in its currency comes after the order.
  await app.owner.query(`update public.orders set created_at = created_at - interval '1 day' where id = $1`, [
    id,
  ])
  await app.owner.query(
    `select private.notify_of_first_account(account) from public.settlement_accounts as account where currency = 'NGN'`,
  )
  await market.call(withSecondFactor(finance), 'confirm_payment', id, market.receipt(500))
  await decide(id, 'declined', 'None is left')
  await market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(500))
  await app.owner.query(`select private.set_app_setting('sms', 'off')`)
  const { rows } = await app.owner.query(
    `select template from private.mail_outbox where recipient = '00000000'`,
  )
  expect(rows).toEqual([])
})

it('is read by those alone who read orders', async () => {
  const person = await app.addPerson()
  const { id } = await market.order(person.caller, [line], {}, makeContact())
  expect(await readToldBy(id, person.caller)).toBeNull()
  expect((await app.refusalOf(anonymous, 'select public.told_by(own) from public.orders as own')).code).toBe(
    '42501',
  )
})
