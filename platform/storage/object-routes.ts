// /storage/v1/object: upload, replace, list, move, copy, remove and sign.
import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
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
import { invalidParameter, isDatabaseError, noSuchKey, StorageError } from './errors.ts'
import { readIncoming } from './incoming.ts'
import { listObjects, listObjectsV2 } from './list.ts'
import { checkKey } from './names.ts'
import {
  deleteObjects,
  findNames,
  findObject,
  moveObject,
  type ObjectMetadata,
  type ObjectRow,
  type WriteMode,
} from './objects.ts'
import { optionalText, readExpiry, readJson, readQuery, readTarget, requireText } from './request.ts'
import { type Step, serviceRole, transact } from './transact.ts'
import { printTransformation, readTransformation } from './transformation.ts'
import { checkBytes, checkFits, checkUpload, publish, type Target, upload } from './upload.ts'

type RequestContext = Context<StorageEnv>

/** Names in one request. */
const maxNames = 1000

export function objectRoutes(context: StorageContext, base: string): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  const { settings, signer } = context

  app.post('/list/:bucket', async (c) =>
    c.json(await listObjects(context, await c.var.caller(), c.req.param('bucket'), await readJson(c))),
  )
  app.post('/list-v2/:bucket', async (c) =>
    c.json(await listObjectsV2(context, await c.var.caller(), c.req.param('bucket'), await readJson(c))),
  )

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

  app.post('/upload/sign/:bucket/*', async (c) => {
    const caller = await c.var.caller()
    const target = readTarget(c, base, 3)
    const upsert = c.req.header('x-upsert') === 'true'
    const owner = ownerOf(caller)
    const operation = 'storage.object.sign_upload_url'
    await checkUpload(context, caller, target, { mode: upsert ? 'upsert' : 'insert', operation, owner })
    const url = `${target.bucket}/${target.key}`
    const token = await signer.signUpload({ url, upsert, owner }, settings.uploadUrlSeconds)
    return c.json({ url: `/object/upload/sign/${url}?token=${token}`, token })
  })

  app.put('/upload/sign/:bucket/*', async (c) => {
    const target = readTarget(c, base, 3)
    const url = `${target.bucket}/${target.key}`
    const { upsert, owner, id, expiresAt } = await signer.verifyUpload(readQuery(c).get('token') ?? '', url)
    await upload(context, serviceRole, target, await readIncoming(c), {
      mode: upsert ? 'upsert' : 'insert',
      operation: 'storage.object.upload_signed',
      owner,
      token: upsert ? undefined : { id, expiresAt },
    })
    return c.json({ Key: url })
  })

  app.post('/sign/:bucket', async (c) => {
    const caller = await c.var.caller()
    const bucket = c.req.param('bucket')
    const body = await readJson(c)
    const seconds = readExpiry(body)
    const paths = readNames(body.paths, 'paths')
    const rows = await runFor<{ name: string }>(
      context,
      caller,
      findNames(bucket, paths),
      'storage.object.sign_many',
    )
    const match = new Set(rows.map(({ name }) => name))
    const answers = paths.map(async (path) => {
      if (!match.has(path))
        return {
          error: 'Either the object does not exist or you do not have access to it',
          path,
          signedURL: null,
        }
      const url = `${bucket}/${path}`
      const token = await signer.signDownload({ url }, seconds)
      return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` }
    })
    return c.json(await Promise.all(answers))
  })

  app.post('/sign/:bucket/*', async (c) => {
    const caller = await c.var.caller()
    const { bucket, key } = readTarget(c, base, 2)
    checkKey(key)
    const body = await readJson(c)
    const seconds = readExpiry(body)
    const versionId = optionalText(body, 'versionId')
    const { transform } = body
    const transformations =
      typeof transform === 'object' && transform !== null && Object.keys(transform).length > 0
        ? printTransformation(readTransformation(transform as Record<string, unknown>))
        : undefined
    const find = findObject(bucket, key, versionId)
    const [object] = await runFor<ObjectRow>(context, caller, find, 'storage.object.sign')
    if (!object) throw noSuchKey()
    const url = `${bucket}/${key}`
    const token = await signer.signDownload({ url, transformations, versionId }, seconds)
    return c.json({ signedURL: `/${transformations ? 'render/image' : 'object'}/sign/${url}?token=${token}` })
  })

  app.delete('/:bucket', async (c) => {
    const caller = await c.var.caller()
    const entries = readEntries((await readJson(c)).prefixes)
    const statement = deleteObjects(c.req.param('bucket'), entries)
    const deleted = await runFor<ObjectRow>(context, caller, statement, 'storage.object.delete_many')
    await dropVersions(
      context,
      deleted.map(({ version }) => version),
    )
    return c.json(deleted)
  })

  app.delete('/:bucket/*', async (c) => {
    const caller = await c.var.caller()
    const { bucket, key } = readTarget(c, base, 1)
    checkKey(key)
    const statement = deleteObjects(bucket, [{ key }])
    const deleted = await runFor<ObjectRow>(context, caller, statement, 'storage.object.delete')
    if (deleted.length === 0) throw noSuchKey()
    await dropVersions(
      context,
      deleted.map(({ version }) => version),
    )
    return c.json({ message: 'Successfully deleted' })
  })

  app.post('/:bucket/*', async (c) =>
    receive(c, c.req.header('x-upsert') === 'true' ? 'upsert' : 'insert', 'storage.object.upload'),
  )
  app.put('/:bucket/*', async (c) => receive(c, 'replace', 'storage.object.upload_update'))

  async function receive(c: RequestContext, mode: WriteMode, operation: string): Promise<Response> {
    const caller = await c.var.caller()
    const target = readTarget(c, base, 1)
    const { id } = await upload(context, caller, target, await readIncoming(c), { mode, operation })
    return c.json({ Key: `${target.bucket}/${target.key}`, Id: id })
  }

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

function readNames(input: unknown, field: string): string[] {
  if (!Array.isArray(input) || input.some((name) => typeof name !== 'string'))
    throw invalidParameter(`body/${field} must be array of strings`)
  if (input.length > maxNames)
    throw invalidParameter(`body/${field} must not have more than ${maxNames} items`)
  return input
}

function readEntries(input: unknown): { key: string; versionId?: string }[] {
  if (!Array.isArray(input) || input.length === 0)
    throw invalidParameter('body/prefixes must NOT have fewer than 1 items')
  if (input.length > maxNames)
    throw invalidParameter(`body/prefixes must not have more than ${maxNames} items`)
  return input.map((entry: unknown) => {
    if (typeof entry === 'string') return { key: entry }
    const { path, versionId } = (entry ?? {}) as Record<string, unknown>
    if (typeof path !== 'string' || typeof versionId !== 'string')
      throw invalidParameter('body/prefixes must hold names')
    return { key: path, versionId }
  })
}
