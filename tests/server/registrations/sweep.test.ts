// Photos that no registration refers to go after a day, with their bytes; photos that one refers to stay.
import { afterAll, expect, it } from 'vitest'
import type { PhotoSlot } from '#domain/registrations/intake.ts'
import { createPhotoStore } from '#server/files/photo-store.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { createPhotos } from '#server/registrations/photos.ts'
import { readMasterKeys } from '#server/vault/master-key.ts'
import { createVault } from '#server/vault/vault.ts'
import { startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { createApplicant, takePhoto } from './applicant.ts'

const masterKey = Buffer.alloc(32, 7).toString('base64')

const app = await startApp({ VAULT_MASTER_KEY: masterKey })
const guest = createApplicant({ url: app.url, publishableKey: app.keys.publishableKey })
const vault = createVault({
  database: app.database,
  masterKey: readMasterKeys({
    production: false,
    dataDir: '',
    vaultMasterKey: masterKey,
    vaultMasterKeyFile: undefined,
    vaultPreviousKeys: [],
  }),
})
// The application's own storage, from outside.
const services = {
  request: (path: string | URL | Request, init?: RequestInit) => fetch(`${app.url}${path}`, init),
}
const photos = createPhotos({
  database: app.database,
  vault,
  store: createPhotoStore(services, app.keys.secretKey),
})
afterAll(() => app.stop())

const sql = (text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, async (client) => (await client.query(text, values)).rows)

/** A photo in its place, attached or not. */
async function leave(isAttached: boolean): Promise<string> {
  const { body } = await guest.submit('farmer')
  const slot = body.photo as PhotoSlot
  expect(await guest.upload(slot, await takePhoto())).toBeNull()
  if (isAttached) expect((await guest.attach(slot, body)).status).toBe(200)
  return slot.path
}

/** As old as that: only when all is there, since the application sweeps at its start, too. */
const age = (path: string | undefined, age: string) =>
  sql('update private.photo_uploads set created_at = now() - $2::interval where path = $1', [path, age])

const stored = async () =>
  (await sql(`select name from storage.objects where bucket_id = 'selfies'`))
    .map(({ name }) => name as string)
    .sort()
const places = async () =>
  (await sql('select path from private.photo_uploads')).map(({ path }) => path as string).sort()

it('the sweep removes old photos that belong to nobody, and no others', async () => {
  const orphan = await leave(false)
  const recent = await leave(false)
  const saved = await leave(true)
  const erased = await leave(true)
  const replaced = await leave(true)
  for (const path of [erased, replaced])
    await sql(
      `delete from app_vault.secrets where field = 'selfie' and match_hash =
        (select match_hash from app_vault.secrets where field = 'selfie' order by created_at desc offset $1 limit 1)`,
      [path === erased ? 1 : 0],
    )
  expect(await stored()).toEqual([orphan, recent, saved, erased, replaced].sort())
  // A place that was given out and never used.
  const { body: unused } = await guest.submit('farmer')
  await age(unused.photo?.path, '3 days')
  await age(orphan, '26 hours')
  await age(recent, '23 hours')
  for (const path of [saved, erased, replaced]) await age(path, '10 days')

  expect(await sweep(app.database, () => new Date(), { photos })).toMatchObject({ photos: 4 })
  expect(await stored()).toEqual([recent, saved].sort())
  expect(await places()).toEqual([recent, saved].sort())
  expect(await sweep(app.database, () => new Date(), { photos })).toMatchObject({ photos: 0 })
})

it('the sweep takes the photo of a registration whose time is over, with the registration', async () => {
  const path = await leave(true)
  await age(path, '2 years')
  const [newest] = await sql('select id from public.farmers order by created_at desc limit 1')
  await sql(`alter table public.farmers disable trigger user`)
  await sql(`update public.farmers set updated_at = now() - interval '3 years' where id = $1`, [newest?.id])
  await sql(`alter table public.farmers enable trigger user`)
  expect(await sweep(app.database, () => new Date(), { photos })).toMatchObject({ farmers: 1, photos: 1 })
  expect(await stored()).not.toContain(path)
})

it('forgets proofs of work that nobody could use any more', async () => {
  await sql(`insert into private.used_proofs (id, attempt, expires_at)
    values (repeat('a', 64), gen_random_uuid(), now() - interval '1 minute')`)
  expect(await sweep(app.database, () => new Date(), { photos })).toMatchObject({ proofs: 1 })
})
