// Forgotten passwords: nobody learns who has an account, and a link in the mailbox leads to a new password.
import { afterAll, describe, expect, it } from 'vitest'
import { goodPassword, siteUrl, startAuth } from './harness.ts'

const auth = await startAuth()
afterAll(() => auth.close())

const recover = (email: string) =>
  auth.client().auth.resetPasswordForEmail(email, { redirectTo: `${siteUrl}/auth` })

/** The session that the link of a mail gives. */
async function arrive(url: string) {
  const { fragment } = await auth.follow(url)
  const client = auth.client()
  const { error } = await client.auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  })
  if (error) throw error
  return client
}

describe('requesting a link', () => {
  it('is answered alike for a known and an unknown address', async () => {
    await auth.createUser({ email: 'known@example.com', password: goodPassword })
    const [known, unknown] = [await recover('known@example.com'), await recover('unknown@example.com')]
    expect(known).toEqual(unknown)
    expect(known.error).toBeNull()
    expect(auth.mails.filter(({ to }) => to === 'unknown@example.com')).toEqual([])
    expect(auth.lastMail('recovery', 'known@example.com').code).toMatch(/^\d{6}$/)
  })

  it('is limited alike for a known and an unknown address', async () => {
    await auth.createUser({ email: 'pestered@example.com', password: goodPassword })
    for (const email of ['pestered@example.com', 'not.there@example.com']) {
      const answers = []
      for (let n = 0; n < 6; n += 1) answers.push((await recover(email)).error?.code)
      expect(answers).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
        'over_email_send_rate_limit',
      ])
    }
  })

  it('takes a known and an unknown address equally long', async () => {
    const patient = await startAuth({ neutralAnswerMs: 60 })
    try {
      await patient.createUser({ email: 'known@example.com', password: goodPassword })
      for (const email of ['known@example.com', 'unknown@example.com']) {
        const startedAt = performance.now()
        await patient.post('/recover', { email })
        expect(performance.now() - startedAt).toBeGreaterThanOrEqual(58)
      }
    } finally {
      await patient.close()
    }
  })

  it('without an address is refused', async () => {
    expect((await recover('')).error).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('the link', () => {
  it('says that it is a recovery, so that the site asks for a new password', async () => {
    await auth.createUser({ email: 'forgets@example.com', password: goodPassword })
    await recover('forgets@example.com')
    const { fragment, to } = await auth.follow(auth.lastMail('recovery', 'forgets@example.com').url)
    expect(to).toBe(`${siteUrl}/auth`)
    expect(fragment.get('type')).toBe('recovery')
  })

  it('leads to a new password; the old one, other sessions and older mails are void', async () => {
    const elsewhere = await auth.person('renews@example.com')
    await recover('renews@example.com')
    const client = await arrive(auth.lastMail('recovery', 'renews@example.com').url)
    await recover('renews@example.com')
    const older = auth.lastMail('recovery', 'renews@example.com')

    const { error } = await client.auth.updateUser({ password: 'Brand2new-password' })
    expect(error).toBeNull()
    expect(auth.lastMail('password_changed', 'renews@example.com').url).toBe('')
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await auth.follow(older.url)).fragment.get('error_code')).toBe('otp_expired')
    const signIn = (password: string) =>
      auth.client().auth.signInWithPassword({ email: 'renews@example.com', password })
    expect((await signIn(goodPassword)).error?.code).toBe('invalid_credentials')
    expect((await signIn('Brand2new-password')).error).toBeNull()
  })

  it('confirms an address that never was', async () => {
    await auth.client().auth.signUp({ email: 'lost.mail@example.com', password: goodPassword })
    const first = auth.lastMail('signup', 'lost.mail@example.com')
    await recover('lost.mail@example.com')
    const client = await arrive(auth.lastMail('recovery', 'lost.mail@example.com').url)
    expect((await client.auth.getUser()).data.user?.email_confirmed_at).toBeTruthy()
    expect((await auth.follow(first.url)).fragment.get('error_code')).toBe('otp_expired')
  })

  it('ends the password that another person chose when they signed up with this address', async () => {
    const stranger = auth.client()
    await stranger.auth.signUp({ email: 'taken.before@example.com', password: goodPassword })
    await recover('taken.before@example.com')
    const owner = await arrive(auth.lastMail('recovery', 'taken.before@example.com').url ?? '')
    const attempt = { email: 'taken.before@example.com', password: goodPassword }
    expect((await stranger.auth.signInWithPassword(attempt)).error?.code).toBe('invalid_credentials')
    expect((await owner.auth.updateUser({ password: `${goodPassword}-2` })).error).toBeNull()
  })

  it('works as a code too, and once', async () => {
    await auth.createUser({ email: 'types@example.com', password: goodPassword })
    await recover('types@example.com')
    const { code, url } = auth.lastMail('recovery', 'types@example.com')
    const client = auth.client()
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    const { error } = await client.auth.verifyOtp({
      email: 'types@example.com',
      token: code,
      type: 'recovery',
    })
    expect(error).toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
    expect((await auth.follow(url)).fragment.get('error_code')).toBe('otp_expired')
  })
})

describe('requesting the confirmation again', () => {
  it('is answered alike for new, confirmed and unknown addresses', async () => {
    await auth.createUser({ email: 'confirmed@example.com', password: goodPassword })
    await auth.client().auth.signUp({ email: 'waiting@example.com', password: goodPassword })
    const before = auth.mails.length
    for (const email of ['confirmed@example.com', 'waiting@example.com', 'unheard@example.com']) {
      const { error } = await auth.client().auth.resend({ type: 'signup', email })
      expect(error).toBeNull()
    }
    expect(auth.mails.slice(before).map(({ to }) => to)).toEqual(['waiting@example.com'])
  })

  it.each(['magiclink', 'recovery', ''])('is refused for the type %j', async (type) => {
    const response = await auth.post('/resend', { type, email: 'waiting@example.com' })
    expect(response.status).toBe(400)
  })
})
