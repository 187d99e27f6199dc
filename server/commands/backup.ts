// `npm run backup -- FOLDER`: database and stored files at one point in time, whether the server runs or not.
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError, type Manifest } from '#server/backup/format.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { countOf, createReport, megabytes } from '#server/backup/report.ts'
import { openStorageDriver } from '#server/files/storage-driver.ts'
import { readEnvironment } from '#server/settings/env.ts'
import { reachDatabase } from './reach-database.ts'

const help = `Usage: npm run backup -- FOLDER
Copies the database and all stored files, as they are at one moment, into a new folder; the application goes on serving.
Never in it: the vault's master key, JWT_SECRET and the other secrets. Keep those, and keep them elsewhere.`

try {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  if (values.help) console.log(help)
  else await backUp(positionals)
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

async function backUp([name, ...rest]: string[]): Promise<void> {
  if (!name || rest.length > 0) throw new BackupError(`the name of one new folder is needed.\n${help}`)
  // npm runs us at the project's root; the name is meant from where it was typed.
  const folder = resolve(process.env.INIT_CWD ?? '.', name)
  const env = readEnvironment(process.env)
  if (existsSync(folder)) throw new BackupError(`${folder} is there already: a backup goes into a new folder`)
  if (!relative(env.dataDir, folder).startsWith('..'))
    throw new BackupError(
      `${folder} is inside of DATA_DIR, where the secrets are: a backup is kept elsewhere`,
    )
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'postgres', 'PG_VERSION')))
    throw new BackupError(
      `there is no data of the application in ${env.dataDir}: set DATA_DIR or DATABASE_URL`,
    )
  const driver = await openStorageDriver(env)
  const access = await reachDatabase(env)
  try {
    const report = createReport(process.stdout)
    describe(await makeBackup({ databaseUrl: access.url, driver, folder, report }), folder)
  } finally {
    await access.release()
    driver.close()
  }
}

function describe({ takenAt, tables, files, missingFiles, masterKeyIds }: Manifest, folder: string): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  if (missingFiles.length > 0)
    console.log(
      `! ${countOf(missingFiles.length, 'stored file')} had lost its bytes before; manifest.json names them`,
    )
  console.log(`✓ ${folder} holds the application as of ${takenAt}: ${countOf(rows, 'row')} in ${countOf(tables.length, 'table')},
  ${countOf(files.count, 'file')} of ${megabytes(files.bytes)}. It names people: guard it as you guard the database.
  Not in it, to be kept elsewhere: the vault's master key${masterKeyIds.length > 0 ? ` (${masterKeyIds.join(', ')})` : ''} and JWT_SECRET, or DATA_DIR/secrets.`)
}
