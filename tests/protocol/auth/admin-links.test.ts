import { afterAll, describe, expect, it } from 'vitest'
import { goodPassword, siteUrl, startAuth } from './harness.ts'

const auth = await startAuth()
const admin = auth.client({ key: auth.keys.secretKey }).auth.admin
afterAll(() => auth.close())

const member = async () => {
  const email = auth.newEmail()
  await auth.createUser({ email, password: goodPassword })
  return email
}
const signIn = (email: string, password = goodPassword) =>
  auth.client().auth.signInWithPassword({ email, password })
const redirectTo = `${siteUrl}/auth`

describe('an invitation', () => {
  it('is not sent to members, nor to what is no address', async () => {
    expect((await admin.inviteUserByEmail(await member())).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
    expect((await admin.inviteUserByEmail('none')).error).toMatchObject({ code: 'validation_failed' })
    expect(auth.mails).toEqual([])
  })

  it('is accepted by its link, and the person chooses a password', async () => {
    const email = auth.newEmail()
    const { data, error } = await admin.inviteUserByEmail(email, {
      redirectTo,
      data: { full_name: 'Bola Ade' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, invited_at: expect.any(String) })
    expect((await signIn(email, '')).error).toBeTruthy()
    const landing = await auth.follow(auth.lastMail('invite', email).url)
    expect(landing.to).toBe(redirectTo)
    expect(landing.fragment.get('type')).toBe('invite')
    const client = auth.client()
    await client.auth.setSession({
      access_token: landing.fragment.get('access_token') ?? '',
      refresh_token: landing.fragment.get('refresh_token') ?? '',
    })
    expect((await client.auth.updateUser({ password: goodPassword })).error).toBeNull()
    expect((await signIn(email)).data.user?.user_metadata.full_name).toBe('Bola Ade')
    const [entry] = await auth.sql(
      `select 1 from auth.audit_log_entries where payload ->> 'action' = 'invite_accepted'`,
    )
    expect(entry).toBeDefined()
  })

  it('is accepted by its code', async () => {
    const email = auth.newEmail()
    await admin.inviteUserByEmail(email)
    const { code } = auth.lastMail('invite', email)
    const { data } = await auth.client().auth.verifyOtp({ email, token: code, type: 'invite' })
    expect(data.user?.email_confirmed_at).toBeTruthy()
  })

  it('sent again voids the first', async () => {
    const email = auth.newEmail()
    await admin.inviteUserByEmail(email)
    const first = auth.lastMail('invite', email).url
    await admin.inviteUserByEmail(email)
    expect((await auth.follow(first)).fragment.get('error_code')).toBe('otp_expired')
    expect((await auth.follow(auth.lastMail('invite', email).url)).fragment.has('access_token')).toBe(true)
  })

  it('rids the account of a password that a user chose before', async () => {
    const email = auth.newEmail()
    await auth.client().auth.signUp({ email, password: 'Planted1password' })
    await admin.inviteUserByEmail(email)
    await auth.follow(auth.lastMail('invite', email).url)
    expect((await signIn(email, 'Planted1password')).error?.code).toBe('invalid_credentials')
  })
})

describe('a link is not made', () => {
  it('of a kind that does not exist', async () => {
    const { error } = await admin.generateLink({ type: 'sms' as 'recovery', email: auth.newEmail() })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it.each(['recovery', 'email_change_current', 'email_change_new'] as const)(
    '(%s) for a person who is not there',
    async (type) => {
      const { error } = await admin.generateLink({ type, email: auth.newEmail(), newEmail: auth.newEmail() })
      expect(error).toMatchObject({ status: 404, code: 'user_not_found' })
    },
  )

  it('for a member to sign up or be invited', async () => {
    const email = await member()
    const signup = await admin.generateLink({ type: 'signup', email, password: goodPassword })
    expect(signup.error).toMatchObject({ status: 422, code: 'email_exists' })
    const invite = await admin.generateLink({ type: 'invite', email })
    expect(invite.error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  it('to sign up without a good password', async () => {
    const none = await admin.generateLink({ type: 'signup', email: auth.newEmail(), password: '' })
    expect(none.error).toMatchObject({ code: 'validation_failed' })
    const weak = await admin.generateLink({ type: 'signup', email: auth.newEmail(), password: 'weak' })
    expect(weak.error).toMatchObject({ code: 'weak_password' })
  })

  it('to an address that somebody has', async () => {
    const [email, newEmail] = [await member(), await member()]
    const { error } = await admin.generateLink({ type: 'email_change_new', email, newEmail })
    expect(error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  it('to places that the operator does not allow', async () => {
    const { data } = await admin.generateLink({
      type: 'magiclink',
      email: await member(),
      options: { redirectTo: 'https://evil.example.net' },
    })
    expect(data.properties?.redirect_to).toBe(siteUrl)
  })
})

describe('a link', () => {
  it('of each kind is returned with its code and hash, and mails nobody', async () => {
    const before = auth.mails.length
    const kinds = [
      [{ type: 'signup', email: auth.newEmail(), password: goodPassword }, 'signup', 'signup'],
      [{ type: 'invite', email: auth.newEmail() }, 'invite', 'invite'],
      [{ type: 'magiclink', email: await member() }, 'magiclink', 'magiclink'],
      [{ type: 'recovery', email: await member() }, 'recovery', 'recovery'],
    ] as const
    for (const [params, verificationType, linkType] of kinds) {
      const { data, error } = await admin.generateLink({ ...params, options: { redirectTo } })
      expect(error).toBeNull()
      expect(data.user?.email).toBe(params.email)
      const { properties } = data
      expect(properties).toEqual({
        action_link: expect.stringContaining(`/auth/v1/verify?token=${properties?.hashed_token}`),
        email_otp: expect.stringMatching(/^\d{6}$/),
        hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
        redirect_to: redirectTo,
        verification_type: verificationType,
      })
      const landing = await auth.follow(properties?.action_link ?? '')
      expect(landing.to).toBe(redirectTo)
      expect(landing.fragment.get('type')).toBe(linkType)
      expect(landing.fragment.has('access_token')).toBe(true)
    }
    expect(auth.mails).toHaveLength(before)
  })

  it('works by its hash, or by its code', async () => {
    const email = await member()
    const { data } = await admin.generateLink({ type: 'magiclink', email })
    const { hashed_token: token_hash = '' } = data.properties ?? {}
    expect((await auth.client().auth.verifyOtp({ token_hash, type: 'email' })).error).toBeNull()
    const { email_otp: token = '' } =
      (await admin.generateLink({ type: 'recovery', email })).data.properties ?? {}
    expect((await auth.client().auth.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull()
  })

  it('to sign in, for a new user, is one to sign up', async () => {
    const email = auth.newEmail()
    const { data } = await admin.generateLink({ type: 'magiclink', email })
    expect(data.properties?.verification_type).toBe('signup')
    const landing = await auth.follow(data.properties?.action_link ?? '')
    expect(landing.fragment.has('access_token')).toBe(true)
  })

  it('to change an address needs both mailboxes', async () => {
    const [email, next] = [await member(), auth.newEmail()]
    const make = (type: 'email_change_current' | 'email_change_new') =>
      admin.generateLink({ type, email, newEmail: next })
    const current = (await make('email_change_current')).data.properties?.action_link ?? ''
    const fresh = (await make('email_change_new')).data.properties?.action_link ?? ''
    expect((await auth.follow(current)).fragment.get('message')).toContain('proceed to confirm')
    expect((await signIn(email)).error).toBeNull()
    expect((await auth.follow(fresh)).fragment.get('type')).toBe('email_change')
    expect((await signIn(next)).error).toBeNull()
  })

  it('to the current mailbox is refused where the new one is enough', async () => {
    const simple = await startAuth({ confirmChangeFromBothMailboxes: false })
    try {
      await simple.createUser({ email: 'a@example.com', password: goodPassword })
      const { error } = await simple.client({ key: simple.keys.secretKey }).auth.admin.generateLink({
        type: 'email_change_current',
        email: 'a@example.com',
        newEmail: 'b@example.com',
      })
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
    } finally {
      await simple.close()
    }
  })
})
