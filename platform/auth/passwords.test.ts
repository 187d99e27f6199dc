// Hashing: a few at a time beside the event loop, and no endless queue.
import { describe, expect, it } from 'vitest'
import { completeSettings } from '../settings.ts'
import { createPasswordHasher } from './passwords.ts'

const { passwords } = completeSettings({
  siteUrl: 'https://farm.example.com',
  jwtSecret: 'a secret of at least thirty-two characters',
  passwords: { memoryKib: 64, passes: 1, concurrent: 1 },
})

describe('the hasher', () => {
  it('leaves the event loop free', async () => {
    const slow = createPasswordHasher({ ...passwords, memoryKib: 65_536, passes: 3 })
    let done = false
    const work = slow.hash('Cassava2026').then(() => {
      done = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(done).toBe(false)
    await work
  })

  it('works off a queue, and turns away what would wait too long', async () => {
    const hasher = createPasswordHasher(passwords)
    const outcomes = await Promise.allSettled(Array.from({ length: 220 }, () => hasher.hash('Cassava2026')))
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(19)
    expect(refused[0]).toMatchObject({ reason: { status: 503 } })
    expect(await hasher.verify(await hasher.hash('Cassava2026'), 'Cassava2026')).toBe(true)
  })

  it('answers no for what is no hash', async () => {
    const hasher = createPasswordHasher(passwords)
    for (const hashed of ['', 'plain', 'Cassava2026'])
      expect(await hasher.verify(hashed, 'Cassava2026')).toBe(false)
  })

  it('would replace bcrypt and weaker hashes', async () => {
    const hasher = createPasswordHasher(passwords)
    const stronger = createPasswordHasher({ ...passwords, passes: 2 })
    const weak = await hasher.hash('Cassava2026')
    expect([hasher.isOutdated(weak), stronger.isOutdated(weak), hasher.isOutdated('$2b$10$x')]).toEqual([
      false,
      true,
      true,
    ])
  })
})
