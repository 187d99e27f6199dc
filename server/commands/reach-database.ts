// The database for a command: the running server's, or our own for as long as the command takes.
import { type Database, openDatabase } from '#platform/database/database.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { DirectoryInUseError, lockDirectory } from '#platform/database/lock.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { silentLog } from '#platform/log.ts'
import { refuseHalfRestored } from '#server/settings/data-dir.ts'
import { type Environment, readEnvironment } from '#server/settings/env.ts'
import { projectFolder } from '#server/settings/platform-settings.ts'
import { loadOrStoreSecret } from '#server/settings/secrets.ts'
import { type MasterKeys, readMasterKeys } from '#server/vault/master-key.ts'

export interface OwnerAccess {
  /** The owner's. */
  url: string
  release(): Promise<void>
}

/** The database of this release, open with its master keys for the time of the work. */
export async function withDatabase<T>(
  work: (database: Database, context: { env: Environment; masterKey: MasterKeys }) => Promise<T>,
): Promise<T> {
  const env = readEnvironment(process.env)
  const secret = env.jwtSecret ?? loadOrStoreSecret(env.dataDir, 'jwt-secret')
  const masterKey = readMasterKeys(env)
  const access = await reachDatabase(env, secret)
  try {
    const database = await openDatabase({ url: access.url, secret, log: silentLog, poolSize: 2 })
    try {
      return await work(database, { env, masterKey })
    } finally {
      await database.close()
    }
  } finally {
    await access.release()
  }
}

/** Brings the database up to this release's migrations, unless no `secret` is passed: then it stays as it is. */
export async function reachDatabase(env: Environment, secret?: string): Promise<OwnerAccess> {
  const prepare = async (url: string) => {
    if (secret !== undefined)
      await prepareDatabase({ url, secret, migrations: `${projectFolder}/migrations` })
  }
  if (env.databaseUrl) {
    await prepare(env.databaseUrl)
    return { url: env.databaseUrl, release: async () => {} }
  }
  let unlock: () => void
  try {
    unlock = lockDirectory(env.dataDir)
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error
    // The server holds the folder, so its PostgreSQL runs: we join it, and leave it running.
    const { url } = await startEmbedded({ dataDir: env.dataDir, log: silentLog })
    return { url, release: async () => {} }
  }
  refuseHalfRestored(env.dataDir)
  console.log('Starting PostgreSQL for a moment, since the server does not run...')
  const postgres = await startEmbedded({ dataDir: env.dataDir, log: silentLog })
  const release = async () => {
    await postgres.stop()
    unlock()
  }
  await prepare(postgres.url).catch(async (error: unknown) => {
    await release()
    throw error
  })
  return { url: postgres.url, release }
}
