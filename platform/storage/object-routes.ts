// /storage/v1/object: upload, replace, list and remove; to move, copy and sign stand beside it.
import { type Context, Hono } from 'hono'
import { dropVersions, runFor, type StorageContext, type StorageEnv } from './context.ts'
import { invalidParameter, noSuchKey } from './errors.ts'
import { readIncoming } from './incoming.ts'
import { listObjects, listObjectsV2 } from './list.ts'
import { checkKey } from './names.ts'
import { deleteObjects, type ObjectRow, type WriteMode } from './objects.ts'
import { maxNames, readJson, readTarget } from './request.ts'
import { signRoutes } from './sign-routes.ts'
import { transferRoutes } from './transfer-routes.ts'
import { upload } from './upload.ts'

type RequestContext = Context<StorageEnv>

export function objectRoutes(context: StorageContext, base: string): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()

  app.post('/list/:bucket', async (c) =>
    c.json(await listObjects(context, await c.var.caller(), c.req.param('bucket'), await readJson(c))),
  )
  app.post('/list-v2/:bucket', async (c) =>
    c.json(await listObjectsV2(context, await c.var.caller(), c.req.param('bucket'), await readJson(c))),
  )

  // Before the addresses of objects, which any word fits.
  app.route('/', transferRoutes(context))
  app.route('/', signRoutes(context, base))

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

  return app
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
