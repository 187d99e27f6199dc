// A migrated database of one's own, people in it, and a way to run SQL as each of them.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { StaffRole } from '#domain/admin/roles.ts'
import type { Caller } from '#platform/database/caller.ts'
import { openDatabase } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import { silentLog } from '#platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

export interface Person {
  id: string
  email: string
  caller: Caller
}

/** What a refused statement says, as the API passes it on. */
export interface Refusal {
  code: string
  message: string
  detail?: string
  hint?: string
}

export const anonymous: Caller = { role: 'anon', claims: JSON.stringify({ role: 'anon' }) }
export const service: Caller = { role: 'service_role', claims: JSON.stringify({ role: 'service_role' }) }

/** The same person in a session that has shown its second factor. */
export const withSecondFactor = ({ caller }: Pick<Person, 'caller'>): Caller => ({
  ...caller,
  claims: JSON.stringify({ ...JSON.parse(caller.claims), aal: 'aal2' }),
})

/** `of`: a database of one's own, as it is; else the whole application. */
export async function openApp(of?: TestDatabase) {
  const test = of ?? (await createTestDatabase({ migrations: true }))
  const database = await openDatabase({
    url: test.url,
    secret: testSecret,
    log: silentLog,
    poolSize: 10,
    // Tests of many calls at once are about what the database does, not about how fast the machine is.
    acquireTimeoutMs: 60_000,
  })
  const owner = new pg.Pool({ connectionString: test.url, max: 2 })
  // Dropping the database may cut a connection that is just being closed: nobody waits for it any more.
  owner.on('connect', (client) => client.on('error', () => {}))
  owner.on('error', () => {})
  return {
    database,
    owner,
    url: test.url,

    /** Rows that the caller gets; rejects with PostgreSQL's error when refused. */
    async as<Row extends pg.QueryResultRow>(caller: Caller, text: string, values: unknown[] = []) {
      return (await runAs(database, caller, { text, values })) as pg.QueryResult<Row>
    },

    /** The refusal of a statement that must be refused. */
    async refusalOf(caller: Caller, text: string, values: unknown[] = []): Promise<Refusal> {
      const outcome = await runAs(database, caller, { text, values }).then(
        () => null,
        (error: Refusal) => error,
      )
      if (outcome === null) throw new Error(`this was not refused: ${text}`)
      return outcome
    },

    /** An account as the sign-up makes it; with a role when it is staff. */
    async addPerson(person: { name?: string; metadata?: object; role?: StaffRole } = {}): Promise<Person> {
      const id = randomUUID()
      const email = `${id}@example.com`
      const metadata = person.metadata ?? { full_name: person.name ?? 'Ada Obi' }
      await owner.query(
        `insert into auth.users (id, email, aud, role, raw_user_meta_data) values ($1, $2, 'authenticated', 'authenticated', $3)`,
        [id, email, metadata],
      )
      if (person.role) {
        await owner.query('insert into public.user_roles (user_id, role) values ($1, $2)', [id, person.role])
      }
      const claims = JSON.stringify({ sub: id, email, role: 'authenticated', aal: 'aal1' })
      return { id, email, caller: { role: 'authenticated', claims } }
    },

    /** In a session of their own, as the claims of a real token name it. */
    async signIn(person: Person, aal: 'aal1' | 'aal2'): Promise<{ caller: Caller; sessionId: string }> {
      const sessionId = randomUUID()
      await owner.query(
        'insert into auth.sessions (id, user_id, aal, created_at, updated_at) values ($1, $2, $3, now(), now())',
        [sessionId, person.id, aal],
      )
      const claims = { ...JSON.parse(person.caller.claims), aal, session_id: sessionId }
      return { caller: { ...person.caller, claims: JSON.stringify(claims) }, sessionId }
    },

    async close() {
      await owner.end()
      await database.close()
      await test.drop()
    },
  }
}

export type App = Awaited<ReturnType<typeof openApp>>
