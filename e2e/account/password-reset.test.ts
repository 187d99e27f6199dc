/** A forgotten password in a browser: the mail, its link and its code, and the password that is chosen then. */
import { describe, expect, it } from 'vitest'
import {
  expectPath,
  expectToast,
  fillNewPassword,
  holdCall,
  letMailPausePass,
  openAuth,
  openMailLink,
  readPath,
  requestReset,
  useCode,
  waitForMail,
  withoutReason,
} from '../actions.ts'
import { useStage } from '../stage.ts'
import { leaveThings, readThings } from './left-here.ts'

const stage = useStage()

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
    await expect.poll(() => page.locator('#reset-email').inputValue()).toBe(person.email)
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
    await requestReset(page, 'stranger@example.com')
    await expectToast(page, 'Password reset email sent! Check your inbox.')
  })

  it('shows the message of a failure', async () => {
    const page = await stage.newPage()
    await openAuth(page)
    await page.route('**/auth/v1/recover*', (route) =>
      route.fulfill({ status: 400, json: { code: 'validation_failed', message: 'Mail is down today' } }),
    )
    await requestReset(page, 'ada@example.com')
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
    await requestReset(page, person.email)
    await expectToast(page, 'Password reset email sent! Check your inbox.')
    await openMailLink(page, stage.app, person.email, /password/i)

    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
    expect(readPath(page)).toBe('/auth')
    await page.reload() // the view stays until the password is chosen
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
    const button = page.getByRole('button', { name: 'Save New Password' })
    expect(await button.isDisabled()).toBe(true)
    await fillNewPassword(page, 'Second-Harvest-2026')
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
  it('may be requested by the code of the mail; a second step that is missing is explained in words', async () => {
    const person = await stage.app.newPerson()
    await letMailPausePass(stage.app)
    const page = await stage.newPage()
    await openAuth(page)
    await requestReset(page, person.email)
    const mail = await waitForMail(stage.app, person.email, /password/i)
    await useCode(page, mail)
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
    await fillNewPassword(page, 'Second-Harvest-2026')
    await page.getByRole('button', { name: 'Save New Password' }).click()
    await expectToast(page, 'AAL2 session is required')
    await page
      .locator('.notice-warn')
      .getByText(
        'Your account is protected by a second step at sign-in, which this link cannot replace. Please contact us.',
      )
      .waitFor()
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
  })

  it('that is given up leaves what a guest had here before', async () => {
    const person = await stage.app.newPerson()
    await letMailPausePass(stage.app)
    const page = await stage.newPage()
    await openAuth(page)
    const guests = await leaveThings(page)
    await requestReset(page, person.email)
    await useCode(page, await waitForMail(stage.app, person.email, /password/i))
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in to your account' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('house-auth'))).toBeNull()
    expect(await readThings(page)).toEqual(guests)
  })
})
