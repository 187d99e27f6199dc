// /account/secrets/*, /account/not-me: the way to one's own secrets in clear, and the link that shuts it.
import { createHash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { ownSecretsMessages, ownSecretsPaths } from '#domain/account/own-secrets.ts'
import { createMemoryLimiter } from '#platform/auth/memory-limiter.ts'
import { runAs } from '#platform/database/run-as.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import {
  type AppContext,
  answerErrors,
  answerJson,
  RefusedError,
  readBody,
  refuseOtherSites,
  refuseWait,
} from '#server/http/answers.ts'
import { perTenMinutes } from '#server/http/limit-windows.ts'
import type { RouteOptions } from '#server/http/route-options.ts'
import { createReadSession, requireSession, type SessionOptions } from '#server/http/session.ts'
import { proveOwner } from './prove-mailbox.ts'

/** Nobody guesses a link; this spares the database. */
const linkLimit = perTenMinutes(60)

const codeRequest = z.object({ code: z.string().max(40) })
const linkRequest = z.object({ token: z.string().min(1).max(200) })

export interface SafetyOptions extends SessionOptions, RouteOptions {}

export function createSafetyRoutes(options: SafetyOptions): Hono<{ Bindings: HttpBindings }> {
  const { database, isOwnOrigin, clientAddress, clock, log } = options
  const app = new Hono<{ Bindings: HttpBindings }>()
  const readSession = createReadSession(options)
  const limiter = createMemoryLimiter()

  app.post(ownSecretsPaths.request, async (c) => {
    const { userId, sessionId } = await readOwner(c)
    const { rows } = await queryAsServiceRole<{ at: Date }>(
      database,
      'select private.request_own_secrets($1, $2) as at',
      [userId, sessionId],
    )
    return answerJson(200, { ok: true, opensAt: rows[0]?.at })
  })

  app.post(ownSecretsPaths.thaw, async (c) => {
    const { userId } = await readOwner(c)
    const { rows } = await queryAsServiceRole<{ at: Date }>(
      database,
      'select private.request_thaw($1) as at',
      [userId],
    )
    return answerJson(200, { ok: true, opensAt: rows[0]?.at })
  })

  app.post(ownSecretsPaths.cancel, async (c) => {
    refuseOtherSites(c, isOwnOrigin)
    const { caller } = await requireSession(readSession, c)
    await runAs(database, caller, { text: 'select private.cancel_own_secrets()' })
    return answerJson(200, { ok: true })
  })

  app.post(ownSecretsPaths.alarm, (c) => answerLink(c, 'select private.read_alarm_link($1) as alarm'))
  app.post(ownSecretsPaths.raiseAlarm, (c) => answerLink(c, 'select private.use_alarm_link($1) as alarm'))

  app.onError(
    answerErrors(log, 'a question about the safety of an account was not answered', {
      known: (error) => {
        const { hint } = error as { hint?: unknown }
        return hint === 'frozen' || hint === 'mailbox' || hint === 'password'
          ? new RefusedError('forbidden', { message: error.message })
          : null
      },
    }),
  )

  return app

  async function readOwner(c: AppContext): Promise<{ userId: string; sessionId: unknown }> {
    refuseOtherSites(c, isOwnOrigin)
    const session = await requireSession(readSession, c)
    const { code } = await readBody(c, codeRequest)
    await proveOwner(options, c, session, code)
    const { session_id } = JSON.parse(session.caller.claims) as { session_id?: unknown }
    return { userId: session.userId, sessionId: session_id }
  }

  /** Without a session: anyone who reads the mail need not be able to sign in. */
  async function answerLink(c: AppContext, text: string): Promise<Response> {
    refuseOtherSites(c, isOwnOrigin)
    refuseWait(limiter.take('link', clientAddress(c.env.incoming), linkLimit, clock()))
    const { token } = await readBody(c, linkRequest)
    const { rows } = await queryAsServiceRole<{ alarm: object | null }>(database, text, [
      createHash('sha256').update(token).digest('hex'),
    ])
    const alarm = rows[0]?.alarm
    if (!alarm) throw new RefusedError('not_found', { message: ownSecretsMessages.unknownLink })
    return answerJson(200, { ok: true, ...alarm })
  }
}
