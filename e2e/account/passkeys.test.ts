/** Passkeys beside the app: added, requested at sign-in, refused, removed; Chromium's own authenticator holds the keys. */
import { createClient } from '@supabase/supabase-js'
import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { expectPath, expectToast, openAuth, signIn } from '../actions.ts'
import { desktop, phone, useStage } from '../stage.ts'

const stage = useStage()

/** Browsers know no passkeys of a bare address. */
const at = (path: string) => `${stage.app.url.replace('127.0.0.1', 'localhost')}${path}`

interface Device {
  page: Page
  cdp: CDPSession
  authenticatorId: string
}

/** A device that can hold passkeys; its person confirms each prompt. */
async function newDevice(viewport = desktop): Promise<Device> {
  const page = await stage.newPage({ viewport })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, cdp, authenticatorId }
}

type Person = { email: string; password: string }

async function signInAs(page: Page, person: Person): Promise<void> {
  await openAuth(page, at(`/auth?next=${encodeURIComponent('/account/security')}`))
  await signIn(page, person)
}

async function openSecurity(page: Page): Promise<void> {
  await page.locator('h1:not(.sr-only)', { hasText: 'Security' }).waitFor()
}

/** A first second step prompts for the current password before. */
async function addPasskey(page: Page, name: string, password?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  if (password) {
    await page.getByLabel('Your present password').fill(password)
    await page.keyboard.press('Enter')
  }
  await page.getByLabel('Name of this passkey').fill(name)
  await page.getByRole('button', { name: 'Add the passkey' }).click()
}

/** In through the passkey that the device has been given, up to the list of recovery codes. */
async function setUp(person: Person, device: Device, name = 'Office laptop'): Promise<void> {
  await signInAs(device.page, person)
  await openSecurity(device.page)
  await addPasskey(device.page, name, person.password)
  await expectToast(device.page, 'The second step is on')
  await device.page.getByRole('button', { name: 'I have kept them' }).click()
  await device.page.getByText('10 recovery codes are left.').waitFor()
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => window.localStorage.clear())
}

/** As the page's session: the token is the one that the site stores. */
async function invite(page: Page) {
  const stored = await page.evaluate(() => window.localStorage.getItem('house-auth'))
  const { access_token: token } = JSON.parse(stored ?? '{}') as { access_token: string }
  const client = createClient(stage.app.url, stage.app.keys.publishableKey, {
    accessToken: async () => token,
  })
  return client.rpc('invite_staff', { email: 'newcomer@example.com', role: 'reviewer' })
}

describe('a passkey', () => {
  it('is added by an admin, asked for at the next sign-in, and opens what only a second factor opens', async () => {
    const admin = await stage.app.newAdmin()
    const device = await newDevice()
    const { page } = device
    await signInAs(page, admin)
    await openSecurity(page)
    expect((await invite(page)).error).toMatchObject({ hint: 'aal2' })
    await addPasskey(page, '   ', admin.password)
    await page.getByText('Please give the passkey a name').waitFor()
    await page.getByLabel('Name of this passkey').fill('Office laptop')
    await page.keyboard.press('Enter')
    await expectToast(page, 'The second step is on')
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('Office laptop', { exact: true }).waitFor()
    await page.getByText(/^Passkey, added /).waitFor()

    await signOut(page)
    await signInAs(page, admin)
    await page.getByRole('heading', { level: 1, name: 'One more step' }).waitFor()
    const use = page.getByRole('button', { name: 'Use your passkey' })
    await expect.poll(() => use.evaluate((button) => button === document.activeElement)).toBe(true)
    // An account without an app is not prompted for its code.
    expect(await page.getByRole('button', { name: 'Use the app' }).count()).toBe(0)
    expect((await invite(page)).error).toMatchObject({ hint: 'aal2' })
    await page.keyboard.press('Enter')
    await expectToast(page, 'Welcome back!')
    await expectPath(page, '/account/security')
    expect((await invite(page)).error).toBeNull()

    await page.goto(at('/admin'))
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
    expect(await page.getByText('In production staff need a second step').count()).toBe(0)
  })

  it('stands beside an app, comes first, and either is removed by itself', async () => {
    const person = await stage.app.newPerson()
    await addSecondFactor(person)
    const device = await newDevice(phone)
    const { page } = device
    const stored = await person.client.auth.getSession()
    await page.addInitScript((session) => {
      if (!window.sessionStorage.getItem('given')) window.localStorage.setItem('house-auth', session)
      window.sessionStorage.setItem('given', 'yes')
    }, JSON.stringify(stored.data.session))
    await page.goto(at('/account/security'))
    await openSecurity(page)
    await addPasskey(page, 'My phone')
    await expectToast(page, 'Passkey added')
    await page.getByRole('button', { name: 'I have kept them' }).click()

    await signOut(page)
    await signInAs(page, person)
    await page.getByRole('button', { name: 'Use your passkey' }).waitFor()
    await page.getByRole('button', { name: 'Use the app' }).click()
    await page.getByLabel('Code from your app').waitFor()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').waitFor()
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await page
      .getByRole('form', { name: 'Second step' })
      .getByRole('button', { name: 'Use your passkey' })
      .click()
    await expectToast(page, 'Welcome back!')
    await openSecurity(page)
    await page.getByRole('button', { name: 'Remove My phone' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Passkey removed', 'You may delete it on your device, too.')
    // What the session was raised by is gone; it goes on to the other one, up to none.
    await page.getByText('My phone', { exact: true }).waitFor({ state: 'detached' })
    await page.getByText('Authenticator app', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('button', { name: 'Set up the second step' }).waitFor()
  })

  it('that is not confirmed leaves nothing behind, and can be tried again under its name', async () => {
    const person = await stage.app.newPerson()
    const device = await newDevice(phone)
    const { page, cdp, authenticatorId } = device
    await signInAs(page, person)
    await openSecurity(page)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await addPasskey(page, 'My phone', person.password)
    await page.getByText('The passkey was not used.').waitFor()
    const { data } = await person.client.auth.mfa.listFactors()
    expect(data?.all).toEqual([])
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await page.getByRole('button', { name: 'Add the passkey' }).click()
    await expectToast(page, 'The second step is on')
    await page.getByRole('button', { name: 'I have kept them' }).click()

    // The same device is offered no second key of this account.
    await addPasskey(page, 'My phone again')
    await page.getByText('This device has a passkey for your account already.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await signOut(page)
    await signInAs(page, person)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await page.getByRole('form').getByText('The passkey was not used.').waitFor()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await expectToast(page, 'Welcome back!')
  })

  it('is no dead end in a browser that has none, or under an address of numbers', async () => {
    const person = await stage.app.newPerson()
    await setUp(person, await newDevice())
    const old = await stage.newPage({ viewport: phone })
    await old.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    await signInAs(old, person)
    await old.getByText('This browser cannot use passkeys.').waitFor()
    await old.getByLabel('Recovery code').waitFor()

    const numbers = await stage.newPage()
    await openAuth(numbers)
    await signIn(numbers, person)
    await numbers.getByText('Passkeys do not work under this address.').waitFor()
    await numbers.getByLabel('Recovery code').waitFor()
    expect(await numbers.getByRole('button', { name: 'Use your passkey' }).count()).toBe(0)
  })

  it('is loaded where it is used alone', async () => {
    const page = await stage.newPage({ as: await stage.app.newPerson() })
    const scripts: string[] = []
    page.on('response', (response) => scripts.push(new URL(response.url()).pathname))
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
    expect(scripts.filter((path) => /passkeys-/.test(path))).toEqual([])
  })
})
