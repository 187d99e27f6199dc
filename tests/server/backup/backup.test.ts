// The restore drill: an application is filled, backed up while clients write, and made again elsewhere from the backup alone.
// Real processes, each with a PostgreSQL of its own.
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { MarketOrderLine } from '#domain/market/market-orders.ts'
import { marketPaths } from '#domain/market/market-orders.ts'
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import { vaultPaths } from '#domain/vault.ts'
import { prepareDatabase, unfinishedRestore } from '#platform/database/prepare.ts'
import { databaseUrl } from '#platform/database/with-client.ts'
import { readManifest, writeManifest } from '#server/backup/format.ts'
import { type Child, serverScript, startChild } from '#tests/harness/child.ts'
import { asOwner } from '#tests/harness/database.ts'
import { makeDataDir } from '#tests/harness/killed-server.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { createShopper } from '#tests/server/market/market-app.ts'
import { createApplicant, takePhoto } from '#tests/server/registrations/applicant.ts'

const documents = process.env.TEST_LONG ? 3_000 : 150
const admin = { email: 'admin@example.com', password: 'Harvest-Admin-2026' }
const secrets = {
  JWT_SECRET: testSecret,
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_for_this_test_alone',
  SUPABASE_SECRET_KEY: 'sb_secret_for_this_test_alone_and_long_enough',
}
const masterKey = { VAULT_MASTER_KEY: randomBytes(32).toString('base64') }

let folder: string
let dataDir: string
let backup: string
let server: Child
let url = ''
let service: SupabaseClient
let staffToken: string
const bvn = String(goodRegistrations.investor_individual.bvn)
let addresses = 0

let investor: RegistrationReceived
let photo: Buffer
let product: MarketOrderLine
/** What was acknowledged before the backup was requested. */
const before: { orders: { code: string; token: string }[] } = { orders: [] }

