// The register of personal data breaches: its rights, its clock, its rules, and that what was written stays.
import { afterAll, describe, expect, it } from 'vitest'
import {
  type BreachEvent,
  breachDataCategories,
  breachEventKinds,
  breachLimits,
  breachPeopleCategories,
  breachRisks,
  breachStatuses,
  hoursToNotify,
  type NewBreach,
} from '#domain/admin/breaches.ts'
import { remindOfBreaches } from '#server/admin/breach-reminders.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
const admin = withSecondFactor(app.admin)
afterAll(() => app.close())

const hour = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const breachOf = (change: Partial<NewBreach> = {}): NewBreach => ({
  title: 'List of farmers sent to a wrong address',
  facts: 'A file with names and phones of farmers was mailed to another company.',
  detection: 'The other company wrote to us.',
  aware_at: hoursAgo(1),
  data_categories: ['contact'],
  people_categories: ['farmers'],
  people_count: 120,
  records_count: null,
  consequences: 'Unwanted calls.',
  measures: 'The other company has deleted the file.',
  risk: '',
  ...change,
})
const open = (change: Partial<NewBreach> = {}, caller = admin) =>
  app.call<string>(caller, 'select public.open_breach($1)', [JSON.stringify(breachOf(change))])
const add = (
  id: string,
  kind: string,
  { at = hoursAgo(0), body = 'As agreed', changes = {} } = {},
  caller = admin,
) =>
  app.call<string>(caller, 'select public.add_breach_event($1, $2, $3, $4, $5)', [
    id,
    kind,
    at,
    body,
    JSON.stringify(changes),
  ])
const read = async (id: string) =>
  (await app.as<Record<string, unknown>>(admin, 'select * from public.breach_register where id = $1', [id]))
    .rows[0]
const eventsOf = (id: string) =>
  app
    .as<BreachEvent & Record<string, unknown>>(admin, 'select * from public.list_breach_events($1)', [id])
    .then(({ rows }) => rows)
const mailsOf = (id: string) =>
  app.sql<{ template: string; recipient: string; hours: number }>(
    `select template, recipient, (data ->> 'hours')::int as hours from private.mail_outbox
     where data ->> 'id' = $1 order by created_at`,
    [id],
  )

