// All that the process answers, in order: probes, services, files, pages.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { isBrokenRequest } from '#platform/broken-request.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Log } from '#platform/log.ts'
import { brokenOff, refuse, refuseUnavailable, unexpected } from './http/refusal.ts'
import { documentHeaders } from './http/security-headers.ts'
import type { RequestHeaders } from './pages/respond.ts'

export type Router = Hono<{ Bindings: HttpBindings }>

export interface RouterOptions {
  /** /healthz, /readyz, /metrics. */
  probes: Router
  /** /rest/v1, /auth/v1. */
  services: Hono
  /** /dev/mailbox, in an evaluation. */
  mailbox?: Router
  /** /mail/bounces, where a secret is set. */
  bounces?: Router
  /** /mail/replies, where a secret is set. */
  replies?: Router
  /** /forms/*, /newsletter/*, /stock-alerts/*. */
  forms: Router
  /** /forms/farmer, /forms/poultry-training, /forms/individual-investor: registrations without scripts. */
  plainForms: Router
  /** /registrations/*. */
  registrations: Router
  /** /market/*. */
  market: Router
  /** /admin/*. */
  adminArea: Router
  /** /documents/*, /verify. */
  documents: Router
  /** POST /track, GET /track/{token}, POST /track/status. */
  tracking: Router
  /** /vault/*, /account/export. */
  vault: Router
  /** /account/delete. */
  account: Router
  /** /account/secrets/*, /account/not-me. */
  safety: Router
  /** /sitemap.xml, /robots.txt. */
  addresses: Router
  /** /service-worker.js. */
  serviceWorker: Router
  /** /share-card.png */
  shareCard: Router
  site: {
    has(path: string): boolean
    file(path: string, requested: RequestHeaders): Promise<Response>
    page(url: URL, requested: RequestHeaders): Promise<Response>
  }
  log: Log
}

const servicePrefixes = ['rest', 'auth', 'storage', 'realtime', 'functions'].map((name) => `/${name}/v1/`)

export function createRouter(options: RouterOptions): Router {
  const {
    probes,
    services,
    mailbox,
    bounces,
    replies,
    forms,
    plainForms,
    registrations,
    market,
    adminArea,
    documents,
    tracking,
    vault,
    account,
    safety,
    addresses,
    serviceWorker,
    shareCard,
    site,
    log,
  } = options
  const app: Router = new Hono()
  app.route('/', probes)
  app.route('/', services)
  // Below, no matter who does not say that an answer may be stored answers one person: no cache holds it, neither the browser's nor another.
  app.use(async (c, next) => {
    await next()
    const said = c.res.headers.get('cache-control')
    if (said === null || said === 'no-store') c.res.headers.set('cache-control', 'private, no-store')
  })
  if (mailbox) app.route('/', mailbox)
  if (bounces) app.route('/', bounces)
  if (replies) app.route('/', replies)
  app.route('/', forms)
  app.route('/', plainForms)
  app.route('/registrations', registrations)
  app.route('/market', market)
  app.route('/', adminArea)
  app.route('/', documents)
  app.route('/', tracking)
  app.route('/', vault)
  app.route('/', account)
  app.route('/', safety)
  app.route('/', addresses)
  app.route('/', serviceWorker)
  app.route('/', shareCard)

  app.get('*', (c) => {
    const path = c.req.path
    const requested = {
      acceptEncoding: c.req.header('accept-encoding'),
      ifNoneMatch: c.req.header('if-none-match'),
    }
    if (servicePrefixes.some((prefix) => path.startsWith(prefix))) return unknownService()
    if (site.has(path)) {
      if (isPartOfPage(path)) for (const name of documentHeaders) c.env.outgoing.removeHeader(name)
      return site.file(path, requested)
    }
    // A missing file must not be answered with a page, and not be remembered: the next release may bring it.
    if (path.startsWith('/assets/') || path.startsWith('/dev/'))
      return new Response('Not found\n', {
        status: 404,
        headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
      })
    // React Router would warn of it in words that hold the path, and a path may hold the secret of a link.
    if (!isDecodable(path)) return refuse(400, { code: 'bad_request', message: 'The address is malformed.' })
    return site.page(new URL(c.req.url), requested)
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

/** A script or a stylesheet of the build: a page on 2G loads some twenty of them. */
function isPartOfPage(path: string): boolean {
  return /^\/assets\/.+\.(js|css)$/.test(path)
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
