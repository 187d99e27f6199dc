// supabase/migrations/ and supabase/schemas/ with reference/ make the same database, objects and reference rows.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStatements } from '#platform/database/schema-files.ts'
import { splitSql } from '#platform/database/split-sql.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { compareDatabases } from '../../scripts/schema/compare.ts'
import { listReferenceTables, loadSchema, project } from '../../scripts/schema/load-schema.ts'

/** Read from within a test, whose PostgreSQL listens on a socket. */
const hostOf = (url: string) => url.replace('@/', '@localhost/')

let migrated: TestDatabase
let declared: TestDatabase
let tables: string[]
beforeAll(async () => {
  migrated = await createTestDatabase({ migrations: true })
  declared = await createTestDatabase({ migrations: false })
  await asOwner(declared.url, loadSchema)
  tables = await listReferenceTables()
})
afterAll(async () => {
  await migrated.drop()
  await declared.drop()
})

const compare = () => compareDatabases(hostOf(migrated.url), hostOf(declared.url), tables)

describe('the migrations and the schema files', () => {
  it('make the same objects and the same rows of reference tables', async () => {
    expect(await compare()).toEqual({ objects: [], rows: [] })
    expect(tables.length).toBeGreaterThan(15)
  })

  it('have the columns of each table in the same order: a new one stands last', async () => {
    const readColumns = (url: string) =>
      asOwner(url, async (client) => {
        const { rows } = await client.query(
          `select attrelid::regclass::text || ': ' || string_agg(attname, ', ' order by attnum) as columns
           from pg_attribute join pg_class on pg_class.oid = attrelid
           where relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
             and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'app_vault'::regnamespace)
           group by attrelid order by 1`,
        )
        return rows.map(({ columns }) => columns)
      })
    const columns = await readColumns(declared.url)
    expect(columns.length).toBeGreaterThan(150)
    expect(await readColumns(migrated.url)).toEqual(columns)
  })

  it('hold each object once', async () => {
    const names = (await readStatements(join(project, 'schemas'))).flatMap(({ text }) => {
      const created =
        /^create (table|view|type|index|unique index) ([a-z_.0-9]+)/.exec(text) ??
        /^create (function) ([a-z_.0-9]+ ?\([^)]*\))/.exec(text) ??
        /^create (policy) ("[^"]+" on [a-z_.]+)/.exec(text) ??
        /^create (?:constraint )?(trigger) ([a-z_]+\s[\s\S]*?\son [a-z_.]+)/.exec(text) ??
        /^(comment) on ([\s\S]+?) is/.exec(text)
      return created ? [`${created[1]} ${created[2]}`] : []
    })
    expect(names.length).toBeGreaterThan(1500)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('have indexes, triggers and policies of a table in the file of that table', async () => {
    const statements = await readStatements(join(project, 'schemas'))
    const homes = new Map(
      statements.flatMap(({ file, text }) => {
        const table = /^create (?:table|view) ([a-z_.0-9]+)/.exec(text)?.[1]
        return table ? [[table, file] as const] : []
      }),
    )
    const elsewhere = statements.filter(({ file, text }) => {
      const table =
        /^create (?:policy|(?:unique )?index|(?:constraint )?trigger) [\s\S]*?\son ([a-z_.0-9]+)/.exec(
          text,
        )?.[1]
      return table && (homes.get(table) ?? file) !== file
    })
    expect(elsewhere.map(({ file, text }) => `${file}: ${text.split('\n')[0]}`)).toEqual([])
  })

  it('differ by what is changed in one of them alone', async () => {
    await asOwner(declared.url, (client) =>
      client.query(`create or replace function private.format_order_code(payload text) returns text
          language sql immutable parallel safe set search_path = '' as $$ select payload $$;
        drop policy "People read their own orders, and staff who may, all" on public.orders;
        grant select on table private.mail_outbox to anon;
        grant usage on sequence public.order_events_id_seq to service_role;
        update private.due_clocks set hours = hours + 1 where record_type = 'farmers';
        delete from public.role_permissions where permission = 'orders.reopen'`),
    )
    const { objects, rows } = await compare()
    expect(objects.filter((sql) => sql.includes('format_order_code'))).toHaveLength(1)
    expect(objects.filter((sql) => /drop policy/i.test(sql))).toHaveLength(1)
    expect(objects.filter((sql) => /grant/i.test(sql) && sql.includes('mail_outbox'))).toHaveLength(1)
    expect(objects.filter((sql) => sql.includes('order_events_id_seq'))).toEqual([
      'revoke all on sequence order_events_id_seq from public, anon, authenticated, service_role',
      'grant usage on sequence order_events_id_seq to service_role',
    ])
    expect(rows).toEqual([
      expect.stringMatching(/^update private\.due_clocks set hours = '49' where record_type = 'farmers'/),
      `delete from public.role_permissions where role = 'admin' and permission = 'orders.reopen'`,
    ])
  })
})

describe('a migration that is written', () => {
  const text = `create table public.tries (id bigint generated always as identity primary key, name text not null);
    alter table public.tries enable row level security;
    revoke all on table public.tries from public, anon, authenticated;
    revoke all on sequence public.tries_id_seq from public, anon, authenticated, service_role;
    grant select on table public.tries to authenticated;
    create table private.hidden (id bigint primary key);
    create function public.try_it(a text) returns text language sql set search_path = '' as 'select a';
    revoke all on function public.try_it(text) from public, anon, authenticated;
    grant execute on function public.try_it(text) to authenticated`

  it('makes the same database, on Supabase and under any owner, in words that PostgreSQL 15 knows', async () => {
    const supabase = `alter default privileges grant execute on functions to public;
      alter default privileges in schema public grant all on tables to anon, authenticated;
      alter default privileges in schema public grant all on sequences to anon, authenticated;
      alter default privileges in schema public grant all on functions to anon, authenticated;`
    const [from, plain, open] = await Promise.all(
      ['', text, ''].map((sql) => createTestDatabase({ migrations: true, ...(sql && { sql }) })),
    )
    try {
      if (!from || !plain || !open) throw new Error('no databases')
      const { objects } = await compareDatabases(hostOf(from.url), hostOf(plain.url), [])
      expect(objects.filter((sql) => /\bmaintain\b|owner to|"postgres"/i.test(sql))).toEqual([])
      await asOwner(from.url, (client) => client.query(objects.join(';\n')))
      expect(await compareDatabases(hostOf(from.url), hostOf(plain.url), [])).toEqual({
        objects: [],
        rows: [],
      })
      const readRights = (url: string) =>
        asOwner(url, async (client) => {
          const { rows } = await client.query(
            `select relname::text as name, relacl::text as acl from pg_class where relname ~ '^(tries|hidden)'
             union all select proname::text, proacl::text from pg_proc where proname = 'try_it' order by 1`,
          )
          const ofOthers = (acl: string | null) =>
            (acl ?? '').split(/[{},]/).filter((right) => right && !right.startsWith('postgres='))
          return rows.map(({ name, acl }) => [name, ofOthers(acl).sort()])
        })
      await asOwner(open.url, (client) => client.query(`${supabase}\n${objects.join(';\n')}`))
      expect(await readRights(open.url)).toEqual(await readRights(plain.url))
    } finally {
      for (const database of [from, plain, open]) await database?.drop()
    }
  })
})

describe('a file of SQL', () => {
  it('is split at the ends of its statements, not within texts, bodies and comments', () => {
    const sql = `-- first; a comment
create table a (b text default 'x;''y'); /* ; */
create function f() returns void as $body$ select 'a;$$'; $body$ language sql;

select 1 -- the last; without an end
`
    expect(splitSql(sql, 'a.sql').map(({ line, text }) => [line, text.slice(0, 15)])).toEqual([
      [2, 'create table a '],
      [3, 'create function'],
      [5, 'select 1 -- the'],
    ])
  })
})
