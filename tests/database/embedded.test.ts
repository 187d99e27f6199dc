// The embedded PostgreSQL under hard treatment: two starters, killed processes, closed folders.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type EmbeddedPostgres, findReason, startEmbedded } from '#platform/database/embedded.ts'
import { DirectoryInUseError, lockDirectory } from '#platform/database/lock.ts'
import { silentLog } from '#platform/log.ts'
import { asOwner } from '#tests/harness/database.ts'
import { within } from '#tests/harness/within.ts'

const cleanups: (() => Promise<unknown> | unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function newFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'app-embedded-'))
  await chmod(folder, mode)
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A PostgreSQL that was made, started and stopped before. */
let stopped: string
beforeAll(async () => {
  stopped = await mkdtemp(join(tmpdir(), 'app-embedded-'))
  await chmod(stopped, 0o755)
  const postgres = await startEmbedded({ dataDir: stopped, log: silentLog })
  await postgres.stop()
})
afterAll(() => rm(stopped, { recursive: true, force: true }))

/** A folder of its own with a PostgreSQL that was there before, its files with their owners. */
async function copyStopped(): Promise<string> {
  const folder = await newFolder()
  execFileSync('cp', ['-a', `${stopped}/.`, folder])
  return folder
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({ dataDir, log: silentLog, settings: { synchronous_commit: 'on' } })
  cleanups.push(() => postgres.stop())
  return postgres
}

