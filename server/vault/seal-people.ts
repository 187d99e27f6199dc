// People of before seals: each is sealed, and what is secret about them encrypted for its record, in one step. May be broken
// off anywhere: anyone who is not sealed yet is as before.
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { decryptUnboundSecret, encryptSecret, isBound, UnreadableSecretError, unwrapKey } from './ciphers.ts'
import type { MasterKeys } from './master-key.ts'
import { closeSealKey, readSealKey, type SealKey } from './seals.ts'

const batch = 200
/** Someone who is changed again and again while we read is met again at the next start. */
const maxTries = 5

interface UnsealedPerson {
  userId: string | null
  /** Base64, as what is encrypted below. */
  wrappedKey: string
  masterKeyId: string
  records: { type: string; id: string; personId: string; isShown: boolean; linkHash: string | null }[]
  secrets: { id: string; recordType: string; recordId: string; field: string; ciphertext: string }[]
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64')

/** These people, where they are not sealed yet and still may be. */
export async function sealUnsealed(
  database: Database,
  masterKey: MasterKeys,
  personIds: readonly string[],
): Promise<void> {
  if (personIds.length === 0) return
  const seals = await readSealKey(database, masterKey)
  if (seals.isOpen) for (const id of personIds) await sealPerson(database, masterKey, seals, id)
}

async function sealPerson(
  database: Database,
  masterKey: MasterKeys,
  seals: SealKey,
  personId: string,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { rows } = await queryAsServiceRole<{ person: UnsealedPerson | null }>(
      database,
      'select private.read_unsealed_person($1) as person',
      [personId],
    )
    const person = rows[0]?.person
    if (!person) return false
    try {
      const { rows: done } = await queryAsServiceRole<{ done: boolean }>(
        database,
        'select private.seal_person($1, $2) as done',
        [personId, JSON.stringify(renew(masterKey, seals, personId, person))],
      )
      return done[0]?.done ?? false
    } catch (error) {
      if ((error as { hint?: string }).hint !== 'seal_again' || tries === maxTries) throw error
    }
  }
}

function renew(masterKey: MasterKeys, seals: SealKey, personId: string, person: UnsealedPerson) {
  const dataKey = unwrapKey(masterKey, personId, fromBase64(person.wrappedKey), person.masterKeyId)
  // A seal that was taken away leaves what it had sealed: that is of someone who was sealed before.
  if (person.secrets.some(({ ciphertext }) => isBound(fromBase64(ciphertext))))
    throw new UnreadableSecretError()
  return {
    userId: person.userId,
    seal: seals.sealPerson(personId, person.userId).toString('base64'),
    count: person.secrets.length,
    records: person.records.map((record) => ({
      ...record,
      seal: seals.sealRecord({ ...record, sealedFor: person.userId }).toString('base64'),
    })),
    secrets: person.secrets.flatMap(({ id, ciphertext, ...place }) => {
      const whole = { ...place, personId }
      try {
        const plain = decryptUnboundSecret(dataKey, whole, fromBase64(ciphertext))
        const after = encryptSecret(dataKey, whole, plain).toString('base64')
        return [{ id, before: ciphertext, after }]
      } catch (error) {
        // One that never opened stays as it is, and stays shut.
        if (error instanceof UnreadableSecretError) return []
        throw error
      }
    }),
  }
}

/**
 * Everybody who is not sealed yet; then nothing of before is accepted any more. Answers how many were sealed. Who cannot be
 * opened is left out and stays shut: otherwise one broken row would keep unsealed rows accepted.
 */
export async function sealPeople(options: {
  database: Database
  masterKey: MasterKeys
  log: Log
  signal?: AbortSignal
}): Promise<number> {
  const { database, masterKey, log, signal } = options
  const seals = await readSealKey(database, masterKey)
  if (!seals.isOpen) return 0
  let done = 0
  let after: string | null = null
  for (;;) {
    const { rows }: { rows: { id: string }[] } = await queryAsServiceRole(
      database,
      'select id from private.list_unsealed_people($1, $2) as id',
      [after, batch],
    )
    if (rows.length === 0) break
    for (const { id } of rows) {
      if (signal?.aborted) return done
      try {
        if (await sealPerson(database, masterKey, seals, id)) done += 1
      } catch (error) {
        if (!(error instanceof UnreadableSecretError)) throw error
        log.warn({}, 'somebody in the vault could not be sealed: what is secret about them stays shut')
      }
      after = id
    }
  }
  await closeSealKey(database, masterKey)
  return done
}
