/** What people do on the site, as verbs; every test speaks in these. */
import { randomUUID } from 'node:crypto'
import type { CDPSession, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { type TestApp, testAdmin } from '#tests/harness/app.ts'
import { findAuthLink } from '#tests/harness/auth-links.ts'
import { asOwner } from '#tests/harness/database.ts'
import { within } from '#tests/harness/within.ts'

/** A refusal without a word, as some proxies send it. */
export const withoutReason = { status: 400, json: {} }

export interface Member {
  fullName: string
  email: string
  password: string
}

export function inventMember(): Member {
  return { fullName: 'Ada Obi', email: `${randomUUID()}@example.com`, password: 'Harvest-2026' }
}

/** The one toast that is up, as title and description: both at once, for the one before may have had the same title. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const read = () =>
    page.locator('.toast').evaluateAll((toasts) =>
      toasts.map((toast) => {
        const [title, text] = ['.toast-title', '.toast-text'].map(
          (part) => toast.querySelector<HTMLElement>(part)?.innerText,
        )
        return { title, text }
      }),
    )
  const wanted = description === undefined ? { title } : { title, text: description }
  await expect.poll(read).toEqual([expect.objectContaining(wanted)])
}

/** What is asked where a form that was begun goes with the session. */
export const signOutQuestion = (page: Page) =>
  page.getByRole('alertdialog', { name: 'You are signed out, and what you typed here is deleted' })

/** A part of the site that comes when it is needed: until it is here, with all that it needs itself. */
export async function waitForPart(page: Page, name: string): Promise<void> {
  const file = await page.waitForFunction(
    (part) =>
      performance.getEntriesByType('resource').find((entry) => entry.name.includes(`/assets/${part}-`))?.name,
    name,
  )
  // As words: what runs these tests would put its own import in place of the browser's.
  await page.evaluate(`import(${JSON.stringify(await file.jsonValue())}).then(() => {})`)
}

/** What keeps a toast off the page's controls comes with the first toast, and moves the page in the next frame, once. */
export async function waitForToastPlace(page: Page): Promise<void> {
  await page.locator('.toast').waitFor()
  await waitForPart(page, 'toast-place')
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  })
}

/** The sign-in page, once its scripts listen. */
export async function openAuth(page: Page, path = '/auth'): Promise<void> {
  await page.goto(path)
  await waitForAuth(page)
}

/** The sign-in page that a guard led to, once its scripts listen. */
export async function waitForAuth(page: Page): Promise<void> {
  await page.getByRole('form', { name: 'Sign In' }).locator('button[type=submit]:enabled').waitFor()
}

export async function expectPath(page: Page, path: string): Promise<void> {
  await vi.waitUntil(() => readPath(page) === path, within).catch(() => {})
  expect(readPath(page)).toBe(path)
}

export function readPath(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
}

/** Typed letter by letter where the page reacts to letters; filled where it does not. */
export async function fillSignUp(page: Page, member: Member, confirmation = member.password): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign Up' })
  await form.getByLabel('Full name').fill(member.fullName)
  await form.getByLabel('Email').fill(member.email)
  await form.getByLabel('Password', { exact: true }).fill(member.password)
  await form.getByLabel('Confirm password').fill(confirmation)
}

export async function signUp(page: Page, member: Member): Promise<void> {
  await openTab(page, 'Sign Up')
  await fillSignUp(page, member)
  await page.getByRole('button', { name: 'Create Account' }).click()
}

export async function fillSignIn(page: Page, { email, password }: { email: string; password: string }) {
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
}

export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await fillSignIn(page, person)
  await page.getByRole('form', { name: 'Sign In' }).getByRole('button', { name: 'Sign In' }).click()
}

/** From the sign-in form: a mail with a link and a code for a new password. */
export async function requestReset(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.locator('#reset-email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Email' }).click()
}

export async function fillNewPassword(page: Page, password: string): Promise<void> {
  await page.locator('#new-password-password').fill(password)
  await page.locator('#new-password-confirmPassword').fill(password)
}

