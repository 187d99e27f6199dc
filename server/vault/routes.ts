// /vault and /account/export: looking into the vault, leaving it, and reading or taking along one's own data.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { type DataShape, dataShapes, vaultPaths } from '#domain/vault.ts'
import { createMemoryLimiter } from '#platform/auth/memory-limiter.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { PhotoStore } from '#server/files/photo-store.ts'
import {
  type AppContext,
  answerErrors,
  answerJson,
  answerSecondFactor,
  RefusedError,
  readBody,
  refuseOtherSites,
  refuseWait,
} from '#server/http/answers.ts'
import { perTenMinutes } from '#server/http/limit-windows.ts'
import type { IsOwnOrigin } from '#server/http/own-origin.ts'
import { createReadSession, requireSession, type SessionOptions } from '#server/http/session.ts'
import { describeUnreadable } from './ciphers.ts'
import { eraseAccountData } from './erase.ts'
import { exportAccount } from './export.ts'
import { answerExport } from './report/answer-export.ts'
import { reveal, revealRequest } from './reveal.ts'
import type { Vault } from './vault.ts'

/** An export reads all that there is about someone, whatever its shape. */
const exportLimit = perTenMinutes(20)

export interface VaultRoutesOptions extends SessionOptions {
  database: Database
  vault: Vault
  photos: Pick<PhotoStore, 'read' | 'remove'>
  isOwnOrigin: IsOwnOrigin
  companyName: () => string
  clock: () => Date
  log: Log
}

export function createVaultRoutes(options: VaultRoutesOptions): Hono<{ Bindings: HttpBindings }> {
  const { isOwnOrigin, clock, log } = options
  const app = new Hono<{ Bindings: HttpBindings }>()
  const readSession = createReadSession(options)
  const limiter = createMemoryLimiter()

  app.post(vaultPaths.reveal, async (c) => {
    refuseOtherSites(c, isOwnOrigin)
    const { caller } = await requireSession(readSession, c)
    const request = await readBody(c, revealRequest)
    const value = await reveal(options, caller, request)
    if (value === null) throw new RefusedError('not_found')
    return answerJson(200, { ok: true, field: request.field, value })
  })

  app.post(vaultPaths.erase, async (c) => {
    refuseOtherSites(c, isOwnOrigin)
    const { userId, caller } = await requireSession(readSession, c)
    await eraseAccountData(options, userId, caller)
    return answerJson(200, { ok: true })
  })

  const exportAs = (shape: DataShape) => async (c: AppContext) => {
    refuseOtherSites(c, isOwnOrigin)
    const { userId, caller } = await requireSession(readSession, c)
    refuseWait(Math.ceil(limiter.take('export', userId, exportLimit, clock())))
    return answerExport(await exportAccount(options, userId, caller), shape, options.companyName(), userId)
  }

  for (const [shape, path] of Object.entries(dataShapes))
    app.get(vaultPaths.export + path, exportAs(shape as DataShape))

  app.onError(
    answerErrors(log, 'the vault did not answer', {
      known: (error) => {
        const { hint, code } = error as { hint?: unknown; code?: unknown }
        if (hint === 'frozen' || hint === 'own_record')
          return new RefusedError('forbidden', { message: error.message })
        if (hint === 'aal2') return answerSecondFactor()
        return code === 'PT429' ? new RefusedError('too_many') : null
      },
      fault: describeUnreadable,
    }),
  )

  return app
}
