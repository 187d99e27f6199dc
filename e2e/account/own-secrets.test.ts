/** Own secrets in clear and "this was not me", with the mails as they were sent. */
import { text as readText } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ownSecretsPaths } from '#domain/account/own-secrets.ts'
import { formatDateTimeInWords } from '#domain/dates.ts'
import type { Person } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { createApplicant } from '#tests/server/registrations/applicant.ts'
import { expectPath, expectToast, letMailPausePass, readPath, waitForMail } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'

const stage = useStage()
const { bvn } = goodRegistrations.investor_individual as { bvn: string }

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  asOwner(stage.app.databaseUrl, async (client) => (await client.query<Row>(text, values)).rows)

/** Someone with a BVN in the vault. */
async function newInvestor(): Promise<Person> {
  const person = await stage.app.newPerson()
  const { session } = mustWork(await person.client.auth.getSession())
  const applicant = createApplicant({
    url: stage.app.url,
    publishableKey: stage.app.keys.publishableKey,
    accessToken: session?.access_token ?? '',
  })
  expect((await applicant.submit('investor_individual')).status).toBe(201)
  return person
}

async function openPrivacy(page: Page): Promise<void> {
  await page.goto('/account/privacy')
  await page.locator('h1:not(.sr-only)', { hasText: 'Privacy' }).waitFor()
}

const codeFor = async ({ email }: Person) =>
  /\b\d{6}\b/.exec((await waitForMail(stage.app, email, /confirmation code/i)).text)?.[0] ?? ''

async function alarmLinkOf({ email }: Person, subject: RegExp): Promise<string> {
  const { links } = await waitForMail(stage.app, email, subject)
  const { pathname, hash } = new URL(links.find((link) => link.includes('/not-me#')) ?? '')
  return pathname + hash
}

async function download(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the data file (JSON)' }).click(),
  ])
  return readText(await file.createReadStream())
}

describe('my secret numbers', () => {
  it('are requested with a mailed code, open three days later, and are in the download then', async () => {
    const person = await newInvestor()
    await letMailPausePass(stage.app)
    const page = await stage.newPage({ as: person, viewport: phone })
    await openPrivacy(page)
    await page.getByText('Nothing was read or downloaded.').waitFor()
    await page.getByRole('button', { name: 'Ask for them by mail' }).click()
    const form = page.getByRole('form', { name: 'Ask for them by mail' })
    const box = form.getByLabel('Code from the mail')
    await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await form.getByText('The code has 6 digits').waitFor()
    const code = await codeFor(person)
    await box.fill(code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10)))
    await page.keyboard.press('Enter')
    await form.getByText('This code is not right, or it is too old').waitFor()
    await box.fill(code)
    await page.keyboard.press('Enter')
    await expectToast(page, 'You have asked for them', 'We have mailed you when they open.')
    const [row] = await sql<{ opens_at: Date }>(
      'select opens_at from private.own_secret_requests where user_id = $1',
      [person.id],
    )
    await page.getByText(`They open on ${formatDateTimeInWords(row?.opens_at ?? '')} (Lagos)`).waitFor()
    await expectSound(page)
    expect(await download(page)).not.toContain(bvn)
    await page.getByText(/^Secret numbers masked: /).waitFor()

    await sql(
      `update private.own_secret_requests set requested_at = requested_at - interval '73 hours',
         opens_at = opens_at - interval '73 hours', closes_at = closes_at - interval '73 hours' where user_id = $1`,
      [person.id],
    )
    await page.reload()
    await page.getByText('your download has them whole.').waitFor()
    expect(await download(page)).toContain(bvn)
    await page.getByText('With your secret numbers whole').waitFor()
    await waitForMail(stage.app, person.email, /your data was downloaded/i)
  })

  it('are no longer requested once that is cancelled', async () => {
    const person = await newInvestor()
    await sql(
      `insert into private.own_secret_requests (user_id, mailbox, session_id)
       select $1, $2, id from auth.sessions where user_id = $1`,
      [person.id, person.email],
    )
    const page = await stage.newPage({ as: person })
    await openPrivacy(page)
    await page.getByRole('button', { name: 'Cancel the request' }).focus()
    await page.keyboard.press('Enter')
    // What ends asks first, with what happens then as its heading.
    const dialog = page.getByRole('alertdialog', { name: 'another one waits 72 hours again' })
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Cancel the request' }).click()
    await dialog.getByRole('button', { name: 'Cancel the request' }).click()
    await expectToast(page, 'Your request is cancelled')
    await page.getByRole('button', { name: 'Ask for them by mail' }).waitFor()
  })

  it('wait for a second step that is new', async () => {
    const person = await newInvestor()
    await addSecondFactor(person)
    const page = await stage.newPage({ as: person, viewport: phone })
    await openPrivacy(page)
    await page.getByText('Your second step is new.').waitFor()
    expect(await page.getByRole('button', { name: 'Ask for them by mail' }).count()).toBe(0)
  })
})

