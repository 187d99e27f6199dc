// A member's own secrets over HTTP: who sees them whole and when, what the owner hears, and how "this was not me" ends it.
import { createClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { accountDeletionPath } from '#domain/account/account-deletion.ts'
import {
  type Alarm,
  type OwnSecrets,
  ownSecretsMessages,
  ownSecretsPaths,
} from '#domain/account/own-secrets.ts'
import { registrationPaths } from '#domain/registrations/intake.ts'
import { vaultPaths } from '#domain/vault.ts'
import type { PersonExport } from '#server/vault/export.ts'
import { type Client, type Person, startApp } from '#tests/harness/app.ts'
import { startChild } from '#tests/harness/child.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor, ageFactors } from '#tests/harness/second-factor.ts'
import { within } from '#tests/harness/within.ts'
import { createApplicant } from '#tests/server/registrations/applicant.ts'

let address = 0
const { bvn } = goodRegistrations.investor_individual as { bvn: string }

const app = await startApp({ TRUSTED_PROXIES: 'loopback' })
afterAll(() => app.stop())

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, async (client) => (await client.query<Row>(text, values)).rows)

/** As if so many hours had passed for what this account has requested. */
async function letPass(person: Person, interval: string): Promise<void> {
  await sql(
    `update private.own_secret_requests set requested_at = requested_at - $2::interval,
       opens_at = opens_at - $2::interval, closes_at = closes_at - $2::interval where user_id = $1`,
    [person.id, interval],
  )
  await sql(
    `update private.account_freezes set frozen_at = frozen_at - $2::interval, requested_at = requested_at - $2::interval,
       thaws_at = thaws_at - $2::interval where user_id = $1`,
    [person.id, interval],
  )
  await sql('update private.alarm_links set created_at = created_at - $2::interval where user_id = $1', [
    person.id,
    interval,
  ])
}

async function call<Body = { code?: string; message?: string; errors?: unknown[] }>(
  client: Client | null,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
) {
  const { session } = client ? mustWork(await client.auth.getSession()) : { session: null }
  address += 1
  const browser = createApplicant({
    url: app.url,
    publishableKey: app.keys.publishableKey,
    address: `198.51.100.${address % 250}`,
    ...(session && { accessToken: session.access_token }),
  })
  return browser.call<Body>(method, path, body ?? (method === 'POST' ? {} : undefined))
}

const stateOf = async (client: Client) =>
  mustWork(await client.rpc('my_own_secrets')) as unknown as OwnSecrets

async function exportOf(client: Client) {
  const { status, body } = await call<PersonExport>(client, 'GET', vaultPaths.export)
  return { status, body, inClear: body.secretsInClear, text: JSON.stringify(body) }
}

/** Someone with a BVN in the vault. */
async function newInvestor(): Promise<Person> {
  const person = await app.newPerson()
  const { session } = mustWork(await person.client.auth.getSession())
  const browser = createApplicant({
    url: app.url,
    publishableKey: app.keys.publishableKey,
    accessToken: session?.access_token ?? '',
  })
  expect((await browser.submit('investor_individual')).status).toBe(201)
  return person
}

async function signInAsToo({ email, password }: Person): Promise<Client> {
  const client = app.newClient()
  mustWork(await client.auth.signInWithPassword({ email, password }))
  return client
}

/** The same session in a client that knows of recovery codes, which the library still calls experimental. */
async function withRecoveryCodes({ auth }: Client): Promise<Client> {
  const { session } = mustWork(await auth.getSession())
  const client: Client = createClient(app.url, app.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
  })
  mustWork(await client.auth.setSession(session ?? { access_token: '', refresh_token: '' }))
  return client
}

/** The newest mail to this mailbox of that subject. */
const waitForMail = (to: string, subject: RegExp) =>
  vi.waitUntil(
    async () => (await app.mailbox()).find((mail) => mail.to === to && subject.test(mail.subject)),
    within,
  )

