// The vault at the start of the application: not with the wrong master key, which would show only at someone's next form, and not
// with a database that someone put back to before seals.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { EnvironmentError } from '#server/settings/env.ts'
import { loadOrStoreSecret } from '#server/settings/secrets.ts'
import type { MasterKeys } from './master-key.ts'
import { countMissingMasterKeys } from './rotate.ts'
import { sealPeople } from './seal-people.ts'
import { LostSealKeyError, readSealKey } from './seals.ts'
import { createVault, type Vault } from './vault.ts'

export interface OpenVaultOptions {
  database: Database
  masterKey: MasterKeys
  /** Where it is marked that everything is sealed: no owner of the database reaches that. */
  dataDir?: string
  log?: Log
}

const markName = 'vault-sealed'
const mark =
  'Everything in the vault is sealed. Without this file a database of before seals would be accepted.'

export async function openVault({ dataDir, ...options }: OpenVaultOptions): Promise<Vault> {
  if ((await countMissingMasterKeys(options.database, options.masterKey)) > 0)
    throw new EnvironmentError(
      'the vault of this database was closed with another master key: set VAULT_MASTER_KEY to it, or name it in VAULT_PREVIOUS_KEYS',
    )
  const isMarked = dataDir !== undefined && existsSync(join(dataDir, 'secrets', markName))
  const { isOpen } = await readSealKey(options.database, options.masterKey).catch((error) => {
    throw error instanceof LostSealKeyError ? new EnvironmentError(error.message) : error
  })
  if (isMarked && isOpen)
    throw new EnvironmentError(
      `the vault of this database is of before seals, and this folder's was sealed: if an older backup was put in place on purpose, remove ${markName} from DATA_DIR/secrets`,
    )
  if (dataDir !== undefined && !isOpen) loadOrStoreSecret(dataDir, markName, () => mark)
  return createVault({ ...options, isClosed: () => isMarked })
}

/** Seals anyone who is of before; after a failure it goes on. In every process: each marks its own folder. */
export function sealPeopleJob(options: OpenVaultOptions & { log: Log }): Job {
  const { database, masterKey, dataDir, log } = options
  return {
    name: 'seal-people',
    atStart: true,
    async run(signal) {
      const count = await sealPeople({ database, masterKey, log, signal })
      if (signal.aborted) return
      if (dataDir !== undefined) loadOrStoreSecret(dataDir, markName, () => mark)
      if (count > 0) log.info({ count }, 'everybody in the vault is sealed')
    },
  }
}
