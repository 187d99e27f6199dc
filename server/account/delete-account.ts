// POST /account/delete: the account and what names its owner, gone for good; requested by its owner alone.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { accountDeletionPath, findDeletionProblems } from '#domain/account/account-deletion.ts'
import { vaultMessages } from '#domain/vault.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { answerErrors, answerJson, RefusedError, readBody, refuseOtherSites } from '#server/http/answers.ts'
import type { IsOwnOrigin } from '#server/http/own-origin.ts'
import { createReadSession, requireSession, type SessionOptions } from '#server/http/session.ts'
import { type EraseOptions, findPhotos, removePhotos } from '#server/vault/erase.ts'
import { findPersonIds } from '#server/vault/secrets-of.ts'
import { proveMailbox } from './prove-mailbox.ts'

export interface AccountOptions extends EraseOptions, SessionOptions {
  isOwnOrigin: IsOwnOrigin
}

const deletionRequest = z.object({ confirmation: z.string().max(300), code: z.string().max(40) })
export function createAccountRoutes(options: AccountOptions): Hono<{ Bindings: HttpBindings }> {
  const { database, isOwnOrigin, log } = options
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
    await proveMailbox(options, c, { email, code: request.code })

    const photos = await findPhotos(options, await findPersonIds(database, id))
    await queryAsServiceRole(database, 'select private.delete_account($1)', [id])
    await removePhotos(options, photos)
    return answerJson(200, { ok: true })
  })

  app.onError(answerErrors(log, 'an account was not deleted'))

  return app
}
