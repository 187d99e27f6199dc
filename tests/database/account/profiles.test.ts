// Profiles and roles: what an account may say about itself, and that none can make itself more than it is.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { openApp, service } from '#tests/harness/migrated-database.ts'

const app = await openApp()
const person = await app.addPerson()
afterAll(() => app.close())

async function readProfile(id: string) {
  const { rows } = await app.owner.query(
    'select id, email, full_name, phone from public.profiles where id = $1',
    [id],
  )
  return rows[0]
}

describe('signing up', () => {
  it('makes the profile from the metadata, cleaned', async () => {
    const member = await app.addPerson({
      metadata: { full_name: ' Ọlá <b>Adé</b> ', phone: '0803 123 4567' },
    })
    expect(await readProfile(member.id)).toEqual({
      id: member.id,
      email: member.email,
      full_name: 'Ọlá Adé',
      phone: '+2348031234567',
    })
  })

  it.each([
    ['nothing', {}],
    ['a name of one letter', { full_name: 'A' }],
    ['a name that is too long', { full_name: 'x'.repeat(101) }],
    ['a name that is only markup', { full_name: '<script></script>' }],
    ['a phone number that is none', { phone: 'call me' }],
    ['things that are no text', { full_name: { a: 1 }, phone: [1, 2] }],
  ])('is never stopped by metadata with %s', async (_, metadata) => {
    const member = await app.addPerson({ metadata })
    expect(await readProfile(member.id)).toMatchObject({ email: member.email, phone: null })
  })

  it('is not stopped when the profile cannot be made at all', async () => {
    const fresh = await openApp()
    try {
      await fresh.owner.query('alter table public.profiles add constraint profiles_test_refuse check (false)')
      const member = await fresh.addPerson()
      const { rows } = await fresh.owner.query('select id from auth.users where id = $1', [member.id])
      expect(rows).toHaveLength(1)
      // The client's fallback at the first sign-in then makes it.
      await fresh.owner.query('alter table public.profiles drop constraint profiles_test_refuse')
      await fresh.as(
        member.caller,
        'insert into public.profiles (id, email, full_name, phone) values ($1, $2, $3, $4)',
        [member.id, member.email, 'Ada Obi', null],
      )
    } finally {
      await fresh.close()
    }
  })

  it('grants nothing, whatever the metadata claims', async () => {
    const pretender = await app.addPerson({
      metadata: { full_name: 'Ada Obi', role: 'admin', is_admin: true },
    })
    const { rows } = await app.as(pretender.caller, `select private.has_permission('orders.decide') as may`)
    expect(rows).toEqual([{ may: false }])
  })

  it('a role claimed in the token’s metadata grants nothing either', async () => {
    const claims = JSON.parse(person.caller.claims)
    const forged = { ...claims, user_metadata: { role: 'admin' }, app_metadata: { role: 'admin' } }
    const { rows } = await app.as(
      { role: 'authenticated', claims: JSON.stringify(forged) },
      `select private.has_permission('orders.read') as may`,
    )
    expect(rows).toEqual([{ may: false }])
  })

  it('a stranger’s name for the address gives way to the name of the sign-up that proves it', async () => {
    const member = await app.addPerson({ name: 'A Stranger' })
    await app.owner.query(
      `update auth.users set raw_user_meta_data = '{"full_name": " Ngozi Eze "}', email_confirmed_at = now() where id = $1`,
      [member.id],
    )
    expect(await readProfile(member.id)).toMatchObject({ full_name: 'Ngozi Eze' })
  })

  it('a changed address shows in the profile', async () => {
    const member = await app.addPerson()
    await app.owner.query(`update auth.users set email = 'new-' || email where id = $1`, [member.id])
    expect(await readProfile(member.id)).toMatchObject({ email: `new-${member.email}` })
  })
})

describe('the client’s own insert of the profile', () => {
  const insert = 'insert into public.profiles (id, email, full_name, phone) values ($1, $2, $3, $4)'

  it('is ignored when the trigger has made it already', async () => {
    const result = await app.as(person.caller, `${insert} on conflict (id) do nothing`, [
      person.id,
      person.email,
      'Somebody Else',
      null,
    ])
    expect(result.rowCount).toBe(0)
    expect(await readProfile(person.id)).toMatchObject({ full_name: 'Ada Obi' })
  })

  it('is refused for another account, or under another address than the token’s', async () => {
    const member = await app.addPerson()
    await app.owner.query('delete from public.profiles where id = $1', [member.id])
    for (const [id, email] of [
      [randomUUID(), member.email],
      [member.id, 'boss@example.com'],
    ]) {
      expect((await app.refusalOf(member.caller, insert, [id, email, 'Ada Obi', null])).code).toBe('42501')
    }
    await app.as(member.caller, insert, [member.id, member.email, 'Ada Obi', null])
  })
})

