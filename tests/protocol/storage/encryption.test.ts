// Encrypted buckets as someone finds them who has the disk: and old objects on their way there.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StorageDriver } from '#platform/storage/drivers/driver.ts'
import { asOwner } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { picture } from './files.ts'
import { type StorageService, startStorageService } from './storage-service.ts'

const marker = 'the face of a user'
const large = Buffer.concat([Buffer.from(marker), randomBytes(200_000)])

/** What lies in the folder or the bucket, all of it. */
async function bytesAtRest(driver: StorageDriver): Promise<Buffer> {
  const result: Buffer[] = []
  for await (const { version } of driver.list())
    result.push(Buffer.from(await new Response(await driver.read(version)).arrayBuffer()))
  return Buffer.concat(result)
}

describe.each(['file', 's3'] as const)('an encrypted bucket over the %s driver', (driver) => {
  let storage: StorageService
  let isOn = true
  beforeAll(async () => {
    storage = await startStorageService({ driver, isEncrypted: (bucket) => isOn && bucket === 'private' })
  })
  afterAll(() => storage.stop())
  beforeEach(async () => {
    isOn = true
    for (const name of ['private', 'avatars']) await storage.service.storage.emptyBucket(name)
  })
  const bucket = (name = 'private') => storage.service.storage.from(name)
  const put = async (name: string, bytes: Buffer = large) =>
    expect((await bucket().upload(name, bytes as Buffer<ArrayBuffer>, { upsert: true })).error).toBeNull()
  const read = async (name: string, from = 'private') => {
    const { data } = await bucket(from).download(name)
    return data && Buffer.from(await data.arrayBuffer())
  }
  const versionOf = async (name: string) => (await bucket().info(name)).data?.version ?? ''
  const keys = async () =>
    (await storage.sql<{ version: string }>('select version from public.object_keys')).length

  it('holds nothing in clear, and gives it back whole, in parts and by its size', async () => {
    await put('one')
    const atRest = await bytesAtRest(storage.driver)
    expect(atRest.includes(marker)).toBe(false)
    expect(atRest.length).toBeGreaterThan(large.length)
    expect((await read('one'))?.equals(large)).toBe(true)
    const get = (headers: Record<string, string> = {}, method = 'GET') =>
      storage.fetch('/object/private/one', { method, headers })
    const part = await get({ range: 'bytes=65530-140000' })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 65530-140000/${large.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(large.subarray(65530, 140001))).toBe(true)
    const head = await get({}, 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(large.length))
    expect((await get({ 'if-none-match': head.headers.get('etag') ?? '' })).status).toBe(304)
    expect((await bucket().info('one')).data).toMatchObject({ size: large.length })
  })

  it('has one key for each object, which goes with the row, and with it the content', async () => {
    await put('one')
    await put('two')
    await put('two')
    expect(await keys()).toBe(2)
    await bucket().remove(['one'])
    expect(await keys()).toBe(1)
    await bucket().copy('two', 'three')
    expect(await keys()).toBe(2)
    await bucket().remove(['two'])
    expect((await read('three'))?.equals(large)).toBe(true)
  })

  it('keeps what is moved or copied readable, in clear only where that is meant', async () => {
    await put('one')
    await bucket().move('one', 'renamed')
    expect((await read('renamed'))?.equals(large)).toBe(true)
    expect(await keys()).toBe(1)
    await bucket().copy('renamed', 'open', { destinationBucket: 'avatars' })
    expect((await read('open', 'avatars'))?.equals(large)).toBe(true)
    await bucket('avatars').move('open', 'closed', { destinationBucket: 'private' })
    expect((await read('closed'))?.equals(large)).toBe(true)
    expect(await keys()).toBe(2)
    expect((await bytesAtRest(storage.driver)).includes(marker)).toBe(false)
    await bucket().move('closed', 'open', { destinationBucket: 'avatars' })
    expect((await read('open', 'avatars'))?.equals(large)).toBe(true)
    expect(await keys()).toBe(1)
  })

  it('goes on from what lay there in clear: some by some, readable all the while, also when it is broken off', async () => {
    isOn = false
    const names = Array.from({ length: 5 }, (_, index) => `old-${index}`)
    for (const name of names) await put(name)
    const [tag] = [(await bucket().info('old-0')).data?.etag]
    isOn = true
    expect(await keys()).toBe(0)
    expect((await read('old-3'))?.equals(large)).toBe(true)
    // The third write fails: the first two stay as they are.
    const write = storage.driver.write
    let writes = 0
    storage.driver.write = async (version, bytes) => {
      writes += 1
      if (writes === 3) throw new Error('the disk went away')
      return write(version, bytes)
    }
    try {
      await expect(storage.encryptOld()).rejects.toThrow('the disk went away')
    } finally {
      storage.driver.write = write
    }
    expect(await keys()).toBe(2)
    for (const name of names) expect((await read(name))?.equals(large)).toBe(true)
    expect(await storage.encryptOld()).toBe(3)
    expect(await storage.encryptOld()).toBe(0)
    expect(await keys()).toBe(5)
    for (const name of names) expect((await read(name))?.equals(large)).toBe(true)
    expect((await bytesAtRest(storage.driver)).includes(marker)).toBe(false)
    expect((await bucket().info('old-0')).data?.etag).toBe(tag)
  })

  it('does not give another name to what has got a key for its name meanwhile', async () => {
    isOn = false
    await put('old')
    isOn = true
    const waiting = (number: number) =>
      expect
        .poll(
          () =>
            storage.sql(
              "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
            ),
          { interval: 5 },
        )
        .toHaveLength(number)
    await asOwner(storage.database.ownerUrl, async (client) => {
      await client.query(`begin; select from storage.objects where name = 'old' for update`)
      const encrypting = storage.encryptOld()
      await waiting(1)
      const moving = bucket().move('old', 'renamed')
      await waiting(2)
      await client.query('commit')
      expect(await encrypting).toBe(1)
      expect((await moving).error).not.toBeNull()
    })
    expect((await read('old'))?.equals(large)).toBe(true)
    expect((await bucket().move('old', 'renamed')).error).toBeNull()
    expect((await read('renamed'))?.equals(large)).toBe(true)
  })

  it('that has lost a key answers no noise, and keeps the bytes for when the key is back', async () => {
    await put('one')
    const version = await versionOf('one')
    const [lost] = await storage.sql<{ key: Buffer }>('delete from public.object_keys returning key')
    expect((await bucket().download('one')).error).not.toBeNull()
    expect(await storage.encryptOld()).toBe(0)
    expect(await versionOf('one')).toBe(version)
    await storage.sql(`insert into public.object_keys values ($1, 'private', 'one', $2)`, [
      version,
      lost?.key,
    ])
    expect((await read('one'))?.equals(large)).toBe(true)
  })

  it('leaves an object that is replaced while it is encrypted to the one who replaced it', async () => {
    isOn = false
    await put('old')
    isOn = true
    const write = storage.driver.write
    storage.driver.write = async (version, bytes) => {
      storage.driver.write = write
      await write(version, bytes)
      await put('old', Buffer.from('newer'))
    }
    expect(await storage.encryptOld()).toBe(0)
    expect(String(await read('old'))).toBe('newer')
    expect(await keys()).toBe(1)
    const versions = await Array.fromAsync(storage.driver.list())
    expect(versions.map(({ version }) => version)).toEqual([await versionOf('old')])
  })
})

