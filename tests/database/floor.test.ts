// The floor under every project: who may log in, what they can become, and what nobody may do by default.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Database, loginPassword, openDatabase } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import { DatabaseUnavailableError } from '#platform/database/unavailable.ts'
import { silentLog } from '#platform/log.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

let test: TestDatabase
let database: Database
const anonymous = { role: 'anon', claims: '{"role":"anon"}' } as const

beforeAll(async () => {
  test = await createTestDatabase({
    migrations: false,
    sql: 'create table public.unlisted (id int); insert into public.unlisted values (1)',
  })
  database = await openDatabase({ url: test.url, secret: testSecret, log: silentLog, poolSize: 2 })
})

afterAll(async () => {
  await database.close()
  await test.drop()
})

describe('the login role of the API', () => {
  it('reads nothing by itself', async () => {
    await expect(database.rest.query('select * from public.unlisted')).rejects.toMatchObject({
      code: '42501',
    })
  })

  it.each(['postgres', 'supabase_auth_admin'])('cannot become %s', async (role) => {
    await expect(database.rest.query(`set role ${role}`)).rejects.toMatchObject({ code: '42501' })
  })

  it.each(['anon', 'authenticated', 'service_role'] as const)(
    'becomes %s for one transaction and is itself again',
    async (role) => {
      const result = await runAs(
        database,
        { role, claims: '{"sub":"x"}' },
        { text: `select current_user as name, current_setting('request.jwt.claims') as claims` },
      )
      expect(result.rows).toEqual([{ name: role, claims: '{"sub":"x"}' }])
      const after = await database.rest.query(
        `select current_user as name, current_setting('request.jwt.claims', true) as claims`,
      )
      expect(after.rows).toEqual([{ name: 'authenticator', claims: '' }])
    },
  )

  it('needs its password', async () => {
    const { host, port } = database.rest.options as { host: string; port: number }
    const client = new pg.Client({
      host,
      port,
      user: 'authenticator',
      password: loginPassword('another secret', 'authenticator'),
      database: 'postgres',
    })
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' })
  })
})

describe('the connections of a pool', () => {
  it('are closed after a pause, but for one', async () => {
    const { rest } = database
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const clients = await Promise.all([rest.connect(), rest.connect()])
      for (const client of clients) client.release()
      expect([rest.totalCount, rest.idleCount]).toEqual([2, 2])
      vi.advanceTimersByTime(60 * 60_000)
      expect([rest.totalCount, rest.idleCount]).toEqual([1, 1])
    } finally {
      vi.useRealTimers()
    }
    const { rows } = await rest.query('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
  })
})

describe('a new table', () => {
  it.each(['anon', 'authenticated'] as const)('is closed to %s until a migration opens it', async (role) => {
    await expect(
      runAs(database, { role, claims: '{}' }, { text: 'select * from public.unlisted' }),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('is open to the service role', async () => {
    const result = await runAs(
      database,
      { role: 'service_role', claims: '{}' },
      { text: 'select * from public.unlisted' },
    )
    expect(result.rowCount).toBe(1)
  })

  it('cannot be made in schema public by a visitor', async () => {
    await expect(
      runAs(database, anonymous, { text: 'create table public.mine (id int)' }),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a new function', () => {
  it('is closed to visitors until a migration opens it', async () => {
    await asOwner(test.url, (client) =>
      client.query('create function public.unlisted_function() returns int language sql as $$ select 1 $$'),
    )
    await expect(
      runAs(database, anonymous, { text: 'select public.unlisted_function()' }),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a statement', () => {
  it('runs under the time limit of its caller', async () => {
    const limits = await Promise.all(
      (['anon', 'authenticated', 'service_role'] as const).map((role) =>
        runAs(
          database,
          { role, claims: '{}' },
          { text: `select current_setting('statement_timeout') as limit` },
        ).then(({ rows }) => rows[0].limit),
      ),
    )
    expect(limits).toEqual(['3s', '8s', '0'])
  })

  it('that fails leaves nothing behind and its connection ready', async () => {
    const service = { role: 'service_role', claims: '{}' } as const
    const broken = {
      text: 'with added as (insert into public.unlisted values (2) returning id) select id / 0 from added',
    }
    await expect(runAs(database, service, broken)).rejects.toMatchObject({ code: '22012' })
    expect((await runAs(database, service, { text: 'select id from public.unlisted' })).rows).toEqual([
      { id: 1 },
    ])
  })

  it('whose result is not accepted leaves nothing behind', async () => {
    const service = { role: 'service_role', claims: '{}' } as const
    await runAs(
      database,
      service,
      { text: 'insert into public.unlisted values (3) returning id' },
      { accept: ({ rows }) => rows.length > 1 },
    )
    expect((await runAs(database, service, { text: 'select id from public.unlisted' })).rows).toEqual([
      { id: 1 },
    ])
  })

  it('that finds every connection taken is refused in time instead of waiting for ever', async () => {
    const held = await Promise.all([database.rest.connect(), database.rest.connect()])
    await expect(runAs(database, anonymous, { text: 'select 1' })).rejects.toBeInstanceOf(
      DatabaseUnavailableError,
    )
    for (const client of held) client.release()
    expect((await runAs(database, anonymous, { text: 'select 1 as one' })).rows).toEqual([{ one: 1 }])
  })
})
