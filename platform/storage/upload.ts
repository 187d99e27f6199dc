// An upload: allowed by the policies first, streamed to the driver under its limits, then made visible by its row.
import { randomUUID } from 'node:crypto'
import type { Caller } from '#platform/database/caller.ts'
import { type BucketRow, findBucket } from './buckets.ts'
import { dropVersions, ownerOf, type StorageContext } from './context.ts'
import { invalidMimeType, isDatabaseError, noSuchBucket, tooLarge } from './errors.ts'
import { checkPixels } from './images.ts'
import type { Incoming } from './incoming.ts'
import { headBytes, isAllowed, verifyType } from './mime.ts'
import { checkKey } from './names.ts'
import type { StoredObject } from './object-bytes.ts'
import {
  type NewObject,
  type ObjectMetadata,
  useUploadToken,
  type WriteMode,
  writeObject,
} from './objects.ts'
import { type Statement, type Step, serviceRole, transact } from './transact.ts'

export interface Target {
  bucket: string
  key: string
}

export interface UploadOptions {
  mode: WriteMode
  operation: string
  /** Not the caller's own: anyone who signed the upload URL. */
  owner?: string | undefined
  /** Consumed together with the upload. */
  token?: { id: string; expiresAt: Date } | undefined
}

/** Whether the caller may write this object now; throws the refusal. Answers the bucket's limits. */
export async function checkUpload(
  { database, clock }: StorageContext,
  caller: Caller,
  { bucket, key }: Target,
  { mode, operation, owner }: UploadOptions,
  declared: { type: string; size: number | undefined } = { type: '', size: undefined },
): Promise<BucketRow> {
  checkKey(key)
  const version = randomUUID()
  const metadata = describe(version, declared.size ?? 0, declared.type, 'no-cache', undefined, clock())
  const object = { id: randomUUID(), bucket, key, owner, version, metadata, userMetadata: null }
  const steps: Step[] = [
    { as: serviceRole, run: findBucket(bucket) },
    { as: caller, run: writeObject(object, mode) },
  ]
  try {
    const [result] = await transact(database, steps, { operation, rehearse: true })
    if (!result?.rows[0]) throw noSuchBucket()
    return result.rows[0]
  } catch (error) {
    // A policy may stand in the way of a write into a bucket that is not there.
    if (!isDatabaseError(error) || error.code !== '42501') throw error
    const [result] = await transact(database, [{ as: serviceRole, run: findBucket(bucket) }], { operation })
    throw result?.rows[0] ? error : noSuchBucket()
  }
}

/** Answers the object's id. Until its row is committed nobody sees anything of it. */
export async function upload(
  context: StorageContext,
  caller: Caller,
  target: Target,
  incoming: Incoming,
  options: UploadOptions,
): Promise<{ id: string }> {
  const owner = options.owner ?? ownerOf(caller)
  const declared = { type: incoming.declaredType, size: incoming.size }
  const bucket = await checkUpload(context, caller, target, { ...options, owner }, declared)
  const isPlaceholder = target.key.endsWith('.emptyFolderPlaceholder')
  const limit = isPlaceholder ? 0 : sizeLimitOf(bucket, context.settings.fileSizeLimit)
  if (incoming.size !== undefined && incoming.size > limit) throw tooLarge()

  const version = randomUUID()
  const counted = { bytes: 0 }
  let bytes = withinLimit(incoming.bytes, limit, counted)
  let type = incoming.declaredType
  const allowed = bucket.allowed_mime_types ?? []
  if (allowed.length > 0 && !isPlaceholder) {
    const { head, whole } = await takeHead(bytes)
    type = await verifyType(type, head, allowed)
    await checkPixels(head)
    bytes = whole
  }
  const statements = await context.bytes.write(target, version, bytes)

  const { cacheControl, contentEncoding, userMetadata } = incoming
  const metadata = describe(version, counted.bytes, type, cacheControl, contentEncoding, context.clock())
  return publish(
    context,
    caller,
    { id: randomUUID(), ...target, owner, version, metadata, userMetadata },
    { ...options, statements },
  )
}

/** Makes written bytes an object, with the statements that the writing requires; when that is refused, the bytes go. */
export async function publish(
  context: StorageContext,
  caller: Caller,
  object: NewObject,
  { mode, operation, token, statements }: UploadOptions & { statements: Statement[] },
): Promise<{ id: string }> {
  const own = statements.map((run) => ({ as: serviceRole, run }))
  const steps: Step[] = [{ as: caller, run: writeObject(object, mode) }, ...own]
  if (token) steps.unshift({ as: serviceRole, run: useUploadToken(token.id, token.expiresAt) })
  try {
    const written = (await transact(context.database, steps, { operation }))[token ? 1 : 0]
    const row: { id: string; previous: string | null } | undefined = written?.rows[0]
    await dropVersions(context, [row?.previous ?? null])
    return { id: row?.id ?? object.id }
  } catch (error) {
    // An unreachable database may have committed all the same: then the row needs its bytes, and the sweep decides.
    if (isDatabaseError(error)) await dropVersions(context, [object.version])
    throw error
  }
}

function sizeLimitOf(bucket: BucketRow, largest: number): number {
  return bucket.file_size_limit === null ? largest : Math.min(Number(bucket.file_size_limit), largest)
}

/** For objects that come from another bucket: the limits of this one hold as well. */
export function checkFits(bucket: BucketRow, metadata: ObjectMetadata | null, largest: number): void {
  if (!metadata) return
  if (metadata.size > sizeLimitOf(bucket, largest)) throw tooLarge()
  const allowed = bucket.allowed_mime_types ?? []
  const type = metadata.mimetype.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (allowed.length > 0 && !isAllowed(type, allowed)) throw invalidMimeType(metadata.mimetype)
}

/** And its promise about the bytes: they were let in by a bucket that may not have looked at them. */
export async function checkBytes(
  context: StorageContext,
  bucket: BucketRow,
  type: string,
  object: StoredObject,
): Promise<void> {
  const size = object.metadata?.size ?? 0
  const allowed = bucket.allowed_mime_types ?? []
  if (allowed.length === 0 || size === 0) return
  const bytes = await context.bytes.read(object, { start: 0, end: Math.min(size, headBytes) - 1 })
  const head = Buffer.from(await new Response(bytes).arrayBuffer())
  await verifyType(type, head, allowed)
  await checkPixels(head)
}

function describe(
  version: string,
  size: number,
  mimetype: string,
  cacheControl: string,
  contentEncoding: string | undefined,
  now: Date,
): ObjectMetadata {
  return {
    // A version never changes: its name is the strongest validator there is, and costs nothing.
    eTag: `"${version.replaceAll('-', '')}"`,
    size,
    mimetype,
    cacheControl,
    lastModified: now.toISOString(),
    contentLength: size,
    httpStatusCode: 200,
    ...(contentEncoding && { contentEncoding }),
  }
}

async function* withinLimit(
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
  counted: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    counted.bytes += chunk.length
    if (counted.bytes > limit) throw tooLarge()
    yield chunk
  }
}

/** The first bytes, and all of them again. */
async function takeHead(
  bytes: AsyncGenerator<Uint8Array>,
): Promise<{ head: Buffer; whole: AsyncGenerator<Uint8Array> }> {
  const taken: Uint8Array[] = []
  let length = 0
  while (length < headBytes) {
    const { value, done } = await bytes.next()
    if (done) break
    taken.push(value)
    length += value.length
  }
  const head = Buffer.concat(taken)
  return {
    head,
    whole: (async function* () {
      if (head.length > 0) yield head
      yield* bytes
    })(),
  }
}
