// Buckets, as their manager sees them.
import { afterAll, describe, expect, it } from 'vitest'
import { startStorageService } from './storage-service.ts'

const storage = await startStorageService({ settings: { fileSizeLimit: 5_000_000 } })
afterAll(() => storage.stop())

describe('a bucket that cannot be made', () => {
  it.each(['', ' lead', 'a/b', 'a\\b', 'naïve', 'x'.repeat(101), 'line\nbreak', 'nul\0'])(
    'refuses the name %j',
    async (name) => {
      const { error } = await storage.service.storage.createBucket(name)
      expect(error).toMatchObject({ statusCode: '400' })
    },
  )

  it('refuses a name that is taken', async () => {
    const { error } = await storage.service.storage.createBucket('private')
    expect(error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
  })

  it('refuses a limit above the limit of the service', async () => {
    const { error } = await storage.service.storage.createBucket('big', {
      public: false,
      fileSizeLimit: '6MB',
    })
    expect(error).toMatchObject({
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    })
  })

  it.each(['6 apples', '-1B', -1, 1.5, 'NaN'])('refuses the limit %j', async (fileSizeLimit) => {
    const { error } = await storage.service.storage.createBucket('big', { public: false, fileSizeLimit })
    expect(error).toMatchObject({ message: 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B' })
  })

  it('refuses a type that is none', async () => {
    const allowedMimeTypes = ['images']
    const { error } = await storage.service.storage.createBucket('odd', { public: false, allowedMimeTypes })
    expect(error).toMatchObject({ statusCode: '415', message: 'mime type images is not supported' })
  })

  it('refuses versions and analytics, which are not implemented', async () => {
    const versioned = await storage.service.storage.createBucket('v', {
      public: false,
      versioningStatus: 'ENABLED',
    })
    expect(versioned.error).toMatchObject({ code: 'NotSupported' })
    const tables = await storage.service.storage.createBucket('t', { public: false, type: 'ANALYTICS' })
    expect(tables.error).toMatchObject({ code: 'NotSupported' })
    expect((await storage.service.storage.getBucketLifecycle('private')).error).toMatchObject({
      code: 'NotSupported',
    })
    expect((await storage.service.storage.from('private').purgeCache('a')).error).toMatchObject({
      code: 'NotSupported',
    })
  })
})

describe('a bucket that is not there', () => {
  it.each(['getBucket', 'emptyBucket', 'deleteBucket'] as const)(
    'answers %s with not found',
    async (verb) => {
      const { error } = await storage.service.storage[verb]('nowhere')
      expect(error).toMatchObject({ statusCode: '404', message: 'Bucket not found', status: 400 })
    },
  )

  it('takes no upload', async () => {
    const { error } = await storage.service.storage.from('nowhere').upload('a.txt', 'x')
    expect(error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
    const visitor = await storage.anon.storage.from('nowhere').upload('a.txt', 'x')
    expect(visitor.error).toMatchObject({ message: 'Bucket not found' })
  })
})

describe('a bucket', () => {
  it('is made private without limits, and found again', async () => {
    const api = storage.service.storage
    expect(await api.createBucket('plain')).toEqual({ data: { name: 'plain' }, error: null })
    expect((await api.getBucket('plain')).data).toMatchObject({
      id: 'plain',
      name: 'plain',
      public: false,
      type: 'STANDARD',
      file_size_limit: null,
      allowed_mime_types: null,
    })
    expect((await api.getBucket('plain')).data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  })

  it.each<[string | number, number]>([
    ['1MB', 1_000_000],
    ['1.5kb', 1500],
    ['20B', 20],
    [4096, 4096],
  ])('takes the limit %j', async (fileSizeLimit, bytes) => {
    const api = storage.service.storage
    const id = `limit ${bytes}`
    const allowedMimeTypes = ['image/*', 'application/pdf']
    await api.createBucket(id, { public: true, fileSizeLimit, allowedMimeTypes })
    expect((await api.getBucket(id)).data).toMatchObject({
      public: true,
      file_size_limit: bytes,
      allowed_mime_types: allowedMimeTypes,
    })
  })

  it('is changed in what is given, and keeps the rest', async () => {
    const api = storage.service.storage
    await api.createBucket('change', { public: false, fileSizeLimit: 100, allowedMimeTypes: ['text/plain'] })
    expect((await api.updateBucket('change', { public: true })).data).toEqual({
      message: 'Successfully updated',
    })
    expect((await api.getBucket('change')).data).toMatchObject({ public: true, file_size_limit: 100 })
    await api.updateBucket('change', { public: true, fileSizeLimit: null, allowedMimeTypes: null })
    expect((await api.getBucket('change')).data).toMatchObject({
      file_size_limit: null,
      allowed_mime_types: null,
    })
  })

  it('is listed with others by name, sorted, searched and in pages', async () => {
    const api = storage.service.storage
    for (const id of ['list-b', 'list-a', 'list-c']) await api.createBucket(id)
    const names = async (options?: Parameters<typeof api.listBuckets>[0]) =>
      (await api.listBuckets(options)).data?.map(({ name }) => name)
    expect(await names({ search: 'LIST-' })).toEqual(['list-a', 'list-b', 'list-c'])
    expect(await names({ search: 'list-', sortColumn: 'name', sortOrder: 'desc', limit: 2 })).toEqual([
      'list-c',
      'list-b',
    ])
    expect(await names({ search: 'list-', sortColumn: 'created_at', offset: 1, limit: 1 })).toEqual([
      'list-a',
    ])
    expect(await names()).toContain('private')
  })

  it('is not deleted while it holds objects, but once it is emptied', async () => {
    const api = storage.service.storage
    await api.createBucket('full')
    for (const name of ['a.txt', 'b/c.txt']) await api.from('full').upload(name, 'x')
    expect((await api.deleteBucket('full')).error).toMatchObject({
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    })
    expect((await api.emptyBucket('full')).data).toEqual({ message: 'Successfully emptied' })
    expect((await api.from('full').list()).data).toEqual([])
    expect((await api.deleteBucket('full')).data).toEqual({ message: 'Successfully deleted' })
    expect((await api.getBucket('full')).error).toMatchObject({ message: 'Bucket not found' })
  })
})
