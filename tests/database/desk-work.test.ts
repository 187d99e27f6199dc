// Record work: notes, assignment, clocks, decisions on many at once, looks at files; with and around the site.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BulkOutcome, deskRecordTypes, dueClocks, nameDeskPermission } from '#domain/desk.ts'
import { type DeskHouse, openDeskHouse } from './desk-house.ts'
import { anonymous } from './house.ts'

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
  it('is the same for the clocks', async () => {
    const rows = await desk.sql('select record_type, clock, hours from private.due_clocks')
    expect(rows).toHaveLength(dueClocks.length)
    expect(rows).toEqual(
      expect.arrayContaining(
        dueClocks.map(({ recordType, clock, hours }) => ({ record_type: recordType, clock, hours })),
      ),
    )
  })

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

describe('an order that waits', () => {
  const clocksOf = async (id: string) =>
    (
      await desk.as<{ clock: string }>(
        desk.admin.caller,
        'select clock from public.overdue_records where record_id = $1 order by clock',
        [id],
      )
    ).rows.map(({ clock }) => clock)

  it('is overdue after 24 hours without contact, and after 48 without a decision', async () => {
    const { id } = await desk.placeOrder()
    await desk.age('orders', id, '23 hours 59 minutes')
    expect(await clocksOf(id)).toEqual([])
    await desk.age('orders', id, '2 minutes')
    expect(await clocksOf(id)).toEqual(['first_contact'])
    await desk.age('orders', id, '24 hours')
    expect(await clocksOf(id)).toEqual(['decision', 'first_contact'])
  })

  it.each([
    ['a contact that is noted', `select public.log_first_contact('orders', $1)`],
    ['a message to the buyer', `select public.send_order_message($1, 'We have your order')`],
  ])('has had its first contact by %s', async (_, contact) => {
    const { id } = await desk.placeOrder()
    await desk.age('orders', id, '25 hours')
    await desk.as(desk.admin.caller, contact, [id])
    expect(await clocksOf(id)).toEqual([])
  })

  it('is told to nobody who may not read orders', async () => {
    const { id } = await desk.placeOrder()
    await desk.age('orders', id, '49 hours')
    const read = 'select from public.overdue_records where record_id = $1'
    expect((await desk.as(desk.reviewer.caller, read, [id])).rows).toEqual([])
    expect((await desk.as(desk.member.caller, read, [id])).rows).toEqual([])
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

  it('leads to files of that record alone', async () => {
    const { id } = await desk.placeOrder()
    for (const what of ['payment_proof', 'dispute_photo', 'photo', 'cv'])
      expect(
        (await desk.refusalOf(desk.admin.caller, look, ['orders', id, what, 'somebody/elses.jpg'])).code,
      ).toBe('P0002')
  })
})

describe('reasons to choose from', () => {
  it('are edited with the right alone, and read by whoever decides', async () => {
    const add = `insert into public.decline_reasons (record_type, body) values ('farmers', 'Too far away')`
    for (const { caller } of [desk.finance, desk.content, desk.agent, desk.member])
      expect((await desk.refusalOf(caller, add)).code).toBe('42501')
    await desk.as(desk.reviewer.caller, add)
    const read = `select body from public.decline_reasons where record_type = 'farmers' and body = 'Too far away'`
    expect((await desk.as(desk.reviewer.caller, read)).rows).toHaveLength(1)
    expect((await desk.as(desk.finance.caller, read)).rows).toHaveLength(0)
    expect((await desk.as(desk.member.caller, 'select from public.decline_reasons')).rows).toHaveLength(0)
  })
})
