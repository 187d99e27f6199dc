// Staff: invited, changed and deactivated by those who may, with a second factor; never without an admin.
import { afterAll, describe, expect, it } from 'vitest'
import type { StaffMember } from '#domain/admin/staff.ts'
import type { Caller } from '#platform/database/caller.ts'
import { makeFirstAdmin } from '#server/admin/admins.ts'
import type { Environment } from '#server/settings/env.ts'
import { anonymous, type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const adminApp = await openAdminApp()
afterAll(() => adminApp.close())

const invite = 'select public.invite_staff($1, $2)'
const change = 'select public.change_staff_role($1, $2, $3)'
const deactivate = 'select public.deactivate_staff($1, $2)'
const grant = 'select public.set_role_permission($1, $2, $3)'
const accept = 'select public.accept_invitation()'

const confirmAddress = (person: Person) =>
  adminApp.sql('update auth.users set email_confirmed_at = now() where id = $1', [person.id])
const roleOf = async ({ id }: Person) =>
  (await adminApp.sql<{ role: string }>('select role from public.user_roles where user_id = $1', [id]))[0]
    ?.role
const addFactor = ({ id }: Person) =>
  adminApp.sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', 'x', now(), now())`,
    [id],
  )

it('is called as their profile says at this time, whatever the session began with', async () => {
  const named = async (name: string | null) => {
    await adminApp.sql('update public.profiles set full_name = $2 where id = $1', [
      adminApp.reviewer.id,
      name,
    ])
    return adminApp.call<{ name: string | null }>(adminApp.reviewer.caller, 'select public.my_permissions()')
  }
  expect(await named('Amina Obi-Bello')).toMatchObject({ name: 'Amina Obi-Bello', role: 'reviewer' })
  expect(await named(null)).toMatchObject({ name: null, role: 'reviewer' })
})

describe('what changes staff', () => {
  const calls = (): [string, string, unknown[]][] => [
    ['an invitation', invite, ['new@example.com', 'content']],
    ['a withdrawal', 'select public.withdraw_invitation($1)', [adminApp.reviewer.id]],
    ['a change of role', change, [adminApp.reviewer.id, 'admin', 'reviewer']],
    ['a deactivation', deactivate, [adminApp.reviewer.id, 'Left us']],
    ['a right', grant, ['content', 'orders.read', true]],
  ]

  it('is refused to everybody but admins, also with a second factor', async () => {
    for (const [what, text, values] of calls())
      for (const caller of [
        anonymous,
        ...[adminApp.member, adminApp.reviewer, adminApp.finance, adminApp.content, adminApp.agent].map(
          withSecondFactor,
        ),
      ])
        expect((await adminApp.refusalOf(caller, text, values)).code, what).toBe('42501')
  })

  it('is refused to an admin without a second factor, and says what is missing', async () => {
    for (const [what, text, values] of calls())
      expect(await adminApp.refusalOf(adminApp.admin.caller, text, values), what).toMatchObject({
        code: '42501',
        hint: 'aal2',
      })
  })

  it('is refused around these functions too', async () => {
    for (const text of [
      `insert into public.user_roles (user_id, role) values ('${adminApp.member.id}', 'admin')`,
      `update public.user_roles set role = 'admin'`,
      'delete from public.user_roles',
      `insert into public.role_permissions values ('content', 'orders.read')`,
      `insert into public.staff_invitations (email, role) values ('a@example.com', 'admin')`,
    ])
      expect((await adminApp.refusalOf(withSecondFactor(adminApp.admin), text)).code).toBe('42501')
  })
})

