// Tokens of sessions that have ended, shown to each service of two server processes over one database.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveApiKeys } from '#platform/auth/keys.ts'
import { createTokens } from '#platform/auth/tokens.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import { createPlatform, type Platform } from '#platform/platform.ts'
import { completeSettings } from '#platform/settings.ts'
import { createFileDriver } from '#platform/storage/drivers/file-driver.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { RawSocket } from '../realtime/realtime-service.ts'
import { Clock, goodPassword, siteUrl } from './harness.ts'

const schema = `
  create table public.notes (id bigint generated always as identity primary key, user_id uuid not null default auth.uid());
  alter table public.notes enable row level security;
  grant select, insert, update, delete on public.notes to authenticated;
  create policy "people have their own notes" on public.notes to authenticated
    using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));`

interface Process {
  url: string
  platform: Platform
  database: Database
  server: Server
}

const hardened = { sessionsChecked: true, newSessionAtStepUp: true }
const clock = new Clock()
let test: TestDatabase
let folder: string
/** As the application has it, twice, and as `npm run platform` has it. */
let here: Process
let there: Process
let upstream: Process

beforeAll(async () => {
  test = await createTestDatabase({ migrations: false, sql: schema })
  folder = await mkdtemp(join(tmpdir(), 'live-sessions-'))
  ;[here, there, upstream] = await Promise.all([start(hardened), start(hardened), start({})])
})
afterAll(async () => {
  for (const { platform, server, database } of [here, there, upstream]) {
    await platform.close()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await database.close()
  }
  await rm(folder, { recursive: true, force: true })
  await test.drop()
})

async function start(settings: Partial<typeof hardened>): Promise<Process> {
  const database = await openDatabase({ url: test.url, secret: testSecret, log: silentLog, poolSize: 2 })
  const platform = await createPlatform({
    database,
    settings: {
      siteUrl,
      jwtSecret: testSecret,
      passwords: { memoryKib: 64, passes: 1 },
      neutralAnswerMs: 0,
      ...settings,
    },
    clock: clock.now,
    sendMail: async () => {},
    storage: {
      driver: await createFileDriver(join(folder, 'objects')),
      imageFolder: join(folder, 'images'),
    },
    realtime: {},
    log: silentLog,
  })
  const server = createServer(getRequestListener(platform.app.fetch))
  server.on('upgrade', (request, socket, head) => {
    if (!platform.realtime?.handleUpgrade(request, socket, head)) socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, platform, database, server }
}

const newClient = ({ url, platform }: Process, key = platform.keys.publishableKey) =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
const admin = () => newClient(here, here.platform.keys.secretKey).auth.admin

let people = 0
async function newPerson(): Promise<{ email: string; id: string }> {
  people += 1
  const email = `person.${people}@example.com`
  const { id } = await here.platform.createUser({ email, password: goodPassword })
  return { email, id }
}

async function signIn(email: string, at = here): Promise<SupabaseClient> {
  const client = newClient(at)
  const { error } = await client.auth.signInWithPassword({ email, password: goodPassword })
  if (error) throw error
  return client
}

async function tokensOf(client: SupabaseClient) {
  const { session } = (await client.auth.getSession()).data
  return { access: session?.access_token ?? '', refresh: session?.refresh_token ?? '' }
}

const codeOf = (secret: string) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now().getTime() })

async function addFactor(client: SupabaseClient, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: codeOf(data.totp.secret),
  })
  if (verified.error) throw verified.error
  clock.advance(30)
  return { factorId: data.id, secret: data.totp.secret }
}

/** Every path of the services that takes a user's token, as a plain request. */
const paths: [name: string, method: string, path: string, body?: unknown][] = [
  ['rest, reading', 'GET', '/rest/v1/notes?select=id'],
  ['rest, writing', 'POST', '/rest/v1/notes', {}],
  ['storage', 'POST', '/storage/v1/object/list/none', { prefix: '' }],
  ['realtime', 'POST', '/realtime/v1/api/broadcast', { messages: [{ topic: 't', event: 'e', payload: {} }] }],
  ['auth', 'GET', '/auth/v1/user'],
]

async function call(
  { url, platform }: Process,
  token: string,
  [, method, path, body]: (typeof paths)[number],
) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      apikey: platform.keys.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null
  return { status: response.status, answer }
}

