/** /account/security and the second step at sign-in, in a browser with an authenticator app beside it. */
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Person } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import {
  expectPath,
  expectToast,
  letMailPausePass,
  openAuth,
  openMailLink,
  signIn,
  signOutQuestion,
  waitForMail,
} from '../actions.ts'
import { phone, useStage } from '../stage.ts'
import { leaveThings, readThings } from './left-here.ts'

const stage = useStage()

const sql = (text: string, values: unknown[] = []) =>
  asOwner(stage.app.databaseUrl, async (client) => void (await client.query(text, values)))

/** Each code works once: as if the next half minute had come. */
const letCodesWorkAgain = () => sql('update auth.mfa_factors set last_totp_step = null')

async function openSecurity(page: Page) {
  await page.goto('/account/security')
  await page.locator('h1:not(.sr-only)', { hasText: 'Security' }).waitFor()
}

/** By hand, as someone who types the key into the app. Answers the app and the recovery codes. */
async function setUp(page: Page, { password }: Person): Promise<{ app: TOTP; codes: string[] }> {
  await openSecurity(page)
  await page.getByRole('button', { name: 'Set up the second step' }).click()
  const proof = page.getByRole('form', { name: 'Confirm that it is you' })
  const present = proof.getByLabel('Your present password')
  await expect.poll(() => present.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await proof.getByText('Please type your present password').waitFor()
  await page.keyboard.type('Guessed-2026')
  await page.keyboard.press('Enter')
  await proof.getByText('This is not your present password').waitFor()
  await present.fill(password)
  await page.keyboard.press('Enter')
  const picture = page.getByRole('img', { name: /QR code/ })
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const key = await page.locator('ol .code').innerText()
  const authenticator = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, '')) })
  const form = page.getByRole('form', { name: 'Set up the second step' })
  await form.getByLabel('Code from your app').fill('12')
  await form.getByRole('button', { name: 'Switch on' }).click()
  await form.getByText('The code has 6 digits').waitFor()
  const right = authenticator.generate()
  await form
    .getByLabel('Code from your app')
    .fill(right.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10)))
  await form.getByRole('button', { name: 'Switch on' }).click()
  await form.getByText('This code is not right.', { exact: false }).waitFor()
  await form.getByLabel('Code from your app').fill(authenticator.generate())
  await form.getByRole('button', { name: 'Switch on' }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 recovery codes are left.').waitFor()
  return { app: authenticator, codes }
}

/** The same without the pages, for tests of what comes afterwards. */
async function setUpQuietly(person: Person): Promise<{ app: TOTP; codes: string[] }> {
  const authenticator = await addSecondFactor(person)
  const { session } = mustWork(await person.client.auth.getSession())
  const response = await fetch(`${stage.app.url}/auth/v1/factors/recovery-codes`, {
    method: 'POST',
    headers: {
      apikey: stage.app.keys.publishableKey,
      authorization: `Bearer ${session?.access_token}`,
      'content-type': 'application/json',
    },
    body: '{}',
  })
  const { codes } = (await response.json()) as { codes: string[] }
  return { app: authenticator, codes }
}

async function signInAs(page: Page, person: Person, path = '/account/security') {
  await openAuth(page, `/auth?next=${encodeURIComponent(path)}`)
  await signIn(page, person)
}

