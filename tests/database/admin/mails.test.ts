// Mails in the admin area: seen by those who may, sent again where that opens nothing; short messages only when switched on.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { MailRow } from '#domain/admin/admin.ts'
import { silentLog } from '#platform/log.ts'
import { createFileSms } from '#server/mail/sms.ts'
import { type TemplateName, templates } from '#server/mail/templates.ts'
import { mailJob } from '#server/mail/worker.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { within } from '#tests/harness/within.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())

const list = (filter = '', caller = app.admin.caller) =>
  app
    .as<MailRow & Record<string, unknown>>(caller, `select * from public.list_mails(${filter})`)
    .then(({ rows }) => rows)
const resend = 'select public.resend_mail($1)'

/** A mail in the outbox that is given up at its first try. */
async function addFailed(template: string, data: object, email: string): Promise<string> {
  const id = await app.call<string>(service, 'select private.enqueue_mail($1, $2, $3)', [
    template,
    email,
    JSON.stringify(data),
  ])
  await app.sql(`update private.mail_outbox set status = 'sending' where id = $1`, [id])
  await app.call(service, 'select private.mark_mail_failed($1, $2, null)', [id, 'EENVELOPE 550'])
  return id
}

describe('mails on the desk', () => {
  it('are neither seen nor sent again without the right', async () => {
    const id = await addFailed('order_approved', { code: 'AG7K4-2X9Q' }, 'one@example.com')
    for (const caller of [
      anonymous,
      ...[app.member, app.finance, app.content, app.agent].map(withSecondFactor),
    ]) {
      expect((await app.refusalOf(caller, 'select * from public.list_mails()')).code).toBe('42501')
      expect((await app.refusalOf(caller, 'select * from public.find_mail($1)', [id])).code).toBe('42501')
      expect((await app.refusalOf(caller, resend, [id])).code).toBe('42501')
    }
    expect((await app.refusalOf(withSecondFactor(app.admin), 'select * from private.mail_outbox')).code).toBe(
      '42501',
    )
  })

  it('show their state, by state and by search, newest first, with how many there are', async () => {
    await addFailed('order_declined', { code: 'x' }, 'find_me@example.com')
    const rows = await list(`only_state => 'failed', search => 'find_me'`)
    expect(rows).toEqual([
      expect.objectContaining({
        recipient: 'find_me@example.com',
        state: 'failed',
        last_error: 'EENVELOPE 550',
        channel: 'email',
      }),
    ])
    expect(await list(`search => 'find%me'`)).toEqual([])
    // By what staff call its kind.
    const called = await list(`search => 'bulk order decl'`)
    expect(new Set(called.map(({ template }) => template))).toEqual(new Set(['order_declined']))
    const [first] = await list('page_size => 1')
    expect(Number(first?.total)).toBeGreaterThan(1)
    // The same ones the other way round.
    const times = (rows: readonly MailRow[]) => rows.map(({ created_at }) => new Date(created_at).getTime())
    const newest = times(await list('page_size => 100'))
    expect(new Set(newest).size).toBeGreaterThan(1)
    expect(times(await list('page_size => 100, oldest_first => true'))).toEqual(newest.toReversed())
  })

  it('are found by the days in Lagos on which they were written, both of them in it', async () => {
    const written = {
      'day-1@example.com': '2026-03-01T22:59:59Z',
      'day-2@example.com': '2026-03-01T23:00:00Z',
      'day-3@example.com': '2026-03-03T22:59:59Z',
      'day-4@example.com': '2026-03-03T23:00:00Z',
    }
    for (const [email, at] of Object.entries(written)) {
      const id = await addFailed('order_approved', { code: 'AG7K4-2X9Q' }, email)
      await app.sql(`update private.mail_outbox set created_at = $2 where id = $1`, [id, at])
    }
    const days = `search => 'day-', since => '2026-03-02', until => '2026-03-03'`
    const inDays = ['day-2@example.com', 'day-3@example.com']
    const rows = await list(days)
    expect(rows.map(({ recipient }) => recipient).sort()).toEqual(inDays)
    expect(rows.map(({ total }) => Number(total))).toEqual([2, 2])
    const { rows: exported } = await app.as<{ recipient: string }>(
      app.admin.caller,
      `select recipient from public.next_mails(${days})`,
    )
    expect(exported.map(({ recipient }) => recipient).sort()).toEqual(inDays)
    expect((await list(`search => 'day-', until => '2026-03-01'`)).map(({ recipient }) => recipient)).toEqual(
      ['day-1@example.com'],
    )
    expect((await list(`search => 'day-', since => '2026-03-04'`)).map(({ recipient }) => recipient)).toEqual(
      ['day-4@example.com'],
    )
  })

  it('that failed go out again, once an admin requests it; who did is written down', async () => {
    const id = await addFailed('order_approved', { code: 'AG7K4-2X9Q' }, 'again@example.com')
    await app.call(app.admin.caller, resend, [id])
    expect(
      await app.sql('select status, attempts, data from private.mail_outbox where id = $1', [id]),
    ).toEqual([{ status: 'waiting', attempts: 0, data: { code: 'AG7K4-2X9Q' } }])
    expect(
      await app.sql(`select actor_id from public.audit_trail where action = 'resend' and subject_id = $1`, [
        id,
      ]),
    ).toEqual([{ actor_id: app.admin.id }])
  })

  it('that a worker takes and sends meanwhile do not go out twice', async () => {
    const id = await addFailed('order_approved', { code: 'AG7K4-2X9Q' }, 'taken@example.com')
    await app.sql(`update private.mail_outbox set status = 'waiting', attempts = 1 where id = $1`, [id])
    const worker = await app.owner.connect()
    try {
      await worker.query('begin')
      await worker.query(`update private.mail_outbox set status = 'sent', data = '{}' where id = $1`, [id])
      const sending = app.refusalOf(app.admin.caller, resend, [id])
      await vi.waitUntil(
        async () =>
          (
            await app.sql(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).length > 0,
        within,
      )
      await worker.query('commit')
      expect((await sending).code).toBe('P0002')
    } finally {
      worker.release()
    }
    expect(await app.sql('select status from private.mail_outbox where id = $1', [id])).toEqual([
      { status: 'sent' },
    ])
  })

  it('are those of one’s own queues: nobody but who manages staff sees those about accounts and staff', async () => {
    const to = `${randomUUID()}@example.com`
    const add = (template: string, data: object = {}) =>
      app.call<string>(service, 'select private.enqueue_mail($1, $2, $3)', [
        template,
        to,
        JSON.stringify(data),
      ])
    const farmer = await app.addFarmer()
    const { id: order } = await app.placeOrder()
    const mails = {
      farmer: await add('registration_approved', { record_type: 'farmers', record_id: farmer }),
      order: await add('order_approved', { order_id: order }),
      newsletter: await add('newsletter_confirm'),
      account: await add('auth_recovery'),
      staff: await add('staff_invitation'),
    }
    await app.sql(
      `insert into public.role_permissions (role, permission) values ('finance', 'mails.read'), ('finance', 'mails.resend'),
        ('content', 'mails.read'), ('content', 'mails.resend')`,
    )
    const all = Object.entries(mails)
    for (const [person, seen] of [
      [app.admin, ['farmer', 'order', 'newsletter', 'account', 'staff']],
      [app.reviewer, ['farmer']],
      [app.finance, ['order']],
      [app.content, ['newsletter']],
    ] as const) {
      const rows = await list(`search => '${to}'`, withSecondFactor(person))
      expect(rows.map(({ id }) => id).sort()).toEqual(seen.map((name) => mails[name]).sort())
      for (const [name, id] of all) {
        const isSeen = (seen as readonly string[]).includes(name)
        const result = await app.as(withSecondFactor(person), 'select * from public.find_mail($1)', [id])
        expect(result.rows).toHaveLength(isSeen ? 1 : 0)
        if (!isSeen) expect((await app.refusalOf(withSecondFactor(person), resend, [id])).code).toBe('P0002')
      }
    }
    await app.sql(
      `delete from public.role_permissions where role in ('finance', 'content') and permission like 'mails.%'`,
    )
  })

  it.each([
    ['a password link', 'auth_recovery', { url: 'https://www.example.com/x', code: '123456' }],
    ['a guest link', 'registration_received', { token: 'secret' }],
  ])('with %s are forgotten when they fail, and cannot be sent again', async (_, template, data) => {
    const id = await addFailed(template, data, 'secret@example.com')
    expect(await app.sql('select data from private.mail_outbox where id = $1', [id])).toEqual([{ data: {} }])
    expect((await app.refusalOf(app.admin.caller, resend, [id])).code).toBe('P0002')
  })
})

describe('the mails about a record', () => {
  const about = 'select * from public.list_record_mails($1, $2)'
  const templatesOf = async (type: string, id: string) =>
    (await app.as<MailRow>(withSecondFactor(app.admin), about, [type, id])).rows.map(
      ({ template }) => template,
    )

  it('are refused to anyone who may not read the record', async () => {
    const { id } = await app.placeOrder()
    for (const caller of [anonymous, app.member.caller, app.reviewer.caller, app.agent.caller])
      expect((await app.refusalOf(caller, about, ['orders', id])).code).toBe('42501')
    expect((await app.refusalOf(app.admin.caller, about, ['profiles', id])).code).toBe('22023')
  })

  it('say what became of them; the address and the other side’s words are for anyone who reads mails', async () => {
    const { id } = await app.placeOrder()
    await app.as(app.admin.caller, `update public.orders set status = 'approved' where id = $1`, [id])
    await app.sql(
      `update private.mail_outbox set status = 'failed', last_error = 'mailbox full' where template = 'order_approved' and record_id = $1`,
      [id],
    )
    const { rows } = await app.as<MailRow>(app.admin.caller, about, ['orders', id])
    expect(rows).toEqual([
      expect.objectContaining({ template: 'order_approved', state: 'failed', last_error: 'mailbox full' }),
      // It leaves by itself: sent again is what was tried.
      expect.objectContaining({ template: 'order_received', state: 'waiting', can_resend: false }),
    ])
    expect(rows[0]?.recipient).toContain('@')
    const [seen] = (await app.as<MailRow>(app.finance.caller, about, ['orders', id])).rows
    expect(seen).toMatchObject({ state: 'failed', recipient: null, last_error: null })
    const result = await app.as(app.admin.caller, 'select * from public.find_mail($1)', [rows[0]?.id])
    expect(result.rows).toEqual([
      expect.objectContaining({ id: rows[0]?.id, record_type: 'orders', record_id: id }),
    ])
  })

  it('are those of every form, and of the decision', async () => {
    const farmer = await app.addFarmer()
    await app.as(app.reviewer.caller, `update public.farmers set status = 'approved' where id = $1`, [farmer])
    expect(await templatesOf('farmers', farmer)).toEqual(
      expect.arrayContaining(['registration_approved', 'registration_received']),
    )
    const [sent] = await app.sql<{ message: string; application: string }>(
      `select public.submit_contact_message('{"topic":"general","name":"Ada Obi","email":"asks@example.com","message":"Do you buy sesame?"}',
          gen_random_uuid()) ->> 'id' as message,
        public.submit_job_application('{"fullName":"Ada Obi","email":"asks@example.com","phone":"08031234567"}',
          '{"path":"0b7e7c1a-0000-4000-8000-000000000002.pdf","name":"cv.pdf","type":"application/pdf","bytes":10}', gen_random_uuid()) ->> 'id' as application`,
    )
    expect(await templatesOf('contact_messages', sent?.message ?? '')).toEqual(['contact_received'])
    expect(await templatesOf('job_applications', sent?.application ?? '')).toEqual(['application_received'])
  })

  it('announce every decision on an application or a listing, with its reason', async () => {
    const reason = 'The field is taken for this year.'
    const farmer = await app.addFarmer()
    const [created] = await app.sql<Record<'partner' | 'worker' | 'product', string>>(
      `with partner as (
        insert into public.partnership_applications (partnership_type, company_name, contact_person, email, phone, country, business_description)
        values ('franchise', 'Sahel Traders', 'Musa Bello', 'decided@example.com', '+2348030000009', 'Nigeria', 'We sell grain in three states.')
        returning id
      ), product as (
        insert into public.products (name, category, farmer_id, pack_amount, pack_unit, price_kobo, state)
        values ('Told beans', 'Grains', $1, 50, 'kg', 3500000, 'Nasarawa') returning id
      )
      select partner.id as partner, product.id as product, public.submit_job_application(
        '{"fullName":"Ada Obi","email":"decided@example.com","phone":"08031234567"}',
        '{"path":"0b7e7c1a-0000-4000-8000-000000000003.pdf","name":"cv.pdf","type":"application/pdf","bytes":10}', gen_random_uuid()
      ) ->> 'id' as worker from partner, product`,
      [farmer],
    )
    const decide = (table: string, id: string | undefined, change: string) =>
      app.as(app.admin.caller, `update public.${table} set ${change} where id = $1`, [id])
    await decide(
      'partnership_applications',
      created?.partner,
      `status = 'declined', decline_reason = '${reason}'`,
    )
    await decide('job_applications', created?.worker, `status = 'declined', decline_reason = '${reason}'`)
    await decide('farmers', farmer, `status = 'approved'`)
    await decide('products', created?.product, `status = 'published'`)
    await decide('products', created?.product, `status = 'hidden', review_note = '${reason}'`)
    expect(await templatesOf('partnership_applications', created?.partner ?? '')).toEqual([
      'partnership_declined',
    ])
    expect((await templatesOf('job_applications', created?.worker ?? '')).sort()).toEqual([
      'application_declined',
      'application_received',
    ])
    expect((await templatesOf('products', created?.product ?? '')).sort()).toEqual([
      'listing_hidden',
      'listing_published',
    ])
    const letters = await app.sql<{ template: TemplateName; data: Record<string, unknown> }>(
      `select template, data from private.mail_outbox where record_id = any ($1) and template ~ '_(declined|hidden)$'`,
      [[created?.partner, created?.worker, created?.product]],
    )
    expect(letters).toHaveLength(3)
    for (const { template, data } of letters)
      expect(
        templates[template].write(data, { companyName: 'the company', siteUrl: 'https://www.example.com' })
          .blocks,
      ).toContainEqual(
        expect.objectContaining({ kind: 'facts', rows: expect.arrayContaining([['Reason', reason]]) }),
      )
  })
})

describe('an address that is not written to', () => {
  const enqueue = (email: string, template = 'order_approved') =>
    app.call<string>(service, 'select private.enqueue_mail($1, $2, $3)', [
      template,
      email,
      '{"code":"AG7K4-2X9Q"}',
    ])
  const stateOf = async (id: string) =>
    (await app.sql('select status, last_error from private.mail_outbox where id = $1', [id]))[0]
  const claim = () => app.sql<{ id: string }>('select id from private.claim_mails(100, 60)')

  it('is put on the list, and taken off, by those who may', async () => {
    for (const { caller } of [app.member, app.finance, app.content]) {
      expect(
        (await app.refusalOf(caller, `select public.suppress_address('a@example.com', 'asked')`)).code,
      ).toBe('42501')
      expect((await app.refusalOf(caller, `select public.lift_suppression('a@example.com')`)).code).toBe(
        '42501',
      )
    }
    expect(
      (await app.refusalOf(app.admin.caller, `select public.suppress_address('nobody', 'asked')`)).hint,
    ).toBe('email')
    expect(
      (await app.refusalOf(app.admin.caller, `select public.lift_suppression('a@example.com')`)).code,
    ).toBe('P0002')
  })

  it.each(['admin', 'reviewer', 'finance'] as const)('is never that of a colleague (%s)', async (role) => {
    for (const caller of [app.reviewer.caller, withSecondFactor(app.admin)])
      expect(
        await app.refusalOf(caller, `select public.suppress_address($1, 'asked')`, [
          app[role].email.toUpperCase(),
        ]),
      ).toMatchObject({ code: '23514', hint: 'email' })
    expect(await app.sql('select from public.mail_suppressions where email = $1', [app[role].email])).toEqual(
      [],
    )
  })

  it('keeps nobody from their own account, unless there is no mailbox', async () => {
    const reasons = ['asked', 'complained', 'bounced']
    for (const reason of reasons)
      await app.sql(
        `insert into public.mail_suppressions (email, reason, expires_at)
          values ($1 || '@example.com', $1, case when $1 = 'bounced' then now() + interval '1 day' end)`,
        [reason],
      )
    const send = (template: string) =>
      Promise.all(reasons.map((reason) => enqueue(`${reason}@example.com`, template)))
    const [recovery, settlement, alarm, head, breach, news] = [
      await send('auth_recovery'),
      await send('staff_settlement_approved'),
      await send('staff_vault_alarm'),
      await send('audit_head'),
      await send('breach_opened'),
      await send('order_approved'),
    ]
    const claimed = (await claim()).map(({ id }) => id)
    const sent = (ids: string[]) => ids.map((id) => claimed.includes(id))
    expect(sent(recovery)).toEqual([true, true, false])
    // Nor anybody from what staff would rather not have heard.
    for (const ids of [settlement, alarm, head, breach]) expect(sent(ids)).toEqual([true, true, false])
    expect(sent(news)).toEqual([false, false, false])
    await app.sql('delete from public.mail_suppressions')
  })

  it('of the witness or outside the desk, where mails do not arrive, is reported to every admin, once a day', async () => {
    const outside = 'outside@example.com'
    const setOutside = (email: string) =>
      app.sql(`select private.set_app_setting('settlement_alarm_email', $1)`, [email])
    const reported = () =>
      app.sql<{ recipient: string; whom: string }>(
        `select recipient, data ->> 'whom' as whom from private.mail_outbox
         where template = 'staff_outside_unreached' order by data ->> 'whom'`,
      )
    await app.sql(`delete from private.mail_outbox where template = 'staff_outside_unreached'`)
    await setOutside(outside)
    const fail = async (email: string, template: string) =>
      app.sql(`update private.mail_outbox set status = 'failed' where id = $1`, [
        await enqueue(email, template),
      ])
    await fail('a@example.com', 'staff_vault_alarm')
    await fail(outside, 'order_approved')
    expect(await reported()).toEqual([])
    for (const _ of [1, 2]) {
      await fail(outside, 'staff_vault_alarm')
      await fail('witness@example.com', 'audit_head')
    }
    await app.sql(
      `insert into public.mail_suppressions (email, reason, expires_at) values ($1, 'bounced', now() + interval '1 day')`,
      [outside],
    )
    const admins = await app.sql(`select from public.user_roles where role = 'admin'`)
    expect((await reported()).map(({ whom }) => whom)).toEqual([
      ...admins.map(() => 'alarm'),
      ...admins.map(() => 'witness'),
    ])
    await setOutside('')
    await app.sql('delete from public.mail_suppressions')
  })

  it('stands in the audit trail with who put it on the list and took it off, masked', async () => {
    await app.call(app.reviewer.caller, `select public.suppress_address('trail@example.com', 'complained')`)
    await app.call(app.admin.caller, `select public.lift_suppression('trail@example.com')`)
    expect(
      await app.sql(
        `select actor_id, action, before, after from public.audit_trail
          where subject_type = 'mail_suppressions' and subject_id = 't•••@example.com' order by id`,
      ),
    ).toEqual([
      { actor_id: app.reviewer.id, action: 'insert', before: null, after: { reason: 'complained' } },
      { actor_id: app.admin.id, action: 'delete', before: { reason: 'complained' }, after: null },
    ])
  })

  it('gets nothing, however it is written, until it is taken off', async () => {
    await app.call(app.reviewer.caller, `select public.suppress_address('Quiet@Example.com', 'asked')`)
    const id = await enqueue('QUIET@example.com')
    expect((await claim()).map((mail) => mail.id)).not.toContain(id)
    expect(await stateOf(id)).toEqual({ status: 'failed', last_error: 'suppressed' })
    await app.call(app.reviewer.caller, `select public.lift_suppression('quiet@example.com')`)
    await app.call(app.admin.caller, resend, [id])
    expect((await claim()).map((mail) => mail.id)).toContain(id)
  })

  it('that bounces again within its month is stopped since the first time, and after it since the second', async () => {
    const email = 'twice@example.com'
    await app.sql(
      `insert into public.mail_suppressions (email, reason, created_at, expires_at)
       values ($1, 'bounced', now() - interval '40 days', now() + interval '1 hour')`,
      [email],
    )
    const bounce = async () => {
      const id = await enqueue(email, 'auth_recovery')
      await app.sql(`update private.mail_outbox set status = 'sent', sent_at = now() where id = $1`, [id])
      return app.call<string>(service, `select private.record_bounce($1, '5.1.1')`, [id])
    }
    const read = async () =>
      (
        await app.sql(
          `select created_at > now() - interval '1 minute' as is_new, expires_at > now() + interval '29 days' as is_stopped
           from public.mail_suppressions where email = $1`,
          [email],
        )
      )[0]
    expect(await bounce()).toBe('suppressed')
    expect(await read()).toEqual({ is_new: false, is_stopped: true })
    await app.sql(
      `update public.mail_suppressions set expires_at = now() - interval '1 day' where email = $1`,
      [email],
    )
    expect(await bounce()).toBe('suppressed')
    expect(await read()).toEqual({ is_new: true, is_stopped: true })
  })

  it('is news to the lists that are open at the desk: who is to be phoned, and who is not written to', async () => {
    const heard = async () =>
      (
        await app.sql<{ list: string }>(
          `select payload ->> 'list' as list from realtime.messages
           where topic = 'desk' and payload ->> 'list' in ('people_to_phone', 'mail_suppressions') order by 1`,
        )
      ).map(({ list }) => list)
    await app.sql(`delete from realtime.messages where topic = 'desk'`)
    await app.call(app.reviewer.caller, `select public.suppress_address('heard@example.com', 'asked')`)
    expect(await heard()).toEqual(['mail_suppressions', 'people_to_phone'])
    await app.call(app.reviewer.caller, `select public.lift_suppression('heard@example.com')`)
    expect(await heard()).toHaveLength(4)
  })

  it('that bounced is left alone for a month; one that was full for the moment is not', async () => {
    for (const [email, error] of [
      ['gone@example.com', 'Error EENVELOPE 550'],
      ['full@example.com', 'Error EENVELOPE 452'],
      ['spam@example.com', 'Error EMESSAGE 550'],
    ] as const) {
      const id = await enqueue(email)
      await claim()
      await app.call(service, 'select private.mark_mail_failed($1, $2, null)', [id, error])
    }
    const later = await enqueue('gone@example.com')
    const others = await Promise.all([enqueue('full@example.com'), enqueue('spam@example.com')])
    const claimed = (await claim()).map(({ id }) => id)
    expect(claimed).toEqual(expect.arrayContaining(others))
    expect(claimed).not.toContain(later)
    await app.sql(`update public.mail_suppressions set expires_at = now() - interval '1 second'`)
    const afterwards = await enqueue('gone@example.com')
    expect((await claim()).map(({ id }) => id)).toContain(afterwards)
  })
})

describe('short messages', () => {
  const decide = async () => {
    const { stored } = await app.registrations.send('farmer', { answers: { email: '', noEmail: true } })
    await app.as(app.reviewer.caller, `update public.farmers set status = 'approved' where id = $1`, [
      stored.id,
    ])
    return stored
  }
  const waiting = () =>
    app.sql(`select recipient, data from private.mail_outbox where channel = 'sms' and status = 'waiting'`)

  it('are not written while they are switched off', async () => {
    await decide()
    expect(await waiting()).toEqual([])
  })

  it('reach anyone who has a phone and no address, through the same outbox, into a file', async () => {
    await app.call(service, `select private.set_app_setting('sms', 'on')`)
    const stored = await decide()
    expect(await waiting()).toHaveLength(1)
    // Who decided could undo it until now.
    await app.sql('update private.mail_outbox set next_attempt_at = now()')
    const folder = await mkdtemp(join(tmpdir(), 'sms-'))
    const job = mailJob({
      database: app.database,
      transport: { send: async ({ id }) => id, close: () => {} },
      sms: createFileSms(folder),
      sender: { companyName: 'the company', siteUrl: 'https://www.example.com' },
      log: silentLog,
    })
    await job.run(new AbortController().signal)
    const [file = ''] = await readdir(folder)
    const sms = JSON.parse(await readFile(join(folder, file), 'utf8'))
    expect(sms.text).toBe(
      `The company: ${stored.reference} is approved. We will ring you about the next steps.`,
    )
    expect(await waiting()).toEqual([])
    expect(await list(`only_state => 'sent', search => 'decision'`)).toEqual([
      expect.objectContaining({ channel: 'sms' }),
    ])
  })
})