describe('an invitation', () => {
  it('is mailed, and taken by anyone who has proved that very address', async () => {
    const invited = await adminApp.addPerson()
    await adminApp.call(withSecondFactor(adminApp.admin), invite, [invited.email.toUpperCase(), 'content'])
    expect(
      await adminApp.sql('select template, data from private.mail_outbox where recipient = $1', [
        invited.email,
      ]),
    ).toEqual([
      {
        template: 'staff_invitation',
        data: {
          title: 'Content',
          description: 'Edits what the site shows, and the products.',
          invited_by: 'Ngozi Admin',
          token: expect.stringMatching(/^[\w-]{20,}$/),
        },
      },
    ])
    expect(await adminApp.call(invited.caller, accept)).toBeNull()
    expect(await adminApp.call(adminApp.member.caller, accept)).toBeNull()
    await confirmAddress(invited)
    expect(await adminApp.call(invited.caller, accept)).toBe('content')
    // The trail knows who gave the role, and by what name.
    const { rows } = await adminApp.as<{ after: { granted_by?: string }; names: Record<string, string> }>(
      adminApp.admin.caller,
      `select after, names from public.search_audit(subject => $1) where subject_type = 'user_roles'`,
      [invited.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.after.granted_by).toBe(adminApp.admin.id)
    expect(rows[0]?.names[adminApp.admin.id]).toBeTruthy()
    // So do the last actions beside the colleague; the role of somebody else is no gift to oneself.
    const { rows: did } = await adminApp.as<{ user_id: string; given_role: string | null }>(
      adminApp.admin.caller,
      `select user_id, given_role, given_by from public.list_last_actions() where subject_type = 'user_roles'`,
    )
    expect(did.filter(({ user_id }) => user_id === invited.id)).toEqual([
      { user_id: invited.id, given_role: 'Content', given_by: rows[0]?.names[adminApp.admin.id] },
    ])
    expect(did.filter(({ user_id, given_role }) => given_role && user_id !== invited.id)).toEqual([])
    expect(await roleOf(invited)).toBe('content')
    expect(await adminApp.call(invited.caller, accept)).toBeNull()
  })

  it.each([
    ['withdrawn', 'withdrawn_at = now()'],
    ['too old', `expires_at = now() - interval '1 second'`],
  ])('that is %s is worth nothing', async (_, past) => {
    const invited = await adminApp.addPerson()
    await confirmAddress(invited)
    await adminApp.call(withSecondFactor(adminApp.admin), invite, [invited.email, 'admin'])
    await adminApp.sql(`update public.staff_invitations set ${past} where email = $1`, [invited.email])
    expect(await adminApp.call(invited.caller, accept)).toBeNull()
    expect(await roleOf(invited)).toBeUndefined()
  })

  it.each([
    ['deactivated', deactivate, ['Left us']],
    ['made something else', change, ['content', 'admin']],
  ])('of an admin who is %s is worth nothing, also when they come back', async (_, text, values) => {
    const inviter = await adminApp.addPerson({ role: 'admin' })
    const invited = await adminApp.addPerson()
    await confirmAddress(invited)
    await adminApp.call(withSecondFactor(inviter), invite, [invited.email, 'admin'])
    await adminApp.call(withSecondFactor(adminApp.admin), text, [inviter.id, ...values])
    await adminApp.sql(
      `insert into public.user_roles (user_id, role) values ($1, 'admin')
       on conflict (user_id) do update set role = 'admin'`,
      [inviter.id],
    )
    expect(await adminApp.call(invited.caller, accept)).toBeNull()
    expect(await roleOf(invited)).toBeUndefined()
    await adminApp.sql('delete from public.user_roles where user_id = $1', [inviter.id])
  })

  it('that was left open all the same is not from a person who may no longer invite', async () => {
    const inviter = await adminApp.addPerson({ role: 'admin' })
    const invited = await adminApp.addPerson()
    await confirmAddress(invited)
    await adminApp.call(withSecondFactor(inviter), invite, [invited.email, 'admin'])
    await adminApp.sql('delete from public.user_roles where user_id = $1', [inviter.id])
    await adminApp.sql('update public.staff_invitations set withdrawn_at = null where email = $1', [
      invited.email,
    ])
    expect(await adminApp.call(invited.caller, accept)).toBeNull()
  })

  it('sent a second time replaces the first, and one for a person with a role is refused', async () => {
    const invited = await adminApp.addPerson()
    await confirmAddress(invited)
    await adminApp.call(withSecondFactor(adminApp.admin), invite, [invited.email, 'admin'])
    await adminApp.call(withSecondFactor(adminApp.admin), invite, [invited.email, 'field_agent'])
    expect(await adminApp.call(invited.caller, accept)).toBe('field_agent')
    expect(
      await adminApp.refusalOf(withSecondFactor(adminApp.admin), invite, [invited.email, 'admin']),
    ).toMatchObject({
      hint: 'email',
    })
  })

  it('sent by two admins at once is one, and neither of them reads of an error', async () => {
    const second = await adminApp.addPerson({ role: 'admin' })
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].flatMap((name) =>
        [adminApp.admin, second].map((admin) =>
          adminApp.call(withSecondFactor(admin), invite, [`both-${name}@example.com`, 'content']),
        ),
      ),
    )
    const open = await adminApp.sql(
      `select email, count(*)::integer as times from public.staff_invitations
       where email like 'both-%' and accepted_at is null and withdrawn_at is null group by email`,
    )
    expect(open.map(({ times }) => times)).toEqual([1, 1, 1, 1, 1])
    await adminApp.sql('delete from public.user_roles where user_id = $1', [second.id])
  })

  it.each([
    ['no address', 'nobody', 'content', 'email'],
    ['no role', 'somebody@example.com', 'owner', 'role'],
  ])('to %s is refused', async (_, email, role, hint) => {
    expect(await adminApp.refusalOf(withSecondFactor(adminApp.admin), invite, [email, role])).toMatchObject({
      code: '23514',
      hint,
    })
  })
})

