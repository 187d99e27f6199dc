// /rest/v1 alone on a real port, over a database of its own with the tests' small world in it.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { jwtVerify, SignJWT } from 'jose'
import type { Caller, Role } from '#platform/database/caller.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import { createRest, type RestOptions } from '#platform/rest/rest.ts'
import { asOwner, createTestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

export const ada = '00000000-0000-0000-0000-000000000001'
export const bola = '00000000-0000-0000-0000-000000000002'

export interface RestService {
  url: string
  database: Database
  anon: SupabaseClient
  service: SupabaseClient
  /** Signed in as this person. */
  as(userId: string): Promise<SupabaseClient>
  /** A plain request; the anon key unless headers say otherwise. */
  fetch(path: string, init?: RequestInit & { key?: string }): Promise<Response>
  sql<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>
  reload(): Promise<void>
  stop(): Promise<void>
}

const secret = new TextEncoder().encode(testSecret)
export const anonKey = 'test-anon-key'
export const serviceKey = 'test-service-key'

export async function startRestService(
  options: Partial<RestOptions> & { /** On top of schema.sql. */ sql?: string } = {},
): Promise<RestService> {
  const { sql: more = '', ...settings } = options
  const sql = await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8')
  const testDatabase = await createTestDatabase({ migrations: false, sql: `${sql}\n${more}` })
  const database = await openDatabase({
    url: testDatabase.url,
    secret: testSecret,
    log: silentLog,
    poolSize: 4,
  })
  const rest = createRest({ database, verifyCaller, schemas: ['public'], log: silentLog, ...settings })
  const app = new Hono().route('/rest/v1', rest.app)
  const server = createServer({ maxHeaderSize: 64 * 1024 }, getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await rest.reload()

  const clientFor = (key: string, token = key) =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      accessToken: async () => token,
    })
  return {
    url,
    database,
    anon: clientFor(anonKey),
    service: clientFor(serviceKey),
    as: async (userId) => clientFor(anonKey, await signToken(userId)),
    fetch: (path, { key = anonKey, ...init } = {}) =>
      fetch(`${url}/rest/v1${path}`, {
        ...init,
        headers: { apikey: key, ...(init.headers as Record<string, string>) },
      }),
    sql: (text, values) =>
      asOwner(testDatabase.url, async (client) => (await client.query(text, values)).rows),
    reload: rest.reload,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rest.close()
      await database.close()
      await testDatabase.drop()
    },
  }
}

/** supabase-js has it, but its types offer it only to generated database types of version 13. */
export function maxAffected<Query>(query: Query, rows: number): Query {
  return (query as unknown as { maxAffected(rows: number): Query }).maxAffected(rows)
}

function signToken(userId: string): Promise<string> {
  return new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setExpirationTime('1h')
    .sign(secret)
}

class InvalidToken extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The smallest honest one: two keys and HS256 tokens. The product's own is tested with /auth/v1. */
async function verifyCaller(headers: { apikey?: string; authorization?: string }): Promise<Caller> {
  const { apikey, authorization } = headers
  if (apikey !== anonKey && apikey !== serviceKey)
    throw new InvalidToken('PGRST302', 'No API key found in request')
  const token = authorization?.replace(/^Bearer /, '')
  if (token === undefined || token === apikey) {
    const role: Role = apikey === serviceKey ? 'service_role' : 'anon'
    return { role, claims: JSON.stringify({ role }) }
  }
  const { payload } = await jwtVerify(token, secret).catch(() => {
    throw new InvalidToken('PGRST301', "JWT couldn't be decoded")
  })
  return { role: payload.role as Role, claims: JSON.stringify(payload) }
}
