/** The header and the footer: item by item, by mouse, by keyboard, on a phone, and without scripts. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectPath, setTextSize } from './actions.ts'
import { desktop, phone, useStage } from './stage.ts'

const stage = useStage()

const items: Record<string, [label: string, address: string][]> = {
  Agriculture: [
    ['General Services', '/agriculture'],
    ['Farmer Registration', '/farmer-registration'],
    ['Sustainable Farming', '/sustainable-farming'],
    ['Rural Education', '/rural-education'],
    ['Poultry Development', '/poultry-development'],
    ['Poultry Training', '/poultry-training'],
  ],
  Registration: [
    ['Individual Buyer', '/buyer-form/individual'],
    ['Corporate Buyer', '/buyer-form/corporate'],
    ['Farmer, trainee or investor? Your door is here', '/#doors'],
  ],
  'Business & Services': [
    ['Company Representation', '/company-representation'],
    ['Investor Hub', '/investor-hub'],
    ['Franchise & Partnership', '/franchise-partnership'],
    ['Real Estate & Construction', '/real-estate-construction'],
    ['Marketplace', '/marketplace'],
    ['Careers', '/careers'],
  ],
  About: [
    ['Company Info', '/board'],
    ['Terms and Conditions', '/terms'],
    ['Privacy', '/privacy'],
  ],
}
const groupNames = ['Poultry Services', 'Buyer Registration', 'Business Services']

const linksOf = (place: Locator) =>
  place
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent?.trim(), link.getAttribute('href')]))

const menuOf = (page: Page, name: string) =>
  page.locator('.menu-wide details').filter({ has: page.locator('summary', { hasText: name }) })

/** Our scripts are requested and never arrive, as on a bad link. */
async function holdBackScripts(page: Page): Promise<void> {
  await page.route('**/assets/*.js', () => undefined)
}

