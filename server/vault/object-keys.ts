// Keys of the files that are people's own: one for each version, wrapped by the master key for that file and no other.
import { messageFileBucket } from '#domain/admin/conversations.ts'
import { cvBucket } from '#domain/company/job-applications.ts'
import { documentBucket } from '#domain/market/documents.ts'
import { orderUploadBuckets } from '#domain/market/market-orders.ts'
import { selfieBucket } from '#domain/registrations/intake.ts'
import type { Database } from '#platform/database/database.ts'
import type { KeyPurpose, ObjectEncryption, StoredObject } from '#platform/storage/object-bytes.ts'
import type { FoundKey } from '#platform/storage/objects.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { createDataKey, unwrapKey, wrapKey } from './ciphers.ts'
import type { MasterKeys } from './master-key.ts'

/** What someone sent or was sent about themselves. Pictures of products, pages and people of the company are public. */
export const encryptedBuckets: readonly string[] = [
  selfieBucket,
  orderUploadBuckets.proof,
  orderUploadBuckets.dispute,
  cvBucket,
  documentBucket,
  messageFileBucket,
]

interface FoundRow extends FoundKey {
  wrapped_key: Buffer | null
  master_key_id: string | null
}

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
    save(key, purpose) {
      const { bucket, name, version } = purpose
      return {
        name: 'object_key_keep',
        text: 'select private.store_object_key($1, $2, $3, $4, $5)',
        values: [bucket, name, version, wrapKey(current, ownerOf(purpose), key), current.id],
      }
    },
    find: (bucket, name) => ({
      name: 'object_key_find',
      text: 'select * from private.find_object_key($1, $2)',
      values: [bucket, name],
    }),
    open(purpose, result) {
      const { wrapped_key: wrapped, master_key_id: wrappedBy } = result as FoundRow
      return wrapped && wrappedBy ? unwrapKey(masterKey, ownerOf(purpose), wrapped, wrappedBy) : null
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
