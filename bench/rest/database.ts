// One PostgreSQL with durable settings, and in it the same database twice: one for the application, one for the peer.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../platform/database/embedded.ts'
import { prepareDatabase } from '../../platform/database/prepare.ts'

export interface BenchDatabase {
  name: string
  host: string
  port: string
  user: string
  password: string
  /** A connection string that every program understands. */
  url: string
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
}

export interface BenchPostgres {
  /** For the files of this run. */
  folder: string
  version: string
  app: BenchDatabase
  peer: BenchDatabase
  stop(): Promise<void>
}

/** `fills` are SQL files that fill both databases. */
export async function startPostgres(
  secret: string,
  fills: string[] = [join(import.meta.dirname, 'tables.sql')],
): Promise<BenchPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'app-bench-'))
  // PostgreSQL's own user must be able to enter, when we are root.
  await chmod(folder, 0o755)
  const postgres = await startEmbedded({
    dataDir: folder,
    log: { info() {}, warn: console.warn, error: console.error },
  })
  const stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const owner = describe(postgres.url, 'postgres')
    const app = describe(postgres.url, 'bench_app')
    const peer = describe(postgres.url, 'bench_peer')
    await owner.query(`create database ${app.name}`)
    await prepareDatabase({
      url: app.url,
      secret,
      migrations: join(import.meta.dirname, '../../supabase/migrations'),
    })
    for (const file of fills) await app.query(await readFile(file, 'utf8'))
    await owner.query(`create database ${peer.name} template ${app.name}`)
    // A database's own settings are not part of a template.
    await owner.query(`alter database ${peer.name} set search_path = "$user", public, extensions`)
    for (const database of [app, peer]) await vacuumFilled(database)
    const { rows } = await owner.query('show server_version')
    return { folder, version: rows[0]?.server_version ?? '', app, peer, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * What autovacuum would have done meanwhile. It leaves empty tables alone: vacuumed, they would count as empty in every plan
 * that a connection makes and caches, until their first statistics, while a table without any is taken to have ten pages.
 */
async function vacuumFilled(database: BenchDatabase): Promise<void> {
  const { rows } = await database.query(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class where relkind = 'r' and pg_relation_size(oid) > 0`,
  )
  await database.query(`vacuum analyze ${rows[0]?.tables}`)
}

/** The owner's URL names the socket's folder as `?host=`; WHATWG URLs demand some host before the path. */
function describe(ownerUrl: string, name: string): BenchDatabase {
  const parsed = new URL(ownerUrl.replace('@/', '@localhost/'))
  parsed.pathname = `/${name}`
  const url = parsed.toString()
  return {
    name,
    url,
    host: parsed.searchParams.get('host') ?? '',
    port: parsed.searchParams.get('port') ?? '',
    user: parsed.username,
    password: parsed.password,
    query: async (text, values) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        return await client.query(text, values)
      } finally {
        await client.end()
      }
    },
  }
}
