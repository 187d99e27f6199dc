// What the parts of this service share: one for each running storage.
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { isBackupRunning } from './backup-hold.ts'
import { type BucketRow, findBucket } from './buckets.ts'
import type { StorageDriver } from './drivers/driver.ts'
import { noSuchBucket } from './errors.ts'
import type { Images } from './images.ts'
import type { ObjectBytes, ObjectEncryption } from './object-bytes.ts'
import type { Signer } from './sign.ts'
import { type Statement, serviceRole, transact } from './transact.ts'

export interface StorageSettings {
  /** No object is larger, whatever its bucket allows. */
  fileSizeLimit: number
  /** How long a signed upload URL is good for. */
  uploadUrlSeconds: number
  /** What is not a public object is stored by no cache; upstream sends what the object was stored with. */
  privateAnswers: boolean
}

export const defaultStorageSettings: StorageSettings = {
  fileSizeLimit: 50 * 1024 * 1024,
  uploadUrlSeconds: 7200,
  privateAnswers: false,
}

export interface StorageContext {
  database: Database
  /** For anyone who works on versions, whatever they hold; objects are read and written by `bytes`. */
  driver: StorageDriver
  bytes: ObjectBytes
  encryption: ObjectEncryption | undefined
  images: Images
  signer: Signer
  settings: StorageSettings
  clock: () => Date
  log: Log
}

export interface StorageEnv {
  Variables: {
    /** Throws a StorageError when the request names nobody, or falsely. */
    caller: () => Promise<Caller>
    isIdentified: boolean
  }
}

/** The rows that one statement finds or changes as this caller. */
export async function runFor<Row>(
  { database }: StorageContext,
  caller: Caller,
  run: Statement,
  operation: string,
): Promise<Row[]> {
  const [result] = await transact(database, [{ as: caller, run }], { operation })
  return result?.rows ?? []
}

/** As the service itself: everybody may learn that a bucket exists by trying. */
export async function requireBucket(
  context: StorageContext,
  id: string,
  operation: string,
): Promise<BucketRow> {
  const [bucket] = await runFor<BucketRow>(context, serviceRole, findBucket(id), operation)
  if (!bucket) throw noSuchBucket()
  return bucket
}

/** The subject of the caller's token: who owns what they store. */
export function ownerOf({ claims }: Caller): string | undefined {
  const { sub } = JSON.parse(claims) as { sub?: unknown }
  return typeof sub === 'string' ? sub : undefined
}

/** After the rows are gone: what cannot be removed now is left to the sweep. */
export async function dropVersions(context: StorageContext, versions: (string | null)[]): Promise<void> {
  const known = versions.filter((version) => version !== null)
  if (known.length === 0) return
  await Promise.all([removeBytes(context, known), context.images.forget(known)]).catch((error: Error) =>
    context.log.warn({ reason: error.message }, 'the bytes of removed objects are left to the sweep'),
  )
}

async function removeBytes({ database, driver }: StorageContext, versions: string[]): Promise<void> {
  if (!(await isBackupRunning(database))) await driver.remove(versions)
}