async function expectAnswered(at: Process, token: string): Promise<void> {
  for (const path of paths) {
    const { status, answer } = await call(at, token, path)
    expect(status, `${path[0]}: ${JSON.stringify(answer)}`).toBeLessThan(300)
  }
}

async function expectRefused(at: Process, token: string): Promise<void> {
  for (const path of paths) {
    const { status, answer } = await call(at, token, path)
    const said = `${path[0]}: ${JSON.stringify(answer)}`
    if (path[0] === 'auth') {
      expect(status, said).toBe(403)
      expect(answer?.error_code, said).toMatch(/^(session_not_found|user_banned|user_not_found)$/)
    } else {
      expect([400, 401, 403], said).toContain(status)
      expect(answer?.message, said).toBe('JWT session has ended')
    }
    if (path[0].startsWith('rest'))
      expect({ status, code: answer?.code }).toEqual({ status: 401, code: 'PGRST303' })
  }
}

/** Ways to end the sessions of a person at the first process. */
const ends: [name: string, end: (client: SupabaseClient, person: { id: string }) => Promise<unknown>][] = [
  ['signing out everywhere', (client) => client.auth.signOut({ scope: 'global' })],
  [
    'a new password on another device',
    async (_client, { id }) => {
      const { data } = await admin().getUserById(id)
      const other = await signIn(data.user?.email ?? '')
      return other.auth.updateUser({ password: 'Entirely5different' })
    },
  ],
  ['a ban', (_client, { id }) => admin().updateUserById(id, { ban_duration: '24h' })],
  ['the end of the account', (_client, { id }) => admin().deleteUser(id)],
]

describe.each(ends)('after %s, the token is refused on every path', (_name, end) => {
  it('at once by the process that did it, and by another one within five seconds', async () => {
    const person = await newPerson()
    const client = await signIn(person.email)
    const { access, refresh } = await tokensOf(client)
    await expectAnswered(here, access)
    await expectAnswered(there, access)
    const done = (await end(client, person)) as { error: unknown }
    expect(done.error).toBeNull()
    await expectRefused(here, access)
    clock.advance(4)
    await expectRefused(there, access)
    const again = await newClient(here).auth.refreshSession({ refresh_token: refresh })
    expect(again.error).not.toBeNull()
  })
})

describe('a token is refused on every path', () => {
  it('when its session was ended in the database, without a word to the services', async () => {
    const { email, id } = await newPerson()
    const { access } = await tokensOf(await signIn(email))
    await expectAnswered(here, access)
    await asOwner(test.url, (owner) => owner.query('delete from auth.sessions where user_id = $1', [id]))
    clock.advance(4)
    await expectRefused(here, access)
  })

  it('when its session has run out', async () => {
    const { email, id } = await newPerson()
    const { access } = await tokensOf(await signIn(email))
    await asOwner(test.url, (owner) =>
      owner.query('update auth.sessions set not_after = $2 where user_id = $1', [
        id,
        new Date(clock.now().getTime() + 10_000),
      ]),
    )
    await expectAnswered(here, access)
    clock.advance(11)
    await expectRefused(here, access)
  })

  it('when it names no session, or the session of another person', async () => {
    const [ada, eve] = [await newPerson(), await newPerson()]
    const claims = decodeJwt((await tokensOf(await signIn(ada.email))).access)
    const tokens = await createTokens(completeSettings({ siteUrl, jwtSecret: testSecret }), clock.now)
    const nameless = await tokens.sign({ ...claims, session_id: undefined })
    await expectRefused(here, nameless)
    await expectAnswered(upstream, nameless)
    await expectRefused(here, await tokens.sign({ ...claims, sub: eve.id }))
  })

  it('by other devices that a factor had raised, once it is removed; one’s own is aal1 after a refresh', async () => {
    const { email } = await newPerson()
    const [laptop, phone] = [await signIn(email), newClient(here)]
    const { factorId, secret } = await addFactor(laptop)
    await phone.auth.signInWithPassword({ email, password: goodPassword })
    await phone.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    const [own, others] = [await tokensOf(laptop), await tokensOf(phone)]
    await expectAnswered(here, others.access)
    expect((await laptop.auth.mfa.unenroll({ factorId })).error).toBeNull()
    await expectRefused(here, others.access)
    // It says aal2, and its session does not any more.
    expect((await call(here, own.access, paths[0] as never)).status).toBe(401)
    expect((await laptop.auth.refreshSession()).error).toBeNull()
    const { access } = await tokensOf(laptop)
    expect(decodeJwt(access).aal).toBe('aal1')
    await expectAnswered(here, access)
  })

  it('not by the device that removes one of two factors: it can go on to the other, and is aal1 after that', async () => {
    const { email } = await newPerson()
    const laptop = await signIn(email)
    const first = await addFactor(laptop)
    const second = await addFactor(laptop, 'Second')
    // Whichever of the two this session had shown, and whichever is removed first.
    for (const { factorId } of [second, first]) {
      await expectAnswered(here, (await tokensOf(laptop)).access)
      expect((await laptop.auth.mfa.unenroll({ factorId })).error).toBeNull()
    }
    expect((await call(here, (await tokensOf(laptop)).access, paths[0] as never)).status).toBe(401)
    expect((await laptop.auth.refreshSession()).error).toBeNull()
    expect(decodeJwt((await tokensOf(laptop)).access).aal).toBe('aal1')
  })
})

