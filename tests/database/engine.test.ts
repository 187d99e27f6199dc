// Engines that only look like PostgreSQL, and a listening connection that a network swallows.

import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createListener } from '#platform/database/listener.ts'
import { refuseLookalike } from '#platform/database/refuse-lookalike.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { layWire, type Wire } from '#tests/harness/wire.ts'
import { within } from '#tests/harness/within.ts'

let test: TestDatabase
const wires: Wire[] = []

beforeAll(async () => {
  test = await createTestDatabase({ migrations: false })
})
afterEach(async () => {
  for (const wire of wires.splice(0)) await wire.cut()
})
afterAll(() => test.drop())

async function openWire(drops?: string): Promise<Wire> {
  const wire = await layWire(test.url, drops ? { drops } : {})
  wires.push(wire)
  return wire
}

describe('an engine', () => {
  it('that is PostgreSQL is taken', async () => {
    await expect(refuseLookalike(test.url)).resolves.toBeUndefined()
  })

  it('whose notifications do not arrive is refused', async () => {
    await expect(refuseLookalike((await openWire('A')).url)).rejects.toThrow('LISTEN hears no NOTIFY')
  })

  it.each([
    [
      'whose advisory locks do nothing',
      'create function lookalike.pg_try_advisory_lock(bigint) returns boolean language sql return true',
      'advisory locks do not lock',
    ],
    [
      'without 64-bit transaction numbers',
      `create function lookalike.pg_current_xact_id() returns bigint language plpgsql as $$
       begin raise exception 'not there' using errcode = '42883'; end $$`,
      'no 64-bit numbers',
    ],
    [
      'without PL/pgSQL',
      'create view lookalike.pg_language as select lanname from pg_catalog.pg_language where false',
      'PL/pgSQL is not there',
    ],
  ])('%s is refused', async (_, pretend, message) => {
    const other = await createTestDatabase({ migrations: false })
    try {
      const name = new URL(other.url.replace('@/', '@localhost/')).pathname.slice(1)
      await asOwner(other.url, (client) =>
        client.query(`create schema lookalike; ${pretend};
          alter database ${name} set search_path = lookalike, pg_catalog`),
      )
      await expect(refuseLookalike(other.url)).rejects.toThrow(message)
    } finally {
      await other.drop()
    }
  })
})

it('a listening connection that hears nothing is opened again, and who listens is called', async () => {
  const wire = await openWire()
  const reasons: string[] = []
  const { listen, hold, close } = createListener(
    () => new pg.Client({ connectionString: wire.url }),
    { noticed: (reason) => reasons.push(reason) },
    { every: 100, timeout: 1_500 },
  )
  const heard: string[] = []
  await listen('changes', (payload) => heard.push(payload))
  await hold({ text: 'select pg_advisory_lock_shared($1)', values: [4711] })
  const isLocked = () =>
    asOwner(test.url, async (client) => {
      const { rows } = await client.query('select pg_try_advisory_lock(4711) as free')
      return rows[0].free === false
    })
  wire.swallow()
  await vi.waitUntil(() => heard.includes(''), within)
  expect(reasons).toContain('the listening connection does not answer')
  await asOwner(test.url, (client) => client.query(`notify changes, 'news'`))
  await vi.waitUntil(() => heard.includes('news'), within)
  expect(await isLocked()).toBe(true)
  await close()
})