describe('a role', () => {
  it('changes when it is still the one that was seen', async () => {
    const person = await adminApp.addPerson({ role: 'content' })
    expect(
      await adminApp.refusalOf(withSecondFactor(adminApp.admin), change, [person.id, 'finance', 'reviewer']),
    ).toMatchObject({
      code: 'PT409',
      hint: 'content',
    })
    await adminApp.call(withSecondFactor(adminApp.admin), change, [person.id, 'finance', 'content'])
    expect(await roleOf(person)).toBe('finance')
  })

  it('has its rights as rows: one that is given works at once, one that is taken is gone at once', async () => {
    const person = await adminApp.addPerson({ role: 'field_agent' })
    const id = await adminApp.addFarmer()
    const read = 'select from public.farmers where id = $1'
    expect((await adminApp.as(person.caller, read, [id])).rowCount).toBe(0)
    await adminApp.call(withSecondFactor(adminApp.admin), grant, ['field_agent', 'farmers.read', true])
    expect((await adminApp.as(person.caller, read, [id])).rowCount).toBe(1)
    await adminApp.call(withSecondFactor(adminApp.admin), grant, ['field_agent', 'farmers.read', false])
    expect((await adminApp.as(person.caller, read, [id])).rowCount).toBe(0)
  })

  it.each([
    ["an admin's", ['admin', 'orders.read', false]],
    ['that of giving rights', ['reviewer', 'roles.manage', true]],
    ['one that there is not', ['reviewer', 'money.print', true]],
  ])('cannot lose or gain %s right', async (_, values) => {
    expect((await adminApp.refusalOf(withSecondFactor(adminApp.admin), grant, values)).code).toBe('23514')
  })
})

describe('a person who is deactivated', () => {
  it('has no rights and no session any more, and what was assigned to them waits for others', async () => {
    const person = await adminApp.addPerson({ role: 'reviewer' })
    const id = await adminApp.addFarmer()
    await adminApp.call(person.caller, 'select public.assign_record($1, $2, $3)', ['farmers', id, person.id])
    await adminApp.sql(
      'insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now())',
      [person.id],
    )
    await adminApp.call(withSecondFactor(adminApp.admin), deactivate, [person.id, 'Left the company'])
    expect(await roleOf(person)).toBeUndefined()
    expect(await adminApp.sql('select from auth.sessions where user_id = $1', [person.id])).toEqual([])
    expect((await adminApp.as(person.caller, 'select from public.farmers')).rowCount).toBe(0)
    expect(
      await adminApp.sql('select assignee_id from public.record_work where record_id = $1', [id]),
    ).toEqual([{ assignee_id: null }])
    const { rows } = await adminApp.as<StaffMember & Record<string, unknown>>(
      adminApp.admin.caller,
      'select * from public.list_staff()',
    )
    expect(rows.find(({ user_id }) => user_id === person.id)).toMatchObject({
      role: null,
      former_role: 'reviewer',
    })
    // What they did last is still read beside their name.
    const { rows: did } = await adminApp.as<{ user_id: string; action: string }>(
      adminApp.admin.caller,
      'select user_id, action from public.list_last_actions()',
    )
    expect(did.filter(({ user_id }) => user_id === person.id).map(({ action }) => action)).toEqual(['assign'])
  })

  it('was for a reason', async () => {
    expect(
      await adminApp.refusalOf(withSecondFactor(adminApp.admin), deactivate, [adminApp.agent.id, ' ']),
    ).toMatchObject({
      hint: 'reason',
    })
  })
})

