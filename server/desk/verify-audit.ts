// Recomputes the audit trail's chain of hashes, batch by batch, with nothing of the database's but the texts.
import { createHash } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/as-service-role.ts'

export interface AuditVerdict {
  batches: number
  entries: number
  /** Batches whose period is over: their entries are gone by rule, their hashes hold the chain. */
  forgottenBatches: number
  /** The last hash: written down elsewhere, it also shows when the end of the chain was cut off. */
  head: string
  /** Each in a sentence; none is a trail that nobody touched. */
  problems: string[]
}

interface Batch {
  id: string
  previous_hash: string
  hash: string
  forgotten: boolean
  wanted: number
  texts: string[]
}

const batchesAtOnce = 20
const beginning = '0'.repeat(64)

export async function verifyAudit(database: Database): Promise<AuditVerdict> {
  const verdict: AuditVerdict = { batches: 0, entries: 0, forgottenBatches: 0, head: beginning, problems: [] }
  for (let after = '0'; ; ) {
    const { rows } = await queryAsServiceRole<Batch & Record<string, unknown>>(
      database,
      'select * from private.read_audit_batches($1, $2)',
      [after, batchesAtOnce],
    )
    for (const batch of rows) verifyBatch(batch, verdict)
    const last = rows.at(-1)
    if (!last) break
    after = last.id
  }
  const { rows: strays } = await queryAsServiceRole<{ id: string }>(
    database,
    'select id from private.find_stray_audit_entries() as id',
  )
  for (const { id } of strays) verdict.problems.push(`entry ${id} was written past the chain`)
  return verdict
}

function verifyBatch(batch: Batch, verdict: AuditVerdict): void {
  verdict.batches += 1
  if (batch.previous_hash !== verdict.head)
    verdict.problems.push(
      `batch ${batch.id} does not follow the one before it: a batch was changed or taken out`,
    )
  verdict.head = batch.hash
  if (batch.forgotten) {
    verdict.forgottenBatches += 1
    return
  }
  verdict.entries += batch.texts.length
  if (batch.texts.length !== batch.wanted)
    verdict.problems.push(`batch ${batch.id} lacks ${batch.wanted - batch.texts.length} of its entries`)
  else if (digest(batch.previous_hash + batch.texts.map(digest).join('')) !== batch.hash)
    verdict.problems.push(`batch ${batch.id} is not what was sealed: an entry was altered`)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
