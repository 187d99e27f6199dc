// The secrets that we give out: anyone who has one, and nobody else, may read what it stands for. Only hashes are stored.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Ours, or those in mails, which the database makes (private.make_token). */
const form = /^([A-Za-z0-9_-]{43}|[0-9a-f]{64})$/

export const newReceipt = (): string => randomBytes(32).toString('base64url')

/** Hex; null for what cannot be one of our secrets. */
export function hashSecret(secret: unknown): string | null {
  return typeof secret === 'string' && form.test(secret)
    ? createHash('sha256').update(secret).digest('hex')
    : null
}

/** Whether a caller shows the secret of a setting; the time that it takes says nothing of it. */
export function isSameSecret(shown: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(shown), hash(wanted))
}
