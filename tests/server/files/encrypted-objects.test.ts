// What people send lies encrypted in the application's own storage, under keys that only the master key opens.
import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { productPhotoBucket } from '#domain/market/product-photos.ts'
import type { FoundKey } from '#platform/storage/objects.ts'
import { createMasterKey } from '#server/vault/master-key.ts'
import { createObjectEncryption, encryptedBuckets } from '#server/vault/object-keys.ts'
import { rotateKeys } from '#server/vault/rotate.ts'
import { startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { takePhoto } from '#tests/server/registrations/applicant.ts'

const key = randomBytes(32)

const app = await startApp({ VAULT_MASTER_KEY: key.toString('base64') })
const photo = await takePhoto(300)
afterAll(() => app.stop())

const service = () => app.newClient(app.keys.secretKey).storage
const sql = <Row>(text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[])

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')

async function put(bucket: string, name: string = randomUUID()): Promise<string> {
  const [bytes, contentType] = bucket === 'documents' ? [pdf, 'application/pdf'] : [photo, 'image/jpeg']
  mustWork(
    await service()
      .from(bucket)
      .upload(name, bytes as Buffer<ArrayBuffer>, { contentType }),
  )
  return name
}
const versionOf = async (bucket: string, name: string) =>
  mustWork(await service().from(bucket).info(name)).version
async function onDisk(bucket: string, name: string): Promise<Buffer> {
  const version = await versionOf(bucket, name)
  return readFile(join(app.dataDir, 'storage/objects', version.slice(0, 1), version))
}
const get = (bucket: string, name: string) =>
  fetch(`${app.url}/storage/v1/object/authenticated/${bucket}/${name}`, {
    headers: { apikey: app.keys.secretKey, authorization: `Bearer ${app.keys.secretKey}` },
  })

it('the buckets of people hold no file as it came; pictures that everybody sees do', async () => {
  expect([...encryptedBuckets].sort()).toEqual([
    'cvs',
    'dispute-photos',
    'documents',
    'message-files',
    'payment-proofs',
    'selfies',
  ])
  for (const bucket of encryptedBuckets) {
    const name = await put(bucket)
    const clear = Buffer.from(await (await get(bucket, name)).arrayBuffer())
    expect(clear.equals(bucket === 'documents' ? pdf : photo)).toBe(true)
    const stored = await onDisk(bucket, name)
    expect([bucket, stored.includes(clear.subarray(0, 24))]).toEqual([bucket, false])
  }
  const name = `${await put(productPhotoBucket, `${randomUUID()}.jpg`)}`
  expect((await onDisk(productPhotoBucket, name)).equals(photo)).toBe(true)
})

it('a row that goes takes its key with it, also by SQL: the file that is left is noise', async () => {
  const name = await put('selfies')
  const version = await versionOf('selfies', name)
  const count = async () =>
    (
      await sql<{ n: number }>('select count(*)::int as n from app_vault.object_keys where version = $1', [
        version,
      ])
    )[0]
  expect(await count()).toEqual({ n: 1 })
  await asOwner(app.databaseUrl, async (client) => {
    await client.query(
      `select set_config('storage.allow_delete_query', 'true', false), set_config('storage.can_delete', 'true', false)`,
    )
    await client.query(`delete from storage.objects where bucket_id = 'selfies' and name = $1`, [name])
  })
  expect(await count()).toEqual({ n: 0 })
})

it('a new master key wraps the keys of files too, and no file is written again', async () => {
  const name = await put('cvs', `${randomUUID()}.pdf`)
  const version = await versionOf('cvs', name)
  const before = await onDisk('cvs', name)
  const [old, next] = [createMasterKey(key), createMasterKey(randomBytes(32))]
  expect(await rotateKeys(app.database, { current: next, previous: [old] })).toBeGreaterThan(5)
  expect((await onDisk('cvs', name)).equals(before)).toBe(true)
  const purpose = { bucket: 'cvs', name, version }
  const { database } = app
  const [result] = await sql<FoundKey>('select * from private.find_object_key($1, $2)', ['cvs', name])
  const open = (current: typeof old) =>
    result && createObjectEncryption({ database, masterKey: { current, previous: [] } }).open(purpose, result)
  expect(open(next)).toBeInstanceOf(Buffer)
  expect(() => open(old)).toThrow('cannot be opened')
  // The application that runs does not know the new key: back, so that it goes on.
  await rotateKeys(app.database, { current: old, previous: [next] })
  expect((await get('cvs', name)).status).toBe(200)
})

it('who owns the database cannot have one file answered under the name of another', async () => {
  const [mine, theirs] = [await put('selfies'), await put('selfies')]
  const version = await versionOf('selfies', theirs)
  await sql(`update storage.objects set version = $2 where bucket_id = 'selfies' and name = $1`, [
    mine,
    version,
  ])
  expect((await get('selfies', mine)).status).toBe(500)
  await sql(`update storage.objects set name = 'x' where bucket_id = 'selfies' and name = $1`, [theirs])
  expect((await get('selfies', 'x')).status).toBe(500)
})
