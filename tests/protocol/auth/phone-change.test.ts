// A phone number for an account: proved by a texted code, one number for one account, and no way to sign in.
import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { goodPassword, startAuth } from './harness.ts'

let created = 0

const auth = await startAuth({ smsOtpExpirySeconds: 600, manualLinkingEnabled: true }, undefined, {
  sendsSms: true,
})
afterAll(() => auth.close())

/** Nobody else's in this file; E.164 with its plus. */
const newNumber = () => `+23480300${10_000 + next()}`
const newPerson = () => auth.person(`person-${next()}@example.com`)
function next(): number {
  created += 1
  return created
}
const digits = (phone: string) => phone.slice(1)

const request = async (client: SupabaseClient, phone: string) =>
  (await client.auth.updateUser({ phone })).error
const lastCode = (phone: string) =>
  auth.sms.flatMap((sms) => (sms.to === phone && sms.kind === 'phone_change' ? [sms.code] : [])).at(-1) ?? ''
const wrong = (code: string) => code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10))
const prove = (phone: string, token = lastCode(phone)) =>
  auth.client().auth.verifyOtp({ phone, token, type: 'phone_change' })
const userOf = async (client: SupabaseClient) => (await client.auth.getUser()).data.user

async function personWith(phone: string): Promise<SupabaseClient> {
  const client = await newPerson()
  expect(await request(client, phone)).toBeNull()
  expect((await prove(phone)).error).toBeNull()
  return client
}

