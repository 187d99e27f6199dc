// What people write from the page of their registration: whose it may be about, where staff see it, and that it goes with the record.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { ConversationMessage } from '#domain/admin/conversations.ts'
import type { Caller } from '#platform/database/caller.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { within } from '#tests/harness/within.ts'
import { hashToken, openReview, type Sent } from './registration-intake.ts'

const { app, intake, admin, reviewer, agent } = await openReview()
afterAll(() => app.close())

const submit = 'select public.submit_contact_message($1, $2, $3) as result'
const message = {
  topic: 'general',
  name: 'Ada Obi',
  email: null as string | null,
  phone: '+2348035550199',
  message: 'My village is wrong in it.',
}
const valuesOf = (about: object | null, changed: object = {}) => [
  JSON.stringify({ ...message, ...changed }),
  randomUUID(),
  about && JSON.stringify(about),
]

async function write(about: object | null, changed: object = {}): Promise<string> {
  const { rows } = await app.as<{ result: { id: string } }>(service, submit, valuesOf(about, changed))
  return rows[0]?.result.id ?? ''
}

const asGuest = ({ stored, token }: Sent) => ({ recordId: stored.id, trackingTokenHash: hashToken(token) })
const erase = ({ sealed }: Sent) =>
  app.as(service, 'select private.erase_person(null, $1)', [[sealed.person.id]])

async function exportOf({ sealed }: Sent) {
  const { rows } = await app.as<{ tables: Record<string, Record<string, unknown>[]> }>(
    service,
    'select private.export_person(null, $1) as tables',
    [[sealed.person.id]],
  )
  return rows[0]?.tables ?? {}
}

it('is bound to a registration by its link or its account alone', async () => {
  const owner = await app.addPerson()
  const [guest, other, members] = [
    await intake.send('farmer'),
    await intake.send('farmer'),
    await intake.send('training', { person: owner }),
  ]
  const bound = async (id: string) =>
    (
      await app.owner.query(
        'select about_type, about_id, about_reference from public.contact_messages where id = $1',
        [id],
      )
    ).rows
  expect(await bound(await write(asGuest(guest)))).toEqual([
    { about_type: 'farmers', about_id: guest.stored.id, about_reference: guest.stored.reference },
  ])
  expect(await bound(await write({ recordId: members.stored.id, userId: owner.id }))).toEqual([
    {
      about_type: 'training_enrolments',
      about_id: members.stored.id,
      about_reference: members.stored.reference,
    },
  ])
  // By its text, or by the answers of the form, none.
  const none = [{ about_type: null, about_id: null, about_reference: null }]
  const claimed = { message: `About ${guest.stored.reference}: hello`, aboutId: guest.stored.id }
  expect(await bound(await write(null, claimed))).toEqual(none)
  for (const about of [
    { ...asGuest(other), recordId: guest.stored.id },
    { recordId: guest.stored.id },
    { recordId: guest.stored.id, userId: owner.id },
    { recordId: members.stored.id, userId: (await app.addPerson()).id },
    { recordId: members.stored.id, trackingTokenHash: hashToken(members.token) },
    { recordId: randomUUID(), userId: owner.id },
    {},
  ])
    expect((await app.refusalOf(service, submit, valuesOf(about))).code).toBe('42501')
})

it('cannot be bound around the site: not by a visitor, a member, or staff', async () => {
  const sent = await intake.send('farmer')
  const id = await write(null)
  for (const caller of [anonymous, (await app.addPerson()).caller, withSecondFactor(admin)]) {
    expect((await app.refusalOf(caller, submit, valuesOf(asGuest(sent)))).code).toBe('42501')
    const bind = 'update public.contact_messages set about_id = $1 where id = $2'
    expect((await app.refusalOf(caller, bind, [sent.stored.id, id])).code).toBe('42501')
    const insert = `insert into public.contact_messages (topic, name, phone, message, about_type, about_id, about_reference)
      values ('general', 'Ada Obi', '+2348035550199', 'Is it mine now?', 'farmers', $1, 'FM222-2222')`
    expect((await app.refusalOf(caller, insert, [sent.stored.id])).code).toBe('42501')
  }
})

