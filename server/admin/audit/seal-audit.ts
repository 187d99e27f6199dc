// Seals what the audit trail has gained, every half minute, beside the requests and in whichever process is first, and
// sends the head to its witness. What goes or changes before it is sealed is missed, recorded and mailed.

import type { Database } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { type AuditHead, formatHead, readLastHead, storeLastHead } from './heads.ts'
import { computeSealHash, digestEntries } from './seal.ts'
import { type AuditWitness, sendDueHead } from './witness.ts'

const everyMs = 30_000
const batchSize = 1000
/** Announced entries that one process remembers; beyond it the oldest are forgotten, and a seal alone guards them. */
const maxAnnounced = 100_000
/** Instead of a digest, when an entry was announced as two different ones: it equals none. */
const contradicted = ''

interface Draft {
  number: string
  previous_hash: string
  entry_ids: string[]
  newest_at: string | null
  texts: string[]
  lost: string[]
}

/** An announced entry; of one that is not in the trail, the seal that names it. */
interface Found {
  id: string
  digest: string | null
  number: string | null
  previous_hash: string
  sealed_at: Date | null
  newest_epoch: string
  entry_ids: string
  entries_hash: string
  hash: string
}

/** By the MAC: anyone who owns the database can write a line without one. */
function isSealed(result: Found, key: Buffer): boolean {
  if (result.number === null || result.sealed_at === null) return false
  const seal = {
    number: Number(result.number),
    previousHash: result.previous_hash,
    sealedAt: result.sealed_at,
    newestEpoch: result.newest_epoch,
    entryIds: result.entry_ids,
    entriesHash: result.entries_hash,
  }
  return computeSealHash(key, seal) === result.hash
}

export interface SealerOptions {
  database: Database
  /** readAuditKey's, opened when there is something to seal: never passed to SQL. */
  key: Buffer | (() => Promise<Buffer>)
  log: Log
  /** Where the last head is stored beside the database; without it this process alone remembers it. */
  dataDir?: string
  clock?: () => Date
}

export interface Sealer {
  /** How many entries were sealed. */
  seal(): Promise<number>
  /** An entry as it was committed, announced on the channel `audit_entries`. */
  remember(payload: string): void
}

export function createSealer(options: SealerOptions): Sealer {
  const { database, log, dataDir, clock = () => new Date() } = options
  let opened = typeof options.key === 'function' ? undefined : options.key
  const openKey = async () => {
    opened ??= typeof options.key === 'function' ? await options.key() : options.key
    return opened
  }
  const announced = new Map<string, string>()
  let last: AuditHead | undefined
  let hasRead = false

  async function recordDamage(damage: 'entry_lost' | 'entry_altered' | 'head_lost', subject: string) {
    log.error({ damage, subject }, 'the audit trail was tampered with')
    await queryAsServiceRole(database, 'select private.record_audit_damage($1, $2)', [damage, subject])
  }

  /** Before they are sealed: an entry that was announced is in the trail, as it was announced. */
  async function checkAnnounced(): Promise<void> {
    const known = [...announced].slice(0, batchSize)
    if (known.length === 0) return
    const { rows } = await queryAsServiceRole<Found & Record<string, unknown>>(
      database,
      'select * from private.digest_audit_entries($1)',
      [known.map(([id]) => id)],
    )
    for (const result of rows) {
      const { id, digest } = result
      // One that was sealed and has gone since, went by its age, or shows in audit:verify.
      if (digest === null && !isSealed(result, await openKey())) await recordDamage('entry_lost', id)
      if (digest !== null && digest !== announced.get(id)) await recordDamage('entry_altered', id)
      announced.delete(id)
    }
    if (known.length === batchSize) await checkAnnounced()
  }

  async function checkLastHead(): Promise<void> {
    if (!hasRead && dataDir) last = await readLastHead(dataDir)
    hasRead = true
    if (!last) return
    const { rows } = await queryAsServiceRole<{ there: boolean }>(
      database,
      'select private.has_audit_head($1, $2) as there',
      [last.number, last.hash],
    )
    if (rows[0]?.there) return
    const lost = last
    last = undefined
    await recordDamage('head_lost', formatHead(lost))
  }

  async function sealBatch(): Promise<number | 'again'> {
    const { rows } = await queryAsServiceRole<Draft & Record<string, unknown>>(
      database,
      'select * from private.read_unsealed_audit($1)',
      [batchSize],
    )
    const draft = rows[0]
    if (!draft) return 0
    for (const id of draft.lost) {
      announced.delete(id)
      await recordDamage('entry_lost', id)
    }
    if (draft.lost.length > 0) return 'again'
    if (draft.newest_at === null) return 0
    const seal = {
      number: Number(draft.number),
      previousHash: draft.previous_hash,
      sealedAt: clock(),
      newestEpoch: draft.newest_at,
      entryIds: draft.entry_ids.join(','),
      entriesHash: digestEntries(draft.texts),
    }
    const hash = computeSealHash(await openKey(), seal)
    const { rows: answers } = await queryAsServiceRole<{ stored: boolean }>(
      database,
      'select private.store_audit_seal($1, $2, $3, $4, $5, $6) as stored',
      [seal.number, seal.previousHash, draft.entry_ids, seal.entriesHash, seal.sealedAt, hash],
    )
    // Another server seals, and has sealed these: its turn.
    if (!answers[0]?.stored) return 0
    last = { number: seal.number, hash }
    if (dataDir) await storeLastHead(dataDir, last)
    log.info({ count: draft.texts.length, head: formatHead(last) }, 'the audit trail was sealed')
    return draft.texts.length
  }

  return {
    async seal() {
      await checkLastHead()
      await checkAnnounced()
      let total = 0
      for (;;) {
        const count = await sealBatch()
        if (count === 'again') continue
        total += count
        if (count < batchSize) return total
      }
    },
    remember(payload) {
      const [id, digest] = payload.split(' ')
      // Empty: the connection was away, and what was announced meanwhile is not known here.
      if (!id || !digest) return
      // The first one counts: who alters an entry can announce it again.
      const before = announced.get(id)
      announced.set(id, before === undefined || before === digest ? digest : contradicted)
      const [oldest] = announced.size > maxAnnounced ? announced.keys() : []
      if (oldest !== undefined) announced.delete(oldest)
    },
  }
}

/** In every process: each checks the notices that it received. */
export function auditJobs(
  options: SealerOptions & { witness: AuditWitness; dataDir: string; clock: () => Date },
): Job[] {
  const sealer = createSealer(options)
  return [
    {
      name: 'audit-seals',
      everyMs,
      channel: 'audit_entries',
      onNotify: sealer.remember,
      async run() {
        await sealer.seal()
        await queryAsServiceRole(options.database, 'select private.forget_audit_trail()')
      },
    },
    { name: 'audit-witness', everyMs, run: async () => void (await sendDueHead(options)) },
  ]
}
