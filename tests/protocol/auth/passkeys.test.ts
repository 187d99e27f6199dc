// Passkeys as second factors: by the client library as it is, and by an authenticator that signs what no browser would.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { Authenticator, type Deviation } from '#tests/harness/authenticator.ts'
import { goodPassword, siteUrl, startAuth } from './harness.ts'

const webAuthn = { webAuthnEnrollEnabled: true, webAuthnVerifyEnabled: true }
const rpId = 'site.test'
const rpOrigins = [siteUrl]

const auth = await startAuth({
  factors: webAuthn,
  limits: { callsPerClient: { count: 10_000, windowSeconds: 300 } },
})
afterAll(() => auth.close())

let people = 0
const newEmail = () => {
  people += 1
  return `keyholder.${people}@example.com`
}

async function enroll(client: SupabaseClient, friendlyName = 'My phone') {
  const { data, error } = await client.auth.mfa.webauthn.enroll({ friendlyName })
  if (error) throw error
  return data.id
}

async function challenge(client: SupabaseClient, factorId: string) {
  const { data, error } = await client.auth.mfa.challenge({ factorId, webauthn: { rpId, rpOrigins } })
  if (error) throw error
  return data
}
type Challenge = Awaited<ReturnType<typeof challenge>>

/** What the library sends of a browser's credential is what this makes of itself. */
function verify(
  client: SupabaseClient,
  {
    factorId,
    requested,
    answer,
  }: { factorId: string; requested: Pick<Challenge, 'id' | 'webauthn'>; answer: object },
) {
  return client.auth.mfa.verify({
    factorId,
    challengeId: requested.id,
    webauthn: {
      type: requested.webauthn.type,
      rpId,
      rpOrigins,
      credential_response: { toJSON: () => answer } as never,
    },
  })
}

const publicKeyOf = (requested: Challenge) =>
  requested.webauthn.credential_options.publicKey as { challenge: ArrayBuffer }

async function register(
  client: SupabaseClient,
  { key = new Authenticator(siteUrl), name, as }: { key?: Authenticator; name?: string; as?: Deviation } = {},
) {
  const factorId = await enroll(client, name)
  const requested = await challenge(client, factorId)
  const answer = key.create(publicKeyOf(requested), as)
  return {
    key,
    factorId,
    requested,
    answer,
    outcome: await verify(client, { factorId, requested, answer }),
  }
}

async function answerWith(
  client: SupabaseClient,
  { key, factorId, as }: { key: Authenticator; factorId: string; as?: Deviation },
) {
  const requested = await challenge(client, factorId)
  return verify(client, { factorId, requested, answer: key.get(publicKeyOf(requested), as) })
}

/** Someone with a passkey, who has just signed in elsewhere with the password alone. */
async function keyholder() {
  const email = newEmail()
  const owner = await auth.person(email)
  const { key, factorId, outcome } = await register(owner)
  if (outcome.error) throw outcome.error
  const client = await signIn(email)
  return { email, owner, client, key, factorId }
}

async function signIn(email: string) {
  const client = auth.client()
  const { error } = await client.auth.signInWithPassword({ email, password: goodPassword })
  if (error) throw error
  return client
}

const claimsOf = async (client: SupabaseClient) => decodeJwt(await auth.tokenOf(client))
const failed = { status: 422, code: 'mfa_verification_failed' }

