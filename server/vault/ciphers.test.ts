import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createDataKey,
  decryptSecret,
  decryptUnboundSecret,
  encryptSecret,
  UnreadableSecretError,
  unwrapKey,
  wrapKey,
} from './ciphers.ts'
import { createMasterKey } from './master-key.ts'

const key = createDataKey()
const place = { personId: 'ada', recordType: 'farmers', recordId: 'one', field: 'bvn' }

describe('an encrypted secret', () => {
  it('opens to what it was, whatever was in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (secret) => {
        fc.pre(secret.isWellFormed())
        expect(decryptSecret(key, place, encryptSecret(key, place, secret))).toBe(secret)
      }),
    )
  })

  it.each(['personId', 'recordType', 'recordId', 'field'])(
    'opens nowhere else: not with another %s',
    (part) => {
      const sealed = encryptSecret(key, place, '22345678901')
      expect(() => decryptSecret(key, { ...place, [part]: 'other' }, sealed)).toThrow(UnreadableSecretError)
      // Nor as one of before records were named.
      const [, ...rest] = sealed
      for (const form of [1, 2])
        expect(() => decryptUnboundSecret(key, place, Buffer.of(form, ...rest))).toThrow(
          UnreadableSecretError,
        )
    },
  )

  it('is another one each time', () => {
    const seal = () => encryptSecret(key, place, '22345678901').toString('hex')
    expect(seal()).not.toBe(seal())
  })

  it('does not open when any byte of it was changed, or when it was cut', () => {
    const sealed = encryptSecret(key, place, '22345678901')
    for (let byte = 0; byte < sealed.length; byte++) {
      const changed = Buffer.from(sealed)
      changed[byte] = (sealed[byte] ?? 0) ^ 0x10
      expect(() => decryptSecret(key, place, changed)).toThrow(UnreadableSecretError)
      expect(() => decryptSecret(key, place, sealed.subarray(0, byte))).toThrow(UnreadableSecretError)
    }
  })

  it('is revealed by its length only in steps of 32', () => {
    const lengths = [0, 1, 11, 31, 32, 63, 64].map(
      (length) => encryptSecret(key, place, 'x'.repeat(length)).length,
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

  it('opens neither for another person nor by another master key, whatever name that goes by', () => {
    const wrapped = wrapKey(mine, 'ada', key)
    const keys = { current: mine, previous: [other] }
    expect(() => unwrapKey(keys, 'bola', wrapped, mine.id)).toThrow(UnreadableSecretError)
    expect(() => unwrapKey(keys, 'ada', wrapped, other.id)).toThrow(UnreadableSecretError)
    expect(() => unwrapKey(keys, 'ada', wrapped, 'unknown')).toThrow(UnreadableSecretError)
  })
})
