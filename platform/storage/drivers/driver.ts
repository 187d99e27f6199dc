// Where the bytes of objects lie: each version once, under its uuid, never changed after it was written.

export interface StoredVersion {
  version: string
  modifiedAt: Date
}

/** The first and the last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

export interface StorageDriver {
  /** Resolves once the bytes would survive a power cut; until then, and after a failure, no version exists. */
  write(version: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Rejects with a MissingVersionError before any byte when there is none. */
  read(version: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>
  copy(from: string, to: string): Promise<void>
  /** No error for what is not there. */
  remove(versions: string[]): Promise<void>
  /** All versions, in no order: for the sweep. */
  list(): AsyncIterable<StoredVersion>
  /** Removes what uploads left half done before that time. */
  removeUnfinished(before: Date): Promise<void>
  /** Rejects with a StorageUnavailableError when the place cannot be reached in time. */
  check(): Promise<void>
  close(): void
}

/** Answered with 503 and Retry-After: the same request may succeed shortly. */
export class StorageUnavailableError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'StorageUnavailableError'
  }
}

export class MissingVersionError extends Error {
  constructor(version: string, cause?: unknown) {
    super(`no bytes are stored for version ${version}`, { cause })
    this.name = 'MissingVersionError'
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isVersion(text: string): boolean {
  return uuid.test(text)
}

/** A version becomes part of a path: nothing but a uuid may. */
export function checkVersion(version: string): void {
  if (!isVersion(version)) throw new Error('a version is a uuid')
}
