import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { computeCheckCharacter } from '#domain/reference-codes.ts'
import type { Log } from '#platform/log.ts'
import { type App, startApp } from '#server/app.ts'
import { readEnvironment } from '#server/settings/env.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { layWire, type Wire } from '#tests/harness/wire.ts'
import { within } from '#tests/harness/within.ts'

let database: TestDatabase
let wire: Wire
let app: App
let folder: string
/** What an operator would see. */
const lines: { level: 'info' | 'warn' | 'error'; message: string; fields: object }[] = []
const write =
  (level: (typeof lines)[number]['level']) =>
  (fields: object, message: string): void =>
    void lines.push({ level, message, fields })
const log: Log = { info: write('info'), warn: write('warn'), error: write('error') }
const problems = () => lines.filter(({ level }) => level !== 'info').map(({ message }) => message)

beforeAll(async () => {
  database = await createTestDatabase({ migrations: true })
  wire = await layWire(database.url)
  folder = await mkdtemp(join(tmpdir(), 'away-'))
  app = await startApp({
    env: readEnvironment({ PORT: '0', DATA_DIR: folder, JWT_SECRET: testSecret }),
    databaseUrl: wire.url,
    log,
  })
  // What a start does by itself is over before the wire is cut.
  await vi.waitUntil(async () => {
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    return ['mail', 'documents', 'seal-people', 'storage-encryption'].every((job) =>
      metrics.includes(`app_job_seconds_count{job="${job}",outcome="done"}`),
    )
  }, within)
})
afterAll(async () => {
  await app.stop()
  await wire.cut()
  await database.drop()
  await rm(folder, { recursive: true })
})

const services = ['/rest/v1/orders?select=id', '/auth/v1/token?grant_type=password']

async function request(path: string): Promise<Response> {
  const isToken = path.startsWith('/auth')
  return fetch(`${app.url}${path}`, {
    method: isToken ? 'POST' : 'GET',
    headers: { apikey: isToken ? app.keys.publishableKey : app.keys.secretKey },
    ...(isToken ? { body: JSON.stringify({ email: 'ngozi@example.com', password: 'Harvest-2026' }) } : {}),
  })
}

/** Sends the beginning of a request with a body, and goes away. */
async function breakOff(path: string, headers: string[]): Promise<void> {
  const { hostname, port, host } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  const closed = new Promise((done) => socket.once('close', done))
  socket.on('error', () => {})
  const seen = lines.length
  await new Promise<void>((sent) =>
    socket.write(
      [`POST ${path} HTTP/1.1`, `host: ${host}`, 'content-length: 1000', ...headers, '', '{"half": "of'].join(
        '\r\n',
      ),
      () => sent(),
    ),
  )
  // The request is taken up before it is broken off.
  await fetch(`${app.url}/healthz`)
  socket.resetAndDestroy()
  await closed
  await vi.waitFor(
    () =>
      expect(lines.slice(seen)).toContainEqual(
        expect.objectContaining({ fields: expect.objectContaining({ path, status: 499 }) }),
      ),
    within,
  )
}

describe('a client that breaks off its own request', () => {
  it('is no outage and no failure: nobody is alarmed', async () => {
    lines.length = 0
    const key = `apikey: ${app.keys.publishableKey}`
    const json = 'content-type: application/json'
    for (const path of [
      '/auth/v1/signup',
      '/rest/v1/rpc/submit_order',
      '/realtime/v1/api/broadcast',
      '/storage/v1/bucket',
      '/forms/contact',
    ])
      await breakOff(path, [
        key,
        json,
        'sec-fetch-site: same-origin',
        `authorization: Bearer ${app.keys.secretKey}`,
      ])
    expect(problems()).toEqual([])
  })
})