describe('a passkey', () => {
  it('is registered by the client library as it is, and raises the session', async () => {
    const email = newEmail()
    const client = await auth.person(email)
    const { outcome, requested, factorId, key } = await register(client, { name: 'Office laptop' })
    expect(outcome.error).toBeNull()
    expect(requested).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } })
    expect(requested.webauthn.credential_options.publicKey).toMatchObject({
      rp: { id: rpId },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
    })
    const { aal, amr } = await claimsOf(client)
    expect(aal).toBe('aal2')
    expect(amr).toEqual(expect.arrayContaining([expect.objectContaining({ method: 'mfa/webauthn' })]))
    const { data } = await client.auth.mfa.listFactors()
    expect(data?.webauthn).toMatchObject([
      { id: factorId, friendly_name: 'Office laptop', status: 'verified' },
    ])
    expect(JSON.stringify(data)).not.toContain(key.credentialId.toString('base64'))
  })

  it('raises a later sign-in, as often as it counts on', async () => {
    const { client, key, factorId, email } = await keyholder()
    expect(await claimsOf(client)).toMatchObject({ aal: 'aal1' })
    const { error } = await answerWith(client, { key, factorId })
    expect(error).toBeNull()
    expect(await claimsOf(client)).toMatchObject({ aal: 'aal2' })
    const again = await signIn(email)
    expect((await answerWith(again, { key, factorId })).error).toBeNull()
    expect(await claimsOf(again)).toMatchObject({ aal: 'aal2' })
    const [row] = await auth.sql<{ count: number }>(
      `select (web_authn_credential -> 'authenticator' ->> 'signCount')::int as count from auth.mfa_factors where id = $1`,
      [factorId],
    )
    expect(row?.count).toBe(2)
  })

  it('of a kind that does not count is taken again', async () => {
    const { client, key, factorId, email } = await keyholder()
    expect((await answerWith(client, { key, factorId, as: { counter: 0 } })).error).toBeNull()
    const again = await signIn(email)
    expect((await answerWith(again, { key, factorId, as: { counter: 0 } })).error).toBeNull()
  })

  it('is removed by a session that has shown a factor, and lowers what it had raised', async () => {
    const { owner, client, factorId } = await keyholder()
    const refused = await client.auth.mfa.unenroll({ factorId })
    expect(refused.error).toMatchObject({ status: 422, code: 'insufficient_aal' })
    expect((await owner.auth.mfa.unenroll({ factorId })).error).toBeNull()
    await owner.auth.refreshSession()
    const { aal, amr } = await claimsOf(owner)
    expect({ aal, amr }).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  })

  it('stands beside an app: either raises the session', async () => {
    const { owner, email } = await keyholder()
    const { data } = await owner.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
    if (data?.type !== 'totp') throw new Error('no app')
    const code = () => auth.appCode(data.totp.secret)
    expect((await owner.auth.mfa.challengeAndVerify({ factorId: data.id, code: code() })).error).toBeNull()
    auth.clock.advance(30)
    const client = await signIn(email)
    expect((await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: code() })).error).toBeNull()
    expect(await claimsOf(client)).toMatchObject({ aal: 'aal2' })
  })
})

