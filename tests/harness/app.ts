// The whole application in this process, on a free port, over a database of its own: what the browser and journey tests use.

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { vi } from 'vitest'
import type { Database } from '#domain/database.generated.ts'
import { silentLog } from '#platform/log.ts'
import { startApp as startServer } from '#server/app.ts'
import { buildFolder, builtSite } from '#server/pages/site.ts'
import { readEnvironment } from '#server/settings/env.ts'
import { within } from '#tests/harness/within.ts'
import { createCookieFetch } from './auth-links.ts'
import { createTestDatabase } from './database.ts'
import { mustWork } from './must-work.ts'
import { testSecret } from './postgres.ts'

/** One for all, since one may start beside another over the same database. */
const vaultMasterKey = randomBytes(32).toString('base64')

export const testAdmin = { email: 'admin@example.com', password: 'Harvest-Admin-2026' }

export type Client = SupabaseClient<Database>

export interface Person {
  id: string
  email: string
  password: string
  /** Signed in. */
  client: Client
}

export interface TestApp extends Awaited<ReturnType<typeof startServer>> {
  dataDir: string
  /** The owner's connection string of this application's database. */
  databaseUrl: string
  /** The client library as a visitor's browser would have it, with a session of its own that nothing stores. */
  newClient(key?: string): Client
  /** Someone who signed up, typed the code from the mail, and is signed in. */
  newPerson(): Promise<Person>
  /** The admin of this application, signed in. */
  newAdmin(): Promise<Person>
}

/** A page stays in its quick encoding: the best one takes a tenth of a second of a processor, for each page of each application. */
const openSite = builtSite(buildFolder, () => ({ improve() {}, stop() {} }))

/** By the database that is in use. */
const dataDirs = new Map<string, string>()

/** `env` overrides the environment's names as an operator would write them; with `beside`, one more over the same database. */
export async function startApp(env: Record<string, string> = {}, beside?: string): Promise<TestApp> {
  const database = beside
    ? { url: beside, drop: async () => {} }
    : await createTestDatabase({ migrations: true })
  // Processes of one database store their files in one place.
  const shared = beside ? dataDirs.get(beside) : undefined
  const dataDir = shared ?? (await mkdtemp(join(tmpdir(), 'app-data-')))
  dataDirs.set(database.url, dataDir)
  const app = await startServer({
    env: readEnvironment({
      PORT: '0',
      DATA_DIR: dataDir,
      JWT_SECRET: testSecret,
      VAULT_MASTER_KEY: vaultMasterKey,
      ADMIN_EMAIL: testAdmin.email,
      ADMIN_PASSWORD: testAdmin.password,
      ...env,
    }),
    databaseUrl: database.url,
    log: silentLog,
    passwordCost: { memoryKib: 64, passes: 1 },
    openSite,
  })
  const newClient = (key = app.keys.publishableKey): Client =>
    createClient<Database>(app.url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: createCookieFetch() },
    })
  return {
    ...app,
    databaseUrl: database.url,
    dataDir,
    newClient,
    async newPerson() {
      const client = newClient()
      const email = `${randomUUID()}@example.com`
      const password = 'Harvest-2026'
      await client.auth
        .signUp({ email, password, options: { data: { full_name: 'Ada Obi' } } })
        .then(mustWork)
      const mail = await vi.waitUntil(
        async () => (await app.mailbox()).find(({ to }) => to === email),
        within,
      )
      const token = /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
      const { user } = await client.auth.verifyOtp({ email, token, type: 'signup' }).then(mustWork)
      return { id: user?.id ?? '', email, password, client }
    },
    async newAdmin() {
      const client = newClient()
      const { user } = await client.auth.signInWithPassword(testAdmin).then(mustWork)
      return { id: user?.id ?? '', ...testAdmin, client }
    },
    stop: async () => {
      await app.stop()
      await database.drop()
      if (shared) return
      dataDirs.delete(database.url)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
