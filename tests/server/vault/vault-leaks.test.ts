// A thousand numbers go through a real server, taken and refused, revealed and exported; then the application is searched for
// them: every table, every byte of the data folder, all that was logged and mailed.
import { randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import { vaultPaths } from '#domain/vault.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { silentLog } from '#platform/log.ts'
import { type Child, serverScript, startChild } from '#tests/harness/child.ts'
import { findRunning, makeDataDir } from '#tests/harness/killed-server.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor, ageFactors } from '#tests/harness/second-factor.ts'
import { type Applicant, createApplicant } from '#tests/server/registrations/applicant.ts'

/** Every planted number begins with this and has a counter after it; a time of day has no four digits there. */
const mark = '908172'
const wanted = 1000
/** In answers that are no secret: the search must find these, or it would find nothing. */
const control = `${mark}9999`
const keys = { publishable: `sb_publishable_${'t'.repeat(32)}`, secret: `sb_secret_${'t'.repeat(32)}` }
const admin = { email: 'admin@example.com', password: 'Harvest-Admin-2026' }
const formsPerAccount = 50

let folder: string
let dataDir: string
let server: Child
let planted = 0
let tables: Map<string, string>

const plant = () => `${mark}${String(planted++).padStart(4, '0')}`

/** As it is, as hexadecimal (how a bytea would print it), and as base64. */
function findMarks(bytes: Buffer): string[] {
  const result = bytes.toString('latin1').match(new RegExp(`${mark}\\d{4}`, 'g')) ?? []
  const hex = Buffer.from(mark).toString('hex')
  const base64 = Buffer.from(mark).toString('base64')
  return [...result, ...[hex, base64].filter((text) => bytes.includes(text))]
}

/** What was found, without the control. */
const findPlanted = (bytes: Buffer) => findMarks(bytes).filter((text) => text !== control)

function answersOf(form: RegistrationFormName): Record<string, unknown> {
  const good = {
    ...goodRegistrations[form],
    email: `${randomUUID()}@example.com`,
    // A person of its own each time: nobody is compared with hundreds who share a number and a birthday.
    phone: `0803 1${String(planted).padStart(6, '0')}`,
    dateOfBirth: `${1960 + (planted % 40)}-0${1 + (planted % 9)}-1${planted % 10}`,
    additionalInfo: `My lucky number is ${control}.`,
  }
  if (form === 'investor_individual')
    return {
      ...good,
      bvn: `${plant()}5`,
      accountNumber: plant(),
      validIdType: 'nin',
      idNumber: `${plant()}7`,
    }
  return {
    ...good,
    sidraWalletAddress: `0x${plant()}${'a'.repeat(30)}`,
    validIdType: 'passport',
    idNumber: plant(),
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaks-'))
  // Open to PostgreSQL's own user, so that its files stay inside.
  await chmod(folder, 0o755)
  dataDir = join(folder, 'data')
  await makeDataDir(dataDir)
  server = startChild(serverScript, {
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    TRUSTED_PROXIES: 'loopback',
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SUPABASE_SECRET_KEY: keys.secret,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  const url = (await server.says(/Ready at (\S+)/))[1] ?? ''
  await plantAll(url)
  server.process.kill('SIGTERM')
  // The shutdown's checkpoint brings everything to its files.
  expect(await server.ended).toBe(0)
  tables = await copyEveryTable()
}, 120_000)
afterAll(async () => {
  server.process.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function plantAll(url: string): Promise<void> {
  for (let account = 0; planted < wanted; account++) {
    const member = await newAccount(url, account)
    const forms = Array.from({ length: formsPerAccount }, (_, sent) =>
      sent % 3 === 0 ? ('investor_crypto' as const) : ('investor_individual' as const),
    )
    const received: string[] = []
    // One after the other: an application with every connection taken answers 503, as it should.
    for (const form of forms) {
      const { status, body } = await member.browser.submit(form, { answers: answersOf(form) })
      expect([form, status]).toEqual([form, 201])
      received.push((body as { id: string }).id)
    }
    if (account === 0) {
      await tryWhatIsRefused(member)
      await readThem(url, member, received.slice(1, 3))
    }
  }
}

interface Member {
  browser: Applicant
  client: SupabaseClient
  password: string
}

async function newAccount(url: string, account: number): Promise<Member> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const user = { email: `${randomUUID()}@example.com`, password: 'Harvest-2026' }
  const service = createClient(url, keys.secret, options)
  expect((await service.auth.admin.createUser({ ...user, email_confirm: true })).error).toBeNull()
  const client = createClient(url, keys.publishable, options)
  expect((await client.auth.signInWithPassword(user)).error).toBeNull()
  return { client, password: user.password, browser: await browserOf(url, client, `198.51.100.${account}`) }
}

async function browserOf(url: string, client: SupabaseClient, address: string): Promise<Applicant> {
  const accessToken = (await client.auth.getSession()).data.session?.access_token ?? ''
  return createApplicant({ url, publishableKey: keys.publishable, address, accessToken })
}

/** What is refused was in memory as well. */
async function tryWhatIsRefused({ browser, client }: Member): Promise<void> {
  const answers = answersOf('investor_individual')
  const path = '/registrations/investor_individual'
  const refused = [
    await browser.submit('investor_individual', { answers: { ...answers, occupation: '' } }),
    await browser.submit('investor_individual', { answers, idempotencyKey: String(answers.bvn) }),
    await browser.submit('farmer', { answers }),
    await browser.call('POST', path, `{"answers":{"bvn":"${answers.bvn}"`),
    await browser.call('POST', `${path}?bvn=${answers.bvn}`, {}),
    await browser.call('GET', `${path}?bvn=${answers.bvn}`),
  ]
  expect(refused.map(({ status }) => status)).toEqual([422, 400, 422, 400, 400, 404])
  const { data } = await client.auth.getUser()
  const user_id = data.user?.id
  const secretDraft = { user_id, form: 'investor_individual', answers: { bvn: answers.bvn } }
  expect((await client.from('registration_drafts').upsert(secretDraft)).error?.code).toBe('23514')
  const direct = { form: 'investor_individual', answers, sealed: { secrets: [answers] }, context: {} }
  expect((await client.rpc('submit_registration', direct)).error?.code).toBe('42501')
}

/** The staff see some of them, and the member takes theirs along. */
async function readThem(url: string, member: Member, ids: string[]): Promise<void> {
  const client = createClient(url, keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  expect((await client.auth.signInWithPassword(admin)).error).toBeNull()
  await addSecondFactor({ client, password: admin.password })
  const adminPages = await browserOf(url, client, '203.0.113.1')
  for (const recordId of ids) {
    const request = { recordType: 'investors', recordId, field: 'bvn' }
    const repeated = await adminPages.call('POST', vaultPaths.reveal, {
      ...request,
      reason: `Is it ${plant()}5 or not`,
    })
    expect(repeated.status).toBe(422)
    const { body } = await adminPages.call<{ value: string }>('POST', vaultPaths.reveal, {
      ...request,
      reason: 'Checking the BVN with the bank',
    })
    expect(body.value).toMatch(new RegExp(`^${mark}\\d{5}$`))
  }
  await addSecondFactor(member)
  const { data } = await member.client.auth.getUser()
  await ageFactors(await findRunning(dataDir), data.user?.id ?? '')
  const taken = await (await browserOf(url, member.client, '203.0.113.2')).call<object>(
    'GET',
    vaultPaths.export,
  )
  expect(findPlanted(Buffer.from(JSON.stringify(taken.body))).length).toBeGreaterThan(formsPerAccount)
}

/** `COPY … TO STDOUT` of every table, PostgreSQL's own statistics included, after they were brought up to date. */
async function copyEveryTable(): Promise<Map<string, string>> {
  const postgres = await startEmbedded({ dataDir, log: silentLog })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    await client.query('analyze')
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r' order by 1`,
    )
    const copies = new Map<string, string>()
    const { connection } = client as unknown as { connection: EventEmitter }
    for (const { name } of rows) {
      const chunks: Buffer[] = []
      const take = ({ chunk }: { chunk: Buffer }) => chunks.push(Buffer.from(chunk))
      connection.on('copyData', take)
      await client.query(`copy ${name} to stdout`)
      connection.off('copyData', take)
      copies.set(name, Buffer.concat(chunks).toString())
    }
    return copies
  } finally {
    await client.end()
    await postgres.stop()
  }
}

async function* everyFile(): AsyncGenerator<{ path: string; bytes: Buffer }> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) yield { path: path.slice(dataDir.length), bytes: await readFile(path) }
  }
}

