// POST /mail/bounces: the mail server posts what came back, as it is, with the secret that both know.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bearerToken } from '#platform/auth/verify-caller.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { answerJson } from '#server/http/answers.ts'
import { isSameSecret } from '#server/http/tokens.ts'
import { readBounce } from './read-bounce.ts'

export const bouncePath = '/mail/bounces'

/** What became of it; a message that is no bounce of ours is taken too, or the mail server would bounce it again. */
export type BounceOutcome = 'suppressed' | 'failed' | 'unknown' | 'no_bounce'

export function createBounceRoutes(options: {
  database: Database
  secret: string
  log: Log
}): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post(bouncePath, async (c) => {
    if (!isSameSecret(bearerToken(c.req.header('authorization')) ?? '', options.secret))
      return answerJson(401, { ok: false, code: 'sign_in' })
    const bounce = readBounce(await c.req.text())
    let outcome: BounceOutcome = 'no_bounce'
    if (bounce) {
      const { rows } = await queryAsServiceRole<{ outcome: BounceOutcome }>(
        options.database,
        'select private.record_bounce($1, $2) as outcome',
        [bounce.mailId, bounce.status],
      )
      outcome = rows[0]?.outcome ?? 'unknown'
    }
    // No address: the mail's row has it.
    options.log.info({ ...bounce, outcome }, 'a bounce came')
    return answerJson(200, { ok: true, outcome })
  })
  return app
}
