// The answers of the front itself, in a shape that every part of the client library understands.

export interface Refusal {
  code: string
  message: string
}

export const unexpected: Refusal = {
  code: 'unexpected_failure',
  message: 'Something went wrong. Please try again.',
}

export const brokenOff: Refusal = { code: 'bad_request', message: 'The request was broken off.' }

/**
 * `message`, `details` and `hint` are what the database client reads, `msg` and `error_code` what the auth client
 * reads, `error` what storage reads.
 */
export function refuse(status: number, refusal: Refusal, headers: Record<string, string> = {}): Response {
  const body = {
    code: refusal.code,
    message: refusal.message,
    details: null,
    hint: null,
    error_code: refusal.code,
    msg: refusal.message,
    error: refusal.code,
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

const retryAfterSeconds = 2

export function refuseUnavailable(
  message = 'The service is not available for the moment. Please try again.',
): Response {
  return refuse(503, { code: 'service_unavailable', message }, { 'retry-after': String(retryAfterSeconds) })
}
