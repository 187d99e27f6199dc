// /registrations/track: a registration for the holder of its guest link, who has no account.
import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { describeRenewal, describeWithdrawal } from '#domain/consent-list-words.ts'
import { isOneTimeCode, oneTimeCodeWords } from '#domain/one-time-codes.ts'
import type { CodeChannel } from '#domain/registrations/intake.ts'
import { type DataShape, dataShapes } from '#domain/vault.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import {
  type AppContext,
  answerJson,
  RefusedError,
  readBody,
  refuseOtherSites,
  refuseWait,
} from '#server/http/answers.ts'
import { eraseGuestData } from '#server/vault/erase.ts'
import { exportGuest } from '#server/vault/export.ts'
import { answerExport } from '#server/vault/report/answer-export.ts'
import { findGuestPhoto } from '#server/vault/secrets-of.ts'
import { change, changeRequest, countRefusal, resubmission, resubmit } from './resubmit.ts'
import type { RegistrationsOptions, RouteParts } from './route-parts.ts'
import { listReveals, readTracked } from './tracking.ts'

const codeRequest = z.object({
  channel: z.enum(['email', 'sms']),
  purpose: z.enum(['change', 'photo']).default('change'),
})
const attemptId = z.uuid().toLowerCase()
const photoRequest = z.object({ code: z.string().max(40), attempt: attemptId })
/** `attempt`: the one that the digits for the photo were typed for. */
const exportRequest = z.object({ attempt: attemptId.optional() })
const withdrawal = z.object({ purpose: z.string().max(60) })

