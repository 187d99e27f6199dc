// Rows and bytes stay together: under failures, races and kills, and what is left over is swept.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StorageDriver } from '#platform/storage/drivers/driver.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { ada, mode, type StorageService, startStorageService } from './storage-service.ts'

const dayMs = 24 * 60 * 60 * 1000

async function storedVersions(driver: StorageDriver): Promise<string[]> {
  const versions: string[] = []
  for await (const { version } of driver.list()) versions.push(version)
  return versions.sort()
}
const namedVersions = async (storage: StorageService) =>
  (await storage.sql<{ version: string }>('select version from storage.objects order by version')).map(
    ({ version }) => version,
  )

async function* once1(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

describe('a failure', () => {
  let storage: StorageService
  let fault: 'before' | 'after' | undefined
  beforeAll(async () => {
    storage = await startStorageService({
      wrap: (driver) => ({
        ...driver,
        async write(version, bytes) {
          if (fault === 'before')
            throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
          await driver.write(version, bytes)
          if (fault === 'after') throw new Error('the disk went away')
        },
        async remove(versions) {
          if (fault) throw new Error('the disk went away')
          await driver.remove(versions)
        },
      }),
    })
  })
  afterAll(() => storage.stop())
  beforeEach(() => {
    fault = undefined
  })
  const bucket = () => storage.service.storage.from('private')

  it.each([
    ['before', { status: 503, message: 'The storage is unavailable. Please try again later.' }],
    ['after', { status: 500, message: 'Internal server error' }],
  ] as const)(
    'of the disk %s the bytes are written is an error, and the old object stays',
    async (when, refusal) => {
      await bucket().upload(`${when}.txt`, 'old')
      fault = when
      const { error } = await bucket().update(`${when}.txt`, 'new')
      expect(error).toMatchObject(refusal)
      const fresh = await bucket().upload(`${when}-fresh.txt`, 'new')
      expect(fresh.error).toMatchObject({ status: refusal.status })
      fault = undefined
      expect(await (await bucket().download(`${when}.txt`)).data?.text()).toBe('old')
      expect((await bucket().info(`${when}-fresh.txt`)).error).toMatchObject({ message: 'Object not found' })
    },
  )

  it('to remove bytes is no error for the caller: the object is gone, the sweep takes the rest', async () => {
    await bucket().upload('remove.txt', 'x')
    fault = 'before'
    expect((await bucket().remove(['remove.txt'])).data).toHaveLength(1)
    fault = undefined
    expect((await bucket().info('remove.txt')).error).toMatchObject({ message: 'Object not found' })
    storage.now = new Date(Date.now() + 2 * dayMs)
    expect(await storage.sweep()).toBeGreaterThan(0)
    expect(await storedVersions(storage.driver)).toEqual(await namedVersions(storage))
  })

  it('of the row takes the bytes away again', async () => {
    await storage.sql(`create function refuse() returns trigger language plpgsql as $$ begin
        if (new.metadata ->> 'size')::int > 3 then raise exception 'not today'; end if; return new; end $$;
      create trigger refuse before insert on storage.objects for each row execute function refuse()`)
    try {
      const { error } = await bucket().upload('row.txt', new Blob(['long']))
      expect(error).toMatchObject({ statusCode: '400', message: 'not today' })
    } finally {
      await storage.sql('drop trigger refuse on storage.objects; drop function refuse()')
    }
    expect(await storedVersions(storage.driver)).toEqual(await namedVersions(storage))
  })

  it('that left half a file is forgotten by the sweep after a day', async () => {
    await writeFile(join(storage.folder, 'unfinished', randomUUID()), 'half')
    storage.now = new Date()
    await storage.sweep()
    expect(await readdir(join(storage.folder, 'unfinished'))).toHaveLength(1)
    storage.now = new Date(Date.now() + 2 * dayMs)
    await storage.sweep()
    expect(await readdir(join(storage.folder, 'unfinished'))).toEqual([])
  })
})

describe('at the same time', () => {
  let storage: StorageService
  beforeAll(async () => {
    storage = await startStorageService()
  })
  afterAll(() => storage.stop())
  const bucket = () => storage.service.storage.from('private')
  const body = (n: number) => Buffer.alloc(200_000 + n, `${n};`)

  it('only one of many uploads under one name wins, and it is whole', async () => {
    const outcomes = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => bucket().upload('race.bin', body(n))))
    const winners = outcomes.flatMap(({ error }, index) => (error ? [] : [index + 1]))
    expect(winners).toHaveLength(1)
    const bytes = Buffer.from(
      (await (await bucket().download('race.bin')).data?.arrayBuffer()) ?? new ArrayBuffer(),
    )
    expect(bytes.equals(body(winners[0] ?? 0))).toBe(true)
    for (const { error } of outcomes) if (error) expect(error).toMatchObject({ statusCode: '409' })
    expect(await storedVersions(storage.driver)).toEqual(await namedVersions(storage))
  })

  it('readers get one whole object or another while it is replaced', async () => {
    await bucket().upload('busy.bin', body(0))
    let writing = true
    const writes = (async () => {
      for (let n = 1; n <= 15; n++) expect((await bucket().update('busy.bin', body(n))).error).toBeNull()
      writing = false
    })()
    const read = async () => {
      while (writing) {
        const { data, error } = await bucket().download('busy.bin')
        expect(error).toBeNull()
        const bytes = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())
        expect(bytes.equals(body(bytes.length - 200_000))).toBe(true)
      }
    }
    await Promise.all([writes, read(), read(), read()])
    expect(await storedVersions(storage.driver)).toEqual(await namedVersions(storage))
  })

  it('overwrites leave at most orphans, which the sweep takes', async () => {
    await Promise.all([1, 2, 3, 4, 5, 6].map((n) => bucket().upload('over.bin', body(n), { upsert: true })))
    storage.now = new Date(Date.now() + 2 * dayMs)
    await storage.sweep()
    expect(await storedVersions(storage.driver)).toEqual(await namedVersions(storage))
    expect((await bucket().download('over.bin')).data?.size).toBeGreaterThan(200_000)
  })
})

