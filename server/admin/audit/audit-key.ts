// The key of the audit trail's seals: random, stored only wrapped by the vault's master key, and wrapped again by
// vault:rotate like every other, so that old seals stay verifiable when an old master key is destroyed.
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { createDataKey, UnreadableSecretError, unwrapKey, wrapKey } from '#server/vault/ciphers.ts'
import type { MasterKeys } from '#server/vault/master-key.ts'

const keyName = 'audit'

/** The same for every server process; the first one makes it. */
export async function readAuditKey(database: Database, masterKey: MasterKeys): Promise<Buffer> {
  // The form of the name is that of every key in app_vault.keys (private.list_old_keys).
  // Authenticated with the wrapped key: another word would not open the keys that are stored.
  const owner = `house ${keyName}`
  const store = async (wrapped: Buffer | null) => {
    const { rows } = await queryAsServiceRole<{ wrapped_key: Buffer; master_key_id: string }>(
      database,
      'select * from private.store_app_key($1, $2, $3)',
      [keyName, wrapped, masterKey.current.id],
    )
    return rows[0]
  }
  const stored = (await store(null)) ?? (await store(wrapKey(masterKey.current, owner, createDataKey())))
  if (!stored) throw new Error('the database stores no key for the audit trail')
  try {
    return unwrapKey(masterKey, owner, stored.wrapped_key, stored.master_key_id)
  } catch (error) {
    if (error instanceof UnreadableSecretError)
      throw new Error(
        'the key of the audit trail cannot be opened with this master key: set VAULT_MASTER_KEY (or VAULT_PREVIOUS_KEYS) to the one it was wrapped with',
      )
    throw error
  }
}
