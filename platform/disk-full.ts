// Whether a write failed for lack of space: in PostgreSQL (53100) or in a file system of our own.

const fileErrors = new Set(['ENOSPC', 'EDQUOT'])

/** Answered with 503 and Retry-After: reads go on, and writes do again once there is space. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at ? at.code : undefined
    if (code === '53100' || (typeof code === 'string' && fileErrors.has(code))) return true
  }
  return false
}
