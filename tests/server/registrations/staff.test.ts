// What staff do for people who have no account: a new link for a lost one, and a correction that they dictate.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type RegistrationReceived,
  type ReissueAnswer,
  registrationPaths,
  reissuePath,
  resubmitPath,
} from '#domain/registrations/intake.ts'
import { vaultMessages } from '#domain/vault.ts'
import type { Person } from '#tests/harness/app.ts'
import { openPhones, type Phones } from '#tests/harness/phones.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { within } from '#tests/harness/within.ts'
import { consents, tokenOf } from './applicant.ts'
import { openRegistrationApp, type RegistrationApp, withEmail } from './registration-app.ts'

let app: RegistrationApp
let phones: Phones
/** With a second factor. */
let reviewer: Person
/** May enter forms and read none. */
let agent: Person
let member: Person

beforeAll(async () => {
  phones = await openPhones()
  app = await openRegistrationApp(phones.env)
  ;[reviewer, agent, member] = await Promise.all([
    newStaff('reviewer'),
    newStaff('field_agent'),
    app.newPerson(),
  ])
  await addSecondFactor(reviewer)
})
afterAll(async () => {
  await app.stop()
  await phones.remove()
})

async function newStaff(role: string): Promise<Person> {
  const person = await app.newPerson()
  await app.sql('insert into public.user_roles (user_id, role) values ($1, $2)', [person.id, role])
  return person
}

async function sendWithoutEmail(): Promise<RegistrationReceived> {
  const { email: _, ...answers } = { ...goodRegistrations.farmer, noEmail: true } as Record<string, unknown>
  return (await (await app.newApplicant()).submit('farmer', { answers })).body
}

describe('a new guest link', () => {
  const reason = 'She rang and has lost her link.'
  const query = async (
    person: Person | undefined,
    { recordType, id }: Pick<RegistrationReceived, 'recordType' | 'id'>,
    input: object = { reason },
  ) =>
    (await app.newApplicant(person)).call<ReissueAnswer & { message: string }>(
      'POST',
      reissuePath(recordType, id),
      input,
    )
  const reissues = (id: string) =>
    app.sql('select actor_id, reason, is_mailed from private.link_reissues where record_id = $1', [id])

  it('is refused without the right, the second factor or a reason, and the old one goes on', async () => {
    const guest = await app.newApplicant()
    const { body: sent } = await guest.submit('farmer')
    const { body: owned } = await (await app.newApplicant(member)).submit('farmer')
    const single = await newStaff('reviewer')
    const refused = [
      await query(undefined, sent),
      await query(member, sent),
      await query(agent, sent),
      await query(single, sent),
      await query(reviewer, sent, { reason: 'lost' }),
      await query(reviewer, sent, { reason: 'Her number is 0803 123 4567.' }),
      await query(reviewer, sent, {}),
      await query(reviewer, { recordType: 'farmers', id: randomUUID() }),
      await query(reviewer, { recordType: 'farmers', id: 'none' }),
      await query(reviewer, { recordType: 'profiles', id: sent.id }),
      await query(reviewer, owned),
    ]
    expect(refused.map(({ status }) => status)).toEqual([
      401, 403, 403, 403, 422, 422, 400, 404, 404, 403, 409,
    ])
    expect(refused[3]?.body.message).toBe(vaultMessages.secondFactor)
    expect((await guest.track(sent.trackingPath)).status).toBe(200)
    expect(await reissues(sent.id)).toEqual([])
  })

  it('goes to the address that the person gave; staff never see it, and the old ones lead nowhere', async () => {
    const guest = await app.newApplicant()
    const { email, answers } = withEmail('farmer')
    const request = await guest.request('farmer', { answers })
    const { body: sent } = await guest.submit('farmer', request)
    const { status, body } = await query(reviewer, sent)
    expect([status, body]).toEqual([
      200,
      { ok: true, reference: sent.reference, isMailed: true, trackingPath: null },
    ])
    const mail = await vi.waitUntil(
      async () =>
        (await app.mailbox()).find(({ to, subject }) => to === email && subject.includes('new link')),
      within,
    )
    const path = /\/track#[\w-]+/.exec(mail.text)?.[0] ?? ''
    expect((await guest.track(path)).body).toMatchObject({ reference: sent.reference })
    expect((await guest.track(sent.trackingPath)).status).toBe(404)
    // Nor does it come back when the phone that it was lost with sends the same once more.
    expect((await guest.submit('farmer', request)).body).toMatchObject({ id: sent.id, trackingPath: null })
    expect((await guest.track(sent.trackingPath)).status).toBe(404)
    expect(
      await app.sql('select from private.registration_guest_links where record_id = $1', [sent.id]),
    ).toHaveLength(1)
    expect(await reissues(sent.id)).toEqual([{ actor_id: reviewer.id, reason, is_mailed: true }])
  })

  it('is read out to a person without an address, and claims nothing by itself', async () => {
    const sent = await sendWithoutEmail()
    const guest = await app.newApplicant()
    const { body } = await query(reviewer, sent)
    expect(body).toMatchObject({
      isMailed: false,
      trackingPath: expect.stringMatching(/^\/track#[\w-]{43}$/),
    })
    expect((await guest.track(body.trackingPath)).body).toMatchObject({ reference: sent.reference })
    expect((await guest.track(sent.trackingPath)).status).toBe(404)
    const token = tokenOf(body.trackingPath)
    const stored = await app.sql<{ row: string }>(
      'select to_jsonb(link)::text as row from private.registration_guest_links as link where record_id = $1',
      [sent.id],
    )
    expect(stored).toHaveLength(1)
    expect(stored[0]?.row).not.toContain(token)
    // Anyone who gave it out does not make the registration their own, to decide on it afterwards, by no account of theirs.
    const claimer = await app.newPerson()
    const claim = async (person: Person) =>
      (await app.newApplicant(person)).call('POST', registrationPaths.claim, { token })
    for (const person of [reviewer, claimer])
      expect((await claim(person)).body).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('confirm the email address or phone number of this registration'),
      })
    expect((await guest.track(body.trackingPath)).body).toMatchObject({ reference: sent.reference })
    const [record] = await app.sql<{ contact_phone: string }>(
      'select contact_phone from private.registrations where id = $1',
      [sent.id],
    )
    await phones.prove(claimer, record?.contact_phone ?? '')
    expect((await claim(claimer)).status).toBe(200)
    expect(await app.sql('select is_shown from app_vault.records where record_id = $1', [sent.id])).toEqual([
      { is_shown: false },
    ])
  })
})

