// Who a request's headers make it: keys and tokens in their places, and every forgery refused.
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, exportJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { testSecret } from '#tests/harness/postgres.ts'
import { startAuth } from './harness.ts'

let claims: JWTPayload

const auth = await startAuth()
const client = await auth.person('ada@example.com')
const userToken = (await client.auth.getSession()).data.session?.access_token ?? ''
claims = decodeJwt(userToken)
afterAll(() => auth.close())

const secret = (text = testSecret) => new TextEncoder().encode(text)
const hs256 = (payload: JWTPayload, key = secret(), header: Record<string, string> = {}) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'HS256', ...header }).sign(key)
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const bearer = (token: string) =>
  auth.verifyCaller({ apikey: auth.keys.publishableKey, authorization: `Bearer ${token}` })

describe('keys', () => {
  it.each([
    ['publishableKey', 'anon'],
    ['anonKey', 'anon'],
    ['secretKey', 'service_role'],
    ['serviceRoleKey', 'service_role'],
  ] as const)('the %s makes the caller %s, alone or repeated as Bearer', async (name, role) => {
    const apikey = auth.keys[name]
    const caller = { role, claims: JSON.stringify({ role }) }
    expect(await auth.verifyCaller({ apikey })).toEqual(caller)
    expect(await auth.verifyCaller({ apikey, authorization: `Bearer ${apikey}` })).toEqual(caller)
    expect(await auth.verifyCaller({ apikey, authorization: 'Basic c3RhZ2luZzpvbmx5' })).toEqual(caller)
  })

  it('are written as the client library and the dashboards know them', () => {
    expect(auth.keys.publishableKey).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/)
    expect(auth.keys.secretKey).toMatch(/^sb_secret_[\w-]{22}_[\w-]{8}$/)
    expect(decodeJwt(auth.keys.anonKey).role).toBe('anon')
    expect(decodeJwt(auth.keys.serviceRoleKey).role).toBe('service_role')
  })

  it.each([
    ['no key', undefined],
    ['an empty key', ''],
    ['a wrong key', 'sb_publishable_AAAAAAAAAAAAAAAAAAAAAA_BBBBBBBB'],
    ['a secret key that is one letter off', 'sb_secret_x'],
  ])('%s is refused, whatever the Bearer says', async (_what, apikey) => {
    for (const authorization of [undefined, `Bearer ${userToken}`, `Bearer ${auth.keys.secretKey}`])
      await expect(auth.verifyCaller({ apikey, authorization })).rejects.toMatchObject({ status: 401 })
  })

  it('are not replaced by a user token', async () => {
    await expect(auth.verifyCaller({ apikey: userToken })).rejects.toMatchObject({
      message: 'Invalid API key',
    })
  })
})

describe('the token of a signed-in person', () => {
  it('makes the caller that person', async () => {
    const caller = await bearer(userToken)
    expect(caller.role).toBe('authenticated')
    expect(JSON.parse(caller.claims)).toEqual(claims)
  })

  it('counts over the secret key beside it', async () => {
    const caller = await auth.verifyCaller({
      apikey: auth.keys.secretKey,
      authorization: `Bearer ${userToken}`,
    })
    expect(caller.role).toBe('authenticated')
  })

  it('is refused when its time is over, although it was seen before', async () => {
    const other = await startAuth()
    try {
      const client = await other.person('late@example.com')
      const token = (await client.auth.getSession()).data.session?.access_token
      const request = () =>
        other.verifyCaller({ apikey: other.keys.anonKey, authorization: `Bearer ${token}` })
      expect((await request()).role).toBe('authenticated')
      other.clock.advance(3599)
      expect((await request()).role).toBe('authenticated')
      other.clock.advance(2)
      await expect(request()).rejects.toMatchObject({ code: 'PGRST303', message: 'JWT expired' })
      await expect(request()).rejects.toMatchObject({ code: 'PGRST303', message: 'JWT expired' })
    } finally {
      await other.close()
    }
  })
})

