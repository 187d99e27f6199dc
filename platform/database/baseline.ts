// A baseline: one migration in place of those of a release, which the project's released.json remembers by name and hash.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type AppliedMigration, type Migration, MigrationError, neverReleased } from './migration-files.ts'

export interface ReleasedMigration {
  /** `floor/…` for the files below a project's own. */
  name: string
  /** The hash of the file's text, as the ledger holds it. */
  sha256: string
  /** The release whose baseline holds its content: the file is gone, the name stays. */
  squashed?: string
}

export interface Released {
  /** Oldest first. `chain` is the hash of the first `migrations` lines: what was released is neither changed nor removed. */
  releases: { version: string; migrations: number; chain: string }[]
  migrations: ReleasedMigration[]
}

/** A migration whose file is gone. */
export interface SquashedMigration {
  version: string
  name: string
  checksum: string
  /** The release whose baseline holds its content. */
  release: string
}

/** The list beside a `migrations/` folder. */
export const releasedFileOf = (folder: string) => join(dirname(folder), 'released.json')

/** What the first line of a baseline says: `-- Baseline of release 0.2.0: …` */
const baselineHead = /^-- Baseline of release (\d+\.\d+\.\d+)\b/

/** Oldest first; nothing for a folder without a list. */
export async function readSquashed(folder: string): Promise<SquashedMigration[]> {
  const text = await readFile(releasedFileOf(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return []
  const { migrations } = JSON.parse(text) as Released
  return migrations
    .flatMap(({ name: file, sha256: checksum, squashed: release }) => {
      const [, version, name] = /^(\d+)_(.+)$/.exec(file) ?? []
      return release && version && name ? [{ version, name, checksum, release }] : []
    })
    .sort((a, b) => (a.version < b.version ? -1 : 1))
}

export interface Adopted {
  baseline: Migration
  /** The versions whose lines it takes the place of. */
  replaced: string[]
}

/**
 * The baseline of which a database has all objects already, since each file that it holds ran there. Nothing where no
 * squashed file ran. Throws a MigrationError for a database that is older than the baseline, and for one that no release
 * left so. `applied` and `squashed` by their versions.
 */
export function findAdopted(
  applied: AppliedMigration[],
  files: Migration[],
  squashed: SquashedMigration[],
): Adopted | undefined {
  const checksums = new Map(applied.map(({ version, checksum }) => [version, checksum]))
  const ran = squashed.filter(({ version }) => checksums.has(version))
  const newest = ran.at(-1)
  if (!newest) return undefined
  const never = ({ version, name }: Omit<AppliedMigration, 'checksum'>, what: string) =>
    new MigrationError(`migration ${version}_${name} ${what}: ${neverReleased}`)
  for (const migration of ran) {
    const checksum = checksums.get(migration.version)
    if (checksum && checksum !== migration.checksum) throw never(migration, 'was changed after it ran here')
  }
  const missing = squashed.filter(
    ({ version, release }) => release === newest.release && !checksums.has(version),
  )
  const hole = missing.find(({ version }) => version < newest.version)
  if (hole) throw never(hole, `is older than ${newest.version}, which ran here already`)
  const replaced = ran.map(({ version }) => version)
  const baseline = files.find(({ text }) => baselineHead.exec(text)?.[1] === newest.release)
  if (missing.length > 0 || !baseline) {
    const next = missing[0] ?? squashed.find(({ version }) => version > newest.version)
    const release = next?.release ?? newest.release
    throw new MigrationError(
      `this data is older than release ${release}: start release ${release} on it once, then this one. Nothing was changed here`,
    )
  }
  const stray = applied.find(({ version }) => version < baseline.version && !replaced.includes(version))
  if (stray) throw never(stray, 'ran here and is of no release')
  return { baseline, replaced }
}
