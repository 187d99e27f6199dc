// "Erase my data": what was secret is gone for good, what the law retains stays, and nobody else is touched.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimRegistrations } from '#server/registrations/claim.ts'
import { ErasedPersonError } from '#server/vault/vault.ts'
import { anonymous, type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'
import { openVaultApp, secrets } from './vault-app.ts'

const app = await openVaultApp()
afterAll(() => app.close())

const erase = 'select public.erase_my_data()'

async function farmerRow(id: string): Promise<Record<string, unknown>> {
  const { rows } = await app.owner.query('select * from public.farmers where id = $1', [id])
  return rows[0]
}

/** What is left in the vault of a record or a person. */
async function remains({ personId, recordId }: { personId: string; recordId: string }) {
  const { rows } = await app.owner.query(
    `select (select count(*)::int from app_vault.secrets where record_id = $1 or person_id = $2) as secrets,
       (select count(*)::int from app_vault.matches where record_id = $1) as hashes,
       (select wrapped_key is not null from app_vault.people where id = $2) as key`,
    [recordId, personId],
  )
  return rows[0]
}

const whole = { secrets: 2, hashes: 1, key: true }
const nothing = { secrets: 0, hashes: 0, key: false }

describe('erasing is refused', () => {
  it('to visitors, and to the service in place of a person', async () => {
    for (const caller of [anonymous, service]) expect((await app.refusalOf(caller, erase)).code).toBe('42501')
  })

  it('to a password alone where the account has a second factor', async () => {
    const person = await app.addPerson()
    const farmer = await app.addFarmer({ userId: person.id })
    await app.owner.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [person.id],
    )
    expect(await app.refusalOf(person.caller, erase)).toMatchObject({ code: '42501', hint: 'aal2' })
    expect(await remains(farmer)).toEqual(whole)
    await app.as(withSecondFactor(person), erase)
    expect(await remains(farmer)).toEqual(nothing)
  })

  it('to signed-in people who name another person', async () => {
    const { caller } = await app.addPerson({ role: 'admin' })
    const farmer = await app.addFarmer({ userId: null })
    const refusal = await app.refusalOf(caller, 'select private.erase_person(null, $1)', [[farmer.personId]])
    expect(refusal.code).toBe('42501')
    expect(await remains(farmer)).toEqual(whole)
  })
})

describe('erasing', () => {
  let person: Person
  let farmer: { personId: string; recordId: string }
  let neighbour: { personId: string; recordId: string }

  beforeAll(async () => {
    person = await app.addPerson({ name: 'Ada Obi' })
    farmer = await app.addFarmer({ userId: person.id })
    neighbour = await app.addFarmer({ userId: (await app.addPerson()).id })
    await submitOrder(app, person)
    await app.as(person.caller, erase)
  })

  it('destroys the key, the secrets, their last fours and the hashes', async () => {
    expect(await remains(farmer)).toEqual(nothing)
    expect(await app.open(farmer.personId)).toEqual({})
  })

  it('leaves the registration without its person, and out of the queue', async () => {
    expect(await farmerRow(farmer.recordId)).toMatchObject({
      user_id: person.id,
      contact_name: null,
      contact_email: null,
      phone: null,
      farm_name: 'Erased',
      location: 'Erased',
      challenges: null,
      crops_grown: ['Yam'],
      status: 'declined',
      decline_reason: 'Withdrawn: erased at the request of the person.',
    })
  })

  it('retains orders, as the law demands', async () => {
    const { rows } = await app.as(person.caller, 'select address from public.order_requests')
    expect(rows).toEqual([{ address: '12 Marina Road, Lagos' }])
  })

  it('touches nobody else', async () => {
    expect(await remains(neighbour)).toEqual(whole)
    expect(await farmerRow(neighbour.recordId)).toMatchObject({ contact_name: 'Ada Obi', status: 'pending' })
  })

  it('is the same when it is requested again', async () => {
    const before = await app.owner.query('select * from app_vault.people order by id')
    await app.as(person.caller, erase)
    expect((await app.owner.query('select * from app_vault.people order by id')).rows).toEqual(before.rows)
  })

  it('ends what was sealed under the old key, and lets the person begin again', async () => {
    await expect(app.seal({ userId: person.id, personId: farmer.personId }, secrets)).rejects.toThrow(
      ErasedPersonError,
    )
    const again = await app.addFarmer({ userId: person.id })
    expect(again.personId).not.toBe(farmer.personId)
    expect(await app.open(again.personId)).toEqual(secrets)
  })

  it('leaves the list of who looked, for the person to read', async () => {
    const reviewer = withSecondFactor(await app.addPerson({ role: 'reviewer' }))
    const other = await app.addPerson()
    const opened = await app.addFarmer({ userId: other.id })
    await app.as(reviewer, 'select public.reveal_secret($1, $2, $3, $4)', [
      'farmers',
      opened.recordId,
      'bvn',
      'Checking the BVN with the bank',
    ])
    await app.as(other.caller, erase)
    const { rows } = await app.as(other.caller, 'select field, reason from public.vault_reveals')
    expect(rows).toEqual([{ field: 'bvn', reason: 'Checking the BVN with the bank' }])
    const refusal = await app.refusalOf(reviewer, 'select public.reveal_secret($1, $2, $3, $4)', [
      'farmers',
      opened.recordId,
      'bvn',
      'Checking the BVN again',
    ])
    expect(refusal.code).toBe('P0002')
  })
})

