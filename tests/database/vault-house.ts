// A house with a vault: registrations with secrets in it, and staff with a second factor.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Caller } from '#platform/database/caller.ts'
import { createMasterKey } from '#server/vault/master-key.ts'
import { listSecrets } from '#server/vault/secrets-of.ts'
import { createVault, type SealFor } from '#server/vault/vault.ts'
import { openHouse, type Person, service } from './house.ts'

export const secrets = { bvn: '22345678901', dateOfBirth: '1990-05-12' }

export async function openVaultHouse() {
  const house = await openHouse()
  const masterKey = { current: createMasterKey(randomBytes(32)), previous: [] }
  const vault = createVault({ database: house.database, masterKey })

  async function store(sealed: unknown, recordType = 'farmers', recordId: string = randomUUID()) {
    const { rows } = await house.as<{ id: string }>(
      service,
      'select private.store_sealed($1, $2, $3) as id',
      [JSON.stringify(sealed), recordType, recordId],
    )
    return { personId: rows[0]?.id ?? '', recordId }
  }

  return {
    ...house,
    vault,
    masterKey,
    store,

    /** A farmer with these secrets, pending; whose it is in the vault. */
    async addFarmer(about: SealFor, given: Record<string, string> = secrets, name = 'Ada Obi') {
      const { rows } = await house.owner.query<{ id: string }>(
        `insert into public.farmers (user_id, contact_name, contact_email, phone, farm_name, location, city, state,
           crops_grown, challenges)
         values ($1, $2, $3, '+2348031234567', $2 || '''s farm', 'Keffi, Nasarawa', 'Keffi', 'Nasarawa', array['Yam'], 'Ada fears rain')
         returning id`,
        [about.userId, name, `${randomUUID()}@example.com`],
      )
      return store(await vault.seal(about, given, { name }), 'farmers', rows[0]?.id)
    },

    /** What the vault has of these people, opened. */
    async open(...personIds: string[]): Promise<Record<string, string>> {
      const found = await listSecrets(house.database, personIds)
      return Object.fromEntries(found.map((secret) => [secret.field, vault.unseal(secret)]))
    },
  }
}

export type VaultHouse = Awaited<ReturnType<typeof openVaultHouse>>

/** The same person after their second factor. */
export function withSecondFactor({ caller }: Person): Caller {
  return { ...caller, claims: JSON.stringify({ ...JSON.parse(caller.claims), aal: 'aal2' }) }
}
