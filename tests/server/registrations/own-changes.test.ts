// What applicants change by themselves while it is pending: what differs is stored, contacts and numbers take a code to the
// contact of before, and whoever is not the owner changes nothing.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { trackingTokenHeader } from '#domain/guest-links.ts'
import {
  type AnswerChange,
  type CodeChannel,
  changePath,
  type RegistrationReceived,
  registrationPaths,
  resubmitPath,
} from '#domain/registrations/intake.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import { mustWork, type Person } from '#tests/harness/app.ts'
import { codeIn, openPhones, type Phones } from '#tests/harness/phones.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { type Applicant, consents, tokenOf } from './applicant.ts'
import { openRegistrationApp, type RegistrationApp, withEmail } from './registration-app.ts'

type Body = { ok: boolean; code?: string; message?: string; errors?: { field: string }[] } & {
  changes: AnswerChange[]
}

let app: RegistrationApp
let phones: Phones
let admin: Person
const number = '+2348031234567'

beforeAll(async () => {
  phones = await openPhones()
  app = await openRegistrationApp(phones.env)
  admin = await app.newAdmin()
})
afterAll(async () => {
  await app.stop()
  await phones.remove()
})

const setSms = (value: 'on' | 'off') =>
  app.sql(`update private.app_settings set value = $1 where name = 'sms'`, [value])

async function register(form: RegistrationFormName, answers: Record<string, unknown> = {}) {
  const guest = await app.newApplicant()
  const mail = withEmail(form)
  const { body } = await guest.submit(form, { answers: { ...mail.answers, ...answers } })
  return { guest, body, email: mail.email, ...(await readAnswers(guest, body)) }
}

async function readAnswers(guest: Applicant, { trackingPath }: RegistrationReceived) {
  const { body } = await guest.track<{ answers: Record<string, unknown>; codeChannels: CodeChannel[] }>(
    trackingPath,
  )
  return body
}

const headersOf = ({ trackingPath }: RegistrationReceived) => ({
  [trackingTokenHeader]: tokenOf(trackingPath),
})

const change = (
  guest: Applicant,
  received: RegistrationReceived,
  answers: Record<string, unknown>,
  more: object = {},
) =>
  guest.call<Body>(
    'POST',
    registrationPaths.trackChange,
    { answers, idempotencyKey: randomUUID(), consents: [], ...more },
    headersOf(received),
  )

const askCode = (guest: Applicant, received: RegistrationReceived, channel: string) =>
  guest.call<CodeChannel & { code?: string }>(
    'POST',
    registrationPaths.trackCode,
    { channel },
    headersOf(received),
  )

const mailsTo = async (email: string, words: string) =>
  (await app.mailbox()).filter(({ to, subject }) => to === email && subject.includes(words))
const waitForMail = (email: string, words: string, count = 1) =>
  vi.waitUntil(async () => (await mailsTo(email, words))[count - 1], { timeout: 10_000 })

const decide = ({ recordType, id }: RegistrationReceived, status: string) =>
  admin.client
    .rpc('decide_registration', {
      record_type: recordType,
      record_id: id,
      expected_status: 'pending',
      new_status: status,
      ...(status === 'declined' && { reason: 'The farm lies outside our area.' }),
    })
    .throwOnError()

