// What nobody needs any more goes; what someone still uses, and the audit log, stay.
import { afterAll, describe, expect, it } from 'vitest'
import { purgeExpired } from '#platform/auth/retention.ts'
import { startAuth } from './harness.ts'

const days = 86_400

const auth = await startAuth()
afterAll(() => auth.close())

const counts = async () => {
  const [row] = await auth.sql<Record<string, number>>(
    `select (select count(*) from auth.sessions)::int as sessions,
       (select count(*) from auth.refresh_tokens)::int as refresh_tokens,
       (select count(*) from auth.one_time_tokens)::int as one_time_tokens,
       (select count(*) from auth.flow_state)::int as flow_states,
       (select count(*) from auth.mfa_challenges)::int as challenges,
       (select count(*) from auth.mfa_factors)::int as factors,
       (select count(*) from auth.limits)::int as limits,
       (select count(*) from auth.audit_log_entries)::int as audit,
       (select count(*) from auth.users)::int as users`,
  )
  return row
}
const purge = () => purgeExpired(auth.database, auth.clock.now)

describe('the retention job', () => {
  it('takes nothing of today', async () => {
    const client = await auth.person('ada@example.com')
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    await client.auth.mfa.challenge({ factorId: data?.id ?? '' })
    await auth.client({ flowType: 'pkce' }).auth.signInWithOtp({ email: 'ada@example.com' })
    const before = await counts()
    expect(Object.values(await purge()).every((count) => count === 0)).toBe(true)
    expect(await counts()).toEqual(before)
  })

  it('takes what was left lying, not what is in use, and never the audit log or an account', async () => {
    const before = await counts()
    const busy = await auth.person('busy@example.com')
    auth.clock.advance(60 * days)
    await busy.auth.refreshSession()
    auth.clock.advance(40 * days)
    expect(await purge()).toEqual({
      sessions: 1,
      oneTimeTokens: 1,
      flowStates: 1,
      oauthStates: 0,
      challenges: 1,
      unverifiedFactors: 1,
      limits: before?.limits,
      failedSignIns: 0,
    })
    const after = await counts()
    expect(after).toMatchObject({ sessions: 1, one_time_tokens: 0, flow_states: 0, factors: 0, limits: 0 })
    expect(after?.users).toBe((before?.users ?? 0) + 1)
    expect(after?.audit).toBeGreaterThan(before?.audit ?? 0)
    expect((await busy.auth.refreshSession()).error).toBeNull()
  })

  it('takes failed sign-ins of the audit log after half a year', async () => {
    await auth.client().auth.signInWithPassword({ email: 'nobody@example.com', password: 'Wrong-Password-1' })
    auth.clock.advance(179 * days)
    expect((await purge()).failedSignIns).toBe(0)
    auth.clock.advance(2 * days)
    expect((await purge()).failedSignIns).toBe(1)
  })

  it('may run twice at once', async () => {
    await auth.client().auth.signInWithOtp({ email: 'busy@example.com' })
    auth.clock.advance(3 * days)
    const [one, two] = await Promise.all([purge(), purge()])
    expect(one.oneTimeTokens + two.oneTimeTokens).toBe(1)
  })
})
