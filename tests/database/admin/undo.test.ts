// Undoing a decision: who may, for how long, and that nothing of it is left; with real sessions, around the site.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import {
  adminRecordTypes,
  type BulkOutcome,
  type UndoOutcome,
  undoableTypes,
  undoSeconds,
} from '#domain/admin/admin.ts'
import { correct, inTheMail, newAddress, notes } from '#tests/database/registrations/registration-intake.ts'
import { anonymous, service } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())
const { admin, reviewer } = app
const sessionOf = async (person: typeof reviewer) => (await app.signIn(person, 'aal2')).caller

const undo = 'select public.undo_decision($1)'
const decideMany = 'select public.decide_records($1, $2, $3, $4)'

/** A farmer with a mailbox, without an account. */
async function addFarmer() {
  const email = newAddress()
  const sent = await app.registrations.send('farmer', inTheMail(email))
  return { id: sent.stored.id, email, token: sent.token, sent }
}

const insertOf = async (text: string) => {
  const [row] = await app.sql<{ id: string }>(`insert into ${text} returning id`)
  return row?.id ?? ''
}

/** By the way of the site: one update of the row. Answers the entry's id. */
async function decide(table: string, id: string, status: string, person = reviewer): Promise<number> {
  await app.as(await sessionOf(person), `update public.${table} set status = '${status}' where id = $1`, [id])
  return entryOf(id)
}

async function entryOf(id: string): Promise<number> {
  const [entry] = await app.sql<{ id: string }>(
    'select id from public.decision_events where record_id = $1 order by id desc limit 1',
    [id],
  )
  return Number(entry?.id)
}

const statusOf = async (table: string, id: string) =>
  (await app.sql(`select status from public.${table} where id = $1`, [id]))[0]?.status

