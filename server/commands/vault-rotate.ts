// `npm run vault:rotate`: wraps every key of the vault with VAULT_MASTER_KEY, whether the server runs or not.
import { openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import { readEnvironment } from '#server/settings/env.ts'
import { keepSecret } from '#server/settings/secrets.ts'
import { readMasterKeys } from '#server/vault/master-key.ts'
import { countMissingMasterKeys, rotateKeys } from '#server/vault/rotate.ts'
import { reachDatabase } from './reach-database.ts'

const help = `Usage: npm run vault:rotate
Set VAULT_MASTER_KEY (or VAULT_MASTER_KEY_FILE) to the new key and VAULT_PREVIOUS_KEYS to the old one, for the server
too, and start it anew; then run this; then take VAULT_PREVIOUS_KEYS away and destroy the old key.`

try {
  if (process.argv.includes('--help')) console.log(help)
  else await rotate()
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

async function rotate(): Promise<void> {
  const env = readEnvironment(process.env)
  const secret = env.jwtSecret ?? keepSecret(env.dataDir, 'jwt-secret')
  const masterKey = readMasterKeys(env)
  const access = await reachDatabase(env, secret)
  try {
    const database = await openDatabase({ url: access.url, secret, log: silentLog, poolSize: 2 })
    try {
      const missing = await countMissingMasterKeys(database, masterKey)
      if (missing > 0)
        throw new Error(
          `the vault needs ${missing === 1 ? 'a master key' : `${missing} master keys`} that VAULT_PREVIOUS_KEYS does not name: nothing was changed`,
        )
      const count = await rotateKeys(database, masterKey)
      console.log(
        `✓ ${count} ${count === 1 ? 'key is' : 'keys are'} wrapped anew; VAULT_PREVIOUS_KEYS may go now.`,
      )
    } finally {
      await database.close()
    }
  } finally {
    await access.release()
  }
}
