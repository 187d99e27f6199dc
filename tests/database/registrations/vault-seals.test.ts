// Who owns the database changes rows past the server: what the vault refuses then; and how people of before seals are sealed.
import { createCipheriv, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '#platform/log.ts'
import { claimRegistrations } from '#server/registrations/claim.ts'
import { wrapKey } from '#server/vault/ciphers.ts'
import { openVault } from '#server/vault/open-vault.ts'
import { rotateKeys } from '#server/vault/rotate.ts'
import { sealPeople } from '#server/vault/seal-people.ts'
import { BrokenSealError, readSealKey } from '#server/vault/seals.ts'
import { listSecrets, type PersonSecret } from '#server/vault/secrets-of.ts'
import { UnreadableSecretError } from '#server/vault/vault.ts'
import { service } from '#tests/harness/migrated-database.ts'
import { openVaultApp, secrets, type VaultApp } from './vault-app.ts'

const app = await openVaultApp()
afterAll(() => app.close())

const owner = (text: string, values: unknown[] = []) => app.owner.query(text, values)
const secretsOf = (personId: string) => listSecrets(app.database, [personId], 'correction')
async function bvnOf(personId: string): Promise<PersonSecret> {
  const result = (await secretsOf(personId)).find(({ field }) => field === 'bvn')
  if (!result) throw new Error('there is no such secret')
  return result
}

describe('a person who writes the database', () => {
  let mine: { personId: string; recordId: string }
  let theirs: { personId: string; recordId: string }
  const refuses = async (personId = mine.personId) =>
    expect(app.vault.unseal(await bvnOf(personId))).rejects.toThrow(UnreadableSecretError)

  beforeEach(async () => {
    mine = await app.addFarmer({ userId: null })
    theirs = await app.addFarmer({ userId: null })
    expect(await app.vault.unseal(await bvnOf(mine.personId))).toBe(secrets.bvn)
  })

  it('makes no person of the vault another account’s, and the attempt stands in the audit trail', async () => {
    const thief = await app.addPerson()
    const own = await app.addFarmer({ userId: thief.id })
    await owner('update app_vault.people set user_id = $1 where id = $2', [thief.id, mine.personId])
    await refuses()
    // Nor with whom the seal names changed as well, nor with a seal of someone else.
    await owner('update app_vault.people set sealed_for = user_id where id = $1', [mine.personId])
    await refuses()
    await owner(
      `update app_vault.people set seal = (select seal from app_vault.people as other where other.user_id = $1 and other.id <> $2)
       where id = $2`,
      [thief.id, mine.personId],
    )
    await refuses()
    expect(await app.vault.unseal(await bvnOf(own.personId))).toBe(secrets.bvn)
    const { rows } = await owner(
      `select subject_type, after ->> 'person_id' as person_id from public.audit_trail
       where action = 'alarm' and subject_id = $1`,
      [mine.recordId],
    )
    expect(rows).toEqual([{ subject_type: 'vault_seal', person_id: mine.personId }])
  })

  it('brings no guest whole, and no member at all, into an account by a claim', async () => {
    const thief = await app.addPerson()
    await owner('update auth.users set email_confirmed_at = now() where id = $1', [thief.id])
    const member = await app.addPerson()
    const theirs = await app.addFarmer({ userId: member.id })
    // Their address, and a link whose secret is known, are rows.
    for (const { recordId } of [mine, theirs])
      await owner(`update public.farmers set contact_email = $1, user_id = null where id = $2`, [
        thief.email,
        recordId,
      ])
    await owner('update app_vault.people set user_id = null where id = $1', [theirs.personId])
    await owner(
      `insert into private.registration_guest_links (token_hash, record_type, record_id)
       select encode(sha256(convert_to('known ' || id, 'UTF8')), 'hex'), 'farmers', id from public.farmers where contact_email = $1`,
      [thief.email],
    )
    const tokens = [mine, theirs].map(({ recordId }) => `known ${recordId}`)
    expect(await claimRegistrations(app, thief.id, { tokens })).toMatchObject([{ id: mine.recordId }])
    const { isShown } = await bvnOf(mine.personId)
    expect(isShown).toBe(false)
    // Nor by saying that the link was the sender's.
    await owner('update app_vault.records set is_shown = true, sender_link_hash = $1 where record_id = $2', [
      'a'.repeat(64),
      mine.recordId,
    ])
    await refuses()
  })

  it('leaves what an account sent to be read by staff when the account goes without it', async () => {
    const member = await app.addPerson()
    const { personId } = await app.addFarmer({ userId: member.id })
    await owner('delete from auth.users where id = $1', [member.id])
    expect(await app.vault.unseal(await bvnOf(personId))).toBe(secrets.bvn)
    const thief = await app.addPerson()
    await owner('update app_vault.people set user_id = $1 where id = $2', [thief.id, personId])
    await refuses(personId)
  })

  it('stores nothing more under such a person either', async () => {
    const thief = await app.addPerson()
    await owner('update app_vault.people set user_id = $1 where id = $2', [thief.id, mine.personId])
    await expect(app.seal({ userId: thief.id })).rejects.toThrow(BrokenSealError)
  })

  it('is answered no other account’s secrets, whatever a function answers', async () => {
    const [person, thief] = [await app.addPerson(), await app.addPerson()]
    const { personId } = await app.addFarmer({ userId: person.id })
    const secret = await bvnOf(personId)
    expect(await app.vault.unseal(secret, { userId: person.id })).toBe(secrets.bvn)
    for (const requested of [{ userId: thief.id }, { recordId: theirs.recordId }, { field: 'dateOfBirth' }])
      await expect(app.vault.unseal(secret, requested)).rejects.toThrow(BrokenSealError)
  })

  it('opens no secret in the place of another: of a person, a record or a field', async () => {
    await owner(
      `update app_vault.secrets set ciphertext = (
         select ciphertext from app_vault.secrets where person_id = $2 and field = 'bvn'
       ) where person_id = $1 and field = 'bvn'`,
      [mine.personId, theirs.personId],
    )
    await refuses()
    await owner(
      `update app_vault.secrets set ciphertext = (
         select ciphertext from app_vault.secrets where person_id = $1 and field = 'bvn'
       ) where person_id = $1 and field = 'dateOfBirth'`,
      [theirs.personId],
    )
    const birth = (await secretsOf(theirs.personId)).find(({ field }) => field === 'dateOfBirth')
    await expect(app.vault.unseal(birth as PersonSecret)).rejects.toThrow(UnreadableSecretError)

    // Two records of the same person.
    const { id: userId } = await app.addPerson()
    const first = await app.addFarmer({ userId }, { bvn: '11122233344' })
    const second = await app.addFarmer({ userId }, { bvn: '55566677788' })
    expect(second.personId).toBe(first.personId)
    await owner(
      `update app_vault.secrets set ciphertext = (select ciphertext from app_vault.secrets where record_id = $1)
       where record_id = $2`,
      [first.recordId, second.recordId],
    )
    const swapped = (await secretsOf(first.personId)).find(({ recordId }) => recordId === second.recordId)
    await expect(app.vault.unseal(swapped as PersonSecret)).rejects.toThrow(UnreadableSecretError)
  })

  it('shows an account nothing by the seals of when it was a guest’s', async () => {
    const person = await app.addPerson()
    await owner('update auth.users set email_confirmed_at = now() where id = $1', [person.id])
    await owner('update public.farmers set contact_email = $1 where id = $2', [person.email, mine.recordId])
    const { recordSeal } = await bvnOf(mine.personId)
    await claimRegistrations(app, person.id, { tokens: [] })
    expect((await bvnOf(mine.personId)).isShown).toBe(false)
    expect(await app.vault.unseal(await bvnOf(mine.personId))).toBe(secrets.bvn)
    await owner('update app_vault.records set is_shown = true, seal = $1 where record_id = $2', [
      recordSeal,
      mine.recordId,
    ])
    await refuses()
  })

  it('shows nothing that is to stay masked', async () => {
    await owner('update app_vault.records set is_shown = not is_shown where record_id = $1', [mine.recordId])
    await refuses()
  })

  it.each([
    ['of the person', 'update app_vault.people set seal = null where id = $1', 'personId'],
    ['of the record', 'update app_vault.records set seal = null where record_id = $1', 'recordId'],
  ] as const)('opens nothing without the seal %s, nor has it sealed again', async (_, text, of) => {
    await owner(text, [mine[of]])
    await refuses()
    await sealPeople({ database: app.database, masterKey: app.masterKey, log: silentLog })
    await refuses()
  })

  it('reads nothing in the form of before, whatever its first byte says', async () => {
    await owner(
      `update app_vault.secrets set ciphertext = set_byte(ciphertext, 0, 1) where person_id = $1 and field = 'bvn'`,
      [mine.personId],
    )
    await refuses()
    await owner('update app_vault.people set seal = null, sealed_for = null where id = $1', [mine.personId])
    await refuses()
  })

  it('finds every decryption written down', async () => {
    const before = await owner('select count(*)::int from private.vault_openings where person_id = $1', [
      mine.personId,
    ])
    await secretsOf(mine.personId)
    const after = await owner(
      'select count(*)::int, max(purpose) as purpose from private.vault_openings where person_id = $1',
      [mine.personId],
    )
    expect(after.rows).toEqual([{ count: before.rows[0].count + 1, purpose: 'correction' }])
    for (const change of [
      'update private.vault_openings set purpose = purpose',
      'delete from private.vault_openings',
      'truncate private.vault_openings',
    ])
      await expect(owner(change)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('people of before seals', () => {
  let old: VaultApp
  let folder: string
  beforeAll(async () => {
    old = await openVaultApp()
    folder = await mkdtemp(join(tmpdir(), 'seals-'))
  })
  afterAll(async () => {
    await old.close()
    await rm(folder, { recursive: true })
  })

  /** As they were stored: person and field authenticated, and no seal. */
  async function addOld(input: Record<string, string>, userId: string | null = null, broken = false) {
    const [personId, recordId] = [randomUUID(), randomUUID()]
    const { current } = old.masterKey
    const dataKey = randomBytes(32)
    await old.owner.query(
      'insert into app_vault.people (id, user_id, wrapped_key, master_key_id) values ($1, $2, $3, $4)',
      [personId, userId, wrapKey(current, broken ? 'somebody else' : personId, dataKey), current.id],
    )
    await old.owner.query(
      `insert into app_vault.records (record_type, record_id, person_id) values ('farmers', $1, $2)`,
      [recordId, personId],
    )
    for (const [field, value] of Object.entries(input))
      await old.owner.query(
        `insert into app_vault.secrets (person_id, record_type, record_id, field, ciphertext) values ($1, 'farmers', $2, $3, $4)`,
        [personId, recordId, field, encryptAsBefore(dataKey, `secret ${personId} ${field}`, value)],
      )
    return { personId, recordId }
  }

  it('are read throughout, also where sealing was broken off, and are sealed in the end', async () => {
    const member = await old.addPerson()
    const people = [
      await addOld(secrets),
      await addOld(secrets, member.id),
      await addOld(secrets),
      await addOld(secrets),
    ]
    const broken = await addOld(secrets, null, true)
    const vault = await openVault({ ...old, dataDir: folder, log: silentLog })
    const expectAll = async () => {
      for (const { personId } of people) expect(await old.open(personId)).toEqual(secrets)
    }
    const unsealed = async () =>
      (await old.owner.query('select count(*)::int from app_vault.people where seal is null')).rows[0].count
    await expectAll()
    expect((await vault.seals()).isOpen).toBe(true)

    // Broken off after the first: the others are as before.
    const ending = new AbortController()
    const stopping = {
      ...old.database,
      rest: new Proxy(old.database.rest, {
        get(pool, name) {
          if (name === 'connect' && seen() > 1) ending.abort()
          const value = Reflect.get(pool, name)
          return typeof value === 'function' ? value.bind(pool) : value
        },
      }),
    }
    let requested = 0
    function seen() {
      requested += 1
      return requested - 4
    }
    const part = await sealPeople({ ...old, database: stopping, log: silentLog, signal: ending.signal })
    expect(part).toBeGreaterThan(0)
    expect(part).toBeLessThan(people.length)
    expect(await unsealed()).toBe(people.length + 1 - part)
    expect((await vault.seals()).isOpen).toBe(true)
    await expectAll()

    // What is stored meanwhile seals its person first.
    const again = await vault.seal(
      { userId: member.id, record: { type: 'farmers', id: randomUUID() } },
      { bvn: '99988877766' },
    )
    expect(again.person.id).toBe(people[1]?.personId)
    await old.store(again)

    await sealPeople({ ...old, log: silentLog })
    expect(await unsealed()).toBe(1)
    const { rows } = await old.owner.query(
      'select distinct get_byte(ciphertext, 0) as form from app_vault.secrets where person_id <> $1',
      [broken.personId],
    )
    expect(rows).toEqual([{ form: 2 }])
    expect((await readSealKey(old.database, old.masterKey)).isOpen).toBe(false)
    for (const { personId, recordId } of people) {
      const result = await listSecrets(old.database, [personId], 'correction')
      const mine = result.filter((secret) => secret.recordId === recordId)
      expect(await Promise.all(mine.map((secret) => vault.unseal(secret)))).toHaveLength(2)
    }
    // Sealing is in the ledger, once for each person.
    const { rows: openings } = await old.owner.query(
      `select count(*)::int from private.vault_openings where purpose = 'sealing' and person_id = $1`,
      [people[0]?.personId],
    )
    expect(openings).toEqual([{ count: 1 }])
  })

  it('that are put back afterwards stay shut, and so does the vault without its key of seals', async () => {
    const back = await addOld(secrets)
    const vault = await openVault({ ...old, dataDir: folder, log: silentLog })
    expect(existsSync(join(folder, 'secrets', 'vault-sealed'))).toBe(true)
    const [secret] = await listSecrets(old.database, [back.personId], 'correction')
    await expect(vault.unseal(secret as PersonSecret)).rejects.toThrow(BrokenSealError)
    expect(await sealPeople({ ...old, log: silentLog })).toBe(0)

    const { rows } = await old.owner.query<{ wrapped_key: Buffer; master_key_id: string }>(
      `delete from app_vault.keys where name = 'seal_closed' returning wrapped_key, master_key_id`,
    )
    const [key] = rows
    await expect(openVault({ ...old, dataDir: folder, log: silentLog })).rejects.toThrow('is gone')
    const save = (name: string) =>
      old.owner.query('insert into app_vault.keys (name, wrapped_key, master_key_id) values ($1, $2, $3)', [
        name,
        key?.wrapped_key,
        key?.master_key_id,
      ])
    // Under the name that would open the vault again it does not open itself.
    await save('seal')
    await expect(openVault({ ...old, dataDir: folder, log: silentLog })).rejects.toThrow(
      UnreadableSecretError,
    )
    await old.owner.query(`delete from app_vault.keys where name = 'seal'`)
    await save('seal_closed')
    await expect(openVault({ ...old, dataDir: folder, log: silentLog })).resolves.toBeDefined()
  })

  it('of a whole database that was put back are refused at the start, by the mark outside of it', async () => {
    const before = await openVaultApp()
    try {
      const { current } = before.masterKey
      const id = randomUUID()
      await before.owner.query(
        'insert into app_vault.people (id, wrapped_key, master_key_id) values ($1, $2, $3)',
        [id, wrapKey(current, id, randomBytes(32)), current.id],
      )
      await expect(openVault({ ...before, dataDir: folder, log: silentLog })).rejects.toThrow(
        'is of before seals',
      )
    } finally {
      await before.close()
    }
  })

  it('or not, are opened after the master key has changed', async () => {
    const { personId } = await old.addFarmer({ userId: null })
    const next = { current: { id: 'a'.repeat(16), key: randomBytes(32) }, previous: [old.masterKey.current] }
    // A row that no key opens keeps a rotation from its end.
    await old.owner.query(
      'delete from app_vault.people where seal is null and id not in (select person_id from app_vault.records)',
    )
    await old.owner.query(
      `delete from app_vault.records where person_id in (select id from app_vault.people where seal is null)`,
    )
    await old.owner.query('delete from app_vault.people where seal is null')
    await rotateKeys(old.database, next)
    const renewed = await openVault({ database: old.database, masterKey: { ...next, previous: [] } })
    const result = await listSecrets(old.database, [personId], 'correction')
    expect((await Promise.all(result.map((secret) => renewed.unseal(secret)))).sort()).toEqual(
      Object.values(secrets).sort(),
    )
  })
})

it('the functions of seals are the server’s alone', async () => {
  const { caller } = await app.addPerson({ role: 'admin' })
  for (const client of [
    `select private.seal_person('${randomUUID()}', '{}')`,
    'select * from private.read_seal_key()',
    `select private.read_sealed('{}', 'erasure')`,
    `select * from private.list_claims('${randomUUID()}', '{}')`,
    `select private.note_broken_seal('${randomUUID()}', 'farmers', '${randomUUID()}')`,
  ])
    expect((await app.refusalOf(caller, client)).code).toBe('42501')
  // Below those functions nobody reaches, the server neither.
  for (const client of [
    `select private.sealed_of('{}')`,
    `select private.claim_vault_person('${randomUUID()}', '${randomUUID()}', true, '{}')`,
  ])
    expect((await app.refusalOf(service, client)).code).toBe('42501')
})

/** AES-256-GCM as it was: form 1, padded to 32s. */
function encryptAsBefore(key: Buffer, purpose: string, text: string): Buffer {
  const nonce = randomBytes(12)
  const padded = Buffer.alloc(Math.ceil((text.length + 1) / 32) * 32)
  padded.write(text)
  padded[text.length] = 0x80
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(purpose))
  const body = Buffer.concat([cipher.update(padded), cipher.final()])
  return Buffer.concat([Buffer.of(1), nonce, body, cipher.getAuthTag()])
}
