// /track: a link's secret becomes a cookie, and a reference with its phone number shows a status without any script.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { trackPaths } from '#domain/guest-links.ts'
import { createMemoryLimiter } from '#platform/auth/memory-limiter.ts'
import type { Limit } from '#platform/settings.ts'
import {
  type AppContext,
  answerErrors,
  RefusedError,
  readBody,
  refuseOtherSites,
  refuseWait,
} from '#server/http/answers.ts'
import { perHour, perTenMinutes } from '#server/http/limit-windows.ts'
import type { RouteOptions } from '#server/http/route-options.ts'
import type { TrackingCookie } from '#server/http/tracking-cookie.ts'
import { createFrame, type FrameOptions } from '#server/pages/frame.ts'
import { findStatus, readReference, sendLink } from './find-status.ts'
import { linkSentPage, statusPage } from './status-page.ts'

export interface TrackingLimits {
  /** Links that one address opens. */
  links: Limit
  /** Questions for a status: of one address, and about one reference from anywhere that were not answered with it. */
  statusPerAddress: Limit
  statusPerReference: Limit
}

export const defaultTrackingLimits: TrackingLimits = {
  links: perTenMinutes(240),
  statusPerAddress: perTenMinutes(30),
  statusPerReference: perHour(10),
}

export interface TrackingOptions extends FrameOptions, RouteOptions {
  cookie: TrackingCookie
  /** Whom to call. */
  companyPhone: () => string | null
  limits?: TrackingLimits
}

const secretHeaders = { 'referrer-policy': 'no-referrer' }
const link = z.object({ token: z.string().max(200).nullable() })
const question = z.object({ reference: z.string().max(60), phone: z.string().max(60) })

export function createTrackingRoutes(options: TrackingOptions): Hono<{ Bindings: HttpBindings }> {
  const { database, cookie, isOwnOrigin, clock, log, companyPhone, limits = defaultTrackingLimits } = options
  const app = new Hono<{ Bindings: HttpBindings }>()
  const frame = createFrame(options)
  const memory = createMemoryLimiter()
  const limit = (kind: keyof TrackingLimits, who: string) =>
    Math.ceil(memory.take(kind, who, limits[kind], clock()))
  const addressOf = (c: AppContext) => options.clientAddress(c.env.incoming)

  app.post(trackPaths.page, async (c) => {
    refuseWait(limit('links', addressOf(c)))
    refuseOtherSites(c, isOwnOrigin)
    const { token } = await readBody(c, link)
    if (token === null) {
      cookie.close(c)
      return c.json({ ok: true })
    }
    const isOpen = cookie.open(c, token)
    for (const [name, value] of Object.entries(secretHeaders)) c.header(name, value)
    if (!isOpen) throw new RefusedError('not_found')
    return c.json({ ok: true })
  })

  // Anyone who loads the answer's address once more gets the form again.
  for (const path of [trackPaths.status, trackPaths.link])
    app.get(path, (c) => c.redirect(trackPaths.page, 303))

  // Links of before had their secret in the path.
  app.get(`${trackPaths.page}/:token`, (c) => {
    refuseWait(limit('links', addressOf(c)))
    cookie.open(c, c.req.param('token'))
    for (const [name, value] of Object.entries(secretHeaders)) c.header(name, value)
    return c.redirect(trackPaths.page, 303)
  })

  app.post(trackPaths.status, async (c) => {
    const read = await readQuestion(c)
    if (read.refused) return read.refused
    const result = await findStatus(database, read.input)
    // Its own person may look again and again. It tells nothing: the answer itself says that it is right.
    if (result) memory.giveBack('statusPerReference', readReference(read.input.reference))
    return statusPage(frame, {
      ...read,
      phone: companyPhone(),
      ...(result ? { result } : { refusal: 'unknown' }),
    })
  })

  app.post(trackPaths.link, async (c) => {
    const read = await readQuestion(c)
    if (read.refused) return read.refused
    const channel = await sendLink(database, read.input)
    return channel
      ? linkSentPage(frame, channel, companyPhone())
      : statusPage(frame, { ...read, phone: companyPhone(), refusal: 'unknown' })
  })

  /**
   * Whatever was typed counts, but for a status that was shown: a limit that only what is there can reach would reveal what is there. An address that has to
   * wait reaches no reference: it can shut nobody else out.
   */
  async function readQuestion(c: AppContext) {
    refuseOtherSites(c, isOwnOrigin)
    const requested = question.safeParse(await c.req.parseBody().catch(() => null))
    const input = requested.success ? requested.data : { reference: '', phone: '' }
    const wait =
      limit('statusPerAddress', addressOf(c)) || limit('statusPerReference', readReference(input.reference))
    const refused =
      wait > 0
        ? statusPage(frame, {
            input,
            refusal: 'too_many',
            retryAfterSeconds: wait,
            phone: companyPhone(),
          })
        : null
    return { input, refused }
  }

  const answerError = answerErrors(log, 'a guest link was not opened')
  app.onError(async (error, c) => {
    const answer = await answerError(error, c)
    for (const cleared of c.res.headers.getSetCookie()) answer.headers.append('set-cookie', cleared)
    return answer
  })
  return app
}
