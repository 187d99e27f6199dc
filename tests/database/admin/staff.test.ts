// Staff: invited, changed and deactivated by those who may, with a second factor; never without an admin.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffMember } from '#domain/admin/staff.ts'
import type { Caller } from '#platform/database/caller.ts'
import { makeFirstAdmin } from '#server/admin/admins.ts'
import type { Environment } from '#server/settings/env.ts'
import { anonymous, type Person, service } from '#tests/harness/migrated-database.ts'
import { type DeskHouse, openDeskHouse, strong } from './desk-house.ts'

let desk: DeskHouse
beforeAll(async () => {
  desk = await openDeskHouse()
})
afterAll(() => desk.close())

const invite = 'select public.invite_staff($1, $2)'
const change = 'select public.change_staff_role($1, $2, $3)'
const deactivate = 'select public.deactivate_staff($1, $2)'
const grant = 'select public.set_role_permission($1, $2, $3)'
const accept = 'select public.accept_invitation()'

const confirmAddress = (person: Person) =>
  desk.sql('update auth.users set email_confirmed_at = now() where id = $1', [person.id])
const roleOf = async ({ id }: Person) =>
  (await desk.sql<{ role: string }>('select role from public.user_roles where user_id = $1', [id]))[0]?.role
const addFactor = ({ id }: Person) =>
  desk.sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', 'x', now(), now())`,
    [id],
  )

describe('what changes staff', () => {
  const calls = (): [string, string, unknown[]][] => [
    ['an invitation', invite, ['new@example.com', 'content']],
    ['a withdrawal', 'select public.withdraw_invitation($1)', [desk.reviewer.id]],
    ['a change of role', change, [desk.reviewer.id, 'admin', 'reviewer']],
    ['a deactivation', deactivate, [desk.reviewer.id, 'Left us']],
    ['a right', grant, ['content', 'orders.read', true]],
  ]

  it('is refused to everybody but admins, also with a second factor', async () => {
    for (const [what, text, values] of calls())
      for (const caller of [
        anonymous,
        ...[desk.member, desk.reviewer, desk.finance, desk.content, desk.agent].map(strong),
      ])
        expect((await desk.refusalOf(caller, text, values)).code, what).toBe('42501')
  })

  it('is refused to an admin without a second factor, who is told what is missing', async () => {
    for (const [what, text, values] of calls())
      expect(await desk.refusalOf(desk.admin.caller, text, values), what).toMatchObject({
        code: '42501',
        hint: 'aal2',
      })
  })

  it('is refused around these functions too', async () => {
    for (const text of [
      `insert into public.user_roles (user_id, role) values ('${desk.member.id}', 'admin')`,
      `update public.user_roles set role = 'admin'`,
      'delete from public.user_roles',
      `insert into public.role_permissions values ('content', 'orders.read')`,
      `insert into public.staff_invitations (email, role) values ('a@example.com', 'admin')`,
    ])
      expect((await desk.refusalOf(strong(desk.admin), text)).code).toBe('42501')
  })
})

