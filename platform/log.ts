// The one shape of a log that platform code writes to; pino fits it as it is.

export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** Whether a line of this level would be written: spares busy paths the making of it. */
  isLevelEnabled?(level: string): boolean
}

export const silentLog: Log = { info() {}, warn() {}, error() {} }