describe('a forged token is refused', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it.each(['none', 'None', 'NONE', ''])('without a signature (alg %j)', async (alg) => {
    const body = encode({ ...claims, role: 'service_role' })
    await expect(bearer(`${encode({ alg, typ: 'JWT' })}.${body}.`)).rejects.toMatchObject({ status: 401 })
    await expect(bearer(`${encode({ alg, typ: 'JWT' })}.${body}.x`)).rejects.toMatchObject({ status: 401 })
  })

  it('signed with another secret', async () => {
    const token = await hs256(
      { ...claims, exp: inAnHour() },
      secret('another secret of thirty-two characters'),
    )
    await expect(bearer(token)).rejects.toMatchObject({ code: 'PGRST301' })
  })

  it('signed with the published key as if it were a secret', async () => {
    const response = await fetch(`${auth.url}/auth/v1/.well-known/jwks.json`)
    const { keys } = (await response.json()) as { keys: JWK[] }
    const kid = keys[0]?.kid ?? ''
    for (const key of [JSON.stringify(keys[0]), keys[0]?.x ?? '', JSON.stringify({ keys })]) {
      const signed = `${encode({ alg: 'HS256', kid })}.${encode({ ...claims, role: 'service_role' })}`
      const signature = createHmac('sha256', key).update(signed).digest('base64url')
      await expect(bearer(`${signed}.${signature}`)).rejects.toMatchObject({ code: 'PGRST301' })
    }
  })

  it('signed with a key of its own that it names or carries', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = { ...(await exportJWK(publicKey)), kid: 'mine' }
    const kid = JSON.parse(Buffer.from(userToken.split('.')[0] ?? '', 'base64url').toString()).kid
    for (const header of [{ kid: 'mine' }, { kid }, { jwk }, { jku: 'https://evil.example.net/jwks.json' }]) {
      const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...header }).sign(privateKey)
      await expect(bearer(token)).rejects.toMatchObject({ status: 401 })
    }
  })

  it('with a changed claim under a genuine signature', async () => {
    const [header, , signature] = userToken.split('.')
    const token = `${header}.${encode({ ...claims, role: 'service_role' })}.${signature}`
    await expect(bearer(token)).rejects.toMatchObject({ code: 'PGRST301' })
  })

  it.each([
    ['not yet valid', { nbf: inAnHour() }, 'PGRST303'],
    ['over', { exp: Math.floor(Date.now() / 1000) - 3600 }, 'PGRST303'],
    ['without an end', { exp: undefined }, 'PGRST303'],
    ['for another audience', { aud: 'another-service' }, 'PGRST303'],
    ['for no audience', { aud: undefined }, 'PGRST303'],
    ['of an unknown role', { role: 'postgres' }, 'PGRST301'],
    ['of the auth service itself', { role: 'supabase_auth_admin' }, 'PGRST301'],
    ['of no role', { role: undefined }, 'PGRST301'],
    ['oversized', { filler: 'x'.repeat(9_200) }, 'PGRST301'],
  ])('that is genuine but %s', async (_what, change, code) => {
    const token = await hs256({ ...claims, exp: inAnHour(), ...change })
    await expect(bearer(token)).rejects.toMatchObject({ status: 401, code })
    // Auth itself has no use for the role: it acts for the person that the token names, in the token's time.
    if ('role' in change) return
    const response = await fetch(`${auth.url}/auth/v1/user`, {
      headers: { apikey: auth.keys.publishableKey, authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error_code: 'bad_jwt' })
  })

  it.each(['abc', 'a.b.c', '..', 'ey.ey.ey', 'x'.repeat(100_000)])(
    'that is no token at all',
    async (token) => {
      await expect(bearer(token)).rejects.toMatchObject({ status: 401 })
    },
  )

  it('while a token made by hand with the secret is taken', async () => {
    const token = await hs256({
      sub: claims.sub ?? '',
      role: 'authenticated',
      aud: 'authenticated',
      exp: inAnHour(),
    })
    expect((await bearer(token)).role).toBe('authenticated')
  })
})

describe('signing keys', () => {
  it('may be the plain secret', async () => {
    const plain = await startAuth({ signingKeys: [] })
    try {
      const client = await plain.person('ada@example.com')
      const token = (await client.auth.getSession()).data.session?.access_token ?? ''
      expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toEqual({
        alg: 'HS256',
        typ: 'JWT',
      })
      const response = await fetch(`${plain.url}/auth/v1/.well-known/jwks.json`)
      expect(await response.json()).toEqual({ keys: [] })
      expect((await client.auth.getUser()).error).toBeNull()
    } finally {
      await plain.close()
    }
  })

  it('are changed without signing anybody out: the new one signs, the old one still verifies', async () => {
    const makeKey = async (kid: string): Promise<JWK> => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      return { ...(await exportJWK(privateKey)), alg: 'ES256', kid }
    }
    const [older, newer] = [await makeKey('2025'), await makeKey('2026')]
    const before = await startAuth({ signingKeys: [older] })
    const after = await before.restart({ signingKeys: [newer, older] })
    try {
      const signedIn = await before.person('ada@example.com')
      const session = (await signedIn.auth.getSession()).data.session ?? {
        access_token: '',
        refresh_token: '',
      }
      const client = after.client()
      expect((await client.auth.setSession(session)).error).toBeNull()
      expect((await client.auth.getUser()).data.user?.email).toBe('ada@example.com')
      expect((await client.auth.getClaims()).data?.header.kid).toBe('2025')

      const { data } = await client.auth.refreshSession()
      const claims = await client.auth.getClaims()
      expect(claims.data).toMatchObject({ header: { kid: '2026', alg: 'ES256' }, claims: { aal: 'aal1' } })
      const published = await fetch(`${after.url}/auth/v1/.well-known/jwks.json`)
      const { keys } = (await published.json()) as { keys: JWK[] }
      expect(keys.map(({ kid }) => kid)).toEqual(['2026', '2025'])
      expect(JSON.stringify(keys)).not.toContain('"d"')

      const authorization = `Bearer ${data.session?.access_token}`
      await expect(before.verifyCaller({ apikey: before.keys.anonKey, authorization })).rejects.toMatchObject(
        { status: 401 },
      )
    } finally {
      await after.close()
      await before.close()
    }
  })
})
