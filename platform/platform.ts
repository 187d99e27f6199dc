// One application out of the services: /rest/v1, /auth/v1, /storage/v1 and /realtime/v1 on one origin, with the keys that open them.
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { createAuth } from './auth/auth.ts'
import type { CreateUser } from './auth/create-user.ts'
import { deriveApiKeys } from './auth/keys.ts'
import { createLiveSessions } from './auth/live-sessions.ts'
import type { SendMail, SendSms } from './auth/mail.ts'
import type { PasswordHasher } from './auth/passwords.ts'
import { createTokens } from './auth/tokens.ts'
import { createVerifyCaller, type VerifyCaller } from './auth/verify-caller.ts'
import type { Database } from './database/database.ts'
import type { Job } from './jobs.ts'
import type { Log } from './log.ts'
import { createRealtime, type Realtime, type RealtimeOptions } from './realtime/realtime.ts'
import { createRest, type RestOptions } from './rest/rest.ts'
import { type ApiKeys, completeSettings, type SettingsInput } from './settings.ts'
import { createStorage, type StorageOptions } from './storage/storage.ts'

export interface PlatformOptions {
  database: Database
  settings: SettingsInput
  sendMail: SendMail
  /** Without it no account can confirm a phone number. */
  sendSms?: SendSms
  log: Log
  clock?: () => Date
  /** Whose request it is, for limits; by default the socket's other end. */
  clientAddress?: (request: Request, env: unknown) => string
  /** By which a failure in the log is found beside its request. */
  requestId?: (env: unknown) => string | undefined
  hasher?: PasswordHasher
  /** Where objects lie. Without it there is no /storage/v1. */
  storage?: Pick<StorageOptions, 'driver' | 'imageFolder' | 'settings' | 'encryption'>
  /** What /rest/v1 offers beyond upstream's defaults. */
  rest?: Pick<RestOptions, 'aggregates' | 'openApi' | 'allowTxPreference' | 'takeCall'>
  /** Without it there is no /realtime/v1. */
  realtime?: Pick<RealtimeOptions, 'limits' | 'privateOnly'>
}

export interface Platform {
  /** Serves /rest/v1/*, /auth/v1/*, /storage/v1/* and /realtime/v1/*. */
  app: Hono
  keys: ApiKeys
  verifyCaller: VerifyCaller
  /** Makes an account whose address counts as confirmed: for the command line and the first start. */
  createUser: CreateUser
  /** Takes the upgrades to websockets; closed before the server drains, or by `close`. */
  realtime: Realtime | undefined
  /** What the services do beside requests, for the operator (jobs.ts). */
  jobs: readonly Job[]
  /** Reads the schema's facts again, after a migration. */
  reload(): Promise<void>
  close(): Promise<void>
}

// What Supabase's gateway allows: any origin, since a caller is identified by headers and never by a cookie.
// Rest answers preflights by itself, on its own short path.
const crossOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE', 'OPTIONS'],
  exposeHeaders: ['Link', 'Retry-After', 'X-Request-Id', 'X-Supabase-Api-Version', 'X-Total-Count'],
  maxAge: 3600,
})

export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { database, sendMail, log, clock = () => new Date() } = options
  const settings = completeSettings(options.settings)
  const keys = await deriveApiKeys(settings)
  const tokens = await createTokens(settings, clock)
  const { clientAddress = socketAddress, requestId = () => undefined } = options
  const sessions = settings.sessionsChecked ? createLiveSessions({ database, clock }) : undefined
  const verifyCaller = createVerifyCaller({ keys, tokens, clock, sessions })
  const auth = createAuth({
    database,
    settings,
    keys,
    tokens,
    sessions,
    sendMail,
    log,
    clock,
    clientAddress,
    requestId,
    ...(options.sendSms && { sendSms: options.sendSms }),
    ...(options.hasher && { hasher: options.hasher }),
  })
  const rest = createRest({
    ...options.rest,
    database,
    verifyCaller,
    schemas: settings.schemas,
    extraSearchPath: settings.extraSearchPath,
    maxRows: settings.maxRows,
    ...(settings.countsUpTo !== null && { countsUpTo: settings.countsUpTo }),
    concealRows: settings.concealRows,
    privateAnswers: settings.privateAnswers,
    clientAddress,
    requestId,
    log,
  })
  const storage =
    options.storage &&
    createStorage({
      ...options.storage,
      settings: { ...options.storage.settings, privateAnswers: settings.privateAnswers },
      database,
      verifyCaller,
      publishableKey: keys.publishableKey,
      secret: settings.jwtSecret,
      requestId,
      log,
      clock,
    })
  const realtime =
    options.realtime &&
    (await createRealtime({
      ...options.realtime,
      database,
      verifyCaller,
      sessions,
      log,
      clock,
      clientAddress: (incoming) =>
        clientAddress(new Request(new URL(incoming.url ?? '/', 'http://localhost')), { incoming }),
    }))
  const app = new Hono()
  app.use('/auth/v1/*', crossOrigin)
  app.use('/storage/v1/*', crossOrigin)
  app.use('/realtime/v1/*', crossOrigin)
  app.route('/rest/v1', rest.app)
  app.route('/auth/v1', auth.app)
  if (storage) app.route('/storage/v1', storage.app)
  if (realtime) app.route('/realtime/v1', realtime.app)
  return {
    app,
    keys,
    verifyCaller,
    createUser: auth.createUser,
    realtime,
    jobs: [...(storage?.jobs ?? []), ...(realtime?.jobs ?? [])],
    reload: () => rest.reload(),
    close: async () => {
      await realtime?.close()
      await rest.close()
      storage?.close()
    },
  }
}

/** @hono/node-server passes the node request in `env`. */
function socketAddress(_request: Request, env: unknown): string {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  return incoming?.socket?.remoteAddress ?? ''
}
