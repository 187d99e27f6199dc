// Signing in with a password: every refusal looks alike, costs alike, and long passwords count to their last character.
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { goodPassword, startAuth } from './harness.ts'

const auth = await startAuth()
await auth.createUser({
  email: 'ada@example.com',
  password: goodPassword,
  metadata: { full_name: 'Ada Obi' },
})
afterAll(() => auth.close())

const signIn = (email: string, password: string) => auth.client().auth.signInWithPassword({ email, password })

describe('signing in is refused', () => {
  const refusal = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' }

  it('with a wrong password', async () => {
    const { data, error } = await signIn('ada@example.com', 'Cassava2027')
    expect(error).toMatchObject(refusal)
    expect(data.session).toBeNull()
  })

  it('with an unknown address, in the same words', async () => {
    expect((await signIn('nobody@example.com', goodPassword)).error).toMatchObject(refusal)
  })

  it('with an unknown address at the cost of one password check', async () => {
    await signIn('warm.up@example.com', goodPassword)
    const before = { ...auth.hashes }
    await signIn('somebody.else@example.com', goodPassword)
    expect(auth.hashes).toEqual({ made: before.made, verified: before.verified + 1 })
  })

  it('with an account that has no password, at the same cost', async () => {
    await auth.createUser({ email: 'link.only@example.com', password: goodPassword })
    await auth.sql(`update auth.users set encrypted_password = null where email = 'link.only@example.com'`)
    const before = auth.hashes.verified
    expect((await signIn('link.only@example.com', goodPassword)).error).toMatchObject(refusal)
    expect(auth.hashes.verified).toBe(before + 1)
  })

  it('with an empty password', async () => {
    const { error } = await signIn('ada@example.com', '')
    expect(error).toMatchObject(refusal)
  })

  it('before the address is confirmed, and only to those who know the password', async () => {
    await auth.client().auth.signUp({ email: 'new@example.com', password: goodPassword })
    expect((await signIn('new@example.com', goodPassword)).error).toMatchObject({
      status: 400,
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    })
    expect((await signIn('new@example.com', 'Wrong1password')).error).toMatchObject(refusal)
  })

  it('to a banned account', async () => {
    await auth.createUser({ email: 'banned@example.com', password: goodPassword })
    await auth.sql(
      `update auth.users set banned_until = now() + interval '1 day' where email = 'banned@example.com'`,
    )
    expect((await signIn('banned@example.com', goodPassword)).error).toMatchObject({ code: 'user_banned' })
  })

  it.each(['toString', ''])('by the grant %j, which is not offered', async (grant) => {
    const response = await auth.post(`/token?grant_type=${grant}`, {})
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error_code: 'invalid_credentials' })
  })
})

