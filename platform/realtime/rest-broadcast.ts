// POST /api/broadcast: a message into a channel without a socket.
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { InvalidTokenError } from '#platform/auth/verify-caller.ts'
import { isBrokenRequest } from '#platform/broken-request.ts'
import type { Caller } from '#platform/database/caller.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import { createMemoryLimiter } from '../auth/memory-limiter.ts'
import { isNestedTooDeeply } from '../json-depth.ts'
import { readWithin } from '../read-within.ts'
import { roomOf } from './channel.ts'
import { publishBroadcast } from './channel-messages.ts'
import type { Broadcast } from './frame.ts'
import type { Service } from './service.ts'

const messageSchema = z.object({
  topic: z.string().min(1).max(255),
  event: z.string().min(1).max(255),
  payload: z.unknown().optional(),
  private: z.boolean().nullish(),
})
const batchSchema = z.object({ messages: z.array(messageSchema).min(1).max(100) })

class Refusal extends Error {
  readonly status: ContentfulStatusCode
  readonly headers: Record<string, string>
  constructor(status: ContentfulStatusCode, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** Paths are relative to /realtime/v1. */
export function createRestBroadcast(service: Service, addressOf: (env: unknown) => string): Hono {
  const app = new Hono()
  const limiter = createMemoryLimiter()

  app.post('/api/broadcast', async (c) => {
    const caller = await identify(c.req.raw.headers)
    const parsed = batchSchema.safeParse(parseJson((await readBody(c.req.raw)).toString()))
    if (!parsed.success) throw new Refusal(422, parsed.error.issues[0]?.message ?? 'invalid')
    limit(caller, c.env, parsed.data.messages.length)
    for (const { topic, event, payload, private: isPrivate } of parsed.data.messages) {
      // As upstream, what may not be sent is left out without a word.
      if (await maySend(caller, topic, isPrivate ?? false))
        report(topic, isPrivate ?? false, { event, json: JSON.stringify(payload ?? {}) })
    }
    return c.body(null, 202)
  })

  app.post('/api/broadcast/:topic/events/:event', async (c) => {
    const caller = await identify(c.req.raw.headers)
    const { topic, event } = c.req.param()
    const isPrivate = c.req.query('private') === 'true'
    if (topic.length > 255 || event.length > 255)
      throw new Refusal(422, 'topic and event have at most 255 characters')
    if (Object.keys(c.req.query()).some((name) => name.startsWith('persist')))
      throw new Refusal(422, 'Storing broadcasts is not available on this server')
    limit(caller, c.env, 1)
    const bytes = await readBody(c.req.raw)
    const type = c.req.header('content-type') ?? ''
    if (!(await maySend(caller, topic, isPrivate))) throw new Refusal(403, 'Unauthorized')
    if (type.startsWith('application/octet-stream')) report(topic, isPrivate, { event, bytes })
    else if (type.startsWith('application/json'))
      report(topic, isPrivate, { event, json: JSON.stringify(parseJson(bytes.toString())) })
    else throw new Refusal(415, 'The body is neither JSON nor bytes')
    return c.body(null, 202)
  })

  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json({ message: error.message }, error.status, error.headers)
    if (error instanceof InvalidTokenError) return c.json({ message: error.message }, 401)
    if (isBrokenRequest(error)) return c.json({ message: 'The request was broken off' }, 400)
    if (isDatabaseUnavailable(error)) {
      c.header('retry-after', '1')
      return c.json({ message: 'The database is unavailable' }, 503)
    }
    service.log.error({ reason: error.stack }, 'a broadcast failed')
    return c.json({ message: 'Something went wrong' }, 500)
  })

  function identify(headers: Headers): Promise<Caller> {
    return service.verifyCaller({
      apikey: headers.get('apikey') ?? undefined,
      authorization: headers.get('authorization') ?? undefined,
    })
  }

  async function maySend(caller: Caller, topic: string, isPrivate: boolean): Promise<boolean> {
    if (!isPrivate) return !service.privateOnly
    return (await service.readRights(caller, topic)).broadcast.maySend
  }

  /** An application's own server sends with the secret key, for everybody. */
  function limit({ role }: Caller, env: unknown, messages: number): void {
    const address = addressOf(env)
    if (role === 'service_role' || !address) return
    const { broadcastsPerMinute: count } = service.limits
    let waitSeconds = 0
    for (let taken = 0; taken < messages && waitSeconds === 0; taken += 1)
      waitSeconds = limiter.take('broadcast', address, { count, windowSeconds: 60 }, service.clock())
    if (waitSeconds > 0)
      throw new Refusal(429, 'Too many messages', { 'retry-after': String(Math.ceil(waitSeconds)) })
  }

  function report(topic: string, isPrivate: boolean, message: Broadcast): void {
    const room = roomOf(topic, isPrivate)
    service.rooms.broadcast(room, message)
    publishBroadcast(service, room, message)
  }

  async function readBody(request: Request): Promise<Buffer> {
    const bytes = await readWithin(request, service.limits.payloadBytes)
    if (!bytes) throw new Refusal(413, 'The message is too large')
    return bytes
  }

  return app
}

function parseJson(text: string): unknown {
  if (isNestedTooDeeply(text)) throw new Refusal(422, 'The body is nested too deeply')
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(422, 'The body is not JSON')
  }
}
