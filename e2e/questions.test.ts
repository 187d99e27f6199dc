/** A question before something ends looks the same on every public page, whatever its sheet brings. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectSound } from './expect-sound.ts'
import {
  fillCart,
  fillContact,
  openCart,
  openCheckout,
  openMarket,
  openStall,
  type Produce,
  readCode,
  showPaymentDetails,
} from './market/market-actions.ts'
import { allScreens, useStage } from './stage.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)

let yam: Produce
beforeAll(async () => {
  await stall.setAccount(true)
  yam = await stall.addProduct('Yam', 4_500_000, 50)
})

/** In the middle of the window, as wide as its words allow, with the button that ends something in its colour. */
async function expectLook(page: Page, question: Locator, confirmLabel: string) {
  await question.waitFor()
  const box = await question.boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  if (!box) throw new Error('no question')
  expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThan(10)
  expect(Math.abs(box.y + box.height / 2 - height / 2)).toBeLessThan(2)
  const button = question.getByRole('button', { name: confirmLabel })
  const colour = await button.evaluate((element) => getComputedStyle(element).backgroundColor)
  const clay = await page.evaluate(() => {
    const probe = document.createElement('i')
    probe.style.color = 'var(--color-clay)'
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
  expect(colour).toBe(clay)
  const edge = await question.evaluate((element) => getComputedStyle(element).borderRadius)
  expect(edge).toBe('6px')
}

it.each(allScreens)('in the cart of the catalogue and of a product, on %s', async (_, viewport) => {
  const page = await stage.newPage({ viewport })
  await fillCart(page, [{ ...yam, quantity: 1 }])
  await openCheckout(page)
  await fillContact(page)
  await showPaymentDetails(page)
  await readCode(page)
  for (const open of [
    () => openMarket(page),
    async () => {
      await openMarket(page)
      await page.locator('.products').getByRole('link', { name: 'Yam' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Yam' }).waitFor()
    },
  ]) {
    await open()
    const cart = await openCart(page)
    await cart.getByRole('button', { name: 'Change it' }).click()
    const question = page.getByRole('alertdialog')
    await expectLook(page, question, 'Take it back')
    await expectSound(page, 'a question in the cart')
    await question.getByRole('button', { name: 'Keep it' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.reload()
  }
})

it.each(['/', '/agriculture', '/export', '/marketplace'])('before Sign Out, on %s', async (path) => {
  const person = await stage.app.newPerson()
  for (const [, viewport] of allScreens) {
    const page = await stage.newPage({ as: person, viewport })
    await page.goto(path)
    await page.evaluate(
      (text) => localStorage.setItem('house-draft:checkout-guest', text),
      JSON.stringify({ userId: 'guest', values: { fields: { name: 'Ada Obi' } }, savedAt: Date.now() }),
    )
    await page.locator('html[data-live]').waitFor()
    await page.locator('.account summary').click()
    await page.locator('.account').getByRole('button', { name: 'Sign Out' }).click()
    const question = page.getByRole('alertdialog')
    const label = await question.locator('.btn').first().innerText()
    await expectLook(page, question, label)
    await expectSound(page, `Sign Out on ${path}`)
    await page.close()
  }
})
