// On Supabase every new table and function is open to all roles by default; our migrations must close them all the same.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

let app: TestDatabase
let supabase: TestDatabase

beforeAll(async () => {
  app = await createTestDatabase({ migrations: true })
  supabase = await createTestDatabase({
    migrations: false,
    sql: `alter default privileges grant execute on functions to public;
      alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
      alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
      alter default privileges in schema public grant all on functions to anon, authenticated, service_role;`,
  })
  const migrations = join(import.meta.dirname, '../../supabase/migrations')
  await prepareDatabase({ url: supabase.url, secret: testSecret, migrations })
})
afterAll(async () => {
  await app.drop()
  await supabase.drop()
})

/** Every right of visitors, signed-in people and everybody on our tables, columns, sequences and functions. */
async function readRights(url: string): Promise<string[]> {
  const { rows } = await asOwner(url, (client) =>
    client.query<{ granted: string }>(
      `with objects as (
         select oid::regclass::text as name, relacl as acl from pg_class
           where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'v', 'm', 'S')
         union all
         select attrelid::regclass::text || '.' || attname, attacl from pg_attribute join pg_class c on c.oid = attrelid
           where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
         union all
         select p.oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner)) from pg_proc p
           where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       )
       select name || ': ' || coalesce(rolname, 'everybody') || ' ' || privilege_type as granted
       from objects, aclexplode(acl) left join pg_roles on pg_roles.oid = grantee
       where coalesce(rolname, 'everybody') in ('everybody', 'anon', 'authenticated') order by 1`,
    ),
  )
  return rows.map(({ granted }) => granted)
}

it('a table that forgets to close itself would be open there, and this test would see it', async () => {
  await asOwner(supabase.url, (client) => client.query('create table public.forgotten (id integer)'))
  const rights = await readRights(supabase.url)
  await asOwner(supabase.url, (client) => client.query('drop table public.forgotten'))
  expect(rights).toContain('forgotten: anon SELECT')
})

it('the rights of visitors and members are the same on Supabase as here', async () => {
  const here = await readRights(app.url)
  expect(here.length).toBeGreaterThan(20)
  // Visitors read the content of public pages, and do nothing else.
  expect(here.filter((right) => / (anon|everybody) /.test(right))).toEqual([
    'board_contacts: anon SELECT',
    'board_members: anon SELECT',
    'career_categories: anon SELECT',
    'career_positions: anon SELECT',
    'company_facts: anon SELECT',
    'courses: anon SELECT',
    'crop_seasons: anon SELECT',
    'current_crypto_wallet(): anon EXECUTE',
    'delivery_options(jsonb,text,text): anon EXECUTE',
    'impact_figures: anon SELECT',
    'legal_texts: anon SELECT',
    'order_products: anon SELECT',
    'page_actions: anon SELECT',
    'page_facts: anon SELECT',
    'page_texts: anon SELECT',
    'photographs: anon SELECT',
    'products: anon SELECT',
    'projects: anon SELECT',
    'search_products(text,text,text,integer,integer): anon EXECUTE',
    'stories: anon SELECT',
  ])
  expect(await readRights(supabase.url)).toEqual(here)
})
