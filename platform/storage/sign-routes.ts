// /storage/v1/object/sign and /upload/sign: addresses that read or write one object without a session, for a while.
import { Hono } from 'hono'
import { ownerOf, runFor, type StorageContext, type StorageEnv } from './context.ts'
import { noSuchKey } from './errors.ts'
import { readIncoming } from './incoming.ts'
import { checkKey } from './names.ts'
import { findNames, findObject, type ObjectRow } from './objects.ts'
import { optionalText, readExpiry, readJson, readNames, readQuery, readTarget } from './request.ts'
import { serviceRole } from './transact.ts'
import { printTransformation, readTransformation } from './transformation.ts'
import { checkUpload, upload } from './upload.ts'

export function signRoutes(context: StorageContext, base: string): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  const { settings, signer } = context

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

  return app
}