it('stands in what a guest reads of their own, with the mails and texts about it, and not those to staff', async () => {
  const sent = await intake.send('farmer', { answers: { email: 'ada.reads@example.com' } })
  const other = await intake.send('farmer')
  const id = await write(asGuest(sent), { email: 'ada.elsewhere@example.com' })
  await write(asGuest(other))
  await app.owner.query(
    `insert into private.mail_outbox (template, recipient, channel, data) values
      ('registration_photo_code', '+2348035550123', 'sms', $1), ('staff_order_answered', 'desk@example.com', 'email', $2)`,
    [
      JSON.stringify({ code: sent.stored.reference }),
      JSON.stringify({ record_type: 'farmers', record_id: sent.stored.id }),
    ],
  )
  const tables = await exportOf(sent)
  expect(tables['public.contact_messages']?.map((row) => row.id)).toEqual([id])
  expect(tables['private.mail_outbox']?.map(({ template }) => template).sort()).toEqual([
    'contact_received',
    'registration_message',
    'registration_photo_code',
    'registration_received',
  ])
})

it('is erased with the registration, with its thread and its mails, and none follows', async () => {
  const [sent, other] = [await intake.send('training'), await intake.send('farmer')]
  const email = 'ada.erased@example.com'
  const [id, kept] = [await write(asGuest(sent), { email }), await write(asGuest(other))]
  await app.owner.query(
    `insert into public.record_messages (record_type, record_id, is_from_staff, from_address, body)
      values ('contact_messages', $1, false, $2, 'One thing more.')`,
    [id, email],
  )
  await erase(sent)
  const left = async (table: string, column: string) =>
    (await app.owner.query(`select from ${table} where ${column} = $1`, [id])).rowCount
  expect([
    await left('public.contact_messages', 'id'),
    await left('public.record_messages', 'record_id'),
  ]).toEqual([0, 0])
  const { rows } = await app.owner.query('select from private.mail_outbox where recipient = $1', [email])
  expect(rows).toEqual([])
  const { rowCount } = await app.owner.query('select from public.contact_messages where id = $1', [kept])
  expect(rowCount).toBe(1)
  expect((await app.refusalOf(service, submit, valuesOf(asGuest(sent)))).code).toBe('42501')
})

it('that comes while its registration is being erased waits for that, and is refused', async () => {
  const sent = await intake.send('farmer')
  const erasing = await app.owner.connect()
  try {
    await erasing.query('begin')
    await erasing.query('select private.erase_person(null, $1)', [[sent.sealed.person.id]])
    const writing = app.refusalOf(service, submit, valuesOf(asGuest(sent)))
    await vi.waitUntil(async () => {
      const { rows } = await app.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }, within)
    await erasing.query('commit')
    expect((await writing).code).toBe('42501')
  } finally {
    erasing.release()
  }
})

it('goes on from a registration that was made one with an older one, until that one is erased', async () => {
  const answers = { phoneNumber: '0809 311 0001' }
  const [older, younger] = [
    await intake.send('farmer', { answers }),
    await intake.send('farmer', { answers }),
  ]
  const both = [older.stored.id, younger.stored.id]
  const { rows } = await app.as<{ pair: { seen: string } }>(
    reviewer.caller,
    `select public.compare_registrations('farmers', $1, $2) as pair`,
    both,
  )
  await app.as(withSecondFactor(reviewer), `select private.merge_registrations('farmers', $1, $2, $3, $4)`, [
    ...both,
    'Both are of the same woman, who rang us.',
    rows[0]?.pair.seen,
  ])
  const id = await write(asGuest(younger))
  const count = async () =>
    (await app.owner.query('select from public.contact_messages where id = $1', [id])).rowCount
  expect(await count()).toBe(1)
  await erase(older)
  expect(await count()).toBe(0)
  expect((await app.refusalOf(service, submit, valuesOf(asGuest(younger)))).code).toBe('42501')
})

it('goes with a registration whose time is over', async () => {
  const sent = await intake.send('farmer')
  const id = await write(asGuest(sent))
  await app.owner.query('delete from public.farmers where id = $1', [sent.stored.id])
  const { rowCount } = await app.owner.query('select from public.contact_messages where id = $1', [id])
  expect(rowCount).toBe(0)
})

