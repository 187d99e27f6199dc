// What helps anyone who reviews: doubles, and the people who can only be rung up.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { anonymous } from '#tests/harness/migrated-database.ts'
import { decide, newAddress, openReview } from './registration-intake.ts'

const { app, intake, admin, reviewer, finance, agent, requestCorrection } = await openReview()
afterAll(() => app.close())

describe('doubles', () => {
  const find = 'select other_id, reasons from public.find_duplicates($1, $2)'

  it('are hinted to anyone who may read, by the same secret, number, or near name and birth date; blocked they are not', async () => {
    const sameNumber = { phone: '0809 111 2222', email: newAddress() }
    const one = await intake.send('investor_individual', { answers: sameNumber })
    const two = await intake.send('investor_individual', {
      answers: {
        ...sameNumber,
        fullName: 'Obi Ada Grace',
        email: newAddress(),
        bvn: '22345678902',
        accountNumber: '0000000220',
        validIdType: 'passport',
        idNumber: 'B01234567',
      },
    })
    const { rows } = await app.as(reviewer.caller, find, ['investors', one.stored.id])
    expect(rows.find(({ other_id }) => other_id === two.stored.id)).toEqual({
      other_id: two.stored.id,
      reasons: ['same_phone', 'near_name_and_birth_date'],
    })
    const three = await intake.send('investor_individual', {
      answers: {
        fullName: 'Somebody Else',
        dateOfBirth: '1970-01-01',
        phone: '0809 111 3333',
        email: newAddress(),
      },
    })
    const result = await app.as(reviewer.caller, find, ['investors', three.stored.id])
    expect(result.rows.find(({ other_id }) => other_id === one.stored.id)?.reasons).toEqual([
      'same_accountNumber',
      'same_bvn',
      'same_idNumber',
    ])
    for (const caller of [anonymous, finance.caller, agent.caller, (await app.addPerson()).caller])
      expect((await app.refusalOf(caller, find, ['investors', one.stored.id])).code).toBe('42501')
  })

  it('are hinted by whichever number the forms ask for: a second one, the company\u2019s, the guardian\u2019s', async () => {
    const shared = '0809 444 5566'
    const corporate = await intake.send('buyer_corporate', {
      person: await app.addPerson(),
      answers: { phone: '0809 444 1111', alternativePhone: shared, email: newAddress() },
    })
    const company = await intake.send('investor_corporate', {
      person: await app.addPerson(),
      answers: {
        companyPhone: '+234 809 444 5566',
        contactPersonPhone: '0809 444 2222',
        contactPersonEmail: newAddress(),
        companyEmail: newAddress(),
      },
    })
    const child = await intake.send('training', {
      answers: {
        phoneNumber: '0809 444 3333',
        email: newAddress(),
        dateOfBirth: `${new Date().getFullYear() - 15}-01-01`,
        guardianName: 'Amina Yusuf',
        guardianPhone: shared,
        guardianConsent: true,
      },
    })
    const farmer = await intake.send('farmer', { answers: { phoneNumber: shared, email: newAddress() } })
    const all = [corporate, company, child, farmer].map(({ stored }) => stored)
    for (const { recordType, id } of all) {
      const { rows } = await app.as(admin.caller, find, [recordType, id])
      const byPhone = rows.filter(({ reasons }) => reasons.includes('same_phone'))
      expect(byPhone.map(({ other_id }) => other_id).sort()).toEqual(
        all
          .map((other) => other.id)
          .filter((other) => other !== id)
          .sort(),
      )
    }
  })

  it('are hinted when a person without e-mail sends the same form again within a day, on both records', async () => {
    const same = { fullName: 'Terver Akaa', phoneNumber: '0809 666 7788', dateOfBirth: '1984-05-06' }
    const sent = [
      await intake.send('farmer', { answers: { ...same, noEmail: true, email: '' } }),
      await intake.send('farmer', { answers: { ...same, noEmail: true, email: '' } }),
    ].map(({ stored }) => stored)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
    for (const [index, { id }] of sent.entries()) {
      const { rows } = await app.as(reviewer.caller, find, ['farmers', id])
      const other = rows.find(({ other_id }) => other_id === sent[1 - index]?.id)
      expect(other?.reasons).toEqual(expect.arrayContaining(['same_phone', 'near_name_and_birth_date']))
    }
  })

  it('are no hint when only the birth date is the same', async () => {
    const unlike = async (fullName: string) =>
      intake.send('farmer', {
        answers: {
          fullName,
          dateOfBirth: '1961-02-03',
          phoneNumber: `0809${Math.floor(1e6 + Math.random() * 8e6)}`,
          email: newAddress(),
        },
      })
    const [one, two] = [await unlike('Halima Bello'), await unlike('Chidi Okafor')]
    const { rows } = await app.as(admin.caller, find, ['farmers', one.stored.id])
    expect(rows.map(({ other_id }) => other_id)).not.toContain(two.stored.id)
  })
})

