// Reading objects: public, as a caller, or by a signed URL; whole, as facts, or as a rendered image.
import { type Context, Hono } from 'hono'
import { type BucketRow, findBucket } from './buckets.ts'
import { runFor, type StorageContext, type StorageEnv } from './context.ts'
import { MissingVersionError } from './drivers/driver.ts'
import { missingAuthorization, noSuchBucket, noSuchKey } from './errors.ts'
import { checkKey } from './names.ts'
import { findObject, type ObjectRow } from './objects.ts'
import { readQuery, readTarget } from './request.ts'
import {
  describeKeeping,
  describeObject,
  type FoundObject,
  isUnchanged,
  type ServeOptions,
  serveObject,
} from './serve.ts'
import { type Statement, type Step, serviceRole, transact } from './transact.ts'
import { parseTransformation, readTransformation, type Transformation } from './transformation.ts'
import type { Target } from './upload.ts'

type RequestContext = Context<StorageEnv>

/** A way to an object that has been judged already: reading it again evaluates the policies again. */
interface Access {
  options: ServeOptions
  find(): Promise<FoundObject>
  transformations?: string | undefined
}

export function readRoutes(context: StorageContext, base: string): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()

  app.get('/object/public/:bucket/*', async (c) => serve(c, asPublic(c, 2, 'storage.object.get_public')))
  app.get('/object/sign/:bucket/*', async (c) =>
    serve(c, await bySignature(c, 2, 'storage.object.get_signed')),
  )
  app.get('/object/authenticated/:bucket/*', async (c) => serve(c, await asCaller(c, 2)))
  app.get('/object/info/public/:bucket/*', async (c) =>
    c.json(describe((await asPublic(c, 3, 'storage.object.info_public').find()).object)),
  )
  app.get('/object/info/authenticated/:bucket/*', async (c) =>
    c.json(describe((await (await asCaller(c, 3)).find()).object)),
  )
  app.get('/object/info/:bucket/*', async (c) =>
    c.json(describe((await (await asCaller(c, 2)).find()).object)),
  )
  app.get('/object/:bucket/*', async (c) => serve(c, await asCaller(c, 1)))
  app.get('/render/image/public/:bucket/*', async (c) =>
    render(c, asPublic(c, 3, 'storage.render.image_public')),
  )
  app.get('/render/image/authenticated/:bucket/*', async (c) =>
    render(c, await asCaller(c, 3, 'storage.render.image_authenticated')),
  )
  app.get('/render/image/sign/:bucket/*', async (c) => {
    const access = await bySignature(c, 3, 'storage.render.image_sign')
    return render(c, access, parseTransformation(access.transformations ?? ''))
  })

  function asPublic(c: RequestContext, skip: number, operation: string): Access {
    const target = readTarget(c, base, skip)
    const object = objectOf(c, target)
    return grant(c, {}, async () => {
      const { bucket, object: result } = await request(target, { as: serviceRole, run: object }, operation)
      if (!bucket?.public) throw noSuchBucket()
      return { object: result, isPublic: true }
    })
  }

  /** As upstream: a public bucket evaluates no policy, not even here. */
  async function asCaller(
    c: RequestContext,
    skip: number,
    operation = 'storage.object.get_authenticated',
  ): Promise<Access> {
    const target = readTarget(c, base, skip)
    const object = objectOf(c, target)
    const caller = c.var.isIdentified ? await c.var.caller() : undefined
    return grant(c, { personal: true }, async () => {
      const { bucket, object: result } = await request(
        target,
        { as: caller ?? serviceRole, run: object },
        operation,
      )
      const isPublic = bucket?.public
      if (isPublic === undefined) throw noSuchBucket()
      if (!isPublic && !caller) throw missingAuthorization()
      if (result || !isPublic) return { object: result, isPublic }
      return { object: (await runFor<ObjectRow>(context, serviceRole, object, operation))[0], isPublic }
    })
  }

  async function bySignature(c: RequestContext, skip: number, operation: string): Promise<Access> {
    const target = readTarget(c, base, skip)
    const token = readQuery(c).get('token') ?? ''
    const { expiresAt, versionId, transformations } = await context.signer.verifyDownload(
      token,
      `${target.bucket}/${target.key}`,
    )
    const object = objectOf(c, target, versionId)
    const find = async () => {
      const { bucket, object: result } = await request(target, { as: serviceRole, run: object }, operation)
      return { object: result, isPublic: bucket?.public === true }
    }
    return { ...grant(c, { expires: expiresAt }, find), transformations }
  }

  /**
   * The object as this caller, its bucket, and the object's key where it has one: sent in one go. Each statement sees
   * what is committed by then, so the key comes after the object: one that does not match is of a later version, which
   * `serveObject` finds when it reads the object again.
   */
  async function request(
    { bucket: id, key }: Target,
    step: Step,
    operation: string,
  ): Promise<{ bucket: BucketRow | undefined; object: ObjectRow | undefined }> {
    const keyStatement = context.bytes.findKey(id, key)
    const asService = [findBucket(id), ...(keyStatement ? [keyStatement] : [])]
    const steps = [step, ...asService.map((run) => ({ as: serviceRole, run }))]
    const [objects, bucket, foundKeys] = await transact(context.database, steps, { operation })
    const object: ObjectRow | undefined = objects?.rows[0]
    const foundKey = foundKeys?.rows[0]
    return { bucket: bucket?.rows[0], object: object && { ...object, ...(foundKey && { foundKey }) } }
  }

  function objectOf(c: RequestContext, { bucket, key }: Target, versionId?: string): Statement {
    checkKey(key)
    return findObject(bucket, key, versionId ?? readQuery(c).get('versionId') ?? undefined)
  }

  function grant(
    c: RequestContext,
    options: ServeOptions,
    find: () => Promise<{ object: ObjectRow | undefined; isPublic: boolean }>,
  ): Access {
    const download = readQuery(c).get('download') ?? undefined
    return {
      options: { ...options, download },
      async find() {
        const { object, isPublic } = await find()
        if (!object) throw noSuchKey()
        return { object, isPublic }
      },
    }
  }

  async function serve(c: RequestContext, { find, options }: Access): Promise<Response> {
    return serveObject(context, c.req.raw, await find(), options, find)
  }

  async function render(c: RequestContext, access: Access, signed?: Transformation): Promise<Response> {
    const transformation = signed ?? readTransformation(Object.fromEntries(readQuery(c)))
    const result = await access.find()
    const { object } = result
    const accept = c.req.header('accept') ?? ''
    const { bytes, type, tag } = await context.images
      .render(object, transformation, accept)
      .catch((error) => {
        throw error instanceof MissingVersionError ? noSuchKey() : error
      })
    const { metadata, version, updated_at: updatedAt } = object
    const validators = {
      eTag: `"${version.replaceAll('-', '')}-${tag}"`,
      modifiedAt: new Date(metadata?.lastModified ?? updatedAt),
    }
    const { personal } = access.options
    const headers: Record<string, string> = {
      ...describeObject(type, object.name, access.options),
      vary: personal ? 'accept, authorization, apikey' : 'accept',
      etag: validators.eTag,
      'last-modified': validators.modifiedAt.toUTCString(),
      ...describeKeeping(context, result, access.options),
    }
    if (isUnchanged(c.req.raw.headers, validators)) return new Response(null, { status: 304, headers })
    headers['content-length'] = String(bytes.length)
    return new Response(c.req.raw.method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
  }

  return app
}

function describe({ metadata, user_metadata: userMetadata, ...object }: ObjectRow): object {
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    content_encoding: metadata?.contentEncoding ?? null,
    etag: metadata?.eTag ?? null,
    metadata: userMetadata,
    last_modified: object.updated_at,
    created_at: object.created_at,
  }
}
