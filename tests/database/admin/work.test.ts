// Record work: notes, assignment, clocks, decisions on many at once, looks at files; with and around the site.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BulkOutcome, deskRecordTypes, nameDeskPermission } from '#domain/admin/desk.ts'
import { anonymous, service } from '#tests/harness/migrated-database.ts'
import { type DeskHouse, openDeskHouse, strong } from './desk-house.ts'

let desk: DeskHouse
beforeAll(async () => {
  desk = await openDeskHouse()
})
afterAll(() => desk.close())

const note = 'select public.add_record_note($1, $2, $3)'
const assign = 'select public.assign_record($1, $2, $3, $4)'
const decide = 'select public.decide_records($1, $2, $3, $4)'
const look = 'select public.record_look($1, $2, $3, $4)'
const rowsOf = (...rows: [id: string, expected: string][]) =>
  JSON.stringify(rows.map(([id, expected]) => ({ id, expected })))

describe('what the domain and the database both say', () => {
  it.each(deskRecordTypes)('is the same for the rights that %s ask for', async (type) => {
    for (const verb of ['read', 'decide'] as const)
      expect(await desk.sql('select private.desk_permission($1, $2) as name', [type, verb])).toEqual([
        { name: nameDeskPermission(type, verb) },
      ])
  })
})

describe('a note', () => {
  it.each([
    ['a visitor', () => anonymous],
    ['a member', () => desk.member.caller],
    ['a reviewer, on an order', () => desk.reviewer.caller],
    ['a field agent', () => desk.agent.caller],
  ])('of %s is refused', async (_, caller) => {
    const { id } = await desk.placeOrder()
    expect((await desk.refusalOf(caller(), note, ['orders', id, 'Hello'])).code).toBe('42501')
    const around = `insert into public.record_notes (record_type, record_id, body) values ('orders', '${id}', 'x')`
    expect((await desk.refusalOf(caller(), around)).code).toBe('42501')
  })

  it('is read by colleagues with the right, and by nobody else', async () => {
    const id = await desk.addFarmer()
    await desk.call(desk.reviewer.caller, note, ['farmers', id, '  Ring after <b>five</b> '])
    const read = 'select author_name, body from public.record_notes where record_id = $1'
    expect((await desk.as(desk.admin.caller, read, [id])).rows).toEqual([
      { author_name: 'Bola Reviewer', body: 'Ring after five' },
    ])
    for (const { caller } of [desk.finance, desk.content, desk.agent, desk.member])
      expect((await desk.as(caller, read, [id])).rows).toEqual([])
  })

  it('stays as it is written, and goes with its record', async () => {
    const id = await desk.addFarmer()
    await desk.call(desk.admin.caller, note, ['farmers', id, 'Ring again'])
    await expect(
      desk.sql(`update public.record_notes set body = 'x' where record_id = '${id}'`),
    ).rejects.toThrow('keeps what was written')
    await desk.sql('delete from public.farmers where id = $1', [id])
    expect(await desk.sql('select from public.record_notes where record_id = $1', [id])).toEqual([])
  })

  it.each([
    ['nothing', '   ', '23514'],
    ['more than 2000 characters', 'x'.repeat(2001), '23514'],
  ])('of %s is refused', async (_, body, code) => {
    const id = await desk.addFarmer()
    expect((await desk.refusalOf(desk.admin.caller, note, ['farmers', id, body])).code).toBe(code)
  })

  it('about a record that is not there, or of no such kind, is refused', async () => {
    expect((await desk.refusalOf(desk.admin.caller, note, ['farmers', randomUUID(), 'Hi'])).code).toBe(
      'P0002',
    )
    expect((await desk.refusalOf(desk.admin.caller, note, ['user_roles', randomUUID(), 'Hi'])).code).toBe(
      '22023',
    )
  })
})

