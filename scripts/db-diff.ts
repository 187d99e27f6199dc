// `npm run db:diff -- NAME`: writes the migration that brings supabase/migrations/ to supabase/schemas/ and reference/.
// It plans drops and creates alone: a rename, and rows that move, are written into it by hand.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/database/embedded.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { silentLog } from '#platform/log.ts'
import { compareDatabases, type Difference } from './schema/compare.ts'
import { loadSchema, readStatements, runAll, tablesOf } from './schema/load-schema.ts'

const migrations = join(import.meta.dirname, '../supabase/migrations')
const secret = 'of a database that lives for seconds'

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** In a PostgreSQL of its own, which is gone afterwards; in an order in which PostgreSQL takes it, bodies of functions too. */
async function findDifference(): Promise<Difference> {
  const folder = await mkdtemp(join(tmpdir(), 'db-diff-'))
  // Open to PostgreSQL's own user, whom root's temporary folders would shut out.
  await chmod(folder, 0o755)
  const { url, stop } = await startEmbedded({ dataDir: folder, log: silentLog, settings: { fsync: 'off' } })
  try {
    const at = (name: string) => url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
    await withClient(url, async (client) => {
      await client.query('create database migrated')
      await client.query('create database declared')
    })
    await prepareDatabase({ url: at('migrated'), secret, migrations })
    await prepareDatabase({ url: at('declared'), secret })
    await withClient(at('declared'), (client) => loadSchema(client))
    const tables = tablesOf(await readStatements('reference'))
    const { objects, rows } = await compareDatabases(at('migrated'), at('declared'), tables)
    // Whoever applies it owns what it makes, whatever their name.
    const owned = objects.filter(
      (sql) => !/^(alter|grant|revoke) [^;]* (to|from) "postgres";?$/i.test(sql.trim()),
    )
    const ordered = await withClient(at('migrated'), async (client) => {
      await client.query('begin')
      return await runAll(
        client,
        owned.map((text, index) => ({ file: 'db:diff', line: index, text })),
      )
    })
    return { objects: ordered.map(({ text }) => text), rows }
  } finally {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const name = process.argv[2] ?? ''
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('✗ name the migration in small letters: npm run db:diff -- orders_have_a_window')
  process.exit(1)
}
const { objects, rows } = await findDifference()
if (objects.length + rows.length === 0) {
  console.log(
    'supabase/migrations/ makes what supabase/schemas/ and reference/ say: there is nothing to write.',
  )
  process.exit(0)
}
const version = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
const file = `${version}_${name}.sql`
const text = [...objects, ...rows].map((sql) => `${sql.trim().replace(/;$/, '')};\n`).join('\n')
await writeFile(join(migrations, file), text)
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
