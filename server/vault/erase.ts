// "Erase my data": the database destroys keys, secrets and hashes in one transaction; then the photos go.
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { UnreadableSecretError } from './ciphers.ts'
import { findPersonIds, listSecrets, type PersonSecret } from './secrets-of.ts'
import type { Vault } from './vault.ts'

export interface EraseOptions {
  database: Database
  vault: Vault
  photos: { remove(paths: readonly string[]): Promise<void> }
  log: Log
}

/** As the caller, whose right the database judges; rejects with its refusal. */
export async function eraseAccountData(options: EraseOptions, userId: string, caller: Caller): Promise<void> {
  const { database } = options
  const paths = await findPhotos(options, await findPersonIds(database, userId))
  await runAs(database, caller, { text: 'select public.erase_my_data()' })
  await removePhotos(options, paths)
}

/** Someone without an account, who has shown that they hold the link to their registration. */
export async function eraseGuestData(options: EraseOptions, personId: string): Promise<void> {
  const paths = await findPhotos(options, [personId])
  await queryAsServiceRole(options.database, 'select private.erase_person(null, $1)', [[personId]])
  await removePhotos(options, paths)
}

/** Where the photos of these people lie: to be queried before the vault forgets it. */
export async function findPhotos({ database, vault }: EraseOptions, personIds: string[]): Promise<string[]> {
  return openPhotoPaths(vault, await listSecrets(database, personIds, 'erasure'))
}

/** The photos among these secrets, as paths in their bucket. */
export async function openPhotoPaths(vault: Vault, secrets: readonly PersonSecret[]): Promise<string[]> {
  const photos = secrets.filter(({ field }) => field === 'selfie')
  const paths = await Promise.all(
    photos.map((secret) =>
      vault.unseal(secret).catch((error) => {
        // Anyone who requests erasure is erased, also where a key is lost.
        if (error instanceof UnreadableSecretError) return []
        throw error
      }),
    ),
  )
  return paths.flat()
}

/** After the erasure, which must not fail for their sake. */
export async function removePhotos({ photos, log }: EraseOptions, paths: string[]): Promise<void> {
  try {
    await photos.remove(paths)
  } catch (error) {
    // Nothing refers to them any more: the nightly purge removes them.
    log.warn({ error }, 'photos of erased registrations are still there')
  }
}
