// Accounts without an address, where the operator allows them, and how they become lasting ones.
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { goodPassword, startAuth } from './harness.ts'

const auth = await startAuth({
  anonymousSignInEnabled: true,
  limits: { anonymousPerClient: { count: 5, windowSeconds: 3600 } },
})
afterAll(() => auth.close())

async function visitor() {
  const client = auth.client()
  const { data, error } = await client.auth.signInAnonymously({ options: { data: { cart: 'yams' } } })
  if (error) throw error
  return { client, ...data }
}

describe('a visitor without an address', () => {
  it('gets no password before an address', async () => {
    const { client } = await visitor()
    const { error } = await client.auth.updateUser({ password: goodPassword })
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' })
  })

  it('has an account, and is marked in the token', async () => {
    const { client, user } = await visitor()
    expect(user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { cart: 'yams' } })
    expect(user?.identities).toEqual([])
    await client.auth.refreshSession()
    expect(decodeJwt(await auth.tokenOf(client))).toMatchObject({
      is_anonymous: true,
      role: 'authenticated',
      amr: [{ method: 'anonymous' }],
    })
  })

  it('becomes a lasting member by an address that is confirmed', async () => {
    const { client, user } = await visitor()
    const email = 'lasting@example.com'
    expect((await client.auth.updateUser({ email, password: goodPassword })).error).toBeNull()
    expect((await client.auth.getUser()).data.user).toMatchObject({ is_anonymous: true, email: '' })
    await auth.follow(auth.lastMail('email_change', email).url)
    const { data } = await auth.client().auth.signInWithPassword({ email, password: goodPassword })
    expect(data.user).toMatchObject({
      id: user?.id,
      email,
      is_anonymous: false,
      identities: [{ provider: 'email' }],
      app_metadata: { provider: 'email', providers: ['email'] },
    })
  })

  it('has its address at once where nothing is confirmed', async () => {
    const open = await startAuth({ anonymousSignInEnabled: true, autoconfirm: true })
    try {
      const client = open.client()
      await client.auth.signInAnonymously()
      const email = 'at.once@example.com'
      const { data, error } = await client.auth.updateUser({ email })
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email, is_anonymous: false, identities: [{ provider: 'email' }] })
      const other = open.client()
      await other.auth.signInAnonymously()
      expect((await other.auth.updateUser({ email })).error).toMatchObject({
        status: 422,
        code: 'email_exists',
      })
    } finally {
      await open.close()
    }
  })

  it('does not take the address of a member', async () => {
    const { client } = await visitor()
    const { error } = await client.auth.updateUser({ email: 'lasting@example.com' })
    expect(error).toMatchObject({ code: 'email_exists' })
  })

  it('is one of a few from one connection', async () => {
    auth.visitFrom('198.51.100.7')
    const codes = []
    for (let n = 0; n < 6; n += 1) codes.push((await auth.client().auth.signInAnonymously()).error?.code)
    expect(codes).toEqual([...Array(5).fill(undefined), 'over_request_rate_limit'])
  })
})
