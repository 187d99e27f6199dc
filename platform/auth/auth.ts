// /auth/v1, the GoTrue dialect: which path is which capability, and what holds for all of them.
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isBrokenRequest } from '../broken-request.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { listAudit } from './admin/audit-log.ts'
import { createUser } from './admin/create-user.ts'
import { deleteUser } from './admin/delete-user.ts'
import { deleteUserFactor, listUserFactors } from './admin/factors.ts'
import { generateLink } from './admin/generate-link.ts'
import { invite } from './admin/invite.ts'
import { updateUserById } from './admin/update-user.ts'
import { getUserById, listUsers } from './admin/users.ts'
import { authorize, authorizeLink } from './authorize.ts'
import { comeBack } from './callback.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { type CreateUser, createUserMaker } from './create-user.ts'
import { AuthError, badRequest, renderError, tooManyRequests, unavailable } from './errors.ts'
import { challengeFactor } from './factor-challenge.ts'
import { enrollFactor } from './factor-enroll.ts'
import { unenrollFactor } from './factor-unenroll.ts'
import { verifyFactor } from './factor-verify.ts'
import { derivedSecret } from './keys.ts'
import { previewLink } from './link-preview.ts'
import { logout } from './logout.ts'
import { createMemoryLimiter } from './memory-limiter.ts'
import { refuseSingleSignOn } from './not-offered.ts'
import { sendOtp } from './otp.ts'
import { createDummyHash, createPasswordHasher, type PasswordHasher } from './passwords.ts'
import { createProviders } from './providers.ts'
import { getHealth, getKeySet, getSettings } from './public-facts.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import {
  deleteRecoveryCodes,
  generateRecoveryCodes,
  getRecoveryCodes,
  regenerateRecoveryCodes,
  verifyRecoveryCode,
} from './recovery-codes.ts'
import { readRequest } from './request.ts'
import { resend } from './resend.ts'
import { signUp } from './signup.ts'
import { token } from './token.ts'
import { sqlState } from './transaction.ts'
import { unlinkIdentity } from './unlink-identity.ts'
import { getUser, updateUser } from './user.ts'
import { verifyCode, verifyLink } from './verify.ts'

export type AuthOptions = Pick<
  AuthContext,
  | 'database'
  | 'settings'
  | 'keys'
  | 'tokens'
  | 'sessions'
  | 'sendMail'
  | 'sendSms'
  | 'log'
  | 'clock'
  | 'clientAddress'
  | 'requestId'
> & { hasher?: PasswordHasher }

export interface Auth {
  /** Paths relative to /auth/v1. */
  app: Hono
  createUser: CreateUser
}

type Capability = (auth: AuthContext, request: AuthRequest) => Response | Promise<Response>

const largestBody = 64 * 1024