/** Our scripts are requested and wait until the answer is called. */
async function holdScriptsUntilReleased(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

async function openHydrated(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await page.locator('html[data-live]').waitFor()
}

describe('the bar of a phone', () => {
  it.each([320, 360, 390, 412])(
    'of %i px covers nothing, however long the name of the company',
    async (width) => {
      const page = await stage.newPage({ viewport: { width, height: 640 } })
      await openHydrated(page)
      for (const name of ['Savannah Foods', 'Savannah Agribusiness and Real Estate Company Ltd']) {
        const boxes = await page.evaluate((text) => {
          const words = document.querySelector('.brand span')
          if (words) words.textContent = text
          return ['.brand', '.account .btn', '.menu-small summary'].map((selector) => {
            const { left, right } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
            return { left: left ?? 0, right: right ?? 0 }
          })
        }, name)
        const [brand, account, menu] = boxes
        if (!brand || !account || !menu) throw new Error('no bar')
        expect(brand.right).toBeLessThanOrEqual(account.left)
        expect(account.right).toBeLessThanOrEqual(menu.left)
        expect(menu.right).toBeLessThanOrEqual(width)
      }
    },
  )
})

describe('a menu that was opened before the scripts came', () => {
  it('stays open when they come', async () => {
    const page = await stage.newPage({ viewport: phone })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/')
    await page.locator('.menu-small > summary').click()
    await page.locator('.menu-small[open]').waitFor()
    release()
    await page.locator('html[data-live]').waitFor()
    expect(await page.locator('.menu-small').evaluate((menu) => (menu as HTMLDetailsElement).open)).toBe(true)
    await page.locator('.menu-small').getByRole('link', { name: 'Home' }).waitFor()
  })
})

describe('the bar of a wide screen', () => {
  it('holds Home and four dropdowns with every item, and stays when the page is scrolled', async () => {
    const page = await stage.newPage({ viewport: desktop })
    await openHydrated(page)
    const nav = page.locator('.menu-wide')
    expect(await nav.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
    expect(await nav.locator('summary').allInnerTexts()).toEqual(Object.keys(items))
    for (const [name, expected] of Object.entries(items)) {
      await nav.locator('summary', { hasText: name }).click()
      expect(await linksOf(menuOf(page, name))).toEqual(expected)
      await expect.poll(() => nav.locator('details[open]').count(), { message: 'only one is open' }).toBe(1)
    }
    for (const name of groupNames) expect(await nav.getByText(name, { exact: true }).count()).toBe(1)
    await page.evaluate(() => window.scrollTo(0, 2_000))
    expect(await page.locator('.site-head').evaluate((bar) => bar.getBoundingClientRect().top)).toBe(0)
  })

  it('works by keyboard: opens, Escape closes and gives the focus back, an item leads on', async () => {
    const page = await stage.newPage({ viewport: desktop })
    await openHydrated(page)
    await page.keyboard.press('Tab')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Skip to main content')
    const summary = page.locator('.menu-wide summary', { hasText: 'Agriculture' })
    await summary.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Farmer Registration')
    await page.keyboard.press('Escape')
    await page.locator('.menu-wide details[open]').waitFor({ state: 'detached' })
    await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Agriculture Division' }).waitFor()
    await page.locator('.menu-wide details[open]').waitFor({ state: 'detached' })
  })

  it('closes a dropdown when a user presses elsewhere or moves the focus on', async () => {
    const page = await stage.newPage({ viewport: desktop })
    await openHydrated(page)
    const about = page.locator('.menu-wide summary', { hasText: 'About' })
    await about.click()
    await page.locator('h1').click()
    await page.locator('.menu-wide details[open]').waitFor({ state: 'detached' })
    await about.click()
    await page.getByRole('main').getByRole('link', { name: 'Our Services' }).focus()
    await page.locator('.menu-wide details[open]').waitFor({ state: 'detached' })
  })

  it('never hides what has the focus', async () => {
    const page = await stage.newPage({ viewport: desktop })
    await openHydrated(page, '/agriculture')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.locator('.site-foot a').first().focus()
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Shift+Tab')
      const isClear = await page.evaluate(() => {
        const focused = document.activeElement
        const bar = document.querySelector('.site-head')
        if (!focused || !bar || bar.contains(focused)) return true
        return focused.getBoundingClientRect().top >= bar.getBoundingClientRect().bottom
      })
      expect(isClear).toBe(true)
    }
  })
})

describe('the menu of a phone', () => {
  it('opens under its button as an accordion with the same content, and Escape closes it', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openHydrated(page)
    const sheet = page.locator('.menu-small-sheet')
    expect(await sheet.isVisible()).toBe(false)
    await page.locator('.menu-button').click()
    expect(await sheet.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
    for (const [name, expected] of Object.entries(items)) {
      await sheet.locator('summary', { hasText: name }).click()
      expect(await linksOf(sheet.locator('details[open]'))).toEqual(expected)
    }
    await page.keyboard.press('Escape')
    await sheet.locator('details[open]').waitFor({ state: 'detached' })
    expect(await sheet.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await page.locator('.menu-button').click()
    await sheet.locator('summary', { hasText: 'Agriculture' }).click()
    await sheet.getByRole('link', { name: 'Rural Education' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rural Farmer Education' }).waitFor()
    await sheet.waitFor({ state: 'hidden' })
  })
})

describe('without scripts', () => {
  it.each([
    ['a wide screen', desktop, '.menu-wide summary', '.menu-wide'],
    ['a phone', phone, '.menu-small-sheet summary', '.menu-small-sheet'],
  ])('the menus of %s open and lead on', async (_name, viewport, summaries, place) => {
    const page = await stage.newPage({ viewport, scripts: false })
    await page.goto('/')
    if (viewport === phone) await page.locator('.menu-button').click()
    await page.locator(summaries, { hasText: 'Business & Services' }).click()
    await page.locator(place).getByRole('link', { name: 'Careers' }).click()
    await page.waitForURL('**/careers')
    expect(await page.locator('h1').innerText()).toMatch(/^Careers/)
  })
})

describe('a page that is opened again', () => {
  const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

  it('stays where the person has moved to while the scripts were under way', async () => {
    const page = await stage.newPage()
    await openHydrated(page, '/agriculture')
    await page.evaluate(() => scrollTo(0, 900))
    const release = await holdScriptsUntilReleased(page)
    await page.reload()
    await expect.poll(() => scrolled(page)).toBe(900)
    await page.evaluate(() => scrollTo(0, 300))
    release()
    await page.locator('html[data-live]').waitFor()
    expect(await scrolled(page)).toBe(300)
  })

  it('begins at its top, whatever was scrolled before, and is found again by going back', async () => {
    const page = await stage.newPage()
    await openHydrated(page, '/agriculture')
    await page.evaluate(() => scrollTo(0, 900))
    await page.goto('/board')
    await page.locator('html[data-live]').waitFor()
    expect(await scrolled(page)).toBe(0)
    await page.locator('.site-foot').getByRole('link', { name: 'Contact', exact: true }).click()
    await page.waitForURL('**/contact')
    await expect.poll(() => scrolled(page)).toBe(0)
    await page.goBack()
    await page.waitForURL('**/board')
    await expect.poll(() => scrolled(page)).toBeGreaterThan(0)
  })
})

describe('going back before the scripts are there', () => {
  it('shows the page of the address', async () => {
    const page = await stage.newPage()
    await openHydrated(page, '/board')
    await page.locator('.site-foot').getByRole('link', { name: 'Contact', exact: true }).click()
    await page.waitForURL('**/contact')
    await page.goto('/careers')
    await holdBackScripts(page)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Contact us' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Our Leadership' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/board')
  })

  it('finds it where it was left, though the router had scrolled it', async () => {
    const page = await stage.newPage()
    await openHydrated(page, '/agriculture')
    await page.evaluate(() => scrollTo(0, 900))
    await page.evaluate(() => document.querySelector<HTMLElement>('.site-foot a[href="/contact"]')?.click())
    await page.waitForURL('**/contact')
    await page.goto('/careers')
    // In a task of its own: the page may be gone before its answer.
    await page.evaluate(() => void setTimeout(() => history.go(-2)))
    await page.waitForURL('**/agriculture')
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(900)
  })
})

describe('a page whose scripts cannot be had', () => {
  it.each(['react', 'entry.client'])(
    'says so without %s, shows nothing that only they could answer, and tries again at the next touch',
    async (module) => {
      const page = await stage.newPage()
      stage.expectError(/ERR_FAILED/)
      await page.route(`**/assets/${module}-*.js`, (route) => route.abort())
      await page.goto('/board')
      await page.locator('html[data-lost]').waitFor()
      expect(await page.getByRole('tablist').isVisible()).toBe(false)
      expect(await page.getByRole('group', { name: 'Layout' }).isVisible()).toBe(false)
      expect(await page.getByText('Nobody has been published here yet').first().isVisible()).toBe(true)
      await page.unrouteAll()
      await page.keyboard.press('Tab')
      await page.locator('html[data-live]').waitFor()
      await page.getByRole('tab', { name: 'Investors' }).click()
      await page.waitForURL('**/board?tab=investor*')
    },
  )
})

describe('the account corner', () => {
  it('shows Sign In to a visitor', async () => {
    const page = await stage.newPage()
    await openHydrated(page)
    const signIn = page.locator('.site-head').getByRole('link', { name: 'Sign In' })
    expect(await signIn.getAttribute('href')).toBe('/auth')
    expect(await page.locator('.account-name').isVisible()).toBe(false)
  })

  it('has a menu that fits at twice the text', async () => {
    const page = await stage.newPage({ viewport: phone, as: await stage.app.newPerson() })
    await setTextSize(page, 32)
    await page.goto('/')
    await page.locator('.account summary').click()
    await page.locator('.account').getByRole('button', { name: 'Sign Out' }).waitFor()
    const sides = await page.locator('.account .drop-sheet').evaluate((sheet) => {
      const { left, right } = sheet.getBoundingClientRect()
      return [left >= 0, right <= innerWidth, document.documentElement.scrollWidth <= innerWidth]
    })
    expect(sides).toEqual([true, true, true])
  })

  it('shows a member their menu before any script of ours has arrived, and no role', async () => {
    const page = await stage.newPage()
    await page.addInitScript(() => {
      const user = { id: '1', email: 'amina.bello@example.com' }
      localStorage.setItem('house-auth', JSON.stringify({ refresh_token: 'kept', user }))
    })
    await holdBackScripts(page)
    await page.goto('/')
    const menu = page.locator('.account details')
    await menu.locator('summary').click()
    expect(await menu.locator('summary').innerText()).toBe('amina.bello')
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Profile Settings'])
    expect(await menu.getByRole('link').getAttribute('href')).toBe('/account')
    await menu.getByRole('button', { name: 'Sign Out' }).waitFor()
    expect(await page.locator('.when-signed-out').isVisible()).toBe(false)
    expect(await page.getByText('Admin').count()).toBe(0)
  })

  it.each([
    ['a small phone', { width: 360, height: 640 }],
    ['a desk', { width: 1280, height: 800 }],
  ])(
    'moves nothing on %s when an admin’s badge comes, and no name lies under its arrow',
    async (_what, viewport) => {
      const page = await stage.newPage({ viewport, as: await stage.app.newAdmin() })
      const placesOf = () =>
        page.evaluate(() =>
          ['.brand .logo', '.menu-wide', '.account-name', '.menu-small', 'main'].map((selector) => {
            const { left, top } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
            return [selector, Math.round(left ?? 0), Math.round(top ?? 0)]
          }),
        )
      await page.goto('/')
      const early = await placesOf()
      await page.locator('.account-who .badge').waitFor()
      expect(await placesOf()).toEqual(early)
      // The longest name that fits an address.
      await page.locator('[data-user-name]').evaluate((name) => {
        name.textContent = 'a-very-long-name.with-many-parts'
      })
      const [name, arrow, menu] = await page.evaluate(() =>
        ['.account-who', '.account-name > .icon:last-child', '.site-head-bar'].map((selector) => {
          const box = document.querySelector(selector)?.getBoundingClientRect()
          return { left: box?.left ?? 0, right: box?.right ?? 0 }
        }),
      )
      expect(name?.right).toBeLessThanOrEqual(arrow?.left ?? 0)
      expect(arrow?.right).toBeLessThanOrEqual(menu?.right ?? 0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    },
  )

  it.each(['no-preference', 'reduce'] as const)(
    'moves nothing of a member’s bar when the first script comes (motion: %s)',
    async (reducedMotion) => {
      const page = await stage.newPage({ viewport: { width: 1280, height: 800 } })
      await page.emulateMedia({ reducedMotion })
      await page.addInitScript(() => {
        const user = { id: '1', email: 'amina.bello@example.com' }
        localStorage.setItem('house-auth', JSON.stringify({ refresh_token: 'kept', user }))
      })
      await holdBackScripts(page)
      // As on a slow line: a frame is drawn before the script runs.
      await page.route('**/agriculture', async (route) => {
        const answer = await route.fetch()
        const html = (await answer.text()).replace(/<script>\(function[\s\S]*?<\/script>/, '')
        await route.fulfill({ response: answer, body: html })
      })
      await page.goto('/agriculture')
      const hidden = () =>
        page.evaluate(() =>
          ['.account', '.brand span', '.menu-wide'].map(
            (selector) => getComputedStyle(document.querySelector(selector) as Element).visibility,
          ),
        )
      expect(await hidden()).toEqual(['hidden', 'hidden', 'hidden'])
      await page.evaluate(() => {
        document.documentElement.dataset.session = 'in'
      })
      expect(await hidden()).toEqual(['visible', 'visible', 'visible'])
    },
  )

  it('treats a stored name as text, never as markup', async () => {
    const page = await stage.newPage()
    await page.addInitScript(() => {
      const user = { id: '1', email: '<img src=x onerror=alert(1)>@example.com' }
      localStorage.setItem('house-auth', JSON.stringify({ refresh_token: 'kept', user }))
    })
    await holdBackScripts(page)
    await page.goto('/')
    expect(await page.locator('[data-user-name]').innerText()).toBe('<img src=x onerror=alert(1)>')
    expect(await page.locator('.account img').count()).toBe(0)
  })
})

describe('the footer', () => {
  it('leads everywhere it names, and shows nothing that the company has not set', async () => {
    const page = await stage.newPage()
    await openHydrated(page)
    const foot = page.locator('.site-foot')
    const link = (name: string) => foot.getByRole('link', { name, exact: true }).getAttribute('href')
    expect(await link('Investor Bio Data')).toBe('/investor-form/individual')
    expect(await link('Contact')).toBe('/contact')
    expect(await foot.getByRole('heading').allInnerTexts()).toEqual([
      'Quick Links',
      'Business',
      'Contact',
      'Newsletter',
    ])
    await foot.getByText('Head office: Lagos, Nigeria').waitFor()
    await foot.getByText('Branch office: Nasarawa, Nigeria').waitFor()
    await foot.getByRole('form', { name: 'Newsletter' }).getByRole('button', { name: 'Subscribe' }).waitFor()
    expect(await foot.locator('a[href^="tel:"], a[href^="mailto:"], .foot-social').count()).toBe(0)
  })

  it.each(['/', '/contact', '/marketplace', '/farmer-registration', '/no-such-page'])(
    'of %s leads a device that remembers nothing to where a registration or an order is followed, without scripts too',
    async (path) => {
      if (path === '/no-such-page') stage.expectError(/404/)
      for (const scripts of [true, false]) {
        const page = await stage.newPage({ viewport: phone, scripts })
        await page.goto(path)
        await page
          .locator('.site-foot')
          .getByRole('link', { name: 'Follow what you sent', exact: true })
          .click()
        await expectPath(page, '/track')
        await page.locator('form[action="/track/status"]').waitFor()
      }
    },
  )
})
