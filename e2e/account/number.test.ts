/** /account/profile: the phone number is proved by the code that comes to it, and brings what was sent with it. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { codeIn, openPhones } from '#tests/harness/phones.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { createApplicant } from '#tests/server/registrations/applicant.ts'
import { expectToast, letMailPausePass } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { openAnswers, useTracking } from '../registrations/tracking-actions.ts'
import { phone as smallPhone, useStage } from '../stage.ts'

const phones = await openPhones()
const stage = useStage(phones.env)
const tracking = useTracking(stage)
afterAll(phones.remove)

async function openProfile(person: Person, phone: string): Promise<Page> {
  mustWork(await person.client.from('profiles').update({ phone }).eq('id', person.id).select('id').single())
  const page = await stage.newPage({ as: person, viewport: smallPhone })
  await page.clock.install()
  await page.goto('/account/profile')
  return page
}

async function pressButton(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

const holdsFocus = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element === document.activeElement)

async function registerAsGuest(phoneNumber: string): Promise<void> {
  const { url, keys } = stage.app
  const applicant = createApplicant({ url, publishableKey: keys.publishableKey })
  for (const form of ['farmer', 'training'] as const) {
    const { email: _, ...answers } = goodRegistrations[form]
    const sent = await applicant.submit(form, { answers: { ...answers, noEmail: true, phoneNumber } })
    expect(sent.status).toBe(201)
  }
}

describe('the number of the profile', () => {
  it('leaves no empty room in the panel of a member who has none', async () => {
    const page = await stage.newPage({ as: await stage.app.newPerson(), viewport: smallPhone })
    await page.goto('/account/profile')
    const button = page.getByRole('button', { name: 'Save Profile' })
    await button.waitFor()
    const roomBelow = () =>
      button.evaluate((element) => {
        const panel = element.closest('.panel')?.getBoundingClientRect()
        return Math.round((panel?.bottom ?? Number.NaN) - element.getBoundingClientRect().bottom)
      })
    await expect.poll(roomBelow).toBeLessThanOrEqual(32)
  })

  it('is confirmed on a small phone by keyboard, and what was sent with it is there', async () => {
    const [person, phone] = [await stage.app.newPerson(), '+2348035560001']
    await registerAsGuest(phone)
    const page = await openProfile(person, phone)
    await page.getByText(`${phone} is not confirmed.`).waitFor()
    await pressButton(page, 'Confirm this number')
    await expectToast(page, 'A code is on its way', `We have sent it to ${phone}.`)
    const code = codeIn(await phones.waitFor(phone))

    const box = page.getByLabel(`Code sent to ${phone}`)
    await expect.poll(() => holdsFocus(page, '#number-code')).toBe(true)
    expect(await box.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await box.getAttribute('inputmode')).toBe('numeric')
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await page.locator('#number-code-error').getByText('The code has 6 digits').waitFor()
    await box.fill(code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10)))
    await page.keyboard.press('Enter')
    await page.getByText('This code is not right, or it is too old.').waitFor()
    expect(await page.locator('.toast').count()).toBe(0)
    await expect.poll(() => holdsFocus(page, '#number-code')).toBe(true)
    expect(await box.getAttribute('aria-invalid')).toBe('true')
    await expectSound(page)

    await box.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.keyboard.press('Enter')
    await expectToast(
      page,
      'Your number is confirmed',
      '2 applications and orders were added to your account.',
    )
    const line = page.locator('p', { hasText: `${phone} is confirmed as your number.` })
    await line.waitFor()
    await expect.poll(() => line.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.reload()
    await line.waitFor()
    expect(await page.getByRole('button', { name: 'Confirm this number' }).count()).toBe(0)
    await page.goto('/account')
    const confirmations = page.getByRole('region', { name: 'My applications' }).locator('.confirmation')
    await confirmations.nth(1).waitFor()

    // Another number in the profile starts again; the old one counts until then.
    await page.goto('/account/profile')
    await page.locator('#profile-phone').fill('0803 556 0002')
    await pressButton(page, 'Save Profile')
    await page.getByText('+2348035560002 is not confirmed.').waitFor()
    await line.waitFor()
    await page.locator('#profile-phone').fill('0803 556 0001')
    await pressButton(page, 'Save Profile')
    await page.getByText('is not confirmed').waitFor({ state: 'detached' })
    await line.waitFor()
  })

  it('gets another code after a minute, also after a reload; only the newest works', async () => {
    const [person, phone] = [await stage.app.newPerson(), '+2348035560003']
    const page = await openProfile(person, phone)
    await pressButton(page, 'Confirm this number')
    await page.getByText('After a minute you can ask for another code.').waitFor()
    const first = codeIn(await phones.waitFor(phone))
    expect(await page.getByRole('button', { name: 'Send another code' }).count()).toBe(0)
    await page.clock.fastForward(60_000)
    await pressButton(page, 'Send another code')
    await page.getByText('Too many requests. Please try again later.').first().waitFor()
    await letMailPausePass(stage.app)
    await pressButton(page, 'Send another code')
    const second = codeIn(await phones.waitFor(phone, 2))
    await page.getByText('After a minute you can ask for another code.').waitFor()
    await page.reload()
    const box = page.getByLabel(`Code sent to ${phone}`)
    if (first !== second) {
      await box.fill(first)
      await page.keyboard.press('Enter')
      await page.locator('#number-code-error').getByText('This code is not right').waitFor()
    }
    await box.fill(second)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Your number is confirmed')
  })

  it('that another account has confirmed is refused in words, and so is one without a country', async () => {
    const [owner, person, phone] = [
      await stage.app.newPerson(),
      await stage.app.newPerson(),
      '+2348035560004',
    ]
    await phones.prove(owner, phone)
    const page = await openProfile(person, phone)
    await pressButton(page, 'Confirm this number')
    await expectToast(page, 'Another account has confirmed this number.')
    await page
      .locator('#request-code-error')
      .getByText('If it is yours, contact us.', { exact: true })
      .waitFor()
    // Said once: the page has what to do about it.
    expect(await page.getByText('Another account has confirmed').count()).toBe(1)
    await page.locator('#profile-phone').fill('1234 567 890')
    await pressButton(page, 'Save Profile')
    await page.getByText('save it with its country code').waitFor()
  })
})

it('a registration’s bank account is changed with a code to its old phone, which hears of it', async () => {
  const old = '+2348035560041'
  const received = await tracking.register('investor_individual', {
    ...goodRegistrations.investor_individual,
    email: 'keeper@example.com',
    phone: old,
  })
  const page = await tracking.openTracking(received.trackingPath, smallPhone)
  await openAnswers(page)
  await page.getByRole('button', { name: 'Change Bank and identity' }).click()
  const form = page.getByRole('form', { name: 'Change: Bank and identity' })
  await page.locator('#correction-accountNumber').fill('0000024576')
  await form.getByRole('button', { name: 'Send change' }).click()
  await form.getByRole('button', { name: /^Send a code to [^@]+41$/ }).click()
  const code = codeIn(await phones.waitFor(old))
  await page.locator('#correction-code').fill(code === '000000' ? '000001' : '000000')
  await form.getByRole('button', { name: 'Send change' }).click()
  await page.locator('#correction-code-error').getByText('This code is not right').waitFor()
  // On a small phone the list above the form is two screens away.
  await expect.poll(() => holdsFocus(page, '#correction-code')).toBe(true)
  await page.locator('#correction-code').fill(code)
  await form.getByRole('button', { name: 'Send change' }).click()
  await page.getByRole('heading', { name: 'We have your change' }).waitFor()
  await page.getByText('••••••4576').waitFor()
  expect(await phones.waitFor(old, 2)).toContain('was changed')
})

it('a link that leads nowhere says what brings an application into an account', async () => {
  const page = await stage.newPage({ viewport: smallPhone })
  await page.goto(`/track#${'x'.repeat(43)}`)
  await page.getByText('has confirmed the same email address or phone number').waitFor()
})