describe('an invitation', () => {
  it('is mailed, and taken by whoever has proved that very address', async () => {
    const invited = await desk.addPerson()
    await desk.call(strong(desk.admin), invite, [invited.email.toUpperCase(), 'content'])
    expect(
      await desk.sql('select template, data from private.mail_outbox where recipient = $1', [invited.email]),
    ).toEqual([{ template: 'staff_invitation', data: { role: 'content', invited_by: 'Ngozi Admin' } }])
    expect(await desk.call(invited.caller, accept)).toBeNull()
    expect(await desk.call(desk.member.caller, accept)).toBeNull()
    await confirmAddress(invited)
    expect(await desk.call(invited.caller, accept)).toBe('content')
    expect(await roleOf(invited)).toBe('content')
    expect(await desk.call(invited.caller, accept)).toBeNull()
  })

  it.each([
    ['withdrawn', 'withdrawn_at = now()'],
    ['too old', `expires_at = now() - interval '1 second'`],
  ])('that is %s is worth nothing', async (_, past) => {
    const invited = await desk.addPerson()
    await confirmAddress(invited)
    await desk.call(strong(desk.admin), invite, [invited.email, 'admin'])
    await desk.sql(`update public.staff_invitations set ${past} where email = $1`, [invited.email])
    expect(await desk.call(invited.caller, accept)).toBeNull()
    expect(await roleOf(invited)).toBeUndefined()
  })

  it.each([
    ['deactivated', deactivate, ['Left us']],
    ['made something else', change, ['content', 'admin']],
  ])('of an admin who is %s is worth nothing, also when they come back', async (_, text, values) => {
    const inviter = await desk.addPerson({ role: 'admin' })
    const invited = await desk.addPerson()
    await confirmAddress(invited)
    await desk.call(strong(inviter), invite, [invited.email, 'admin'])
    await desk.call(strong(desk.admin), text, [inviter.id, ...values])
    await desk.sql(
      `insert into public.user_roles (user_id, role) values ($1, 'admin')
       on conflict (user_id) do update set role = 'admin'`,
      [inviter.id],
    )
    expect(await desk.call(invited.caller, accept)).toBeNull()
    expect(await roleOf(invited)).toBeUndefined()
    await desk.sql('delete from public.user_roles where user_id = $1', [inviter.id])
  })

  it('that was left open all the same is not from somebody who may no longer invite', async () => {
    const inviter = await desk.addPerson({ role: 'admin' })
    const invited = await desk.addPerson()
    await confirmAddress(invited)
    await desk.call(strong(inviter), invite, [invited.email, 'admin'])
    await desk.sql('delete from public.user_roles where user_id = $1', [inviter.id])
    await desk.sql('update public.staff_invitations set withdrawn_at = null where email = $1', [
      invited.email,
    ])
    expect(await desk.call(invited.caller, accept)).toBeNull()
  })

  it('sent a second time replaces the first, and one for somebody with a role is refused', async () => {
    const invited = await desk.addPerson()
    await confirmAddress(invited)
    await desk.call(strong(desk.admin), invite, [invited.email, 'admin'])
    await desk.call(strong(desk.admin), invite, [invited.email, 'field_agent'])
    expect(await desk.call(invited.caller, accept)).toBe('field_agent')
    expect(await desk.refusalOf(strong(desk.admin), invite, [invited.email, 'admin'])).toMatchObject({
      hint: 'email',
    })
  })

  it('sent by two admins at once is one, and neither of them reads of an error', async () => {
    const second = await desk.addPerson({ role: 'admin' })
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].flatMap((name) =>
        [desk.admin, second].map((admin) =>
          desk.call(strong(admin), invite, [`both-${name}@example.com`, 'content']),
        ),
      ),
    )
    const open = await desk.sql(
      `select email, count(*)::integer as times from public.staff_invitations
       where email like 'both-%' and accepted_at is null and withdrawn_at is null group by email`,
    )
    expect(open.map(({ times }) => times)).toEqual([1, 1, 1, 1, 1])
    await desk.sql('delete from public.user_roles where user_id = $1', [second.id])
  })

  it.each([
    ['no address', 'nobody', 'content', 'email'],
    ['no role', 'somebody@example.com', 'owner', 'role'],
  ])('to %s is refused', async (_, email, role, hint) => {
    expect(await desk.refusalOf(strong(desk.admin), invite, [email, role])).toMatchObject({
      code: '23514',
      hint,
    })
  })
})

describe('a role', () => {
  it('changes when it is still the one that was seen', async () => {
    const person = await desk.addPerson({ role: 'content' })
    expect(
      await desk.refusalOf(strong(desk.admin), change, [person.id, 'finance', 'reviewer']),
    ).toMatchObject({
      code: 'PT409',
      hint: 'content',
    })
    await desk.call(strong(desk.admin), change, [person.id, 'finance', 'content'])
    expect(await roleOf(person)).toBe('finance')
  })

  it('has its rights as rows: one that is given works at once, one that is taken is gone at once', async () => {
    const person = await desk.addPerson({ role: 'field_agent' })
    const id = await desk.addFarmer()
    const read = 'select from public.farmers where id = $1'
    expect((await desk.as(person.caller, read, [id])).rowCount).toBe(0)
    await desk.call(strong(desk.admin), grant, ['field_agent', 'farmers.read', true])
    expect((await desk.as(person.caller, read, [id])).rowCount).toBe(1)
    await desk.call(strong(desk.admin), grant, ['field_agent', 'farmers.read', false])
    expect((await desk.as(person.caller, read, [id])).rowCount).toBe(0)
  })

  it.each([
    ["an admin's", ['admin', 'orders.read', false]],
    ['that of giving rights', ['reviewer', 'roles.manage', true]],
    ['one that there is not', ['reviewer', 'money.print', true]],
  ])('cannot lose or gain %s right', async (_, values) => {
    expect((await desk.refusalOf(strong(desk.admin), grant, values)).code).toBe('23514')
  })
})

