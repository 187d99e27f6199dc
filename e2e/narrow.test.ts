/** A phone of 280 px, and text of twice the size: every page fits, and its header can be used. First questions of long forms. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/harness/app.ts'
import { expectFits } from './expect-sound.ts'
import { phone, useStage } from './stage.ts'

const stage = useStage()
let person: Person

beforeAll(async () => {
  person = await stage.app.newPerson()
})

const publicPaths = [
  '/',
  '/agriculture',
  '/sustainable-farming',
  '/rural-education',
  '/poultry-development',
  '/poultry-training',
  '/farmer-registration',
  '/real-estate-construction',
  '/general-contract',
  '/company-representation',
  '/franchise-partnership',
  '/marketplace',
  '/marketplace/checkout',
  '/investor-form',
  '/investor-form/individual',
  '/investor-form/corporate',
  '/investor-form/crypto',
  '/board',
  '/careers',
  '/careers/general',
  '/contact',
  '/verify',
  '/verify/AAAA-BBBB-CCCC',
  '/terms',
  '/privacy',
  '/auth',
  '/track',
  '/not-me',
  '/no/such/page',
]
const memberPaths = [
  '/account',
  '/account/profile',
  '/account/security',
  '/account/notifications',
  '/account/privacy',
  '/account/products',
  '/buyer-registration',
  '/buyer-form/individual',
  '/buyer-form/corporate',
  '/investor-hub',
  '/order',
]

/** What is in the header stands side by side, inside the screen. */
async function expectHeader(page: Page, where: string): Promise<void> {
  const places = await page.evaluate(() =>
    [...document.querySelectorAll('.brand, .account > *, .menu-button')]
      .filter((part) => part.checkVisibility())
      .map((part) => part.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ left, right }) => [left, right] as const),
  )
  expect(places.length, where).toBeGreaterThan(1)
  const edges = places.flat()
  expect(edges, `${where}: header`).toEqual(edges.toSorted((a, b) => a - b))
  expect(edges.at(-1), `${where}: header`).toBeLessThanOrEqual(await page.evaluate(() => innerWidth))
}

async function openNarrow(kind: string, as?: Person): Promise<Page> {
  const page = await stage.newPage({
    viewport: kind === 'text of twice the size' ? phone : { width: 280, height: 640 },
    as,
  })
  if (kind === 'text of twice the size') {
    const client = await page.context().newCDPSession(page)
    await client.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  }
  return page
}

describe.each(['280 px', 'text of twice the size'])('with %s', (kind) => {
  it('every public page fits, and its header can be used', async () => {
    const page = await openNarrow(kind)
    stage.expectError(/404: no page at/)
    for (const path of publicPaths) {
      await page.goto(path)
      await expectFits(page, path)
      await expectHeader(page, path)
    }
    // Sign In is in the menu where the bar has no room for it.
    await page.goto('/')
    await page.locator('.menu-button').click()
    expect(await page.locator('.menu-sign-in').isVisible()).toBe(true)
    await expectFits(page, 'the menu')
  })

  it('every page of a member fits, and its header can be used', async () => {
    const page = await openNarrow(kind, person)
    for (const path of memberPaths) {
      await page.goto(path)
      await page.locator('html[data-live]').waitFor()
      await page.locator('main :is(form, .panel, .empty, section)').first().waitFor()
      await expectFits(page, path)
      await expectHeader(page, path)
    }
  })
})

describe('on a phone', () => {
  it('every long form shows its first question in the first screen, also to a member', async () => {
    const page = await stage.newPage({ viewport: phone, as: person })
    for (const path of [
      '/farmer-registration',
      '/poultry-training',
      '/investor-form/individual',
      '/investor-form/corporate',
      '/investor-form/crypto',
      '/buyer-form/individual',
      '/buyer-form/corporate',
      '/order',
    ]) {
      await page.goto(path)
      const first = page.locator('main form :is(input:not(.trap, [type=hidden]), select, textarea)').first()
      await first.waitFor()
      // Names the account, above the questions; the order form has none.
      if (path !== '/order') await page.getByText('You are sending this as').waitFor()
      // The banner of an evaluation copy is not counted.
      const bottom = await first.evaluate(
        (box) =>
          box.getBoundingClientRect().bottom -
          (document.querySelector<HTMLElement>('.evaluation')?.offsetHeight ?? 0),
      )
      expect(bottom, path).toBeLessThanOrEqual(phone.height)
    }
  })
})