describe('changing the profile', () => {
  it('is refused for the address, the id and the times', async () => {
    for (const change of [
      `email = 'x@example.com'`,
      'id = gen_random_uuid()',
      'created_at = now()',
      'updated_at = now()',
    ]) {
      const refusal = await app.refusalOf(person.caller, `update public.profiles set ${change}`)
      expect(refusal.code, change).toBe('42501')
    }
  })

  it('cleans the name and the number, and touches no other row', async () => {
    const before = await app.addPerson({ name: 'Bisi Ade' })
    const { rowCount } = await app.as(
      person.caller,
      `update public.profiles set full_name = ' Ada  <i>Obi</i>-Eze', phone = '0905 000 0000'`,
    )
    expect(rowCount).toBe(1)
    expect(await readProfile(person.id)).toMatchObject({ full_name: 'Ada Obi-Eze', phone: '+2349050000000' })
    expect(await readProfile(before.id)).toMatchObject({ full_name: 'Bisi Ade' })
  })

  it.each([
    ['full_name', 'A', 'Full name must be at least 2 characters long'],
    ['full_name', 'x'.repeat(101), 'Full name must be less than 100 characters'],
    ['phone', '0803', 'Phone number must be at least 10 digits'],
    ['phone', '1'.repeat(16), 'Phone number must be at most 15 digits'],
  ])('refuses a wrong %s with a sentence', async (column, value, message) => {
    const refusal = await app.refusalOf(person.caller, `update public.profiles set ${column} = $1`, [value])
    expect(refusal).toMatchObject({ code: '23514', message, hint: column })
  })

  it('may empty both', async () => {
    await app.as(person.caller, `update public.profiles set full_name = '', phone = ''`)
    expect(await readProfile(person.id)).toMatchObject({ full_name: null, phone: null })
  })
})

describe('roles', () => {
  it('cannot be taken by oneself, and not given by an admin’s own session', async () => {
    const admin = await app.addPerson({ role: 'admin' })
    for (const signedIn of [person, admin]) {
      for (const statement of [
        `insert into public.user_roles (user_id, role) values ('${person.id}', 'admin')`,
        `update public.user_roles set role = 'admin'`,
        'delete from public.user_roles',
        `insert into public.role_permissions values ('content', 'orders.decide')`,
        `update public.role_permissions set role = 'content'`,
      ]) {
        expect((await app.refusalOf(signedIn.caller, statement)).code, statement).toBe('42501')
      }
    }
  })

  it('are given by the service, one for each person, and only those that exist', async () => {
    const member = await app.addPerson()
    const give = 'insert into public.user_roles (user_id, role) values ($1, $2)'
    expect((await app.refusalOf(service, give, [member.id, 'owner'])).code).toBe('23503')
    await app.as(service, give, [member.id, 'reviewer'])
    expect((await app.refusalOf(service, give, [member.id, 'admin'])).code).toBe('23505')
    const { rows } = await app.as(member.caller, 'select role from public.user_roles')
    expect(rows).toEqual([{ role: 'reviewer' }])
  })

  it('end at once when they are taken away, whatever the token says', async () => {
    const member = await app.addPerson({ role: 'admin' })
    const request = `select private.has_permission('orders.read') as may`
    expect((await app.as(member.caller, request)).rows).toEqual([{ may: true }])
    await app.as(service, 'delete from public.user_roles where user_id = $1', [member.id])
    expect((await app.as(member.caller, request)).rows).toEqual([{ may: false }])
  })
})

describe('deleting an account', () => {
  it('takes the profile and the role along, and leaves the orders that the law retains', async () => {
    const member = await app.addPerson({ role: 'content' })
    await app.owner.query(
      `insert into public.orders (user_id, crop_type, quantity, quantity_text, unit, delivery_address)
         values ($1, 'Rice', 1, '1', 'Tons', 'Apapa Port')`,
      [member.id],
    )
    await app.owner.query('delete from auth.users where id = $1', [member.id])
    expect(await readProfile(member.id)).toBeUndefined()
    const { rows } = await app.owner.query(`select user_id from public.orders where crop_type = 'Rice'`)
    expect(rows).toEqual([{ user_id: null }])
  })
})
