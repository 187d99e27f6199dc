// Signing up: who is refused and how, the mail that confirms, and what a registered address receives.
import { afterAll, describe, expect, it } from 'vitest'
import { goodPassword, siteUrl, startAuth } from './harness.ts'

const auth = await startAuth({ redirectAllowList: ['https://app.example.com/**'] })
afterAll(() => auth.close())

const signUp = (email: string, password = goodPassword) => auth.client().auth.signUp({ email, password })

describe('a sign-up is refused', () => {
  it.each([
    ['seven characters', 'Abcdef1', ['length']],
    ['no capital letter', 'abcdefg1', ['characters']],
    ['no small letter', 'ABCDEFG1', ['characters']],
    ['no digit', 'Abcdefgh', ['characters']],
    ['short and plain', 'abc', ['length', 'characters']],
  ])('when the password has %s', async (_what, password, reasons) => {
    const { data, error } = await signUp('weak@example.com', password)
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      code: 'weak_password',
      status: 422,
      reasons,
    })
    expect(error?.message).toContain('Password')
    expect(data.user).toBeNull()
  })

  it('when many people use the password, where a project says so', async () => {
    const app = await startAuth({ passwords: { refuseCommon: true } })
    try {
      for (const password of ['Password1', 'pAssw0rd!', '#Qwerty123'])
        expect(
          (await app.client().auth.signUp({ email: 'common@example.com', password })).error,
        ).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
      const person = await app.person('rare@example.com')
      expect((await person.auth.updateUser({ password: 'Iloveyou2' })).error).toMatchObject({
        reasons: ['pwned'],
      })
      expect(
        (await app.client().auth.signUp({ email: 'rare.2@example.com', password: 'Harvest-2026' })).error,
      ).toBeNull()
    } finally {
      await app.close()
    }
  })

  it('when the password has 129 characters', async () => {
    const { error } = await signUp('long@example.com', `Aa1${'x'.repeat(126)}`)
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(error?.message).toBe('Password cannot be longer than 128 characters')
  })

  it.each([
    '',
    'nobody',
    'a@b',
    'a b@example.com',
    'a@example.com\r\nbcc: c@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('when the address is %j', async (email) => {
    const { error } = await signUp(email)
    expect(error?.status).toBeOneOf([400, 422])
    expect(error?.code).toBeOneOf(['validation_failed', 'anonymous_provider_disabled'])
  })

  it('with the words that the site looks for when the address is malformed', async () => {
    const { error } = await signUp('nobody')
    expect(error?.message).toContain('Invalid email')
  })

  it('by phone, which nobody can send to yet', async () => {
    const { error } = await auth.client().auth.signUp({ phone: '+2348012345678', password: goodPassword })
    expect(error).toMatchObject({ code: 'phone_provider_disabled', status: 400 })
  })

  it('when the metadata is too large to travel in a token', async () => {
    const { error } = await auth.client().auth.signUp({
      email: 'large@example.com',
      password: goodPassword,
      options: { data: { notes: 'x'.repeat(5000) } },
    })
    expect(error).toMatchObject({ code: 'validation_failed', status: 400 })
  })

  it('leaving nothing behind', async () => {
    expect(await auth.sql('select email from auth.users')).toEqual([])
    expect(auth.mails).toEqual([])
  })
})

