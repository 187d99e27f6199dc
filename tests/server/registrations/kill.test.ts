// The server is killed (kill -9) again and again while many people register: whatever was acknowledged is there, with
// its photo, and nothing is there twice. Its own PostgreSQL, its own files: nothing stands in for anything.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { PhotoSlot, RegistrationRequest } from '#domain/registrations/intake.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import { openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import { readEnvironment } from '#server/settings/env.ts'
import { readMasterKeys } from '#server/vault/master-key.ts'
import { createVault } from '#server/vault/vault.ts'
import { asOwner } from '#tests/harness/database.ts'
import { keys, useKilledServer } from '#tests/harness/killed-server.ts'
import { seededRandom } from '#tests/harness/random.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { type Applicant, consents, createApplicant, type Submitted, takePhoto } from './applicant.ts'

const people = process.env.TEST_LONG ? 20 : 12
/** As many of them have an account and a session, and register as buyers. */
const members = process.env.TEST_LONG ? 5 : 3
const kills = process.env.TEST_LONG ? 20 : 1
const server = useKilledServer('kill-')

/** The same run for the same seed, as far as so many at once allow. */
const random = seededRandom(20261121)

interface Acknowledged {
  form: RegistrationFormName
  email: string
  request: RegistrationRequest
  received: Submitted
  /** Null: a guest. */
  userId: string | null
  /** Null: this form has none. */
  photoPath: string | null
}

const acknowledged: Acknowledged[] = []
const sentEmails: string[] = []
let killsLeft = kills
let acknowledgements = 0
let onAcknowledgement = () => {}

const guestForms: RegistrationFormName[] = ['farmer', 'training', 'investor_individual', 'investor_crypto']
const memberForms: RegistrationFormName[] = ['buyer_individual', 'buyer_corporate']

it(`${people} people, ${members} of them with a session, register while the server is killed ${kills}×`, async () => {
  const photo = await takePhoto()
  const everybody = Promise.all(
    Array.from({ length: people }, (_, index) => registerAgainAndAgain(index, photo)),
  )
  for (; killsLeft > 0; killsLeft--) {
    await acknowledgementsFromNow(8 + Math.floor(random() * 12))
    await server.killAndStart()
  }
  await everybody
  expect(acknowledged.length).toBeGreaterThan(kills * 8)
  expect(acknowledged.filter(({ userId }) => userId !== null).length).toBeGreaterThanOrEqual(members)

  expect(await server.stop()).toBe(0)
  await server.readStopped(expectAllThere)
  await server.start()
  await expectPhotosReadable()
}, 600_000)

/** Until the last kill is over, and then to the end of the current form; never gives up on one. */
async function registerAgainAndAgain(index: number, photo: Buffer): Promise<void> {
  const address = `203.0.113.${index}`
  const isMember = index < members
  const forms = isMember ? memberForms : guestForms
  const guest = { applicant: openApplicant(address), userId: null }
  do {
    const form = forms[Math.floor(random() * forms.length)] as RegistrationFormName
    const email = `${randomUUID()}@example.com`
    // One registration of a kind for each account: another round is another member.
    const { applicant, userId } = isMember ? await signUp(email, address) : guest
    sentEmails.push(email)
    const answers = { ...goodRegistrations[form], email }
    // The attempt keeps its key, whatever happens to its answers.
    const request: RegistrationRequest = {
      answers,
      idempotencyKey: randomUUID(),
      consents,
    }
    const received = await insist(async () => {
      const proof = isMember ? {} : { proof: await applicant.prove() }
      const sent = await applicant.submit(form, { ...request, ...proof })
      return sent.status === 201 ? sent.body : refused(sent)
    })
    const photoPath = received.photo && (await sendPhoto(applicant, received, received.photo, photo))
    acknowledged.push({ form, email, request, received, userId, photoPath })
    acknowledgements++
    onAcknowledgement()
  } while (killsLeft > 0)
}

function openApplicant(address: string, accessToken?: string): Applicant {
  return createApplicant({
    url: server.url,
    publishableKey: keys.SUPABASE_PUBLISHABLE_KEY,
    address,
    ...(accessToken && { accessToken }),
  })
}

