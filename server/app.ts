// All that the process answers, in order: probes, services, files, pages.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { isBrokenRequest } from '#platform/broken-request.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Log } from '#platform/log.ts'
import { brokenOff, refuse, refuseUnavailable, unexpected } from './http/refusal.ts'
import type { AskedHeaders } from './pages/respond.ts'

export type HouseApp = Hono<{ Bindings: HttpBindings }>

export interface AppOptions {
  /** /healthz, /readyz, /metrics. */
  probes: HouseApp
  /** /rest/v1, /auth/v1. */
  services: Hono
  /** /dev/mailbox, in an evaluation. */
  mailbox?: HouseApp
  /** /mail/bounces, where a secret is set. */
  bounces?: HouseApp
  /** /forms/*, /newsletter/*. */
  forms: HouseApp
  /** /registrations/*. */
  registrations: HouseApp
  /** /market/*. */
  market: HouseApp
  /** /desk/*. */
  desk: HouseApp
  /** /documents/*, /verify. */
  documents: HouseApp
  /** POST /track, GET /track/{token}, POST /track/status. */
  tracking: HouseApp
  /** /vault/*, /account/export. */
  vault: HouseApp
  /** /account/delete. */
  account: HouseApp
  /** /account/secrets/*, /account/not-me. */
  safety: HouseApp
  /** /sitemap.xml, /robots.txt. */
  addresses: HouseApp
  site: {
    has(path: string): boolean
    file(path: string, asked: AskedHeaders): Promise<Response>
    page(url: URL, asked: AskedHeaders): Promise<Response>
  }
  log: Log
}

const servicePrefixes = ['rest', 'auth', 'storage', 'realtime', 'functions'].map((name) => `/${name}/v1/`)

export function createApp(options: AppOptions): HouseApp {
  const {
    probes,
    services,
    mailbox,
    bounces,
    forms,
    registrations,
    market,
    desk,
    documents,
    tracking,
    vault,
    account,
    safety,
    addresses,
    site,
    log,
  } = options
  const app: HouseApp = new Hono()
  app.route('/', probes)
  app.route('/', services)
  // Below, whoever does not say that an answer may be kept answers one person: no cache holds it, neither the browser's nor another.
  app.use(async (c, next) => {
    await next()
    const said = c.res.headers.get('cache-control')
    if (said === null || said === 'no-store') c.res.headers.set('cache-control', 'private, no-store')
  })
  if (mailbox) app.route('/', mailbox)
  if (bounces) app.route('/', bounces)
  app.route('/', forms)
  app.route('/registrations', registrations)
  app.route('/market', market)
  app.route('/', desk)
  app.route('/', documents)
  app.route('/', tracking)
  app.route('/', vault)
  app.route('/', account)
  app.route('/', safety)
  app.route('/', addresses)

  app.get('*', (c) => {
    const path = c.req.path
    const asked = {
      acceptEncoding: c.req.header('accept-encoding'),
      ifNoneMatch: c.req.header('if-none-match'),
    }
    if (servicePrefixes.some((prefix) => path.startsWith(prefix))) return unknownService()
    if (site.has(path)) return site.file(path, asked)
    // A missing file must not be answered with a page, and not be remembered: the next release may bring it.
    if (path.startsWith('/assets/') || path.startsWith('/dev/'))
      return new Response('Not found\n', {
        status: 404,
        headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
      })
    // React Router would warn of it in words that hold the path, and a path may hold the secret of a link.
    if (!isDecodable(path)) return refuse(400, { code: 'bad_request', message: 'The address is malformed.' })
    return site.page(new URL(c.req.url), asked)
  })

  app.notFound((c) =>
    servicePrefixes.some((prefix) => c.req.path.startsWith(prefix))
      ? unknownService()
      : refuse(
          405,
          { code: 'method_not_allowed', message: 'Pages answer GET and HEAD only.' },
          { allow: 'GET, HEAD' },
        ),
  )

  app.onError((error, c) => {
    if (isBrokenRequest(error)) return refuse(400, brokenOff)
    if (isDatabaseUnavailable(error)) return refuseUnavailable()
    log.error({ error, requestId: c.env.outgoing.getHeader('x-request-id') }, 'a request failed')
    return refuse(500, unexpected)
  })
  return app
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function unknownService(): Response {
  return refuse(404, { code: 'not_found', message: 'This service has no such address.' })
}
