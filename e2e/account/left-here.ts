/** What a guest has left on this device: a form, an order with its link, and what was sent. */
import type { Page } from 'playwright-core'

const guests = {
  'house-draft:registration:farmer:guest': { userId: 'guest', values: { reached: 1 }, savedAt: Date.now() },
  'house-draft:checkout-guest': {
    userId: 'guest',
    values: { fields: {}, placed: { id: 'order', code: 'AG222-2222', trackingPath: '/track#secret' } },
    savedAt: Date.now(),
  },
  'house-draft:sent': [{ reference: 'FM7K4-2X9Q', kind: 'farmer', sentAt: Date.now() }],
}

/** Answers under which names. */
export async function leaveThings(page: Page, things: Readonly<Record<string, object>> = guests) {
  await page.evaluate((all) => {
    for (const [name, value] of Object.entries(all)) localStorage.setItem(name, JSON.stringify(value))
  }, things)
  return Object.keys(things).sort()
}

export const readThings = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((name) => name.startsWith('house-draft:') && name !== 'house-draft:cart')
      .sort(),
  )
