/** What a refused call to the auth service is for a person: a sentence, and what to do about it. */
import { accountMessages } from '#domain/account/accounts.ts'
import { isNetworkError, networkHint } from '#site/lib/network.ts'
import { toast } from '#site/ui/toast.tsx'

export interface AuthFailure {
  message: string
  /** A second sentence: what to do about it. */
  hint?: string
  /** The account waits for its email to be verified: a new link may be requested. */
  isUnverified?: boolean
  isExistingAccount?: boolean
}

/**
 * An answer without a sentence reaches us as its raw JSON ("{}"), and a network that is gone as the browser's own words
 * ("Failed to fetch"): these are no messages for a person.
 */
export function readable(error: { name?: string; message: string; code?: string }): { message: string } {
  if (isNetworkError(error)) return { message: accountMessages.notSent }
  return { message: error.message.trimStart().startsWith('{') ? '' : error.message }
}

export function hintFor(error: { name?: string; message?: string; code?: string }): string | undefined {
  return isNetworkError(error) ? networkHint : undefined
}

/** A call that throws instead of answering (a script that did not load, for one) also ends in a sentence. */
export async function attempt(
  fallback: string,
  call: () => Promise<AuthFailure | null>,
): Promise<AuthFailure | null> {
  try {
    return await call()
  } catch (error) {
    console.error('The auth service call failed', error)
    return { message: fallback, hint: networkHint }
  }
}

/** A failure as a form of few boxes is refused with it. */
class AuthFailureError extends Error {
  readonly failure: AuthFailure

  constructor(failure: AuthFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** For a call whose answer is a failure or nothing. */
export function throwFailure(failure: AuthFailure | null): void {
  if (failure) throw new AuthFailureError(failure)
}

export const failureOf = (error: unknown): AuthFailure | null =>
  error instanceof AuthFailureError ? error.failure : null

/** For a form whose refusals are a toast's sentence; what to do about it stands in the page (FormProblem). */
export function toastFailure(error: unknown): void {
  const failure = failureOf(error)
  if (failure) toast.error(failure.message)
}
