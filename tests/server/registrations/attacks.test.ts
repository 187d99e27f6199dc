// What someone with the client library, a real session and bad intent tries on the registrations of others: all of it
// is refused, shows nothing, and changes no row.
import { createHash, randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { trackingTokenHeader } from '#domain/guest-links.ts'
import { type PhotoSlot, registrationPaths } from '#domain/registrations/intake.ts'
import { registrationFormNames, registrationForms } from '#domain/registrations/registrations.ts'
import { vaultPaths } from '#domain/vault.ts'
import { type Person, startApp, type TestApp } from '#tests/harness/app.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { type Applicant, consents, createApplicant, takePhoto, tokenOf } from './applicant.ts'

interface Victim {
  recordType: string
  id: string
  reference: string
  trackingPath: string | null
  photo: PhotoSlot | null
}

/** Someone who tries; their client knows no types, as an attacker's does not. */
interface Attacker {
  client: SupabaseClient
  http: Applicant
  id: string
}

type Name = 'anonymous' | 'stranger' | 'finance' | 'content'

let app: TestApp
/** As the owner. */
let database: pg.Client
/** Every guarded row before the attack. */
let known: Record<string, unknown>
let member: Person
let owner: Applicant
/** The member and a guest, one of each form. */
const victims: Victim[] = []
let guestVictim: Victim
const attackers = {} as Record<Name, Attacker>
/** Words that stand in the victims' records, and nowhere else. */
const mark = `victim${randomUUID().slice(0, 8)}`

const nobody = '00000000-0000-4000-8000-000000000000'
const recordTables = ['farmers', 'training_enrolments', 'buyers', 'investors']
const besideTables = ['farmer_private', 'training_enrolment_private', 'investor_private']
const ledgers = [
  'registration_submissions',
  'correction_requests',
  'consents',
  'vault_reveals',
  'decision_events',
]
const hidden = [
  'private.registration_guest_links',
  'private.submission_keys',
  'private.photo_uploads',
  'private.used_proofs',
  'app_vault.people',
  'app_vault.records',
  'app_vault.secrets',
  'app_vault.matches',
]
const guarded = [
  ...[...recordTables, ...besideTables, ...ledgers, 'registration_drafts', 'user_roles'].map(
    (table) => `public.${table}`,
  ),
  ...hidden,
]

const sql = async (text: string, values: unknown[] = []) => (await database.query(text, values)).rows

/** Every row that an attack could have touched. */
async function snapshot(): Promise<Record<string, unknown>> {
  const parts = guarded.map(
    (table) =>
      `select '${table}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as rows from ${table} as t`,
  )
  parts.push(
    `select 'selfies', md5(coalesce(string_agg(name || version, '|' order by name), '')) from storage.objects where bucket_id = 'selfies'`,
  )
  const rows = await sql(parts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}

async function attackerOf(person: Person | undefined, address: string): Promise<Attacker> {
  const client = createClient(app.url, app.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const session = (await person?.client.auth.getSession())?.data.session
  if (session) await client.auth.setSession(session)
  const http = createApplicant({
    url: app.url,
    publishableKey: app.keys.publishableKey,
    address,
    ...(session && { accessToken: session.access_token }),
  })
  return { client, http, id: person?.id ?? '' }
}

async function newStaff(role: string): Promise<Person> {
  const person = await app.newPerson()
  await sql('insert into public.user_roles (user_id, role) values ($1, $2)', [person.id, role])
  return person
}

beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: 'loopback' })
  database = new pg.Client({ connectionString: app.databaseUrl })
  await database.connect()
  member = await app.newPerson()
  owner = (await attackerOf(member, '198.51.100.1')).http
  const guest = (await attackerOf(undefined, '198.51.100.2')).http
  for (const form of registrationFormNames) {
    const name =
      form === 'buyer_individual'
        ? { businessName: mark }
        : form.endsWith('corporate')
          ? { companyName: mark }
          : { fullName: `Ada ${mark}` }
    for (const sender of registrationForms[form].needsAccount ? [owner] : [owner, guest]) {
      const { body, status } = await sender.submit(form, { answers: { ...goodRegistrations[form], ...name } })
      expect(status).toBe(201)
      if (body.photo) {
        expect(await sender.upload(body.photo, await takePhoto())).toBeNull()
        expect((await sender.attach(body.photo, body)).status).toBe(200)
      }
      victims.push(body)
      if (sender === guest && form === 'farmer') guestVictim = body
    }
  }
  await member.client
    .from('registration_drafts')
    .insert({ user_id: member.id, form: 'farmer', answers: { fullName: mark } })
  attackers.anonymous = await attackerOf(undefined, '198.51.100.3')
  attackers.stranger = await attackerOf(await app.newPerson(), '198.51.100.4')
  attackers.finance = await attackerOf(await newStaff('finance'), '198.51.100.5')
  attackers.content = await attackerOf(await newStaff('content'), '198.51.100.6')
})
beforeEach(async () => {
  known = await snapshot()
})
afterAll(async () => {
  await database.end()
  await app.stop()
})

