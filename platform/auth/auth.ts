// /auth/v1, the GoTrue dialect: which path is which capability, and what holds for all of them.
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { type CreateUser, createUserMaker } from './create-user.ts'
import { AuthError, badRequest, renderError, tooManyRequests, unavailable } from './errors.ts'
import { derivedSecret } from './keys.ts'
import { createMemoryLimiter } from './limits.ts'
import { logout } from './logout.ts'
import { createDummyHash, createPasswordHasher, type PasswordHasher } from './passwords.ts'
import { getHealth, getKeySet, getSettings } from './public-facts.ts'
import { recover } from './recover.ts'
import { readRequest } from './request.ts'
import { resend } from './resend.ts'
import { signUp } from './signup.ts'
import { token } from './token.ts'
import { sqlState } from './transaction.ts'
import { getUser, updateUser } from './user.ts'
import { verifyCode, verifyLink } from './verify.ts'

export type AuthOptions = Pick<
  AuthContext,
  'database' | 'settings' | 'keys' | 'tokens' | 'sendMail' | 'log' | 'clock' | 'clientAddress'
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
  }
  // Made ahead: the first unknown address must not wait for it.
  void auth.dummyHash()
  const app = new Hono()
  app.onError((error, c) => renderError(toAuthError(auth, error), c.req.raw.headers))
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })

  // Open to everybody and free of limits.
  app.get('/health', getHealth)
  app.get('/.well-known/jwks.json', () => getKeySet(auth))

  app.use(bodyLimit({ maxSize: largestBody, onError: tooLarge }))
  const serve = (capability: Capability) => async (c: Context) => {
    const address = auth.clientAddress(c.req.raw, c.env)
    limitClient(auth, address)
    return capability(auth, await readRequest(auth, c, address))
  }
  // Links in mails carry no key. HEAD is a mail scanner's question and must not spend the link.
  app.get('/verify', (c) =>
    c.req.method === 'HEAD' ? new Response(null, { status: 204 }) : serve(verifyLink)(c),
  )

  app.use(async (c, next) => {
    requireApiKey(auth, c)
    await next()
  })
  app.get('/settings', () => getSettings(auth))
  app.post('/signup', serve(signUp))
  app.post('/token', serve(token))
  app.post('/verify', serve(verifyCode))
  app.post('/recover', serve(recover))
  app.post('/resend', serve(resend))
  app.get('/user', serve(getUser))
  app.put('/user', serve(updateUser))
  app.post('/logout', serve(logout))
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'Not found')
  })
  return { app, createUser: createUserMaker(auth) }
}

function requireApiKey({ keys }: AuthContext, c: Context): void {
  const given = c.req.header('apikey')
  if (!given) throw new AuthError(401, 'no_authorization', 'No API key found in request')
  if (!Object.values(keys).includes(given)) throw new AuthError(401, 'no_authorization', 'Invalid API key')
}

function limitClient({ clientLimiter, settings, clock }: AuthContext, address: string): void {
  if (!address) return
  const wait = clientLimiter.take('call', address, settings.limits.callsPerClient, clock())
  if (wait > 0) throw tooManyRequests(wait)
}

function tooLarge(c: Context): Response {
  return renderError(new AuthError(413, 'request_too_large', 'Request body too large'), c.req.raw.headers)
}

function toAuthError({ log }: AuthContext, error: unknown): AuthError {
  if (error instanceof AuthError) return error
  const state = sqlState(error)
  if (isDatabaseUnavailable(error) || state === '57014' || state === '55P03') {
    log.warn({ state }, 'auth could not reach its database in time')
    return unavailable()
  }
  // Class 22: a value that PostgreSQL cannot hold, which only the client can have sent.
  if (state.startsWith('22')) return badRequest('The request holds a value that cannot be stored')
  const name = error instanceof Error ? error.name : typeof error
  const stack = error instanceof Error ? stackWithoutMessage(error) : undefined
  log.error({ state, name, stack }, 'auth failed unexpectedly')
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
