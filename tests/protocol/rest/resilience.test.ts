// What happens when the schema changes under the service, or the database goes away.
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { within } from '#tests/harness/within.ts'
import { startRestService } from './rest-service.ts'

const rest = await startRestService()
afterAll(() => rest.stop())

describe('a change of the schema', () => {
  afterEach(() => rest.sql("drop table if exists crates; notify pgrst, 'reload schema'"))

  test('is seen after NOTIFY pgrst, and not demanded before', async () => {
    expect((await rest.service.from('crates').select()).error?.code).toBe('PGRST205')
    await rest.sql("create table crates (id int primary key); notify pgrst, 'reload schema'")
    await vi.waitFor(
      async () => expect((await rest.service.from('crates').select()).error).toBeNull(),
      within,
    )
  })

  test('does not break statements that were prepared before it', async () => {
    await rest.sql('create table crates (id int primary key, size int); insert into crates values (1, 5)')
    await rest.reload()
    const read = () => rest.service.from('crates').select('*')
    // Often enough to be prepared on every connection.
    for (let i = 0; i < 20; i++) expect((await read()).data).toEqual([{ id: 1, size: 5 }])
    await rest.sql('alter table crates alter column size type text')
    expect((await read()).data).toEqual([{ id: 1, size: '5' }])
    await rest.sql('alter table crates add column label text')
    expect((await read()).data).toEqual([{ id: 1, size: '5', label: null }])
    const write = () => rest.service.from('crates').update({ size: '6' }).eq('id', 1).select()
    for (let i = 0; i < 8; i++) expect((await write()).error).toBeNull()
  })

  test('a table that was dropped is not found, and the cache corrects itself', async () => {
    await rest.sql('create table crates (id int primary key)')
    await rest.reload()
    expect((await rest.service.from('crates').select()).error).toBeNull()
    await rest.sql('drop table crates')
    const { status, error } = await rest.service.from('crates').select()
    expect({ status, code: error?.code }).toEqual({ status: 404, code: '42P01' })
    await vi.waitFor(
      async () => expect((await rest.service.from('crates').select()).error?.code).toBe('PGRST205'),
      within,
    )
  })
})

describe('the database', () => {
  test('with every connection taken: 503 with Retry-After, and then work again', async () => {
    const held = await Promise.all(Array.from({ length: 4 }, () => rest.database.rest.connect()))
    const started = performance.now()
    const response = await rest.fetch('/farms')
    expect({
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.json(),
    }).toEqual({
      status: 503,
      retryAfter: '1',
      body: {
        code: 'PGRST000',
        message: 'Database connection error. Retrying the connection.',
        details: null,
        hint: null,
      },
    })
    expect(performance.now() - started).toBeLessThan(4_000)
    for (const client of held) client.release()
    expect((await rest.fetch('/farms')).status).toBe(200)
  })

  test('that ends connections: requests in flight are 503, the next ones work', async () => {
    const sleeping = rest.fetch('/rpc/sleep_for', {
      method: 'POST',
      body: '{"seconds": 2}',
      headers: { 'content-type': 'application/json' },
    })
    await vi.waitFor(async () => {
      const [row] = await rest.sql(
        "select 1 from pg_stat_activity where query like '%sleep_for%' and state = 'active' and usename = 'authenticator'",
      )
      expect(row).toBeDefined()
    }, within)
    await rest.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator' and datname = current_database()",
    )
    expect((await sleeping).status).toBe(503)
    await vi.waitFor(async () => expect((await rest.fetch('/farms')).status).toBe(200), within)
  })
})