describe('a sign-in', () => {
  it('answers a session whose token carries the claims that policies read', async () => {
    const { data, error } = await signIn(' ADA@example.com', goodPassword)
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    const { access_token: token = '', refresh_token: refreshToken } = data.session ?? {}
    expect(refreshToken).toMatch(/^[\w-]{32}$/)
    const claims = decodeJwt(token)
    expect(claims).toMatchObject({
      iss: 'http://site.test/auth/v1',
      sub: data.user?.id,
      aud: 'authenticated',
      email: 'ada@example.com',
      phone: '',
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'Ada Obi', email_verified: true },
    })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600)
    expect(data.user?.last_sign_in_at).toBeTruthy()
    expect(data.user?.identities).toHaveLength(1)
  })

  it('gives a token that the client verifies by itself with the published keys', async () => {
    const client = auth.client()
    const { data } = await client.auth.signInWithPassword({
      email: 'ada@example.com',
      password: goodPassword,
    })
    const header = decodeProtectedHeader(data.session?.access_token ?? '')
    expect(header.alg).toBe('ES256')
    const response = await fetch(`${auth.url}/auth/v1/.well-known/jwks.json`)
    const { keys } = (await response.json()) as { keys: Record<string, unknown>[] }
    expect(keys).toEqual([expect.objectContaining({ kid: header.kid, alg: 'ES256', kty: 'EC' })])
    expect(JSON.stringify(keys)).not.toContain('"d"')
    const checked = await client.auth.getClaims()
    expect(checked.error).toBeNull()
    expect(checked.data?.claims.email).toBe('ada@example.com')
  })

  it('is written in the audit log without the address, the password or a token', async () => {
    const rows = await auth.sql<{ payload: object; ip_address: string }>(
      `select payload, ip_address from auth.audit_log_entries where payload ->> 'action' = 'login'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows[0]?.ip_address).toBe('203.0.113.1')
    expect(JSON.stringify(rows)).not.toMatch(/ada@example|Cassava2026|eyJ/)
  })
})

describe('a sign-in that failed', () => {
  const failures = () =>
    auth.sql<{ payload: { actor_id: string }; ip_address: string }>(
      `select payload, ip_address from auth.audit_log_entries where payload ->> 'action' = 'login_failed' order by created_at`,
    )

  it('is written in the audit log: for which account, from where, and nothing of what was typed', async () => {
    await auth.sql(`delete from auth.audit_log_entries where payload ->> 'action' = 'login_failed'`)
    await auth.client().auth.signInWithPassword({ email: 'ada@example.com', password: 'Wrong-Password-1' })
    await auth.client().auth.signInWithPassword({ email: 'nobody@example.com', password: 'Wrong-Password-1' })
    const rows = await failures()
    const [ada] = await auth.sql<{ id: string }>(`select id from auth.users where email = 'ada@example.com'`)
    expect(rows.map(({ payload }) => payload.actor_id)).toEqual([ada?.id, ''])
    expect(rows[0]?.ip_address).toBe('203.0.113.1')
    expect(JSON.stringify(rows)).not.toMatch(/example|Wrong-Password/)
  })
})

describe('passwords count to their last character', () => {
  const lengths = [8, 72, 73, 128]

  it.each(lengths)('with %i characters', async (length) => {
    const email = `length.${length}@example.com`
    const password = `Aa1${'x'.repeat(length - 4)}y`
    await auth.createUser({ email, password })
    expect((await signIn(email, password)).error).toBeNull()
    expect((await signIn(email, `${password.slice(0, -1)}z`)).error?.code).toBe('invalid_credentials')
    expect((await signIn(email, password.slice(0, -1))).error?.code).toBe('invalid_credentials')
  })

  it('with 128 characters of several bytes each', async () => {
    const password = `Aa1${'ẹ'.repeat(61)}${'🌾'.repeat(63)}ọ`
    expect([...password]).toHaveLength(128)
    const { error } = await auth.client().auth.signUp({ email: 'wide@example.com', password })
    expect(error).toBeNull()
    await auth.follow(auth.lastMail('signup', 'wide@example.com').url)
    expect((await signIn('wide@example.com', password)).error).toBeNull()
    expect((await signIn('wide@example.com', `${password.slice(0, -1)}o`)).error?.code).toBe(
      'invalid_credentials',
    )
  })

  it('however a keyboard composes its letters', async () => {
    await auth.createUser({ email: 'igbo@example.com', password: 'Nnọọ2026'.normalize('NFC') })
    expect((await signIn('igbo@example.com', 'Nnọọ2026'.normalize('NFD'))).error).toBeNull()
  })
})

describe('an account brought from Supabase', () => {
  it('signs in with its bcrypt password, which is then stored as argon2id', async () => {
    await auth.createUser({ email: 'moved@example.com', password: 'Other1password' })
    await auth.sql(`update auth.users set encrypted_password = $1 where email = 'moved@example.com'`, [
      await bcryptHash(goodPassword, 4),
    ])
    expect((await signIn('moved@example.com', 'Cassava2027')).error?.code).toBe('invalid_credentials')
    expect((await signIn('moved@example.com', goodPassword)).error).toBeNull()
    const [row] = await auth.sql<{ encrypted_password: string }>(
      `select encrypted_password from auth.users where email = 'moved@example.com'`,
    )
    expect(row?.encrypted_password).toMatch(/^\$argon2id\$/)
    expect((await signIn('moved@example.com', goodPassword)).error).toBeNull()
  })
})
