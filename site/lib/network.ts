/** Distinguishes a network error from a refusal of the service, and says it in words people can act on. */

export const networkHint = 'We could not reach our services. Check your connection, then try again.'

/** Of what is read, and goes on by itself. */
export const offlineHint = 'You are offline. This page goes on when the line is back.'

interface MaybeNetworkError {
  name?: string
  status?: number
  code?: string
  message?: string
}

/** The client libraries mark a request without an answer differently; an HTTP answer always carries a code. */
export function isNetworkError(error: MaybeNetworkError | null | undefined): boolean {
  if (!error) return false
  if (error.name === 'AuthRetryableFetchError') return true
  return !error.code && /fetch|network|abort|timed? ?out|load failed/i.test(error.message ?? '')
}
