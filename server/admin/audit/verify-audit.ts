// Recomputes the audit trail's chain of seals, batch by batch, with nothing of the database's but the texts, and holds
// it against every head that is known from outside.
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { type AuditHead, formatHead } from './heads.ts'
import { beginning, computeSealHash, digest, digestEntries, isKeyed } from './seal.ts'
import type { AuditWitness } from './witness.ts'

export interface AuditVerdict {
  batches: number
  /** Those sealed before 0.2.0, without a key: the first keyed seal covers their last hash. */
  unkeyedBatches: number
  entries: number
  /** Batches whose period is over: their entries are gone by rule, their hashes hold the chain. */
  forgottenBatches: number
  /** Number and hash of the last seal. */
  head: AuditHead
  /** Heads from outside that are in the chain. */
  heads: number
  /** Each in a sentence; none is a trail that nobody touched. */
  problems: string[]
}

export interface VerifyOptions {
  /** readAuditKey's. */
  key: Buffer
  /** Known from outside: each must be in the chain. */
  heads?: readonly AuditHead[]
  /** Queried for the heads and tokens that it can show by itself. */
  witness?: AuditWitness
}

interface Batch {
  number: string
  previous_hash: string
  hash: string
  /** What an unkeyed '2:' hash is of; null: keyed, or sealed before a hash covered its time. */
  unkeyed_text: string | null
  entries_hash: string | null
  entry_ids: string
  wanted: number
  texts: string[]
  newest_at: Date
  newest_epoch: string
  sealed_at: Date | null
  forgotten_at: Date | null
  due_at: Date | null
}

const batchesAtOnce = 20
/** The floor of the period (retention_periods.at_least), which no change of the database's own rows lowers here. */
const minRetainedMs = 365 * 86_400_000
/** How far the clocks of two servers, and of the database, may differ. */
const clocksDifferMs = 5 * 60_000

export async function verifyAudit(database: Database, options: VerifyOptions): Promise<AuditVerdict> {
  const { key, heads = [], witness } = options
  const verdict: AuditVerdict = {
    batches: 0,
    unkeyedBatches: 0,
    entries: 0,
    forgottenBatches: 0,
    head: { number: 0, hash: beginning },
    heads: 0,
    problems: [],
  }
  const { problems } = verdict
  const { rows: clock } = await queryAsServiceRole<{ at: Date }>(database, 'select now() as at')
  const now = clock[0]?.at ?? new Date()
  const wanted = await listWantedHeads(heads, witness, problems)
  const chain = { key, now, sealedAt: new Date(0), wanted }
  for (let after = '0'; ; ) {
    const { rows } = await queryAsServiceRole<Batch & Record<string, unknown>>(
      database,
      'select * from private.read_audit_batches($1, $2)',
      [after, batchesAtOnce],
    )
    for (const batch of rows) verifyBatch(batch, verdict, chain)
    const last = rows.at(-1)
    if (!last) break
    after = last.number
  }
  verdict.heads = [...wanted.values()].filter(({ isFound }) => isFound).length
  for (const [head, { isFound, source }] of wanted)
    if (!isFound)
      problems.push(
        `head ${head} (${source}) is not in the trail: the end was cut off, or the trail was rewritten`,
      )
  await verifyTokens(database, witness, verdict)
  const { rows: strays } = await queryAsServiceRole<{ id: string }>(
    database,
    'select id from private.find_stray_audit_entries() as id',
  )
  for (const { id } of strays) problems.push(`entry ${id} was written past the chain`)
  const { rows: damages } = await queryAsServiceRole<{
    action: keyof typeof damageWords
    subject_id: string
  }>(
    database,
    `select action, subject_id from public.audit_trail
     where subject_type = 'audit_trail' and action = any ($1) order by id`,
    [Object.keys(damageWords)],
  )
  for (const { action, subject_id } of damages) problems.push(damageWords[action](subject_id))
  return verdict
}

/** What the server itself recorded (private.record_audit_damage). */
const damageWords = {
  entry_lost: (subject: string) => `entry ${subject} was taken out before it was sealed`,
  entry_altered: (subject: string) => `entry ${subject} was altered before it was sealed`,
  head_lost: (subject: string) => `head ${subject} was gone while the server ran`,
}

type WantedHeads = Map<string, { source: string; isFound: boolean }>