/** The code of a mail, where the sign-in page takes one instead of its link. */
export async function useCode(page: Page, mail: { text: string }): Promise<void> {
  await page
    .getByLabel('Code from the mail')
    .last()
    .fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Use code' }).click()
}

/** Straight to a signed-in page, as someone who came through /auth. */
export async function openSignedIn(page: Page, path: string, person: { email: string; password: string }) {
  await openAuth(page, `/auth?next=${encodeURIComponent(path)}`)
  await signIn(page, person)
  await expectPath(page, path)
}

export async function openAsAdmin(page: Page, path = '/admin'): Promise<void> {
  await openSignedIn(page, path, testAdmin)
}

/** As if the pause that the service demands between two mails to one mailbox had passed. */
export async function letMailPausePass(app: TestApp): Promise<void> {
  await asOwner(app.databaseUrl, (client) => client.query('delete from auth.limits'))
}

export async function waitForMail(app: TestApp, to: string, subject: RegExp) {
  const mail = await vi.waitUntil(
    async () => (await app.mailbox()).find((result) => result.to === to && subject.test(result.subject)),
    within,
  )
  return mail
}

/** The link of a mail that leads to the sign-in page's question. */
export async function waitForMailLink(app: TestApp, to: string, subject: RegExp): Promise<string> {
  const mail = await waitForMail(app, to, subject)
  return findAuthLink(mail)
}

/** Follows the link of a mail, and answers the question that it leads to with yes. */
export async function openMailLink(page: Page, app: TestApp, to: string, subject: RegExp): Promise<void> {
  await page.goto(await waitForMailLink(app, to, subject))
  await page
    .getByRole('form', { name: 'Your link' })
    .getByRole('button', { name: /^Yes, / })
    .click()
}

export const orderAnswers = {
  companyName: 'Lowland Foods BV',
  contactPerson: 'Ada Obi',
  email: 'buying@example.com',
  phone: '0803 123 4567',
  address: '12 Marina Road, Lagos Island',
  country: 'Nigeria',
  product: 'Sesame Seeds',
  quantity: '1,500.5',
  unit: 'Tons',
  deliveryLocation: 'Apapa port, Lagos',
  paymentTerms: 'Letter of Credit',
  incoterms: 'FOB',
  additionalRequirements: 'Purity 99 %, in new bags.',
}

export type OrderAnswers = typeof orderAnswers

const selects = new Set(['product', 'unit', 'paymentTerms', 'incoterms'])

export async function fillOrder(page: Page, answers: Partial<OrderAnswers> = orderAnswers): Promise<void> {
  for (const [name, value] of Object.entries(answers)) {
    const field = page.locator(`#${name}`)
    if (selects.has(name)) await field.selectOption(value)
    else await field.fill(value)
  }
}

export async function readOrder(page: Page): Promise<Partial<OrderAnswers>> {
  const entries = await Promise.all(
    Object.keys(orderAnswers).map(async (name) => [name, await page.locator(`#${name}`).inputValue()]),
  )
  return Object.fromEntries(entries)
}

export async function submitOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Order' }).click()
}

/** Holds the answer of a call until released, to look at what the page shows meanwhile. */
export async function holdCall(page: Page, url: string): Promise<{ release: () => void }> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await held
    await route.continue()
  })
  return { release }
}

const devtools = new WeakMap<Page, Promise<CDPSession>>()

/** The browser's own tools for a page, the same for all that need them. */
export function devtoolsOf(page: Page): Promise<CDPSession> {
  const client = devtools.get(page) ?? page.context().newCDPSession(page)
  devtools.set(page, client)
  return client
}

/** The files of the site that an earlier visit left on the device (device.ts) go: what is not on the page is loaded over the line. */
export async function forgetFiles(page: Page): Promise<void> {
  const client = await devtoolsOf(page)
  await client.send('Network.clearBrowserCache')
}

/** The size of the text that a user sets in their browser, in pixels: 16 unless they did. */
export async function setTextSize(page: Page, pixels: number): Promise<void> {
  const client = await devtoolsOf(page)
  await client.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: (pixels * 13) / 16 } })
}
