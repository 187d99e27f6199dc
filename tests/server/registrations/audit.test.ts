// What admins see of buyers' attempts: that one was made, how it ended, and nothing of an attempt twice.
import { afterAll, expect, it } from 'vitest'
import { formMessages } from '#domain/form-messages.ts'
import { startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { createApplicant } from './applicant.ts'

const app = await startApp({})
const person = await app.newPerson()
const { session } = (await person.client.auth.getSession()).data
const buyer = await createApplicant({
  url: app.url,
  publishableKey: app.keys.publishableKey,
  address: '127.0.0.1',
  ...(session && { accessToken: session.access_token }),
})
afterAll(() => app.stop())

const sql = <Row = Record<string, unknown>>(text: string) =>
  asOwner(app.databaseUrl, async (client) => (await client.query(text)).rows as Row[])

const events = () =>
  sql('select event, user_id, email, business_type, error_message from public.audit_events order by id')

it('a failed attempt is noted once with its reason, a stored one with its success, another form not at all', async () => {
  // What a full disk or a broken rule would be: the row is refused for no fault of the form.
  await sql(`alter table public.buyers add constraint buyers_city_refused check (city <> 'Refused')`)
  const answers: Record<string, unknown> = { ...goodRegistrations.buyer_corporate, city: 'Refused' }
  const request = { ...(await buyer.request('buyer_corporate')), answers }
  for (const _ of ['sent', 'sent again']) {
    const { status, body } = await buyer.call('POST', '/registrations/buyer_corporate', request)
    const { unreadable } = formMessages
    expect([status, body]).toEqual([422, { ok: false, code: 'invalid', message: unreadable, errors: [] }])
  }
  const about = { user_id: person.id, email: answers.email, business_type: answers.businessType }
  const failed = [
    { event: 'BUYER_REGISTRATION_ATTEMPT', ...about, error_message: null },
    { event: 'BUYER_REGISTRATION_ERROR', ...about, error_message: formMessages.unreadable },
  ]
  expect(await events()).toEqual(failed)
  expect(JSON.stringify(await events())).not.toContain(String(answers.companyAddress))

  expect((await buyer.submit('buyer_corporate')).status).toBe(201)
  expect((await events()).slice(2)).toEqual([
    { event: 'BUYER_REGISTRATION_ATTEMPT', ...about, error_message: null },
    { event: 'BUYER_REGISTRATION_SUCCESS', ...about, error_message: null },
  ])
  expect((await buyer.submit('farmer')).status).toBe(201)
  expect(await events()).toHaveLength(4)
})

it('a second registration as the same kind of buyer is refused with a message that says so, gets no place for a photo, and is noted as failed', async () => {
  const [first] = await sql<{ id: string; reference: string }>('select id, reference from public.buyers')
  const before = (await events()).length
  const request = await buyer.request('buyer_corporate', {
    answers: { ...goodRegistrations.buyer_corporate, city: 'Elsewhere' },
  })
  for (const _ of ['sent', 'sent again']) {
    const { status, body } = await buyer.call('POST', '/registrations/buyer_corporate', request)
    expect([status, body]).toMatchObject([200, { ...first, ok: true, isNew: false, photo: null }])
  }
  expect(await sql('select city from public.buyers')).not.toContainEqual({ city: 'Elsewhere' })
  expect((await events()).slice(before)).toMatchObject([
    { event: 'BUYER_REGISTRATION_ATTEMPT' },
    {
      event: 'BUYER_REGISTRATION_ERROR',
      error_message: `Registered already as ${first?.reference}.`,
    },
  ])
})

it('the first attempt again is answered as the first time', async () => {
  const request = await buyer.request('buyer_individual')
  for (const _ of ['sent', 'sent again']) {
    const { status, body } = await buyer.call('POST', '/registrations/buyer_individual', request)
    expect([status, body]).toMatchObject([201, { isNew: true, photo: { path: expect.any(String) } }])
  }
})
