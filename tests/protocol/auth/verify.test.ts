// Links and codes that prove a mailbox: once, in time, a few tries, and only to places that the operator allows.
import { afterAll, describe, expect, it } from 'vitest'
import { goodPassword, siteUrl, startAuth } from './harness.ts'

const auth = await startAuth({
  redirectAllowList: ['https://app.example.com/*', 'myapp://callback'],
  limits: { mailsPerMailbox: { count: 50, windowSeconds: 3600 } },
})
afterAll(() => auth.close())

let people = 0
async function newcomer(emailRedirectTo = `${siteUrl}/auth`) {
  people += 1
  const email = `newcomer.${people}@example.com`
  const { error } = await auth
    .client()
    .auth.signUp({ email, password: goodPassword, options: { emailRedirectTo } })
  if (error) throw error
  return { email, ...auth.lastMail('signup', email) }
}

const wrongCode = (code: string) => code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10))

describe('a link', () => {
  it('leads to the page that was named, with a session in the fragment', async () => {
    const { url } = await newcomer()
    const landing = await auth.follow(url)
    expect(landing.status).toBe(303)
    expect(landing.to).toBe(`${siteUrl}/auth`)
    expect(Object.fromEntries(landing.fragment)).toMatchObject({
      token_type: 'bearer',
      type: 'signup',
      expires_in: '3600',
      access_token: expect.stringMatching(/^ey/),
      refresh_token: expect.any(String),
      expires_at: expect.stringMatching(/^\d+$/),
    })
    const client = auth.client()
    const { data } = await client.auth.setSession({
      access_token: landing.fragment.get('access_token') ?? '',
      refresh_token: landing.fragment.get('refresh_token') ?? '',
    })
    expect(data.user?.email_confirmed_at).toBeTruthy()
    expect(data.user?.user_metadata.email_verified).toBe(true)
  })

  it('works once', async () => {
    const { url, email } = await newcomer()
    await auth.follow(url)
    const again = await auth.follow(url)
    expect(again.status).toBe(303)
    expect(again.to).toBe(`${siteUrl}/auth`)
    expect(Object.fromEntries(again.fragment)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    })
    expect(
      await auth.sql(
        'select 1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
        [email],
      ),
    ).toHaveLength(1)
  })

  it('opened twice at the same moment opens one session', async () => {
    const { url } = await newcomer()
    const landings = await Promise.all([auth.follow(url), auth.follow(url), auth.follow(url)])
    expect(landings.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1)
  })

  it('is not spent by a mail scanner that only requests its head', async () => {
    const { url } = await newcomer()
    const { pathname, search } = new URL(url)
    const head = await fetch(`${auth.url}${pathname}${search}`, { method: 'HEAD', redirect: 'manual' })
    expect(head.status).toBe(204)
    expect((await auth.follow(url)).fragment.has('access_token')).toBe(true)
  })

  it('expires after an hour, and another can be requested', async () => {
    const { url, email } = await newcomer()
    auth.clock.advance(3601)
    expect((await auth.follow(url)).fragment.get('error_code')).toBe('otp_expired')
    const { error } = await auth.client().auth.resend({ type: 'signup', email })
    expect(error).toBeNull()
    const fresh = auth.lastMail('signup', email)
    expect((await auth.follow(fresh.url)).fragment.has('access_token')).toBe(true)
  })

  it('is void after its code was used', async () => {
    const { url, email, code } = await newcomer()
    await auth.client().auth.verifyOtp({ email, token: code, type: 'signup' })
    expect((await auth.follow(url)).fragment.get('error_code')).toBe('otp_expired')
  })

  it.each([
    ['a made-up token', 'token=abc&type=signup', 'otp_expired'],
    ['no token', 'type=signup', 'validation_failed'],
    ['no type', 'token=abc', 'validation_failed'],
    ['an unknown type', 'token=abc&type=constructor', 'validation_failed'],
  ])('with %s shows the site with the reason', async (_what, query, code) => {
    const landing = await auth.follow(`${siteUrl}/auth/v1/verify?${query}`)
    expect(landing.status).toBe(303)
    expect(landing.to).toBe(`${siteUrl}/`)
    expect(landing.fragment.get('error_code')).toBe(code)
  })

  it('of one purpose does not serve another', async () => {
    const { url } = await newcomer()
    const landing = await auth.follow(url.replace('type=signup', 'type=recovery'))
    expect(landing.fragment.get('error_code')).toBe('otp_expired')
    expect((await auth.follow(url)).fragment.has('access_token')).toBe(true)
  })
})

