// A house with a vault: registrations with secrets in it, and staff with a second factor.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Caller } from '#platform/database/caller.ts'
import { createMasterKey } from '#server/vault/master-key.ts'
import { listSecrets } from '#server/vault/secrets-of.ts'
import { createVault, type Sealed, type SealFor } from '#server/vault/vault.ts'
import { openHouse, type Person, service } from '#tests/harness/migrated-database.ts'

export const secrets = { bvn: '22345678901', dateOfBirth: '1990-05-12' }

/** Whose it is, without the record where that does not matter. */
export type Whose = Omit<SealFor, 'record'> & Partial<Pick<SealFor, 'record'>>

export async function openVaultHouse() {
  const house = await openHouse()
  const masterKey = { current: createMasterKey(randomBytes(32)), previous: [] }
  const vault = createVault({ database: house.database, masterKey })

  async function store(sealed: Pick<Sealed, 'record'>) {
    const { type: recordType, id: recordId } = sealed.record
    const { rows } = await house.as<{ id: string }>(
      service,
      'select private.store_sealed($1, $2, $3) as id',
      [JSON.stringify(sealed), recordType, recordId],
    )
    return { personId: rows[0]?.id ?? '', recordId }
  }

  /** For a record that nobody has asked for by number. */
  function seal(about: Whose, given: Record<string, string> = secrets, names: { name?: string } = {}) {
    return vault.seal({ record: { type: 'farmers', id: randomUUID() }, ...about }, given, names)
  }

  return {
    ...house,
    vault,
    masterKey,
    store,
    seal,

    /** A farmer with these secrets, pending; whose it is in the vault. */
    async addFarmer(about: Whose, given: Record<string, string> = secrets, name = 'Ada Obi') {
      const { rows } = await house.owner.query<{ id: string }>(
        `insert into public.farmers (user_id, contact_name, contact_email, phone, farm_name, location, city, state,
           crops_grown, challenges)
         values ($1, $2, $3, '+2348031234567', $2 || '''s farm', 'Keffi, Nasarawa', 'Keffi', 'Nasarawa', array['Yam'], 'Ada fears rain')
         returning id`,
        [about.userId, name, `${randomUUID()}@example.com`],
      )
      const record = { type: 'farmers', id: rows[0]?.id ?? '' }
      return store(await seal({ ...about, record }, given, { name }))
    },

    /** What the vault has of these people, opened. */
    async open(...personIds: string[]): Promise<Record<string, string>> {
      const found = await listSecrets(house.database, personIds, 'correction')
      return Object.fromEntries(
        await Promise.all(found.map(async (secret) => [secret.field, await vault.unseal(secret)])),
      )
    },
  }
}

export type VaultHouse = Awaited<ReturnType<typeof openVaultHouse>>

/** The same person after their second factor. */
export function withSecondFactor({ caller }: Person): Caller {
  return { ...caller, claims: JSON.stringify({ ...JSON.parse(caller.claims), aal: 'aal2' }) }
}
