// The intake of registrations over HTTP, with a real database and a real storage: refusals first, then what is taken.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { consentTexts } from '#domain/consents.ts'
import { formMessages } from '#domain/forms.ts'
import {
  intakeMessages,
  type PhotoSlot,
  type RegistrationReceived,
  registrationPaths,
  trackingTokenHeader,
} from '#domain/registration-intake.ts'
import { type RegistrationFormName, registrationFormNames, registrationForms } from '#domain/registrations.ts'
import { asOwner } from '#tests/harness/database.ts'
import { type Person, startHouse, type TestHouse } from '#tests/harness/house.ts'
import { goodRegistrations } from '#tests/registrations.ts'
import { type Applicant, consents, createApplicant, type Submitted, takePhoto, tokenOf } from './applicant.ts'

let house: TestHouse
let member: Person
let address = 0

beforeAll(async () => {
  house = await startHouse({ TRUSTED_PROXIES: 'loopback' })
  member = await house.newPerson()
})
afterAll(() => house.stop())

const sql = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  asOwner(house.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[])

/** Somebody at an address of their own; with a session when it is a person. */
async function newApplicant(person?: Person): Promise<Applicant> {
  const session = (await person?.client.auth.getSession())?.data.session
  address += 1
  return createApplicant({
    url: house.url,
    publishableKey: house.keys.publishableKey,
    address: `198.51.100.${address}`,
    ...(session && { accessToken: session.access_token }),
  })
}

const count = async (table: string) =>
  Number((await sql<{ count: string }>(`select count(*) from ${table}`))[0]?.count)
const countRecords = async () =>
  (
    await Promise.all(
      ['farmers', 'training_enrolments', 'buyers', 'investors'].map((table) => count(`public.${table}`)),
    )
  ).reduce((sum, one) => sum + one)
const withEmail = (form: RegistrationFormName) => {
  const email = `${randomUUID()}@example.com`
  const field = form === 'investor_corporate' ? 'contactPersonEmail' : 'email'
  return { email, answers: { ...goodRegistrations[form], [field]: email } }
}
const storedNames = async () =>
  (await sql<{ name: string }>(`select name from storage.objects where bucket_id = 'selfies'`)).map(
    ({ name }) => name,
  )

