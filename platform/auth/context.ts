// What every capability of /auth/v1 gets.
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { ApiKeys, PlatformSettings } from '../settings.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { SendMail, SendSms } from './mail.ts'
import type { MemoryLimiter } from './memory-limiter.ts'
import type { PasswordHasher } from './passwords.ts'
import type { Providers } from './providers.ts'
import type { Tokens } from './tokens.ts'

export interface AuthContext {
  database: Database
  settings: PlatformSettings
  keys: ApiKeys
  tokens: Tokens
  /** What this process remembers of sessions; undefined where the settings do not have them checked. */
  sessions?: LiveSessions | undefined
  hasher: PasswordHasher
  /** What a password for an unknown address is checked against. */
  dummyHash: () => Promise<string>
  clientLimiter: MemoryLimiter
  sendMail: SendMail
  sendSms?: SendSms
  log: Log
  clock: () => Date
  clientAddress: (request: Request, env: unknown) => string
  /** By which a failure in the log is found beside its request. */
  requestId?: (env: unknown) => string | undefined
  /** Keys the hashes of short codes and of addresses in limits. */
  hashSecret: Buffer
  /** Keys the successors of refresh tokens. */
  refreshSecret: Buffer
  /** Seals what is needed again in clear: secrets of factors, tokens of providers. */
  sealSecret: Buffer
  providers: Providers
}

/** One request, as the capabilities see it. */
export interface AuthRequest {
  headers: Headers
  query: URLSearchParams
  /** The named parts of the path. */
  params: Record<string, string>
  /** The caller's address, or '' when it is not known. */
  address: string
  /** Parsed, but of any shape; undefined without a body. */
  body: unknown
  now: Date
}
