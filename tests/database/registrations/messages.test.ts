// What people write from the page of their registration: whose it may be about, where staff see it, and that it goes with the record.
import { randomUUID } from 'node:crypto'
import { afterAll, expect, it, vi } from 'vitest'
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
  const [sent, other] = [await intake.send('farmer'), await intake.send('farmer')]
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
