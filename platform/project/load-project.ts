// Fills a database with a project: the floor, Supabase's default rights, the migrations, and once the seeds.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from '#platform/database/with-client.ts'
import { MigrationError } from '../database/migration-files.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { ProjectError } from './project-error.ts'
import type { Project } from './read-config.ts'

export interface LoadOptions {
  /** The owner's connection string. */
  url: string
  secret: string
  project: Project
}

export interface Loaded {
  /** Migrations, then seeds. */
  ran: string[]
  /** The database was empty before: only then the seeds run. */
  isNew: boolean
}

export async function loadProject({ url, secret, project }: LoadOptions): Promise<Loaded> {
  const { config } = project
  const isNew = (await prepareDatabase({ url, secret })).length > 0
  await withOwner(url, async (client) => {
    await client.query(await readFile(join(import.meta.dirname, 'floor.sql'), 'utf8'))
    // For sessions of no request: as upstream's database, and the project's further schemas. Requests bring their own.
    const names = new Set(['public', 'extensions', ...config.api.extra_search_path])
    const path = ['"$user"', ...[...names].map((name) => client.escapeIdentifier(name))]
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const name = client.escapeIdentifier(rows[0]?.name ?? '')
    await client.query(`alter database ${name} set search_path = ${path.join(', ')}`)
  })
  const ran = await applyMigrations({ url, secret, project })
  if (!isNew) return { ran, isNew }
  await makeBuckets(url, project)
  return { ran: [...ran, ...(await applySeeds(url, project))], isNew }
}

const withOwner = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, work, 'project')

async function applyMigrations({ url, secret, project }: LoadOptions): Promise<string[]> {
  const migrations = join(project.folder, 'migrations')
  if (!project.config.db.migrations.enabled) return []
  const result = await readFile(join(migrations, '.'), 'utf8').then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'EISDIR',
  )
  if (!result) return []
  try {
    return await prepareDatabase({ url, secret, migrations })
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    const extension = missingExtension(error.cause)
    const which = /^migration (\S+)/.exec(error.message)?.[1]
    throw new ProjectError(
      extension
        ? `migration ${which} needs the extension "${extension}", which this PostgreSQL does not have`
        : error.message,
      error,
    )
  }
}

/** The schemas that an extension of Supabase's own would have made. */
const schemasOfExtensions: Record<string, string> = {
  cron: 'pg_cron',
  graphql: 'pg_graphql',
  net: 'pg_net',
  pgmq: 'pgmq',
  pgsodium: 'pgsodium',
  vault: 'supabase_vault',
}

function missingExtension(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : ''
  const named = /extension "([^"]+)" is not available/.exec(message)?.[1]
  const schema = /schema "([^"]+)" does not exist/.exec(message)?.[1]
  return named ?? (schema === undefined ? undefined : schemasOfExtensions[schema])
}

async function makeBuckets(url: string, { config }: Project): Promise<void> {
  const buckets = Object.entries(config.storage.buckets)
  if (buckets.length === 0) return
  await withOwner(url, async (client) => {
    for (const [name, bucket] of buckets)
      await client.query(
        `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
         values ($1, $1, $2, $3, $4) on conflict (id) do nothing`,
        [
          name,
          bucket.public,
          bucket.file_size_limit ?? null,
          bucket.allowed_mime_types.length ? bucket.allowed_mime_types : null,
        ],
      )
  })
}

async function applySeeds(url: string, { folder, config }: Project): Promise<string[]> {
  const { enabled, sql_paths: patterns } = config.db.seed
  const files: string[] = []
  for (const pattern of enabled ? patterns : []) {
    const result: string[] = []
    for await (const file of glob(pattern, { cwd: folder })) result.push(file)
    files.push(...result.sort().filter((file) => !files.includes(file)))
  }
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    await withOwner(url, async (client) => {
      try {
        await client.query(text)
      } catch (error) {
        const { message, position } = error as { message: string; position?: string }
        const line = position ? ` (line ${text.slice(0, Number(position)).split('\n').length})` : ''
        throw new ProjectError(`${file} failed: ${message}${line}`, error)
      }
    })
  }
  return files
}