interface Outcome {
  error?: { code?: string } | null
  data?: unknown
  count?: number | null
}

/** No such function, column or table: then the attack was mistyped, and its refusal proves nothing. */
const mistyped = ['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703', '42P01', '42883']

/** Refused, or empty-handed; nothing of the victims shown, and no row changed. */
async function expectFruitless(attack: () => PromiseLike<unknown>): Promise<void> {
  const { error, data, count } = (await attack()) as Outcome
  expect(mistyped).not.toContain(error?.code)
  const isEmpty =
    data === null || data === undefined || data === 0 || (Array.isArray(data) && data.length === 0)
  expect({ refused: Boolean(error) || isEmpty, count: count ?? 0 }).toEqual({ refused: true, count: 0 })
  expect(JSON.stringify(data ?? '')).not.toContain(mark)
  expect(await snapshot()).toEqual(known)
}

const victimOf = (table: string) => victims.find(({ recordType }) => recordType === table) as Victim
const hashOf = (trackingPath: string | null) =>
  createHash('sha256').update(tokenOf(trackingPath)).digest('hex')

/** One kind of staff without a right here will do for a short run; the access matrix has them all. */
const names: Name[] = [
  'anonymous',
  'stranger',
  'finance',
  ...(process.env.TEST_LONG ? (['content'] as const) : []),
]

