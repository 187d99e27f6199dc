/** /auth in a browser: every sentence of sign-in, sign-up and reset, and what links from mails lead to. */
import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accountMessages } from '#domain/account/accounts.ts'
import { mustWork, type Person } from '#tests/harness/app.ts'
import {
  expectPath,
  expectToast,
  fillSignIn,
  fillSignUp,
  holdCall,
  inventMember,
  letMailPausePass,
  openAuth,
  openMailLink,
  openTab,
  readPath,
  signIn,
  signUp,
  waitForMail,
  waitForMailLink,
} from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'

const stage = useStage()

/** Whose session this browser has stored. */
function readSignedIn(page: Page): Promise<string | undefined> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('house-auth') ?? 'null')?.user?.email)
}

describe('a form that asks for what is secret', () => {
  it.each([
    '/farmer-registration',
    '/poultry-training',
    '/investor-form/individual',
    '/buyer-form/individual',
  ])('%s names the account that it is sent from', async (path) => {
    const person = await stage.app.newPerson()
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto(path)
    await page.getByText(`You are sending this as ${person.email}.`).waitFor()
  })
})

/** A refusal without a word, as some proxies send it. */
const withoutReason = { status: 400, json: {} }

describe('signing in', () => {
  it('asks for both fields before it sends anything', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await page.getByRole('form', { name: 'Sign In' }).getByRole('button', { name: 'Sign In' }).click()
    await expectToast(page, 'Please fill in all fields')
    expect(await page.locator('#sign-in-email').evaluate((input) => input === document.activeElement)).toBe(
      true,
    )
  })

  it('does not tell whether the address or the password was wrong', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await signIn(page, { email: 'nobody@example.com', password: 'Wrong-2026' })
    await expectToast(page, 'Invalid email or password. Please check your credentials and try again.')
  })

  it('is busy while it works, welcomes back and goes home', async () => {
    const person = await stage.app.newPerson()
    const page = await stage.newPage()
    await openAuth(page)
    await fillSignIn(page, person)
    const call = await holdCall(page, '**/auth/v1/token*')
    await page.getByRole('form', { name: 'Sign In' }).getByRole('button', { name: 'Sign In' }).click()
    const button = page.getByRole('button', { name: 'Signing In...' })
    await button.waitFor()
    expect(await button.isDisabled()).toBe(true)
    call.release()
    await expectToast(page, 'Welcome back!')
    await expectPath(page, '/')
    await page
      .getByText(person.email.split('@')[0] ?? '')
      .first()
      .waitFor()
  })

  it('sends whoever is signed in already to the home page', async () => {
    const page = await stage.newPage({ as: await stage.app.newPerson() })
    await page.goto('/auth')
    await expectPath(page, '/')
  })

  it('on a shared phone ends with its tab: a reload keeps it, another page on the device knows nothing', async () => {
    const person = await stage.app.newPerson()
    const page = await stage.newPage()
    const neighbour = await page.context().newPage()
    await openAuth(neighbour)
    await neighbour.locator('#sign-in-email').focus() // its client listens
    await openAuth(page, '/auth?next=/order')
    await page.getByLabel('This is a shared phone').check()
    await signIn(page, person)
    await expectPath(page, '/order')
    await page.locator('#companyName').fill('Lowland Foods BV')
    await page.getByText('Kept on this device').waitFor()
    await page.reload()
    await page.locator('#companyName').waitFor()
    expect(await page.locator('html').getAttribute('data-session')).toBe('in')
    expect(await page.locator('#companyName').inputValue()).toBe('Lowland Foods BV')
    const stored = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])
    expect(stored[0]?.filter((key) => /auth|draft/.test(key))).toEqual([])
    expect(stored[1]).toContain('house-auth')
    expect(readPath(neighbour)).toBe('/auth')
    await page.close()
    const next = await neighbour.context().newPage()
    await next.goto('/order')
    await expectPath(next, '/auth?next=%2Forder')
  })

  it('never leads to another site', async () => {
    const person = await stage.app.newPerson()
    const page = await stage.newPage()
    await openAuth(page, '/auth?next=https://evil.test/order')
    await signIn(page, person)
    await expectPath(page, '/')
  })

  it('lets nobody tap what does not work yet, and keeps what is typed meanwhile', async () => {
    const page = await stage.newPage()
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto('/auth')
    const form = page.getByRole('form', { name: 'Sign In' })
    for (const control of [
      page.getByRole('tab', { name: 'Sign Up' }),
      form.getByRole('button', { name: 'Forgot password?' }),
      form.getByRole('button', { name: 'Sign In' }),
    ]) {
      expect(await control.isDisabled()).toBe(true)
    }
    await page.locator('#sign-in-email').fill('early@example.com')
    arrive()
    await form.getByRole('button', { name: 'Forgot password?' }).click()
    expect(await page.locator('#reset-email').inputValue()).toBe('early@example.com')
  })

  it('takes a message away once somebody turns to another form', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await page.getByRole('form', { name: 'Sign In' }).getByRole('button', { name: 'Sign In' }).click()
    await expectToast(page, 'Please fill in all fields')
    await openTab(page, 'Sign Up')
    expect(await page.locator('.toast').count()).toBe(0)
  })

  it('shows the service its own words for an unverified address and sends a new link', async () => {
    const member = inventMember()
    const page = await stage.newPage()
    await openAuth(page)
    await signUp(page, member)
    await expectToast(page, accountMessages.signedUp)
    await openTab(page, 'Sign In')
    await signIn(page, member)
    await expectToast(page, 'Email not confirmed')
    await letMailPausePass(stage.app)
    await page
      .getByRole('form', { name: 'Sign In' })
      .getByRole('button', { name: 'Resend verification email' })
      .click()
    await expectToast(page, 'Verification email sent! Check your inbox.')
  })

  it('says that it failed when the service gives no reason', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await page.route('**/auth/v1/token*', (route) => route.fulfill(withoutReason))
    await signIn(page, { email: 'ada@example.com', password: 'Harvest-2026' })
    await expectToast(page, 'Failed to sign in')
  })

  it('says so when the network is gone', async () => {
    const page = await stage.newPage()
    stage.expectError(/Failed to load resource: net::ERR/)
    await openAuth(page)
    await page.route('**/auth/v1/token*', (route) => route.abort())
    await signIn(page, { email: 'ada@example.com', password: 'Harvest-2026' })
    await page
      .getByText('We could not reach our services. Check your connection, then try again.')
      .first()
      .waitFor()
  })
})