describe('somebody who is deactivated', () => {
  it('has no rights and no session any more, and what they had in hand waits for others', async () => {
    const person = await desk.addPerson({ role: 'reviewer' })
    const id = await desk.addFarmer()
    await desk.call(person.caller, 'select public.assign_record($1, $2, $3)', ['farmers', id, person.id])
    await desk.sql(
      'insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now())',
      [person.id],
    )
    await desk.call(strong(desk.admin), deactivate, [person.id, 'Left the company'])
    expect(await roleOf(person)).toBeUndefined()
    expect(await desk.sql('select from auth.sessions where user_id = $1', [person.id])).toEqual([])
    expect((await desk.as(person.caller, 'select from public.farmers')).rowCount).toBe(0)
    expect(await desk.sql('select assignee_id from public.record_work where record_id = $1', [id])).toEqual([
      { assignee_id: null },
    ])
    const { rows } = await desk.as<StaffMember & Record<string, unknown>>(
      desk.admin.caller,
      'select * from public.list_staff()',
    )
    expect(rows.find(({ user_id }) => user_id === person.id)).toMatchObject({
      role: null,
      former_role: 'reviewer',
    })
  })

  it('was for a reason', async () => {
    expect(await desk.refusalOf(strong(desk.admin), deactivate, [desk.agent.id, ' '])).toMatchObject({
      hint: 'reason',
    })
  })
})