it('stands in the history of the registration for who may read messages, and on the page of its person', async () => {
  const sent = await intake.send('farmer')
  // Neither number nor address leads to it.
  const id = await write(asGuest(sent), { phone: '+2348035550777' })
  const history = `select axis, to_value, reason, message_id from public.record_history('farmers', $1) where axis = 'message'`
  expect((await app.as(admin.caller, history, [sent.stored.id])).rows).toEqual([
    { axis: 'message', to_value: 'pending', reason: message.message, message_id: id },
  ])
  await app.owner.query(
    `insert into public.role_permissions (role, permission) values ('field_agent', 'farmers.read')`,
  )
  expect((await app.as(agent.caller, history, [sent.stored.id])).rows).toEqual([])
  const person = 'select public.find_person($1, $2) as found'
  const sectionOf = async (section: string, ...of: string[]) =>
    (await app.as<{ found: { sections: Record<string, { entries: unknown[] }> } }>(admin.caller, person, of))
      .rows[0]?.found.sections[section]?.entries
  const entry = { recordId: id, code: sent.stored.reference, via: 'record' }
  expect(await sectionOf('messages', 'farmers', sent.stored.id)).toContainEqual(
    expect.objectContaining(entry),
  )
  expect(await sectionOf('registrations', 'contact_messages', id)).toMatchObject([
    { recordId: sent.stored.id },
  ])
})

describe('a contact that the registration does not know', () => {
  const thread = async (caller: Caller, id: string) =>
    (
      await app.as<ConversationMessage>(
        caller,
        `select * from public.list_conversation('contact_messages', $1) where id = 'first'`,
        [id],
      )
    ).rows[0]
  const recordOf = async ({ stored }: Sent) => {
    const { rows } = await app.owner.query<{ email: string | null; phone: string }>(
      'select contact_email as email, contact_phone as phone from private.registrations where id = $1',
      [stored.id],
    )
    return rows[0] ?? { email: null, phone: '' }
  }
  async function addProvedPerson() {
    const person = await app.addPerson()
    await app.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [person.id])
    return person
  }
  const noticesOf = async ({ stored }: Sent) =>
    (
      await app.owner.query<{ channel: string; recipient: string; data: Record<string, unknown> }>(
        `select channel, recipient, data from private.mail_outbox
         where template = 'registration_message' and record_id = $1 order by channel, created_at`,
        [stored.id],
      )
    ).rows

  it('is marked for staff, with the contact on record for who may read the registration alone', async () => {
    const sent = await intake.send('investor_individual')
    const onRecord = await recordOf(sent)
    const id = await write(asGuest(sent), { phone: '+2349012223333', email: onRecord.email })
    const first = await thread(admin.caller, id)
    expect([first?.is_proved, first?.other_contacts]).toEqual([
      false,
      { kinds: ['phone'], reference: sent.stored.reference, type: 'investors', ...onRecord },
    ])
    const both = await write(asGuest(sent), { phone: '+2349012223333', email: 'eve@example.com' })
    expect((await thread(admin.caller, both))?.other_contacts?.kinds).toEqual(['email', 'phone'])
    await app.owner.query(
      `insert into public.role_permissions (role, permission) values ('field_agent', 'contact_messages.read')`,
    )
    expect((await thread(agent.caller, id))?.other_contacts).toEqual({
      kinds: ['phone'],
      reference: sent.stored.reference,
      type: 'investors',
    })
  })

  it('is none of what its person gave: on the record, in the answers, or proved by the account', async () => {
    const guest = await intake.send('investor_corporate')
    const { phone, email } = await recordOf(guest)
    const company = String(guest.answers.companyPhone)
    expect(company).not.toBe(phone)
    const owner = await addProvedPerson()
    const member = await intake.send('training', { person: owner })
    const ids = [
      await write(asGuest(guest), { phone, email: email?.toUpperCase() }),
      await write(asGuest(guest), { phone: company }),
      await write(
        { recordId: member.stored.id, userId: owner.id },
        { phone: null, email: owner.email.toUpperCase() },
      ),
      await write(null, { phone: '+2349012223333' }),
    ]
    for (const id of ids)
      expect(await thread(admin.caller, id)).toMatchObject({ is_proved: true, other_contacts: null })
    expect([...(await noticesOf(guest)), ...(await noticesOf(member))]).toEqual([])
  })

  it('is none of what was theirs when they wrote, and was changed since', async () => {
    const sent = await intake.send('farmer')
    const id = await write(asGuest(sent), { phone: (await recordOf(sent)).phone })
    const next = '+2348035550777'
    await app.owner.query(
      `insert into public.registration_submissions (record_type, record_id, version, form, answers, channel)
       select record_type, record_id, version + 1, form, answers || jsonb_build_object((
         select field from private.registration_fields where form = sent.form and guard = 'phone' limit 1), $2::text), channel
       from public.registration_submissions as sent where sent.record_id = $1`,
      [sent.stored.id, next],
    )
    await app.owner.query('update public.farmers set phone = $2 where id = $1', [sent.stored.id, next])
    expect((await recordOf(sent)).phone).toBe(next)
    expect(await thread(admin.caller, id)).toMatchObject({ is_proved: true, other_contacts: null })
  })

  it('is told to an address that nobody has proved no oftener than forms write there, whatever they are about', async () => {
    const answers = { email: 'not.mine@example.com' }
    const one = await intake.send('investor_individual', { answers })
    const other = await intake.send('investor_individual', { answers })
    const strange = { phone: '+2349012223333' }
    for (let count = 0; count < 4; count++)
      for (const sent of [one, other]) await write(asGuest(sent), strange)
    const { rows } = await app.owner.query(
      `select template from private.mail_outbox where recipient = $1 order by created_at`,
      [answers.email],
    )
    const [received, notice] = ['registration_received', 'registration_message']
    expect(rows.map(({ template }) => template)).toEqual([received, received, notice, notice, notice])
  })

  it('is known to be there by the contact on record, which never reads it, five times a day at most', async () => {
    const sent = await intake.send('investor_individual', { answers: { email: 'ada.hears@example.com' } })
    const { email, phone } = await recordOf(sent)
    // What forms sent there before is more than an hour ago.
    await app.owner.query(`update private.mail_outbox set created_at = created_at - interval '2 hours'`)
    const other = { phone: '+2349012223333', email: 'eve@example.com' }
    const sms = `insert into private.app_settings (name, value) values ('sms', 'on')
      on conflict (name) do update set value = 'on'`
    await app.owner.query(sms)
    try {
      for (let count = 0; count < 7; count++) await write(asGuest(sent), other)
    } finally {
      await app.owner.query(`delete from private.app_settings where name = 'sms'`)
    }
    const notices = await noticesOf(sent)
    expect(new Set(notices.map(({ channel, recipient }) => `${channel} ${recipient}`))).toEqual(
      new Set([`email ${email}`, `sms ${phone}`]),
    )
    expect(notices).toHaveLength(10)
    expect(notices[0]?.data).toMatchObject({ code: sent.stored.reference, kinds: ['email', 'phone'] })
    expect(JSON.stringify(notices)).not.toMatch(/9012223333|eve@/)
  })

  it('of an account, is told with the link that stops what somebody else does in it', async () => {
    const owner = await addProvedPerson()
    const sent = await intake.send('training', { person: owner })
    await write({ recordId: sent.stored.id, userId: owner.id }, { phone: '+2349012223333' })
    const notices = await noticesOf(sent)
    const alarm = notices.find(({ recipient }) => recipient === owner.email)
    expect(alarm?.data.token).toMatch(/^[0-9a-f]{64}$/)
  })
})

