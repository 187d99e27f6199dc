// One auth service on a real socket over a database of its own, with a clock to turn and a mailbox to open.
import { serve } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { createAuth } from '#platform/auth/auth.ts'
import type { CreateUser } from '#platform/auth/create-user.ts'
import { deriveApiKeys } from '#platform/auth/keys.ts'
import { createLiveSessions } from '#platform/auth/live-sessions.ts'
import type { AuthMail, AuthMailKind, AuthSms } from '#platform/auth/mail.ts'
import { createPasswordHasher, type PasswordHasher } from '#platform/auth/passwords.ts'
import { createTokens } from '#platform/auth/tokens.ts'
import { createVerifyCaller, type VerifyCaller } from '#platform/auth/verify-caller.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import {
  type ApiKeys,
  completeSettings,
  type PlatformSettings,
  type SettingsInput,
} from '#platform/settings.ts'
import { createTestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

export const siteUrl = 'http://site.test'
export const goodPassword = 'Cassava2026'

export interface AuthHarness {
  url: string
  keys: ApiKeys
  settings: PlatformSettings
  database: Database
  verifyCaller: VerifyCaller
  createUser: CreateUser
  mails: AuthMail[]
  /** What was texted, by an application that does. */
  sms: AuthSms[]
  clock: Clock
  /** Counts the calls of the real hasher. */
  hashes: { made: number; verified: number }
  /** The visitor's address for the requests that follow. */
  visitFrom(address: string): void
  client(options?: ClientOptions): SupabaseClient
  /** An address that nobody has yet. */
  newEmail(): string
  /** A signed-up, confirmed and signed-in person. */
  person(email: string, options?: ClientOptions): Promise<SupabaseClient>
  lastMail(kind: AuthMailKind, to: string): AuthMail & { url: string; code: string }
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** The access token that a client holds. */
  tokenOf(client: SupabaseClient): Promise<string>
  /** What an authenticator app with this secret shows now, or so many steps of 30 seconds later. */
  appCode(secret: string, steps?: number): string
  /** Follows the link of a mail as a browser does, up to where it leads. */
  follow(url: string, browser?: Browser): Promise<Landing>
  /** One request of a browser, which keeps and shows cookies. */
  browse(url: string, browser?: Browser, init?: RequestInit): Promise<Response>
  /** The same application after a restart with other settings: same database, mailbox and clock, another address. */
  restart(provided: Partial<SettingsInput>): Promise<Restarted>
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface Restarted {
  url: string
  client(): SupabaseClient
  close(): Promise<void>
}

export interface ClientOptions {
  key?: string
  flowType?: 'implicit' | 'pkce'
}

/** The cookies of one browser, by name. */
export type Browser = Map<string, string>

export interface Landing {
  status: number
  /** Without its fragment. */
  to: string
  query: URLSearchParams
  fragment: URLSearchParams
}

/** Stands still until it is turned, so that no test depends on how fast it runs. */
export class Clock {
  #atMs = Date.now()
  now = (): Date => new Date(this.#atMs)
  advance(seconds: number): void {
    this.#atMs += seconds * 1000
  }
}

export async function startAuth(
  provided: Partial<SettingsInput> = {},
  sql?: string,
  { sendsSms = false } = {},
): Promise<AuthHarness> {
  const test = await createTestDatabase({ migrations: false, ...(sql && { sql }) })
  const database = await openDatabase({ url: test.url, secret: testSecret, log: silentLog, poolSize: 12 })
  const owner = new pg.Client({ connectionString: test.url })
  await owner.connect()
  const settings = settingsOf(provided)
  const clock = new Clock()
  const keys = await deriveApiKeys(settings)
  const tokens = await createTokens(settings, clock.now)
  const sessions = settings.sessionsChecked ? createLiveSessions({ database, clock: clock.now }) : undefined
  const mails: AuthMail[] = []
  const sms: AuthSms[] = []
  const hashes = { made: 0, verified: 0 }
  let address = '203.0.113.1'
  let addressees = 0
  const shared = {
    database,
    keys,
    sessions,
    log: silentLog,
    clock: clock.now,
    clientAddress: () => address,
    sendMail: async (_client: unknown, mail: AuthMail) => void mails.push(mail),
    ...(sendsSms && { sendSms: async (_client: unknown, one: AuthSms) => void sms.push(one) }),
    hasher: countCalls(settings, hashes),
  }
  const auth = createAuth({ ...shared, settings, tokens })
  const app = new Hono().route('/auth/v1', auth.app)
  const { server, port } = await listen(app)
  const url = `http://127.0.0.1:${port}`

  const ownBrowser: Browser = new Map()
  async function browse(link: string | URL | Request, browser = ownBrowser, init: RequestInit = {}) {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...browser].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(link, { redirect: 'manual', ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      browser.set(name, value)
    }
    return response
  }

  const harness: AuthHarness = {
    url,
    keys,
    settings,
    database,
    verifyCaller: createVerifyCaller({ keys, tokens, clock: clock.now, sessions }),
    createUser: auth.createUser,
    mails,
    sms,
    clock,
    hashes,
    visitFrom: (next) => {
      address = next
    },
    client: ({ key = keys.publishableKey, flowType = 'implicit' } = {}) =>
      createClient(url, key, {
        global: { fetch: (input, init) => browse(input, ownBrowser, { redirect: 'follow', ...init }) },
        auth: {
          persistSession: true,
          storage: memoryStorage(),
          autoRefreshToken: false,
          flowType,
          experimental: { recoveryCodes: true },
        },
      }),
    newEmail() {
      addressees += 1
      return `person.${addressees}@example.com`
    },
    async person(email, options) {
      await auth.createUser({ email, password: goodPassword })
      const client = harness.client(options)
      const { error } = await client.auth.signInWithPassword({ email, password: goodPassword })
      if (error) throw error
      return client
    },
    lastMail(kind, to) {
      const mail = mails.findLast((one) => one.kind === kind && one.to === to)
      if (!mail) throw new Error(`no ${kind} mail to ${to}`)
      return { url: '', code: '', ...mail }
    },
    post: (path, body, headers = {}) =>
      fetch(`${url}/auth/v1${path}`, {
        method: 'POST',
        headers: { apikey: keys.publishableKey, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    tokenOf: async (client) => (await client.auth.getSession()).data.session?.access_token ?? '',
    appCode: (secret, steps = 0) =>
      TOTP.generate({
        secret: Secret.fromBase32(secret),
        timestamp: clock.now().getTime() + steps * 30_000,
      }),
    browse,
    async follow(link, browser) {
      const { pathname, search } = new URL(link)
      const response = await browse(`${url}${pathname}${search}`, browser)
      const to = new URL(response.headers.get('location') ?? 'about:blank')
      const fragment = new URLSearchParams(to.hash.slice(1))
      const query = to.searchParams
      to.hash = ''
      return { status: response.status, to: to.href, query, fragment }
    },
    async restart(changes) {
      const next = settingsOf({ ...provided, ...changes })
      const again = createAuth({
        ...shared,
        settings: next,
        tokens: await createTokens(next, clock.now),
      })
      const other = await listen(new Hono().route('/auth/v1', again.app))
      const otherUrl = `http://127.0.0.1:${other.port}`
      return {
        url: otherUrl,
        client: () =>
          createClient(otherUrl, keys.publishableKey, {
            auth: { storage: memoryStorage(), autoRefreshToken: false },
          }),
        close: async () => void (await new Promise((resolve) => other.server.close(resolve))),
      }
    },
    sql: async (text, values) => (await owner.query(text, values)).rows,
    async close() {
      await new Promise((resolve) => server.close(resolve))
      await owner.end()
      await database.close()
      await test.drop()
    },
  }
  return harness
}

function settingsOf(provided: Partial<SettingsInput>): PlatformSettings {
  return completeSettings({
    siteUrl,
    jwtSecret: testSecret,
    neutralAnswerMs: 0,
    ...provided,
    passwords: { memoryKib: 64, passes: 1, ...provided.passwords },
    limits: { secondsBetweenMails: 0, ...provided.limits },
  })
}

// The real hasher behind a counter.
function countCalls(settings: PlatformSettings, hashes: AuthHarness['hashes']): PasswordHasher {
  const real = createPasswordHasher(settings.passwords)
  return {
    hash: (password) => {
      hashes.made += 1
      return real.hash(password)
    },
    verify: (hashed, password) => {
      hashes.verified += 1
      return real.verify(hashed, password)
    },
    isOutdated: real.isOutdated,
  }
}

function listen(app: Hono): Promise<{ server: ReturnType<typeof serve>; port: number }> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({ server, port }),
    )
  })
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
}
