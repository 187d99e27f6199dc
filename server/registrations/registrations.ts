// /registrations: forms, their photos and their guest links, for people with and without an account.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { trackedRecordHeader } from '#domain/guest-links.ts'
import { intakeMessages } from '#domain/registrations/intake.ts'
import {
  isRegistrationForm,
  type RegistrationFormName,
  registrationForms,
} from '#domain/registrations/registrations.ts'
import {
  type AppContext,
  answerErrors,
  answerJson,
  RefusedError,
  readBody,
  refuseOtherSites,
  refuseWait,
} from '#server/http/answers.ts'
import { requireSession } from '#server/http/session.ts'
import { hashSecret } from '#server/http/tokens.ts'
import { claimRegistrations, claimRequest } from './claim.ts'
import { admitClerk } from './clerk.ts'
import { createGuestRoutes } from './guest-routes.ts'
import { createIntake, type ReadRequest, registrationRequest, type Sender } from './intake.ts'
import { createRecordRoutes } from './record-routes.ts'
import { createRouteParts, type RegistrationsOptions } from './route-parts.ts'
import { findTracked, readTracked, refuseErased } from './tracking.ts'

const attachment = z.object({
  receipt: z.string(),
  recordType: z.string().max(60),
  id: z.uuid(),
  trackingToken: z.string().optional(),
})

export function createRegistrations(options: RegistrationsOptions): Hono<{ Bindings: HttpBindings }> {
  const { database, photos, cookie, isOwnOrigin, log } = options
  const app = new Hono<{ Bindings: HttpBindings }>()
  const parts = createRouteParts(options)
  const { proofs, limiter, addressOf, limit, readSession, attemptOf, intakeOptions } = parts
  const intake = createIntake(intakeOptions)

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

  app.route('/', createGuestRoutes(options, parts))

  app.post('/claim', async (c) => {
    refuseOtherSites(c, isOwnOrigin)
    const { userId } = await requireSession(readSession, c)
    const claimed = await claimRegistrations(options, userId, await readBody(c, claimRequest))
    return answerJson(200, { ok: true, claimed })
  })

  app.route('/', createRecordRoutes(options, parts))

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
    if (onBehalf) return { ...(await admitClerk(options, parts, c, session, onBehalf.channel)), proof: null }
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

  return app
}
