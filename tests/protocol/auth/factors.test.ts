// Second factors: what an authenticator app must show, what a password alone must not reach, and how a factor goes.
import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthHarness, goodPassword, startAuth } from './harness.ts'

/** As upstream, and as the application has it. */
describe.each([
  ['raised', false],
  ['replaced', true],
])('a session that is %s by a second factor:', (_how, newSessionAtStepUp) => {
  let auth: AuthHarness

  beforeAll(async () => {
    auth = await startAuth({
      newSessionAtStepUp,
      sessionsChecked: newSessionAtStepUp,
      limits: { callsPerClient: { count: 10_000, windowSeconds: 300 } },
    })
  })
  afterAll(() => auth.close())

  let people = 0
  const newEmail = () => {
    people += 1
    return `person.${people}@example.com`
  }

  async function enroll(client: SupabaseClient, friendlyName = 'My phone') {
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
    if (error) throw error
    return { factorId: data.id, secret: data.totp.secret, ...data }
  }

  /** Signed in with password and app: aal2. */
  async function protectedPerson(email = newEmail()) {
    const client = await auth.person(email)
    const { factorId, secret } = await enroll(client)
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: auth.appCode(secret) })
    if (error) throw error
    // The next code is another one.
    auth.clock.advance(30)
    return { client, email, factorId, secret }
  }

  async function signIn(email: string, password = goodPassword) {
    const client = auth.client()
    const { error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    return client
  }

  const levelOf = async (client: SupabaseClient) => decodeJwt(await auth.tokenOf(client)).aal
  const challenge = async (client: SupabaseClient, factorId: string) =>
    (await client.auth.mfa.challenge({ factorId })).data?.id ?? ''

  describe('an enrolment is refused', () => {
    it('to visitors', async () => {
      expect((await auth.post('/factors', { factor_type: 'totp' })).status).toBe(401)
    })

    it('by telephone or key, which this application does not offer', async () => {
      const client = await auth.person(newEmail())
      const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+2348031234567' })
      expect(phone.error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' })
      const key = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
      expect(key.error).toMatchObject({ status: 422, code: 'mfa_webauthn_enroll_not_enabled' })
    })

    it('of a kind that does not exist', async () => {
      const client = await auth.person(newEmail())
      const authorization = `Bearer ${await auth.tokenOf(client)}`
      for (const factor_type of ['', 'recovery_code', 'toString'])
        expect((await auth.post('/factors', { factor_type }, { authorization })).status).toBe(400)
    })

    it('under a name that the account has used already', async () => {
      const client = await auth.person(newEmail())
      await enroll(client, 'Phone')
      const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
      expect(error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    })

    it('beyond the tenth', async () => {
      const client = await auth.person(newEmail())
      for (let n = 0; n < 10; n += 1) await enroll(client, `Phone ${n}`)
      const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' })
      expect(error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
    })

    it('to the password alone, once the account has a factor', async () => {
      const { email } = await protectedPerson()
      const thief = await signIn(email)
      const { error } = await thief.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
      expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    })

    it('where the application does not offer apps', async () => {
      const plain = await startAuth({ factors: { totpEnrollEnabled: false } })
      try {
        const client = await plain.person('ada@example.com')
        const { error } = await client.auth.mfa.enroll({ factorType: 'totp' })
        expect(error).toMatchObject({ code: 'mfa_totp_enroll_not_enabled' })
      } finally {
        await plain.close()
      }
    })
  })

  describe('an enrolment', () => {
    it('shows the secret as text, address and picture, and nowhere else', async () => {
      const email = newEmail()
      const client = await auth.person(email)
      const { factorId, totp } = await enroll(client, 'Office phone')
      expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^>]*>.*<\/svg>$/s)
      expect(totp.qr_code).not.toMatch(/<script|style=|#/)
      const uri = new URL(totp.uri)
      expect(uri.protocol).toBe('otpauth:')
      expect(decodeURIComponent(uri.pathname)).toContain(email)
      expect(Object.fromEntries(uri.searchParams)).toMatchObject({
        secret: totp.secret,
        issuer: 'site.test',
        digits: '6',
        period: '30',
        algorithm: 'SHA1',
      })
      const [row] = await auth.sql('select * from auth.mfa_factors where id = $1', [factorId])
      expect(JSON.stringify(row)).not.toContain(totp.secret)
      const { data } = await client.auth.mfa.listFactors()
      expect(data?.all).toMatchObject([
        { id: factorId, friendly_name: 'Office phone', factor_type: 'totp', status: 'unverified' },
      ])
      expect(data?.totp).toEqual([])
      expect(JSON.stringify(data)).not.toContain(totp.secret)
    })

    it('that was never finished makes room for another try', async () => {
      const client = await auth.person(newEmail())
      await enroll(client, 'Phone')
      auth.clock.advance(301)
      expect((await enroll(client, 'Phone')).type).toBe('totp')
    })

    it('is finished by the first code: the session is aal2, and the account says what it has', async () => {
      const client = await auth.person(newEmail())
      const before = await client.auth.mfa.getAuthenticatorAssuranceLevel()
      expect(before.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
      const { factorId, secret } = await enroll(client)
      const { data, error } = await client.auth.mfa.challengeAndVerify({
        factorId,
        code: auth.appCode(secret),
      })
      expect(error).toBeNull()
      expect(data?.user.factors).toMatchObject([{ id: factorId, status: 'verified' }])
      const after = await client.auth.mfa.getAuthenticatorAssuranceLevel()
      expect(after.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
      expect(after.data?.currentAuthenticationMethods).toMatchObject([
        { method: expect.stringMatching(/totp|password/) },
        { method: expect.stringMatching(/totp|password/) },
      ])
      expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1)
    })

    it('clears away the ones that were begun beside it', async () => {
      const client = await auth.person(newEmail())
      await enroll(client, 'First try')
      const { factorId, secret } = await enroll(client, 'Second try')
      await client.auth.mfa.challengeAndVerify({ factorId, code: auth.appCode(secret) })
      expect((await client.auth.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([factorId])
    })
  })

  describe('a code is refused', () => {
    it('when it is wrong, of another form, or two steps off', async () => {
      const { email, factorId, secret } = await protectedPerson()
      const client = await signIn(email)
      const right = auth.appCode(secret)
      const wrong = right.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10))
      for (const code of [wrong, 'abcdef', auth.appCode(secret, 2), auth.appCode(secret, -2)]) {
        const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
        expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
      }
      expect(await levelOf(client)).toBe('aal1')
    })

    it('the second time, in any session, and so is every older one', async () => {
      const { email, factorId, secret } = await protectedPerson()
      const code = auth.appCode(secret)
      const owner = await signIn(email)
      expect((await owner.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
      const onlooker = await signIn(email)
      for (const seen of [code, auth.appCode(secret, -1)]) {
        const { error } = await onlooker.auth.mfa.challengeAndVerify({ factorId, code: seen })
        expect(error).toMatchObject({ code: 'mfa_verification_failed' })
      }
    })

    it('sent twice at once, once', async () => {
      const { email, factorId, secret } = await protectedPerson()
      const clients = await Promise.all([signIn(email), signIn(email), signIn(email)])
      const code = auth.appCode(secret)
      const answers = await Promise.all(
        clients.map((client) => client.auth.mfa.challengeAndVerify({ factorId, code })),
      )
      expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    })

    it('after five wrong ones, until some time has passed', async () => {
      const { email, factorId, secret } = await protectedPerson()
      const thief = await signIn(email)
      const tries = await Promise.all(
        Array.from({ length: 8 }, async () =>
          thief.auth.mfa.verify({ factorId, challengeId: await challenge(thief, factorId), code: '000000' }),
        ),
      )
      const codes = tries.map(({ error }) => error?.code)
      expect(codes.filter((code) => code === 'mfa_verification_failed')).toHaveLength(5)
      expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(3)
      const right = { factorId, code: auth.appCode(secret) }
      expect((await thief.auth.mfa.challengeAndVerify(right)).error).toMatchObject({ status: 429 })
      auth.clock.advance(6)
      const { error } = await thief.auth.mfa.challengeAndVerify({ factorId, code: auth.appCode(secret) })
      expect(error).toBeNull()
    })

    it('for a challenge that was answered, is too old, came from elsewhere, or was never issued', async () => {
      const { client, factorId, secret } = await protectedPerson()
      const verify = (challengeId: string) =>
        client.auth.mfa.verify({ factorId, challengeId, code: auth.appCode(secret) })
      const answered = await challenge(client, factorId)
      expect((await verify(answered)).error).toBeNull()
      auth.clock.advance(30)
      expect((await verify(answered)).error).toMatchObject({ code: 'mfa_challenge_expired' })

      const elsewhere = await challenge(client, factorId)
      auth.visitFrom('198.51.100.99')
      expect((await verify(elsewhere)).error).toMatchObject({ code: 'mfa_ip_address_mismatch' })
      auth.visitFrom('203.0.113.1')

      const old = await challenge(client, factorId)
      auth.clock.advance(301)
      expect((await verify(old)).error).toMatchObject({ code: 'mfa_challenge_expired' })
      const { error } = await verify('00000000-0000-4000-8000-000000000000')
      expect(error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' })
    })

    it('for the factor of another person, which is not even found', async () => {
      const { factorId, secret } = await protectedPerson()
      const stranger = await auth.person(newEmail())
      expect((await stranger.auth.mfa.challenge({ factorId })).error).toMatchObject({
        status: 404,
        code: 'mfa_factor_not_found',
      })
      const authorization = `Bearer ${await auth.tokenOf(stranger)}`
      const body = { challenge_id: '00000000-0000-4000-8000-000000000000', code: auth.appCode(secret) }
      expect((await auth.post(`/factors/${factorId}/verify`, body, { authorization })).status).toBe(404)
      expect((await stranger.auth.mfa.unenroll({ factorId })).error).toMatchObject({ status: 404 })
      expect((await auth.post('/factors/x/challenge', {}, { authorization })).status).toBe(404)
    })
  })

  describe('a session at aal2', () => {
    it('begins with the code of a neighbouring step too, since clocks differ', async () => {
      for (const steps of [-1, 1]) {
        const { email, factorId, secret } = await protectedPerson()
        auth.clock.advance(60)
        const client = await signIn(email)
        const code = auth.appCode(secret, steps)
        expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
      }
    })

    it('stays so through refreshes, and says how it was reached', async () => {
      const { client } = await protectedPerson()
      for (let n = 0; n < 2; n += 1) {
        auth.clock.advance(60)
        expect((await client.auth.refreshSession()).error).toBeNull()
        const { aal, amr } = decodeJwt(await auth.tokenOf(client))
        expect(aal).toBe('aal2')
        expect((amr as { method: string }[]).map(({ method }) => method).sort()).toEqual(['password', 'totp'])
      }
    })

    it('ends the sessions that have shown the password alone, not those that have shown more', async () => {
      const email = newEmail()
      const [first, second] = [await auth.person(email), auth.client()]
      await second.auth.signInWithPassword({ email, password: goodPassword })
      const { factorId, secret } = await enroll(first)
      await first.auth.mfa.challengeAndVerify({ factorId, code: auth.appCode(secret) })
      expect((await second.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
      auth.clock.advance(30)
      const third = await signIn(email)
      await third.auth.mfa.challengeAndVerify({ factorId, code: auth.appCode(secret) })
      expect((await first.auth.refreshSession()).error).toBeNull()
    })

    it('leaves the tokens of before worth nothing: neither a copy nor another tab is given a successor', async () => {
      for (const seconds of [0, 11]) {
        const client = await auth.person(newEmail())
        const old = (await client.auth.getSession()).data.session?.refresh_token
        const { factorId, secret } = await enroll(client)
        await client.auth.mfa.challengeAndVerify({ factorId, code: auth.appCode(secret) })
        auth.clock.advance(seconds)
        const copy = await auth.post('/token?grant_type=refresh_token', { refresh_token: old })
        expect(copy.status).toBe(400)
        expect(await copy.json()).toMatchObject({ error_code: 'refresh_token_not_found' })
        expect((await client.auth.refreshSession()).error).toBeNull()
        expect(await levelOf(client)).toBe('aal2')
      }
    })

    it('is what a change of password or address takes, once there is a factor', async () => {
      const { email, factorId, secret } = await protectedPerson()
      const client = await signIn(email)
      for (const change of [{ password: 'Entirely5different' }, { email: newEmail() }]) {
        const { error } = await client.auth.updateUser(change)
        expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' })
      }
      expect((await client.auth.updateUser({ data: { full_name: 'Ada Obi' } })).error).toBeNull()
      await client.auth.mfa.challengeAndVerify({ factorId, code: auth.appCode(secret) })
      expect((await client.auth.updateUser({ password: 'Entirely5different' })).error).toBeNull()
    })
  })

  describe('a factor', () => {
    it('that was never verified is removed by the password alone', async () => {
      const client = await auth.person(newEmail())
      const { factorId } = await enroll(client)
      expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
      expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
    })

    it('that was verified is removed at aal2 alone; every session that it had raised comes down or ends', async () => {
      const { client, email, factorId, secret } = await protectedPerson()
      const other = await signIn(email)
      const { error } = await other.auth.mfa.unenroll({ factorId })
      expect(error).toMatchObject({ status: 422, code: 'insufficient_aal' })
      await other.auth.mfa.challengeAndVerify({ factorId, code: auth.appCode(secret) })
      expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
      if (newSessionAtStepUp)
        expect((await other.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
      for (const one of newSessionAtStepUp ? [client] : [client, other]) {
        await one.auth.refreshSession()
        expect(decodeJwt(await auth.tokenOf(one))).toMatchObject({
          aal: 'aal1',
          amr: [{ method: 'password' }],
        })
      }
    })

    it('leaves its story in the audit log, by ids', async () => {
      const { email, factorId } = await protectedPerson()
      const rows = await auth.sql<{ payload: { action: string } }>(
        `select payload from auth.audit_log_entries where payload -> 'traits' ->> 'factor_id' = $1 order by created_at`,
        [factorId],
      )
      expect(rows.map(({ payload }) => payload.action).sort()).toEqual([
        'challenge_created',
        'factor_in_progress',
        'verification_attempted',
      ])
      expect(JSON.stringify(rows)).not.toContain(email)
    })
  })
})
