// /registrations: forms, their photos and their guest links, for people with and without an account.

import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { renewalMeaning, withdrawalMeaning } from '#domain/consents.ts'
import { trackedRecordHeader } from '#domain/guest-links.ts'
import { isOneTimeCode, oneTimeCodeWords } from '#domain/one-time-codes.ts'
import { type CodeChannel, intakeMessages } from '#domain/registrations/intake.ts'
import {
  isRegistrationForm,
  type RegistrationFormName,
  registrationForms,
} from '#domain/registrations/registrations.ts'
import { type DataShape, dataShapes } from '#domain/vault.ts'
import { runAs } from '#platform/database/run-as.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import type { PhotoStore } from '#server/files/photo-store.ts'
import {
  type AppContext,
  answerErrors,
  answerJson,
  RefusedError,
  readBody,
  refuseOtherSites,
  refuseWait,
} from '#server/http/answers.ts'
import { type Attempt, createAttempts } from '#server/http/attempts.ts'
import { createProofs } from '#server/http/proof.ts'
import type { RouteOptions } from '#server/http/route-options.ts'
import { createReadSession, requireSession, type Session, type SessionOptions } from '#server/http/session.ts'
import { hashSecret } from '#server/http/tokens.ts'
import type { TrackingCookie } from '#server/http/tracking-cookie.ts'
import { eraseGuestData } from '#server/vault/erase.ts'
import { exportGuest } from '#server/vault/export.ts'
import { answerExport } from '#server/vault/report/answer-export.ts'
import type { Vault } from '#server/vault/vault.ts'
import { claimRegistrations, claimRequest } from './claim.ts'
import {
  createIntake,
  type IntakeOptions,
  type ReadRequest,
  registrationRequest,
  type Sender,
} from './intake.ts'
import { createLimiter, type RegistrationLimits } from './limits.ts'
import type { Photos } from './photos.ts'
import { reissueLink, reissueRequest } from './reissue.ts'
import { type Clerk, change, changeRequest, resubmission, resubmit } from './resubmit.ts'
import { findTracked, listReveals, readTracked, refuseErased } from './tracking.ts'

export interface RegistrationsOptions extends SessionOptions, RouteOptions {
  vault: Vault
  photos: Photos
  store: PhotoStore
  /** The application's secret: keys for proofs, devices and links derive from it. */
  secret: string
  siteUrl: string
  cookie: TrackingCookie
  companyName: () => string
  circumstances: IntakeOptions['circumstances']
  termsInForce: IntakeOptions['termsInForce']
  /** A session as strong as its account allows, and a code from its mailbox: answers the mailbox. */
  proveOwner: (c: AppContext, session: Session, code: string) => Promise<string>
  limits?: RegistrationLimits
}

const attachment = z.object({
  receipt: z.string(),
  recordType: z.string().max(60),
  id: z.uuid(),
  trackingToken: z.string().optional(),
})
const codeRequest = z.object({ channel: z.enum(['email', 'sms']) })
const withdrawal = z.object({ purpose: z.string().max(60) })

const requireSecondFactor = `select private.require_strong_right('registrations.enter')`

