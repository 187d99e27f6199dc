// The member area through the client library: what someone else may not do first, then what the member may.
import { afterAll, describe, expect, it } from 'vitest'
import { newsletterConsent } from '#domain/consents.ts'
import { type Person, startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { createApplicant } from '#tests/server/registrations/applicant.ts'

const app = await startApp()
const [ada, stranger] = [await app.newPerson(), await app.newPerson()]
afterAll(() => app.stop())

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, async (client) => (await client.query<Row>(text, values)).rows)

const sessionsOf = ({ id }: Person) =>
  sql<{ id: string }>('select id from auth.sessions where user_id = $1 order by created_at', [id])

describe('the sessions of another person', () => {
  it('are not listed, and cannot be ended', async () => {
    const [session] = await sessionsOf(ada)
    const listed = mustWork(await stranger.client.rpc('list_my_sessions'))
    expect(listed.map(({ id }) => id)).not.toContain(session?.id)
    const ended = await stranger.client.rpc('end_my_session', { session_id: session?.id ?? '' })
    expect(ended).toMatchObject({ error: null, data: false })
    expect(await sessionsOf(ada)).toContainEqual(session)
  })

  it('are nothing for visitors', async () => {
    const visitor = app.newClient()
    expect((await visitor.rpc('list_my_sessions')).error).toMatchObject({ code: '42501' })
    const { error } = await visitor.rpc('end_my_session', { session_id: ada.id })
    expect(error).toMatchObject({ code: '42501' })
  })
})

describe('with a password alone, where there is a second step', () => {
  it('no session is shown and none is ended', async () => {
    const member = await app.newPerson()
    await addSecondFactor(member)
    const thief = app.newClient()
    mustWork(await thief.auth.signInWithPassword(member))
    expect(mustWork(await thief.rpc('list_my_sessions'))).toEqual([])
    const before = await sessionsOf(member)
    const { error } = await thief.rpc('end_my_session', { session_id: before[0]?.id ?? '' })
    expect(error).toMatchObject({ code: '42501' })
    expect(await sessionsOf(member)).toEqual(before)
  })
})

describe('the member’s own sessions', () => {
  it('are listed with their devices, this one marked, and end one by one', async () => {
    const member = await app.newPerson()
    const elsewhere = app.newClient()
    mustWork(await elsewhere.auth.signInWithPassword(member))
    const listed = mustWork(await member.client.rpc('list_my_sessions'))
    expect(listed).toHaveLength(2)
    expect(listed.filter(({ is_current }) => is_current)).toHaveLength(1)
    expect(listed[0]).toMatchObject({ ip: '127.0.0.1', aal: 'aal1', user_agent: expect.any(String) })
    const other = listed.find(({ is_current }) => !is_current)
    expect(mustWork(await member.client.rpc('end_my_session', { session_id: String(other?.id) }))).toBe(true)
    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
    expect((await member.client.auth.refreshSession()).error).toBeNull()
  })
})

describe('the notification choices of another person', () => {
  it('can be neither read nor made nor changed', async () => {
    const choices = { user_id: ada.id, order_mails: false, registration_mails: false }
    const created = await stranger.client.from('notification_choices').insert(choices)
    expect(created.error).toMatchObject({ code: '42501' })
    mustWork(
      await ada.client
        .from('notification_choices')
        .insert({ ...choices, order_mails: true })
        .select(),
    )
    expect(mustWork(await stranger.client.from('notification_choices').select())).toEqual([])
    const changed = await stranger.client
      .from('notification_choices')
      .update({ order_mails: false })
      .eq('user_id', ada.id)
      .select()
    expect(changed).toMatchObject({ error: null, data: [] })
    const taken = await stranger.client.from('notification_choices').delete().eq('user_id', ada.id)
    expect(taken.error).toMatchObject({ code: '42501' })
    const visitor = await app.newClient().from('notification_choices').select()
    expect(visitor.error).toMatchObject({ code: '42501' })
    expect(
      await sql(
        'select order_mails, registration_mails from public.notification_choices where user_id = $1',
        [ada.id],
      ),
    ).toEqual([{ order_mails: true, registration_mails: false }])
  })
})

describe('the mailer', () => {
  const mailsTo = (person: Person) =>
    sql<{ template: string }>('select template from private.mail_outbox where recipient = $1', [person.email])

  it('keeps quiet about what the member has switched off, and sends everything else', async () => {
    const member = await app.newPerson()
    await sql('delete from private.mail_outbox where recipient = $1', [member.email])
    const choice = { user_id: member.id, order_mails: false, registration_mails: true }
    mustWork(await member.client.from('notification_choices').insert(choice).select())
    const templates = ['order_received', 'order_approved', 'registration_approved', 'auth_password_changed']
    for (const template of templates)
      await sql(`select private.enqueue_mail($1, $2, '{}')`, [template, member.email.toUpperCase()])
    const written = await sql<{ template: string }>(
      'select template from private.mail_outbox where lower(recipient) = $1 order by 1',
      [member.email],
    )
    expect(written.map(({ template }) => template)).toEqual([
      'auth_password_changed',
      'order_received',
      'registration_approved',
    ])
  })

  it('writes to those who chose nothing', async () => {
    await sql(`select private.enqueue_mail('order_approved', $1, '{}')`, [stranger.email])
    expect(await mailsTo(stranger)).toContainEqual({ template: 'order_approved' })
  })
})

