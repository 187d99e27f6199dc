// /admin: what staff do that needs the server: access to files, exports, pages as they would be.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { adminPaths, boardPhotoRefusal } from '#domain/admin/admin.ts'
import { createMemoryLimiter } from '#platform/auth/memory-limiter.ts'
import { runAs } from '#platform/database/run-as.ts'
import type { BoardPhotos } from '#server/company/content/board-photos.ts'
import {
  type AppContext,
  answerErrors,
  answerJson,
  answerSecondFactor,
  asRefusal,
  RefusedError,
  readBody,
  refuseOtherSites,
  refuseWait,
} from '#server/http/answers.ts'
import { perHour, perTenMinutes } from '#server/http/limit-windows.ts'
import type { RouteOptions } from '#server/http/route-options.ts'
import { createReadSession, requireSession, type SessionOptions } from '#server/http/session.ts'
import type { MessageFiles } from '#server/mail/message-files.ts'
import type { Site } from '#server/pages/site.ts'
import { describeUnreadable } from '#server/vault/ciphers.ts'
import type { EraseOptions } from '#server/vault/erase.ts'
import { createExports, exportRequest } from './export.ts'
import { findInvitation, invitationRequest, openInvitation } from './invitations.ts'
import { mergeRegistrations, mergeRequest } from './merge.ts'
import { takeMessageFile } from './message-file.ts'
import { type AccessOptions, access, accessRequest } from './open-file.ts'
import {
  findDraft,
  minClaims,
  previewMinutes,
  previewRequest,
  readDraftedContent,
  readTicket,
  writeTicket,
} from './preview.ts'

/** An export reads a whole list. */
const exportLimit = perTenMinutes(30)
/** Each is drawn again, and nobody may name it yet. */
const photoLimit = perHour(30)
/** For one address: a whole office may sit behind it. */
const invitationLimit = perTenMinutes(60)

export interface AdminRoutesOptions extends SessionOptions, Omit<AccessOptions, 'services'>, RouteOptions {
  /** Signs the addresses of previews. */
  secret: string
  site: Pick<Site, 'preview'>
  boardPhotos: Pick<BoardPhotos, 'save'>
  messageFiles: Pick<MessageFiles, 'put' | 'keep'>
  /** The photos of registrations. */
  photos: EraseOptions['photos']
  siteUrl: string
}

