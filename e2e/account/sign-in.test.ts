/** /auth in a browser: every sentence of sign-in and sign-up. */
import { describe, expect, it } from 'vitest'
import { accountMessages } from '#domain/account/accounts.ts'
import {
  expectPath,
  expectToast,
  fillSignIn,
  fillSignUp,
  holdCall,
  inventMember,
  letMailPausePass,
  openAuth,
  openTab,
  readPath,
  signIn,
  signUp,
  withoutReason,
} from '../actions.ts'
import { phone, useStage } from '../stage.ts'

const stage = useStage()

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

describe('signing in', () => {
  it('asks for both fields before it sends anything', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await page.getByRole('form', { name: 'Sign In' }).getByRole('button', { name: 'Sign In' }).click()
    await expectToast(page, 'Please fill in all fields')
    await expect
      .poll(() => page.locator('#sign-in-email').evaluate((input) => input === document.activeElement))
      .toBe(true)
  })

  it('does not reveal whether the address or the password was wrong', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await signIn(page, { email: 'nobody@example.com', password: 'Wrong-2026' })
    await expectToast(page, 'Invalid email or password. Please check your credentials and try again.')
    // The toast has said it: the page does not say it again.
    expect(await page.locator('.notice-warn').count()).toBe(0)
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

  it('sends anyone who is signed in already to the home page', async () => {
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
    await expect.poll(() => page.locator('#companyName').inputValue()).toBe('Lowland Foods BV')
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
    await expect.poll(() => page.locator('#reset-email').inputValue()).toBe('early@example.com')
  })

  it('takes a message away once a user turns to another form', async () => {
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
    await page.getByRole('form', { name: 'Sign Up' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Sign in, or use another address' }).click()
    await openTab(page, 'Sign In')
    await signIn(page, member)
    await expectToast(page, 'Email not confirmed')
    await letMailPausePass(stage.app)
    // What was said of the try before goes when the next one begins.
    await page.locator('.toast').waitFor()
    const sending = await holdCall(page, '**/auth/v1/resend*')
    const sent = page.waitForRequest('**/auth/v1/resend*')
    await page
      .getByRole('form', { name: 'Sign In' })
      .getByRole('button', { name: 'Resend verification email' })
      .click()
    await sent
    expect(await page.locator('.toast').count()).toBe(0)
    sending.release()
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
    await form.getByRole('link', { name: 'How we handle personal data' }).waitFor()
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
    await expect.poll(() => button.isEnabled()).toBe(true)
  })

  it('refuses what cannot be an account, each with its sentence', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await openTab(page, 'Sign Up')
    await page.locator('#sign-up-fullName').evaluate((input) => input.removeAttribute('maxlength'))
    for (const [wrong, message, remedy] of [
      [{ fullName: '' }, 'Please fill in all required fields', 'Nothing is typed here yet'],
      [{ fullName: 'A' }, 'Full name must be at least 2 characters long', 'Write your name in full'],
      [{ email: '' }, 'Please fill in all required fields', 'Nothing is typed here yet'],
      [{ fullName: '<b>A</b>' }, 'Full name must be at least 2 characters long', 'Write your name in full'],
      [{ email: 'not-an-address' }, 'Please enter a valid email address', 'Write it like name@example.com'],
      [{ fullName: 'A'.repeat(101) }, 'Full name must be less than 100 characters', 'Leave some of it out'],
      [
        { email: 'ada+test@example.com' },
        'Please enter an address without + and such signs: letters, figures, dots, - and _ can be used',
        'Leave out + and what follows it up to the @, or take another address',
      ],
    ] as const) {
      await fillSignUp(page, { ...inventMember(), ...wrong })
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expectToast(page, message)
      await page.locator('.field-error').getByText(remedy, { exact: true }).waitFor()
      // The message alone says why: the page does not repeat it.
      expect(await page.getByText(message).count(), message).toBe(1)
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

  it('asks a person who has an account to sign in', async () => {
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
