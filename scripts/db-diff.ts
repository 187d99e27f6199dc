// `npm run db:diff -- NAME`: writes the migration that brings supabase/migrations/ to supabase/schemas/ and reference/.
// It plans drops and creates alone: a rename, and rows that move, are written into it by hand.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrations } from '#platform/database/migration-files.ts'
import { migrationsFolder } from './release-migrations.ts'
import { compareWithSchema } from './schema/scratch.ts'

const name = process.argv[2] ?? ''
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('✗ name the migration in small letters: npm run db:diff -- orders_have_a_window')
  process.exit(1)
}
const { objects, rows } = await compareWithSchema()
if (objects.length + rows.length === 0) {
  console.log(
    'supabase/migrations/ makes what supabase/schemas/ and reference/ say: there is nothing to write.',
  )
  process.exit(0)
}
const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
// Each runs after those that are there, whatever the clock says.
const newest = (await readMigrations(migrationsFolder)).at(-1)?.version ?? '0'
const version = now > newest ? now : String(BigInt(newest) + 1n)
const file = `${version}_${name}.sql`
const text = [...objects, ...rows].map((sql) => `${sql.trim().replace(/;$/, '')};\n`).join('\n')
await writeFile(join(migrationsFolder, file), text)
console.log(
  `Wrote supabase/migrations/${file}: ${objects.length} changes of objects, ${rows.length} of rows. Read it.`,
)
const drops = objects.filter((sql) =>
  /^(alter table .* drop column|drop (table|column|type))/i.test(sql.trim()),
)
if (drops.length > 0)
  console.log(
    `! Rows are lost by ${drops.length} of them. Is it a rename, or do rows move? Then write it by hand instead:\n${drops.map((sql) => `  ${sql.trim()}`).join('\n')}`,
  )
