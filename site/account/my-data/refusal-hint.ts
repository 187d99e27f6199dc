/** What is said of a call that failed, beside the sentence that it did. */
import { ServerError } from '#site/lib/call-server.ts'
import { isNetworkError, networkHint } from '#site/lib/network.ts'

/** Of the line only where there was no answer; else what the answer said. */
export function hintOf(error: unknown): string {
  if (error instanceof ServerError) return error.message
  return isNetworkError(error as Error) ? networkHint : ''
}