describe('signing up', () => {
  it('keeps the button asleep until the password is valid and written twice the same', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await openTab(page, 'Sign Up')
    const button = page.getByRole('button', { name: 'Create Account' })
    const password = page.locator('#sign-up-password')
    const form = page.getByRole('form', { name: 'Sign Up' })
    for (const [typed, message] of [
      ['Short1', 'Password must be at least 8 characters long'],
      ['UPPER-2026', 'Password must contain at least one lowercase letter'],
      ['lower-2026', 'Password must contain at least one uppercase letter'],
      ['No-Number-Here', 'Password must contain at least one number'],
      [`Aa1${'x'.repeat(126)}`, 'Password must be at most 128 characters long'],
      ['Harvest-2026', 'Password is valid'],
    ] as const) {
      await password.fill(typed)
      await form.getByText(message, { exact: true }).waitFor()
      expect(await button.isDisabled()).toBe(true)
    }
    await page.locator('#sign-up-confirmPassword').fill('Harvest-2027')
    await form.getByText('Passwords do not match').waitFor()
    expect(await button.isDisabled()).toBe(true)
    await page.locator('#sign-up-confirmPassword').fill('Harvest-2026')
    expect(await button.isEnabled()).toBe(true)
  })

  it('refuses what cannot be an account, each with its sentence', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await openTab(page, 'Sign Up')
    await page.locator('#sign-up-fullName').evaluate((input) => input.removeAttribute('maxlength'))
    for (const [wrong, message] of [
      [{ fullName: '' }, 'Please fill in all required fields'],
      [{ fullName: 'A' }, 'Full name must be at least 2 characters long'],
      [{ email: '' }, 'Please fill in all required fields'],
      [{ fullName: '<b>A</b>' }, 'Full name must be at least 2 characters long'],
      [{ email: 'not-an-address' }, 'Please enter a valid email address'],
      [{ fullName: 'A'.repeat(101) }, 'Full name must be less than 100 characters'],
      [{ email: 'ada+test@example.com' }, 'Please enter a valid email address'],
    ] as const) {
      await fillSignUp(page, { ...inventMember(), ...wrong })
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expectToast(page, message)
      await page.locator('.field-error').getByText(message, { exact: true }).waitFor()
    }
  })

  it('limits what can be typed as the specification says', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await openTab(page, 'Sign Up')
    expect(await page.locator('#sign-up-fullName').getAttribute('maxlength')).toBe('100')
    expect(await page.locator('#sign-up-email').getAttribute('maxlength')).toBe('254')
  })

  it('is busy while it works, then clears every field and asks to look into the mail', async () => {
    const member = inventMember()
    const page = await stage.newPage()
    await openAuth(page)
    const call = await holdCall(page, '**/auth/v1/signup*')
    await signUp(page, member)
    const busy = page.getByRole('button', { name: 'Creating Account...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    call.release()
    await expectToast(
      page,
      'Account created successfully! Please check your email to verify your account before signing in.',
    )
    for (const name of ['fullName', 'email', 'password', 'confirmPassword']) {
      expect(await page.locator(`#sign-up-${name}`).inputValue()).toBe('')
    }
  })

  it('tells somebody who has an account to sign in', async () => {
    const person = await stage.app.newPerson()
    await letMailPausePass(stage.app)
    const page = await stage.newPage()
    await openAuth(page)
    await signUp(page, { ...inventMember(), email: person.email })
    await expectToast(page, 'An account with this email already exists. Please sign in instead.')
    await page.getByRole('button', { name: 'Sign in instead' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in to your account' }).waitFor()
  })

  it('says that it failed when the service gives no reason', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await page.route('**/auth/v1/signup*', (route) => route.fulfill(withoutReason))
    await signUp(page, inventMember())
    await expectToast(page, 'Failed to create account. Please try again.')
  })

  it('says so when something unexpected happens: here a script that does not arrive', async () => {
    const page = await stage.newPage()
    stage.expectError(/auth service call failed|net::ERR_FAILED/)
    await openAuth(page)
    await page.route('**/assets/*.js', (route) => route.abort())
    await signUp(page, inventMember())
    await expectToast(page, 'An unexpected error occurred. Please try again.')
  })

  it('turns the refusals of the service into their sentences', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    for (const [status, code, message, sentence] of [
      [400, 'validation_failed', 'Invalid email format', 'Please enter a valid email address.'],
      [422, 'weak_password', 'Password is too easy', 'Password must meet security requirements.'],
      [
        429,
        'over_email_send_rate_limit',
        'email rate limit exceeded',
        'Too many requests. Please try again later.',
      ],
      [403, 'signup_disabled', 'Signups not allowed', 'Signups not allowed'],
    ] as const) {
      await page.route('**/auth/v1/signup*', (route) => route.fulfill({ status, json: { code, message } }))
      await signUp(page, inventMember())
      await expectToast(page, sentence)
    }
  })
})

