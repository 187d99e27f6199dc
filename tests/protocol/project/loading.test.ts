// What a project folder brings into its database, what cannot be brought, and what a second start leaves alone.
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { databaseUrl } from '#platform/database/with-client.ts'
import { silentLog } from '#platform/log.ts'
import { secretsFrom } from '#platform/project/project-settings.ts'
import { readConfig } from '#platform/project/read-config.ts'
import { type ServedProject, serveProject } from '#platform/project/serve-project.ts'
import { asOwner } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

let folder: string
let name: string
let url: string
let running: ServedProject[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loading-'))
  name = `project_${randomBytes(6).toString('hex')}`
  url = databaseUrl(inject('postgresUrl'), name)
  running = []
  await asOwner(inject('postgresUrl'), (client) => client.query(`create database ${name}`))
  await write({ 'config.toml': '' })
})
afterEach(async () => {
  for (const served of running) await served.stop()
  await asOwner(inject('postgresUrl'), (client) => client.query(`drop database ${name} with (force)`))
  await rm(folder, { recursive: true, force: true })
})

/** Files of the project's supabase/ folder; its secret is that of all tests, whose cluster this one shares. */
async function write(files: Record<string, string>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, 'supabase', file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, file === 'config.toml' ? `auth.jwt_secret = "${testSecret}"\n${text}` : text)
  }
}

async function serve(): Promise<ServedProject> {
  const served = await serveProject({ folder, variables: {}, port: 0, databaseUrl: url, log: silentLog })
  running.push(served)
  return served
}

describe('what cannot be brought is one clear error', () => {
  test.each([
    ['create extension if not exists vector with schema extensions;', 'vector'],
    ['create table a (id int);\ncreate extension pg_cron;', 'pg_cron'],
    ['create extension if not exists "supabase_vault" with schema "vault";', 'supabase_vault'],
    ["select vault.create_secret('x', 'y');", 'supabase_vault'],
    ["select cron.schedule('a', '* * * * *', 'select 1');", 'pg_cron'],
  ])('%s', async (sql, extension) => {
    await write({ 'migrations/20240101000000_first.sql': sql })
    await expect(serve()).rejects.toThrow(
      `migration 20240101000000_first needs the extension "${extension}", which this PostgreSQL does not have`,
    )
  })

  test('a migration that fails, with its line', async () => {
    await write({ 'migrations/1_a.sql': 'select 1;\nselect nonsense;\n' })
    await expect(serve()).rejects.toThrow('migration 1_a failed: column "nonsense" does not exist (line 2)')
  })

  test('a seed that fails, with its line', async () => {
    await write({ 'seed.sql': 'select 1;\n\ninsert into nowhere values (1);' })
    await expect(serve()).rejects.toThrow('seed.sql failed: relation "nowhere" does not exist (line 3)')
  })

  test('a file that its bucket does not take', async () => {
    await write({
      'config.toml': '[storage.buckets.small]\nfile_size_limit = "1KiB"\nobjects_path = "./files"',
      'files/too/large.txt': 'x'.repeat(1025),
    })
    await expect(serve()).rejects.toThrow(
      'too/large.txt cannot be put into the bucket "small": The object exceeded the maximum allowed size',
    )
  })

  test('files that are not there', async () => {
    await write({ 'config.toml': '[storage.buckets.none]\nobjects_path = "./files"' })
    await expect(serve()).rejects.toThrow(/storage\.buckets\.none\.objects_path is no folder/)
  })

  test('signing keys that are none', async () => {
    await write({ 'config.toml': 'auth.signing_keys_path = "./keys.json"', 'keys.json': '{}' })
    await expect(serve()).rejects.toThrow(/keys\.json \(auth\.signing_keys_path\) must hold a list of JWKs/)
  })
})

describe('what is brought', () => {
  test('roles, schemas, rights and the publication that such folders expect', async () => {
    await write({
      'migrations/1_expected.sql': `
        create table notes (id serial primary key, owner uuid default auth.uid() references auth.users);
        alter table notes owner to postgres;
        grant all on table notes to anon, authenticated, service_role, postgres;
        alter default privileges for role postgres in schema public grant all on tables to supabase_admin;
        grant usage on schema public, storage, realtime, auth, extensions, graphql_public to anon;
        alter publication supabase_realtime add table notes;
        select extensions.uuid_generate_v4(), gen_random_uuid(), crypt('x', gen_salt('bf'));
        create policy "anyone" on storage.objects for select using (bucket_id = 'x' and storage.filename(name) <> '');
        create policy "members" on realtime.messages for select to authenticated using (realtime.topic() = 'x');
      `,
    })
    const { ran } = await serve()
    expect(ran).toEqual(['1_expected'])
  })

  test('a second start runs what is new, and the seeds no more', async () => {
    await write({
      'migrations/1_a.sql': 'create table a (n int);',
      'seed.sql': 'insert into a values (1);',
    })
    expect((await serve()).ran).toEqual(['1_a', 'seed.sql'])
    await write({ 'migrations/2_b.sql': 'alter table a add column m int default 2;' })
    const again = await serve()
    expect(again.ran).toEqual(['2_b'])
    const client = createClient(again.url, again.keys.publishableKey)
    expect((await client.from('a').select()).data).toEqual([{ n: 1, m: 2 }])
  })

  test('no seeds and no migrations where they are switched off', async () => {
    await write({
      'config.toml':
        '[db.migrations]\nenabled = false\n[db.seed]\nenabled = false\n[storage]\nenabled = false',
      'migrations/1_a.sql': 'nonsense',
      'seed.sql': 'nonsense',
    })
    const served = await serve()
    expect(served.ran).toEqual([])
    const response = await fetch(`${served.url}/storage/v1/bucket`, {
      headers: { apikey: served.keys.secretKey },
    })
    expect(response.status).toBe(404)
  })

  test('names of a further schema on the search path', async () => {
    await write({
      'config.toml': '[api]\nextra_search_path = ["public", "tools", "extensions"]',
      'migrations/1_a.sql': `
        create schema tools;
        grant usage on schema tools to anon;
        create function tools.double(n int) returns int language sql as $$ select n * 2 $$;
        create function public.quadruple(n int) returns int language sql as $$ select double(double(n)) $$;
      `,
    })
    const { url: api, keys } = await serve()
    expect((await createClient(api, keys.publishableKey).rpc('quadruple', { n: 2 })).data).toBe(8)
  })
})

test('a project’s own secret brings keys of its own, which may be served to others', async () => {
  const own = await secretsFrom('.', readConfig(`[auth]\njwt_secret = "${testSecret}"`, {}).config)
  expect(own).toMatchObject({ published: false, keys: {} })
  const none = await secretsFrom('.', readConfig('', {}).config)
  expect(none).toMatchObject({ published: true, keys: { publishableKey: expect.any(String) } })
  const mixed = `[auth]\njwt_secret = "${testSecret}"\nsecret_key = "${none.keys.secretKey}"`
  expect((await secretsFrom('.', readConfig(mixed, {}).config)).published).toBe(true)
})
