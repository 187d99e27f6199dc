// `npm run restore -- FOLDER`: an application out of a backup, in an empty DATA_DIR or an empty database.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError, type Manifest } from '#server/backup/format.ts'
import { countOf, createReport, megabytes } from '#server/backup/report.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { type Environment, readEnvironment } from '#server/settings/env.ts'
import { readMasterKeys } from '#server/vault/master-key.ts'

const help = `Usage: npm run restore -- FOLDER
Checks a backup, then restores it into an empty DATA_DIR (or the empty database of DATABASE_URL). Put the folder
"secrets" that you kept into DATA_DIR before, or set VAULT_MASTER_KEY and JWT_SECRET as they were.`

try {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  if (values.help) console.log(help)
  else await restore(positionals)
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

async function restore([name, ...rest]: string[]): Promise<void> {
  if (!name || rest.length > 0) throw new BackupError(`the folder of one backup is needed.\n${help}`)
  const folder = resolve(process.env.INIT_CWD ?? '.', name)
  const env = readEnvironment(process.env)
  const report = createReport(process.stdout)
  describe(await restoreBackup({ env, folder, report }), env)
}

function describe({ takenAt, tables, files, missingFiles, masterKeyIds }: Manifest, env: Environment): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `✓ restored as of ${takenAt}: ${countOf(rows, 'row')} in ${countOf(tables.length, 'table')}, ${countOf(files.count, 'file')} of ${megabytes(files.bytes)}`,
  )
  if (missingFiles.length > 0)
    console.log(`! ${countOf(missingFiles.length, 'stored file')} had lost its bytes before the backup`)
  const missing = listMissingKeys(env, masterKeyIds)
  if (missing.length > 0)
    console.log(
      `! the vault needs the master key ${missing.join(', ')} (VAULT_MASTER_KEY, or secrets/vault-master-key), which is not here: the application does not start without it`,
    )
}

function listMissingKeys(env: Environment, needed: string[]): string[] {
  const isHere =
    env.vaultMasterKey ??
    env.vaultMasterKeyFile ??
    existsSync(join(env.dataDir, 'secrets', 'vault-master-key'))
  // Checked first, since reading the keys would make one where there is none.
  if (!isHere) return needed
  const { current, previous } = readMasterKeys(env)
  const ours = new Set([current, ...previous].map(({ id }) => id))
  return needed.filter((id) => !ours.has(id))
}