describe('"This was not me"', () => {
  it('is pressed without signing in, ends the thief’s session, and the owner comes back', async () => {
    const owner = await newInvestor()
    await letMailPausePass(stage.app)
    const client = stage.app.newClient()
    mustWork(await client.auth.signInWithPassword(owner))
    const thief = await stage.newPage({ as: { ...owner, client }, viewport: desktop })
    await openPrivacy(thief)
    await download(thief)

    const page = await stage.newPage({ viewport: phone })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url() + (request.headers().referer ?? '')))
    const link = await alarmLinkOf(owner, /your data was downloaded/i)
    await page.goto(link)
    await page
      .getByRole('heading', { level: 1, name: /^Was somebody else in the account .•••@example.com\?$/ })
      .waitFor()
    await page.getByText(/the data was read or downloaded\.$/).waitFor()
    expect(readPath(page)).toBe('/not-me')
    await expectSound(page)
    const button = page.getByRole('button', { name: 'This was not me' })
    await page.keyboard.press('Tab')
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Your account is frozen' }).waitFor()
    await expectSound(page)
    // The secret stands in the body of two requests, and in no address.
    const secret = link.split('#')[1] ?? ''
    expect(requested.filter((url) => url.includes(secret))).toEqual([])
    expect(requested.filter((url) => url.includes(ownSecretsPaths.raiseAlarm))).toHaveLength(1)

    await thief.getByRole('button', { name: 'Save the data file (JSON)' }).click()
    await expectPath(thief, '/auth?next=%2Faccount%2Fprivacy')

    // In by the mailbox alone: the password is gone.
    expect((await client.auth.signInWithPassword(owner)).error).not.toBeNull()
    await letMailPausePass(stage.app)
    mustWork(await client.auth.resetPasswordForEmail(owner.email))
    const { text } = await waitForMail(stage.app, owner.email, /choose a new password/i)
    const token = /\b\d{6}\b/.exec(text)?.[0] ?? ''
    mustWork(await client.auth.verifyOtp({ email: owner.email, token, type: 'recovery' }))
    mustWork(await client.auth.updateUser({ password: 'Owner-Own-2026' }))
    const back = await stage.newPage({ as: { ...owner, client }, viewport: phone })
    await back.goto('/account/security')
    await back.getByText('Your account is frozen.').waitFor()
    await openPrivacy(back)
    // Known shortly after the page is shown.
    await back.getByText('Your account is frozen.').waitFor()
    await expect
      .poll(() => back.getByRole('button', { name: 'Save the data file (JSON)' }).isDisabled())
      .toBe(true)
    await letMailPausePass(stage.app)
    await back.getByRole('button', { name: 'Ask to open it again' }).click()
    await back.getByLabel('Code from the mail').fill(await codeFor(owner))
    await back.keyboard.press('Enter')
    await expectToast(back, 'You have asked to open it again', 'We have mailed you when that happens.')
    await back.getByText(/It opens on/).waitFor()
    await expectSound(back)
    await sql(
      `update private.account_freezes set requested_at = requested_at - interval '73 hours',
         thaws_at = thaws_at - interval '73 hours' where user_id = $1`,
      [owner.id],
    )
    await back.reload()
    await back.getByRole('button', { name: 'Save the data file (JSON)' }).waitFor()
    await expect.poll(() => back.getByText('Your account is frozen.').count()).toBe(0)
    expect(await download(back)).not.toContain(bvn)
  })

  it('says so when the link is unknown, and when the service is away', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto(`/not-me#${'a'.repeat(64)}`)
    await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor()
    await expectSound(page)
    const away = await stage.newPage()
    await away.route(`**${ownSecretsPaths.alarm}`, (route) => route.abort(), { times: 1 })
    stage.expectError(/ERR_FAILED/)
    await away.goto(`/not-me#${'b'.repeat(64)}`)
    await away.getByRole('button', { name: 'Try again' }).click()
    await away.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor()
  })
})
