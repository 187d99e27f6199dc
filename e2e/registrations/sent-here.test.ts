/** What a device remembers of what was sent from it: each form and page leads to its own reference, wherever that stands. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { sentHereKey } from '#site/lib/draft.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { createShopper } from '#tests/server/market/market-app.ts'
import { createApplicant } from '#tests/server/registrations/applicant.ts'
import { expectPath, expectToast, fillOrder, submitOrder } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import {
  fillCart,
  fillContact,
  openCheckout,
  openStall,
  type Produce,
  readCode,
  showPaymentDetails,
} from '../market/market-actions.ts'
import { phone, useStage } from '../stage.ts'
import { openForm } from './registration-actions.ts'
import { farmer, newYou, rememberSent } from './registration-farmer.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)
let rice: Produce

beforeAll(async () => {
  await stall.setAccount(true)
  rice = await stall.addProduct('Rice', 3_500_000)
})

/** A tab on the same device, without what another tab knows. */
const openTab = (page: Page) => page.context().newPage()

const readRemembered = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('house-draft:sent') ?? '[]'))

async function sendFarm(page: Page): Promise<string> {
  await farmer.fill(page, newYou())
  await page.locator('#farmer-acceptTerms').check()
  await farmer.submit(page)
  await farmer.done(page).waitFor()
  return page.locator('.confirmation-code').innerText()
}

async function expectPrompt(tab: Page, reference: string): Promise<void> {
  await expectPath(tab, '/track')
  await expect.poll(() => tab.locator('#reference').inputValue()).toBe(reference)
  // No history shows it, and no server has seen it.
  await expect.poll(() => new URL(tab.url()).hash).toBe('')
  expect(tab.url()).not.toContain(reference)
}