describe('a typo', () => {
  it('is mended by its owner, with before and after for staff, and twins are looked for anew', async () => {
    const { guest, body, answers } = await register('farmer')
    const typed = { ...answers, farmName: 'Obi Farms', fullName: `Ada ${randomUUID().slice(0, 8)}` }
    const key = randomUUID()
    const changed = await change(guest, body, typed, { idempotencyKey: key })
    const changes = [
      { field: 'farmName', before: 'Obi Farm', after: 'Obi Farms' },
      { field: 'fullName', before: 'Ada Obi', after: typed.fullName },
    ]
    expect([changed.status, changed.body.changes]).toEqual([200, changes])
    // The answer was lost and it is sent again: one version, and the same answer.
    expect((await change(guest, body, typed, { idempotencyKey: key })).body.changes).toEqual(changes)
    const { data } = await admin.client
      .from('registration_submissions')
      .select('version,requested_by,changes')
      .eq('record_id', body.id)
      .order('version')
    expect(data).toEqual([
      { version: 1, requested_by: null, changes: [] },
      { version: 2, requested_by: 'applicant', changes },
    ])
    expect(await app.sql('select farm_name from public.farmers where id = $1', [body.id])).toEqual([
      { farm_name: 'Obi Farms' },
    ])
    const history = await admin.client.rpc('record_history', { record_type: 'farmers', record_id: body.id })
    expect(history.data).toMatchObject([
      { axis: 'change', to_value: 'applicant', reason: 'Farm name, Full name', actor_role: 'applicant' },
    ])
    const twin = await register('training', { fullName: typed.fullName })
    const twins = await admin.client.rpc('find_duplicates', { record_type: 'farmers', record_id: body.id })
    expect(twins.data?.find(({ other_id }) => other_id === twin.body.id)?.reasons).toContain('same_name')
    const audited = await app.sql(
      `select action, after from public.audit_trail where subject_id = $1 and action = 'change'`,
      [body.id],
    )
    expect(audited).toEqual([{ action: 'change', after: { fields: ['farmName', 'fullName'] } }])
  })

  it('that makes an answer which no form takes is refused, and so is what changes nothing', async () => {
    const { guest, body, answers } = await register('farmer')
    const wrong = await change(guest, body, { ...answers, farmSize: 'endless' })
    expect([wrong.status, wrong.body.errors?.map(({ field }) => field)]).toEqual([422, ['farmSize']])
    const same = await change(guest, body, answers)
    expect([same.status, same.body.message]).toEqual([409, 'Nothing is different from what we have.'])
  })

  it('can be mended ten times a day', async () => {
    const { guest, body, answers } = await register('farmer')
    for (let count = 1; count <= 10; count++)
      expect((await change(guest, body, { ...answers, farmName: `Farm ${count}` })).status).toBe(200)
    expect((await change(guest, body, { ...answers, farmName: 'Farm 11' })).status).toBe(429)
  })
})

describe('what is over', () => {
  it.each([
    ['approved', 409, (body: RegistrationReceived) => decide(body, 'approved')],
    ['declined', 409, (body: RegistrationReceived) => decide(body, 'declined')],
    [
      // There is no key any more by which its secrets could be judged.
      'erased',
      404,
      (body: RegistrationReceived, guest: Applicant) =>
        guest.call('POST', registrationPaths.trackErase, {}, headersOf(body)),
    ],
    [
      'stopped by its owner',
      409,
      (body: RegistrationReceived, guest: Applicant) =>
        guest.call('POST', registrationPaths.trackWithdraw, { purpose: 'terms' }, headersOf(body)),
    ],
  ])('because it is %s is not changed, and no code is sent about it', async (_, status, end) => {
    const { guest, body, answers } = await register('training')
    await end(body, guest)
    expect(
      (
        await change(guest, body, {
          ...answers,
          dateOfBirth: '1990-05-05',
          motivation: 'Another one, quite.',
        })
      ).status,
    ).toBe(status)
    expect((await askCode(guest, body, 'email')).status).toBe(409)
    expect(
      await app.sql('select from public.registration_submissions where record_id = $1 and version > 1', [
        body.id,
      ]),
    ).toEqual([])
  })

  it('or waits for what staff asked is not changed beside it', async () => {
    const { guest, body, answers } = await register('farmer')
    await admin.client
      .rpc('request_correction', {
        record_type: 'farmers',
        record_id: body.id,
        notes: [{ field: 'goals', note: 'More, please.' }],
      })
      .throwOnError()
    const refused = await change(guest, body, { ...answers, farmName: 'Obi Farms' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'We asked you to correct something. Please answer that first.',
    ])
  })
})

