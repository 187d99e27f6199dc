// Deciding on a registration, and sending it back to be corrected: who may, what is reported, and what stays.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { formatDateInWords } from '#domain/dates.ts'
import { promises } from '#domain/limits.ts'
import { anonymous, service } from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import {
  correct,
  decide,
  hashToken,
  inTheMail,
  newAddress,
  notes,
  openReview,
  type Stored,
} from './registration-intake.ts'

const { app, intake, admin, reviewer, finance, agent, resubmission, resubmit, requestCorrection, mailsTo } =
  await openReview()
afterAll(() => app.close())

describe('deciding', () => {
  it('is refused to visitors, members, the person themself and staff of another queue; the row stays', async () => {
    const person = await app.addPerson()
    const { stored } = await intake.send('farmer', { person })
    const decision = decide('farmers', stored.id, 'pending', 'approved', null)
    expect((await app.refusalOf(anonymous, ...decision)).code).toBe('42501')
    for (const caller of [person.caller, finance.caller, agent.caller])
      expect((await app.as(caller, ...decision)).rows).toEqual([])
    const { rows } = await app.owner.query('select status from public.farmers where id = $1', [stored.id])
    expect(rows).toEqual([{ status: 'pending' }])
  })

  it('is refused for statuses that are none', async () => {
    const { stored } = await intake.send('farmer')
    const decision = decide('farmers', stored.id, 'pending', 'completed', null)
    expect((await app.refusalOf(admin.caller, ...decision)).code).toBe('23514')
  })

  it('happens once: for anyone who comes later nothing changes', async () => {
    const { stored } = await intake.send('training')
    const values = ['training_enrolments', stored.id, 'pending'] as const
    const answers = await Promise.all([
      app.as(admin.caller, ...decide(...values, 'declined', 'Too far away')),
      app.as(reviewer.caller, ...decide(...values, 'approved', null)),
    ])
    expect(answers.map(({ rows }) => rows.length).sort()).toEqual([0, 1])
    const { rows } = await app.owner.query('select from public.decision_events where record_id = $1', [
      stored.id,
    ])
    expect(rows).toHaveLength(1)
  })

  it('of their own is refused to investors', async () => {
    const { stored } = await intake.send('investor_individual', { person: admin })
    expect(
      (await app.refusalOf(admin.caller, ...decide('investors', stored.id, 'pending', 'approved', null)))
        .code,
    ).toBe('42501')
    expect(
      (await app.refusalOf(admin.caller, correct, ['investors', stored.id, notes('bvn'), null])).code,
    ).toBe('42501')
  })

  it.each([
    ['names their mailbox', async () => ({ answers: { email: reviewer.email.toUpperCase() } })],
    [
      'names the number of their profile',
      async () => {
        await app.as(reviewer.caller, `update public.profiles set phone = '08031112222' where id = $1`, [
          reviewer.id,
        ])
        return { answers: { email: newAddress(), phone: '+234 803 111 2222' } }
      },
    ],
    [
      'names the number that they proved',
      async () => {
        await app.owner.query(
          `update auth.users set phone = '2348031113333', phone_confirmed_at = now() where id = $1`,
          [reviewer.id],
        )
        return { answers: { email: newAddress(), phone: '0803 111 3333' } }
      },
    ],
    [
      'they entered themselves',
      async () => ({
        answers: { email: newAddress() },
        context: { channel: 'walk_in', enteredBy: reviewer.id },
      }),
    ],
  ])('of an investor who sent it without an account and %s is for another person', async (_, options) => {
    const { stored } = await intake.send('investor_individual', await options())
    const other = await app.addPerson({ role: 'reviewer' })
    for (const [text, values] of [
      decide('investors', stored.id, 'pending', 'approved', null),
      [correct, ['investors', stored.id, notes('bvn'), null]],
      [`update public.investors set status = 'approved' where id = $1`, [stored.id]],
    ] as const)
      expect(await app.refusalOf(reviewer.caller, text, [...values])).toMatchObject({
        code: '42501',
        message: 'Somebody else must decide on your own record',
      })
    await app.as(other.caller, correct, ['investors', stored.id, notes('bvn'), null])
    await app.as(other.caller, ...decide('investors', stored.id, 'pending', 'approved', null))
  })

  it('of what is their own, with an account or without, is refused to staff, of every kind', async () => {
    const { email } = admin
    const other = await app.addPerson({ role: 'admin' })
    const insert = async (text: string) => {
      const { rows } = await app.owner.query<{ id: string }>(`insert into ${text} returning id`, [email])
      return rows[0]?.id ?? ''
    }
    const [farmer, training, buyer] = [
      await intake.send('farmer', { answers: { email } }),
      await intake.send('training', { answers: { email } }),
      await intake.send('buyer_individual', { answers: { email }, person: await app.addPerson() }),
    ]
    const own = [
      ['farmers', farmer.stored.id],
      ['training_enrolments', training.stored.id],
      ['buyers', buyer.stored.id],
      ['orders', (await submitOrder(app, await app.addPerson(), { ...goodRequest, email })).id],
      [
        'partnership_applications',
        await insert(`public.partnership_applications
          (partnership_type, company_name, contact_person, email, phone, country, business_description)
          values ('strategic', 'Obi Foods', 'Ada Obi', $1, '0803 999 0000', 'Ghana', 'Rice')`),
      ],
      [
        'job_applications',
        await insert(`public.job_applications (full_name, email, phone, cv_path, cv_name, cv_type, cv_bytes)
          values ('Ada Obi', $1, '08039990000', gen_random_uuid() || '.pdf', 'cv.pdf', 'application/pdf', 9)`),
      ],
      [
        'contact_messages',
        await insert(`public.contact_messages (topic, name, email, message)
          values ('general', 'Ada', $1, 'When do you open?')`),
      ],
      [
        'products',
        await insert(`public.products (farmer_id, name, category, farmer_name, location, pack_amount, pack_unit, price_kobo)
          select id, 'Rice', 'Grains', 'A farm', 'Keffi', 50, 'kg', 4500000 from public.farmers where contact_email = $1`),
      ],
    ] as const
    const flags = async (id: string) =>
      (await app.owner.query('select own_record from public.decision_events where record_id = $1', [id])).rows
    const others: Record<string, string> = { contact_messages: 'completed', products: 'hidden' }
    for (const [table, id] of own) {
      const status = others[table] ?? 'approved'
      const text = `update public.${table} set status = $2 where id = $1`
      expect(await app.refusalOf(admin.caller, text, [id, status]), table).toMatchObject({
        code: '42501',
        hint: 'own_record',
        message: expect.stringContaining('Somebody else must'),
      })
      expect(await flags(id), table).toEqual([])
      await app.as(other.caller, text, [id, status])
      expect(await flags(id), table).toEqual([{ own_record: false }])
    }
    const order = own.find(([table]) => table === 'orders')?.[1]
    expect(
      (await app.refusalOf(admin.caller, `select public.move_order($1, 'none', 'preparing')`, [order])).hint,
    ).toBe('own_record')
    const { stored } = await intake.send('farmer', { answers: { email: newAddress() } })
    await app.as(admin.caller, ...decide('farmers', stored.id, 'pending', 'approved', null))
    expect(await flags(stored.id)).toEqual([{ own_record: false }])
  })

  it('of what is their own is known by a mailbox with a plus, another number, and a company that is named', async () => {
    const { id: personId, caller, email } = await app.addPerson({ role: 'admin' })
    const number = '+2348035550199'
    await app.owner.query('update public.profiles set phone = $2 where id = $1', [personId, number])
    const plus = await intake.send('farmer', { answers: { email: email.replace('@', '+farm@') } })
    const numbered = await intake.send('buyer_individual', { person: await app.addPerson() })
    await app.owner.query('update public.buyers set alternative_phone = $2 where id = $1', [
      numbered.stored.id,
      number,
    ])
    const invested = await intake.send('investor_individual', { answers: { email: newAddress() } })
    await app.owner.query(
      `insert into public.investor_private (investor_id, company_email) values ($1, $2)
       on conflict (investor_id) do update set company_email = excluded.company_email`,
      [invested.stored.id, email],
    )
    for (const [table, id] of [
      ['farmers', plus.stored.id],
      ['buyers', numbered.stored.id],
      ['investors', invested.stored.id],
    ])
      expect(
        await app.refusalOf(caller, `update public.${table} set status = 'approved' where id = $1`, [id]),
        table,
      ).toMatchObject({ code: '42501', hint: 'own_record' })
  })

  it.each([
    ['approved', undefined],
    ['declined', 'We do not buy in your state yet'],
  ])(
    '%s is mailed in the same transaction, with the reason, and shown to the person',
    async (status, reason) => {
      const email = newAddress()
      const person = await app.addPerson()
      const { stored } = await intake.send('farmer', { person, ...inTheMail(email) })
      const { rows } = await app.as(
        reviewer.caller,
        ...decide('farmers', stored.id, 'pending', status, reason ?? null),
      )
      expect(rows).toEqual([{ status, decline_reason: reason ?? null }])
      expect((await mailsTo(email)).at(-1)).toMatchObject({
        template: `registration_${status}`,
        data: { code: stored.reference, ...(reason && { reason }) },
      })
      const mine = await app.as(person.caller, 'select * from public.my_registrations')
      expect(mine.rows).toMatchObject([
        {
          id: stored.id,
          form: 'farmer',
          reference: stored.reference,
          status,
          decline_reason: reason ?? null,
        },
      ])
      expect(mine.rows[0]?.next_step).toMatch(status === 'approved' ? /^Approved/ : /^Closed/)
    },
  )

  it('by the plain update of the dashboard is mailed as well', async () => {
    const email = newAddress()
    const { stored } = await intake.send('investor_crypto', inTheMail(email))
    await app.as(
      admin.caller,
      `update public.investors set status = 'approved', updated_at = now() where id = $1`,
      [stored.id],
    )
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual([
      'registration_received',
      'registration_approved',
    ])
  })
})

