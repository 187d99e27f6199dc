// The vault over HTTP: who is refused, what staff see of whom, what people take along, and what is left after "erase".
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownSecretsMessages } from '#domain/account/own-secrets.ts'
import { jobApplicationForm } from '#domain/company/job-applications.ts'
import { partnershipForm } from '#domain/company/partnerships.ts'
import { formMessages } from '#domain/form-messages.ts'
import { trackingTokenHeader } from '#domain/guest-links.ts'
import {
  type ClaimAnswer,
  type ClaimRequest,
  type RegistrationReceived,
  registrationPaths,
} from '#domain/registrations/intake.ts'
import { getRegistrationRules, readRegistrationForm } from '#domain/registrations/readers.ts'
import { type RegistrationFormName, registrationFormNames } from '#domain/registrations/registrations.ts'
import { listSecretFields } from '#domain/registrations/rules.ts'
import { vaultMessages, vaultPaths } from '#domain/vault.ts'
import type { PersonExport } from '#server/vault/export.ts'
import { type Person, startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor, ageFactors } from '#tests/harness/second-factor.ts'
import {
  type Answer,
  type Applicant,
  createApplicant,
  takePhoto,
  tokenOf,
} from '#tests/server/registrations/applicant.ts'

const reason = 'Checking the BVN with the bank'
let address = 0

const app = await startApp({ TRUSTED_PROXIES: 'loopback' })
const admin = await app.newAdmin()
await addSecondFactor(admin)
afterAll(() => app.stop())

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, async (client) => (await client.query<Row>(text, values)).rows)

/** Someone at an address of their own, with the session that they have now. */
async function browserOf(person?: Person): Promise<Applicant> {
  const session = person && mustWork(await person.client.auth.getSession()).session
  address += 1
  return createApplicant({
    url: app.url,
    publishableKey: app.keys.publishableKey,
    address: `198.51.100.${address}`,
    ...(session && { accessToken: session.access_token }),
  })
}

async function register(form: RegistrationFormName, person?: Person): Promise<RegistrationReceived> {
  const { status, body } = await (await browserOf(person)).submit(form)
  expect([form, status]).toEqual([form, 201])
  return body
}

async function claim(person: Person, request: ClaimRequest): Promise<Answer<ClaimAnswer>> {
  return (await browserOf(person)).call<ClaimAnswer>('POST', registrationPaths.claim, request)
}

/** Their session has a second factor that has stood for 72 hours. */
async function addOldFactor(person: Person): Promise<void> {
  await addSecondFactor(person)
  await ageFactors(app.databaseUrl, person.id)
}

interface Revealed {
  ok: boolean
  code?: string
  field?: string
  value?: string
  message?: string
}

async function reveal(
  person: Person | undefined,
  { recordType, id }: RegistrationReceived,
  field = 'bvn',
  why = reason,
): Promise<Answer<Revealed>> {
  const browser = await browserOf(person)
  return browser.call('POST', vaultPaths.reveal, { recordType, recordId: id, field, reason: why })
}

const exportOf = async (person: Person) =>
  (await (await browserOf(person)).call<PersonExport>('GET', vaultPaths.export)).body

async function attachPhoto(person: Person | undefined, received: RegistrationReceived): Promise<void> {
  const browser = await browserOf(person)
  if (!received.photo) throw new Error('no place was given for a photo')
  expect(await browser.upload(received.photo, await takePhoto())).toBeNull()
  expect((await browser.attach(received.photo, received)).status).toBe(200)
}

const photoNames = async () =>
  (await sql<{ name: string }>(`select name from storage.objects where bucket_id = 'selfies'`)).map(
    ({ name }) => name,
  )

