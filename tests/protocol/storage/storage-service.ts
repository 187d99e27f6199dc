// /storage/v1 alone on a real port, over a database and a folder (or a local S3 service) of its own.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { jwtVerify, SignJWT } from 'jose'
import S3rver from 's3rver'
import { InvalidTokenError, type VerifyCaller } from '#platform/auth/verify-caller.ts'
import type { Role } from '#platform/database/caller.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { type Log, silentLog } from '#platform/log.ts'
import type { StorageSettings } from '#platform/storage/context.ts'
import type { StorageDriver } from '#platform/storage/drivers/driver.ts'
import { createFileDriver } from '#platform/storage/drivers/file-driver.ts'
import { createS3Driver } from '#platform/storage/drivers/s3-driver.ts'
import { createStorage } from '#platform/storage/storage.ts'
import { asOwner, createTestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { createTableKeys, tableKeysSql } from './table-keys.ts'

export const ada = '00000000-0000-0000-0000-00000000000a'
export const bola = '00000000-0000-0000-0000-00000000000b'

export interface StorageService {
  url: string
  folder: string
  database: Database
  driver: StorageDriver
  anon: SupabaseClient
  service: SupabaseClient
  /** Signed in as this person. */
  as(userId: string): SupabaseClient
  /** A plain request, as the service role unless headers say otherwise. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  sql<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>
  sweep(): Promise<number>
  encryptOld(): Promise<number>
  /** What the service takes for now; starts at the real time. */
  now: Date
  stop(): Promise<void>
}

export interface ServiceOptions {
  driver?: 'file' | 's3'
  settings?: Partial<StorageSettings>
  /** Which buckets are encrypted; all or none unless named. */
  isEncrypted?: (bucket: string) => boolean
  /** Stands between the service and its driver. */
  wrap?: (driver: StorageDriver) => StorageDriver
  log?: Log
}

/** Whether suites run over encrypted buckets, where they do not say (encrypted.test.ts). */
export const mode = { encrypted: false }

const secret = new TextEncoder().encode(testSecret)
const anonKey = 'test-anon-key'
const serviceKey = 'test-service-key'

export async function startStorageService(options: ServiceOptions = {}): Promise<StorageService> {
  const world = await readFile(join(import.meta.dirname, 'world.sql'), 'utf8')
  const testDatabase = await createTestDatabase({ migrations: false, sql: world + tableKeysSql })
  const log = options.log ?? silentLog
  const database = await openDatabase({ url: testDatabase.url, secret: testSecret, log, poolSize: 4 })
  const folder = await mkdtemp(join(tmpdir(), 'storage-test-'))
  const s3 = options.driver === 's3' ? await startS3(folder) : undefined
  const plain = s3?.driver ?? (await createFileDriver(folder))
  const driver = options.wrap?.(plain) ?? plain
  const started = Date.now()
  const service = { now: undefined as Date | undefined }
  const isEncrypted = options.isEncrypted ?? (mode.encrypted ? () => true : undefined)
  const storage = createStorage({
    ...(isEncrypted && { encryption: createTableKeys({ database, isEncrypted }) }),
    database,
    verifyCaller,
    publishableKey: anonKey,
    driver,
    imageFolder: join(folder, 'images'),
    secret: testSecret,
    ...(options.settings && { settings: options.settings }),
    log,
    clock: () => service.now ?? new Date(),
  })
  const app = new Hono().route('/storage/v1', storage.app)
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const clientFor = (key: string, token: () => Promise<string> = async () => key) =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      accessToken: token,
    })
  return {
    url,
    folder,
    database,
    driver,
    anon: clientFor(anonKey),
    service: clientFor(serviceKey),
    as: (userId) => clientFor(anonKey, () => signToken(userId)),
    fetch: (path, init = {}) =>
      fetch(`${url}/storage/v1${path}`, {
        ...init,
        headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, ...(init.headers as object) },
      }),
    sql: (text, values) =>
      asOwner(testDatabase.url, async (client) => (await client.query(text, values)).rows),
    sweep: storage.sweep,
    encryptOld: storage.encryptOld,
    get now() {
      return service.now ?? new Date(started)
    },
    set now(now) {
      service.now = now
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      storage.close()
      await s3?.stop()
      await database.close()
      await testDatabase.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A real S3 service in this process, which checks signatures. */
async function startS3(folder: string) {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'objects', configs: [] }],
  })
  const { port } = await server.run()
  const driver = createS3Driver({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'objects',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    prefix: 'app/',
  })
  return { driver, stop: () => server.close() }
}

export function signToken(userId: string, expires: string | Date = '1h'): Promise<string> {
  return new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setExpirationTime(expires)
    .sign(secret)
}

/** The smallest honest one: two keys and HS256 tokens. The product's own is tested with /auth/v1. */
const verifyCaller: VerifyCaller = async ({ apikey, authorization }) => {
  if (apikey !== anonKey && apikey !== serviceKey) throw new InvalidTokenError('PGRST301', 'Invalid API key')
  const token = authorization?.replace(/^Bearer /, '')
  if (token === undefined || token === apikey) {
    const role: Role = apikey === serviceKey ? 'service_role' : 'anon'
    return { role, claims: JSON.stringify({ role }) }
  }
  const { payload } = await jwtVerify(token, secret).catch(() => {
    throw new InvalidTokenError('PGRST303', 'JWT expired')
  })
  return { role: payload.role as Role, claims: JSON.stringify(payload) }
}
