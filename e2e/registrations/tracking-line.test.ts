/** The tracking page of people without an account whose link is wrong, or whose line is broken, or breaks. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { trackPaths } from '#domain/guest-links.ts'
import { changeWords, correctionWords } from '#domain/registrations/correction-words.ts'
import { registrationPaths } from '#domain/registrations/intake.ts'
import { statusPageWords, statusWords } from '#domain/registrations/status-words.ts'
import { moveWords, noLinkWords } from '#domain/registrations/tracking-words.ts'
import { waitingWords } from '#domain/waiting-words.ts'
import { networkHint } from '#site/lib/network.ts'
import { within } from '#tests/harness/within.ts'
import { expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'
import { openAnswers, takeBack, useTracking } from './tracking-actions.ts'

const stage = useStage()
const { register, openTracking, requestCorrection } = useTracking(stage)

describe('a link that is wrong', () => {
  it.each([
    ['too short', 'nonsense'],
    ['of nobody', randomBytes(32).toString('base64url')],
  ])('%s shows nothing', async (_kind, token) => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto(`/track#${token}`)
    await page.getByRole('heading', { level: 1, name: 'This link does not lead to an application' }).waitFor()
    await expectSound(page, 'a link that leads nowhere')
  })
})

it('a link that is wrong is distinguished from a network that is not there', async () => {
  const page = await stage.newPage()
  await page.route('**/registrations/track', (route) => route.abort())
  stage.expectError(/net::ERR_FAILED/)
  await page.clock.install()
  await page.goto(`/track#${randomBytes(32).toString('base64url')}`)
  const error = page.getByText('We could not reach our services.', { exact: false })
  await vi.waitUntil(async () => {
    await page.clock.fastForward(5_000) // the pauses between its own tries
    return error.isVisible()
  }, within)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
})

it.each([
  ['the status by reference', '/track', '#phone', 'Show the status'],
  ['a paper', '/verify', '#verify-code', 'Check this paper'],
])('what was typed to look up %s stays when there is no line', async (_, path, box, button) => {
  const page = await stage.newPage({ viewport: phone })
  // What is looked up at the end is nowhere.
  stage.expectError(/status of 404/)
  await page.goto(path)
  await page.locator('html[data-live]').waitFor()
  await page.locator(box).fill('0803 123 4567')
  if (path === '/track') await page.locator('#reference').fill('FM222-2222')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('alert').getByText(networkHint).waitFor()
  expect(await page.locator(box).inputValue()).toBe('0803 123 4567')
  await expectSound(page)
  // Back from another tab, where the reference was looked up, and with a line again: all stands as it stood.
  await page.locator(box).evaluate((element) => element.setAttribute('data-same', ''))
  await page.context().setOffline(false)
  await page.evaluate(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
  })
  expect(await page.locator(`${box}[data-same]`).inputValue()).toBe('0803 123 4567')
  await page.getByRole('button', { name: button }).click()
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(path)
})

