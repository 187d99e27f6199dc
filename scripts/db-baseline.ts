// `npm run db:baseline`, after a release: one file of its schema takes the place of its migrations, whose names and hashes
// stay in supabase/released.json. A database of that release is adopted; an older one has to start that release first.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrations } from '#platform/database/migration-files.ts'
import { migrationsFolder, readReleased, writeReleased } from './release-migrations.ts'
import { compareWithSchema, orderStatements } from './schema/scratch.ts'

const fail = (message: string): never => {
  console.error(`✗ ${message}`)
  process.exit(1)
}

const released = readReleased()
const release = released.releases.at(-1)?.version ?? fail('nothing was released yet')
const files = await readMigrations(migrationsFolder)
const names = new Set(files.map(({ version, name }) => `${version}_${name}`))
const known = new Set(released.migrations.map(({ name }) => name))
const fresh = [...names].filter((name) => !known.has(name))
if (fresh.length > 0) fail(`${fresh[0]} is of no release: a baseline is made of released migrations alone`)

const { objects, rows } = await compareWithSchema()
if (objects.length + rows.length > 0)
  fail('supabase/migrations/ does not make what supabase/schemas/ and reference/ say: see npm run db:diff')

const version = BigInt(files.at(-1)?.version ?? 0) + 1n
const file = `${version}_baseline.sql`
const head = `-- Baseline of release ${release}: generated from supabase/schemas/ and supabase/reference/ as they stood, in the place of
-- ${files.length} migrations (supabase/released.json). A database of ${release} has all of it, and only notes that.
`
const text = (await orderStatements()).map((statement) => `\n${statement.text}\n`).join('')
await writeFile(join(migrationsFolder, file), `${head}${text}`)
for (const name of names) await rm(join(migrationsFolder, `${name}.sql`))
writeReleased({
  ...released,
  migrations: released.migrations.map((migration) =>
    names.has(migration.name) ? { ...migration, squashed: release } : migration,
  ),
})
console.log(`Wrote supabase/migrations/${file} in the place of ${files.length} files.`)
