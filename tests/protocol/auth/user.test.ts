// The signed-in person's own account: who may read it, what may be changed, and what a change of address takes.
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { type AuthHarness, goodPassword, siteUrl, startAuth } from './harness.ts'

const auth = await startAuth()
afterAll(() => auth.close())

async function getUser(token?: string) {
  const response = await fetch(`${auth.url}/auth/v1/user`, {
    headers: { apikey: auth.keys.publishableKey, ...(token && { authorization: `Bearer ${token}` }) },
  })
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) }
}

describe('the account is not shown', () => {
  it('without a token', async () => {
    expect(await getUser()).toMatchObject({ status: 401, error_code: 'no_authorization' })
  })

  it.each(['publishableKey', 'secretKey', 'anonKey', 'serviceRoleKey'] as const)(
    'to the %s, which is nobody',
    async (name) => {
      expect(await getUser(auth.keys[name])).toMatchObject({ status: 403, error_code: 'bad_jwt' })
    },
  )

  it('after its time', async () => {
    const late = await startAuth()
    try {
      const client = await late.person('late@example.com')
      const { data } = await client.auth.getSession()
      late.clock.advance(3601)
      const { error } = await client.auth.getUser(data.session?.access_token)
      expect(error).toMatchObject({ status: 403, code: 'bad_jwt' })
    } finally {
      await late.close()
    }
  })

  it('once the account is gone', async () => {
    const client = await auth.person('gone@example.com')
    await auth.sql(`delete from auth.users where email = 'gone@example.com'`)
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_not_found' })
  })
})

