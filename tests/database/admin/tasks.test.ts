// Tasks, mentions, notices and the morning mail: who may write and read them, what comes of them, and that nobody is named in a mail.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { PlaceCounts } from '#domain/admin/admin.ts'
import type { AdminHome } from '#domain/admin/home.ts'
import type { Bell, TaskPage } from '#domain/admin/tasks.ts'
import { getLagosDay } from '#domain/dates.ts'
import { sendMorningMails } from '#server/admin/morning-mails.ts'
import { anonymous, type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())
const auditor = await app.app.addPerson({ role: 'auditor' })
const second = await app.app.addPerson({ role: 'reviewer', name: 'Chidi Second' })

const today = getLagosDay(new Date())
const inDays = (days: number) => getLagosDay(Date.now() + days * 86_400_000)
const add = 'select public.add_task($1, $2, $3, $4, $5, $6)'
const addTask = (id: string, assignee: Person | null = app.reviewer, due = today, by = app.admin) =>
  app.call<string>(by.caller, add, ['farmers', id, 'Ring again', due, null, assignee?.id ?? null])
const bellOf = (person: Person) => app.call<Bell>(person.caller, 'select public.admin_bell()')
const listOf = (person: Person, which = 'mine') =>
  app.call<TaskPage>(person.caller, 'select public.list_tasks($1)', [which])
const makeLate = (id: string) =>
  app.sql(`update public.tasks set due_on = current_date - 4 where id = $1`, [id])
const readAll = (person: Person) => app.call(person.caller, 'select public.mark_notices_read()')
const kindsOf = ({ notices }: Bell) => notices.filter(({ isRead }) => !isRead).map(({ kind }) => kind)

