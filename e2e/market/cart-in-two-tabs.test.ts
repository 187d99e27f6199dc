/** One cart in two tabs: one of them orders while the other changes it, before, meanwhile and after. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { holdCall } from '../actions.ts'
import { useStage } from '../stage.ts'
import {
  fillCart,
  fillContact,
  openCheckout,
  openStall,
  type Produce,
  readCode,
  showPaymentDetails,
} from './market-actions.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)

let millet: Produce
let yam: Produce
beforeAll(async () => {
  await stall.setAccount(true)
  millet = await stall.addProduct('Millet', 3_500_000)
  yam = await stall.addProduct('Yam', 4_500_000)
})

const readStored = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const { items } = JSON.parse(localStorage.getItem('house-draft:cart') ?? '{"items":[]}')
    return Object.fromEntries(
      items.map(({ name, quantity }: { name: string; quantity: number }) => [name, quantity]),
    )
  })

const more = (page: Page) => page.getByRole('button', { name: 'One Millet more' })

/** Presses it again and again, until it is stopped; how often it was there to be pressed. */
async function keepPressing(page: Page): Promise<{ stop: () => Promise<number> }> {
  await page.evaluate(() => {
    const presses = { count: 0, timer: 0 }
    presses.timer = window.setInterval(() => {
      const button = document.querySelector<HTMLButtonElement>('[aria-label="One Millet more"]')
      if (!button || button.disabled) return
      presses.count += 1
      button.click()
    }, 7)
    Object.assign(window, { presses })
  })
  return {
    stop: () =>
      page.evaluate(() => {
        const { presses } = window as unknown as { presses: { count: number; timer: number } }
        window.clearInterval(presses.timer)
        return presses.count
      }),
  }
}

const itemsOf = (code: string) =>
  stall.sql<{ name: string; quantity: string }>(
    `select item.product_name as name, item.quantity::text from public.order_items as item
     join public.orders on orders.id = item.order_id where orders.code = $1 order by item.product_name`,
    [code],
  )

describe('a cart in two tabs', () => {
  it.each(['guest', 'member'])(
    'of a %s holds what was added after the order, and nothing that was ordered',
    async (who) => {
      const ordering = await stage.newPage({ as: who === 'member' ? await stage.app.newPerson() : undefined })
      await fillCart(ordering, [
        { ...millet, quantity: 4 },
        { ...yam, quantity: 1 },
      ])
      await openCheckout(ordering)
      const changing = await ordering.context().newPage()
      await changing.goto('/marketplace?view=cart')
      // Before: what the other tab has added is ordered, too.
      await more(changing).click()
      await ordering.getByText('5 × 50 kg').waitFor()
      await fillContact(ordering)
      const { release } = await holdCall(
        ordering,
        who === 'member' ? '**/rpc/place_market_order' : '**/market/orders',
      )
      await showPaymentDetails(ordering)
      // Meanwhile: the order is on its way with five.
      await more(changing).click()
      await more(changing).click()
      await changing.getByRole('button', { name: 'Remove Yam' }).click()
      const { stop } = await keepPressing(changing)
      release()
      // There is more in the cart by now: the order is named beside it.
      const named = ordering.locator('.notice', { hasText: 'Your earlier order' }).locator('.code')
      await named.waitFor()
      const code = await named.innerText()
      const pressed = await stop()
      expect(await itemsOf(code)).toEqual([
        { name: 'Millet', quantity: '5' },
        { name: 'Yam', quantity: '1' },
      ])
      expect(pressed).toBeGreaterThan(0)
      await expect.poll(() => readStored(ordering)).toEqual({ Millet: 2 + pressed })
      // After.
      await more(changing).click()
      await expect.poll(() => readStored(changing)).toEqual({ Millet: 3 + pressed })
      await changing.reload()
      const box = changing.getByRole('textbox', { name: 'Quantity of Millet' })
      await expect.poll(() => box.inputValue()).toBe(String(3 + pressed))
      await changing.getByRole('button', { name: 'Remove Millet' }).click()
      await changing.getByText('Your cart is empty').waitFor()
      await ordering.reload()
      expect(await readCode(ordering)).toBe(code)
      expect(await readStored(ordering)).toEqual({})
      await ordering.unrouteAll({ behavior: 'wait' })
    },
  )
})