describe('people without an e-mail address', () => {
  const queue = 'select id, topic, last_outcome, assignee_name from public.people_to_phone where id = $1'
  const log = 'select public.log_call($1, $2, $3, $4)'
  const byPhone = { answers: { noEmail: true, email: '' } }

  it('are in the queue of anyone who may read them, until they were reached, and again when something happens', async () => {
    const { stored } = await intake.send('farmer', byPhone)
    const read = async (caller = reviewer.caller) => (await app.as(caller, queue, [stored.id])).rows
    const row = { id: stored.id, topic: 'received', last_outcome: null, assignee_name: null }
    expect(await read()).toEqual([row])
    for (const caller of [finance.caller, agent.caller, (await app.addPerson()).caller])
      expect(await read(caller)).toEqual([])
    await app.as(reviewer.caller, log, ['farmers', stored.id, 'no_answer', ''])
    // Who has the record rings.
    await app.as(reviewer.caller, 'select public.assign_record($1, $2, $3)', ['farmers', stored.id, admin.id])
    const [named] = (await app.owner.query('select full_name from public.profiles where id = $1', [admin.id]))
      .rows
    expect(await read()).toEqual([{ ...row, last_outcome: 'no_answer', assignee_name: named?.full_name }])
    await app.as(reviewer.caller, log, ['farmers', stored.id, 'reached', 'Knows the reference'])
    expect(await read()).toEqual([])
    await requestCorrection(stored, 'goals')
    expect(await read()).toMatchObject([{ topic: 'correction' }])
    await app.as(reviewer.caller, ...decide('farmers', stored.id, 'pending', 'declined', null))
    expect(await read()).toMatchObject([{ topic: 'declined' }])
    const { rows } = await app.owner.query('select from private.mail_outbox where data ->> $1 = $2', [
      'code',
      stored.reference,
    ])
    expect(rows).toEqual([])
  })

  it('are those, too, to whose address no mail goes: of what was not sent long before it was stopped', async () => {
    const send = async () => {
      const email = `Stopped.${newAddress()}`
      const { stored } = await intake.send('farmer', { answers: { email } })
      return { id: stored.id, email }
    }
    const topics = async (id: string) =>
      (await app.as(reviewer.caller, queue, [id])).rows.map(({ topic }) => topic)
    const stop = (email: string, rest: string) =>
      app.owner.query(
        `insert into public.mail_suppressions (email, reason, created_at, expires_at) values (lower($1), ${rest})`,
        [email],
      )
    const [asked, over, late, afterwards] = [await send(), await send(), await send(), await send()]
    expect(await topics(asked.id)).toEqual([])
    await stop(asked.email, `'asked', now() - interval '1 hour', null`)
    // What came before somebody asked for no more has arrived.
    await stop(afterwards.email, `'complained', now(), null`)
    expect(await topics(afterwards.id)).toEqual([])
    await stop(over.email, `'bounced', now(), now()`)
    await stop(late.email, `'bounced', now() + interval '8 days', now() + interval '38 days'`)
    expect([await topics(asked.id), await topics(over.id), await topics(late.id)]).toEqual([
      ['received'],
      [],
      [],
    ])
    const [flags] = (
      await app.as(reviewer.caller, `select flags from public.find_record_flags('farmers', $1)`, [[asked.id]])
    ).rows
    expect(flags?.flags).toContain('by_phone')
    // The addresses are read by nobody else.
    const read = async (caller = reviewer.caller) =>
      (await app.as(caller, 'select address from private.stopped_addresses()')).rowCount
    expect([await read(), await read((await app.addPerson()).caller)]).toEqual([3, 0])
    // Where texts are sent, the decision comes by one.
    const setTexts = (value: string) =>
      app.owner.query(`update private.app_settings set value = $1 where name = 'sms'`, [value])
    await setTexts('on')
    await app.as(reviewer.caller, ...decide('farmers', asked.id, 'pending', 'approved', null))
    const { rows } = await app.owner.query(
      `select from private.mail_outbox where channel = 'sms' and template = 'decision' and dedupe_key like $1`,
      [`sms:${asked.id}%`],
    )
    expect(rows).toHaveLength(1)
    await setTexts('off')
  })

  it('stay in it after the stop has ended, until somebody called or the news was sent', async () => {
    const list = async (ids: string[]) =>
      Promise.all(
        ids.map(async (id) => (await app.as(reviewer.caller, queue, [id])).rows.map(({ topic }) => topic)),
      )
    const [called, sentLater, bounced] = await Promise.all(
      [1, 2, 3].map(async () => {
        const email = `over.${newAddress()}`
        const { stored } = await intake.send('farmer', { answers: { email } })
        return { id: stored.id, email }
      }),
    )
    if (!called || !sentLater || !bounced) throw new Error('three were sent')
    const ids = [called.id, sentLater.id, bounced.id]
    const makeDue = () =>
      app.owner.query(
        `update private.mail_outbox set next_attempt_at = now() where record_id = any ($1) and status = 'waiting'`,
        [ids],
      )
    const claim = () => app.owner.query('select id from private.claim_mails(1000, 60)')
    const markSent = () =>
      app.owner.query(
        `select private.mark_mails_sent(array(select id from private.mail_outbox where record_id = any ($1) and status = 'sending'), '{}')`,
        [ids],
      )
    await makeDue()
    await claim()
    await markSent()
    expect(await list(ids)).toEqual([[], [], []])

    for (const { email } of [called, sentLater])
      await app.owner.query(
        `insert into public.mail_suppressions (email, reason) values (lower($1), 'asked')`,
        [email],
      )
    for (const { id } of [called, sentLater])
      await app.as(reviewer.caller, ...decide('farmers', id, 'pending', 'approved', null))
    await makeDue()
    await claim()
    const { rows } = await app.owner.query(
      `select private.record_bounce(id, '5.1.1') as result from private.mail_outbox
       where record_id = $1 and template = 'registration_received'`,
      [bounced.id],
    )
    expect(rows).toEqual([{ result: 'suppressed' }])
    expect(await list(ids)).toEqual([['approved'], ['approved'], ['received']])

    // One is lifted, the other one ends by itself: nobody has heard by that.
    for (const { email } of [called, sentLater])
      await app.owner.query('delete from public.mail_suppressions where email = lower($1)', [email])
    await app.owner.query('update public.mail_suppressions set expires_at = now() where email = lower($1)', [
      bounced.email,
    ])
    expect(await list(ids)).toEqual([['approved'], ['approved'], ['received']])

    await app.as(reviewer.caller, log, ['farmers', called.id, 'reached', null])
    await app.owner.query(
      `update private.mail_outbox set status = 'waiting', next_attempt_at = now()
       where record_id = $1 and template = 'registration_approved'`,
      [sentLater.id],
    )
    await claim()
    expect(await list(ids)).toEqual([[], ['approved'], ['received']])
    await markSent()
    expect(await list(ids)).toEqual([[], [], ['received']])
    // What comes now goes by mail, and so does the news that was to be told.
    await app.as(reviewer.caller, ...decide('farmers', bounced.id, 'pending', 'approved', null))
    await makeDue()
    await claim()
    await markSent()
    expect(await list(ids)).toEqual([[], [], []])
  })

  it('with an address, or with an account, are not in it', async () => {
    const person = await app.addPerson()
    for (const sent of [await intake.send('farmer'), await intake.send('farmer', { person, ...byPhone })])
      expect((await app.as(admin.caller, queue, [sent.stored.id])).rows).toEqual([])
  })

  it('are rung up by staff who may read them, and the log names who rang', async () => {
    const { stored } = await intake.send('farmer', byPhone)
    const call = (outcome: string) => ['farmers', stored.id, outcome, null]
    for (const caller of [anonymous, finance.caller, agent.caller, (await app.addPerson()).caller])
      expect((await app.refusalOf(caller, log, call('reached'))).code).toBe('42501')
    expect((await app.refusalOf(reviewer.caller, log, call('married'))).code).toBe('23514')
    expect((await app.refusalOf(reviewer.caller, log, ['farmers', randomUUID(), 'reached', null])).code).toBe(
      'P0002',
    )
    await app.as(reviewer.caller, log, call('reached'))
    const { rows } = await app.owner.query('select called_by from public.phone_calls where record_id = $1', [
      stored.id,
    ])
    expect(rows).toEqual([{ called_by: reviewer.id }])
  })
})
