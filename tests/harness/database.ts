// A database of its own for each test file, cloned from a template in a fraction of a second.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from '#platform/database/with-client.ts'

export interface TestDatabase {
  /** The owner's connection string. */
  url: string
  drop(): Promise<void>
}

/** `migrations: true` is the whole application, `false` the bare floor; `sql` is run as the owner on top. */
export async function createTestDatabase(options: {
  migrations: boolean
  sql?: string
}): Promise<TestDatabase> {
  const cluster = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(cluster, (client) =>
    client.query(
      `create database ${name} template ${options.migrations ? 'template_app' : 'template_floor'} strategy file_copy`,
    ),
  )
  // `alter database … set` is not part of a template.
  await asOwner(cluster, (client) =>
    client.query(`alter database ${name} set search_path = "$user", public, extensions`),
  )
  const url = databaseUrl(cluster, name)
  const { sql } = options
  if (sql) await asOwner(url, (client) => client.query(sql))
  return {
    url,
    async drop() {
      await kept.get(url)?.end()
      await asOwner(cluster, (client) => client.query(`drop database if exists ${name} with (force)`))
      await kept.get(cluster)?.end()
    },
  }
}

/** What pg has and its types do not name. */
type Client = pg.Client & { ref(): void; unref(): void }

/** The owner's connections that are not in use, one for each database: a new one costs both sides some 9 ms of a processor. */
const kept = new Map<string, Client>()

/** Nothing that `work` sets, locks or begins is left for the next. */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = kept.get(url) ?? (await connect(url))
  kept.delete(url)
  client.ref()
  let isClean = false
  try {
    const result = await work(client)
    await client.query('rollback')
    await client.query('discard all')
    isClean = !kept.has(url)
    return result
  } finally {
    if (isClean) {
      kept.set(url, client)
      client.unref()
    } else await client.end()
  }
}

async function connect(url: string): Promise<Client> {
  const client = new pg.Client({ connectionString: url }) as Client
  client.on('error', () => {}) // PostgreSQL ends one that is not in use, with its database or because a test kills it
  client.on('end', () => kept.get(url) === client && kept.delete(url))
  await client.connect()
  return client
}
