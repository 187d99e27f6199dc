// What people control themselves: the link to their registration, claiming it, consents, and half-filled forms.
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import { claimRegistrations } from '#server/registrations/claim.ts'
import { anonymous, type Person, service } from '#tests/harness/migrated-database.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { within } from '#tests/harness/within.ts'
import { decide, hashToken, inTheMail, newAddress, openReview } from './registration-intake.ts'

const { app, intake, admin, agent } = await openReview()
const claiming = { database: app.database, vault: intake.vault }
afterAll(() => app.close())
const sixteenYearsAgo = () => `${new Date().getFullYear() - 16}-01-15`

/** Until someone waits for a lock, or the work is done without. */
async function waitsFor(work: Promise<unknown>): Promise<void> {
  const waits = vi.waitUntil(async () => {
    const { rows } = await app.owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length > 0
  }, within)
  await Promise.race([work, waits])
}
const confirm = (person: Person) =>
  app.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [person.id])

describe('a guest link', () => {
  it('shows the registration that it belongs to, with what was sent and never a secret', async () => {
    const sent = await intake.send('investor_individual')
    const result = await intake.track(sent.token)
    expect(result).toMatchObject({
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
    const { bvn, accountNumber, idNumber, dateOfBirth } = goodRegistrations.investor_individual
    for (const secret of [bvn, accountNumber, idNumber, dateOfBirth])
      expect(JSON.stringify(result)).not.toContain(secret)
    expect(String(bvn)).toHaveLength(11)
  })

  it('leads nowhere when it is guessed, too old, or the reference itself', async () => {
    const sent = await intake.send('farmer')
    for (const guess of ['', 'guess', sent.stored.reference, sent.stored.id])
      expect(await intake.track(guess)).toBeNull()
    await app.owner.query(
      'update private.registration_guest_links set expires_at = now() where token_hash = $1',
      [hashToken(sent.token)],
    )
    expect(await intake.track(sent.token)).toBeNull()
  })

  it('is stored as a hash alone', async () => {
    const sent = await intake.send('farmer')
    const { rows } = await app.owner.query(
      `select from private.registration_guest_links as t where t::text like '%' || $1 || '%'`,
      [sent.token],
    )
    expect(rows).toEqual([])
  })
})

describe('claiming', () => {
  const claim = (person: Person) => claimRegistrations(claiming, person.id, { tokens: [] })

  it('goes through the server alone, and gives nothing to an address that was not proved', async () => {
    const person = await app.addPerson()
    await intake.send('farmer', inTheMail(person.email))
    for (const caller of [anonymous, person.caller])
      for (const client of [
        `select private.claim_registrations('${person.id}', '{}', '{}')`,
        `select private.claim_tracked_registration('${person.id}', '', '{}')`,
        `select private.claim_vault_person('${person.id}', '${person.id}', true, '{}')`,
      ])
        expect((await app.refusalOf(caller, client)).code).toBe('42501')
    expect(await claim(person)).toEqual([])
  })

  it('brings the registrations of the proved address, with what the vault holds, and ends their links', async () => {
    const person = await app.addPerson()
    const own = await intake.send('farmer', inTheMail(person.email.toUpperCase()))
    const others = await intake.send('farmer', inTheMail(newAddress()))
    await confirm(person)
    expect(await claim(person)).toEqual([
      { recordType: 'farmers', id: own.stored.id, reference: own.stored.reference },
    ])
    expect(await claim(person)).toEqual([])
    expect((await app.as(person.caller, 'select id from public.my_registrations')).rows).toEqual([
      { id: own.stored.id },
    ])
    expect((await app.as(person.caller, 'select count(*)::int from public.consents')).rows).toEqual([
      { count: 1 },
    ])
    expect(await intake.track(own.token)).toBeNull()
    expect(await intake.track(others.token)).toMatchObject({ id: others.stored.id })
    const { rows: people } = await app.owner.query('select user_id from app_vault.people where id = $1', [
      own.sealed.person.id,
    ])
    expect(people).toEqual([{ user_id: person.id }])
  })

  it('brings those of a proved phone number too', async () => {
    const person = await app.addPerson()
    const { stored } = await intake.send('farmer', {
      answers: { noEmail: true, email: '', phoneNumber: '0809 999 0001' },
    })
    await app.owner.query(
      `update auth.users set phone = '2348099990001', phone_confirmed_at = now() where id = $1`,
      [person.id],
    )
    expect(await claim(person)).toMatchObject([{ id: stored.id }])
  })

  it('leaves a buyer with the one record that they have already', async () => {
    const person = await app.addPerson()
    await intake.send('buyer_individual', { person })
    await intake.send('buyer_individual', {
      answers: { email: person.email },
      context: { channel: 'phone', enteredBy: agent.id },
    })
    await confirm(person)
    expect(await claim(person)).toEqual([])
    expect((await app.as(person.caller, 'select from public.my_registrations')).rows).toHaveLength(1)
  })

  it('is mailed to the contact of the registration, with a link that freezes the account', async () => {
    const person = await app.addPerson()
    const sent = await intake.send('farmer', inTheMail(person.email))
    await confirm(person)
    await claim(person)
    const { rows } = await app.owner.query<{ data: Record<string, string> }>(
      `select data from private.mail_outbox where template = 'registration_claimed' and recipient = $1`,
      [person.email],
    )
    expect(rows).toMatchObject([{ data: { reference: sent.stored.reference } }])
    await app.as(service, 'select private.use_alarm_link($1)', [hashToken(rows[0]?.data.token ?? '')])
    expect((await app.owner.query('select private.is_frozen($1) as frozen', [person.id])).rows).toEqual([
      { frozen: true },
    ])
  })
})

describe('claiming by the link that one holds', () => {
  const claim = (person: Person, token: string) => claimRegistrations(claiming, person.id, { token })
  const proved = async () => {
    const person = await app.addPerson()
    await confirm(person)
    return person
  }
  const refused = { code: 'forbidden' }
  const unknown = { code: 'not_found' }
  const isShown = async (recordId: string) =>
    (await app.owner.query('select is_shown from app_vault.records where record_id = $1', [recordId])).rows

  it('is refused by a guess, by a link that has ended, and of what is a user’s', async () => {
    const [person, stranger] = [await proved(), await proved()]
    const sent = await intake.send('farmer', inTheMail(person.email))
    for (const guess of ['', 'guess', sent.stored.reference, hashToken(sent.token)])
      await expect(claim(stranger, guess)).rejects.toMatchObject(unknown)
    await claim(person, sent.token)
    await expect(claim(stranger, sent.token)).rejects.toMatchObject(unknown)
    const late = await intake.send('farmer', inTheMail(stranger.email))
    await app.owner.query(
      `update private.registration_guest_links set expires_at = now() - interval '1 minute' where record_id = $1`,
      [late.stored.id],
    )
    await expect(claim(stranger, late.token)).rejects.toMatchObject(unknown)
    expect((await app.as(stranger.caller, 'select from public.my_registrations')).rows).toEqual([])
  })

  it('by the second of two at the same moment finds nothing, as it does a moment later', async () => {
    const first = await proved()
    const sent = await intake.send('farmer', inTheMail(first.email))
    const holding = await app.owner.connect()
    try {
      await holding.query('begin')
      await holding.query('select from public.farmers where id = $1 for update', [sent.stored.id])
      const both = Promise.allSettled([claim(first, sent.token), claim(first, sent.token)])
      await waitsFor(both)
      await holding.query('commit')
      expect((await both).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    } finally {
      holding.release()
    }
    expect((await app.as(first.caller, 'select from public.my_registrations')).rows).toHaveLength(1)
  })

  it('takes the address or number of the registration as well, and says so', async () => {
    const [thief, owner] = [await proved(), await app.addPerson()]
    const sent = await intake.send('investor_individual', inTheMail(owner.email))
    for (const person of [thief, owner])
      await expect(claim(person, sent.token)).rejects.toMatchObject({
        ...refused,
        message: expect.stringContaining('It takes more than the link: confirm the email address'),
      })
    expect(await intake.track(sent.token)).toMatchObject({ id: sent.stored.id })
    await confirm(owner)
    expect(await claim(owner, sent.token)).toEqual([
      { recordType: 'investors', id: sent.stored.id, reference: sent.stored.reference },
    ])
    expect(await isShown(sent.stored.id)).toEqual([{ is_shown: true }])
    expect(await intake.track(sent.token)).toBeNull()
  })

  it('leaves secrets masked where the link came by mail', async () => {
    const person = await proved()
    const { token, stored } = await intake.send('farmer', inTheMail(person.email))
    await app.owner.query(
      'update private.registration_guest_links set is_mailed = true where record_id = $1',
      [stored.id],
    )
    await claim(person, token)
    expect(await isShown(stored.id)).toEqual([{ is_shown: false }])
  })

  it('is refused where staff have seen it, to them and to everybody but anyone who proved the contact', async () => {
    const [owner, secondAccount] = [await app.addPerson(), await app.addPerson()]
    const entered = await intake.send('farmer', {
      ...inTheMail(owner.email),
      context: { channel: 'walk_in', enteredBy: agent.id },
    })
    for (const person of [agent, secondAccount, owner])
      await expect(claim(person, entered.token)).rejects.toMatchObject(refused)
    expect(await intake.track(entered.token)).toMatchObject({ id: entered.stored.id })
    await confirm(owner)
    await claim(owner, entered.token)
    expect(await isShown(entered.stored.id)).toEqual([{ is_shown: false }])
    expect((await app.as(secondAccount.caller, 'select from public.my_registrations')).rows).toEqual([])
  })

  it('keeps the looks at its photo in the list of its person, and in no other’s', async () => {
    const [person, stranger] = [await proved(), await proved()]
    const sent = await intake.send('farmer', inTheMail(person.email))
    const accesses = async (caller: Caller) =>
      (
        await app.as(
          caller,
          'select record_type, record_id, field, reason, actor_role from public.my_vault_reveals order by created_at',
        )
      ).rows
    // Seen by the code; what the server opened for an erasure is no look of anybody.
    for (const purpose of ['own_photo', 'erasure'])
      await app.owner.query(
        `insert into private.vault_openings (purpose, person_id, record_type, record_id)
          values ($1, private.vault_person_of($2, $3), $2, $3)`,
        [purpose, sent.stored.recordType, sent.stored.id],
      )
    expect(await accesses(person.caller)).toEqual([])
    await claim(person, sent.token)
    expect(await accesses(person.caller)).toEqual([
      { record_type: 'farmers', record_id: sent.stored.id, field: 'selfie', reason: null, actor_role: null },
    ])
    for (const other of [stranger.caller, admin.caller]) expect(await accesses(other)).toEqual([])
    for (const caller of [anonymous, service])
      expect((await app.refusalOf(caller, 'select from public.my_vault_reveals')).code).toBe('42501')
    for (const caller of [anonymous, service])
      expect((await app.refusalOf(caller, 'select private.list_own_photo_accesses()')).code).toBe('42501')
  })

  it('leaves a buyer with the one record that they have already, and the link as it was', async () => {
    const person = await app.addPerson()
    await intake.send('buyer_individual', { person })
    const other = await intake.send('buyer_individual', {
      answers: { email: person.email },
      context: { channel: 'phone', enteredBy: agent.id },
    })
    await confirm(person)
    await expect(claim(person, other.token)).rejects.toMatchObject({ code: 'PT409' })
    expect(await intake.track(other.token)).toMatchObject({ id: other.stored.id })
  })
})

describe('consents', () => {
  const withdraw = 'select public.withdraw_consent($1) as taken'

  it('are taken back by the person who gave them; the ledger has both entries', async () => {
    const [person, stranger] = [await app.addPerson(), await app.addPerson()]
    const consents = [
      { purpose: 'terms', textVersion: '2026-11' },
      { purpose: 'news_by_phone', textVersion: '3' },
    ]
    await intake.send('farmer', { person, context: { consents } })
    expect((await app.refusalOf(anonymous, withdraw, ['news_by_phone'])).code).toBe('42501')
    expect((await app.refusalOf(stranger.caller, withdraw, ['news_by_phone'])).code).toBe('P0002')
    expect((await app.as(person.caller, withdraw, ['news_by_phone'])).rows).toEqual([{ taken: 1 }])
    expect(await app.refusalOf(person.caller, withdraw, ['news_by_phone'])).toMatchObject({
      code: 'P0002',
      message: 'You have taken it back already, or it ended when your data was erased.',
    })
    const { rows } = await app.as(
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
    const sent = await intake.send('farmer')
    const byLink = (token: string) =>
      ['select public.withdraw_tracked_consent($1, $2) as taken', [hashToken(token), 'terms']] as [
        string,
        unknown[],
      ]
    expect((await app.refusalOf(service, ...byLink('guess'))).code).toBe('P0002')
    expect((await app.as(service, ...byLink(sent.token))).rows).toEqual([{ taken: 1 }])
    expect(await intake.track(sent.token)).toMatchObject({ consents: [{ purpose: 'terms', isGiven: false }] })
  })

  it('that were taken back are given again by their owner, to the text of before, as long as the record is open', async () => {
    const [person, stranger] = [await app.addPerson(), await app.addPerson()]
    const consents = [{ purpose: 'terms', textVersion: '2026-11' }]
    const { stored } = await intake.send('farmer', { person, context: { consents } })
    const renew = 'select public.renew_consent($1) as renewed'
    const standing = async () =>
      (
        await app.as(
          person.caller,
          `select next_step, consent_withdrawn_at is not null as is_stopped, consent.is_renewable
            from public.my_registrations as mine join public.my_consents as consent on consent.record_id = mine.id`,
        )
      ).rows
    expect((await app.refusalOf(anonymous, renew, ['terms'])).code).toBe('42501')
    expect(await app.refusalOf(person.caller, renew, ['terms'])).toMatchObject({
      code: 'P0002',
      message: 'You have agreed to it already, or your application is closed.',
    })
    await app.as(person.caller, withdraw, ['terms'])
    expect(await standing()).toEqual([
      {
        next_step: 'You took back your consent. It goes no further unless you agree again.',
        is_stopped: true,
        is_renewable: true,
      },
    ])
    expect((await app.refusalOf(stranger.caller, renew, ['terms'])).code).toBe('P0002')
    expect((await app.as(person.caller, renew, ['terms'])).rows).toEqual([{ renewed: 1 }])
    expect(await standing()).toMatchObject([{ is_stopped: false, is_renewable: false }])
    const { rows } = await app.as(
      person.caller,
      'select text_version, is_given from public.consents order by id',
    )
    expect(rows).toEqual([true, false, true].map((is_given) => ({ text_version: '2026-11', is_given })))
    await app.as(person.caller, withdraw, ['terms'])
    await app.as(admin.caller, ...decide(stored.recordType, stored.id, 'pending', 'declined', 'Not now.'))
    expect(await standing()).toMatchObject([{ is_stopped: false, is_renewable: false }])
    expect((await app.refusalOf(person.caller, renew, ['terms'])).code).toBe('P0002')
  })

  it('of one registration alone are taken back and given again, and of nobody else’s', async () => {
    const [person, stranger] = [await app.addPerson(), await app.addPerson()]
    const [farm, course, others] = [
      await intake.send('farmer', { person }),
      await intake.send('training', { person }),
      await intake.send('farmer', { person: stranger }),
    ]
    const guests = await intake.send('farmer')
    const listed = async (owner: Person) =>
      (
        await app.as(
          owner.caller,
          `select reference, is_given, is_renewable from public.my_consents where purpose = 'terms' order by id`,
        )
      ).rows
    const line = ({ stored }: typeof farm, is_given: boolean) => ({
      reference: stored.reference,
      is_given,
      is_renewable: !is_given,
    })
    const call = (name: string, { stored }: typeof farm) =>
      [`select public.${name}('terms', $1) as changed`, [stored.id]] as [string, unknown[]]
    expect((await app.as(person.caller, ...call('withdraw_consent', farm))).rows).toEqual([{ changed: 1 }])
    expect(await listed(person)).toEqual([line(course, true), line(farm, false)])
    // Another's, a guest's, and what is no record at all.
    for (const name of ['withdraw_consent', 'renew_consent'])
      for (const foreign of [others, guests]) {
        expect((await app.refusalOf(person.caller, ...call(name, foreign))).code).toBe('P0002')
        expect((await app.refusalOf(anonymous, ...call(name, foreign))).code).toBe('42501')
      }
    expect((await app.refusalOf(stranger.caller, ...call('renew_consent', farm))).code).toBe('P0002')
    expect((await app.refusalOf(person.caller, ...call('withdraw_consent', farm))).code).toBe('P0002')
    expect(await listed(stranger)).toEqual([line(others, true)])
    expect(await intake.track(guests.token)).toMatchObject({ consents: [{ isGiven: true }] })
    expect((await app.as(person.caller, ...call('renew_consent', farm))).rows).toEqual([{ changed: 1 }])
    expect(await listed(person)).toEqual([line(course, true), line(farm, true)])
    // Without a record it is all of them, as it was.
    expect((await app.as(person.caller, withdraw, ['terms'])).rows).toEqual([{ taken: 2 }])
    expect((await app.as(person.caller, ...call('renew_consent', course))).rows).toEqual([{ changed: 1 }])
    expect((await listed(person)).map(({ is_given }) => is_given).sort()).toEqual([false, true])
  })

  it('of a guest are given again by their link, and by no link of another', async () => {
    const [sent, other] = [await intake.send('farmer'), await intake.send('farmer')]
    const change = (name: string, token: string) =>
      [`select public.${name}($1, $2) as changed`, [hashToken(token), 'terms']] as [string, unknown[]]
    await app.as(service, ...change('withdraw_tracked_consent', sent.token))
    expect(await intake.track(sent.token)).toMatchObject({
      consentWithdrawnAt: expect.any(String),
      consents: [{ isGiven: false, isRenewable: true }],
    })
    for (const token of ['guess', other.token])
      expect((await app.refusalOf(service, ...change('renew_tracked_consent', token))).code).toBe('P0002')
    expect((await app.as(service, ...change('renew_tracked_consent', sent.token))).rows).toEqual([
      { changed: 1 },
    ])
    expect(await intake.track(sent.token)).toMatchObject({
      consentWithdrawnAt: null,
      erasedAt: null,
      consents: [{ isGiven: true, isRenewable: false }],
    })
    await app.as(admin.caller, ...decide(sent.stored.recordType, sent.stored.id, 'pending', 'approved', null))
    // Approved or not: what is erased is over.
    await app.as(service, ...change('withdraw_tracked_consent', sent.token))
    await app.as(service, 'select private.erase_person(null, $1)', [[sent.sealed.person.id]])
    expect(await intake.track(sent.token)).toMatchObject({
      status: 'approved',
      consents: [{ isGiven: false, isRenewable: false }],
    })
    const renewal = change('renew_tracked_consent', sent.token)
    expect((await app.refusalOf(service, ...renewal)).code).toBe('P0002')
  })

  it('that were taken back are seen by anyone who decides, until they are given again', async () => {
    const sent = await intake.send('farmer')
    const seen = async (caller: Caller) =>
      (
        await app.as(
          caller,
          'select purpose, reference, status from public.withdrawn_consents where id = $1',
          [sent.stored.id],
        )
      ).rows
    expect(await seen(admin.caller)).toEqual([])
    const takeBack = 'select public.withdraw_tracked_consent($1, $2)'
    await app.as(service, takeBack, [hashToken(sent.token), 'terms'])
    expect(await seen(admin.caller)).toEqual([
      { purpose: 'terms', reference: sent.stored.reference, status: 'pending' },
    ])
    expect(await seen((await app.addPerson()).caller)).toEqual([])
    expect(await seen(agent.caller)).toEqual([])
    await app.owner.query(
      `insert into public.consents (record_type, record_id, purpose, text_version, is_given, channel)
        values ('farmers', $1, 'terms', '2', true, 'web')`,
      [sent.stored.id],
    )
    expect(await seen(admin.caller)).toEqual([])
  })

  it('of a guardian hold for a minor as the terms do', async () => {
    const minor = await intake.send('training', {
      answers: { dateOfBirth: sixteenYearsAgo() },
      context: { isMinor: true },
    })
    await app.owner.query(
      `insert into public.consents (record_type, record_id, purpose, text_version, is_given, channel)
        values ('training_enrolments', $1, 'guardian', '1', true, 'web'), ('training_enrolments', $1, 'guardian', '1', false, 'web')`,
      [minor.stored.id],
    )
    const approve = decide('training_enrolments', minor.stored.id, 'pending', 'approved', null)
    expect((await app.refusalOf(admin.caller, ...approve)).code).toBe('23514')
    await app.owner.query('update public.training_enrolments set is_minor = false where id = $1', [
      minor.stored.id,
    ])
    await app.as(admin.caller, ...approve)
  })

  it('that were taken back let nobody approve; declining, and agreeing again, go on', async () => {
    const takeBack = 'select public.withdraw_tracked_consent($1, $2)'
    for (const form of ['farmer', 'training', 'investor_corporate'] as const) {
      const [one, other] = [await intake.send(form), await intake.send(form)]
      const type = one.stored.recordType
      for (const { token } of [one, other]) await app.as(service, takeBack, [hashToken(token), 'terms'])
      const refusal = await app.refusalOf(
        admin.caller,
        ...decide(type, one.stored.id, 'pending', 'approved', null),
      )
      expect([refusal.code, refusal.message]).toEqual([
        '23514',
        'The person has taken back their consent: it can be declined, and not approved.',
      ])
      const plain = `update public.${type} set status = 'approved' where id = $1`
      expect((await app.refusalOf(admin.caller, plain, [one.stored.id])).code).toBe('23514')
      await app.as(admin.caller, ...decide(type, other.stored.id, 'pending', 'declined', 'As you wish.'))
      await app.owner.query(
        `insert into public.consents (record_type, record_id, purpose, text_version, is_given, channel)
          values ($1, $2, 'terms', '2', true, 'phone')`,
        [type, one.stored.id],
      )
      await app.as(admin.caller, ...decide(type, one.stored.id, 'pending', 'approved', null))
    }
  })

  it('that are being taken back at this moment let nobody approve either', async () => {
    const sent = await intake.send('farmer')
    const taking = await app.owner.connect()
    try {
      await taking.query('begin')
      await taking.query('select public.withdraw_tracked_consent($1, $2)', [hashToken(sent.token), 'terms'])
      const approval = app.as(admin.caller, ...decide('farmers', sent.stored.id, 'pending', 'approved', null))
      await waitsFor(approval)
      await taking.query('commit')
      await expect(approval).rejects.toMatchObject({ code: '23514' })
    } finally {
      taking.release()
    }
  })

  it('of a farmer that were taken back take down what the farm offers, and keep it down', async () => {
    const farmer = await app.addPerson()
    const [sent, others] = [await intake.send('farmer', { person: farmer }), await intake.send('farmer')]
    for (const { stored } of [sent, others])
      await app.as(admin.caller, ...decide('farmers', stored.id, 'pending', 'approved', null))
    await app.owner.query(
      `insert into public.products (name, category, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
        select 'Yam ' || status, 'Tubers', farmer, 'x', 'x', 1, 'kg', 100000, status
        from unnest($1::uuid[]) as farmer, unnest(array['published', 'pending']) as status`,
      [[sent.stored.id, others.stored.id]],
    )
    const statuses = async ({ stored }: typeof sent) =>
      (
        await app.owner.query('select status from public.products where farmer_id = $1 order by name', [
          stored.id,
        ])
      ).rows.map(({ status }) => status)
    await app.as(farmer.caller, withdraw, ['terms'])
    expect(await statuses(sent)).toEqual(['hidden', 'hidden'])
    expect(await statuses(others)).toEqual(['pending', 'published'])
    const publish = `update public.products set status = 'published' where farmer_id = $1`
    expect((await app.refusalOf(admin.caller, publish, [sent.stored.id])).code).toBe('23514')
    // Selling goes on for anyone who is shown.
    await app.as(admin.caller, publish, [others.stored.id])
  })
})

describe('drafts', () => {
  const save = (person: Person, answers: object, form = 'farmer') =>
    [
      'insert into public.registration_drafts (user_id, form, answers) values ($1, $2, $3)',
      [person.id, form, JSON.stringify(answers)],
    ] as [string, unknown[]]

  it('hold no secret of any form, no photo, and not without end', async () => {
    const person = await app.addPerson()
    for (const secret of ['dateOfBirth', 'bvn', 'idNumber', 'accountNumber', 'sidraWalletAddress'])
      expect(
        await app.refusalOf(person.caller, ...save(person, { fullName: 'Ada', [secret]: '' })),
      ).toMatchObject({
        code: '23514',
        hint: secret,
      })
    for (const hidden of [{ more: { bvn: '1' } }, { list: [[{ deep: { idNumber: '1' } }]] }])
      expect((await app.refusalOf(person.caller, ...save(person, hidden))).code).toBe('23514')
    expect(
      (await app.refusalOf(person.caller, ...save(person, { selfieImage: 'data:image/jpeg;base64,xx' })))
        .code,
    ).toBe('23514')
    expect((await app.refusalOf(person.caller, ...save(person, { goals: 'x'.repeat(70_000) }))).code).toBe(
      '23514',
    )
    expect((await app.refusalOf(person.caller, ...save(person, {}, 'pirate'))).code).toBe('23514')
    await app.as(person.caller, ...save(person, { fullName: 'Ada' }))
    expect(
      (await app.refusalOf(person.caller, `update public.registration_drafts set answers = '{"bvn": "1"}'`))
        .code,
    ).toBe('23514')
  })

  it('are one’s own alone, and gone when the form is sent', async () => {
    const [person, stranger] = [await app.addPerson(), await app.addPerson()]
    await app.as(person.caller, ...save(person, { fullName: 'Ada' }))
    expect((await app.refusalOf(stranger.caller, ...save(person, {}, 'training'))).code).toBe('42501')
    for (const [text, caller] of [
      ['select from public.registration_drafts', stranger.caller],
      ['select from public.registration_drafts', admin.caller],
      [`update public.registration_drafts set step = 9 returning 1`, stranger.caller],
      ['delete from public.registration_drafts returning 1', stranger.caller],
    ] as const)
      expect((await app.as(caller, text)).rows).toEqual([])
    expect(
      (
        await app.refusalOf(person.caller, 'update public.registration_drafts set user_id = $1', [
          stranger.id,
        ])
      ).code,
    ).toBe('42501')
    await intake.send('farmer', { person })
    expect((await app.as(person.caller, 'select from public.registration_drafts')).rows).toEqual([])
  })
})