describe('revealing', () => {
  let investor: RegistrationReceived
  let owner: Person
  beforeAll(async () => {
    owner = await app.newPerson()
    investor = await register('investor_individual', owner)
  })

  it('is refused to visitors, to the person, and to staff without a second factor', async () => {
    expect((await reveal(undefined, investor)).status).toBe(401)
    expect((await reveal(owner, investor)).body).toMatchObject({ ok: false, code: 'forbidden' })
    const passwordAlone = await app.newPerson()
    await sql(`insert into public.user_roles values ($1, 'reviewer')`, [passwordAlone.id])
    const answer = await reveal(passwordAlone, investor)
    expect([answer.status, answer.body]).toEqual([
      403,
      { ok: false, code: 'second_factor', message: vaultMessages.secondFactor, errors: [] },
    ])
    expect(await sql('select from public.vault_reveals')).toEqual([])
  })

  it('is refused to staff of what is their own, and of anything while their account is frozen', async () => {
    const staff = await app.newPerson()
    const own = await register('investor_individual', staff)
    await sql(`insert into public.user_roles values ($1, 'reviewer')`, [staff.id])
    await addSecondFactor(staff)
    const refused = await reveal(staff, own)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'What is your own is under Privacy, where your download has it',
    ])
    await sql('insert into private.account_freezes (user_id, mailbox) values ($1, $2)', [
      staff.id,
      staff.email,
    ])
    const frozen = await reveal(staff, investor)
    expect([frozen.status, frozen.body.message]).toEqual([403, ownSecretsMessages.frozen])
    expect(await sql('select from public.vault_reveals where actor_id = $1', [staff.id])).toEqual([])
  })

  it('is refused without a reason, for what is not there, and from another site', async () => {
    expect((await reveal(admin, investor, 'bvn', 'because')).body).toMatchObject({
      code: 'invalid',
      errors: [{ field: 'reason', message: 'Please give a reason of at least 10 characters' }],
    })
    expect((await reveal(admin, investor, 'sidraWalletAddress')).status).toBe(404)
    expect((await reveal(admin, { ...investor, id: 'no-uuid' })).status).toBe(400)
    const browser = await browserOf(admin)
    const request = { recordType: 'investors', recordId: investor.id, field: 'bvn', reason }
    const crossSite = await browser.call('POST', vaultPaths.reveal, request, {
      'sec-fetch-site': 'cross-site',
    })
    expect(crossSite.status).toBe(403)
  })

  it('shows the secret, once it is written down for its owner to read', async () => {
    const { status, body, headers } = await reveal(admin, investor)
    expect([status, body]).toEqual([200, { ok: true, field: 'bvn', value: '12345678901' }])
    expect(headers.get('cache-control')).toBe('private, no-store')
    const seen = mustWork(
      await owner.client.from('vault_reveals').select('field, reason, actor_id, actor_role'),
    )
    expect(seen).toEqual([{ field: 'bvn', reason, actor_id: admin.id, actor_role: 'admin' }])
  })

  it('shows a photo as the picture itself', async () => {
    const farmer = await register('farmer')
    await attachPhoto(undefined, farmer)
    const { body } = await reveal(admin, farmer, 'selfie', 'Comparing the face at the gate')
    const jpeg = Buffer.from(body.value?.split(',')[1] ?? '', 'base64')
    expect(body.value).toMatch(/^data:image\/jpeg;base64,/)
    expect([...jpeg.subarray(0, 2)]).toEqual([0xff, 0xd8])
  })

  it('shows a guest who looked, by their link', async () => {
    const guest = await register('farmer')
    await reveal(admin, guest, 'dateOfBirth', 'The birth date is hard to read')
    const browser = await browserOf()
    const { body } = await browser.call<{ reveals: { field: string; reason: string }[] }>(
      'POST',
      registrationPaths.trackReveals,
      undefined,
      { [trackingTokenHeader]: tokenOf(guest.trackingPath) },
    )
    expect(JSON.stringify(body)).toContain('The birth date is hard to read')
  })
})

