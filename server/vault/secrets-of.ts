// The secrets of people as the database keeps them, and opened.
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/as-service-role.ts'
import type { StoredSecret } from './vault.ts'

export interface PersonSecret extends StoredSecret {
  recordType: string
  recordId: string
  lastFour: string | null
  /** False: its account has claimed it by address alone, and sees it masked. */
  isShown: boolean
}

interface SecretRow {
  person_id: string
  wrapped_key: Buffer
  master_key_id: string
  record_type: string
  record_id: string
  field: string
  ciphertext: Buffer
  last_four: string | null
  is_shown: boolean
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

export async function listSecrets(database: Database, personIds: string[]): Promise<PersonSecret[]> {
  const { rows } = await queryAsServiceRole<SecretRow>(database, 'select * from private.read_sealed($1)', [
    personIds,
  ])
  return rows.map(toSecret)
}

/** What this entry in the ledger of exports was written for; nothing a minute later. */
export async function listOwnSecrets(database: Database, exportId: string): Promise<PersonSecret[]> {
  const { rows } = await queryAsServiceRole<SecretRow>(
    database,
    'select * from private.read_own_sealed($1)',
    [exportId],
  )
  return rows.map(toSecret)
}

/** What is known of them without any key. */
export type MaskedSecret = Pick<PersonSecret, 'recordType' | 'recordId' | 'field' | 'lastFour'>

export async function listMasked(database: Database, personIds: string[]): Promise<MaskedSecret[]> {
  const { rows } = await queryAsServiceRole<SecretRow>(database, 'select * from private.read_masked($1)', [
    personIds,
  ])
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
    wrappedKey: row.wrapped_key,
    masterKeyId: row.master_key_id,
    recordType: row.record_type,
    recordId: row.record_id,
    field: row.field,
    ciphertext: row.ciphertext,
    lastFour: row.last_four,
    isShown: row.is_shown,
  }
}