export function createRegistrations(options: RegistrationsOptions): Hono<{ Bindings: HttpBindings }> {
  const { database, photos, cookie, isOwnOrigin, siteUrl, clock, secret, log } = options
  const app = new Hono<{ Bindings: HttpBindings }>()
  const proofs = createProofs({ database, secret, clock })
  const limiter = createLimiter({
    secret,
    secure: siteUrl.startsWith('https:'),
    clock,
    ...(options.limits && { limits: options.limits }),
  })
  const readSession = createReadSession(options)
  const attemptOf = createAttempts(secret)
  const codeKey = Buffer.from(hkdfSync('sha256', secret, '', 'registration change codes', 32))
  const hashCode = (tokenHash: string, digits: string) =>
    createHmac('sha256', codeKey).update(`${tokenHash} ${digits}`).digest('hex')
  const intakeOptions = { ...options, proofs }
  const intake = createIntake(intakeOptions)

  const addressOf = (c: AppContext) => options.clientAddress(c.env.incoming)
  const limit = (kind: keyof RegistrationLimits['perAddress'], c: AppContext) =>
    refuseWait(limiter.takeForAddress(kind, addressOf(c)))

  app.get('/proof', async (c) => {
    limit('proofs', c)
    limiter.nameDevice(c, addressOf(c))
    return c.json(await proofs.challenge())
  })

  app.post('/photos', async (c) => {
    limit('photos', c)
    refuseOtherSites(c, isOwnOrigin)
    const session = await readSession(c)
    // Someone without an account, whose first photo did not arrive, holds the guest link.
    const tracked = session ? null : await readTracked(database, cookie, c)
    if (tracked) await refuseErased(database, tracked)
    refuseWait(limiter.takeForPlace(session?.userId ?? tracked?.tokenHash ?? ''))
    return answerJson(201, (await photos.open(session?.userId ?? null)) ?? {})
  })

  app.post('/photos/attach', async (c) => {
    limit('photos', c)
    refuseOtherSites(c, isOwnOrigin)
    const { receipt, recordType, id, trackingToken } = await readBody(c, attachment)
    const record = { recordType, id }
    const session = trackingToken === undefined ? await readSession(c) : null
    if (session) await photos.attach(hashSecret(receipt), record, { userId: session.userId })
    else {
      const result =
        trackingToken === undefined
          ? await readTracked(database, cookie, c).catch((error: unknown) => {
              throw c.req.header(trackedRecordHeader) === undefined ? new RefusedError('sign_in') : error
            })
          : await findTracked(database, trackingToken)
      if (result.recordType !== recordType || result.id !== id) throw new RefusedError('not_found')
      await photos.attach(hashSecret(receipt), record, { trackingTokenHash: result.tokenHash })
    }
    return answerJson(200, { ok: true })
  })

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
        (code) => proveGuest(record.tokenHash, code, attempt),
      ),
    )
  })

  app.post('/track/code', async (c) => {
    limit('links', c)
    refuseOtherSites(c, isOwnOrigin)
    const { tokenHash } = await readTracked(database, cookie, c)
    const { channel } = await readBody(c, codeRequest)
    const digits = String(randomInt(1_000_000)).padStart(6, '0')
    const { rows } = await queryAsServiceRole<{ sent: CodeChannel }>(
      database,
      'select private.request_change_code($1, $2, $3, $4) as sent',
      [tokenHash, channel, digits, hashCode(tokenHash, digits)],
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
        proveGuest(tokenHash, code, attempt),
      ),
    )
  })

  app.post('/track/reveals', async (c) => {
    limit('links', c)
    const { personId } = await readTracked(database, cookie, c)
    return answerJson(200, { ok: true, reveals: await listReveals(database, personId) })
  })

  const exportTracked = (shape: DataShape) => async (c: AppContext) => {
    limit('links', c)
    refuseOtherSites(c, isOwnOrigin)
    const { personId } = await readTracked(database, cookie, c)
    if (personId === null) throw new RefusedError('not_found')
    refuseWait(limiter.takeForExport(personId))
    const all = await exportGuest({ ...options, photos: options.store }, personId)
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
    const { tokenHash } = await readTracked(database, cookie, c)
    const { purpose } = await readBody(c, withdrawal)
    await queryAsServiceRole(database, 'select public.withdraw_tracked_consent($1, $2)', [tokenHash, purpose])
    return answerJson(200, { ok: true, message: withdrawalMeaning })
  })

  app.post('/track/renew', async (c) => {
    limit('links', c)
    refuseOtherSites(c, isOwnOrigin)
    const { tokenHash } = await readTracked(database, cookie, c)
    const { purpose } = await readBody(c, withdrawal)
    await queryAsServiceRole(database, 'select public.renew_tracked_consent($1, $2)', [tokenHash, purpose])
    return answerJson(200, { ok: true, message: renewalMeaning })
  })

  app.post('/claim', async (c) => {
    refuseOtherSites(c, isOwnOrigin)
    const { userId } = await requireSession(readSession, c)
    const claimed = await claimRegistrations(options, userId, await readBody(c, claimRequest))
    return answerJson(200, { ok: true, claimed })
  })

  app.post('/:recordType/:id/resubmit', async (c) => {
    limit('submissions', c)
    refuseOtherSites(c, isOwnOrigin)
    const session = await requireSession(readSession, c)
    const { userId } = session
    const request = await readBody(c, resubmission)
    const [recordType, id] = [c.req.param('recordType'), c.req.param('id')]
    const clerk = request.onBehalf
      ? await admitClerk(c, session, request.onBehalf.channel, `${recordType}.read`)
      : null
    // It may put another account number, or another birth date, in the place of what is stored.
    if (clerk) await runAs(database, session.caller, { text: requireSecondFactor })
    const record = await findRecord(recordType, id, clerk ? null : userId)
    const attempt = attemptOf(`${record.id} again`, userId, request.idempotencyKey)
    return answerJson(
      200,
      await resubmit(intakeOptions, record, request, clerk ?? { userId }, attempt, (code) =>
        options.proveOwner(c, session, code),
      ),
    )
  })

  app.post('/:recordType/:id/change', async (c) => {
    limit('submissions', c)
    refuseOtherSites(c, isOwnOrigin)
    const session = await requireSession(readSession, c)
    const { userId } = session
    const request = await readBody(c, changeRequest)
    const record = await findRecord(c.req.param('recordType'), c.req.param('id'), userId)
    const attempt = attemptOf(`${record.id} change`, userId, request.idempotencyKey)
    return answerJson(
      200,
      await change(intakeOptions, record, request, { userId }, attempt, (code) =>
        options.proveOwner(c, session, code),
      ),
    )
  })

  app.post('/:recordType/:id/link', async (c) => {
    limit('links', c)
    refuseOtherSites(c, isOwnOrigin)
    const { caller } = await requireSession(readSession, c)
    const { reason } = await readBody(c, reissueRequest)
    const [recordType, id] = [c.req.param('recordType'), c.req.param('id')]
    if (!z.uuid().safeParse(id).success) throw new RefusedError('not_found')
    return answerJson(200, await reissueLink(database, caller, { recordType, id }, reason))
  })

  app.post('/:form', async (c) => {
    limit('submissions', c)
    refuseOtherSites(c, isOwnOrigin)
    const form = c.req.param('form')
    if (!isRegistrationForm(form)) throw new RefusedError('not_found')
    const request = await readBody(c, registrationRequest)
    const sender = await admit(c, form, request)
    const attempt = attemptOf(form, sender.enteredBy ?? sender.userId, request.idempotencyKey)
    const received = await intake.submit(form, request, sender, attempt)
    return answerJson(received.isNew ? 201 : 200, received)
  })

  app.all('*', () => {
    throw new RefusedError('not_found')
  })

  app.onError(answerErrors(log, 'a registration was not taken'))

  /** Who may send this form, and as whom; a guest shows that some work was done. */
  async function admit(
    c: AppContext,
    form: RegistrationFormName,
    { onBehalf, homepage, proof }: ReadRequest,
  ): Promise<Sender> {
    const session = await readSession(c)
    if (onBehalf) return { ...(await admitClerk(c, session, onBehalf.channel)), proof: null }
    if (registrationForms[form].needsAccount && !session)
      throw new RefusedError('sign_in', { message: intakeMessages.signIn })
    const userId = session?.userId ?? null
    refuseWait(limiter.takeForDevice({ deviceId: limiter.readDevice(c), userId, address: addressOf(c) }))
    // Anyone who fills in what nobody sees is no person; a person whose browser did it can still try again.
    if (homepage !== undefined && homepage.trim() !== '') throw new RefusedError('proof')
    if (userId !== null) return { userId, channel: 'web', enteredBy: null, proof: null }
    const checked = proofs.verify(proof)
    if (!checked) throw new RefusedError('proof')
    return { userId, channel: 'web', enteredBy: null, proof: checked }
  }

  /** `more`: a right that it takes besides. */
  async function admitClerk(
    c: AppContext,
    session: Session | null,
    channel: 'walk_in' | 'phone',
    more = 'registrations.enter',
  ): Promise<Clerk> {
    if (!session) throw new RefusedError('sign_in')
    // As themselves: what their own token lets them do now, not what their account may do at best.
    const { rows } = await runAs(
      database,
      session.caller,
      {
        text: `select private.has_permission('registrations.enter') and private.has_permission($1) as allowed`,
        values: [more],
      },
      { readOnly: true },
    )
    if ((rows[0] as { allowed: boolean }).allowed !== true) throw new RefusedError('forbidden')
    refuseWait(limiter.takeForClerk(session.userId))
    return { userId: null, channel, enteredBy: session.userId, enteredFrom: addressOf(c) }
  }

  /** The digits that were sent last to the holder of this link, typed for this attempt. */
  async function proveGuest(tokenHash: string, code: string, { key }: Attempt): Promise<null> {
    const digits = code.replace(/[\s-]/g, '')
    const wrong = (message: string) => new RefusedError('invalid', { errors: [{ field: 'code', message }] })
    if (!isOneTimeCode(digits)) throw wrong(oneTimeCodeWords.typeCode)
    const { rows } = await queryAsServiceRole<{ is_proved: boolean }>(
      database,
      'select private.prove_change_code($1, $2, $3) as is_proved',
      [tokenHash, hashCode(tokenHash, digits), key],
    )
    if (!rows[0]?.is_proved) throw wrong(oneTimeCodeWords.wrongCode)
    return null
  }

  /** Of this account, or (null) of someone without one. */
  async function findRecord(recordType: string, id: string, userId: string | null) {
    const { rows } = z.uuid().safeParse(id).success
      ? await queryAsServiceRole<{ form: string; person_id: string | null }>(
          database,
          `select form, private.vault_person_of(record_type, id) as person_id from private.registrations
            where record_type = $1 and id = $2 and user_id is not distinct from $3`,
          [recordType, id, userId],
        )
      : { rows: [] }
    const [result] = rows
    if (!result || !isRegistrationForm(result.form)) throw new RefusedError('not_found')
    return { recordType, id, form: result.form, personId: result.person_id }
  }

  return app
}
