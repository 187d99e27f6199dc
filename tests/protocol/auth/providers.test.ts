// Signing in with outside providers: against a certified issuer on this machine, and GitHub's paths.
import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AuthHarness, goodPassword, type Landing, siteUrl, startAuth } from './harness.ts'
import {
  type GitHub,
  type Issuer,
  type Person,
  client as registered,
  startGitHub,
  startIssuer,
} from './issuers.ts'

let auth: AuthHarness
let issuer: Issuer
let gitHub: GitHub

beforeAll(async () => {
  issuer = await startIssuer(`${siteUrl}/auth/v1/callback`)
  gitHub = await startGitHub()
  const { id: clientId, secret: clientSecret } = registered
  auth = await startAuth({
    manualLinkingEnabled: true,
    providers: {
      google: { clientId, clientSecret, issuer: issuer.url },
      cooperative: { clientId, clientSecret, issuer: issuer.url, scopes: ['openid', 'email'] },
      github: { clientId, clientSecret, url: gitHub.url },
      broken: { clientId, clientSecret, issuer: 'http://127.0.0.1:9' },
    },
    limits: { callsPerClient: { count: 10_000, windowSeconds: 300 } },
  })
})
afterAll(async () => {
  await auth.close()
  await issuer.close()
  await gitHub.close()
})

let people = 0
let visitor: Person & { email: string }
beforeEach(() => {
  people += 1
  auth.clock.advance(1)
  visitor = {
    sub: `${1000 + people}`,
    email: `person.${people}@example.com`,
    email_verified: true,
    name: 'Ada Obi',
    picture: 'https://pictures.example.com/ada.png',
  }
  issuer.visitor = visitor
})

const redirectTo = `${siteUrl}/account`

/** Where the application sends the browser. */
async function leave(url: string, app = auth): Promise<string> {
  const response = await app.browse(url)
  expect(response.status).toBe(302)
  return response.headers.get('location') ?? ''
}

async function start(client: SupabaseClient, provider = 'google', options = {}) {
  const { data } = await client.auth.signInWithOAuth({
    provider: provider as 'google',
    options: { redirectTo, ...options },
  })
  return leave(data.url ?? '')
}

async function signIn(client = auth.client(), provider = 'google', options = {}): Promise<Landing> {
  const there = await start(client, provider, options)
  return auth.follow((await (provider === 'github' ? gitHub : issuer).visit(there)).href)
}

async function arrive(landing: Landing, client = auth.client()): Promise<SupabaseClient> {
  const { error } = await client.auth.setSession({
    access_token: landing.fragment.get('access_token') ?? '',
    refresh_token: landing.fragment.get('refresh_token') ?? '',
  })
  if (error) throw error
  return client
}

const refusal = (landing: Landing) => Object.fromEntries(landing.fragment)
const usersWith = (email: string) => auth.sql('select * from auth.users where email = $1', [email])

describe('the way to a provider is refused', () => {
  it.each(['', 'facebook', 'toString', 'email', 'phone'])('that is %j', async (provider) => {
    const response = await fetch(`${auth.url}/auth/v1/authorize?provider=${provider}`, { redirect: 'manual' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error_code: 'validation_failed',
      msg: expect.stringContaining('Unsupported provider'),
    })
  })

  it('that cannot be reached, without taking the application down', async () => {
    const response = await fetch(`${auth.url}/auth/v1/authorize?provider=broken`, { redirect: 'manual' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error_code: 'bad_oauth_callback' })
  })

  it('with half a challenge', async () => {
    const response = await fetch(`${auth.url}/auth/v1/authorize?provider=google&code_challenge=x`, {
      redirect: 'manual',
    })
    expect(response.status).toBe(400)
  })
})

