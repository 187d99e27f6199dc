// An application with a vault: registrations with secrets in it, and staff with a second factor.
import { randomBytes, randomUUID } from 'node:crypto'
import { createMasterKey } from '#server/vault/master-key.ts'
import { listSecrets } from '#server/vault/secrets-of.ts'
import { createVault, type Sealed, type SealFor } from '#server/vault/vault.ts'
import { openApp, service } from '#tests/harness/migrated-database.ts'

export const secrets = { bvn: '22345678901', dateOfBirth: '1990-05-12' }

/** Whose it is, without the record where that does not matter. */
export type Whose = Omit<SealFor, 'record'> & Partial<Pick<SealFor, 'record'>>

export async function openVaultApp() {
  const app = await openApp()
  const masterKey = { current: createMasterKey(randomBytes(32)), previous: [] }
  const vault = createVault({ database: app.database, masterKey })

  async function store(sealed: Pick<Sealed, 'record'>) {
    const { type: recordType, id: recordId } = sealed.record
    const { rows } = await app.as<{ id: string }>(service, 'select private.store_sealed($1, $2, $3) as id', [
      JSON.stringify(sealed),
      recordType,
      recordId,
    ])
    return { personId: rows[0]?.id ?? '', recordId }
  }

  /** For a record that nobody has requested by number. */
  function seal(about: Whose, input: Record<string, string> = secrets, names: { name?: string } = {}) {
    return vault.seal({ record: { type: 'farmers', id: randomUUID() }, ...about }, input, names)
  }

  return {
    ...app,
    vault,
    masterKey,
    store,
    seal,

    /** A farmer with these secrets, pending; whose it is in the vault. */
    async addFarmer(about: Whose, input: Record<string, string> = secrets, name = 'Ada Obi') {
      const { rows } = await app.owner.query<{ id: string }>(
        `insert into public.farmers (user_id, contact_name, contact_email, phone, farm_name, location, city, state,
           crops_grown, challenges)
         values ($1, $2, $3, '+2348031234567', $2 || '''s farm', 'Keffi, Nasarawa', 'Keffi', 'Nasarawa', array['Yam'], 'Ada fears rain')
         returning id`,
        [about.userId, name, `${randomUUID()}@example.com`],
      )
      const record = { type: 'farmers', id: rows[0]?.id ?? '' }
      return store(await seal({ ...about, record }, input, { name }))
    },

    /** What the vault has of these people, opened. */
    async open(...personIds: string[]): Promise<Record<string, string>> {
      const result = await listSecrets(app.database, personIds, 'correction')
      return Object.fromEntries(
        await Promise.all(result.map(async (secret) => [secret.field, await vault.unseal(secret)])),
      )
    },
  }
}

export type VaultApp = Awaited<ReturnType<typeof openVaultApp>>
