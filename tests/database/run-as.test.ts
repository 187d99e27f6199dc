// One statement as its caller, again and again on one connection: from its third time on it goes in a single trip.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { type RunOptions, runAs } from '#platform/database/run-as.ts'
import { silentLog } from '#platform/log.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await createTestDatabase({
    migrations: false,
    sql: `create table public.notes (
        id int primary key, parent int references public.notes (id) deferrable initially deferred);
      grant select, insert on public.notes to anon, authenticated;`,
  })
  database = await openDatabase({ url: test.url, secret: testSecret, log: silentLog, poolSize: 1 })
})

afterAll(async () => {
  await database.close()
  await test.drop()
})

afterEach(async () => {
  vi.restoreAllMocks()
  await asOwner(test.url, (client) => client.query('truncate public.notes'))
})

const anonymous: Caller = { role: 'anon', claims: '{"role":"anon"}' }
const insert = { name: 'insert_note', text: 'insert into public.notes values ($1, $2) returning id' }
const write = (id: number, parent: number | null = null, options?: RunOptions) =>
  runAs(database, anonymous, { ...insert, values: [id, parent] }, options)
const stored = async () => (await database.rest.query('select current_user as name')).rows

async function notes(): Promise<number[]> {
  const { rows } = await asOwner(test.url, (client) =>
    client.query('select id from public.notes order by id'),
  )
  return rows.map((row) => row.id)
}

describe('a statement that fails', () => {
  it('leaves nothing behind, and the connection works on', async () => {
    for (const id of [1, 2, 3]) await write(id)
    await expect(write(3)).rejects.toMatchObject({ code: '23505' })
    await expect(write(4)).resolves.toMatchObject({ rows: [{ id: 4 }], rowCount: 1 })
    expect(await notes()).toEqual([1, 2, 3, 4])
    expect(await stored()).toEqual([{ name: 'authenticator' }])
  })

  it('fails at the commit too, where a deferred rule is looked at', async () => {
    for (const id of [1, 2, 3]) await write(id)
    await expect(write(4, 99)).rejects.toMatchObject({ code: '23503' })
    await write(5, 1)
    expect(await notes()).toEqual([1, 2, 3, 5])
  })

  it('cannot write when it said that it only reads', async () => {
    for (const id of [1, 2, 3, 4])
      await expect(write(id, null, { readOnly: true })).rejects.toMatchObject({ code: '25006' })
    for (const id of [1, 2, 3]) await write(id)
    await expect(write(4, null, { readOnly: true })).rejects.toMatchObject({ code: '25006' })
    expect(await notes()).toEqual([1, 2, 3])
  })

  it('is ended by the time limit of its role', async () => {
    const hurried = { ...database, statementTimeout: () => '100ms' }
    const sleep = (seconds: number) =>
      runAs(hurried, anonymous, { name: 'sleep', text: 'select pg_sleep($1)', values: [seconds] })
    for (let turn = 0; turn < 3; turn++) await sleep(0)
    await expect(sleep(20)).rejects.toMatchObject({ code: '57014' })
    await expect(sleep(0)).resolves.toMatchObject({ rowCount: 1 })
  })

  it('is refused before the commit when its result is not accepted', async () => {
    for (const id of [1, 2, 3]) await write(id)
    await write(4, null, { accept: () => false })
    expect(await notes()).toEqual([1, 2, 3])
  })
})

describe('a statement that comes again', () => {
  const whoAmI = {
    name: 'who_am_i',
    text: `select current_user as name, current_setting('request.jwt.claims') as claims,
      current_setting('request.path') as path, current_setting('transaction_read_only') as reading, $1 as given`,
  }

  it('acts as its own caller each time, and the connection is nobody in between', async () => {
    const callers: Caller[] = [
      anonymous,
      { role: 'authenticated', claims: '{"sub":"a"}' },
      { role: 'authenticated', claims: '{"sub":"b"}' },
      { role: 'service_role', claims: '{}' },
      anonymous,
    ]
    for (const [turn, caller] of callers.entries()) {
      const readOnly = turn % 2 === 0
      const result = await runAs(
        database,
        caller,
        { ...whoAmI, values: [`turn ${turn}`] },
        { path: `/${turn}`, readOnly },
      )
      const { role: name, claims } = caller
      const reading = readOnly ? 'on' : 'off'
      expect(result.rows).toEqual([{ name, claims, path: `/${turn}`, reading, given: `turn ${turn}` }])
      const after = await database.rest.query(
        `select current_user as name, current_setting('request.jwt.claims', true) as claims`,
      )
      expect(after.rows).toEqual([{ name: 'authenticator', claims: '' }])
    }
  })

  it('keeps what it writes, and goes in one query', async () => {
    for (const id of [1, 2]) await write(id)
    const queries = vi.spyOn(pg.Client.prototype, 'query')
    for (const id of [3, 4])
      await expect(write(id)).resolves.toMatchObject({ command: 'INSERT', rowCount: 1 })
    expect(queries).toHaveBeenCalledTimes(2)
    expect(await notes()).toEqual([1, 2, 3, 4])
  })
})