describe('resetting a password', () => {
  it('asks for the address, is busy while it sends, and goes back to sign-in', async () => {
    const person = await stage.app.newPerson()
    await letMailPausePass(stage.app)
    const page = await stage.newPage()
    await openAuth(page)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.getByRole('button', { name: 'Send Reset Email' }).click()
    await expectToast(page, 'Please enter your email address')
    await page.getByRole('button', { name: 'Back to Sign In' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in to your account' }).waitFor()

    await page.locator('#sign-in-email').fill(person.email)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    expect(await page.locator('#reset-email').inputValue()).toBe(person.email)
    const call = await holdCall(page, '**/auth/v1/recover*')
    await page.getByRole('button', { name: 'Send Reset Email' }).click()
    const busy = page.getByRole('button', { name: 'Sending...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    call.release()
    await expectToast(page, 'Password reset email sent! Check your inbox.')
    await page.getByRole('heading', { level: 1, name: 'Sign in to your account' }).waitFor()
  })

  it('answers the same for an address without an account', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.locator('#reset-email').fill('stranger@example.com')
    await page.getByRole('button', { name: 'Send Reset Email' }).click()
    await expectToast(page, 'Password reset email sent! Check your inbox.')
  })

  it('shows the message of a failure', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await page.route('**/auth/v1/recover*', (route) =>
      route.fulfill({ status: 400, json: { code: 'validation_failed', message: 'Mail is down today' } }),
    )
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.locator('#reset-email').fill('ada@example.com')
    await page.getByRole('button', { name: 'Send Reset Email' }).click()
    await expectToast(page, 'Mail is down today')
    await page.route('**/auth/v1/recover*', (route) => route.fulfill(withoutReason))
    await page.getByRole('button', { name: 'Send Reset Email' }).click()
    await expectToast(page, 'Failed to send reset email')
  })

  it('leads from the mail to a new password, ends the other sessions, and the old password is dead', async () => {
    const person = await stage.app.newPerson()
    await letMailPausePass(stage.app)
    const page = await stage.newPage()
    await openAuth(page)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.locator('#reset-email').fill(person.email)
    await page.getByRole('button', { name: 'Send Reset Email' }).click()
    await expectToast(page, 'Password reset email sent! Check your inbox.')
    await openMailLink(page, stage.app, person.email, /password/i)

    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
    expect(readPath(page)).toBe('/auth')
    await page.reload() // the view stays until the password is chosen
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
    const button = page.getByRole('button', { name: 'Save New Password' })
    expect(await button.isDisabled()).toBe(true)
    await page.locator('#new-password-password').fill('Second-Harvest-2026')
    await page.locator('#new-password-confirmPassword').fill('Second-Harvest-2026')
    await button.click()
    await expectToast(page, 'Your new password is set')
    await expectPath(page, '/')

    const { error } = await person.client.auth.refreshSession()
    expect(error).not.toBeNull()
    const again = stage.app.newClient()
    const old = await again.auth.signInWithPassword(person)
    expect(old.error?.message).toBe('Invalid login credentials')
    const fresh = await again.auth.signInWithPassword({
      email: person.email,
      password: 'Second-Harvest-2026',
    })
    expect(fresh.error).toBeNull()
  })
})

describe('a new password', () => {
  it('may be asked for by the code of the mail; a second step that is missing is told in words', async () => {
    const person = await stage.app.newPerson()
    await letMailPausePass(stage.app)
    const page = await stage.newPage()
    await openAuth(page)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.locator('#reset-email').fill(person.email)
    await page.getByRole('button', { name: 'Send Reset Email' }).click()
    const mail = await waitForMail(stage.app, person.email, /password/i)
    await page
      .getByLabel('Code from the mail')
      .last()
      .fill(mail.text.match(/\b\d{6}\b/)?.[0] ?? '')
    await page.getByRole('button', { name: 'Use code' }).click()
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
    await page.route('**/auth/v1/user', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 401,
            headers: { 'x-supabase-api-version': '2024-01-01' },
            json: { code: 'insufficient_aal', message: 'AAL2 session is required' },
          })
        : route.continue(),
    )
    await page.locator('#new-password-password').fill('Second-Harvest-2026')
    await page.locator('#new-password-confirmPassword').fill('Second-Harvest-2026')
    await page.getByRole('button', { name: 'Save New Password' }).click()
    await expectToast(
      page,
      'AAL2 session is required',
      'Your account is protected by a second step at sign-in, which this link cannot replace. Please contact us.',
    )
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
  })
})