describe.each(names)('a person who is %s', (name) => {
  const me = () => attackers[name]

  it.each(recordTables)('reads, changes and deletes no record of others in %s', async (table) => {
    const { client, id: mine } = me()
    const { id, reference } = victimOf(table)
    const attacks: (() => PromiseLike<unknown>)[] = [
      () => client.from(table).select('*'),
      () => client.from(table).select('*', { count: 'exact', head: true }),
      () => client.from(table).select('id').eq('id', id),
      () => client.from(table).select('id').eq('reference', reference),
      () =>
        client
          .from(table)
          .select('id')
          .like('reference', `${reference.slice(0, 4)}%`),
      () => client.from(table).select('id, profiles!user_id(email)').eq('user_id', member.id),
      () => client.from(table).update({ status: 'approved' }).eq('id', id).select(),
      () =>
        client
          .from(table)
          .update({ status: 'declined', decline_reason: 'No' })
          .neq('id', randomUUID())
          .select(),
      () =>
        client
          .from(table)
          .update({ user_id: mine || null })
          .eq('id', id)
          .select(),
      () => client.from(table).update({ reference: 'FM222-2222' }).eq('id', id).select(),
      () => client.from(table).update({ channel: 'phone' }).eq('id', id).select(),
      () => client.from(table).delete().eq('id', id).select(),
      () => client.from(table).delete().neq('id', randomUUID()).select(),
      () =>
        client
          .from(table)
          .upsert({ id, user_id: mine || null, status: 'approved' })
          .select(),
    ]
    for (const attack of attacks) await expectFruitless(attack)
  })

  it('sends no record in another’s name, and none that is decided already', async () => {
    const { client, id: mine } = me()
    const buyer = {
      buyer_type: 'individual',
      company_name: null,
      business_type: 'retailer',
      address: '12 Marina Road',
      city: 'Lagos',
      state: 'Lagos',
      country: 'Nigeria',
    }
    const rows = [
      { ...buyer, user_id: member.id, status: 'pending' },
      { ...buyer, user_id: mine || null, status: 'approved' },
      { ...buyer, user_id: null, status: 'pending' },
    ]
    for (const row of rows) await expectFruitless(() => client.from('buyers').insert(row))
    for (const table of ['farmers', 'training_enrolments', 'investors'])
      for (const user_id of [member.id, mine || null])
        await expectFruitless(() => client.from(table).insert({ user_id, status: 'approved' }))
  })

  it.each<[string, string, object]>([
    ['farmer_private', 'farmer_id', { farmer_id: nobody }],
    ['training_enrolment_private', 'training_enrolment_id', { training_enrolment_id: nobody }],
    ['investor_private', 'investor_id', { investor_id: nobody }],
    ...ledgers.map((table): [string, string, object] => [table, 'record_id', { record_id: nobody }]),
    ['my_registrations', 'id', { id: nobody }],
    ['people_to_phone', 'id', { id: nobody }],
    ['audit_events', 'id', { id: nobody }],
  ])('reads, changes and deletes nothing in %s', async (table, key, row) => {
    const { client } = me()
    await expectFruitless(() => client.from(table).select('*'))
    await expectFruitless(() => client.from(table).delete().not(key, 'is', null).select())
    await expectFruitless(() => client.from(table).update(row).not(key, 'is', null).select())
    await expectFruitless(() => client.from(table).insert(row))
  })

  it('reads, changes and deletes no draft of another, and makes none for them', async () => {
    const { client } = me()
    const drafts = () => client.from('registration_drafts')
    await expectFruitless(() => drafts().select('*'))
    await expectFruitless(() => drafts().select('*').eq('user_id', member.id))
    await expectFruitless(() => drafts().update({ answers: {} }).eq('user_id', member.id).select())
    await expectFruitless(() => drafts().delete().eq('user_id', member.id).select())
    await expectFruitless(() => drafts().insert({ user_id: member.id, form: 'training', answers: {} }))
    await expectFruitless(() => drafts().upsert({ user_id: member.id, form: 'farmer', answers: {} }))
  })

  it.each(hidden)('sees nothing of %s', async (place) => {
    const [schema = '', table = ''] = place.split('.')
    const { client } = me()
    await expectFruitless(() => client.schema(schema).from(table).select('*'))
  })

  it('calls no function that decides, writes, tracks or reveals', async () => {
    const { client } = me()
    const { recordType: record_type, id: record_id } = guestVictim
    const token_hash = hashOf(guestVictim.trackingPath)
    const context = {
      userId: null,
      idempotencyKey: randomUUID(),
      channel: 'web',
      consents: [],
      trackingTokenHash: token_hash,
    }
    const calls: [string, Record<string, unknown>][] = [
      [
        'decide_records',
        { record_type, rows: [{ id: record_id, expected: 'pending' }], new_status: 'approved' },
      ],
      [
        'request_correction',
        { record_type, record_id, notes: [{ field: 'goals', note: 'x' }], message: 'x' },
      ],
      ['find_duplicates', { record_type, record_id }],
      ['log_call', { record_type, record_id, outcome: 'reached' }],
      ['submit_registration', { form: 'farmer', answers: goodRegistrations.farmer, sealed: null, context }],
      [
        'resubmit_registration',
        { record_type, record_id, answers: goodRegistrations.farmer, sealed: null, context },
      ],
      ['track_registration', { token_hash }],
      ['withdraw_tracked_consent', { token_hash, purpose: 'terms' }],
      ['renew_tracked_consent', { token_hash, purpose: 'terms' }],
      ['attach_photo', { record_type, record_id, sealed: null, context }],
      ['reveal_secret', { record_type, record_id, field: 'dateOfBirth', reason: 'I would like to know it' }],
      ['masked_secrets', { record_type, record_id }],
      ['reissue_guest_link', { record_type, record_id, reason: 'I would like to have it', token_hash }],
      ['find_registration', { reference: guestVictim.reference }],
      ['own_registration_events', { record_id }],
      ['withdraw_consent', { purpose: 'terms' }],
      ['renew_consent', { purpose: 'terms' }],
      ['withdraw_consent', { purpose: 'terms', record_id }],
      ['renew_consent', { purpose: 'terms', record_id }],
    ]
    for (const [name, values] of calls) await expectFruitless(() => client.rpc(name, values))
    for (const name of [
      'store_sealed',
      'read_sealed',
      'find_person_key',
      'claim_registrations',
      'claim_tracked_registration',
      'seal_person',
      'use_proof',
      'erase_person',
      'apply_retention',
    ])
      await expectFruitless(() => client.schema('private').rpc(name, {}))
  })

  it('sees, takes, moves, overwrites and deletes no photo, and gets no token for one', async () => {
    const { client } = me()
    const bucket = client.storage.from('selfies')
    const path = guestVictim.photo?.path ?? ''
    const jpeg = new Blob([(await takePhoto()) as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' })
    const attacks: (() => PromiseLike<unknown>)[] = [
      () => bucket.list(),
      () => bucket.list('', { search: path.slice(0, 4) }),
      () => bucket.download(path),
      () => bucket.info(path),
      () => bucket.createSignedUrl(path, 60),
      () => bucket.createSignedUploadUrl(path, { upsert: true }),
      () => bucket.createSignedUploadUrl(randomUUID()),
      () => bucket.upload(path, jpeg, { upsert: true }),
      () => bucket.upload(`${randomUUID()}`, jpeg),
      () => bucket.update(path, jpeg),
      () => bucket.move(path, randomUUID()),
      () => bucket.copy(path, randomUUID()),
      () => bucket.copy(path, 'mine.jpg', { destinationBucket: 'cvs' }),
      () => bucket.remove([path]),
      () => client.storage.updateBucket('selfies', { public: true }),
      () => client.storage.emptyBucket('selfies'),
      // The place was used, and its token opens no other.
      () => bucket.uploadToSignedUrl(path, guestVictim.photo?.token ?? '', jpeg),
      () => bucket.uploadToSignedUrl(randomUUID(), guestVictim.photo?.token ?? '', jpeg),
    ]
    for (const attack of attacks) await expectFruitless(attack)
    const { publicUrl } = bucket.getPublicUrl(path).data
    expect((await fetch(publicUrl)).ok).toBe(false)
    expect((await bucket.exists(path)).data).toBe(false)
  })

  it('looks into the vault in no way', async () => {
    const { http } = me()
    known = await snapshot()
    for (const { recordType, id: recordId } of [victimOf('farmers'), guestVictim]) {
      const request = { recordType, recordId, field: 'dateOfBirth', reason: 'I would like to know it' }
      const { status, body } = await http.call('POST', vaultPaths.reveal, request)
      expect([401, 403]).toContain(status)
      expect(JSON.stringify(body)).not.toContain('1990')
    }
    expect(await snapshot()).toEqual(known)
  })

  it('answers no correction of another, and hangs no photo on their record', async () => {
    const { http } = me()
    const slot = (
      await http.submit('farmer', {
        answers: { ...goodRegistrations.farmer, email: `${randomUUID()}@example.com` },
      })
    ).body.photo as PhotoSlot
    expect(await http.upload(slot, await takePhoto())).toBeNull()
    known = await snapshot()
    const corrected = { answers: goodRegistrations.farmer, idempotencyKey: randomUUID(), consents }
    for (const { recordType, id, trackingPath } of victims) {
      const sent = await http.call('POST', `/registrations/${recordType}/${id}/resubmit`, corrected)
      expect([401, 404]).toContain(sent.status)
      const claim = { recordType, id }
      const hung = await http.attach(slot, { ...claim, trackingPath: null })
      expect([401, 404]).toContain(hung.status)
      // With a link that leads elsewhere, or nowhere.
      const elsewhere =
        trackingPath === guestVictim.trackingPath ? `/track#${'A'.repeat(43)}` : guestVictim.trackingPath
      expect((await http.attach(slot, { ...claim, trackingPath: elsewhere })).status).toBe(404)
    }
    expect(await snapshot()).toEqual(known)
  })

  it('uses no receipt of another’s photo', async () => {
    const { http } = me()
    const { body: opened } = await owner.call<PhotoSlot>('POST', registrationPaths.photos, {})
    expect(await owner.upload(opened, await takePhoto())).toBeNull()
    known = await snapshot()
    const { recordType, id } = victimOf('buyers')
    const sent = await http.call('POST', registrationPaths.attachPhoto, {
      receipt: opened.receipt,
      recordType,
      id,
    })
    expect([401, 404]).toContain(sent.status)
    expect(await snapshot()).toEqual(known)
  })

  it('opens no tracking page by a reference, an id or a guess', async () => {
    const { http } = me()
    known = await snapshot()
    const { reference, id } = guestVictim
    const guesses = [
      reference,
      reference.toLowerCase(),
      id,
      hashOf(guestVictim.trackingPath),
      tokenOf(guestVictim.trackingPath).slice(0, -1),
      randomUUID(),
      '%',
      '*',
    ]
    for (const token of guesses)
      for (const path of [
        registrationPaths.trackErase,
        registrationPaths.trackReveals,
        registrationPaths.trackResubmit,
        registrationPaths.trackWithdraw,
        registrationPaths.trackRenew,
      ])
        expect(
          (await http.call('POST', path, { purpose: 'terms' }, { [trackingTokenHeader]: token })).status,
        ).toBe(404)
    expect(await snapshot()).toEqual(known)
  })
})

describe('the owner of a registration', () => {
  it('decides nothing about it, gives it to nobody, and deletes no trace of it', async () => {
    const { client } = await attackerOf(member, '198.51.100.1')
    for (const table of recordTables) {
      const { id } = victimOf(table)
      for (const change of [
        { status: 'approved' },
        { status: 'declined', decline_reason: 'x' },
        { user_id: attackers.stranger.id },
        { reference: 'FM222-2222' },
        { channel: 'phone' },
        { is_demo: true },
      ])
        await expectFruitless(() => client.from(table).update(change).eq('id', id).select())
      await expectFruitless(() => client.from(table).delete().eq('id', id).select())
    }
    for (const table of ledgers) {
      await expectFruitless(() =>
        client.from(table).update({ created_at: '2020-01-01' }).not('record_id', 'is', null).select(),
      )
      await expectFruitless(() => client.from(table).delete().not('record_id', 'is', null).select())
    }
    const buyer = {
      buyer_type: 'corporate',
      business_type: 'exporter',
      address: '12 Marina Road',
      city: 'Lagos',
      state: 'Lagos',
      country: 'Nigeria',
    }
    await expectFruitless(() =>
      client.from('buyers').insert({ ...buyer, user_id: member.id, status: 'approved' }),
    )
    await expectFruitless(() => client.from('buyers').insert({ ...buyer, user_id: attackers.stranger.id }))
  })

  it('stores no secret in a draft', async () => {
    const { client } = await attackerOf(member, '198.51.100.1')
    for (const field of ['bvn', 'idNumber', 'accountNumber', 'dateOfBirth', 'sidraWalletAddress'])
      await expectFruitless(() =>
        client
          .from('registration_drafts')
          .insert({ user_id: member.id, form: 'training', answers: { [field]: '12345678901' } }),
      )
  })
})

describe('a look into the vault', () => {
  const { recordType, field } = { recordType: 'farmers', field: 'dateOfBirth' }
  const request = () => ({
    recordType,
    recordId: guestVictim.id,
    field,
    reason: 'Checking the age of the farmer',
  })

  it('is refused to a reviewer without a second factor, and to a member who has one', async () => {
    const reviewer = await newStaff('reviewer')
    known = await snapshot()
    const weak = await (await attackerOf(reviewer, '198.51.100.7')).http.call(
      'POST',
      vaultPaths.reveal,
      request(),
    )
    expect([weak.status, weak.body.code]).toEqual([403, 'second_factor'])
    const stranger = await app.newPerson()
    await addSecondFactor(stranger)
    const strong = await (await attackerOf(stranger, '198.51.100.8')).http.call(
      'POST',
      vaultPaths.reveal,
      request(),
    )
    expect([strong.status, strong.body.code]).toEqual([403, 'forbidden'])
    expect(await snapshot()).toEqual(known)
    await addSecondFactor(reviewer)
    const allowed = await (await attackerOf(reviewer, '198.51.100.7')).http.call<{ value: string }>(
      'POST',
      vaultPaths.reveal,
      request(),
    )
    expect([allowed.status, allowed.body.value]).toEqual([200, '1990-05-05'])
  })
})

it('anyone who guesses at guest links is stopped', async () => {
  const { http } = await attackerOf(undefined, '198.51.100.99')
  const statuses = new Set<number>()
  for (let guess = 0; guess < 245; guess++)
    statuses.add((await http.track(`/track#${'A'.repeat(43)}`)).status)
  expect(statuses).toEqual(new Set([404, 429]))
})
