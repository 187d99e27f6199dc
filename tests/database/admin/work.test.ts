// Record work: notes, assignment, clocks, looks at files; with and around the site.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import {
  adminRecordTypes,
  type CorrectionsOutcome,
  type ManyOutcome,
  nameAdminPermission,
} from '#domain/admin/admin.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())

const note = 'select public.add_record_note($1, $2, $3)'
const assign = 'select public.assign_record($1, $2, $3, $4)'
const check = 'select public.record_access($1, $2, $3, $4)'

describe('what the domain and the database both say', () => {
  it.each(adminRecordTypes)('is the same for the rights that %s demand', async (type) => {
    for (const verb of ['read', 'decide'] as const)
      expect(await app.sql('select private.admin_permission($1, $2) as name', [type, verb])).toEqual([
        { name: nameAdminPermission(type, verb) },
      ])
  })
})

describe('a note', () => {
  it.each([
    ['a visitor', () => anonymous],
    ['a member', () => app.member.caller],
    ['a reviewer, on an order', () => app.reviewer.caller],
    ['a field agent', () => app.agent.caller],
  ])('of %s is refused', async (_, caller) => {
    const { id } = await app.placeOrder()
    expect((await app.refusalOf(caller(), note, ['orders', id, 'Hello'])).code).toBe('42501')
    const around = `insert into public.record_notes (record_type, record_id, body) values ('orders', '${id}', 'x')`
    expect((await app.refusalOf(caller(), around)).code).toBe('42501')
  })

  it('is read by colleagues with the right, and by nobody else', async () => {
    const id = await app.addFarmer()
    await app.call(app.reviewer.caller, note, ['farmers', id, '  Ring after <b>five</b> '])
    const read = 'select author_name, body from public.record_notes where record_id = $1'
    expect((await app.as(app.admin.caller, read, [id])).rows).toEqual([
      { author_name: 'Bola Reviewer', body: 'Ring after five' },
    ])
    for (const { caller } of [app.finance, app.content, app.agent, app.member])
      expect((await app.as(caller, read, [id])).rows).toEqual([])
  })

  it('of a colleague without a name is by their address, as are the notice of it and the record that they take', async () => {
    const id = await app.addFarmer()
    const nameless = await app.addPerson({ role: 'reviewer' })
    await app.sql('update public.profiles set full_name = null where id = $1', [nameless.id])
    await app.call(nameless.caller, 'select public.add_record_note($1, $2, $3, $4)', [
      'farmers',
      id,
      'Please look',
      [app.admin.id],
    ])
    await app.call(nameless.caller, assign, ['farmers', id, nameless.id, null])
    const said = [
      'select author_name as name from public.record_notes where record_id = $1',
      'select actor_name as name from public.staff_notices where record_id = $1',
      'select assignee_name as name from public.record_work where record_id = $1',
    ]
    for (const read of said) expect(await app.sql(read, [id])).toEqual([{ name: nameless.email }])
    await app.sql('delete from public.user_roles where user_id = $1', [nameless.id])
  })

  it('stays as it is written, and goes with its record', async () => {
    const id = await app.addFarmer()
    await app.call(app.admin.caller, note, ['farmers', id, 'Ring again'])
    await expect(
      app.sql(`update public.record_notes set body = 'x' where record_id = '${id}'`),
    ).rejects.toThrow('keeps what was written')
    await app.sql('delete from public.farmers where id = $1', [id])
    expect(await app.sql('select from public.record_notes where record_id = $1', [id])).toEqual([])
  })

  it.each([
    ['nothing', '   ', '23514'],
    ['more than 2000 characters', 'x'.repeat(2001), '23514'],
  ])('of %s is refused', async (_, body, code) => {
    const id = await app.addFarmer()
    expect((await app.refusalOf(app.admin.caller, note, ['farmers', id, body])).code).toBe(code)
  })

  it('about a record that is not there, or of no such kind, is refused', async () => {
    expect((await app.refusalOf(app.admin.caller, note, ['farmers', randomUUID(), 'Hi'])).code).toBe('P0002')
    expect((await app.refusalOf(app.admin.caller, note, ['user_roles', randomUUID(), 'Hi'])).code).toBe(
      '22023',
    )
  })
})