async function listWantedHeads(
  heads: readonly AuditHead[],
  witness: AuditWitness | undefined,
  problems: string[],
): Promise<WantedHeads> {
  const wanted: WantedHeads = new Map()
  for (const head of heads) wanted.set(formatHead(head), { source: 'given', isFound: false })
  try {
    for (const head of (await witness?.listHeads?.()) ?? [])
      wanted.set(formatHead(head), { source: 'held by the witness', isFound: false })
  } catch (error) {
    problems.push(`the witness did not answer: ${error instanceof Error ? error.message : error}`)
  }
  return wanted
}

function verifyBatch(
  batch: Batch,
  verdict: AuditVerdict,
  chain: { key: Buffer; now: Date; sealedAt: Date; wanted: WantedHeads },
): void {
  const { problems } = verdict
  const number = Number(batch.number)
  const forgottenAll = verdict.batches === verdict.forgottenBatches
  verdict.batches += 1
  if (batch.previous_hash !== verdict.head.hash || number !== verdict.head.number + 1)
    problems.push(`batch ${number} does not follow the one before it: a batch was changed or taken out`)
  if (!isKeyed(batch.hash)) {
    verdict.unkeyedBatches += 1
    if (isKeyed(verdict.head.hash))
      problems.push(`batch ${number} has a seal without a key, after seals that have one`)
  }
  verdict.head = { number, hash: batch.hash }
  const head = chain.wanted.get(formatHead(verdict.head))
  if (head) head.isFound = true
  if (!hasOwnSeal(batch, chain.key))
    problems.push(`batch ${number} is not what was sealed: its seal was altered`)
  if (batch.sealed_at) {
    if (batch.sealed_at.getTime() < chain.sealedAt.getTime() - clocksDifferMs)
      problems.push(`batch ${number} was sealed before the one before it`)
    chain.sealedAt = batch.sealed_at
  }
  if (batch.forgotten_at) {
    verdict.forgottenBatches += 1
    if (batch.forgotten_at < timeOf(batch) || batch.forgotten_at > chain.now)
      problems.push(`batch ${number} was forgotten before its time`)
    if (!forgottenAll) problems.push(`batch ${number} was forgotten, and an older one is still there`)
    if (batch.texts.length > 0)
      problems.push(`batch ${number} was forgotten, and its entries are still there`)
    return
  }
  verdict.entries += batch.texts.length
  if (batch.texts.length !== batch.wanted)
    problems.push(`batch ${number} lacks ${batch.wanted - batch.texts.length} of its entries`)
  else if (!hasOwnEntries(batch))
    problems.push(`batch ${number} is not what was sealed: an entry was altered`)
}

function hasOwnSeal(batch: Batch, key: Buffer): boolean {
  if (!isKeyed(batch.hash))
    return batch.unkeyed_text === null || `2:${digest(batch.unkeyed_text)}` === batch.hash
  if (!batch.sealed_at || batch.entries_hash === null) return false
  const seal = {
    number: Number(batch.number),
    previousHash: batch.previous_hash,
    sealedAt: batch.sealed_at,
    newestEpoch: batch.newest_epoch,
    entryIds: batch.entry_ids,
    entriesHash: batch.entries_hash,
  }
  return computeSealHash(key, seal) === batch.hash
}

function hasOwnEntries({ entries_hash, previous_hash, hash, texts }: Batch): boolean {
  return entries_hash === null
    ? digest(previous_hash + texts.map(digest).join('')) === hash
    : digestEntries(texts) === entries_hash
}

/** A token proves that its head existed at its time: so it must be a good one, and its head in the chain. */
async function verifyTokens(
  database: Database,
  witness: AuditWitness | undefined,
  { problems }: AuditVerdict,
): Promise<void> {
  const { rows } = await queryAsServiceRole<{ number: string; hash: string; token: Buffer; there: boolean }>(
    database,
    'select *, private.has_audit_head(number, hash) as there from private.list_audit_tokens()',
  )
  for (const { number, hash, token, there } of rows) {
    const head = { number: Number(number), hash }
    if (!there) problems.push(`head ${formatHead(head)} has a timestamp, and is not in the trail`)
    const problem = await witness?.findTokenProblem?.(head, token)
    if (problem) problems.push(`the timestamp of head ${formatHead(head)} proves nothing: ${problem}`)
  }
}

/** When a batch may go: its period, as it counted then, and never less than the floor. */
function timeOf({ newest_at, due_at }: Batch): Date {
  return new Date(Math.max(due_at?.getTime() ?? Infinity, newest_at.getTime() + minRetainedMs))
}