describe('a registration is not taken', () => {
  it.each<[string, Record<string, string>, number]>([
    ['from a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['with the origin of another site', { origin: 'https://evil.example' }, 403],
    ['as a form that any site can post', { 'content-type': 'text/plain' }, 400],
    ['with a session that is none', { authorization: 'Bearer a.b.c' }, 401],
  ])('%s', async (_, headers, status) => {
    const guest = await newApplicant()
    const before = await countRecords()
    const answer = await guest.call('POST', '/registrations/farmer', await guest.request('farmer'), headers)
    expect([answer.status, answer.body.ok]).toEqual([status, false])
    expect(await countRecords()).toBe(before)
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
    const guest = await newApplicant()
    const { status, body: answer } = await guest.call('POST', '/registrations/farmer', body)
    expect([status, answer]).toEqual([
      400,
      { ok: false, code: 'unreadable', message: formMessages.unreadable, errors: [] },
    ])
  })

  it('for a form that is not there, or by another method', async () => {
    const guest = await newApplicant()
    for (const name of ['pirate', 'constructor', '__proto__', 'farmer/x/y', 'farmers', '%20'])
      expect((await guest.call('POST', `/registrations/${name}`, {})).status).toBe(404)
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await guest.call(method, '/registrations/farmer')).status).toBe(404)
  })

  it.each(registrationFormNames)(
    'with secrets or anything else missing: %s names each field',
    async (form) => {
      const guest = await newApplicant(registrationForms[form].needsAccount ? member : undefined)
      const { status, body } = await guest.submit(form, { answers: {} })
      expect(status).toBe(422)
      expect(body).toMatchObject({ ok: false, code: 'invalid', message: body.errors[0]?.message })
      const required = Object.keys(goodRegistrations[form]).length
      expect(body.errors.length).toBeGreaterThan(required / 3)
    },
  )

  it('of a buyer without a session', async () => {
    const guest = await newApplicant()
    for (const form of ['buyer_individual', 'buyer_corporate'] as const) {
      const { status, body } = await guest.submit(form)
      expect([status, body.code, body.message]).toEqual([401, 'sign_in', intakeMessages.signIn])
    }
  })

  it('of a guest without a proof of work, or with one that is invented, unsolved or bent', async () => {
    const guest = await newApplicant()
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
    const before = await countRecords()
    for (const proof of bad) {
      const { status, body } = await guest.submit('farmer', {
        ...(proof !== undefined ? { proof } : { proof: '' }),
      })
      expect([status, body.code]).toEqual([403, 'proof'])
    }
    expect(await countRecords()).toBe(before)
  })

  it('when somebody fills in what nobody sees', async () => {
    const guest = await newApplicant()
    const before = await countRecords()
    const { status, body } = await guest.submit('farmer', { homepage: 'https://spam.example' })
    expect([status, body.code]).toEqual([403, 'proof'])
    expect(await countRecords()).toBe(before)
  })

  it('twice with one proof of work, not even at the same moment', async () => {
    const guest = await newApplicant()
    const proof = await guest.prove()
    const before = await count('public.farmers')
    const answers = await Promise.all(Array.from({ length: 6 }, () => guest.submit('farmer', { proof })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403])
    expect(await count('public.farmers')).toBe(before + 1)
  })

  it('of a member who sends another person along, a status, or what only staff set', async () => {
    const applicant = await newApplicant(await house.newPerson())
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
    const [row] = await sql('select user_id, status, channel, reference from public.farmers where id = $1', [
      body.id,
    ])
    expect(row).toMatchObject({ status: 'pending', channel: 'web', reference: body.reference })
    expect(row?.user_id).not.toBe(member.id)
  })

  it('for somebody else by anybody but staff with that right', async () => {
    const onBehalf = { channel: 'walk_in', consentRecorded: true } as const
    const guest = await newApplicant()
    expect((await guest.submit('farmer', { onBehalf })).status).toBe(401)
    const signedIn = await newApplicant(member)
    const { status, body } = await signedIn.submit('farmer', { onBehalf })
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })

  it('any more from a device, or an address, that sends too many', async () => {
    const guest = await newApplicant()
    const proof = await guest.prove()
    const statuses: number[] = []
    for (let sent = 0; sent < 61; sent++)
      statuses.push((await guest.submit('farmer', { proof, answers: {} })).status)
    expect(statuses.slice(0, 60).every((status) => status === 422)).toBe(true)
    expect(statuses[60]).toBe(429)
    const refused = await guest.submit('farmer', { proof })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // The same address, another device: not stopped by what the first one did.
    const other = createApplicant({
      url: house.url,
      publishableKey: house.keys.publishableKey,
      address: `198.51.100.${address}`,
    })
    expect((await other.submit('farmer')).status).toBe(201)
  })
})

