/** The public pages: their HTML before any script, their words, their ways on, and who can use them. */
import { describe, expect, it, vi } from 'vitest'
import { formatDateInWords, getLagosDay } from '#domain/dates.ts'
import { within } from '#tests/harness/within.ts'
import { expectFits, expectSound, expectUsable } from './expect-sound.ts'
import { openStall } from './market/market-actions.ts'
import { desktop, phone, useStage } from './stage.ts'

const stage = useStage()

/** Every public address and the heading it must carry. */
const headings: Record<string, string> = {
  '/': "Growing Nigeria's Agricultural Future",
  '/agriculture': 'Agriculture Division',
  '/sustainable-farming': 'Sustainable Farming',
  '/rural-education': 'Rural Farmer Education',
  '/poultry-development': 'Poultry Development',
  '/poultry-training': 'Poultry Training Enrolment',
  '/farmer-registration': 'Farmer Bio Data',
  '/real-estate-construction': 'Real Estate & Construction',
  '/general-contract': 'General Contract',
  '/company-representation': 'Company Representation',
  '/franchise-partnership': 'Franchise & Partnership',
  '/marketplace': 'Marketplace',
  '/export': 'Export catalogue',
  '/investor-form': 'Investor Registration Hub',
  '/investor-form/individual': 'Individual Investor Bio Data',
  '/investor-form/corporate': 'Corporate Partnership Bio Data',
  '/investor-form/crypto': 'Crypto Investment Bio Data',
  '/board': 'Our Leadership & Investors',
  '/careers': 'Careers, from the farm gate to the export desk',
  '/careers/general': 'Submit Your Resume',
  '/contact': 'Contact us',
  '/terms': 'Terms and Conditions',
  '/privacy': 'Privacy',
}
const addresses = Object.keys(headings)

async function fetchHtml(path: string): Promise<string> {
  const response = await fetch(stage.app.url + path)
  expect(response.status, path).toBe(200)
  return response.text()
}

