// Habits of the schema, read from the catalogue: a table added tomorrow cannot forget them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderMachine, orderRequestRules } from '#domain/orders.ts'
import { registrationMachine, registrationTables } from '#domain/registrations.ts'
import { roles } from '#domain/roles.ts'
import { generateDatabaseTypes } from '../../scripts/generate-database-types.ts'
import { type House, openHouse } from './house.ts'

const root = join(import.meta.dirname, '../..')
let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** The names that a query finds; an empty list is the good answer in most tests here. */
async function list(text: string): Promise<string[]> {
  const { rows } = await house.owner.query<{ name: string }>(text)
  return rows.map(({ name }) => name)
}

const ours = `in ('public'::regnamespace, 'private'::regnamespace)`

describe('the schema', () => {
  it('has row level security on every table', async () => {
    expect(
      await list(`select oid::regclass::text as name from pg_class
        where relnamespace ${ours} and relkind in ('r', 'p') and not relrowsecurity`),
    ).toEqual([])
  })

  it('has no view that reads with the rights of its owner', async () => {
    expect(
      await list(`select oid::regclass::text as name from pg_class
        where relnamespace ${ours} and relkind = 'v' and not coalesce(reloptions, '{}') @> '{security_invoker=true}'`),
    ).toEqual([])
  })

  it('names a role in every policy and none is for visitors', async () => {
    expect(await list(`select policyname as name from pg_policies where roles <> '{authenticated}'`)).toEqual(
      [],
    )
  })

  it('has one policy for each table and command, never one for all commands', async () => {
    expect(
      await list(`select tablename || ' ' || cmd as name from pg_policies where schemaname in ('public', 'private')
        group by tablename, cmd having count(*) > 1 or cmd = 'ALL'`),
    ).toEqual([])
  })

  it('checks what an update writes, not only what it finds', async () => {
    expect(
      await list(`select policyname as name from pg_policies where cmd = 'UPDATE' and with_check is null`),
    ).toEqual([])
  })

  it('asks who the caller is once for each statement, not once for each row', async () => {
    // PostgreSQL prints the wrapped call as "( SELECT auth.uid() AS uid)".
    expect(
      await list(`select policyname as name from pg_policies
        where regexp_replace(coalesce(qual, '') || coalesce(with_check, ''),
          'SELECT (auth\\.(uid|jwt|role)\\(\\)|private\\.has_permission\\()', '', 'g')
          ~ '(auth\\.(uid|jwt|role)\\(|private\\.has_permission\\()'`),
    ).toEqual([])
  })

  it('lets visitors call no function, and signed-in people only the listed ones', async () => {
    const callable = (role: string) =>
      list(`select p.oid::regprocedure::text as name from pg_proc p
        where pronamespace ${ours} and has_schema_privilege('${role}', pronamespace, 'usage')
          and has_function_privilege('${role}', p.oid, 'execute')
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`)
    expect(await callable('anon')).toEqual([])
    expect((await callable('authenticated')).sort()).toEqual(
      [
        'submit_order(jsonb,uuid)',
        'private.has_permission(text)',
        'private.clean_line(text)',
        'private.clean_text(text)',
        'private.is_email(text)',
        'private.normalise_phone(text)',
        'private.phone_problem(text)',
        'private.quantity_problem(text)',
        'private.strip_markup(text)',
      ].sort(),
    )
  })

  it('pins the search path of every function', async () => {
    expect(
      await list(`select p.oid::regprocedure::text as name from pg_proc p
        where pronamespace ${ours} and not coalesce(proconfig, '{}') @> array['search_path=""']
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`),
    ).toEqual([])
  })

  it('has an index for every foreign key', async () => {
    expect(
      await list(`select conname as name from pg_constraint k
        where contype = 'f' and connamespace ${ours} and not exists (
          select from pg_index i where i.indrelid = k.conrelid and i.indpred is null
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`),
    ).toEqual([])
  })

  it('names its constraints after table, column and rule', async () => {
    expect(
      await list(`select conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
        where connamespace ${ours} and contype in ('c', 'f', 'u') and conname not like relname || '\\_%'`),
    ).toEqual([])
  })

  it('publishes the live tables to realtime', async () => {
    const published = await list(`select tablename as name from pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public'`)
    expect(published).toEqual(
      expect.arrayContaining(['profiles', 'orders', 'farmers', 'buyers', 'investors']),
    )
  })
})

describe('the migrations', () => {
  const files = globSync('supabase/migrations/*.sql', { cwd: root })
  const statements = files.map((file) => readFileSync(join(root, file), 'utf8').replace(/--.*$/gm, ''))

  it('never grant everything', () => {
    expect(files.length).toBeGreaterThan(5)
    for (const sql of statements) expect(sql).not.toMatch(/grant\s+all/i)
  })

  it('take the default rights of Supabase away from every table before they give any', () => {
    for (const sql of statements) {
      for (const [, table] of sql.matchAll(/create table (\S+)/g)) {
        expect(sql).toMatch(new RegExp(`revoke all on table ${table} from public, anon, authenticated`))
      }
    }
  })

  it('need no right that Supabase does not give', () => {
    for (const sql of statements) {
      expect(sql).not.toMatch(
        /create (role|schema (?!if not exists private)|extension)|alter (role|system)|superuser/i,
      )
    }
  })
})

describe('what the domain and the database both say', () => {
  it('is the same in the generated types as in the catalogue', async () => {
    const written = readFileSync(join(root, 'domain/database.generated.ts'), 'utf8')
    const hint = 'run: node scripts/generate-database-types.ts'
    expect(await generateDatabaseTypes(house.owner as never), hint).toBe(written)
  })

  it('is the same for the order form: fields, lengths, options and sentences', async () => {
    const { rows } = await house.owner.query(
      `select field, kind, min, max, options, message, too_long from private.field_rules where form = 'order' order by position`,
    )
    expect(rows).toEqual(
      Object.entries(orderRequestRules).map(([field, rule]) => ({
        field,
        kind: rule.kind,
        min: rule.min,
        max: rule.max,
        options: rule.options ?? null,
        message: rule.message,
        too_long: rule.tooLong,
      })),
    )
  })

  it('is the same for the status machines', async () => {
    const stored = await list(
      `select record_type || ': ' || from_status || ' to ' || to_status as name from private.status_transitions`,
    )
    const machines = [
      ['orders', orderMachine.transitions] as const,
      ...registrationTables.map((table) => [table, registrationMachine.transitions] as const),
    ]
    const known = machines.flatMap(([table, transitions]) =>
      Object.entries(transitions).flatMap(([from, next]) => next.map((to) => `${table}: ${from} to ${to}`)),
    )
    expect(stored.sort()).toEqual(known.sort())
  })

  it('is the same for the names of the roles', async () => {
    const [check] = await list(
      `select pg_get_constraintdef(oid) as name from pg_constraint where conname = 'user_roles_role_known'`,
    )
    expect([...(check ?? '').matchAll(/'([a-z_]+)'/g)].map(([, role]) => role)).toEqual([...roles])
  })
})
