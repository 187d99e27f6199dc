// What is left of a registration's person after "erase my data", and what they can do then.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { claimRegistrations } from '#server/registrations/claim.ts'
import { hashOf, makeContact, openMarket } from '#tests/database/market/market-app.ts'
import { waitersOr } from '#tests/database/market/waiters.ts'
import { anonymous, type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { decide, newAddress, openReview } from './registration-intake.ts'

const { app, intake, reviewer, agent } = await openReview()
afterAll(() => app.close())

const erase = 'select public.erase_my_data()'

describe('a buyer who was approved and has erased their data', () => {
  it('can register as the same kind of buyer again; the erased record is nobody’s and keeps its decision', async () => {
    const person = await app.addPerson()
    const first = await intake.send('buyer_individual', { person })
    await app.as(reviewer.caller, ...decide('buyers', first.stored.id, 'pending', 'approved', null))
    for (const _ of ['once', 'again']) await app.as(person.caller, erase)
    const { rows } = await app.owner.query(
      'select user_id, status, contact_email from public.buyers where id = $1',
      [first.stored.id],
    )
    expect(rows).toEqual([{ user_id: null, status: 'approved', contact_email: null }])
    const second = await intake.send('buyer_individual', { person })
    expect(second.stored).toMatchObject({ isNew: true, status: 'pending' })
    expect(second.stored.id).not.toBe(first.stored.id)
  })
})

it('who erased their data reads in the account that it is erased, and when; nobody else does', async () => {
  const [person, stranger] = [await app.addPerson(), await app.addPerson()]
  for (const one of [person, stranger]) await intake.send('farmer', { person: one })
  const mine = 'select erased_at is not null as is_erased, merged_into from public.my_registrations'
  const erasures = 'select * from private.own_erasures()'
  expect((await app.as(person.caller, mine)).rows).toEqual([{ is_erased: false, merged_into: null }])
  await app.as(person.caller, erase)
  expect((await app.as(person.caller, mine)).rows).toEqual([{ is_erased: true, merged_into: null }])
  expect((await app.as(stranger.caller, mine)).rows).toEqual([{ is_erased: false, merged_into: null }])
  expect((await app.as(person.caller, erasures)).rows).toHaveLength(1)
  expect((await app.as(stranger.caller, erasures)).rows).toEqual([])
  expect((await app.refusalOf(anonymous, erasures)).code).toBe('42501')
})

it('what was agreed to for it ended with the erasure: it is not taken back, and what goes on is', async () => {
  const person = await app.addPerson()
  const erased = await intake.send('farmer', { person })
  await app.as(person.caller, erase)
  const goesOn = await intake.send('training', { person })
  const consents = `select record_id, is_given, is_renewable, is_over from public.my_consents where purpose = 'terms' order by id`
  const lines = (isGiven: boolean) => [
    { record_id: erased.stored.id, is_given: true, is_renewable: false, is_over: true },
    { record_id: goesOn.stored.id, is_given: isGiven, is_renewable: !isGiven, is_over: false },
  ]
  expect((await app.as(person.caller, consents)).rows).toEqual(lines(true))
  const one = `select public.withdraw_consent('terms', $1) as taken`
  expect((await app.refusalOf(person.caller, one, [erased.stored.id])).code).toBe('P0002')
  const all = `select public.withdraw_consent('terms') as taken`
  expect((await app.as(person.caller, all)).rows).toEqual([{ taken: 1 }])
  expect((await app.as(person.caller, consents)).rows).toEqual(lines(false))
})

describe('a person without an account who has erased their data', () => {
  /** Every place of the database that holds this text. */
  async function placesOf(text: string): Promise<string[]> {
    const { rows: tables } = await app.owner.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema in ('public', 'private', 'app_vault', 'storage', 'auth')`,
    )
    const result: string[] = []
    for (const { name } of tables) {
      const { rowCount } = await app.owner.query(
        `select from ${name} as t where lower(t::text) like '%' || lower($1) || '%' limit 1`,
        [text],
      )
      if (rowCount) result.push(name)
    }
    return result
  }

  it('leaves no trace of their address: not of mails that were sent, nor of what staff entered', async () => {
    const [email, neighbour] = [newAddress(), newAddress()]
    const walkIn = { channel: 'walk_in', enteredBy: agent.id }
    const sent = await intake.send('buyer_corporate', { answers: { email }, context: walkIn })
    await intake.send('buyer_corporate', { answers: { email: neighbour }, context: walkIn })
    await app.owner.query(`update private.mail_outbox set status = 'sent', data = '{}'`)
    const places = [
      'private.mail_outbox',
      'public.audit_events',
      'public.buyers',
      'public.registration_submissions',
    ]
    expect((await placesOf(email)).sort()).toEqual(places)
    await app.as(service, 'select private.erase_person(null, $1)', [[sent.sealed.person.id]])
    expect(await placesOf(email)).toEqual([])
    expect((await placesOf(neighbour)).sort()).toEqual(places)
  })

  it('leaves no trace of their address in a mail that a worker has in hand, whatever becomes of it', async () => {
    const email = newAddress()
    const phone = '+2348035550117'
    const sent = await intake.send('farmer', { answers: { email } })
    await app.owner.query(
      `insert into private.mail_outbox (template, recipient, data, channel) values
        ('registration_claimed', $1, $2, 'email'), ('registration_claimed', $3, $2, 'sms')`,
      [email, JSON.stringify({ reference: sent.stored.reference }), phone],
    )
    const { rows: inHand } = await app.owner.query<{ id: string }>(
      `update private.mail_outbox set status = 'sending', lease_until = now() + interval '1 minute', attempts = 1
        where recipient = $1 and template <> 'registration_claimed' returning id`,
      [email],
    )
    expect(inHand).toHaveLength(1)
    await app.as(service, 'select private.erase_person(null, $1)', [[sent.sealed.person.id]])
    const places = async () => [...(await placesOf(email)), ...(await placesOf(phone))]
    expect(await places()).toEqual([])
    for (const said of [
      `private.mark_mail_failed($1, $2 || ': no such mailbox', now())`,
      `private.mark_mail_failed($1, $2 || ': EENVELOPE 550', null)`,
      'private.mark_mails_sent(array[$1::uuid], array[$2])',
    ]) {
      await app.as(service, `select ${said}`, [inHand[0]?.id, email])
      expect(await places()).toEqual([])
    }
    const { rows } = await app.owner.query(
      'select state, recipient, can_resend from private.mails where id = $1',
      [inHand[0]?.id],
    )
    expect(rows).toEqual([{ state: 'failed', recipient: 'Erased', can_resend: false }])
  })

  it('leaves no trace of an address that was corrected before', async () => {
    const [old, email] = [newAddress(), newAddress()]
    const sent = await intake.send('farmer', { answers: { email: old } })
    await app.owner.query(`update private.mail_outbox set status = 'sent', data = '{}'`)
    await app.owner.query('update public.farmers set contact_email = $1 where id = $2', [
      email,
      sent.stored.id,
    ])
    await app.as(service, 'select private.erase_person(null, $1)', [[sent.sealed.person.id]])
    expect(await placesOf(old)).toEqual([])
  })
})

describe('an address that anybody can type', () => {
  const eraseAfterMail = async (email: string) => {
    const sent = await intake.send('farmer', { answers: { email } })
    const { rowCount } = await app.owner.query(
      `update private.mail_outbox set status = 'sent', data = '{}' where recipient = $1 and record_id = $2`,
      [email, sent.stored.id],
    )
    await app.as(service, 'select private.erase_person(null, $1)', [[sent.sealed.person.id]])
    return rowCount
  }

  it('gets five mails an hour, however often what was sent with it is erased; a day later nothing is left of them', async () => {
    const email = newAddress()
    const mails: unknown[] = []
    for (let attempt = 0; attempt < 7; attempt++) mails.push(await eraseAfterMail(email))
    expect(mails).toEqual([1, 1, 1, 1, 1, 0, 0])
    const left = async () =>
      (
        await app.owner.query(
          `select distinct recipient from private.mail_outbox where recipient = private.erased_recipient($1)`,
          [email.replace('@', '+again@')],
        )
      ).rows
    expect(await left()).toHaveLength(1)
    // A mail that comes back afterwards is of nobody.
    const bounced = `select private.record_bounce(id, '5.1.1') as result from private.mail_outbox where recipient like 'erased:%' limit 1`
    expect((await app.as(service, bounced)).rows).toEqual([{ result: 'unknown' }])
    await app.owner.query(
      `update private.mail_outbox set created_at = now() - interval '25 hours' where recipient like 'erased:%'`,
    )
    await app.as(service, `select private.forget_mails(now() - interval '90 days')`)
    expect(await left()).toEqual([])
  })

  it('takes no mail along that is about another person, nor what staff entered for them', async () => {
    const email = newAddress()
    const walkIn = { channel: 'walk_in', enteredBy: agent.id }
    const other = await intake.send('buyer_corporate', { answers: { email }, context: walkIn })
    await app.owner.query(`update private.mail_outbox set status = 'sent', data = '{}'`)
    expect(await eraseAfterMail(email)).toBe(1)
    const { rows } = await app.owner.query(
      `select (select count(*)::int from private.mail_outbox where recipient = $1 and record_id = $2) as mails,
        (select count(*)::int from public.audit_events where email = $1) as events`,
      [email, other.stored.id],
    )
    expect(rows).toEqual([{ mails: 1, events: expect.any(Number) }])
    expect(rows[0]?.events).toBeGreaterThan(0)
  })
})

it('a deleted account leaves no trace of the address that staff entered before it claimed the record', async () => {
  const person = await app.addPerson()
  await intake.send('buyer_individual', {
    answers: { email: person.email },
    context: { channel: 'walk_in', enteredBy: agent.id },
  })
  await app.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [person.id])
  const options = { database: app.database, vault: intake.vault }
  expect(await claimRegistrations(options, person.id, { tokens: [] })).toHaveLength(1)
  await app.as(service, 'select private.delete_account($1)', [person.id])
  const { rows } = await app.owner.query('select from public.audit_events where email = $1', [person.email])
  expect(rows).toEqual([])
})

describe('an approved farmer who has erased their data', () => {
  const market = openMarket(app)

  /** With a product for sale and one that waits. */
  async function openFarm(name: string) {
    const editor = await app.addPerson({ role: 'content' })
    const person = await app.addPerson()
    const { stored } = await intake.send('farmer', { person, answers: { farmName: `${name} Farm` } })
    await app.as(reviewer.caller, ...decide('farmers', stored.id, 'pending', 'approved', null))
    const propose = `insert into public.products (name, category, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo, stock, status)
      values ($2, 'Tubers', $1, '-', '-', 10, 'kg', 500000, 5, $3) returning id`
    const add = async (status: string) =>
      (await app.as<{ id: string }>(withSecondFactor(editor), propose, [stored.id, name, status])).rows[0]?.id
    const line = { productId: (await add('published')) ?? '', quantity: 1, priceKobo: 500_000 }
    await add('pending')
    const publish = (id: string) =>
      [withSecondFactor(editor), `update public.products set status = 'published' where id = $1`, [id]] as [
        Person['caller'],
        string,
        unknown[],
      ]
    return { person, farm: stored.id, editor, propose, line, publish }
  }
  const products = async (farm: string) =>
    (
      await app.owner.query(
        'select status, review_note, is_verified, farmer_name from public.products where farmer_id = $1 order by created_at',
        [farm],
      )
    ).rows
  const namesOf = async (name: string) =>
    (await app.as(anonymous, 'select name, is_verified from public.search_products($1)', [name])).rows
  const order = (line: object) =>
    market.place(service, [line], { trackingTokenHash: hashOf(crypto.randomUUID()) }, makeContact())

  it('offers nothing any more: it is found nowhere, ordered by nobody, and named by no mail', async () => {
    const { person, farm, line } = await openFarm('Cocoyam')
    expect(await namesOf('Cocoyam')).toEqual([{ name: 'Cocoyam', is_verified: true }])
    expect(await order(line)).toMatchObject({ ok: true })
    await app.as(person.caller, erase)
    const hidden = {
      status: 'hidden',
      review_note: 'The farmer has had their data erased.',
      is_verified: false,
      farmer_name: 'Erased',
    }
    expect(await products(farm)).toEqual([hidden, hidden])
    expect(await namesOf('Cocoyam')).toEqual([])
    expect(await order(line)).toMatchObject({
      ok: false,
      code: 'lines_changed',
      lines: [{ productId: line.productId, isAvailable: false }],
    })
    const { rows } = await app.owner.query(
      `select template from private.mail_outbox where template = 'listing_hidden' and record_id = $1`,
      [line.productId],
    )
    expect(rows).toEqual([])
  })

  it('has nothing published for them again, nor added, by staff or by themselves', async () => {
    const { person, farm, editor, propose, line, publish } = await openFarm('Ofada')
    await app.as(person.caller, erase)
    const refused = { code: '23514', hint: 'status', message: 'The farmer has had their data erased.' }
    expect(await app.refusalOf(...publish(line.productId))).toMatchObject(refused)
    for (const [caller, status] of [
      [withSecondFactor(editor), 'published'],
      [withSecondFactor(editor), 'pending'],
      [person.caller, 'pending'],
    ] as const)
      expect(await app.refusalOf(caller, propose, [farm, 'Ofada', status])).toMatchObject(refused)
    // The owner's change would send it back to review.
    expect(
      await app.refusalOf(person.caller, `update public.products set name = 'Rice' where id = $1`, [
        line.productId,
      ]),
    ).toMatchObject(refused)
    const { rows } = await app.as(
      withSecondFactor(editor),
      'select * from public.find_approved_farmers($1)',
      ['Erased'],
    )
    expect(rows).toEqual([])
  })

  it('has hidden what was being published in the same moment', async () => {
    const { person, farm, line, publish } = await openFarm('Acha')
    const [, update, values] = publish(line.productId)
    await app.owner.query(`update public.products set status = 'hidden' where id = $1`, [line.productId])
    const publishing = await app.owner.connect()
    try {
      await publishing.query('begin')
      await publishing.query(update, values)
      const erased = app.as(person.caller, erase)
      await waitersOr(app, 1, erased)
      await publishing.query('commit')
      await erased
    } finally {
      publishing.release()
    }
    expect((await products(farm)).map(({ status }) => status)).toEqual(['hidden', 'hidden'])
  })

  it('has hidden by the update what an earlier release still offered, without a mail', async () => {
    const { person, farm, line } = await openFarm('Fonio')
    await app.as(person.caller, erase)
    await app.owner.query(`
      begin; set local session_replication_role = replica;
      update public.products set status = 'published', review_note = null where farmer_id = '${farm}'; commit`)
    const migration = readFileSync(
      join(import.meta.dirname, '../../../supabase/migrations/20261130080000_erased_farmers.sql'),
      'utf8',
    )
    await app.owner.query(migration.slice(migration.lastIndexOf('do $$')))
    expect((await products(farm)).map(({ status }) => status)).toEqual(['hidden', 'hidden'])
    const mails = await app.owner.query('select from private.mail_outbox where record_id = $1', [
      line.productId,
    ])
    expect(mails.rows).toEqual([])
  })
})

it('people who have erased their data are no duplicates of each other', async () => {
  const sent = [
    await intake.send('training', { answers: { phoneNumber: '0809 777 0001' } }),
    await intake.send('training', { answers: { phoneNumber: '0809 777 0002' } }),
  ]
  for (const { sealed } of sent)
    await app.as(service, 'select private.erase_person(null, $1)', [[sealed.person.id]])
  const { rows } = await app.as(reviewer.caller, 'select * from public.find_duplicates($1, $2)', [
    'training_enrolments',
    sent[0]?.stored.id,
  ])
  expect(rows).toEqual([])
})

it('files that staff uploaded for the site stay when they erase their data; their own go', async () => {
  const person = await app.addPerson({ role: 'content' })
  await app.owner.query(
    `insert into storage.buckets (id, name, public) values ('pictures', 'pictures', true)`,
  )
  await app.owner.query(
    `insert into storage.objects (bucket_id, name, owner_id)
      values ('pictures', 'site.jpg', $1), ('cvs', 'own.pdf', $1)`,
    [person.id],
  )
  await app.as(person.caller, erase)
  const { rows } = await app.owner.query('select name from storage.objects where owner_id = $1', [person.id])
  expect(rows).toEqual([{ name: 'site.jpg' }])
})
