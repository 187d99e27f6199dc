// The master key, which no database holds: from the environment, from a file, or created once in an evaluation.
import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Environment, EnvironmentError } from '#server/settings/env.ts'
import { loadOrStoreSecret } from '#server/settings/secrets.ts'

export interface MasterKey {
  /** Distinguishes keys without revealing them: 16 characters, stored beside whatever the key wrapped. */
  id: string
  key: Buffer
}

/** The key that wraps, and those that wrapped before and may still open. */
export interface MasterKeys {
  current: MasterKey
  previous: readonly MasterKey[]
}

const keyBytes = 32

export function createMasterKey(key: Buffer): MasterKey {
  if (key.length !== keyBytes) throw new EnvironmentError(`a master key has ${keyBytes} bytes`)
  const id = createHmac('sha256', key).update('master key id').digest('hex').slice(0, 16)
  return { id, key }
}

export function readMasterKeys(
  env: Pick<
    Environment,
    'production' | 'dataDir' | 'vaultMasterKey' | 'vaultMasterKeyFile' | 'vaultPreviousKeys'
  >,
): MasterKeys {
  return {
    current: createMasterKey(decodeKey(findKey(env), 'VAULT_MASTER_KEY')),
    previous: env.vaultPreviousKeys.map((text) => createMasterKey(decodeKey(text, 'VAULT_PREVIOUS_KEYS'))),
  }
}

function findKey(env: Parameters<typeof readMasterKeys>[0]): string {
  if (env.vaultMasterKey) return env.vaultMasterKey
  if (env.vaultMasterKeyFile) return readKeyFile(env.vaultMasterKeyFile)
  if (env.production)
    throw new EnvironmentError(
      'VAULT_MASTER_KEY (or VAULT_MASTER_KEY_FILE) is needed in production: make one with `openssl rand -base64 32`, and keep a copy where no copy of the database is',
    )
  return loadOrStoreSecret(env.dataDir, 'vault-master-key', () => randomBytes(keyBytes).toString('base64'))
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new EnvironmentError(`VAULT_MASTER_KEY_FILE cannot be read (${code ?? 'unknown reason'})`)
  }
}

/** The value itself is never repeated. */
function decodeKey(text: string, name: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text) || key.length !== keyBytes)
    throw new EnvironmentError(
      `${name} must be 32 bytes in base64, as \`openssl rand -base64 32\` makes them`,
    )
  return key
}
