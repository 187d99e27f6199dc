// The arithmetic of limits: whose connection it is, how waits grow, and that memory does not.
import { describe, expect, it } from 'vitest'
import { nextAllowed } from './limits.ts'
import { clientBlock, createMemoryLimiter } from './memory-limiter.ts'

describe('one connection', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['', ''],
  ])('of %s is %s', (address, block) => {
    expect(clientBlock(address)).toBe(block)
  })
})

describe('the wait after failed sign-ins', () => {
  const backOff = { free: 3, firstWaitSeconds: 2, longestWaitSeconds: 10, windowSeconds: 3600 }
  it.each([
    [0, 0],
    [2, 0],
    [3, 2],
    [4, 4],
    [5, 8],
    [6, 10],
    [60, 10],
  ])('is after %i failures %i seconds', (failures, seconds) => {
    const last = new Date(1_000_000)
    const hits = Array.from({ length: failures }, () => last)
    expect(nextAllowed(hits, backOff)).toBe(seconds ? 1_000_000 + seconds * 1000 : 0)
  })
})

describe('the counters in memory', () => {
  const limit = { count: 2, windowSeconds: 10 }

  it('count each window again, and each name apart', () => {
    const limiter = createMemoryLimiter()
    const take = (name: string, atMs: number) => limiter.take(name, '203.0.113.7', limit, new Date(atMs))
    expect([take('call', 0), take('call', 1000), take('call', 2000)]).toEqual([0, 0, 8])
    expect(take('sign-up', 2000)).toBe(0)
    expect(take('call', 10_000)).toBe(0)
  })

  it('forget the oldest when there are too many', () => {
    const limiter = createMemoryLimiter(2)
    const take = (address: string) =>
      limiter.take('call', address, { count: 1, windowSeconds: 10 }, new Date(0))
    expect([take('a'), take('b'), take('b')]).toEqual([0, 0, 10])
    expect([take('c'), take('b'), take('a')]).toEqual([0, 10, 0])
  })
})
