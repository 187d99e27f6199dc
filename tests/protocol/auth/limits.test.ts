// Limits: guessing gets slow, mailboxes are not flooded, and nobody can lock out someone else.
import { afterAll, describe, expect, it } from 'vitest'
import { type AuthHarness, goodPassword, startAuth } from './harness.ts'

const auth = await startAuth({
  limits: {
    secondsBetweenMails: 30,
    callsPerClient: { count: 60, windowSeconds: 300 },
    signUpsPerClient: { count: 4, windowSeconds: 300 },
  },
})
afterAll(() => auth.close())

const signIn = (email: string, password: string) => auth.client().auth.signInWithPassword({ email, password })

describe('one address', () => {
  it.each([
    ['sign-ins', 'signInsPerClient', '/token?grant_type=password', { email: 'a@example.com', password: 'x' }],
    ['sign-ups', 'signInsPerClient', '/signup', { email: 'a' }],
    ['refreshed sessions', 'refreshesPerClient', '/token?grant_type=refresh_token', { refresh_token: 'x' }],
    ['codes', 'verificationsPerClient', '/verify', { type: 'signup', token: '1', email: 'a@example.com' }],
  ] as const)(
    'has its number of %s, as config.toml says, and may do the rest',
    async (_what, kind, path, body) => {
      const app = await startAuth({ limits: { [kind]: { count: 2, windowSeconds: 300 } } })
      try {
        const statuses = []
        for (let n = 0; n < 3; n += 1) statuses.push((await app.post(path, body)).status)
        expect(statuses.map((status) => status === 429)).toEqual([false, false, true])
        expect((await app.post('/recover', { email: 'a@example.com' })).status).toBe(200)
        app.clock.advance(301)
        expect((await app.post(path, body)).status).not.toBe(429)
      } finally {
        await app.close()
      }
    },
  )
})

describe('a registered address', () => {
  it('is named to a sign-up within the first minute after its own mail too', async () => {
    auth.visitFrom('198.51.100.77')
    await auth.person('quick@example.com')
    const answer = await auth.client().auth.signUp({ email: 'quick@example.com', password: goodPassword })
    expect(answer.error).toMatchObject({ status: 422, code: 'user_already_exists' })
  })
})

describe('a sign-up whose answer was lost', () => {
  const farmer = {
    email: 'lost.answer@example.com',
    password: goodPassword,
    options: { data: { full_name: 'Ada' } },
  }
  const mailsTo = (app: AuthHarness) => app.mails.filter(({ to }) => to === farmer.email).length

  it('is answered again by the mail that is under way, to anyone who knows its password alone', async () => {
    const app = await startAuth({
      answerRepeatedSignUps: true,
      bindSignUps: true,
      limits: { secondsBetweenMails: 30 },
    })
    try {
      const first = await app.client().auth.signUp(farmer)
      app.clock.advance(2)
      const again = await app.client().auth.signUp(farmer)
      expect(again.error).toBeNull()
      expect(again.data.user).toEqual(first.data.user)
      expect(mailsTo(app)).toBe(1)
      const tooSoon = { status: 429, code: 'over_email_send_rate_limit' }
      for (const other of [
        { ...farmer, password: `${goodPassword}x` },
        { ...farmer, options: { data: { full_name: 'Eve' } } },
      ])
        expect((await app.client().auth.signUp(other)).error).toMatchObject(tooSoon)
      app.clock.advance(31)
      expect((await app.client().auth.signUp(farmer)).error).toBeNull()
      expect(mailsTo(app)).toBe(2)
    } finally {
      await app.close()
    }
  })

  it('is refused with the time to wait where the services behave as upstream', async () => {
    auth.visitFrom('198.51.100.78')
    expect((await auth.client().auth.signUp(farmer)).error).toBeNull()
    expect((await auth.client().auth.signUp(farmer)).error).toMatchObject({ status: 429 })
  })
})

