/** Distinguishes a network error from a refusal of the service, and says it in words people can act on. */

export const networkHint = 'We could not reach our services. Check your connection, then try again.'

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
