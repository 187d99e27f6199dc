// Recovery codes: on paper for the day the phone is lost; each once, never alone, never to be read again.
import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { goodPassword, startAuth } from './harness.ts'

const auth = await startAuth()
afterAll(() => auth.close())

let people = 0
async function protectedPerson() {
  people += 1
  const email = `person.${people}@example.com`
  const client = await auth.person(email)
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' })
  if (!data) throw new Error('not enrolled')
  const factorId = data.id
  await client.auth.mfa.challengeAndVerify({ factorId, code: auth.appCode(data.totp.secret) })
  return { email, client, factorId }
}

async function withCodes() {
  const person = await protectedPerson()
  const { data, error } = await person.client.auth.mfa.recoveryCodes.generate()
  if (error) throw error
  return { ...person, codes: data.codes, codesId: data.id }
}

async function signIn(email: string): Promise<SupabaseClient> {
  const client = auth.client()
  await client.auth.signInWithPassword({ email, password: goodPassword })
  return client
}

describe('recovery codes are refused', () => {
  it('to the password alone', async () => {
    const { email, codesId } = await withCodes()
    const { recoveryCodes } = (await signIn(email)).auth.mfa
    for (const answer of [
      await recoveryCodes.generate(),
      await recoveryCodes.regenerate(),
      await recoveryCodes.unenroll(),
    ])
      expect(answer.error).toMatchObject({ code: 'insufficient_aal' })
    expect((await recoveryCodes.getStatus()).data).toEqual({
      id: codesId,
      type: 'recovery_code',
      total: 10,
      remaining: 10,
    })
  })

  it('as the only factor, before and after', async () => {
    const { client, factorId } = await protectedPerson()
    await auth.sql(`update auth.mfa_factors set status = 'unverified' where id = $1`, [factorId])
    expect((await client.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: 'mfa_recovery_codes_sole_factor',
    })
    await auth.sql(`update auth.mfa_factors set status = 'verified' where id = $1`, [factorId])
    await client.auth.mfa.recoveryCodes.generate()
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      code: 'mfa_recovery_codes_sole_factor',
    })
  })

  it('a second time: a new set replaces the old one by name', async () => {
    const { client } = await withCodes()
    const { error } = await client.auth.mfa.recoveryCodes.generate()
    expect(error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
  })

  it('by the routes of other factors', async () => {
    const { client, codesId } = await withCodes()
    expect((await client.auth.mfa.challenge({ factorId: codesId })).error?.status).toBe(400)
    expect((await client.auth.mfa.unenroll({ factorId: codesId })).error?.status).toBe(400)
  })

  it('where the application does not offer them, and where there are none', async () => {
    const { client } = await protectedPerson()
    const { recoveryCodes } = client.auth.mfa
    expect((await recoveryCodes.getStatus()).error).toMatchObject({ code: 'mfa_factor_not_found' })
    expect((await recoveryCodes.regenerate()).error).toMatchObject({ code: 'mfa_factor_not_found' })
    const plain = await startAuth({ factors: { recoveryCodesEnabled: false } })
    try {
      const other = await plain.person('ada@example.com')
      const { generate, verify } = other.auth.mfa.recoveryCodes
      expect((await generate()).error).toMatchObject({ code: 'mfa_recovery_codes_enroll_not_enabled' })
      expect((await verify({ code: 'x' })).error).toMatchObject({
        code: 'mfa_recovery_codes_verify_not_enabled',
      })
    } finally {
      await plain.close()
    }
  })

  it('to visitors', async () => {
    expect((await auth.post('/factors/recovery-codes/verify', { code: 'x' })).status).toBe(401)
  })
})

describe('a recovery code', () => {
  it('is shown once, and stored as a hash', async () => {
    const { client, codes } = await withCodes()
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{16}$/)
    const stored = JSON.stringify([
      await auth.sql('select * from auth.mfa_recovery_codes'),
      await auth.sql('select payload from auth.audit_log_entries'),
      (await client.auth.getUser()).data,
    ])
    for (const code of codes) expect(stored).not.toContain(code)
  })

  it('raises a session once, however it is typed', async () => {
    const { email, codes } = await withCodes()
    const client = await signIn(email)
    const code = codes[3] ?? ''
    const typed = ` ${code.toUpperCase().match(/.{4}/g)?.join('-')} `
    const { error } = await client.auth.mfa.recoveryCodes.verify({ code: typed })
    expect(error).toBeNull()
    await client.auth.refreshSession()
    const { aal, amr } = decodeJwt(await auth.tokenOf(client))
    expect(aal).toBe('aal2')
    expect(amr).toContainEqual({ method: 'mfa/recovery_code', timestamp: expect.any(Number) })
    expect((await client.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ remaining: 9 })
    const again = await (await signIn(email)).auth.mfa.recoveryCodes.verify({ code })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  })

  it('used twice at once works once', async () => {
    const { email, codes } = await withCodes()
    const clients = await Promise.all([signIn(email), signIn(email)])
    const answers = await Promise.all(
      clients.map((client) => client.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  })

  it('of another person opens nothing', async () => {
    const { codes } = await withCodes()
    const { email } = await withCodes()
    const { error } = await (await signIn(email)).auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })
    expect(error).toMatchObject({ code: 'mfa_verification_failed' })
  })

  it('is locked after five wrong ones, until time has passed or a new set is made', async () => {
    const { email, client, codes } = await withCodes()
    const thief = await signIn(email)
    const verify = (code = '') => thief.auth.mfa.recoveryCodes.verify({ code })
    for (let n = 0; n < 5; n += 1)
      expect((await verify(`wrong${n}`)).error).toMatchObject({ code: 'mfa_verification_failed' })
    const locked = { status: 429, code: 'mfa_recovery_codes_locked' }
    expect((await verify(codes[0])).error).toMatchObject(locked)
    auth.clock.advance(301)
    expect((await verify('wrong again')).error).toMatchObject({ code: 'mfa_verification_failed' })
    expect((await verify(codes[0])).error).toMatchObject(locked)
    const { data } = await client.auth.mfa.recoveryCodes.regenerate()
    expect((await verify(data?.codes[0])).error).toBeNull()
  })
})

describe('a new set', () => {
  it('voids the old codes and keeps the name', async () => {
    const { email, client, codes, codesId } = await withCodes()
    const { data } = await client.auth.mfa.recoveryCodes.regenerate()
    expect(data).toMatchObject({ id: codesId, friendly_name: 'Recovery codes', total: 10 })
    const other = await signIn(email)
    expect((await other.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error).toBeTruthy()
    expect((await other.auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })).error).toBeNull()
  })
})

describe('a person who has lost the phone', () => {
  it('comes in by a code, removes codes and phone, and has a plain account again', async () => {
    const { email, codes, factorId } = await withCodes()
    const client = await signIn(email)
    await client.auth.mfa.recoveryCodes.verify({ code: codes[9] ?? '' })
    expect((await client.auth.mfa.recoveryCodes.unenroll()).error).toBeNull()
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
    const next = await (await signIn(email)).auth.mfa.getAuthenticatorAssuranceLevel()
    expect(next.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })

  it('or enrols the new phone first', async () => {
    const { email, codes, factorId } = await withCodes()
    const client = await signIn(email)
    await client.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'New phone' })
    const code = auth.appCode(data?.totp.secret ?? '')
    await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  })
})
