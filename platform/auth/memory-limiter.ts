// Calls per client address, counted in this process's memory: cheap enough for every request.
import { isIPv6 } from 'node:net'
import type { Limit } from '../settings.ts'

export interface MemoryLimiter {
  /** Counts one use; answers how many seconds to wait when there are too many, else 0. */
  take(name: string, address: string, limit: Limit, now: Date): number
  /** Counts one use less, in the window that is open: this one turned out to be none that is limited. */
  giveBack(name: string, address: string): void
}

/** Bounded: when it is full, the windows that end first make room. */
export function createMemoryLimiter(maxWindows = 50_000): MemoryLimiter {
  const windows = new Map<string, { count: number; endsAtMs: number }>()
  return {
    take(name, address, { count, windowSeconds }, now) {
      const key = `${name} ${clientBlock(address)}`
      const nowMs = now.getTime()
      let window = windows.get(key)
      if (!window || window.endsAtMs <= nowMs) {
        windows.delete(key)
        window = { count: 0, endsAtMs: nowMs + windowSeconds * 1000 }
        windows.set(key, window)
        if (windows.size > maxWindows) windows.delete(windows.keys().next().value ?? '')
      }
      window.count += 1
      return window.count > count ? (window.endsAtMs - nowMs) / 1000 : 0
    },
    giveBack(name, address) {
      const window = windows.get(`${name} ${clientBlock(address)}`)
      if (window && window.count > 0) window.count -= 1
    },
  }
}

/** One household or phone has a whole /64 of IPv6 addresses. */
export function clientBlock(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const gap = tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...gap, ...after]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}
