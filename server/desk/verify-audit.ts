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
  /** What the hash is of; null: sealed before 20261123003010, when a hash said nothing of its batch's time. */
  seal_text: string | null
  entries_hash: string | null
  wanted: number
  texts: string[]
  newest_at: Date
  forgotten_at: Date | null
  due_at: Date | null
}

const batchesAtOnce = 20
const beginning = '0'.repeat(64)
/** The floor of the period (retention_periods.at_least), which no change of the database's own rows lowers here. */
const leastKeptMs = 365 * 86_400_000

export async function verifyAudit(database: Database): Promise<AuditVerdict> {
  const verdict: AuditVerdict = { batches: 0, entries: 0, forgottenBatches: 0, head: beginning, problems: [] }
  const { rows: clock } = await queryAsServiceRole<{ at: Date }>(database, 'select now() as at')
  const now = clock[0]?.at ?? new Date()
  for (let after = '0'; ; ) {
    const { rows } = await queryAsServiceRole<Batch & Record<string, unknown>>(
      database,
      'select * from private.read_audit_batches($1, $2)',
      [after, batchesAtOnce],
    )
    for (const batch of rows) verifyBatch(batch, verdict, now)
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

function verifyBatch(batch: Batch, verdict: AuditVerdict, now: Date): void {
  const { problems } = verdict
  const keptBefore = verdict.batches - verdict.forgottenBatches
  verdict.batches += 1
  if (batch.previous_hash !== verdict.head)
    problems.push(`batch ${batch.id} does not follow the one before it: a batch was changed or taken out`)
  verdict.head = batch.hash
  if (batch.seal_text !== null && `2:${digest(batch.seal_text)}` !== batch.hash)
    problems.push(`batch ${batch.id} is not what was sealed: its seal was altered`)
  if (batch.forgotten_at) {
    verdict.forgottenBatches += 1
    if (batch.forgotten_at < timeOf(batch) || batch.forgotten_at > now)
      problems.push(`batch ${batch.id} was forgotten before its time`)
    if (keptBefore > 0) problems.push(`batch ${batch.id} was forgotten, and an older one is still there`)
    if (batch.texts.length > 0)
      problems.push(`batch ${batch.id} was forgotten, and its entries are still there`)
    return
  }
  verdict.entries += batch.texts.length
  const digests = batch.texts.map(digest).join('')
  if (batch.texts.length !== batch.wanted)
    problems.push(`batch ${batch.id} lacks ${batch.wanted - batch.texts.length} of its entries`)
  else if (
    batch.seal_text === null
      ? digest(batch.previous_hash + digests) !== batch.hash
      : digest(digests) !== batch.entries_hash
  )
    problems.push(`batch ${batch.id} is not what was sealed: an entry was altered`)
}

/** When a batch may go: its period, as it counted then, and never less than the floor. */
function timeOf({ newest_at, due_at }: Batch): Date {
  return new Date(Math.max(due_at?.getTime() ?? Infinity, newest_at.getTime() + leastKeptMs))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