describe('the services go on', () => {
  it('for keys, which have no session, and for upstream’s sake with a token whose session has ended', async () => {
    const { keys } = here.platform
    for (const key of Object.values(keys)) {
      const response = await fetch(`${here.url}/rest/v1/notes?select=id`, {
        headers: { apikey: key, authorization: `Bearer ${key}` },
      })
      expect((await response.json()).code ?? null).not.toBe('PGRST303')
    }
    expect(await deriveApiKeys(completeSettings({ siteUrl, jwtSecret: testSecret }))).toEqual(keys)
    const client = await signIn((await newPerson()).email)
    const { access } = await tokensOf(client)
    await client.auth.signOut({ scope: 'global' })
    expect((await call(upstream, access, paths[0] as never)).status).toBe(200)
  })

  it('without a question to the database for each request: many at once are one, and the next seconds none', async () => {
    const { email } = await newPerson()
    const { access } = await tokensOf(await signIn(email))
    const requested: string[] = []
    const query = there.database.rest.query
    there.database.rest.query = ((...input: Parameters<typeof query>) => {
      requested.push(String((input[0] as { name?: string }).name))
      return query.apply(there.database.rest, input)
    }) as typeof query
    try {
      await Promise.all(Array.from({ length: 20 }, () => call(there, access, paths[0] as never)))
      await call(there, access, paths[0] as never)
      expect(requested.filter((name) => name === 'live_sessions')).toHaveLength(1)
      clock.advance(-3600)
      await call(there, access, paths[0] as never)
      expect(requested.filter((name) => name === 'live_sessions')).toHaveLength(2)
    } finally {
      clock.advance(3600)
      there.database.rest.query = query
    }
  })
})

describe('an open socket', () => {
  async function listen(at: Process, token: string): Promise<RawSocket> {
    const raw = await RawSocket.open(
      `${at.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${at.platform.keys.publishableKey}&vsn=2.0.0`,
    )
    const reply = await raw.join('realtime:room', {}, { access_token: token })
    expect(reply.status).toBe('ok')
    return raw
  }

  it('is closed with its session, in other processes too', async () => {
    const client = await signIn((await newPerson()).email)
    const { access } = await tokensOf(client)
    const sockets = [await listen(here, access), await listen(there, access)]
    await client.auth.signOut({ scope: 'global' })
    clock.advance(4)
    await Promise.all(sockets.map(({ closed }) => closed))
    for (const raw of sockets) expect(JSON.stringify(raw.heard.all)).toContain('The session has ended')
    const late = await RawSocket.open(
      `${here.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${here.platform.keys.publishableKey}&vsn=2.0.0`,
    )
    const reply = await late.join('realtime:room', {}, { access_token: access })
    expect(reply).toMatchObject({
      status: 'error',
      response: { reason: expect.stringContaining('session has ended') },
    })
    late.socket.terminate()
  })

  it('goes on through a second factor when it is given the new token', async () => {
    const [client, other] = [await signIn((await newPerson()).email), await signIn((await newPerson()).email)]
    const raw = await listen(here, (await tokensOf(client)).access)
    const ending = await listen(here, (await tokensOf(other)).access)
    await addFactor(client)
    raw.socket.send(
      JSON.stringify([
        'r1',
        'r2',
        'realtime:room',
        'access_token',
        { access_token: (await tokensOf(client)).access },
      ]),
    )
    // Answered behind it: the new token has been taken.
    await raw.ask('realtime:other', 'phx_leave')
    await other.auth.signOut()
    clock.advance(4)
    // One sweep looks at both.
    await ending.closed
    expect(raw.socket.readyState).toBe(raw.socket.OPEN)
    expect(JSON.stringify(raw.heard.all)).not.toContain('has ended')
    raw.socket.terminate()
  })
})

