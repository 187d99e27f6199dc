// What a seal of the audit trail says, and its MAC: computed here alone, never in SQL.
import { createHash, createHmac } from 'node:crypto'

/** The seal before the first. */
export const beginning = '0'.repeat(64)

export interface Seal {
  /** An unbroken count from 1. */
  number: number
  previousHash: string
  /** By the server's clock. */
  sealedAt: Date
  /** Seconds since 1970 of the youngest entry, as PostgreSQL prints them. */
  newestEpoch: string
  /** With commas. */
  entryIds: string
  entriesHash: string
}

/** After '3:', since earlier forms had no prefix or '2:' and no key. */
export function computeSealHash(key: Buffer, seal: Seal): string {
  const text = [
    'audit seal 3',
    seal.number,
    seal.previousHash,
    seal.sealedAt.toISOString(),
    seal.newestEpoch,
    seal.entryIds,
    seal.entriesHash,
  ].join('\n')
  return `3:${createHmac('sha256', key).update(text).digest('hex')}`
}

export function isKeyed(hash: string): boolean {
  return hash.startsWith('3:')
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function digestEntries(texts: string[]): string {
  return digest(texts.map(digest).join(''))
}