it('an open link stays as it stands while the line goes and comes back', async () => {
  const received = await register('farmer')
  const page = await openTracking(received.trackingPath, phone)
  stage.expectError(/ERR_INTERNET_DISCONNECTED/)
  await page.getByRole('button', { name: /^Take back:/ }).click()
  const dialog = page.getByRole('alertdialog')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await dialog.getByText('This could not be taken back.').waitFor()
  const again = page.waitForResponse((response) => response.url().endsWith('/registrations/track'))
  await page.context().setOffline(false)
  await again
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await page.getByText('Taken back on', { exact: false }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('UL')
})

it('a consent that was taken back is shown so, also where the answer was lost', async () => {
  const { trackingPath } = await register('farmer')
  const page = await openTracking(trackingPath, phone)
  stage.expectError(/ERR_FAILED/)
  await page.route(`**${registrationPaths.trackWithdraw}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await takeBack(page)
  await page.getByText('Taken back on', { exact: false }).waitFor()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: /^Take back:/ }).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('UL')
})

it('a reload offers the account again, and what was said of one step goes when the next begins', async () => {
  const received = await register('farmer')
  const page = await openTracking(received.trackingPath, phone)
  const account = page.getByRole('heading', { name: moveWords.title })
  await account.waitFor()
  await page.reload()
  await account.waitFor()
  await takeBack(page)
  await expectToast(page, 'Taken back')
  await page.getByRole('button', { name: 'Erase my data' }).click()
  await page.getByRole('alertdialog').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
})

it('a change that is refused, since a correction was asked for meanwhile, shows that at once and keeps what was typed', async () => {
  const received = await register('farmer')
  const page = await openTracking(received.trackingPath, phone)
  await openAnswers(page)
  await page.getByRole('button', { name: 'Change Your farm' }).click()
  await page.locator('#correction-farmName').fill('Obi Farms')
  stage.expectError(/status of 409/)
  await requestCorrection(received, [{ field: 'phoneNumber', note: 'This number does not ring.' }])
  await page.getByRole('button', { name: changeWords.submitLabel }).click()
  const correction = page.getByRole('form', { name: correctionWords.label })
  await correction.getByText('This number does not ring.').waitFor()
  const refusal = page.getByRole('alert').filter({ hasText: changeWords.notConfirmed })
  await refusal.getByText('Please answer that first.', { exact: false }).waitFor()
  await expect.poll(() => refusal.evaluate((element) => element === document.activeElement)).toBe(true)
  await expectSound(page, 'a change that was refused')
  await page.locator('#correction-phoneNumber').fill('0803 765 4321')
  await correction.getByRole('button', { name: correctionWords.submitLabel }).click()
  await correction.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('#correction-farmName').inputValue()).toBe('Obi Farms')
  expect(await refusal.count()).toBe(0)
})

it.each([
  ['whether it is an order', trackPaths.findOrder],
  ['the application', registrationPaths.track],
])(
  'a line that breaks before %s is read is named at once, and the page goes on when it is back',
  async (_, path) => {
    const { trackingPath } = await register('farmer')
    const page = await stage.newPage({ viewport: phone })
    stage.expectError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    await page.route(`**${path}`, async (route) => {
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    })
    await page.goto(trackingPath ?? '')
    await page.getByRole('alert').getByText(waitingWords.offline).waitFor()
    await expectSound(page)
    await page.unroute(`**${path}`)
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Your application' }).waitFor()
  },
)

it('an empty question for the status is told at its boxes what is missing, and one that is filled is asked', async () => {
  const { reference } = await register('farmer')
  const page = await stage.newPage({ viewport: phone })
  await page.goto('/track')
  await page.locator('html[data-live]').waitFor()
  const button = page.getByRole('button', { name: statusWords.submitLabel })
  await button.click()
  for (const missing of Object.values(statusWords.missing)) await page.getByText(missing).waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('reference')
  await expectSound(page, 'an empty question for the status')
  await page.locator('#reference').fill(reference)
  expect(await page.getByText(statusWords.missing.reference).count()).toBe(0)
  await button.click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('phone')
  await page.locator('#phone').fill('0803 123 4567')
  await button.click()
  await page.getByText('Status: Pending').waitFor()
  await expectSound(page, 'the status by reference')
})

it('a status that was asked for too often, and a link that was sent again, can be read by everybody', async () => {
  const { reference } = await register('farmer')
  const page = await stage.newPage({ viewport: phone })
  const ask = async (number: string) => {
    await page.goto('/track')
    await page.locator('html[data-live]').waitFor()
    await page.locator('#reference').fill(reference)
    await page.locator('#phone').fill(number)
    await page.getByRole('button', { name: statusWords.submitLabel }).click()
  }
  await ask('0803 123 4567')
  await page.getByRole('button', { name: statusPageWords.sendLink }).click()
  await expectSound(page, 'a link that was sent again')
  for (let count = 0; count < 10; count++)
    await fetch(stage.app.url + trackPaths.status, {
      method: 'POST',
      body: new URLSearchParams({ reference, phone: '0803 999 9999' }),
    })
  await ask('0803 123 4567')
  await expectSound(page, 'a status that has to wait')
})

it('the two ways to follow stand side by side at a desk', async () => {
  const page = await stage.newPage({ viewport: desktop })
  await page.goto('/track')
  const other = await page.getByRole('heading', { name: noLinkWords.withLink }).boundingBox()
  const form = await page.getByRole('form', { name: statusWords.label }).boundingBox()
  expect(other?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0))
  expect(other?.y).toBeLessThan((form?.y ?? 0) + (form?.height ?? 0))
})

describe('Back', () => {
  it('after the link was requested leads to the status again, and to no page of the browser', async () => {
    const { reference } = await register('training')
    const page = await stage.newPage({ viewport: phone, scripts: false })
    await page.goto('/track')
    await page.getByLabel('Reference').fill(reference)
    await page.getByLabel('Phone number').fill('0803 123 4567')
    await page.getByRole('button', { name: statusWords.submitLabel }).click()
    await page.getByRole('button', { name: 'Send me my link' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your link' }).waitFor()
    await page.goBack()
    await page.getByText('Status: Pending').waitFor()
    await page.getByText('Add your photo, by your link or in your account.', { exact: false }).waitFor()
  })
})
