// A guest without an address who has lost the link: it comes by text, where texts are sent.
import { afterAll, expect, it } from 'vitest'
import { trackPaths } from '#domain/guest-links.ts'
import { marketPaths } from '#domain/market/market-orders.ts'
import { statusPageWords } from '#domain/registrations/status-words.ts'
import { hashOf, makeContact } from '#tests/database/market/market-app.ts'
import { openPhones } from '#tests/harness/phones.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { createShopper } from '#tests/server/market/market-app.ts'
import { tokenOf } from './applicant.ts'
import { openRegistrationApp, withEmail } from './registration-app.ts'

const phones = await openPhones()
const app = await openRegistrationApp(phones.env)
afterAll(async () => {
  await app.stop()
  await phones.remove()
})

let host = 0
const requestLink = (reference: string, phone: string) => ask(trackPaths.link, reference, phone)

async function ask(path: string, reference: string, phone: string): Promise<string> {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'x-forwarded-for': `203.0.113.${++host}` },
    body: new URLSearchParams({ reference, phone }),
  })
  return (await response.text()).replace(/value="[^"]*"/g, '')
}

async function register(phoneNumber: string, more: Record<string, unknown> = {}) {
  const { email: _, ...answers } = goodRegistrations.training
  const guest = await app.newApplicant()
  const { body } = await guest.submit('training', {
    answers: { ...answers, noEmail: true, phoneNumber, ...more },
  })
  return { guest, ...body }
}

const endsWithinADay = (at: unknown) =>
  Date.parse(String(at)) > Date.now() && Date.parse(String(at)) <= Date.now() + 24 * 60 * 60_000

const countTexts = async () =>
  (
    await app.sql(
      `select from private.mail_outbox where channel = 'sms' and template = 'registration_link_again'`,
    )
  ).length

it('goes to the number on record alone, works for one day, and five times a day', async () => {
  const phone = '+2348031230099'
  const { guest, id, reference, trackingPath } = await register(phone)
  await requestLink(reference, '08031230098')
  expect(await countTexts()).toBe(0)
  const answer = await requestLink(reference, phone)
  expect(answer).toContain('it is on its way by text to the phone number that you gave')
  expect(answer).not.toContain('/track#')
  const link = /\/track#[\w-]+/.exec(await phones.waitFor(phone))?.[0] ?? ''
  const { status, body } = await guest.track(link)
  expect([status, JSON.stringify(body).includes(reference)]).toEqual([200, true])
  // Its page says until when it works; the link of the screen is kept.
  expect(endsWithinADay(body.linkEndsAt)).toBe(true)
  expect((await guest.track(trackingPath)).body.linkEndsAt).toBeNull()
  expect(
    await app.sql(
      `select is_mailed from private.registration_guest_links
       where record_id = $1 and expires_at between now() + interval '23 hours' and now() + interval '1 day'`,
      [id],
    ),
  ).toEqual([{ is_mailed: true }])
  // The link of the screen and four of the texts are the five of a day; the answer stays the same.
  for (let again = 0; again < 6; again++) expect(await requestLink(reference, phone)).toBe(answer)
  expect(await countTexts()).toBe(4)
})

it('goes neither to another number of the form nor by its wish: that one shows the status, and whom to call', async () => {
  const guardianPhone = '+2348031230054'
  const { reference } = await register('+2348031230055', {
    guardianPhone,
    dateOfBirth: `${new Date().getFullYear() - 16}-01-01`,
  })
  const before = await countTexts()
  expect(await requestLink(reference, guardianPhone)).toContain('Call us with your reference')
  expect(await countTexts()).toBe(before)
  expect(await app.sql(`select from private.mail_outbox where template = 'order_link_again'`)).toEqual([])
})

it('goes to the number of a guest’s order in the same way', async () => {
  const [row] = await app.sql<{ id: string }>(
    `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock, status)
     values ('Rice', 'Grains', 'A farm', 'Keffi', 50, 'kg', 100000, 5, 'published') returning id`,
  )
  const shopper = createShopper({
    url: app.url,
    publishableKey: app.keys.publishableKey,
    address: '198.51.100.7',
  })
  const phone = '+2348031230077'
  const { email: _, ...contact } = { ...makeContact(), phone }
  const { code } = await shopper.order(
    [{ productId: row?.id ?? '', quantity: 1, priceKobo: 100_000 }],
    contact,
  )
  await requestLink(code, '08031230076')
  const texts = () => app.sql(`select from private.mail_outbox where template = 'order_link_again'`)
  expect(await texts()).toHaveLength(0)
  expect(await requestLink(code, phone)).toContain(
    'it is on its way by text to the phone number that you gave',
  )
  expect(await texts()).toHaveLength(1)
  const token = tokenOf(/\/track#[\w-]+/.exec(await phones.waitFor(phone))?.[0] ?? '')
  const { status, body } = await shopper.onTrack<{
    code: string
    link_ends_at: string
    link_channel: string
  }>(token, marketPaths.track)
  expect([status, JSON.stringify(body).includes(code)]).toEqual([200, true])
  expect([endsWithinADay(body.link_ends_at), body.link_channel]).toEqual([true, 'text'])
  await app.sql(`update private.order_guest_links set expires_at = now() where token_hash = $1`, [
    hashOf(token),
  ])
  expect((await shopper.onTrack(token, marketPaths.track)).status).toBe(404)
})

it('goes to no number abroad: the page says whom to call', async () => {
  const before = await countTexts()
  const { reference } = await register('+447911123456')
  expect(await requestLink(reference, '+447911123456')).toContain('Call us with your reference')
  expect(await countTexts()).toBe(before)
})

it('what the status and the page of a link say of another one is what the request then does', async () => {
  const read = (reference: string, phone: string) => ask(trackPaths.status, reference, phone)
  const offered = (page: string) => page.includes(statusPageWords.sendLink)
  const local = '+2348031230044'
  const abroad = '+447911123457'
  const reached = await register(local)
  const unreached = await register(abroad)
  const channelOf = async ({ guest, trackingPath }: Awaited<ReturnType<typeof register>>) =>
    (await guest.track(trackingPath)).body.linkChannel
  const byText = await read(reached.reference, local)
  expect([byText.includes(statusPageWords.lost.text), offered(byText), await channelOf(reached)]).toEqual([
    true,
    true,
    'text',
  ])
  const byCall = await read(unreached.reference, abroad)
  expect([byCall.includes(statusPageWords.sent.phone), offered(byCall), await channelOf(unreached)]).toEqual([
    true,
    false,
    'phone',
  ])
  const sender = await app.newApplicant()
  const { answers } = withEmail('training')
  const { body } = await sender.submit('training', { answers: { ...answers, phoneNumber: local } })
  const byMail = await read(body.reference, local)
  expect([byMail.includes(statusPageWords.lost.mail), offered(byMail)]).toEqual([true, true])
  expect((await sender.track(body.trackingPath)).body.linkChannel).toBe('mail')
  // Texts were switched off since.
  await app.sql(`update private.app_settings set value = 'off' where name = 'sms'`)
  try {
    const now = await read(reached.reference, local)
    expect([now.includes(statusPageWords.sent.phone), offered(now), await channelOf(reached)]).toEqual([
      true,
      false,
      'phone',
    ])
    expect(await requestLink(reached.reference, local)).toContain(statusPageWords.sent.phone)
  } finally {
    await app.sql(`update private.app_settings set value = 'on' where name = 'sms'`)
  }
})
