// Where the services are hardened: a new password demands the present one, a first factor it or a mailed code, and
// every change is mailed. Beside it, that a project as upstream serves it demands neither.
import { afterAll, describe, expect, it } from 'vitest'
import { type AuthHarness, goodPassword, startAuth } from './harness.ts'

let people = 0
const newEmail = () => `proof.${++people}@example.com`
const newPassword = 'Entirely5different'
const wrong = { status: 400, code: 'current_password_invalid' }

const auth = await startAuth(
  { requireCurrentPassword: true, reauthenticateFirstFactor: true, securityNotices: true },
  undefined,
  { sendsSms: true },
)
afterAll(() => auth.close())

const noticesTo = (to: string) =>
  auth.mails.filter((mail) => mail.to === to && mail.userId !== undefined).map(({ kind }) => kind)
const enroll = async (client: Awaited<ReturnType<AuthHarness['person']>>, friendlyName = 'Phone') =>
  client.auth.mfa.enroll({ factorType: 'totp', friendlyName })

/** Enrolled after the present password was shown; the session is aal2 afterwards. */
async function protectedPerson(email = newEmail()) {
  const client = await auth.person(email)
  expect((await client.auth.updateUser({ current_password: goodPassword })).error).toBeNull()
  const { data } = await enroll(client)
  const [factorId, secret] = [data?.id ?? '', data?.totp.secret ?? '']
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: auth.appCode(secret) })
  expect(error).toBeNull()
  auth.clock.advance(30)
  return { client, email, factorId, secret }
}

describe('a new password', () => {
  it('is refused without the present one, however new the session is', async () => {
    const client = await auth.person(newEmail())
    expect((await client.auth.updateUser({ password: newPassword })).error).toMatchObject({
      status: 400,
      code: 'current_password_required',
    })
  })

  it('is refused with a wrong one, and guesses are counted with those of the sign-in', async () => {
    const email = newEmail()
    const client = await auth.person(email)
    const guess = () => client.auth.updateUser({ password: newPassword, current_password: 'Guessed-2026' })
    const right = { password: newPassword, current_password: goodPassword }
    for (let tried = 0; tried < 5; tried += 1) expect((await guess()).error).toMatchObject(wrong)
    expect((await guess()).error).toMatchObject({ status: 429 })
    expect((await client.auth.updateUser(right)).error).toMatchObject({ status: 429 })
    const signIn = await auth.client().auth.signInWithPassword({ email, password: goodPassword })
    expect(signIn.error).toMatchObject({ status: 429 })
    auth.clock.advance(300)
    expect((await client.auth.updateUser(right)).error).toBeNull()
    expect(noticesTo(email)).toEqual(['password_changed'])
  })

  it('is taken without it in the session of a recovery link, within an hour and once', async () => {
    const email = newEmail()
    await auth.person(email)
    const recovered = async () => {
      await auth.client().auth.resetPasswordForEmail(email)
      const { fragment } = await auth.follow(auth.lastMail('recovery', email).url)
      const client = auth.client()
      await client.auth.setSession({
        access_token: fragment.get('access_token') ?? '',
        refresh_token: fragment.get('refresh_token') ?? '',
      })
      return client
    }
    const late = await recovered()
    auth.clock.advance(3601)
    await late.auth.refreshSession()
    expect((await late.auth.updateUser({ password: newPassword })).error).toMatchObject({
      code: 'current_password_required',
    })
    const client = await recovered()
    expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
    expect((await client.auth.updateUser({ password: `${newPassword}-2` })).error).toMatchObject({
      code: 'current_password_required',
    })
  })

  it('demands the present one in a session of any other mailed code', async () => {
    const email = newEmail()
    await auth.person(email)
    await auth.client().auth.signInWithOtp({ email })
    const client = auth.client()
    const token = auth.lastMail('magiclink', email).code
    expect((await client.auth.verifyOtp({ email, token, type: 'magiclink' })).error).toBeNull()
    expect((await client.auth.updateUser({ password: newPassword })).error).toMatchObject({
      code: 'current_password_required',
    })
  })

  it('is the first of an account that has none, and needs no other; of two at once one is taken', async () => {
    const email = newEmail()
    const client = await auth.person(email)
    await auth.sql('update auth.users set encrypted_password = null where email = $1', [email])
    const both = await Promise.all([
      client.auth.updateUser({ password: newPassword }),
      client.auth.updateUser({ password: `${newPassword}-2` }),
    ])
    expect(both.map(({ error }) => error?.code ?? 'taken').sort()).toEqual([
      expect.stringMatching(/^current_password_/),
      'taken',
    ])
  })
})

