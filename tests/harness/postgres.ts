// Vitest's global setup: one real PostgreSQL for the run, with two databases to clone: the floor, and the whole application.
import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#platform/database/embedded.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { databaseUrl } from '#platform/database/with-client.ts'
import { silentLog } from '#platform/log.ts'
import { asOwner } from './database.ts'

export const testSecret = 'a secret for tests alone, thirty-two characters or more'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** A DATA_DIR whose PostgreSQL is made, migrated and stopped, to be copied; '' where there is none. */
    migratedFolder: string
  }
}

const migrations = join(import.meta.dirname, '../../supabase/migrations')
/** A test's database need not survive a power cut, nor its passwords a guess. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', scram_iterations: '1' }

/** TEST_DATABASE_URL names another PostgreSQL (the owner's URL), for instance the oldest one that we promise. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env.TEST_DATABASE_URL
  const own = outside ? undefined : await startOwn()
  const url = own?.url ?? outside ?? ''
  await asOwner(url, async (client) => {
    for (const name of ['template_floor', 'template_app'])
      await client.query(`drop database if exists ${name}`)
    await client.query('create database template_floor')
    await client.query(`create database template_app${own ? ` template ${client.database}` : ''}`)
    // No part of a template.
    await client.query('alter database template_app set search_path = "$user", public, extensions')
  })
  await prepareDatabase({ url: databaseUrl(url, 'template_floor'), secret: testSecret })
  await prepareDatabase({ url: databaseUrl(url, 'template_app'), secret: testSecret, migrations })
  project.provide('postgresUrl', url)
  project.provide('migratedFolder', own?.migratedFolder ?? '')
  return async () => own?.stop()
}

async function startOwn() {
  const folder = await mkdtemp(join(tmpdir(), 'app-test-'))
  // Open to PostgreSQL's own user, whom root's temporary folders would shut out.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  const migratedFolder = join(folder, 'migrated')
  const first = await startEmbedded({ dataDir, log: silentLog, settings })
  await asOwner(first.url, (client) =>
    // Stored again with so few: each connection of a test proves that it knows it.
    client.query(`alter role postgres password ${client.escapeLiteral(client.password ?? '')}`),
  )
  await prepareDatabase({ url: first.url, secret: testSecret, migrations })
  await first.stop()
  // A folder that PostgreSQL's user cannot reach has its files elsewhere.
  const isWhole = (await lstat(join(dataDir, 'postgres'))).isDirectory()
  if (isWhole) execFileSync('cp', ['-a', dataDir, migratedFolder])
  const postgres = await startEmbedded({ dataDir, log: silentLog, settings })
  return {
    url: postgres.url,
    migratedFolder: isWhole ? migratedFolder : '',
    stop: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
