// /registrations/{table}/{id}: a registration for its own account, and for staff who answer for someone without one.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { isRegistrationForm } from '#domain/registrations/registrations.ts'
import { runAs } from '#platform/database/run-as.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { answerJson, RefusedError, readBody, refuseOtherSites } from '#server/http/answers.ts'
import { requireSession } from '#server/http/session.ts'
import { admitClerk } from './clerk.ts'
import { reissueLink, reissueRequest } from './reissue.ts'
import { change, changeRequest, resubmission, resubmit } from './resubmit.ts'
import type { RegistrationsOptions, RouteParts } from './route-parts.ts'

const requireSecondFactor = `select private.require_strong_right('registrations.enter')`

export function createRecordRoutes(
  options: RegistrationsOptions,
  parts: RouteParts,
): Hono<{ Bindings: HttpBindings }> {
  const { database, isOwnOrigin } = options
  const { limit, readSession, attemptOf, intakeOptions } = parts
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.post('/:recordType/:id/resubmit', async (c) => {
    limit('submissions', c)
    refuseOtherSites(c, isOwnOrigin)
    const session = await requireSession(readSession, c)
    const { userId } = session
    const request = await readBody(c, resubmission)
    const [recordType, id] = [c.req.param('recordType'), c.req.param('id')]
    const clerk = request.onBehalf
      ? await admitClerk(options, parts, c, session, request.onBehalf.channel, `${recordType}.read`)
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

  /** Finds a record of this account, or (null) of someone without one. */
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
