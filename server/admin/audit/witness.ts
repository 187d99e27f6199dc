// The witness of the audit trail: something outside that takes each head and does not give it back (ADR 0049).
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { type AuditHead, formatHead, storeSentHead } from './heads.ts'

export interface AuditWitness {
  kind: 'mailbox' | 'timestamp' | 'object'
  /** Delivers the head. A mailbox answers the address to write to, a timestamp its token. */
  send(head: AuditHead, at: Date): Promise<{ token?: Buffer; recipient?: string }>
  /** Heads that it holds itself, where it can be queried. */
  listHeads?(): Promise<AuditHead[]>
  /** What is wrong with a token, in a few words; null when it proves the head. */
  findTokenProblem?(head: AuditHead, token: Buffer): Promise<string | null>
}

/** Sends the newest head when it is due; answers it. Safe in several processes at once: the first one counts. */
export async function sendDueHead(options: {
  database: Database
  witness: AuditWitness
  dataDir: string
  clock: () => Date
  log: Log
}): Promise<AuditHead | undefined> {
  const { database, witness, dataDir, log } = options
  const at = options.clock()
  const { rows } = await queryAsServiceRole<{ number: string; hash: string }>(
    database,
    'select * from private.find_due_audit_head($1, $2)',
    [witness.kind, at],
  )
  if (!rows[0]) return undefined
  const head = { number: Number(rows[0].number), hash: rows[0].hash }
  const { token, recipient } = await witness.send(head, at).catch(async (error: unknown) => {
    // It is tried again; who should know hears of it when that does not help.
    await queryAsServiceRole(database, 'select private.note_silent_witness($1, $2)', [witness.kind, at])
    throw error
  })
  const { rows: stored } = await queryAsServiceRole<{ first: boolean }>(
    database,
    'select private.store_audit_head($1, $2, $3, $4, $5, $6) as first',
    [head.number, head.hash, witness.kind, token ?? null, at, recipient ?? null],
  )
  if (!stored[0]?.first) return undefined
  await storeSentHead(dataDir, head, at)
  log.info({ head: formatHead(head), witness: witness.kind }, 'the head of the audit trail was sent')
  return head
}
