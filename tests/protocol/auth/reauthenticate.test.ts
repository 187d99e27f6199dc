// A new password in an old session: only with the code that was mailed just now.
import { afterAll, describe, expect, it } from 'vitest'
import { goodPassword, startAuth } from './harness.ts'

const auth = await startAuth({ requireReauthentication: true })
afterAll(() => auth.close())

const newPassword = 'Entirely5different'

/** Signed in two days ago, and here all the time. */
async function longSignedIn(email: string) {
  const client = await auth.person(email)
  await auth.sql(
    `update auth.sessions set created_at = created_at - interval '2 days'
     where user_id = (select id from auth.users where email = $1)`,
    [email],
  )
  return client
}

describe('a new password in a session of yesterday is refused', () => {
  it('without a code', async () => {
    const client = await longSignedIn('none@example.com')
    const { error } = await client.auth.updateUser({ password: newPassword })
    expect(error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  })

  it('with a wrong code, five of which void the right one', async () => {
    const client = await longSignedIn('wrong@example.com')
    await client.auth.reauthenticate()
    const { code } = auth.lastMail('reauthentication', 'wrong@example.com')
    const wrong = code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10))
    for (const nonce of [...Array(5).fill(wrong), code]) {
      const { error } = await client.auth.updateUser({ password: newPassword, nonce })
      expect(error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    }
  })

  it('with the code of another person', async () => {
    const thief = await longSignedIn('thief@example.com')
    const owner = await longSignedIn('owner@example.com')
    await owner.auth.reauthenticate()
    const { code } = auth.lastMail('reauthentication', 'owner@example.com')
    const { error } = await thief.auth.updateUser({ password: newPassword, nonce: code })
    expect(error).toMatchObject({ code: 'reauthentication_not_valid' })
    expect((await owner.auth.updateUser({ password: newPassword, nonce: code })).error).toBeNull()
  })

  it('with a code that is too old', async () => {
    const client = await longSignedIn('late@example.com')
    await client.auth.reauthenticate()
    const nonce = auth.lastMail('reauthentication', 'late@example.com').code
    await auth.sql(`update auth.one_time_tokens set created_at = created_at - interval '2 hours'`)
    const { error } = await client.auth.updateUser({ password: newPassword, nonce })
    expect(error).toMatchObject({ code: 'reauthentication_not_valid' })
  })
})

describe('a reauthentication', () => {
  it('is not for visitors', async () => {
    const response = await fetch(`${auth.url}/auth/v1/reauthenticate`, {
      headers: { apikey: auth.keys.publishableKey },
    })
    expect(response.status).toBe(401)
  })

  it('mails a code that is good for one new password', async () => {
    const client = await longSignedIn('right@example.com')
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const { code: nonce } = auth.lastMail('reauthentication', 'right@example.com')
    expect((await client.auth.updateUser({ password: newPassword, nonce })).error).toBeNull()
    const again = await client.auth.updateUser({ password: goodPassword, nonce })
    expect(again.error).toMatchObject({ code: 'reauthentication_not_valid' })
    const credentials = { email: 'right@example.com', password: newPassword }
    expect((await auth.client().auth.signInWithPassword(credentials)).error).toBeNull()
  })

  it('by the code in place of a sign-in opens a fresh session', async () => {
    const email = 'fresh@example.com'
    await (await longSignedIn(email)).auth.reauthenticate()
    const { code } = auth.lastMail('reauthentication', email)
    const client = auth.client()
    const { error } = await client.auth.verifyOtp({ email, token: code, type: 'reauthentication' })
    expect(error).toBeNull()
    expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
  })

  it('is not demanded of a user who has just signed in, nor for anything but the password', async () => {
    const recent = await auth.person('recent@example.com')
    expect((await recent.auth.updateUser({ password: newPassword })).error).toBeNull()
    const old = await longSignedIn('names@example.com')
    expect((await old.auth.updateUser({ data: { full_name: 'Ada Obi' } })).error).toBeNull()
  })

  it('comes by mail only so often', async () => {
    const client = await longSignedIn('often@example.com')
    const codes = []
    for (let n = 0; n < 6; n += 1) codes.push((await client.auth.reauthenticate()).error?.code)
    expect(codes.at(-1)).toBe('over_email_send_rate_limit')
  })
})