const tokenOf = ({ links }: { links: string[] }) =>
  links.map((link) => /\/not-me#([0-9a-f]{64})$/.exec(link)?.[1]).find(Boolean) ?? ''

/** The mail of that subject that this causes, and none from before. */
async function mailOf(email: string, subject: RegExp, cause: () => Promise<unknown>) {
  await sql('delete from auth.limits')
  const known = new Set((await app.mailbox()).map(({ id }) => id))
  await cause()
  return vi.waitUntil(
    async () =>
      (await app.mailbox()).find(
        (mail) => !known.has(mail.id) && mail.to === email && subject.test(mail.subject),
      ),
    within,
  )
}

const codeOf = ({ text }: { text: string }) => /\b\d{6}\b/.exec(text)?.[0] ?? ''

/** The code that is mailed to anyone who wants to show that they read the mailbox. */
const mailCode = async (client: Client, email: string) =>
  codeOf(await mailOf(email, /confirmation code/i, async () => mustWork(await client.auth.reauthenticate())))

async function request(client: Client, email: string, path: string = ownSecretsPaths.request) {
  return call<{ opensAt: string; message?: string; code?: string }>(client, 'POST', path, {
    code: await mailCode(client, email),
  })
}

/** A new password by the mailed link, as someone who reads the mailbox. */
async function recover({ email }: Person, password: string): Promise<Client> {
  const client = app.newClient()
  const mail = await mailOf(email, /choose a new password/i, async () =>
    mustWork(await client.auth.resetPasswordForEmail(email)),
  )
  mustWork(await client.auth.verifyOtp({ email, token: codeOf(mail), type: 'recovery' }))
  mustWork(await client.auth.updateUser({ password }))
  return client
}

const hoursFromNow = (at: string | null | undefined) => (new Date(at ?? 0).getTime() - Date.now()) / 3_600_000

describe('a person who knows the password of a member without a second step', () => {
  it('enrols none of their own without the password once more or a mailed code', async () => {
    const owner = await newInvestor()
    const thief = await signInAsToo(owner)
    const { error } = await thief.auth.mfa.enroll({ factorType: 'totp' })
    expect(error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    expect(await exportOf(thief)).toMatchObject({ status: 200, inClear: false })
  })

  it('sees nothing whole with a second step of their own; the owner hears of it and shuts them out', async () => {
    const owner = await newInvestor()
    const thief = await signInAsToo(owner)
    await addSecondFactor({ client: thief, password: owner.password })
    const masked = await exportOf(thief)
    expect([masked.status, masked.inClear, masked.text.includes(bvn)]).toEqual([200, false, false])
    await ageFactors(app.databaseUrl, owner.id, '71 hours 59 minutes')
    expect((await exportOf(thief)).inClear).toBe(false)
    const requested = await call(thief, 'POST', ownSecretsPaths.request, { code: '000000' })
    expect([requested.status, requested.body.errors]).toEqual([
      422,
      [{ field: 'code', message: ownSecretsMessages.wrongCode }],
    ])

    await waitForMail(owner.email, /your data was downloaded/i)
    const mail = await waitForMail(owner.email, /a second step was added/i)
    const read = await call<Alarm>(null, 'POST', ownSecretsPaths.alarm, { token: tokenOf(mail) })
    expect(read.body).toMatchObject({
      email: `${owner.email[0]}•••@example.com`,
      template: 'auth_factor_added',
      isUsed: false,
    })
    // Looking changes nothing: scanners of mails follow links, too.
    expect((await exportOf(thief)).status).toBe(200)
    const raised = await call<Alarm>(null, 'POST', ownSecretsPaths.raiseAlarm, { token: tokenOf(mail) })
    expect([raised.status, raised.body.isUsed]).toEqual([200, true])

    await vi.waitUntil(async () => (await exportOf(thief)).status === 401, { timeout: 6000 })
    expect((await thief.auth.refreshSession()).error).not.toBeNull()
    const again = await app.newClient().auth.signInWithPassword(owner)
    expect(again.error?.message).toBe('Invalid login credentials')
    await waitForMail(owner.email, /your account is frozen/i)
    // The thief's second step would have locked the owner out.
    const client = await recover(owner, 'Owner-Own-2026')
    const refused = await call(client, 'GET', vaultPaths.export)
    expect([refused.status, refused.body.message]).toEqual([403, ownSecretsMessages.frozen])
  })

  it('sets no new password without the present one', async () => {
    const owner = await app.newPerson()
    const other = await signInAsToo(owner)
    const password = 'Entirely-5-different'
    expect((await other.auth.updateUser({ password })).error).toMatchObject({
      code: 'current_password_required',
    })
    expect((await other.auth.updateUser({ password, current_password: 'Guessed-2026' })).error).toMatchObject(
      { code: 'current_password_invalid' },
    )
    expect((await app.newClient().auth.signInWithPassword(owner)).error).toBeNull()
    mustWork(await other.auth.updateUser({ password, current_password: owner.password }))
    const mail = await waitForMail(owner.email, /your password was changed/i)
    expect(tokenOf(mail)).not.toBe('')
  })
})

describe('a second step', () => {
  it('opens the secrets 72 hours after it was set up, in a session that has shown it', async () => {
    const person = await newInvestor()
    const authenticator = await addSecondFactor(person)
    expect(await stateOf(person.client)).toMatchObject({ state: 'closed' })
    expect(hoursFromNow((await stateOf(person.client)).factorOpensAt)).toBeCloseTo(72, 0)
    await ageFactors(app.databaseUrl, person.id)
    expect(await stateOf(person.client)).toMatchObject({ state: 'open', basis: 'factor' })
    const whole = await exportOf(person.client)
    expect([whole.inClear, whole.text.includes(bvn)]).toEqual([true, true])
    const mail = await waitForMail(person.email, /your data was downloaded/i)
    expect(mail.text).toContain('has your secret numbers and photos whole')

    const unshown = await signInAsToo(person)
    expect(await stateOf(unshown)).toEqual({ state: 'second_factor', exports: [] })
    expect((await exportOf(unshown)).inClear).toBe(false)
    // A younger one opens nothing beside the old one, however it came there.
    const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Young' })
    const minor = new TOTP({ secret: data?.type === 'totp' ? data.totp.secret : '' })
    mustWork(
      await person.client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: minor.generate() }),
    )
    expect(await stateOf(person.client)).toMatchObject({ state: 'other_factor' })
    expect((await exportOf(person.client)).inClear).toBe(false)
    const answer = await request(person.client, person.email)
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    expect(authenticator.secret).toBeDefined()
  })

  it('that was made younger by new recovery codes opens nothing by one of them', async () => {
    const person = await newInvestor()
    await addSecondFactor(person)
    const { recoveryCodes } = (await withRecoveryCodes(person.client)).auth.mfa
    mustWork(await recoveryCodes.generate())
    await ageFactors(app.databaseUrl, person.id)
    const { codes } = mustWork(await recoveryCodes.regenerate())
    const other = await withRecoveryCodes(await signInAsToo(person))
    mustWork(await other.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' }))
    expect(await stateOf(other)).toMatchObject({ state: 'other_factor' })
    expect((await exportOf(other)).inClear).toBe(false)
    expect((await exportOf(person.client)).inClear).toBe(true)
  })
})

describe('without a second step', () => {
  it('a mailed code and 72 hours open the secrets for 7 days, and every step is notified', async () => {
    const person = await newInvestor()
    expect(await stateOf(person.client)).toMatchObject({ state: 'closed', exports: [] })
    const short = await call(person.client, 'POST', ownSecretsPaths.request, { code: '12' })
    expect(short.body.errors).toEqual([{ field: 'code', message: ownSecretsMessages.typeCode }])
    expect((await call(null, 'POST', ownSecretsPaths.request, { code: '123456' })).status).toBe(401)
    const { status, body } = await request(person.client, person.email)
    expect([status, Math.round(hoursFromNow(body.opensAt))]).toEqual([200, 72])
    const mail = await waitForMail(person.email, /your secret numbers were asked for/i)
    expect(tokenOf(mail)).not.toBe('')
    // The code has left no device behind that the owner would not know.
    expect(mustWork(await person.client.rpc('list_my_sessions'))).toHaveLength(1)

    await letPass(person, '71 hours 59 minutes')
    expect(await stateOf(person.client)).toMatchObject({ state: 'waiting' })
    expect((await exportOf(person.client)).inClear).toBe(false)
    // A second request neither hastens nor delays it.
    const again = await request(person.client, person.email)
    expect(hoursFromNow(again.body.opensAt)).toBeLessThan(1)
    await letPass(person, '2 minutes')
    expect(await stateOf(person.client)).toMatchObject({ state: 'open', basis: 'waited' })
    const whole = await exportOf(person.client)
    expect([whole.inClear, whole.text.includes(bvn)]).toEqual([true, true])
    const { exports } = await stateOf(person.client)
    expect(exports.map(({ inClear }) => inClear)).toEqual([true, false])
    expect(whole.body.tables['private.own_exports']).toMatchObject([{ in_clear: false }, { in_clear: true }])
    expect(whole.body.tables['private.own_secret_requests']).toMatchObject([{ mailbox: person.email }])
    const trail = await sql(
      `select after from public.audit_trail where subject_type = 'own_data' and subject_id = $1 order by id`,
      [person.id],
    )
    expect(trail).toEqual([
      { after: { in_clear: false, basis: null } },
      { after: { in_clear: true, basis: 'waited' } },
    ])
    await letPass(person, '7 days')
    expect(await stateOf(person.client)).toMatchObject({ state: 'closed' })
    expect((await exportOf(person.client)).inClear).toBe(false)
  })

  it('what has opened is open to the sign-in that has shown the code, and not to the password alone', async () => {
    const person = await newInvestor()
    await request(person.client, person.email)
    await letPass(person, '73 hours')
    const other = await signInAsToo(person)
    expect(await stateOf(other)).toMatchObject({ state: 'other_session' })
    expect((await exportOf(other)).inClear).toBe(false)
    expect((await exportOf(person.client)).inClear).toBe(true)
    const { body } = await request(other, person.email)
    expect(hoursFromNow(body.opensAt)).toBeLessThan(0)
    expect((await exportOf(other)).inClear).toBe(true)
    expect((await exportOf(person.client)).inClear).toBe(false)
  })

  it('a request ends when it is cancelled, and with the mailbox that has confirmed it', async () => {
    const person = await newInvestor()
    await request(person.client, person.email)
    expect((await call(person.client, 'POST', ownSecretsPaths.cancel)).status).toBe(200)
    await letPass(person, '73 hours')
    expect((await exportOf(person.client)).inClear).toBe(false)
    await request(person.client, person.email)
    await letPass(person, '73 hours')
    await sql('update auth.users set email = $2 where id = $1', [person.id, `new.${person.email}`])
    expect(await stateOf(person.client)).toMatchObject({ state: 'closed' })
    expect((await exportOf(person.client)).inClear).toBe(false)
  })

  it('a second step that is set up meanwhile is demanded', async () => {
    const person = await newInvestor()
    await request(person.client, person.email)
    await addSecondFactor(person)
    await letPass(person, '73 hours')
    const unshown = await signInAsToo(person)
    expect(await stateOf(unshown)).toMatchObject({ state: 'second_factor' })
    // The step-up has made a session of its own.
    expect(await stateOf(person.client)).toMatchObject({ state: 'other_session' })
    await request(person.client, person.email)
    expect((await exportOf(unshown)).inClear).toBe(false)
    expect((await call(unshown, 'POST', ownSecretsPaths.request, { code: '123456' })).status).toBe(403)
    expect((await exportOf(person.client)).inClear).toBe(true)
  })
})

describe('"This was not me"', () => {
  async function frozen(): Promise<{ person: Person; token: string }> {
    const person = await newInvestor()
    await exportOf(person.client)
    const token = tokenOf(await waitForMail(person.email, /your data was downloaded/i))
    expect((await call(null, 'POST', ownSecretsPaths.raiseAlarm, { token })).status).toBe(200)
    return { person, token }
  }

  it('is no answer to a link that is unknown, too old or used', async () => {
    const { person, token } = await frozen()
    for (const [input, wanted] of [
      ['a'.repeat(64), 404],
      [token.slice(1), 404],
    ] as const)
      for (const path of [ownSecretsPaths.alarm, ownSecretsPaths.raiseAlarm])
        expect((await call(null, 'POST', path, { token: input })).status).toBe(wanted)
    const client = await recover(person, 'Owner-Own-2026')
    // It has done its work: the new password stays.
    expect((await call<Alarm>(null, 'POST', ownSecretsPaths.raiseAlarm, { token })).body.isUsed).toBe(true)
    expect((await client.auth.getUser()).error).toBeNull()
    await letPass(person, '30 days')
    expect((await call(null, 'POST', ownSecretsPaths.alarm, { token })).status).toBe(404)
  })

  it('ends an open request, and freezes until the owner has a new password and 72 hours have passed', async () => {
    const owner = await newInvestor()
    await request(owner.client, owner.email)
    const token = tokenOf(await waitForMail(owner.email, /your secret numbers were asked for/i))
    await letPass(owner, '73 hours')
    expect((await exportOf(owner.client)).inClear).toBe(true)
    await call(null, 'POST', ownSecretsPaths.raiseAlarm, { token })
    expect(await sql('select from private.own_secret_requests where user_id = $1', [owner.id])).toEqual([])

    // In by a mailed code, without a password: nothing is opened for that.
    await sql('delete from auth.limits')
    const client = await recover(owner, 'Owner-Own-2026')
    expect(await stateOf(client)).toMatchObject({ state: 'frozen', obstacle: null, requestedAt: null })
    const wrong = await call(client, 'POST', ownSecretsPaths.request, {
      code: await mailCode(client, owner.email),
    })
    expect([wrong.status, wrong.body.message]).toEqual([403, ownSecretsMessages.frozen])
    const { status, body } = await request(client, owner.email, ownSecretsPaths.thaw)
    expect([status, Math.round(hoursFromNow(body.opensAt))]).toEqual([200, 72])
    await waitForMail(owner.email, /your account is to be opened again/i)
    await letPass(owner, '71 hours 59 minutes')
    expect((await call(client, 'GET', vaultPaths.export)).status).toBe(403)
    await letPass(owner, '2 minutes')
    expect(await stateOf(client)).toMatchObject({ state: 'closed' })
    expect(await exportOf(client)).toMatchObject({ status: 200, inClear: false })
  })

  it('said from the old mailbox holds against anyone who has the new one, until staff open it', async () => {
    const owner = await newInvestor()
    const taken = `taken.${owner.email}`
    mustWork(await owner.client.auth.updateUser({ email: taken }))
    for (const to of [owner.email, taken]) {
      const mail = await waitForMail(to, /new email address/i)
      const token = /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
      await app.newClient().auth.verifyOtp({ email: to, token, type: 'email_change' })
    }
    const reported = await waitForMail(taken, /your email address was changed/i)
    const mail = await waitForMail(owner.email, /your email address was changed/i)
    expect(tokenOf(reported)).not.toBe(tokenOf(mail))
    await call(null, 'POST', ownSecretsPaths.raiseAlarm, { token: tokenOf(mail) })
    const thief = await recover({ ...owner, email: taken }, 'Thief-Own-2026')
    expect(await stateOf(thief)).toMatchObject({ state: 'frozen', obstacle: 'mailbox' })
    expect((await request(thief, taken, ownSecretsPaths.thaw)).status).toBe(403)
    // Nor by saying the same from there.
    await call(null, 'POST', ownSecretsPaths.raiseAlarm, { token: tokenOf(reported) })
    const back = await recover({ ...owner, email: taken }, 'Thief-Own-2027')
    expect(await stateOf(back)).toMatchObject({ state: 'frozen', obstacle: 'mailbox' })

    const unfreeze = async (reason: string) => {
      const env = { DATABASE_URL: app.databaseUrl.replace('@/', '@localhost/'), JWT_SECRET: testSecret }
      const args = ['--email', taken, '--unfreeze', '--reason', reason]
      const child = startChild('server/commands/admin-create.ts', env, args)
      return { code: await child.ended, output: child.output() }
    }
    expect((await unfreeze('because')).output).toContain('10 to 500 characters')
    const reason = 'Came to the office with their card'
    expect((await unfreeze(reason)).output).toContain(`✓ The account ${taken} is open again`)
    expect(
      await sql(`select after from public.audit_trail where action = 'thaw' and subject_id = $1`, [owner.id]),
    ).toEqual([{ after: { reason } }])
    expect((await exportOf(back)).status).toBe(200)
  })

  it('takes away no second step that has stood for 72 hours, and none of staff', async () => {
    const [member, staff] = [await newInvestor(), await newInvestor()]
    for (const person of [member, staff]) await addSecondFactor(person)
    await ageFactors(app.databaseUrl, member.id)
    await sql(`insert into public.user_roles values ($1, 'reviewer')`, [staff.id])
    for (const { email, id } of [member, staff]) {
      const token = tokenOf(await waitForMail(email, /a second step was added/i))
      await call(null, 'POST', ownSecretsPaths.raiseAlarm, { token })
      expect(await sql('select from auth.mfa_factors where user_id = $1', [id])).toHaveLength(1)
      expect(await sql('select from auth.sessions where user_id = $1', [id])).toEqual([])
    }
  })

  it('leaves the account to be deleted and erased: only what leads out is shut', async () => {
    const { person } = await frozen()
    const client = await recover(person, 'Owner-Own-2026')
    expect((await call(client, 'POST', vaultPaths.erase)).status).toBe(200)
    const code = await mailCode(client, person.email)
    const input = { confirmation: person.email, code }
    expect((await call(client, 'POST', accountDeletionPath, input)).status).toBe(200)
    for (const table of ['alarm_links', 'own_secret_requests', 'account_freezes'])
      expect(await sql(`select from private.${table} where user_id = $1`, [person.id])).toEqual([])
  })

  it('is refused from another site', async () => {
    for (const path of Object.values(ownSecretsPaths)) {
      const response = await fetch(app.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
        body: JSON.stringify({ token: 'a'.repeat(64), code: '123456' }),
      })
      expect([path, response.status]).toEqual([path, 403])
    }
  })
})

