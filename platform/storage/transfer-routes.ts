// /storage/v1/object/move and /copy: an object under another name.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Caller } from '#platform/database/caller.ts'
import type { BucketRow } from './buckets.ts'
import {
  dropVersions,
  ownerOf,
  requireBucket,
  runFor,
  type StorageContext,
  type StorageEnv,
} from './context.ts'
import { MissingVersionError } from './drivers/driver.ts'
import { isDatabaseError, noSuchKey, StorageError } from './errors.ts'
import { checkKey } from './names.ts'
import { findObject, moveObject, type ObjectMetadata, type ObjectRow, type WriteMode } from './objects.ts'
import { optionalText, readJson, requireText } from './request.ts'
import { type Step, serviceRole, transact } from './transact.ts'
import { checkBytes, checkFits, checkUpload, publish, type Target } from './upload.ts'

export function transferRoutes(context: StorageContext): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  const { settings } = context

  app.post('/move', async (c) => {
    const caller = await c.var.caller()
    const operation = 'storage.object.move'
    const { from, to, versionId } = readTransfer(await readJson(c))
    if (to.bucket === from.bucket && !context.bytes.isEncrypted(from.bucket)) {
      const statement = moveObject(from, to, versionId)
      const [moved] = await runFor<ObjectRow>(context, caller, statement, operation)
      if (!moved) throw noSuchKey()
      return c.json({ message: 'Successfully moved', Id: moved.id, Key: moved.name })
    }
    const find = findObject(from.bucket, from.key, versionId)
    const [source] = await runFor<ObjectRow>(context, caller, find, operation)
    if (!source) throw noSuchKey()
    if (to.bucket !== from.bucket) {
      const bucket = await requireBucket(context, to.bucket, operation)
      checkFits(bucket, source.metadata, settings.fileSizeLimit)
      if (source.metadata) await checkContent(bucket, source.metadata, source)
    }
    const moved = await moveBytes(caller, source, to, versionId)
    return c.json({ message: 'Successfully moved', Id: moved.id, Key: moved.name })
  })

  app.post('/copy', async (c) => {
    const caller = await c.var.caller()
    const operation = 'storage.object.copy'
    const body = await readJson(c)
    const { from, to, versionId } = readTransfer(body)
    const find = findObject(from.bucket, from.key, versionId)
    const [source] = await runFor<ObjectRow>(context, caller, find, operation)
    if (!source?.metadata) throw noSuchKey()
    const mode: WriteMode = c.req.header('x-upsert') === 'true' ? 'upsert' : 'insert'
    const owner = ownerOf(caller)
    const copies = body.copyMetadata !== false
    const sourceFacts = copies ? source.metadata : { ...source.metadata, ...readOverrides(body.metadata) }
    const declared = { type: sourceFacts.mimetype, size: sourceFacts.size }
    const bucket = await checkUpload(context, caller, to, { mode, operation, owner }, declared)
    checkFits(bucket, sourceFacts, settings.fileSizeLimit)
    await checkContent(bucket, sourceFacts, source)
    const version = randomUUID()
    const statements = await context.bytes.copy(source, to, version).catch((error: unknown) => {
      throw error instanceof MissingVersionError ? noSuchKey() : error
    })
    const metadata = {
      ...sourceFacts,
      eTag: `"${version.replaceAll('-', '')}"`,
      lastModified: context.clock().toISOString(),
    }
    const userMetadata = copies ? source.user_metadata : null
    const object = { id: randomUUID(), ...to, owner, version, metadata, userMetadata }
    const { id } = await publish(context, caller, object, { mode, operation, statements })
    return c.json({ Id: id, Key: `${to.bucket}/${to.key}` })
  })

  /** A move for which more than the row has to change: a key that is bound to the name, or the bytes themselves. */
  async function moveBytes(
    caller: Caller,
    source: ObjectRow,
    to: Target,
    versionId: string | undefined,
  ): Promise<ObjectRow> {
    const from = { bucket: source.bucket_id, key: source.name }
    const { version, statements } = await context.bytes.move(source, to).catch((error: unknown) => {
      throw error instanceof MissingVersionError ? noSuchKey() : error
    })
    // Exactly the version that was looked at: what lay in clear then may be encrypted by now, under a key for the old name.
    const only = version || context.bytes.isEncrypted(to.bucket) ? source.version : versionId
    const steps: Step[] = [
      { as: caller, run: moveObject(from, to, only, version) },
      ...statements.map((run) => ({ as: serviceRole, run })),
    ]
    try {
      const [result] = await transact(context.database, steps, { operation: 'storage.object.move' })
      const moved: ObjectRow | undefined = result?.rows[0]
      if (!moved) throw noSuchKey()
      if (version) await dropVersions(context, [source.version])
      return moved
    } catch (error) {
      // As for an upload: after a lost connection the row may name them.
      const isRefused = isDatabaseError(error) || error instanceof StorageError
      if (version && isRefused) await dropVersions(context, [version])
      throw isDatabaseError(error) && error.code === 'P0002' ? noSuchKey() : error
    }
  }

  function checkContent(bucket: BucketRow, { mimetype }: ObjectMetadata, source: ObjectRow): Promise<void> {
    return checkBytes(context, bucket, mimetype, source).catch((error: unknown) => {
      throw error instanceof MissingVersionError ? noSuchKey() : error
    })
  }

  return app
}

function readTransfer(body: Record<string, unknown>): {
  from: Target
  to: Target
  versionId: string | undefined
} {
  const from = { bucket: requireText(body, 'bucketId'), key: requireText(body, 'sourceKey') }
  const to = {
    bucket: optionalText(body, 'destinationBucket') ?? from.bucket,
    key: requireText(body, 'destinationKey'),
  }
  checkKey(from.key)
  checkKey(to.key)
  return { from, to, versionId: optionalText(body, 'sourceVersionId') }
}

/** The facts of a copy that its sender may set. */
function readOverrides(input: unknown): { mimetype?: string; cacheControl?: string } {
  const { mimetype, cacheControl } = (input ?? {}) as Record<string, unknown>
  const isHeader = (value: unknown): value is string =>
    typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value)
  return { ...(isHeader(mimetype) && { mimetype }), ...(isHeader(cacheControl) && { cacheControl }) }
}
