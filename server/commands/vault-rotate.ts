// `npm run vault:rotate`: wraps every key of the vault with VAULT_MASTER_KEY, whether the server runs or not.
import { countMissingMasterKeys, rotateKeys } from '#server/vault/rotate.ts'
import { withDatabase } from './reach-database.ts'

const help = `Usage: npm run vault:rotate
Set VAULT_MASTER_KEY (or VAULT_MASTER_KEY_FILE) to the new key and VAULT_PREVIOUS_KEYS to the old one, for the server
too, and start it again; then run this; then take VAULT_PREVIOUS_KEYS away and destroy the old key.`

try {
  if (process.argv.includes('--help')) console.log(help)
  else await rotate()
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

async function rotate(): Promise<void> {
  await withDatabase(async (database, { masterKey }) => {
    const missing = await countMissingMasterKeys(database, masterKey)
    if (missing > 0)
      throw new Error(
        `the vault needs ${missing === 1 ? 'a master key' : `${missing} master keys`} that VAULT_PREVIOUS_KEYS does not name: nothing was changed`,
      )
    const count = await rotateKeys(database, masterKey)
    console.log(
      `✓ ${count} ${count === 1 ? 'key is' : 'keys are'} wrapped again; VAULT_PREVIOUS_KEYS may go now.`,
    )
  })
}
