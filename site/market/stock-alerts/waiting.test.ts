import { beforeEach, expect, it, vi } from 'vitest'
import { clearDrafts } from '#site/lib/draft.ts'
import { sessionStorageKey } from '#site/lib/session-key.ts'

/** As a browser has it: what is stored are its keys. */
class FakeStorage {
  [key: string]: unknown
  getItem(key: string) {
    return this[key] ?? null
  }
  setItem(key: string, value: string) {
    this[key] = value
  }
  removeItem(key: string) {
    delete this[key]
  }
}

const storageKey = 'house-draft:stock-alerts'
let localStorage: FakeStorage
beforeEach(() => {
  localStorage = new FakeStorage()
  vi.stubGlobal('window', { localStorage, sessionStorage: new FakeStorage() })
  // The module holds a list as a page that stays open does.
  vi.resetModules()
  return () => vi.unstubAllGlobals()
})

const readStored = () => JSON.parse(String(localStorage.getItem(storageKey)))
const now = new Date().toISOString()

it('forgets what a visitor waited for once a sign-out has emptied the device, and never writes it back', async () => {
  const { setWaiting } = await import('./waiting.ts')
  setWaiting('okra', now)
  setWaiting('rice', now)
  expect(readStored()).toEqual({ okra: now, rice: now })
  clearDrafts()
  expect(localStorage.getItem(storageKey)).toBeNull()
  setWaiting('yam', now)
  expect(readStored()).toEqual({ yam: now })
})

it('forgets what a visitor waited for when the product is seen with stock, and after 90 days', async () => {
  const { forgetReturned, setWaiting } = await import('./waiting.ts')
  const before = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
  const recent = before(89)
  localStorage.setItem(
    storageKey,
    JSON.stringify({ okra: before(91), rice: recent, yam: recent, soy: 'today' }),
  )
  forgetReturned('bean') // nobody waits for it
  expect(Object.keys(readStored())).toHaveLength(4)
  forgetReturned('yam')
  expect(readStored()).toEqual({ rice: recent })
  setWaiting('yam', now)
  expect(readStored()).toEqual({ rice: recent, yam: now })
})

it('leaves to the account what a member waits for', async () => {
  const { forgetReturned } = await import('./waiting.ts')
  const session = { refresh_token: 'r', user: { id: 'ada' } }
  localStorage.setItem(sessionStorageKey, JSON.stringify(session))
  localStorage.setItem(storageKey, JSON.stringify({ okra: now }))
  forgetReturned('okra')
  expect(readStored()).toEqual({ okra: now })
})
