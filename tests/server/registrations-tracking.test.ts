// After a registration was taken: mails, tracking links, corrections, and the rights of people without an account.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withdrawalMeaning } from '#domain/consents.ts'
import { type PhotoSlot, registrationPaths, trackingTokenHeader } from '#domain/registration-intake.ts'
import type { Person } from '#tests/harness/house.ts'
import { goodRegistrations } from '#tests/registrations.ts'
import { consents, takePhoto, tokenOf } from './applicant.ts'
import { openRegistrationHouse, type RegistrationHouse, withEmail } from './registration-house.ts'

let house: RegistrationHouse
let member: Person

beforeAll(async () => {
  house = await openRegistrationHouse()
  member = await house.newPerson()
})
afterAll(() => house.stop())

const storedNames = async () =>
  (await house.sql<{ name: string }>(`select name from storage.objects where bucket_id = 'selfies'`)).map(
    ({ name }) => name,
  )

describe('what happens to a registration', () => {
  const mailFor = (email: string, words: string) =>
    vi.waitUntil(
      async () => (await house.mailbox()).find(({ to, subject }) => to === email && subject.includes(words)),
      { timeout: 10_000 },
    )

  it('is written to whoever sent it: what to correct, why it was declined, or that it is approved', async () => {
    const admin = await house.newAdmin()
    const guest = await house.newApplicant()
    const [one, other] = [withEmail('farmer'), withEmail('training')]
    const { body: farmer } = await guest.submit('farmer', { answers: one.answers })
    const { body: trainee } = await guest.submit('training', { answers: other.answers })
    const asked = await admin.client.rpc('request_correction', {
      record_type: 'farmers',
      record_id: farmer.id,
      notes: [{ field: 'farmSize', note: 'Is this the whole farm?' }],
      message: 'One question before we go on.',
    })
    expect(asked.error).toBeNull()
    const question = await mailFor(one.email, 'correct')
    expect(question?.text).toContain('Farm size: Is this the whole farm?')
    const link = /\/track\/[\w-]+/.exec(question?.text ?? '')?.[0] ?? ''
    expect((await guest.track(link)).body).toMatchObject({
      correction: { notes: [{ field: 'farmSize', note: 'Is this the whole farm?' }] },
    })
    const decide = (record_type: string, record_id: string, new_status: string, reason?: string) =>
      admin.client.rpc('decide_registration', {
        record_type,
        record_id,
        expected_status: 'pending',
        new_status,
        ...(reason && { reason }),
      })
    expect(
      (await decide('farmers', farmer.id, 'declined', 'The farm lies outside our area.')).error,
    ).toBeNull()
    expect((await decide('training_enrolments', trainee.id, 'approved')).error).toBeNull()
    expect((await mailFor(one.email, 'About your registration'))?.text).toContain(
      'The farm lies outside our area.',
    )
    expect((await mailFor(other.email, 'is approved'))?.text).toContain(trainee.reference)
    expect((await guest.track(farmer.trackingPath)).body).toMatchObject({
      status: 'declined',
      declineReason: 'The farm lies outside our area.',
      correction: null,
    })
  })

  it('is told on the phone to whoever has no e-mail address', async () => {
    const admin = await house.newAdmin()
    const { email: _, ...answers } = { ...goodRegistrations.training, noEmail: true } as Record<
      string,
      unknown
    >
    const { body } = await (await house.newApplicant()).submit('training', { answers })
    const { data } = await admin.client.from('people_to_phone').select('reference, topic').eq('id', body.id)
    expect(data).toEqual([{ reference: body.reference, topic: 'received' }])
  })
})

