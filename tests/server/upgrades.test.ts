// Data of earlier releases under today's code: each backup in tests/fixtures/upgrades comes up with every row, or is refused
// where it is older than the baseline (ADR 0055).
// A release adds its own, and the oldest of four goes: UPGRADE_FIXTURE=0.3.0 npx vitest run tests/server/upgrades.test.ts
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { readSquashed } from '#platform/database/baseline.ts'
import { openDatabase } from '#platform/database/database.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { databaseUrl } from '#platform/database/with-client.ts'
import { silentLog } from '#platform/log.ts'
import { listTables, quote, type Table } from '#server/backup/catalog.ts'
import { fileList, readFileList, readManifest } from '#server/backup/format.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import type { Report } from '#server/backup/report.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { openStorageDriver } from '#server/files/storage-driver.ts'
import { readEnvironment } from '#server/settings/env.ts'
import { projectFolder } from '#server/settings/platform-settings.ts'
import { readMasterKeys } from '#server/vault/master-key.ts'
import { encryptedBuckets } from '#server/vault/object-keys.ts'
import { listSecrets } from '#server/vault/secrets-of.ts'
import { createVault } from '#server/vault/vault.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { asOwner, createTestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { within } from '#tests/harness/within.ts'
import { compareDatabases, type Difference } from '../../scripts/schema/compare.ts'
import { listReferenceTables } from '../../scripts/schema/load-schema.ts'
import { fixtureKeys, hashContents, makeUpgradeRows } from './upgrade-rows.ts'

const fixtures = join(import.meta.dirname, '../fixtures/upgrades')
const maxFixtures = 3
const maxBytes = 2 * 1024 * 1024

const silent: Report = { step: (_, work) => work(() => {}), say: () => {} }

/** Empty in a fixture, since their rows live for minutes, or are made by what a fixture has no part in. */
const passing = new Set([
  'auth.flow_state',
  'auth.mfa_challenges',
  'auth.oauth_states',
  'auth.one_time_tokens',
  'private.export_progress',
  'realtime.changes',
  'realtime.messages',
])

const migrations = join(projectFolder, 'migrations')
/** Releases before the baseline: 0.2.0 has to start on it first. */
const isOld = (archive: string) => archive.startsWith('0.1.')

/** Tables whose reference rows a company and its server change. */
const ownContent = /^(update|delete from) (private\.app_settings|public\.career_(categories|positions)) /

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upgrade-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The rows of each table by their primary key. */
async function readKeys(client: pg.Client): Promise<Map<string, Set<string>>> {
  const keys = new Map<string, Set<string>>()
  for (const table of await listTables(client)) {
    const { rows } = await client.query<{ columns: string[] | null }>(
      `select array_agg(attname::text order by attnum) as columns from pg_index
       join pg_attribute on attrelid = indrelid and attnum = any (indkey)
       where indrelid = to_regclass($1) and indisprimary`,
      [quote(client, table)],
    )
    const columns = rows[0]?.columns ?? table.columns
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    const result = await client.query<{ key: string }>(
      `select jsonb_build_array(${list})::text as key from ${quote(client, table)}`,
    )
    keys.set(nameOf(table), new Set(result.rows.map(({ key }) => key)))
  }
  return keys
}

/** Tables that are gone, whose rows were the program's own and stand in files now (ADR 0056). */
const ofTheProgram = new Set(['private.chosen_mails', 'private.personal_data', 'private.searched_texts'])