it('leaves its trace for its writer: in both mails, and in what happened to the registration', async () => {
  const owner = await app.addPerson()
  const [guest, members] = [await intake.send('farmer'), await intake.send('training', { person: owner })]
  const email = 'ada.writes@example.com'
  const id = await write(asGuest(guest), { email })
  await write({ recordId: members.stored.id, userId: owner.id })
  await app.as(
    admin.caller,
    `select public.send_record_message('contact_messages', $1, 'We have put it right.', $2)`,
    [id, randomUUID()],
  )
  const { rows: mails } = await app.owner.query(
    'select template, data from private.mail_outbox where recipient = $1 order by created_at',
    [email],
  )
  const about = { about_reference: guest.stored.reference, has_account: false }
  expect(mails).toMatchObject([
    { template: 'contact_received', data: about },
    { template: 'record_message', data: { ...about, question: message.message } },
  ])
  const kinds = (events: { kind: string }[] | undefined) => events?.map(({ kind }) => kind)
  const tracked = await app.as<{ shown: { events: { kind: string }[] } }>(
    service,
    'select public.track_registration($1) as shown',
    [hashToken(guest.token)],
  )
  expect(kinds(tracked.rows[0]?.shown.events)).toEqual(['message_sent', 'message_answered'])
  const own = await app.as<{ events: { kind: string }[] }>(
    owner.caller,
    'select public.own_registration_events($1) as events',
    [members.stored.id],
  )
  expect(kinds(own.rows[0]?.events)).toEqual(['message_sent'])
  // Rung back, and marked: that is an answer too.
  await app.as(
    admin.caller,
    `update public.contact_messages set status = 'completed' where about_id = '${members.stored.id}'`,
  )
  const after = await app.as<{ events: { kind: string }[] }>(
    owner.caller,
    'select public.own_registration_events($1) as events',
    [members.stored.id],
  )
  expect(kinds(after.rows[0]?.events)).toEqual(['message_sent', 'message_answered'])
})