describe('a task', () => {
  it('is refused to anyone who may not work on its record, by each way', async () => {
    const id = await app.addFarmer()
    const task = await addTask(id)
    const { updated_at } =
      (await app.sql('select updated_at::text from public.tasks where id = $1', [task]))[0] ?? {}
    for (const caller of [
      anonymous,
      app.member.caller,
      app.agent.caller,
      app.finance.caller,
      app.content.caller,
      withSecondFactor(auditor),
    ]) {
      const refusals = await Promise.all([
        app.refusalOf(caller, add, ['farmers', id, 'Ring', today, null, null]),
        app.refusalOf(caller, 'select public.change_task($1, $2, $3, null, null, $4)', [
          task,
          'x',
          today,
          updated_at,
        ]),
        app.refusalOf(caller, 'select public.finish_task($1, true)', [task]),
        app.refusalOf(
          caller,
          `insert into public.tasks (record_type, record_id, title, due_on) values ('farmers', '${id}', 'Ring', current_date)`,
        ),
        app.refusalOf(caller, `update public.tasks set title = 'Another' where id = '${task}'`),
      ])
      expect(refusals.map(({ code }) => code)).toEqual(Array(5).fill('42501'))
    }
    const read = 'select title from public.tasks where id = $1'
    expect((await app.as(auditor.caller, read, [task])).rows).toEqual([{ title: 'Ring again' }])
    for (const { caller } of [app.finance, app.content, app.agent, app.member])
      expect((await app.as(caller, read, [task])).rows).toEqual([])
    for (const inner of [
      `select private.store_task('farmers', '${id}', 'Ring', current_date, null, null)`,
      `select private.notify_staff('${app.finance.id}', 'mention', 'farmers', '${id}')`,
      'select private.send_morning_mails(now())',
    ])
      expect((await app.refusalOf(app.admin.caller, inner)).code).toBe('42501')
  })

  it.each([
    ['no words', ['', today, null], 'title'],
    ['no day', ['Ring', null, null], 'due_on'],
    ['a day that has passed', ['Ring', inDays(-2), null], 'due_on'],
    ['a day in ten years', ['Ring', inDays(3650), null], 'due_on'],
    ['a person who may not read it', ['Ring', today, app.finance.id], 'assignee_id'],
    ['a person who may not work', ['Ring', today, auditor.id], 'assignee_id'],
    ['a member', ['Ring', today, app.member.id], 'assignee_id'],
  ])('with %s is refused', async (_, [title, day, assignee], hint) => {
    const id = await app.addFarmer()
    expect(
      await app.refusalOf(app.admin.caller, add, ['farmers', id, title, day, null, assignee]),
    ).toMatchObject({ code: '23514', hint })
  })

  it('with a number that belongs in the vault, or about nothing, is refused', async () => {
    const id = await app.addFarmer()
    const titled = ['farmers', id, 'Check BVN 22212345678', today, null, null]
    expect((await app.refusalOf(app.admin.caller, add, titled)).code).toBe('23514')
    const nothing = ['farmers', randomUUID(), 'Ring', today, null, null]
    expect((await app.refusalOf(app.admin.caller, add, nothing)).code).toBe('P0002')
  })

  it('is changed by one of two who saw the same, done, opened again, and goes with its record', async () => {
    const id = await app.addFarmer()
    const task = await addTask(id)
    const change = `select public.change_task($1, $2, $3, '14:30', $4, $5)`
    const [seen] = await app.sql<{ at: string }>(
      'select updated_at::text as at from public.tasks where id = $1',
      [task],
    )
    await app.call(app.admin.caller, change, [task, ' Ring  them ', inDays(1), second.id, seen?.at])
    expect(
      (await app.refusalOf(app.reviewer.caller, change, [task, 'Another', today, null, seen?.at])).code,
    ).toBe('PT409')
    expect(
      await app.sql('select title, due_time::text, assignee_name from public.tasks where id = $1', [task]),
    ).toEqual([{ title: 'Ring them', due_time: '14:30:00', assignee_name: 'Chidi Second' }])
    await app.call(app.reviewer.caller, 'select public.finish_task($1, true)', [task])
    await app.call(app.reviewer.caller, 'select public.finish_task($1, true)', [task])
    expect((await listOf(app.admin, 'done')).tasks[0]).toMatchObject({ id: task, title: 'Ring them' })
    await app.call(app.reviewer.caller, 'select public.finish_task($1, false)', [task])
    expect((await listOf(second)).tasks.map((own) => own.id)).toContain(task)
    const trail = await app.sql(
      `select action from public.audit_trail where subject_id = $1 and action = 'task' order by id`,
      [id],
    )
    expect(trail).toHaveLength(4)
    await app.sql('delete from public.farmers where id = $1', [id])
    expect(await app.sql('select from public.tasks where record_id = $1', [id])).toEqual([])
    expect(await app.sql('select from public.staff_notices where record_id = $1', [id])).toEqual([])
  })

  it('is counted in the side bar, shown at home and listed for whose it is, the latest first', async () => {
    const id = await app.addFarmer()
    await app.sql('delete from public.tasks')
    const [soon, late] = [await addTask(id, app.reviewer, inDays(2)), await addTask(id)]
    await makeLate(late)
    await addTask(id, null)
    const places = await app.call<PlaceCounts>(app.reviewer.caller, 'select public.admin_places()')
    expect(places.tasks).toMatchObject({ waiting: 2, late: 1 })
    const home = await app.call<AdminHome>(app.reviewer.caller, 'select public.admin_home()')
    expect(home.tasks).toMatchObject({ count: 2, late: 1, first: [{ id: late }, { id: soon }] })
    expect((await app.call<AdminHome>(auditor.caller, 'select public.admin_home()')).tasks).toBeNull()
    expect(await listOf(app.reviewer)).toMatchObject({
      count: 2,
      late: 1,
      tasks: [{ id: late }, { id: soon }],
    })
    expect(await listOf(app.reviewer, 'late')).toMatchObject({ count: 1, late: 1, tasks: [{ id: late }] })
    expect(await listOf(second, 'late')).toEqual({ count: 0, late: 0, tasks: [] })
    expect((await listOf(app.reviewer, 'open')).count).toBe(3)
    expect((await listOf(app.reviewer, 'nobody')).count).toBe(1)
    // Finance may work, and reads no farmers.
    expect((await listOf(app.finance, 'open')).count).toBe(0)
    for (const caller of [app.member.caller, app.agent.caller, auditor.caller])
      expect((await app.refusalOf(caller, 'select public.list_tasks()')).code).toBe('42501')
  })

  it('stands on a breach too, for those who may read the register, and goes with it', async () => {
    const [breach] = await app.sql<{ id: string }>(
      `insert into public.breaches (title, facts, detection, aware_at, data_categories, people_categories, consequences, measures, risk, opened_by)
       values ('A list was sent', 'A file was mailed elsewhere.', 'They wrote', now(), '{contact}', '{farmers}', 'Calls', 'Deleted', 'unlikely', $1)
       returning id`,
      [app.admin.id],
    )
    const id = breach?.id ?? ''
    const put = (title: string, assignee: string | null) => ['breaches', id, title, today, null, assignee]
    for (const caller of [anonymous, app.member.caller, app.reviewer.caller, withSecondFactor(auditor)])
      expect((await app.refusalOf(caller, add, put('Ring', null))).code).toBe('42501')
    for (const [title, assignee] of [
      ['Ring', app.reviewer.id],
      ['Ring', auditor.id],
      ['Check BVN 22212345678', null],
    ] as const)
      expect((await app.refusalOf(app.admin.caller, add, put(title, assignee))).code).toBe('23514')
    const nothing = ['breaches', randomUUID(), 'Ring', today, null, null]
    expect((await app.refusalOf(app.admin.caller, add, nothing)).code).toBe('P0002')
    // No note, and nobody has it: a register is written by its own events.
    const note = `select public.add_record_note('breaches', $1, 'Hello')`
    expect((await app.refusalOf(app.admin.caller, note, [id])).code).toBe('22023')

    const task = await app.call<string>(app.admin.caller, add, put('Ring the Commission', app.admin.id))
    expect((await listOf(app.admin)).tasks.find((own) => own.id === task)).toMatchObject({
      recordType: 'breaches',
      label: 'A list was sent',
    })
    const read = 'select title from public.tasks where id = $1'
    expect((await app.as(auditor.caller, read, [task])).rows).toEqual([{ title: 'Ring the Commission' }])
    expect((await app.as(app.reviewer.caller, read, [task])).rows).toEqual([])
    const names = await app.as<{ user_id: string }>(
      app.admin.caller,
      `select user_id from public.list_assignees('breaches')`,
    )
    expect(names.rows.map(({ user_id }) => user_id)).toEqual([app.admin.id])
    expect((await app.refusalOf(app.reviewer.caller, `select public.list_assignees('breaches')`)).code).toBe(
      '42501',
    )
    await app.sql(`select private.notify_staff($1, 'task_assigned', 'breaches', $2, $3)`, [
      app.admin.id,
      id,
      task,
    ])
    expect((await bellOf(app.admin)).notices[0]).toMatchObject({
      recordType: 'breaches',
      label: 'A list was sent',
    })
    await app.sql(
      `update public.breaches set closed_at = now() - interval '30 years', closed_by = opened_by where id = $1`,
      [id],
    )
    await app.sql('delete from public.breaches where id = $1', [id])
    expect(await app.sql('select from public.tasks where record_id = $1', [id])).toEqual([])
    expect(await app.sql('select from public.staff_notices where record_id = $1', [id])).toEqual([])
  })

  it('stands on a subscription, for those who may read it, and goes with it', async () => {
    const email = `reader-${randomUUID()}@example.com`
    const [reader] = await app.sql<{ id: string }>(
      `insert into public.newsletter_subscriptions (email, unsubscribe_token) values ($1, private.make_token()) returning id`,
      [email],
    )
    const id = reader?.id ?? ''
    const put = (assignee: string | null) => [
      'newsletter_subscriptions',
      id,
      'Ring the reader',
      today,
      null,
      assignee,
    ]
    for (const caller of [anonymous, app.member.caller, app.reviewer.caller, withSecondFactor(auditor)])
      expect((await app.refusalOf(caller, add, put(null))).code).toBe('42501')
    expect((await app.refusalOf(app.content.caller, add, put(app.reviewer.id))).code).toBe('23514')
    const task = await app.call<string>(app.content.caller, add, put(app.content.id))
    expect((await listOf(app.content)).tasks.find((own) => own.id === task)).toMatchObject({
      recordType: 'newsletter_subscriptions',
      label: email,
    })
    const read = 'select title from public.tasks where id = $1'
    expect((await app.as(auditor.caller, read, [task])).rows).toEqual([{ title: 'Ring the reader' }])
    expect((await app.as(app.reviewer.caller, read, [task])).rows).toEqual([])
    await app.sql('delete from public.newsletter_subscriptions where id = $1', [id])
    expect(await app.sql('select from public.tasks where record_id = $1', [id])).toEqual([])
    expect(await app.sql('select from public.staff_notices where record_id = $1', [id])).toEqual([])
  })

  it('comes of a call, by a day and a time, for who is named', async () => {
    const id = await app.addFarmer()
    const log = `select public.log_call('farmers', $1, 'call_back', null, $2, '09:15', $3)`
    await app.call(app.reviewer.caller, log, [id, inDays(1), null])
    await app.call(app.reviewer.caller, log, [id, inDays(1), second.id])
    expect(
      await app.sql(
        'select title, due_time::text, assignee_id from public.tasks where record_id = $1 order by created_at',
        [id],
      ),
    ).toEqual([
      { title: 'Ring again', due_time: '09:15:00', assignee_id: app.reviewer.id },
      { title: 'Ring again', due_time: '09:15:00', assignee_id: second.id },
    ])
    // A task that is refused leaves no call.
    expect((await app.refusalOf(app.reviewer.caller, log, [id, inDays(-3), null])).code).toBe('23514')
    expect(await app.sql('select from public.phone_calls where record_id = $1', [id])).toHaveLength(2)
  })

  it('is nobody’s once its person has left', async () => {
    const id = await app.addFarmer()
    const leaving = await app.app.addPerson({ role: 'reviewer' })
    const task = await addTask(id, leaving)
    await app.call(withSecondFactor(app.admin), 'select public.deactivate_staff($1, $2)', [
      leaving.id,
      'Left us',
    ])
    expect(await app.sql('select assignee_id from public.tasks where id = $1', [task])).toEqual([
      { assignee_id: null },
    ])
    expect(await app.sql('select from public.staff_notices where user_id = $1', [leaving.id])).toEqual([])
  })

  it('is nobody’s, like a record, once its person may not work on it: by another role, or by rights that the role lost', async () => {
    const strong = withSecondFactor(app.admin)
    const id = await app.addFarmer()
    const give = async (title: string) => {
      const role = await app.call<string>(strong, 'select public.create_role($1)', [
        {
          title,
          description: 'Works on farmers',
          permissions: ['farmers.read', 'orders.read', 'records.work'],
        },
      ])
      const person = await app.app.addPerson()
      await app.sql('insert into public.user_roles (user_id, role) values ($1, $2)', [person.id, role])
      const assign = 'select public.assign_record($1, $2, $3, $4)'
      const order = (await app.placeOrder()).id
      const [now] = await app.sql<{ assignee_id: string | null }>(
        'select assignee_id from public.record_work where record_id = $1',
        [id],
      )
      await app.call(app.admin.caller, assign, ['farmers', id, person.id, now?.assignee_id ?? null])
      await app.call(app.admin.caller, assign, ['orders', order, person.id, null])
      const task = await addTask(id, person)
      const held = async () => [
        ...(await app.sql('select record_type from public.record_work where assignee_id = $1 order by 1', [
          person.id,
        ])),
        ...(await app.sql('select record_type from public.tasks where id = $1 and assignee_id = $2', [
          task,
          person.id,
        ])),
      ]
      expect(await held()).toEqual(['farmers', 'orders', 'farmers'].map((record_type) => ({ record_type })))
      return { role, person, held }
    }
    const orders = [{ record_type: 'orders' }]
    const first = await give('Walkers')
    await app.call(strong, 'select public.set_role_permission($1, $2, false)', [first.role, 'farmers.read'])
    expect(await first.held()).toEqual(orders)
    const second = await give('Riders')
    const [{ updated_at: at } = { updated_at: null }] = await app.sql<{ updated_at: unknown }>(
      'select updated_at::text from public.roles where name = $1',
      [second.role],
    )
    await app.call(strong, 'select public.change_role($1, $2, $3)', [
      second.role,
      { title: 'Riders', description: 'Works on orders', permissions: ['orders.read', 'records.work'] },
      at,
    ])
    expect(await second.held()).toEqual(orders)
    const third = await give('Drivers')
    await app.call(strong, 'select public.change_staff_role($1, $2, $3)', [
      third.person.id,
      'content',
      third.role,
    ])
    expect(await third.held()).toEqual([])
  })
})

