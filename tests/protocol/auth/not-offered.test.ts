// What the protocol knows and this application does not offer is refused in the words that upstream documents.
import { afterAll, describe, expect, it } from 'vitest'
import { goodPassword, startAuth } from './harness.ts'

const auth = await startAuth()
afterAll(() => auth.close())

const phone = '+2348031234567'

describe('is refused', () => {
  it('single sign-on', async () => {
    const { error } = await auth.client().auth.signInWithSSO({ domain: 'company.example.com' })
    expect(error).toMatchObject({
      status: 404,
      code: 'saml_provider_disabled',
      message: 'SAML 2.0 is disabled',
    })
  })

  it('a token of another issuer', async () => {
    const { error } = await auth.client().auth.signInWithIdToken({ provider: 'google', token: 'a.b.c' })
    expect(error).toMatchObject({ status: 400, code: 'provider_disabled' })
    for (const body of [{}, { id_token: 'a.b.c' }, { id_token: 'a.b.c', issuer: 'https://x.example.com' }])
      expect((await auth.post('/token?grant_type=id_token', body)).status).toBe(400)
  })

  it('a wallet', async () => {
    for (const chain of ['solana', 'ethereum']) {
      const response = await auth.post('/token?grant_type=web3', { chain, message: 'x', signature: 'y' })
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ error_code: 'web3_provider_disabled' })
    }
  })

  it('a telephone, wherever it is given', async () => {
    const client = auth.client()
    const disabled = { status: 400, code: 'phone_provider_disabled' }
    const person = await auth.person('ada@example.com')
    for (const { error } of [
      await client.auth.signUp({ phone, password: goodPassword }),
      await client.auth.signInWithPassword({ phone, password: goodPassword }),
      await client.auth.signInWithOtp({ phone }),
      await client.auth.verifyOtp({ phone, token: '123456', type: 'sms' }),
      await client.auth.resend({ phone, type: 'sms' }),
      await person.auth.updateUser({ phone }),
    ])
      expect(error).toMatchObject(disabled)
  })

  it('an account without an address', async () => {
    const { error } = await auth.client().auth.signInAnonymously()
    expect(error).toMatchObject({
      status: 422,
      code: 'anonymous_provider_disabled',
      message: 'Anonymous sign-ins are disabled',
    })
    expect(await auth.sql('select 1 from auth.users where is_anonymous')).toEqual([])
  })

  it.each([
    ['POST', '/oauth/token'],
    ['GET', '/admin/oauth/clients'],
    ['POST', '/passkeys/authentication/options'],
    ['GET', '/user/oauth/grants'],
    ['POST', '/sso/saml/acs'],
  ])('%s %s, which is not there at all', async (method, path) => {
    const response = await fetch(`${auth.url}/auth/v1${path}`, {
      method,
      headers: { apikey: auth.keys.publishableKey },
    })
    expect(response.status).toBe(404)
  })
})
