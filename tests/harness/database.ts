// A database of its own for each test file, cloned from a template in a fraction of a second.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl, withClient } from '#platform/database/with-client.ts'

export interface TestDatabase {
  /** The owner's connection string. */
  url: string
  drop(): Promise<void>
}

/** The owner's connection to the cluster, one for all files of a worker. */
let cluster: pg.Pool | undefined

/** `migrations: true` is the whole application, `false` the bare floor; `sql` is run as the owner on top. */
export async function createTestDatabase(options: {
  migrations: boolean
  sql?: string
}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  cluster ??= new pg.Pool({
    connectionString: inject('postgresUrl'),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  const owner = cluster
  await owner.query(
    `create database ${name} template ${options.migrations ? 'template_app' : 'template_floor'} strategy file_copy`,
  )
  // No part of a template.
  await owner.query(`alter database ${name} set search_path = "$user", public, extensions`)
  const url = databaseUrl(inject('postgresUrl'), name)
  const { sql } = options
  if (sql) await asOwner(url, (client) => client.query(sql))
  return {
    url,
    drop: async () => void (await owner.query(`drop database if exists ${name} with (force)`)),
  }
}

export const asOwner = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, work)