describe('a tracking link', () => {
  it('that leads nowhere says so, whatever is in it', async () => {
    const guest = await house.newApplicant()
    for (const token of ['', 'x', 'A'.repeat(43), '0'.repeat(64), "' or true --", 'FM7K4-2X9Q'])
      for (const path of [
        registrationPaths.track,
        registrationPaths.trackReveals,
        registrationPaths.trackErase,
        registrationPaths.trackResubmit,
      ]) {
        const method = path === registrationPaths.track ? 'GET' : 'POST'
        const { status, body } = await guest.call(method, path, method === 'POST' ? {} : undefined, {
          [trackingTokenHeader]: token,
        })
        expect([status, body.code]).toEqual([404, 'not_found'])
      }
  })

  it('takes a consent back, and only one that was given', async () => {
    const guest = await house.newApplicant()
    const { body } = await guest.submit('farmer')
    const headers = { [trackingTokenHeader]: tokenOf(body.trackingPath) }
    expect(
      (await guest.call('POST', registrationPaths.trackWithdraw, { purpose: 'newsletter' }, headers)).status,
    ).toBe(404)
    const taken = await guest.call('POST', registrationPaths.trackWithdraw, { purpose: 'terms' }, headers)
    expect([taken.status, taken.body]).toEqual([200, { ok: true, message: withdrawalMeaning }])
    expect((await guest.track<{ consents: unknown[] }>(body.trackingPath)).body.consents).toMatchObject([
      { purpose: 'terms', isGiven: false },
    ])
  })

  it('answers what was asked to be corrected, with the secrets that were there, and nothing that was not asked', async () => {
    const admin = await house.newAdmin()
    const guest = await house.newApplicant()
    const { body } = await guest.submit('investor_individual')
    const headers = { [trackingTokenHeader]: tokenOf(body.trackingPath) }
    const { answers: shown } = (await guest.track<{ answers: Record<string, unknown> }>(body.trackingPath))
      .body
    const corrected = {
      answers: { ...shown, occupation: 'Agronomist' },
      idempotencyKey: randomUUID(),
      consents,
    }
    const unasked = await guest.call('POST', registrationPaths.trackResubmit, corrected, headers)
    expect(unasked.status).toBe(409)
    const { error } = await admin.client.rpc('request_correction', {
      record_type: 'investors',
      record_id: body.id,
      notes: [{ field: 'occupation', note: 'Which one?' }],
      message: 'Please tell us more.',
    })
    expect(error).toBeNull()
    const sealed = () =>
      house.sql(
        'select field, last_four, match_hash from strongroom.secrets where record_id = $1 order by field',
        [body.id],
      )
    const before = await sealed()
    const wrong = await guest.call(
      'POST',
      registrationPaths.trackResubmit,
      { ...corrected, answers: { ...corrected.answers, bvn: '12' } },
      headers,
    )
    expect([wrong.status, wrong.body.errors.map(({ field }) => field)]).toEqual([422, ['bvn']])
    const right = await guest.call('POST', registrationPaths.trackResubmit, corrected, headers)
    expect(right.body).toMatchObject({ ok: true, reference: body.reference })
    expect(await sealed()).toEqual(before)
    expect((await guest.track(body.trackingPath)).body).toMatchObject({
      correction: null,
      answers: { occupation: 'Agronomist' },
    })
  })

  it('agrees to nothing by a correction: what was taken back stays taken back', async () => {
    const admin = await house.newAdmin()
    const guest = await house.newApplicant()
    const { body } = await guest.submit('investor_individual')
    const headers = { [trackingTokenHeader]: tokenOf(body.trackingPath) }
    await guest.call('POST', registrationPaths.trackWithdraw, { purpose: 'terms' }, headers)
    await admin.client
      .rpc('request_correction', {
        record_type: 'investors',
        record_id: body.id,
        notes: [{ field: 'validIdType', note: 'Which document is it?' }],
        message: 'Please.',
      })
      .throwOnError()
    const { answers } = (await guest.track<{ answers: Record<string, unknown> }>(body.trackingPath)).body
    const correct = (more: object) =>
      guest.call(
        'POST',
        registrationPaths.trackResubmit,
        { answers: { ...answers, acceptTerms: true, ...more }, idempotencyKey: randomUUID(), consents: [] },
        headers,
      )
    // The number of one document is not another's: a NIN would outlive the review.
    const other = await correct({ validIdType: 'passport' })
    expect([other.status, other.body.errors.map(({ field }) => field)]).toEqual([422, ['idNumber']])
    expect((await correct({ validIdType: 'passport', idNumber: 'A01234567' })).status).toBe(200)
    expect((await guest.track<{ consents: unknown[] }>(body.trackingPath)).body.consents).toMatchObject([
      { purpose: 'terms', isGiven: false },
    ])
  })

  it('shows who looked, and erases what is secret, the photo with it', async () => {
    const guest = await house.newApplicant()
    const { body } = await guest.submit('farmer')
    await guest.upload(body.photo as PhotoSlot, await takePhoto())
    await guest.attach(body.photo as PhotoSlot, body)
    expect(await storedNames()).toContain(body.photo?.path)
    const headers = { [trackingTokenHeader]: tokenOf(body.trackingPath) }
    expect((await guest.call('POST', registrationPaths.trackReveals, {}, headers)).body).toEqual({
      ok: true,
      reveals: [],
    })
    expect((await guest.call('POST', registrationPaths.trackErase, {}, headers)).status).toBe(200)
    expect(await storedNames()).not.toContain(body.photo?.path)
    expect(await house.sql('select from strongroom.secrets where record_id = $1', [body.id])).toEqual([])
  })
})

it('an account answers a correction of its own record, and of no other', async () => {
  const admin = await house.newAdmin()
  const person = await house.newPerson()
  const owner = await house.newApplicant(person)
  const { body } = await owner.submit('farmer')
  await admin.client.rpc('request_correction', {
    record_type: 'farmers',
    record_id: body.id,
    notes: [{ field: 'goals', note: 'More, please.' }],
    message: 'Please.',
  })
  const { dateOfBirth: _, ...open } = goodRegistrations.farmer as Record<string, unknown>
  const corrected = {
    answers: { ...open, goals: 'To feed the whole of Keffi.' },
    idempotencyKey: randomUUID(),
    consents,
  }
  const path = `/registrations/farmers/${body.id}/resubmit`
  expect((await (await house.newApplicant()).call('POST', path, corrected)).status).toBe(401)
  expect((await (await house.newApplicant(member)).call('POST', path, corrected)).status).toBe(404)
  expect((await owner.call('POST', `/registrations/buyers/${body.id}/resubmit`, corrected)).status).toBe(404)
  expect((await owner.call('POST', '/registrations/farmers/none/resubmit', corrected)).status).toBe(404)
  expect((await owner.call('POST', path, corrected)).status).toBe(200)
  expect(await house.sql('select goals from public.farmers where id = $1', [body.id])).toEqual([
    { goals: 'To feed the whole of Keffi.' },
  ])
})
