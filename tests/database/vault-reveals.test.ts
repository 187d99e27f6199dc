// Who may look at what is secret: refused to nearly everybody, and written down for the person whenever it is not.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import { anonymous, type Person, service } from './house.ts'
import { openVaultHouse, type VaultHouse, withSecondFactor } from './vault-house.ts'

const reason = 'Checking the BVN with the bank'
let house: VaultHouse
let owner: Person
let reviewer: Person
let farmer: { personId: string; recordId: string }

beforeAll(async () => {
  house = await openVaultHouse()
  owner = await house.addPerson({ name: 'Ada Obi' })
  reviewer = await house.addPerson({ name: 'Bola Ade', role: 'reviewer' })
  farmer = await house.addFarmer({ userId: owner.id })
})
afterAll(() => house.close())

const statement = 'select public.reveal_secret($1, $2, $3, $4) as id'
const ask = (recordId = farmer.recordId, field = 'bvn', why = reason, recordType = 'farmers') => [
  recordType,
  recordId,
  field,
  why,
]
const reveal = async (caller: Caller, asked = ask()) =>
  (await house.as<{ id: string }>(caller, statement, asked)).rows[0]?.id
const countReveals = async () =>
  (await house.owner.query('select from public.vault_reveals where record_id = $1', [farmer.recordId]))
    .rowCount

describe('looking at a secret is refused', () => {
  const strong = async (role?: 'finance' | 'content' | 'field_agent') =>
    withSecondFactor(await house.addPerson(role ? { role } : {}))

  it.each<[string, () => Promise<Caller>]>([
    ['visitors', async () => anonymous],
    ['the person themselves', async () => withSecondFactor(owner)],
    ['another member', () => strong()],
    ['finance', () => strong('finance')],
    ['content editors', () => strong('content')],
    ['field agents', () => strong('field_agent')],
    ['the service', async () => service],
  ])('to %s', async (_, who) => {
    const before = await countReveals()
    expect((await house.refusalOf(await who(), statement, ask())).code).toBe('42501')
    expect(await countReveals()).toBe(before)
  })

  it('to a reviewer without a second factor, who is told so', async () => {
    expect(await house.refusalOf(reviewer.caller, statement, ask())).toMatchObject({
      code: '42501',
      hint: 'aal2',
    })
  })

  it.each([
    ['no reason', ''],
    ['a short one', 'because'],
    ['a short one with spaces', 'be       cause'],
    ['a very long one', 'because '.repeat(100)],
    ['one that repeats the number', 'Is it really 223 4567 8901 of hers'],
  ])('with %s', async (_, why) => {
    const refusal = await house.refusalOf(
      withSecondFactor(reviewer),
      statement,
      ask(farmer.recordId, 'bvn', why),
    )
    expect(refusal).toMatchObject({ code: '23514', hint: 'reason' })
  })

  it.each<[string, () => (string | undefined)[]]>([
    ['a record that is not there', () => ask(randomUUID())],
    ['a field that it does not have', () => ask(farmer.recordId, 'accountNumber')],
    ['a record under another name', () => ask(farmer.recordId, 'bvn', reason, 'investors')],
  ])('for %s', async (_, asked) => {
    expect((await house.refusalOf(withSecondFactor(reviewer), statement, asked())).code).toBe('P0002')
  })

  it('for a kind of record that the role does not read', async () => {
    const refusal = await house.refusalOf(
      withSecondFactor(reviewer),
      statement,
      ask(farmer.recordId, 'bvn', reason, 'orders'),
    )
    expect(refusal.code).toBe('42501')
  })

  it('after sixty in an hour', async () => {
    const curious = await house.addPerson({ role: 'reviewer' })
    const caller = withSecondFactor(curious)
    await house.owner.query(
      `insert into public.vault_reveals (person_id, record_type, record_id, field, reason, actor_id, actor_role)
       select $1, 'farmers', gen_random_uuid(), 'bvn', 'Checking all of them', $2, 'reviewer' from generate_series(1, 59)`,
      [randomUUID(), curious.id],
    )
    expect(await reveal(caller)).toBeDefined()
    expect((await house.refusalOf(caller, statement, ask())).code).toBe('PT429')
  })
})

