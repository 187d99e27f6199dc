// Registrations through their one interface: what is refused, what is stored where, and that nothing is stored twice.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type RegistrationFormName,
  registrationFormNames,
  registrationForms,
} from '#domain/registrations/registrations.ts'
import { anonymous, openApp, service } from '#tests/harness/migrated-database.ts'
import { hashToken, openAdmin, type SendOptions } from './registration-intake.ts'

const app = await openApp()
const intake = openAdmin(app)
const admin = await app.addPerson({ role: 'admin' })
afterAll(() => app.close())

/** Someone with an account where the form asks for one. */
const senderOf = async (form: RegistrationFormName): Promise<SendOptions> =>
  registrationForms[form].needsAccount ? { person: await app.addPerson() } : {}

const countRecords = async () => {
  const { rows } = await app.owner.query<{ count: number }>(
    `select (select count(*) from public.registration_submissions)::int + (select count(*) from public.consents)::int
      + (select count(*) from app_vault.secrets)::int + (select count(*) from private.registrations)::int
      + (select count(*) from private.mail_outbox)::int as count`,
  )
  return rows[0]?.count
}

describe('the way to registrations', () => {
  it('is closed to visitors, members and staff: only the server calls it', async () => {
    const member = await app.addPerson()
    const prepared = await intake.prepare('farmer')
    for (const caller of [anonymous, member.caller, admin.caller]) {
      for (const [text, values] of [
        [intake.call, intake.valuesOf('farmer', prepared)],
        [
          'select public.resubmit_registration($1, $2, $3, $4, $5)',
          ['farmers', randomUUID(), '{}', '{}', '{}'],
        ],
        ['select public.track_registration($1)', [hashToken('x')]],
        ['select public.attach_photo($1, $2, $3, $4)', ['farmers', randomUUID(), '{}', '{}']],
        ['select public.withdraw_tracked_consent($1, $2)', [hashToken('x'), 'terms']],
        ['select public.renew_tracked_consent($1, $2)', [hashToken('x'), 'terms']],
      ] as const)
        expect((await app.refusalOf(caller, text, [...values])).code, text).toBe('42501')
    }
  })

  it('lets nobody write a registration, its ledger or its secrets past it', async () => {
    const member = await app.addPerson()
    for (const caller of [anonymous, member.caller, admin.caller])
      for (const text of [
        `insert into public.farmers (farm_name, location, crops_grown) values ('F', 'Keffi', array['Yam'])`,
        `insert into public.investors (investor_type, investment_amount) values ('individual', '1m-5m')`,
        `insert into public.training_enrolments (contact_name) values ('Ada Obi')`,
        'delete from public.farmers',
        'delete from public.registration_submissions',
        `update public.consents set is_given = true`,
        'select from private.registration_guest_links',
        'select from private.submission_keys',
        'select from private.photo_uploads',
        'select from app_vault.secrets',
      ])
        expect((await app.refusalOf(caller, text)).code, text).toBe('42501')
  })

  it('takes no buyer without an account, and no form that does not exist', async () => {
    for (const form of ['buyer_individual', 'buyer_corporate'] as const)
      expect((await intake.refusalOf(form, await intake.prepare(form))).code).toBe('42501')
    expect((await intake.refusalOf('pirate', await intake.prepare('farmer'))).code).toBe('22023')
  })

  it.each(registrationFormNames)(
    'takes no secret in clear among the answers of %s, and stores nothing',
    async (form) => {
      const options = await senderOf(form)
      const before = await countRecords()
      for (const secret of ['bvn', 'dateOfBirth', 'idNumber', 'accountNumber', 'sidraWalletAddress']) {
        const prepared = await intake.prepare(form, options)
        const refusal = await intake.refusalOf(form, {
          ...prepared,
          answers: { ...prepared.answers, [secret]: '22345678901' },
        })
        expect(refusal).toMatchObject({ code: '23514', hint: secret })
        expect(JSON.stringify({ ...refusal })).not.toContain('22345678901')
      }
      expect(await countRecords()).toBe(before)
    },
  )

  it('takes no secret that the form does not ask for, and none that is not encrypted', async () => {
    const before = await countRecords()
    const prepared = await intake.prepare('farmer')
    const [secret] = prepared.sealed.secrets
    if (!secret) throw new Error('a farmer has a birth date')
    for (const secrets of [
      [...prepared.sealed.secrets, { ...secret, field: 'bvn' }],
      [{ ...secret, ciphertext: Buffer.from('1990-05-12'.padEnd(61, ' ')).toString('base64') }],
    ])
      expect(
        (await intake.refusalOf('farmer', { ...prepared, sealed: { ...prepared.sealed, secrets } })).code,
      ).toBe('22023')
    expect(await countRecords()).toBe(before)
  })

  it('stores the guardian of a trainee under 18', async () => {
    const minor = { dateOfBirth: '2015-05-12' }
    const { stored } = await intake.send('training', {
      answers: { ...minor, guardianName: 'Ngozi Obi', guardianPhone: '0805 123 4567', guardianConsent: true },
    })
    const { rows } = await app.owner.query(
      `select is_minor, guardian_name, guardian_phone, guardian_consent from public.training_enrolments
        join public.training_enrolment_private on training_enrolment_id = id where id = $1`,
      [stored.id],
    )
    expect(rows).toEqual([
      {
        is_minor: true,
        guardian_name: 'Ngozi Obi',
        guardian_phone: '+2348051234567',
        guardian_consent: true,
      },
    ])
  })

  it('takes a form for another person from staff with the right alone, with the consent recorded', async () => {
    const [agent, member] = [await app.addPerson({ role: 'field_agent' }), await app.addPerson()]
    const finance = await app.addPerson({ role: 'finance' })
    const options = (enteredBy: string | null, context: object = {}) => ({
      answers: { noEmail: true, email: undefined },
      context: { channel: 'walk_in', enteredBy, ...context },
    })
    for (const refused of [member.id, finance.id, null, randomUUID()])
      expect((await intake.refusalOf('farmer', await intake.prepare('farmer', options(refused)))).code).toBe(
        '42501',
      )
    expect(
      (
        await intake.refusalOf(
          'farmer',
          await intake.prepare('farmer', options(agent.id, { userId: member.id })),
        )
      ).code,
    ).toBe('42501')
    expect(
      (
        await intake.refusalOf(
          'farmer',
          await intake.prepare('farmer', options(agent.id, { channel: 'web' })),
        )
      ).code,
    ).toBe('42501')
    expect(
      await intake.refusalOf('farmer', await intake.prepare('farmer', options(agent.id, { consents: [] }))),
    ).toMatchObject({ code: '23514', hint: 'consents' })
    const { stored } = await intake.send('farmer', options(agent.id))
    const { rows } = await app.owner.query(
      `select farmers.channel, entered_by, contact_email, recorded_by, consents.channel as reported_by from public.farmers
        join public.consents on record_id = farmers.id where farmers.id = $1`,
      [stored.id],
    )
    expect(rows).toMatchObject([
      { channel: 'walk_in', entered_by: agent.id, contact_email: null, recorded_by: agent.id },
    ])
  })
})