describe('a registration', () => {
  it.each(registrationFormNames)('of each form is taken whole, with its reference: %s', async (form) => {
    const { table, needsAccount } = registrationForms[form]
    const person = needsAccount ? await house.newPerson() : undefined
    const applicant = await newApplicant(person)
    const { email, answers } = withEmail(form)
    const { status, body } = await applicant.submit(form, { answers })
    expect(body.errors ?? []).toEqual([])
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ok: true,
      recordType: table,
      status: 'pending',
      reference: expect.stringMatching(/^(FM|TR|BY|IV)[2-9A-Z]{3}-[2-9A-Z]{4}$/),
      trackingPath: needsAccount ? null : expect.stringMatching(/^\/track\/[\w-]{43}$/),
      photo:
        table === 'investors'
          ? null
          : { receipt: expect.any(String), path: expect.any(String), token: expect.any(String) },
    })
    const [row] = await sql(`select * from public.${table} where id = $1`, [body.id])
    expect(row).toMatchObject({ contact_email: email, channel: 'web', user_id: person?.id ?? null })
    const mail = await vi.waitUntil(async () => (await house.mailbox()).find(({ to }) => to === email), {
      timeout: 10_000,
    })
    expect(mail?.subject).toContain(body.reference)
    if (!person) {
      // The mail has a link of its own, and both lead there.
      const mailed = /\/track\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
      for (const path of [mailed, body.trackingPath])
        expect((await applicant.track(path)).body).toMatchObject({
          ok: true,
          reference: body.reference,
          form,
        })
    }
  })

  it('sent twice, or ten times at once, is one; each answer names the same record and link', async () => {
    const guest = await newApplicant()
    const { answers } = withEmail('training')
    const request = await guest.request('training', { answers })
    const before = await count('public.training_enrolments')
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        guest.call<RegistrationReceived>('POST', '/registrations/training', request),
      ),
    )
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]))
    for (const name of ['id', 'reference', 'trackingPath'] as const)
      expect(new Set(all.map(({ body }) => body[name])).size).toBe(1)
    expect(await count('public.training_enrolments')).toBe(before + 1)
  })

  it('with somebody else’s attempt is an attempt of its own', async () => {
    const idempotencyKey = randomUUID()
    const first = await (await newApplicant()).submit('farmer', { idempotencyKey })
    const other = await (await newApplicant(await house.newPerson())).submit('farmer', { idempotencyKey })
    expect([first.status, other.status]).toEqual([201, 201])
    expect(other.body.id).not.toBe(first.body.id)
  })

  it('that was mistyped is taken with the same proof once it is right', async () => {
    const guest = await newApplicant()
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
      const person = await house.newPerson()
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
        const applicant = await newApplicant(registrationForms[form].needsAccount ? person : undefined)
        const good = goodRegistrations[form]
        const everywhere = Object.fromEntries(Object.keys(good).map((name) => [name, hostile]))
        const all = await applicant.submit(form, { answers: everywhere })
        expect([all.status, all.body.errors.length > 2]).toEqual([422, true])
        // One field alone, so that it comes as far as the database.
        const names = freeWords.filter((name) => name in good)
        for (const name of process.env.TEST_LONG ? names : names.slice(0, 1)) {
          const { status, body } = await applicant.submit(form, { answers: { ...good, [name]: hostile } })
          expect([201, 422], `${form} ${name}`).toContain(status)
          if (status === 422) expect(body.errors.map(({ field }) => field)).toEqual([name])
        }
      }
    },
  )

  it('nested without an end is not even read', async () => {
    const guest = await newApplicant()
    const deep = `{"answers":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect((await guest.call('POST', '/registrations/farmer', deep)).status).toBe(400)
    expect((await guest.call('POST', '/registrations/farmer', 'x'.repeat(400_000))).status).toBe(413)
  })

  it('of somebody under 18 is taken for training, with a guardian, and for nothing else', async () => {
    const dateOfBirth = `${new Date().getFullYear() - 12}-01-01`
    const guest = await newApplicant()
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
    expect(await sql('select is_minor from public.training_enrolments where id = $1', [body.id])).toEqual([
      { is_minor: true },
    ])
  })

  it('entered by staff for a walk-in has nobody’s account, names who entered it, and has a link to hand over', async () => {
    const admin = await house.newAdmin()
    const clerk = await newApplicant(admin)
    const onBehalf = { channel: 'walk_in', consentRecorded: true } as const
    const { email: _, ...answers } = { ...goodRegistrations.farmer, noEmail: true } as Record<string, unknown>
    const { status, body } = await clerk.submit('farmer', { onBehalf, answers })
    expect(body.errors ?? []).toEqual([])
    expect(status).toBe(201)
    const [row] = await sql(
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

  it('whose sender does not say what was agreed to has the text in force in the ledger of consents', async () => {
    const { body } = await (await newApplicant()).submit('farmer', { consents: [] })
    const ledger = await sql(
      'select purpose, text_version, is_given, channel, user_id from public.consents where record_id = $1',
      [body.id],
    )
    const { purpose, textVersion } = consentTexts.terms
    expect(ledger).toEqual([
      { purpose, text_version: textVersion, is_given: true, channel: 'web', user_id: null },
    ])
  })

  it('leaves no secret in any answer of the service, and none in the ledger of what was sent', async () => {
    const guest = await newApplicant()
    const { body } = await guest.submit('investor_individual')
    const tracked = await guest.track(body.trackingPath)
    const [kept] = await sql(
      'select answers, secret_fields from public.registration_submissions where record_id = $1',
      [body.id],
    )
    const seen = JSON.stringify([body, tracked.body, kept])
    for (const field of ['bvn', 'idNumber', 'accountNumber', 'dateOfBirth'])
      expect(seen).not.toContain(goodRegistrations.investor_individual[field])
    expect(kept?.secret_fields).toEqual(['accountNumber', 'bvn', 'dateOfBirth', 'idNumber'])
  })
})

it('an account that was deleted registers nobody, though its session still looks good', async () => {
  const person = await house.newPerson()
  const applicant = await newApplicant(person)
  await sql('delete from public.profiles where id = $1', [person.id])
  await sql('delete from auth.users where id = $1', [person.id])
  for (const form of ['farmer', 'buyer_individual'] as const) {
    const { status, body } = await applicant.submit(form)
    expect([status, body.code]).toEqual([401, 'sign_in'])
  }
  expect((await applicant.call('POST', registrationPaths.photos, {})).status).toBe(401)
})

describe('a photo', () => {
  let guest: Applicant
  let received: Submitted
  let slot: PhotoSlot

  const register = async (form: RegistrationFormName = 'farmer', person?: Person) => {
    guest = await newApplicant(person)
    received = (await guest.submit(form)).body
    slot = received.photo as PhotoSlot
  }
  const hasPhoto = async () =>
    (
      await sql<{ has_photo: boolean }>(`select has_photo from public.${received.recordType} where id = $1`, [
        received.id,
      ])
    )[0]?.has_photo

  it('goes to its own place alone: not twice, not elsewhere, and nothing but a picture of 300 kB', async () => {
    await register()
    const photo = await takePhoto()
    expect(await guest.upload({ ...slot, path: randomUUID() }, photo)).not.toBeNull()
    expect(await guest.upload({ ...slot, token: `${slot.token}x` }, photo)).not.toBeNull()
    expect(
      await guest.upload(slot, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
    ).not.toBeNull()
    expect(await guest.upload(slot, Buffer.from('MZ, a program'), 'image/jpeg')).not.toBeNull()
    expect(await guest.upload(slot, Buffer.concat([photo, Buffer.alloc(300 * 1024)]))).not.toBeNull()
    expect(await guest.upload(slot, photo)).toBeNull()
    expect(await guest.upload(slot, photo)).not.toBeNull()
    expect(await hasPhoto()).toBe(false)
  })

  it('is not attached before it is there, to another record, with another link, or without one', async () => {
    await register()
    const early = await guest.attach(slot, received)
    expect([early.status, early.body.message]).toEqual([409, intakeMessages.photoMissing])
    await guest.upload(slot, await takePhoto())
    const mine = received
    const { body: other } = await guest.submit('farmer')
    for (const claim of [
      { ...mine, id: other.id },
      { ...other, id: mine.id },
      { ...mine, trackingPath: `/track/${'A'.repeat(43)}` },
      { ...mine, trackingPath: other.trackingPath },
      { ...mine, recordType: 'buyers' },
      { ...mine, recordType: 'pg_class' },
    ])
      expect((await guest.attach(slot, claim)).status).toBe(404)
    expect((await guest.attach(slot, { ...mine, trackingPath: null })).status).toBe(401)
    const stranger = await newApplicant(member)
    expect((await stranger.attach(slot, { ...mine, trackingPath: null })).status).toBe(404)
    expect((await guest.attach({ ...slot, receipt: 'A'.repeat(43) }, mine)).status).toBe(404)
    expect(await hasPhoto()).toBe(false)
    expect((await guest.attach(slot, mine)).status).toBe(200)
    expect(await hasPhoto()).toBe(true)
  })

  it('is kept without the place and the camera that were in it, and small', async () => {
    await register('training')
    const big = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#775544' } })
      .withExif({ IFD0: { Model: 'Secret-Camera' }, IFD3: { GPSLatitude: '9/1 4/1 0/1' } })
      .jpeg({ quality: 60 })
      .toBuffer()
    expect(big.includes('Secret-Camera')).toBe(true)
    expect(await guest.upload(slot, big)).toBeNull()
    expect((await guest.attach(slot, received)).status).toBe(200)
    const service = house.newClient(house.keys.secretKey)
    const { data } = await service.storage.from('selfies').download(slot.path)
    const bytes = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect(bytes.includes('Secret-Camera')).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 512 })
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  })

  it('that is none is refused, goes, and another can take its place', async () => {
    await register()
    const broken = Buffer.concat([(await takePhoto()).subarray(0, 300), Buffer.alloc(5000)])
    expect(await guest.upload(slot, broken)).toBeNull()
    const { status, body } = await guest.attach(slot, received)
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'selfieImage', message: intakeMessages.photoUnreadable }],
    ])
    expect(await storedNames()).not.toContain(slot.path)
    const again = await guest.call<PhotoSlot>(
      'POST',
      registrationPaths.photos,
      {},
      { [trackingTokenHeader]: tokenOf(received.trackingPath) },
    )
    expect(again.status).toBe(201)
    expect(await guest.upload(again.body, await takePhoto())).toBeNull()
    expect((await guest.attach(again.body, received)).status).toBe(200)
    expect(await hasPhoto()).toBe(true)
  })

  it('attached twice is attached; a second one replaces it while nobody has decided, and not afterwards', async () => {
    await register()
    await guest.upload(slot, await takePhoto())
    expect((await guest.attach(slot, received)).status).toBe(200)
    expect((await guest.attach(slot, received)).status).toBe(200)
    const place = async () =>
      (
        await guest.call<PhotoSlot>(
          'POST',
          registrationPaths.photos,
          {},
          { [trackingTokenHeader]: tokenOf(received.trackingPath) },
        )
      ).body
    const second = await place()
    await guest.upload(second, await takePhoto(300))
    expect((await guest.attach(second, received)).status).toBe(200)
    await sql(`update public.farmers set status = 'approved' where id = $1`, [received.id])
    const third = await place()
    await guest.upload(third, await takePhoto(400))
    expect((await guest.attach(third, received)).status).toBe(409)
  })

  it('of a buyer is sent first and comes with the form; one that never arrived costs nothing', async () => {
    const person = await house.newPerson()
    const buyer = await newApplicant(person)
    const opened = await buyer.call<PhotoSlot>('POST', registrationPaths.photos, {})
    expect(await buyer.upload(opened.body, await takePhoto())).toBeNull()
    const stranger = await newApplicant(member)
    const stolen = await stranger.submit('buyer_individual', { photoReceipt: opened.body.receipt })
    expect(stolen.body.photo).not.toBeNull()
    const { status, body } = await buyer.submit('buyer_individual', { photoReceipt: opened.body.receipt })
    expect([status, body.photo]).toEqual([201, null])
    received = body
    expect(await hasPhoto()).toBe(true)
    const { body: corporate } = await buyer.submit('buyer_corporate', { photoReceipt: 'B'.repeat(43) })
    expect(corporate.photo).not.toBeNull()
    received = corporate
    expect(await hasPhoto()).toBe(false)
    expect(await buyer.upload(corporate.photo as PhotoSlot, await takePhoto())).toBeNull()
    expect((await buyer.attach(corporate.photo as PhotoSlot, corporate)).status).toBe(200)
    expect(await hasPhoto()).toBe(true)
  })

  it('has a place for whoever is signed in, or holds a link, and for nobody else', async () => {
    const nobody = await newApplicant()
    expect((await nobody.call('POST', registrationPaths.photos, {})).status).toBe(404)
    const collector = await newApplicant(await house.newPerson())
    const statuses = []
    for (let asked = 0; asked < 21; asked++)
      statuses.push((await collector.call('POST', registrationPaths.photos, {})).status)
    expect(statuses).toEqual([...Array(20).fill(201), 429])
  })
})

describe('what happens to a registration', () => {
  const mailFor = (email: string, words: string) =>
    vi.waitUntil(
      async () => (await house.mailbox()).find(({ to, subject }) => to === email && subject.includes(words)),
      { timeout: 10_000 },
    )

  it('is written to whoever sent it: what to correct, why it was declined, or that it is approved', async () => {
    const admin = await house.newAdmin()
    const guest = await newApplicant()
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
    const { body } = await (await newApplicant()).submit('training', { answers })
    const { data } = await admin.client.from('people_to_phone').select('reference, topic').eq('id', body.id)
    expect(data).toEqual([{ reference: body.reference, topic: 'received' }])
  })
})

describe('a tracking link', () => {
  it('that leads nowhere says so, whatever is in it', async () => {
    const guest = await newApplicant()
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
    const guest = await newApplicant()
    const { body } = await guest.submit('farmer')
    const headers = { [trackingTokenHeader]: tokenOf(body.trackingPath) }
    expect(
      (await guest.call('POST', registrationPaths.trackWithdraw, { purpose: 'newsletter' }, headers)).status,
    ).toBe(404)
    expect(
      (await guest.call('POST', registrationPaths.trackWithdraw, { purpose: 'terms' }, headers)).status,
    ).toBe(200)
    expect((await guest.track<{ consents: unknown[] }>(body.trackingPath)).body.consents).toMatchObject([
      { purpose: 'terms', isGiven: false },
    ])
  })

  it('answers what was asked to be corrected, with the secrets that were there, and nothing that was not asked', async () => {
    const admin = await house.newAdmin()
    const guest = await newApplicant()
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
      sql('select field, last_four, match_hash from strongroom.secrets where record_id = $1 order by field', [
        body.id,
      ])
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

  it('shows who looked, and erases what is secret, the photo with it', async () => {
    const guest = await newApplicant()
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
    expect(await sql('select from strongroom.secrets where record_id = $1', [body.id])).toEqual([])
  })
})

it('an account answers a correction of its own record, and of no other', async () => {
  const admin = await house.newAdmin()
  const person = await house.newPerson()
  const owner = await newApplicant(person)
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
  expect((await (await newApplicant()).call('POST', path, corrected)).status).toBe(401)
  expect((await (await newApplicant(member)).call('POST', path, corrected)).status).toBe(404)
  expect((await owner.call('POST', `/registrations/buyers/${body.id}/resubmit`, corrected)).status).toBe(404)
  expect((await owner.call('POST', '/registrations/farmers/none/resubmit', corrected)).status).toBe(404)
  expect((await owner.call('POST', path, corrected)).status).toBe(200)
  expect(await sql('select goals from public.farmers where id = $1', [body.id])).toEqual([
    { goals: 'To feed the whole of Keffi.' },
  ])
})
