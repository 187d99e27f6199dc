// Contacts and numbers of a pending registration: their change takes a code to the previous contact, which is notified.
import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { changePath, resubmitPath } from '#domain/registrations/intake.ts'
import type { Person } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { codeIn } from '#tests/harness/phones.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { type Body, number, openChanges } from './changing.ts'
import { withEmail } from './registration-app.ts'

const {
  admin,
  app,
  ask,
  requestCode,
  change,
  fieldsOf,
  mailsTo,
  phones,
  readAnswers,
  register,
  resubmit,
  setSms,
  versionOf,
  waitForMail,
} = await openChanges()

describe('a bank account of a guest', () => {
  const accountNumber = '0000024576'

  it('is changed with a code to the previous contact, which is notified; another link does not share it', async () => {
    const { guest, body, answers, email } = await register('investor_individual')
    const next = { ...answers, accountNumber }
    const unproved = await change(guest, body, next)
    expect([unproved.status, unproved.body.errors?.map(({ field }) => field)]).toEqual([422, ['code']])
    const { codeChannels } = await readAnswers(guest, body)
    expect(codeChannels).toEqual([
      { channel: 'email', to: `${email[0]}•••@example.com` },
      { channel: 'sms', to: '•••• 4567' },
    ])
    expect((await requestCode(guest, body, 'email')).body).toMatchObject({ channel: 'email' })
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
    // The port and the secret of a link may hold any figures.
    expect(notice.text.replace(/https?:\S+/g, '')).not.toMatch(/4576|0000/)
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
    expect((await requestCode(guest, body, 'sms')).status).toBe(409)
    expect((await change(guest, body, next, { code: '123456' })).status).toBe(422)
    await setSms('on')
    const { length } = await phones.read(number)
    expect((await requestCode(guest, body, 'email')).status).toBe(409)
    expect((await requestCode(guest, body, 'sms')).status).toBe(200)
    const code = codeIn(await phones.waitFor(number, length + 1))
    expect((await change(guest, body, next, { code })).status).toBe(200)
    // The old number hears of it, the new one nothing.
    expect(await phones.waitFor(number, length + 2)).toContain(body.reference)
    expect(await phones.read('+2348037650001')).toEqual([])
  })

  it('an address that is given later is stored with a code to the old phone, and dropped while the tick stays', async () => {
    const phoneNumber = '+2348031234590'
    const { guest, body, answers } = await register('farmer', { email: '', noEmail: true, phoneNumber })
    const email = `${randomUUID()}@example.com`
    const same = await change(guest, body, { ...answers, email })
    expect([same.status, same.body.message]).toEqual([409, 'Nothing is different from what we have.'])
    for (const noEmail of [false, undefined])
      expect(fieldsOf(await change(guest, body, { ...answers, noEmail, email }))).toEqual([422, 'code'])
    expect((await requestCode(guest, body, 'sms')).status).toBe(200)
    const code = codeIn(await phones.waitFor(phoneNumber))
    expect((await change(guest, body, { ...answers, noEmail: undefined, email }, { code })).status).toBe(200)
    expect((await readAnswers(guest, body)).answers).toMatchObject({ email, noEmail: false })
    expect((await readAnswers(guest, body)).codeChannels).toHaveLength(2)
  })

  it('answers a right guess as a wrong one: a secret that is typed again takes a code', async () => {
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
    await requestCode(guest, body, 'email')
    const code = codeIn((await waitForMail(email, 'Your code')).text)
    for (let tries = 0; tries < 5; tries++)
      expect(
        (await change(guest, body, next, { code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') }))
          .status,
      ).toBe(422)
    expect((await change(guest, body, next, { code })).status).toBe(422)
    await requestCode(guest, body, 'email')
    const second = codeIn((await waitForMail(email, 'Your code', 2)).text)
    await app.sql(`update private.change_codes set expires_at = now() where record_id = $1`, [body.id])
    expect((await change(guest, body, next, { code: second })).status).toBe(422)
    // The link that the mail of receipt brought is another one: a code counts where it was requested.
    await requestCode(guest, body, 'email')
    const third = codeIn((await waitForMail(email, 'Your code', 3)).text)
    const mailed = /\/track#[\w-]+/.exec((await waitForMail(email, 'We have your registration')).text)?.[0]
    expect((await change(guest, { ...body, trackingPath: mailed ?? '' }, next, { code: third })).status).toBe(
      422,
    )
    expect((await requestCode(guest, body, 'email')).status).toBe(429)
    const stored = await app.sql<{ link_hash: string; code_hash: string }>(
      'select link_hash, code_hash from private.change_codes where record_id = $1 order by id desc limit 1',
      [body.id],
    )
    // Nobody finds the digits by hashing a million: it takes the server's key.
    for (const text of [
      third,
      `${stored[0]?.link_hash} ${third}`,
      `${body.id} ${stored[0]?.link_hash} ${third}`,
    ])
      expect(createHash('sha256').update(text).digest('hex')).not.toBe(stored[0]?.code_hash)
  })

  it('is not changed by a code that was typed for another change', async () => {
    const { guest, body, answers, email } = await register('investor_individual')
    await requestCode(guest, body, 'email')
    await waitForMail(email, 'Your code')
    await app.sql(
      `update private.change_codes set proved_at = now(), proved_for = gen_random_uuid() where record_id = $1`,
      [body.id],
    )
    expect(fieldsOf(await change(guest, body, { ...answers, accountNumber }))).toEqual([422, 'code'])
  })

  it('takes twenty refusals a day, of right and wrong codes and of none, and no more that day', async () => {
    const { guest, body, answers, email } = await register('investor_individual')
    const next = { ...answers, accountNumber }
    await app.sql(
      `insert into private.change_refusals (record_type, record_id) select 'investors', $1 from generate_series(1, 18)`,
      [body.id],
    )
    expect(fieldsOf(await change(guest, body, next))).toEqual([422, 'code'])
    await ask(body, 'occupation')
    expect(fieldsOf(await resubmit(guest, body, { ...answers, accountNumber }))).toEqual([422, 'code'])
    expect((await resubmit(guest, body, { ...answers, occupation: 'Agronomist' })).status).toBe(200)
    expect((await change(guest, body, { ...next, occupation: 'Agronomist' })).status).toBe(429)
    await requestCode(guest, body, 'email')
    const code = codeIn((await waitForMail(email, 'Your code')).text)
    expect((await change(guest, body, { ...next, occupation: 'Agronomist' }, { code })).status).toBe(429)
    // What guards nothing goes on, and the next day is another one.
    expect((await change(guest, body, { ...answers, occupation: 'Farmer' })).status).toBe(200)
    await app.sql(
      `update private.change_refusals set created_at = created_at - interval '1 day' where record_id = $1`,
      [body.id],
    )
    expect((await change(guest, body, { ...next, occupation: 'Farmer' }, { code })).status).toBe(200)
  })
})

describe('the number by which a company is known', () => {
  it.each([
    ['registrationNumber', 'Registration number'],
    ['taxId', 'Tax ID'],
  ])(
    '%s, changes with a code to the contact of before, which is notified, or when staff marked it',
    async (field, label) => {
      const { guest, body, answers, email } = await register('investor_corporate')
      const next = { ...answers, [field]: 'RC 654321' }
      expect(fieldsOf(await change(guest, body, next))).toEqual([422, 'code'])
      await ask(body, 'companyAddress')
      expect(fieldsOf(await resubmit(guest, body, next))).toEqual([422, 'code'])
      await ask(body, field)
      expect((await resubmit(guest, body, next)).status).toBe(200)
      expect((await waitForMail(email, 'Something was changed')).text).toContain(label)
      await requestCode(guest, body, 'email')
      const code = codeIn((await waitForMail(email, 'Your code')).text)
      expect((await change(guest, body, answers, { code })).status).toBe(200)
      await waitForMail(email, 'Something was changed', 2)
    },
  )

  it('of a buyer changes with a code from the mailbox of the account', async () => {
    const person = await app.newPerson()
    const owner = await app.newApplicant(person)
    const { answers } = withEmail('buyer_corporate')
    const { body } = await owner.submit('buyer_corporate', { answers })
    const send = async (code?: string) =>
      owner.call<Body>('POST', changePath('buyers', body.id), {
        answers: { ...answers, registrationNumber: 'RC 654321' },
        idempotencyKey: randomUUID(),
        consents: [],
        version: await versionOf(body),
        code,
      })
    expect(fieldsOf(await send())).toEqual([422, 'code'])
    expect((await send(await mailCode(person))).status).toBe(200)
  })
})

describe('a correction that staff requested', () => {
  const stored = goodRegistrations.investor_individual

  it('answers a right guess of what was not marked as a wrong one', async () => {
    const { guest, body, answers } = await register('investor_individual')
    await ask(body, 'occupation')
    for (const [field, guesses] of [
      ['accountNumber', [stored.accountNumber, '0000024576']],
      ['bvn', [stored.bvn, '12345678901']],
    ] as const)
      for (const guess of guesses)
        expect([guess, fieldsOf(await resubmit(guest, body, { ...answers, [field]: guess }))]).toEqual([
          guess,
          [422, 'code'],
        ])
  })

  it.each([
    ['accountNumber', { bankName: 'Access Bank' }, { bvn: '12345678901' }],
    ['bankName', { accountNumber: '0000024576' }, { phone: '0803 765 0005' }],
    ['idNumber', { idNumber: '12345678902' }, { bankName: 'Access Bank' }],
  ])('of %s frees it and the other half of its pair, and nothing else', async (marked, free, guarded) => {
    const { guest, body, answers } = await register('investor_individual')
    await ask(body, marked)
    expect(fieldsOf(await resubmit(guest, body, { ...answers, ...free, ...guarded }))).toEqual([422, 'code'])
    expect((await resubmit(guest, body, { ...answers, ...free })).status).toBe(200)
  })

  it('takes a code where a number is added that was not there before, which its owner then has', async () => {
    const person = await app.newPerson()
    const owner = await app.newApplicant(person)
    const { alternativePhone: _, ...answers } = withEmail('buyer_corporate').answers as Record<
      string,
      unknown
    >
    const { body } = await owner.submit('buyer_corporate', { answers })
    await ask(body, 'companyAddress')
    const send = (code?: string) =>
      owner.call<Body>('POST', resubmitPath('buyers', body.id), {
        answers: {
          ...answers,
          companyAddress: '14 Marina Road, Lagos Island',
          alternativePhone: '0803 765 0006',
        },
        idempotencyKey: randomUUID(),
        consents: [],
        code,
      })
    expect(fieldsOf(await send())).toEqual([422, 'code'])
    expect((await send(await mailCode(person))).status).toBe(200)
  })

  it('of a guest takes the code of the link', async () => {
    const { guest, body, answers, email } = await register('investor_individual')
    await ask(body, 'occupation')
    await requestCode(guest, body, 'email')
    const code = codeIn((await waitForMail(email, 'Your code')).text)
    const next = { ...answers, bankName: 'Access Bank' }
    expect((await resubmit(guest, body, next, { code })).status).toBe(200)
    expect(fieldsOf(await change(guest, body, { ...next, bankName: 'Zenith Bank' }, { code }))).toEqual([
      422,
      'code',
    ])
  })

  it('changes a number that neither mail nor text can reach, and staff ring the previous number', async () => {
    await setSms('off')
    const { guest, body, answers } = await register('farmer', { email: '', noEmail: true })
    const queue = async () =>
      (await admin.client.from('people_to_phone').select('topic,contact_phone').eq('id', body.id)).data
    expect(await queue()).toEqual([{ topic: 'received', contact_phone: number }])
    await ask(body, 'phoneNumber', 'email')
    expect(
      (
        await resubmit(guest, body, {
          ...answers,
          phoneNumber: '0803 765 0007',
          email: `${randomUUID()}@example.com`,
          noEmail: false,
        })
      ).status,
    ).toBe(200)
    await setSms('on')
    expect(await queue()).toEqual([{ topic: 'changed', contact_phone: number }])
    await admin.client
      .rpc('log_call', { record_type: 'farmers', record_id: body.id, outcome: 'reached' })
      .throwOnError()
    expect(await queue()).toEqual([])
  })

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
    const send = (more: object) => resubmit(guest, body, { ...answers, ...more })
    const beside = await send({ occupation: 'Agronomist', accountNumber: '0000024576' })
    expect([beside.status, beside.body.errors?.map(({ field }) => field)]).toEqual([422, ['code']])
    expect((await send({ occupation: 'Agronomist', phone: '0803 765 0002' })).status).toBe(200)
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

async function mailCode({ client, email }: Person): Promise<string> {
  await app.sql('delete from auth.limits')
  const { length } = await mailsTo(email, 'confirmation code')
  mustWork(await client.auth.reauthenticate())
  return codeIn((await waitForMail(email, 'confirmation code', length + 1)).text)
}

describe('a guardian', () => {
  const minor = { ...goodRegistrations.training, dateOfBirth: `${new Date().getFullYear() - 16}-01-01` }
  const grown = { dateOfBirth: '1990-05-05' }
  const alone = ({
    guardianName: _,
    guardianPhone: __,
    guardianConsent: ___,
    ...rest
  }: Record<string, unknown>) => rest

  it('who changes takes a code; one that is not demanded any more takes none', async () => {
    const { guest, body, answers } = await register('training', minor)
    expect(answers).toMatchObject({ guardianPhone: '+2348037654321' })
    expect(fieldsOf(await change(guest, body, { ...answers, guardianPhone: '0803 765 0008' }))).toEqual([
      422,
      'code',
    ])
    const { guardianPhone: _, ...without } = answers
    expect(fieldsOf(await change(guest, body, { ...without, dateOfBirth: minor.dateOfBirth }))).toEqual([
      422,
      'guardianPhone',
    ])
    expect((await change(guest, body, { ...alone(answers), ...grown })).status).toBe(200)
  })

  it('comes and goes with a date of birth that staff marked', async () => {
    const { guest, body, answers } = await register('training', minor)
    await ask(body, 'dateOfBirth')
    expect((await resubmit(guest, body, { ...answers, ...grown })).status).toBe(200)
    await ask(body, 'dateOfBirth')
    expect(fieldsOf(await resubmit(guest, body, { ...alone(answers), city: 'Keffi' }))).toEqual([200])
    await ask(body, 'dateOfBirth')
    expect((await resubmit(guest, body, { ...minor, email: answers.email })).status).toBe(200)
  })
})

describe('a member', () => {
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
    const send = async (more: object, code?: string) =>
      owner.call<Body>('POST', changePath('investors', body.id), {
        answers: { ...open, ...more },
        idempotencyKey: randomUUID(),
        consents: [],
        version: await versionOf(body),
        ...(code && { code }),
      })
    expect((await send({ occupation: 'Agronomist' })).status).toBe(200)
    expect((await send({ bankName: 'Access Bank' })).body.errors?.map(({ field }) => field)).toEqual(['code'])
    expect((await send({ bankName: 'Access Bank' }, '000000')).status).toBe(422)
    const code = await mailCode(person)
    expect((await send({ bankName: 'Access Bank' }, code)).status).toBe(200)
    for (const address of [person.email, email]) {
      const notice = await waitForMail(address, 'Something was changed')
      expect(notice.links.some((link) => link.includes('/not-me#'))).toBe(true)
    }
    // A second step that the account has is demanded as well; what guards nothing takes neither.
    const factor = await addSecondFactor(person)
    expect(factor).toBeTruthy()
    const weak = app.newClient()
    mustWork(await weak.auth.signInWithPassword({ email: person.email, password: person.password }))
    const weaker = await app.newApplicant({ ...person, client: weak })
    const refused = await weaker.call<Body>('POST', changePath('investors', body.id), {
      answers: { ...open, occupation: 'Agronomist', bankName: 'Zenith Bank' },
      idempotencyKey: randomUUID(),
      consents: [],
      version: await versionOf(body),
      code: '123456',
    })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.',
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
      version: 1,
      code: await mailCode(person),
    })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'You told us that somebody else was in your account: contacts and numbers stay as they are for now',
    ])
  })
})
