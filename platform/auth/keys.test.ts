// Keys that derive from one secret: the same in every process, different for every secret, and of use.
import { describe, expect, it } from 'vitest'
import { completeSettings } from '../settings.ts'
import { deriveApiKeys, derivedSecret, deriveSigningKey } from './keys.ts'
import { createTokens } from './tokens.ts'

const secrets = [
  'one secret of at least thirty-two characters',
  'two secret of at least thirty-two characters',
]

describe('derived keys', () => {
  it('are the same for the same secret and differ between secrets', async () => {
    const [one, two] = secrets.map((jwtSecret) => ({ jwtSecret, keys: {} }))
    expect(one && (await deriveApiKeys(one))).toEqual(one && (await deriveApiKeys(one)))
    const all = [one, two].map(async (settings) =>
      settings ? Object.values(await deriveApiKeys(settings)) : [],
    )
    expect(new Set((await Promise.all(all)).flat()).size).toBe(8)
  })

  it('give way to those that are given', async () => {
    const keys = await deriveApiKeys({
      jwtSecret: secrets[0] ?? '',
      keys: { publishableKey: 'sb_publishable_mine' },
    })
    expect(keys.publishableKey).toBe('sb_publishable_mine')
    expect(keys.secretKey).toMatch(/^sb_secret_/)
  })

  it('never repeat for another purpose', () => {
    expect(derivedSecret(secrets[0] ?? '', 'a')).not.toEqual(derivedSecret(secrets[0] ?? '', 'b'))
  })

  it('include a signing key that signs and verifies', async () => {
    for (const jwtSecret of secrets) {
      expect(await deriveSigningKey(jwtSecret)).toEqual(await deriveSigningKey(jwtSecret))
      const settings = completeSettings({ siteUrl: 'https://farm.example.com', jwtSecret })
      const [one, other] = [
        await createTokens(settings, () => new Date()),
        await createTokens(settings, () => new Date()),
      ]
      const token = await one.sign({ sub: 'x', role: 'anon', exp: Math.floor(Date.now() / 1000) + 60 })
      expect((await other.verify(token)).sub).toBe('x')
    }
  })

  it('are refused for a short secret', () => {
    expect(() => completeSettings({ siteUrl: 'https://farm.example.com', jwtSecret: 'short' })).toThrow('32')
  })
})