const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${schema}.${name}`

/** Rules of forms that domain/ alone judges since ADR 0057: rows that no person and no admin ever wrote. */
const isRetiredRule = /^private\.(secret_fields|field_rules) \["(?!order"|market_order")/

/** The hashes of what the files of a fixture hold, since their bytes are encrypted; 0.1.0 encrypted none. */
const contentFile = 'contents.json'

async function readContents(): Promise<string[]> {
  const file = join(folder, contentFile)
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as string[]
  const files = readFileList(await readFile(join(folder, 'backup', fileList), 'utf8'))
  return files.map(({ sha256 }) => sha256).sort()
}

/** Every file that the backup had is there with its content, and lies encrypted where its bucket demands that. */
async function expectFiles(server: TestApp, url: string): Promise<void> {
  expect(await hashContents(server)).toEqual(await readContents())
  const count = 'select private.count_clear_objects($1)::int as clear'
  await expect
    .poll(() => asOwner(url, async (client) => (await client.query(count, [encryptedBuckets])).rows[0]))
    .toEqual({ clear: 0 })
  // As before, from what is encrypted by now.
  expect(await hashContents(server)).toEqual(await readContents())
}

describe('a backup of an earlier release', async () => {
  const archives = (await readdir(fixtures)).filter((name) => name.endsWith('.tar.gz')).sort()

  it('lies here for the newest releases, and is small', async () => {
    expect(archives.length).toBeGreaterThan(0)
    expect(archives.length).toBeLessThanOrEqual(maxFixtures)
    for (const name of archives) expect((await stat(join(fixtures, name))).size).toBeLessThan(maxBytes)
  })

  it.each(archives.filter((name) => !isOld(name)))(
    'comes up under this code with every row: %s',
    async (archive) => {
      execFileSync('tar', ['-xzf', join(fixtures, archive), '-C', folder])
      const dataDir = join(folder, 'data')
      await withEmptyDatabase(async (url) => {
        const env = readEnvironment({ DATABASE_URL: url, DATA_DIR: dataDir })
        await restoreBackup({ env, folder: join(folder, 'backup'), report: silent })
        const { tables, migrations: ran } = await readManifest(join(folder, 'backup'))
        const before = await asOwner(url, readKeys)
        for (const table of tables)
          expect([nameOf(table), before.get(nameOf(table))?.size]).toEqual([nameOf(table), table.rows])

        await prepareDatabase({ url, secret: testSecret, migrations })
        const after = await asOwner(url, readKeys)
        // Rows of a renamed table are under its new name.
        const renamed: Record<string, string> = JSON.parse(
          await readFile(join(fixtures, '../renamed-tables.json'), 'utf8'),
        )
        const nameNow = (name: string) => renamed[name] ?? name
        const keyNow = (key: string) =>
          key.replace(/"([a-z_.]+)"/g, (_, name: string) => JSON.stringify(nameNow(name)))
        const lost = [...before].flatMap(([table, keys]) =>
          ofTheProgram.has(table)
            ? []
            : [...keys]
                .filter((key) => !after.get(nameNow(table))?.has(keyNow(key)))
                .map((key) => `${table} ${key}`),
        )
        // The ledger's lines alone: a baseline takes their place.
        const gone = new Set((await readSquashed(migrations)).map(({ version }) => version))
        expect(lost.filter((row) => !isRetiredRule.test(row)).sort()).toEqual(
          ran
            .filter(({ version }) => gone.has(version))
            .map(({ version }) => `supabase_migrations.schema_migrations ["${version}"]`),
        )
        const { objects, rows } = await compareWithNew(url)
        expect(objects).toEqual([])
        expect(rows.filter((sql) => !ownContent.test(sql))).toEqual([])

        const server = await startApp({ DATA_DIR: dataDir, ...fixtureKeys }, url)
        try {
          expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
          // Everybody in its vault is sealed beside the work, and what is secret opens as before.
          const unsealed = 'select from app_vault.people where seal is null and wrapped_key is not null'
          await expect
            .poll(async () => (await asOwner(url, (client) => client.query(unsealed))).rows, within)
            .toEqual([])
          expect(await openEverything(url, dataDir)).toBeGreaterThan(3)
          await expectFiles(server, url)
        } finally {
          await server.stop()
        }
      })
    },
  )

  it.each(archives.filter(isOld))(
    'of before the baseline is refused in one line, and nothing is made: %s',
    async (archive) => {
      execFileSync('tar', ['-xzf', join(fixtures, archive), '-C', folder])
      const dataDir = join(folder, 'data')
      await withEmptyDatabase(async (url) => {
        const env = readEnvironment({ DATABASE_URL: url, DATA_DIR: dataDir })
        await expect(restoreBackup({ env, folder: join(folder, 'backup'), report: silent })).rejects.toThrow(
          /^the backup cannot be started by this release: this data is older than release 0\.2\.0: start release 0\.2\.0 on it once, then this one\. Nothing was changed here$/,
        )
        expect(await asOwner(url, listTables)).toEqual([])
        const created = await readdir(dataDir, { recursive: true, withFileTypes: true })
        expect(created.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([])
      })
    },
  )
})

async function withEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const cluster = inject('postgresUrl')
  const name = `upgrade_${randomUUID().slice(0, 8)}`
  await asOwner(cluster, (client) => client.query(`create database ${name}`))
  try {
    await work(databaseUrl(cluster, name).replace('@/', '@localhost/'))
  } finally {
    await asOwner(cluster, (client) => client.query(`drop database ${name} with (force)`))
  }
}

/** What stands between an upgraded database and a new one. */
async function compareWithNew(url: string): Promise<Difference> {
  const fresh = await createTestDatabase({ migrations: true })
  try {
    const tables = await listReferenceTables()
    return await compareDatabases(url, fresh.url.replace('@/', '@localhost/'), tables)
  } finally {
    await fresh.drop()
  }
}

/** How many secrets opened, each ending as it is shown masked. */
async function openEverything(url: string, dataDir: string): Promise<number> {
  const masterKey = readMasterKeys(readEnvironment({ DATA_DIR: dataDir, ...fixtureKeys }))
  const database = await openDatabase({ url, secret: testSecret, log: silentLog, poolSize: 2 })
  try {
    const vault = createVault({ database, masterKey })
    const { rows } = await asOwner(url, (client) =>
      client.query<{ id: string }>('select id from app_vault.people where wrapped_key is not null'),
    )
    const secrets = await listSecrets(
      database,
      rows.map(({ id }) => id),
      'correction',
    )
    for (const secret of secrets) {
      const value = await vault.unseal(secret)
      expect(value).not.toBe('')
      if (secret.lastFour) expect(value.replace(/[^0-9A-Za-z]/g, '').endsWith(secret.lastFour)).toBe(true)
    }
    return secrets.length
  } finally {
    await database.close()
  }
}

describe.runIf(process.env.UPGRADE_FIXTURE)('the fixture of a release', () => {
  it('is made, with rows of every noun', async () => {
    const dataDir = join(folder, 'data')
    const { url, drop, contents } = await makeUpgradeRows(dataDir)
    try {
      const driver = await openStorageDriver(readEnvironment({ DATA_DIR: dataDir }))
      const backup = join(folder, 'backup')
      const { tables } = await makeBackup({ databaseUrl: url, driver, folder: backup, report: silent })
      driver.close()
      const empty = tables.filter((table) => table.rows === 0 && !passing.has(nameOf(table)))
      expect(empty.map(nameOf)).toEqual([])
      await mkdir(fixtures, { recursive: true })
      await writeFile(join(folder, contentFile), JSON.stringify(contents))
      execFileSync('tar', [
        '-czf',
        join(fixtures, `${process.env.UPGRADE_FIXTURE}.tar.gz`),
        '--owner=0',
        '--group=0',
        '-C',
        folder,
        'backup',
        contentFile,
      ])
    } finally {
      await drop()
    }
  })
})
