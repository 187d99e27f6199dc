/** What links and codes from mails lead to, and what they must not do by themselves. */
import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accountMessages } from '#domain/account/accounts.ts'
import { networkHint } from '#site/lib/network.ts'
import type { Person } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import {
  expectPath,
  expectToast,
  fillNewPassword,
  inventMember,
  letMailPausePass,
  openAuth,
  openMailLink,
  readPath,
  signUp,
  useCode,
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
    const fromMail = await page.context().newPage()
    await openMailLink(fromMail, stage.app, member.email, /confirm/i)
    await expectToast(fromMail, 'E-mail verified')
    await expectPath(fromMail, '/')
    // The tab that waited for the mail goes along.
    await expectPath(page, '/')
    // The tokens are not left in the history of the device.
    await fromMail.goBack()
    expect(fromMail.url()).not.toContain('access_token')
  })

  it('lead on to the page that the sign-up was for', async () => {
    const member = inventMember()
    const page = await stage.newPage()
    await openAuth(page, '/auth?next=/export')
    await signUp(page, member)
    const fromMail = await page.context().newPage()
    await openMailLink(fromMail, stage.app, member.email, /confirm/i)
    await expectPath(fromMail, '/export')
    await expectPath(page, '/export')
  })

  it('may be typed as a code instead', async () => {
    const member = inventMember()
    const page = await stage.newPage()
    await openAuth(page)
    await signUp(page, member)
    const mail = await waitForMail(stage.app, member.email, /confirm/i)
    const wrong = mail.text.replace(/\b\d{6}\b/, (code) =>
      code.replace(/^\d/, (digit) => `${(Number(digit) + 1) % 10}`),
    )
    await useCode(page, { text: wrong })
    await page.locator('.field-error', { hasText: accountMessages.wrongCode }).waitFor()
    // Shown once.
    expect(await page.locator('.toast').count()).toBe(0)
    await page.route('**/auth/v1/verify', (route) => route.abort(), { times: 1 })
    stage.expectError(/ERR_FAILED/)
    await useCode(page, mail)
    await page.locator('.field-error', { hasText: accountMessages.notSent }).waitFor()
    await page.locator('.notice-warn').getByText(networkHint).waitFor()
    await useCode(page, mail)
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
    await expect.poll(() => question.evaluate((heading) => heading === document.activeElement)).toBe(true)
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

  it('distinguish a stranger’s account from one’s own, though both look alike once they are masked', async () => {
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

  it('say nothing in our name that anyone who wrote the link has chosen', async () => {
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
    await fillNewPassword(page, 'Owner-Own-2026')
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