describe('the last admin', () => {
  it('can neither be changed nor deactivated, by themselves, the service, or two at the same moment', async () => {
    for (const [text, values] of [
      [change, [desk.admin.id, 'reviewer', 'admin']],
      [deactivate, [desk.admin.id, 'Goodbye']],
    ] as const)
      expect(await desk.refusalOf(strong(desk.admin), text, [...values])).toMatchObject({
        hint: 'last_admin',
      })
    expect(
      await desk.refusalOf(service, 'delete from public.user_roles where user_id = $1', [desk.admin.id]),
    ).toMatchObject({ hint: 'last_admin' })
    const second = await desk.addPerson({ role: 'admin' })
    const outcomes = await Promise.allSettled([
      desk.as(strong(desk.admin), change, [second.id, 'content', 'admin']),
      desk.as(strong(second), change, [desk.admin.id, 'content', 'admin']),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await desk.sql(`update public.user_roles set role = 'admin' where user_id = $1`, [desk.admin.id])
    await desk.sql('delete from public.user_roles where user_id = $1', [second.id])
  })
})

describe('an admin who cannot sign in', () => {
  it.each([
    ['banned', `banned_until = now() + interval '1 year'`],
    ['deleted', 'deleted_at = now()'],
  ])('since they are %s does not count', async (_, state) => {
    const dead = await desk.addPerson({ role: 'admin' })
    await desk.sql(`update auth.users set ${state} where id = $1`, [dead.id])
    expect(await desk.refusalOf(strong(desk.admin), deactivate, [desk.admin.id, 'Goodbye'])).toMatchObject({
      hint: 'last_admin',
    })
    expect(await desk.call(service, 'select private.find_deletion_obstacle($1)', [desk.admin.id])).toContain(
      'the only admin',
    )
    await desk.sql('delete from public.user_roles where user_id = $1', [dead.id])
  })

  it('counts again when the ban is over', async () => {
    const banned = await desk.addPerson({ role: 'admin' })
    await desk.sql(`update auth.users set banned_until = now() - interval '1 second' where id = $1`, [
      banned.id,
    ])
    expect(await desk.call(service, 'select private.find_deletion_obstacle($1)', [desk.admin.id])).toBeNull()
    await desk.sql('delete from public.user_roles where user_id = $1', [banned.id])
  })

  it('does not keep an evaluation without an admin', async () => {
    const first = await desk.addPerson()
    const start = () =>
      makeFirstAdmin(
        {
          database: desk.house.database,
          platform: { createUser: async () => ({ id: first.id, created: true }) },
        },
        { production: false } as Environment,
      )
    expect(await start()).toBeUndefined()
    await desk.sql(`update auth.users set banned_until = now() + interval '1 year' where id = $1`, [
      desk.admin.id,
    ])
    expect(await start()).toBeDefined()
    expect(await roleOf(first)).toBe('admin')
    await desk.sql('update auth.users set banned_until = null where id = $1', [desk.admin.id])
    await desk.sql('delete from public.user_roles where user_id = $1', [first.id])
  })

  it('has no role any more as the shell of a deleted account', async () => {
    const person = await desk.addPerson({ role: 'admin' })
    await desk.sql('update auth.users set deleted_at = now() where id = $1', [person.id])
    expect(await roleOf(person)).toBeUndefined()
  })
})

describe('where a second factor is demanded', () => {
  afterAll(async () => {
    await desk.call(service, `select private.set_house_setting('staff_second_factor', 'offered')`)
    await desk.call(service, `select private.set_house_setting('sessions_checked', 'off')`)
  })
  const read = `select from public.role_permissions where role = 'finance'`
  const countFor = async (caller: Caller) => (await desk.as(caller, read)).rowCount
  const myDesk = (caller: Caller) => desk.call(caller, 'select public.my_desk()')

  it('staff without one may do nothing, nor by the password alone once they have one, and are told so', async () => {
    await desk.call(service, `select private.set_house_setting('staff_second_factor', 'demanded')`)
    expect(await myDesk(desk.admin.caller)).toMatchObject({
      role: 'admin',
      permissions: [],
      mustAddSecondFactor: true,
      mustShowSecondFactor: false,
    })
    expect(await countFor(strong(desk.admin))).toBe(0)
    await addFactor(desk.admin)
    expect(await countFor(desk.admin.caller)).toBe(0)
    expect(await myDesk(desk.admin.caller)).toMatchObject({
      permissions: [],
      isStrong: false,
      hasSecondFactor: true,
      mustAddSecondFactor: false,
      mustShowSecondFactor: true,
    })
    expect(await countFor(strong(desk.admin))).toBeGreaterThan(0)
    expect(await myDesk(strong(desk.admin))).toMatchObject({ isStrong: true, mustShowSecondFactor: false })
  })

  it('and sessions are checked, staff have their rights in a session that stands at that level, and in no other', async () => {
    await desk.call(service, `select private.set_house_setting('sessions_checked', 'on')`)
    expect(await countFor(strong(desk.admin))).toBe(0)
    const signedIn = await desk.signIn(desk.admin, 'aal2')
    expect(await countFor(signedIn.caller)).toBeGreaterThan(0)
    expect((await desk.refusalOf(strong(desk.admin), invite, ['new@example.com', 'content'])).code).toBe(
      '42501',
    )

    // Lowered, run out, of somebody else, ended.
    const change = (set: string) =>
      desk.sql(`update auth.sessions set ${set} where id = $1`, [signedIn.sessionId])
    for (const [spoil, mend] of [
      [`aal = 'aal1'`, `aal = 'aal2'`],
      [`not_after = now() - interval '1 second'`, 'not_after = null'],
      [`user_id = '${desk.member.id}'`, `user_id = '${desk.admin.id}'`],
    ] as const) {
      await change(spoil)
      expect(await countFor(signedIn.caller), spoil).toBe(0)
      await change(mend)
      expect(await countFor(signedIn.caller), mend).toBeGreaterThan(0)
    }
    await desk.sql('delete from auth.sessions where id = $1', [signedIn.sessionId])
    expect(await countFor(signedIn.caller)).toBe(0)
    expect(await myDesk(signedIn.caller)).toMatchObject({ permissions: [] })
  })

  it('the channel of the desk is open to staff in such a session alone', async () => {
    const hears = async (caller: Caller) =>
      (await desk.as(caller, `select private.is_at_the_desk() as may`)).rows[0] as { may: boolean }
    const [admin, weak, member] = [
      await desk.signIn(desk.admin, 'aal2'),
      await desk.signIn(desk.admin, 'aal1'),
      await desk.signIn(desk.member, 'aal2'),
    ]
    expect(await hears(admin.caller)).toEqual({ may: true })
    for (const { caller } of [weak, member]) expect(await hears(caller)).toEqual({ may: false })
  })

  it('is decided by the house alone', async () => {
    const text = `select private.set_house_setting('staff_second_factor', 'offered')`
    expect((await desk.refusalOf(strong(desk.admin), text)).code).toBe('42501')
  })
})
