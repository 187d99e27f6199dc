import { describe, expect, it } from 'vitest'
import { createPageStore } from './page-store.ts'
import type { CachedBody } from './respond.ts'

function page(text: string, status = 200): CachedBody {
  return { status, headers: {}, etag: `W/"${text}"`, body: { identity: Buffer.from(text) } }
}

describe('cached pages', () => {
  it('are drawn once for all requests at the same time', async () => {
    const store = createPageStore(10)
    let drawn = 0
    const draw = async () => page(String(++drawn))
    const all = await Promise.all([store.get('/', draw), store.get('/', draw), store.get('/', draw)])
    expect(new Set(all).size).toBe(1)
    expect(await store.get('/', draw)).toBe(all[0])
    expect(drawn).toBe(1)
  })

  it('are not cached when they were begun before a change of content', async () => {
    const store = createPageStore(10)
    let finish: (page: CachedBody) => void = () => {}
    const old = store.get(
      '/',
      () =>
        new Promise((done) => {
          finish = done
        }),
    )
    store.clear()
    const fresh = await store.get('/', async () => page('new'))
    finish(page('old'))
    await old
    expect(await store.get('/', async () => page('newer'))).toBe(fresh)
  })

  it('are not cached when they failed', async () => {
    const store = createPageStore(10)
    await store.get('/', async () => page('sorry', 500))
    await expect(store.get('/', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect((await store.get('/', async () => page('fine'))).status).toBe(200)
  })

  it('never outgrow their number; the least used goes first', async () => {
    const store = createPageStore(2)
    const a = await store.get('/a', async () => page('a'))
    await store.get('/b', async () => page('b'))
    await store.get('/a', async () => page('other'))
    await store.get('/c', async () => page('c'))
    expect(store.size).toBe(2)
    expect(await store.get('/a', async () => page('again'))).toBe(a)
  })
})
