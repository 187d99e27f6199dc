// What holds for every call: keys, bodies of any kind, forms of errors, and a database that is away.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthHarness, goodPassword, startAuth } from './harness.ts'

let auth: AuthHarness

beforeAll(async () => {
  auth = await startAuth({ limits: { callsPerClient: { count: 10_000, windowSeconds: 300 } } })
})
afterAll(async () => {
  await auth.close()
  await clients?.auth.close()
})

const nobody = '00000000-0000-4000-8000-000000000000'

interface Clients {
  auth: AuthHarness
  person: Record<string, string>
  admin: Record<string, string>
}
let clients: Clients | undefined

/** An application with one person in it, for what only people and the secret key may request. */
async function openClients(): Promise<Clients> {
  const inner = await startAuth({
    manualLinkingEnabled: true,
    limits: { callsPerClient: { count: 10_000, windowSeconds: 300 } },
  })
  const client = await inner.person('ada@example.com')
  clients = {
    auth: inner,
    person: {
      apikey: inner.keys.publishableKey,
      authorization: `Bearer ${await inner.tokenOf(client)}`,
    },
    admin: { apikey: inner.keys.secretKey },
  }
  return clients
}

describe('a call', () => {
  it.each(['signup', 'token?grant_type=password', 'recover', 'resend', 'verify', 'logout'])(
    'to %s without a key is refused',
    async (path) => {
      for (const apikey of ['', 'sb_publishable_wrong']) {
        const response = await auth.post(`/${path}`, {}, { apikey })
        expect(response.status).toBe(401)
      }
    },
  )

  it('to an unknown path is refused in the same form', async () => {
    const response = await auth.post('/unheard-of', {})
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ code: 404, error_code: 'not_found', msg: 'Not found' })
  })

  it('is answered with errors in the form of the version that it speaks', async () => {
    const plain = await auth.post('/signup', { email: 'a@example.com', password: 'short' })
    expect(plain.status).toBe(422)
    expect(await plain.json()).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: expect.stringContaining('Password should be at least 8 characters.'),
      weak_password: { reasons: ['length', 'characters'] },
    })
    const versioned = await auth.post(
      '/signup',
      { email: 'a@example.com', password: 'short' },
      { 'x-supabase-api-version': '2024-01-01' },
    )
    expect(versioned.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(await versioned.json()).toEqual({
      code: 'weak_password',
      message: expect.stringContaining('Password should be at least 8 characters.'),
      weak_password: { reasons: ['length', 'characters'] },
    })
  })

  it('is never stored by a cache', async () => {
    const response = await auth.post('/token?grant_type=password', { email: 'a@example.com', password: 'x' })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('what a client may send', () => {
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
  const bodies: [string, string][] = [
    ['nothing', ''],
    ['half a body', '{"email":'],
    ['a text', '"hello"'],
    ['a list', '[1,2]'],
    ['null', 'null'],
    ['numbers for texts', '{"email":1,"password":2,"refresh_token":3,"token":4,"type":5}'],
    ['objects for texts', '{"email":{"a":1},"password":["x"],"refresh_token":{},"token":[],"type":{}}'],
    ['a NUL in the address', '{"email":"a\\u0000@example.com","password":"Cassava2026"}'],
    [
      'a NUL in the metadata',
      `{"email":"nul@example.com","password":"${goodPassword}","data":{"a":"\\u0000"}}`,
    ],
    [
      'half a surrogate pair',
      `{"email":"half@example.com","password":"${goodPassword}","data":{"\\ud800":1}}`,
    ],
    ['endless depth', `{"email":"deep@example.com","password":"${goodPassword}","data":${deep}}`],
    ['a prototype', '{"__proto__":{"email":"p@example.com"},"constructor":{"prototype":{}}}'],
    ['bytes that are no text', '\ufffd\u0001\u0002'],
  ]
  const paths = [
    '/signup',
    '/token?grant_type=password',
    '/token?grant_type=refresh_token',
    '/token?grant_type=pkce',
    '/verify',
    '/recover',
    '/resend',
    '/otp',
    '/token?grant_type=id_token',
    '/token?grant_type=web3',
  ]

  it.each(bodies)('%s is refused, and never breaks anything', async (_what, body) => {
    for (const path of paths) {
      const response = await auth.post(path, body)
      expect([path, response.status, await response.json()]).toEqual([
        path,
        expect.toBeOneOf([400, 403, 422]),
        expect.objectContaining({ error_code: expect.any(String) }),
      ])
    }
    expect(await auth.sql('select email from auth.users')).toEqual([])
  })

  const inside: [string, string][] = [
    ['POST', '/factors'],
    ['POST', `/factors/${nobody}/challenge`],
    ['POST', `/factors/${nobody}/verify`],
    ['POST', '/factors/recovery-codes'],
    ['POST', '/factors/recovery-codes/verify'],
    ['POST', '/factors/%00/verify'],
    ['DELETE', `/factors/${nobody}`],
    ['DELETE', '/user/identities/%F0%9F'],
    ['GET', '/user/identities/authorize?provider=%00'],
    ['PUT', '/user'],
    ['POST', '/logout?scope=%00'],
  ]
  const administration: [string, string][] = [
    ['POST', '/invite'],
    ['POST', '/admin/users'],
    ['PUT', `/admin/users/${nobody}`],
    ['DELETE', `/admin/users/${nobody}`],
    ['GET', '/admin/users/%00'],
    ['GET', '/admin/users?page=1e9&per_page=-1'],
    ['GET', '/admin/users?filter=%00'],
    ['GET', '/admin/audit?query=action:%00'],
    ['POST', '/admin/generate_link'],
    ['DELETE', `/admin/users/${nobody}/factors/${nobody}`],
  ]

  it.each(bodies)('%s breaks nothing behind the routes either', async (_what, body) => {
    const app = clients ?? (await openClients())
    for (const [who, calls] of [
      [app.person, inside],
      [app.admin, administration],
    ] as const)
      for (const [method, path] of calls) {
        const response = await fetch(`${app.auth.url}/auth/v1${path}`, {
          method,
          headers: { ...who, 'content-type': 'application/json' },
          ...(method !== 'GET' && { body }),
        })
        const allowed = path === '/user' ? [200, 400, 403, 422] : [400, 403, 404, 422]
        expect([method, path, response.status]).toEqual([method, path, expect.toBeOneOf(allowed)])
      }
    expect(await app.auth.sql('select email from auth.users')).toEqual([{ email: 'ada@example.com' }])
  })

  it.each(['authorize?provider=%00', 'authorize?provider=google&redirect_to=%00', 'authorize?scopes=%00'])(
    'a link to %s is refused',
    async (path) => {
      expect((await fetch(`${auth.url}/auth/v1/${path}`, { redirect: 'manual' })).status).toBe(400)
    },
  )

  it.each(['', '?state=%00&code=%00', '?error=%0d%0aSet-Cookie:x&state=x', '?state=a&state=b'])(
    'a way back with %j ends on the site with the reason',
    async (query) => {
      const landing = await auth.follow(`http://site.test/auth/v1/callback${query}`)
      expect(landing.status).toBe(303)
      expect(landing.to.startsWith('http://site.test/')).toBe(true)
      expect(landing.fragment.get('error_code')).toBeOneOf(['bad_oauth_callback', 'bad_oauth_state'])
    },
  )

  it('a body that is too large is refused unread', async () => {
    const response = await auth.post('/signup', { email: 'a@example.com', password: 'x'.repeat(70_000) })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error_code: 'request_too_large' })
  })

  it('a list as metadata is refused', async () => {
    const response = await auth.post('/signup', {
      email: 'list@example.com',
      password: goodPassword,
      data: [1],
    })
    expect(await response.json()).toMatchObject({ code: 400, error_code: 'bad_json' })
  })

  it('malformed JSON is called so', async () => {
    const response = await auth.post('/signup', '{"email":')
    expect(await response.json()).toMatchObject({ code: 400, error_code: 'bad_json' })
  })

  it('a Bearer that names something else than an account is refused', async () => {
    for (const authorization of [
      'Bearer',
      'Bearer x',
      'Bearer a.b.c',
      'Basic abc',
      `Bearer ${'x'.repeat(7000)}`,
    ]) {
      const response = await auth.post('/logout', '', { authorization })
      expect(response.status).toBeOneOf([401, 403])
    }
  })
})

