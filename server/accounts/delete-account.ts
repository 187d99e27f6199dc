// POST /account/delete: the account and what names its owner, gone for good; asked for by its owner alone.
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import {
  accountDeletionMessages,
  accountDeletionPath,
  findDeletionProblems,
} from '#domain/account-deletion.ts'
import { vaultMessages } from '#domain/vault.ts'
import { queryAsServiceRole } from '#server/as-service-role.ts'
import {
  answerJson,
  answerRefusal,
  asRefusal,
  describeFault,
  RefusedError,
  readBody,
  refuseOtherSites,
} from '#server/http/answers.ts'
import type { IsOwnOrigin } from '#server/http/own-origin.ts'
import { createReadSession, requireSession, type SessionOptions } from '#server/http/session.ts'
import { type EraseOptions, findPhotos, removePhotos } from '#server/vault/erase.ts'
import { findPersonIds } from '#server/vault/secrets-of.ts'

export interface AccountOptions extends EraseOptions, SessionOptions {
  isOwnOrigin: IsOwnOrigin
}

type AccountContext = Context<{ Bindings: HttpBindings }>

const deletionRequest = z.object({ confirmation: z.string().max(300), code: z.string().max(40) })
export function createAccountRoutes(options: AccountOptions): Hono<{ Bindings: HttpBindings }> {
  const { database, services, isOwnOrigin, publishableKey, log } = options
  const app = new Hono<{ Bindings: HttpBindings }>()
  const readSession = createReadSession(options)

  app.post(accountDeletionPath, async (c) => {
    refuseOtherSites(c, isOwnOrigin)
    const { caller, account } = await requireSession(readSession, c)
    const request = await readBody(c, deletionRequest)
    const { id, email, factors } = account
    const { aal } = JSON.parse(caller.claims) as { aal?: unknown }
    if (aal !== 'aal2' && factors?.some(({ status }) => status === 'verified'))
      throw new RefusedError('forbidden', { message: vaultMessages.secondFactor })
    const problems = findDeletionProblems(request, email)
    if (problems.length > 0) throw new RefusedError('invalid', { errors: problems })
    const { rows } = await queryAsServiceRole<{ obstacle: string | null }>(
      database,
      'select private.find_deletion_obstacle($1) as obstacle',
      [id],
    )
    const obstacle = rows[0]?.obstacle
    if (obstacle) throw new RefusedError('conflict', { message: obstacle })
    await proveMailbox(c, email, request.code.replace(/[\s-]/g, ''))

    const photos = await findPhotos(options, await findPersonIds(database, id))
    await queryAsServiceRole(database, 'select private.delete_account($1)', [id])
    await removePhotos(options, photos)
    return answerJson(200, { ok: true })
  })

  app.onError((error, c) => {
    const refusal = asRefusal(error)
    if (refusal) return answerRefusal(refusal)
    const requestId = c.env.outgoing?.getHeader('x-request-id')
    log.error({ ...describeFault(error), requestId }, 'an account was not deleted')
    return answerRefusal(new RefusedError('unavailable'))
  })

  /** The code is spent by this, and wrong ones are counted, as at every sign-in by code. */
  async function proveMailbox(c: AccountContext, email: string, code: string): Promise<void> {
    const response = await call(c, '/auth/v1/verify', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'reauthentication', email, token: code }),
    })
    if (response.ok) return
    if (response.status === 429) throw new RefusedError('too_many')
    if (response.status >= 500) throw new RefusedError('unavailable')
    const message = accountDeletionMessages.wrongCode
    throw new RefusedError('invalid', { errors: [{ field: 'code', message }] })
  }

  // With the request's own bindings: limits count by where it comes from.
  async function call(c: AccountContext, path: string, init: RequestInit & { headers: object }) {
    return services.request(path, { ...init, headers: { apikey: publishableKey, ...init.headers } }, c.env)
  }

  return app
}