async function newPersonAt(email: string): Promise<Person> {
  const password = 'Harvest-2026'
  const service = stage.app.newClient(stage.app.keys.secretKey)
  const { user } = mustWork(await service.auth.admin.createUser({ email, password, email_confirm: true }))
  const client = stage.app.newClient()
  mustWork(await client.auth.signInWithPassword({ email, password }))
  return { id: user.id, email, password, client }
}

describe('links and codes from mails', () => {
  it('verify the address, say so, and go home', async () => {
    const member = inventMember()
    const page = await stage.newPage()
    await openAuth(page)
    await signUp(page, member)
    await openMailLink(page, stage.app, member.email, /confirm/i)
    await expectToast(page, 'E-mail verified')
    await expectPath(page, '/')
    // The tokens are not left in the history of the device.
    await page.goBack()
    expect(page.url()).not.toContain('access_token')
  })

  it('may be typed as a code instead', async () => {
    const member = inventMember()
    const page = await stage.newPage()
    await openAuth(page)
    await signUp(page, member)
    const mail = await waitForMail(stage.app, member.email, /confirm/i)
    await page
      .getByLabel('Code from the mail')
      .last()
      .fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? '')
    await page.getByRole('button', { name: 'Use code' }).click()
    await expectToast(page, 'E-mail verified')
    await expectPath(page, '/')
  })

  it('name the masked account, do nothing by themselves, and leave no token in the address', async () => {
    const person = await stage.app.newPerson()
    await letMailPausePass(stage.app)
    mustWork(await stage.app.newClient().auth.resetPasswordForEmail(person.email))
    const link = await waitForMailLink(stage.app, person.email, /password/i)
    // A scanner of mails follows everything, as often as it likes.
    const scanned = await fetch(link)
    expect(scanned.headers.get('referrer-policy')).toBe('no-referrer')
    const page = await stage.newPage()
    const requested: string[] = []
    page.on('request', (request) => requested.push(`${request.url()} ${request.headers().referer ?? ''}`))
    await page.goto(link)
    const question = page.getByRole('heading', { level: 1, name: /^Sign in as .•••@example\.com\?$/ })
    await question.waitFor()
    expect(readPath(page)).toBe('/auth')
    expect(await question.evaluate((heading) => heading === document.activeElement)).toBe(true)
    const token = new URL(link).searchParams.get('token_hash') ?? ''
    expect(requested.filter((line) => line.includes(token))).toEqual([expect.stringContaining(link)])
    expect(await page.evaluate(() => localStorage.getItem('house-auth'))).toBeNull()
    await page.keyboard.press('Enter') // no is the default: the question itself answers nothing
    expect(await page.evaluate(() => localStorage.getItem('house-auth'))).toBeNull()
    await expectSound(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
    await page.goBack().catch(() => {})
    expect(page.url()).not.toContain(token)
  })

  it('change nothing when the answer is no', async () => {
    const person = await stage.app.newPerson()
    await letMailPausePass(stage.app)
    mustWork(await stage.app.newClient().auth.signInWithOtp({ email: person.email }))
    const link = await waitForMailLink(stage.app, person.email, /sign-in link/i)
    const page = await stage.newPage()
    await page.goto(link)
    await page.getByRole('button', { name: 'No, do not' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in to your account' }).waitFor()
    // It is still good.
    await page.goto(link)
    await page.getByRole('button', { name: 'Yes, sign in' }).click()
    await expectToast(page, 'Welcome back!')
  })

  it('name both accounts where another one is signed in, and leave it alone until the answer', async () => {
    const [victim, stranger] = [await stage.app.newPerson(), await stage.app.newPerson()]
    await letMailPausePass(stage.app)
    mustWork(await stage.app.newClient().auth.signInWithOtp({ email: stranger.email }))
    const page = await stage.newPage({ as: victim })
    await page.goto(await waitForMailLink(stage.app, stranger.email, /sign-in link/i))
    await page.getByText(`You are signed in as ${victim.email}.`).waitFor()
    await page
      .getByRole('heading', { level: 1, name: `Go on as ${stranger.email[0]}•••@example.com?` })
      .waitFor()
    expect(await readSignedIn(page)).toBe(victim.email)
    await page.getByRole('button', { name: 'No, do not' }).click()
    await expectPath(page, '/')
    expect(await readSignedIn(page)).toBe(victim.email)
  })

  it('tell a stranger’s account from one’s own, though both look alike once they are masked', async () => {
    const [own, strangers] = [`m.${randomUUID()}@example.com`, `m.${randomUUID()}@example.com`]
    const victim = await newPersonAt(own)
    await newPersonAt(strangers)
    mustWork(await stage.app.newClient().auth.signInWithOtp({ email: strangers }))
    const page = await stage.newPage({ as: victim })
    await page.goto(await waitForMailLink(stage.app, strangers, /sign-in link/i))
    await page.getByRole('heading', { level: 1, name: 'Go on as m•••@example.com?' }).waitFor()
    await page.getByText(`You are signed in as ${own}. When this signs you in as`).waitFor()
    // Their own link is no news.
    await letMailPausePass(stage.app)
    mustWork(await stage.app.newClient().auth.signInWithOtp({ email: own }))
    await page.goto(await waitForMailLink(stage.app, own, /sign-in link/i))
    await page.getByRole('heading', { level: 1, name: 'Sign in as m•••@example.com?' }).waitFor()
    expect(await page.getByText('You are signed in as').count()).toBe(0)
  })

  it('of a change of address say that they sign in, too', async () => {
    const [victim, stranger] = [await stage.app.newPerson(), await stage.app.newPerson()]
    await letMailPausePass(stage.app)
    mustWork(await stranger.client.auth.updateUser({ email: `next.${stranger.email}` }))
    const page = await stage.newPage({ as: victim, viewport: phone })
    await page.goto(await waitForMailLink(stage.app, `next.${stranger.email}`, /e-?mail/i))
    await page.getByText(`You are signed in as ${victim.email}. When this signs you in as`).waitFor()
    await page.getByText('you are signed in to that account').waitFor()
    await expectSound(page)
  })

  it('wait for another press where the network was gone or the service busy, and are still good', async () => {
    const person = await stage.app.newPerson()
    await letMailPausePass(stage.app)
    mustWork(await stage.app.newClient().auth.signInWithOtp({ email: person.email }))
    const page = await stage.newPage({ viewport: phone })
    stage.expectError(/net::ERR_FAILED|503/)
    await page.goto(await waitForMailLink(stage.app, person.email, /sign-in link/i))
    const press = () => page.getByRole('button', { name: 'Yes, sign in' }).click()
    const answers: ((route: Route) => Promise<void>)[] = [
      (route) => route.abort(),
      (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Busy' } }),
    ]
    for (const answer of answers) {
      await page.route('**/auth/v1/verify', answer)
      await press()
      await page.getByRole('alert').getByText('We could not reach our services.').waitFor()
      await page.unroute('**/auth/v1/verify')
    }
    await expectSound(page)
    await press()
    await expectToast(page, 'Welcome back!')
  })

  it('say nothing in our name that whoever wrote the link has chosen', async () => {
    const page = await stage.newPage()
    const lure = encodeURIComponent('Your account is locked. Call us.')
    for (const fragment of [
      `error=access_denied&error_code=account_locked&error_description=${lure}`,
      `message=${lure}`,
    ]) {
      await page.goto('about:blank')
      await openAuth(page, `/auth#${fragment}`)
      expect(await page.getByText('Call us').count()).toBe(0)
    }
  })

  it('take a session out of the fragment on the sign-in page alone, and after the same question', async () => {
    const [victim, stranger] = [await stage.app.newPerson(), await stage.app.newPerson()]
    const { session } = mustWork(await stranger.client.auth.getSession())
    const tokens = new URLSearchParams({
      access_token: session?.access_token ?? '',
      refresh_token: session?.refresh_token ?? '',
      token_type: 'bearer',
      type: 'magiclink',
    })
    const page = await stage.newPage({ as: victim })
    for (const path of ['/', '/farmer-registration', '/investor-form/individual', '/account']) {
      await page.goto('about:blank')
      await page.goto(`${path}#${tokens}`)
      await page.locator('html[data-live]').waitFor()
      expect(readPath(page)).toBe(path)
      expect(await readSignedIn(page)).toBe(victim.email)
    }
    const visitor = await stage.newPage()
    await visitor.goto(`/farmer-registration#${tokens}`)
    await visitor.locator('html[data-live]').waitFor()
    expect(readPath(visitor)).toBe('/farmer-registration')
    expect(await readSignedIn(visitor)).toBeUndefined()

    await page.goto('about:blank')
    await page.goto(`/auth#${tokens}`)
    await page.getByText(`You are signed in as ${victim.email}.`).waitFor()
    expect(readPath(page)).toBe('/auth')
    expect(await readSignedIn(page)).toBe(victim.email)
    await page.getByRole('button', { name: 'Yes, go on' }).click()
    await expectToast(page, 'Welcome back!')
    expect(await readSignedIn(page)).toBe(stranger.email)
  })

  it('of a sign-up that was begun elsewhere ask for a new password: the stranger’s is dead', async () => {
    const member = inventMember()
    const strangers = await stage.newPage()
    await openAuth(strangers)
    await signUp(strangers, member)
    await expectToast(strangers, accountMessages.signedUp)
    const page = await stage.newPage()
    await page.goto(await waitForMailLink(stage.app, member.email, /confirm/i))
    await page.getByText('so you then choose a new password').waitFor()
    await page.getByRole('button', { name: 'Yes, sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
    const dead = await stage.app.newClient().auth.signInWithPassword(member)
    expect(dead.error?.message).toBe('Invalid login credentials')
    await page.locator('#new-password-password').fill('Owner-Own-2026')
    await page.locator('#new-password-confirmPassword').fill('Owner-Own-2026')
    await page.getByRole('button', { name: 'Save New Password' }).click()
    await expectToast(page, 'Your new password is set')
    await expectPath(page, '/')
    const fresh = await stage.app
      .newClient()
      .auth.signInWithPassword({ email: member.email, password: 'Owner-Own-2026' })
    expect(fresh.error).toBeNull()
  })

  it('that are used already say so, and offer a new one', async () => {
    const page = await stage.newPage()
    await page.goto(`/auth?token_hash=${'a'.repeat(56)}&type=signup`)
    await page.getByText('Email link is invalid or has expired').waitFor()
    expect(readPath(page)).toBe('/auth')
    await page.getByRole('button', { name: 'Resend verification email' }).first().waitFor()
  })

  it('that were used or are too old say so and offer a new one', async () => {
    const page = await stage.newPage()
    await page.goto(
      '/auth#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
    )
    await page.getByText('Email link is invalid or has expired').waitFor()
    await page.getByLabel('Email', { exact: true }).first().fill('ada@example.com')
    await page.getByRole('button', { name: 'Resend verification email' }).click()
    await expectToast(page, 'Verification email sent! Check your inbox.')
    expect(readPath(page)).toBe('/auth')
  })
})
