// The refusals of /auth/v1, with the codes and bodies that the client library knows (auth-js, lib/fetch.ts).

export type AuthErrorCode =
  | 'anonymous_provider_disabled'
  | 'email_provider_disabled'
  | 'bad_code_verifier'
  | 'bad_json'
  | 'bad_jwt'
  | 'bad_oauth_callback'
  | 'bad_oauth_state'
  | 'conflict'
  | 'current_password_invalid'
  | 'current_password_required'
  | 'email_conflict_identity_not_deletable'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'identity_already_exists'
  | 'identity_not_found'
  | 'insufficient_aal'
  | 'invalid_credentials'
  | 'manual_linking_disabled'
  | 'mfa_challenge_expired'
  | 'mfa_factor_name_conflict'
  | 'mfa_factor_not_found'
  | 'mfa_ip_address_mismatch'
  | 'mfa_phone_enroll_not_enabled'
  | 'mfa_recovery_codes_enroll_not_enabled'
  | 'mfa_recovery_codes_locked'
  | 'mfa_recovery_codes_sole_factor'
  | 'mfa_recovery_codes_verify_not_enabled'
  | 'mfa_totp_enroll_not_enabled'
  | 'mfa_totp_verify_not_enabled'
  | 'mfa_verification_failed'
  | 'mfa_verified_factor_exists'
  | 'mfa_webauthn_enroll_not_enabled'
  | 'mfa_webauthn_verify_not_enabled'
  | 'no_authorization'
  | 'not_admin'
  | 'not_found'
  | 'otp_disabled'
  | 'otp_expired'
  | 'over_email_send_rate_limit'
  | 'over_request_rate_limit'
  | 'over_sms_send_rate_limit'
  | 'phone_exists'
  | 'phone_provider_disabled'
  | 'provider_disabled'
  | 'provider_email_needs_verification'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'refresh_token_already_used'
  | 'refresh_token_not_found'
  | 'request_too_large'
  | 'same_password'
  | 'saml_provider_disabled'
  | 'session_expired'
  | 'session_not_found'
  | 'signup_disabled'
  | 'single_identity_not_deletable'
  | 'too_many_enrolled_mfa_factors'
  | 'unexpected_failure'
  | 'user_already_exists'
  | 'user_banned'
  | 'user_not_found'
  | 'validation_failed'
  | 'weak_password'
  | 'webauthn_credential_exists'
  | 'web3_provider_disabled'

export type WeakPasswordReason = 'length' | 'characters' | 'pwned'

export interface AuthErrorDetails {
  /** Why a password is weak. */
  reasons?: WeakPasswordReason[]
  retryAfterSeconds?: number
  /** What the transaction wrote so far stays (a counted attempt, an ended session). */
  commitsWrites?: boolean
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

export function tooManySms(retryAfterSeconds: number): AuthError {
  const message = `For security purposes, you can only request this after ${Math.ceil(retryAfterSeconds)} seconds.`
  return new AuthError(429, 'over_sms_send_rate_limit', message, { retryAfterSeconds })
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