it('a process hashes passwords at their full cost, which tests alone lower', () => {
  const costs = tables.get('auth.users')?.match(/\$argon2id\$v=\d+\$[^$]+/g)
  expect(new Set(costs)).toEqual(new Set(['$argon2id$v=19$m=19456,t=2,p=1']))
})

describe('a thousand secret numbers', () => {
  it('were taken, and lie in the vault', () => {
    expect(planted).toBeGreaterThanOrEqual(wanted)
    expect(tables.get('app_vault.secrets')?.split('\n').length).toBeGreaterThan(wanted)
    expect(tables.get('vault_reveals')?.trim().split('\n')).toHaveLength(2)
  })

  it('are in no table, where a number that is no secret is found', () => {
    const result = [...tables].map(([name, text]) => [name, findMarks(Buffer.from(text))] as const)
    expect(result.filter(([, marks]) => marks.includes(control)).map(([name]) => name)).toContain(
      'registration_submissions',
    )
    expect(result.filter(([, marks]) => marks.some((text) => text !== control))).toEqual([])
  })

  it('are in no byte of the data folder: database, journal, mails, files', async () => {
    const withControl: string[] = []
    const leaks: string[] = []
    for await (const { path, bytes } of everyFile()) {
      if (findMarks(bytes).includes(control)) withControl.push(path)
      if (findPlanted(bytes).length > 0) leaks.push(path)
    }
    expect(leaks).toEqual([])
    // The search reads what the database writes: its tables and its journal.
    expect(withControl.some((path) => path.includes('/base/'))).toBe(true)
    expect(withControl.some((path) => path.includes('/pg_wal/'))).toBe(true)
  })

  it('were never logged, at the most talkative level', () => {
    expect(server.output()).toContain('"level"')
    expect(findMarks(Buffer.from(server.output()))).toEqual([])
  })

  it('were never mailed, and wait in no outbox', async () => {
    const outbox = join(dataDir, 'outbox')
    const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name))))
    expect(mails.length).toBeGreaterThan(formsPerAccount)
    expect(mails.flatMap(findMarks)).toEqual([])
    // One line for each mail, sent or waiting; that none of them has a number was found above.
    expect(tables.get('private.mail_outbox')?.trim().split('\n').length).toBeGreaterThan(wanted / 4)
  })
})