/** Another process that locks the folder, starts PostgreSQL there and says so; it lives until it is killed. */
async function startElsewhere(dataDir: string): Promise<{ kill(): Promise<void> }> {
  const script = `
    import { lockDirectory } from '#platform/database/lock.ts'
    import { startEmbedded } from '#platform/database/embedded.ts'
    lockDirectory(process.argv[1])
    await startEmbedded({ dataDir: process.argv[1], log: { info() {}, warn() {}, error() {} } })
    console.log('ready')
    setInterval(() => {}, 1 << 30)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: join(import.meta.dirname, '../..'),
  })
  cleanups.push(() => child.kill('SIGKILL'))
  for await (const line of createInterface(child.stdout)) if (line === 'ready') break
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

it('refuses a second process on the same folder, and names the first', async () => {
  const folder = await newFolder()
  const release = lockDirectory(folder)
  expect(() => lockDirectory(folder)).toThrow(DirectoryInUseError)
  expect(() => lockDirectory(folder)).toThrow(String(process.pid))
  release()
  lockDirectory(folder)()
})

it('adopts what a killed process left running, and finds every acknowledged row', async () => {
  const folder = await copyStopped()
  const other = await startElsewhere(folder)
  expect(() => lockDirectory(folder)).toThrow(DirectoryInUseError)
  await other.kill()
  lockDirectory(folder)()
  const postgres = await start(folder)
  expect(postgres.created).toBe(false)
  await asOwner(postgres.url, (client) => client.query('create table saved as select 1 as id'))
  await postgres.stop()
  const again = await start(folder)
  expect(
    await asOwner(again.url, async (client) => (await client.query('select id from saved')).rows),
  ).toEqual([{ id: 1 }])
})

it('starts again after the postmaster itself was killed', async () => {
  const folder = await copyStopped()
  const first = await start(folder)
  await asOwner(first.url, (client) => client.query('create table saved as select 1 as id'))
  const pid = Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  // Its application is gone too: two that watch over one folder would start what the other stops.
  await first.stop()
  const again = await start(folder)
  expect(
    await asOwner(again.url, async (client) => (await client.query('select id from saved')).rows),
  ).toEqual([{ id: 1 }])
})

it('keeps what people typed out of its log', async () => {
  const folder = await copyStopped()
  const postgres = await start(folder)
  await asOwner(postgres.url, async (client) => {
    await expect(client.query(`select 'ada@example.com'::uuid`)).rejects.toMatchObject({ code: '22P02' })
    await client.query(`do $$ begin raise log 'a word from a trigger'; end $$`)
  })
  await postgres.stop()
  const log = await readFile(join(folder, 'postgres/server.log'), 'utf8')
  expect(log).toContain('a word from a trigger')
  expect(log).not.toContain('ada@example.com')
})

it('brings back a postmaster that died while the application runs', async () => {
  const folder = await copyStopped()
  const postgres = await start(folder)
  await asOwner(postgres.url, (client) => client.query('create table saved as select 1 as id'))
  const pid = Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  const rows = await vi.waitFor(
    () => asOwner(postgres.url, async (client) => (await client.query('select id from saved')).rows),
    within,
  )
  expect(rows).toEqual([{ id: 1 }])
  await postgres.stop()
  await expect(asOwner(postgres.url, async () => {})).rejects.toMatchObject({ code: 'ENOENT' })
})

/** Some other process of the user that PostgreSQL runs as; ends with the test. */
async function startStranger(folder: string): Promise<number> {
  const { uid, gid } = await stat(join(folder, 'postgres'))
  const stranger = spawn('sleep', ['600'], { uid, gid, stdio: 'ignore' })
  cleanups.push(() => stranger.kill('SIGKILL'))
  await once(stranger, 'spawn')
  return stranger.pid ?? 0
}

const pidFileOf = (folder: string) => join(folder, 'postgres/postmaster.pid')

async function writePid(folder: string, pid: number): Promise<void> {
  const [, ...rest] = (await readFile(pidFileOf(folder), 'utf8')).split('\n')
  await writeFile(pidFileOf(folder), [pid, ...rest].join('\n'))
}

it('starts when everything was killed and another process has the number of the postmaster', async () => {
  const folder = await copyStopped()
  const other = await startElsewhere(folder)
  const pid = Number((await readFile(pidFileOf(folder), 'utf8')).split('\n')[0])
  await other.kill()
  process.kill(pid, 'SIGKILL')
  const stranger = await startStranger(folder)
  await writePid(folder, stranger)
  const socketLock = join(folder, 'postgres/.s.PGSQL.5432.lock')
  await writeFile(socketLock, (await readFile(socketLock, 'utf8')).replace(/^\d+/, String(stranger)))
  const postgres = await start(folder)
  expect(await asOwner(postgres.url, async (client) => (await client.query('select 1 as one')).rows)).toEqual(
    [{ one: 1 }],
  )
  await postgres.stop()
  expect(process.kill(stranger, 0)).toBe(true)
})

it('brings back a postmaster whose number another process took at once', async () => {
  const folder = await copyStopped()
  const postgres = await start(folder)
  const stranger = await startStranger(folder)
  const pid = Number((await readFile(pidFileOf(folder), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  await writePid(folder, stranger)
  await vi.waitFor(() => asOwner(postgres.url, (client) => client.query('select 1')), within)
  expect(process.kill(stranger, 0)).toBe(true)
})

it('names the first reason why PostgreSQL did not start, not what followed from it', () => {
  const log = `2026-11-23 08:00:00.000 UTC [12] LOG:  starting PostgreSQL 18.4
2026-11-23 08:00:00.010 UTC [15] LOG:  redo starts at 0/1D0A8B8
2026-11-23 08:00:00.020 UTC [15] FATAL:  could not write to file "pg_wal/xlogtemp.15": No space left on device
2026-11-23 08:00:00.021 UTC [12] LOG:  startup process (PID 15) exited with exit code 1
2026-11-23 08:00:00.022 UTC [12] LOG:  shutting down due to startup process failure
2026-11-23 08:00:00.023 UTC [12] LOG:  database system is shut down
`
  expect(findReason(log)).toBe(
    'FATAL:  could not write to file "pg_wal/xlogtemp.15": No space left on device',
  )
})

it('listens on no network address and asks for a password', async () => {
  const postgres = await start(await newFolder())
  const settings = await asOwner(
    postgres.url,
    async (client) => (await client.query(`select current_setting('listen_addresses') as addresses`)).rows,
  )
  if (process.platform !== 'win32') expect(settings).toEqual([{ addresses: '' }])
  await expect(
    asOwner(postgres.url.replace(/postgres:[^@]*@/, 'postgres:wrong@'), async () => {}),
  ).rejects.toMatchObject({ code: '28P01' })
})

it.runIf(process.getuid?.() === 0)(
  'keeps the files in a reachable place when root keeps the folder to itself',
  async () => {
    const folder = await newFolder(0o700)
    const postgres = await start(folder)
    expect((await lstat(join(folder, 'postgres'))).isSymbolicLink()).toBe(true)
    expect(
      await asOwner(postgres.url, async (client) => (await client.query('select 1 as one')).rows),
    ).toEqual([{ one: 1 }])
    const outside = join(await realpath(join(folder, 'postgres')), '..')
    cleanups.push(() => rm(outside, { recursive: true, force: true }))
    await postgres.stop()
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
    const afresh = await start(folder)
    expect(afresh.created).toBe(true)
    const other = join(await realpath(join(folder, 'postgres')), '..')
    cleanups.push(() => rm(other, { recursive: true, force: true }))
  },
)
