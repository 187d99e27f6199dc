// Several processes on one database must store files in one place: a file that one of them took is read by all.
import { createHash, randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#platform/database/database.ts'
import { type Environment, EnvironmentError } from '#server/settings/env.ts'

/** The first half of an advisory lock's number; the second names the place. Any number, the same in every release. */
const storeLock = 7_262_025
const highest = 2 ** 31 - 1

/**
 * Holds a shared lock that names where this process stores files, for as long as it lives, and refuses the start where
 * another process holds one of another place.
 */
export async function refuseOtherStore(database: Database, env: Environment): Promise<void> {
  const store = numberOfStore(env)
  await database.hold({
    text: 'select pg_advisory_lock_shared($1::int, $2::int)',
    values: [storeLock, store],
  })
  const { rowCount } = await database.probes.query(
    `select from pg_locks where locktype = 'advisory' and classid = $1 and objid <> $2 and objsubid = 2
     and database = (select oid from pg_database where datname = current_database()) limit 1`,
    [storeLock, store],
  )
  if (rowCount)
    throw new EnvironmentError(
      'another process of this database stores files elsewhere: give all of them the same S3_ENDPOINT and S3_BUCKET, or one shared DATA_DIR/storage',
    )
}

function numberOfStore({ s3, dataDir }: Environment): number {
  if (s3) return createHash('sha256').update(`${s3.endpoint} ${s3.bucket}`).digest().readUInt32BE() % highest
  const file = join(dataDir, 'storage', 'store-id')
  try {
    // Anyone who is first writes it, also where two start at the same time.
    writeFileSync(file, `${randomInt(highest)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return Number.parseInt(readFileSync(file, 'utf8'), 10) % highest
}