describe('who has the folder', () => {
  let storage: StorageService
  let fails = false
  let isOn = true
  beforeAll(async () => {
    storage = await startStorageService({
      isEncrypted: (bucket) => isOn && bucket !== 'avatars',
      wrap: (driver) => ({
        ...driver,
        write: (version, bytes) =>
          fails ? Promise.reject(new Error('no room, before the first byte')) : driver.write(version, bytes),
      }),
    })
  })
  afterAll(() => storage.stop())
  const pathOf = (version: string) => join(storage.folder, 'objects', version.slice(0, 1), version)
  const put = (name: string, bytes: Buffer) =>
    storage.service.storage.from('private').upload(name, bytes as Buffer<ArrayBuffer>)
  const versionOf = async (name: string) =>
    (await storage.service.storage.from('private').info(name)).data?.version ?? ''

  it('cannot put one file in the place of another, nor a file in clear', async () => {
    await put('mine', large)
    await put('theirs', large)
    const [mine, theirs] = [pathOf(await versionOf('mine')), pathOf(await versionOf('theirs'))]
    await copyFile(theirs, mine)
    expect((await storage.fetch('/object/private/mine')).status).toBe(500)
    const clear = Buffer.alloc((await readFile(theirs)).length, 'in clear')
    await writeFile(mine, clear)
    expect((await storage.fetch('/object/private/mine')).status).toBe(500)
    expect((await storage.fetch('/object/private/theirs')).status).toBe(200)
  })

  it('finds no rendition of a picture in clear', async () => {
    await put('face.png', await picture('png', 400, 200))
    const drawn = await storage.fetch('/render/image/authenticated/private/face.png?width=50')
    expect(drawn.status).toBe(200)
    expect((await readdir(join(storage.folder, 'images')).catch(() => [])).length).toBe(0)
  })

  it('and a write that fails before its first byte leaves no file open', async () => {
    isOn = false
    await put('old', large)
    isOn = true
    await put('new', large)
    fails = true
    try {
      await expect(storage.encryptOld()).rejects.toThrow('no room')
      const { error } = await storage.service.storage.from('private').copy('new', 'copied')
      expect(error).not.toBeNull()
    } finally {
      fails = false
    }
    const open = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    )
    expect(open.filter((path) => path.startsWith(storage.folder))).toEqual([])
    expect(await storage.encryptOld()).toBe(1)
  })
})

describe('encrypting what lay in clear, by processes that are killed', () => {
  let storage: StorageService
  let child: ChildProcess | undefined
  let isOn = false
  beforeAll(async () => {
    storage = await startStorageService({ isEncrypted: () => isOn })
  })
  afterAll(async () => {
    child?.kill('SIGKILL')
    await storage.stop()
  })

  it('loses nothing, and is done in the end', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `old-${index}`)
    const content = (name: string) => Buffer.alloc(150_000, `${name};`)
    for (const name of names) await storage.service.storage.from('private').upload(name, content(name))
    isOn = true
    const count = async () => (await storage.sql('select from public.object_keys')).length
    for (let before = 0; before < names.length; before = await count()) {
      const script = join(import.meta.dirname, 'crash-server.ts')
      const args = [script, storage.database.ownerUrl, testSecret, storage.folder, 'encrypted']
      child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      const ended = once(child, 'exit')
      await expect
        .poll(count, { interval: 1, timeout: 20_000 })
        .toBeGreaterThan(Math.min(before + 8, names.length - 1))
      child.kill('SIGKILL')
      await ended
      for (const name of names) {
        const response = await storage.fetch(`/object/private/${name}`)
        expect(Buffer.from(await response.arrayBuffer()).equals(content(name))).toBe(true)
      }
    }
    // What a kill left of the clear ones goes with the sweep, as all that no row names.
    storage.now = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000)
    await storage.sweep()
    expect((await bytesAtRest(storage.driver)).includes('old-')).toBe(false)
    expect(await Array.fromAsync(storage.driver.list())).toHaveLength(names.length)
  })
})
