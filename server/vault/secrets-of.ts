// The secrets of people as the database stores them, and opened.
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import type { StoredSecret } from './vault.ts'

export interface PersonSecret extends StoredSecret {
  lastFour: string | null
}

/** As every function of the vault answers (private.sealed_secret). */
interface SecretRow {
  person_id: string
  user_id: string | null
  sealed_for: string | null
  person_seal: Buffer | null
  wrapped_key: Buffer
  master_key_id: string
  record_type: string
  record_id: string
  record_person_id: string
  is_shown: boolean
  sender_link_hash: string | null
  record_seal: Buffer | null
  field: string
  ciphertext: Buffer
  last_four: string | null
}

/** Who an account is in the vault; several people when it claimed what they sent as guests. */
export async function findPersonIds(database: Database, userId: string): Promise<string[]> {
  const { rows } = await queryAsServiceRole<{ ids: string[] }>(
    database,
    'select private.vault_person_ids($1) as ids',
    [userId],
  )
  return rows[0]?.ids ?? []
}

/** For work in which nobody sees them: the reading itself writes the entry. */
export async function listSecrets(
  database: Database,
  personIds: string[],
  purpose: 'correction' | 'erasure',
): Promise<PersonSecret[]> {
  return readSecrets(database, 'select * from private.read_sealed($1, $2)', [personIds, purpose])
}

/** The same of one registration, whatever else its person sent. */
export function listRecordSecrets(
  database: Database,
  recordType: string,
  recordId: string,
  purpose: 'erasure',
): Promise<PersonSecret[]> {
  return readSecrets(database, 'select * from private.read_sealed_record($1, $2, $3)', [
    recordType,
    recordId,
    purpose,
  ])
}

/** What this entry in the ledger of exports was written for; nothing a minute later. */
export function listOwnSecrets(database: Database, exportId: string): Promise<PersonSecret[]> {
  return readSecrets(database, 'select * from private.read_own_sealed($1)', [exportId])
}

/** What this entry in the ledger of accesses was written for; null a minute later, and once it was erased. */
export async function findRevealed(database: Database, revealId: string): Promise<PersonSecret | null> {
  const [result] = await readSecrets(database, 'select * from private.read_revealed($1)', [revealId])
  return result ?? null
}

/** What this page has typed the digits for; null once their quarter of an hour is over, or when it is gone. */
export async function findGuestPhoto(
  database: Database,
  linkHash: string,
  attempt: string,
): Promise<PersonSecret | null> {
  const [result] = await readSecrets(database, 'select * from private.read_guest_photo($1, $2)', [
    linkHash,
    attempt,
  ])
  return result ?? null
}

async function readSecrets(database: Database, text: string, values: unknown[]): Promise<PersonSecret[]> {
  const { rows } = await queryAsServiceRole<SecretRow & Record<string, unknown>>(database, text, values)
  return rows.map(toSecret)
}

/** What is known of them without any key. */
export type MaskedSecret = Pick<PersonSecret, 'recordType' | 'recordId' | 'field' | 'lastFour'>

export async function listMasked(database: Database, personIds: string[]): Promise<MaskedSecret[]> {
  const { rows } = await queryAsServiceRole<
    Pick<SecretRow, 'record_type' | 'record_id' | 'field' | 'last_four'>
  >(database, 'select * from private.read_masked($1)', [personIds])
  return rows.map(({ record_type, record_id, field, last_four }) => ({
    recordType: record_type,
    recordId: record_id,
    field,
    lastFour: last_four,
  }))
}

function toSecret(row: SecretRow): PersonSecret {
  return {
    personId: row.person_id,
    userId: row.user_id,
    sealedFor: row.sealed_for,
    personSeal: row.person_seal,
    wrappedKey: row.wrapped_key,
    masterKeyId: row.master_key_id,
    recordType: row.record_type,
    recordId: row.record_id,
    recordPersonId: row.record_person_id,
    isShown: row.is_shown,
    linkHash: row.sender_link_hash,
    recordSeal: row.record_seal,
    field: row.field,
    ciphertext: row.ciphertext,
    lastFour: row.last_four,
  }
}