describe('the newsletter', () => {
  it('is chosen for the account’s own address alone, and left again', async () => {
    const visitor = app.newClient()
    expect((await visitor.rpc('choose_newsletter', { wanted: true })).error).toMatchObject({ code: '42501' })
    expect(mustWork(await ada.client.rpc('choose_newsletter', { wanted: true }))).toBe(true)
    expect((await stranger.client.rpc('has_newsletter')).data).toBe(false)
    expect((await ada.client.rpc('has_newsletter')).data).toBe(true)
    expect((await ada.client.rpc('choose_newsletter', { wanted: false })).data).toBe(false)
    expect(
      await sql(
        'select unsubscribed_at is not null as left from public.newsletter_subscriptions where email = $1',
        [ada.email],
      ),
    ).toEqual([{ left: true }])
  })

  it('stands in the ledger of consents, where taking it back ends it', async () => {
    const reader = await app.newPerson()
    const mine = async () =>
      mustWork(await reader.client.from('my_consents').select('purpose,text_version,is_given'))
    const withdraw = () => reader.client.rpc('withdraw_consent', { purpose: 'newsletter' })
    expect((await withdraw()).error).toMatchObject({ code: 'P0002' })
    for (const _ of ['once', 'again'])
      mustWork(await reader.client.rpc('choose_newsletter', { wanted: true }))
    const input = { purpose: 'newsletter', text_version: newsletterConsent.textVersion }
    expect(await mine()).toEqual([{ ...input, is_given: true }])
    expect(mustWork(await stranger.client.from('my_consents').select())).toEqual([])
    const seen = (person: Person) =>
      person.client.from('consents').select('is_given').eq('purpose', 'newsletter').eq('user_id', reader.id)
    expect(mustWork(await seen(stranger))).toEqual([])
    // Anyone who may see who is subscribed can show that it was agreed to.
    expect(mustWork(await seen(await app.newAdmin()))).toEqual([{ is_given: true }])
    expect((await stranger.client.rpc('withdraw_consent', { purpose: 'newsletter' })).error).toMatchObject({
      code: 'P0002',
    })
    expect(mustWork(await withdraw())).toBe(1)
    expect(mustWork(await reader.client.rpc('has_newsletter'))).toBe(false)
    expect(await mine()).toEqual([{ ...input, is_given: false }])
    expect(
      await sql('select is_given, channel, record_type from public.consents where user_id = $1 order by id', [
        reader.id,
      ]),
    ).toEqual(
      [true, false].map((is_given) => ({
        is_given,
        channel: 'web',
        record_type: 'newsletter_subscriptions',
      })),
    )
  })

  it('is begun so often in a day, and left always', async () => {
    const restless = await app.newPerson()
    const choose = (wanted: boolean) => restless.client.rpc('choose_newsletter', { wanted })
    for (let changes = 0; changes < 20; changes += 2) {
      mustWork(await choose(true))
      mustWork(await choose(false))
    }
    expect((await choose(true)).error).toMatchObject({
      message: 'Too many requests. Please try again later.',
    })
    expect(mustWork(await choose(false))).toBe(false)
    expect(await sql('select from public.consents where user_id = $1', [restless.id])).toHaveLength(20)
  })
})

describe('what the ledgers say of a user', () => {
  it('is shown to them alone: not to a stranger, not to a visitor, and to staff in no page of their own', async () => {
    const { session } = mustWork(await ada.client.auth.getSession())
    const applicant = createApplicant({
      url: app.url,
      publishableKey: app.keys.publishableKey,
      accessToken: session?.access_token ?? '',
    })
    const { body } = await applicant.submit('farmer')
    await sql(
      `insert into public.vault_reveals (person_id, record_type, record_id, field, reason, actor_id, actor_role)
       values (private.vault_person_of('farmers', $1), 'farmers', $1, 'dateOfBirth', 'Checking the age', $2, 'admin')`,
      [body.id, stranger.id],
    )
    const admin = await app.newAdmin()
    for (const view of ['my_consents', 'my_vault_reveals'] as const) {
      for (const other of [stranger, admin])
        expect(mustWork(await other.client.from(view).select()), view).toEqual([])
      expect((await app.newClient().from(view).select()).error).toMatchObject({ code: '42501' })
      expect(mustWork(await ada.client.from(view).select().eq('record_type', 'farmers')), view).toHaveLength(
        1,
      )
    }
    const events = (client: typeof ada.client) =>
      client.rpc('own_registration_events', { record_id: body.id })
    expect(mustWork(await events(ada.client))).toEqual([])
    for (const other of [stranger, admin]) expect((await events(other.client)).data).toBeNull()
    expect((await events(app.newClient())).error).toMatchObject({ code: '42501' })
    // Staff do read the ledgers themselves, in the admin area.
    expect(mustWork(await admin.client.from('vault_reveals').select())).toHaveLength(1)
    expect((await stranger.client.rpc('withdraw_consent', { purpose: 'registration' })).error).not.toBeNull()
    expect(
      mustWork(await ada.client.from('my_consents').select('is_given').eq('record_type', 'farmers')),
    ).toEqual([{ is_given: true }])
  })
})
