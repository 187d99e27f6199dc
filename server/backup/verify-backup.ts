// Reads a whole backup before anything is restored from it: each part must be what was written, and ours to understand.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSquashed } from '#platform/database/baseline.ts'
import { planFolder } from '#platform/database/migrate.ts'
import { type AppliedMigration, MigrationError, readMigrations } from '#platform/database/migration-files.ts'
import {
  BackupError,
  type FileBackup,
  fileList,
  hashOf,
  type Manifest,
  pathOfFile,
  pathOfTable,
  readFileList,
  readManifest,
} from './format.ts'
import { countOf, type Report } from './report.ts'
import { forEachOf, hashFile, type Written } from './sink.ts'

export interface VerifiedBackup {
  manifest: Manifest
  files: FileBackup[]
}

export interface ReleaseFolders {
  floor: string
  migrations: string
}

const readsAtOnce = 4

export async function verifyBackup(
  folder: string,
  release: ReleaseFolders,
  report: Report,
): Promise<VerifiedBackup> {
  const manifest = await readManifest(folder)
  await refuseUnknown(manifest.floor, release.floor)
  await refuseUnknown(manifest.migrations, release.migrations)
  const files = await readList(folder, manifest)
  await report.step('Checking the backup', async (notify) => {
    const parts = [
      ...manifest.tables.map((table) => ({ path: pathOfTable(folder, table), wanted: table })),
      ...files.map((file) => ({ path: pathOfFile(folder, file.version), wanted: file })),
    ]
    let checked = 0
    await forEachOf(parts, readsAtOnce, async ({ path, wanted }) => {
      await checkPart(path, wanted)
      checked += 1
      notify(`${checked} of ${countOf(parts.length, 'part')}`)
    })
  })
  return { manifest, files }
}

async function readList(folder: string, { files }: Manifest): Promise<FileBackup[]> {
  const path = join(folder, fileList)
  const text = await readFile(path, 'utf8').catch(() => '')
  if (hashOf(text) !== files.sha256) throw damaged(path)
  return readFileList(text)
}

async function checkPart(path: string, wanted: Written): Promise<void> {
  const result = await hashFile(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BackupError(`the backup is not whole: ${path} is missing`) : error
  })
  if (result.bytes !== wanted.bytes || result.sha256 !== wanted.sha256) throw damaged(path)
}

function damaged(path: string): BackupError {
  return new BackupError(`the backup is damaged: ${path} is not what was written`)
}

/**
 * The tables are created by this release's own migrations, never by what stands in a backup; what the next start would
 * refuse is refused here, before anything is restored.
 */
async function refuseUnknown(applied: AppliedMigration[], folder: string): Promise<void> {
  const known = [...(await readMigrations(folder)), ...(await readSquashed(folder))]
  const ours = new Set(known.map(({ version }) => version))
  const foreign = applied.find(({ version }) => !ours.has(version))
  if (foreign)
    throw new BackupError(
      `the backup is of a newer release: it has the migration ${foreign.version}_${foreign.name}, which this one does not`,
    )
  try {
    await planFolder(applied, { folder })
  } catch (error) {
    if (error instanceof MigrationError)
      throw new BackupError(`the backup cannot be started by this release: ${error.message}`)
    throw error
  }
}
