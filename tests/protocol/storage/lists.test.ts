// Lists: entries of a folder, all objects page by page, sorted and searched.
import { afterAll, describe, expect, it } from 'vitest'
import { startStorageService } from './storage-service.ts'

const bucket = () => storage.service.storage.from('private')
const all = [
  'B.txt',
  'a b.txt',
  'a.txt',
  'a/1.txt',
  'a/2.txt',
  'a/deep/er/3.txt',
  'a0.txt',
  'c$_/4.txt',
  'z.txt',
  'zz.txt',
]

const storage = await startStorageService()
// Made in another order than that of their names.
for (const name of [...all].reverse()) {
  const path = name.split('/').map(encodeURIComponent).join('/')
  const headers = { 'content-type': 'text/plain', 'cache-control': 'max-age=3600' }
  expect(
    (await storage.fetch(`/object/private/${path}`, { method: 'POST', body: name, headers })).status,
  ).toBe(200)
}
afterAll(() => storage.stop())

const list = async (folder?: string, options?: Parameters<ReturnType<typeof bucket>['list']>[1]) => {
  const { data, error } = await bucket().list(folder, options)
  expect(error).toBeNull()
  return data?.map(({ id, name }) => (id === null ? `${name}/` : name))
}

describe('the list of a folder', () => {
  it('holds its files and folders by name, in byte order, each folder once and without facts', async () => {
    expect(await list()).toEqual(['B.txt', 'a b.txt', 'a.txt', 'a/', 'a0.txt', 'c$_/', 'z.txt', 'zz.txt'])
    expect(await list('a')).toEqual(['1.txt', '2.txt', 'deep/'])
    expect(await list('a/')).toEqual(['1.txt', '2.txt', 'deep/'])
    expect(await list('a/deep')).toEqual(['er/'])
    const { data } = await bucket().list('a')
    expect(data?.[2]).toEqual({
      name: 'deep',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    })
    expect(data?.[0]?.metadata).toMatchObject({
      size: 7,
      mimetype: 'text/plain',
      cacheControl: 'max-age=3600',
    })
  })

  it('is empty for a folder that is not there, for a file, and for what only looks like a pattern', async () => {
    expect(await list('nowhere')).toEqual([])
    expect(await list('a.txt')).toEqual([])
    expect(await list('%')).toEqual([])
    expect(await list('_')).toEqual([])
    expect(await list('c$_')).toEqual(['4.txt'])
  })

  it('is cut by limit and offset', async () => {
    expect(await list('', { limit: 2 })).toEqual(['B.txt', 'a b.txt'])
    expect(await list('', { limit: 2, offset: 2 })).toEqual(['a.txt', 'a/'])
    expect(await list('', { limit: 5, offset: 7 })).toEqual(['zz.txt'])
    expect(await list('', { limit: 0 })).toEqual([])
  })

  it('is searched by how names begin, in any case', async () => {
    expect(await list('', { search: 'A' })).toEqual(['a b.txt', 'a.txt', 'a/', 'a0.txt'])
    expect(await list('', { search: 'ZZ' })).toEqual(['zz.txt'])
    expect(await list('a', { search: 'DE' })).toEqual(['deep/'])
    expect(await list('', { search: '%' })).toEqual([])
  })

  it('is sorted downwards, and by time with the folders first', async () => {
    const down = { column: 'name', order: 'desc' }
    expect(await list('', { sortBy: down })).toEqual([
      'zz.txt',
      'z.txt',
      'c$_/',
      'a0.txt',
      'a/',
      'a.txt',
      'a b.txt',
      'B.txt',
    ])
    expect(await list('', { sortBy: down, limit: 2, offset: 3 })).toEqual(['a0.txt', 'a/'])
    for (const column of ['created_at', 'updated_at', 'last_accessed_at'])
      expect(await list('', { sortBy: { column, order: 'asc' } })).toEqual([
        'a/',
        'c$_/',
        'zz.txt',
        'z.txt',
        'a0.txt',
        'a.txt',
        'a b.txt',
        'B.txt',
      ])
  })

  it('holds a hundred entries unless more are requested', async () => {
    await storage.sql(`insert into storage.objects (bucket_id, name, version)
      select 'private', 'many/' || lpad(n::text, 4, '0') || '/x', gen_random_uuid()::text from generate_series(1, 120) as n`)
    expect(await list('many')).toHaveLength(100)
    expect(await list('many', { limit: 1000 })).toHaveLength(120)
    await storage.sql(
      `select set_config('storage.can_delete', 'true', false); delete from storage.objects where name like 'many/%'`,
    )
  })
})

describe('the list of all objects', () => {
  async function pages(
    options: NonNullable<Parameters<ReturnType<typeof bucket>['listV2']>[0]>,
  ): Promise<string[]> {
    const result: string[] = []
    let cursor: string | undefined
    do {
      const { data, error } = await bucket().listV2({ ...options, ...(cursor && { cursor }) })
      expect(error).toBeNull()
      result.push(...[...(data?.objects ?? []), ...(data?.folders ?? [])].map(({ key = '' }) => key))
      expect(data?.hasNext).toBe(data?.nextCursor !== undefined)
      cursor = data?.nextCursor
    } while (cursor)
    return result
  }
  const byBytes = [...all].sort()

  it.each([1, 2, 3, 100])('comes whole in pages of %s', async (limit) => {
    expect(await pages({ limit })).toEqual(byBytes)
    expect(await pages({ limit, sortBy: { column: 'name', order: 'desc' } })).toEqual([...byBytes].reverse())
    expect(await pages({ limit, sortBy: { column: 'created_at', order: 'asc' } })).toEqual([...all].reverse())
    expect(await pages({ limit, sortBy: { column: 'updated_at', order: 'desc' } })).toEqual(all)
  })

  it('is cut to a prefix, which need not be a folder', async () => {
    expect(await pages({ prefix: 'a/' })).toEqual(['a/1.txt', 'a/2.txt', 'a/deep/er/3.txt'])
    expect(await pages({ prefix: 'a' })).toEqual(byBytes.filter((name) => name.startsWith('a')))
  })

  it.each([1, 2, 100])('shows folders on request, in pages of %s', async (limit) => {
    const options = { limit, with_delimiter: true }
    const top = ['B.txt', 'a b.txt', 'a.txt', 'a/', 'a0.txt', 'c$_/', 'z.txt', 'zz.txt']
    expect((await pages(options)).sort()).toEqual([...top].sort())
    expect((await pages({ ...options, sortBy: { column: 'name', order: 'desc' } })).sort()).toEqual(
      [...top].sort(),
    )
    expect((await pages({ ...options, sortBy: { column: 'created_at', order: 'desc' } })).sort()).toEqual(
      [...top].sort(),
    )
    expect((await pages({ ...options, prefix: 'a/' })).sort()).toEqual(['a/1.txt', 'a/2.txt', 'a/deep/'])
  })
})