describe.each([
  ['replaces the session', () => here],
  ['raises the session', () => upstream],
])('a second factor that %s', (_how, place) => {
  it('leaves a copied refresh token worth nothing, right after and later', async () => {
    const { email } = await newPerson()
    const owner = await signIn(email, place())
    const { secret, factorId } = await addFactor(owner)
    const session = await signIn(email, place())
    const copied = await tokensOf(session)
    await session.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    for (const seconds of [0, 4, 60]) {
      clock.advance(seconds)
      const thief = await newClient(place()).auth.refreshSession({ refresh_token: copied.refresh })
      expect(thief.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    }
    expect((await session.auth.refreshSession()).error).toBeNull()
    expect(decodeJwt((await tokensOf(session)).access).aal).toBe('aal2')
  })

  it('shuts out two thieves who refresh a copied token all the time', async () => {
    const { email } = await newPerson()
    const owner = await signIn(email, place())
    const { secret, factorId } = await addFactor(owner)
    const session = await signIn(email, place())
    const { refresh } = await tokensOf(session)
    const chains = [refresh, refresh]
    const won: string[] = []
    let polling = true
    const poll = async (at: number) => {
      while (polling) {
        const { data, error } = await newClient(place()).auth.refreshSession({
          refresh_token: chains[at] ?? '',
        })
        if (error) return error.code
        chains[at] = data.session?.refresh_token ?? ''
        won.push(String(decodeJwt(data.session?.access_token ?? '').aal))
      }
      return 'stopped'
    }
    const thieves = [poll(0), poll(1)]
    await expect.poll(() => won.length).toBeGreaterThan(4)
    const verified = await session.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect(verified.error).toBeNull()
    expect(await Promise.all(thieves)).toEqual(['refresh_token_not_found', 'refresh_token_not_found'])
    polling = false
    expect(won).not.toContain('aal2')
    expect((await session.auth.refreshSession()).error).toBeNull()
  })
})

describe('a second factor', () => {
  it('gives the session a new id, its old age and a line in the log; the old access token is refused', async () => {
    const { email, id } = await newPerson()
    const client = await signIn(email)
    const before = await tokensOf(client)
    await expectAnswered(here, before.access)
    const old = decodeJwt(before.access).session_id
    const read = (session: unknown) =>
      asOwner(test.url, async (owner) => {
        const { rows } = await owner.query('select created_at, aal from auth.sessions where id = $1', [
          session,
        ])
        return rows[0] as { created_at: Date; aal: string } | undefined
      })
    const began = await read(old)
    await addFactor(client)
    const raised = decodeJwt((await tokensOf(client)).access).session_id
    expect(raised).not.toBe(old)
    expect(await read(raised)).toEqual({ created_at: began?.created_at, aal: 'aal2' })
    expect(await read(old)).toBeUndefined()
    await expectRefused(here, before.access)
    await expectAnswered(here, (await tokensOf(client)).access)
    const log = await asOwner(test.url, (owner) =>
      owner.query(
        `select payload -> 'traits' as traits from auth.audit_log_entries
         where payload ->> 'actor_id' = $1 and payload ->> 'action' = 'session_replaced'`,
        [id],
      ),
    )
    expect(log.rows).toEqual([{ traits: { session_id: raised, previous_session_id: old } }])
  })

  it('keeps its session’s id in `npm run platform`, as upstream', async () => {
    const client = await signIn((await newPerson()).email, upstream)
    const before = decodeJwt((await tokensOf(client)).access).session_id
    await addFactor(client)
    expect(decodeJwt((await tokensOf(client)).access).session_id).toBe(before)
  })
})