describe('a change is refused', () => {
  it('without a session', async () => {
    const { error } = await auth.client().auth.updateUser({ data: { full_name: 'Nobody' } })
    expect(error?.name).toBe('AuthSessionMissingError')
  })

  it('to the same password', async () => {
    const client = await auth.person('same@example.com')
    const { error } = await client.auth.updateUser({ password: goodPassword })
    expect(error).toMatchObject({ status: 422, code: 'same_password' })
  })

  it('to a weak password, with the reasons', async () => {
    const client = await auth.person('weak@example.com')
    const { error } = await client.auth.updateUser({ password: 'short' })
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length', 'characters'] })
  })

  it('of what the account states of itself, while the rest of the metadata is taken', async () => {
    const client = await auth.person('honest@example.com')
    const before = (await client.auth.getUser()).data.user?.user_metadata
    const { data, error } = await client.auth.updateUser({
      data: {
        sub: 'x',
        email: 'other@example.com',
        email_verified: false,
        phone_verified: true,
        town: 'Keffi',
      },
    })
    expect(error).toBeNull()
    expect(before).toMatchObject({ email: 'honest@example.com', email_verified: true })
    expect(data.user?.user_metadata).toEqual({ ...before, town: 'Keffi' })
    const removed = await client.auth.updateUser({ data: { sub: null, email: null, town: null } })
    expect(removed.data.user?.user_metadata).toEqual(before)
  })

  it('of the rights that only the application gives', async () => {
    const client = await auth.person('climber@example.com')
    const { data } = await client.auth.getSession()
    const response = await fetch(`${auth.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: auth.keys.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
      body: JSON.stringify({ app_metadata: { role: 'admin' } }),
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error_code: 'not_admin' })
    await client.auth.updateUser({ data: { role: 'service_role', is_super_admin: true } })
    const refreshed = await client.auth.refreshSession()
    expect(decodeJwt(refreshed.data.session?.access_token ?? '').role).toBe('authenticated')
  })

  it('to metadata that grows too large bit by bit', async () => {
    const client = await auth.person('hoarder@example.com')
    const { error: first } = await client.auth.updateUser({ data: { a: 'x'.repeat(3000) } })
    const { error: second } = await client.auth.updateUser({ data: { b: 'x'.repeat(3000) } })
    expect(first).toBeNull()
    expect(second).toMatchObject({ code: 'validation_failed' })
  })

  it('to the address of another person', async () => {
    await auth.createUser({ email: 'taken@example.com', password: goodPassword })
    const client = await auth.person('wants@example.com')
    const { error } = await client.auth.updateUser({ email: 'taken@example.com' })
    expect(error).toMatchObject({ status: 422, code: 'email_exists' })
  })
})

describe('metadata', () => {
  it('is merged by name, and null removes a name', async () => {
    const client = await auth.person('merge@example.com')
    await client.auth.updateUser({ data: { full_name: 'Ada', phone: '0803' } })
    const { data } = await client.auth.updateUser({ data: { full_name: 'Ada Obi', phone: null } })
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ada Obi', email_verified: true })
    expect(data.user?.user_metadata).not.toHaveProperty('phone')
  })
})

describe('a new password', () => {
  it('ends the other sessions, leaves this one, and is notified by mail', async () => {
    const here = await auth.person('changes@example.com')
    const there = auth.client()
    await there.auth.signInWithPassword({ email: 'changes@example.com', password: goodPassword })
    const { error } = await here.auth.updateUser({ password: 'Entirely5different' })
    expect(error).toBeNull()
    expect(auth.lastMail('password_changed', 'changes@example.com').to).toBe('changes@example.com')
    expect((await there.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect((await here.auth.refreshSession()).error).toBeNull()
  })
})

describe('a change of address', () => {
  it('takes effect once both mailboxes have confirmed', async () => {
    const client = await auth.person('old@example.com')
    const { data, error } = await client.auth.updateUser(
      { email: 'New@example.com' },
      { emailRedirectTo: `${siteUrl}/account` },
    )
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: 'old@example.com', new_email: 'new@example.com' })

    const first = await auth.follow(auth.lastMail('email_change', 'new@example.com').url)
    expect(first.fragment.get('message')).toContain('proceed to confirm')
    expect(first.fragment.has('access_token')).toBe(false)
    expect((await client.auth.getUser()).data.user?.email).toBe('old@example.com')

    const second = await auth.follow(auth.lastMail('email_change', 'old@example.com').url)
    expect(second.fragment.get('type')).toBe('email_change')
    const { user } = (await client.auth.getUser()).data
    expect(user).toMatchObject({ email: 'new@example.com' })
    expect(user?.new_email).toBeUndefined()
    expect(user?.identities?.[0]?.identity_data).toMatchObject({ email: 'new@example.com' })
    const signIn = (email: string) => auth.client().auth.signInWithPassword({ email, password: goodPassword })
    expect((await signIn('new@example.com')).error).toBeNull()
    expect((await signIn('old@example.com')).error?.code).toBe('invalid_credentials')
  })

  it('is not done by one mailbox twice', async () => {
    const client = await auth.person('half@example.com')
    await client.auth.updateUser({ email: 'half.new@example.com' })
    const { url, code } = auth.lastMail('email_change', 'half.new@example.com')
    await auth.follow(url)
    expect((await auth.follow(url)).fragment.get('error_code')).toBe('otp_expired')
    const again = await auth
      .client()
      .auth.verifyOtp({ email: 'half.new@example.com', token: code, type: 'email_change' })
    expect(again.error?.code).toBe('otp_expired')
    expect((await client.auth.getUser()).data.user?.email).toBe('half@example.com')
  })

  it('works by codes', async () => {
    const client = await auth.person('codes@example.com')
    await client.auth.updateUser({ email: 'codes.new@example.com' })
    for (const email of ['codes@example.com', 'codes.new@example.com']) {
      const { code } = auth.lastMail('email_change', email)
      const { error } = await auth.client().auth.verifyOtp({ email, token: code, type: 'email_change' })
      expect(error).toBeNull()
    }
    expect((await client.auth.getUser()).data.user?.email).toBe('codes.new@example.com')
  })

  it('fails when a user takes the address meanwhile', async () => {
    const client = await auth.person('slow@example.com')
    await client.auth.updateUser({ email: 'wanted@example.com' })
    await auth.createUser({ email: 'wanted@example.com', password: goodPassword })
    await auth.follow(auth.lastMail('email_change', 'slow@example.com').url)
    const last = await auth.follow(auth.lastMail('email_change', 'wanted@example.com').url)
    expect(last.fragment.get('error_code')).toBe('email_exists')
  })

  it('takes the new mailbox alone where the operator says so', async () => {
    const simple = await startAuth({ confirmChangeFromBothMailboxes: false })
    try {
      const client = await simple.person('old@example.com')
      await client.auth.updateUser({ email: 'new@example.com' })
      expect(simple.mails.map(({ to }) => to)).toEqual(['new@example.com'])
      await simple.follow(simple.lastMail('email_change', 'new@example.com').url)
      expect((await client.auth.getUser()).data.user?.email).toBe('new@example.com')
    } finally {
      await simple.close()
    }
  })

  it('can be mailed again, to both', async () => {
    const client = await auth.person('again@example.com')
    await client.auth.updateUser({ email: 'again.new@example.com' })
    const before = auth.mails.length
    const { error } = await auth.client().auth.resend({ type: 'email_change', email: 'again@example.com' })
    expect(error).toBeNull()
    expect(
      auth.mails
        .slice(before)
        .map(({ to }) => to)
        .sort(),
    ).toEqual(['again.new@example.com', 'again@example.com'])
  })
})

describe('signing out', () => {
  const twoSessions = async (email: string) => {
    const one = await auth.person(email)
    const two = auth.client()
    await two.auth.signInWithPassword({ email, password: goodPassword })
    return [one, two] as const
  }
  const isIn = async (client: ReturnType<AuthHarness['client']>) =>
    !(await client.auth.refreshSession()).error

  it('here leaves the other device signed in', async () => {
    const [one, two] = await twoSessions('local@example.com')
    expect((await one.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect([await isIn(one), await isIn(two)]).toEqual([false, true])
  })

  it('elsewhere leaves this device signed in', async () => {
    const [one, two] = await twoSessions('others@example.com')
    expect((await one.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect([await isIn(one), await isIn(two)]).toEqual([true, false])
  })

  it('everywhere ends all sessions', async () => {
    const [one, two] = await twoSessions('global@example.com')
    expect((await one.auth.signOut()).error).toBeNull()
    expect([await isIn(one), await isIn(two)]).toEqual([false, false])
  })

  it('never ends the sessions of another person', async () => {
    const [one] = await twoSessions('mine@example.com')
    const neighbour = await auth.person('neighbour@example.com')
    await one.auth.signOut({ scope: 'global' })
    expect(await isIn(neighbour)).toBe(true)
  })

  it('with a scope that does not exist is refused', async () => {
    const client = await auth.person('scope@example.com')
    const { data } = await client.auth.getSession()
    const response = await auth.post('/logout?scope=everyone', '', {
      authorization: `Bearer ${data.session?.access_token}`,
    })
    expect(response.status).toBe(400)
    expect(await isIn(client)).toBe(true)
  })
})
