import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createDataKey,
  decryptSecret,
  encryptSecret,
  UnreadableSecretError,
  unwrapKey,
  wrapKey,
} from './ciphers.ts'
import { createMasterKey } from './master-key.ts'

const key = createDataKey()

describe('an encrypted secret', () => {
  it('opens to what it was, whatever was in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (secret) => {
        fc.pre(secret.isWellFormed())
        expect(decryptSecret(key, 'ada', 'bvn', encryptSecret(key, 'ada', 'bvn', secret))).toBe(secret)
      }),
    )
  })

  it('is another one each time', () => {
    const seal = () => encryptSecret(key, 'ada', 'bvn', '22345678901').toString('hex')
    expect(seal()).not.toBe(seal())
  })

  it('does not open when any byte of it was changed, or when it was cut', () => {
    const sealed = encryptSecret(key, 'ada', 'bvn', '22345678901')
    for (let place = 0; place < sealed.length; place++) {
      const changed = Buffer.from(sealed)
      changed[place] = (sealed[place] ?? 0) ^ 0x10
      expect(() => decryptSecret(key, 'ada', 'bvn', changed)).toThrow(UnreadableSecretError)
      expect(() => decryptSecret(key, 'ada', 'bvn', sealed.subarray(0, place))).toThrow(UnreadableSecretError)
    }
  })

  it('is told by its length only in steps of 32', () => {
    const lengths = [0, 1, 11, 31, 32, 63, 64].map(
      (length) => encryptSecret(key, 'a', 'b', 'x'.repeat(length)).length,
    )
    expect(lengths).toEqual([61, 61, 61, 61, 93, 93, 125])
  })
})

describe('a wrapped key', () => {
  const [mine, other] = [createMasterKey(randomBytes(32)), createMasterKey(randomBytes(32))]

  it('opens for its owner, by the master key that wrapped it, also after that has gone to the previous ones', () => {
    const wrapped = wrapKey(mine, 'ada', key)
    expect(unwrapKey({ current: mine, previous: [] }, 'ada', wrapped, mine.id)).toEqual(key)
    expect(unwrapKey({ current: other, previous: [mine] }, 'ada', wrapped, mine.id)).toEqual(key)
  })

  it('opens neither for somebody else nor by another master key, whatever name that goes by', () => {
    const wrapped = wrapKey(mine, 'ada', key)
    const keys = { current: mine, previous: [other] }
    expect(() => unwrapKey(keys, 'bola', wrapped, mine.id)).toThrow(UnreadableSecretError)
    expect(() => unwrapKey(keys, 'ada', wrapped, other.id)).toThrow(UnreadableSecretError)
    expect(() => unwrapKey(keys, 'ada', wrapped, 'unknown')).toThrow(UnreadableSecretError)
  })
})
