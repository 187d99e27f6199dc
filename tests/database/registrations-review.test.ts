// What becomes of a registration: decided, sent back, corrected, claimed, rung up about, and forgotten when its time is over.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registrationRecordTypes } from '#domain/registrations.ts'
import type { Caller } from '#platform/database/caller.ts'
import { anonymous, type House, openHouse, type Person, service } from './house.ts'
import {
  type Desk,
  hashToken,
  openDesk,
  type SendOptions,
  type Sent,
  type Stored,
} from './registrations-desk.ts'

let house: House
let desk: Desk
let admin: Person
let reviewer: Person
let finance: Person
let agent: Person
beforeAll(async () => {
  house = await openHouse()
  desk = openDesk(house)
  admin = await house.addPerson({ role: 'admin' })
  reviewer = await house.addPerson({ role: 'reviewer' })
  finance = await house.addPerson({ role: 'finance' })
  agent = await house.addPerson({ role: 'field_agent' })
})
afterAll(() => house.close())

const decide = 'select public.decide_registration($1, $2, $3, $4, $5) as answer'
const correct = 'select public.request_correction($1, $2, $3, $4) as id'
const notes = (...fields: string[]) =>
  JSON.stringify(fields.map((field) => ({ field, note: `Please check ${field}` })))

const askToCorrect = (stored: Stored, ...fields: string[]) =>
  house.as(reviewer.caller, correct, [stored.recordType, stored.id, notes(...fields), null])

async function resubmit(sent: Sent, changes: { answers?: object; context?: object } = {}) {
  const { rows } = await house.as<{ stored: Stored }>(service, ...resubmission(sent, changes))
  return rows[0]?.stored
}

function resubmission(sent: Sent, changes: { answers?: object; context?: object } = {}): [string, unknown[]] {
  return [
    'select public.resubmit_registration($1, $2, $3, $4, $5) as stored',
    [
      sent.stored.recordType,
      sent.stored.id,
      JSON.stringify({ ...sent.answers, ...changes.answers }),
      null,
      JSON.stringify({ ...sent.context, idempotencyKey: randomUUID(), ...changes.context }),
    ],
  ]
}

const mailsTo = async (recipient: string) => {
  const { rows } = await house.owner.query<{ template: string; data: Record<string, string> }>(
    'select template, data from private.mail_outbox where recipient = $1 order by created_at, template',
    [recipient],
  )
  return rows
}

const sendAs = (person: Person, options: SendOptions = {}) => desk.send('farmer', { person, ...options })
const inTheMail = (email: string) => ({ answers: { email } })
const newAddress = () => `${randomUUID()}@example.com`