describe('a record', () => {
  it('is given to one of two who take it at the same moment; the other is told who has it', async () => {
    const id = await desk.addFarmer()
    const outcomes = await Promise.allSettled(
      [desk.admin, desk.reviewer].map((person) =>
        desk.as(person.caller, assign, ['farmers', id, person.id, null]),
      ),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(1)
    const [work] = await desk.sql('select assignee_id from public.record_work where record_id = $1', [id])
    expect(refused[0]?.reason).toMatchObject({ code: 'PT409', hint: work?.assignee_id })
  })

  it('is not given to somebody who may not read it, nor by them', async () => {
    const id = await desk.addFarmer()
    const toFinance = ['farmers', id, desk.finance.id, null]
    expect((await desk.refusalOf(desk.admin.caller, assign, toFinance)).hint).toBe('assignee_id')
    const byFinance = ['farmers', id, desk.reviewer.id, null]
    expect((await desk.refusalOf(desk.finance.caller, assign, byFinance)).code).toBe('42501')
  })
})

interface Work {
  record_id: string
  assignee_id: string | null
  contacted_at: Date | null
  due_at: Date | null
}
const workOf = async (type: string, ids: string[], caller = desk.admin.caller) =>
  (await desk.as<Work>(caller, 'select * from public.find_record_work($1, $2)', [type, ids])).rows

describe('what waits for an answer', () => {
  const isLate = async (type: string, id: string) => {
    const [work] = await workOf(type, [id])
    const { ids } = await desk.find({ list: type, only_overdue: true, page_size: 500 })
    const isListed = ids.includes(id)
    expect([work?.due_at, isListed]).toEqual([
      work?.due_at,
      work?.due_at != null && work.due_at.getTime() < Date.now(),
    ])
    return isListed
  }

  it('as an order is late after 24 hours without contact, and after 48 without a decision', async () => {
    const { id } = await desk.placeOrder()
    await desk.age('orders', id, '23 hours 59 minutes')
    expect(await isLate('orders', id)).toBe(false)
    await desk.age('orders', id, '2 minutes')
    expect(await isLate('orders', id)).toBe(true)
    await desk.as(desk.admin.caller, `select public.log_first_contact('orders', $1)`, [id])
    expect(await isLate('orders', id)).toBe(false)
    await desk.age('orders', id, '24 hours')
    expect(await isLate('orders', id)).toBe(true)
    await desk.sql(`update public.orders set status = 'approved' where id = $1`, [id])
    expect(await isLate('orders', id)).toBe(false)
  })

  it('as an order without a price is late by the same clocks in its queue', async () => {
    const { id } = await desk.placeOrder()
    await desk.age('orders', id, '25 hours')
    const late = () => desk.find({ list: 'quotes', only_overdue: true, page_size: 500 })
    expect((await late()).records).toContainEqual({ id, status: 'pending' })
    await desk.as(desk.admin.caller, `select public.send_order_message($1, 'We have your order')`, [id])
    expect((await late()).records).not.toContainEqual({ id, status: 'pending' })
  })

  it('as an order of the marketplace waits for its buyer’s money, and is never late', async () => {
    const { id } = await desk.placeOrder()
    await desk.sql(`begin; set local session_replication_role = replica;
      update public.orders set kind = 'marketplace', created_at = now() - interval '9 days' where id = '${id}'; commit`)
    expect(await isLate('orders', id)).toBe(false)
  })

  it('is told to nobody who may not read it', async () => {
    const { id } = await desk.placeOrder()
    for (const caller of [anonymous, desk.member.caller, desk.reviewer.caller, desk.agent.caller])
      expect(
        (await desk.refusalOf(caller, 'select public.find_record_work($1, $2)', ['orders', [id]])).code,
      ).toBe('42501')
    const id2 = await desk.addFarmer()
    expect(await workOf('orders', [id2])).toEqual([])
  })
})

describe('whose a record is', () => {
  const listed = async (assignee: string, caller = desk.admin.caller) =>
    (await desk.find({ list: 'farmers', assignee, page_size: 500 }, caller)).ids

  it('is given to a colleague, found under their name, and taken back', async () => {
    const id = await desk.addFarmer()
    expect(await listed('nobody')).toContain(id)
    await desk.as(desk.admin.caller, assign, ['farmers', id, desk.reviewer.id, null])
    expect(await workOf('farmers', [id])).toMatchObject([{ assignee_id: desk.reviewer.id }])
    expect(await listed(desk.reviewer.id)).toEqual([id])
    expect(await listed('mine', desk.reviewer.caller)).toEqual([id])
    expect(await listed('mine')).not.toContain(id)
    expect(await listed('nobody')).not.toContain(id)
    await desk.as(desk.reviewer.caller, assign, ['farmers', id, null, desk.reviewer.id])
    expect(await listed(desk.reviewer.id)).toEqual([])
    expect(await listed('nobody')).toContain(id)
  })

  it('can be any colleague’s who may read it, and no other’s', async () => {
    const { rows } = await desk.as<{ user_id: string }>(
      desk.reviewer.caller,
      `select user_id from public.list_assignees('farmers')`,
    )
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual([desk.admin.id, desk.reviewer.id].sort())
    for (const caller of [anonymous, desk.member.caller, desk.finance.caller])
      expect((await desk.refusalOf(caller, `select public.list_assignees('farmers')`)).code).toBe('42501')
  })

  it('is offered to nobody who would be refused: where a second factor is demanded, only to those who have one', async () => {
    const id = await desk.addFarmer()
    await desk.sql(
      `insert into auth.mfa_factors (id, user_id, status, factor_type, created_at, updated_at)
        values (gen_random_uuid(), $1, 'verified', 'totp', now(), now())`,
      [desk.admin.id],
    )
    await desk.as(service, `select private.set_house_setting('staff_second_factor', 'demanded')`)
    try {
      expect(
        (await desk.as(strong(desk.admin), `select * from public.list_assignees('farmers')`)).rows,
      ).toEqual([{ user_id: desk.admin.id, full_name: 'Ngozi Admin' }])
      expect(
        (
          await desk.refusalOf(strong(desk.admin), `select public.assign_record('farmers', $1, $2)`, [
            id,
            desk.reviewer.id,
          ])
        ).hint,
      ).toBe('assignee_id')
    } finally {
      await desk.as(service, `select private.set_house_setting('staff_second_factor', 'offered')`)
      await desk.sql('delete from auth.mfa_factors')
    }
  })
})

describe('a decision on many', () => {
  it('is refused without the right, whatever the rows', async () => {
    const { id } = await desk.placeOrder()
    for (const { caller } of [desk.reviewer, desk.finance, desk.member])
      expect(
        (await desk.refusalOf(caller, decide, ['orders', rowsOf([id, 'pending']), 'approved', null])).code,
      ).toBe('42501')
  })

  it('changes hundreds that match a search, each as it was seen, and tells each person of those alone', async () => {
    await desk.sql(
      `insert into public.farmers (farm_name, location, contact_name, contact_email, phone, crops_grown)
       select 'Many ' || n, 'Zungeru', 'Ada', 'many-' || n || '@example.com', '+2348031234567', '{Maize}'
       from generate_series(1, 240) as n`,
    )
    const { count, records } = await desk.find(
      { list: 'farmers', search: 'zungeru', page_size: 500 },
      desk.reviewer.caller,
    )
    expect([count, records.length]).toEqual([240, 240])
    const early = records.slice(0, 7).map(({ id }) => id)
    await desk.sql(
      `update public.farmers set status = 'declined', decline_reason = 'No' where id = any ($1)`,
      [early],
    )
    const outcome = await desk.call<BulkOutcome>(desk.reviewer.caller, decide, [
      'farmers',
      rowsOf(...records.map(({ id, status }): [string, string] => [id, status])),
      'approved',
      null,
    ])
    expect(outcome.changed).toHaveLength(233)
    expect(outcome.skipped.map(({ id, status, why }) => [id, status, why]).sort()).toEqual(
      early.map((id) => [id, 'declined', 'changed_meanwhile']).sort(),
    )
    const told = await desk.sql<{ recipient: string }>(
      `select recipient from private.mail_outbox where template = 'registration_approved' and recipient like 'many-%'`,
    )
    expect(told).toHaveLength(233)
  })

  it('changes the rows that are as they were seen, and names each that is not', async () => {
    const [one, two, decided] = [await desk.addFarmer(), await desk.addFarmer(), await desk.addFarmer()]
    await desk.sql(`update public.farmers set status = 'declined' where id = $1`, [decided])
    const gone = randomUUID()
    const outcome = await desk.call<BulkOutcome>(desk.reviewer.caller, decide, [
      'farmers',
      rowsOf([one, 'pending'], [two, 'pending'], [decided, 'pending'], [gone, 'pending']),
      'approved',
      null,
    ])
    expect(outcome.changed.sort()).toEqual([one, two].sort())
    expect(outcome.skipped).toHaveLength(2)
    expect(outcome.skipped).toEqual(
      expect.arrayContaining([
        { id: decided, status: 'declined', why: 'changed_meanwhile', message: null },
        { id: gone, status: null, why: 'changed_meanwhile', message: null },
      ]),
    )
  })

  it('leaves out what its rules refuse, and says why: an own investor record', async () => {
    const [own, other] = [
      (await desk.registrations.send('investor_individual', { person: desk.reviewer })).stored.id,
      (await desk.registrations.send('investor_individual')).stored.id,
    ]
    const outcome = await desk.call<BulkOutcome>(desk.reviewer.caller, decide, [
      'investors',
      rowsOf([own, 'pending'], [other, 'pending']),
      'approved',
      null,
    ])
    expect(outcome).toEqual({
      changed: [other],
      skipped: [
        {
          id: own,
          status: 'pending',
          why: 'refused',
          message: 'Somebody else must decide on your own record',
        },
      ],
    })
  })

  it('tells each person, with the reason', async () => {
    const [one, two] = [await desk.placeOrder(), await desk.placeOrder()]
    await desk.call(desk.admin.caller, decide, [
      'orders',
      rowsOf([one.id, 'pending'], [two.id, 'pending']),
      'declined',
      'We are out of stock',
    ])
    const mails = await desk.sql(
      `select data ->> 'reason' as reason from private.mail_outbox where template = 'order_declined' and data ->> 'order_id' = any ($1)`,
      [[one.id, two.id]],
    )
    expect(mails).toEqual([{ reason: 'We are out of stock' }, { reason: 'We are out of stock' }])
  })

  it('by two people at once changes every row once', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => desk.addFarmer()))
    const rows = (list: string[]) => rowsOf(...list.map((id): [string, string] => [id, 'pending']))
    const [mine, theirs] = await Promise.all([
      desk.call<BulkOutcome>(desk.admin.caller, decide, ['farmers', rows(ids), 'approved', null]),
      desk.call<BulkOutcome>(desk.reviewer.caller, decide, [
        'farmers',
        rows(ids.toReversed()),
        'declined',
        'No',
      ]),
    ])
    expect([...mine.changed, ...theirs.changed].sort()).toEqual(ids.sort())
    const events = await desk.sql('select from public.decision_events where record_id = any ($1)', [ids])
    expect(events).toHaveLength(12)
  })

  it('of more than 500 rows, or of none, is refused', async () => {
    const many = rowsOf(...Array.from({ length: 501 }, (): [string, string] => [randomUUID(), 'pending']))
    for (const rows of [many, '[]', '{}'])
      expect(
        (await desk.refusalOf(desk.admin.caller, decide, ['farmers', rows, 'approved', null])).hint,
      ).toBe('rows')
  })
})

