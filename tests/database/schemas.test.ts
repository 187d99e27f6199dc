// supabase/migrations/ and supabase/schemas/ with reference/ make the same database, objects and reference rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { compareDatabases } from '../../scripts/schema/compare.ts'
import { loadSchema, readStatements, tablesOf } from '../../scripts/schema/load-schema.ts'
import { splitSql } from '../../scripts/schema/split-sql.ts'

/** Read from within a test, whose PostgreSQL listens on a socket. */
const hostOf = (url: string) => url.replace('@/', '@localhost/')

let migrated: TestDatabase
let declared: TestDatabase
let tables: string[]
beforeAll(async () => {
  migrated = await createTestDatabase({ migrations: true })
  declared = await createTestDatabase({ migrations: false })
  await asOwner(declared.url, (client) => loadSchema(client))
  tables = tablesOf(await readStatements('reference'))
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

  it('grant the same on sequences, at which pg-delta does not look', async () => {
    const grants = (url: string) =>
      asOwner(url, async (client) => {
        const { rows } = await client.query<{ granted: string }>(
          `select oid::regclass || ' ' || grantee::regrole || ' ' || privilege_type as granted
           from pg_class, aclexplode(coalesce(relacl, acldefault('S', relowner)))
           where relkind = 'S' order by 1`,
        )
        return rows.map(({ granted }) => granted)
      })
    const granted = await grants(migrated.url)
    expect(granted.length).toBeGreaterThan(50)
    expect(await grants(declared.url)).toEqual(granted)
  })

  it('hold each object once', async () => {
    const names = (await readStatements('schemas')).flatMap(({ text }) => {
      const made =
        /^create (table|view|type|index|unique index) ([a-z_.0-9]+)/.exec(text) ??
        /^create (function) ([a-z_.0-9]+ ?\([^)]*\))/.exec(text) ??
        /^create (policy) ("[^"]+" on [a-z_.]+)/.exec(text)
      return made ? [`${made[1]} ${made[2]}`] : []
    })
    expect(names.length).toBeGreaterThan(800)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('differ by what is changed in one of them alone', async () => {
    await asOwner(declared.url, (client) =>
      client.query(`create or replace function private.format_order_code(payload text) returns text
          language sql immutable parallel safe set search_path = '' as $$ select payload $$;
        drop policy "People read their own orders, and staff who may, all" on public.orders;
        grant select on table private.mail_outbox to anon;
        update private.due_clocks set hours = hours + 1 where record_type = 'farmers';
        delete from public.role_permissions where permission = 'orders.reopen'`),
    )
    const { objects, rows } = await compare()
    expect(objects.filter((sql) => sql.includes('format_order_code'))).toHaveLength(1)
    expect(objects.filter((sql) => /drop policy/i.test(sql))).toHaveLength(1)
    expect(objects.filter((sql) => /grant/i.test(sql) && sql.includes('mail_outbox'))).toHaveLength(1)
    expect(rows).toEqual([
      expect.stringMatching(/^update private\.due_clocks set hours = '49' where record_type = 'farmers'/),
      `delete from public.role_permissions where role = 'admin' and permission = 'orders.reopen'`,
    ])
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