it('erasing by a guest link takes that person alone', async () => {
  const guest = await app.addFarmer({ userId: null })
  const other = await app.addFarmer({ userId: null })
  await app.as(service, 'select private.erase_person(null, $1)', [[guest.personId]])
  expect(await remains(guest)).toEqual(nothing)
  expect(await farmerRow(guest.recordId)).toMatchObject({ contact_name: null, status: 'declined' })
  expect(await remains(other)).toEqual(whole)
  expect(await farmerRow(other.recordId)).toMatchObject({ contact_name: 'Ada Obi', status: 'pending' })
})

it('erasing calls back the mails that wait, and writes none', async () => {
  const guest = await app.addFarmer({ userId: null })
  const mails = async () => {
    const { rows } = await app.owner.query<{ data: { name?: string } }>(
      `select data from private.mail_outbox join public.farmers on data ->> 'code' = reference where farmers.id = $1`,
      [guest.recordId],
    )
    return rows.map(({ data }) => data.name)
  }
  await app.owner.query(`select private.notify_registrant($1, 'registration_received')`, [guest.recordId])
  expect(await mails()).toEqual(['Ada Obi'])
  await app.as(service, 'select private.erase_person(null, $1)', [[guest.personId]])
  expect(await mails()).toEqual([])
})

it('erasing reaches what a user sent as a guest before they had the account', async () => {
  const person = await app.addPerson()
  const guest = await app.addFarmer({ userId: null })
  await app.owner.query('update public.farmers set contact_email = $1 where id = $2', [
    person.email,
    guest.recordId,
  ])
  await app.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [person.id])
  expect(await claimRegistrations(app, person.id, { tokens: [] })).toHaveLength(1)
  const member = await app.addFarmer({ userId: person.id })
  await app.as(person.caller, erase)
  expect(await remains(guest)).toEqual(nothing)
  expect(await remains(member)).toEqual(nothing)
})

it('erasing reaches the key of a record that is theirs, also when the vault was never notified', async () => {
  const person = await app.addPerson()
  const farmer = await app.addFarmer({ userId: null })
  await app.owner.query('update public.farmers set user_id = $1 where id = $2', [person.id, farmer.recordId])
  await app.as(person.caller, erase)
  expect(await remains(farmer)).toEqual(nothing)
})

it('what an approved farmer was decided on stays decided', async () => {
  const person = await app.addPerson()
  const farmer = await app.addFarmer({ userId: person.id })
  const { caller } = await app.addPerson({ role: 'reviewer' })
  await app.as(caller, `update public.farmers set status = 'approved' where id = $1`, [farmer.recordId])
  await app.as(person.caller, erase)
  expect(await farmerRow(farmer.recordId)).toMatchObject({
    status: 'approved',
    decline_reason: null,
    phone: null,
  })
})
