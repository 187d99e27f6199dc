// The whole house in this process, on a free port, over a database of its own: what the browser and journey tests use.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#domain/database.generated.ts'
import { silentLog } from '#platform/log.ts'
import { readEnvironment } from '#server/env.ts'
import { startHouse as startServer } from '#server/house.ts'
import { createTestDatabase } from './database.ts'
import { testSecret } from './postgres.ts'

export const testAdmin = { email: 'admin@example.com', password: 'Harvest-Admin-2026' }

export type Client = SupabaseClient<Database>

export interface TestHouse extends Awaited<ReturnType<typeof startServer>> {
  /** The owner's connection string of this house's database. */
  databaseUrl: string
  /** The client library as a visitor's browser would have it, with a session of its own that nothing keeps. */
  newClient(key?: string): Client
}

/** `env` overrides the environment's names as an operator would write them. */
export async function startHouse(env: Record<string, string> = {}): Promise<TestHouse> {
  const database = await createTestDatabase({ migrations: true })
  const dataDir = await mkdtemp(join(tmpdir(), 'house-data-'))
  const house = await startServer({
    env: readEnvironment({
      PORT: '0',
      DATA_DIR: dataDir,
      JWT_SECRET: testSecret,
      ADMIN_EMAIL: testAdmin.email,
      ADMIN_PASSWORD: testAdmin.password,
      ...env,
    }),
    databaseUrl: database.url,
    log: silentLog,
  })
  return {
    ...house,
    databaseUrl: database.url,
    newClient: (key = house.keys.publishableKey) =>
      createClient<Database>(house.url, key, { auth: { persistSession: false, autoRefreshToken: false } }),
    stop: async () => {
      await house.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
