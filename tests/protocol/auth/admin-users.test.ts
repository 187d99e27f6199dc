// The routes of admins: the secret key alone opens them; accounts are listed, made, changed, banned, deleted.
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { decodeJwt, SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { testSecret } from '#tests/harness/postgres.ts'
import { goodPassword, startAuth } from './harness.ts'

const auth = await startAuth({ limits: { callsPerClient: { count: 10_000, windowSeconds: 300 } } })
const admin = auth.client({ key: auth.keys.secretKey }).auth.admin
afterAll(() => auth.close())

async function created(attributes = {}) {
  const email = auth.newEmail()
  const { data, error } = await admin.createUser({
    email,
    password: goodPassword,
    email_confirm: true,
    ...attributes,
  })
  if (error) throw error
  return { email, id: data.user.id, user: data.user }
}

const signIn = async (email: string, password = goodPassword) => {
  const client = auth.client()
  return { client, ...(await client.auth.signInWithPassword({ email, password })) }
}
const nobody = '00000000-0000-4000-8000-000000000000'

describe('the admin API is closed', () => {
  const paths: [string, string][] = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${nobody}`],
    ['PUT', `/admin/users/${nobody}`],
    ['DELETE', `/admin/users/${nobody}`],
    ['GET', `/admin/users/${nobody}/factors`],
    ['DELETE', `/admin/users/${nobody}/factors/${nobody}`],
    ['POST', '/admin/generate_link'],
    ['GET', '/admin/audit'],
    ['POST', '/invite'],
  ]
  const call = async (method: string, path: string, headers: Record<string, string>) => {
    const body = method === 'GET' ? {} : { body: JSON.stringify({ email: 'x@example.com' }) }
    const response = await fetch(`${auth.url}/auth/v1${path}`, { method, headers, ...body })
    const { error_code: code } = (await response.json()) as { error_code?: string }
    return { status: response.status, code }
  }

  it.each(paths)('for %s %s without the secret key', async (method, path) => {
    const { publishableKey, anonKey } = auth.keys
    const person = await auth.person(auth.newEmail())
    const token = `Bearer ${await auth.tokenOf(person)}`
    const before = await auth.sql('select count(*) from auth.users')
    expect(await call(method, path, {})).toEqual({ status: 401, code: 'no_authorization' })
    const refused = { status: 403, code: 'not_admin' }
    for (const apikey of [publishableKey, anonKey]) {
      expect(await call(method, path, { apikey })).toEqual(refused)
      expect(await call(method, path, { apikey, authorization: `Bearer ${apikey}` })).toEqual(refused)
      expect(await call(method, path, { apikey, authorization: token })).toEqual(refused)
    }
    expect(await call(method, path, { apikey: publishableKey, authorization: 'Bearer a.b.c' })).toEqual({
      status: 403,
      code: 'bad_jwt',
    })
    expect(await auth.sql('select count(*) from auth.users')).toEqual(before)
  })

  it('for a user’s token beside the secret key, and for one that was signed elsewhere', async () => {
    const apikey = auth.keys.secretKey
    const person = await auth.person(auth.newEmail())
    const authorization = `Bearer ${await auth.tokenOf(person)}`
    expect(await call('GET', '/admin/users', { apikey, authorization })).toMatchObject({ code: 'not_admin' })
    const forged = await new SignJWT({ role: 'service_role', exp: 4e9 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('x'.repeat(40)))
    expect(
      await call('GET', '/admin/users', {
        apikey: auth.keys.publishableKey,
        authorization: `Bearer ${forged}`,
      }),
    ).toEqual({ status: 403, code: 'bad_jwt' })
  })

  it('opens for the secret key, the legacy key, and a token with that role', async () => {
    const token = await new SignJWT({ role: 'service_role', exp: 4e9 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(testSecret))
    for (const apikey of [auth.keys.secretKey, auth.keys.serviceRoleKey])
      expect((await call('GET', '/admin/users', { apikey })).status).toBe(200)
    const { publishableKey: apikey } = auth.keys
    expect((await call('GET', '/admin/users', { apikey, authorization: `Bearer ${token}` })).status).toBe(200)
  })
})

describe('an account is not made', () => {
  it.each([
    ['without an address', { email: '' }, 400, 'validation_failed'],
    ['with an address that is none', { email: 'none' }, 400, 'validation_failed'],
    ['with a weak password', { password: 'short' }, 422, 'weak_password'],
    ['with both a password and a hash', { password_hash: '$2a$10$x' }, 400, 'validation_failed'],
    ['with a hash of another kind', { password: '', password_hash: 'sha1:x' }, 400, 'validation_failed'],
    ['with an id that is none', { id: '1' }, 400, 'validation_failed'],
    ['with a ban that is no time', { ban_duration: 'long' }, 400, 'validation_failed'],
    ['with too much to remember', { user_metadata: { a: 'x'.repeat(5000) } }, 400, 'validation_failed'],
    ['with a role that is no name', { role: 'x; drop table' }, 400, 'validation_failed'],
  ])('%s', async (_what, attributes, status, code) => {
    const { error } = await admin.createUser({
      email: auth.newEmail(),
      password: goodPassword,
      ...attributes,
    })
    expect(error).toMatchObject({ status, code })
  })

  it('twice for one address, number or id', async () => {
    const { email, id } = await created({ phone: '+2348031234567' })
    const again = (attributes: object) => admin.createUser({ email: auth.newEmail(), ...attributes })
    expect((await again({ email: email.toUpperCase() })).error).toMatchObject({ code: 'email_exists' })
    expect((await again({ phone: '2348031234567' })).error).toMatchObject({ code: 'phone_exists' })
    expect((await again({ id })).error).toMatchObject({ status: 422 })
  })
})

describe('an account is made', () => {
  it('confirmed, with what it is given, and may sign in', async () => {
    const { email, user } = await created({
      user_metadata: { full_name: 'Ada Obi' },
      app_metadata: { team: 'Lagos' },
    })
    expect(user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      user_metadata: { full_name: 'Ada Obi', email_verified: true },
      app_metadata: { team: 'Lagos', provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email } }],
      role: 'authenticated',
    })
    expect((await signIn(email)).error).toBeNull()
    expect(auth.mails).toEqual([])
  })

  it('unconfirmed when nothing else is said', async () => {
    const { email } = await created({ email_confirm: false })
    expect((await signIn(email)).error).toMatchObject({ code: 'email_not_confirmed' })
  })

  it('with the hash that it had elsewhere', async () => {
    const password_hash = await bcryptHash(goodPassword, 4)
    const { email } = await created({ password: '', password_hash })
    expect((await signIn(email)).error).toBeNull()
  })

  it('without a password, or under an id of the caller’s', async () => {
    const id = '11111111-2222-4333-8444-555555555555'
    const { email, user } = await created({ password: '', id })
    expect(user.id).toBe(id)
    expect((await signIn(email, '')).error).toBeTruthy()
  })
})

describe('accounts are read', () => {
  it('one by one, with their factors', async () => {
    const { id, email } = await created()
    const { client } = await signIn(email)
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const { data } = await admin.getUserById(id)
    expect(data.user).toMatchObject({ id, factors: [{ friendly_name: 'Phone', status: 'unverified' }] })
    expect(JSON.stringify(data)).not.toContain('secret')
    expect((await admin.getUserById(nobody)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    const bad = await fetch(`${auth.url}/auth/v1/admin/users/x`, {
      headers: { apikey: auth.keys.secretKey },
    })
    expect(bad.status).toBe(404)
  })

  it('in pages, newest first, and the client finds its way', async () => {
    const shelf = await startAuth()
    try {
      const { admin: librarian } = shelf.client({ key: shelf.keys.secretKey }).auth
      const empty = await librarian.listUsers()
      expect(empty.data.users).toEqual([])
      for (let n = 1; n <= 5; n += 1) {
        await librarian.createUser({ email: `book.${n}@example.com` })
        shelf.clock.advance(1)
      }
      const first = await librarian.listUsers({ page: 1, perPage: 2 })
      expect(first.data.users.map(({ email }) => email)).toEqual(['book.5@example.com', 'book.4@example.com'])
      expect(first.data).toMatchObject({ total: 5, nextPage: 2, lastPage: 3, aud: 'authenticated' })
      const last = await librarian.listUsers({ page: 3, perPage: 2 })
      expect(last.data).toMatchObject({ nextPage: null, lastPage: 3 })
      expect(last.data.users.map(({ email }) => email)).toEqual(['book.1@example.com'])
      expect((await librarian.listUsers({ page: 9, perPage: 2 })).data.users).toEqual([])
      expect((await librarian.listUsers()).data.users).toHaveLength(5)
      const headers = { apikey: shelf.keys.secretKey }
      const result = await fetch(`${shelf.url}/auth/v1/admin/users?filter=BOOK.3`, { headers })
      expect(((await result.json()) as { users: unknown[] }).users).toHaveLength(1)
      expect(result.headers.get('x-total-count')).toBe('1')
      const wild = await fetch(`${shelf.url}/auth/v1/admin/users?filter=%25`, { headers })
      expect(wild.headers.get('x-total-count')).toBe('0')
      const bad = await fetch(`${shelf.url}/auth/v1/admin/users?page=-1`, { headers })
      expect(bad.status).toBe(400)
    } finally {
      await shelf.close()
    }
  })
})

describe('an account is changed', () => {
  it('never beyond what its token can carry', async () => {
    const user_metadata = { a: 'x'.repeat(3900) }
    const { id, email } = await created({ user_metadata, app_metadata: { b: 'y'.repeat(3900) } })
    const client = auth.client()
    await client.auth.signInWithPassword({ email, password: goodPassword })
    expect((await client.auth.getUser()).data.user?.user_metadata).toMatchObject(user_metadata)
    for (const more of [{ user_metadata: { c: 'z'.repeat(300) } }, { app_metadata: { c: 'z'.repeat(300) } }])
      expect((await admin.updateUserById(id, more)).error).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
  })

  it('in its metadata: names are merged, null removes one', async () => {
    const { id } = await created({
      user_metadata: { full_name: 'Ada', old: 1 },
      app_metadata: { team: 'Lagos' },
    })
    const { data } = await admin.updateUserById(id, {
      user_metadata: { full_name: 'Ada Obi', old: null },
      app_metadata: { desk: 7 },
    })
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ada Obi' })
    expect(data.user?.user_metadata).not.toHaveProperty('old')
    expect(data.user?.app_metadata).toMatchObject({ team: 'Lagos', desk: 7, provider: 'email' })
  })

  it('in its address, at once; mails to the old one open nothing any more', async () => {
    const { id, email } = await created()
    await auth.client().auth.resetPasswordForEmail(email)
    const next = auth.newEmail()
    const { data } = await admin.updateUserById(id, { email: next })
    expect(data.user).toMatchObject({ email: next, identities: [{ identity_data: { email: next } }] })
    expect((await signIn(next)).error).toBeNull()
    const landing = await auth.follow(auth.lastMail('recovery', email).url)
    expect(landing.fragment.get('error_code')).toBe('otp_expired')
    const taken = await created()
    expect((await admin.updateUserById(id, { email: taken.email })).error).toMatchObject({
      code: 'email_exists',
    })
  })

  it('in its password, which ends its sessions', async () => {
    const { id, email } = await created()
    const { client } = await signIn(email)
    expect((await admin.updateUserById(id, { password: 'weak' })).error).toMatchObject({
      code: 'weak_password',
    })
    await admin.updateUserById(id, { password: 'Entirely5different' })
    expect((await client.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await signIn(email)).error).toBeTruthy()
    expect((await signIn(email, 'Entirely5different')).error).toBeNull()
  })

  it('to confirmed, and to another role', async () => {
    const { id, email } = await created({ email_confirm: false })
    await admin.updateUserById(id, { email_confirm: true, role: 'anon' })
    const { data } = await signIn(email)
    expect(decodeJwt(data.session?.access_token ?? '').role).toBe('anon')
  })

  it('to banned and back: no sign-in, no refresh, no account meanwhile', async () => {
    const { id, email } = await created()
    const { client } = await signIn(email)
    const { data } = await admin.updateUserById(id, { ban_duration: '1h30m' })
    expect(new Date(data.user?.banned_until ?? 0).getTime()).toBe(auth.clock.now().getTime() + 5_400_000)
    const banned = { code: 'user_banned' }
    expect((await signIn(email)).error).toMatchObject({ status: 400, ...banned })
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, ...banned })
    const token = (await client.auth.getSession()).data.session?.refresh_token
    const refresh = await auth.post('/token?grant_type=refresh_token', { refresh_token: token })
    expect(await refresh.json()).toMatchObject({ error_code: 'user_banned' })
    await admin.updateUserById(id, { ban_duration: 'none' })
    expect((await signIn(email)).error).toBeNull()
    await admin.updateUserById(id, { ban_duration: '24h' })
    auth.clock.advance(86_401)
    expect((await signIn(email)).error).toBeNull()
  })

  it('is reported when it does not exist', async () => {
    expect((await admin.updateUserById(nobody, { role: 'anon' })).error).toMatchObject({ status: 404 })
  })
})

describe('an account is deleted', () => {
  it('for good, with its sessions', async () => {
    const { id, email } = await created()
    const { client } = await signIn(email)
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await client.auth.getUser()).error).toMatchObject({ code: 'user_not_found' })
    expect(await auth.sql('select 1 from auth.sessions where user_id = $1', [id])).toEqual([])
    expect((await admin.getUserById(id)).error).toMatchObject({ code: 'user_not_found' })
    expect((await created({ email })).email).toBeTruthy()
  })

  it('softly: a shell without a name stays, and the address is free', async () => {
    const { id, email } = await created({ user_metadata: { full_name: 'Ada Obi' }, phone: '2348030000001' })
    const { client } = await signIn(email)
    expect((await admin.deleteUser(id, true)).error).toBeNull()
    const stored = JSON.stringify([
      await auth.sql('select * from auth.users where id = $1', [id]),
      await auth.sql('select * from auth.identities where user_id = $1', [id]),
      (await admin.getUserById(id)).data,
    ])
    for (const trace of [email, 'Ada', '2348030000001']) expect(stored).not.toContain(trace)
    expect((await admin.getUserById(id)).data.user).toMatchObject({ deleted_at: expect.any(String) })
    expect((await client.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await signIn(email)).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await admin.deleteUser(id, true)).error).toBeNull()
    const { error } = await admin.createUser({ email, password: goodPassword, email_confirm: true })
    expect(error).toBeNull()
    expect((await signIn(email)).error).toBeNull()
  })

  it('not while other records belong to it', async () => {
    const { id } = await created()
    await auth.sql('create table if not exists public.deeds (owner uuid references auth.users (id))')
    await auth.sql('insert into public.deeds values ($1)', [id])
    const response = await fetch(`${auth.url}/auth/v1/admin/users/${id}`, {
      method: 'DELETE',
      headers: { apikey: auth.keys.secretKey },
    })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ error_code: 'conflict' })
    expect((await admin.deleteUser(id, true)).error).toBeNull()
  })
})

describe('a person’s sessions', () => {
  it('are ended with the person’s own token', async () => {
    const { email } = await created()
    const [one, two] = [await signIn(email), await signIn(email)]
    const { error } = await admin.signOut(await auth.tokenOf(one.client), 'global')
    expect(error).toBeNull()
    for (const { client } of [one, two])
      expect((await client.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  })
})

describe('a person’s factors', () => {
  it('are listed and removed for anyone who has lost them', async () => {
    const { id: userId, email } = await created()
    const { client } = await signIn(email)
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Lost phone' })
    const factorId = data?.id ?? ''
    await client.auth.mfa.challengeAndVerify({ factorId, code: auth.appCode(data?.totp.secret ?? '') })
    await client.auth.mfa.recoveryCodes.generate()
    const listed = await admin.mfa.listFactors({ userId })
    expect(listed.data?.factors.map(({ friendly_name }) => friendly_name).sort()).toEqual([
      'Lost phone',
      'Recovery codes',
    ])
    const other = await created()
    const wrong = await admin.mfa.deleteFactor({ userId: other.id, id: factorId })
    expect(wrong.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    expect((await admin.mfa.deleteFactor({ userId, id: factorId })).error).toBeNull()
    expect((await admin.mfa.listFactors({ userId })).data?.factors).toEqual([])
    await client.auth.refreshSession()
    expect(decodeJwt(await auth.tokenOf(client)).aal).toBe('aal1')
  })
})

describe('the audit log', () => {
  it('lists what was done, in pages and by action, without anybody’s address', async () => {
    const { id } = await created()
    await admin.updateUserById(id, { user_metadata: { full_name: 'Ada' } })
    const request = async (query: string) => {
      const response = await fetch(`${auth.url}/auth/v1/admin/audit?${query}`, {
        headers: { apikey: auth.keys.secretKey },
      })
      return { response, rows: (await response.json()) as { payload: Record<string, unknown> }[] }
    }
    const { response, rows } = await request('per_page=3')
    expect(rows).toHaveLength(3)
    expect(Number(response.headers.get('x-total-count'))).toBeGreaterThan(3)
    const modified = await request('query=action:user_modified&per_page=1')
    expect(modified.rows[0]?.payload).toMatchObject({
      action: 'user_modified',
      actor_id: '00000000-0000-0000-0000-000000000000',
      traits: { user_id: id },
    })
    expect(JSON.stringify((await request('per_page=1000')).rows)).not.toContain('@example.com')
    expect((await request('query=payload:x')).response.status).toBe(400)
  })
})
