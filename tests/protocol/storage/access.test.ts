// Who may do what with objects: the policies of a small project, tried by a stranger, a visitor and the owner.
import { afterAll, describe, expect, it } from 'vitest'
import { picture } from './files.ts'
import { ada, bola, signToken, startStorageService } from './storage-service.ts'

const mine = `${ada}/letter.txt`

const storage = await startStorageService()
const { error } = await storage.as(ada).storage.from('private').upload(mine, 'dear diary')
expect(error).toBeNull()
afterAll(() => storage.stop())

const rows = () => storage.sql(`select name, version, metadata from storage.objects order by name`)

describe('a stranger', () => {
  const stranger = () => storage.as(bola).storage.from('private')
  const notFound = { statusCode: '404', code: 'NoSuchKey', message: 'Object not found', status: 400 }
  const refused = {
    statusCode: '403',
    code: 'AccessDenied',
    message: 'new row violates row-level security policy',
    status: 400,
  }

  it.each<[string, () => Promise<{ error: unknown }> | PromiseLike<{ error: unknown }>, object]>([
    ['download', () => stranger().download(mine), notFound],
    ['look up the facts of', () => stranger().info(mine), notFound],
    ['sign a URL for', () => stranger().createSignedUrl(mine, 60), notFound],
    ['move', () => stranger().move(mine, `${bola}/stolen.txt`), notFound],
    ['copy', () => stranger().copy(mine, `${bola}/stolen.txt`), notFound],
    ['upload over', () => stranger().upload(mine, 'mine now', { upsert: true }), refused],
    ['replace', () => stranger().update(mine, 'mine now'), refused],
    ['sign an upload over', () => stranger().createSignedUploadUrl(mine, { upsert: true }), refused],
  ])('cannot %s the object of another person', async (_verb, attempt, expected) => {
    const before = await rows()
    expect((await attempt()).error).toMatchObject(expected)
    expect(await rows()).toEqual(before)
  })

  it('cannot remove the object of another person, and learns that nothing was removed', async () => {
    const before = await rows()
    expect(await stranger().remove([mine])).toEqual({ data: [], error: null })
    expect(await rows()).toEqual(before)
  })

  it('does not see the object of another person in any list', async () => {
    expect((await stranger().list(ada)).data).toEqual([])
    expect((await stranger().list()).data).toEqual([])
    expect((await stranger().listV2({})).data?.objects).toEqual([])
  })

  it('gets no signed URL among several', async () => {
    const { data } = await stranger().createSignedUrls([mine], 60)
    expect(data?.[0]).toMatchObject({
      path: mine,
      signedUrl: null,
      error: 'Either the object does not exist or you do not have access to it',
    })
  })

  it('cannot add to the folder of another person', async () => {
    const { error } = await stranger().upload(`${ada}/planted.txt`, 'x')
    expect(error).toMatchObject(refused)
  })

  it('cannot move an object of their own into the folder of another person', async () => {
    await stranger().upload(`${bola}/gift.txt`, 'x')
    const { error } = await stranger().move(`${bola}/gift.txt`, `${ada}/gift.txt`)
    expect(error).toMatchObject(refused)
    expect((await stranger().info(`${bola}/gift.txt`)).error).toBeNull()
  })

  it.each(['createBucket', 'updateBucket', 'emptyBucket', 'deleteBucket', 'getBucket'] as const)(
    'cannot use %s',
    async (verb) => {
      const { error } = await storage.as(bola).storage[verb](verb === 'createBucket' ? 'new' : 'private', {
        public: true,
      })
      expect(error).toMatchObject(
        verb === 'createBucket' ? { statusCode: '403' } : { statusCode: '404', message: 'Bucket not found' },
      )
    },
  )

  it('sees no bucket', async () => {
    expect((await storage.as(bola).storage.listBuckets()).data).toEqual([])
  })
})