describe('deciding', () => {
  it('is refused to visitors, members, the person themself and staff of another queue; the row stays', async () => {
    const person = await house.addPerson()
    const { stored } = await sendAs(person)
    for (const caller of [anonymous, person.caller, finance.caller, agent.caller])
      expect(
        (await house.refusalOf(caller, decide, ['farmers', stored.id, 'pending', 'approved', null])).code,
      ).toBe('42501')
    const { rows } = await house.owner.query('select status from public.farmers where id = $1', [stored.id])
    expect(rows).toEqual([{ status: 'pending' }])
  })

  it('is refused for kinds that are none, records that are not there, and statuses that are none', async () => {
    const { stored } = await desk.send('farmer')
    for (const [values, code] of [
      [['orders', stored.id, 'pending', 'approved', null], '22023'],
      [['profiles', stored.id, 'pending', 'approved', null], '22023'],
      [['farmers', randomUUID(), 'pending', 'approved', null], 'P0002'],
      [['farmers', stored.id, 'pending', 'completed', null], '23514'],
      [['farmers', stored.id, 'pending', 'pending', null], '23514'],
    ] as const)
      expect((await house.refusalOf(admin.caller, decide, [...values])).code, values.join()).toBe(code)
  })

  it('happens once: whoever comes later is told what was decided, and nothing changes', async () => {
    const { stored } = await desk.send('training')
    const values = (status: string) => ['training_enrolments', stored.id, 'pending', status, 'Too far away']
    const answers = await Promise.allSettled([
      house.as(admin.caller, decide, values('declined')),
      house.as(reviewer.caller, decide, values('approved')),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = answers.find((answer) => answer.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'PT409' })
    const { rows } = await house.owner.query('select from public.decision_events where record_id = $1', [
      stored.id,
    ])
    expect(rows).toHaveLength(1)
  })

  it('of their own is refused to investors, through this door too', async () => {
    const { stored } = await desk.send('investor_individual', { person: admin })
    expect(
      (await house.refusalOf(admin.caller, decide, ['investors', stored.id, 'pending', 'approved', null]))
        .code,
    ).toBe('42501')
    expect(
      (await house.refusalOf(admin.caller, correct, ['investors', stored.id, notes('bvn'), null])).code,
    ).toBe('42501')
  })

  it.each([
    ['approved', undefined],
    ['declined', 'We do not buy in your state yet'],
  ])(
    '%s is mailed in the same transaction, with the reason, and shown to the person',
    async (status, reason) => {
      const email = newAddress()
      const person = await house.addPerson()
      const { stored } = await sendAs(person, inTheMail(email))
      const { rows } = await house.as(reviewer.caller, decide, [
        'farmers',
        stored.id,
        'pending',
        status,
        reason ?? null,
      ])
      expect(rows).toMatchObject([{ answer: { status, declineReason: reason ?? null } }])
      expect((await mailsTo(email)).at(-1)).toMatchObject({
        template: `registration_${status}`,
        data: { code: stored.reference, ...(reason && { reason }) },
      })
      const mine = await house.as(person.caller, 'select * from public.my_registrations')
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
    const { stored } = await desk.send('investor_crypto', inTheMail(email))
    await house.as(
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

describe('a request for correction', () => {
  it('is refused to everybody without the right, on what is decided, and without a note on a field of the form', async () => {
    const person = await house.addPerson()
    const { stored } = await sendAs(person)
    const ask = (about: string) => ['farmers', stored.id, about, null]
    for (const caller of [anonymous, person.caller, finance.caller, agent.caller])
      expect((await house.refusalOf(caller, correct, ask(notes('goals')))).code).toBe('42501')
    for (const wrong of [
      '[]',
      '{}',
      'null',
      notes('status'),
      notes('bvn'),
      '[{"field":"goals","note":" "}]',
      '[{"field":"goals"}]',
    ])
      expect((await house.refusalOf(reviewer.caller, correct, ask(wrong))).code, wrong).toBe('23514')
    await house.as(reviewer.caller, decide, ['farmers', stored.id, 'pending', 'approved', null])
    expect((await house.refusalOf(reviewer.caller, correct, ask(notes('goals')))).code).toBe('PT409')
  })

  it('is mailed with its notes, and shown to the person and on the tracking page, and to no stranger', async () => {
    const email = newAddress()
    const sent = await desk.send('farmer', inTheMail(email))
    await askToCorrect(sent.stored, 'goals', 'dateOfBirth', 'selfieImage')
    const mail = (await mailsTo(email)).at(-1)
    expect(mail).toMatchObject({ template: 'registration_correction', data: { code: sent.stored.reference } })
    expect(mail?.data.notes).toEqual(JSON.parse(notes('goals', 'dateOfBirth', 'selfieImage')))
    for (const token of [sent.token, mail?.data.token ?? ''])
      expect(await desk.track(token)).toMatchObject({
        correction: { notes: JSON.parse(notes('goals', 'dateOfBirth', 'selfieImage')) },
        nextStep: 'Please correct what we marked and send it again.',
      })
    const stranger = await house.addPerson()
    for (const table of ['correction_requests', 'registration_submissions', 'consents'])
      expect((await house.as(stranger.caller, `select from public.${table}`)).rows).toEqual([])
  })

  it('is answered by sending again: the record changes, the ledger keeps both, the secrets stay', async () => {
    const person = await house.addPerson()
    const sent = await sendAs(person)
    await askToCorrect(sent.stored, 'city', 'goals')
    const mine = 'select open_correction, status from public.my_registrations'
    expect((await house.as(person.caller, mine)).rows[0]?.open_correction.notes).toHaveLength(2)
    const again = await resubmit(sent, { answers: { city: 'Lafia', goals: 'To sell sesame as well' } })
    expect(again).toMatchObject({ id: sent.stored.id, reference: sent.stored.reference })
    expect((await house.as(person.caller, mine)).rows).toEqual([{ open_correction: null, status: 'pending' }])
    const { rows } = await house.as(
      person.caller,
      'select version, answers ->> $1 as city from public.registration_submissions order by version',
      ['city'],
    )
    expect(rows).toEqual([
      { version: 1, city: 'Keffi' },
      { version: 2, city: 'Lafia' },
    ])
    const { rows: stored } = await house.owner.query(
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
    const { rows: secrets } = await house.owner.query(
      'select field from strongroom.secrets where record_id = $1',
      [sent.stored.id],
    )
    expect(secrets).toEqual([{ field: 'dateOfBirth' }])
  })

  it('is answered by nobody else, not twice, not before it is asked and not after the decision', async () => {
    const [person, stranger] = [await house.addPerson(), await house.addPerson()]
    const sent = await sendAs(person)
    const refused = async (changes: object = {}) =>
      (await house.refusalOf(service, ...resubmission(sent, changes))).code
    expect(await refused()).toBe('PT409')
    await askToCorrect(sent.stored, 'goals')
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
    await askToCorrect(sent.stored, 'goals')
    await house.as(reviewer.caller, decide, ['farmers', sent.stored.id, 'pending', 'approved', null])
    expect(await refused()).toBe('PT409')
  })

  it('on a row that a buyer inserted without a form is answered with the first form', async () => {
    const person = await house.addPerson()
    const { rows } = await house.as<{ id: string; reference: string }>(
      person.caller,
      `insert into public.buyers (user_id, buyer_type, company_name, business_type, address, city, state, country, status)
        values ($1, 'individual', null, 'retailer', '12 Marina Road', 'Lagos', 'Lagos', 'Nigeria', 'pending') returning *`,
      [person.id],
    )
    expect(rows[0]?.reference).toMatch(/^BY/)
    const stored = { recordType: 'buyers', id: rows[0]?.id ?? '' } as Stored
    await askToCorrect(stored, 'firstName')
    const prepared = await desk.prepare('buyer_individual', { person })
    await resubmit({ ...prepared, stored })
    const mine = await house.as(
      person.caller,
      'select open_correction, reference from public.my_registrations',
    )
    expect(mine.rows).toEqual([{ open_correction: null, reference: rows[0]?.reference }])
  })
})

describe('a tracking link', () => {
  it('shows the registration that it belongs to, with what was sent and never a secret', async () => {
    const sent = await desk.send('investor_individual')
    const found = await desk.track(sent.token)
    expect(found).toMatchObject({
      recordType: 'investors',
      id: sent.stored.id,
      form: 'investor_individual',
      reference: sent.stored.reference,
      status: 'pending',
      declineReason: null,
      correction: null,
      hasPhoto: false,
      answers: sent.answers,
      personId: sent.sealed.person.id,
      consents: [{ purpose: 'terms', isGiven: true }],
    })
    expect(JSON.stringify(found)).not.toMatch(/22345678901|0000014579|A01234567|1990-05-12/)
  })

  it('leads nowhere when it is guessed, too old, or the reference itself', async () => {
    const sent = await desk.send('farmer')
    for (const guess of ['', 'guess', sent.stored.reference, sent.stored.id])
      expect(await desk.track(guess)).toBeNull()
    await house.owner.query('update private.tracking_links set expires_at = now() where token_hash = $1', [
      hashToken(sent.token),
    ])
    expect(await desk.track(sent.token)).toBeNull()
  })

  it('is kept as a hash alone', async () => {
    const sent = await desk.send('farmer')
    const { rows } = await house.owner.query(
      `select from private.tracking_links as t where t::text like '%' || $1 || '%'`,
      [sent.token],
    )
    expect(rows).toEqual([])
  })
})

describe('claiming', () => {
  const claim = 'select public.claim_registrations() as claimed'
  const confirm = (person: Person) =>
    house.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [person.id])

  it('is refused to visitors, and gives nothing to an address that was not proved', async () => {
    const person = await house.addPerson()
    await desk.send('farmer', inTheMail(person.email))
    expect((await house.refusalOf(anonymous, claim)).code).toBe('42501')
    expect((await house.as(person.caller, claim)).rows).toEqual([{ claimed: [] }])
    // What a token or metadata says proves nothing.
    const forged: Caller = {
      ...person.caller,
      claims: JSON.stringify({
        ...JSON.parse(person.caller.claims),
        email: 'ada@example.com',
        email_verified: true,
      }),
    }
    expect((await house.as(forged, claim)).rows).toEqual([{ claimed: [] }])
  })

  it('brings the registrations of the proved address, with what the vault holds, and ends their links', async () => {
    const person = await house.addPerson()
    const own = await desk.send('farmer', inTheMail(person.email.toUpperCase()))
    const others = await desk.send('farmer', inTheMail(newAddress()))
    await confirm(person)
    const { rows } = await house.as(person.caller, claim)
    expect(rows).toEqual([
      { claimed: [{ recordType: 'farmers', id: own.stored.id, reference: own.stored.reference }] },
    ])
    expect((await house.as(person.caller, claim)).rows).toEqual([{ claimed: [] }])
    expect((await house.as(person.caller, 'select id from public.my_registrations')).rows).toEqual([
      { id: own.stored.id },
    ])
    expect((await house.as(person.caller, 'select count(*)::int from public.consents')).rows).toEqual([
      { count: 1 },
    ])
    expect(await desk.track(own.token)).toBeNull()
    expect(await desk.track(others.token)).toMatchObject({ id: others.stored.id })
    const { rows: people } = await house.owner.query('select user_id from strongroom.people where id = $1', [
      own.sealed.person.id,
    ])
    expect(people).toEqual([{ user_id: person.id }])
  })

  it('brings those of a proved phone number too', async () => {
    const person = await house.addPerson()
    const { stored } = await desk.send('farmer', {
      answers: { noEmail: true, email: '', phoneNumber: '0809 999 0001' },
    })
    await house.owner.query(
      `update auth.users set phone = '2348099990001', phone_confirmed_at = now() where id = $1`,
      [person.id],
    )
    expect((await house.as(person.caller, claim)).rows).toMatchObject([{ claimed: [{ id: stored.id }] }])
  })

  it('leaves a buyer with the one record that they have already', async () => {
    const person = await house.addPerson()
    await desk.send('buyer_individual', { person })
    await desk.send('buyer_individual', {
      answers: { email: person.email },
      context: { channel: 'phone', enteredBy: agent.id },
    })
    await confirm(person)
    expect((await house.as(person.caller, claim)).rows).toEqual([{ claimed: [] }])
    expect((await house.as(person.caller, 'select from public.my_registrations')).rows).toHaveLength(1)
  })
})

describe('doubles', () => {
  const find = 'select other_id, reasons from public.find_duplicates($1, $2)'

  it('are hinted to whoever may read, by the same secret, number, or near name and birth date; blocked they are not', async () => {
    const sameNumber = { phone: '0809 111 2222', email: newAddress() }
    const one = await desk.send('investor_individual', { answers: sameNumber })
    const two = await desk.send('investor_individual', {
      answers: {
        ...sameNumber,
        fullName: 'Obi Ada Grace',
        email: newAddress(),
        bvn: '22345678902',
        accountNumber: '0000000220',
        idNumber: 'B01234567',
      },
    })
    const { rows } = await house.as(reviewer.caller, find, ['investors', one.stored.id])
    expect(rows.find(({ other_id }) => other_id === two.stored.id)).toEqual({
      other_id: two.stored.id,
      reasons: ['same_phone', 'near_name_and_birth_date'],
    })
    const three = await desk.send('investor_individual', {
      answers: {
        fullName: 'Somebody Else',
        dateOfBirth: '1970-01-01',
        phone: '0809 111 3333',
        email: newAddress(),
      },
    })
    const found = await house.as(reviewer.caller, find, ['investors', three.stored.id])
    expect(found.rows.find(({ other_id }) => other_id === one.stored.id)?.reasons).toEqual([
      'same_accountNumber',
      'same_bvn',
      'same_idNumber',
    ])
    for (const caller of [anonymous, finance.caller, agent.caller, (await house.addPerson()).caller])
      expect((await house.refusalOf(caller, find, ['investors', one.stored.id])).code).toBe('42501')
  })

  it('are no hint when only the birth date is the same', async () => {
    const unlike = async (fullName: string) =>
      desk.send('farmer', {
        answers: {
          fullName,
          dateOfBirth: '1961-02-03',
          phoneNumber: `0809${Math.floor(1e6 + Math.random() * 8e6)}`,
          email: newAddress(),
        },
      })
    const [one, two] = [await unlike('Halima Bello'), await unlike('Chidi Okafor')]
    const { rows } = await house.as(admin.caller, find, ['farmers', one.stored.id])
    expect(rows.map(({ other_id }) => other_id)).not.toContain(two.stored.id)
  })
})

describe('people without an e-mail address', () => {
  const queue = 'select id, topic, last_outcome from public.people_to_phone where id = $1'
  const log = 'select public.log_call($1, $2, $3, $4)'
  const byPhone = { answers: { noEmail: true, email: '' } }

  it('are in the queue of whoever may read them, until they were reached, and again when something happens', async () => {
    const { stored } = await desk.send('farmer', byPhone)
    const read = async (caller = reviewer.caller) => (await house.as(caller, queue, [stored.id])).rows
    expect(await read()).toEqual([{ id: stored.id, topic: 'received', last_outcome: null }])
    for (const caller of [finance.caller, agent.caller, (await house.addPerson()).caller])
      expect(await read(caller)).toEqual([])
    await house.as(reviewer.caller, log, ['farmers', stored.id, 'no_answer', ''])
    expect(await read()).toEqual([{ id: stored.id, topic: 'received', last_outcome: 'no_answer' }])
    await house.as(reviewer.caller, log, ['farmers', stored.id, 'reached', 'Knows the reference'])
    expect(await read()).toEqual([])
    await askToCorrect(stored, 'goals')
    expect(await read()).toMatchObject([{ topic: 'correction' }])
    await house.as(reviewer.caller, decide, ['farmers', stored.id, 'pending', 'declined', null])
    expect(await read()).toMatchObject([{ topic: 'declined' }])
    const { rows } = await house.owner.query('select from private.mail_outbox where data ->> $1 = $2', [
      'code',
      stored.reference,
    ])
    expect(rows).toEqual([])
  })

  it('with an address, or with an account, are not in it', async () => {
    const person = await house.addPerson()
    for (const sent of [await desk.send('farmer'), await desk.send('farmer', { person, ...byPhone })])
      expect((await house.as(admin.caller, queue, [sent.stored.id])).rows).toEqual([])
  })

  it('are rung up by staff who may read them, and the log keeps who rang', async () => {
    const { stored } = await desk.send('farmer', byPhone)
    const call = (outcome: string) => ['farmers', stored.id, outcome, null]
    for (const caller of [anonymous, finance.caller, agent.caller, (await house.addPerson()).caller])
      expect((await house.refusalOf(caller, log, call('reached'))).code).toBe('42501')
    expect((await house.refusalOf(reviewer.caller, log, call('married'))).code).toBe('23514')
    expect(
      (await house.refusalOf(reviewer.caller, log, ['farmers', randomUUID(), 'reached', null])).code,
    ).toBe('P0002')
    await house.as(reviewer.caller, log, call('reached'))
    const { rows } = await house.owner.query(
      'select called_by from public.phone_calls where record_id = $1',
      [stored.id],
    )
    expect(rows).toEqual([{ called_by: reviewer.id }])
  })
})

describe('consents', () => {
  const withdraw = 'select public.withdraw_consent($1) as taken'

  it('are taken back by whoever gave them; the ledger keeps both entries', async () => {
    const [person, stranger] = [await house.addPerson(), await house.addPerson()]
    const consents = [
      { purpose: 'terms', textVersion: '2026-11' },
      { purpose: 'news_by_phone', textVersion: '3' },
    ]
    await sendAs(person, { context: { consents } })
    expect((await house.refusalOf(anonymous, withdraw, ['news_by_phone'])).code).toBe('42501')
    expect((await house.refusalOf(stranger.caller, withdraw, ['news_by_phone'])).code).toBe('P0002')
    expect((await house.as(person.caller, withdraw, ['news_by_phone'])).rows).toEqual([{ taken: 1 }])
    expect((await house.refusalOf(person.caller, withdraw, ['news_by_phone'])).code).toBe('P0002')
    const { rows } = await house.as(
      person.caller,
      'select purpose, text_version, is_given from public.consents order by id',
    )
    expect(rows).toEqual([
      { purpose: 'terms', text_version: '2026-11', is_given: true },
      { purpose: 'news_by_phone', text_version: '3', is_given: true },
      { purpose: 'news_by_phone', text_version: '3', is_given: false },
    ])
  })

  it('of a guest are taken back by their link', async () => {
    const sent = await desk.send('farmer')
    const byLink = (token: string) =>
      ['select public.withdraw_tracked_consent($1, $2) as taken', [hashToken(token), 'terms']] as [
        string,
        unknown[],
      ]
    expect((await house.refusalOf(service, ...byLink('guess'))).code).toBe('P0002')
    expect((await house.as(service, ...byLink(sent.token))).rows).toEqual([{ taken: 1 }])
    expect(await desk.track(sent.token)).toMatchObject({ consents: [{ purpose: 'terms', isGiven: false }] })
  })

  it('let the account take the number of its first form, when that was agreed to', async () => {
    const [agreed, silent] = [await house.addPerson(), await house.addPerson()]
    await sendAs(agreed, { context: { consents: [{ purpose: 'profile_phone', textVersion: '1' }] } })
    await sendAs(silent)
    const { rows } = await house.owner.query('select id, phone from public.profiles where id = any ($1)', [
      [agreed.id, silent.id],
    ])
    expect(Object.fromEntries(rows.map(({ id, phone }) => [id, phone]))).toEqual({
      [agreed.id]: '+2348031234567',
      [silent.id]: null,
    })
  })
})

describe('drafts', () => {
  const save = (person: Person, answers: object, form = 'farmer') =>
    [
      'insert into public.registration_drafts (user_id, form, answers) values ($1, $2, $3)',
      [person.id, form, JSON.stringify(answers)],
    ] as [string, unknown[]]

  it('hold no secret of any form, no photo, and not without end', async () => {
    const person = await house.addPerson()
    for (const secret of ['dateOfBirth', 'bvn', 'idNumber', 'accountNumber', 'sidraWalletAddress'])
      expect(
        await house.refusalOf(person.caller, ...save(person, { fullName: 'Ada', [secret]: '' })),
      ).toMatchObject({
        code: '23514',
        hint: secret,
      })
    expect(
      (await house.refusalOf(person.caller, ...save(person, { selfieImage: 'data:image/jpeg;base64,xx' })))
        .code,
    ).toBe('23514')
    expect((await house.refusalOf(person.caller, ...save(person, { goals: 'x'.repeat(70_000) }))).code).toBe(
      '23514',
    )
    expect((await house.refusalOf(person.caller, ...save(person, {}, 'pirate'))).code).toBe('23514')
    await house.as(person.caller, ...save(person, { fullName: 'Ada' }))
    expect(
      (await house.refusalOf(person.caller, `update public.registration_drafts set answers = '{"bvn": "1"}'`))
        .code,
    ).toBe('23514')
  })

  it('are one’s own alone, and gone when the form is sent', async () => {
    const [person, stranger] = [await house.addPerson(), await house.addPerson()]
    await house.as(person.caller, ...save(person, { fullName: 'Ada' }))
    expect((await house.refusalOf(stranger.caller, ...save(person, {}, 'training'))).code).toBe('42501')
    for (const [text, caller] of [
      ['select from public.registration_drafts', stranger.caller],
      ['select from public.registration_drafts', admin.caller],
      [`update public.registration_drafts set step = 9 returning 1`, stranger.caller],
      ['delete from public.registration_drafts returning 1', stranger.caller],
    ] as const)
      expect((await house.as(caller, text)).rows).toEqual([])
    expect(
      (
        await house.refusalOf(person.caller, 'update public.registration_drafts set user_id = $1', [
          stranger.id,
        ])
      ).code,
    ).toBe('42501')
    await sendAs(person)
    expect((await house.as(person.caller, 'select from public.registration_drafts')).rows).toEqual([])
  })
})

describe('retention', () => {
  const apply = () =>
    house.as<{ gone: Record<string, number> }>(service, 'select private.apply_retention() as gone')

  it('is nobody’s to call or change but the server’s, and staff’s with the right and a second factor', async () => {
    const member = await house.addPerson()
    const change = `update public.retention_periods set keep = interval '1 day' where subject = 'registration_drafts' returning subject`
    for (const caller of [anonymous, member.caller, admin.caller])
      expect((await house.refusalOf(caller, 'select private.apply_retention()')).code).toBe('42501')
    for (const caller of [member.caller, reviewer.caller, admin.caller])
      expect((await house.as(caller, change)).rows).toEqual([])
    const strong: Caller = {
      ...admin.caller,
      claims: JSON.stringify({ ...JSON.parse(admin.caller.claims), aal: 'aal2' }),
    }
    expect((await house.as(strong, change)).rows).toEqual([{ subject: 'registration_drafts' }])
  })

  it.each(registrationRecordTypes)(
    'lets %s go when their time is over, with all that hangs on them and no younger',
    async (table) => {
      const form = {
        farmers: 'farmer',
        training_enrolments: 'training',
        buyers: 'buyer_individual',
        investors: 'investor_crypto',
      }[table] as 'farmer'
      const send = async () => desk.send(form, table === 'buyers' ? { person: await house.addPerson() } : {})
      const [old, young] = [await send(), await send()]
      await askToCorrect(old.stored, 'email')
      await house.as(reviewer.caller, decide, [table, old.stored.id, 'pending', 'declined', null])
      await house.as(reviewer.caller, decide, [table, young.stored.id, 'pending', 'declined', null])
      await house.owner.query(
        `begin; alter table public.${table} disable trigger user;
       update public.${table} set updated_at = now() - interval '13 months' where id = '${old.stored.id}';
       alter table public.${table} enable trigger user; commit`,
      )
      const left = async (id: string) => {
        const { rows } = await house.owner.query(
          `select (select count(*)::int from public.${table} where id = $1) as records,
          (select count(*)::int from public.registration_submissions where record_id = $1) as submissions,
          (select count(*)::int from public.correction_requests where record_id = $1) as corrections,
          (select count(*)::int from private.tracking_links where record_id = $1) as links,
          (select count(*)::int from private.submission_keys where record_id = $1) as keys,
          (select count(*)::int from strongroom.secrets where record_id = $1) as secrets,
          (select count(*)::int from public.decision_events where record_id = $1) as decisions,
          (select count(*)::int from public.consents where record_id = $1) as consents`,
          [id],
        )
        return rows[0]
      }
      const before = await left(young.stored.id)
      expect((await apply()).rows[0]?.gone[table]).toBe(1)
      expect(await left(old.stored.id)).toEqual({
        records: 0,
        submissions: 0,
        corrections: 0,
        links: 0,
        keys: 0,
        secrets: 0,
        decisions: 1,
        consents: 1,
      })
      expect(await left(young.stored.id)).toEqual(before)
      expect((await apply()).rows[0]?.gone[table]).toBe(0)
    },
  )

  it('drops a national identity number once the investor is decided on, and no other document’s (decision 68)', async () => {
    const [nin, passport, waiting] = [
      await desk.send('investor_individual', { answers: { validIdType: 'nin', idNumber: '12345678901' } }),
      await desk.send('investor_individual'),
      await desk.send('investor_individual', { answers: { validIdType: 'nin', idNumber: '12345678902' } }),
    ]
    for (const { stored } of [nin, passport])
      await house.as(reviewer.caller, decide, ['investors', stored.id, 'pending', 'approved', null])
    expect((await apply()).rows[0]?.gone.national_identity_numbers).toBe(1)
    const { rows } = await house.owner.query(
      `select record_id from strongroom.secrets where field = 'idNumber' and record_id = any ($1)`,
      [[nin, passport, waiting].map(({ stored }) => stored.id)],
    )
    expect(rows.map(({ record_id }) => record_id).sort()).toEqual(
      [passport.stored.id, waiting.stored.id].sort(),
    )
  })

  it('takes the end of a wallet and the mark of a photo away together with the secret', async () => {
    const { stored } = await desk.send('investor_crypto')
    const wallet = async () =>
      (await house.owner.query('select wallet_address from public.investors where id = $1', [stored.id])).rows
    expect(await wallet()).toEqual([{ wallet_address: '…d4e5' }])
    await house.owner.query('delete from strongroom.secrets where record_id = $1', [stored.id])
    expect(await wallet()).toEqual([{ wallet_address: null }])
  })

  it('lets drafts, events and spent links go by age', async () => {
    const person = await house.addPerson()
    await house.owner.query(
      `insert into public.registration_drafts (user_id, form) values ('${person.id}', 'farmer');
       begin; alter table public.registration_drafts disable trigger user;
       update public.registration_drafts set updated_at = now() - interval '31 days' where user_id = '${person.id}';
       alter table public.registration_drafts enable trigger user; commit;
       insert into public.audit_events (event, created_at) values ('BUYER_REGISTRATION_ERROR', now() - interval '3 years');
       insert into private.tracking_links (token_hash, record_type, record_id, expires_at)
         values (repeat('a', 64), 'farmers', gen_random_uuid(), now() - interval '1 hour')`,
    )
    expect((await apply()).rows[0]?.gone).toMatchObject({
      registration_drafts: 1,
      audit_events: 1,
      tracking_links: 1,
    })
  })
})

describe('the ledgers', () => {
  it.each(['registration_submissions', 'correction_requests', 'consents', 'audit_events'])(
    'of %s are changed by nobody, not by the service and not by the owner of the database',
    async (table) => {
      const { stored } = await desk.send('farmer')
      await askToCorrect(stored, 'goals')
      await house.owner.query(`insert into public.audit_events (event) values ('BUYER_REGISTRATION_ERROR')`)
      for (const caller of [admin.caller, service]) {
        for (const text of [`update public.${table} set created_at = now()`, `delete from public.${table}`])
          expect((await house.refusalOf(caller, text)).code).toBe('42501')
      }
      await expect(house.owner.query(`update public.${table} set created_at = now()`)).rejects.toMatchObject({
        code: '42501',
      })
      await expect(house.owner.query(`truncate public.${table} cascade`)).rejects.toMatchObject({
        code: '42501',
      })
    },
  )
})