describe('where a link leads', () => {
  it.each([
    ['another site', 'https://evil.example.net/auth'],
    ['another port', 'http://site.test:8080/auth'],
    ['another scheme', 'https://site.test/auth'],
    ['a name before @', 'http://site.test@evil.example.net/'],
    ['our name before @ of ours', 'http://evil@site.test/'],
    ['a longer name', 'http://site.test.evil.example.net/'],
    ['a script', 'javascript:alert(1)//site.test'],
    ['data', 'data:text/html,hello'],
    ['a path alone', '//evil.example.net'],
    ['a backslash', 'http:\\\\evil.example.net'],
    ['a deeper path than the list allows', 'https://app.example.com/a/b'],
    ['a dot where the list allows one part', 'https://app.example.com/a.b'],
  ])('is never %s', async (_what, target) => {
    const { url } = await newcomer(target)
    expect(new URL(url).searchParams.get('redirect_to')).toBe(siteUrl)
    const tampered = new URL(url)
    tampered.searchParams.set('redirect_to', target)
    const landing = await auth.follow(tampered.href)
    expect(landing.to).toBe(`${siteUrl}/`)
  })

  it.each([`${siteUrl}/auth?next=%2Forder`, 'https://app.example.com/welcome', 'myapp://callback'])(
    'may be %s',
    async (target) => {
      const { url } = await newcomer(target)
      const landing = await auth.follow(url)
      expect(landing.to).toBe(target)
      expect(landing.fragment.has('access_token')).toBe(true)
    },
  )

  it('is the site when nothing is named', async () => {
    await auth.client().auth.signUp({ email: 'plain@example.com', password: goodPassword })
    const landing = await auth.follow(auth.lastMail('signup', 'plain@example.com').url)
    expect(landing.to).toBe(`${siteUrl}/`)
  })
})

describe('a code', () => {
  it('signs in anyone who types it, once', async () => {
    const { email, code } = await newcomer()
    const client = auth.client()
    const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'signup' })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
    const again = await auth.client().auth.verifyOtp({ email, token: code, type: 'signup' })
    expect(again.error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    })
  })

  it('may be given under the general type email', async () => {
    const { email, code } = await newcomer()
    expect((await auth.client().auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
  })

  it('is void after five wrong tries, while the link stays good', async () => {
    const { email, code, url } = await newcomer()
    for (let n = 0; n < 5; n += 1) {
      const { error } = await auth.client().auth.verifyOtp({ email, token: wrongCode(code), type: 'signup' })
      expect(error?.code).toBe('otp_expired')
    }
    expect((await auth.client().auth.verifyOtp({ email, token: code, type: 'signup' })).error?.code).toBe(
      'otp_expired',
    )
    expect((await auth.follow(url)).fragment.has('access_token')).toBe(true)
  })

  it('is void after five wrong tries at once', async () => {
    const { email, code } = await newcomer()
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        auth.client().auth.verifyOtp({ email, token: n === 11 ? code : wrongCode(code), type: 'signup' }),
      ),
    )
    const [row] = await auth.sql<{ wrong_codes: number }>(
      `select wrong_codes from auth.one_time_tokens where relates_to = $1`,
      [email],
    )
    // Either the right one came among the first five, or it came too late.
    const succeeded = tries.filter(({ error }) => !error).length
    expect(succeeded === 1 ? row : row?.wrong_codes).toBe(succeeded === 1 ? undefined : 5)
  })

  it('expires after an hour', async () => {
    const { email, code } = await newcomer()
    auth.clock.advance(3601)
    expect((await auth.client().auth.verifyOtp({ email, token: code, type: 'signup' })).error?.code).toBe(
      'otp_expired',
    )
  })

  it('of one person does not open the account of another', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const { error } = await auth
      .client()
      .auth.verifyOtp({ email: other.email, token: one.code, type: 'signup' })
    expect(one.code === other.code || error?.code === 'otp_expired').toBe(true)
  })

  it('for an unknown address is refused in the same words', async () => {
    const { error } = await auth
      .client()
      .auth.verifyOtp({ email: 'nobody@example.com', token: '123456', type: 'signup' })
    expect(error).toMatchObject({ code: 'otp_expired', message: 'Token has expired or is invalid' })
  })

  it('may be given as the hash of a link that a mail template carries', async () => {
    const { url } = await newcomer()
    const hash = new URL(url).searchParams.get('token') ?? ''
    expect((await auth.client().auth.verifyOtp({ token_hash: hash, type: 'email' })).error).toBeNull()
    expect((await auth.client().auth.verifyOtp({ token_hash: hash, type: 'email' })).error?.code).toBe(
      'otp_expired',
    )
  })

  it('does not serve a banned account', async () => {
    const { email, code } = await newcomer()
    await auth.sql(`update auth.users set banned_until = now() + interval '1 year' where email = $1`, [email])
    expect((await auth.client().auth.verifyOtp({ email, token: code, type: 'signup' })).error?.code).toBe(
      'user_banned',
    )
  })
})