describe('the bell', () => {
  const note = `select public.add_record_note('farmers', $1, $2, $3)`

  it('is for staff alone, and each reads and marks their own', async () => {
    for (const caller of [anonymous, app.member.caller])
      for (const text of ['select public.admin_bell()', 'select public.mark_notices_read()'])
        expect((await app.refusalOf(caller, text)).code).toBe('42501')
    const id = await app.addFarmer()
    await app.call(app.admin.caller, note, [id, 'See @Bola Reviewer', [app.reviewer.id]])
    const [notice] = (await bellOf(app.reviewer)).notices
    expect(notice).toMatchObject({ kind: 'mention', recordId: id, actorName: 'Ngozi Admin', isRead: false })
    await app.call(second.caller, 'select public.mark_notices_read($1)', [[notice?.id]])
    expect((await bellOf(app.reviewer)).notices[0]).toMatchObject({ id: notice?.id, isRead: false })
    await app.call(app.reviewer.caller, 'select public.mark_notices_read($1)', [[notice?.id]])
    expect((await bellOf(app.reviewer)).notices[0]).toMatchObject({ id: notice?.id, isRead: true })
    const around = `update public.staff_notices set read_at = null`
    expect((await app.refusalOf(app.reviewer.caller, around)).code).toBe('42501')
    const read = 'select user_id from public.staff_notices'
    expect(new Set((await app.as(app.reviewer.caller, read)).rows.map(({ user_id }) => user_id))).toEqual(
      new Set([app.reviewer.id]),
    )
  })

  it('a note that mentions a person who may not read its record is refused', async () => {
    const id = await app.addFarmer()
    for (const whom of [app.finance.id, app.member.id, randomUUID()])
      expect((await app.refusalOf(app.admin.caller, note, [id, 'See @them', [whom]])).code).toBe('23514')
    expect(await app.sql('select from public.record_notes where record_id = $1', [id])).toEqual([])
  })

  it('rings for what others give one, and not for what one does oneself', async () => {
    const id = await app.addFarmer()
    await readAll(app.reviewer)
    await app.call(app.reviewer.caller, `select public.assign_record('farmers', $1, $2)`, [
      id,
      app.reviewer.id,
    ])
    await addTask(id, app.reviewer, today, app.reviewer)
    await app.call(app.reviewer.caller, note, [id, 'For me: @Bola Reviewer', [app.reviewer.id]])
    expect(kindsOf(await bellOf(app.reviewer))).toEqual([])
    await app.call(app.admin.caller, `select public.assign_record('farmers', $1, $2, $3)`, [
      id,
      second.id,
      app.reviewer.id,
    ])
    await app.call(app.admin.caller, `select public.assign_record('farmers', $1, $2, $3)`, [
      id,
      app.reviewer.id,
      second.id,
    ])
    const task = await addTask(id)
    expect(kindsOf(await bellOf(app.reviewer))).toEqual(['task_assigned', 'assigned'])
    // What is done is no news any more.
    await app.call(second.caller, 'select public.finish_task($1, true)', [task])
    expect(kindsOf(await bellOf(app.reviewer))).toEqual(['assigned'])
  })

  it('rings once for anyone who has an order when its buyer answers, and names nobody outside', async () => {
    const order = await app.placeOrder()
    await app.call(app.admin.caller, `select public.assign_record('orders', $1, $2)`, [
      order.id,
      app.finance.id,
    ])
    await readAll(app.finance)
    const answer = `insert into public.order_messages (order_id, is_from_staff, body) values ($1, $2, 'Hello')`
    await app.sql(answer, [order.id, true])
    expect(kindsOf(await bellOf(app.finance))).toEqual([])
    await app.sql(answer, [order.id, false])
    await app.sql(answer, [order.id, false])
    const [notice, ...more] = (await bellOf(app.finance)).notices.filter(({ isRead }) => !isRead)
    expect(more).toEqual([])
    expect(notice).toMatchObject({ kind: 'answer', recordId: order.id, label: order.code, actorName: null })
  })

  it('rings at those who may answer where nobody follows the order, or nobody who may read it', async () => {
    const sales = await app.app.addPerson({ role: 'sales' })
    const order = await app.placeOrder()
    const answer = () =>
      app.call(app.member.caller, 'select public.send_order_message($1, $2)', [order.id, 'When?'])
    const rung = async () =>
      (
        await app.sql<{ user_id: string }>(
          `select user_id from public.staff_notices where record_id = $1 and kind = 'answer' and read_at is null`,
          [order.id],
        )
      ).map(({ user_id }) => user_id)
    await answer()
    await answer()
    expect((await rung()).sort()).toEqual([app.admin.id, sales.id].sort())
    await app.sql('delete from public.staff_notices where record_id = $1', [order.id])
    await app.call(app.admin.caller, `select public.assign_record('orders', $1, $2)`, [
      order.id,
      app.finance.id,
    ])
    await answer()
    expect(await rung()).toEqual([app.finance.id])
    // Who follows it may read it no more: their notice would be seen by nobody.
    await app.call(app.admin.caller, `select public.assign_record('orders', $1, null, $2)`, [
      order.id,
      app.finance.id,
    ])
    await app.sql(
      `insert into public.order_messages (order_id, is_from_staff, author_id, body) values ($1, true, $2, 'On Friday')`,
      [order.id, app.content.id],
    )
    await app.sql('delete from public.staff_notices where record_id = $1', [order.id])
    await answer()
    expect((await rung()).sort()).toEqual([app.admin.id, sales.id].sort())
    await app.sql('delete from public.user_roles where user_id = $1', [sales.id])
  })

  it('is silent about what its reader may read no more', async () => {
    const id = await app.addFarmer()
    const moved = await app.app.addPerson({ role: 'reviewer' })
    await app.call(app.admin.caller, note, [id, 'See @them', [moved.id]])
    expect((await bellOf(moved)).unread).toBe(1)
    await app.sql(`update public.user_roles set role = 'finance' where user_id = $1`, [moved.id])
    expect(await bellOf(moved)).toEqual({ unread: 0, notices: [] })
  })
})