describe('the export', () => {
  it('is refused to visitors and to tokens that are none', async () => {
    expect((await (await browserOf()).call('GET', vaultPaths.export)).status).toBe(401)
    const forged = await (await browserOf()).call('GET', vaultPaths.export, undefined, {
      authorization: 'Bearer a.b.c',
    })
    expect(forged.status).toBe(401)
  })

  it('is given twenty times in ten minutes to one account', async () => {
    const browser = await browserOf(await app.newPerson())
    const answers = await Promise.all(
      Array.from({ length: 21 }, () => browser.call('GET', vaultPaths.export)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('comes as a file', async () => {
    const { headers } = await (await browserOf(await app.newPerson())).call('GET', vaultPaths.export)
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it.each(registrationFormNames)(
    'has every answer of %s; its secrets masked, and whole with a second factor of three days',
    async (form) => {
      const person = await app.newPerson()
      const { id, recordType } = await register(form, person)
      const read = readRegistrationForm(form, goodRegistrations[form])
      if (!read.ok) throw new Error('the example is not taken')
      const wanted = Object.entries(read.secrets).sort()
      expect(wanted.map(([field]) => field)).toEqual(listSecretFields(getRegistrationRules(form)).sort())

      const masked = await exportOf(person)
      expect(masked.tables['public.registration_submissions']).toMatchObject([
        { record_id: id, form, answers: read.answers },
      ])
      expect(masked.tables[`public.${recordType}`]).toMatchObject([{ id, user_id: person.id }])
      expect(masked.secretsInClear).toBe(false)
      expect(masked.secrets.map(({ field }) => field).sort()).toEqual(wanted.map(([field]) => field))
      for (const [, secret] of wanted) expect(JSON.stringify(masked)).not.toContain(secret)

      await addOldFactor(person)
      const whole = await exportOf(person)
      expect(whole.secrets.map(({ field, value }) => [field, value]).sort()).toEqual(wanted)
      expect(whole.tables['public.registration_submissions']).toMatchObject([{ answers: read.answers }])
    },
  )

  it('keeps masked what was claimed by an address alone, which may have been mistyped', async () => {
    const person = await app.newPerson()
    const answers: Record<string, unknown> = { ...goodRegistrations.farmer, email: person.email }
    const mistyped = (await (await browserOf()).submit('farmer', { answers })).body
    const own = (await (await browserOf()).submit('farmer', { answers })).body
    await attachPhoto(undefined, mistyped)
    await attachPhoto(undefined, own)
    // A link that went to the mailbox says no more than the mailbox itself.
    await sql(
      `insert into private.registration_guest_links (token_hash, record_type, record_id, is_mailed)
        values (encode(sha256('mailed'), 'hex'), 'farmers', $1, true)`,
      [mistyped.id],
    )
    const tokens = [tokenOf(own.trackingPath), 'mailed', 'guess']
    expect((await claim(person, { tokens })).body.claimed).toHaveLength(2)
    const later = await register('farmer', person)
    await addOldFactor(person)
    const all = await exportOf(person)
    const birthDateOf = ({ id }: RegistrationReceived) =>
      all.secrets.find(({ recordId }) => recordId === id)?.value
    expect(birthDateOf(mistyped)).toMatch(/^•+/)
    expect([birthDateOf(own), birthDateOf(later)]).toEqual([answers.dateOfBirth, answers.dateOfBirth])
    expect(all.photos.map(({ recordId }) => recordId)).toEqual([own.id])
  })

  it('has the applications of the public forms, which are the account’s once it has proved their address', async () => {
    const [person, stranger] = [await app.newPerson(), await app.newPerson()]
    const send = async (path: string, fields: Record<string, string>, cv?: File) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      if (cv) body.set('cv', cv)
      const headers = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }
      expect((await fetch(app.url + path, { method: 'POST', headers, body })).status).toBe(200)
    }
    const email = person.email.toUpperCase()
    await send(partnershipForm.path, {
      ...{
        termsAccepted: 'on',
        partnershipType: 'franchise',
        companyName: 'Obi & Sons',
        contactPerson: 'Ada Obi',
      },
      ...{ email, phone: '08031234567', country: 'Nigeria', businessDescription: 'Two shops in Keffi.' },
    })
    const cv = new File(['%PDF-1.7\n%%EOF\n'], 'CV.pdf')
    await send(jobApplicationForm.path, { fullName: 'Ada Obi', email, phone: '08031234567' }, cv)
    const own = async ({ client }: Person) => [
      ...mustWork(await client.from('partnership_applications').select('company_name,user_id')),
      ...mustWork(await client.from('job_applications').select('full_name,user_id')),
    ]
    expect(await own(person)).toEqual([])
    for (const one of [stranger, person]) expect((await claim(one, { tokens: [] })).status).toBe(200)
    const both = [
      { company_name: 'Obi & Sons', user_id: person.id },
      { full_name: 'Ada Obi', user_id: person.id },
    ]
    expect([await own(person), await own(stranger)]).toEqual([both, []])
    // Also under a new address.
    await sql('update auth.users set email = $2 where id = $1', [person.id, `${randomUUID()}@example.com`])
    const { tables } = await exportOf(person)
    expect(tables['public.partnership_applications']).toMatchObject([{ company_name: 'Obi & Sons' }])
    expect(tables['public.job_applications']).toMatchObject([{ full_name: 'Ada Obi' }])
    expect(tables['storage.objects']).toMatchObject([{ bucket_id: 'cvs' }])
    expect((await exportOf(stranger)).tables['public.partnership_applications']).toEqual([])
  })

  it('has what was sent as a guest whole, once the account has claimed it by the link on the screen', async () => {
    const person = await app.newPerson()
    const answers = { ...goodRegistrations.investor_individual, email: person.email }
    const guest = (await (await browserOf()).submit('investor_individual', { answers })).body
    const request = { token: tokenOf(guest.trackingPath) }
    // Anyone who holds the link alone gets nothing of it.
    expect((await claim(await app.newPerson(), request)).status).toBe(403)
    expect((await claim(person, request)).body).toMatchObject({ claimed: [{ id: guest.id }] })
    const secretOf = async (field: string) =>
      (await exportOf(person)).secrets.find((secret) => secret.field === field)?.value
    expect(await secretOf('bvn')).toMatch(/^•+/)
    await addOldFactor(person)
    expect(await secretOf('bvn')).toBe(goodRegistrations.investor_individual.bvn)
  })

  it('is given by a guest link too, masked, and to no other link', async () => {
    const [guest, other] = [await register('farmer'), await register('farmer')]
    const browser = await browserOf()
    const exportBy = (token: string) =>
      browser.call<PersonExport>('POST', registrationPaths.trackExport, {}, { [trackingTokenHeader]: token })
    expect((await exportBy('A'.repeat(43))).status).toBe(404)
    const { status, body } = await exportBy(tokenOf(guest.trackingPath))
    expect([status, body.secretsInClear, body.photos]).toEqual([200, false, []])
    expect(body.secrets).toMatchObject([{ recordId: guest.id, value: expect.stringMatching(/^•+/) }])
    expect(body.tables['public.farmers']).toMatchObject([{ id: guest.id }])
    expect(JSON.stringify(body)).not.toContain(String(goodRegistrations.farmer.dateOfBirth))
    expect(JSON.stringify(body)).not.toContain(other.id)
  })

  it('has the photo with a second factor, and nothing of anybody else', async () => {
    const [person, neighbour] = [await app.newPerson(), await app.newPerson()]
    await attachPhoto(person, await register('farmer', person))
    const theirs = await register('farmer', neighbour)
    expect((await exportOf(person)).photos).toEqual([])
    await addOldFactor(person)
    const all = await exportOf(person)
    expect(all.photos).toMatchObject([
      { recordType: 'farmers', image: expect.stringMatching(/^data:image\/jpeg/) },
    ])
    expect(JSON.stringify(all)).not.toContain(theirs.id)
    expect(JSON.stringify(all)).not.toContain(neighbour.id)
  })
})

describe('an owner of the database who makes a person of the vault their own', () => {
  it('is given nothing in clear, and the try is written down', async () => {
    const thief = await app.newPerson()
    const victim = await app.newPerson()
    const { id } = await register('investor_individual', victim)
    await addOldFactor(thief)
    await sql('update app_vault.people set user_id = $1 where user_id = $2', [thief.id, victim.id])
    const all = await exportOf(thief)
    expect(all.secretsInClear).toBe(true)
    expect(all.secrets.map(({ value }) => value).filter((value) => !value.startsWith('•'))).toEqual([])
    expect(all.secrets.length).toBeGreaterThan(1)
    const entries = await sql<{ in_clear: boolean }>(
      'select in_clear from private.own_exports where user_id = $1',
      [thief.id],
    )
    expect(entries).toEqual([{ in_clear: true }])
    const alarms = `select subject_id from public.audit_trail where action = 'alarm' and subject_type = 'vault_seal' and subject_id = $1`
    expect(await sql(alarms, [id])).toEqual([{ subject_id: id }])
    // Nor do staff open it until it is as it was.
    const check = async () =>
      (await browserOf(admin)).call<Revealed>('POST', vaultPaths.reveal, {
        recordType: 'investors',
        recordId: id,
        field: 'bvn',
        reason,
      })
    expect(await check()).toMatchObject({ status: 503, body: { message: vaultMessages.unreadable } })
    await sql('update app_vault.people set user_id = $2 where user_id = $1', [thief.id, victim.id])
    expect((await check()).body.value).toBe(goodRegistrations.investor_individual.bvn)
  })
})

describe('a session that was signed out', () => {
  it('neither reveals, exports nor erases, whatever its token says', async () => {
    const staff = await app.newPerson()
    await sql(`insert into public.user_roles values ($1, 'reviewer')`, [staff.id])
    await addSecondFactor(staff)
    const investor = await register('investor_individual', staff)
    const browser = await browserOf(staff)
    expect((await staff.client.auth.signOut({ scope: 'global' })).error).toBeNull()
    const request = { recordType: 'investors', recordId: investor.id, field: 'bvn', reason }
    const receipt = { receipt: 'a'.repeat(43), recordType: 'investors', id: investor.id }
    const resubmission = { answers: {}, idempotencyKey: randomUUID() }
    for (const [method, path, body] of [
      ['POST', vaultPaths.reveal, request],
      ['GET', vaultPaths.export, undefined],
      ['POST', vaultPaths.erase, {}],
      ['POST', registrationPaths.attachPhoto, receipt],
      ['POST', `${registrationPaths.submit}/investors/${investor.id}/resubmit`, resubmission],
    ] as const) {
      const { status, body: refusal } = await browser.call(method, path, body)
      expect([path, status, refusal.code, refusal.message]).toEqual([
        path,
        401,
        'sign_in',
        formMessages.signIn,
      ])
    }
    expect(await sql('select from public.vault_reveals where actor_id = $1', [staff.id])).toEqual([])
    expect(await sql('select from app_vault.secrets where record_id = $1', [investor.id])).not.toEqual([])
  })
})

describe('erasing', () => {
  it('is refused to visitors, and to a password where there is a second factor', async () => {
    expect((await (await browserOf()).call('POST', vaultPaths.erase, {})).status).toBe(401)
    const person = await app.newPerson()
    const { id } = await register('farmer', person)
    await addSecondFactor(person)
    const again = app.newClient()
    mustWork(await again.auth.signInWithPassword(person))
    const answer = await (await browserOf({ ...person, client: again })).call('POST', vaultPaths.erase, {})
    expect([answer.status, answer.body.code]).toEqual([403, 'second_factor'])
    expect(await sql('select from app_vault.secrets where record_id = $1', [id])).toHaveLength(1)
  })

  it('leaves nothing to reveal, to export or to look at; the photo is gone; again is the same', async () => {
    const person = await app.newPerson()
    const farmer = await register('farmer', person)
    const investor = await register('investor_individual', person)
    const before = await photoNames()
    await attachPhoto(person, farmer)
    const [photo] = (await photoNames()).filter((name) => !before.includes(name))
    expect(photo).toBeDefined()
    const browser = await browserOf(person)
    for (const _ of ['once', 'again'])
      expect((await browser.call('POST', vaultPaths.erase, {})).status).toBe(200)
    expect((await reveal(admin, investor)).status).toBe(404)
    expect(await photoNames()).not.toContain(photo)
    await addOldFactor(person)
    const left = await exportOf(person)
    expect([left.secrets, left.photos]).toEqual([[], []])
    expect(left.tables['public.registration_submissions']).toEqual([])
    for (const word of ['12345678901', 'Ada Obi', '12 Marina Road'])
      expect(JSON.stringify(left.tables['public.investors'])).not.toContain(word)
  })

  it('works by a guest link as well, for that registration alone', async () => {
    const [guest, other] = [await register('investor_crypto'), await register('investor_crypto')]
    const browser = await browserOf()
    const { status } = await browser.call(
      'POST',
      registrationPaths.trackErase,
      {},
      {
        [trackingTokenHeader]: tokenOf(guest.trackingPath),
      },
    )
    expect(status).toBe(200)
    expect((await reveal(admin, guest, 'sidraWalletAddress')).status).toBe(404)
    expect((await reveal(admin, other, 'sidraWalletAddress')).status).toBe(200)
    const tracked = await browser.track(guest.trackingPath)
    expect(JSON.stringify(tracked.body)).not.toContain('Ada Obi')
  })
})
