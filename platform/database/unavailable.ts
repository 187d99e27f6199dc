// Distinguishes a database that cannot be reached (or has no room) from a statement that failed.

import { isBrokenRequest } from '../broken-request.ts'

/** Answered with 503 and Retry-After: the same request may succeed shortly. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('the database is unavailable', { cause })
    this.name = 'DatabaseUnavailableError'
  }
}

// Connection exceptions (class 08, but 08P01: that is a fault of ours in speaking the protocol), the postmaster's own refusals (57P01 admin shutdown, 57P02 crash,
// 57P03 starting up), 53100 disk full and 53300 too many connections: https://www.postgresql.org/docs/18/errcodes-appendix.html
const unavailableStates = new Set(['57P01', '57P02', '57P03', '53100', '53300'])
const socketErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
// node-postgres reports these without a code.
const driverMessages =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed|Cannot use a pool after calling end/

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true
  if (!(error instanceof Error)) return false
  if (isBrokenRequest(error)) return false
  // FATAL ends the connection, whatever the reason (a password that was changed, a database that is gone); what a
  // statement itself says with the same code is an ERROR.
  if ('severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code) return unavailableStates.has(code) || socketErrors.has(code) || /^08(?!P01)/.test(code)
  return driverMessages.test(error.message)
}
