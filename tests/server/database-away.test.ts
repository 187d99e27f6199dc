import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'pg-connection-string'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '#platform/log.ts'
import { readEnvironment } from '#server/env.ts'
import { type House, startHouse } from '#server/house.ts'
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

/** A wire to the database that can be cut. */
interface Wire {
  url: string
  cut(): Promise<void>
  mend(): Promise<void>
}

async function layWire(databaseUrl: string): Promise<Wire> {
  const { host, port, user, password, database } = parse(databaseUrl)
  const far = host?.startsWith('/')
    ? { path: join(host, `.s.PGSQL.${port}`) }
    : { host: host ?? '127.0.0.1', port: Number(port) }
  const sockets = new Set<Socket>()
  const server: Server = createServer((near) => {
    const there = connect(far)
    for (const socket of [near, there]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    near.pipe(there).pipe(near)
  })
  const listen = (at: number) => new Promise<void>((done) => server.listen(at, '127.0.0.1', done))
  await listen(0)
  const at = (server.address() as { port: number }).port
  return {
    url: `postgresql://${user}:${password}@127.0.0.1:${at}/${database}`,
    mend: () => listen(at),
    cut: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

let database: TestDatabase
let wire: Wire
let house: House
let folder: string

beforeAll(async () => {
  database = await createTestDatabase({ migrations: true })
  wire = await layWire(database.url)
  folder = await mkdtemp(join(tmpdir(), 'away-'))
  house = await startHouse({
    env: readEnvironment({ PORT: '0', DATA_DIR: folder, JWT_SECRET: testSecret }),
    databaseUrl: wire.url,
    log: silentLog,
  })
})
afterAll(async () => {
  await house.stop()
  await wire.cut()
  await database.drop()
  await rm(folder, { recursive: true })
})

const services = ['/rest/v1/orders?select=id', '/auth/v1/token?grant_type=password']

async function ask(path: string): Promise<Response> {
  const isToken = path.startsWith('/auth')
  return fetch(`${house.url}${path}`, {
    method: isToken ? 'POST' : 'GET',
    headers: { apikey: isToken ? house.keys.publishableKey : house.keys.secretKey },
    ...(isToken ? { body: JSON.stringify({ email: 'ngozi@example.com', password: 'Harvest-2026' }) } : {}),
  })
}

describe('a house without its database', () => {
  it('asks callers of the services to come back, and never lets them hang', async () => {
    await wire.cut()
    for (const path of services) {
      const began = performance.now()
      const answer = await ask(path)
      expect([path, answer.status]).toEqual([path, 503])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      const refusal = (await answer.json()) as { message?: string; msg?: string }
      expect(refusal.message ?? refusal.msg).toMatch(/\w+/)
      expect(performance.now() - began).toBeLessThan(4_000)
    }
  })

  it('tells its supervisor that it lives and is not ready', async () => {
    expect((await fetch(`${house.url}/healthz`)).status).toBe(200)
    const ready = await fetch(`${house.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toEqual({ status: 'unavailable', reason: 'database' })
  })

  it('goes on showing its pages', async () => {
    expect((await fetch(`${house.url}/`)).status).toBe(200)
    expect((await fetch(`${house.url}/careers`)).status).toBe(200)
  })

  it('is whole again as soon as the database is back', async () => {
    await wire.mend()
    expect((await fetch(`${house.url}/readyz`)).status).toBe(200)
    expect((await ask(services[0] ?? '')).status).toBe(200)
    expect((await ask(services[1] ?? '')).status).toBe(400)
  })
})