describe('the register of breaches', () => {
  it.each([
    ['a visitor', () => anonymous],
    ['a member', () => withSecondFactor(app.member)],
    ['a reviewer', () => withSecondFactor(app.reviewer)],
    ['finance', () => withSecondFactor(app.finance)],
    ['content', () => withSecondFactor(app.content)],
    ['a field agent', () => withSecondFactor(app.agent)],
    ['the server', () => service],
  ])('is written by admins alone, not by %s', async (_, caller) => {
    const id = await open()
    const as = caller()
    for (const [text, values] of [
      ['select public.open_breach($1)', [JSON.stringify(breachOf())]],
      ['select public.add_breach_event($1, $2, now(), $3)', [id, 'note', 'As agreed']],
      ['select public.list_breach_events($1)', [id]],
    ] as const)
      expect((await app.refusalOf(as, text, [...values])).code).toBe('42501')
    const rows = await app.as(as, 'select from public.breach_register').then(
      ({ rows: result }) => result,
      () => [],
    )
    expect(rows).toEqual([])
  })

  it('asks an admin for the second factor', async () => {
    const refusal = await app.refusalOf(app.admin.caller, 'select public.open_breach($1)', [
      JSON.stringify(breachOf()),
    ])
    expect(refusal).toMatchObject({ code: '42501', hint: 'aal2' })
  })

  it('counts 72 hours from when the company was aware, late ones first', async () => {
    const ids = [
      await open({ aware_at: hoursAgo(10) }),
      await open({ aware_at: hoursAgo(80) }),
      await open({ aware_at: hoursAgo(1), risk: 'unlikely' }),
    ]
    const { rows } = await app.as<{ id: string; status: string; left: number | null }>(
      admin,
      `select id, status, round(extract(epoch from due_at - now()) / 3600)::int as left
       from public.breach_register where id = any ($1) order by sort_at, aware_at desc`,
      [ids],
    )
    expect(rows).toEqual([
      { id: ids[1], status: 'to_notify', left: hoursToNotify - 80 },
      { id: ids[0], status: 'to_notify', left: hoursToNotify - 10 },
      { id: ids[2], status: 'not_required', left: null },
    ])
  })

  it('goes from risk to notice to the end, and each step is an event that names its author', async () => {
    const id = await open({ aware_at: hoursAgo(5) })
    expect(
      (await app.refusalOf(admin, `select public.add_breach_event($1, 'closed', now(), 'Over')`, [id]))
        .message,
    ).toBe('Please judge the risk before you close it')
    await add(id, 'assessed', {
      changes: { risk: 'high', people_count: 140 },
      body: 'More farmers than we thought',
    })
    expect(
      (await app.refusalOf(admin, `select public.add_breach_event($1, 'closed', now(), 'Over')`, [id]))
        .message,
    ).toContain('The Commission has to be notified')
    const at = hoursAgo(2)
    await add(id, 'commission_notified', { at, changes: { reference: 'NDPC/2026/0017' } })
    expect(
      (await app.refusalOf(admin, `select public.add_breach_event($1, 'closed', now(), 'Over')`, [id]))
        .message,
    ).toContain('The people concerned')
    await add(id, 'people_notified', { at: hoursAgo(1) })
    expect(await read(id)).toMatchObject({
      status: 'notified',
      due_at: null,
      risk: 'high',
      people_count: 140,
      commission_reference: 'NDPC/2026/0017',
      commission_notified_at: new Date(at),
    })
    await add(id, 'closed', { body: 'Nothing more came of it' })
    expect(await read(id)).toMatchObject({ status: 'closed', closed_by: app.admin.id })
    expect(
      (await app.refusalOf(admin, `select public.add_breach_event($1, 'note', now(), 'More')`, [id])).message,
    ).toContain('This breach is closed')
    await add(id, 'reopened', { body: 'A second mail was found' })
    expect(await read(id)).toMatchObject({ status: 'notified', closed_at: null })
    expect((await eventsOf(id)).map(({ kind, author_name }) => [kind, author_name])).toEqual(
      ['opened', 'assessed', 'commission_notified', 'people_notified', 'closed', 'reopened'].map((kind) => [
        kind,
        'Ngozi Admin',
      ]),
    )
    // The trail has each step, and no word of what happened.
    const trail = await app.sql<{ action: string; after: object }>(
      `select action, after from public.audit_trail where subject_type = 'breaches' and subject_id = $1 order by id`,
      [id],
    )
    expect(trail.filter(({ action }) => action === 'event').map(({ after }) => after)).toContainEqual({
      kind: 'closed',
    })
    expect(trail.filter(({ action }) => action === 'update').length).toBeGreaterThan(3)
    expect(JSON.stringify(trail)).not.toMatch(/farmers|wrong address|came of it/)
  })

  it.each([
    ['an awareness still to come', { aware_at: new Date(Date.now() + hour).toISOString() }],
    ['no kind of data', { data_categories: [] }],
    ['an unknown kind of people', { people_categories: ['neighbours'] }],
    ['a BVN among the facts', { facts: 'The BVN 22345678901 was in the file.' }],
    ['a birth date among the consequences', { consequences: 'Born 12 May 1990, now known to all' }],
  ])('refuses %s', async (_, change) => {
    const refusal = await app.refusalOf(admin, 'select public.open_breach($1)', [
      JSON.stringify(breachOf(change)),
    ])
    expect(refusal.code).toBe('23514')
  })

  it('refuses an event of tomorrow, a notice before anybody was aware, and a number of a person', async () => {
    const id = await open({ aware_at: hoursAgo(5) })
    for (const [kind, at, body] of [
      ['note', new Date(Date.now() + 24 * hour).toISOString(), 'As agreed'],
      ['commission_notified', hoursAgo(6), 'As agreed'],
      ['note', hoursAgo(1), 'NIN 12345678901 was in it'],
    ] as const)
      expect(
        (await app.refusalOf(admin, 'select public.add_breach_event($1, $2, $3, $4)', [id, kind, at, body]))
          .code,
      ).toBe('23514')
  })

  it('stays as it was written, for admins, the server and the owner of the database', async () => {
    const id = await open()
    for (const text of [
      `update public.breaches set facts = 'Nothing at all happened'`,
      `update public.breach_events set body = 'Nothing'`,
      'delete from public.breaches',
      'delete from public.breach_events',
      'truncate public.breaches cascade',
    ]) {
      for (const caller of [admin, service]) expect((await app.refusalOf(caller, text)).code).toBe('42501')
      await expect(app.sql(text)).rejects.toThrow('keeps what was written')
    }
    // Nor does its clock start later.
    await expect(app.sql(`update public.breaches set aware_at = now() where id = $1`, [id])).rejects.toThrow(
      'keeps',
    )
    await expect(
      app.sql(`update public.breaches set closed_at = now(), closed_by = $2 where id = $1`, [
        id,
        app.admin.id,
      ]),
    ).rejects.toThrow('breaches_closed_at_allowed')
  })

  it('goes when its period is over, counted from its end', async () => {
    const id = await open({ risk: 'unlikely' })
    await add(id, 'closed')
    const closedAt = (years: number) =>
      app.sql(
        `begin; set local session_replication_role = replica;
        update public.breaches set closed_at = now() - interval '${years} years' where id = '${id}'; commit`,
      )
    await closedAt(9)
    await app.as(service, 'select private.forget_breaches()')
    expect(await eventsOf(id)).toHaveLength(2)
    await closedAt(11)
    await app.as(service, 'select private.forget_breaches()')
    expect(await read(id)).toBeUndefined()
    expect(await app.sql('select from public.breach_events where breach_id = $1', [id])).toEqual([])
  })

  it('has the words that the desk offers', async () => {
    for (const [constraint, options] of [
      ['breaches_data_categories_known', breachDataCategories],
      ['breaches_people_categories_known', breachPeopleCategories],
      ['breaches_risk_known', breachRisks],
      ['breach_events_kind_known', [...breachEventKinds, { value: 'opened' }]],
    ] as const) {
      const [row] = await app.sql<{ text: string }>(
        'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
        [constraint],
      )
      const stored = [...(row?.text ?? '').matchAll(/'([a-z_]+)'/g)].map(([, value]) => value)
      expect([constraint, [...new Set(stored)].sort()]).toEqual([
        constraint,
        options.map(({ value }) => value).sort(),
      ])
    }
    for (const [column, { max }] of Object.entries({
      breaches_title: breachLimits.title,
      breaches_facts: breachLimits.facts,
      breaches_detection: breachLimits.detection,
      breaches_consequences: breachLimits.consequences,
      breaches_measures: breachLimits.measures,
      breach_events_body: breachLimits.body,
    })) {
      const [row] = await app.sql<{ text: string }>(
        'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
        [`${column}_length`],
      )
      expect([column, row?.text]).toEqual([column, expect.stringContaining(`<= ${max}`)])
    }
    const [view] = await app.sql<{ text: string }>(`select pg_get_viewdef('public.breach_register') as text`)
    for (const { value } of breachStatuses) expect(view?.text).toContain(`'${value}'`)
  })
})

