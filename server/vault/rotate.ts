// Wraps every key of the vault with the current master key, so that the old one can be destroyed.
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { unwrapKey, wrapKey } from './ciphers.ts'
import type { MasterKeys } from './master-key.ts'

const batch = 500

interface OldKey {
  owner: string
  wrapped_key: Buffer
  wrapped_by: string
}

/** Answers how many were wrapped again. Safe while servers run that know both keys, and safe to be broken off. */
export async function rotateKeys(database: Database, masterKey: MasterKeys): Promise<number> {
  const { current } = masterKey
  let done = 0
  for (;;) {
    const { rows } = await queryAsServiceRole<OldKey>(
      database,
      'select * from private.list_old_keys($1, $2)',
      [current.id, batch],
    )
    if (rows.length === 0) return done
    for (const { owner, wrapped_key, wrapped_by } of rows) {
      const key = unwrapKey(masterKey, owner, wrapped_key, wrapped_by)
      await queryAsServiceRole(database, 'select private.rewrap_key($1, $2, $3, $4)', [
        owner,
        wrapped_key,
        wrapKey(current, owner, key),
        current.id,
      ])
      done += 1
    }
  }
}

/** How many of the master keys that the vault needs are not among ours; 0 is the good answer. */
export async function countMissingMasterKeys(database: Database, masterKey: MasterKeys): Promise<number> {
  const ours = new Set([masterKey.current, ...masterKey.previous].map(({ id }) => id))
  const { rows } = await queryAsServiceRole<{ id: string }>(
    database,
    'select id from private.list_master_key_ids() as id',
  )
  return rows.filter(({ id }) => !ours.has(id)).length
}
