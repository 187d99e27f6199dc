// How guarded pages fetch: what is tried again and when, what is not, how long answers are stored, and for whom.
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authStore } from '#site/lib/auth-state.ts'
import { queryClient } from '#site/lib/query-client.ts'

const fiveMinutesMs = 5 * 60_000
const signedIn = (userId: string) => ({ status: 'signedIn' as const, userId, isOffline: false })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.clear()
  vi.useRealTimers()
})

/** Mounts a page that queries; ends by unmounting it. */
function check(queryFn: () => Promise<unknown>, queryKey: readonly unknown[] = ['orders']) {
  return new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => {})
}

describe('a question that fails', () => {
  it('is retried three times, after 1, 2 and 4 seconds, and then given up', async () => {
    const began = Date.now()
    const requestedAfterMs: number[] = []
    const leave = check(() => {
      requestedAfterMs.push(Date.now() - began)
      return Promise.reject(new Error('no network'))
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requestedAfterMs).toEqual([0, 1_000, 3_000, 7_000])
    expect(queryClient.getQueryState(['orders'])?.status).toBe('error')
    leave()
  })

  it('never waits longer than half a minute', () => {
    const { retryDelay } = queryClient.getDefaultOptions().queries ?? {}
    const delays = [0, 1, 4, 5, 20].map((attempt) =>
      typeof retryDelay === 'function' ? retryDelay(attempt, new Error()) : retryDelay,
    )
    expect(delays).toEqual([1_000, 2_000, 16_000, 30_000, 30_000])
  })
})

describe('the line', () => {
  afterEach(() => {
    vi.doUnmock('#site/lib/auth-state.ts')
    vi.unstubAllGlobals()
  })

  /** A browser whose line is `onLine` when the first guarded page is loaded; the library's manager is one for all tests. */
  async function openBrowser(onLine: boolean) {
    vi.resetModules()
    vi.doMock('#site/lib/auth-state.ts', () => ({ authStore: { subscribe() {} } }))
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('navigator', { onLine })
    const { onlineManager: line } = await import('@tanstack/react-query')
    await import('#site/lib/query-client.ts')
    return line
  }

  it('is known when the page comes, and watched between two guarded pages, too', async () => {
    const line = await openBrowser(false)
    expect(line.isOnline()).toBe(false)
    window.dispatchEvent(new Event('online'))
    expect(line.isOnline()).toBe(true)
    window.dispatchEvent(new Event('offline'))
    expect(line.isOnline()).toBe(false)
  })
})

describe('a write that fails', () => {
  it('is not sent again behind the person’s back', async () => {
    let sent = 0
    const write = new MutationObserver(queryClient, {
      mutationFn: () => {
        sent++
        return Promise.reject(new Error('no network'))
      },
    })
    await expect(write.mutate()).rejects.toThrow('no network')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toBe(1)
  })

  it('fails at once without a line, instead of waiting for one in silence', async () => {
    onlineManager.setOnline(false)
    const write = new MutationObserver(queryClient, {
      mutationFn: () => Promise.reject(new Error('no network')),
    })
    await expect(write.mutate()).rejects.toThrow('no network')
  })
})

describe('an answer', () => {
  it('is cached five minutes after its last use', async () => {
    const leave = check(() => Promise.resolve('ten orders'))
    await vi.advanceTimersByTimeAsync(fiveMinutesMs * 2)
    leave()
    await vi.advanceTimersByTimeAsync(fiveMinutesMs - 1)
    expect(queryClient.getQueryData(['orders'])).toBe('ten orders')
    await vi.advanceTimersByTimeAsync(1)
    expect(queryClient.getQueryData(['orders'])).toBeUndefined()
  })

  it('is not shown to the next member on the same device', () => {
    authStore.set(signedIn('ada'))
    queryClient.setQueryData(['orders'], 'of Ada')
    authStore.set({ ...signedIn('ada'), isOffline: true })
    expect(queryClient.getQueryData(['orders'])).toBe('of Ada')
    authStore.set(signedIn('ben'))
    expect(queryClient.getQueryData(['orders'])).toBeUndefined()
  })
})