describe('the mails about a breach', () => {
  it('go to every admin when it is opened, and after 24 and 60 hours without a notice, once each', async () => {
    const second = await app.addPerson({ role: 'admin' })
    const id = await open()
    const sent = async () => (await mailsOf(id)).map(({ template, hours }) => `${template} ${hours}`)
    expect((await mailsOf(id)).map(({ recipient }) => recipient).sort()).toEqual(
      [app.admin.email, second.email].sort(),
    )
    const awareSince = async (hours: number) => {
      await remindOfBreaches(app.database, () => new Date(Date.now() + (hours - 1) * hour))
      await remindOfBreaches(app.database, () => new Date(Date.now() + (hours - 1) * hour))
    }
    await awareSince(23.9)
    expect(await sent()).toHaveLength(2)
    await awareSince(24.1)
    await awareSince(59)
    expect((await sent()).slice(2)).toEqual(Array(2).fill('breach_reminder 24'))
    await awareSince(60.1)
    await awareSince(90)
    expect((await sent()).slice(4)).toEqual(Array(2).fill('breach_reminder 60'))
  })

  it('end with the notice, and are none where nobody is at risk', async () => {
    const [notified, harmless] = [await open(), await open({ risk: 'unlikely' })]
    await add(notified, 'commission_notified')
    await remindOfBreaches(app.database, () => new Date(Date.now() + 70 * hour))
    for (const id of [notified, harmless])
      expect((await mailsOf(id)).every(({ template }) => template === 'breach_opened')).toBe(true)
  })

  it('say nothing of what happened', async () => {
    const id = await open()
    const [mail] = await app.sql<{ data: object }>(
      `select data from private.mail_outbox where data ->> 'id' = $1`,
      [id],
    )
    expect(Object.keys(mail?.data ?? {}).sort()).toEqual(['aware_at', 'due_at', 'hours', 'id'])
  })
})