describe('the way to a provider', () => {
  it('carries our own client, state, nonce and challenge, whatever the query says', async () => {
    const there = new URL(
      await start(auth.client(), 'google', {
        scopes: 'calendar',
        queryParams: {
          prompt: 'consent',
          client_id: 'evil',
          redirect_uri: 'https://evil.example.net',
          state: 'mine',
          response_type: 'token',
          nonce: 'mine',
        },
      }),
    )
    expect(there.origin).toBe(issuer.url)
    expect(Object.fromEntries(there.searchParams)).toEqual({
      client_id: registered.id,
      redirect_uri: `${siteUrl}/auth/v1/callback`,
      response_type: 'code',
      scope: 'openid email profile calendar',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      prompt: 'consent',
    })
  })

  it('stores neither state nor verifier in the database', async () => {
    const there = new URL(await start(auth.client()))
    const stored = JSON.stringify(await auth.sql('select * from auth.oauth_states'))
    expect(stored).not.toContain(there.searchParams.get('state'))
  })
})

describe('the way back is refused', () => {
  it('when the person said no', async () => {
    issuer.visitor = undefined
    const landing = await signIn()
    expect(landing.to.startsWith(redirectTo)).toBe(true)
    expect(refusal(landing)).toEqual({
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
      error_description: 'The person said no',
    })
    expect(Object.fromEntries(landing.query)).toEqual(refusal(landing))
  })

  it.each([
    ['without a state', 'code=x', 'bad_oauth_callback'],
    ['with a made-up state', 'code=x&state=made-up', 'bad_oauth_state'],
  ])('%s', async (_what, query, code) => {
    const landing = await auth.follow(`${siteUrl}/auth/v1/callback?${query}`)
    expect(landing.status).toBe(303)
    expect(landing.to.startsWith(siteUrl)).toBe(true)
    expect(landing.fragment.get('error_code')).toBe(code)
  })

  it('in another browser than the one that set out: nobody is signed in to a stranger’s account', async () => {
    const back = await issuer.visit(await start(auth.client()))
    const landing = await auth.follow(back.href, new Map())
    expect(refusal(landing)).toMatchObject({
      error_code: 'bad_oauth_state',
      error_description: 'OAuth state belongs to another browser',
    })
    expect(await usersWith(visitor.email)).toEqual([])
  })

  it('twice', async () => {
    const back = await issuer.visit(await start(auth.client()))
    expect((await auth.follow(back.href)).fragment.has('access_token')).toBe(true)
    expect((await auth.follow(back.href)).fragment.get('error_code')).toBe('bad_oauth_state')
  })

  it('after ten minutes', async () => {
    const back = await issuer.visit(await start(auth.client()))
    auth.clock.advance(601)
    expect((await auth.follow(back.href)).fragment.get('error_code')).toBe('bad_oauth_state')
  })

  it('with the code of another journey', async () => {
    const [mine, theirs] = [
      await issuer.visit(await start(auth.client())),
      await issuer.visit(await start(auth.client())),
    ]
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    const landing = await auth.follow(mine.href)
    expect(refusal(landing)).toMatchObject({
      error_code: 'bad_oauth_callback',
      error_description: 'Unable to exchange external code',
    })
  })

  it('from another issuer than the one that was called', async () => {
    const back = await issuer.visit(await start(auth.client()))
    back.searchParams.set('iss', 'https://evil.example.net')
    expect((await auth.follow(back.href)).fragment.get('error_code')).toBe('bad_oauth_callback')
  })

  it('with an ID token that its issuer did not sign', async () => {
    issuer.isForged = true
    const back = await issuer.visit(await start(auth.client()))
    expect((await auth.follow(back.href)).fragment.get('error_code')).toBe('bad_oauth_callback')
    issuer.isForged = false
  })

  it('to places that the operator does not allow', async () => {
    const landing = await signIn(auth.client(), 'google', { redirectTo: 'https://evil.example.net/' })
    expect(landing.to).toBe(`${siteUrl}/`)
  })

  it('to banned people', async () => {
    await signIn()
    await auth.sql(`update auth.users set banned_until = 'infinity' where email = $1`, [visitor.email])
    expect((await signIn()).fragment.get('error_code')).toBe('user_banned')
  })
})

