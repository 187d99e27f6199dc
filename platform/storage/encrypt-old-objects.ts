// Encrypts the objects that lay in a bucket before it was encrypted, one by one: each is in clear or encrypted, and can be
// read, at any time, so that this may end anywhere and begin again.
import { randomUUID } from 'node:crypto'
import { dropVersions, type StorageContext } from './context.ts'
import { MissingVersionError } from './drivers/driver.ts'
import { DamagedObjectError } from './encrypted-stream.ts'
import { isDatabaseError } from './errors.ts'
import type { StoredObject } from './object-bytes.ts'
import { replaceVersion } from './objects.ts'
import { serviceRole, transact } from './transact.ts'

const batch = 100
const operation = 'storage.object.encrypt'

/** Answers how many were encrypted. Safe in several processes at once: anyone who comes second leaves the object alone. */
export async function encryptOldObjects(context: StorageContext, isStopped: () => boolean): Promise<number> {
  const { encryption, log } = context
  if (!encryption) return 0
  const total = await encryption.countClear()
  if (total === 0) return 0
  log.info({ objects: total }, 'objects in clear are being encrypted')
  let encrypted = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const objects = await encryption.listClear(after, batch)
    for (const object of objects) {
      if (isStopped()) {
        log.info({ encrypted, left: total - encrypted }, 'encrypting goes on at the next start')
        return encrypted
      }
      if (await encryptObject(context, object)) encrypted += 1
      after = object.id
    }
    if (objects.length < batch) break
    log.info({ encrypted, left: total - encrypted }, 'objects in clear are being encrypted')
  }
  const left = await encryption.countClear()
  if (left === 0) log.info({ encrypted }, 'every object that has to be is encrypted')
  else
    log.warn(
      { encrypted, left },
      'objects are still without a key: they have lost it or their bytes, or came meanwhile',
    )
  return encrypted
}

async function encryptObject(
  context: StorageContext,
  object: StoredObject & { id: string },
): Promise<boolean> {
  const { database, bytes } = context
  const target = { bucket: object.bucket_id, key: object.name }
  const version = randomUUID()
  try {
    const statements = await bytes.copy(object, target, version)
    const steps = [replaceVersion(object.id, object.version, version), ...statements]
    await transact(
      database,
      steps.map((run) => ({ as: serviceRole, run })),
      { operation },
    )
  } catch (error) {
    // Replaced, moved or removed meanwhile, or without bytes since long.
    if (error instanceof MissingVersionError) return false
    // Its key is lost: the bytes stay, for anyone who has a backup of the key.
    if (error instanceof DamagedObjectError) return false
    if (!isDatabaseError(error)) throw error
    await dropVersions(context, [version])
    if (error.code === 'P0002') return false
    throw error
  }
  await dropVersions(context, [object.version])
  return true
}
