/** A refusal is an outcome here, for the form to show at its fields. */
import type { AnswerChange } from '#domain/registrations/intake.ts'
import { ServerError } from '#site/lib/call-server.ts'
import type { CorrectionOutcome } from './use-correction.ts'

export async function asOutcome(sent: Promise<{ changes?: AnswerChange[] }>): Promise<CorrectionOutcome> {
  try {
    return { ok: true, changes: (await sent).changes }
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    const { message, problems, status } = error
    return { ok: false, message, problems, isStale: status === 409 }
  }
}
