// Links that lead to a page of the site, and sign-ups that are bound to their browser: as the application sets it.
import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, it } from 'vitest'
import { type Browser, goodPassword, siteUrl, startAuth } from './harness.ts'

const auth = await startAuth({
  confirmationPage: '/auth',
  bindSignUps: true,
  redirectAllowList: ['https://app.example.com/auth', 'https://partner.example.com/welcome'],
  limits: { mailsPerMailbox: { count: 50, windowSeconds: 3600 } },
})
afterAll(() => auth.close())

let people = 0
const newAddress = () => `reader.${++people}@example.com`

/** The client library in a browser of its own. */
function clientOf(browser: Browser) {
  return createClient(auth.url, auth.keys.publishableKey, {
    global: {
      fetch: (input, init) => auth.browse(input as string, browser, { redirect: 'follow', ...init }),
    },
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

async function signUp(
  browser: Browser,
  email = newAddress(),
  password = goodPassword,
  emailRedirectTo?: string,
) {
  const { error } = await clientOf(browser).auth.signUp({
    email,
    password,
    options: { ...(emailRedirectTo && { emailRedirectTo }) },
  })
  expect(error).toBeNull()
  return { email, password, ...readLink(auth.lastMail('signup', email).url) }
}

function readLink(link: string) {
  const url = new URL(link)
  const tokenHash = url.searchParams.get('token_hash') ?? ''
  return { link, url, tokenHash, type: url.searchParams.get('type') ?? '' }
}

async function preview(provided: { tokenHash: string; type: string }, browser: Browser = new Map()) {
  const response = await auth.browse(`${auth.url}/auth/v1/verify/preview`, browser, {
    method: 'POST',
    headers: { apikey: auth.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ token_hash: provided.tokenHash, type: provided.type }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const mayStillSignIn = async (person: { email: string; password: string }) =>
  (await clientOf(new Map()).auth.signInWithPassword(person)).error === null

describe('a link of a mail', () => {
  it('leads to the page, with the token and its type alone', async () => {
    const { url, tokenHash } = await signUp(new Map())
    expect(url.origin + url.pathname).toBe(`${siteUrl}/auth`)
    expect([...url.searchParams.keys()]).toEqual(['token_hash', 'type'])
    expect(tokenHash).toMatch(/^[0-9a-f]{56}$/)
  })

  it('stays on the site, or on an address whose page the operator has named', async () => {
    const { url: own } = await signUp(new Map(), newAddress(), goodPassword, 'https://app.example.com/auth')
    expect(own.origin + own.pathname).toBe('https://app.example.com/auth')
    const { url: foreign } = await signUp(
      new Map(),
      newAddress(),
      goodPassword,
      'https://partner.example.com/welcome',
    )
    expect(foreign.origin + foreign.pathname).toBe(`${siteUrl}/auth`)
    expect(foreign.searchParams.get('redirect_to')).toBe('https://partner.example.com/welcome')
  })

  it('knows where its reader was going, which the page reads and nothing else of it', async () => {
    const wanted = `${siteUrl}/auth?next=%2Fexport&error=x&token_hash=another`
    const { url, tokenHash } = await signUp(new Map(), newAddress(), goodPassword, wanted)
    expect([...url.searchParams.keys()]).toEqual(['token_hash', 'type', 'redirect_to'])
    expect(tokenHash).toMatch(/^[0-9a-f]{56}$/)
    expect(url.searchParams.get('redirect_to')).toBe(wanted)
    const { url: foreign } = await signUp(
      new Map(),
      newAddress(),
      goodPassword,
      'https://evil.example.net/auth?next=%2Fexport',
    )
    expect(foreign.href.replace(/=[0-9a-f]{56}/, '')).toBe(`${siteUrl}/auth?token_hash&type=signup`)
  })

  it('is not used up by a scanner that follows it, on the old address too', async () => {
    const browser: Browser = new Map()
    const { tokenHash, type } = await signUp(browser)
    for (const name of ['token', 'token_hash']) {
      const response = await auth.browse(`${auth.url}/auth/v1/verify?${name}=${tokenHash}&type=${type}`)
      expect(response.status).toBe(303)
      const { url } = readLink(response.headers.get('location') ?? '')
      expect(url.origin + url.pathname + url.hash).toBe(`${siteUrl}/auth`)
      expect(url.searchParams.get('token_hash')).toBe(tokenHash)
    }
    const { data, error } = await clientOf(browser).auth.verifyOtp({ token_hash: tokenHash, type: 'signup' })
    expect(error).toBeNull()
    expect(data.session?.access_token).toMatch(/^ey/)
  })

  it('names the masked account, as often as it is wanted, and reveals nothing once it is used', async () => {
    const browser: Browser = new Map()
    const { email, tokenHash, type } = await signUp(browser)
    const named = { email: 'r•••@example.com', user_id: expect.any(String), password_needed: false }
    expect(await preview({ tokenHash, type }, browser)).toEqual({ status: 200, body: named })
    expect(await preview({ tokenHash, type }, browser)).toEqual({ status: 200, body: named })
    // Many addresses are alike once they are masked: whose it is, the account's id says.
    const { body } = await preview({ tokenHash, type }, browser)
    const { data } = await clientOf(browser).auth.verifyOtp({ token_hash: tokenHash, type: 'signup' })
    expect(body).toMatchObject({ user_id: data.user?.id })
    const used = await preview({ tokenHash, type }, browser)
    expect(used).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } })
    expect(JSON.stringify(used)).not.toContain(email.slice(1))
  })

  it('names both addresses of a change', async () => {
    const browser: Browser = new Map()
    const client = await auth.person(newAddress())
    const next = `next.${newAddress()}`
    await client.auth.updateUser({ email: next })
    const { tokenHash, type } = readLink(auth.lastMail('email_change', next).url)
    expect(await preview({ tokenHash, type }, browser)).toEqual({
      status: 200,
      body: {
        email: 'r•••@example.com',
        user_id: (await client.auth.getUser()).data.user?.id,
        new_email: 'n•••@example.com',
        password_needed: false,
      },
    })
  })

  it('is guessed no faster by the name than by its use', async () => {
    const strict = await startAuth({
      confirmationPage: '/auth',
      limits: { verificationsPerClient: { count: 2, windowSeconds: 60 } },
    })
    try {
      const guess = () => strict.post('/verify/preview', { token_hash: 'a'.repeat(56), type: 'signup' })
      expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([
        403, 403, 429,
      ])
    } finally {
      await strict.close()
    }
  })
})

describe('a sign-up', () => {
  it('keeps its password where it was begun, by link and by code', async () => {
    const browser: Browser = new Map()
    const byLink = await signUp(browser)
    await clientOf(browser).auth.verifyOtp({ token_hash: byLink.tokenHash, type: 'signup' })
    expect(await mayStillSignIn(byLink)).toBe(true)
    const byCode = await signUp(browser)
    const { code } = auth.lastMail('signup', byCode.email)
    await clientOf(browser).auth.verifyOtp({ email: byCode.email, token: code, type: 'signup' })
    expect(await mayStillSignIn(byCode)).toBe(true)
  })

  it('of a stranger leaves no password with the owner who follows its mail elsewhere', async () => {
    const strangers: Browser = new Map()
    const stranger = await signUp(strangers, newAddress(), 'Stranger-2026')
    const owners: Browser = new Map()
    expect((await preview(stranger, owners)).body).toMatchObject({ password_needed: true })
    const owner = clientOf(owners)
    const { data } = await owner.auth.verifyOtp({ token_hash: stranger.tokenHash, type: 'signup' })
    expect(data.session).not.toBeNull()
    expect(await mayStillSignIn(stranger)).toBe(false)
    // The stranger's own browser, mark and all, opens nothing.
    const { error } = await clientOf(strangers).auth.signInWithPassword(stranger)
    expect(error?.message).toBe('Invalid login credentials')
    const chosen = { email: stranger.email, password: 'Owner-Own-2026' }
    expect((await owner.auth.updateUser({ password: chosen.password })).error).toBeNull()
    expect(await mayStillSignIn(chosen)).toBe(true)
  })

  it('of a stranger who came first does not spoil the owner’s, nor is it confirmed by the owner’s mark', async () => {
    const email = newAddress()
    const stranger = await signUp(new Map(), email, 'Stranger-2026')
    const owners: Browser = new Map()
    const own = await signUp(owners, email, 'Owner-Own-2026')
    // Both mails lie in the owner's mailbox; here the wrong one is followed.
    expect((await preview(stranger, owners)).body).toMatchObject({ password_needed: true })
    expect((await preview(own, owners)).body).toMatchObject({ password_needed: false })
    await clientOf(owners).auth.verifyOtp({ token_hash: stranger.tokenHash, type: 'signup' })
    expect(await mayStillSignIn(stranger)).toBe(false)
  })

  it('goes on with its mark when its mail is sent again, and a made-up mark is none', async () => {
    const browser: Browser = new Map()
    const { email, password } = await signUp(browser)
    await clientOf(browser).auth.resend({ type: 'signup', email })
    const again = readLink(auth.lastMail('signup', email).url)
    expect((await preview(again, new Map([['sign-up-browser', 'A'.repeat(43)]]))).body).toMatchObject({
      password_needed: true,
    })
    expect((await preview(again, browser)).body).toMatchObject({ password_needed: false })
    await clientOf(browser).auth.verifyOtp({ token_hash: again.tokenHash, type: 'signup' })
    expect(await mayStillSignIn({ email, password })).toBe(true)
  })

  it('whose answer was lost counts in the browser that sent it again', async () => {
    const app = await startAuth({
      confirmationPage: '/auth',
      bindSignUps: true,
      answerRepeatedSignUps: true,
      limits: { secondsBetweenMails: 30 },
    })
    try {
      const post = (path: string, browser: Browser, body: object) =>
        app.browse(`${app.url}/auth/v1${path}`, browser, {
          method: 'POST',
          headers: { apikey: app.keys.publishableKey, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const person = { email: newAddress(), password: goodPassword }
      await post('/signup', new Map(), person) // its cookie went with the answer
      const browser: Browser = new Map()
      expect((await post('/signup', browser, person)).status).toBe(200)
      const { tokenHash, type } = readLink(app.lastMail('signup', person.email).url)
      const seen = await post('/verify/preview', browser, { token_hash: tokenHash, type })
      expect(await seen.json()).toMatchObject({ password_needed: false })
    } finally {
      await app.close()
    }
  })

  it('marks its browser by a cookie that no script and no other site sees, known to the database as a hash', async () => {
    const response = await auth.post('/signup', { email: newAddress(), password: goodPassword })
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(
      /^sign-up-browser=[\w-]{43}; Path=\/auth\/v1; Max-Age=3600; HttpOnly; SameSite=Strict$/,
    )
    const mark = cookie.slice('sign-up-browser='.length, cookie.indexOf(';'))
    expect(JSON.stringify(await auth.sql('select * from auth.one_time_tokens'))).not.toContain(mark)
  })
})

describe('without these settings, as upstream', () => {
  it('there is no such page, no mark, and no preview', async () => {
    const plain = await startAuth()
    try {
      const response = await plain.post('/signup', { email: 'ada@example.com', password: goodPassword })
      expect(response.headers.get('set-cookie')).toBeNull()
      const { url } = plain.lastMail('signup', 'ada@example.com')
      expect(new URL(url).pathname).toBe('/auth/v1/verify')
      const landing = await plain.follow(url, new Map())
      expect(landing.fragment.get('access_token')).toMatch(/^ey/)
      const { error } = await plain
        .client()
        .auth.signInWithPassword({ email: 'ada@example.com', password: goodPassword })
      expect(error).toBeNull()
      expect((await plain.post('/verify/preview', { token_hash: 'a', type: 'signup' })).status).toBe(404)
    } finally {
      await plain.close()
    }
  })
})