const nextAddress = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`
const documentText = (name: string) => `the words of ${name} `.repeat(50)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
  // Open to PostgreSQL's own user, so that its files stay inside and go with the folder.
  await chmod(folder, 0o755)
  dataDir = join(folder, 'first')
  backup = join(folder, 'backups', 'today')
  await makeDataDir(dataDir)
  await start(dataDir, masterKey)
  await fillApp()
}, 60_000)
afterAll(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

function launch(data: string, keys: Record<string, string>): Child {
  const port = url ? new URL(url).port : '0'
  const env = { PORT: port, DATA_DIR: data, DEMO_DATA: 'false', TRUSTED_PROXIES: 'loopback', ...secrets }
  const first = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  return startChild(serverScript, { ...env, ...first, ...keys, LOG_LEVEL: 'error' })
}

async function start(data: string, keys: Record<string, string>): Promise<void> {
  server = launch(data, keys)
  url = (await server.says(/Ready at (\S+)/))[1] ?? ''
  service = createClient(url, secrets.SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
}

async function stop(): Promise<void> {
  server?.process.kill('SIGTERM')
  await server?.ended
}

async function run(script: string, env: Record<string, string>, ...args: string[]) {
  const child = startChild(`server/commands/${script}.ts`, { ...secrets, ...env }, args)
  const code = await child.ended
  return { code, output: child.output().trim() }
}

const applicant = (accessToken?: string) =>
  createApplicant({
    url,
    publishableKey: secrets.SUPABASE_PUBLISHABLE_KEY,
    address: nextAddress(),
    ...(accessToken && { accessToken }),
  })
const shopper = () =>
  createShopper({ url, publishableKey: secrets.SUPABASE_PUBLISHABLE_KEY, address: nextAddress() })

async function order(): Promise<{ code: string; token: string }> {
  const { code, token } = await shopper().order([product])
  return { code, token }
}

async function register(form: RegistrationFormName, guest = applicant()): Promise<RegistrationReceived> {
  const { status, body } = await guest.submit(form)
  expect(status).toBe(201)
  return body
}

async function revealBvn() {
  const { recordType, id } = investor
  const wanted = { recordType, recordId: id, field: 'bvn', reason: 'Checking the BVN with the bank' }
  return applicant(staffToken).call<{ value?: string }>('POST', vaultPaths.reveal, wanted)
}

async function readObject(bucket: string, name: string): Promise<Buffer> {
  const blob = mustWork(await service.storage.from(bucket).download(name))
  return Buffer.from(await blob.arrayBuffer())
}

async function photoName(): Promise<string> {
  const [entry] = mustWork(await service.storage.from('selfies').list())
  if (entry?.id) return entry.name
  const [inside] = mustWork(await service.storage.from('selfies').list(entry?.name))
  return `${entry?.name}/${inside?.name}`
}

async function fillApp(): Promise<void> {
  investor = await register('investor_individual')
  const guest = applicant()
  const farmer = await register('farmer', guest)
  if (!farmer.photo) throw new Error('no place was given for a photo')
  expect(await guest.upload(farmer.photo, await takePhoto())).toBeNull()
  expect((await guest.attach(farmer.photo, farmer)).status).toBe(200)
  photo = await readObject('selfies', await photoName())

  const client = createClient(url, secrets.SUPABASE_PUBLISHABLE_KEY, { auth: { persistSession: false } })
  mustWork(await client.auth.signInWithPassword(admin))
  await addSecondFactor({ client: client as never, password: admin.password })
  staffToken = mustWork(await client.auth.getSession()).session?.access_token ?? ''
  expect((await revealBvn()).body.value).toBe(bvn)

  const row = {
    name: 'Rice',
    category: 'Grains',
    farmer_name: 'A farm',
    location: 'Keffi',
    pack_amount: 50,
    pack_unit: 'kg',
    price_kobo: 100_000,
    stock: 10_000,
    status: 'published',
  }
  const created = mustWork(await service.from('products').insert(row).select('id').single())
  product = { productId: created.id, quantity: 1, priceKobo: row.price_kobo }

  mustWork(await service.storage.createBucket('papers'))
  const names = Array.from({ length: documents }, (_, nr) => `paper-${nr}`)
  for (let first = 0; first < documents; first += 20)
    await Promise.all(
      names
        .slice(first, first + 20)
        .map((name) => service.storage.from('papers').upload(name, documentText(name)).then(mustWork)),
    )
}

describe('npm run backup', () => {
  it('refuses a place that is taken, and one beside the secrets', async () => {
    const env = { DATA_DIR: dataDir }
    expect(await run('backup', env, folder)).toEqual({
      code: 1,
      output: `✗ ${folder} is there already: a backup goes into a new folder`,
    })
    expect(await run('backup', env, join(dataDir, 'backup'))).toEqual({
      code: 1,
      output: `✗ ${join(dataDir, 'backup')} is inside of DATA_DIR, where the secrets are: a backup is kept elsewhere`,
    })
    const none = join(folder, 'none')
    expect((await run('backup', { DATA_DIR: none }, join(folder, 'x'))).output).toBe(
      `✗ there is no data of the application in ${none}: set DATA_DIR or DATABASE_URL`,
    )
  })

  it('copies the application while people order and files are removed', async () => {
    before.orders = await Promise.all(Array.from({ length: 6 }, order))
    let over = false
    const ordering = Array.from({ length: 3 }, async () => {
      const orders = []
      while (!over) orders.push(await order())
      return orders.length
    })
    const child = startChild('server/commands/backup.ts', { ...secrets, DATA_DIR: dataDir }, [backup])
    // The snapshot names every document; now they all go, while their bytes are being copied.
    await child.says(/Copying the database/)
    const removed = mustWork(
      await service.storage
        .from('papers')
        .remove(Array.from({ length: documents }, (_, nr) => `paper-${nr}`)),
    )
    expect(removed).toHaveLength(documents)
    expect(await child.ended, child.output()).toBe(0)
    over = true
    expect((await Promise.all(ordering)).every((orders) => orders > 0)).toBe(true)
    expect(child.output()).toContain('✓')
    expect(child.output()).toContain("Not in it, to be kept elsewhere: the vault's master key")
    const { missingFiles, files } = await readManifest(backup)
    expect(missingFiles).toEqual([])
    expect(files.count).toBeGreaterThanOrEqual(documents + 1)
  })

  it('lets removed files go again when it is over', async () => {
    const place = service.storage.from('papers')
    mustWork(await place.upload('later', documentText('later')))
    const { version } = mustWork(await place.info('later'))
    const path = join(dataDir, 'storage/objects', version.slice(0, 1), version)
    expect(existsSync(path)).toBe(true)
    mustWork(await place.remove(['later']))
    expect(existsSync(path)).toBe(false)
  })

  it('holds neither the master key nor the secret that signs sessions, nor what the vault stores', async () => {
    const entries = await readdir(backup, { recursive: true, withFileTypes: true })
    const texts = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const bytes = await readFile(join(entry.parentPath, entry.name))
          return entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes
        }),
    )
    const all = Buffer.concat(texts)
    expect(all.includes(investor.id)).toBe(true)
    for (const secret of [
      masterKey.VAULT_MASTER_KEY,
      Buffer.from(masterKey.VAULT_MASTER_KEY, 'base64'),
      Buffer.from(masterKey.VAULT_MASTER_KEY, 'base64').toString('hex'),
      secrets.JWT_SECRET,
      bvn,
      photo,
    ])
      expect(all.includes(secret)).toBe(false)
  })
})

describe('npm run restore', () => {
  it('refuses a data folder in use, one that is not empty, and a backup that was damaged', async () => {
    expect((await run('restore', { DATA_DIR: dataDir }, backup)).output).toBe(
      `✗ ${dataDir} is in use by another process (pid ${server.process.pid}): stop it, or set DATA_DIR to another folder`,
    )
    await stop()
    expect((await run('restore', { DATA_DIR: dataDir }, backup)).output).toMatch(
      new RegExp(`^✗ ${dataDir} is not empty \\(.*\\): a backup is restored into an empty folder`),
    )
    const target = join(folder, 'damaged')
    const { tables } = await readManifest(backup)
    const largest = tables.reduce((one, other) => (other.bytes > one.bytes ? other : one))
    const path = join(backup, 'database', `${largest.schema}.${largest.name}.copy.gz`)
    const bytes = await readFile(path)
    const altered = Buffer.from(bytes)
    altered[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(path, altered)
    const { code, output } = await run('restore', { DATA_DIR: target }, backup)
    await writeFile(path, bytes)
    expect([code, output.split('\n').at(-1)]).toEqual([
      1,
      `✗ the backup is damaged: ${path} is not what was written`,
    ])
    expect(existsSync(join(target, 'postgres'))).toBe(false)
  })

  it('refuses a backup that the next start would refuse, before anything is made', async () => {
    const target = join(folder, 'refused')
    const manifest = await readManifest(backup)
    const last = manifest.floor.at(-2)
    const other = { ...manifest, floor: manifest.floor.filter((migration) => migration !== last) }
    const write = async (what: typeof manifest) => {
      for (const [name, text] of Object.entries(writeManifest(what)))
        await writeFile(join(backup, name), text)
    }
    await write(other)
    const { code, output } = await run('restore', { DATA_DIR: target }, backup)
    await write(manifest)
    expect(code).toBe(1)
    expect(output.split('\n').at(-1)).toContain(
      `✗ the backup cannot be started by this release: migration ${last?.version}_${last?.name} is older than ${manifest.floor.at(-1)?.version}, which ran here already: this data was made by code that was never released`,
    )
    expect(existsSync(join(target, 'postgres'))).toBe(false)
  })

  it('fills an outside database, and a backup of that is the same, byte for byte', async () => {
    const name = `restored_${randomUUID().slice(0, 8)}`
    const cluster = inject('postgresUrl')
    const target = databaseUrl(cluster, name)
    const env = { DATABASE_URL: target.replace('@/', '@localhost/'), DATA_DIR: join(folder, 'outside') }
    await asOwner(cluster, (client) => client.query(`create database ${name}`))
    try {
      const restored = await run('restore', env, backup)
      expect(restored.code, restored.output).toBe(0)
      const again = join(folder, 'again')
      const second = await run('backup', env, again)
      expect(second.code, second.output).toBe(0)
      const { takenAt: _, postgres: __, ...first } = await readManifest(backup)
      expect(await readManifest(again)).toMatchObject(first)
      expect(await asOwner(target, readShape)).toEqual(
        await asOwner(databaseUrl(cluster, 'template_app'), readShape),
      )
      await asOwner(target, expectWhole)
      // A restore that was broken off left this: no application starts on half of one.
      await asOwner(target, (client) => client.query(`create table ${unfinishedRestore} ()`))
      await expect(prepareDatabase({ url: target, secret: testSecret })).rejects.toThrow('did not finish')
      expect((await run('restore', env, backup)).output).toMatch(
        /^✗ the database is not empty: it has \d+ tables/,
      )
    } finally {
      await asOwner(cluster, (client) => client.query(`drop database ${name} with (force)`))
    }
  })

  it('makes an application that starts with its master key alone, and has everything', async () => {
    const second = join(folder, 'second')
    // What was saved apart may lie there before.
    await mkdir(join(second, 'secrets'), { recursive: true })
    const restored = await run('restore', { DATA_DIR: second }, backup)
    expect(restored.code, restored.output).toBe(0)
    expect(restored.output).toMatch(/✓ restored as of \S+: [\d,]+ rows in \d+ tables, \d+ files of/)
    expect(restored.output).toMatch(/! the vault needs the master key [0-9a-f]{16} .*which is not here/)
    expect((await readdir(second)).filter((entry) => !entry.startsWith('server.')).sort()).toEqual([
      'postgres',
      'secrets',
      'storage',
    ])

    // Nothing of it lies elsewhere.
    expect(await realpath(join(second, 'postgres'))).toBe(join(await realpath(folder), 'second', 'postgres'))

    const without = launch(second, { VAULT_MASTER_KEY: randomBytes(32).toString('base64') })
    expect(await without.ended).toBe(1)
    expect(without.output()).toContain('✗ the vault of this database was closed with another master key')

    await start(second, masterKey)
    expect((await revealBvn()).body.value).toBe(bvn)
    expect((await readObject('selfies', await photoName())).equals(photo)).toBe(true)
    for (let nr = 0; nr < documents; nr += 37)
      expect((await readObject('papers', `paper-${nr}`)).toString()).toBe(documentText(`paper-${nr}`))
    for (const { code, token } of before.orders) {
      const { status, body } = await shopper().onTrack<{ code: string }>(token, marketPaths.track)
      expect([status, JSON.stringify(body).includes(code)]).toEqual([200, true])
    }
    // Numbers go on where they were.
    expect(before.orders.map(({ code }) => code)).not.toContain((await order()).code)
    const verified = await run('audit-verify', { DATA_DIR: second, ...masterKey })
    expect(verified.output).toMatch(/^✓ [1-9]\d* entries in \d+ batches are what was written/)
    const stranger = await run('audit-verify', {
      DATA_DIR: second,
      VAULT_MASTER_KEY: randomBytes(32).toString('base64'),
    })
    expect(stranger).toEqual({
      code: 1,
      output: expect.stringContaining('the seals need the master key of this database'),
    })
  })
})

/** No half order, each acknowledged one, the mails about them, and who looked into the vault. */
async function expectWhole(client: pg.Client): Promise<void> {
  const { rows: orders } = await client.query<{
    code: string
    total: number
    lines: number
    contacts: number
  }>(
    `select code, total_amount_kobo::int as total,
      (select sum(total_kobo)::int from public.order_items where order_id = orders.id) as lines,
      (select count(*)::int from public.order_contacts where order_id = orders.id) as contacts
    from public.orders`,
  )
  expect(orders.map(({ code }) => code)).toEqual(
    expect.arrayContaining(before.orders.map(({ code }) => code)),
  )
  for (const { total, lines, contacts } of orders) expect([lines, contacts]).toEqual([total, 1])
  const { rows: stock } = await client.query(
    'select stock + (select sum(quantity)::int from public.order_items) as whole from public.products where id = $1',
    [product.productId],
  )
  expect(stock).toEqual([{ whole: 10_000 }])
  const { rows: counts } = await client.query<{ mails: number; reveals: number; trail: number }>(
    `select (select count(*)::int from private.mail_outbox) as mails,
      (select count(*)::int from public.vault_reveals) as reveals,
      (select count(*)::int from public.audit_trail) as trail`,
  )
  expect(counts[0]?.mails).toBeGreaterThanOrEqual(before.orders.length)
  expect(counts[0]).toMatchObject({ reveals: 1 })
  expect(counts[0]?.trail).toBeGreaterThan(0)
}

/** Constraints and triggers, with what is said about them: a restore takes some off and must put all on again. */
async function readShape(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition,
        convalidated::text as state, obj_description(oid, 'pg_constraint') as comment
      from pg_constraint where conrelid <> 0 and connamespace::regnamespace::text !~ '^(pg_|information)'
    union all
    select tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid), tgenabled::text,
      obj_description(oid, 'pg_trigger')
    from pg_trigger where not tgisinternal
    order by 1, 2, 3`,
  )
  return rows
}
