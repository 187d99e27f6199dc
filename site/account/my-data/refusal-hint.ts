/** What is said of a call that failed, beside the sentence that it did: the reason, in the words of the answer. */
import { ServerError } from '#site/lib/call-server.ts'
import { isNetworkError, networkHint } from '#site/lib/network.ts'

/** Calls of members and of guests alike reject with a ServerError; the connection alone fails before there is one. */
export function hintOf(error: unknown): string {
  if (error instanceof ServerError) return error.message
  return isNetworkError(error as Error) ? networkHint : ''
}