describe('a record', () => {
  it('is given to one of two who take it at the same moment; the other learns who has it', async () => {
    const id = await app.addFarmer()
    const outcomes = await Promise.allSettled(
      [app.admin, app.reviewer].map((person) =>
        app.as(person.caller, assign, ['farmers', id, person.id, null]),
      ),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(1)
    const [work] = await app.sql('select assignee_id from public.record_work where record_id = $1', [id])
    expect(refused[0]?.reason).toMatchObject({ code: 'PT409', hint: work?.assignee_id })
    // Either of them has it by now: it is theirs no longer when the lists below are read.
    await app.as(app.admin.caller, assign, ['farmers', id, null, work?.assignee_id])
  })

  it('is not given to a person who may not read it, nor by them', async () => {
    const id = await app.addFarmer()
    const toFinance = ['farmers', id, app.finance.id, null]
    expect((await app.refusalOf(app.admin.caller, assign, toFinance)).hint).toBe('assignee_id')
    const byFinance = ['farmers', id, app.reviewer.id, null]
    expect((await app.refusalOf(app.finance.caller, assign, byFinance)).code).toBe('42501')
  })
})

describe('many records', () => {
  const give = 'select public.assign_records($1, $2, $3)'

  it('are given to one person; what a colleague has stays theirs, and is named', async () => {
    const ids = [await app.addFarmer(), await app.addFarmer(), await app.addFarmer()].sort()
    const [taken = ''] = ids
    await app.as(app.admin.caller, assign, ['farmers', taken, app.admin.id, null])
    expect(await app.call<ManyOutcome>(app.reviewer.caller, give, ['farmers', ids, app.reviewer.id])).toEqual(
      { changed: ids.slice(1), skipped: [{ id: taken, message: 'a colleague has it already' }] },
    )
    for (const caller of [anonymous, app.member.caller, app.finance.caller, app.agent.caller])
      expect((await app.refusalOf(caller, give, ['farmers', ids, app.reviewer.id])).code).toBe('42501')
    expect((await app.refusalOf(app.admin.caller, give, ['farmers', ids, app.finance.id])).hint).toBe(
      'assignee_id',
    )
    expect((await app.refusalOf(app.admin.caller, give, ['farmers', [], app.reviewer.id])).code).toBe('23514')
    // Theirs no longer when the lists below are read.
    await app.sql('delete from public.record_work where record_id = any ($1)', [ids])
  })

  it('get the same request to correct, each judged by itself; and all of it is undone by who requested it', async () => {
    const ask = 'select public.request_corrections($1, $2, $3, $4)'
    const ids = [await app.addFarmer(), await app.addFarmer()].sort()
    const [decided = '', pending = ''] = ids
    await app.as(app.admin.caller, `update public.farmers set status = 'approved' where id = $1`, [decided])
    const notes = JSON.stringify([{ field: 'selfieImage', note: 'Please send a photo' }])
    for (const caller of [anonymous, app.member.caller, app.finance.caller, app.agent.caller])
      expect((await app.refusalOf(caller, ask, ['farmers', ids, notes, null])).code).toBe('42501')
    const outcome = await app.call<CorrectionsOutcome>(app.reviewer.caller, ask, [
      'farmers',
      ids,
      notes,
      null,
    ])
    expect(outcome).toEqual({
      changed: [pending],
      requests: [expect.any(Number)],
      skipped: [{ id: decided, message: 'It is approved by now. Please look at it again.' }],
    })
    const undo = 'select public.undo_corrections($1)'
    expect(await app.call(app.admin.caller, undo, [outcome.requests])).toEqual({
      undone: [],
      skipped: [{ id: pending, message: 'Only who asked for it can undo it' }],
    })
    expect(await app.call(app.reviewer.caller, undo, [outcome.requests])).toEqual({
      undone: [pending],
      skipped: [],
    })
  })
})

interface Work {
  record_id: string
  assignee_id: string | null
  contacted_at: Date | null
  due_at: Date | null
}
const workOf = async (type: string, ids: string[], caller = app.admin.caller) =>
  (await app.as<Work>(caller, 'select * from public.find_record_work($1, $2)', [type, ids])).rows

describe('what waits for an answer', () => {
  const isLate = async (type: string, id: string) => {
    const [work] = await workOf(type, [id])
    const { ids } = await app.find({ list: type, only_overdue: true, page_size: 500 })
    const isListed = ids.includes(id)
    expect([work?.due_at, isListed]).toEqual([
      work?.due_at,
      work?.due_at != null && work.due_at.getTime() < Date.now(),
    ])
    return isListed
  }

  it('as an order is late after 24 hours without contact, and after 48 without a decision', async () => {
    const { id } = await app.placeOrder()
    await app.age('orders', id, '23 hours 59 minutes')
    expect(await isLate('orders', id)).toBe(false)
    await app.age('orders', id, '2 minutes')
    expect(await isLate('orders', id)).toBe(true)
    await app.as(app.admin.caller, `select public.log_first_contact('orders', $1)`, [id])
    expect(await isLate('orders', id)).toBe(false)
    await app.age('orders', id, '24 hours')
    expect(await isLate('orders', id)).toBe(true)
    await app.sql(`update public.orders set status = 'approved' where id = $1`, [id])
    expect(await isLate('orders', id)).toBe(false)
  })

  it('as an order without a price is late by the same clocks in its queue', async () => {
    const { id } = await app.placeOrder()
    await app.age('orders', id, '25 hours')
    const late = () => app.find({ list: 'quotes', only_overdue: true, page_size: 500 })
    expect((await late()).records).toContainEqual({ id, status: 'pending' })
    await app.as(
      app.admin.caller,
      `select public.send_record_message('orders', $1, 'We have your order', gen_random_uuid())`,
      [id],
    )
    expect((await late()).records).not.toContainEqual({ id, status: 'pending' })
  })

  it('as an order of the marketplace waits for its buyer’s money, and is never late', async () => {
    const { id } = await app.placeOrder()
    await app.sql(`begin; set local session_replication_role = replica;
      update public.orders set kind = 'marketplace', created_at = now() - interval '9 days' where id = '${id}'; commit`)
    expect(await isLate('orders', id)).toBe(false)
  })

  it('is sent to nobody who may not read it', async () => {
    const { id } = await app.placeOrder()
    for (const caller of [anonymous, app.member.caller, app.reviewer.caller, app.agent.caller])
      expect(
        (await app.refusalOf(caller, 'select public.find_record_work($1, $2)', ['orders', [id]])).code,
      ).toBe('42501')
    const id2 = await app.addFarmer()
    expect(await workOf('orders', [id2])).toEqual([])
  })
})

describe('whose a record is', () => {
  const listed = async (assignee: string, caller = app.admin.caller) =>
    (await app.find({ list: 'farmers', assignee, page_size: 500 }, caller)).ids

  it('is given to a colleague, found under their name, and taken back', async () => {
    const id = await app.addFarmer()
    expect(await listed('nobody')).toContain(id)
    await app.as(app.admin.caller, assign, ['farmers', id, app.reviewer.id, null])
    expect(await workOf('farmers', [id])).toMatchObject([{ assignee_id: app.reviewer.id }])
    expect(await listed(app.reviewer.id)).toEqual([id])
    expect(await listed('mine', app.reviewer.caller)).toEqual([id])
    expect(await listed('mine')).not.toContain(id)
    expect(await listed('nobody')).not.toContain(id)
    await app.as(app.reviewer.caller, assign, ['farmers', id, null, app.reviewer.id])
    expect(await listed(app.reviewer.id)).toEqual([])
    expect(await listed('nobody')).toContain(id)
  })

  it('is counted as nobody’s with each filter and on each page, and cannot be asked for as anybody’s', async () => {
    const [free, mine, contacted] = [await app.addFarmer(), await app.addFarmer(), await app.addFarmer()]
    await app.as(app.admin.caller, assign, ['farmers', mine, app.reviewer.id, null])
    // Who was rung up has a row of work as well, and is still nobody's.
    await app.as(app.admin.caller, `select public.log_first_contact('farmers', $1)`, [contacted])
    await app.sql(`update public.farmers set channel = 'phone' where id = any ($1)`, [[free, mine]])
    const ids = [free, mine, contacted].join(',')
    const found = async (values: Record<string, unknown>) => {
      const { count, ids: listedIds } = await app.find({ list: 'farmers', assignee: 'nobody', ...values })
      return { count, ids: listedIds.toSorted() }
    }
    expect(await found({ filters: { ids } })).toEqual({ count: 2, ids: [free, contacted].sort() })
    expect(await found({ filters: { ids, channel: 'phone' } })).toEqual({ count: 1, ids: [free] })
    expect(await found({ filters: { ids }, only_status: 'declined' })).toEqual({ count: 0, ids: [] })
    // Another page, and one behind the end.
    expect(await found({ filters: { ids }, page_size: 1, page_index: 1 })).toMatchObject({ count: 2 })
    expect(await found({ filters: { ids }, page_index: 9 })).toEqual({ count: 2, ids: [] })
    expect(
      await app.find({ list: 'farmers', assignee: app.reviewer.id, filters: { ids }, page_index: 9 }),
    ).toMatchObject({ count: 1, ids: [] })
    const refused = await app.refusalOf(
      app.admin.caller,
      `select public.find_records('farmers', assignee => 'anybody')`,
    )
    expect(refused.code).toBe('22P02')
  })

  it('can be any colleague’s who may read it, and no other’s', async () => {
    const { rows } = await app.as<{ user_id: string }>(
      app.reviewer.caller,
      `select user_id from public.list_assignees('farmers')`,
    )
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual([app.admin.id, app.reviewer.id].sort())
    for (const caller of [anonymous, app.member.caller, app.finance.caller])
      expect((await app.refusalOf(caller, `select public.list_assignees('farmers')`)).code).toBe('42501')
  })

  it('is offered to nobody who would be refused: where a second factor is demanded, only to those who have one', async () => {
    const id = await app.addFarmer()
    await app.sql(
      `insert into auth.mfa_factors (id, user_id, status, factor_type, created_at, updated_at)
        values (gen_random_uuid(), $1, 'verified', 'totp', now(), now())`,
      [app.admin.id],
    )
    await app.as(service, `select private.set_app_setting('staff_second_factor', 'demanded')`)
    try {
      expect(
        (await app.as(withSecondFactor(app.admin), `select * from public.list_assignees('farmers')`)).rows,
      ).toEqual([{ user_id: app.admin.id, full_name: 'Ngozi Admin' }])
      expect(
        (
          await app.refusalOf(withSecondFactor(app.admin), `select public.assign_record('farmers', $1, $2)`, [
            id,
            app.reviewer.id,
          ])
        ).hint,
      ).toBe('assignee_id')
    } finally {
      await app.as(service, `select private.set_app_setting('staff_second_factor', 'offered')`)
      await app.sql('delete from auth.mfa_factors')
    }
  })
})

describe('a look at a file', () => {
  const application = async () => {
    const [row] = await app.sql<{ id: string }>(
      `select (public.submit_job_application('{"fullName":"Ada Obi","email":"ada@example.com","phone":"08031234567"}',
        '{"path":"0b7e7c1a-0000-4000-8000-000000000001.pdf","name":"cv.pdf","type":"application/pdf","bytes":10}', gen_random_uuid()) ->> 'id') as id`,
    )
    return row?.id ?? ''
  }

  it('is refused to anyone who may not read the record', async () => {
    const id = await application()
    for (const { caller } of [app.finance, app.member, app.agent])
      expect((await app.refusalOf(caller, check, ['job_applications', id, 'cv', null])).code).toBe('42501')
  })

  it('is written down before anybody learns where the file lies', async () => {
    const id = await application()
    const answer = await app.call(app.reviewer.caller, check, ['job_applications', id, 'cv', null])
    expect(answer).toEqual({ bucket: 'cvs', path: '0b7e7c1a-0000-4000-8000-000000000001.pdf' })
    expect(
      await app.sql(`select actor_id, actor_role, action from public.audit_trail where subject_id = $1`, [
        id,
      ]),
    ).toEqual([{ actor_id: app.reviewer.id, actor_role: 'reviewer', action: 'look' }])
  })

  it('at a proof of payment is for anyone who confirms payments', async () => {
    const { id } = await app.placeOrder()
    await app.sql(`insert into public.role_permissions (role, permission) values ('reviewer', 'orders.read')`)
    const refusal = await app.refusalOf(app.reviewer.caller, check, ['orders', id, 'payment_proof', 'x'])
    await app.sql(
      `delete from public.role_permissions where role = 'reviewer' and permission = 'orders.read'`,
    )
    expect(refusal.code).toBe('42501')
  })

  it('leads to files of that record alone', async () => {
    const { id } = await app.placeOrder()
    for (const what of ['payment_proof', 'dispute_photo', 'photo', 'cv'])
      expect(
        (await app.refusalOf(app.admin.caller, check, ['orders', id, what, 'somebody/elses.jpg'])).code,
      ).toBe('P0002')
  })
})

describe('reasons to choose from', () => {
  it('are edited with the right and a second factor alone, and read by anyone who decides', async () => {
    const add = `insert into public.decline_reasons (record_type, body) values ('farmers', 'Too far away')`
    for (const person of [app.finance, app.content, app.agent, app.member])
      expect((await app.refusalOf(withSecondFactor(person), add)).code).toBe('42501')
    for (const text of [
      add,
      `update public.decline_reasons set body = 'Too near'`,
      'delete from public.decline_reasons',
    ])
      expect(await app.refusalOf(app.reviewer.caller, text)).toMatchObject({ code: '42501', hint: 'aal2' })
    await app.as(withSecondFactor(app.reviewer), add)
    await app.as(
      withSecondFactor(app.reviewer),
      `update public.decline_reasons set position = 90 where body = 'Too far away'`,
    )
    const read = `select body from public.decline_reasons where record_type = 'farmers' and body = 'Too far away'`
    expect((await app.as(app.reviewer.caller, read)).rows).toHaveLength(1)
    expect((await app.as(app.finance.caller, read)).rows).toHaveLength(0)
    expect((await app.as(app.member.caller, 'select from public.decline_reasons')).rows).toHaveLength(0)
  })
})
