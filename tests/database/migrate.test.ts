// Migrations: once each, whole or not at all, and never rewritten.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { MigrationError } from '#platform/database/migration-files.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { silentLog } from '#platform/log.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

let test: TestDatabase
let created: string
let folder: string

beforeEach(async () => {
  test = await createTestDatabase({ migrations: false })
  created = await mkdtemp(join(tmpdir(), 'app-migrations-'))
  folder = created
})

afterEach(async () => {
  await test.drop()
  await rm(created, { recursive: true })
})

const put = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)
const run = (): Promise<string[]> =>
  asOwner(test.url, (client) => migrate(client, { folder, schema: 'ledger', table: 'migrations' }))
const tables = (): Promise<string[]> =>
  asOwner(test.url, async (client) =>
    (await client.query(`select tablename from pg_tables where schemaname = 'public' order by 1`)).rows.map(
      (row) => row.tablename,
    ),
  )

it('runs each file once, in order', async () => {
  await put('20260102000000_second.sql', 'create table second (first_id int references first)')
  await put('20260101000000_first.sql', 'create table first (id int primary key)')
  expect(await run()).toEqual(['20260101000000_first', '20260102000000_second'])
  expect(await run()).toEqual([])
})

it('refuses a file that changed after it ran', async () => {
  await put('1_first.sql', 'create table first (id int)')
  await run()
  await put('1_first.sql', 'create table first (id bigint)')
  await expect(run()).rejects.toThrow(/1_first was changed after it ran/)
})

it('refuses a file that comes late but claims to be older', async () => {
  await put('2_second.sql', 'create table second ()')
  await run()
  await put('1_first.sql', 'create table first ()')
  await expect(run()).rejects.toThrow(/older than 2/)
})

it('checks the bodies of functions, unless they were checked before', async () => {
  await put('1_first.sql', `create function first() returns int language sql as 'select id from nowhere'`)
  await expect(run()).rejects.toThrow(/relation "nowhere" does not exist/)
  const ran = asOwner(test.url, (client) =>
    migrate(client, { folder, schema: 'ledger', table: 'migrations', checksBodies: false }),
  )
  expect(await ran).toEqual(['1_first'])
})

/** A project whose `migrations/` are the folder from here on. */
async function makeProject(schema: string, rows: string): Promise<void> {
  const project = folder
  folder = join(project, 'migrations')
  for (const name of ['migrations', 'schemas', 'reference']) await mkdir(join(project, name))
  await writeFile(join(project, 'schemas/10_first.sql'), schema)
  await writeFile(join(project, 'reference/10_first.sql'), rows)
  await put('1_first.sql', 'create table first (id int)')
}
const runEmpty = (): Promise<string[]> =>
  asOwner(test.url, (client) =>
    migrate(client, { folder, schema: 'ledger', table: 'migrations', fromSchema: true }),
  )

it('gives an empty database what the schema files say, and runs only what comes later', async () => {
  await makeProject(
    `create trigger changes before update on public.first for each row execute function public.keep_old();
     create function public.keep_old() returns trigger language plpgsql as $$ begin return old; end $$;
     create view public.names as select name from public.first;
     create table public.first (id int, name text default public.unnamed());
     create function public.unnamed() returns text language sql as $$ select 'from the schema; ' || name from public.names limit 0 $$`,
    'insert into public.first values (1)',
  )
  await put('2_second.sql', 'alter table first add column name text')
  expect(await runEmpty()).toEqual(['1_first', '2_second'])
  expect(await tables()).toEqual(['first'])
  await put('3_third.sql', 'create table third ()')
  expect(await runEmpty()).toEqual(['3_third'])
  await put('1_first.sql', 'create table first ()')
  await expect(runEmpty()).rejects.toThrow(/1_first was changed after it ran/)
})

it('leaves nothing of schema files that fail', async () => {
  await makeProject('create table public.first (id int)', 'insert into public.first values (nothing)')
  await expect(runEmpty()).rejects.toThrow(/schemas\/ failed: column "nothing" does not exist/)
  expect(await tables()).toEqual([])
  expect(await run()).toEqual(['1_first'])
})

it('leaves nothing of a file that fails, keeps what ran before, and names the line', async () => {
  await put('1_first.sql', 'create table first ()')
  await put('2_second.sql', 'create table second ();\n\nselect 1 from nowhere;')
  await expect(run()).rejects.toThrow(/2_second failed: relation "nowhere" does not exist \(line 3\)/)
  expect(await tables()).toEqual(['first'])
  await put('2_second.sql', 'create table second ()')
  expect(await run()).toEqual(['2_second'])
})

it('judges every file before it runs one: a database that is refused stays as it was', async () => {
  const prepare = () => prepareDatabase({ url: test.url, secret: testSecret, migrations: folder })
  await put('1_first.sql', 'create table first (id int)')
  await prepare()
  // An older release had run fewer files of the floor.
  const withoutLast = 'delete from platform.floor where version = (select max(version) from platform.floor)'
  await asOwner(test.url, (client) => client.query(withoutLast))
  const countFloor = () =>
    asOwner(test.url, async (client) => (await client.query('select from platform.floor')).rowCount)
  const before = await countFloor()
  await put('1_first.sql', 'create table first (id bigint)')
  await put('2_second.sql', 'create table second ()')
  await expect(prepare()).rejects.toThrow(/1_first was changed after it ran/)
  expect([await countFloor(), await tables()]).toEqual([before, ['first']])
})

it('refuses a name without a version, and a version that stands twice', async () => {
  await put('first.sql', 'select 1')
  await expect(run()).rejects.toThrow(MigrationError)
  await rm(join(folder, 'first.sql'))
  await put('1_a.sql', 'select 1')
  await put('1_b.sql', 'select 1')
  await expect(run()).rejects.toThrow(/two migrations have the version 1/)
})

it('prepares one database from several servers at once without running anything twice', async () => {
  await put('1_first.sql', 'create table first ()')
  const options = { url: test.url, secret: testSecret, migrations: folder }
  const ran = await Promise.all([
    prepareDatabase(options),
    prepareDatabase(options),
    prepareDatabase(options),
  ])
  expect(ran.flat()).toEqual(['1_first'])
})

it('does not lock out a server that runs with another secret', async () => {
  const database = await openDatabase({ url: test.url, secret: testSecret, log: silentLog, poolSize: 1 })
  try {
    await expect(
      prepareDatabase({ url: test.url, secret: 'the secret of a trial that was pointed here by mistake' }),
    ).rejects.toThrow(/another JWT_SECRET/)
    const again = await openDatabase({ url: test.url, secret: testSecret, log: silentLog, poolSize: 1 })
    await again.ping()
    await again.close()
  } finally {
    await database.close()
  }
})
