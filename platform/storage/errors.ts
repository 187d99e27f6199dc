// Every refusal of this service, with Supabase Storage's status, code, name and sentence.
// https://supabase.com/docs/guides/storage/debugging/error-codes
import { isBrokenRequest } from '#platform/broken-request.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import { isDiskFull } from '#platform/disk-full.ts'
import { StorageUnavailableError } from './drivers/driver.ts'

interface Extra {
  /** The name that older clients read; the code by default. */
  error?: string
  /** Upstream answers nearly everything with 400 and states the true status in the body. */
  httpStatus?: number
  headers?: Record<string, string>
  cause?: unknown
}

export class StorageError extends Error {
  readonly statusCode: number
  readonly httpStatus: number
  readonly code: string
  readonly error: string
  readonly headers: Record<string, string>

  constructor(statusCode: number, code: string, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause })
    this.name = 'StorageError'
    this.statusCode = statusCode
    this.httpStatus = extra.httpStatus ?? (statusCode >= 500 ? statusCode : 400)
    this.code = code
    this.error = extra.error ?? code
    this.headers = extra.headers ?? {}
  }

  toBody(): { statusCode: string; code: string; error: string; message: string } {
    return {
      statusCode: String(this.statusCode),
      code: this.code,
      error: this.error,
      message: this.message,
    }
  }
}

export const noSuchBucket = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', { error: 'Bucket not found' })

export const noSuchKey = () => new StorageError(404, 'NoSuchKey', 'Object not found', { error: 'not_found' })

export const accessDenied = (message: string) =>
  new StorageError(403, 'AccessDenied', message, { error: 'Unauthorized' })

export const missingAuthorization = () =>
  new StorageError(400, 'InvalidRequest', "headers must have required property 'authorization'", {
    error: 'Error',
  })

const alreadyExists = () =>
  new StorageError(409, 'ResourceAlreadyExists', 'The resource already exists', { error: 'Duplicate' })

export const bucketNotEmpty = () =>
  new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')

export const invalidBucketName = () =>
  new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', { error: 'Invalid Input' })

/** `reason` says which rule the name breaks. */
export const invalidKey = (key: string, reason: string) =>
  new StorageError(400, 'InvalidKey', `Invalid key: ${showable(key)} (${reason})`)

export const invalidMimeType = (type: string) =>
  new StorageError(415, 'InvalidMimeType', `mime type ${showable(type)} is not supported`, {
    error: 'invalid_mime_type',
  })

export const tooLarge = () =>
  new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', {
    error: 'Payload too large',
  })

export const metadataTooLarge = () =>
  new StorageError(413, 'EntityTooLarge', 'The user_metadata exceeded the maximum allowed size', {
    error: 'Payload too large',
  })

export const noContent = () => new StorageError(400, 'InvalidRequest', 'No content provided')

export const uploadInterrupted = () => new StorageError(400, 'InvalidRequest', 'The upload was interrupted')

export const invalidParameter = (message: string) => new StorageError(400, 'InvalidParameter', message)

export const invalidFileSizeLimit = () =>
  new StorageError(400, 'InvalidRequest', 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')

export const invalidToken = (message: string) => new StorageError(400, 'InvalidJWT', message)

export const invalidSignature = () => new StorageError(400, 'InvalidSignature', 'Invalid signature')

/** A real 416, as browsers and download managers expect it. */
export const invalidRange = (size: number) =>
  new StorageError(416, 'InvalidRange', 'invalid range provided', {
    error: 'invalid_range',
    httpStatus: 416,
    headers: { 'content-range': `bytes */${size}` },
  })

export const imageRefused = (message: string, statusCode = 422) =>
  new StorageError(statusCode, 'InvalidRequest', message)

export const notSupported = (feature: string) =>
  new StorageError(409, 'NotSupported', `The feature ${feature} is not enabled for this resource`)

export const unknownRoute = (method: string, path: string) =>
  new StorageError(404, 'InvalidRequest', `Route ${method}:${showable(path)} not found`, {
    error: 'Not Found',
    httpStatus: 404,
  })

export const busy = () =>
  new StorageError(503, 'SlowDown', 'Too many requests of this kind, please try again in a moment', {
    headers: { 'retry-after': '2' },
  })

const databaseUnavailable = (cause: unknown) =>
  new StorageError(503, 'DatabaseConnectionLimit', 'The database is unavailable. Please try again later.', {
    headers: { 'retry-after': '2' },
    cause,
  })

/** S3 names this state so. */
const storageUnavailable = (cause: unknown) =>
  new StorageError(503, 'ServiceUnavailable', 'The storage is unavailable. Please try again later.', {
    headers: { 'retry-after': '5' },
    cause,
  })

const internal = (cause: unknown) =>
  new StorageError(500, 'InternalError', 'Internal server error', { error: 'Internal', cause })

/** What a request ends with, whatever went wrong. */
export function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  if (isBrokenRequest(error)) return uploadInterrupted()
  if (isDatabaseUnavailable(error)) return databaseUnavailable(error)
  if (isDiskFull(error) || error instanceof StorageUnavailableError) return storageUnavailable(error)
  return isDatabaseError(error) ? fromDatabaseError(error) : internal(error)
}

export function isDatabaseError(error: unknown): error is Error & { code: string; constraint?: string } {
  return error instanceof Error && 'code' in error && 'severity' in error && typeof error.code === 'string'
}

function fromDatabaseError(error: Error & { code: string; constraint?: string }): StorageError {
  switch (error.code) {
    case '42501':
      return accessDenied(
        error.message.includes('row-level security')
          ? 'new row violates row-level security policy'
          : error.message,
      )
    case '23505':
      return alreadyExists()
    case '23503':
      // The other way round, the bucket that goes is still referred to.
      return error.message.startsWith('update or delete') ? bucketNotEmpty() : noSuchBucket()
    case '57014':
      return new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out', {
        cause: error,
      })
    case '25006':
      return new StorageError(503, 'DatabaseReadOnly', 'The database is currently in read-only mode', {
        cause: error,
      })
    case '55P03':
      return new StorageError(423, 'ResourceLocked', 'The resource is locked')
    default:
      // 23514: a CHECK, 22…: a value that does not fit; P0001: a trigger's own sentence. Those are the caller's doing.
      if (/^(22|23|P0001)/.test(error.code))
        return new StorageError(400, 'InvalidParameter', error.message, { cause: error })
      return new StorageError(500, 'DatabaseError', `database error, code: ${error.code}`, { cause: error })
  }
}

/** Names come from outside: without characters that a terminal or a page would act on, and short. */
function showable(text: string): string {
  const clean = text.replaceAll(/[\p{C}\p{Z}]/gu, (character) => (character === ' ' ? ' ' : '\uFFFD'))
  return clean.length > 120 ? `${clean.slice(0, 120)}…` : clean
}
