// Keys of the files that are people's own: one for each version, wrapped by the master key for that file and no other.
import { orderUploadBuckets } from '#domain/market-orders.ts'
import { selfieBucket } from '#domain/registration-intake.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import type { KeyPurpose, ObjectEncryption, StoredObject } from '#platform/storage/object-bytes.ts'
import { serviceRole } from '#platform/storage/transact.ts'
import { queryAsServiceRole } from '#server/as-service-role.ts'
import { documentBucket } from '#server/documents/print.ts'
import { cvBucket } from '#server/forms/cv-store.ts'
import { createDataKey, unwrapKey, wrapKey } from './ciphers.ts'
import type { MasterKeys } from './master-key.ts'

/** What somebody sent or was sent about themselves. Pictures of products, pages and people of the company are public. */
export const encryptedBuckets: readonly string[] = [
  selfieBucket,
  orderUploadBuckets.proof,
  orderUploadBuckets.dispute,
  cvBucket,
  documentBucket,
]

/** The form that private.list_old_keys writes. */
const ownerOf = ({ bucket, name, version }: KeyPurpose) => `object ${version} ${bucket}/${name}`

export function createObjectEncryption(options: {
  database: Database
  masterKey: MasterKeys
  buckets?: readonly string[]
}): ObjectEncryption {
  const { database, masterKey, buckets = encryptedBuckets } = options
  const { current } = masterKey
  return {
    isEncrypted: (bucket) => buckets.includes(bucket),
    createKey: createDataKey,
    keep(key, purpose) {
      const { bucket, name, version } = purpose
      return {
        name: 'object_key_keep',
        text: 'select private.keep_object_key($1, $2, $3, $4, $5)',
        values: [bucket, name, version, wrapKey(current, ownerOf(purpose), key), current.id],
      }
    },
    async find(purpose) {
      const { bucket, name, version } = purpose
      // Named, and so sent in one trip: this is asked at every download.
      const { rows } = await runAs(database, serviceRole, {
        name: 'object_key_find',
        text: 'select * from private.find_object_key($1, $2, $3)',
        values: [bucket, name, version],
      })
      const row: { wrapped_key: Buffer | null; master_key_id: string | null } | undefined = rows[0]
      if (!row) return 'gone'
      if (!row.wrapped_key || !row.master_key_id) return null
      return unwrapKey(masterKey, ownerOf(purpose), row.wrapped_key, row.master_key_id)
    },
    async listClear(afterId, batch) {
      const { rows } = await queryAsServiceRole<StoredObject & { id: string }>(
        database,
        'select * from private.list_clear_objects($1, $2, $3)',
        [buckets, afterId, batch],
      )
      return rows
    },
    async countClear() {
      const { rows } = await queryAsServiceRole<{ count: string }>(
        database,
        'select private.count_clear_objects($1) as count',
        [buckets],
      )
      return Number(rows[0]?.count)
    },
  }
}
