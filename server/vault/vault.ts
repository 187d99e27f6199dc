// Seals what is secret before it reaches a statement, and opens it again: the only code that sees both sides.
import { createHmac, randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/as-service-role.ts'
import {
  createDataKey,
  decryptSecret,
  encryptSecret,
  UnreadableSecretError,
  unwrapKey,
  wrapKey,
} from './ciphers.ts'
import type { MasterKeys } from './master-key.ts'
import { findLastFour, findMatchText, normaliseName } from './secret-fields.ts'

/** What private.store_sealed takes; everything in it may be written to a database. */
export interface Sealed {
  person: {
    id: string
    userId: string | null
    /** Base64; only when the person is new. */
    wrappedKey?: string
    masterKeyId: string
  }
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

/** Whom it is about: an account, a person who has registered before, or (neither) somebody new. */
export interface SealFor {
  userId: string | null
  personId?: string | null
}

/** A secret as the database keeps it. */
export interface StoredSecret {
  personId: string
  wrappedKey: Buffer
  masterKeyId: string
  field: string
  ciphertext: Buffer
}

export interface Vault {
  /**
   * `names` are not secret and are not kept: only a keyed hash of each, by which reviewers are told of duplicates.
   * An empty secret is left out.
   */
  seal(about: SealFor, secrets: Record<string, string>, names?: { name?: string }): Promise<Sealed>
  unseal(secret: StoredSecret): string
  /** The keyed hash under which a value of that field is found again, hexadecimal. */
  hash(field: string, value: string): Promise<string | null>
  /**
   * Tells the content of an attempt from any other, and nothing about it: a keyed hash, hexadecimal. The attempt's own
   * key goes into it, so that equal contents of two attempts look different.
   */
  fingerprint(attemptKey: string, content: unknown): Promise<string>
}

/** The data of this person was erased: nothing more can be sealed under their key. */
export class ErasedPersonError extends Error {
  constructor() {
    super('the data of this person was erased')
    this.name = 'ErasedPersonError'
  }
}

interface PersonKey {
  id: string
  dataKey: Buffer
  masterKeyId: string
  wrappedKey?: string
}

const matchKeyName = 'match'

export function createVault({ database, masterKey }: { database: Database; masterKey: MasterKeys }): Vault {
  let matchKey: Promise<Buffer> | undefined

  /** Made by whoever needs it first; the same for every process. */
  async function readMatchKey(): Promise<Buffer> {
    const owner = `house ${matchKeyName}`
    const keep = (wrapped: Buffer | null) =>
      queryAsServiceRole<{ wrapped_key: Buffer; master_key_id: string }>(
        database,
        'select * from private.keep_house_key($1, $2, $3)',
        [matchKeyName, wrapped, masterKey.current.id],
      ).then(({ rows }) => rows[0])
    const kept = (await keep(null)) ?? (await keep(wrapKey(masterKey.current, owner, createDataKey())))
    if (!kept) throw new Error('the database keeps no key of the house')
    return unwrapKey(masterKey, owner, kept.wrapped_key, kept.master_key_id)
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

  async function findPersonKey({ userId, personId }: SealFor): Promise<PersonKey> {
    const { rows } = await queryAsServiceRole<{
      id: string
      wrapped_key: Buffer | null
      master_key_id: string
      is_erased: boolean
    }>(database, 'select * from private.find_person_key($1, $2)', [userId, personId ?? null])
    const [known] = rows
    if (known?.wrapped_key) {
      const dataKey = unwrapKey(masterKey, known.id, known.wrapped_key, known.master_key_id)
      return { id: known.id, dataKey, masterKeyId: known.master_key_id }
    }
    if (personId) throw new ErasedPersonError()
    const id = randomUUID()
    const dataKey = createDataKey()
    const { current } = masterKey
    return {
      id,
      dataKey,
      masterKeyId: current.id,
      wrappedKey: wrapKey(current, id, dataKey).toString('base64'),
    }
  }

  return {
    async seal(about, secrets, names = {}) {
      const { id, dataKey, masterKeyId, wrappedKey } = await findPersonKey(about)
      const given = Object.entries(secrets).filter(([, value]) => value !== '')
      const name = names.name ? normaliseName(names.name) : ''
      return {
        person: { id, userId: about.userId, masterKeyId, ...(wrappedKey && { wrappedKey }) },
        secrets: await Promise.all(
          given.map(async ([field, value]) => ({
            field,
            ciphertext: encryptSecret(dataKey, id, field, value).toString('base64'),
            lastFour: findLastFour(field, value),
            matchHash: await hash(field, value),
          })),
        ),
        matches: name ? [{ kind: 'name', hash: await hashText('name', name) }] : [],
      }
    },

    unseal({ personId, wrappedKey, masterKeyId, field, ciphertext }) {
      return decryptSecret(
        unwrapKey(masterKey, personId, wrappedKey, masterKeyId),
        personId,
        field,
        ciphertext,
      )
    },

    hash,
    fingerprint: (attemptKey, content) => hashText('attempt', JSON.stringify([attemptKey, content])),
  }
}

export { UnreadableSecretError }
