// Passwords: what is strong enough, and the slow hashes, computed beside the event loop a few at a time.
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash as argon2Hash, verify as argon2Verify, parseOptions } from '@node-rs/argon2'
import { verify as bcryptVerify } from '@node-rs/bcrypt'
import type { PasswordSettings } from '../settings.ts'
import { isCommonPassword } from './common-passwords.ts'
import { AuthError, badRequest, unavailable, type WeakPasswordReason } from './errors.ts'

export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(hashed: string, password: string): Promise<boolean>
  /** True for hashes that a newly made one should replace. */
  isOutdated(hashed: string): boolean
}

/** Throws the refusal that the client library knows. */
export async function checkPasswordStrength(password: string, settings: PasswordSettings): Promise<void> {
  const { minLength, maxLength, requiredCharacters } = settings
  const normal = normalize(password)
  const length = [...normal].length
  if (length > maxLength) throw badRequest(`Password cannot be longer than ${maxLength} characters`)
  const reasons: WeakPasswordReason[] = []
  const messages: string[] = []
  if (length < minLength) {
    reasons.push('length')
    messages.push(`Password should be at least ${minLength} characters.`)
  }
  if (requiredCharacters.some((set) => ![...set].some((character) => normal.includes(character)))) {
    reasons.push('characters')
    messages.push(`Password should contain at least one character of each: ${requiredCharacters.join(', ')}.`)
  }
  if (settings.refuseCommon && (await isCommonPassword(normal, settings))) {
    reasons.push('pwned')
    messages.push('Password is known to be weak and easy to guess, please choose a different one.')
  }
  if (reasons.length > 0) throw new AuthError(422, 'weak_password', messages.join(' '), { reasons })
}

// The same letters typed on two keyboards may differ in bytes (é as one sign or as two).
function normalize(password: string): string {
  return password.normalize('NFC')
}

/** argon2id for what we make; bcrypt (Supabase's own) is still understood. */
export function createPasswordHasher(settings: PasswordSettings): PasswordHasher {
  const { memoryKib: memoryCost, passes: timeCost } = settings
  const inTurn = createTurnstile(settings.concurrent || Math.max(1, availableParallelism() - 1))
  return {
    hash: (password) =>
      inTurn(() => argon2Hash(normalize(password), { memoryCost, timeCost, parallelism: 1 })),
    verify: (hashed, password) =>
      inTurn(async () => {
        if (hashed.startsWith('$argon2')) return await argon2Verify(hashed, normalize(password))
        if (hashed.startsWith('$2')) return await bcryptVerify(password, hashed)
        return false
      }),
    isOutdated(hashed) {
      if (!hashed.startsWith('$argon2id$')) return true
      const created = parseOptions(hashed)
      return created.memoryCost < memoryCost || created.timeCost < timeCost
    },
  }
}

/** What an unknown address is checked against, so that it costs what a known one costs. */
export function createDummyHash(hasher: PasswordHasher): () => Promise<string> {
  let created: Promise<string> | undefined
  return () => {
    created ??= hasher.hash(randomBytes(24).toString('base64'))
    return created
  }
}

/** More waiting than this would answer too late to be of use. */
const longestQueue = 200

// Each hash takes 19 MiB and a core: all at once they would starve the other requests.
function createTurnstile(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= width) {
      if (waiting.length >= longestQueue) throw unavailable()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
