// Decisions: on many records at once, each as it was seen, and the ledger that holds every one of them.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { adminRecordTypes, type BulkOutcome } from '#domain/admin/admin.ts'
import { withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())

const decide = 'select public.decide_records($1, $2, $3, $4)'
const rowsOf = (...rows: [id: string, expected: string][]) =>
  JSON.stringify(rows.map(([id, expected]) => ({ id, expected })))

describe('a decision on many', () => {
  it('is refused without the right, whatever the rows', async () => {
    const { id } = await app.placeOrder()
    for (const { caller } of [app.reviewer, app.finance, app.member])
      expect(
        (await app.refusalOf(caller, decide, ['orders', rowsOf([id, 'pending']), 'approved', null])).code,
      ).toBe('42501')
  })

  it('leaves out of an approval who waits for a correction that was requested, and no longer once it is answered', async () => {
    const sent = [await app.registrations.send('farmer'), await app.registrations.send('farmer')]
    const [asked, other] = sent.map(({ stored }) => stored.id) as [string, string]
    await app.call(app.reviewer.caller, 'select public.request_correction($1, $2, $3, $4)', [
      'farmers',
      asked,
      JSON.stringify([{ field: 'city', note: 'Which one?' }]),
      null,
    ])
    const flags = async (caller = app.reviewer.caller) =>
      (
        await app.as<{ record_id: string; flags: string[] }>(
          caller,
          `select * from public.find_record_flags('farmers', $1)`,
          [[asked, other]],
        )
      ).rows.filter((row) => row.flags.includes('correction'))
    expect((await flags()).map(({ record_id }) => record_id)).toEqual([asked])
    const approve = (...ids: string[]) =>
      app.call<BulkOutcome>(app.reviewer.caller, decide, [
        'farmers',
        rowsOf(...ids.map((id): [string, string] => [id, 'pending'])),
        'approved',
        null,
      ])
    const outcome = await approve(asked, other)
    expect(outcome.changed).toEqual([other])
    expect(outcome.skipped).toMatchObject([
      {
        id: asked,
        status: 'pending',
        why: 'refused',
        message: expect.stringContaining('a correction was requested'),
      },
    ])
    // Once it is answered, nothing holds the approval.
    await app.sql(
      `insert into public.registration_submissions (record_type, record_id, version, form, answers, channel)
       select record_type, record_id, version + 1, form, answers, channel from public.registration_submissions where record_id = $1`,
      [asked],
    )
    expect(await flags()).toEqual([])
    expect((await approve(asked)).changed).toEqual([asked])
  })

  it('changes hundreds that match a search, each as it was seen, and notifies each person of those alone', async () => {
    await app.sql(
      `insert into public.farmers (farm_name, location, contact_name, contact_email, phone, crops_grown)
       select 'Many ' || n, 'Zungeru', 'Ada', 'many-' || n || '@example.com', '+2348031234567', '{Maize}'
       from generate_series(1, 240) as n`,
    )
    const { count, records } = await app.find(
      { list: 'farmers', search: 'zungeru', page_size: 500 },
      app.reviewer.caller,
    )
    expect([count, records.length]).toEqual([240, 240])
    const early = records.slice(0, 7).map(({ id }) => id)
    await app.sql(
      `update public.farmers set status = 'declined', decline_reason = 'No' where id = any ($1)`,
      [early],
    )
    const outcome = await app.call<BulkOutcome>(app.reviewer.caller, decide, [
      'farmers',
      rowsOf(...records.map(({ id, status }): [string, string] => [id, status])),
      'approved',
      null,
    ])
    expect(outcome.changed).toHaveLength(233)
    expect(outcome.skipped.map(({ id, status, why }) => [id, status, why]).sort()).toEqual(
      early.map((id) => [id, 'declined', 'changed_meanwhile']).sort(),
    )
    const reported = await app.sql<{ recipient: string }>(
      `select recipient from private.mail_outbox where template = 'registration_approved' and recipient like 'many-%'`,
    )
    expect(reported).toHaveLength(233)
  })

  it('changes the rows that are as they were seen, and names each that is not', async () => {
    const [one, two, decided] = [await app.addFarmer(), await app.addFarmer(), await app.addFarmer()]
    await app.sql(`update public.farmers set status = 'declined' where id = $1`, [decided])
    const gone = randomUUID()
    const outcome = await app.call<BulkOutcome>(app.reviewer.caller, decide, [
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
      (await app.registrations.send('investor_individual', { person: app.reviewer })).stored.id,
      (await app.registrations.send('investor_individual')).stored.id,
    ]
    const outcome = await app.call<BulkOutcome>(app.reviewer.caller, decide, [
      'investors',
      rowsOf([own, 'pending'], [other, 'pending']),
      'approved',
      null,
    ])
    expect(outcome).toEqual({
      changed: [other],
      events: [expect.any(Number)],
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

  it('notifies each person, with the reason', async () => {
    const [one, two] = [await app.placeOrder(), await app.placeOrder()]
    await app.call(app.admin.caller, decide, [
      'orders',
      rowsOf([one.id, 'pending'], [two.id, 'pending']),
      'declined',
      'We are out of stock',
    ])
    const mails = await app.sql(
      `select data ->> 'reason' as reason from private.mail_outbox where template = 'order_declined' and data ->> 'order_id' = any ($1)`,
      [[one.id, two.id]],
    )
    expect(mails).toEqual([{ reason: 'We are out of stock' }, { reason: 'We are out of stock' }])
  })

  it('by two people at once changes every row once', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => app.addFarmer()))
    const rows = (list: string[]) => rowsOf(...list.map((id): [string, string] => [id, 'pending']))
    const [mine, theirs] = await Promise.all([
      app.call<BulkOutcome>(app.admin.caller, decide, ['farmers', rows(ids), 'approved', null]),
      app.call<BulkOutcome>(app.reviewer.caller, decide, [
        'farmers',
        rows(ids.toReversed()),
        'declined',
        'No',
      ]),
    ])
    expect([...mine.changed, ...theirs.changed].sort()).toEqual(ids.sort())
    const events = await app.sql('select from public.decision_events where record_id = any ($1)', [ids])
    expect(events).toHaveLength(12)
  })

  it('of more than 500 rows, or of none, is refused', async () => {
    const many = rowsOf(...Array.from({ length: 501 }, (): [string, string] => [randomUUID(), 'pending']))
    for (const rows of [many, '[]', '{}'])
      expect((await app.refusalOf(app.admin.caller, decide, ['farmers', rows, 'approved', null])).hint).toBe(
        'rows',
      )
  })
})

describe('the ledger of decisions', () => {
  const ledger = (id: string) =>
    app
      .as(
        app.admin.caller,
        `select actor_id, actor_role, from_status, to_status, reason from public.decision_events
          where record_id = $1 order by id`,
        [id],
      )
      .then(({ rows }) => rows)

  it('holds what became of a listing, and why', async () => {
    const [product] = await app.sql<{ id: string }>(
      `insert into public.products (name, category, description, farmer_name, location, pack_amount, pack_unit, price_kobo)
       values ('Rice', 'Grains', 'Parboiled', 'Ada Farm', 'Keffi', 50, 'kg', 4500000) returning id`,
    )
    const id = product?.id ?? ''
    await app.call(app.content.caller, decide, ['products', rowsOf([id, 'pending']), 'hidden', 'No photo'])
    await app.as(
      withSecondFactor(app.admin),
      `select public.change_product($1, '{"price_kobo": 4400000}', '{"price_kobo": 4500000}')`,
      [id],
    )
    await app.as(app.admin.caller, `update public.products set status = 'published' where id = $1`, [id])
    const hidden = { actor_role: 'content', from_status: 'pending', to_status: 'hidden', reason: 'No photo' }
    expect(await ledger(id)).toEqual([
      { actor_id: app.content.id, ...hidden },
      {
        actor_id: app.admin.id,
        actor_role: 'admin',
        from_status: 'hidden',
        to_status: 'published',
        reason: null,
      },
    ])
    const read = 'select from public.decision_events where record_id = $1'
    for (const { caller } of [app.finance, app.member, app.agent])
      expect((await app.as(caller, read, [id])).rows).toEqual([])
  })

  it('holds who answered a message, and who opened it again', async () => {
    const [sent] = await app.sql<{ id: string }>(
      `select public.submit_contact_message('{"topic":"general","name":"Ada Obi","email":"ada@example.com","message":"Do you buy sesame?"}',
        gen_random_uuid()) ->> 'id' as id`,
    )
    const id = sent?.id ?? ''
    for (const status of ['completed', 'pending'])
      await app.as(app.admin.caller, 'update public.contact_messages set status = $2 where id = $1', [
        id,
        status,
      ])
    expect(await ledger(id)).toEqual([
      expect.objectContaining({ actor_id: app.admin.id, from_status: 'pending', to_status: 'completed' }),
      expect.objectContaining({ actor_id: app.admin.id, from_status: 'completed', to_status: 'pending' }),
    ])
  })

  it('is read with the money and the goods of an order, and the corrections of a registration', async () => {
    const history =
      'select axis, from_value, to_value, reason, actor_role, actor_name from public.record_history($1, $2)'
    const order = await app.placeOrder()
    await app.as(app.admin.caller, `update public.orders set status = 'approved' where id = $1`, [order.id])
    await app.sql(`update public.orders set payment_status = 'confirmed' where id = $1`, [order.id])
    const [money, decided] = (await app.as(app.admin.caller, history, ['orders', order.id])).rows
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
    const farmer = await app.addFarmer()
    await app.call(app.reviewer.caller, 'select public.request_correction($1, $2, $3, $4)', [
      'farmers',
      farmer,
      '[{"field":"farmName","note":"In full, please"}]',
      'Thank you',
    ])
    const [requested] = (await app.as(app.admin.caller, history, ['farmers', farmer])).rows
    expect(requested).toMatchObject({ axis: 'correction', reason: 'Thank you', actor_name: 'Bola Reviewer' })
    for (const { caller } of [app.member, app.finance, app.agent])
      expect((await app.refusalOf(caller, history, ['farmers', farmer])).code).toBe('42501')
  })

  it.each(adminRecordTypes)('takes every kind that staff decide on: %s', async (type) => {
    const [known] = await app.sql(
      `select count(*)::int as triggers from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where tgrelid = $1::regclass and prosrc ~ 'private\\.(decide|record_decision)\\('`,
      [`public.${type}`],
    )
    expect(known).toEqual({ triggers: 1 })
  })
})