describe('the morning mail', () => {
  const mails = () =>
    app.sql<{ recipient: string; data: Record<string, unknown> }>(
      `select recipient, data from private.mail_outbox where template = 'staff_morning' order by recipient`,
    )
  const at = new Date()
  const later = (days: number) => () => new Date(at.getTime() + days * 86_400_000)

  it('goes once a day to who has something late or due, with codes and counts, and to nobody else', async () => {
    await app.sql('delete from public.tasks')
    await app.sql(
      'update public.record_work set assignee_id = null, assignee_name = null, assigned_at = null, assigned_by = null',
    )
    expect(await sendMorningMails(app.database, later(0))).toBe(0)
    const id = await app.addFarmer()
    const late = await addTask(id)
    await makeLate(late)
    await addTask(id)
    await addTask(id, app.reviewer, inDays(3))
    await readAll(app.reviewer)
    const assignedFarmer = await app.addFarmer()
    await app.call(app.reviewer.caller, `select public.assign_record('farmers', $1, $2)`, [
      assignedFarmer,
      app.reviewer.id,
    ])
    await app.age('farmers', assignedFarmer, '30 days')
    expect(await sendMorningMails(app.database, later(0))).toBe(1)
    await sendMorningMails(app.database, later(0))
    const codes = (
      await app.sql<{ reference: string }>('select reference from public.farmers where id = any ($1)', [
        [id, assignedFarmer],
      ])
    )
      .map(({ reference }) => reference)
      .sort()
    expect(await mails()).toEqual([
      {
        recipient: app.reviewer.email,
        data: {
          full_name: 'Bola Reviewer',
          late_tasks: 1,
          tasks_today: 1,
          late_records: 1,
          late_of_nobody: 0,
          codes,
        },
      },
    ])
    expect(kindsOf(await bellOf(app.reviewer))).toEqual(['task_due', 'task_due'])
  })

  it('does not go to who has switched it off', async () => {
    await app.as(
      app.reviewer.caller,
      'insert into public.notification_choices (user_id, morning_mails) values ($1, false)',
      [app.reviewer.id],
    )
    expect(await sendMorningMails(app.database, later(1))).toBe(0)
    await app.as(
      app.reviewer.caller,
      'update public.notification_choices set morning_mails = true where user_id = $1',
      [app.reviewer.id],
    )
    expect(await sendMorningMails(app.database, later(1))).toBe(1)
    const [mail] = await app.sql<{ id: string }>(
      `select id from private.mail_outbox where template = 'staff_morning' limit 1`,
    )
    expect(await app.call(service, 'select private.stop_mails_like($1)', [mail?.id])).toBe('morning_mails')
    expect(await sendMorningMails(app.database, later(2))).toBe(0)
  })

  it('reaches of two with late tasks only the one who wants it, and both again once both do', async () => {
    await app.sql('delete from public.tasks')
    await app.sql('delete from public.notification_choices')
    await app.sql(`delete from private.mail_outbox where template = 'staff_morning'`)
    const id = await app.addFarmer()
    for (const person of [app.reviewer, second]) await makeLate(await addTask(id, person))
    const choose = (isWanted: boolean) =>
      app.as(
        app.reviewer.caller,
        `insert into public.notification_choices (user_id, morning_mails) values ($1, $2)
         on conflict (user_id) do update set morning_mails = excluded.morning_mails`,
        [app.reviewer.id, isWanted],
      )
    const recipients = async () => (await mails()).map(({ recipient }) => recipient)
    const both = [app.reviewer.email, second.email].sort()
    expect(await sendMorningMails(app.database, later(1))).toBe(2)
    expect(await recipients()).toEqual(both)
    // Not even those that are written already: one waits, one was on its way. The colleague's leave, and what is no such mail.
    await app.sql(
      `update private.mail_outbox set status = 'sending', lease_until = now() where template = 'staff_morning'`,
    )
    expect(await sendMorningMails(app.database, later(2))).toBe(2)
    await app.sql(`select private.enqueue_mail('staff_order_answered', $1, '{}')`, [app.reviewer.email])
    await choose(false)
    const claimed = await app.sql<{ recipient: string; template: string }>(
      `select recipient, template from private.claim_mails(1000, 60) where template like 'staff\\_%' order by template, recipient`,
    )
    expect(claimed).toEqual([
      { recipient: second.email, template: 'staff_morning' },
      { recipient: second.email, template: 'staff_morning' },
      { recipient: app.reviewer.email, template: 'staff_order_answered' },
    ])
    await app.sql(`delete from private.mail_outbox where template = 'staff_order_answered'`)
    const next = async (days: number) => {
      await app.sql(`delete from private.mail_outbox where template = 'staff_morning'`)
      return [await sendMorningMails(app.database, later(days)), await recipients()]
    }
    expect(await next(3)).toEqual([1, [second.email]])
    expect(await next(4)).toEqual([1, [second.email]])
    await choose(true)
    expect(await next(5)).toEqual([2, both])
    await app.sql('delete from public.tasks where assignee_id = $1', [second.id])
    await app.sql(`delete from private.mail_outbox where template = 'staff_morning'`)
  })

  it('is written to nobody about what they may read no more', async () => {
    await app.sql('delete from public.notification_choices')
    await app.sql(`update public.user_roles set role = 'finance' where user_id = $1`, [app.reviewer.id])
    expect(await sendMorningMails(app.database, later(5))).toBe(0)
  })

  it('counts what is late and nobody’s for those who may decide on it, until somebody takes it', async () => {
    const { id } = await app.placeOrder()
    await app.age('orders', id, '5 days')
    const { count } = await app.find({ list: 'orders', only_overdue: true, assignee: 'nobody' })
    expect(count).toBe(1)
    const mailed = async (days: number) => {
      await app.sql(`delete from private.mail_outbox where template = 'staff_morning'`)
      await sendMorningMails(app.database, later(days))
      return (await mails()).map(({ recipient, data }) => [
        recipient,
        data.late_of_nobody,
        data.late_records,
        data.codes,
      ])
    }
    // Finance reads orders, and decides on none.
    expect(await mailed(6)).toEqual([[app.admin.email, 1, 0, []]])
    await app.call(app.admin.caller, `select public.assign_record('orders', $1, $2)`, [id, app.admin.id])
    const [order] = await app.sql<{ code: string }>('select code from public.orders where id = $1', [id])
    expect(await mailed(7)).toEqual([[app.admin.email, 0, 1, [order?.code]]])
  })
})