describe('the second step', () => {
  it('is set up with picture and key, asked for at the next sign-in, and leads to the wanted page', async () => {
    const person = await stage.app.newPerson()
    const page = await stage.newPage({ as: person, viewport: phone })
    const { app: authenticator, codes } = await setUp(page, person)
    expect(new Set(codes).size).toBe(10)

    const elsewhere = await stage.newPage({ viewport: phone })
    await signInAs(elsewhere, person)
    await elsewhere.getByRole('heading', { level: 1, name: 'One more step' }).waitFor()
    await elsewhere.getByText(`For ${person.email}. Your account is protected by a second step.`).waitFor()
    const code = elsewhere.getByLabel('Code from your app')
    await expect.poll(() => code.evaluate((box) => box === document.activeElement)).toBe(true)
    await elsewhere.keyboard.type('000')
    await elsewhere.keyboard.press('Enter')
    await elsewhere.getByText('The code has 6 digits').waitFor()
    // No page of a member opens before the second step, whatever address is typed.
    for (const path of ['/account', '/order', '/admin']) {
      await elsewhere.goto(path)
      await elsewhere.getByRole('heading', { level: 1, name: 'One more step' }).waitFor()
    }
    await elsewhere.goto('/account/security')
    await elsewhere.getByRole('heading', { level: 1, name: 'One more step' }).waitFor()
    await letCodesWorkAgain()
    await code.fill(authenticator.generate())
    await elsewhere.getByRole('button', { name: 'Confirm' }).click()
    await expectToast(elsewhere, 'Welcome back!')
    await expectPath(elsewhere, '/account/security')
    await elsewhere.getByText('10 recovery codes are left.').waitFor()
  })

  it('takes a recovery code once, and says how many are left', async () => {
    const person = await stage.app.newPerson()
    const { codes } = await setUpQuietly(person)
    const page = await stage.newPage()
    await signInAs(page, person)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    const box = page.getByLabel('Recovery code')
    await box.fill('2222-3333')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('A recovery code has 16 letters and digits').waitFor()
    await box.fill(`${'2'.repeat(16)}`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('This recovery code is not right, or it was used before.').first().waitFor()
    await box.fill(codes[0]?.toUpperCase() ?? '')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expectToast(page, 'Welcome back!', 'You have 9 recovery codes left. You find them under Security.')
    await expectPath(page, '/account/security')

    const again = await stage.newPage()
    await signInAs(again, person)
    await again.getByRole('button', { name: 'Use a recovery code' }).click()
    await again.getByLabel('Recovery code').fill(codes[0] ?? '')
    await again.getByRole('button', { name: 'Confirm' }).click()
    await again.getByText('This recovery code is not right, or it was used before.').first().waitFor()
  })

  it('says in our words that the network is gone', async () => {
    const person = await stage.app.newPerson()
    const authenticator = await addSecondFactor(person)
    const page = await stage.newPage({ viewport: phone })
    stage.expectError(/net::ERR_FAILED/)
    await signInAs(page, person)
    await page.route('**/auth/v1/factors/**', (route) => route.abort())
    await page.getByLabel('Code from your app').fill(authenticator.generate())
    await page.keyboard.press('Enter')
    await page.locator('#second-step-code-error').getByText('This did not get through.').waitFor()
    // Said at the box alone.
    expect(await page.locator('.toast').count()).toBe(0)
    await page.locator('.notice-warn').getByText('We could not reach our services.').waitFor()
    expect(await page.getByText('Failed to fetch').count()).toBe(0)
  })

  it('lets anyone who has no code leave again: what lies here stays, but for a question about what is theirs', async () => {
    const person = await stage.app.newPerson()
    await addSecondFactor(person)
    const page = await stage.newPage()
    await page.goto('/auth')
    const guests = await leaveThings(page)
    await signInAs(page, person)
    const title = page.getByRole('heading', { level: 1, name: 'One more step' })
    await title.waitFor()
    const leave = page.getByRole('button', { name: 'Sign out' }).last()
    await leave.click()
    await page.getByRole('heading', { level: 1, name: 'Sign in to your account' }).waitFor()
    expect(await readThings(page)).toEqual(guests)

    await signInAs(page, person)
    await title.waitFor()
    const own = { 'house-draft:registration:farmer:member': { userId: person.id, values: {} } }
    await leaveThings(page, own)
    await leave.click()
    const question = signOutQuestion(page)
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await title.waitFor()
    await leave.click()
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in to your account' }).waitFor()
    await expect.poll(() => readThings(page)).toEqual([])
  })

  it('stands before a new password that the mail’s link leads to', async () => {
    const person = await stage.app.newPerson()
    const { app: authenticator } = await setUpQuietly(person)
    await letMailPausePass(stage.app)
    mustWork(
      await stage.app.newClient().auth.resetPasswordForEmail(person.email, {
        redirectTo: `${stage.app.url}/auth`,
      }),
    )
    const page = await stage.newPage()
    await openMailLink(page, stage.app, person.email, /new password/i)
    await page.getByRole('heading', { level: 1, name: 'One more step' }).waitFor()
    await letCodesWorkAgain()
    await page.getByLabel('Code from your app').fill(authenticator.generate())
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
    await page.locator('#new-password-password').fill('Second-Harvest-2026')
    await page.locator('#new-password-confirmPassword').fill('Second-Harvest-2026')
    await page.getByRole('button', { name: 'Save New Password' }).click()
    await expectToast(page, 'Your new password is set', 'Every other device has been signed out.')
  })

  it('gets a second app and new recovery codes, and is switched off after a question', async () => {
    const person = await stage.app.newPerson()
    const { codes } = await setUpQuietly(person)
    const page = await stage.newPage({ as: person })
    await openSecurity(page)
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('button', { name: 'Make new codes' }).click()
    const list = page.getByRole('list', { name: 'Recovery codes' })
    await list.waitFor()
    const written = (await list.getByRole('listitem').allInnerTexts()).map((code) => code.replaceAll('-', ''))
    expect(written).toHaveLength(10)
    expect(written).not.toContain(codes[0])
    await page.getByRole('button', { name: 'I have kept them' }).click()

    await page.getByRole('button', { name: 'Add another app' }).click()
    const key = await page.locator('ol .code').innerText()
    const second = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, '')) })
    await page.getByLabel('Code from your app').fill(second.generate())
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('button', { name: 'Remove Authenticator app', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'App removed')
    await expect.poll(() => page.getByRole('button', { name: /^Remove / }).count()).toBe(0)

    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.keyboard.press('Escape')
    await page.getByText('10 recovery codes are left.').waitFor()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
    await expectToast(page, 'The second step is off', 'Your password alone signs you in now.')
    await page.getByRole('button', { name: 'Set up the second step' }).waitFor()
    const fresh = await stage.newPage()
    await signInAs(fresh, person)
    await expectPath(fresh, '/account/security')
  })
})