describe('a correction that staff enter', () => {
  const onBehalf = { channel: 'phone', consentRecorded: true }
  async function sendAndQuery() {
    const sent = await sendWithoutEmail()
    const { error } = await reviewer.client.rpc('request_correction', {
      record_type: 'farmers',
      record_id: sent.id,
      notes: [{ field: 'goals', note: 'Which market?' }],
    })
    expect(error).toBeNull()
    const { dateOfBirth: _, email: __, ...open } = goodRegistrations.farmer as Record<string, unknown>
    const corrected = {
      answers: { ...open, noEmail: true, goals: 'To sell to Lagos.' },
      idempotencyKey: randomUUID(),
      consents,
      onBehalf,
    }
    return { sent, corrected, path: resubmitPath('farmers', sent.id) }
  }
  const post = async (person: Person | undefined, path: string, body: unknown) =>
    (await app.newApplicant(person)).call('POST', path, body)

  it('is refused to anyone who may not, without a consent on record, and about an account’s own', async () => {
    const { sent, corrected, path } = await sendAndQuery()
    const { body: owned } = await (await app.newApplicant(await app.newPerson())).submit('farmer')
    const single = await newStaff('reviewer')
    const bySingle = await post(single, path, corrected)
    expect([bySingle.status, bySingle.body.message]).toEqual([403, vaultMessages.secondFactor])
    const refused = [
      await post(undefined, path, corrected),
      await post(member, path, corrected),
      await post(agent, path, corrected),
      await post(reviewer, path, { ...corrected, onBehalf: undefined }),
      await post(reviewer, path, { ...corrected, onBehalf: { ...onBehalf, consentRecorded: false } }),
      await post(reviewer, path, { ...corrected, onBehalf: { ...onBehalf, channel: 'web' } }),
      await post(reviewer, path, { ...corrected, consents: [] }),
      await post(reviewer, resubmitPath('farmers', owned.id), corrected),
      await post(reviewer, path, { ...corrected, answers: { ...corrected.answers, goals: 'x' } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 403, 404, 400, 400, 422, 404, 422])
    expect(
      await app.sql('select version from public.registration_submissions where record_id = $1', [sent.id]),
    ).toEqual([{ version: 1 }])
  })

  it('is taken once, with its channel and the consent on record, and keeps what is secret as it was', async () => {
    const { sent, corrected, path } = await sendAndQuery()
    const sealed = () =>
      app.sql('select field, match_hash from app_vault.secrets where record_id = $1', [sent.id])
    const before = await sealed()
    expect(before.length).toBeGreaterThan(0)
    for (const _ of ['once', 'again'])
      expect(await post(reviewer, path, corrected)).toMatchObject({
        status: 200,
        body: { reference: sent.reference, trackingPath: null },
      })
    expect(
      await app.sql(
        `select version, channel, answers ->> 'goals' as goals from public.registration_submissions
          where record_id = $1 order by version`,
        [sent.id],
      ),
    ).toMatchObject([
      { version: 1, channel: 'web' },
      { version: 2, channel: 'phone', goals: 'To sell to Lagos.' },
    ])
    expect(
      await app.sql(
        'select purpose, channel, recorded_by from public.consents where record_id = $1 order by id desc limit 1',
        [sent.id],
      ),
    ).toEqual([{ purpose: 'terms', channel: 'phone', recorded_by: reviewer.id }])
    expect(await sealed()).toEqual(before)
  })
})