describe.each(registrationFormNames)('a registration as %s', (form) => {
  it('is stored whole: every answer, its consent, its secrets sealed, its mail, all or nothing', async () => {
    const options = await senderOf(form)
    const email = `${randomUUID()}@example.com`
    const emailField = form === 'investor_corporate' ? 'contactPersonEmail' : 'email'
    const sent = await intake.send(form, { ...options, answers: { [emailField]: email } })
    const { stored } = sent
    expect(stored).toMatchObject({
      recordType: registrationForms[form].table,
      form,
      status: 'pending',
      isNew: true,
    })
    const { rows: saved } = await app.owner.query(
      'select * from public.registration_submissions where record_id = $1',
      [stored.id],
    )
    expect(saved).toMatchObject([
      { version: 1, form, answers: sent.answers, channel: 'web', terms_version: '2026-11' },
    ])
    const secretNames = sent.sealed.secrets.map(({ field }) => field).sort()
    expect(saved[0].secret_fields).toEqual(secretNames)
    const { rows: secrets } = await app.owner.query(
      'select field from app_vault.secrets where record_id = $1 order by field',
      [stored.id],
    )
    expect(secrets.map(({ field }) => field).sort()).toEqual(secretNames)
    const { rows: consents } = await app.owner.query(
      'select purpose, text_version, is_given, channel, user_id from public.consents where record_id = $1',
      [stored.id],
    )
    expect(consents).toEqual([
      {
        purpose: 'terms',
        text_version: '2026-11',
        is_given: true,
        channel: 'web',
        user_id: options.person?.id ?? null,
      },
    ])
    const { rows: mails } = await app.owner.query(
      'select template, data from private.mail_outbox where recipient = $1',
      [email],
    )
    expect(mails).toMatchObject([
      { template: 'registration_received', data: { code: stored.reference, form } },
    ])
    // Anyone who has no account gets a link of their own in the mail.
    const { token } = mails[0].data as { token?: string }
    expect(token === undefined).toBe(options.person !== undefined)
    if (token) expect(await intake.track(token)).toMatchObject({ id: stored.id })
  })

  it('is the same record when the same attempt comes again, also at the same moment', async () => {
    const prepared = await intake.prepare(form, await senderOf(form))
    const answers = await Promise.all(Array.from({ length: 5 }, () => intake.submit(form, prepared)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    const { rows } = await app.owner.query(
      'select from public.registration_submissions where record_id = $1',
      [answers[0]?.id],
    )
    expect(rows).toHaveLength(1)
  })

  it('has a reference at once, that checks itself and names its kind', async () => {
    const { stored } = await intake.send(form, await senderOf(form))
    const { parseReference } = await import('#domain/reference-codes.ts')
    const prefixes = { farmers: 'FM', training_enrolments: 'TR', buyers: 'BY', investors: 'IV' }
    expect(parseReference(prefixes[registrationForms[form].table], stored.reference)).toBe(stored.reference)
  })
})

describe('an attempt', () => {
  it('of one person is not answered to another, nor for another form', async () => {
    const [ada, bola] = [await app.addPerson(), await app.addPerson()]
    const prepared = await intake.prepare('farmer', { person: ada })
    await intake.submit('farmer', prepared)
    const forged = await intake.prepare('farmer', { person: bola })
    const { idempotencyKey } = prepared.context
    expect(
      (await intake.refusalOf('farmer', { ...forged, context: { ...forged.context, idempotencyKey } })).code,
    ).toBe('PT409')
    const other = await intake.prepare('training', { person: ada })
    expect(
      (await intake.refusalOf('training', { ...other, context: { ...other.context, idempotencyKey } })).code,
    ).toBe('PT409')
  })

  it('of a guest whose answer was lost brings a link that works', async () => {
    const prepared = await intake.prepare('farmer')
    const first = await intake.submit('farmer', prepared)
    const again = { ...prepared.context, trackingTokenHash: hashToken('the second token') }
    expect((await intake.submit('farmer', { ...prepared, context: again })).id).toBe(first.id)
    expect(await intake.track('the second token')).toMatchObject({ id: first.id })
    expect(await intake.track(prepared.token)).toMatchObject({ id: first.id })
  })
})

describe('a buyer', () => {
  it('who is registered already gets that record, of the other kind a new one (decision 49)', async () => {
    const person = await app.addPerson()
    const first = await intake.send('buyer_individual', { person })
    const second = await intake.send('buyer_individual', { person, answers: { city: 'Kano' } })
    expect(second.stored).toMatchObject({ id: first.stored.id, isNew: false })
    expect((await intake.send('buyer_corporate', { person })).stored).toMatchObject({ isNew: true })
    await app.as(admin.caller, `update public.buyers set status = 'declined' where id = $1`, [
      first.stored.id,
    ])
    const third = await intake.send('buyer_individual', { person })
    expect(third.stored.isNew).toBe(true)
    const { rows } = await app.owner.query('select supersedes_id from public.buyers where id = $1', [
      third.stored.id,
    ])
    expect(rows).toEqual([{ supersedes_id: first.stored.id }])
  })

  it('leaves an attempt and a success among the events; an insert of their own leaves a success too', async () => {
    const person = await app.addPerson()
    await intake.send('buyer_individual', { person })
    await app.as(
      person.caller,
      `insert into public.buyers (user_id, buyer_type, company_name, registration_number, business_type, address, city, state, country, annual_revenue, status)
        values ($1, 'corporate', 'Ada Exports', 'RC123456', 'exporter', '12 Marina Road', 'Lagos', 'Lagos', 'Nigeria', 51, 'pending')`,
      [person.id],
    )
    const events =
      'select event, email, business_type from public.audit_events where user_id = $1 order by id'
    const { rows } = await app.as(admin.caller, events, [person.id])
    expect(rows).toEqual([
      { event: 'BUYER_REGISTRATION_ATTEMPT', email: 'ada@example.com', business_type: 'retailer' },
      { event: 'BUYER_REGISTRATION_SUCCESS', email: 'ada@example.com', business_type: 'retailer' },
      { event: 'BUYER_REGISTRATION_SUCCESS', email: person.email, business_type: 'exporter' },
    ])
    const reviewer = await app.addPerson({ role: 'reviewer' })
    for (const caller of [person.caller, reviewer.caller])
      expect((await app.as(caller, events, [person.id])).rows).toEqual([])
  })

  it('may note an attempt and its failure, never a success, never for another person, never without end', async () => {
    const person = await app.addPerson()
    const note = (event: string, details: object = {}): [string, unknown[]] => [
      'select public.record_audit_event($1, $2)',
      [event, JSON.stringify(details)],
    ]
    await app.as(
      person.caller,
      ...note('BUYER_REGISTRATION_ERROR', { error: 'x'.repeat(900), email: 'forged@example.com' }),
    )
    const { rows } = await app.owner.query(
      'select user_id, email, error_message from public.audit_events where user_id = $1',
      [person.id],
    )
    expect(rows).toEqual([{ user_id: person.id, email: person.email, error_message: 'x'.repeat(500) }])
    for (const event of ['BUYER_REGISTRATION_SUCCESS', 'OTHER'])
      expect((await app.refusalOf(person.caller, ...note(event))).code).toBe('42501')
    expect((await app.refusalOf(anonymous, ...note('BUYER_REGISTRATION_ERROR'))).code).toBe('42501')
    await app.owner.query(
      `insert into public.audit_events (event, user_id) select 'BUYER_REGISTRATION_ATTEMPT', $1 from generate_series(1, 59)`,
      [person.id],
    )
    expect((await app.refusalOf(person.caller, ...note('BUYER_REGISTRATION_ATTEMPT'))).code).toBe('PT429')
  })
})

describe('photos', () => {
  const openSlot = async (userId: string | null = null) => {
    const receipt = randomUUID()
    await app.as(
      service,
      'insert into private.photo_uploads (path, receipt_hash, user_id) values ($1, $2, $3)',
      [`${randomUUID()}.jpg`, hashToken(receipt), userId],
    )
    return hashToken(receipt)
  }
  const attach = 'select public.attach_photo($1, $2, $3, $4) as attached'

  it('are attached by anyone who holds the receipt and the record, once', async () => {
    const sent = await intake.send('farmer')
    const receiptHash = await openSlot()
    const personId = (await intake.track(sent.token))?.personId as string
    const about = { userId: null, personId, record: { type: 'farmers', id: sent.stored.id } }
    const sealed = JSON.stringify(await intake.vault.seal(about, { selfie: 'abc.jpg' }))
    const context = (changes: object = {}) =>
      JSON.stringify({ photoReceiptHash: receiptHash, trackingTokenHash: hashToken(sent.token), ...changes })
    const stranger = await app.addPerson()
    for (const wrong of [
      { trackingTokenHash: hashToken('guess') },
      { trackingTokenHash: null, userId: stranger.id },
    ])
      expect(
        (await app.refusalOf(service, attach, ['farmers', sent.stored.id, sealed, context(wrong)])).code,
      ).toBe('P0002')
    const values = ['farmers', sent.stored.id, sealed, context()]
    const guessed = ['farmers', sent.stored.id, sealed, context({ photoReceiptHash: hashToken('guess') })]
    expect((await app.as(service, attach, guessed)).rows).toEqual([{ attached: false }])
    expect((await app.as(service, attach, values)).rows).toEqual([{ attached: true }])
    expect((await app.as(service, attach, values)).rows).toEqual([{ attached: false }])
    expect(await intake.track(sent.token)).toMatchObject({ hasPhoto: true })
  })

  it('replace no photo that a user decided on', async () => {
    const sent = await intake.send('farmer')
    const personId = (await intake.track(sent.token))?.personId as string
    const about = { userId: null, personId, record: { type: 'farmers', id: sent.stored.id } }
    const send = async () => {
      const context = { photoReceiptHash: await openSlot(), trackingTokenHash: hashToken(sent.token) }
      const sealed = await intake.vault.seal(about, { selfie: `${randomUUID()}.jpg` })
      const values = ['farmers', sent.stored.id, JSON.stringify(sealed), JSON.stringify(context)]
      return (await app.as<{ attached: boolean }>(service, attach, values)).rows[0]?.attached
    }
    expect([await send(), await send()]).toEqual([true, true])
    await app.owner.query(`update public.farmers set status = 'approved' where id = $1`, [sent.stored.id])
    expect(await send()).toBe(false)
  })

  it('that a buyer sent before are taken with the form, another’s are not', async () => {
    const [ada, bola] = [await app.addPerson(), await app.addPerson()]
    const photoReceiptHash = await openSlot(ada.id)
    const stolen = await intake.send('buyer_individual', { person: bola, context: { photoReceiptHash } })
    expect(stolen.stored.hasPhoto).toBe(false)
    const own = await intake.send('buyer_individual', { person: ada, context: { photoReceiptHash } })
    expect(own.stored.hasPhoto).toBe(true)
    const { rows } = await app.owner.query(
      'select user_id, record_type from private.photo_uploads where receipt_hash = $1',
      [photoReceiptHash],
    )
    expect(rows).toEqual([{ user_id: null, record_type: 'buyers' }])
  })
})
