// A new guest link for someone who lost theirs: the database judges as the caller, ends the old links and stores why.
import { z } from 'zod'
import { trackingPath } from '#domain/guest-links.ts'
import type { ReissueAnswer } from '#domain/registrations/intake.ts'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import { hashSecret, newReceipt } from '#server/http/tokens.ts'

export const reissueRequest = z.object({ reason: z.string().max(2000) })

/** The token is created here, and its hash alone goes to the database; a link that is mailed is created there. */
export async function reissueLink(
  database: Database,
  caller: Caller,
  record: { recordType: string; id: string },
  reason: string,
): Promise<ReissueAnswer> {
  const token = newReceipt()
  const { rows } = await runAs(database, caller, {
    text: 'select public.reissue_guest_link($1, $2, $3, $4) as answer',
    values: [record.recordType, record.id, reason, hashSecret(token)],
  })
  const { answer } = rows[0] as { answer: { reference: string; isMailed: boolean } }
  return { ok: true, ...answer, trackingPath: answer.isMailed ? null : trackingPath(token) }
}