describe('around the server', () => {
  it('nobody opens, requests, freezes or thaws by the API', async () => {
    const { client } = await newInvestor()
    for (const name of [
      'begin_own_export',
      'read_own_sealed',
      'request_own_secrets',
      'cancel_own_secrets',
      'use_alarm_link',
      'ask_thaw',
      'thaw_account',
    ]) {
      expect((await client.rpc(name as never)).error).toMatchObject({ code: 'PGRST202' })
      expect((await client.schema('private' as never).rpc(name as never)).error).toMatchObject({
        code: 'PGRST106',
      })
    }
    const roles = await sql(
      `select p.proname || ' ' || role as found from pg_proc p, unnest(array['anon', 'authenticated']) as role
       where pronamespace = 'private'::regnamespace and has_function_privilege(role, p.oid, 'execute')
         and proname in ('read_own_sealed', 'read_sealed', 'request_own_secrets', 'use_alarm_link', 'request_thaw', 'thaw_account', 'enqueue_alarm_mail')`,
    )
    expect(roles).toEqual([])
  })

  it('a guest’s link gives nothing whole, as before', async () => {
    const browser = createApplicant({ url: app.url, publishableKey: app.keys.publishableKey })
    const { body } = await browser.submit('investor_individual')
    const { body: taken } = await browser.call<PersonExport>(
      'POST',
      registrationPaths.trackExport,
      {},
      {
        'x-tracking-token': (body.trackingPath ?? '').split('#')[1] ?? '',
      },
    )
    expect([taken.secretsInClear, JSON.stringify(taken).includes(bvn)]).toEqual([false, false])
  })

  it('an entry of exports is changed by nobody, and removed by nobody before its time', async () => {
    const person = await newInvestor()
    await exportOf(person.client)
    await expect(
      sql('update private.own_exports set in_clear = false where user_id = $1', [person.id]),
    ).rejects.toThrow()
    await expect(sql('delete from private.own_exports where user_id = $1', [person.id])).rejects.toThrow(
      'keeps what was written',
    )
  })
})