describe.each(['file', 's3'] as const)('the sweep over the %s driver', (driver) => {
  let storage: StorageService
  beforeAll(async () => {
    storage = await startStorageService({ driver })
  })
  afterAll(() => storage.stop())

  it('takes bytes without a row once they are a day old, and nothing else', async () => {
    await storage.as(ada).storage.from('private').upload(`${ada}/kept.txt`, 'kept')
    const orphan = randomUUID()
    await storage.driver.write(orphan, once1('orphan'))
    expect(await storage.sweep()).toBe(0)
    storage.now = new Date(Date.now() + dayMs - 60_000)
    expect(await storage.sweep()).toBe(0)
    expect(await storedVersions(storage.driver)).toContain(orphan)
    storage.now = new Date(Date.now() + dayMs + 60_000)
    expect(await storage.sweep()).toBe(1)
    expect(await storedVersions(storage.driver)).toEqual(await namedVersions(storage))
    expect(
      await (await storage.as(ada).storage.from('private').download(`${ada}/kept.txt`)).data?.text(),
    ).toBe('kept')
  })

  it('forgets upload tokens that are over', async () => {
    storage.now = new Date()
    const mine = storage.as(ada).storage.from('private')
    const { data } = await mine.createSignedUploadUrl(`${ada}/token.txt`)
    await mine.uploadToSignedUrl(`${ada}/token.txt`, data?.token ?? '', 'x')
    const used = async () => (await storage.sql('select id from storage.used_upload_tokens')).length
    await storage.sweep()
    expect(await used()).toBe(1)
    storage.now = new Date(Date.now() + 3 * 60 * 60 * 1000)
    await storage.sweep()
    expect(await used()).toBe(0)
  })
})

describe('a process that is killed under its uploads', () => {
  let storage: StorageService
  let child: ChildProcess | undefined
  beforeAll(async () => {
    storage = await startStorageService()
  })
  afterAll(async () => {
    child?.kill('SIGKILL')
    await storage.stop()
  })

  const bytes = 300_000
  const body = (attempt: number) => Buffer.alloc(bytes, `${attempt};`)

  async function start(): Promise<number> {
    const script = join(import.meta.dirname, 'crash-server.ts')
    const how = mode.encrypted ? ['encrypted'] : []
    child = spawn(process.execPath, [script, storage.database.ownerUrl, testSecret, storage.folder, ...how], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(child.stdout as NonNullable<typeof child.stdout>, 'data')) as [Buffer]
    return Number(line.toString())
  }

  it('leaves whole objects alone: what it acknowledged is there, nothing is half there, the rest is swept', async () => {
    const acknowledged = new Map<string, number>()
    let attempt = 0
    for (let round = 0; round < 4; round++) {
      const port = await start()
      const uploads = Array.from({ length: 12 }, async (_, slot) => {
        const key = `slot-${slot % 6}-${slot < 6 ? 'same' : round}.bin`
        const mine = ++attempt
        const response = await fetch(`http://127.0.0.1:${port}/storage/v1/object/private/${key}`, {
          method: 'POST',
          headers: { apikey: 'any', 'x-upsert': 'true', 'content-type': 'application/octet-stream' },
          body: body(mine),
        })
        if (response.ok) acknowledged.set(key, mine)
      })
      // Some rounds die early, some late: after the first, third, fifth and seventh answer.
      const enough = Promise.withResolvers<void>()
      let settled = 0
      for (const upload of uploads)
        upload.then(
          () => ++settled > round * 2 && enough.resolve(),
          () => enough.resolve(),
        )
      await enough.promise
      const gone = once(child as ChildProcess, 'exit')
      child?.kill('SIGKILL')
      await Promise.allSettled(uploads)
      await gone
    }

    const rows = await storage.sql<{ name: string }>('select name from storage.objects')
    const there = new Set(rows.map(({ name }) => name))
    for (const key of acknowledged.keys()) expect(there).toContain(key)
    for (const { name } of rows) {
      const response = await storage.fetch(`/object/private/${name}`)
      const result = Buffer.from(await response.arrayBuffer())
      expect(response.status).toBe(200)
      const written = Number.parseInt(result.toString('latin1', 0, 10), 10)
      expect(result.equals(body(written))).toBe(true)
      // Never older than the last one that was acknowledged in an earlier round.
      expect(Math.ceil(written / 12)).toBeGreaterThanOrEqual(Math.ceil((acknowledged.get(name) ?? 0) / 12))
    }
    storage.now = new Date(Date.now() + 2 * dayMs)
    await storage.sweep()
    expect(await storedVersions(storage.driver)).toEqual(await namedVersions(storage))
    expect(await readdir(join(storage.folder, 'unfinished'))).toEqual([])
  })
})