describe('looking at a secret', () => {
  it('is written down: who, when, why and what, before anything is seen', async () => {
    const id = await reveal(withSecondFactor(reviewer))
    const { rows } = await house.as(owner.caller, 'select * from public.vault_reveals where id = $1', [id])
    expect(rows).toEqual([
      {
        id,
        person_id: farmer.personId,
        record_type: 'farmers',
        record_id: farmer.recordId,
        field: 'bvn',
        reason,
        actor_id: reviewer.id,
        actor_name: 'Bola Ade',
        actor_role: 'reviewer',
        created_at: expect.any(Date),
      },
    ])
  })

  it('is seen by the person, by staff who may look, and by nobody else', async () => {
    await reveal(withSecondFactor(reviewer))
    const see = async ({ caller }: Person) =>
      (await house.as(caller, 'select from public.vault_reveals where record_id = $1', [farmer.recordId]))
        .rowCount
    expect(await see(owner)).toBeGreaterThan(0)
    expect(await see(await house.addPerson({ role: 'admin' }))).toBeGreaterThan(0)
    expect(await see(await house.addPerson())).toBe(0)
    expect(await see(await house.addPerson({ role: 'finance' }))).toBe(0)
  })

  it('cannot be taken back or written by hand', async () => {
    const id = await reveal(withSecondFactor(reviewer))
    const { caller } = await house.addPerson({ role: 'admin' })
    for (const text of [
      `update public.vault_reveals set reason = 'another reason' where id = '${id}'`,
      `delete from public.vault_reveals where id = '${id}'`,
      `insert into public.vault_reveals (person_id, record_type, record_id, field, reason, actor_id, actor_role)
       values (gen_random_uuid(), 'farmers', gen_random_uuid(), 'bvn', 'Ten letters', gen_random_uuid(), 'admin')`,
    ])
      for (const actor of [caller, service]) expect((await house.refusalOf(actor, text)).code).toBe('42501')
    await expect(house.owner.query('delete from public.vault_reveals where id = $1', [id])).rejects.toThrow(
      'keeps',
    )
  })

  it('gives the ciphertext to the server alone, and for a minute', async () => {
    const id = await reveal(withSecondFactor(reviewer))
    const read = 'select field from private.read_revealed($1)'
    expect((await house.refusalOf(withSecondFactor(reviewer), read, [id])).code).toBe('42501')
    expect((await house.as(service, read, [id])).rows).toEqual([{ field: 'bvn' }])
    const { rows } = await house.owner.query<{ id: string }>(
      `insert into public.vault_reveals
         (person_id, record_type, record_id, field, reason, actor_id, actor_role, created_at)
       values ($1, 'farmers', $2, 'bvn', 'Asked yesterday', gen_random_uuid(), 'reviewer', now() - interval '2 minutes')
       returning id`,
      [farmer.personId, farmer.recordId],
    )
    expect((await house.as(service, read, [rows[0]?.id])).rows).toEqual([])
  })
})

describe('the masked form', () => {
  const masked = async ({ caller }: Person) =>
    (
      await house.as(caller, 'select field, last_four from public.masked_secrets($1, $2)', [
        'farmers',
        farmer.recordId,
      ])
    ).rows

  it('shows the last four of a number, and nothing of a birth date', async () => {
    const shown = [
      { field: 'bvn', last_four: '8901' },
      { field: 'dateOfBirth', last_four: null },
    ]
    expect(await masked(owner)).toEqual(shown)
    expect(await masked(reviewer)).toEqual(shown)
  })

  it('is empty for everybody who may not read the record', async () => {
    expect(await masked(await house.addPerson())).toEqual([])
    expect(await masked(await house.addPerson({ role: 'finance' }))).toEqual([])
    expect(
      (await house.refusalOf(anonymous, 'select * from public.masked_secrets($1, $2)', ask().slice(0, 2)))
        .code,
    ).toBe('42501')
  })
})
