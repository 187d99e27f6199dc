// What applicants change by themselves while it is pending: what differs is stored, and nobody but the owner changes anything.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DataReport } from '#domain/data-report.ts'
import { trackingTokenHeader } from '#domain/guest-links.ts'
import {
  changePath,
  type RegistrationReceived,
  registrationPaths,
  resubmitPath,
} from '#domain/registrations/intake.ts'
import { dataShapes } from '#domain/vault.ts'
import { decideRegistration } from '#tests/harness/registrations.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { type Applicant, consents } from './applicant.ts'
import { number, openChanges } from './changing.ts'

const {
  admin,
  app,
  ask,
  requestCode,
  change,
  fieldsOf,
  headersOf,
  readAnswers,
  register,
  resubmit,
  versionOf,
  waitForMail,
} = await openChanges()

describe('a typo', () => {
  it('is mended by its owner, with before and after for staff, and twins are looked for again', async () => {
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

  it('is mended also where the number that is stored cannot be called, and no other such is taken', async () => {
    const { guest, body, answers } = await register('farmer', { noEmail: true, phoneNumber: number })
    const phoneNumber = '00000000000'
    await app.sql(
      `begin; set local session_replication_role = replica;
       update public.registration_submissions set answers = answers || '{"phoneNumber": "${phoneNumber}"}' where record_id = '${body.id}';
       commit`,
    )
    const stored = { ...answers, phoneNumber }
    const other = await change(guest, body, { ...stored, phoneNumber: '00000000001' })
    expect(fieldsOf(other)).toEqual([422, 'phoneNumber'])
    expect(fieldsOf(await change(guest, body, { ...stored, farmName: 'Obi Farms' }))).toEqual([200])
  })

  it('can be mended ten times a day', async () => {
    const { guest, body, answers } = await register('farmer')
    for (let count = 1; count <= 10; count++)
      expect((await change(guest, body, { ...answers, farmName: `Farm ${count}` })).status).toBe(200)
    expect((await change(guest, body, { ...answers, farmName: 'Farm 11' })).status).toBe(429)
  })
})

describe('what is over', () => {
  const eraseTracked = (body: RegistrationReceived, guest: Applicant) =>
    guest.call('POST', registrationPaths.trackErase, {}, headersOf(body))

  it.each([
    ['approved', 409, (body: RegistrationReceived) => decideRegistration(admin, body, 'approved')],
    [
      'declined',
      409,
      (body: RegistrationReceived) =>
        decideRegistration(admin, body, 'declined', 'The farm lies outside our area.'),
    ],
    ['erased', 409, eraseTracked],
    [
      'stopped by its owner',
      409,
      (body: RegistrationReceived, guest: Applicant) =>
        guest.call('POST', registrationPaths.trackWithdraw, { purpose: 'terms' }, headersOf(body)),
    ],
  ])('because it is %s is not changed, and no code is sent about it', async (_, status, end) => {
    const { guest, body, answers } = await register('training')
    await end(body, guest)
    // Of what is erased no secret is there any more, and none is requested.
    const typed = { ...answers, motivation: 'Another one, quite.' }
    for (const send of [change, resubmit]) {
      const refused = await send(guest, body, typed)
      expect([refused.status, refused.body.errors ?? []]).toEqual([status, []])
      if (end === eraseTracked) expect(refused.body.message).toContain('Your data is erased')
    }
    expect((await requestCode(guest, body, 'email')).status).toBe(409)
    expect(
      await app.sql('select from public.registration_submissions where record_id = $1 and version > 1', [
        body.id,
      ]),
    ).toEqual([])
  })

  it('or waits for a requested correction is not changed beside it', async () => {
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
    const request = { answers: changed, idempotencyKey: randomUUID(), consents, version: 1 }
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
describe('a decision', () => {
  const update = async ({ id }: RegistrationReceived, change: object) =>
    admin.client.from('farmers').update(change).eq('id', id).eq('status', 'pending').select('id')

  it('on answers that changed since they were read is refused, and says when; on those of now it is made', async () => {
    const { guest, body, answers } = await register('farmer')
    expect((await change(guest, body, { ...answers, farmName: 'Obi Farms' })).status).toBe(200)
    const words = expect.stringMatching(/^The applicant changed their answers at \d\d:\d\d; read them first$/)
    const { error } = await update(body, { status: 'approved', answers_version: 1 })
    expect(error).toMatchObject({ code: 'PT409', hint: 'answers_version', message: words })
    const many = (version?: number) =>
      admin.client
        .rpc('decide_records', {
          record_type: 'farmers',
          rows: [{ id: body.id, expected: 'pending', version }] as never,
          new_status: 'approved',
        })
        .throwOnError()
    expect((await many(1)).data).toEqual({
      changed: [],
      events: [],
      skipped: [{ id: body.id, status: 'pending', why: 'refused', message: words }],
    })
    expect(await app.sql('select status from public.farmers where id = $1', [body.id])).toEqual([
      { status: 'pending' },
    ])
    expect((await update(body, { status: 'approved', answers_version: 2 })).data).toEqual([{ id: body.id }])
  })

  it('and nobody else sets the version of answers', async () => {
    const { body } = await register('farmer')
    expect((await update(body, { answers_version: 2 })).error?.code).toBe('PT409')
    const member = await app.newPerson()
    for (const client of [app.newClient(), member.client]) {
      const { data, error } = await client
        .from('farmers')
        .update({ answers_version: 2 })
        .eq('id', body.id)
        .select('id')
      expect(error?.code ?? data).toEqual(client === member.client ? [] : '42501')
    }
    expect(await versionOf(body)).toBe(1)
  })
})

describe('two windows', () => {
  it('the second does not write over the first, and no change goes without the version that it is about', async () => {
    const { guest, body, answers } = await register('farmer')
    expect((await change(guest, body, { ...answers, farmName: 'Obi Farms' })).status).toBe(200)
    const late = await change(guest, body, { ...answers, goals: 'Two harvests a year.' }, { version: 1 })
    expect(fieldsOf(late)).toEqual([409, 'version'])
    expect(late.body.message).toMatch(/^Your answers were changed at \d\d:\d\d, perhaps in another window\./)
    const unnamed = await change(guest, body, { ...answers, goals: 'Two harvests.' }, { version: undefined })
    expect(unnamed.status).toBe(400)
    const beyond = await change(guest, body, { ...answers, goals: 'Two harvests.' }, { version: 2 ** 40 })
    expect(beyond.status).toBe(400)
    expect(await app.sql('select farm_name from public.farmers where id = $1', [body.id])).toEqual([
      { farm_name: 'Obi Farms' },
    ])
    const read = await readAnswers(guest, body)
    expect(read).toMatchObject({ version: 2, answers: { farmName: 'Obi Farms' } })
    const again = await change(
      guest,
      body,
      { ...read.answers, goals: 'Two harvests.' },
      { version: read.version },
    )
    expect(again.status).toBe(200)
  })
})
it('what is stored about a person says what was before a change, and what before a correction', async () => {
  const { guest, body, answers } = await register('farmer')
  expect((await change(guest, body, { ...answers, farmName: 'Obi Farms' })).status).toBe(200)
  await ask(body, 'farmName')
  expect((await resubmit(guest, body, { ...answers, farmName: 'Obi and Sons' })).status).toBe(200)
  const report = await guest.call<DataReport>(
    'POST',
    registrationPaths.trackExport + dataShapes.report,
    {},
    headersOf(body),
  )
  const titles = report.body.sections.flatMap(({ parts }) => parts.map(({ title = '' }) => title))
  expect(titles.filter((title) => title.startsWith('Before')).map((title) => title.split(',')[0])).toEqual([
    'Before your change',
    'Before your correction',
  ])
})

it('staff do not change answers by this way, and the old contact is notified when they enter a correction', async () => {
  const { guest, body, email, answers } = await register('investor_individual')
  const clerk = await app.newPerson()
  await app.sql(`insert into public.user_roles (user_id, role) values ($1, 'reviewer')`, [clerk.id])
  await addSecondFactor(clerk)
  const at = await app.newApplicant(clerk)
  const request = (more: object) => ({
    answers: { ...answers, ...more },
    idempotencyKey: randomUUID(),
    consents,
    version: 1,
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
  const { text } = await waitForMail(email, 'Something was changed')
  expect(text).toContain('Account number')
  // Who entered it is said in the mail and on the person's own page.
  expect(text).toContain('Our staff entered it, for a person on the phone.')
  expect((await guest.track<{ events: unknown[] }>(body.trackingPath)).body.events).toMatchObject([
    { kind: 'correction_requested' },
    { kind: 'entered_phone' },
  ])
})
