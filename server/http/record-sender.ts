// Who writes from the page of a registration: its account by the session, a guest by the link that is open in this browser. The
// database judges whether the registration is theirs.
import { z } from 'zod'
import { type AppContext, RefusedError } from './answers.ts'
import type { ReadSession } from './session.ts'
import { requireShownRecord, type TrackingCookie } from './tracking-cookie.ts'

export type RecordSender = { recordId: string } & ({ userId: string } | { trackingTokenHash: string })

/** Null: it comes from no such page. */
export type FindRecordSender = (c: AppContext) => Promise<RecordSender | null>

export function createFindRecordSender(cookie: TrackingCookie, readSession: ReadSession): FindRecordSender {
  return async (c) => {
    const about = c.req.query('about')
    if (about === undefined) return null
    const { success, data: recordId } = z.uuid().safeParse(about)
    if (!success) throw new RefusedError('not_found')
    const session = await readSession(c)
    if (session) return { recordId, userId: session.userId }
    const link = cookie.read(c)
    if (!link) throw new RefusedError('sign_in')
    requireShownRecord(c, link, recordId)
    return { recordId, trackingTokenHash: link.tokenHash }
  }
}
