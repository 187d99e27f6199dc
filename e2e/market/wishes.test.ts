/** What is liked, and what is sold out: wishes, and one mail when a product is back. */
import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { within } from '#tests/harness/within.ts'
import { expectToast, holdCall, openSignedIn, waitForMail } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'
import { openCart, openMarket, openStall, waitForCount } from './market-actions.ts'

const stage = useStage()
const stall = openStall(() => stage.app)

const readPage = async (path: string) => (await fetch(stage.app.url + path)).text()

describe('wishes and stock alerts', () => {
  it('a heart is saved on the device, then in the account, and bought from beside the cart', async () => {
    const rice = await stall.addProduct('Rice', 3_500_000)
    await vi.waitFor(async () => expect(await readPage('/marketplace')).toContain('Rice'), within)
    const person = await stage.app.newPerson()
    const page = await stage.newPage({ viewport: phone })
    await openMarket(page)
    const heart = (of: Page) => of.getByRole('button', { name: 'Keep Rice in your wishes' })
    await heart(page).click()
    await expectToast(page, 'Kept in your wishes', 'You find them in your cart, below what you buy.')
    // What is said of it goes with it.
    await heart(page).click()
    await page.locator('.toast').waitFor({ state: 'detached' })
    await heart(page).click()
    await expectToast(page, 'Kept in your wishes', 'You find them in your cart, below what you buy.')
    await page.keyboard.press('Escape')
    const cart = await openCart(page)
    await cart.getByRole('heading', { name: 'Your wishes' }).waitFor()
    await cart.getByRole('button', { name: 'Add to Cart: Rice' }).click()
    await cart.getByRole('button', { name: 'Remove Rice', exact: true }).waitFor()
    await expectSound(page)
    await openSignedIn(page, '/account', person)
    await openMarket(page)
    await vi.waitFor(async () => {
      const { data } = await person.client.from('product_wishes').select('product_id')
      expect(data).toEqual([{ product_id: rice.id }])
    }, within)
    const otherDevice = await stage.newPage({ viewport: phone, as: person })
    await openMarket(otherDevice)
    await otherDevice.locator('.wish[aria-pressed=true]').waitFor()
    // What was said of the try before goes when the next one begins.
    const wished = '**/rest/v1/product_wishes*'
    stage.expectError(/ERR_FAILED/)
    await otherDevice.route(wished, (route) => route.abort())
    const list = await openCart(otherDevice)
    const removal = list.getByRole('button', { name: 'Remove Rice from your wishes' })
    await removal.click()
    await expectToast(otherDevice, 'Your wishes could not be changed')
    await otherDevice.unroute(wished)
    const { release } = await holdCall(otherDevice, wished)
    const sent = otherDevice.waitForRequest(wished)
    await removal.click()
    await sent
    expect(await otherDevice.locator('.toast').count()).toBe(0)
    release()
    await removal.waitFor({ state: 'detached' })
    await vi.waitFor(async () => {
      expect((await person.client.from('product_wishes').select('product_id')).data).toEqual([])
    }, within)
  })

  it('a visitor is notified by one mail when a product is back, after one click that the address is theirs', async () => {
    const okra = await stall.addProduct('Okra seed', 900_000, 0)
    const email = 'waits@example.com'
    const setStock = async (stock: number) => {
      await stall.sql('update public.products set stock = $2 where id = $1', [okra.id, stock])
      const isOffered = async () =>
        (await readPage('/marketplace?q=okra')).includes('Tell me when it is back')
      // A page is drawn again shortly after the change; the one from before is not what is tested.
      await vi.waitFor(async () => expect(await isOffered()).toBe(stock === 0), within)
    }
    const page = await stage.newPage({ viewport: phone })
    await page.goto(`/marketplace/${okra.id}`)
    const form = page.locator('#back')
    await form.getByLabel('Your email').fill(email)
    await expectSound(page)
    await form.getByRole('button', { name: 'Tell me' }).click()
    await form.getByText('Please check your inbox').waitFor()
    const first = await waitForMail(stage.app, email, /./)
    await page.goto(first.links.find((link) => link.includes('/stock-alerts/confirm')) ?? '')
    await page.getByRole('button', { name: 'Tell me when it is back' }).click()
    await page.waitForURL('**/stock-alerts/confirmed')
    // The device knows that it was requested, and offers it no second time.
    await openMarket(page, '?q=okra')
    await page.getByRole('link', { name: 'You asked for a mail when it is back' }).click()
    await form.getByText(/^You asked for it on .* a link that takes you off the list\.$/).waitFor()
    expect(await form.getByLabel('Your email').count()).toBe(0)
    await expectSound(page)
    await form.getByRole('button', { name: 'Ask again' }).click()
    const box = form.getByLabel('Your email')
    expect(await box.evaluate((one) => one === document.activeElement)).toBe(true)
    // Nothing is sent yet: what was asked before still counts.
    await openMarket(page, '?q=okra')
    await page.getByRole('link', { name: 'You asked for a mail when it is back' }).waitFor()
    await setStock(5)
    await stall.sql('select private.send_stock_alerts()')
    const back = await waitForMail(stage.app, email, /^Okra seed is back$/)
    await page.goto(back.links.find((link) => link.includes(okra.id)) ?? '')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await waitForCount(page, 1)
    // Their one mail was sent: sold out once more, it is asked for again.
    await setStock(0)
    await openMarket(page, '?q=okra')
    await page.getByRole('link', { name: 'Tell me when it is back' }).click()
    await form.getByLabel('Your email').waitFor()
  })

  it('a member who waits reads it beside the product on every device, and is off the list with one press', async () => {
    const moringa = await stall.addProduct('Moringa leaf', 700_000, 0)
    const person = await stage.app.newPerson()
    const page = await stage.newPage({ viewport: phone, as: person })
    await page.goto(`/marketplace/${moringa.id}`)
    const part = page.locator('#back')
    // In place of the box for an address, which stands here until the page knows who reads it.
    await part.getByLabel('Your email').waitFor({ state: 'detached' })
    await part.getByRole('button', { name: 'Tell me' }).click()
    await part.getByText('We write to you once it is back.').waitFor()
    const otherDevice = await stage.newPage({ viewport: phone, as: person })
    await openMarket(otherDevice, '?q=moringa')
    await otherDevice.getByRole('link', { name: 'You asked for a mail when it is back' }).click()
    await otherDevice.getByRole('button', { name: 'Do not tell me' }).click()
    await otherDevice.getByRole('button', { name: 'Tell me' }).waitFor()
    expect((await person.client.from('stock_alerts').select('id')).data).toEqual([])
  })
})