describe('a new account', () => {
  it('has no session and waits for the mail', async () => {
    const { data, error } = await auth.client().auth.signUp({
      email: ' Ada@Example.com ',
      password: goodPassword,
      options: { data: { full_name: 'Ada Obi' }, emailRedirectTo: `${siteUrl}/auth` },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      email: 'ada@example.com',
      role: 'authenticated',
      aud: 'authenticated',
      user_metadata: { full_name: 'Ada Obi' },
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email: 'ada@example.com' } }],
    })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    expect(data.user?.confirmation_sent_at).toBeTruthy()
  })

  it('is mailed one link to this site and a code of six digits', () => {
    const mail = auth.lastMail('signup', 'ada@example.com')
    expect(mail.fullName).toBe('Ada Obi')
    expect(mail.code).toMatch(/^\d{6}$/)
    const url = new URL(mail.url)
    expect(url.origin + url.pathname).toBe(`${siteUrl}/auth/v1/verify`)
    expect(url.searchParams.get('type')).toBe('signup')
    expect(url.searchParams.get('redirect_to')).toBe(`${siteUrl}/auth`)
  })

  it('cannot give itself rights through its metadata', async () => {
    const { data } = await auth.client().auth.signUp({
      email: 'sly@example.com',
      password: goodPassword,
      options: {
        data: { role: 'service_role', app_metadata: { role: 'admin' }, sub: 'x', email_verified: true },
      },
    })
    expect(data.user).toMatchObject({ role: 'authenticated', user_metadata: { email_verified: false } })
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect(data.user?.user_metadata.sub).toBe(data.user?.id)
  })

  it('stores neither password, link nor code in clear', async () => {
    const mail = auth.lastMail('signup', 'ada@example.com')
    const token = new URL(mail.url).searchParams.get('token') ?? ''
    const dump = JSON.stringify([
      await auth.sql('select * from auth.users'),
      await auth.sql('select * from auth.one_time_tokens'),
      await auth.sql('select * from auth.audit_log_entries'),
      await auth.sql('select * from auth.limits'),
    ])
    expect(token.length).toBeGreaterThan(40)
    for (const secret of [token, mail.code, goodPassword]) expect(dump).not.toContain(`"${secret}"`)
    const [user] = await auth.sql<{ encrypted_password: string }>(
      `select encrypted_password from auth.users where email = 'ada@example.com'`,
    )
    expect(user?.encrypted_password).toMatch(/^\$argon2id\$/)
  })

  it('is not there when its mail cannot be written', async () => {
    const failing = await startAuth(
      {},
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
       create trigger fail before insert on auth.one_time_tokens for each row execute function fail();`,
    )
    try {
      const { error } = await failing
        .client()
        .auth.signUp({ email: 'half@example.com', password: goodPassword })
      expect(error?.status).toBe(500)
      expect(await failing.sql('select id from auth.users')).toEqual([])
    } finally {
      await failing.close()
    }
  })
})

describe('signing up twice before confirming', () => {
  const signIn = (email: string, password: string) =>
    auth.client().auth.signInWithPassword({ email, password })
  const accountOf = async (email: string) => {
    const [row] = await auth.sql<{ encrypted_password: string; raw_user_meta_data: { full_name?: string } }>(
      'select encrypted_password, raw_user_meta_data from auth.users where email = $1',
      [email],
    )
    return row
  }

  it('changes nothing of the account until a link of it is followed', async () => {
    const email = 'untouched@example.com'
    await auth.client().auth.signUp({
      email,
      password: 'Owner1password',
      options: { data: { full_name: 'Ada Obi' } },
    })
    const before = await accountOf(email)
    const { data } = await auth.client().auth.signUp({
      email,
      password: 'Stranger1password',
      options: { data: { full_name: 'Somebody Else' } },
    })
    expect(await accountOf(email)).toEqual(before)
    // Nor does the second receive what the first said.
    expect(data.user?.user_metadata.full_name).toBe('Somebody Else')
    expect(JSON.stringify(data.user)).not.toContain('Ada Obi')
  })

  it.each([
    ['first', 0],
    ['second', 1],
  ])(
    'gives the account the password and name of the %s when its link is followed, and voids the other',
    async (_which, followed) => {
      const email = `twice.${followed}@example.com`
      const people = [
        { password: 'First1password', name: 'First Person' },
        { password: 'Second2password', name: 'Second Person' },
      ]
      const links: string[] = []
      for (const { password, name } of people) {
        const { data, error } = await auth
          .client()
          .auth.signUp({ email, password, options: { data: { full_name: name } } })
        expect(error).toBeNull()
        expect(data.user?.identities).toHaveLength(1)
        links.push(auth.lastMail('signup', email).url)
      }
      expect((await auth.follow(links[followed] ?? '')).fragment.get('access_token')).toBeTruthy()
      expect((await auth.follow(links[1 - followed] ?? '')).fragment.get('error_code')).toBe('otp_expired')
      const mine = await signIn(email, people[followed]?.password ?? '')
      expect(mine.error).toBeNull()
      expect(mine.data.user?.user_metadata.full_name).toBe(people[followed]?.name)
      expect(mine.data.user?.identities?.[0]?.identity_data?.full_name).toBe(people[followed]?.name)
      const other = await signIn(email, people[1 - followed]?.password ?? '')
      expect(other.error?.code).toBe('invalid_credentials')
    },
  )

  it('takes the code of either mail for its own password', async () => {
    const email = 'code@example.com'
    await signUp(email, 'Owner1password')
    const { code } = auth.lastMail('signup', email)
    await signUp(email, 'Stranger1password')
    const { error } = await auth.client().auth.verifyOtp({ email, token: code, type: 'signup' })
    expect(error).toBeNull()
    expect((await signIn(email, 'Owner1password')).error).toBeNull()
    expect((await signIn(email, 'Stranger1password')).error?.code).toBe('invalid_credentials')
  })

  it('mails the newest again on request, and its older link is void', async () => {
    const email = 'again@example.com'
    await signUp(email, 'First1password')
    auth.clock.advance(1)
    await signUp(email, 'Second2password')
    const second = auth.lastMail('signup', email)
    await auth.client().auth.resend({ type: 'signup', email })
    const resent = auth.lastMail('signup', email)
    expect(resent.url).not.toBe(second.url)
    expect((await auth.follow(second.url)).fragment.get('error_code')).toBe('otp_expired')
    expect((await auth.follow(resent.url)).fragment.get('access_token')).toBeTruthy()
    expect((await signIn(email, 'Second2password')).error).toBeNull()
  })

  it('at the moment of confirming never changes the password of the confirmed account', async () => {
    for (let n = 0; n < 5; n += 1) {
      const email = `raced.${n}@example.com`
      await signUp(email, 'Owner1password')
      const { url } = auth.lastMail('signup', email)
      const [landing] = await Promise.all([auth.follow(url), signUp(email, 'Stranger1password')])
      expect(landing.fragment.has('access_token')).toBe(true)
      expect((await signIn(email, 'Owner1password')).error).toBeNull()
      expect((await signIn(email, 'Stranger1password')).error?.code).toBe('invalid_credentials')
    }
  })

  it('at the same moment makes one account', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => signUp('same@example.com')))
    expect(answers.map(({ error }) => error)).toEqual([null, null, null])
    expect(await auth.sql(`select id from auth.users where email = 'same@example.com'`)).toHaveLength(1)
  })
})

describe('signing up with a registered address', () => {
  it('says so, notifies the owner by mail, and changes nothing', async () => {
    await auth.person('owner@example.com')
    const { data, error } = await signUp('OWNER@example.com', 'Another1password')
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    })
    expect(data.user).toBeNull()
    expect(auth.lastMail('already_registered', 'owner@example.com').code).toBe('')
    const again = await auth
      .client()
      .auth.signInWithPassword({ email: 'owner@example.com', password: 'Another1password' })
    expect(again.error?.code).toBe('invalid_credentials')
  })

  it('says so only a few times an hour', async () => {
    const answers = []
    for (let n = 0; n < 6; n += 1) answers.push(await signUp('owner@example.com'))
    expect(answers.at(-1)?.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  })

  it('answers as for a new one, without identities, when registered addresses are not to be revealed', async () => {
    const discreet = await startAuth({ revealExisting: false })
    try {
      await discreet.person('owner@example.com')
      const known = await discreet
        .client()
        .auth.signUp({ email: 'owner@example.com', password: goodPassword })
      const fresh = await discreet
        .client()
        .auth.signUp({ email: 'fresh@example.com', password: goodPassword })
      expect(known.error).toBeNull()
      expect(known.data.user?.identities).toEqual([])
      expect(Object.keys(known.data.user ?? {}).sort()).toEqual(Object.keys(fresh.data.user ?? {}).sort())
      const [owner] = await discreet.sql<{ id: string }>(
        `select id from auth.users where email = 'owner@example.com'`,
      )
      expect(known.data.user?.id).not.toBe(owner?.id)
    } finally {
      await discreet.close()
    }
  })
})

describe('an installation that confirms at once', () => {
  it('answers a sign-up with a session and sends no mail', async () => {
    const open = await startAuth({ autoconfirm: true })
    try {
      const { data, error } = await open
        .client()
        .auth.signUp({ email: 'now@example.com', password: goodPassword })
      expect(error).toBeNull()
      expect(data.session?.user.email_confirmed_at).toBeTruthy()
      expect(open.mails).toEqual([])
      const again = await open.client().auth.signUp({ email: 'now@example.com', password: goodPassword })
      expect(again.error?.code).toBe('user_already_exists')
    } finally {
      await open.close()
    }
  })

  it('leaves the other ways in open where addresses are closed', async () => {
    const closed = await startAuth({ emailEnabled: false, anonymousSignInEnabled: true })
    try {
      const { auth } = closed.client()
      const email = 'late@example.com'
      for (const [{ error }, message] of [
        [await auth.signUp({ email, password: goodPassword }), 'Email signups are disabled'],
        [await auth.signInWithPassword({ email, password: goodPassword }), 'Email logins are disabled'],
        [await auth.signInWithOtp({ email }), 'Email logins are disabled'],
      ] as const)
        expect(error).toMatchObject({ status: 422, code: 'email_provider_disabled', message })
      expect((await auth.signInAnonymously()).error).toBeNull()
      const settings = await (
        await fetch(`${closed.url}/auth/v1/settings`, { headers: { apikey: closed.keys.publishableKey } })
      ).json()
      expect(settings).toMatchObject({ disable_signup: false, external: { email: false } })
    } finally {
      await closed.close()
    }
  })

  it('refuses everybody when sign-ups are closed', async () => {
    const closed = await startAuth({ signUpEnabled: false })
    try {
      const { error } = await closed
        .client()
        .auth.signUp({ email: 'late@example.com', password: goodPassword })
      expect(error).toMatchObject({ status: 422, code: 'signup_disabled' })
    } finally {
      await closed.close()
    }
  })
})