describe('a first factor', () => {
  it('is refused to anyone who has signed in and shows nothing more', async () => {
    const client = await auth.person(newEmail())
    expect((await enroll(client)).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  })

  it('is refused after a wrong password, and ten minutes after the right one', async () => {
    const client = await auth.person(newEmail())
    expect((await client.auth.updateUser({ current_password: 'Guessed-2026' })).error).toMatchObject(wrong)
    expect((await enroll(client)).error).toMatchObject({ code: 'reauthentication_needed' })
    expect((await client.auth.updateUser({ current_password: goodPassword })).error).toBeNull()
    auth.clock.advance(601)
    expect((await enroll(client)).error).toMatchObject({ code: 'reauthentication_needed' })
  })

  it('is opened by the password in this session alone', async () => {
    const email = newEmail()
    const client = await auth.person(email)
    const thief = auth.client()
    await thief.auth.signInWithPassword({ email, password: goodPassword })
    expect((await client.auth.updateUser({ current_password: goodPassword })).error).toBeNull()
    expect((await enroll(thief)).error).toMatchObject({ code: 'reauthentication_needed' })
    expect((await enroll(client)).error).toBeNull()
  })

  it('is opened by a mailed code, which is good once', async () => {
    const email = newEmail()
    const client = await auth.person(email)
    await client.auth.reauthenticate()
    const nonce = auth.lastMail('reauthentication', email).code
    const other = nonce.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10))
    expect((await client.auth.updateUser({ nonce: other })).error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
    })
    expect((await client.auth.updateUser({ nonce })).error).toBeNull()
    expect((await enroll(client)).error).toBeNull()
    expect((await client.auth.updateUser({ nonce })).error).toMatchObject({
      code: 'reauthentication_not_valid',
    })
  })

  it('is followed by a second one without that, by aal2', async () => {
    const { client } = await protectedPerson()
    auth.clock.advance(3600)
    await client.auth.refreshSession()
    expect((await enroll(client, 'Tablet')).error).toBeNull()
  })
})

describe('the owner is mailed', () => {
  it('that a factor was added and removed, and each time that recovery codes are made, used and removed', async () => {
    const { client, email, factorId } = await protectedPerson()
    const at = auth.clock.now()
    await client.auth.mfa.recoveryCodes.generate()
    const { data } = await client.auth.mfa.recoveryCodes.regenerate()
    const other = auth.client()
    await other.auth.signInWithPassword({ email, password: goodPassword })
    const { error } = await other.auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })
    expect(error).toBeNull()
    expect((await other.auth.mfa.recoveryCodes.unenroll()).error).toBeNull()
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect(noticesTo(email)).toEqual([
      'factor_added',
      'recovery_codes_made',
      'recovery_codes_made',
      'recovery_code_used',
      'recovery_codes_removed',
      'factor_removed',
    ])
    expect(auth.lastMail('recovery_codes_made', email)).toMatchObject({
      happenedAt: at,
      userId: expect.any(String),
    })
  })

  it('that a factor was removed by an administrator', async () => {
    const { client, email, factorId } = await protectedPerson()
    const userId = (await client.auth.getUser()).data.user?.id ?? ''
    const admin = auth.client({ key: auth.keys.secretKey })
    expect((await admin.auth.admin.mfa.deleteFactor({ id: factorId, userId })).error).toBeNull()
    expect(noticesTo(email).at(-1)).toBe('factor_removed')
  })

  it('at the old and at the new address, that the address was changed', async () => {
    const [email, next] = [newEmail(), newEmail()]
    const client = await auth.person(email)
    expect((await client.auth.updateUser({ email: next })).error).toBeNull()
    for (const to of [email, next]) await auth.follow(auth.lastMail('email_change', to).url)
    expect([noticesTo(email), noticesTo(next)]).toEqual([['email_changed'], ['email_changed']])
  })

  it('that an administrator changed address, password and number, and that the number was changed', async () => {
    const [email, next] = [newEmail(), newEmail()]
    const client = await auth.person(email)
    const userId = (await client.auth.getUser()).data.user?.id ?? ''
    const phone = '2348031234599'
    expect((await client.auth.updateUser({ phone: `+${phone}` })).error).toBeNull()
    const token = auth.sms.flatMap((sms) => ('code' in sms ? [sms.code] : [])).at(-1) ?? ''
    await client.auth.verifyOtp({ phone: `+${phone}`, token, type: 'phone_change' })
    expect(noticesTo(email)).toEqual(['phone_changed'])
    const admin = auth.client({ key: auth.keys.secretKey })
    const changes = { email: next, password: newPassword, phone: '2348031234598', email_confirm: true }
    expect((await admin.auth.admin.updateUserById(userId, changes)).error).toBeNull()
    expect(noticesTo(email)).toEqual(['phone_changed', 'email_changed'])
    expect(noticesTo(next)).toEqual(['email_changed', 'password_changed', 'phone_changed'])
  })
})

it('a project as upstream serves it demands neither, and sends no notice but of a new password', async () => {
  const plain = await auth.restart({
    requireCurrentPassword: false,
    reauthenticateFirstFactor: false,
    securityNotices: false,
  })
  const email = newEmail()
  await auth.person(email)
  const client = plain.client()
  await client.auth.signInWithPassword({ email, password: goodPassword })
  expect((await client.auth.updateUser({ current_password: 'Guessed-2026' })).error).toBeNull()
  expect((await enroll(client)).error).toBeNull()
  expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
  expect(auth.mails.filter(({ to }) => to === email).map(({ kind }) => kind)).toEqual(['password_changed'])
  await plain.close()
})