describe('a guest who sent a registration and an order', () => {
  it('follows each by its own reference in a new tab, whichever was last, and whichever link is open', async () => {
    const page = await stage.newPage({ viewport: phone })
    const first = await rememberSent(page, stage)
    // As its page stores it: the tests of an order that waits, below.
    const { url, keys } = stage.app
    const shopper = createShopper({ url, publishableKey: keys.publishableKey, address: '127.0.0.1' })
    const line = { productId: rice.id, quantity: 1, priceKobo: rice.priceKobo }
    const { code, trackingPath } = await shopper.order([line])
    await page.evaluate(
      ({ reference, key }) => {
        const sent = JSON.parse(localStorage.getItem(key) ?? '[]')
        const last = { reference, kind: 'order', sentAt: Date.now() }
        localStorage.setItem(key, JSON.stringify([last, ...sent]))
      },
      { reference: code, key: sentHereKey },
    )
    // Its link is open in this browser now.
    await page.goto(trackingPath)
    await page.getByRole('heading', { level: 1, name: 'Your order' }).waitFor()

    const tab = await openTab(page)
    await openForm(tab, '/farmer-registration')
    await tab.getByText(`You sent ${first} today.`).waitFor()
    await tab.getByRole('link', { name: 'Follow it' }).click()
    await expectPrompt(tab, first)
    await tab.reload()
    await expectPrompt(tab, first)
    // What is open here is one tap away.
    await tab.getByRole('link', { name: 'Show what is open here instead' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Your order' }).waitFor()
    await tab.reload()
    await tab.getByRole('heading', { level: 1, name: 'Your order' }).waitFor()
    // Home speaks of the last one: that is what is open here.
    await tab.goto('/')
    await tab.locator('[data-sent]').getByRole('link', { name: 'Follow it' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Your order' }).waitFor()
    expect(await tab.locator('.confirmation-code').innerText()).toBe(code)

    const other = await openTab(page)
    await farmer.fill(other, newYou())
    await other.locator('#farmer-acceptTerms').check()
    await farmer.submit(other)
    const question = other.getByRole('alertdialog')
    const follow = question.getByRole('link', { name: 'Follow it' })
    expect(await follow.getAttribute('href')).toBe(`/track#${first}`)
    await question.getByRole('button', { name: 'Send another one' }).click()
    await farmer.done(other).waitFor()
    const second = await other.locator('.confirmation-code').innerText()

    const last = await openTab(page)
    await last.context().clearCookies()
    await last.goto('/marketplace/checkout')
    await last.getByText('You sent order', { exact: false }).getByRole('link', { name: 'Follow it' }).click()
    await expectPrompt(last, code)
    await last.goto('/')
    await last.locator('[data-sent]').getByText(`You sent ${second} on `, { exact: false }).waitFor()
    await last.locator('[data-sent]').getByRole('link', { name: 'Follow it' }).click()
    await expectPrompt(last, second)
    // A reference that was typed before the page knew what this device has sent.
    await last.route('**/assets/sent-here-*', async (route) => {
      await last.locator('#reference').fill('FM222-2222')
      await route.continue()
    })
    const known = last.waitForResponse('**/assets/sent-here-*')
    await last.goto('/track')
    const module = (await known).url()
    await last.evaluate(async (url) => void (await import(url)), module)
    expect(await last.locator('#reference').inputValue()).toBe('FM222-2222')
  })

  it('has the form forget all that was sent on one tap, and takes that back', async () => {
    const page = await stage.newPage({ viewport: phone })
    const reference = await sendFarm(page)
    await page.evaluate((sentAt) => {
      const sent = JSON.parse(localStorage.getItem('house-draft:sent') ?? '[]')
      const earlier = { reference: 'TR7K4-2X9Q', kind: 'training', sentAt }
      localStorage.setItem('house-draft:sent', JSON.stringify([...sent, earlier]))
    }, Date.now() - 60_000)
    // The browser's history keeps the title.
    expect(await page.title()).toBe('We have your registration, Farmer Bio Data')
    const before = await readRemembered(page)
    await openForm(page, '/farmer-registration')
    const line = page.getByText(`You sent ${reference} today.`)
    await line.waitFor()
    await page.getByRole('button', { name: 'Not my phone: forget it' }).press('Enter')
    await page.getByText('This phone has forgotten every reference that was sent from it.').waitFor()
    expect(await page.getByText(reference).count()).toBe(0)
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    for (const gone of [reference, 'TR7K4-2X9Q']) expect(stored).not.toContain(gone)
    const undo = page.getByRole('button', { name: 'Undo' })
    expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true)
    await undo.press('Enter')
    await line.waitFor()
    // With the time at which it was sent, and the link that this tab knew.
    expect(await readRemembered(page)).toEqual(before)
    expect(await page.getByRole('link', { name: 'Follow it' }).getAttribute('href')).toMatch(/^\/track#.{20}/)
    await page.getByRole('button', { name: 'Not my phone: forget it' }).click()
    await page.reload()
    await page.locator('.long-form-step button[type=submit]:enabled').waitFor()
    expect(await line.count()).toBe(0)
  })
})

describe('a guest whose order waits for its transfer', () => {
  async function placeOrder(page: Page): Promise<string> {
    await fillCart(page, [{ ...rice, quantity: 1 }])
    await openCheckout(page)
    await fillContact(page, { email: '' })
    await showPaymentDetails(page)
    return readCode(page)
  }
  const readStores = (page: Page) =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

  it('has the home page forget the order with its link and whom it goes to, and takes that back', async () => {
    const page = await stage.newPage({ viewport: phone })
    const reference = await rememberSent(page, stage)
    const code = await placeOrder(page)
    const before = await readStores(page)
    for (const text of [reference, code, '/track#', 'Ada Obi']) expect(before).toContain(text)
    await page.goto('/')
    await page.getByRole('button', { name: 'Not my phone: forget it' }).click()
    await page.getByText('This phone has forgotten every reference that was sent from it.').waitFor()
    const after = await readStores(page)
    for (const gone of [reference, code, '/track#', 'Ada Obi']) expect(after).not.toContain(gone)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('[data-sent]').getByText(`You sent ${code} on `, { exact: false }).waitFor()
    await page.goto('/marketplace/checkout')
    expect(await readCode(page)).toBe(code)
  })

  it('says on its page that it is not their phone: what is kept ends with the tab', async () => {
    const page = await stage.newPage({ viewport: phone })
    const code = await placeOrder(page)
    await expect.poll(async () => (await readRemembered(page))[0]?.reference).toBe(code)
    const before = await readRemembered(page)
    const readDevice = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
    await page.getByRole('button', { name: 'Not my phone: forget it' }).press('Enter')
    await page.getByText('This phone forgets it once you close this page', { exact: false }).waitFor()
    for (const gone of [code, '/track#', 'Ada Obi']) expect(await readDevice()).not.toContain(gone)
    await expectSound(page, 'an order on the phone of someone else')
    const undo = page.getByRole('button', { name: 'Undo' })
    expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true)
    // It is paid in this tab all the same.
    await page.reload()
    expect(await readCode(page)).toBe(code)
    const tab = await openTab(page)
    await tab.goto('/marketplace/checkout')
    await tab.getByText('Your cart is empty').waitFor()
    await undo.click()
    await page.getByText('This phone remembers this order.').waitFor()
    expect((await readRemembered(page))[0]?.reference).toBe(before[0]?.reference)
    await tab.reload()
    expect(await readCode(tab)).toBe(code)
    await page.getByRole('button', { name: 'Not my phone: forget it' }).click()
    await page.getByRole('button', { name: 'Mark as Payment Successful' }).click()
    await expectToast(page, 'Payment Successful')
    for (const gone of [code, '/track#', 'Ada Obi']) expect(await readDevice()).not.toContain(gone)
  })
})

describe('what the device remembers', () => {
  it('was sent yesterday once it is the next day in Lagos', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto('/')
    await page.evaluate(
      (sentAt) => {
        const sent = { reference: 'FM7K4-2X9Q', kind: 'farmer', sentAt }
        localStorage.setItem('house-draft:sent', JSON.stringify([sent]))
      },
      Date.parse(`${getLagosDay(Date.now())}T00:00:00+01:00`) - 1,
    )
    await openForm(page, '/farmer-registration')
    await page.getByText('You sent FM7K4-2X9Q yesterday.').waitFor()
  })

  it('leads from the home page into the account or to the page that follows it, wherever it says', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto('/')
    const follow = page.locator('[data-sent]').getByRole('link', { name: 'Follow it' })
    for (const [path, leads] of [
      ['/account/orders/1', '/account/orders/1'],
      ['https://evil.example/account/', '/track#FM7K4-2X9Q'],
      ['//evil.example/', '/track#FM7K4-2X9Q'],
      [undefined, '/track#FM7K4-2X9Q'],
    ]) {
      await page.evaluate((path) => {
        const sent = { reference: 'FM7K4-2X9Q', kind: 'farmer', sentAt: Date.now(), path }
        localStorage.setItem('house-draft:sent', JSON.stringify([sent]))
      }, path)
      await page.reload()
      expect(await follow.getAttribute('href')).toBe(leads)
    }
  })
})

describe('a member', () => {
  it('is led to the page of each in the account: a registration, a bulk order', async () => {
    const person = await stage.app.newPerson()
    const page = await stage.newPage({ viewport: phone, as: person })
    // As the page of the form stores it: `investors.test.ts`.
    const { url, keys } = stage.app
    const { session } = mustWork(await person.client.auth.getSession())
    const accessToken = session?.access_token ?? ''
    const applicant = createApplicant({ url, publishableKey: keys.publishableKey, accessToken })
    const { reference, recordType, id } = (await applicant.submit('investor_individual')).body
    await page.goto('/robots.txt')
    await page.evaluate(
      ({ reference, path, key }) => {
        const sent = { reference, kind: 'investor_individual', sentAt: Date.now(), path }
        localStorage.setItem(key, JSON.stringify([sent]))
      },
      { reference, path: `/account/applications/${recordType}/${id}`, key: sentHereKey },
    )
    await page.goto('/order')
    await page.getByRole('form', { name: 'Agricultural Products Order Form' }).waitFor()
    expect(await page.getByText('You sent order').count()).toBe(0)
    await fillOrder(page)
    await submitOrder(page)
    await page.locator('.confirmation-code').waitFor()
    const code = await page.locator('.confirmation-code').innerText()
    await expect.poll(async () => (await readRemembered(page))[0]?.reference).toBe(code)

    const tab = await openTab(page)
    await tab.goto('/')
    await tab.locator('[data-sent]').getByText(`You sent ${code} on `, { exact: false }).waitFor()
    await tab.locator('[data-sent]').getByRole('link', { name: 'Follow it' }).click()
    await tab.waitForURL(/\/account\/orders\/[\w-]{36}$/)
    await tab.getByText(code).first().waitFor()
    await tab.goto('/order')
    await tab.getByText(`You sent order ${code} today.`, { exact: false }).waitFor()
    await tab.getByRole('main').getByRole('link', { name: 'Follow it' }).click()
    await tab.waitForURL(/\/account\/orders\/[\w-]{36}$/)
    await openForm(tab, '/investor-form/individual')
    await tab.getByText(`You sent ${reference} today.`).waitFor()
    await tab.getByRole('link', { name: 'Follow it' }).click()
    await tab.waitForURL(/\/account\/applications\/\w+\/[\w-]{36}$/)
    await tab.getByText(reference).first().waitFor()
  })
})