describe('a visitor', () => {
  it('leaves a picture where a policy allows it, and cannot see or overwrite it', async () => {
    const selfies = storage.anon.storage.from('selfies')
    const jpeg = await picture('jpeg')
    expect((await selfies.upload('one.jpg', jpeg, { contentType: 'image/jpeg' })).error).toBeNull()
    expect((await selfies.download('one.jpg')).error).toMatchObject({ message: 'Object not found' })
    expect((await selfies.list()).data).toEqual([])
    const again = await selfies.upload('one.jpg', jpeg, { contentType: 'image/jpeg', upsert: true })
    expect(again.error).toMatchObject({ statusCode: '403' })
  })

  it('is refused by the same policy when the name does not fit', async () => {
    const { error } = await storage.anon.storage
      .from('selfies')
      .upload('one.exe', 'x', { contentType: 'image/jpeg' })
    expect(error).toMatchObject({ message: 'new row violates row-level security policy' })
  })

  it('reads a public bucket without any key, and a private one not at all', async () => {
    await storage.service.storage.from('avatars').upload('a.txt', 'hello')
    const { publicUrl } = storage.anon.storage.from('avatars').getPublicUrl('a.txt').data
    expect(await (await fetch(publicUrl)).text()).toBe('hello')
    const closed = await fetch(storage.anon.storage.from('private').getPublicUrl(mine).data.publicUrl)
    expect(await closed.json()).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
    const bare = await fetch(`${storage.url}/storage/v1/object/private/${mine}`)
    expect(bare.status).toBe(400)
    expect(await bare.json()).toMatchObject({
      message: "headers must have required property 'authorization'",
    })
  })

  it('cannot list a public bucket without a policy', async () => {
    expect((await storage.anon.storage.from('avatars').list()).data).toEqual([])
  })
})

describe('a token', () => {
  it.each([
    ['has expired', async () => signToken(ada, new Date(Date.now() - 60_000))],
    ['is not a token', async () => 'nonsense'],
  ])('that %s is refused', async (_fault, token) => {
    const response = await storage.fetch(`/object/private/${mine}`, {
      headers: { apikey: 'test-anon-key', authorization: `Bearer ${await token()}` },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' })
  })

  it('is enough without a key, as upstream takes it', async () => {
    const response = await fetch(`${storage.url}/storage/v1/object/authenticated/private/${mine}`, {
      headers: { authorization: `Bearer ${await signToken(ada)}` },
    })
    expect(await response.text()).toBe('dear diary')
    expect(response.headers.get('vary')).toContain('authorization')
  })

  it('of a wrong key is refused', async () => {
    const response = await storage.fetch('/bucket', { headers: { apikey: 'wrong' } })
    expect(await response.json()).toMatchObject({ statusCode: '403', message: 'Invalid API key' })
  })
})

describe('a policy', () => {
  it('may read which operation it judges', async () => {
    await storage.sql(`create policy "visitors may only look up facts" on storage.objects for select to anon
      using (bucket_id = 'private' and storage.allow_only_operation('object.list'))`)
    try {
      const bucket = storage.anon.storage.from('private')
      expect((await bucket.list(ada)).data).toHaveLength(1)
      expect((await bucket.download(mine)).error).toMatchObject({ message: 'Object not found' })
    } finally {
      await storage.sql(`drop policy "visitors may only look up facts" on storage.objects`)
    }
  })

  it('judges the facts of an upload, and again once they are known', async () => {
    await storage.sql(`create policy "small things only" on storage.objects as restrictive for insert to authenticated
      with check ((metadata ->> 'size')::int < 10)`)
    try {
      const bucket = storage.as(ada).storage.from('private')
      expect((await bucket.upload(`${ada}/small.txt`, 'short')).error).toBeNull()
      // A form does not announce its size in advance: only the last check can refuse it.
      const blob = new Blob(['much longer than that'])
      expect((await bucket.upload(`${ada}/large.txt`, blob)).error).toMatchObject({ statusCode: '403' })
      expect((await bucket.info(`${ada}/large.txt`)).error).toMatchObject({ statusCode: '404' })
    } finally {
      await storage.sql(`drop policy "small things only" on storage.objects`)
    }
  })

  it('protects rows from being deleted without their bytes', async () => {
    await expect(storage.sql(`delete from storage.objects`)).rejects.toMatchObject({ code: '42501' })
    await expect(storage.sql(`delete from storage.buckets`)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the helpers of policies', () => {
  it('take a name apart as upstream does', async () => {
    const [row] = await storage.sql(`select storage.foldername('a/b/c.tar.gz') as folders,
      storage.filename('a/b/c.tar.gz') as file, storage.extension('a/b/c.tar.gz') as ending,
      storage.foldername('top.txt') as none`)
    expect(row).toEqual({ folders: ['a', 'b'], file: 'c.tar.gz', ending: 'gz', none: [] })
  })
})
