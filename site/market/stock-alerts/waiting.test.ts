import { beforeEach, expect, it, vi } from 'vitest'
import { clearDrafts } from '#site/lib/draft.ts'

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
