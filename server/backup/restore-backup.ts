// Makes an application out of a backup, in a place where none is: nothing is there under its name until all of it is.
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { mkdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '#platform/database/embedded.ts'
import { lockDirectory } from '#platform/database/lock.ts'
import { floorFolder } from '#platform/database/prepare.ts'
import { silentLog } from '#platform/log.ts'
import type { StorageDriver } from '#platform/storage/drivers/driver.ts'
import { openStorageDriver } from '#server/files/storage-driver.ts'
import { restoringFolder } from '#server/settings/data-dir.ts'
import type { Environment } from '#server/settings/env.ts'
import { projectFolder } from '#server/settings/platform-settings.ts'
import { BackupError, type Manifest, pathOfFile } from './format.ts'
import { loadDatabase, refuseFullDatabase } from './load-database.ts'
import { countOf, megabytes, type Report } from './report.ts'
import { forEachOf } from './sink.ts'
import { type VerifiedBackup, verifyBackup } from './verify-backup.ts'

export interface RestoreOptions {
  env: Environment
  folder: string
  report: Report
}

const release = { floor: floorFolder, migrations: join(projectFolder, 'migrations') }
const filesAtOnce = 4

/** What may be in a data folder before: the secrets that were stored apart, and what is ours. */
const allowed = /^(secrets|server\.(pid|lock.*)|restoring)$/

export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  return options.env.databaseUrl
    ? restoreOutside(options, options.env.databaseUrl)
    : restoreOwn(options, options.env.dataDir)
}

async function restoreOutside({ env, folder, report }: RestoreOptions, databaseUrl: string) {
  await refuseFullDatabase(databaseUrl)
  const driver = await openStorageDriver(env)
  try {
    await refuseFullStorage(driver)
    const backup = await verifyBackup(folder, release, report)
    await fill(backup, { folder, databaseUrl, driver, report })
    return backup.manifest
  } finally {
    driver.close()
  }
}

/** Our own PostgreSQL and our own files, built in a folder beside and moved when they are whole. */
async function restoreOwn({ env, folder, report }: RestoreOptions, dataDir: string) {
  refuseFullFolder(dataDir)
  const unlock = lockDirectory(dataDir)
  const staging = join(dataDir, restoringFolder)
  try {
    await clearStaging(staging)
    await rm(join(dataDir, 'storage'), { recursive: true, force: true })
    // Open as a data folder is: PostgreSQL's own user has to pass.
    await mkdir(staging)
    const driver = await openStorageDriver({ ...env, dataDir: staging })
    try {
      await refuseFullStorage(driver)
      const backup = await verifyBackup(folder, release, report)
      const postgres = await report.step('Starting PostgreSQL', () =>
        startEmbedded({ dataDir: staging, log: silentLog }),
      )
      await fill(backup, { folder, databaseUrl: postgres.url, driver, report }).finally(() => postgres.stop())
      await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
      // The database last: until then a start would make a new installation, as in any empty folder.
      for (const name of ['secrets/postgres-owner-password', 'storage', 'postgres'])
        if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataDir, name))
      await rm(staging, { recursive: true, force: true })
      return backup.manifest
    } finally {
      driver.close()
    }
  } catch (error) {
    await clearStaging(staging)
    throw error
  } finally {
    unlock()
  }
}

function refuseFullFolder(dataDir: string): void {
  const result = existsSync(dataDir) ? readdirSync(dataDir) : []
  // What a restore had moved already when it was killed.
  const isHalf = result.includes(restoringFolder) && !result.includes('postgres')
  const foreign = result.filter((name) => !(allowed.test(name) || (isHalf && name === 'storage')))
  if (foreign.length === 0) return
  // Says by whom, when a server holds it.
  if (result.includes('server.lock')) lockDirectory(dataDir)()
  throw new BackupError(
    `${dataDir} is not empty (${foreign.slice(0, 3).join(', ')}): a backup is restored into an empty folder, which may hold "secrets" and nothing else`,
  )
}

async function refuseFullStorage(driver: StorageDriver): Promise<void> {
  for await (const _ of driver.list())
    throw new BackupError('there are stored files already: a backup is restored where none are')
}

/** Also what a killed restore left, with the PostgreSQL that may still run there. */
async function clearStaging(staging: string): Promise<void> {
  const place = await realpath(join(staging, 'postgres')).catch(() => undefined)
  if (place && existsSync(join(place, 'postmaster.pid')))
    await startEmbedded({ dataDir: staging, log: silentLog }).then(({ stop }) => stop())
  if (place) await rm(place, { recursive: true, force: true })
  await rm(staging, { recursive: true, force: true })
}

async function fill(
  { manifest, files }: VerifiedBackup,
  target: { folder: string; databaseUrl: string; driver: StorageDriver; report: Report },
): Promise<void> {
  const { folder, driver, report } = target
  const written: string[] = []
  try {
    await report.step('Restoring files', async (notify) => {
      let bytes = 0
      await forEachOf(files, filesAtOnce, async (file) => {
        await driver.write(file.version, createReadStream(pathOfFile(folder, file.version)))
        written.push(file.version)
        bytes += file.bytes
        notify(`${written.length} of ${countOf(files.length, 'file')}, ${megabytes(bytes)}`)
      })
    })
    await loadDatabase({ ...target, manifest, release })
  } catch (error) {
    await driver.remove(written).catch(() => {})
    throw error
  }
}