describe('a new password', () => {
  it('is chosen by its rules, and signs every other device out', async () => {
    const person = await stage.app.newPerson()
    const elsewhere = stage.app.newClient()
    mustWork(await elsewhere.auth.signInWithPassword(person))
    const page = await stage.newPage({ as: person })
    await openSecurity(page)
    const save = page.getByRole('button', { name: 'Save New Password' })
    await page.locator('#change-password-password').fill('short')
    expect(await save.isDisabled()).toBe(true)
    await page.locator('#change-password-password').fill('Second-Harvest-2026')
    await page.locator('#change-password-confirmPassword').fill('Second-Harvest-2026')
    await save.click()
    await page.getByText('Please type your present password').first().waitFor()
    const present = page.getByLabel('Present password')
    await present.fill('Guessed-2026')
    await save.click()
    await page.getByText('This is not your present password').first().waitFor()
    await present.fill(person.password)
    await page.locator('#change-password-password').fill(person.password)
    await page.locator('#change-password-confirmPassword').fill(person.password)
    await save.click()
    await page.getByText('New password should be different from the old password.').first().waitFor()
    await page.locator('#change-password-password').fill('Second-Harvest-2026')
    await page.locator('#change-password-confirmPassword').fill('Second-Harvest-2026')
    await save.click()
    await expectToast(page, 'Your new password is set', 'Every other device has been signed out.')
    await expect.poll(() => page.locator('#change-password-password').inputValue()).toBe('')
    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
    const fresh = stage.app.newClient()
    expect(
      (await fresh.auth.signInWithPassword({ ...person, password: 'Second-Harvest-2026' })).error,
    ).toBeNull()
    const mail = await waitForMail(stage.app, person.email, /password was changed/i)
    expect(mail.links.filter((link) => /\/not-me#[0-9a-f]{64}$/.test(link))).toHaveLength(1)
  })

  it('asks for a code from the mail where the sign-in is long ago', async () => {
    const person = await stage.app.newPerson()
    await letMailPausePass(stage.app)
    await sql(`update auth.sessions set created_at = created_at - interval '2 days' where user_id = $1`, [
      person.id,
    ])
    const page = await stage.newPage({ as: person })
    await openSecurity(page)
    await page.getByLabel('Present password').fill(person.password)
    await page.locator('#change-password-password').fill('Second-Harvest-2026')
    await page.locator('#change-password-confirmPassword').fill('Second-Harvest-2026')
    const save = page.getByRole('button', { name: 'Save New Password' })
    await save.click()
    const box = page.getByLabel('Code from the mail')
    await box.waitFor()
    const mail = await waitForMail(stage.app, person.email, /confirmation code/i)
    const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
    await box.fill(code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10)))
    await save.click()
    await page.getByText('This code is not right, or it is too old.').first().waitFor()
    await box.fill(code)
    await save.click()
    await expectToast(page, 'Your new password is set', 'Every other device has been signed out.')
  })
})

describe('the devices', () => {
  it('are listed, and one is signed out from another', async () => {
    const person = await stage.app.newPerson()
    const other = await stage.newPage({ viewport: phone })
    await signInAs(other, person)
    await expectPath(other, '/account/security')
    const page = await stage.newPage({ as: person })
    await openSecurity(page)
    await page.getByText('This device', { exact: true }).waitFor()
    const there = page.getByRole('button', { name: /^Sign out Chrome on / })
    await there.waitFor()
    await there.click()
    const question = page.getByRole('alertdialog', { name: 'That device is signed out' })
    await question.getByRole('button', { name: 'Leave it signed in' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await there.count()).toBe(1)
    await there.click()
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expectToast(page, 'Signed out there', 'What is open on that device closes within seconds.')
    await expect.poll(() => there.count()).toBe(0)
  })

  it('are all left at once by "Sign out everywhere"', async () => {
    const person = await stage.app.newPerson()
    const elsewhere = stage.app.newClient()
    mustWork(await elsewhere.auth.signInWithPassword(person))
    const page = await stage.newPage({ as: person })
    await openSecurity(page)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    const question = page.getByRole('alertdialog', { name: 'Every device is signed out, this one too' })
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await question.waitFor({ state: 'hidden' })
    expect((await elsewhere.auth.refreshSession()).error).toBeNull()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await question.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expectToast(page, 'Signed out on every device')
    await expectPath(page, '/auth')
    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
  })

  it('are not said to be left by one that was signed out itself meanwhile', async () => {
    const person = await stage.app.newPerson()
    const thief = stage.app.newClient()
    mustWork(await thief.auth.signInWithPassword(person))
    const page = await stage.newPage({ as: person })
    await openSecurity(page)
    // While the press is on its way, so that the page cannot have noticed by itself.
    await page.route('**/auth/v1/logout?scope=global', async (route) => {
      expect((await thief.auth.signOut({ scope: 'others' })).error).toBeNull()
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expectToast(
      page,
      'This device was signed out already',
      'Other devices may still be signed in: sign in here, then sign out everywhere.',
    )
    await page.getByText('Your session has ended.').waitFor()
    expect((await thief.auth.refreshSession()).error).toBeNull()
  })
})