describe('the last admin', () => {
  it('can neither be changed nor deactivated, by themselves, the service, or two at the same moment', async () => {
    for (const [text, values] of [
      [change, [adminApp.admin.id, 'reviewer', 'admin']],
      [deactivate, [adminApp.admin.id, 'Goodbye']],
    ] as const)
      expect(await adminApp.refusalOf(withSecondFactor(adminApp.admin), text, [...values])).toMatchObject({
        hint: 'last_admin',
      })
    expect(
      await adminApp.refusalOf(service, 'delete from public.user_roles where user_id = $1', [
        adminApp.admin.id,
      ]),
    ).toMatchObject({ hint: 'last_admin' })
    const second = await adminApp.addPerson({ role: 'admin' })
    const outcomes = await Promise.allSettled([
      adminApp.as(withSecondFactor(adminApp.admin), change, [second.id, 'content', 'admin']),
      adminApp.as(withSecondFactor(second), change, [adminApp.admin.id, 'content', 'admin']),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await adminApp.sql(`update public.user_roles set role = 'admin' where user_id = $1`, [adminApp.admin.id])
    await adminApp.sql('delete from public.user_roles where user_id = $1', [second.id])
  })
})

describe('an admin who cannot sign in', () => {
  it.each([
    ['banned', `banned_until = now() + interval '1 year'`],
    ['deleted', 'deleted_at = now()'],
  ])('since they are %s does not count', async (_, state) => {
    const dead = await adminApp.addPerson({ role: 'admin' })
    await adminApp.sql(`update auth.users set ${state} where id = $1`, [dead.id])
    expect(
      await adminApp.refusalOf(withSecondFactor(adminApp.admin), deactivate, [adminApp.admin.id, 'Goodbye']),
    ).toMatchObject({
      hint: 'last_admin',
    })
    expect(
      await adminApp.call(service, 'select private.find_deletion_obstacle($1)', [adminApp.admin.id]),
    ).toContain('the only admin')
    await adminApp.sql('delete from public.user_roles where user_id = $1', [dead.id])
  })

  it('counts again when the ban is over', async () => {
    const banned = await adminApp.addPerson({ role: 'admin' })
    await adminApp.sql(`update auth.users set banned_until = now() - interval '1 second' where id = $1`, [
      banned.id,
    ])
    expect(
      await adminApp.call(service, 'select private.find_deletion_obstacle($1)', [adminApp.admin.id]),
    ).toBeNull()
    await adminApp.sql('delete from public.user_roles where user_id = $1', [banned.id])
  })

  it('does not keep an evaluation without an admin', async () => {
    const first = await adminApp.addPerson()
    const start = () =>
      makeFirstAdmin(
        {
          database: adminApp.app.database,
          platform: { createUser: async () => ({ id: first.id, created: true }) },
        },
        { production: false } as Environment,
      )
    expect(await start()).toBeUndefined()
    await adminApp.sql(`update auth.users set banned_until = now() + interval '1 year' where id = $1`, [
      adminApp.admin.id,
    ])
    expect(await start()).toBeDefined()
    expect(await roleOf(first)).toBe('admin')
    await adminApp.sql('update auth.users set banned_until = null where id = $1', [adminApp.admin.id])
    await adminApp.sql('delete from public.user_roles where user_id = $1', [first.id])
  })

  it('has no role any more as the shell of a deleted account', async () => {
    const person = await adminApp.addPerson({ role: 'admin' })
    await adminApp.sql('update auth.users set deleted_at = now() where id = $1', [person.id])
    expect(await roleOf(person)).toBeUndefined()
  })
})

describe('where a second factor is demanded', () => {
  afterAll(async () => {
    await adminApp.call(service, `select private.set_app_setting('staff_second_factor', 'offered')`)
    await adminApp.call(service, `select private.set_app_setting('sessions_checked', 'off')`)
  })
  const read = `select from public.role_permissions where role = 'finance'`
  const countFor = async (caller: Caller) => (await adminApp.as(caller, read)).rowCount
  const myPermissions = (caller: Caller) => adminApp.call(caller, 'select public.my_permissions()')

  it('staff without one may do nothing, nor by the password alone once they have one, and the refusal says so', async () => {
    await adminApp.call(service, `select private.set_app_setting('staff_second_factor', 'demanded')`)
    expect(await myPermissions(adminApp.admin.caller)).toMatchObject({
      role: 'admin',
      permissions: [],
      mustAddSecondFactor: true,
      mustShowSecondFactor: false,
    })
    expect(await countFor(withSecondFactor(adminApp.admin))).toBe(0)
    await addFactor(adminApp.admin)
    expect(await countFor(adminApp.admin.caller)).toBe(0)
    expect(await myPermissions(adminApp.admin.caller)).toMatchObject({
      permissions: [],
      isStrong: false,
      hasSecondFactor: true,
      mustAddSecondFactor: false,
      mustShowSecondFactor: true,
    })
    expect(await countFor(withSecondFactor(adminApp.admin))).toBeGreaterThan(0)
    expect(await myPermissions(withSecondFactor(adminApp.admin))).toMatchObject({
      isStrong: true,
      mustShowSecondFactor: false,
    })
  })

  it('and sessions are checked, staff have their rights in a session that stands at that level, and in no other', async () => {
    await adminApp.call(service, `select private.set_app_setting('sessions_checked', 'on')`)
    expect(await countFor(withSecondFactor(adminApp.admin))).toBe(0)
    const signedIn = await adminApp.signIn(adminApp.admin, 'aal2')
    expect(await countFor(signedIn.caller)).toBeGreaterThan(0)
    expect(
      (await adminApp.refusalOf(withSecondFactor(adminApp.admin), invite, ['new@example.com', 'content']))
        .code,
    ).toBe('42501')

    // Lowered, run out, of someone else, ended.
    const change = (set: string) =>
      adminApp.sql(`update auth.sessions set ${set} where id = $1`, [signedIn.sessionId])
    for (const [spoil, mend] of [
      [`aal = 'aal1'`, `aal = 'aal2'`],
      [`not_after = now() - interval '1 second'`, 'not_after = null'],
      [`user_id = '${adminApp.member.id}'`, `user_id = '${adminApp.admin.id}'`],
    ] as const) {
      await change(spoil)
      expect(await countFor(signedIn.caller), spoil).toBe(0)
      await change(mend)
      expect(await countFor(signedIn.caller), mend).toBeGreaterThan(0)
    }
    await adminApp.sql('delete from auth.sessions where id = $1', [signedIn.sessionId])
    expect(await countFor(signedIn.caller)).toBe(0)
    expect(await myPermissions(signedIn.caller)).toMatchObject({ permissions: [] })
  })

  it('the channel of the desk is open to staff in such a session alone', async () => {
    const hears = async (caller: Caller) =>
      (await adminApp.as(caller, `select private.is_in_admin() as may`)).rows[0] as { may: boolean }
    const [admin, weak, member] = [
      await adminApp.signIn(adminApp.admin, 'aal2'),
      await adminApp.signIn(adminApp.admin, 'aal1'),
      await adminApp.signIn(adminApp.member, 'aal2'),
    ]
    expect(await hears(admin.caller)).toEqual({ may: true })
    for (const { caller } of [weak, member]) expect(await hears(caller)).toEqual({ may: false })
  })

  it('is decided by the application alone', async () => {
    const text = `select private.set_app_setting('staff_second_factor', 'offered')`
    expect((await adminApp.refusalOf(withSecondFactor(adminApp.admin), text)).code).toBe('42501')
  })
})
