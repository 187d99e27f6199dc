// `npm run audit:verify`: finds an altered byte in the audit trail, whether the server runs or not.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { silentLog } from '#platform/log.ts'
import { readAuditKey } from '#server/admin/audit/audit-key.ts'
import { chooseWitness } from '#server/admin/audit/choose-witness.ts'
import { type AuditHead, findHeads, formatHead, readStoredHeads } from '#server/admin/audit/heads.ts'
import { createSealer } from '#server/admin/audit/seal-audit.ts'
import { verifyAudit } from '#server/admin/audit/verify-audit.ts'
import { countMissingMasterKeys } from '#server/vault/rotate.ts'
import { withDatabase } from './reach-database.ts'

const help = `Usage: npm run audit:verify -- [--head NUMBER:HASH]... [--heads FILE]...
Seals what is new, recomputes the whole chain with the server's key, and ends with 1 when anything was changed, taken
out or slipped in, or when a head that is known is not in the trail. Heads are known from --head, from files with the
mails of the witness (--heads), from DATA_DIR, and from a witness that can be queried (AUDIT_WITNESS).`

try {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      head: { type: 'string', multiple: true },
      heads: { type: 'string', multiple: true },
    },
  })
  if (values.help) console.log(help)
  else
    await verify([
      ...(values.head ?? []).flatMap((text) => readHeads(text, `--head ${text}`)),
      ...(values.heads ?? []).flatMap((file) => readHeads(readFileSync(file, 'utf8'), `--heads ${file}`)),
    ])
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

function readHeads(text: string, source: string): AuditHead[] {
  const heads = findHeads(text)
  if (heads.length === 0) throw new Error(`${source} has no head such as 417:3:8c1f… in it`)
  return heads
}

async function verify(input: AuditHead[]): Promise<void> {
  await withDatabase(async (database, { env, masterKey }) => {
    // Before a key is created, where none was: it is to be wrapped by the master key of this database.
    if ((await countMissingMasterKeys(database, masterKey)) > 0)
      throw new Error('the seals need the master key of this database: set VAULT_MASTER_KEY to it')
    const key = await readAuditKey(database, masterKey)
    // Read before: what is sealed now is no news from outside.
    const heads = [...input, ...(await readStoredHeads(env.dataDir))]
    await createSealer({ database, key, log: silentLog }).seal()
    const witness = await chooseWitness(database, env)
    const { problems, ...verdict } = await verifyAudit(database, { key, heads, witness })
    for (const problem of problems) console.error(`✗ ${problem}`)
    if (problems.length > 0) {
      process.exitCode = 1
      return
    }
    const notes = [
      verdict.forgottenBatches > 0 && `${verdict.forgottenBatches} batches are past their period`,
      verdict.unkeyedBatches > 0 && `${verdict.unkeyedBatches} are unkeyed, before 0.2.0`,
      verdict.heads > 0 && `${verdict.heads} heads from outside are in it`,
    ].filter(Boolean)
    console.log(
      `✓ ${verdict.entries} entries in ${verdict.batches} batches are what was written` +
        `${notes.length > 0 ? ` (${notes.join('; ')})` : ''}; head ${formatHead(verdict.head)}`,
    )
  })
}
