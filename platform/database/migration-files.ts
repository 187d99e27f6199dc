// Migration files, `<version>_<name>.sql`, and what a ledger says of those that ran.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Migration {
  version: string
  name: string
  text: string
  checksum: string
}

/** A line of a ledger: a file that ran. */
export interface AppliedMigration {
  version: string
  name: string
  /** Null where Supabase's own tools ran it. */
  checksum: string | null
}

/** Why data of a commit between two releases is refused. */
export const neverReleased =
  'this data was made by code that was never released, and only released data is upgraded. Nothing was changed here'

export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'MigrationError'
  }
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    files.map(async (file) => {
      const parts = /^(\d+)_(.+)\.sql$/.exec(file)
      if (!parts) throw new MigrationError(`${file} is not named <version>_<name>.sql`)
      const [, version = '', name = ''] = parts
      const text = await readFile(join(folder, file), 'utf8')
      return { version, name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
  const twice = migrations.find((migration, index) => migrations[index - 1]?.version === migration.version)
  if (twice) throw new MigrationError(`two migrations have the version ${twice.version}`)
  return migrations
}
