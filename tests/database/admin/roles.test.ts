// Roles as rows: the auditor changes and reveals nothing, sales decides orders alone, and admins make roles of their own.
import { afterAll, describe, expect, it } from 'vitest'
import { findNeededRight } from '#domain/admin/needed-rights.ts'
import { rightAreas } from '#domain/admin/right-areas.ts'
import { permissions, roleDescriptions, rolePermissions, roles } from '#domain/admin/roles.ts'
import { anonymous, type Person, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const adminApp = await openAdminApp()
const auditor = await adminApp.addPerson({ role: 'auditor' })
const sales = await adminApp.addPerson({ role: 'sales' })
afterAll(() => adminApp.close())

const create = 'select public.create_role($1)'
const change = 'select public.change_role($1, $2, $3)'
const remove = 'select public.delete_role($1)'
const grant = 'select public.set_role_permission($1, $2, $3)'
const asAdmin = withSecondFactor(adminApp.admin)

let count = 0
const details = (changes: object = {}) => {
  count += 1
  return JSON.stringify({
    title: `Warehouse ${count}`,
    description: 'Moves goods in and out.',
    permissions: ['orders.read', 'products.read'],
    ...changes,
  })
}
const makeRole = (changes: object = {}) => adminApp.call<string>(asAdmin, create, [details(changes)])
const give = ({ id }: Person, role: string) =>
  adminApp.sql('insert into public.user_roles (user_id, role) values ($1, $2)', [id, role])
const seenAt = async (role: string) =>
  (
    await adminApp.sql<{ at: string }>('select updated_at::text as at from public.roles where name = $1', [
      role,
    ])
  )[0]?.at

it('every right has its sentence, once', () => {
  const named = rightAreas.flatMap(({ rights }) => Object.keys(rights))
  expect(named.toSorted()).toEqual([...permissions].toSorted())
})

it('the roles of the application are rows with the rights and limits that the domain says', async () => {
  const rows = await adminApp.sql<{ name: string; title: string; percent: number | null }>(
    'select name, title, quote_below_list_percent as percent from public.roles where is_built_in order by name',
  )
  expect(rows).toEqual(
    roles.toSorted().map((name) => ({
      name,
      title: roleDescriptions[name].title,
      percent: roleDescriptions[name].quoteBelowListPercent,
    })),
  )
})

describe('an auditor', () => {
  it('has no right by which a function changes anything', async () => {
    const { rows } = await adminApp.owner.query<{ name: string; body: string }>(
      `select proname as name, prosrc as body from pg_proc
       where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype
         and has_function_privilege('authenticated', oid, 'execute')`,
    )
    const guards = /(?:has_permission|has_strong_permission|require_strong_right)\('([a-z_.]+)'\)/g
    const namedRights = rows.flatMap(({ name, body }) =>
      [...body.matchAll(guards)]
        .filter(([, right]) => rolePermissions.auditor.some((own) => own === right))
        .map(([, right]) => `${name} ${right}`),
    )
    // Checks the right to export before the kind.
    expect(namedRights).toEqual(
      ['mails.read', 'audit_events.read', 'breaches.read'].map((right) => `start_export ${right}`),
    )
    const byKind = rows.filter(({ body }) => /require_admin_right\([^)]*'read'\)/.test(body))
    // A look at a file changes nothing but the audit trail, which it is written into.
    expect(byKind.map(({ name }) => name)).toEqual(['record_access'])
  })

  it('is refused what staff write, also with a second factor', async () => {
    const id = await adminApp.addFarmer()
    const order = await adminApp.placeOrder()
    const calls: [string, unknown[]][] = [
      ['select public.add_record_note($1, $2, $3)', ['farmers', id, 'A note']],
      ['select public.assign_record($1, $2, $3)', ['farmers', id, auditor.id]],
      ['select public.log_first_contact($1, $2)', ['farmers', id]],
      ['select public.log_call($1, $2, $3)', ['farmers', id, 'reached']],
      ['select public.quote_order($1, $2)', [order.id, '{}']],
      ['select public.close_vault_alarm($1)', [order.id]],
      ['select public.resend_mail($1)', [order.id]],
      ['select public.invite_staff($1, $2)', ['a@example.com', 'auditor']],
      [create, [details()]],
      ['select public.set_role_permission($1, $2, $3)', ['auditor', 'orders.decide', true]],
    ]
    for (const [text, values] of calls)
      expect((await adminApp.refusalOf(withSecondFactor(auditor), text, values)).code, text).toBe('42501')
    const update = await adminApp.as(
      withSecondFactor(auditor),
      `update public.farmers set status = 'approved'`,
    )
    expect(update.rowCount).toBe(0)
  })

  it('is nobody’s assignee, and reveals no secret', async () => {
    const id = await adminApp.addFarmer()
    expect(
      await adminApp.refusalOf(adminApp.reviewer.caller, 'select public.assign_record($1, $2, $3)', [
        'farmers',
        id,
        auditor.id,
      ]),
    ).toMatchObject({ hint: 'assignee_id' })
    const { rows } = await adminApp.as<{ user_id: string }>(
      adminApp.reviewer.caller,
      `select user_id from public.list_assignees('farmers')`,
    )
    expect(rows.some(({ user_id }) => user_id === auditor.id)).toBe(false)
    for (const person of [auditor, sales])
      expect(
        await adminApp.refusalOf(withSecondFactor(person), 'select public.begin_sitting($1, $2)', [
          'farmers',
          'Looking through the photos of today',
        ]),
      ).toMatchObject({ code: '42501' })
  })

  it('reads the trail, and who looked at secrets', async () => {
    expect((await adminApp.as(auditor.caller, 'select from public.audit_trail limit 1')).rowCount).toBe(1)
    await adminApp.as(auditor.caller, 'select from public.list_last_actions()')
    expect((await adminApp.refusalOf(sales.caller, 'select from public.list_last_actions()')).code).toBe(
      '42501',
    )
  })
})

