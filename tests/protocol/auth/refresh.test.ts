// Refresh tokens: each is good once, a lost answer is forgiven for seconds, a stolen one ends the session.
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { goodPassword, startAuth } from './harness.ts'

const auth = await startAuth()
afterAll(() => auth.close())

interface Answer {
  status: number
  access_token: string
  refresh_token: string
  error_code?: string
  msg?: string
  user?: { email: string }
}

async function refresh(token: string): Promise<Answer> {
  const response = await auth.post('/token?grant_type=refresh_token', { refresh_token: token })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}

let people = 0
async function signedIn(): Promise<{ token: string; accessToken: string; email: string }> {
  people += 1
  const email = `person.${people}@example.com`
  const client = await auth.person(email)
  const { data } = await client.auth.getSession()
  return { token: data.session?.refresh_token ?? '', accessToken: data.session?.access_token ?? '', email }
}

it('is written down, by ids alone', async () => {
  const { token, email } = await signedIn()
  await refresh(token)
  const rows = await auth.sql<{ payload: object }>(
    `select payload from auth.audit_log_entries where payload ->> 'action' = 'token_refreshed'
       and payload ->> 'actor_id' = (select id::text from auth.users where email = $1)`,
    [email],
  )
  expect(rows).toMatchObject([{ payload: { log_type: 'token', traits: { session_id: expect.any(String) } } }])
})

it('gives the same token again where tokens do not rotate', async () => {
  const still = await startAuth({ refreshTokenRotationEnabled: false })
  try {
    const client = await still.person('still@example.com')
    const before = (await client.auth.getSession()).data.session
    for (const _ of [1, 2]) {
      const { data, error } = await client.auth.refreshSession()
      expect(error).toBeNull()
      expect(data.session?.refresh_token).toBe(before?.refresh_token)
    }
    await client.auth.signOut()
    const { status } = await still.post('/token?grant_type=refresh_token', {
      refresh_token: before?.refresh_token,
    })
    expect(status).toBe(400)
  } finally {
    await still.close()
  }
})

describe('a refresh is refused', () => {
  it.each([
    ['no token', ''],
    ['a made-up token', 'made-up-token'],
    ['an endless token', 'x'.repeat(5000)],
  ])('for %s', async (_what, token) => {
    expect((await refresh(token)).status).toBe(400)
  })

  it('for an unknown token, in the words that make the client sign out', async () => {
    expect(await refresh('made-up-token')).toMatchObject({
      error_code: 'refresh_token_not_found',
      msg: 'Invalid Refresh Token: Refresh Token Not Found',
    })
  })

  it('to a banned account', async () => {
    const { token, email } = await signedIn()
    await auth.sql(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [email])
    expect(await refresh(token)).toMatchObject({ status: 400, error_code: 'user_banned' })
  })

  it('after the session has signed out', async () => {
    const client = await auth.person('leaves@example.com')
    const { data } = await client.auth.getSession()
    await client.auth.signOut({ scope: 'local' })
    expect(await refresh(data.session?.refresh_token ?? '')).toMatchObject({
      error_code: 'refresh_token_not_found',
    })
  })
})

describe('a stolen refresh token', () => {
  it('used after its owner went on ends the session for both', async () => {
    const { token } = await signedIn()
    const owner = await refresh(token)
    expect(owner.status).toBe(200)
    auth.clock.advance(11)
    expect(await refresh(token)).toMatchObject({
      status: 400,
      error_code: 'refresh_token_already_used',
      msg: 'Invalid Refresh Token: Already Used',
    })
    expect((await refresh(owner.refresh_token)).status).toBe(400)
    const user = await fetch(`${auth.url}/auth/v1/user`, {
      headers: { apikey: auth.keys.publishableKey, authorization: `Bearer ${owner.access_token}` },
    })
    expect(await user.json()).toMatchObject({ error_code: 'session_not_found' })
  })

  it('used first by the thief is noticed when its owner comes', async () => {
    const { token } = await signedIn()
    const thief = await refresh(token)
    auth.clock.advance(3000)
    const thiefAgain = await refresh(thief.refresh_token)
    auth.clock.advance(600)
    expect((await refresh(token)).error_code).toBe('refresh_token_already_used')
    expect((await refresh(thiefAgain.refresh_token)).status).toBe(400)
  })

  it('is noticed although a newer one was used within the grace', async () => {
    const { token } = await signedIn()
    const second = await refresh(token)
    auth.clock.advance(8)
    const third = await refresh(second.refresh_token)
    auth.clock.advance(5)
    expect((await refresh(token)).error_code).toBe('refresh_token_already_used')
    expect((await refresh(third.refresh_token)).status).toBe(400)
  })

  it('does not touch the other sessions of the account', async () => {
    const { token, email } = await signedIn()
    const elsewhere = await auth.client().auth.signInWithPassword({ email, password: goodPassword })
    await refresh(token)
    auth.clock.advance(11)
    await refresh(token)
    expect((await refresh(elsewhere.data.session?.refresh_token ?? '')).status).toBe(200)
  })

  it('leaves a line in the audit log', async () => {
    const rows = await auth.sql(
      `select 1 from auth.audit_log_entries where payload ->> 'action' = 'token_revoked'`,
    )
    expect(rows.length).toBeGreaterThanOrEqual(4)
  })
})

describe('a refresh', () => {
  it('answers a new token of the same session', async () => {
    const { token, accessToken, email } = await signedIn()
    auth.clock.advance(2)
    const next = await refresh(token)
    expect(next.refresh_token).not.toBe(token)
    expect(next.user?.email).toBe(email)
    const [before, after] = [accessToken, next.access_token].map((jwt) => decodeJwt(jwt))
    expect(after?.session_id).toBe(before?.session_id)
    expect(after?.amr).toEqual(before?.amr)
    expect(after?.iat).toBeGreaterThan(before?.iat ?? 0)
  })

  it('repeated within ten seconds, because the answer was lost, gets the same token again', async () => {
    const { token } = await signedIn()
    const first = await refresh(token)
    auth.clock.advance(9)
    const again = await refresh(token)
    expect(again.status).toBe(200)
    expect(again.refresh_token).toBe(first.refresh_token)
  })

  it('repeated within ten seconds after another tab went on gets the newest token', async () => {
    const { token } = await signedIn()
    const first = await refresh(token)
    const second = await refresh(first.refresh_token)
    expect((await refresh(token)).refresh_token).toBe(second.refresh_token)
  })

  it('requested by ten tabs at once is one rotation', async () => {
    const { token } = await signedIn()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1)
  })

  it('through the client library keeps the person signed in', async () => {
    const client = await auth.person('stays@example.com')
    const before = await client.auth.getSession()
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(before.data.session?.refresh_token)
    expect((await client.auth.getUser()).data.user?.email).toBe('stays@example.com')
  })

  it('has the newest metadata', async () => {
    const client = await auth.person('renamed@example.com')
    const updated = await client.auth.updateUser({ data: { full_name: 'Ngozi' } })
    expect(updated.error).toBeNull()
    const { data } = await client.auth.refreshSession()
    expect(decodeJwt(data.session?.access_token ?? '').user_metadata).toMatchObject({ full_name: 'Ngozi' })
  })
})

describe('what a copy of the database gives away', () => {
  it('is no refresh token: only hashes are stored', async () => {
    const { token } = await signedIn()
    const next = await refresh(token)
    const dump = JSON.stringify(await auth.sql('select token, parent from auth.refresh_tokens'))
    expect(dump).not.toContain(token)
    expect(dump).not.toContain(next.refresh_token)
  })
})
