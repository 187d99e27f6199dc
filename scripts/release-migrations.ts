// Adds to supabase/released.json what a release brings: `node scripts/release-migrations.ts 0.3.0`, before its commit.
// The list is for ever: a database of any release must find in it each file that ran there.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Released, type ReleasedMigration, releasedFileOf } from '#platform/database/baseline.ts'
import { type Migration, readMigrations } from '#platform/database/migration-files.ts'
import { floorFolder } from '#platform/database/prepare.ts'

export const migrationsFolder = join(import.meta.dirname, '../supabase/migrations')
const releasedFile = releasedFileOf(migrationsFolder)

export const readReleased = (): Released => JSON.parse(readFileSync(releasedFile, 'utf8')) as Released
export const writeReleased = (released: Released) =>
  writeFileSync(releasedFile, `${JSON.stringify(released, null, 2)}\n`)

/** Not of the mark "squashed", which comes later. */
export function chainOf(migrations: ReleasedMigration[]): string {
  const hash = createHash('sha256')
  for (const { name, sha256 } of migrations) hash.update(`${name} ${sha256}\n`)
  return hash.digest('hex')
}

/** Every migration file of this checkout, as the list names it. */
export async function readFiles(): Promise<ReleasedMigration[]> {
  const entry =
    (prefix: string) =>
    ({ version, name, checksum }: Migration): ReleasedMigration => ({
      name: `${prefix}${version}_${name}`,
      sha256: checksum,
    })
  return [
    ...(await readMigrations(floorFolder)).map(entry('floor/')),
    ...(await readMigrations(migrationsFolder)).map(entry('')),
  ]
}

if (import.meta.filename === process.argv[1]) {
  const version = process.argv[2] ?? ''
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error('name the release: node scripts/release-migrations.ts 0.3.0')
  const released = readReleased()
  const known = new Set(released.migrations.map(({ name }) => name))
  const migrations = [...released.migrations, ...(await readFiles()).filter(({ name }) => !known.has(name))]
  const releases = [
    ...released.releases.filter((release) => release.version !== version),
    { version, migrations: migrations.length, chain: chainOf(migrations) },
  ]
  writeReleased({ releases, migrations })
  console.log(`${migrations.length - released.migrations.length} migrations are new in ${version}`)
}
