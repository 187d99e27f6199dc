// Makes a backup while the application serves: one snapshot of the database, then every file that the snapshot names.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { listApplied } from '#platform/database/migrate.ts'
import { ledgers, prepareLock } from '#platform/database/prepare.ts'
import { backupLock } from '#platform/storage/backup-hold.ts'
import { MissingVersionError, type StorageDriver } from '#platform/storage/drivers/driver.ts'
import { flushFolder } from '#platform/storage/drivers/flush-folder.ts'
import { copySettings, listSequences, listTables, quote, quoteColumns, type Table } from './catalog.ts'
import {
  BackupError,
  type FileBackup,
  fileList,
  hashOf,
  type Manifest,
  pathOfFile,
  pathOfTable,
  type TableBackup,
  writeFileList,
  writeManifest,
} from './format.ts'
import { countOf, megabytes, type Report } from './report.ts'
import { forEachOf, type Written, writeHashed } from './sink.ts'

export interface BackupOptions {
  /** The owner's. */
  databaseUrl: string
  driver: StorageDriver
  /** Must not be there yet. */
  folder: string
  report: Report
}

interface Snapshot extends Omit<Manifest, 'format' | 'files' | 'missingFiles'> {
  versions: string[]
}

const filesAtOnce = 4
const lockSeconds = 30

/** Written under another name, and renamed once all of it is on the disk: half a backup is never taken for one. */
export async function makeBackup(options: BackupOptions): Promise<Manifest> {
  const { folder, driver, report } = options
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(join(partial, 'database'), { recursive: true, mode: 0o700 })
  const client = new pg.Client({ connectionString: options.databaseUrl, application_name: 'app backup' })
  // A lost connection shows in the next statement.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(copySettings)
    await takeLock(client, 'pg_advisory_lock', backupLock, 'another backup of this application is being made')
    const { versions, ...snapshot } = await report.step('Copying the database', (notify) =>
      copyDatabase(client, partial, notify),
    )
    const files = await report.step('Copying files', (notify) => copyFiles(driver, partial, versions, notify))
    await refuseLostLock(client)
    const manifest: Manifest = { format: 1, ...snapshot, ...files }
    for (const [name, text] of Object.entries(writeManifest(manifest)))
      await writeFile(join(partial, name), text, { mode: 0o600, flush: true })
    await rename(partial, folder)
    await flushFolder(dirname(folder))
    return manifest
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function takeLock(client: pg.Client, how: string, lock: number, refusal: string): Promise<void> {
  await client.query(`set lock_timeout = '${lockSeconds}s'`)
  await client.query(`select ${how}($1::bigint)`, [lock]).catch((error: { code?: string }) => {
    throw error.code === '55P03' ? new BackupError(`${refusal}: try again when it is done`) : error
  })
}

/** The lock goes with its connection: without it, a file of the snapshot could have been removed before its turn. */
async function refuseLostLock(client: pg.Client): Promise<void> {
  const { rows } = await client
    .query<{ held: boolean }>('select pg_advisory_unlock($1::bigint) as held', [backupLock])
    .catch(() => ({ rows: [] }))
  if (!rows[0]?.held)
    throw new BackupError('the connection to the database was lost while files were copied: try again')
}

async function copyDatabase(
  client: pg.Client,
  folder: string,
  notify: (how: string) => void,
): Promise<Snapshot> {
  // No migration is under way when the snapshot is taken, and the next one waits until the tables are copied.
  await takeLock(client, 'pg_advisory_lock_shared', prepareLock, 'the database is being migrated')
  await client.query('begin isolation level repeatable read, read only')
  const { rows } = await client.query<{ takenAt: string; postgres: string }>(
    `select to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt",
      current_setting('server_version') as postgres`,
  )
  const result = await listTables(client)
  await client.query(
    `lock table ${result.map((table) => quote(client, table)).join(', ')} in access share mode`,
  )
  await client.query('select pg_advisory_unlock_shared($1::bigint)', [prepareLock])

  const tables: TableBackup[] = []
  let copied = 0
  for (const table of result) {
    tables.push(await copyTable(client, folder, table))
    copied += tables.at(-1)?.rows ?? 0
    notify(`${tables.length} of ${countOf(result.length, 'table')}, ${countOf(copied, 'row')}`)
  }
  const versions = await client.query<{ version: string }>(
    'select version from storage.objects where version is not null order by version',
  )
  const keys = await client.query<{ id: string }>('select id from private.list_master_key_ids() as id')
  const snapshot = {
    takenAt: rows[0]?.takenAt ?? '',
    postgres: rows[0]?.postgres ?? '',
    floor: await listApplied(client, ledgers.floor),
    migrations: await listApplied(client, ledgers.project),
    tables,
    sequences: await listSequences(client),
    masterKeyIds: keys.rows.map(({ id }) => id),
    versions: versions.rows.map(({ version }) => version),
  }
  await client.query('commit')
  return snapshot
}

async function copyTable(client: pg.Client, folder: string, table: Table): Promise<TableBackup> {
  const rows = client.query(copyTo(`copy ${quoteColumns(client, table)} to stdout`))
  const packed = createGzip({ level: 1 })
  const [written] = await Promise.all([
    writeHashed(pathOfTable(folder, table), packed),
    pipeline(rows, packed),
  ])
  return { ...table, rows: rows.rowCount, ...written }
}

async function copyFiles(
  driver: StorageDriver,
  folder: string,
  versions: string[],
  notify: (how: string) => void,
): Promise<Pick<Manifest, 'files' | 'missingFiles'>> {
  const files: FileBackup[] = []
  const missingFiles: string[] = []
  let bytes = 0
  for (const shard of new Set(versions.map((version) => dirname(pathOfFile(folder, version)))))
    await mkdir(shard, { recursive: true, mode: 0o700 })
  await forEachOf(versions, filesAtOnce, async (version) => {
    const written = await copyFile(driver, pathOfFile(folder, version), version)
    if (!written) return void missingFiles.push(version)
    files.push({ version, ...written })
    bytes += written.bytes
    notify(`${files.length} of ${countOf(versions.length, 'file')}, ${megabytes(bytes)}`)
  })
  const list = writeFileList(files.sort((one, other) => (one.version < other.version ? -1 : 1)))
  await writeFile(join(folder, fileList), list, { mode: 0o600, flush: true })
  return { files: { count: files.length, bytes, sha256: hashOf(list) }, missingFiles }
}

/** Undefined when the bytes were lost before: their row is stored, and the backup says so. */
async function copyFile(driver: StorageDriver, path: string, version: string): Promise<Written | undefined> {
  try {
    return await writeHashed(path, await driver.read(version))
  } catch (error) {
    if (error instanceof MissingVersionError) return undefined
    throw error
  }
}