describe('sales', () => {
  it('decides orders, and reads no registration, no roles and no money of others', async () => {
    const order = await adminApp.placeOrder()
    await adminApp.as(sales.caller, `update public.orders set status = 'approved' where id = $1`, [order.id])
    expect(await adminApp.sql('select status from public.orders where id = $1', [order.id])).toEqual([
      { status: 'approved' },
    ])
    await adminApp.addFarmer()
    expect((await adminApp.as(sales.caller, 'select from public.farmers')).rowCount).toBe(0)
    expect(
      (
        await adminApp.refusalOf(withSecondFactor(sales), 'select public.confirm_payment($1, $2)', [
          order.id,
          '{}',
        ])
      ).code,
    ).toBe('42501')
    expect((await adminApp.refusalOf(sales.caller, 'select from public.list_staff()')).code).toBe('42501')
  })
})

describe('a role of one’s own', () => {
  it('is made, changed and deleted by admins with a second factor alone', async () => {
    const role = await makeRole()
    for (const [text, values] of [
      [create, [details()]],
      [change, [role, details(), await seenAt(role)]],
      [remove, [role]],
    ] as [string, unknown[]][]) {
      for (const caller of [
        anonymous,
        ...[adminApp.member, adminApp.reviewer, auditor].map(withSecondFactor),
      ])
        expect((await adminApp.refusalOf(caller, text, values)).code, text).toBe('42501')
      expect(await adminApp.refusalOf(adminApp.admin.caller, text, values), text).toMatchObject({
        hint: 'aal2',
      })
    }
    for (const text of [
      `insert into public.roles (name, title, description) values ('own_x', 'Mine', 'All of it')`,
      `update public.roles set refund_up_to_kobo = null, quote_below_list_percent = null`,
      'delete from public.roles',
    ])
      expect((await adminApp.refusalOf(asAdmin, text)).code, text).toBe('42501')
  })

  it('lets its people do what it says, and is called what it is called', async () => {
    const role = await makeRole({ title: 'Store keeper' })
    const person = await adminApp.addPerson()
    await give(person, role)
    expect(await adminApp.call(person.caller, 'select public.my_permissions()')).toMatchObject({
      role,
      title: 'Store keeper',
      permissions: ['orders.read', 'products.read'],
    })
    await adminApp.call(asAdmin, change, [
      role,
      details({ permissions: ['farmers.read'] }),
      await seenAt(role),
    ])
    expect(await adminApp.call(person.caller, 'select public.my_permissions()')).toMatchObject({
      permissions: ['farmers.read'],
    })
  })

  it('is named by its title for trails and reports, and never as one that there was', async () => {
    const first = await makeRole({ title: 'Depot & Lagos' })
    expect(first).toBe('own_depot_lagos')
    await adminApp.call(asAdmin, remove, [first])
    expect(await makeRole({ title: 'Depot & Lagos' })).toBe('own_depot_lagos_2')
  })

  it.each([
    ['without a name', { title: ' ' }, 'title'],
    ['with the name of another', { title: 'reviewer' }, 'title'],
    ['without a word of what it is for', { description: '' }, 'description'],
    ['without a right', { permissions: [] }, 'permissions'],
    ['that gives rights', { permissions: ['roles.manage'] }, 'permissions'],
    ['with a right that there is not', { permissions: ['money.print'] }, 'permissions'],
    ['with a limit that is no amount', { refundUpToKobo: -1 }, 'refundUpToKobo'],
    ['with more than all', { quoteBelowListPercent: 101 }, 'quoteBelowListPercent'],
  ])('%s is refused', async (_, changes, hint) => {
    expect(await adminApp.refusalOf(asAdmin, create, [details(changes)])).toMatchObject({
      code: '23514',
      hint,
    })
  })

  it('that may act on what it does not see is refused, and every role of the application sees it', async () => {
    for (const right of permissions.filter((known) => known !== 'roles.manage')) {
      const needed = findNeededRight(right)
      if (!needed) continue
      expect(
        await adminApp.refusalOf(asAdmin, create, [details({ permissions: [right] })]),
        right,
      ).toMatchObject({ code: '23514', hint: 'permissions' })
      await makeRole({ permissions: [right, needed] })
    }
    const refusal = await adminApp.refusalOf(asAdmin, create, [details({ permissions: ['farmers.decide'] })])
    expect(refusal.message).toBe('A role that acts on farmers needs the right to see them')
    const role = await makeRole({ permissions: ['farmers.read'] })
    const changes = [role, details({ permissions: ['farmers.decide'] }), await seenAt(role)]
    expect(await adminApp.refusalOf(asAdmin, change, changes)).toMatchObject({ hint: 'permissions' })
    for (const [name, rights] of Object.entries(rolePermissions)) {
      const missing = rights.map(findNeededRight).filter((needed) => needed && !rights.includes(needed))
      expect([name, missing]).toEqual([name, []])
    }
  })

  it('that somebody has, or is invited to, is not deleted; afterwards nobody gets it', async () => {
    const role = await makeRole()
    const person = await adminApp.addPerson()
    await give(person, role)
    expect(await adminApp.refusalOf(asAdmin, remove, [role])).toMatchObject({ code: '23514', hint: 'role' })
    await adminApp.sql('delete from public.user_roles where user_id = $1', [person.id])
    const invitation = await adminApp.call(asAdmin, 'select public.invite_staff($1, $2)', [
      person.email,
      role,
    ])
    expect(await adminApp.refusalOf(asAdmin, remove, [role])).toMatchObject({ code: '23514', hint: 'role' })
    await adminApp.call(asAdmin, 'select public.withdraw_invitation($1)', [invitation])
    await adminApp.call(asAdmin, remove, [role])
    expect(
      await adminApp.refusalOf(asAdmin, 'select public.invite_staff($1, $2)', [person.email, role]),
    ).toMatchObject({ hint: 'role' })
    expect(await adminApp.refusalOf(asAdmin, change, [role, details(), null])).toMatchObject({
      code: 'P0002',
    })
    expect(await adminApp.refusalOf(asAdmin, grant, [role, 'farmers.read', true])).toMatchObject({
      code: 'P0002',
    })
  })

  it('that is being deleted is not invited to, given, or widened at the same moment', async () => {
    const person = await adminApp.addPerson({ role: 'content' })
    for (const [text, values] of [
      ['select public.invite_staff($2, $1)', ['late@example.com']],
      ['select public.change_staff_role($2, $1, $3)', [person.id, 'content']],
      [grant, ['farmers.read', true]],
    ] as const) {
      const role = await makeRole()
      const holder = await adminApp.owner.connect()
      try {
        await holder.query('begin')
        await holder.query(`select set_config('request.jwt.claims', $1, true)`, [asAdmin.claims])
        await holder.query(remove, [role])
        const late = adminApp.refusalOf(asAdmin, text, [role, ...values])
        await expect
          .poll(() =>
            adminApp.sql(
              "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            ),
          )
          .toHaveLength(1)
        await holder.query('commit')
        expect(['23514', 'P0002'], text).toContain((await late).code)
      } finally {
        holder.release()
      }
    }
  })

  it('is not changed by two who did not see each other’s change, nor is the admin’s', async () => {
    const role = await makeRole()
    const seen = await seenAt(role)
    await adminApp.call(asAdmin, change, [role, details(), seen])
    expect((await adminApp.refusalOf(asAdmin, change, [role, details(), seen])).code).toBe('PT409')
    expect(
      await adminApp.refusalOf(asAdmin, change, ['admin', details(), await seenAt('admin')]),
    ).toMatchObject({
      code: '23514',
      hint: 'role',
    })
    expect((await adminApp.refusalOf(asAdmin, remove, ['sales'])).code).toBe('23514')
  })

  it('of the application keeps its name when its rights and limits change', async () => {
    const input = details({ permissions: rolePermissions.sales, quoteBelowListPercent: 5 })
    await adminApp.call(asAdmin, change, ['sales', input, await seenAt('sales')])
    expect(
      await adminApp.sql(
        `select title, quote_below_list_percent as percent from public.roles where name = 'sales'`,
      ),
    ).toEqual([{ title: 'Sales', percent: 5 }])
    const unlimited = details({ permissions: rolePermissions.sales })
    await adminApp.call(asAdmin, change, ['sales', unlimited, await seenAt('sales')])
  })
})