describe('a database that finds its disk full', () => {
  it('is 503 with Retry-After in every service, and one warning', async () => {
    lines.length = 0
    // As PostgreSQL says it when a table cannot grow.
    await asOwner(database.url, (client) =>
      client.query(`create function private.fill_disk() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$;
        create trigger fill_disk before insert on public.newsletter_subscriptions
          for each row execute function private.fill_disk();
        create trigger fill_disk before insert on auth.users for each row execute function private.fill_disk();
        create trigger fill_disk before insert on storage.buckets for each row execute function private.fill_disk()`),
    )
    const { publishableKey, secretKey } = app.keys
    const post = (path: string, apikey: string, body: object) =>
      fetch(`${app.url}${path}`, {
        method: 'POST',
        headers: {
          apikey,
          'content-type': 'application/json',
          ...(apikey === secretKey && { authorization: `Bearer ${secretKey}` }),
        },
        body: JSON.stringify(body),
      })
    const subscription = { email: 'a@example.com', unsubscribe_token: 'a'.repeat(64) }
    for (const answer of [
      await post('/rest/v1/newsletter_subscriptions', secretKey, subscription),
      await post('/auth/v1/signup', publishableKey, { email: 'full@example.com', password: 'Harvest-2026' }),
      await post('/storage/v1/bucket', secretKey, { id: 'full', name: 'full' }),
    ])
      expect([answer.url, answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([
        answer.url,
        503,
        true,
      ])
    expect(problems()).toEqual(['the disk is full: writes are answered with 503 and Retry-After'])
    await asOwner(database.url, (client) => client.query('drop function private.fill_disk cascade'))
  })
})

const payload = 'ABCDEFGHJKM'
const documentPath = `/verify/${payload}${computeCheckCharacter(payload)}`

/** As a document, and as the data that navigation within the open site requests. */
async function expectBackInAMoment(path: string): Promise<void> {
  for (const address of [path, `${path}.data`]) {
    const answer = await fetch(app.url + address)
    expect([address, answer.status]).toEqual([address, 503])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const text = await answer.text()
    if (address !== path) expect(answer.headers.get('content-type')).toContain('text/x-script')
    else expect(text).toMatch(/<nav[\s\S]*Back in a moment/)
  }
}

describe('a database that has too much to do', () => {
  it('is 503 with Retry-After in rest and on the pages that query it', async () => {
    lines.length = 0
    await asOwner(database.url, (client) =>
      client.query(`alter function public.verify_document(text) rename to verify_document_kept;
        create function public.verify_document(code text) returns jsonb language plpgsql as $$
        begin raise exception 'out of memory' using errcode = '53200'; end $$`),
    )
    const answer = await fetch(`${app.url}/rest/v1/rpc/verify_document`, {
      method: 'POST',
      headers: { apikey: app.keys.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ code: payload }),
    })
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true])
    await expectBackInAMoment(documentPath)
    await asOwner(database.url, (client) =>
      client.query(`drop function public.verify_document(text);
        alter function public.verify_document_kept(text) rename to verify_document`),
    )
    expect((await fetch(app.url + documentPath)).status).toBe(404)
  })
})

describe('an application that cannot read the content of its pages', () => {
  it('does not start: nobody reads of a board that is empty', async () => {
    const rename = (from: string, to: string) =>
      asOwner(database.url, (client) => client.query(`alter table public.${from} rename to ${to}`))
    await rename('board_members', 'board_members_kept')
    await expect(
      startApp({
        env: readEnvironment({ PORT: '0', DATA_DIR: folder, JWT_SECRET: testSecret }),
        databaseUrl: database.url,
        log,
      }),
    ).rejects.toThrow('the content of the pages could not be read')
    await rename('board_members_kept', 'board_members')
  })
})

describe('an application without its database', () => {
  it('answers callers of the services with Retry-After, and never lets them hang', async () => {
    lines.length = 0
    await wire.cut()
    for (const path of services) {
      const began = performance.now()
      const answer = await request(path)
      expect([path, answer.status]).toEqual([path, 503])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      const refusal = (await answer.json()) as { message?: string; msg?: string }
      expect(refusal.message ?? refusal.msg).toMatch(/\w+/)
      expect(performance.now() - began).toBeLessThan(4_000)
    }
  })

  it('warns its operator once, however many requests fail', async () => {
    await Promise.all([...services, ...services, ...services].map(request))
    expect(problems()).toEqual([
      'the database does not answer: requests are answered with 503 and Retry-After',
    ])
  })

  it('reports to its supervisor that it lives and is not ready', async () => {
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    const ready = await fetch(`${app.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toEqual({ status: 'unavailable', reason: 'database' })
  })

  it('goes on showing its pages', async () => {
    expect((await fetch(`${app.url}/`)).status).toBe(200)
    expect((await fetch(`${app.url}/careers`)).status).toBe(200)
  })

  it('asks visitors of pages that need it to come back, in its own words, and caches nothing of that', async () => {
    for (const path of [documentPath, `/marketplace/rice-${randomUUID()}`]) await expectBackInAMoment(path)
    expect(problems()).toHaveLength(1)
  })

  it('is whole again as soon as the database is back', async () => {
    await wire.mend()
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    expect((await request(services[0] ?? '')).status).toBe(200)
    expect((await request(services[1] ?? '')).status).toBe(400)
    expect(problems()).toHaveLength(1)
  })
})
