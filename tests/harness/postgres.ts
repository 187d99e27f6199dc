// Vitest's global setup: one real PostgreSQL for the run, with two databases to clone: the floor, and the whole application.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
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
  }
}

/** TEST_DATABASE_URL names another PostgreSQL (the owner's URL), for instance the oldest one that we promise. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env.TEST_DATABASE_URL
  const folder = outside ? undefined : await mkdtemp(join(tmpdir(), 'app-test-'))
  // Open to PostgreSQL's own user, whom root's temporary folders would shut out.
  if (folder) await chmod(folder, 0o755)
  const postgres = folder
    ? await startEmbedded({
        dataDir: folder,
        log: silentLog,
        // A test's database need not survive a power cut, nor its passwords a guess.
        settings: {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          scram_iterations: '1',
        },
      })
    : undefined
  const url = postgres?.url ?? outside ?? ''
  await asOwner(url, async (client) => {
    // Stored again with so few: each connection of a test proves that it knows it.
    if (postgres)
      await client.query(`alter role postgres password ${client.escapeLiteral(client.password ?? '')}`)
    for (const name of ['template_floor', 'template_app']) {
      await client.query(`drop database if exists ${name}`)
      await client.query(`create database ${name}`)
    }
  })
  await prepareDatabase({ url: databaseUrl(url, 'template_floor'), secret: testSecret })
  await prepareDatabase({
    url: databaseUrl(url, 'template_app'),
    secret: testSecret,
    migrations: join(import.meta.dirname, '../../supabase/migrations'),
  })
  project.provide('postgresUrl', url)
  return async () => {
    await postgres?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}