export function createAdminRoutes(options: AdminRoutesOptions): Hono<{ Bindings: HttpBindings }> {
  const { isOwnOrigin, siteUrl, clock, log } = options
  const app = new Hono<{ Bindings: HttpBindings }>()
  const readSession = createReadSession(options)
  const exports = createExports(options)
  const limiter = createMemoryLimiter()
  const addressOf = (c: AppContext) => options.clientAddress(c.env.incoming)

  app.post(adminPaths.access, async (c) => {
    refuseOtherSites(c, isOwnOrigin)
    const { caller } = await requireSession(readSession, c)
    const url = await access(options, caller, addressOf(c), await readBody(c, accessRequest))
    if (url === null) throw new RefusedError('not_found')
    return answerJson(200, { ok: true, url })
  })

  app.post(adminPaths.merge, async (c) => {
    refuseOtherSites(c, isOwnOrigin)
    const { caller } = await requireSession(readSession, c)
    const merged = await mergeRegistrations(options, caller, addressOf(c), await readBody(c, mergeRequest))
    return answerJson(200, { ok: true, ...merged })
  })

  app.post(adminPaths.export, async (c) => {
    refuseOtherSites(c, isOwnOrigin)
    const { userId, caller } = await requireSession(readSession, c)
    const request = await readBody(c, exportRequest)
    refuseWait(Math.ceil(limiter.take('export', userId, exportLimit, clock())))
    return exports.start(caller, addressOf(c), request)
  })

  app.get(adminPaths.exportProgress, async (c) => {
    const { caller } = await requireSession(readSession, c)
    const id = z.uuid().safeParse(c.req.query('id'))
    const progress = id.success && (await exports.progressOf(caller, id.data))
    if (!progress) throw new RefusedError('not_found')
    return answerJson(200, progress)
  })

  app.post(adminPaths.boardPhoto, async (c) => {
    refuseOtherSites(c, isOwnOrigin)
    const { userId, caller } = await requireSession(readSession, c)
    const { rows } = await runAs(
      options.database,
      caller,
      { text: `select private.has_permission('content.write') as may` },
      { readOnly: true },
    )
    if (!(rows[0] as { may: boolean }).may) throw new RefusedError('forbidden')
    refuseWait(Math.ceil(limiter.take('board photo', userId, photoLimit, clock())))
    const path = await options.boardPhotos.save(
      Buffer.from(await c.req.arrayBuffer()),
      c.req.query('as') === 'logo' ? 'logo' : 'photo',
    )
    if (path === null) throw new RefusedError('invalid', { message: boardPhotoRefusal })
    return answerJson(200, { ok: true, path })
  })

  app.post(adminPaths.messageFile, async (c) => {
    refuseOtherSites(c, isOwnOrigin)
    const { userId, caller } = await requireSession(readSession, c)
    return answerJson(200, { ok: true, ...(await takeMessageFile(options, c, caller, userId)) })
  })

  app.post(adminPaths.preview, async (c) => {
    refuseOtherSites(c, isOwnOrigin)
    const { caller } = await requireSession(readSession, c)
    const { draftId, path } = await readBody(c, previewRequest)
    const draft = await findDraft(options.database, caller, draftId)
    if (!draft) throw new RefusedError('not_found')
    // Reported now rather than in the other tab: a draft that does not fit.
    await readDraftedContent(options.database, caller.claims, draft)
    const until = clock().getTime() + previewMinutes * 60_000
    const ticket = writeTicket(options.secret, { draftId, path, claims: minClaims(caller.claims), until })
    return answerJson(200, { ok: true, path: `${adminPaths.preview}/${ticket}` })
  })

  app.get(`${adminPaths.preview}/:ticket`, async (c) => {
    const ticket = readTicket(options.secret, c.req.param('ticket'), clock())
    if (!ticket) throw new RefusedError('not_found')
    const caller = { role: 'authenticated' as const, claims: ticket.claims }
    const draft = await findDraft(options.database, caller, ticket.draftId)
    if (!draft) throw new RefusedError('not_found')
    const content = await readDraftedContent(options.database, ticket.claims, draft)
    return options.site.preview(new URL(ticket.path, siteUrl), content)
  })

  // A holder of the link reads the mailbox that it was sent to.
  const readInvitation = async (c: AppContext) => {
    refuseOtherSites(c, isOwnOrigin)
    refuseWait(Math.ceil(limiter.take('invitation', addressOf(c), invitationLimit, clock())))
    return (await readBody(c, invitationRequest)).token
  }

  app.post(adminPaths.invitation, async (c) => {
    const invitation = await findInvitation(options, await readInvitation(c))
    if (!invitation) throw new RefusedError('not_found')
    return answerJson(200, invitation)
  })

  app.post(adminPaths.invitationLink, async (c) =>
    answerJson(200, { ok: true, tokenHash: await openInvitation(options, c, await readInvitation(c)) }),
  )

  app.onError(
    answerErrors(log, 'the admin area did not answer', {
      known: (error) => {
        const { hint, message } = error as { hint?: unknown; message: string }
        if (hint === 'aal2') return answerSecondFactor()
        if (hint === 'own_record' || hint === 'frozen') return new RefusedError('forbidden', { message })
        // The usual sentence speaks of guest links.
        return asRefusal(error)?.code === 'not_found'
          ? new RefusedError('not_found', { message: 'This is not there any more.' })
          : null
      },
      fault: describeUnreadable,
    }),
  )

  return app
}