describe('the ledger of decisions', () => {
  const ledger = (id: string) =>
    desk
      .as(
        desk.admin.caller,
        `select actor_id, actor_role, from_status, to_status, reason from public.decision_events
          where record_id = $1 order by id`,
        [id],
      )
      .then(({ rows }) => rows)

  it('holds what became of a listing, and why', async () => {
    const [product] = await desk.sql<{ id: string }>(
      `insert into public.products (name, category, description, farmer_name, location, pack_amount, pack_unit, price_kobo)
       values ('Rice', 'Grains', 'Parboiled', 'Ada Farm', 'Keffi', 50, 'kg', 4500000) returning id`,
    )
    const id = product?.id ?? ''
    await desk.call(desk.content.caller, decide, ['products', rowsOf([id, 'pending']), 'hidden', 'No photo'])
    await desk.as(strong(desk.admin), `update public.products set price_kobo = 4400000 where id = $1`, [id])
    await desk.as(desk.admin.caller, `update public.products set status = 'published' where id = $1`, [id])
    const hidden = { actor_role: 'content', from_status: 'pending', to_status: 'hidden', reason: 'No photo' }
    expect(await ledger(id)).toEqual([
      { actor_id: desk.content.id, ...hidden },
      {
        actor_id: desk.admin.id,
        actor_role: 'admin',
        from_status: 'hidden',
        to_status: 'published',
        reason: null,
      },
    ])
    const read = 'select from public.decision_events where record_id = $1'
    for (const { caller } of [desk.finance, desk.member, desk.agent])
      expect((await desk.as(caller, read, [id])).rows).toEqual([])
  })

  it('holds who answered a message, and who opened it again', async () => {
    const [sent] = await desk.sql<{ id: string }>(
      `select public.submit_contact_message('{"topic":"general","name":"Ada Obi","email":"ada@example.com","message":"Do you buy sesame?"}',
        gen_random_uuid()) ->> 'id' as id`,
    )
    const id = sent?.id ?? ''
    for (const status of ['completed', 'pending'])
      await desk.as(desk.admin.caller, 'update public.contact_messages set status = $2 where id = $1', [
        id,
        status,
      ])
    expect(await ledger(id)).toEqual([
      expect.objectContaining({ actor_id: desk.admin.id, from_status: 'pending', to_status: 'completed' }),
      expect.objectContaining({ actor_id: desk.admin.id, from_status: 'completed', to_status: 'pending' }),
    ])
  })

  it('is read with the money and the goods of an order, and the corrections of a registration', async () => {
    const history =
      'select axis, from_value, to_value, reason, actor_role, actor_name from public.record_history($1, $2)'
    const order = await desk.placeOrder()
    await desk.as(desk.admin.caller, `update public.orders set status = 'approved' where id = $1`, [order.id])
    await desk.sql(`update public.orders set payment_status = 'confirmed' where id = $1`, [order.id])
    const [money, decided] = (await desk.as(desk.admin.caller, history, ['orders', order.id])).rows
    expect(decided).toEqual({
      axis: 'status',
      from_value: 'pending',
      to_value: 'approved',
      reason: null,
      actor_role: 'admin',
      actor_name: 'Ngozi Admin',
    })
    expect(money).toMatchObject({
      axis: 'payment',
      to_value: 'confirmed',
      actor_role: 'system',
      actor_name: null,
    })
    const farmer = await desk.addFarmer()
    await desk.call(desk.reviewer.caller, 'select public.request_correction($1, $2, $3, $4)', [
      'farmers',
      farmer,
      '[{"field":"farmName","note":"In full, please"}]',
      'Thank you',
    ])
    const [asked] = (await desk.as(desk.admin.caller, history, ['farmers', farmer])).rows
    expect(asked).toMatchObject({ axis: 'correction', reason: 'Thank you', actor_name: 'Bola Reviewer' })
    for (const { caller } of [desk.member, desk.finance, desk.agent])
      expect((await desk.refusalOf(caller, history, ['farmers', farmer])).code).toBe('42501')
  })

  it.each(deskRecordTypes)('takes every kind that staff decide on: %s', async (type) => {
    const [known] = await desk.sql(
      `select count(*)::int as triggers from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where tgrelid = $1::regclass and prosrc ~ 'private\\.(decide|record_decision)\\('`,
      [`public.${type}`],
    )
    expect(known).toEqual({ triggers: 1 })
  })
})

