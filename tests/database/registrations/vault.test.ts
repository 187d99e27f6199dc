// The vault at the level of the database: what it takes, whose it is, and that nobody reaches around it.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createMasterKey } from '#server/vault/master-key.ts'
import { openVault } from '#server/vault/open-vault.ts'
import { countMissingMasterKeys, rotateKeys } from '#server/vault/rotate.ts'
import { listSecrets, type PersonSecret } from '#server/vault/secrets-of.ts'
import { createVault, ErasedPersonError, type Sealed, UnreadableSecretError } from '#server/vault/vault.ts'
import { anonymous, service } from '#tests/harness/migrated-database.ts'
import { openVaultApp, secrets } from './vault-app.ts'

const app = await openVaultApp()
afterAll(() => app.close())

const refusalOfStoring = (
  sealed: unknown,
  recordId = (sealed as Partial<Sealed>).record?.id ?? randomUUID(),
) =>
  app.refusalOf(service, 'select private.store_sealed($1, $2, $3)', [
    JSON.stringify(sealed),
    'farmers',
    recordId,
  ])

describe('what the vault refuses', () => {
  it.each([
    ['the number itself', secrets.bvn],
    ['the number in base64', Buffer.from(secrets.bvn).toString('base64')],
    [
      'the number as long as what is encrypted',
      Buffer.from(`\x01${secrets.bvn.padEnd(60, '0')}`).toString('base64'),
    ],
    ['nothing', ''],
  ])('%s in place of what is encrypted, without repeating it', async (_, ciphertext) => {
    const sealed = await app.seal({ userId: null }, secrets)
    const plain = { ...sealed, secrets: sealed.secrets.map((secret) => ({ ...secret, ciphertext })) }
    const refusal = await refusalOfStoring(plain)
    expect(refusal).toMatchObject({
      code: '22023',
      message: 'The vault takes what is encrypted, and nothing else',
    })
    expect(JSON.stringify(refusal)).not.toContain(secrets.bvn)
  })

  it('more of a number than its last four', async () => {
    const sealed = await app.seal({ userId: null }, secrets)
    const shown = {
      ...sealed,
      secrets: sealed.secrets.map((secret) => ({ ...secret, lastFour: secrets.bvn })),
    }
    expect(await refusalOfStoring(shown)).toMatchObject({ code: '23514' })
  })

  it('what names no person, or the key of nobody', async () => {
    expect((await refusalOfStoring({ secrets: [] })).code).toBe('22023')
    const person = { id: randomUUID(), userId: null, masterKeyId: '0'.repeat(16) }
    const record = { type: 'farmers', id: randomUUID(), seal: Buffer.alloc(32).toString('base64') }
    expect(await refusalOfStoring({ person, record, secrets: [] })).toMatchObject({
      code: '55000',
      hint: 'seal_again',
    })
  })

  it('the key of one account for another account', async () => {
    const [ada, bola] = [await app.addPerson(), await app.addPerson()]
    const sealed = await app.seal({ userId: ada.id }, secrets)
    await app.store(sealed)
    const { wrappedKey: _, seal: __, ...person } = sealed.person
    expect((await refusalOfStoring({ ...sealed, person: { ...person, userId: bola.id } })).code).toBe('42501')
  })

  it("a secret for a record that is another person's", async () => {
    const { recordId } = await app.store(await app.seal({ userId: null }, secrets))
    const stranger = await app.seal({ userId: null, record: { type: 'farmers', id: recordId } }, secrets)
    expect((await refusalOfStoring(stranger)).code).toBe('42501')
  })

  it.each(['people', 'records', 'secrets', 'matches', 'keys'])(
    'every caller of the API who looks into app_vault.%s, the service too',
    async (table) => {
      const { caller } = await app.addPerson({ role: 'admin' })
      for (const actor of [anonymous, caller, service])
        expect((await app.refusalOf(actor, `select from app_vault.${table}`)).code).toBe('42501')
    },
  )
})

