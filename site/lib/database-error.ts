/** What the database refuses by PostgREST, as the one error of the site. */
import { formMessages } from '#domain/form-messages.ts'
import type { FieldProblem } from '#domain/forms.ts'
import { type DatabaseError, findDatabaseRefusal, readDatabaseSentence, refusals } from '#domain/refusals.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { isNetworkError, networkHint } from '#site/lib/network.ts'

export function toServerError(error: DatabaseError): ServerError {
  if (isNetworkError(error)) return new ServerError(0, networkHint)
  const refusal = findDatabaseRefusal(error)
  const message = readDatabaseSentence(error)
  if (!refusal || !message) return new ServerError(refusals.unavailable.status, formMessages.unavailable)
  const problems: FieldProblem[] =
    refusal.code === 'invalid' && error.hint ? [{ field: error.hint, message }] : []
  return new ServerError(refusals[refusal.code].status, message, problems, refusal.code)
}
