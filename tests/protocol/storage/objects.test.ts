// Objects from upload to removal, over files and over S3: the same suite for both.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MissingVersionError } from '#platform/storage/drivers/driver.ts'
import { ada, type StorageService, startStorageService } from './storage-service.ts'

describe.each(['file', 's3'] as const)('objects stored by the %s driver', (driver) => {
  let storage: StorageService
  beforeAll(async () => {
    storage = await startStorageService({ driver })
  })
  afterAll(() => storage.stop())

  const mine = () => storage.as(ada).storage.from('private')
  const path = (name: string) => `${ada}/${name}`
  const textOf = async (name: string) => (await mine().download(path(name))).data?.text()
  const stored = async () => {
    const versions: string[] = []
    for await (const { version } of storage.driver.list()) versions.push(version)
    return versions.sort()
  }
  const named = async () =>
    (await storage.sql<{ version: string }>('select version from storage.objects order by version')).map(
      ({ version }) => version,
    )

  it('refuse a second upload under one name, and keep the first', async () => {
    await mine().upload(path('once.txt'), 'first')
    const { error } = await mine().upload(path('once.txt'), 'second')
    expect(error).toMatchObject({ statusCode: '409', message: 'The resource already exists', status: 400 })
    expect(await textOf('once.txt')).toBe('first')
  })

  it.each(['download', 'info', 'remove-one', 'move', 'copy'])(
    'are not found by %s when they are not there',
    async (verb) => {
      const nothing = path('nothing.txt')
      const attempts: Record<string, () => PromiseLike<{ error: unknown }>> = {
        download: () => mine().download(nothing),
        info: () => mine().info(nothing),
        'remove-one': async () => ({
          error: await (await storage.fetch(`/object/private/${nothing}`, { method: 'DELETE' })).json(),
        }),
        move: () => mine().move(nothing, path('else.txt')),
        copy: () => mine().copy(nothing, path('else.txt')),
      }
      expect((await attempts[verb]?.())?.error).toMatchObject({
        statusCode: '404',
        message: 'Object not found',
      })
    },
  )

  it.each<[string, () => Parameters<ReturnType<typeof mine>['upload']>[1]]>([
    ['a string', () => 'hello'],
    ['a Buffer', () => Buffer.from('hello')],
    ['an ArrayBuffer', () => new TextEncoder().encode('hello').buffer],
    ['a Blob', () => new Blob(['hello'])],
    ['a File', () => new File(['hello'], 'h.txt')],
    ['a stream of Node', () => Readable.from([Buffer.from('hel'), Buffer.from('lo')])],
    ['a stream of the web', () => new Blob(['hello']).stream()],
    [
      'a form',
      () => {
        const form = new FormData()
        form.append('', new Blob(['hello']))
        return form
      },
    ],
  ])('are taken as %s', async (kind, body) => {
    const name = path(`kinds/${kind}.txt`)
    const { data, error } = await mine().upload(name, body(), { contentType: 'text/plain' })
    expect(error).toBeNull()
    expect(data).toMatchObject({ path: name, fullPath: `private/${name}` })
    expect(await textOf(`kinds/${kind}.txt`)).toBe('hello')
  })

  it('may be empty', async () => {
    await mine().upload(path('empty.txt'), '')
    expect((await mine().download(path('empty.txt'))).data?.size).toBe(0)
    await mine().upload(path('empty form.txt'), new Blob([]))
    expect((await mine().info(path('empty form.txt'))).data).toMatchObject({ size: 0 })
  })

  it('come back byte by byte when they are large', async () => {
    const bytes = randomBytes(9 * 1024 * 1024 + 17)
    expect((await mine().upload(path('large.bin'), bytes)).error).toBeNull()
    const { data } = await mine().download(path('large.bin'))
    expect(bytes.equals(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(true)
  })

  it('list their facts', async () => {
    const { data } = await mine().upload(path('facts.txt'), 'hello', {
      contentType: 'text/plain',
      metadata: { farm: 'Ota', hectares: 12 },
    })
    expect((await mine().info(path('facts.txt'))).data).toMatchObject({
      id: data?.id,
      name: path('facts.txt'),
      bucketId: 'private',
      size: 5,
      contentType: 'text/plain',
      cacheControl: 'max-age=3600',
      metadata: { farm: 'Ota', hectares: 12 },
    })
    const [row] = await storage.sql(
      `select owner, owner_id, path_tokens from storage.objects where name = $1`,
      [path('facts.txt')],
    )
    expect(row).toEqual({ owner: ada, owner_id: ada, path_tokens: [ada, 'facts.txt'] })
    expect(await mine().exists(path('facts.txt'))).toEqual({ data: true, error: null })
    expect((await mine().exists(path('nothing.txt'))).data).toBe(false)
  })

  it('carry the facts of a form as well', async () => {
    const blob = new Blob(['hello'], { type: 'text/csv' })
    await mine().upload(path('form.csv'), blob, { cacheControl: '60', metadata: { of: 'a form' } })
    expect((await mine().info(path('form.csv'))).data).toMatchObject({
      contentType: 'text/csv',
      cacheControl: 'max-age=60',
      metadata: { of: 'a form' },
    })
  })

  it('are replaced by an upsert or an update, under the same id, and the old bytes go', async () => {
    const { data } = await mine().upload(path('change.txt'), 'one')
    const upserted = await mine().upload(path('change.txt'), 'two', { upsert: true })
    expect(upserted.data?.id).toBe(data?.id)
    expect(await textOf('change.txt')).toBe('two')
    const updated = await mine().update(path('change.txt'), 'three')
    expect(updated.data?.id).toBe(data?.id)
    expect(await textOf('change.txt')).toBe('three')
    expect(await stored()).toEqual(await named())
  })

  it('are made by an upsert and by an update when they were not there', async () => {
    expect((await mine().upload(path('new-a.txt'), 'a', { upsert: true })).error).toBeNull()
    expect((await mine().update(path('new-b.txt'), 'b')).error).toBeNull()
    expect([await textOf('new-a.txt'), await textOf('new-b.txt')]).toEqual(['a', 'b'])
  })

  it('move, within a bucket and to another one', async () => {
    const { data } = await mine().upload(path('from.txt'), 'moved')
    expect((await mine().move(path('from.txt'), path('to/there.txt'))).data).toMatchObject({
      message: 'Successfully moved',
    })
    expect((await mine().info(path('to/there.txt'))).data?.id).toBe(data?.id)
    expect((await mine().info(path('from.txt'))).error).toMatchObject({ message: 'Object not found' })
    await mine().move(path('to/there.txt'), path('paper.txt'), { destinationBucket: 'papers' })
    const document = await storage.as(ada).storage.from('papers').download(path('paper.txt'))
    expect(await document.data?.text()).toBe('moved')
  })

  it('do not move or copy over another one, unless a copy may', async () => {
    await mine().upload(path('a.txt'), 'a')
    await mine().upload(path('b.txt'), 'b')
    const duplicate = { statusCode: '409', message: 'The resource already exists' }
    expect((await mine().move(path('a.txt'), path('b.txt'))).error).toMatchObject(duplicate)
    expect((await mine().copy(path('a.txt'), path('b.txt'))).error).toMatchObject(duplicate)
    expect(await textOf('b.txt')).toBe('b')
    const { error } = await mine().setHeader('x-upsert', 'true').copy(path('a.txt'), path('b.txt'))
    expect(error).toBeNull()
    expect(await textOf('b.txt')).toBe('a')
  })

  it('do not evade the limits of the bucket they are moved or copied to', async () => {
    await mine().upload(path('page.html'), '<p>', { contentType: 'text/html' })
    const destinationBucket = 'papers'
    const refused = { statusCode: '415', message: 'mime type text/html is not supported' }
    expect((await mine().copy(path('page.html'), path('p.txt'), { destinationBucket })).error).toMatchObject(
      refused,
    )
    expect((await mine().move(path('page.html'), path('p.txt'), { destinationBucket })).error).toMatchObject(
      refused,
    )
    await mine().upload(path('page.pdf'), '<p>', { contentType: 'application/pdf' })
    const facts = { copyMetadata: false, metadata: { mimetype: 'application/pdf' } }
    const disguised = { statusCode: '415' }
    const documents = { destinationBucket }
    expect((await mine().copy(path('page.pdf'), path('p.pdf'), documents)).error).toMatchObject(disguised)
    expect((await mine().move(path('page.pdf'), path('p.pdf'), documents)).error).toMatchObject(disguised)
    expect(
      (await mine().copy(path('page.html'), path('p.pdf'), { ...documents, ...facts })).error,
    ).toMatchObject(disguised)
    expect(
      (await mine().copy(path('page.html'), path('p.txt'), { destinationBucket: 'nowhere' })).error,
    ).toMatchObject({ message: 'Bucket not found' })
  })

  it('are copied whole, and live apart from then on', async () => {
    await mine().upload(path('origin.txt'), 'same', { metadata: { note: 'kept' } })
    const { data } = await mine().copy(path('origin.txt'), path('twin.txt'))
    expect(data).toEqual({ path: `private/${path('twin.txt')}` })
    expect((await mine().info(path('twin.txt'))).data).toMatchObject({ size: 4, metadata: { note: 'kept' } })
    await mine().remove([path('origin.txt')])
    expect(await textOf('twin.txt')).toBe('same')
    await mine().copy(path('twin.txt'), path('other.txt'), {
      copyMetadata: false,
      metadata: { mimetype: 'text/csv', cacheControl: 'max-age=5' },
    })
    expect((await mine().info(path('other.txt'))).data).toMatchObject({
      contentType: 'text/csv',
      cacheControl: 'max-age=5',
      metadata: null,
    })
  })

  it('are removed many at once, with their bytes', async () => {
    for (const name of ['x/1', 'x/2', 'x/3']) await mine().upload(path(name), name)
    const { data } = await mine().remove([path('x/1'), path('x/2'), path('x/none')])
    expect(data?.map(({ name }) => name).sort()).toEqual([path('x/1'), path('x/2')])
    expect((await mine().list(path('x'))).data?.map(({ name }) => name)).toEqual(['3'])
    expect(await stored()).toEqual(await named())
  })

  it('are removed only in the version that was meant', async () => {
    await mine().upload(path('versioned.txt'), 'one')
    const { data } = await mine().info(path('versioned.txt'))
    await mine().update(path('versioned.txt'), 'two')
    const versionId = data?.version ?? ''
    expect((await mine().remove([{ path: path('versioned.txt'), versionId }])).data).toEqual([])
    expect((await mine().download(path('versioned.txt'), { versionId })).error).toMatchObject({
      statusCode: '404',
    })
    expect(await textOf('versioned.txt')).toBe('two')
  })

  it('are not found, and not half found, when their bytes are lost', async () => {
    await mine().upload(path('lost.txt'), 'gone')
    const { data } = await mine().info(path('lost.txt'))
    await storage.driver.remove([data?.version ?? ''])
    await expect(storage.driver.read(data?.version ?? '')).rejects.toThrow(MissingVersionError)
    expect((await mine().download(path('lost.txt'))).error).toMatchObject({ message: 'Object not found' })
  })

  it('come in ranges', async () => {
    await mine().upload(path('range.txt'), '0123456789')
    const part = await storage.fetch(`/object/private/${path('range.txt')}`, {
      headers: { range: 'bytes=2-4' },
    })
    expect([part.status, await part.text()]).toEqual([206, '234'])
  })
})