const expired = { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' }
const taken = {
  status: 422,
  code: 'phone_exists',
  message: 'A user with this phone number has already been registered',
}
const tooMany = { status: 429, code: 'over_sms_send_rate_limit' }

describe('is refused', () => {
  it('wherever the application sends no short messages', async () => {
    const mute = await startAuth()
    try {
      const client = await mute.person('mute@example.com')
      const phone = newNumber()
      for (const { error } of [
        await client.auth.updateUser({ phone }),
        await client.auth.verifyOtp({ phone, token: '123456', type: 'phone_change' }),
        await client.auth.resend({ phone, type: 'phone_change' }),
      ])
        expect(error).toMatchObject({
          status: 400,
          code: 'phone_provider_disabled',
          message: 'Phone logins are disabled',
        })
      expect(await mute.sql(`select from auth.users where phone_change <> ''`)).toEqual([])
    } finally {
      await mute.close()
    }
  })

  it('what is no number', async () => {
    const client = await newPerson()
    for (const phone of ['0803 123 4567', '+234-803-123-4567', 'phone', '+1', '+2348031234567890'])
      expect(await request(client, phone)).toMatchObject({ status: 400, code: 'validation_failed' })
    for (const body of [
      { type: 'phone_change', phone: '+2348030000000' },
      { type: 'phone_change', token: '123456' },
      { type: 'phone_change', token_hash: 'abc' },
    ])
      expect((await auth.post('/verify', body)).status).toBe(400)
    expect((await auth.post('/resend', { type: 'phone_change' })).status).toBe(400)
  })

  it('a wrong code, the right one for another number, and the right one a second time', async () => {
    const [client, phone] = [await newPerson(), newNumber()]
    await request(client, phone)
    const code = lastCode(phone)
    expect((await prove(phone, wrong(code))).error).toMatchObject(expired)
    expect((await prove(newNumber(), code)).error).toMatchObject(expired)
    expect((await userOf(client))?.phone_confirmed_at).toBeUndefined()
    expect((await prove(phone, code)).error).toBeNull()
    expect((await prove(phone, code)).error).toMatchObject(expired)
  })

  it('the right code after five guesses, also when many are made at once', async () => {
    const [client, phone] = [await newPerson(), newNumber()]
    await request(client, phone)
    const code = lastCode(phone)
    await Promise.all(Array.from({ length: 5 }, () => prove(phone, wrong(code))))
    expect((await prove(phone, code)).error).toMatchObject(expired)
    expect((await userOf(client))?.phone_confirmed_at).toBeUndefined()
  })

  it('a code after its time, and one that a newer one replaced', async () => {
    const [client, phone] = [await newPerson(), newNumber()]
    await request(client, phone)
    const first = lastCode(phone)
    auth.clock.advance(599)
    await request(client, phone)
    if (first !== lastCode(phone)) expect((await prove(phone, first)).error).toMatchObject(expired)
    auth.clock.advance(600)
    expect((await prove(phone)).error).toMatchObject(expired)
  })

  it('a number that another account has proved, when it is requested and when the code comes', async () => {
    const [owner, rival, phone] = [await newPerson(), await newPerson(), newNumber()]
    await request(rival, phone)
    const late = lastCode(phone)
    // As the operator may: the owner's is confirmed while the rival's code is open.
    const { id = '' } = (await userOf(owner)) ?? {}
    await auth.client({ key: auth.keys.secretKey }).auth.admin.updateUserById(id, {
      phone,
      phone_confirm: true,
    })
    expect((await prove(phone, late)).error).toMatchObject(taken)
    expect(await request(rival, phone)).toMatchObject(taken)
    const sent = auth.sms.length
    auth.clock.advance(61)
    expect((await auth.client().auth.resend({ phone, type: 'phone_change' })).error).toBeNull()
    expect(auth.sms).toHaveLength(sent)
    expect(await userOf(owner)).toMatchObject({ phone: digits(phone) })
    expect(await userOf(rival)).toMatchObject({ phone: '' })
  })

  it('a number whose code is open for another account: nobody types a stranger’s code', async () => {
    const [first, second, phone] = [await newPerson(), await newPerson(), newNumber()]
    await request(first, phone)
    auth.clock.advance(61)
    expect(await request(second, phone)).toMatchObject({
      ...tooMany,
      message: 'For security purposes, you can only request this after 539 seconds.',
    })
    expect((await prove(phone)).error).toBeNull()
    expect((await userOf(first))?.phone).toBe(digits(phone))
  })

  it('a change in a session that has not shown the second factor', async () => {
    const client = await newPerson()
    const { email = '' } = (await userOf(client)) ?? {}
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    const factor = data?.type === 'totp' ? data : undefined
    await client.auth.mfa.challengeAndVerify({
      factorId: factor?.id ?? '',
      code: auth.appCode(factor?.totp.secret ?? ''),
    })
    const weak = auth.client()
    await weak.auth.signInWithPassword({ email, password: goodPassword })
    const phone = newNumber()
    expect(await request(weak, phone)).toMatchObject({ status: 401, code: 'insufficient_aal' })
    expect(await request(client, phone)).toBeNull()
  })
})

describe('short messages are limited', () => {
  it('to one a minute and five an hour to one number, no matter who requests it', async () => {
    const [client, phone] = [await newPerson(), newNumber()]
    expect(await request(client, phone)).toBeNull()
    expect(await request(client, phone)).toMatchObject({
      ...tooMany,
      message: 'For security purposes, you can only request this after 60 seconds.',
    })
    const again = () => auth.client().auth.resend({ phone, type: 'phone_change' })
    expect((await again()).error).toMatchObject(tooMany)
    const codes = []
    for (let n = 0; n < 5; n += 1) {
      auth.clock.advance(60)
      codes.push((await again()).error?.code)
    }
    expect(codes).toEqual([undefined, undefined, undefined, undefined, 'over_sms_send_rate_limit'])
    expect(auth.sms.filter(({ to }) => to === phone)).toHaveLength(5)
    expect((await prove(phone)).error).toBeNull()
  })

  it('as much of one account, whichever numbers it names', async () => {
    const client = await newPerson()
    expect(await request(client, newNumber())).toBeNull()
    expect(await request(client, newNumber())).toMatchObject(tooMany)
    const codes = []
    for (let n = 0; n < 5; n += 1) {
      auth.clock.advance(60)
      codes.push((await request(client, newNumber()))?.code)
    }
    expect(codes).toEqual([undefined, undefined, undefined, undefined, 'over_sms_send_rate_limit'])
  })

  it('and of everybody together, by rate_limit.sms_sent', async () => {
    const app = await startAuth({ limits: { smsOfProject: { count: 1, windowSeconds: 3600 } } }, undefined, {
      sendsSms: true,
    })
    try {
      const [one, two] = [await app.person('one@example.com'), await app.person('two@example.com')]
      expect(await request(one, newNumber())).toBeNull()
      expect(await request(two, newNumber())).toMatchObject(tooMany)
      expect(app.sms).toHaveLength(1)
      app.clock.advance(3601)
      await two.auth.refreshSession()
      expect(await request(two, newNumber())).toBeNull()
    } finally {
      await app.close()
    }
  })
})

describe('a code', () => {
  it('proves the number, opens no session, and is stored as a hash alone', async () => {
    const [client, phone] = [await newPerson(), newNumber()]
    const { data } = await client.auth.updateUser({ phone: phone.replace('+234', '+234 ') })
    expect(data.user).toMatchObject({
      phone: '',
      new_phone: digits(phone),
      phone_change_sent_at: auth.clock.now().toISOString(),
    })
    const message = auth.sms.at(-1)
    expect(message).toEqual({
      kind: 'phone_change',
      to: phone,
      code: expect.stringMatching(/^\d{6}$/),
      expirySeconds: 600,
    })
    const stored = await auth.sql(
      `select to_jsonb(t) || to_jsonb(u) as row from auth.one_time_tokens t join auth.users u on u.id = t.user_id
       where relates_to = $1`,
      [digits(phone)],
    )
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(`"${lastCode(phone)}"`)

    const proved = await prove(phone)
    expect(proved.data.session).toBeNull()
    const { id } = (await userOf(client)) ?? {}
    // Who holds the phone by a typing error learns nothing of the account.
    expect(proved.data.user).toEqual({
      id,
      aud: 'authenticated',
      role: 'authenticated',
      phone: digits(phone),
      phone_confirmed_at: auth.clock.now().toISOString(),
    })
    const user = await userOf(client)
    expect(user).toMatchObject({
      phone: digits(phone),
      phone_confirmed_at: auth.clock.now().toISOString(),
      user_metadata: { phone_verified: true },
      app_metadata: { provider: 'email', providers: expect.arrayContaining(['email', 'phone']) },
    })
    expect(user).not.toHaveProperty('new_phone')
    expect(user?.identities?.find(({ provider }) => provider === 'phone')?.identity_data).toMatchObject({
      phone: digits(phone),
      phone_verified: true,
    })
    const { data: renewed } = await client.auth.refreshSession()
    expect(decodeJwt(renewed.session?.access_token ?? '').phone).toBe(digits(phone))
    expect(
      (await auth.client().auth.signInWithPassword({ phone, password: goodPassword })).error,
    ).toMatchObject({ code: 'phone_provider_disabled' })
  })

  it('replaces the number that was proved before, which counts until then', async () => {
    const [old, wanted] = [newNumber(), newNumber()]
    const client = await personWith(old)
    auth.clock.advance(61)
    await request(client, wanted)
    expect(await userOf(client)).toMatchObject({ phone: digits(old), new_phone: digits(wanted) })
    expect(await request(await newPerson(), old)).toMatchObject(taken)
    auth.clock.advance(61)
    // As upstream: the number that is to be replaced names the change too.
    await auth.client().auth.resend({ phone: old, type: 'phone_change' })
    expect(auth.sms.at(-1)?.to).toBe(wanted)
    expect((await prove(wanted)).error).toBeNull()
    expect(await userOf(client)).toMatchObject({ phone: digits(wanted) })
    expect(await request(await newPerson(), old)).toBeNull()
  })

  it('is not sent for the number that is proved already', async () => {
    const phone = newNumber()
    const client = await personWith(phone)
    const sent = auth.sms.length
    expect(await request(client, phone)).toBeNull()
    expect(auth.sms).toHaveLength(sent)
    expect(await userOf(client)).not.toHaveProperty('new_phone')
  })

  it('wins over an account on which the number was only written down', async () => {
    const phone = newNumber()
    const admin = auth.client({ key: auth.keys.secretKey }).auth.admin
    const created = await admin.createUser({ email: 'written@example.com', phone })
    const client = await personWith(phone)
    expect((await userOf(client))?.phone).toBe(digits(phone))
    const { data } = await admin.getUserById(created.data.user?.id ?? '')
    expect(data.user).toMatchObject({ email: 'written@example.com', phone: '' })
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email'])
  })

  it('for one number is right for one account, when two request it at once', async () => {
    const [one, two, phone] = [await newPerson(), await newPerson(), newNumber()]
    const errors = await Promise.all([request(one, phone), request(two, phone)])
    expect(errors.filter((error) => error === null)).toHaveLength(1)
    expect((await prove(phone)).error).toBeNull()
    const phones = [(await userOf(one))?.phone, (await userOf(two))?.phone]
    expect(phones.sort()).toEqual(['', digits(phone)])
  })

  it('is requested once more without revealing whether anybody waits', async () => {
    const sent = auth.sms.length
    const { data, error } = await auth.client().auth.resend({ phone: newNumber(), type: 'phone_change' })
    expect({ data, error }).toEqual({ data: { user: null, session: null }, error: null })
    expect(auth.sms).toHaveLength(sent)
  })
})

describe('a proved number', () => {
  it('is taken off again, and is never the only way in that is left', async () => {
    const phone = newNumber()
    const client = await personWith(phone)
    const { data } = await client.auth.getUserIdentities()
    const [email, number] = ['email', 'phone'].map((name) =>
      data?.identities.find(({ provider }) => provider === name),
    )
    if (!email || !number) throw new Error('an identity is missing')
    expect((await client.auth.unlinkIdentity(email)).error).toMatchObject({
      code: 'single_identity_not_deletable',
    })
    expect((await client.auth.unlinkIdentity(number)).error).toBeNull()
    const user = await userOf(client)
    expect(user).toMatchObject({ phone: '', app_metadata: { providers: ['email'] } })
    expect(user).not.toHaveProperty('phone_confirmed_at')
  })

  it('leaves its mark in the audit log, which never names it', async () => {
    const phone = newNumber()
    const client = await personWith(phone)
    const { id } = (await userOf(client)) ?? {}
    const entries = await auth.sql<{ payload: { action: string } }>(
      `select payload from auth.audit_log_entries where payload ->> 'actor_id' = $1 order by created_at`,
      [id],
    )
    expect(entries.map(({ payload }) => payload.action).slice(-2)).toEqual(['user_modified', 'user_modified'])
    expect(JSON.stringify(entries)).not.toContain(digits(phone))
  })
})

it('the settings say that messages are sent, and that nobody signs in by phone', async () => {
  const response = await fetch(`${auth.url}/auth/v1/settings`, {
    headers: { apikey: auth.keys.publishableKey },
  })
  expect(await response.json()).toMatchObject({ external: { phone: false }, sms_provider: 'app' })
})