describe('what anybody may request', () => {
  it('is how the service is set up', async () => {
    const response = await fetch(`${auth.url}/auth/v1/settings`, { headers: { apikey: auth.keys.anonKey } })
    expect(await response.json()).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    })
  })

  it('is whether it lives', async () => {
    const response = await fetch(`${auth.url}/auth/v1/health`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ name: 'GoTrue' })
  })
})

describe('the tables of the auth service', () => {
  it.each(['anon', 'authenticated', 'service_role'])('are closed to %s', async (role) => {
    for (const table of [
      'users',
      'identities',
      'sessions',
      'refresh_tokens',
      'one_time_tokens',
      'flow_state',
      'oauth_states',
      'mfa_factors',
      'mfa_challenges',
      'mfa_recovery_codes',
      'audit_log_entries',
      'limits',
    ])
      await expect(auth.sql(`set role ${role}; select * from auth.${table}`)).rejects.toMatchObject({
        code: '42501',
      })
    await auth.sql('reset role')
  })

  it('give policies the caller', async () => {
    const [row] = await auth.sql(
      `select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() ->> 'aal' as aal
       from (select set_config('request.jwt.claims', $1, false)) as claims`,
      [
        '{"sub":"6f1f7c1e-8b1a-4d39-a3a7-6a1f1d0f4a01","role":"authenticated","email":"a@example.com","aal":"aal1"}',
      ],
    )
    await auth.sql(`select set_config('request.jwt.claims', '', false)`)
    const [nobody] = await auth.sql('select auth.uid() as uid, auth.role() as role, auth.jwt() as jwt')
    expect(nobody).toEqual({ uid: null, role: null, jwt: null })
    expect(row?.role).toBe('authenticated')
  })
})

describe('without its database', () => {
  it('says 503 also when the database no longer knows the password of the service', async () => {
    const locked = await startAuth()
    try {
      locked.database.auth.options.password = 'of yesterday'
      await locked.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where usename = 'supabase_auth_admin' and datname = current_database()`,
      )
      await expect(locked.database.auth.connect()).rejects.toMatchObject({ code: '28P01' })
      const response = await locked.post('/token?grant_type=password', {
        email: 'a@example.com',
        password: 'x',
      })
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await locked.close()
    }
  })

  it('says 503, when to come back, and the client keeps its session', async () => {
    const fragile = await startAuth()
    const client = await fragile.person('ada@example.com')
    const { data } = await client.auth.getSession()
    await fragile.database.auth.end()
    try {
      const response = await fragile.post('/token?grant_type=password', {
        email: 'a@example.com',
        password: 'x',
      })
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      const { error } = await client.auth.getUser()
      expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 503 })
      expect((await client.auth.getSession()).data.session?.access_token).toBe(data.session?.access_token)
      const landing = await fragile.follow('http://site.test/auth/v1/verify?token=abc&type=signup')
      expect(landing.status).toBe(303)
      expect(landing.fragment.get('error')).toBe('temporarily_unavailable')
    } finally {
      await fragile.close()
    }
  })
})