/** As if so many seconds more had passed since it was decided: no rule lets anyone else change the ledger. */
async function letPass(id: string, seconds: number): Promise<void> {
  const client = await app.owner.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica`)
    for (const text of [
      "update public.decision_events set created_at = created_at - $2 * interval '1 second' where record_id = $1",
      "update public.correction_requests set created_at = created_at - $2 * interval '1 second' where record_id = $1",
      "update public.farmers set updated_at = updated_at - $2 * interval '1 second' where id = $1",
      `update private.mail_outbox set created_at = created_at - $2 * interval '1 second',
         next_attempt_at = next_attempt_at - $2 * interval '1 second' where record_id = $1`,
    ])
      await client.query(text, [id, seconds])
    await client.query('commit')
  } finally {
    client.release()
  }
}

const mailsTo = (email: string, ...templates: string[]) =>
  app.sql<{ template: string; status: string }>(
    'select template, status from private.mail_outbox where recipient = $1 and template = any ($2)',
    [email, templates],
  )

describe('what the domain and the database both say', () => {
  it('is the same for the kinds and the time', async () => {
    expect(await app.sql('select extract(epoch from private.undo_period())::integer as seconds')).toEqual([
      { seconds: undoSeconds },
    ])
    expect(
      await app.sql(
        'select type from unnest($1::text[]) as type where type = any (private.undoable_types())',
        [adminRecordTypes],
      ),
    ).toEqual(adminRecordTypes.filter((type) => undoableTypes.includes(type)).map((type) => ({ type })))
  })
})

describe('an undo', () => {
  it.each([
    ['a visitor', async () => anonymous],
    ['a member', () => sessionOf(app.member)],
    ['another reviewer', async () => sessionOf(await app.addPerson({ role: 'reviewer' }))],
    ['an admin', () => sessionOf(admin)],
    ['the service', async () => service],
  ])('of what another person decided is refused to %s, and changes nothing', async (_, caller) => {
    const { id, email } = await addFarmer()
    const entry = await decide('farmers', id, 'approved')
    expect((await app.refusalOf(await caller(), undo, [entry])).code).toBe('42501')
    expect(await statusOf('farmers', id)).toBe('approved')
    expect(await mailsTo(email, 'registration_approved')).toHaveLength(1)
  })

  it('is refused to who has lost the right since, and no entry is made by hand', async () => {
    const person = await app.addPerson({ role: 'reviewer' })
    const { id } = await addFarmer()
    const entry = await decide('farmers', id, 'approved', person)
    await app.sql('delete from public.user_roles where user_id = $1', [person.id])
    expect((await app.refusalOf(await sessionOf(person), undo, [entry])).code).toBe('42501')
    const again = `update public.farmers set status = 'pending' where id = $1`
    expect(await app.refusalOf(await sessionOf(reviewer), again, [id])).toMatchObject({ hint: 'status' })
    const byHand = `insert into public.decision_events (record_type, record_id, actor_role, from_status, to_status, undoes)
      values ('farmers', $1, 'reviewer', 'approved', 'pending', $2)`
    expect((await app.refusalOf(await sessionOf(reviewer), byHand, [id, entry])).code).toBe('42501')
  })

  it('puts the record back, deletes its mail and the link in it, and is an entry of its own', async () => {
    const { id, email, token } = await addFarmer()
    const product =
      await insertOf(`public.products (farmer_id, name, category, farmer_name, location, pack_amount, pack_unit, price_kobo)
      values ('${id}', 'Undone maize', 'Grains', 'x', 'y', 50, 'kg', 4000000)`)
    const links = async () =>
      (
        await app.sql<{ n: number }>(
          'select count(*)::int as n from private.registration_guest_links where record_id = $1',
          [id],
        )
      )[0]?.n
    const linksBefore = await links()
    const entry = await decide('farmers', id, 'approved')
    expect(await mailsTo(email, 'registration_approved')).toEqual([
      { template: 'registration_approved', status: 'waiting' },
    ])
    expect(await links()).toBe((linksBefore ?? 0) + 1)
    await app.as(await sessionOf(reviewer), undo, [entry])
    expect(await statusOf('farmers', id)).toBe('pending')
    expect(await mailsTo(email, 'registration_approved')).toEqual([])
    expect(await links()).toBe(linksBefore)
    expect(await app.sql('select is_verified from public.products where id = $1', [product])).toEqual([
      { is_verified: false },
    ])
    expect(
      await app.sql(
        `select actor_id, from_status, to_status, undoes from public.decision_events where record_id = $1 order by id`,
        [id],
      ),
    ).toEqual([
      { actor_id: reviewer.id, from_status: 'pending', to_status: 'approved', undoes: null },
      { actor_id: reviewer.id, from_status: 'approved', to_status: 'pending', undoes: String(entry) },
    ])
    expect(
      await app.sql(
        `select actor_id, action from public.audit_trail where subject_id = $1 and action = 'undo'`,
        [id],
      ),
    ).toEqual([{ actor_id: reviewer.id, action: 'undo' }])
    // For the person nothing was decided, nor for the promise.
    expect(await app.registrations.track(token)).toMatchObject({ status: 'pending', events: [] })
    expect(await app.refusalOf(await sessionOf(reviewer), undo, [entry])).toMatchObject({
      code: 'PT409',
      message: 'It was undone before',
    })
    // Decided again, it is mailed.
    await decide('farmers', id, 'declined')
    expect(await mailsTo(email, 'registration_approved', 'registration_declined')).toEqual([
      { template: 'registration_declined', status: 'waiting' },
    ])
  })

  it('takes back a decline with its reason, and whom nobody can write to is rung up about nothing', async () => {
    await app.sql(`update private.app_settings set value = 'on' where name = 'sms'`)
    const [{ id = '' } = {}] = await app.sql<{ id: string }>(
      `insert into public.farmers (farm_name, location, contact_name, phone, crops_grown)
       values ('Undo farm', 'Keffi', 'Ada Obi', '+2348037770001', '{Rice}') returning id`,
    )
    await app.as(
      await sessionOf(reviewer),
      `update public.farmers set status = 'declined', decline_reason = 'No trucks' where id = $1`,
      [id],
    )
    const texts = () =>
      app.sql(`select status from private.mail_outbox where record_id = $1 and channel = 'sms'`, [id])
    expect(await texts()).toEqual([{ status: 'waiting' }])
    await app.as(await sessionOf(reviewer), undo, [await entryOf(id)])
    expect(await texts()).toEqual([])
    expect(await app.sql('select status, decline_reason from public.farmers where id = $1', [id])).toEqual([
      { status: 'pending', decline_reason: null },
    ])
    const { rows } = await app.as(admin.caller, 'select topic from public.people_to_phone where id = $1', [
      id,
    ])
    expect(rows).toEqual([{ topic: 'received' }])
    await app.sql(`update private.app_settings set value = 'off' where name = 'sms'`)
  })

  it.each([
    ['training', 'training_enrolments'],
    ['investor_individual', 'investors'],
  ] as const)('is there for %s', async (form, table) => {
    const { stored } = await app.registrations.send(form, inTheMail(newAddress()))
    const entry = await decide(table, stored.id, 'approved')
    await app.as(await sessionOf(reviewer), undo, [entry])
    expect(await statusOf(table, stored.id)).toBe('pending')
  })

  it('is there for buyers, applications and messages that were answered', async () => {
    const { stored } = await app.registrations.send('buyer_individual', { person: await app.addPerson() })
    const email = newAddress()
    const partner = await insertOf(`public.partnership_applications
      (partnership_type, company_name, contact_person, email, phone, country, business_description)
      values ('strategic', 'Obi Foods', 'Ada Obi', '${email}', '0803 999 0000', 'Ghana', 'Rice')`)
    const applicant =
      await insertOf(`public.job_applications (full_name, email, phone, cv_path, cv_name, cv_type, cv_bytes)
      values ('Ada Obi', '${email}', '08039990000', gen_random_uuid() || '.pdf', 'cv.pdf', 'application/pdf', 9)`)
    const message = await insertOf(`public.contact_messages (topic, name, email, message)
      values ('general', 'Ada', '${email}', 'When do you open?')`)
    for (const [table, id, status] of [
      ['buyers', stored.id, 'approved'],
      ['partnership_applications', partner, 'approved'],
      ['job_applications', applicant, 'declined'],
      ['contact_messages', message, 'completed'],
    ] as const) {
      const entry = await decide(table, id, status, admin)
      await app.as(await sessionOf(admin), undo, [entry])
      expect(await statusOf(table, id), table).toBe('pending')
      expect(
        await app.sql('select undoes from public.decision_events where record_id = $1 order by id', [id]),
        table,
      ).toEqual([{ undoes: null }, { undoes: String(entry) }])
    }
    expect(await mailsTo(email, 'partnership_approved', 'application_declined')).toEqual([])
    expect(await app.sql('select answered_by from public.contact_messages where id = $1', [message])).toEqual(
      [{ answered_by: null }],
    )
    // Opened again by the button of today, it has no undo.
    await decide('contact_messages', message, 'completed', admin)
    const reopened = await decide('contact_messages', message, 'pending', admin)
    expect((await app.refusalOf(await sessionOf(admin), undo, [reopened])).code).toBe('23514')
  })

  it('is never there for orders and products', async () => {
    const { id } = await app.placeOrder()
    const entry = await decide('orders', id, 'approved', admin)
    expect((await app.refusalOf(await sessionOf(admin), undo, [entry])).code).toBe('23514')
    expect(await statusOf('orders', id)).toBe('approved')
    expect(
      await app.sql(
        `select next_attempt_at = created_at as is_due from private.mail_outbox
         where record_id = $1 and template = 'order_approved'`,
        [id],
      ),
    ).toEqual([{ is_due: true }])
  })

  it('is refused after ten seconds; the mail is due then, and not before', async () => {
    const { id, email } = await addFarmer()
    const entry = await decide('farmers', id, 'approved')
    const claim = async () =>
      (
        await app.as<{ recipient: string }>(service, 'select recipient from private.claim_mails(50, 300)')
      ).rows.filter(({ recipient }) => recipient === email)
    await app.sql(
      `delete from private.mail_outbox where recipient = $1 and template = 'registration_received'`,
      [email],
    )
    expect(await claim()).toEqual([])
    await letPass(id, undoSeconds)
    expect(await app.refusalOf(await sessionOf(reviewer), undo, [entry])).toMatchObject({
      code: 'PT409',
      hint: 'late',
    })
    expect(await claim()).toHaveLength(1)
    expect(await statusOf('farmers', id)).toBe('approved')
  })

  it.each([
    [
      'its mail is being sent',
      'mailed',
      (id: string) =>
        app.sql(
          `update private.mail_outbox set status = 'sending', attempts = 1 where record_id = $1 and template = 'registration_approved'`,
          [id],
        ),
    ],
    [
      'the record was changed since',
      'changed',
      (id: string) => app.sql(`update public.farmers set location = 'Lafia' where id = $1`, [id]),
    ],
    [
      'they were rung up since',
      'called',
      (id: string) => app.as(admin.caller, `select public.log_call('farmers', $1, 'reached')`, [id]),
    ],
  ])('is refused where %s, and says so', async (_, hint, happen) => {
    const { id, email } = await addFarmer()
    const entry = await decide('farmers', id, 'approved')
    await happen(id)
    expect(await app.refusalOf(await sessionOf(reviewer), undo, [entry])).toMatchObject({
      code: 'PT409',
      hint,
    })
    expect(await statusOf('farmers', id)).toBe('approved')
    expect(await mailsTo(email, 'registration_approved')).toHaveLength(1)
  })

  it('of many names those that could not be undone', async () => {
    const ids = [await app.addFarmer(), await app.addFarmer(), await app.addFarmer()].sort()
    const rows = JSON.stringify(ids.map((id) => ({ id, expected: 'pending' })))
    const caller = await sessionOf(reviewer)
    const { events } = await app.call<BulkOutcome>(caller, decideMany, ['farmers', rows, 'approved', null])
    expect(events).toHaveLength(3)
    const [changed = ''] = ids
    await app.sql(`update public.farmers set location = 'Lafia' where id = $1`, [changed])
    const all = 'select public.undo_decisions($1)'
    expect(await app.call<UndoOutcome>(caller, all, [events])).toEqual({
      undone: ids.slice(1),
      skipped: [{ id: changed, message: 'It was changed since, so it cannot be undone' }],
    })
    const other = await sessionOf(await app.addPerson({ role: 'reviewer' }))
    expect(await app.call<UndoOutcome>(other, all, [events])).toMatchObject({ undone: [] })
    expect((await app.refusalOf(caller, all, [[]])).code).toBe('23514')
  })

  it('of a correction takes the request back with its mail; only by who requested it, and while nobody answered', async () => {
    const { id, email, token } = await addFarmer()
    const caller = await sessionOf(reviewer)
    const take = 'select public.undo_correction($1)'
    const request = () => app.call<string>(caller, correct, ['farmers', id, notes('farmName'), null])
    const first = await request()
    for (const other of [anonymous, await sessionOf(app.member), await sessionOf(admin)])
      expect((await app.refusalOf(other, take, [first])).code).toBe('42501')
    await app.as(caller, take, [first])
    expect(await mailsTo(email, 'registration_correction')).toEqual([])
    expect(await app.registrations.track(token)).toMatchObject({ correction: null, events: [] })
    const second = await request()
    await letPass(id, undoSeconds)
    expect(await app.refusalOf(caller, take, [second])).toMatchObject({ hint: 'late' })
    expect(await mailsTo(email, 'registration_correction')).toHaveLength(1)
    expect((await app.refusalOf(caller, take, [randomUUID().length * 1000])).code).toBe('42501')
  })
})
