// What the intake of registrations refuses, and in which words: nothing of it reaches a table.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { consentTexts } from '#domain/consents.ts'
import { formMessages } from '#domain/form-messages.ts'
import { intakeMessages, registrationPaths } from '#domain/registrations/intake.ts'
import { registrationFormNames, registrationForms } from '#domain/registrations/registrations.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { openRegistrationApp } from './registration-app.ts'

const app = await openRegistrationApp()
const member = await app.newPerson()
afterAll(() => app.stop())

describe('a registration is not taken', () => {
  it.each([
    { purpose: 'marketing', textVersion: '2026-11-21' },
    { purpose: 'terms', textVersion: '1999-01-01' },
    { purpose: 'constructor', textVersion: 'x' },
  ])('with an agreement to a text that there is not: $purpose $textVersion', async (consent) => {
    const guest = await app.newApplicant()
    const before = await app.countRecords()
    const { status, body } = await guest.submit('farmer', { consents: [consentTexts.terms, consent] })
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'consents', message: intakeMessages.consentUnknown }],
    ])
    expect(await app.countRecords()).toBe(before)
  })

  it.each<[string, Record<string, string>, number]>([
    ['from a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['with the origin of another site', { origin: 'https://evil.example' }, 403],
    ['as a form that any site can post', { 'content-type': 'text/plain' }, 400],
    ['with a session that is none', { authorization: 'Bearer a.b.c' }, 401],
  ])('%s', async (_, headers, status) => {
    const guest = await app.newApplicant()
    const before = await app.countRecords()
    const answer = await guest.call('POST', '/registrations/farmer', await guest.request('farmer'), headers)
    expect([answer.status, answer.body.ok]).toEqual([status, false])
    expect(await app.countRecords()).toBe(before)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no JSON', '{"answers":'],
    ['a list', []],
    ['no key', { answers: {}, consents: [] }],
    ['a key that is no uuid', { answers: {}, consents: [], idempotencyKey: 'again' }],
    ['answers that are a list', { answers: ['x'], consents: [], idempotencyKey: randomUUID() }],
    ['no consents', { answers: {}, idempotencyKey: randomUUID() }],
    ['consents that are text', { answers: {}, idempotencyKey: randomUUID(), consents: ['yes'] }],
    [
      'staff who did not record a consent',
      {
        answers: {},
        idempotencyKey: randomUUID(),
        consents: [],
        onBehalf: { channel: 'walk_in', consentRecorded: false },
      },
    ],
  ])('that is %s', async (_, body) => {
    const guest = await app.newApplicant()
    const { status, body: answer } = await guest.call('POST', '/registrations/farmer', body)
    expect([status, answer]).toEqual([
      400,
      { ok: false, code: 'unreadable', message: formMessages.unreadable, errors: [] },
    ])
  })

  it('for a form that is not there, or by another method', async () => {
    const guest = await app.newApplicant()
    for (const name of ['pirate', 'constructor', '__proto__', 'farmer/x/y', 'farmers', '%20'])
      expect((await guest.call('POST', `/registrations/${name}`, {})).status).toBe(404)
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await guest.call(method, '/registrations/farmer')).status).toBe(404)
  })

  it.each(registrationFormNames)(
    'with secrets or anything else missing: %s names each field',
    async (form) => {
      const guest = await app.newApplicant(registrationForms[form].needsAccount ? member : undefined)
      const { status, body } = await guest.submit(form, { answers: {} })
      expect(status).toBe(422)
      expect(body).toMatchObject({ ok: false, code: 'invalid', message: body.errors[0]?.message })
      const required = Object.keys(goodRegistrations[form]).length
      expect(body.errors.length).toBeGreaterThan(required / 3)
    },
  )

  it('of a buyer without a session', async () => {
    const guest = await app.newApplicant()
    for (const form of ['buyer_individual', 'buyer_corporate'] as const) {
      const { status, body } = await guest.submit(form)
      expect([status, body.code, body.message]).toEqual([401, 'sign_in', intakeMessages.signIn])
    }
  })

  it('of a guest without a proof of work, or with one that is invented, unsolved or bent', async () => {
    const guest = await app.newApplicant()
    const good = JSON.parse(atob(await guest.prove()))
    const easier = { ...good.challenge.parameters, keyPrefix: '00' }
    const later = { ...good.challenge.parameters, expiresAt: 99_999_999_999 }
    const bad = [
      undefined,
      '',
      'x'.repeat(9000),
      btoa('null'),
      btoa(JSON.stringify({ ...good, solution: { ...good.solution, derivedKey: '00'.repeat(32) } })),
      btoa(JSON.stringify({ ...good, challenge: { ...good.challenge, parameters: easier } })),
      btoa(JSON.stringify({ ...good, challenge: { ...good.challenge, parameters: later } })),
      btoa(JSON.stringify({ ...good, challenge: { ...good.challenge, signature: '0'.repeat(64) } })),
    ]
    const before = await app.countRecords()
    for (const proof of bad) {
      const { status, body } = await guest.submit('farmer', {
        ...(proof !== undefined ? { proof } : { proof: '' }),
      })
      expect([status, body.code]).toEqual([403, 'proof'])
    }
    expect(await app.countRecords()).toBe(before)
  })

  it('when a user fills in what nobody sees', async () => {
    const guest = await app.newApplicant()
    const before = await app.countRecords()
    const { status, body } = await guest.submit('farmer', { homepage: 'https://spam.example' })
    expect([status, body.code]).toEqual([403, 'proof'])
    expect(await app.countRecords()).toBe(before)
  })

  it('twice with one proof of work, not even at the same moment', async () => {
    const guest = await app.newApplicant()
    const proof = await guest.prove()
    const before = await app.count('public.farmers')
    const answers = await Promise.all(Array.from({ length: 6 }, () => guest.submit('farmer', { proof })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403])
    expect(await app.count('public.farmers')).toBe(before + 1)
  })

  it('of a member who sends another person along, a status, or what only staff set', async () => {
    const applicant = await app.newApplicant(await app.newPerson())
    const { status, body } = await applicant.submit('farmer', {
      answers: {
        ...goodRegistrations.farmer,
        user_id: member.id,
        userId: member.id,
        status: 'approved',
        channel: 'walk_in',
        isMinor: false,
        reference: 'FM222-2222',
      },
    })
    expect(status).toBe(201)
    const [row] = await app.sql(
      'select user_id, status, channel, reference from public.farmers where id = $1',
      [body.id],
    )
    expect(row).toMatchObject({ status: 'pending', channel: 'web', reference: body.reference })
    expect(row?.user_id).not.toBe(member.id)
  })

  it('for another person by anybody but staff with that right', async () => {
    const onBehalf = { channel: 'walk_in', consentRecorded: true } as const
    const guest = await app.newApplicant()
    expect((await guest.submit('farmer', { onBehalf })).status).toBe(401)
    const signedIn = await app.newApplicant(member)
    const { status, body } = await signedIn.submit('farmer', { onBehalf })
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })

  it('any more from a device, or an address, that sends too many', async () => {
    const guest = await app.newApplicant()
    const proof = await guest.prove()
    const statuses: number[] = []
    for (let sent = 0; sent < 61; sent++)
      statuses.push((await guest.submit('farmer', { proof, answers: {} })).status)
    expect(statuses.slice(0, 60).every((status) => status === 422)).toBe(true)
    expect(statuses[60]).toBe(429)
    const refused = await guest.submit('farmer', { proof })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // The same address, another device: not stopped by what the first one did.
    const other = await app.newApplicant(undefined, { sameAddress: true })
    expect((await other.submit('farmer')).status).toBe(201)
  })
})

it('an account that was deleted registers nobody, though its session still looks good', async () => {
  const person = await app.newPerson()
  const applicant = await app.newApplicant(person)
  await app.sql('delete from public.profiles where id = $1', [person.id])
  await app.sql('delete from auth.users where id = $1', [person.id])
  for (const form of ['farmer', 'buyer_individual'] as const) {
    const { status, body } = await applicant.submit(form)
    expect([status, body.code]).toEqual([401, 'sign_in'])
  }
  expect((await applicant.call('POST', registrationPaths.photos, {})).status).toBe(401)
})
