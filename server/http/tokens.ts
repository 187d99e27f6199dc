// The secrets that we hand out: whoever has one, and nobody else, may ask about what it stands for. Only hashes are kept.
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Ours, or those in mails, which the database makes (private.make_token). */
const form = /^([A-Za-z0-9_-]{43}|[0-9a-f]{64})$/

export const newReceipt = (): string => randomBytes(32).toString('base64url')

/** Hex; null for what cannot be one of our secrets. */
export function hashSecret(secret: unknown): string | null {
  return typeof secret === 'string' && form.test(secret)
    ? createHash('sha256').update(secret).digest('hex')
    : null
}

export interface Attempt {
  /** A uuid: one attempt of one person at one form, whatever uuid somebody else sends. */
  key: string
  trackingToken: string
  /** Where its photo goes. */
  place: { receipt: string; path: string }
}

/**
 * The same attempt again has the same key and, since the first answer may have been lost, the same tracking link and
 * the same place for its photo. They follow from the sender's own uuid by a secret of ours; an account's attempts are its own.
 */
export function createAttempts(
  secret: string,
): (form: string, userId: string | null, given: string) => Attempt {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'registration attempts', 32))
  return (form, userId, given) => {
    const derive = (use: string) =>
      createHmac('sha256', key)
        .update(JSON.stringify([use, form, userId, given]))
        .digest()
    return {
      key: asUuid(derive('key').toString('hex')),
      trackingToken: derive('link').toString('base64url'),
      place: {
        receipt: derive('photo receipt').toString('base64url'),
        path: asUuid(derive('photo path').toString('hex')),
      },
    }
  }
}

/** Version 8 of RFC 9562: an identifier of one's own making. */
function asUuid(hex: string): string {
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