describe('around the site', () => {
  it('nobody but its owner changes a registration', async () => {
    const member = await app.newPerson()
    const { guest, body, answers } = await register('farmer')
    const owned = (await (await app.newApplicant(member)).submit('farmer')).body
    const changed = { ...answers, farmName: 'Stolen Farm' }
    const request = { answers: changed, idempotencyKey: randomUUID(), consents }
    // With no link, with a wrong one, without a session, and as a member whose it is not.
    for (const token of ['', 'A'.repeat(43)])
      expect(
        (
          await guest.call('POST', registrationPaths.trackChange, request, {
            [trackingTokenHeader]: token,
          })
        ).status,
      ).toBe(404)
    const path = changePath('farmers', body.id)
    expect((await (await app.newApplicant()).call('POST', path, request)).status).toBe(401)
    expect((await (await app.newApplicant(await app.newPerson())).call('POST', path, request)).status).toBe(
      404,
    )
    const ownPath = changePath('farmers', owned.id)
    expect((await (await app.newApplicant()).call('POST', ownPath, request)).status).toBe(401)
    expect((await (await app.newApplicant(admin)).call('POST', ownPath, request)).status).toBe(404)
    // The table and the functions, with real sessions.
    for (const client of [app.newClient(), member.client, admin.client]) {
      const written = await client
        .from('registration_submissions')
        .update({ requested_by: 'staff' })
        .eq('record_id', body.id)
      expect(written.error?.code).toBe('42501')
      for (const [name, parameters] of [
        [
          'change_registration',
          { record_type: 'farmers', record_id: body.id, answers: changed, sealed: null, context: {} },
        ],
        [
          'resubmit_registration',
          { record_type: 'farmers', record_id: body.id, answers: changed, sealed: null, context: {} },
        ],
      ] as const)
        expect((await client.rpc(name as never, parameters as never)).error?.code).toBe('42501')
    }
    expect(await app.sql('select farm_name from public.farmers where id = $1', [body.id])).toEqual([
      { farm_name: 'Obi Farm' },
    ])
  })
})

