// Seals what is secret before it reaches a statement, and opens it again: the only code that sees both sides.
import { createHmac, randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { type Log, silentLog } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import {
  createDataKey,
  decryptSecret,
  decryptUnboundSecret,
  encryptSecret,
  isBound,
  UnreadableSecretError,
  unwrapKey,
  wrapKey,
} from './ciphers.ts'
import type { MasterKeys } from './master-key.ts'
import { sealUnsealed } from './seal-people.ts'
import { BrokenSealError, readSealKey, type SealKey } from './seals.ts'
import { findLastFour, findMatchText, normaliseName } from './secret-fields.ts'

/** What private.store_sealed takes; everything in it may be written to a database. */
export interface Sealed {
  person: {
    id: string
    userId: string | null
    /** Base64; both only when the person is new. */
    wrappedKey?: string
    seal?: string
    masterKeyId: string
  }
  /** What it was encrypted for, with its seal in base64. */
  record: { type: string; id: string; linkHash: string | null; seal: string }
  secrets: {
    field: string
    /** Base64. */
    ciphertext: string
    lastFour: string | null
    /** Hexadecimal. */
    matchHash: string | null
  }[]
  matches: { kind: string; hash: string }[]
}

/** Whom it is about: an account, a person who has registered before, or (neither) someone new. */
export interface SealFor {
  userId: string | null
  personId?: string | null
  /** The record that it belongs to; its number is ours to choose before it is stored. */
  record: {
    type: string
    id: string
    /** A guest's own link to it, where it is new: with it they claim it whole. */
    linkHash?: string | null
  }
}

/** A secret as the database stores it, with what its seals say of. */
export interface StoredSecret {
  personId: string
  userId: string | null
  sealedFor: string | null
  personSeal: Buffer | null
  wrappedKey: Buffer
  masterKeyId: string
  recordType: string
  recordId: string
  recordPersonId: string
  isShown: boolean
  linkHash: string | null
  recordSeal: Buffer | null
  field: string
  ciphertext: Buffer
}

/** What was requested, by what we know ourselves: the account of the session, or the record that staff named. */
export type Asked = Partial<Pick<StoredSecret, 'userId' | 'recordType' | 'recordId' | 'field'>>

export interface Vault {
  /**
   * `names` are not secret and are not stored: only a keyed hash of each, by which reviewers are notified of duplicates.
   * An empty secret is left out.
   */
  seal(about: SealFor, secrets: Record<string, string>, names?: { name?: string }): Promise<Sealed>
  /** Rejects with an UnreadableSecretError: of another key, of a broken seal, or not what was requested. */
  unseal(secret: StoredSecret, requested?: Asked): Promise<string>
  /** The key of the seals of now, for anyone who writes new ones. */
  seals(): Promise<SealKey>
  /** Seals these people where they are of before seals and still may be. */
  sealPeople(personIds: readonly string[]): Promise<void>
  /** For anyone who has found that a seal does not hold: a line in the log and in the audit trail. */
  noteBrokenSeal(of: { personId: string; recordType: string; recordId: string }): Promise<void>
  /** The keyed hash under which a value of that field is found again, hexadecimal. */
  hash(field: string, value: string): Promise<string | null>
  /**
   * Distinguishes the content of an attempt from any other, and reveals nothing about it: a keyed hash, hexadecimal. The attempt's own
   * key goes into it, so that equal contents of two attempts have different hashes.
   */
  fingerprint(attemptKey: string, content: unknown): Promise<string>
}

/** The data of this person was erased: nothing more can be sealed under their key. */
export class ErasedPersonError extends Error {
  /** As PostgreSQL says that there is no such row. */
  readonly code = 'P0002'

  constructor() {
    super('the data of this person was erased')
    this.name = 'ErasedPersonError'
  }
}

interface PersonRow {
  id: string
  account_id: string | null
  sealed_for: string | null
  seal: Buffer | null
  wrapped_key: Buffer | null
  master_key_id: string
}

interface PersonKey {
  id: string
  sealedFor: string | null
  dataKey: Buffer
  masterKeyId: string
  wrappedKey?: string
  seal?: string
}

const matchKeyName = 'match'

export interface VaultOptions {
  database: Database
  masterKey: MasterKeys
  log?: Log
  /** What is of before seals is refused, whatever the database says. */
  isClosed?: () => boolean
}

export function createVault(options: VaultOptions): Vault {
  const { database, masterKey, log = silentLog, isClosed = () => false } = options
  let matchKey: Promise<Buffer> | undefined
  let closedSeals: SealKey | undefined

  /** Queried again for as long as it is open: another process may close it. */
  async function seals(): Promise<SealKey> {
    if (closedSeals) return closedSeals
    const read = await readSealKey(database, masterKey)
    const key = { ...read, isOpen: read.isOpen && !isClosed() }
    if (!key.isOpen) closedSeals = key
    return key
  }

  /** Made by the person who needs it first; the same for every process. */
  async function readMatchKey(): Promise<Buffer> {
    // Authenticated with the wrapped key: another word would not open the keys that are stored.
    const owner = `house ${matchKeyName}`
    const save = (wrapped: Buffer | null) =>
      queryAsServiceRole<{ wrapped_key: Buffer; master_key_id: string }>(
        database,
        'select * from private.store_app_key($1, $2, $3)',
        [matchKeyName, wrapped, masterKey.current.id],
      ).then(({ rows }) => rows[0])
    const stored = (await save(null)) ?? (await save(wrapKey(masterKey.current, owner, createDataKey())))
    if (!stored) throw new Error('the database holds no key of the application')
    return unwrapKey(masterKey, owner, stored.wrapped_key, stored.master_key_id)
  }

  async function hashText(kind: string, text: string): Promise<string> {
    matchKey ??= readMatchKey().catch((error) => {
      matchKey = undefined
      throw error
    })
    return createHmac('sha256', await matchKey)
      .update(`${kind}\n${text}`)
      .digest('hex')
  }

  async function hash(field: string, value: string): Promise<string | null> {
    const text = findMatchText(field, value)
    return text === null ? null : hashText(field, text)
  }

  async function sealOld(personIds: readonly string[]): Promise<void> {
    if ((await seals()).isOpen) await sealUnsealed(database, masterKey, personIds)
  }

  async function readPersonKey({ userId, personId }: SealFor): Promise<PersonRow | undefined> {
    const { rows } = await queryAsServiceRole<PersonRow & Record<string, unknown>>(
      database,
      'select * from private.find_person_key($1, $2)',
      [userId, personId ?? null],
    )
    return rows[0]
  }

  async function findPersonKey(about: SealFor): Promise<PersonKey> {
    const { isOpen, isGoodPerson, sealPerson } = await seals()
    let known = await readPersonKey(about)
    if (isOpen) {
      await sealOld(await listOwners(about.record, known?.id))
      known = await readPersonKey(about)
    }
    if (known?.wrapped_key) {
      const { id, account_id: userId, sealed_for: sealedFor, seal } = known
      if (!isGoodPerson({ id, userId, sealedFor, seal })) {
        await noteBrokenSeal({ personId: id, recordType: about.record.type, recordId: about.record.id })
        throw new BrokenSealError()
      }
      const dataKey = unwrapKey(masterKey, id, known.wrapped_key, known.master_key_id)
      return { id, sealedFor, dataKey, masterKeyId: known.master_key_id }
    }
    if (about.personId) throw new ErasedPersonError()
    const id = randomUUID()
    const dataKey = createDataKey()
    const { current } = masterKey
    return {
      id,
      sealedFor: about.userId,
      dataKey,
      masterKeyId: current.id,
      wrappedKey: wrapKey(current, id, dataKey).toString('base64'),
      seal: sealPerson(id, about.userId).toString('base64'),
    }
  }

  /** Whom it takes to be sealed before something can be stored: whose key it is, and whose the record. */
  async function listOwners({ type, id }: SealFor['record'], personId?: string): Promise<string[]> {
    const { rows } = await queryAsServiceRole<{ id: string | null }>(
      database,
      'select private.vault_person_of($1, $2) as id',
      [type, id],
    )
    return [...new Set([personId, rows[0]?.id].filter((owner): owner is string => Boolean(owner)))]
  }

  async function noteBrokenSeal(of: { personId: string; recordType: string; recordId: string }) {
    log.warn(
      { recordType: of.recordType, recordId: of.recordId },
      'a seal of the vault does not hold: nothing of this record was opened',
    )
    try {
      await queryAsServiceRole(database, 'select private.note_broken_seal($1, $2, $3)', [
        of.personId,
        of.recordType,
        of.recordId,
      ])
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'a broken seal could not be written down')
    }
  }

  /** Throws unless the seals say what the row says, and the row is what was requested. */
  async function judge(secret: StoredSecret, requested: Asked): Promise<void> {
    const { isOpen, isGoodPerson, isGoodRecord } = await seals()
    const { personId, userId, sealedFor, recordType, recordId, isShown, linkHash } = secret
    const isRequested = Object.entries(requested).every(
      ([name, value]) => secret[name as keyof Asked] === value,
    )
    const isGood = isBound(secret.ciphertext)
      ? isGoodPerson({ id: personId, userId, sealedFor, seal: secret.personSeal }) &&
        isGoodRecord({
          type: recordType,
          id: recordId,
          personId: secret.recordPersonId,
          sealedFor,
          isShown,
          linkHash,
          seal: secret.recordSeal,
        })
      : isOpen && secret.personSeal === null && sealedFor === null
    if (isRequested && isGood) return
    await noteBrokenSeal({ personId, recordType, recordId })
    throw new BrokenSealError()
  }

  return {
    async seal(about, secrets, names = {}) {
      const { id, sealedFor, dataKey, masterKeyId, wrappedKey, seal } = await findPersonKey(about)
      const { sealRecord } = await seals()
      const { type, id: recordId, linkHash = null } = about.record
      const sealOfRecord = sealRecord({
        type,
        id: recordId,
        personId: id,
        sealedFor,
        isShown: true,
        linkHash,
      })
      const input = Object.entries(secrets).filter(([, value]) => value !== '')
      const name = names.name ? normaliseName(names.name) : ''
      return {
        person: { id, userId: about.userId, masterKeyId, ...(wrappedKey && { wrappedKey, seal }) },
        record: { type, id: recordId, linkHash, seal: sealOfRecord.toString('base64') },
        secrets: await Promise.all(
          input.map(async ([field, value]) => ({
            field,
            ciphertext: encryptSecret(
              dataKey,
              { personId: id, recordType: type, recordId, field },
              value,
            ).toString('base64'),
            lastFour: findLastFour(field, value),
            matchHash: await hash(field, value),
          })),
        ),
        matches: name ? [{ kind: 'name', hash: await hashText('name', name) }] : [],
      }
    },

    async unseal(secret, requested = {}) {
      await judge(secret, requested)
      const { personId, wrappedKey, masterKeyId, ciphertext } = secret
      const dataKey = unwrapKey(masterKey, personId, wrappedKey, masterKeyId)
      return (isBound(ciphertext) ? decryptSecret : decryptUnboundSecret)(dataKey, secret, ciphertext)
    },

    seals,
    sealPeople: (personIds) => sealOld(personIds),
    noteBrokenSeal,
    hash,
    fingerprint: (attemptKey, content) => hashText('attempt', JSON.stringify([attemptKey, content])),
  }
}

export { UnreadableSecretError }