describe('an address that the provider has not verified', () => {
  it('makes no account and joins none', async () => {
    await auth.createUser({ email: visitor.email, password: goodPassword })
    issuer.visitor = { ...visitor, email_verified: false }
    expect(refusal(await signIn())).toMatchObject({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
    })
    issuer.visitor = { ...visitor, email: 'unproved@example.com', email_verified: false }
    expect((await signIn()).fragment.get('error_code')).toBe('provider_email_needs_verification')
    issuer.visitor = { sub: visitor.sub, name: 'Nobody' }
    expect((await signIn()).fragment.get('error_code')).toBe('provider_email_needs_verification')
    expect(await usersWith('unproved@example.com')).toEqual([])
    expect(await auth.sql(`select 1 from auth.identities where provider_id = $1`, [visitor.sub])).toEqual([])
  })
})

describe('a new user', () => {
  it('gets a confirmed account and a session, with what the provider reports', async () => {
    const landing = await signIn()
    expect(landing.to).toBe(redirectTo)
    expect(Object.fromEntries(landing.fragment)).toMatchObject({
      token_type: 'bearer',
      expires_in: '3600',
      provider_token: expect.any(String),
    })
    const { user } = (await (await arrive(landing)).auth.getUser()).data
    expect(user).toMatchObject({
      email: visitor.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Ada Obi', avatar_url: visitor.picture, email: visitor.email },
      identities: [{ provider: 'google', id: visitor.sub, identity_data: { email_verified: true } }],
    })
    expect(decodeJwt(landing.fragment.get('access_token') ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'oauth' }],
    })
  })

  it('is refused where nobody may sign up', async () => {
    const { google } = auth.settings.providers
    const closed = await startAuth({ signUpEnabled: false, providers: { google: google ?? never() } })
    try {
      const { data } = await closed.client().auth.signInWithOAuth({ provider: 'google' })
      const back = await issuer.visit(await leave(data.url ?? '', closed))
      expect((await closed.follow(back.href)).fragment.get('error_code')).toBe('signup_disabled')
    } finally {
      await closed.close()
    }
  })

  it('comes back to the same account, also after the address changed at the provider', async () => {
    const first = decodeJwt((await signIn()).fragment.get('access_token') ?? '').sub
    issuer.visitor = { ...visitor, email: `moved.${visitor.email}` }
    const landing = await signIn()
    const claims = decodeJwt(landing.fragment.get('access_token') ?? '')
    expect(claims).toMatchObject({ sub: first, email: visitor.email })
  })

  it('twice at the same moment is one account', async () => {
    const backs = [
      await issuer.visit(await start(auth.client())),
      await issuer.visit(await start(auth.client())),
    ]
    const landings = await Promise.all(backs.map(({ href }) => auth.follow(href)))
    expect(landings.map(({ fragment }) => fragment.has('access_token'))).toEqual([true, true])
    expect(await usersWith(visitor.email)).toHaveLength(1)
  })

  it('with a client of the PKCE flow is led to a code; the provider token comes with the session', async () => {
    const client = auth.client({ flowType: 'pkce' })
    const landing = await signIn(client)
    expect(landing.fragment.size).toBe(0)
    const code = landing.query.get('code') ?? ''
    const stored = JSON.stringify(await auth.sql('select * from auth.flow_state'))
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(visitor.email)
    expect(data.session?.provider_token).toEqual(expect.any(String))
    expect(stored).not.toContain(data.session?.provider_token)
    expect((await auth.client({ flowType: 'pkce' }).auth.exchangeCodeForSession(code)).error).toBeTruthy()
  })

  it('may come back by a form instead of a link', async () => {
    const back = await issuer.visit(await start(auth.client()))
    const response = await auth.browse(`${auth.url}/auth/v1/callback`, undefined, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: back.searchParams,
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toContain('#access_token=')
  })

  it('comes by any issuer that the application knows', async () => {
    const landing = await signIn(auth.client(), 'cooperative')
    const { user } = (await (await arrive(landing)).auth.getUser()).data
    expect(user?.app_metadata.provider).toBe('cooperative')
  })
})

