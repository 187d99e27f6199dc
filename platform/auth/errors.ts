// The refusals of /auth/v1, with the codes and bodies that the client library knows (auth-js, lib/fetch.ts).

export type AuthErrorCode =
  | 'anonymous_provider_disabled'
  | 'bad_code_verifier'
  | 'bad_json'
  | 'bad_jwt'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'invalid_credentials'
  | 'no_authorization'
  | 'not_admin'
  | 'not_found'
  | 'otp_expired'
  | 'over_email_send_rate_limit'
  | 'over_request_rate_limit'
  | 'phone_provider_disabled'
  | 'refresh_token_already_used'
  | 'refresh_token_not_found'
  | 'request_too_large'
  | 'same_password'
  | 'session_expired'
  | 'session_not_found'
  | 'signup_disabled'
  | 'unexpected_failure'
  | 'user_already_exists'
  | 'user_banned'
  | 'user_not_found'
  | 'validation_failed'
  | 'weak_password'

export type WeakPasswordReason = 'length' | 'characters'

export interface AuthErrorDetails {
  /** Why a password is weak. */
  reasons?: WeakPasswordReason[]
  retryAfterSeconds?: number
  /** What the transaction wrote so far stays (a counted attempt, an ended session). */
  keepsWrites?: boolean
}

/** An expected refusal: the client did something that cannot be granted. */
export class AuthError extends Error {
  readonly status: number
  readonly code: AuthErrorCode
  readonly details: AuthErrorDetails

  constructor(status: number, code: AuthErrorCode, message: string, details: AuthErrorDetails = {}) {
    super(message)
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.details = details
  }
}

export function badRequest(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

export function tooManyRequests(retryAfterSeconds: number): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds })
}

export function tooManyMails(retryAfterSeconds: number): AuthError {
  return new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded', { retryAfterSeconds })
}

export function unavailable(): AuthError {
  const message = 'The service is not available for the moment, please try again'
  return new AuthError(503, 'unexpected_failure', message, { retryAfterSeconds: 2 })
}

const apiVersionHeader = 'x-supabase-api-version'
const firstVersionWithCodes = '2024-01-01'

/** The error as an answer, in the form of the API version that the client speaks. */
export function renderError(error: AuthError, requestHeaders: Headers): Response {
  const { reasons, retryAfterSeconds } = error.details
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  if (retryAfterSeconds !== undefined)
    headers.set('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))))
  const version = requestHeaders.get(apiVersionHeader) ?? ''
  const speaksCodes = /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= firstVersionWithCodes
  if (speaksCodes) headers.set(apiVersionHeader, firstVersionWithCodes)
  const body = {
    ...(speaksCodes
      ? { code: error.code, message: error.message }
      : { code: error.status, error_code: error.code, msg: error.message }),
    ...(reasons && { weak_password: { reasons } }),
  }
  return new Response(JSON.stringify(body), { status: error.status, headers })
}