describe('a look at a file', () => {
  const application = async () => {
    const [row] = await desk.sql<{ id: string }>(
      `select (public.submit_job_application('{"fullName":"Ada Obi","email":"ada@example.com","phone":"08031234567"}',
        '{"path":"0b7e7c1a-0000-4000-8000-000000000001.pdf","name":"cv.pdf","type":"application/pdf","bytes":10}', gen_random_uuid()) ->> 'id') as id`,
    )
    return row?.id ?? ''
  }

  it('is refused to whoever may not read the record', async () => {
    const id = await application()
    for (const { caller } of [desk.finance, desk.member, desk.agent])
      expect((await desk.refusalOf(caller, look, ['job_applications', id, 'cv', null])).code).toBe('42501')
  })

  it('is written down before anybody learns where the file lies', async () => {
    const id = await application()
    const answer = await desk.call(desk.reviewer.caller, look, ['job_applications', id, 'cv', null])
    expect(answer).toEqual({ bucket: 'cvs', path: '0b7e7c1a-0000-4000-8000-000000000001.pdf' })
    expect(
      await desk.sql(`select actor_id, actor_role, action from public.audit_trail where subject_id = $1`, [
        id,
      ]),
    ).toEqual([{ actor_id: desk.reviewer.id, actor_role: 'reviewer', action: 'look' }])
  })

  it('at a proof of payment is for whoever confirms payments', async () => {
    const { id } = await desk.placeOrder()
    await desk.sql(
      `insert into public.role_permissions (role, permission) values ('reviewer', 'orders.read')`,
    )
    const refusal = await desk.refusalOf(desk.reviewer.caller, look, ['orders', id, 'payment_proof', 'x'])
    await desk.sql(
      `delete from public.role_permissions where role = 'reviewer' and permission = 'orders.read'`,
    )
    expect(refusal.code).toBe('42501')
  })

  it('leads to files of that record alone', async () => {
    const { id } = await desk.placeOrder()
    for (const what of ['payment_proof', 'dispute_photo', 'photo', 'cv'])
      expect(
        (await desk.refusalOf(desk.admin.caller, look, ['orders', id, what, 'somebody/elses.jpg'])).code,
      ).toBe('P0002')
  })
})

describe('reasons to choose from', () => {
  it('are edited with the right and a second factor alone, and read by whoever decides', async () => {
    const add = `insert into public.decline_reasons (record_type, body) values ('farmers', 'Too far away')`
    for (const person of [desk.finance, desk.content, desk.agent, desk.member])
      expect((await desk.refusalOf(strong(person), add)).code).toBe('42501')
    for (const text of [
      add,
      `update public.decline_reasons set body = 'Too near'`,
      'delete from public.decline_reasons',
    ])
      expect(await desk.refusalOf(desk.reviewer.caller, text)).toMatchObject({ code: '42501', hint: 'aal2' })
    await desk.as(strong(desk.reviewer), add)
    await desk.as(
      strong(desk.reviewer),
      `update public.decline_reasons set position = 90 where body = 'Too far away'`,
    )
    const read = `select body from public.decline_reasons where record_type = 'farmers' and body = 'Too far away'`
    expect((await desk.as(desk.reviewer.caller, read)).rows).toHaveLength(1)
    expect((await desk.as(desk.finance.caller, read)).rows).toHaveLength(0)
    expect((await desk.as(desk.member.caller, 'select from public.decline_reasons')).rows).toHaveLength(0)
  })
})