describe('what the vault stores', () => {
  it('is the ciphertext, the last four where they may show, and a keyed hash', async () => {
    const { recordId, personId } = await app.addFarmer({ userId: null })
    const { rows } = await app.owner.query(
      `select field, person_id, last_four, octet_length(match_hash) as hash from app_vault.secrets
       where record_id = $1 order by field`,
      [recordId],
    )
    expect(rows).toEqual([
      { field: 'bvn', person_id: personId, last_four: '8901', hash: 32 },
      { field: 'dateOfBirth', person_id: personId, last_four: null, hash: 32 },
    ])
  })

  it('opens again, also what was sent again under the key of the same account', async () => {
    const { id: userId } = await app.addPerson()
    const first = await app.addFarmer({ userId })
    const record = { type: 'farmers', id: first.recordId }
    const again = await app.seal({ userId, record }, { bvn: '11122233344' })
    expect(again.person).toMatchObject({ id: first.personId, userId })
    expect(again.person.wrappedKey).toBeUndefined()
    await app.store(again)
    expect(await app.open(first.personId)).toEqual({ ...secrets, bvn: '11122233344' })
  })

  it('does not open under another name, for another record or person, or by another master key', async () => {
    const seal = async () => {
      const { personId } = await app.addFarmer({ userId: null })
      return findSecret(personId, 'bvn')
    }
    const [mine, theirs] = [await seal(), await seal()]
    expect(await app.vault.unseal(mine)).toBe(secrets.bvn)
    const other = createVault({
      database: app.database,
      masterKey: { current: createMasterKey(randomBytes(32)), previous: [] },
    })
    const attempts = [
      { ...mine, field: 'accountNumber' },
      { ...theirs, ciphertext: mine.ciphertext },
      { ...mine, personId: theirs.personId },
      { ...mine, recordId: theirs.recordId, recordPersonId: theirs.personId, recordSeal: theirs.recordSeal },
      { ...mine, recordType: 'buyers' },
      { ...mine, ciphertext: flipLastBit(mine.ciphertext) },
    ]
    for (const attempt of attempts)
      await expect(app.vault.unseal(attempt)).rejects.toThrow(UnreadableSecretError)
    await expect(other.unseal(mine)).rejects.toThrow(UnreadableSecretError)
  })

  it('looks alike for a short secret and a longer one', async () => {
    const sealed = await app.seal({ userId: null }, { bvn: '22345678901', idNumber: 'A01234567' })
    expect(new Set(sealed.secrets.map(({ ciphertext }) => ciphertext.length)).size).toBe(1)
  })

  it('goes when its record goes, and so does the key that opens nothing any more', async () => {
    const { recordId, personId } = await app.addFarmer({ userId: null })
    await app.owner.query('delete from public.farmers where id = $1', [recordId])
    expect(await app.open(personId)).toEqual({})
    const { rows } = await app.owner.query('select wrapped_key from app_vault.people where id = $1', [
      personId,
    ])
    expect(rows).toEqual([{ wrapped_key: null }])
    await expect(app.seal({ userId: null, personId }, secrets)).rejects.toThrow(ErasedPersonError)
  })
})

describe('matching', () => {
  it('finds the same number and the same name in another order, and reveals neither', async () => {
    const first = await app.addFarmer({ userId: null }, { bvn: '55544433322' }, 'Ngozi Eze')
    const second = await app.addFarmer({ userId: null }, { bvn: '555 444-333 22' }, 'EZE, Ngózi')
    await app.addFarmer({ userId: null }, { bvn: '55544433321' }, 'Ngozi Ezeh')
    const { rows } = await app.owner.query('select * from private.find_vault_matches($1, $2) order by kind', [
      'farmers',
      first.recordId,
    ])
    expect(rows).toEqual([
      { other_type: 'farmers', other_id: second.recordId, kind: 'bvn' },
      { other_type: 'farmers', other_id: second.recordId, kind: 'name' },
    ])
  })

  it('uses one key in every process, which no other vault has', async () => {
    const again = createVault({ database: app.database, masterKey: app.masterKey })
    const hash = await app.vault.hash('bvn', secrets.bvn)
    expect(await again.hash('bvn', secrets.bvn)).toBe(hash)
    expect(await again.hash('accountNumber', secrets.bvn)).not.toBe(hash)
  })
})

describe('a new master key', () => {
  it('opens everything that the old one wrapped, and then needs it no more', async () => {
    const stored = await app.addFarmer({ userId: null })
    const hash = await app.vault.hash('bvn', secrets.bvn)
    const { current: old } = app.masterKey
    const current = createMasterKey(randomBytes(32))
    expect(await countMissingMasterKeys(app.database, { current, previous: [] })).toBe(1)
    await expect(openVault({ database: app.database, masterKey: { current, previous: [] } })).rejects.toThrow(
      'the vault of this database was closed with another master key',
    )
    await expect(rotateKeys(app.database, { current, previous: [] })).rejects.toThrow(UnreadableSecretError)

    const both = { current, previous: [old] }
    expect(await countMissingMasterKeys(app.database, both)).toBe(0)
    expect(await rotateKeys(app.database, both)).toBeGreaterThan(1)
    expect(await rotateKeys(app.database, both)).toBe(0)

    const renewed = createVault({ database: app.database, masterKey: { current, previous: [] } })
    expect(await renewed.unseal(await findSecret(stored.personId, 'bvn'))).toBe(secrets.bvn)
    expect(await renewed.hash('bvn', secrets.bvn)).toBe(hash)
    expect(await countMissingMasterKeys(app.database, { current: old, previous: [] })).toBe(1)
    // Back to the application's own key, for whatever test comes next.
    await rotateKeys(app.database, { current: old, previous: [current] })
  })
})

async function findSecret(personId: string, field: string): Promise<PersonSecret> {
  const result = await listSecrets(app.database, [personId], 'correction')
  const secret = result.find((one) => one.field === field)
  if (!secret) throw new Error('the secret is gone')
  return secret
}

function flipLastBit(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  return changed
}
