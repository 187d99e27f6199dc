// What the secret key may say of an account, read once for making and for changing one.
import { z } from 'zod'
import type { AuthContext, AuthRequest } from '../context.ts'
import { AuthError, badRequest } from '../errors.ts'
import { checkPasswordStrength } from '../passwords.ts'
import { checkMetadataSize, optionalText, parseBody, readEmail, readPhone, uuidPattern } from '../request.ts'
import type { Metadata } from '../users.ts'

const metadata = z.record(z.string(), z.unknown()).nullish()

const attributesBody = z.object({
  id: optionalText,
  aud: optionalText,
  role: optionalText,
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: optionalText,
})

export interface UserAttributes {
  id: string | undefined
  role: string | undefined
  email: string | undefined
  phone: string | undefined
  passwordHash: string | undefined
  confirmsEmail: boolean
  confirmsPhone: boolean
  userMetadata: Metadata | undefined
  appMetadata: Metadata | undefined
  /** Null lifts a ban, undefined leaves it as it is. */
  bannedUntil: Date | null | undefined
}

/** Slow when there is a password: hashed here, outside of any transaction. */
export async function readAttributes(auth: AuthContext, request: AuthRequest): Promise<UserAttributes> {
  const body = parseBody(attributesBody, request)
  if (body.id && !uuidPattern.test(body.id)) throw badRequest('ID must conform to the uuid v4 format')
  if (body.role && !/^[a-z_][a-z0-9_]{0,62}$/.test(body.role)) throw badRequest('role is not as expected')
  if (body.password && body.password_hash)
    throw badRequest('Only a password or a password hash should be provided')
  if (body.password_hash && !knownHash.test(body.password_hash))
    throw badRequest('Password hash must be of bcrypt or argon2')
  if (body.password) await checkPasswordStrength(body.password, auth.settings.passwords)
  checkMetadataSize(auth, body.user_metadata ?? {})
  checkMetadataSize(auth, body.app_metadata ?? {})
  return {
    id: body.id || undefined,
    role: body.role || undefined,
    email: body.email ? readEmail(body.email) : undefined,
    phone: body.phone ? readPhone(body.phone) : undefined,
    bannedUntil: readBan(body.ban_duration, request.now),
    passwordHash: body.password ? await auth.hasher.hash(body.password) : body.password_hash || undefined,
    confirmsEmail: body.email_confirm ?? false,
    confirmsPhone: body.phone_confirm ?? false,
    userMetadata: body.user_metadata ?? undefined,
    appMetadata: body.app_metadata ?? undefined,
  }
}

const knownHash =
  /^(\$2[aby]\$\d{2}\$[./A-Za-z0-9]{53}|\$argon2(id|i|d)\$v=\d+\$[a-z0-9=,]+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+)$/

const unitMs: Record<string, number> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 0.001,
  µs: 0.001,
  ns: 1e-6,
}
const longestBanMs = 1000 * 365 * 86_400_000

// Go's durations, as upstream reads them: 24h, 1h30m, 876600h.
function readBan(text: string, now: Date): Date | null | undefined {
  if (text === '') return undefined
  if (text === 'none') return null
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|h|m|s))+$/.test(text))
    throw badRequest(`invalid format for ban duration: time: invalid duration ${JSON.stringify(text)}`)
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|h|m|s)/g)]
  const durationMs = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ''] ?? 0),
    0,
  )
  return new Date(now.getTime() + Math.min(durationMs, longestBanMs))
}

export function phoneExists(): AuthError {
  return new AuthError(422, 'phone_exists', 'Phone number already registered by another user')
}