export function createGuestRoutes(
  options: RegistrationsOptions,
  { limiter, limit, attemptOf, intakeOptions }: RouteParts,
): Hono<{ Bindings: HttpBindings }> {
  const { database, cookie, isOwnOrigin } = options
  const app = new Hono<{ Bindings: HttpBindings }>()
  const codeKey = Buffer.from(hkdfSync('sha256', options.secret, '', 'registration change codes', 32))
  const hashCode = (tokenHash: string, digits: string) =>
    createHmac('sha256', codeKey).update(`${tokenHash} ${digits}`).digest('hex')

  app.get('/track', async (c) => {
    limit('links', c)
    const { personId: _person, tokenHash: _hash, ...shown } = await readTracked(database, cookie, c)
    return answerJson(200, { ok: true, ...shown })
  })

  app.post('/track/resubmit', async (c) => {
    limit('submissions', c)
    refuseOtherSites(c, isOwnOrigin)
    const record = await readTracked(database, cookie, c)
    const request = await readBody(c, resubmission)
    const attempt = attemptOf(`${record.id} again`, null, request.idempotencyKey)
    return answerJson(
      200,
      await resubmit(
        intakeOptions,
        record,
        request,
        { trackingTokenHash: record.tokenHash },
        attempt,
        (code) => proveGuest(record.tokenHash, code, attempt.key, 'change'),
      ),
    )
  })

  app.post('/track/code', async (c) => {
    limit('links', c)
    refuseOtherSites(c, isOwnOrigin)
    const { tokenHash } = await readTracked(database, cookie, c)
    const { channel, purpose } = await readBody(c, codeRequest)
    const digits = String(randomInt(1_000_000)).padStart(6, '0')
    const { rows } = await queryAsServiceRole<{ sent: CodeChannel }>(
      database,
      'select private.request_change_code($1, $2, $3, $4, $5) as sent',
      [tokenHash, channel, digits, hashCode(tokenHash, digits), purpose],
    )
    return answerJson(200, { ok: true, ...rows[0]?.sent })
  })

  app.post('/track/change', async (c) => {
    limit('submissions', c)
    refuseOtherSites(c, isOwnOrigin)
    const record = await readTracked(database, cookie, c)
    const { tokenHash } = record
    const request = await readBody(c, changeRequest)
    const attempt = attemptOf(`${record.id} change`, null, request.idempotencyKey)
    return answerJson(
      200,
      await change(intakeOptions, record, request, { trackingTokenHash: tokenHash }, attempt, (code) =>
        proveGuest(tokenHash, code, attempt.key, 'change'),
      ),
    )
  })

  app.post('/track/photo', async (c) => {
    limit('links', c)
    refuseOtherSites(c, isOwnOrigin)
    const { tokenHash, recordType, id } = await readTracked(database, cookie, c)
    const { code, attempt } = await readBody(c, photoRequest)
    try {
      await proveGuest(tokenHash, code, attempt, 'photo')
    } catch (error) {
      if (error instanceof RefusedError) await countRefusal(database, { recordType, id })
      throw error
    }
    return answerJson(200, { ok: true })
  })

  app.post('/track/reveals', async (c) => {
    limit('links', c)
    const { personId } = await readTracked(database, cookie, c)
    return answerJson(200, { ok: true, reveals: await listReveals(database, personId) })
  })

  const exportTracked = (shape: DataShape) => async (c: AppContext) => {
    limit('links', c)
    refuseOtherSites(c, isOwnOrigin)
    const { personId, tokenHash } = await readTracked(database, cookie, c)
    if (personId === null) throw new RefusedError('not_found')
    refuseWait(limiter.takeForExport(personId))
    const { attempt } = c.req.header('content-type') ? await readBody(c, exportRequest) : {}
    const photo = attempt === undefined ? null : await findGuestPhoto(database, tokenHash, attempt)
    const all = await exportGuest({ ...options, photos: options.store }, personId, photo)
    return answerExport(all, shape, options.companyName(), personId)
  }

  for (const [shape, path] of Object.entries(dataShapes))
    app.post(`/track/export${path}`, exportTracked(shape as DataShape))

  app.post('/track/erase', async (c) => {
    limit('links', c)
    refuseOtherSites(c, isOwnOrigin)
    const { personId } = await readTracked(database, cookie, c)
    if (personId === null) throw new RefusedError('not_found')
    await eraseGuestData({ ...options, photos: options.store }, personId)
    return answerJson(200, { ok: true })
  })

  app.post('/track/withdraw', async (c) => {
    limit('links', c)
    refuseOtherSites(c, isOwnOrigin)
    const { tokenHash, recordType, id } = await readTracked(database, cookie, c)
    const { purpose } = await readBody(c, withdrawal)
    const isStopped = await isStoppedNow(recordType, id)
    await queryAsServiceRole(database, 'select public.withdraw_tracked_consent($1, $2)', [tokenHash, purpose])
    return answerJson(200, { ok: true, message: describeWithdrawal(purpose, recordType, isStopped) })
  })

  app.post('/track/renew', async (c) => {
    limit('links', c)
    refuseOtherSites(c, isOwnOrigin)
    const { tokenHash, recordType, id } = await readTracked(database, cookie, c)
    const { purpose } = await readBody(c, withdrawal)
    await queryAsServiceRole(database, 'select public.renew_tracked_consent($1, $2)', [tokenHash, purpose])
    const isAnotherMissing = await isStoppedNow(recordType, id)
    return answerJson(200, { ok: true, message: describeRenewal(recordType, isAnotherMissing) })
  })

  /** Whether it lacks a consent that it needs. */
  async function isStoppedNow(recordType: string, id: string): Promise<boolean> {
    const { rows } = await queryAsServiceRole<{ is_stopped: boolean }>(
      database,
      'select private.consent_withdrawn_at($1, $2) is not null as is_stopped',
      [recordType, id],
    )
    return rows[0]?.is_stopped === true
  }

  /** The digits that were sent last for this to the holder of this link, typed for this attempt. */
  async function proveGuest(
    tokenHash: string,
    code: string,
    attempt: string,
    purpose: 'change' | 'photo',
  ): Promise<null> {
    const digits = code.replace(/[\s-]/g, '')
    const wrong = (message: string) => new RefusedError('invalid', { errors: [{ field: 'code', message }] })
    if (!isOneTimeCode(digits)) throw wrong(oneTimeCodeWords.typeCode)
    const { rows } = await queryAsServiceRole<{ is_proved: boolean }>(
      database,
      'select private.prove_change_code($1, $2, $3, $4) as is_proved',
      [tokenHash, hashCode(tokenHash, digits), attempt, purpose],
    )
    if (!rows[0]?.is_proved) throw wrong(oneTimeCodeWords.wrongCode)
    return null
  }

  return app
}
