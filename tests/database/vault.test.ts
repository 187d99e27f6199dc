// The vault at the level of the database: what it takes, whose it is, and who may ask for what.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMasterKey } from '#server/vault/master-key.ts'
import { createVault, type Sealed, type Vault } from '#server/vault/vault.ts'
import { anonymous, type House, openHouse, service } from './house.ts'

let house: House
let vault: Vault

beforeAll(async () => {
  house = await openHouse()
  const current = createMasterKey(randomBytes(32))
  vault = createVault({ database: house.database, masterKey: { current, previous: [] } })
})
afterAll(() => house.close())

const secrets = { bvn: '22345678901', dateOfBirth: '1990-05-12' }

async function store(sealed: unknown, recordType = 'farmers', recordId: string = randomUUID()) {
  const { rows } = await house.as<{ id: string }>(service, 'select private.store_sealed($1, $2, $3) as id', [
    JSON.stringify(sealed),
    recordType,
    recordId,
  ])
  return { personId: rows[0]?.id ?? '', recordId }
}

const refusalOfStoring = (sealed: unknown, recordId: string = randomUUID()) =>
  house.refusalOf(service, 'select private.store_sealed($1, $2, $3)', [
    JSON.stringify(sealed),
    'farmers',
    recordId,
  ])

describe('what the vault refuses', () => {
  const withCiphertext = (sealed: Sealed, ciphertext: string) => ({
    ...sealed,
    secrets: sealed.secrets.map((secret) => ({ ...secret, ciphertext })),
  })

  it.each([
    ['the number itself', '22345678901'],
    ['the number in base64', Buffer.from('22345678901').toString('base64')],
    [
      'the number padded to the length of what is encrypted',
      Buffer.from(`\x01${'22345678901'.padEnd(60, '0')}`).toString('base64'),
    ],
    ['nothing', ''],
  ])('%s in place of what is encrypted, without repeating it', async (_, ciphertext) => {
    const sealed = await vault.seal({ userId: null }, secrets)
    const refusal = await refusalOfStoring(withCiphertext(sealed, ciphertext))
    expect(refusal).toMatchObject({
      code: '22023',
      message: 'The vault takes what is encrypted, and nothing else',
    })
    expect(JSON.stringify(refusal)).not.toContain('22345678901')
  })

  it('what names no person, or the key of nobody', async () => {
    expect((await refusalOfStoring({ secrets: [] })).code).toBe('22023')
    const person = { id: randomUUID(), userId: null, masterKeyId: '0'.repeat(16) }
    expect(await refusalOfStoring({ person, secrets: [] })).toMatchObject({
      code: '55000',
      hint: 'seal_again',
    })
  })

  it('the key of one account for another account', async () => {
    const [ada, bola] = [await house.addPerson(), await house.addPerson()]
    const sealed = await vault.seal({ userId: ada.id }, secrets)
    await store(sealed)
    const { wrappedKey: _, ...person } = sealed.person
    expect((await refusalOfStoring({ ...sealed, person: { ...person, userId: bola.id } })).code).toBe('42501')
  })

  it("a secret for a record that is somebody else's", async () => {
    const { recordId } = await store(await vault.seal({ userId: null }, secrets))
    expect((await refusalOfStoring(await vault.seal({ userId: null }, secrets), recordId)).code).toBe('42501')
  })

  it.each(['people', 'records', 'secrets', 'matches', 'keys'])(
    'every caller of the API who looks into strongroom.%s, the service too',
    async (table) => {
      const { caller } = await house.addPerson({ role: 'admin' })
      for (const actor of [anonymous, caller, service])
        expect((await house.refusalOf(actor, `select from strongroom.${table}`)).code).toBe('42501')
    },
  )
})

describe('what the vault keeps', () => {
  it('is the ciphertext, the last four where they may show, and a keyed hash', async () => {
    const { recordId, personId } = await store(
      await vault.seal({ userId: null }, secrets, { name: 'Ada Obi' }),
    )
    const { rows } = await house.owner.query(
      'select field, person_id, last_four, octet_length(match_hash) as hash from strongroom.secrets where record_id = $1 order by field',
      [recordId],
    )
    expect(rows).toEqual([
      { field: 'bvn', person_id: personId, last_four: '8901', hash: 32 },
      { field: 'dateOfBirth', person_id: personId, last_four: null, hash: 32 },
    ])
  })

  it('opens again, under the key of an account that was used before', async () => {
    const { id: userId } = await house.addPerson()
    const first = await store(await vault.seal({ userId }, secrets))
    const again = await vault.seal({ userId }, { bvn: '11122233344' })
    expect(again.person).toMatchObject({ id: first.personId, userId })
    expect(again.person.wrappedKey).toBeUndefined()
    await store(again, 'farmers', first.recordId)
    const { rows } = await house.as<Record<string, never>>(service, 'select * from private.read_sealed($1)', [
      [first.personId],
    ])
    const opened = rows.map((row) =>
      vault.unseal({
        personId: row.person_id ?? '',
        wrappedKey: row.wrapped_key as unknown as Buffer,
        masterKeyId: row.master_key_id ?? '',
        field: row.field ?? '',
        ciphertext: row.ciphertext as unknown as Buffer,
      }),
    )
    expect(opened).toEqual(['11122233344', '1990-05-12'])
  })
})
