// The intake of registrations over HTTP, with a real database and real mails: what is taken, and how often.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { consentTexts } from '#domain/consents.ts'
import { trackingTokenHeader } from '#domain/guest-links.ts'
import { intakeMessages, type RegistrationReceived, registrationPaths } from '#domain/registrations/intake.ts'
import { registrationFormNames, registrationForms } from '#domain/registrations/registrations.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { within } from '#tests/harness/within.ts'
import { tokenOf } from './applicant.ts'
import { openRegistrationApp, withEmail } from './registration-app.ts'

const app = await openRegistrationApp()
afterAll(() => app.stop())

describe('a registration', () => {
  it.each(registrationFormNames)('of each form is taken whole, with its reference: %s', async (form) => {
    const { table, needsAccount } = registrationForms[form]
    const person = needsAccount ? await app.newPerson() : undefined
    const applicant = await app.newApplicant(person)
    const { email, answers } = withEmail(form)
    const { status, body } = await applicant.submit(form, { answers })
    expect(body.errors ?? []).toEqual([])
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ok: true,
      recordType: table,
      status: 'pending',
      reference: expect.stringMatching(/^(FM|TR|BY|IV)[2-9A-Z]{3}-[2-9A-Z]{4}$/),
      trackingPath: needsAccount ? null : expect.stringMatching(/^\/track#[\w-]{43}$/),
      photo:
        table === 'investors'
          ? null
          : { receipt: expect.any(String), path: expect.any(String), token: expect.any(String) },
    })
    const [row] = await app.sql(`select * from public.${table} where id = $1`, [body.id])
    expect(row).toMatchObject({ contact_email: email, channel: 'web', user_id: person?.id ?? null })
    const mail = await vi.waitUntil(async () => (await app.mailbox()).find(({ to }) => to === email), within)
    expect(mail?.subject).toContain(body.reference)
    if (!person) {
      // The mail has a link of its own, and both lead there.
      const mailed = /\/track#[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
      for (const path of [mailed, body.trackingPath])
        expect((await applicant.track(path)).body).toMatchObject({
          ok: true,
          reference: body.reference,
          form,
        })
    }
  })

  it('sent twice, or ten times at once, is one; each answer names the same record and link', async () => {
    const guest = await app.newApplicant()
    const { answers } = withEmail('training')
    const request = await guest.request('training', { answers })
    const before = await app.count('public.training_enrolments')
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        guest.call<RegistrationReceived>('POST', '/registrations/training', request),
      ),
    )
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]))
    for (const name of ['id', 'reference', 'trackingPath'] as const)
      expect(new Set(all.map(({ body }) => body[name])).size).toBe(1)
    expect(await app.count('public.training_enrolments')).toBe(before + 1)
  })

  it('with another person’s attempt is an attempt of its own', async () => {
    const idempotencyKey = randomUUID()
    const first = await (await app.newApplicant()).submit('farmer', { idempotencyKey })
    const other = await (await app.newApplicant(await app.newPerson())).submit('farmer', {
      idempotencyKey,
    })
    expect([first.status, other.status]).toEqual([201, 201])
    expect(other.body.id).not.toBe(first.body.id)
  })

  it('with the key of another content is refused, also where a secret alone is another', async () => {
    const guest = await app.newApplicant()
    const request = await guest.request('investor_individual')
    const { body: first } = await guest.submit('investor_individual', request)
    const sealed = () =>
      app.sql('select field, last_four from app_vault.secrets where record_id = $1 order by field', [
        first.id,
      ])
    const before = [await app.count('public.investors'), await sealed()]
    for (const change of [
      { bvn: '12345678902' },
      { bvn: undefined, nationality: 'Ghanaian' },
      { motivation: 'Other words.' },
    ]) {
      const { status, body } = await guest.submit('investor_individual', {
        ...request,
        answers: { ...request.answers, ...change },
      })
      expect([status, body.code]).toEqual([409, 'conflict'])
      expect(body.message).toContain(first.reference)
      expect(JSON.stringify(body)).not.toContain('12345678902')
    }
    expect([await app.count('public.investors'), await sealed()]).toEqual(before)
    expect((await guest.submit('investor_individual', request)).body.id).toBe(first.id)
    expect(
      await guest.call(
        'POST',
        registrationPaths.trackErase,
        {},
        { [trackingTokenHeader]: tokenOf(first.trackingPath) },
      ),
    ).toMatchObject({ status: 200 })
    expect(
      await app.sql('select fingerprint from private.submission_keys where record_id = $1', [first.id]),
    ).toEqual([{ fingerprint: null }])
  })

  it('that was mistyped is taken with the same proof once it is right', async () => {
    const guest = await app.newApplicant()
    const proof = await guest.prove()
    const wrong = await guest.submit('farmer', {
      proof,
      answers: { ...goodRegistrations.farmer, goals: 'x' },
    })
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      [{ field: 'goals', message: 'Please describe your farming goals' }],
    ])
    expect((await guest.submit('farmer', { proof })).status).toBe(201)
  })

  it.each<[string, unknown]>([
    ['a zero byte', 'Ada\u0000 Obi of Keffi'],
    ['half a character', 'Ada \ud800 Obi of Keffi'],
    ['what turns the line around', '\u202eAda\u202c Obi of Keffi'],
    ['a line break and a header', 'Ada Obi\r\nBcc: all@example.com'],
    ['SQL', `Ada'); drop table public.farmers; --`],
    ['a script', 'Ada <script>alert(1)</script> Obi'],
    ['very much', 'x'.repeat(9_000)],
    ['a deep list', JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)],
    ['null', null],
  ])(
    'with %s in place of an answer is refused in words, or taken; it never breaks anything',
    async (_, hostile) => {
      const person = await app.newPerson()
      const freeWords = [
        'fullName',
        'firstName',
        'companyName',
        'goals',
        'motivation',
        'targetMarkets',
        'idNumber',
      ]
      for (const form of registrationFormNames) {
        const { needsAccount } = registrationForms[form]
        const applicant = await app.newApplicant(needsAccount ? person : undefined)
        const good = goodRegistrations[form]
        const everywhere = Object.fromEntries(Object.keys(good).map((name) => [name, hostile]))
        const all = await applicant.submit(form, { answers: everywhere })
        expect([all.status, all.body.errors.length > 2]).toEqual([422, true])
        // One field alone, so that it comes as far as the database.
        const names = freeWords.filter((name) => name in good)
        for (const [index, name] of (process.env.TEST_LONG ? names : names.slice(0, 1)).entries()) {
          // A buyer who is registered already is answered with that record.
          const isOther = needsAccount && index > 0
          const sender = isOther ? await app.newApplicant(await app.newPerson()) : applicant
          const { status, body } = await sender.submit(form, {
            answers: { ...good, [name]: hostile },
          })
          expect([201, 422], `${form} ${name}`).toContain(status)
          if (status === 422) expect(body.errors.map(({ field }) => field)).toEqual([name])
        }
      }
    },
  )

  it('nested without an end is not even read', async () => {
    const guest = await app.newApplicant()
    const deep = `{"answers":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect((await guest.call('POST', '/registrations/farmer', deep)).status).toBe(400)
    expect((await guest.call('POST', '/registrations/farmer', 'x'.repeat(400_000))).status).toBe(413)
  })

  it('of a person under 18 is taken for training, with a guardian, and for nothing else', async () => {
    const dateOfBirth = `${new Date().getFullYear() - 12}-01-01`
    const guest = await app.newApplicant()
    for (const form of ['farmer', 'investor_individual', 'investor_crypto'] as const) {
      const { status, body } = await guest.submit(form, {
        answers: { ...goodRegistrations[form], dateOfBirth },
      })
      expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['dateOfBirth']])
    }
    const { guardianConsent: _, ...alone } = { ...goodRegistrations.training, dateOfBirth } as Record<
      string,
      unknown
    >
    expect(
      (await guest.submit('training', { answers: alone })).body.errors.map(({ field }) => field),
    ).toEqual(['guardianConsent'])
    const { body } = await guest.submit('training', {
      answers: { ...goodRegistrations.training, dateOfBirth },
    })
    expect(await app.sql('select is_minor from public.training_enrolments where id = $1', [body.id])).toEqual(
      [{ is_minor: true }],
    )
  })

  it('entered by staff for a walk-in has nobody’s account, names who entered it, and has a link to give them', async () => {
    const admin = await app.newAdmin()
    const clerk = await app.newApplicant(admin)
    const onBehalf = { channel: 'walk_in', consentRecorded: true } as const
    const { email: _, ...answers } = { ...goodRegistrations.farmer, noEmail: true } as Record<string, unknown>
    const { status, body } = await clerk.submit('farmer', { onBehalf, answers })
    expect(body.errors ?? []).toEqual([])
    expect(status).toBe(201)
    const [row] = await app.sql(
      'select user_id, entered_by, channel, contact_email from public.farmers where id = $1',
      [body.id],
    )
    expect(row).toEqual({ user_id: null, entered_by: admin.id, channel: 'walk_in', contact_email: null })
    expect((await clerk.track(body.trackingPath)).status).toBe(200)
    const none = await clerk.submit('farmer', { onBehalf, answers, consents: [] })
    expect([none.status, none.body.errors]).toEqual([
      422,
      [{ field: 'consents', message: intakeMessages.consentMissing }],
    ])
  })

  it('entered by staff for a person with an address gives staff no link: it goes by mail', async () => {
    const clerk = await app.newApplicant(await app.newAdmin())
    const onBehalf = { channel: 'phone', consentRecorded: true } as const
    const { status, body } = await clerk.submit('farmer', { onBehalf })
    expect([status, body]).toMatchObject([201, { trackingPath: null, photo: null }])
    const links = 'select is_mailed from private.registration_guest_links where record_id = $1'
    expect(await app.sql(links, [body.id])).toEqual([{ is_mailed: true }])
  })

  it('whose sender does not say what was agreed to has the text in force in the ledger of consents', async () => {
    const { body } = await (await app.newApplicant()).submit('farmer', { consents: [] })
    const ledger = await app.sql(
      'select purpose, text_version, is_given, channel, user_id from public.consents where record_id = $1',
      [body.id],
    )
    const { purpose, textVersion } = consentTexts.terms
    expect(ledger).toEqual([
      { purpose, text_version: textVersion, is_given: true, channel: 'web', user_id: null },
    ])
  })

  it('leaves no secret in any answer of the service, and none in the ledger of what was sent', async () => {
    const guest = await app.newApplicant()
    const { body } = await guest.submit('investor_individual')
    const tracked = await guest.track(body.trackingPath)
    const [stored] = await app.sql(
      'select answers, secret_fields from public.registration_submissions where record_id = $1',
      [body.id],
    )
    const seen = JSON.stringify([body, tracked.body, stored])
    for (const field of ['bvn', 'idNumber', 'accountNumber', 'dateOfBirth'])
      expect(seen).not.toContain(goodRegistrations.investor_individual[field])
    expect(stored?.secret_fields).toEqual(['accountNumber', 'bvn', 'dateOfBirth', 'idNumber'])
  })
})

it('of a minor stores the agreement of the guardian in the ledger, and that of nobody else', async () => {
  const guest = await app.newApplicant()
  const twice = [consentTexts.terms, consentTexts.terms, consentTexts.guardian]
  const answers = { ...goodRegistrations.training, dateOfBirth: '2012-03-14' }
  const minor = (await guest.submit('training', { answers })).body
  const adult = (await guest.submit('farmer', { consents: twice })).body
  const purposesOf = (id: string) =>
    app.sql('select purpose from public.consents where record_id = $1 order by id', [id])
  expect(await purposesOf(minor.id)).toEqual([{ purpose: 'terms' }, { purpose: 'guardian' }])
  expect(await purposesOf(adult.id)).toEqual([{ purpose: 'terms' }])
})