describe('a person with an account at the same, verified address', () => {
  it('is let into it, and keeps the password', async () => {
    await auth.createUser({ email: visitor.email, password: goodPassword })
    auth.clock.advance(1)
    const client = await arrive(await signIn())
    const { identities = [] } = (await client.auth.getUserIdentities()).data ?? {}
    expect(identities.map(({ provider }) => provider)).toEqual(['email', 'google'])
    const { data } = await client.auth.getUser()
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] })
    const credentials = { email: visitor.email, password: goodPassword }
    expect((await auth.client().auth.signInWithPassword(credentials)).error).toBeNull()
  })

  it('that was never proved here gets it without what was planted there', async () => {
    const planted = { email: visitor.email, password: 'Planted1password' }
    await auth.client().auth.signUp({ ...planted, options: { data: { full_name: 'Planted' } } })
    const { url } = auth.lastMail('signup', visitor.email)
    const client = await arrive(await signIn())
    const { user } = (await client.auth.getUser()).data
    expect(user?.user_metadata.full_name).toBe('Ada Obi')
    expect(user?.identities?.map(({ provider }) => provider)).toEqual(['google'])
    expect((await auth.client().auth.signInWithPassword(planted)).error?.code).toBe('invalid_credentials')
    expect((await auth.follow(url)).fragment.get('error_code')).toBe('otp_expired')
  })
})

describe('GitHub', () => {
  beforeEach(() => {
    gitHub.visitor = visitor
    gitHub.emails = [
      { email: `other.${visitor.email}`, primary: false, verified: true },
      { email: visitor.email.toUpperCase(), primary: true, verified: true },
    ]
  })

  it('signs in by the main address that it has verified', async () => {
    const landing = await signIn(auth.client(), 'github')
    const { user } = (await (await arrive(landing)).auth.getUser()).data
    expect(user).toMatchObject({
      email: visitor.email,
      app_metadata: { provider: 'github' },
      user_metadata: { user_name: 'adaobi', full_name: 'Ada Obi' },
      identities: [{ provider: 'github', id: visitor.sub }],
    })
    expect(landing.fragment.get('provider_token')).toBe('gho_token')
  })

  it('is not believed an address that it has not verified', async () => {
    gitHub.emails = [{ email: visitor.email, primary: true, verified: false }]
    const landing = await signIn(auth.client(), 'github')
    expect(landing.fragment.get('error_code')).toBe('provider_email_needs_verification')
  })

  it('does not choose between two accounts that both have the address', async () => {
    const first = await auth.person(`own.${visitor.email}`)
    const { data } = await first.auth.linkIdentity({ provider: 'google' })
    await auth.follow((await issuer.visit(data?.url ?? '')).href)
    await auth.createUser({ email: visitor.email, password: goodPassword })
    const landing = await signIn(auth.client(), 'github')
    expect(landing.fragment.get('error_code')).toBe('conflict')
    expect(landing.fragment.has('access_token')).toBe(false)
  })

  it('joins the account that Google has made', async () => {
    const first = decodeJwt((await signIn()).fragment.get('access_token') ?? '').sub
    const landing = await signIn(auth.client(), 'github')
    expect(decodeJwt(landing.fragment.get('access_token') ?? '').sub).toBe(first)
  })
})

describe('linking', () => {
  async function link(client: SupabaseClient): Promise<Landing> {
    const { data, error } = await client.auth.linkIdentity({ provider: 'google', options: { redirectTo } })
    if (error) throw error
    return auth.follow((await issuer.visit(data.url ?? '')).href)
  }

  it('is refused to visitors, and where the application does not allow it', async () => {
    const path = '/auth/v1/user/identities/authorize?provider=google'
    const headers = { apikey: auth.keys.publishableKey }
    expect((await fetch(`${auth.url}${path}`, { headers })).status).toBe(401)
    const plain = await startAuth()
    try {
      const client = await plain.person('ada@example.com')
      const { error } = await client.auth.linkIdentity({ provider: 'google' })
      expect(error).toMatchObject({ status: 404, code: 'manual_linking_disabled' })
    } finally {
      await plain.close()
    }
  })

  it('adds a provider of another address to the account', async () => {
    const client = await auth.person(`own.${visitor.email}`)
    auth.clock.advance(1)
    const landing = await link(client)
    expect(landing.fragment.has('access_token')).toBe(true)
    const { user } = (await client.auth.getUser()).data
    expect(user?.email).toBe(`own.${visitor.email}`)
    expect(user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'google'])
    expect(decodeJwt((await signIn()).fragment.get('access_token') ?? '').sub).toBe(user?.id)
  })

  it('is refused for an identity that is another person’s, or linked already', async () => {
    await signIn()
    const client = await auth.person(`second.${visitor.email}`)
    expect((await link(client)).fragment.get('error_description')).toBe(
      'Identity is already linked to another user',
    )
    issuer.visitor = { ...visitor, sub: `again-${visitor.sub}` }
    await link(client)
    expect((await link(client)).fragment.get('error_description')).toBe('Identity is already linked')
  })
})

