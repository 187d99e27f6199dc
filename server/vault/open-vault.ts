// The vault at the start of the house: not with the wrong master key, which would show only at somebody's next form.
import type { Database } from '#platform/database/database.ts'
import { EnvironmentError } from '#server/env.ts'
import type { MasterKeys } from './master-key.ts'
import { countMissingMasterKeys } from './rotate.ts'
import { createVault, type Vault } from './vault.ts'

export async function openVault(options: { database: Database; masterKey: MasterKeys }): Promise<Vault> {
  if ((await countMissingMasterKeys(options.database, options.masterKey)) > 0)
    throw new EnvironmentError(
      'the vault of this database was closed with another master key: set VAULT_MASTER_KEY to it, or name it in VAULT_PREVIOUS_KEYS',
    )
  return createVault(options)
}