const read = (html: string, pattern: RegExp): string =>
  (pattern.exec(html)?.[1] ?? '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")

describe('the HTML of a page for members, before any script', () => {
  it.each([
    ['/auth', 'Sign in to your account'],
    ['/order', 'Place Your Order'],
    ['/buyer-registration', 'Buyer Registration'],
    ['/buyer-form/individual', 'Individual Buyer Registration'],
    ['/buyer-form/corporate', 'Corporate Buyer Registration'],
    ['/investor-hub', 'Investor Registration Hub'],
    ['/admin', 'Admin Dashboard'],
    ['/admin/enter', 'Walk-ins and callers'],
    ['/account', 'Your account'],
    ['/account/products', 'My products'],
    ['/account/profile', 'Profile'],
    ['/account/security', 'Security'],
    ['/account/notifications', 'Notifications'],
    ['/account/privacy', 'Privacy'],
    ['/account/applications/farmer/1', 'Your application'],
    ['/track', 'Where your application or order stands'],
  ])('%s carries one heading, and search engines leave it alone', async (path, heading) => {
    const html = await fetchHtml(path)
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
    expect(read(html, /<h1[^>]*>(.*?)<\/h1>/s)).toBe(heading)
    if (path !== '/auth') expect(html).toContain('noindex')
  })

  it('of signing in says who registers from an account, and that others need none: their forms ask for none', async () => {
    expect(await fetchHtml('/auth')).toContain(
      'A buyer registers from an account, and each order starts from what we know. Farmers, trainees and investors need none.',
    )
    for (const path of ['/farmer-registration', '/poultry-training', '/investor-form/individual'])
      expect(read(await fetchHtml(path), /<main\b.*?>(.*)<\/main>/s), path).not.toContain('Sign in')
  })
})

describe('the HTML of a public page, before any script', () => {
  it('carries its one heading, and a title, description and address of its own', async () => {
    const titles = new Set<string>()
    const descriptions = new Set<string>()
    for (const path of addresses) {
      const html = await fetchHtml(path)
      expect(html.match(/<h1[\s>]/g), path).toHaveLength(1)
      expect(read(html, /<h1[^>]*>(.*?)<\/h1>/s), path).toBe(headings[path])
      expect(read(html, /rel="canonical" href="([^"]*)"/), path).toMatch(new RegExp(`^http.*${path}$`))
      titles.add(read(html, /<title>(.*?)<\/title>/))
      descriptions.add(read(html, /name="description" content="([^"]*)"/))
    }
    expect(titles.size).toBe(addresses.length)
    expect(descriptions.size).toBe(addresses.length)
    expect(descriptions).not.toContain('')
  })

  it('of every form says what to have ready, that it is free, and what happens next, with a number of days', async () => {
    for (const path of [
      '/farmer-registration',
      '/poultry-training',
      '/investor-form/individual',
      '/investor-form/corporate',
      '/investor-form/crypto',
      '/franchise-partnership',
      '/careers',
      '/careers/general',
      '/contact',
    ]) {
      const html = await fetchHtml(path)
      const ready = read(html, /<aside class="before-begin"[^>]*>(.*?)<\/aside>/s)
      // A course may have a price: who names it is no fraud.
      expect(ready, path).toMatch(
        path === '/poultry-training'
          ? /^Before you begin.*Enrolling costs nothing\. A course that has a price says so on this page, under “Dates and prices”\. Anyone who asks you for money to enrol you, or to accept you, is not from us\.$/s
          : /^Before you begin.*It costs nothing\. Anyone who asks you for money for it is not from us\.$/s,
      )
      expect(read(html, /<aside class="next-steps"[^>]*>(.*?)<\/aside>/s), path).toMatch(
        /^What happens next.*within \d+ (days|hours)/s,
      )
    }
  })

  it('has no style attribute and no script of a foreign place', async () => {
    for (const path of addresses) {
      const html = await fetchHtml(path)
      expect(html, path).not.toMatch(/<[^>]+\sstyle="/)
      expect(html, path).not.toMatch(/<script[^>]+src="(?:https?:)?\/\//)
    }
  })

  it('carries a card for anyone who shares it, whose picture exists', async () => {
    for (const path of addresses) {
      const html = await fetchHtml(path)
      for (const name of ['og:title', 'og:description', 'og:type', 'og:url', 'og:image', 'og:site_name'])
        expect(html, `${path} ${name}`).toMatch(new RegExp(`property="${name}" content="[^"]+"`))
    }
    const picture = new URL(read(await fetchHtml('/'), /property="og:image" content="([^"]*)"/))
    const response = await fetch(stage.app.url + picture.pathname)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
  })

  it('describes the company to machines, and names its icons and manifest', async () => {
    const html = await fetchHtml('/')
    const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
    expect(facts).toMatchObject({ '@type': 'Organization', address: [{ addressCountry: 'NG' }, {}] })
    for (const [, href = ''] of html.matchAll(
      /<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g,
    ))
      expect((await fetch(stage.app.url + href)).status, href).toBe(200)
  })

  it('describes to machines what the marketplace sells and for how much', async () => {
    await openStall(() => stage.app).addProduct('Rice', 3_500_000)
    await vi.waitFor(async () => {
      const html = await fetchHtml('/marketplace')
      const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
      expect(JSON.parse(text).itemListElement).toMatchObject([
        {
          position: 1,
          item: { '@type': 'Product', name: 'Rice', offers: { price: '35000.00', priceCurrency: 'NGN' } },
        },
      ])
    }, within)
  })

  it('links only to addresses that exist', async () => {
    const links = new Set<string>()
    for (const path of addresses) {
      for (const [, href = ''] of (await fetchHtml(path)).matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)) {
        expect(href, `a dead link on ${path}`).not.toMatch(/^(#|)$/)
        if (href.startsWith('/')) links.add(href.replace(/[?#].*/, ''))
      }
    }
    expect(links.size).toBeGreaterThan(25)
    for (const link of links) {
      const { status } = await fetch(stage.app.url + link)
      expect(status, link).toBe(200)
    }
  })

  it('keeps one address for the terms under both of their names', async () => {
    const html = await fetchHtml('/terms-and-conditions')
    expect(read(html, /rel="canonical" href="([^"]*)"/)).toMatch(/\/terms$/)
    expect(html.match(/<h2>\d+\./g)).toBeNull()
    for (const number of [1, 14]) expect(html).toMatch(new RegExp(`<h2>${number}(<!-- -->)?\\. `))
    const today = new Date()
    expect(read(html, /Last updated:.*?<time[^>]*>(.*?)<\/time>/s)).toBe(formatDateInWords(today))
    expect(read(html, /<time dateTime="([^"]*)"/i)).toBe(getLagosDay(today))
  })

  it('sends /real-estate on to the registered page with its query', async () => {
    const response = await fetch(`${stage.app.url}/real-estate?from=card`, { redirect: 'manual' })
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe('/real-estate-construction?from=card')
  })

  it('says 404 for an address that leads nowhere, and for a board member who does not exist', async () => {
    for (const path of ['/no/such/page', '/board/1', '/board/abc', '/board/-1']) {
      expect((await fetch(stage.app.url + path)).status, path).toBe(404)
    }
  })
})

describe('home', () => {
  it('shows every block to the letter, with real ways on', async () => {
    const page = await stage.newPage()
    await page.goto('/')
    const main = page.getByRole('main')
    const leadsTo = (name: string) => main.getByRole('link', { name, exact: true }).getAttribute('href')
    expect(await leadsTo('Our Services')).toBe('/marketplace')
    expect(await leadsTo('Learn More')).toBe('/agriculture')
    await main.getByRole('img', { name: /company's logo/ }).waitFor()
    // The ways in by who one is, right under the hero.
    const doors = main.locator(':has(h1) + #doors a')
    expect(
      await doors.evaluateAll((all) =>
        all.map((door) => [door.querySelector('strong')?.textContent, door.getAttribute('href')]),
      ),
    ).toEqual([
      ['I farm', '/farmer-registration'],
      ['I want training', '/poultry-training'],
      ['I buy', '/marketplace'],
      ['I invest', '/investor-form'],
      ['I look for work', '/careers'],
      ['I want to partner', '/franchise-partnership'],
    ])
    const figures = await main.locator('.impact .figures > div').allInnerTexts()
    expect(figures.map((text) => text.split('\n').sort())).toEqual([
      ['1000+', 'farmers supported'],
      ['50+', 'projects completed'],
      ['15', 'states reached'],
    ])
    for (const name of ['Our Impact', 'Core Business Areas', 'Quick Access', 'Get in Touch'])
      await main.getByRole('heading', { name, exact: true }).waitFor()
    const cards = main.locator('article.area')
    expect(await cards.locator('h3').allInnerTexts()).toEqual([
      'Agriculture',
      'Real Estate',
      'General Contract',
      'Franchise & Partnership',
      'Company Representation',
    ])
    expect(
      await cards
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')])),
    ).toEqual([
      ['Learn More', '/agriculture'],
      ['Learn More', '/real-estate'],
      ['Learn More', '/general-contract'],
      ['Learn More', '/franchise-partnership'],
      ['Learn More', '/company-representation'],
    ])
    for (const card of await cards.all()) {
      expect(await card.getByRole('heading', { name: 'Our Portfolio:' }).count()).toBe(1)
      expect(await card.getByRole('listitem').count()).toBe(5)
      expect(await card.getByRole('img').count()).toBe(1)
    }
    expect(
      await main.locator('.quick a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['/marketplace', '/investor-hub', '/franchise-partnership', '/careers'])
  })

  it('offers no chat while the company has no number, and the contact page instead', async () => {
    const page = await stage.newPage()
    await page.goto('/')
    expect(await page.locator('a[href*="wa.me"]').count()).toBe(0)
    expect(await page.locator('#get-in-touch a').getAttribute('href')).toBe('/contact')
  })

  it('draws the ring of five at 72 degrees and 180 px on a large screen, an icon grid on a small one', async () => {
    const page = await stage.newPage({ viewport: desktop })
    await page.goto('/')
    const geometry = await page.locator('.area-ring').evaluate((ring) => {
      const centreOf = (element: Element | null) => {
        const box = element?.getBoundingClientRect() ?? new DOMRect()
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      }
      const centre = centreOf(ring.querySelector('.ring-centre'))
      return [...ring.querySelectorAll('.ring-node')].map((node) => {
        const { x, y } = centreOf(node)
        const degrees = (Math.atan2(x - centre.x, centre.y - y) * 180) / Math.PI
        return [Math.round((degrees + 360) % 360), Math.round(Math.hypot(x - centre.x, y - centre.y))]
      })
    })
    expect(geometry).toEqual([0, 72, 144, 216, 288].map((degrees) => [degrees, 180]))
    expect(await page.locator('.area-icons').isVisible()).toBe(false)

    await page.setViewportSize(phone)
    expect(await page.locator('.area-ring').isVisible()).toBe(false)
    const columns = await page
      .locator('.area-icons')
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
    expect(columns).toBe(2)
    expect(await page.locator('.area-icons a').count()).toBe(5)
  })

  it('stands before any script of ours is fetched, and never fetches the client library for a visitor', async () => {
    const page = await stage.newPage()
    const beforeLoad: string[] = []
    const scripts: string[] = []
    let isLoaded = false
    page.on('request', (request) => {
      if (!isLoaded) beforeLoad.push(new URL(request.url()).pathname)
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    page.once('load', () => {
      isLoaded = true
    })
    await page.goto('/', { waitUntil: 'load' })
    expect(beforeLoad.filter((path) => path.endsWith('.js'))).toEqual([])
    expect(beforeLoad.length).toBeLessThanOrEqual(3)
    await page.locator('html[data-live]').waitFor()
    const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.some((text) => text.includes('GoTrueClient'))).toBe(false)
  })
})

describe('the buttons of programmes', () => {
  it.each([
    ['/sustainable-farming', 'Get Involved', '/farmer-registration', 'Farmer Bio Data'],
    ['/poultry-development', 'Enroll Now', '/poultry-training', 'Poultry Training Enrolment'],
    ['/poultry-development', 'Apply for Program', '/poultry-training', 'Poultry Training Enrolment'],
    ['/rural-education', 'Enroll Now', '/farmer-registration?interest=rural-education', 'Farmer Bio Data'],
    ['/rural-education', 'Apply for Program', '/franchise-partnership', 'Franchise & Partnership'],
  ])('%s: %s leads to %s', async (path, name, target, heading) => {
    const page = await stage.newPage()
    await page.goto(path)
    await page.locator('html[data-live]').waitFor()
    await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe(target)
  })
})

describe('an address that leads nowhere', () => {
  it('says so, logs the attempted path, and leads home', async () => {
    stage.expectError(/404: no page at \/no\/such\/page/)
    const page = await stage.newPage()
    const logged = page.waitForEvent('console', (message) => message.text().includes('/no/such/page'))
    await page.goto('/no/such/page?secret=1')
    await page.getByRole('heading', { level: 1, name: 'Oops! Page not found' }).waitFor()
    const message = await logged
    expect(message.type()).toBe('error')
    expect(message.text()).not.toContain('secret')
    await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click()
    await page.getByRole('heading', { level: 1, name: headings['/'] }).waitFor()
  })

  it('finds no member of the board under an unknown number, and goes back to the board', async () => {
    const page = await stage.newPage()
    await page.goto('/board/99')
    await page.getByRole('heading', { name: 'Member Not Found' }).waitFor()
    await page.getByText("The board member you're looking for doesn't exist.").waitFor()
    await page.getByRole('link', { name: 'Back to Board' }).click()
    await page.getByRole('heading', { level: 1, name: headings['/board'] }).waitFor()
  })
})

describe('a walk inside the site', () => {
  it('to an address that leads nowhere is counted by the server too', async () => {
    stage.expectError(/404/)
    const page = await stage.newPage()
    await page.goto('/contact')
    await page.locator('html[data-live]').waitFor()
    // No link of ours leads there: the address is one step ahead in what the browser remembers.
    await page.evaluate(() => history.pushState(null, '', '/no/such/page'))
    await page.goBack()
    const counted = page.waitForRequest((request) => request.method() === 'HEAD')
    await page.goForward()
    expect(new URL((await counted).url()).pathname).toBe('/no/such/page')
    await page.getByRole('heading', { level: 1, name: 'Oops! Page not found' }).waitFor()
  })

  it('follows the real estate card in place, with query and part, and leaves no step behind', async () => {
    const page = await stage.newPage()
    await page.goto('/')
    await page.locator('html[data-live]').waitFor()
    await page.locator('article.area a[href="/real-estate"]').click()
    await page.getByRole('heading', { level: 1, name: 'Real Estate & Construction' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/real-estate-construction')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: headings['/'] }).waitFor()
  })

  it('gives the focus to the new page and changes its title', async () => {
    const page = await stage.newPage()
    await page.goto('/')
    await page.locator('html[data-live]').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Learn More', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Agriculture Division' }).waitFor()
    await page.locator('#main:focus').waitFor()
    await expect.poll(() => page.title()).toMatch(/^Agriculture Division \| /)
  })
})

describe('fits a phone, the narrowest screens, a tablet, a desk and large text, and can be used by everybody', () => {
  it.each([...addresses, '/verify', '/careers/agronomist', '/no/such/page', '/board/99'])(
    '%s',
    async (path) => {
      const page = await stage.newPage({ viewport: phone })
      stage.expectError(/404: no page at/)
      await page.goto(path)
      await expectSound(page, `${path} on a phone`)
      // The same page, narrower and wider: nothing is loaded for it.
      await page.setViewportSize({ width: 320, height: 640 })
      await expectFits(page, `${path} at 320 px`)
      await page.setViewportSize({ width: 768, height: 1024 })
      await expectFits(page, `${path} on a tablet`)
      await page.setViewportSize(desktop)
      await expectUsable(page, `${path} on a desk`)
      await expectFits(page, `${path} on a desk`)
    },
  )
})

describe('a form', () => {
  it('can be used by everybody with its errors shown', async () => {
    const page = await stage.newPage({ viewport: phone })
    for (const [path, submit] of [
      ['/franchise-partnership', 'Submit Application'],
      ['/contact', 'Send message'],
      ['/careers/general', 'Send application'],
    ] as const) {
      await page.goto(path)
      await page.locator('html[data-live]').waitFor()
      await page.getByRole('button', { name: submit }).click()
      await page.locator('.summary').waitFor()
      await expectSound(page, path)
    }
  })
})