describe('unlinking', () => {
  it('never takes the last way in', async () => {
    const client = await arrive(await signIn())
    const identity = (await client.auth.getUserIdentities()).data?.identities[0] ?? never()
    const { error } = await client.auth.unlinkIdentity(identity)
    expect(error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' })
  })

  it('is not for the identities of others', async () => {
    const owner = await arrive(await signIn())
    const theirs = (await owner.auth.getUserIdentities()).data?.identities[0] ?? never()
    await auth.createUser({ email: `neighbour.${visitor.email}`, password: goodPassword })
    issuer.visitor = { ...visitor, sub: `n-${visitor.sub}`, email: `neighbour.${visitor.email}` }
    const neighbour = await arrive(await signIn())
    const { error } = await neighbour.auth.unlinkIdentity(theirs)
    expect(error).toMatchObject({ status: 422, code: 'identity_not_found' })
    const bad = await neighbour.auth.unlinkIdentity({ ...theirs, identity_id: 'x' })
    expect(bad.error?.status).toBe(404)
    expect((await owner.auth.getUserIdentities()).data?.identities).toHaveLength(1)
  })

  it('or linking takes the second factor of anyone who has one: a password alone changes no way in', async () => {
    await auth.createUser({ email: visitor.email, password: goodPassword })
    const client = await arrive(await signIn())
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    const [factorId, secret] = [data?.id ?? '', data?.totp.secret ?? '']
    await client.auth.mfa.challengeAndVerify({ factorId, code: auth.appCode(secret) })
    const thief = auth.client()
    await thief.auth.signInWithPassword({ email: visitor.email, password: goodPassword })
    const [identity] = (await thief.auth.getUserIdentities()).data?.identities ?? []
    const refused = { status: 403, code: 'insufficient_aal' }
    expect((await thief.auth.unlinkIdentity(identity ?? never())).error).toMatchObject(refused)
    expect((await thief.auth.linkIdentity({ provider: 'github' })).error).toMatchObject(refused)
    expect((await client.auth.linkIdentity({ provider: 'github' })).error).toBeNull()
    expect((await client.auth.unlinkIdentity(identity ?? never())).error).toBeNull()
  })

  it('closes that way and leaves the other', async () => {
    await auth.createUser({ email: visitor.email, password: goodPassword })
    const client = await arrive(await signIn())
    const { identities = [] } = (await client.auth.getUserIdentities()).data ?? {}
    const email = identities.find(({ provider }) => provider === 'email') ?? never()
    expect((await client.auth.unlinkIdentity(email)).error).toBeNull()
    const { user } = (await client.auth.getUser()).data
    expect(user?.app_metadata).toEqual({ provider: 'google', providers: ['google'] })
    const credentials = { email: visitor.email, password: goodPassword }
    expect((await auth.client().auth.signInWithPassword(credentials)).error?.code).toBe('invalid_credentials')
    expect((await signIn()).fragment.has('access_token')).toBe(true)
  })
})

it('the settings name the providers of the application, and no other', async () => {
  const response = await fetch(`${auth.url}/auth/v1/settings`, {
    headers: { apikey: auth.keys.publishableKey },
  })
  const { external } = (await response.json()) as { external: Record<string, boolean> }
  const offered = Object.keys(external).filter((name) => external[name])
  expect(offered.sort()).toEqual(['broken', 'cooperative', 'email', 'github', 'google'])
  expect(external).toMatchObject({ phone: false, anonymous_users: false, apple: false })
})

function never(): never {
  throw new Error('the test needs it')
}
