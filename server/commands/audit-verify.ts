// `npm run audit:verify`: finds an altered byte in the audit trail, whether the server runs or not.
import { openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import { sealAudit } from '#server/desk/seal-audit.ts'
import { verifyAudit } from '#server/desk/verify-audit.ts'
import { readEnvironment } from '#server/env.ts'
import { keepSecret } from '#server/secrets.ts'
import { reachDatabase } from './reach-database.ts'

const help = `Usage: npm run audit:verify
Seals what is new, recomputes the whole chain, and ends with 1 when anything was changed, taken out or slipped in.
Keep the last hash elsewhere (it also stands in the server's log): it shows when the end of the chain was cut off.`

try {
  if (process.argv.includes('--help')) console.log(help)
  else await verify()
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

async function verify(): Promise<void> {
  const env = readEnvironment(process.env)
  const secret = env.jwtSecret ?? keepSecret(env.dataDir, 'jwt-secret')
  const access = await reachDatabase(env, secret)
  try {
    const database = await openDatabase({ url: access.url, secret, log: silentLog, poolSize: 2 })
    try {
      await sealAudit(database, silentLog)
      const { batches, entries, forgottenBatches, head, problems } = await verifyAudit(database)
      for (const problem of problems) console.error(`✗ ${problem}`)
      if (problems.length > 0) process.exitCode = 1
      else
        console.log(
          `✓ ${entries} entries in ${batches} batches are what was written` +
            `${forgottenBatches > 0 ? ` (${forgottenBatches} batches are past their period)` : ''}; last hash ${head}`,
        )
    } finally {
      await database.close()
    }
  } finally {
    await access.release()
  }
}
