// What pg-delta plans for the database that it sees, for any other: another owner, PostgreSQL 15, Supabase's default rights.
import type pg from 'pg'

/** The owner of the databases that are compared; another database has another. */
const isOfOwner = (sql: string) =>
  /\bOWNER TO "postgres"$|^(GRANT|REVOKE) .*\b(TO|FROM) "postgres"$/.test(sql)

/** What the default privileges of a new table give to service_role, MAINTAIN on PostgreSQL 17 and later alone. */
const isDefault =
  /^GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE (\S+) TO "service_role"$/

/** On Supabase every new table and function of schema public is open to visitors and members, until it is closed. */
export function makePortable(statements: readonly string[]): string[] {
  const created = new Set<string>()
  return statements.flatMap((statement) => {
    const sql = statement.trim().replace(/;$/, '')
    if (isOfOwner(sql)) return []
    const relation = /^CREATE (?:TABLE|VIEW) (\S+)/.exec(sql)?.[1]
    if (relation) {
      created.add(relation)
      return [sql, `revoke all on table ${relation.replaceAll('"', '')} from public, anon, authenticated`]
    }
    if (created.has(isDefault.exec(sql)?.[1] ?? '')) return []
    return [
      sql.replace(
        /^(REVOKE ALL ON (?:FUNCTION|PROCEDURE) "public"\..*) FROM PUBLIC$/,
        '$1 FROM PUBLIC, anon, authenticated',
      ),
    ]
  })
}

/** By sequence: who else than its owner may do what. */
async function readGrants(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string; grants: string }>(
    `select c.oid::regclass::text as name, coalesce((
       select string_agg(format('grant %s on sequence %s to %I', rights, c.oid::regclass, grantee), E'\\n' order by grantee)
       from (
         select grantee::regrole::text, string_agg(lower(privilege_type), ', ' order by privilege_type) as rights
         from aclexplode(c.relacl) where grantee not in (0, c.relowner) group by grantee
       ) as rights_of
     ), '') as grants
     from pg_class c where c.relkind = 'S'
       and exists (select from pg_namespace n where n.oid = c.relnamespace and n.nspname !~ '^(pg_|information_schema)')`,
  )
  return new Map(rows.map(({ name, grants }) => [name, grants]))
}

/** Grants on sequences of identity columns, which pg-delta does not compare. */
export async function compareSequences(source: pg.Pool, desired: pg.Pool): Promise<string[]> {
  const [before, after] = await Promise.all([readGrants(source), readGrants(desired)])
  return [...after]
    .filter(([name, grants]) => before.get(name) !== grants)
    .flatMap(([name, grants]) => [
      `revoke all on sequence ${name} from public, anon, authenticated, service_role`,
      ...grants.split('\n').filter(Boolean),
    ])
}
