// /storage/v1: the Supabase Storage dialect. Rows under the caller's policies, bytes in a driver, URLs by signature.
import { Hono } from 'hono'
import { InvalidTokenError, type VerifyCaller } from '#platform/auth/verify-caller.ts'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { diskFull, objectsAway, watchOutage } from '#platform/database/outage.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import { isDiskFull } from '#platform/disk-full.ts'
import type { Job } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { drainBody } from './body.ts'
import { bucketRoutes } from './bucket-routes.ts'
import {
  defaultStorageSettings,
  type StorageContext,
  type StorageEnv,
  type StorageSettings,
} from './context.ts'
import { type StorageDriver, StorageUnavailableError } from './drivers/driver.ts'
import { encryptOldObjects } from './encrypt-old-objects.ts'
import { accessDenied, asStorageError, missingAuthorization, notSupported, unknownRoute } from './errors.ts'
import { createImages } from './images.ts'
import { createObjectBytes, type ObjectEncryption } from './object-bytes.ts'
import { objectRoutes } from './object-routes.ts'
import { readRoutes } from './read-routes.ts'
import { rawPath, refuseClimbing } from './request.ts'
import { inertHeaders, neverCached } from './serve.ts'
import { createSigner } from './sign.ts'
import { sweepOrphans } from './sweep.ts'

export interface StorageOptions {
  database: Database
  verifyCaller: VerifyCaller
  /** For requests that bring a session but no key, as upstream takes them. */
  publishableKey?: string
  driver: StorageDriver
  /** Which buckets are encrypted where they lie, and with which keys. None by default, as upstream. */
  encryption?: ObjectEncryption | undefined
  /** Where renditions of images are stored; it may be emptied at any time. */
  imageFolder: string
  /** Signed URLs are sealed with a key derived from it. */
  secret: string
  settings?: Partial<StorageSettings>
  /** Where the app is mounted. */
  basePath?: string
  log: Log
  clock?: () => Date
  /** By which a failure in the log is found beside its request. */
  requestId?: (env: unknown) => string | undefined
}

export interface Storage {
  app: Hono
  /** Purges bytes without a row that are older than a day; answers how many versions. */
  sweep(): Promise<number>
  /** Encrypts what lies in clear in an encrypted bucket, until it is done or stopped; answers how many objects. */
  encryptOld(signal?: AbortSignal): Promise<number>
  /** The two, by themselves. */
  jobs: readonly Job[]
  close(): void
}

const sweepEveryMs = 6 * 60 * 60 * 1000

export function createStorage(options: StorageOptions): Storage {
  const { database, driver, secret, log, basePath = '/storage/v1', clock = () => new Date() } = options
  const { encryption } = options
  const bytes = createObjectBytes({ database, driver, encryption, log })
  const context: StorageContext = {
    database,
    driver,
    bytes,
    encryption,
    images: createImages({ bytes, folder: options.imageFolder }),
    signer: createSigner(secret, clock),
    settings: { ...defaultStorageSettings, ...options.settings },
    clock,
    log,
  }

  const full = watchOutage(log, diskFull)
  const away = watchOutage(log, objectsAway)

  const app = new Hono<StorageEnv>()
  app.use(async (c, next) => {
    refuseClimbing(c)
    const apikey = c.req.header('apikey')
    const authorization = c.req.header('authorization')
    c.set('isIdentified', apikey !== undefined || authorization !== undefined)
    c.set('caller', () => identify(apikey, authorization))
    await next()
    const { headers } = c.res
    if (context.settings.privateAnswers && !headers.has('cache-control') && !headers.has('expires'))
      headers.set('cache-control', neverCached['cache-control'])
    if (c.res.status < 500) for (const outage of [full, away]) outage.answered()
  })
  app.route('/bucket', bucketRoutes(context))
  // Before the object routes, whose wildcards would take them.
  app.route('/', readRoutes(context, basePath))
  app.route('/object', objectRoutes(context, basePath))
  app.delete('/cdn/*', async (c) => {
    await c.var.caller()
    throw notSupported('purgeCache')
  })
  app.all('*', (c) => {
    throw unknownRoute(c.req.method, rawPath(c, basePath))
  })
  app.onError(async (error, c) => {
    const refusal = asStorageError(error)
    const { cause } = refusal
    // What is away is logged once, however many requests find it so.
    if (isDatabaseUnavailable(cause)) {
      // Logged by the pools.
    } else if (cause instanceof Error && isDiskFull(cause)) full.noticed(cause.message)
    else if (cause instanceof StorageUnavailableError) away.noticed(cause.message)
    else if (refusal.statusCode >= 500) {
      // Names of objects may hold what people wrote; the code and the stack say enough.
      const reason = refusal.code === 'InternalError' && cause instanceof Error ? { reason: cause.stack } : {}
      log.error(
        {
          requestId: options.requestId?.(c.env),
          method: c.req.method,
          code: refusal.code,
          status: refusal.statusCode,
          ...reason,
        },
        'storage request failed',
      )
    }
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...inertHeaders,
      ...refusal.headers,
      ...((await drainBody(c)) ? {} : { connection: 'close' }),
    }
    const body = c.req.raw.method === 'HEAD' ? null : JSON.stringify(refusal.toBody())
    return new Response(body, { status: refusal.httpStatus, headers })
  })

  async function identify(apikey: string | undefined, authorization: string | undefined): Promise<Caller> {
    const key = apikey ?? (authorization === undefined ? undefined : options.publishableKey)
    if (key === undefined) throw missingAuthorization()
    try {
      return await options.verifyCaller({ apikey: key, authorization })
    } catch (error) {
      if (!(error instanceof InvalidTokenError)) throw error
      throw accessDenied(
        error.message === 'JWT expired' ? '"exp" claim timestamp check failed' : error.message,
      )
    }
  }

  const sweep = () => sweepOrphans(context)
  const encryptOld = (signal?: AbortSignal) => encryptOldObjects(context, () => signal?.aborted === true)
  const jobs: Job[] = [
    {
      name: 'storage-encryption',
      atStart: true,
      everyMs: sweepEveryMs,
      run: async (signal) => void (await encryptOld(signal)),
    },
    {
      name: 'storage-sweep',
      everyMs: sweepEveryMs,
      run: async () => {
        const purged = await sweep()
        if (purged > 0) log.info({ purged }, 'purged bytes that no object names')
      },
    },
  ]
  return {
    app: app as unknown as Hono,
    sweep,
    encryptOld,
    jobs,
    close: () => driver.close(),
  }
}