/** An account and a session of its own, whatever happens to the answers on the way. */
async function signUp(email: string, address: string): Promise<{ applicant: Applicant; userId: string }> {
  const open = (key: string) =>
    createClient(server.url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { 'x-forwarded-for': address } },
    })
  const password = 'Harvest-2026'
  const session = await insist(async () => {
    const created = await open(keys.SUPABASE_SECRET_KEY).auth.admin.createUser({
      email,
      password,
      email_confirm: true,
    })
    // It is there since a try whose answer was lost.
    if (created.error && created.error.code !== 'email_exists') throw created.error
    const { data, error } = await open(keys.SUPABASE_PUBLISHABLE_KEY).auth.signInWithPassword({
      email,
      password,
    })
    if (error) throw error
    return data.session
  })
  return { applicant: openApplicant(address, session.access_token), userId: session.user.id }
}

async function sendPhoto(
  applicant: Applicant,
  received: Submitted,
  slot: PhotoSlot,
  photo: Buffer,
): Promise<string> {
  await insist(async () => {
    const error = await applicant.upload(slot, photo)
    const status = Number((error as { status?: number } | null)?.status ?? 0)
    // It is there since a try whose answer was lost; the attachment will show it.
    if (!error || (status >= 400 && status < 500)) return true
    throw error
  })
  await insist(async () => {
    const sent = await applicant.attach(slot, received)
    return sent.status === 200 ? true : refused(sent)
  })
  return slot.path
}

class Refused extends Error {}

/** An answer that no further try changes; anything else (no answer, 429, 5xx) is worth another. */
function refused({ status, body }: { status: number; body: unknown }): never {
  const message = `${status} ${JSON.stringify(body)}`
  throw status >= 500 || status === 429 ? new Error(message) : new Refused(message)
}

async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refused || tries > 200) throw error
      await server.isUp
    }
  }
}

function acknowledgementsFromNow(more: number): Promise<void> {
  const wanted = acknowledgements + more
  return new Promise((resolve) => {
    onAcknowledgement = () => {
      if (acknowledgements >= wanted) resolve()
    }
  })
}

interface StoredRow {
  id: string
  reference: string
  user_id: string | null
  has_photo: boolean
  answers: Record<string, unknown>
  photo_hash: string | null
}

/** Straight from the tables, while no server runs. */
async function expectAllThere(ownerUrl: string): Promise<void> {
  const rows = await asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<StoredRow & { contact_email: string }>(
      `select record.id, record.reference, record.user_id, record.has_photo, record.contact_email, sent.answers,
          encode(secrets.match_hash, 'hex') as photo_hash
        from private.registrations as record
        left join public.registration_submissions as sent on sent.record_id = record.id
        left join app_vault.secrets on secrets.record_id = record.id and secrets.field = 'selfie'`,
    )
    return rows
  })
  const byEmail = Map.groupBy(rows, (row) => row.contact_email)
  const twice = [...byEmail].filter(([, result]) => result.length > 1)
  expect(twice).toEqual([])
  // Nothing but what someone sent, and each reference once.
  for (const email of byEmail.keys()) expect(sentEmails).toContain(email)
  expect(new Set(rows.map(({ reference }) => reference)).size).toBe(rows.length)

  const secret = (await readFile(join(server.dataDir, 'secrets/jwt-secret'), 'utf8')).trim()
  const database = await openDatabase({ url: ownerUrl, secret, log: silentLog, poolSize: 2 })
  const vault = createVault({
    database,
    masterKey: readMasterKeys(readEnvironment({ DATA_DIR: server.dataDir })),
  })
  try {
    for (const { email, received, userId, photoPath } of acknowledged) {
      const [row] = byEmail.get(email) ?? []
      expect(row).toMatchObject({
        id: received.id,
        reference: received.reference,
        user_id: userId,
        has_photo: photoPath !== null,
        answers: { email },
        photo_hash: photoPath && (await vault.hash('selfie', photoPath)),
      })
    }
  } finally {
    await database.close()
  }
}

async function expectPhotosReadable(): Promise<void> {
  const service = createClient(server.url, keys.SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
  const paths = acknowledged.flatMap(({ photoPath }) => photoPath ?? [])
  expect(paths.length).toBeGreaterThan(0)
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of paths) {
    const { data } = await service.storage.from('selfies').download(path)
    const picture = await sharp(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata()
    expect(picture).toMatchObject({ format: 'jpeg', width: 200 })
  }
}
