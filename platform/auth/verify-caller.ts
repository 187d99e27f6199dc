// From a request's `apikey` and `authorization` headers to the database role and claims that it acts under.
import { errors, type JWTPayload } from 'jose'
import type { Caller, Role } from '../database/caller.ts'
import type { ApiKeys } from '../settings.ts'
import type { LiveSessions, TokenSession } from './live-sessions.ts'
import { uuidPattern } from './request.ts'
import type { Tokens } from './tokens.ts'

export interface CallerHeaders {
  apikey?: string | undefined
  authorization?: string | undefined
}

/** Rejects with an InvalidTokenError when a header is missing or does not hold. */
export type VerifyCaller = (headers: CallerHeaders) => Promise<Caller>

/** Always answered with 401; `code` is PostgREST's. */
export class InvalidTokenError extends Error {
  readonly status = 401
  readonly code: 'PGRST301' | 'PGRST302' | 'PGRST303'
  readonly hint: string | null

  constructor(code: InvalidTokenError['code'], message: string, hint: string | null = null) {
    super(message)
    this.name = 'InvalidTokenError'
    this.code = code
    this.hint = hint
  }
}

interface Verified {
  caller: Caller
  expiresAtMs: number
  session: TokenSession | undefined
}

/** Enough for the users of some minutes; the least recently used go first. */
const maxVerified = 2000

/** With `sessions`, a user's token is good as long as its session stands, and one that names no session is not. */
export function createVerifyCaller({
  keys,
  tokens,
  clock,
  sessions,
}: {
  keys: ApiKeys
  tokens: Tokens
  clock: () => Date
  sessions?: LiveSessions | undefined
}): VerifyCaller {
  const callersByKey = new Map<string, Caller>([
    [keys.publishableKey, callerOf('anon')],
    [keys.anonKey, callerOf('anon')],
    [keys.secretKey, callerOf('service_role')],
    [keys.serviceRoleKey, callerOf('service_role')],
  ])
  // In the order of their last use: a Map keeps insertion order.
  const verified = new Map<string, Verified>()

  const verify = async (token: string): Promise<Caller> => {
    const { caller, session } = await readToken(token)
    if (sessions && (session || caller.role === 'authenticated')) {
      const answer = session ? sessions.isAlive(session) : false
      if (!(typeof answer === 'boolean' ? answer : await answer)) throw sessionEnded()
    }
    return caller
  }

  const readToken = async (token: string): Promise<Verified> => {
    const known = verified.get(token)
    if (known) {
      verified.delete(token)
      if (known.expiresAtMs <= clock().getTime()) throw expired()
      verified.set(token, known)
      return known
    }
    const claims = await tokens.verify(token).catch((error: unknown) => {
      throw refusalOf(error, token)
    })
    const caller = { role: roleOf(claims), claims: JSON.stringify(claims) }
    const fresh = { caller, expiresAtMs: (claims.exp ?? 0) * 1000, session: sessionOf(claims) }
    verified.set(token, fresh)
    if (verified.size > maxVerified) verified.delete(verified.keys().next().value ?? '')
    return fresh
  }

  return async ({ apikey, authorization }) => {
    if (!apikey)
      throw new InvalidTokenError(
        'PGRST302',
        'No API key found in request',
        'No `apikey` request header or url param was found.',
      )
    const byKey = callersByKey.get(apikey)
    if (!byKey) throw new InvalidTokenError('PGRST301', 'Invalid API key', 'Double check your API key.')
    const token = bearerToken(authorization)
    return token === undefined ? byKey : (callersByKey.get(token) ?? verify(token))
  }
}

/** The token of a Bearer header; undefined for none and for other schemes, which are a proxy's business. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1]
}

function callerOf(role: Role): Caller {
  return { role, claims: JSON.stringify({ role }) }
}

/** Undefined for tokens that name no session of a user (made by hand with the secret, and API keys). */
export function sessionOf({ sub, session_id: id, aal }: JWTPayload): TokenSession | undefined {
  if (typeof sub !== 'string' || typeof id !== 'string' || !uuidPattern.test(id)) return undefined
  return { id: id.toLowerCase(), userId: sub, aal: typeof aal === 'string' ? aal : 'aal1' }
}

function roleOf({ role }: JWTPayload): Role {
  if (role === 'authenticated' || role === 'anon' || role === 'service_role') return role
  throw new InvalidTokenError('PGRST301', 'JWT names no role that it may act under')
}

function expired(): InvalidTokenError {
  return new InvalidTokenError('PGRST303', 'JWT expired')
}

function sessionEnded(): InvalidTokenError {
  return new InvalidTokenError('PGRST303', 'JWT session has ended', 'Please sign in again.')
}

/** In PostgREST's words. */
function refusalOf(error: unknown, token: string): InvalidTokenError {
  if (error instanceof errors.JWTExpired) return expired()
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf') return new InvalidTokenError('PGRST303', 'JWT not yet valid')
    if (error.claim === 'aud') return new InvalidTokenError('PGRST303', 'JWT not in audience')
    return new InvalidTokenError('PGRST303', 'JWT claims are not valid')
  }
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey)
    return new InvalidTokenError('PGRST301', 'No suitable key or wrong key type')
  if (!(error instanceof errors.JOSEError)) throw error
  const parts = token.split('.').length
  if (parts !== 3) return new InvalidTokenError('PGRST301', `Expected 3 parts in JWT; got ${parts}`)
  if (error instanceof errors.JOSEAlgNotAllowed)
    return new InvalidTokenError('PGRST301', 'Wrong or unsupported encoding algorithm')
  return new InvalidTokenError('PGRST301', "JWT couldn't be decoded")
}
