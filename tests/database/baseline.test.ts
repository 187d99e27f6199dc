// A baseline in place of released migrations: who ran them all is adopted as they are, who is older is refused in one line.
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReleasedMigration } from '#platform/database/baseline.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

const old = {
  '1_first': 'create table first (id int)',
  '2_second': 'create table second (id int)',
  '3_third': 'insert into first values (1)',
}
const baseline =
  '-- Baseline of release 1.0.0: of three.\ncreate table first (id int); create table second (id int)'
const later = { '5_fifth': 'create table fifth ()' }

let test: TestDatabase
let project: string
let folder: string
beforeEach(async () => {
  test = await createTestDatabase({ migrations: false })
  project = await mkdtemp(join(tmpdir(), 'baseline-'))
  folder = join(project, 'migrations')
})
afterEach(async () => {
  await test.drop()
  await rm(project, { recursive: true })
})

async function put(files: Record<string, string>): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.sql`), text)
}

const list = (files: Record<string, string>, squashed: string): ReleasedMigration[] =>
  Object.entries(files).map(([name, text]) => ({
    name,
    sha256: createHash('sha256').update(text).digest('hex'),
    squashed,
  }))

async function squash(
  files: Record<string, string> = { '4_baseline': baseline, ...later },
  migrations: ReleasedMigration[] = list(old, '1.0.0'),
): Promise<void> {
  await put(files)
  await writeFile(
    join(project, 'released.json'),
    JSON.stringify({ releases: [], migrations: [{ name: 'floor/1_a', sha256: '' }, ...migrations] }),
  )
}

const prepare = () => prepareDatabase({ url: test.url, secret: testSecret, migrations: folder })
const query = (text: string) => asOwner(test.url, async (client) => (await client.query(text)).rows)
const readLedger = () =>
  query('select version, name, statements from supabase_migrations.schema_migrations order by version')
const readTables = async () =>
  (await query(`select tablename from pg_tables where schemaname = 'public' order by 1`)).map(
    ({ tablename }) => tablename,
  )

/** In one line, with everything as it was. */
async function expectRefusal(message: string): Promise<void> {
  const before = [await readLedger(), await readTables()]
  const error = await prepare().then(
    () => undefined,
    (caught: Error) => caught,
  )
  expect(error?.message).toBe(message)
  expect([await readLedger(), await readTables()]).toEqual(before)
}

const olderThan = (release: string) =>
  `this data is older than release ${release}: start release ${release} on it once, then this one. Nothing was changed here`
const never =
  'this data was made by code that was never released, and only released data is upgraded. Nothing was changed here'

describe('a baseline', () => {
  it('makes a new database, and what came after it follows', async () => {
    await squash()
    expect((await prepare()).slice(-2)).toEqual(['4_baseline', '5_fifth'])
    expect(await readTables()).toEqual(['fifth', 'first', 'second'])
    expect(await prepare()).toEqual([])
  })

  it('adopts a database in which each of its files ran: the ledger alone is rewritten', async () => {
    await put(old)
    await prepare()
    await squash()
    // The baseline itself would fail: its tables are there.
    expect(await prepare()).toEqual(['5_fifth'])
    expect(await query('select id from first')).toEqual([{ id: 1 }])
    expect(await readLedger()).toEqual([
      { version: '4', name: 'baseline', statements: [baseline] },
      { version: '5', name: 'fifth', statements: [later['5_fifth']] },
    ])
    expect(await prepare()).toEqual([])
  })

  it('adopts what Supabase’s own tools ran, who write no checksum', async () => {
    await put(old)
    await prepare()
    await query('alter table supabase_migrations.schema_migrations drop column checksum')
    await squash()
    expect(await prepare()).toEqual(['5_fifth'])
    expect((await readLedger()).map(({ version }) => version)).toEqual(['4', '5'])
  })

  it('refuses a database that is older, and names the release to start once', async () => {
    const { '3_third': _, ...older } = old
    await put(older)
    await prepare()
    await squash()
    await expectRefusal(olderThan('1.0.0'))
  })

  it('refuses what was never released: a file left out, another text, a file of nobody', async () => {
    await put(old)
    await prepare()
    await squash()
    await query(`create table saved_ledger as select * from supabase_migrations.schema_migrations`)
    const restore = `truncate supabase_migrations.schema_migrations;
      insert into supabase_migrations.schema_migrations select * from saved_ledger`
    await query(`delete from supabase_migrations.schema_migrations where version = '2'`)
    await expectRefusal(`migration 2_second is older than 3, which ran here already: ${never}`)
    await query(
      `${restore}; update supabase_migrations.schema_migrations set checksum = 'x' where version = '2'`,
    )
    await expectRefusal(`migration 2_second was changed after it ran here: ${never}`)
    await query(`${restore}; insert into supabase_migrations.schema_migrations values ('20', null, 'stray')`)
    await expectRefusal(`migration 20_stray ran here and is of no release: ${never}`)
  })

  it('of a later release takes the place of the one before, whose database starts that release first', async () => {
    await put(old)
    await prepare()
    const first = { '4_baseline': baseline, ...later }
    const second = { '6_baseline': '-- Baseline of release 2.0.0.' }
    const released = [...list(old, '1.0.0'), ...list(first, '2.0.0')]
    await squash(second, released)
    await expectRefusal(olderThan('2.0.0'))
    await squash(first)
    await prepare()
    await squash(second, released)
    expect(await prepare()).toEqual([])
    expect((await readLedger()).map(({ version }) => version)).toEqual(['6'])
  })
})