export function createAuth(options: AuthOptions): Auth {
  const { settings } = options
  const hasher = options.hasher ?? createPasswordHasher(settings.passwords)
  const auth: AuthContext = {
    ...options,
    hasher,
    dummyHash: createDummyHash(hasher),
    clientLimiter: createMemoryLimiter(),
    hashSecret: derivedSecret(settings.jwtSecret, 'hashes'),
    refreshSecret: derivedSecret(settings.jwtSecret, 'refresh tokens'),
    sealSecret: derivedSecret(settings.jwtSecret, 'sealed secrets'),
    providers: createProviders(settings),
  }
  // Made ahead: the first unknown address must not wait for it.
  void auth.dummyHash()
  const app = new Hono()
  app.onError((error, c) => renderError(toAuthError(auth, error, auth.requestId?.(c.env)), c.req.raw.headers))
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })

  // Open to everybody and free of limits.
  app.get('/health', getHealth)
  app.get('/.well-known/jwks.json', () => getKeySet(auth))

  app.use(bodyLimit({ maxSize: largestBody, onError: tooLarge }))
  const serve = (capability: Capability, kind?: LimitedKind) => async (c: Context) => {
    const address = auth.clientAddress(c.req.raw, c.env)
    if (!holdsSecretKey(auth, c)) limitClient(auth, address, kind ?? kindOfGrant(c))
    return capability(auth, await readRequest(auth, c, address))
  }
  // Links in mails carry no key. HEAD is a mail scanner's question and must not spend the link.
  app.get('/verify', (c) =>
    c.req.method === 'HEAD'
      ? new Response(null, { status: 204 })
      : serve(verifyLink, 'verificationsPerClient')(c),
  )

  // A visitor on the way to an outside provider and back follows links too.
  app.get('/authorize', serve(authorize))
  app.on(['GET', 'POST'], '/callback', serve(comeBack))

  app.use(async (c, next) => {
    requireApiKey(auth, c)
    await next()
  })
  app.get('/settings', () => getSettings(auth))
  app.post('/signup', serve(signUp, 'signInsPerClient'))
  app.post('/token', serve(token))
  app.post('/verify', serve(verifyCode, 'verificationsPerClient'))
  app.post('/verify/preview', serve(previewLink, 'verificationsPerClient'))
  app.post('/recover', serve(recover))
  app.post('/resend', serve(resend))
  app.get('/user', serve(getUser))
  app.put('/user', serve(updateUser))
  app.post('/logout', serve(logout))
  app.post('/otp', serve(sendOtp))
  app.get('/reauthenticate', serve(reauthenticate))
  app.post('/sso', serve(refuseSingleSignOn))

  app.get('/factors/recovery-codes', serve(getRecoveryCodes))
  app.post('/factors/recovery-codes', serve(generateRecoveryCodes))
  app.post('/factors/recovery-codes/regenerate', serve(regenerateRecoveryCodes))
  app.post('/factors/recovery-codes/verify', serve(verifyRecoveryCode))
  app.delete('/factors/recovery-codes', serve(deleteRecoveryCodes))
  app.post('/factors', serve(enrollFactor))
  app.post('/factors/:factor_id/challenge', serve(challengeFactor))
  app.post('/factors/:factor_id/verify', serve(verifyFactor))
  app.delete('/factors/:factor_id', serve(unenrollFactor))

  app.get('/user/identities/authorize', serve(authorizeLink))
  app.delete('/user/identities/:identity_id', serve(unlinkIdentity))

  app.post('/invite', serve(invite))
  app.get('/admin/users', serve(listUsers))
  app.post('/admin/users', serve(createUser))
  app.get('/admin/users/:user_id', serve(getUserById))
  app.put('/admin/users/:user_id', serve(updateUserById))
  app.delete('/admin/users/:user_id', serve(deleteUser))
  app.get('/admin/users/:user_id/factors', serve(listUserFactors))
  app.delete('/admin/users/:user_id/factors/:factor_id', serve(deleteUserFactor))
  app.post('/admin/generate_link', serve(generateLink))
  app.get('/admin/audit', serve(listAudit))
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'Not found')
  })
  return { app, createUser: createUserMaker(auth) }
}

function requireApiKey({ keys }: AuthContext, c: Context): void {
  const input = c.req.header('apikey')
  if (!input) throw new AuthError(401, 'no_authorization', 'No API key found in request')
  if (!Object.values(keys).includes(input)) throw new AuthError(401, 'no_authorization', 'Invalid API key')
}

/** A server of the application's own makes its calls from one address. */
function holdsSecretKey({ keys }: AuthContext, c: Context): boolean {
  const input = c.req.header('apikey')
  return input === keys.secretKey || input === keys.serviceRoleKey
}

type LimitedKind = 'signInsPerClient' | 'refreshesPerClient' | 'verificationsPerClient'

function kindOfGrant(c: Context): LimitedKind | undefined {
  const grant = c.req.query('grant_type')
  if (grant === 'password') return 'signInsPerClient'
  return grant === 'refresh_token' ? 'refreshesPerClient' : undefined
}

function limitClient(
  { clientLimiter, settings, clock }: AuthContext,
  address: string,
  kind: LimitedKind | undefined,
): void {
  if (!address) return
  const kinds = kind ? (['callsPerClient', kind] as const) : (['callsPerClient'] as const)
  const waits = kinds.map((one) => clientLimiter.take(one, address, settings.limits[one], clock()))
  const wait = Math.max(...waits)
  if (wait > 0) throw tooManyRequests(wait)
}

function tooLarge(c: Context): Response {
  return renderError(new AuthError(413, 'request_too_large', 'Request body too large'), c.req.raw.headers)
}

function toAuthError({ log }: AuthContext, error: unknown, requestId: string | undefined): AuthError {
  if (error instanceof AuthError) return error
  const state = sqlState(error)
  if (isBrokenRequest(error)) return badRequest('The request was broken off')
  if (isDatabaseUnavailable(error)) return unavailable()
  if (state === '57014' || state === '55P03') {
    log.warn({ state }, 'auth could not reach its database in time')
    return unavailable()
  }
  // Class 22: a value that PostgreSQL cannot hold, which only the client can have sent.
  if (state.startsWith('22')) return badRequest('The request holds a value that cannot be stored')
  const name = error instanceof Error ? error.name : typeof error
  const stack = error instanceof Error ? stackWithoutMessage(error) : undefined
  log.error({ requestId, state, name, stack }, 'auth failed unexpectedly')
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  )
}

// A database's message may quote what a person typed.
function stackWithoutMessage({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .join('\n')
}
