// The structured log of this process: JSON lines on standard output, without personal data.
import { pino } from 'pino'
import type { Log } from '#platform/log.ts'

export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: describeError },
  })
}

/**
 * What a log may know of an error. PostgreSQL's `detail` and the driver's `parameters` repeat row values, and an
 * SMTP answer repeats the recipient: they stay out, and addresses inside the message are masked.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: maskAddresses(String(error)) }
  const { code, cause } = error as Error & { code?: unknown }
  return {
    name: error.name,
    message: maskAddresses(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.stack ? { stack: maskAddresses(error.stack.split('\n').slice(1, 12).join('\n')) } : {}),
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  }
}

/** Replaces everything that has the form of an email address, written out or percent-encoded. */
export function maskAddresses(text: string): string {
  return text.replace(/[^\s<>"'/,;:()[\]?&=]+(?:@|%40)[^\s<>"'/,;:()[\]?&=]+/gi, '[address]')
}