describe('guessing a password', () => {
  it('is slowed down after five tries, the right password included, and then allowed again', async () => {
    auth.visitFrom('198.51.100.1')
    await auth.createUser({ email: 'target@example.com', password: goodPassword })
    for (let n = 0; n < 5; n += 1)
      expect((await signIn('target@example.com', `Wrong${n}password`)).error?.code).toBe(
        'invalid_credentials',
      )
    expect((await signIn('target@example.com', goodPassword)).error).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    })
    auth.clock.advance(3)
    expect((await signIn('target@example.com', goodPassword)).error).toBeNull()
  })

  it('waits longer each time, and says how long', async () => {
    auth.visitFrom('198.51.100.2')
    const waits: number[] = []
    for (let n = 0; n < 9; n += 1) {
      const response = await auth.post('/token?grant_type=password', {
        email: 'doubled@example.com',
        password: `Wrong${n}password`,
      })
      if (response.status !== 429) continue
      waits.push(Number(response.headers.get('retry-after')))
      auth.clock.advance(waits.at(-1) ?? 0)
    }
    expect(waits).toEqual([2, 4])
  })

  it('many times at once is counted as many', async () => {
    auth.visitFrom('198.51.100.3')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signIn('burst@example.com', `Wrong${n}password`)),
    )
    const codes = answers.map(({ error }) => error?.code)
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(5)
    expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(7)
  })

  it('from one place does not lock the owner out at another', async () => {
    await auth.createUser({ email: 'victim@example.com', password: goodPassword })
    auth.visitFrom('198.51.100.4')
    for (let n = 0; n < 8; n += 1) await signIn('victim@example.com', `Wrong${n}password`)
    auth.visitFrom('192.0.2.77')
    expect((await signIn('victim@example.com', goodPassword)).error).toBeNull()
  })

  it('of one account does not slow down the neighbours on the same connection', async () => {
    await auth.createUser({ email: 'neighbour@example.com', password: goodPassword })
    auth.visitFrom('198.51.100.5')
    for (let n = 0; n < 8; n += 1) await signIn('somebody@example.com', `Wrong${n}password`)
    expect((await signIn('neighbour@example.com', goodPassword)).error).toBeNull()
  })
})

describe('mails to one mailbox', () => {
  it('come at intervals, five an hour at most', async () => {
    auth.visitFrom('198.51.100.6')
    const email = 'mailbox@example.com'
    const { error } = await auth.client().auth.signUp({ email, password: goodPassword })
    expect(error).toBeNull()
    const tooSoon = await auth.client().auth.resend({ type: 'signup', email })
    expect(tooSoon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    expect(tooSoon.error?.message).toContain('rate limit')
    const otherKind = await auth.client().auth.resetPasswordForEmail(email)
    expect(otherKind.error).toBeNull()
    const codes = []
    for (let n = 0; n < 4; n += 1) {
      auth.clock.advance(31)
      codes.push((await auth.client().auth.resetPasswordForEmail(email)).error?.code)
    }
    expect(codes).toEqual([undefined, undefined, undefined, 'over_email_send_rate_limit'])
    auth.clock.advance(3600)
    expect((await auth.client().auth.resetPasswordForEmail(email)).error).toBeNull()
  })

  it('are counted where other server processes count too, without naming the mailbox', async () => {
    const rows = await auth.sql('select key from auth.limits')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('mailbox')
  })

  it('are not sent by a refused request', async () => {
    expect(auth.mails.filter(({ to }) => to === 'mailbox@example.com')).toHaveLength(6)
  })
})

describe('mails of the whole project', () => {
  it('have an end too, as config.toml says, and a refused one takes nothing', async () => {
    const app = await startAuth({
      limits: { mailsOfProject: { count: 2, windowSeconds: 3600 }, secondsBetweenMails: 30 },
    })
    try {
      const recover = async (name: string) =>
        (await app.client().auth.resetPasswordForEmail(`${name}@example.com`)).error?.code
      expect(await recover('first')).toBeUndefined()
      expect(await recover('first')).toBe('over_email_send_rate_limit')
      expect(await recover('second')).toBeUndefined()
      expect(await recover('third')).toBe('over_email_send_rate_limit')
      app.clock.advance(3601)
      expect(await recover('third')).toBeUndefined()
    } finally {
      await app.close()
    }
  })
})

describe('one connection', () => {
  it('makes only so many accounts in five minutes', async () => {
    auth.visitFrom('198.51.100.7')
    const codes = []
    for (let n = 0; n < 5; n += 1)
      codes.push(
        (await auth.client().auth.signUp({ email: `farm.${n}@example.com`, password: goodPassword })).error
          ?.code,
      )
    expect(codes).toEqual([undefined, undefined, undefined, undefined, 'over_request_rate_limit'])
  })

  it('makes only so many calls in five minutes, wherever in its network they come from', async () => {
    let last: Response | undefined
    for (let n = 0; n < 61; n += 1) {
      auth.visitFrom(`2001:db8:1:2::${n.toString(16)}`)
      last = await auth.post('/recover', {})
    }
    expect(last?.status).toBe(429)
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(200)
    expect(await last?.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
    auth.visitFrom('2001:db8:1:3::1')
    expect((await auth.post('/recover', {})).status).toBe(400)
    auth.visitFrom('2001:db8:1:2::1')
    auth.clock.advance(301)
    expect((await auth.post('/recover', {})).status).toBe(400)
  })
})