describe('a link requested with PKCE', () => {
  const requestLink = async () => {
    people += 1
    const email = `pkce.${people}@example.com`
    const client = auth.client({ flowType: 'pkce' })
    const { error } = await client.auth.signUp({
      email,
      password: goodPassword,
      options: { emailRedirectTo: `${siteUrl}/auth` },
    })
    if (error) throw error
    const landing = await auth.follow(auth.lastMail('signup', email).url)
    return { client, landing, email, code: landing.query.get('code') ?? '' }
  }

  it('leads to a code and no token, which the requesting client turns into a session', async () => {
    const { client, landing, code, email } = await requestLink()
    expect(landing.fragment.size).toBe(0)
    const flowId = landing.query.get('sb_flow_id')
    const { data, error } = await client.auth.exchangeCodeForSession(
      code,
      ...((flowId ? [{ flowId }] : []) as []),
    )
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
  })

  it('is of no use to a person who saw the code', async () => {
    const { code } = await requestLink()
    const stolen = await auth.post('/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'y'.repeat(56),
    })
    expect(stolen.status).toBe(400)
    expect(await stolen.json()).toMatchObject({ error_code: 'bad_code_verifier' })
  })

  it('leads to a code that is good once and for five minutes', async () => {
    const { client, code } = await requestLink()
    auth.clock.advance(301)
    const late = await client.auth.exchangeCodeForSession(code)
    expect(late.error).toMatchObject({ code: 'flow_state_expired' })
    const again = await auth.post('/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'y'.repeat(56),
    })
    expect(await again.json()).toMatchObject({ error_code: 'flow_state_not_found' })
  })

  it('has its error in the query too', async () => {
    const landing = await auth.follow(`${siteUrl}/auth/v1/verify?type=signup&token=pkce_abc`)
    expect(landing.query.get('error_code')).toBe('otp_expired')
  })

  it.each([
    [{ code_challenge: 'short', code_challenge_method: 's256' }],
    [{ code_challenge: 'a'.repeat(50), code_challenge_method: 'md5' }],
    [{ code_challenge: 'a b'.repeat(20), code_challenge_method: 's256' }],
    [{ code_challenge: 'a'.repeat(50) }],
  ])('needs a proper challenge, not %j', async (challenge) => {
    const response = await auth.post('/recover', { email: 'nobody@example.com', ...challenge })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error_code: 'validation_failed' })
  })
})