describe('what is next, while nobody has decided', () => {
  it.each([
    ['farmer', 'farmers', 'A person reads it'],
    ['buyer_corporate', 'buyers', 'Our team contacts you'],
  ] as const)('of a %s is a day, and an apology once that is over', async (form, table, promised) => {
    const person = await app.addPerson()
    const { stored } = await intake.send(form, { person })
    const next = async () =>
      (await app.as(person.caller, 'select next_step from public.my_registrations')).rows[0]?.next_step
    const day = formatDateInWords(new Date(Date.now() + promises.registrationAnswerHours * 3_600_000))
    expect(await next()).toBe(`We are reviewing it. ${promised} within 2 days: by ${day}.`)
    const age = (aged: string, id: string) =>
      `update public.${aged} set created_at = now() - interval '3 days' where ${id} = '${stored.id}'`
    await app.owner.query(`begin; set local session_replication_role = replica;
      ${age(table, 'id')}; ${age('registration_submissions', 'record_id')}; commit`)
    expect(await next()).toMatch(/^We are reviewing it\. It takes longer than the 2 days .* call us/)
  })

  it.each([
    ['farmer', 'farmers'],
    ['training', 'training_enrolments'],
    ['buyer_corporate', 'buyers'],
    ['investor_individual', 'investors'],
  ] as const)(
    'of a %s is the same day for its person and for staff, also once it was sent again',
    async (form, table) => {
      const person = await app.addPerson()
      const sent = await intake.send(form, { person })
      const days = async () => {
        const mine = await app.as(person.caller, 'select next_step from public.my_registrations')
        const work = await app.as(admin.caller, 'select due_at from public.find_record_work($1, $2)', [
          table,
          [sent.stored.id],
        ])
        return [/by (.*)\.$/.exec(mine.rows[0]?.next_step)?.[1], formatDateInWords(work.rows[0]?.due_at)]
      }
      const dayIn = (hours: number) => formatDateInWords(new Date(Date.now() + hours * 3_600_000))
      await app.owner.query(`begin; set local session_replication_role = replica;
      update public.${table} set created_at = now() - interval '25 hours' where id = '${sent.stored.id}'; commit`)
      const first = dayIn(promises.registrationAnswerHours - 25)
      expect(await days()).toEqual([first, first])
      await requestCorrection(sent.stored, 'city')
      await resubmit(sent, { answers: { city: 'Lafia' } })
      const last = dayIn(promises.registrationAnswerHours)
      expect(await days()).toEqual([last, last])
    },
  )

  it.each([
    [1, '1 hour'],
    [24, '1 day'],
    [36, '36 hours'],
    [72, '3 days'],
  ])('says a promise of %i hours as %s, and its day as Lagos has it', async (hours, words) => {
    const client = await app.owner.connect()
    try {
      await client.query('begin')
      await client.query(
        "update private.due_clocks set hours = $1 where record_type = 'farmers' and clock = 'decision'",
        [hours],
      )
      // Half an hour before midnight in UTC is the next day in Lagos.
      const { rows } = await client.query(
        `select private.describe_review('farmers', at at time zone 'UTC') as says,
          to_char(at + $1 * interval '1 hour' + interval '1 hour', 'FMDD FMMonth YYYY') as day
        from (select (date_trunc('day', now() at time zone 'UTC') + interval '1 day 23:30') as at) as sent`,
        [hours],
      )
      expect(rows[0]?.says).toBe(
        `We are reviewing it. A person reads it within ${words}: by ${rows[0]?.day.replace(' ', '\u00a0')}.`,
      )
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('a request for correction', () => {
  it('is refused to everybody without the right, on what is decided, and without a note on a field of the form', async () => {
    const person = await app.addPerson()
    const { stored } = await intake.send('farmer', { person })
    const request = (about: string) => ['farmers', stored.id, about, null]
    for (const caller of [anonymous, person.caller, finance.caller, agent.caller])
      expect((await app.refusalOf(caller, correct, request(notes('goals')))).code).toBe('42501')
    for (const wrong of [
      '[]',
      '{}',
      'null',
      notes('status'),
      notes('bvn'),
      '[{"field":"goals","note":" "}]',
      '[{"field":"goals"}]',
    ])
      expect((await app.refusalOf(reviewer.caller, correct, request(wrong))).code, wrong).toBe('23514')
    await app.as(reviewer.caller, ...decide('farmers', stored.id, 'pending', 'approved', null))
    expect((await app.refusalOf(reviewer.caller, correct, request(notes('goals')))).code).toBe('PT409')
  })

  it('is mailed with its notes, and shown to the person and on the tracking page, and to no stranger', async () => {
    const email = newAddress()
    const sent = await intake.send('farmer', inTheMail(email))
    await requestCorrection(sent.stored, 'goals', 'dateOfBirth', 'selfieImage')
    const mail = (await mailsTo(email)).at(-1)
    expect(mail).toMatchObject({ template: 'registration_correction', data: { code: sent.stored.reference } })
    expect(mail?.data.notes).toEqual(JSON.parse(notes('goals', 'dateOfBirth', 'selfieImage')))
    for (const token of [sent.token, mail?.data.token ?? ''])
      expect(await intake.track(token)).toMatchObject({
        correction: { notes: JSON.parse(notes('goals', 'dateOfBirth', 'selfieImage')) },
        nextStep: 'Please correct what we marked and send it again.',
      })
    const stranger = await app.addPerson()
    for (const table of ['correction_requests', 'registration_submissions', 'consents'])
      expect((await app.as(stranger.caller, `select from public.${table}`)).rows).toEqual([])
  })

  it('is answered by sending again: the record changes, the ledger has both, the secrets stay', async () => {
    const person = await app.addPerson()
    const sent = await intake.send('farmer', { person })
    await requestCorrection(sent.stored, 'city', 'goals')
    const mine = 'select open_correction, status from public.my_registrations'
    expect((await app.as(person.caller, mine)).rows[0]?.open_correction.notes).toHaveLength(2)
    const again = await resubmit(sent, { answers: { city: 'Lafia', goals: 'To sell sesame as well' } })
    expect(again).toMatchObject({ id: sent.stored.id, reference: sent.stored.reference })
    expect((await app.as(person.caller, mine)).rows).toEqual([{ open_correction: null, status: 'pending' }])
    const { rows } = await app.as(
      person.caller,
      'select version, answers ->> $1 as city from public.registration_submissions order by version',
      ['city'],
    )
    expect(rows).toEqual([
      { version: 1, city: 'Keffi' },
      { version: 2, city: 'Lafia' },
    ])
    const { rows: stored } = await app.owner.query(
      'select location, city, goals, user_id, reference from public.farmers where id = $1',
      [sent.stored.id],
    )
    expect(stored).toEqual([
      {
        location: 'Lafia, Nasarawa',
        city: 'Lafia',
        goals: 'To sell sesame as well',
        user_id: person.id,
        reference: sent.stored.reference,
      },
    ])
    const { rows: secrets } = await app.owner.query(
      'select field from app_vault.secrets where record_id = $1',
      [sent.stored.id],
    )
    expect(secrets).toEqual([{ field: 'dateOfBirth' }])
  })

  it('is answered by nobody else, not twice, not before it is requested and not after the decision', async () => {
    const [person, stranger] = [await app.addPerson(), await app.addPerson()]
    const sent = await intake.send('farmer', { person })
    const refused = async (changes: object = {}) =>
      (await app.refusalOf(service, ...resubmission(sent, changes))).code
    expect(await refused()).toBe('PT409')
    await requestCorrection(sent.stored, 'goals')
    for (const context of [
      { userId: stranger.id },
      { userId: null },
      { userId: null, trackingTokenHash: hashToken('guess') },
    ])
      expect(await refused({ context })).toBe('P0002')
    // Staff who enter forms do so for people without an account.
    expect(await refused({ context: { userId: null, channel: 'phone', enteredBy: agent.id } })).toBe('P0002')
    expect(await refused({ answers: { goals: 'short' } })).toBe('23514')
    expect(await refused({ answers: { bvn: '22345678901' } })).toBe('23514')
    const idempotencyKey = randomUUID()
    await resubmit(sent, { context: { idempotencyKey } })
    expect(await resubmit(sent, { context: { idempotencyKey } })).toMatchObject({
      id: sent.stored.id,
      isNew: false,
    })
    expect(await refused()).toBe('PT409')
    await requestCorrection(sent.stored, 'goals')
    await app.as(reviewer.caller, ...decide('farmers', sent.stored.id, 'pending', 'approved', null))
    expect(await refused()).toBe('PT409')
  })

  it('on a row that a buyer inserted without a form is answered with the first form', async () => {
    const person = await app.addPerson()
    const { rows } = await app.as<{ id: string; reference: string }>(
      person.caller,
      `insert into public.buyers (user_id, buyer_type, company_name, business_type, address, city, state, country, status)
        values ($1, 'individual', null, 'retailer', '12 Marina Road', 'Lagos', 'Lagos', 'Nigeria', 'pending') returning *`,
      [person.id],
    )
    expect(rows[0]?.reference).toMatch(/^BY/)
    const stored = { recordType: 'buyers', id: rows[0]?.id ?? '' } as Stored
    await requestCorrection(stored, 'firstName')
    const prepared = await intake.prepare('buyer_individual', { person })
    // Contacts without a request are new here, as everything is: they take the code of the account.
    await expect(resubmit({ ...prepared, stored })).rejects.toMatchObject({ hint: 'code' })
    const [account] = (
      await app.owner.query<{ email: string }>(
        'update auth.users set email_confirmed_at = now() where id = $1 returning email',
        [person.id],
      )
    ).rows
    await resubmit({ ...prepared, stored }, { context: { provedMailbox: account?.email } })
    const mine = await app.as(person.caller, 'select open_correction, reference from public.my_registrations')
    expect(mine.rows).toEqual([{ open_correction: null, reference: rows[0]?.reference }])
  })
})