describe('a bank account of a guest', () => {
  const accountNumber = '0000024576'

  it('is changed with a code to the contact of before, which is told; another link does not share it', async () => {
    const { guest, body, answers, email } = await register('investor_individual')
    const next = { ...answers, accountNumber }
    const unproved = await change(guest, body, next)
    expect([unproved.status, unproved.body.errors?.map(({ field }) => field)]).toEqual([422, ['code']])
    const { codeChannels } = await readAnswers(guest, body)
    expect(codeChannels).toEqual([
      { channel: 'email', to: `${email[0]}•••@example.com` },
      { channel: 'sms', to: '•••• 4567' },
    ])
    expect((await askCode(guest, body, 'email')).body).toMatchObject({ channel: 'email' })
    const code = codeIn((await waitForMail(email, 'Your code')).text)
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await change(guest, body, next, { code: wrong })).status).toBe(422)
    const key = randomUUID()
    const right = await change(guest, body, next, { code, idempotencyKey: key })
    expect([right.status, right.body.changes]).toEqual([
      200,
      [{ field: 'accountNumber', before: '••••••4579', after: '••••••4576' }],
    ])
    // The same again is the same, though its code is spent; for another change it does not count.
    expect((await change(guest, body, next, { code, idempotencyKey: key })).status).toBe(200)
    expect((await change(guest, body, { ...answers, accountNumber: '0000014579' }, { code })).status).toBe(
      422,
    )
    const notice = await waitForMail(email, 'Something was changed')
    expect(notice.text).toContain('Account number')
    expect(notice.text).not.toMatch(/4576|0000/)
    expect(await phones.waitFor(number)).toContain(`a contact or a number of ${body.reference} was changed`)
    const logged = await app.sql(
      `select changes::text from public.registration_submissions where record_id = $1 and version = 2`,
      [body.id],
    )
    expect(JSON.stringify(logged)).not.toContain(accountNumber)
  })

  it('is changed by a text to the old phone where there is no e-mail, and without both by staff alone', async () => {
    const { guest, body, answers, codeChannels } = await register('farmer', { email: '', noEmail: true })
    expect(codeChannels).toEqual([{ channel: 'sms', to: '•••• 4567' }])
    const next = { ...answers, phoneNumber: '0803 765 0001' }
    await setSms('off')
    expect((await readAnswers(guest, body)).codeChannels).toEqual([])
    expect((await askCode(guest, body, 'sms')).status).toBe(409)
    expect((await change(guest, body, next, { code: '123456' })).status).toBe(422)
    await setSms('on')
    const { length } = await phones.read(number)
    expect((await askCode(guest, body, 'email')).status).toBe(409)
    expect((await askCode(guest, body, 'sms')).status).toBe(200)
    const code = codeIn(await phones.waitFor(number, length + 1))
    expect((await change(guest, body, next, { code })).status).toBe(200)
    // The old number hears of it, the new one nothing.
    expect(await phones.waitFor(number, length + 2)).toContain(body.reference)
    expect(await phones.read('+2348037650001')).toEqual([])
  })

  it('answers a right guess as a wrong one: whoever types a secret anew takes a code', async () => {
    const { guest, body, answers } = await register('investor_individual')
    const stored = goodRegistrations.investor_individual.accountNumber
    for (const accountNumber of [stored, '0000024576']) {
      const guess = await change(guest, body, { ...answers, accountNumber })
      expect([accountNumber, guess.status, guess.body.errors?.[0]?.field]).toEqual([
        accountNumber,
        422,
        'code',
      ])
    }
  })

  it('takes a code of fifteen minutes, of five tries, of this link, and three an hour', async () => {
    const { guest, body, answers, email } = await register('investor_individual')
    const next = { ...answers, accountNumber }
    await askCode(guest, body, 'email')
    const code = codeIn((await waitForMail(email, 'Your code')).text)
    for (let tries = 0; tries < 5; tries++)
      expect(
        (await change(guest, body, next, { code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') }))
          .status,
      ).toBe(422)
    expect((await change(guest, body, next, { code })).status).toBe(422)
    await askCode(guest, body, 'email')
    const second = codeIn((await waitForMail(email, 'Your code', 2)).text)
    await app.sql(`update private.change_codes set expires_at = now() where record_id = $1`, [body.id])
    expect((await change(guest, body, next, { code: second })).status).toBe(422)
    // The link that the mail of receipt brought is another one: a code counts where it was asked for.
    await askCode(guest, body, 'email')
    const third = codeIn((await waitForMail(email, 'Your code', 3)).text)
    const mailed = /\/track#[\w-]+/.exec((await waitForMail(email, 'We have your registration')).text)?.[0]
    expect((await change(guest, { ...body, trackingPath: mailed ?? '' }, next, { code: third })).status).toBe(
      422,
    )
    expect((await askCode(guest, body, 'email')).status).toBe(429)
    expect(
      await app.sql('select code_hash ~ $2 as shows from private.change_codes where record_id = $1 limit 1', [
        body.id,
        third,
      ]),
    ).toMatchObject([{ shows: false }])
  })
})

describe('a correction that staff asked', () => {
  it('changes what was marked, and no bank account beside it', async () => {
    const { guest, body, answers, email } = await register('investor_individual')
    await admin.client
      .rpc('request_correction', {
        record_type: 'investors',
        record_id: body.id,
        notes: [
          { field: 'occupation', note: 'Which one?' },
          { field: 'phone', note: 'It does not ring.' },
        ],
      })
      .throwOnError()
    const resubmit = (more: object) =>
      guest.call<Body>(
        'POST',
        registrationPaths.trackResubmit,
        { answers: { ...answers, ...more }, idempotencyKey: randomUUID(), consents: [] },
        headersOf(body),
      )
    const beside = await resubmit({ occupation: 'Agronomist', accountNumber: '0000024576' })
    expect([beside.status, beside.body.errors?.map(({ field }) => field)]).toEqual([422, ['code']])
    expect((await resubmit({ occupation: 'Agronomist', phone: '0803 765 0002' })).status).toBe(200)
    expect((await waitForMail(email, 'Something was changed')).text).toContain('Phone number')
    const { data } = await admin.client
      .from('registration_submissions')
      .select('requested_by,changes')
      .eq('record_id', body.id)
      .eq('version', 2)
    expect(data).toEqual([
      {
        requested_by: 'staff',
        changes: [
          { field: 'occupation', before: 'Engineer', after: 'Agronomist' },
          { field: 'phone', before: number, after: '+2348037650002' },
        ],
      },
    ])
  })
})

describe('a member', () => {
  async function mailCode({ client, email }: Person): Promise<string> {
    await app.sql('delete from auth.limits')
    const { length } = await mailsTo(email, 'confirmation code')
    mustWork(await client.auth.reauthenticate())
    return codeIn((await waitForMail(email, 'confirmation code', length + 1)).text)
  }

  it('changes contacts and numbers with a code from the mailbox of the account, and hears of it with the way to stop it', async () => {
    const person = await app.newPerson()
    const owner = await app.newApplicant(person)
    const { email, answers } = withEmail('investor_individual')
    const { body } = await owner.submit('investor_individual', { answers })
    const {
      accountNumber: _a,
      bvn: _b,
      idNumber: _i,
      dateOfBirth: _d,
      ...open
    } = answers as Record<string, unknown>
    const send = (more: object, code?: string) =>
      owner.call<Body>('POST', changePath('investors', body.id), {
        answers: { ...open, ...more },
        idempotencyKey: randomUUID(),
        consents: [],
        ...(code && { code }),
      })
    expect((await send({ occupation: 'Agronomist' })).status).toBe(200)
    expect((await send({ bankName: 'Access Bank' })).body.errors?.map(({ field }) => field)).toEqual(['code'])
    expect((await send({ bankName: 'Access Bank' }, '000000')).status).toBe(422)
    const code = await mailCode(person)
    expect((await send({ bankName: 'Access Bank' }, code)).status).toBe(200)
    for (const told of [person.email, email]) {
      const notice = await waitForMail(told, 'Something was changed')
      expect(notice.links.some((link) => link.includes('/not-me#'))).toBe(true)
    }
    // A second step that the account has is asked for as well; what guards nothing takes neither.
    const factor = await addSecondFactor(person)
    expect(factor).toBeTruthy()
    const weak = app.newClient()
    mustWork(await weak.auth.signInWithPassword({ email: person.email, password: person.password }))
    const weaker = await app.newApplicant({ ...person, client: weak })
    const refused = await weaker.call<Body>('POST', changePath('investors', body.id), {
      answers: { ...open, occupation: 'Agronomist', bankName: 'Zenith Bank' },
      idempotencyKey: randomUUID(),
      consents: [],
      code: '123456',
    })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Please confirm with your second factor first',
    ])
  })

  it('who said "this was not me" changes none of them for now', async () => {
    const person = await app.newPerson()
    const owner = await app.newApplicant(person)
    const { body } = await owner.submit('farmer')
    await app.sql('insert into private.account_freezes (user_id, mailbox) values ($1, $2)', [
      person.id,
      person.email,
    ])
    const { dateOfBirth: _, ...open } = goodRegistrations.farmer as Record<string, unknown>
    const refused = await owner.call<Body>('POST', changePath('farmers', body.id), {
      answers: { ...open, phoneNumber: '0803 765 0003' },
      idempotencyKey: randomUUID(),
      consents: [],
      code: await mailCode(person),
    })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'You told us that somebody else was in your account: contacts and numbers stay as they are for now',
    ])
  })
})

it('staff do not change answers by this way, and tell the old contact when they enter a correction', async () => {
  const { body, email, answers } = await register('investor_individual')
  const clerk = await app.newPerson()
  await app.sql(`insert into public.user_roles (user_id, role) values ($1, 'reviewer')`, [clerk.id])
  await addSecondFactor(clerk)
  const at = await app.newApplicant(clerk)
  const request = (more: object) => ({
    answers: { ...answers, ...more },
    idempotencyKey: randomUUID(),
    consents,
    onBehalf: { channel: 'phone', consentRecorded: true },
  })
  expect(
    (await at.call('POST', changePath('investors', body.id), request({ phone: '0803 765 0004' }))).status,
  ).toBe(404)
  await admin.client
    .rpc('request_correction', {
      record_type: 'investors',
      record_id: body.id,
      notes: [{ field: 'accountNumber', note: 'Which one?' }],
    })
    .throwOnError()
  const entered = await at.call(
    'POST',
    resubmitPath('investors', body.id),
    request({ accountNumber: '0000024576' }),
  )
  expect(entered.status).toBe(200)
  expect((await waitForMail(email, 'Something was changed')).text).toContain('Account number')
})