describe('a registration is refused', () => {
  const wrong: Record<string, Deviation> = {
    'made on another site': { origin: 'https://site.test.example.com' },
    'made on another port of the site': { origin: 'http://site.test:8080' },
    'for another site': { rpId: 'example.com' },
    'that answers another challenge': { challenge: Buffer.alloc(32, 1).toString('base64url') },
    'without a check of who holds the key': { userVerified: false },
    'out of a frame in another site': { crossOrigin: true },
  }
  it.each(Object.entries(wrong))('%s', async (_, as) => {
    const client = await auth.person(newEmail())
    const { outcome } = await register(client, { as })
    expect(outcome.error).toMatchObject(failed)
    expect(await claimsOf(client)).toMatchObject({ aal: 'aal1' })
    expect((await client.auth.mfa.listFactors()).data?.webauthn).toEqual([])
  })

  it('of a key that is registered already, for the same account or another', async () => {
    const { owner, key } = await keyholder()
    const twice = await register(owner, { key, name: 'Once more' })
    expect(twice.outcome.error).toMatchObject({ status: 422, code: 'webauthn_credential_exists' })
    const other = await register(await auth.person(newEmail()), { key })
    expect(other.outcome.error).toMatchObject({ status: 422, code: 'webauthn_credential_exists' })
  })

  it('with certificates, before any address in them is called', async () => {
    let calls = 0
    const listener = createServer((_, response) => {
      calls += 1
      response.end()
    })
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
    try {
      const { port } = listener.address() as AddressInfo
      const certificate = Buffer.from(`http://127.0.0.1:${port}/list.crl`)
      const { outcome } = await register(await auth.person(newEmail()), { as: { certificate } })
      expect(outcome.error).toMatchObject(failed)
      expect(calls).toBe(0)
    } finally {
      listener.close()
    }
  })

  it('to the password alone, once the account has a factor', async () => {
    const { client } = await keyholder()
    const { error } = await client.auth.mfa.webauthn.enroll({ friendlyName: 'Mine' })
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  })

  it('to the password alone, though it was begun while the account had no factor', async () => {
    const email = newEmail()
    const owner = await auth.person(email)
    const thief = await signIn(email)
    const factorId = await enroll(thief, 'Mine')
    const { data } = await owner.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
    if (data?.type !== 'totp') throw new Error('no app')
    const code = auth.appCode(data.totp.secret)
    expect((await owner.auth.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull()

    const back = await signIn(email)
    const requested = await challenge(back, factorId)
    const answer = new Authenticator(siteUrl).create(publicKeyOf(requested))
    const { error } = await verify(back, { factorId, requested, answer })
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  })

  it('where passkeys are not switched on, as in any project that does not say so', async () => {
    const plain = await startAuth()
    try {
      const client = await plain.person('ada@example.com')
      const { error } = await client.auth.mfa.webauthn.enroll({ friendlyName: 'Key' })
      expect(error).toMatchObject({ status: 422, code: 'mfa_webauthn_enroll_not_enabled' })
    } finally {
      await plain.close()
    }
  })
})

describe('an answer is refused', () => {
  const wrong: Record<string, Deviation> = {
    'that was relayed: signed for another site': { origin: 'https://site-test.example.com' },
    'for another site’s id': { rpId: 'example.com' },
    'to another challenge': { challenge: Buffer.alloc(32, 1).toString('base64url') },
    'without a check of who holds the key': { userVerified: false },
    'out of a frame in another site': { crossOrigin: true },
    'that names another account': { userHandle: '00000000-0000-4000-8000-000000000000' },
  }
  it.each(Object.entries(wrong))('%s', async (_, as) => {
    const { client, key, factorId } = await keyholder()
    expect((await answerWith(client, { key, factorId, as })).error).toMatchObject(failed)
    expect(await claimsOf(client)).toMatchObject({ aal: 'aal1' })
  })

  it('of a copy of the key, whose count stands still', async () => {
    const { client, key, factorId, email } = await keyholder()
    expect((await answerWith(client, { key, factorId, as: { counter: 5 } })).error).toBeNull()
    const thief = await signIn(email)
    for (const counter of [5, 4, 0])
      expect((await answerWith(thief, { key, factorId, as: { counter } })).error).toMatchObject(failed)
  })

  it('of another key, also one of another account', async () => {
    const { client, factorId } = await keyholder()
    const stranger = await keyholder()
    const { error } = await answerWith(client, { key: stranger.key, factorId })
    expect(error).toMatchObject(failed)
    const theirs = await client.auth.mfa.challenge({
      factorId: stranger.factorId,
      webauthn: { rpId, rpOrigins },
    })
    expect(theirs.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    const requested = await challenge(stranger.client, stranger.factorId)
    const answer = stranger.key.get(publicKeyOf(requested))
    const elsewhere = await verify(client, { factorId: stranger.factorId, requested, answer })
    expect(elsewhere.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    expect(await claimsOf(client)).toMatchObject({ aal: 'aal1' })
  })

  it('with another key under the right key’s name', async () => {
    const { client, key, factorId } = await keyholder()
    const requested = await challenge(client, factorId)
    const { id, rawId } = key.get(publicKeyOf(requested))
    const forged = { ...new Authenticator(siteUrl).get(publicKeyOf(requested)), id, rawId }
    expect((await verify(client, { factorId, requested, answer: forged })).error).toMatchObject(failed)
  })

  it('a second time, and after any answer to the same challenge', async () => {
    const { client, key, factorId, email } = await keyholder()
    const requested = await challenge(client, factorId)
    const answer = key.get(publicKeyOf(requested))
    expect((await verify(client, { factorId, requested, answer })).error).toBeNull()
    const thief = await signIn(email)
    expect((await verify(thief, { factorId, requested, answer })).error).toMatchObject({ status: 422 })
    // A fresh signature of the right key does not revive a challenge that was answered wrongly.
    const next = await challenge(thief, factorId)
    const bad = key.get(publicKeyOf(next), { userVerified: false })
    expect((await verify(thief, { factorId, requested: next, answer: bad })).error).toMatchObject(failed)
    const good = key.get(publicKeyOf(next))
    expect((await verify(thief, { factorId, requested: next, answer: good })).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_not_found',
    })
    expect(await claimsOf(thief)).toMatchObject({ aal: 'aal1' })
  })

  it('to a challenge that has expired', async () => {
    const { client, key, factorId } = await keyholder()
    const requested = await challenge(client, factorId)
    auth.clock.advance(301)
    const { error } = await verify(client, {
      factorId,
      requested,
      answer: key.get(publicKeyOf(requested)),
    })
    expect(error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' })
  })

  it('to the challenge of a registration, once the key is known', async () => {
    const email = newEmail()
    const client = await auth.person(email)
    const factorId = await enroll(client)
    const [requested, left] = [await challenge(client, factorId), await challenge(client, factorId)]
    const answer = new Authenticator(siteUrl).create(publicKeyOf(requested))
    expect((await verify(client, { factorId, requested, answer })).error).toBeNull()
    const another = new Authenticator(siteUrl).create(publicKeyOf(left))
    expect((await verify(client, { factorId, requested: left, answer: another })).error).toMatchObject(failed)
  })

  it('too often: the account has to wait, for its codes too', async () => {
    const { client, key, factorId } = await keyholder()
    const errors = []
    for (let n = 0; n < 12; n += 1)
      errors.push((await answerWith(client, { key, factorId, as: { userVerified: false } })).error?.status)
    expect(errors.at(-1)).toBe(429)
  })

  it('of a shape that is none', async () => {
    const { client, factorId } = await keyholder()
    const authorization = `Bearer ${await auth.tokenOf(client)}`
    const send = async (webauthn: unknown) => {
      const requested = await challenge(client, factorId)
      const body = { challenge_id: requested.id, webauthn }
      return (await auth.post(`/factors/${factorId}/verify`, body, { authorization })).status
    }
    expect(await send(undefined)).toBe(400)
    expect(await send({ type: 'get', credential_response: {} })).toBe(400)
    expect(await send({ type: 'request', credential_response: null })).toBe(422)
    expect(await send({ type: 'create', credential_response: { id: 1 } })).toBe(422)
    expect(await send('key')).toBe(400)
  })

  it('by a code, and a passkey by an app', async () => {
    const { client, factorId } = await keyholder()
    const requested = await challenge(client, factorId)
    const { error } = await client.auth.mfa.verify({ factorId, challengeId: requested.id, code: '123456' })
    expect(error).toMatchObject({ status: 400 })
  })
})

it('names the site by its settings, whatever the request says', async () => {
  const { client, factorId } = await keyholder()
  const { data } = await client.auth.mfa.challenge({
    factorId,
    webauthn: { rpId: 'example.com', rpOrigins: ['https://example.com'] },
  })
  expect(data?.webauthn.credential_options.publicKey).toMatchObject({ rpId })
})
