// Signing in by mail, without a password: who is mailed, what the mail opens, and what it never opens.
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { goodPassword, siteUrl, startAuth } from './harness.ts'

const auth = await startAuth()
afterAll(() => auth.close())

const otp = (email: string, options = {}) => auth.client().auth.signInWithOtp({ email, options })
const usersWith = (email: string) => auth.sql('select * from auth.users where email = $1', [email])

describe('a sign-in by mail is refused', () => {
  it('by telephone, which this application does not offer', async () => {
    const { error } = await auth.client().auth.signInWithOtp({ phone: '+2348031234567' })
    expect(error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
  })

  it.each([
    ['no address', {}],
    ['two ways at once', { email: 'two@example.com', phone: '+2348031234567' }],
    ['a channel for a mail', { email: 'channel@example.com', channel: 'whatsapp' }],
    ['an address that is none', { email: 'not an address' }],
    ['half a challenge', { email: 'half@example.com', code_challenge: 'x'.repeat(43) }],
  ])('with %s', async (_what, body) => {
    const response = await auth.post('/otp', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error_code: 'validation_failed' })
    expect(auth.mails).toHaveLength(0)
  })

  it('to an unknown address when no account shall be made', async () => {
    const { error } = await otp('nobody@example.com', { shouldCreateUser: false })
    expect(error).toMatchObject({
      status: 422,
      code: 'otp_disabled',
      message: 'Signups not allowed for otp',
    })
    expect(await usersWith('nobody@example.com')).toEqual([])
  })

  it('without saying so, where the application does not reveal who is registered', async () => {
    const discreet = await startAuth({ revealExisting: false })
    try {
      const options = { shouldCreateUser: false }
      const { error } = await discreet.client().auth.signInWithOtp({ email: 'nobody@example.com', options })
      expect(error).toBeNull()
      expect(discreet.mails).toEqual([])
    } finally {
      await discreet.close()
    }
  })

  it('to strangers, where nobody may sign up', async () => {
    const closed = await startAuth({ signUpEnabled: false })
    try {
      await closed.createUser({ email: 'member@example.com', password: goodPassword })
      const request = (email: string) => closed.client().auth.signInWithOtp({ email })
      expect((await request('stranger@example.com')).error).toMatchObject({ code: 'signup_disabled' })
      expect((await request('member@example.com')).error).toBeNull()
    } finally {
      await closed.close()
    }
  })

  it('to a banned account', async () => {
    await auth.createUser({ email: 'banned@example.com', password: goodPassword })
    await otp('banned@example.com')
    await auth.sql(`update auth.users set banned_until = 'infinity' where email = 'banned@example.com'`)
    const landing = await auth.follow(auth.lastMail('magiclink', 'banned@example.com').url)
    expect(landing.fragment.get('error_code')).toBe('user_banned')
  })
})

describe('a known person', () => {
  it('is mailed a link, which signs in once', async () => {
    await auth.createUser({ email: 'ada@example.com', password: goodPassword })
    const { error } = await otp('Ada@example.com', { emailRedirectTo: `${siteUrl}/account` })
    expect(error).toBeNull()
    const { url } = auth.lastMail('magiclink', 'ada@example.com')
    const landing = await auth.follow(url)
    expect(landing.to).toBe(`${siteUrl}/account`)
    expect(landing.fragment.get('type')).toBe('magiclink')
    expect(decodeJwt(landing.fragment.get('access_token') ?? '')).toMatchObject({
      email: 'ada@example.com',
      aal: 'aal1',
      amr: [{ method: 'otp' }],
    })
    expect((await auth.follow(url)).fragment.get('error_code')).toBe('otp_expired')
  })

  it.each(['magiclink', 'email'] as const)('may type the code instead, as %s', async (type) => {
    const email = `code.${type}@example.com`
    await auth.createUser({ email, password: goodPassword })
    await otp(email)
    const { code } = auth.lastMail('magiclink', email)
    const { data, error } = await auth.client().auth.verifyOtp({ email, token: code, type })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
  })

  it('may use the hash of the link', async () => {
    await auth.createUser({ email: 'hash@example.com', password: goodPassword })
    await otp('hash@example.com')
    const { url } = auth.lastMail('magiclink', 'hash@example.com')
    const token_hash = new URL(url).searchParams.get('token') ?? ''
    const { data } = await auth.client().auth.verifyOtp({ token_hash, type: 'magiclink' })
    expect(data.user?.email).toBe('hash@example.com')
  })

  it('keeps the password', async () => {
    const credentials = { email: 'ada@example.com', password: goodPassword }
    expect((await auth.client().auth.signInWithPassword(credentials)).error).toBeNull()
  })

  it('with a client of the PKCE flow is led to a code that this client alone exchanges', async () => {
    await auth.createUser({ email: 'pkce@example.com', password: goodPassword })
    const client = auth.client({ flowType: 'pkce' })
    await client.auth.signInWithOtp({ email: 'pkce@example.com' })
    const landing = await auth.follow(auth.lastMail('magiclink', 'pkce@example.com').url)
    const code = landing.query.get('code') ?? ''
    expect(landing.fragment.size).toBe(0)
    const thief = auth.client({ flowType: 'pkce' })
    await thief.auth.signInWithOtp({ email: 'pkce@example.com' })
    expect((await thief.auth.exchangeCodeForSession(code)).error).toMatchObject({ code: 'bad_code_verifier' })
    const { data } = await client.auth.exchangeCodeForSession(code)
    expect(data.session?.user.email).toBe('pkce@example.com')
    expect(decodeJwt(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'magiclink' }])
  })
})

describe('a stranger', () => {
  it('gets an account without a password, confirmed by the first mail', async () => {
    const email = 'stranger@example.com'
    expect((await otp(email, { data: { full_name: 'Bola Ade' } })).error).toBeNull()
    const { code } = auth.lastMail('signup', email)
    const { data, error } = await auth.client().auth.verifyOtp({ email, token: code, type: 'email' })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Bola Ade', email_verified: true })
    const [user] = await usersWith(email)
    expect(user?.encrypted_password).toBeNull()
    const guess = await auth.client().auth.signInWithPassword({ email, password: '' })
    expect(guess.error).toBeTruthy()
    await otp(email)
    expect(auth.lastMail('magiclink', email).code).toMatch(/^\d{6}$/)
  })

  it('who proves an address is rid of the password that another person gave it', async () => {
    const email = 'victim@example.com'
    const thief = { email, password: 'Planted1password' }
    await auth.client().auth.signUp(thief)
    await otp(email, { shouldCreateUser: false })
    await auth.client().auth.verifyOtp({ email, token: auth.lastMail('signup', email).code, type: 'signup' })
    expect((await auth.client().auth.signInWithPassword(thief)).error?.code).toBe('invalid_credentials')
  })

  it('is mailed only so often', async () => {
    const codes = []
    for (let n = 0; n < 6; n += 1) codes.push((await otp('often@example.com')).error?.code)
    expect(codes).toEqual([...Array(5).fill(undefined), 'over_email_send_rate_limit'])
  })
})

it('where no confirmation is demanded, the first mail is the link itself', async () => {
  const open = await startAuth({ autoconfirm: true })
  try {
    await open.client().auth.signInWithOtp({ email: 'new@example.com' })
    const landing = await open.follow(open.lastMail('magiclink', 'new@example.com').url)
    expect(landing.fragment.has('access_token')).toBe(true)
  } finally {
    await open.close()
  }
})
