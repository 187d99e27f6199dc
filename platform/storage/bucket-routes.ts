// /storage/v1/bucket: create, read, change, empty and delete buckets.
import { Hono } from 'hono'
import type { Caller } from '#platform/database/caller.ts'
import {
  deleteBucket,
  getBucket,
  hasObjects,
  insertBucket,
  listBuckets,
  readBucket,
  readBucketName,
  updateBucket,
} from './buckets.ts'
import { dropVersions, ownerOf, runFor, type StorageContext, type StorageEnv } from './context.ts'
import { accessDenied, bucketNotEmpty, invalidParameter, noSuchBucket, notSupported } from './errors.ts'
import { deleteSomeObjects } from './objects.ts'
import { readJson, readQuery } from './request.ts'
import { serviceRole } from './transact.ts'

const batch = 500

export function bucketRoutes(context: StorageContext): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  const largest = context.settings.fileSizeLimit

  app.post('/', async (c) => {
    const caller = await c.var.caller()
    const body = await readJson(c)
    const id = readBucketName(body)
    const statement = insertBucket(id, ownerOf(caller), readBucket(body, largest))
    await runFor(context, caller, statement, 'storage.bucket.create')
    return c.json({ name: id })
  })

  app.get('/', async (c) => {
    const caller = await c.var.caller()
    const query = readQuery(c)
    const statement = listBuckets({
      limit: readCount(query, 'limit'),
      offset: readCount(query, 'offset') ?? 0,
      search: query.get('search') ?? '',
      column: oneOf(query, 'sortColumn', ['name', 'id', 'created_at', 'updated_at']),
      order: oneOf(query, 'sortOrder', ['asc', 'desc']),
    })
    return c.json(await runFor(context, caller, statement, 'storage.bucket.list'))
  })

  app.get('/:id', async (c) => c.json(await requireVisible(await c.var.caller(), c.req.param('id'))))

  app.put('/:id', async (c) => {
    const caller = await c.var.caller()
    const statement = updateBucket(c.req.param('id'), readBucket(await readJson(c), largest))
    const [updated] = await runFor(context, caller, statement, 'storage.bucket.update')
    if (!updated) throw noSuchBucket()
    return c.json({ message: 'Successfully updated' })
  })

  app.post('/:id/empty', async (c) => {
    const caller = await c.var.caller()
    const id = c.req.param('id')
    await requireVisible(caller, id)
    for (;;) {
      const statement = deleteSomeObjects(id, batch)
      const deleted = await runFor<{ version: string }>(context, caller, statement, 'storage.bucket.empty')
      await dropVersions(
        context,
        deleted.map(({ version }) => version),
      )
      if (deleted.length < batch) break
    }
    if (await isInUse(id)) throw accessDenied('Some objects of this bucket may not be removed')
    return c.json({ message: 'Successfully emptied' })
  })

  app.delete('/:id', async (c) => {
    const caller = await c.var.caller()
    const id = c.req.param('id')
    await requireVisible(caller, id)
    if (await isInUse(id)) throw bucketNotEmpty()
    const [deleted] = await runFor(context, caller, deleteBucket(id), 'storage.bucket.delete')
    if (!deleted) throw noSuchBucket()
    return c.json({ message: 'Successfully deleted' })
  })

  app.all('/:id/lifecycle', async (c) => {
    await c.var.caller()
    throw notSupported('versioning')
  })

  async function requireVisible(caller: Caller, id: string): Promise<object> {
    const [bucket] = await runFor<object>(context, caller, getBucket(id), 'storage.bucket.get')
    if (!bucket) throw noSuchBucket()
    return bucket
  }

  async function isInUse(id: string): Promise<boolean> {
    const [row] = await runFor<{ result: boolean }>(
      context,
      serviceRole,
      hasObjects(id),
      'storage.bucket.delete',
    )
    return row?.result ?? false
  }

  return app
}

function readCount(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null || text === '' || text === 'undefined') return undefined
  if (!/^\d{1,9}$/.test(text)) throw invalidParameter(`querystring/${name} must be integer`)
  return Number(text)
}

/** The first is the default. */
function oneOf<const Value extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  const text = query.get(name)
  if (text === null) return values[0]
  const value = values.find((known) => known === text)
  if (!value) throw invalidParameter(`querystring/${name} must be equal to one of the allowed values`)
  return value
}
