// Seals: MACs over whose a person is, and over what of theirs is shown, by a key that SQL never sees.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { createDataKey, UnreadableSecretError, unwrapKey, wrapKey } from './ciphers.ts'
import type { MasterKeys } from './master-key.ts'

/** Anyone who changed the row did not come through the server, or took the seal away: nothing of it is opened. */
export class BrokenSealError extends UnreadableSecretError {
  override name = 'BrokenSealError'
}

/** The key of the seals is gone though it was used: only a backup can bring it back. */
export class LostSealKeyError extends Error {
  override name = 'LostSealKeyError'
}

export interface SealedPerson {
  id: string
  /** Whose the row says it is, and whom its seal names. */
  userId: string | null
  sealedFor: string | null
  seal: Buffer | null
}

export interface SealedRecord {
  type: string
  id: string
  personId: string
  /** Whom the person's seal names: what was shown of a guest is no word on what an account is shown. */
  sealedFor: string | null
  isShown: boolean
  /** Hash of the guest link that the guest saw after sending. */
  linkHash: string | null
  seal: Buffer | null
}

export interface SealKey {
  /** People of before seals are still accepted, and sealed. */
  isOpen: boolean
  sealPerson(id: string, userId: string | null): Buffer
  sealRecord(record: Omit<SealedRecord, 'seal'>): Buffer
  isGoodPerson(person: SealedPerson): boolean
  isGoodRecord(record: SealedRecord): boolean
}

interface KeyRow {
  name: string | null
  wrapped_key: Buffer
  master_key_id: string
  is_used: boolean
}

const openName = 'seal'
const closedName = 'seal_closed'
// The form of the name is that of every key in app_vault.keys (private.list_old_keys).
// Authenticated with the wrapped key: another word would not open the keys that are stored.
const ownerOf = (name: string) => `house ${name}`

async function readRow(database: Database): Promise<KeyRow | undefined> {
  const { rows } = await queryAsServiceRole<KeyRow & Record<string, unknown>>(
    database,
    'select * from private.read_seal_key()',
  )
  return rows[0]
}

/** The same for every server process; the first one makes it. */
export async function readSealKey(database: Database, masterKey: MasterKeys): Promise<SealKey> {
  let row = await readRow(database)
  if (row?.name == null) {
    if (row?.is_used) throw new LostSealKeyError("the key of the vault's seals is gone: restore a backup")
    const key = createDataKey()
    await queryAsServiceRole(database, 'select private.store_seal_key($1, $2, $3)', [
      wrapKey(masterKey.current, ownerOf(openName), key),
      wrapKey(masterKey.current, ownerOf(closedName), key),
      masterKey.current.id,
    ])
    row = await readRow(database)
  }
  if (row?.name == null) throw new Error("the database stores no key for the vault's seals")
  const key = unwrapKey(masterKey, ownerOf(row.name), row.wrapped_key, row.master_key_id)
  return createSealKey(key, row.name === openName)
}

/** From now on nothing of before seals is accepted: the name that the key's wrapping authenticates says so. */
export async function closeSealKey(database: Database, masterKey: MasterKeys): Promise<void> {
  const row = await readRow(database)
  if (row?.name !== openName) return
  const key = unwrapKey(masterKey, ownerOf(openName), row.wrapped_key, row.master_key_id)
  await queryAsServiceRole(database, 'select private.close_seal_key($1, $2, $3)', [
    row.wrapped_key,
    wrapKey(masterKey.current, ownerOf(closedName), key),
    masterKey.current.id,
  ])
}

function createSealKey(key: Buffer, isOpen: boolean): SealKey {
  const mac = (parts: readonly string[]) => createHmac('sha256', key).update(parts.join('\n')).digest()
  const sealPerson: SealKey['sealPerson'] = (id, userId) => mac(['person', id, userId ?? ''])
  const sealRecord: SealKey['sealRecord'] = ({ type, id, personId, sealedFor, isShown, linkHash }) =>
    mac(['record', type, id, personId, sealedFor ?? '', isShown ? 'shown' : 'masked', linkHash ?? ''])
  return {
    isOpen,
    sealPerson,
    sealRecord,
    // The account may have gone since; nobody else's may have come.
    isGoodPerson: ({ id, userId, sealedFor, seal }) =>
      (userId === null || userId === sealedFor) && isSame(seal, sealPerson(id, sealedFor)),
    isGoodRecord: ({ seal, ...record }) => isSame(seal, sealRecord(record)),
  }
}

function isSame(input: Buffer | null, right: Buffer): boolean {
  return input !== null && input.length === right.length && timingSafeEqual(input, right)
}
