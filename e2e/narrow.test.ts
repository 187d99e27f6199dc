/** A phone of 280 px, and text of twice the size: every page fits, and its header can be used. First questions of long forms. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { makeProductSlug } from '#domain/market/products.ts'
import routes from '#site/routes.ts'
import type { Person } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { within } from '#tests/harness/within.ts'
import { expectPath, setTextSize } from './actions.ts'
import { expectNarrow, expectSound, type State, states } from './expect-sound.ts'
import {
  fillCart,
  fillContact,
  openCheckout,
  openStall,
  type Produce,
  readCode,
  showPaymentDetails,
} from './market/market-actions.ts'
import { desktop, phone, useStage } from './stage.ts'

const stage = useStage()
const stall = openStall(() => stage.app)
let person: Person
let rice: Produce

beforeAll(async () => {
  person = await stage.app.newPerson()
  await stall.setAccount(true)
  rice = await stall.addProduct('Rice', 3_500_000)
})

async function openCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Cart, / }).click()
  await page.getByRole('dialog', { name: 'Your cart' }).waitFor()
}

/** By a link of the page that is open, as people go on; by its address where none leads there, which others load (`accessibility.test.ts`). */
async function goOnTo(page: Page, path: string): Promise<void> {
  const readHeading = () => page.evaluate(() => document.querySelector('main h1')?.textContent ?? '')
  const before = await readHeading()
  const hasLink = await page.evaluate((path) => {
    const link = document.querySelector<HTMLElement>(`html[data-live] a[href="${path}"]`)
    link?.click()
    return link !== null
  }, path)
  if (!hasLink) {
    await page.goto(path)
    return
  }
  await expectPath(page, path)
  await vi.waitUntil(async () => !['', before].includes(await readHeading()), within)
}

/** Below a long form: how to reach us, without the lists of pages. */
async function expectShortFoot(page: Page, path: string): Promise<void> {
  expect(
    await page.locator('.foot-grid > :visible').evaluateAll((all) => all.map((one) => one.className)),
    path,
  ).toEqual(['foot-help'])
}

/** What search engines do not list; the others are looked at in `public-pages.test.ts`. */
const unlistedPaths = ['/marketplace/checkout', '/verify/AAAA-BBBB-CCCC', '/auth', '/track', '/not-me']
const memberPaths = [
  '/account',
  '/account/orders',
  '/account/documents',
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
/** Pages of the desk that no other test measures. */
const adminPagePaths = [
  '/admin/mails',
  '/admin/people',
  '/admin/delivery',
  '/admin/products/new',
  '/admin/enter',
]
/** Where each other route is looked at: a new one needs a place here. */
const seenIn: Readonly<Record<string, readonly string[]>> = {
  'public-pages.test.ts': [
    '/',
    '/agriculture',
    '/sustainable-farming',
    '/rural-education',
    '/poultry-development',
    '/poultry-training',
    '/farmer-registration',
    '/real-estate-construction',
    '/real-estate', // leads to the one above
    '/general-contract',
    '/company-representation',
    '/franchise-partnership',
    '/export',
    '/marketplace',
    '/investor-form',
    '/investor-form/individual',
    '/investor-form/corporate',
    '/investor-form/crypto',
    '/board',
    '/careers',
    '/careers/general',
    '/careers/:position',
    '/contact',
    '/verify',
    '/terms',
    '/terms-and-conditions', // the same page
    '/privacy',
    '/*',
  ],
  'accessibility.test.ts': ['/admin'],
  'account/privacy.test.ts': ['/account/applications/:recordType/:id'],
  'admin/audit.test.ts': ['/admin/audit'],
  'admin/content.test.ts': ['/admin/content'],
  'admin/lists.test.ts': ['/admin/home'],
  'admin/office.test.ts': ['/admin/figures', '/admin/settings'],
  'admin/queues.test.ts': ['/admin/queues/:queue', '/admin/products/order-form'],
  'admin/record-page.test.ts': ['/admin/queues/:queue/:id'],
  'admin/roles.test.ts': ['/admin/welcome'],
  'admin/tasks.test.ts': ['/admin/tasks', '/admin/persons/:recordType/:id'],
  'company/board.test.ts': ['/board/:id'],
  'market/member.test.ts': ['/account/orders/:id'],
}
/** Where each state is looked at that no address names: `expectSound` finds it on the page before it measures. */
const statesSeenIn: Readonly<Record<string, readonly State[]>> = {
  'accessibility.test.ts': [
    'a second step',
    'a short form that was sent',
    'an order form that was sent',
    'an order form with errors',
  ],
  'account/privacy.test.ts': ['an application that was changed', 'an application with a refused correction'],
  'market/catalogue.test.ts': ['a full cart', 'a product', 'a search that finds nothing', 'an empty cart'],
  'market/checkout.test.ts': [
    'a checkout of nothing',
    'a checkout with errors',
    'a complaint',
    'a payment that the buyer has reported',
    'a price that has changed',
    'an order by its link',
    'an order that was not confirmed',
    'where to pay',
  ],
  'market/member.test.ts': [
    'a cart beside an order that waits',
    'a single order to be paid',
    'a single order with its quote',
  ],
  'market/waiting-for-payment.test.ts': ['an order that ran out'],
  'registrations/farmers.test.ts': [
    'a confirmation',
    'a first step with errors',
    'a form without scripts that was sent',
    'a form without scripts, refused',
    'a home that remembers',
    'a later step with errors',
    'a photo that did not arrive',
    'a review',
    'a review with errors',
    'the same form sent today',
    'what a form without scripts forgets',
  ],
  'registrations/photos.test.ts': ['a camera'],
  'company/page-blocks.test.ts': ['prices of the week, and a map of states'],
  'registrations/erase-by-link.test.ts': ['an erased record'],
  'registrations/tracking-line.test.ts': [
    'a link that leads nowhere',
    'a link that was sent again',
    'a status that has to wait',
  ],
  'registrations/tracking.test.ts': [
    'a change',
    'a change that was sent',
    'a code before a change',
    'a correction',
    'a declined record',
    'a record',
    'a stopped record',
    'all that we keep',
  ],
}

function listRoutes(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const own = path ? `${parent}/${path}` : parent
    return children ? listRoutes(children, own) : [index && !own ? '/' : own]
  })
}

it('every route of the site is looked at, here or by the test that has its records', async () => {
  const here = [...unlistedPaths, ...memberPaths, ...adminPagePaths, '/marketplace/rice']
  const elsewhere = Object.values(seenIn).flat()
  const leads = (route: string, path: string) =>
    new RegExp(`^${route.replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
  const paths = listRoutes(await routes)
  expect(paths.filter((path) => !elsewhere.includes(path) && !here.some((one) => leads(path, one)))).toEqual(
    [],
  )
  expect(elsewhere.filter((path) => !paths.includes(path))).toEqual([])
  for (const file of Object.keys(seenIn))
    expect(await readFile(join(import.meta.dirname, file), 'utf8'), file).toMatch(/\bexpectSound\(/)
})

it('every state that no address names is looked at where the table says', async () => {
  expect(Object.values(statesSeenIn).flat().sort()).toEqual(Object.keys(states).sort())
  for (const [file, seen] of Object.entries(statesSeenIn)) {
    const text = await readFile(join(import.meta.dirname, file), 'utf8')
    const calls = text.match(/\bexpectSound\([^)]*\)/g) ?? []
    const named = calls.flatMap((call) => [...call.matchAll(/'([^']+)'/g)].map(([, name]) => name))
    expect(named, file).toEqual(expect.arrayContaining([...seen]))
  }
})

describe('at 280 px, with text of twice the size, and by axe', () => {
  it('what a buyer sees up to the account to pay to fits, and its header can be used', async () => {
    const page = await stage.newPage({ viewport: phone })
    await fillCart(page, [{ ...rice, quantity: 2 }])
    for (const path of unlistedPaths) {
      await page.goto(path)
      await expectSound(page, path)
    }
    // With something in the cart, up to where it is paid.
    await page.goto(`/marketplace/${makeProductSlug(rice)}`)
    await page.locator('html[data-live]').waitFor()
    await page.getByRole('button', { name: /^Add to Cart/ }).click()
    await page.locator('.toast').waitFor()
    await expectNarrow(page, 'a product in the cart')
    await openCart(page)
    await expectNarrow(page, 'the cart')
    await openCheckout(page)
    await expectNarrow(page, 'the checkout')
    await fillContact(page)
    await showPaymentDetails(page)
    await readCode(page)
    await expectNarrow(page, 'where to pay')
    await page.goto('/track')
    await page.locator('#reference').fill('FM222-2222')
    await page.locator('#phone').fill('0803 123 4567')
    await page.getByRole('button', { name: 'Show the status' }).click()
    await page.getByText('We found nothing').waitFor()
    await expectNarrow(page, 'the status by reference')
    // Sign In is in the menu where the bar has no room for it.
    await page.setViewportSize({ width: 280, height: 640 })
    await page.goto('/')
    await page.locator('.menu-button').click()
    expect(await page.locator('.menu-sign-in').isVisible()).toBe(true)
    await expectNarrow(page, 'the menu')
  })

  it('every page of a member fits, and its header can be used', async () => {
    const page = await stage.newPage({ viewport: phone, as: person })
    for (const path of memberPaths) {
      await goOnTo(page, path)
      await page.locator('html[data-live]').waitFor()
      await page.locator('main :is(form, .panel, .empty, section)').first().waitFor()
      await expectSound(page, path)
    }
  })

  it('headings grow with the text: the first above the second, and both above what they head', async () => {
    const page = await stage.newPage({ viewport: phone })
    for (const path of ['/', '/terms']) {
      await page.goto(path)
      for (const textSize of [16, 32]) {
        await setTextSize(page, textSize)
        const [text = 0, first = 0, ...others] = await page.evaluate(() => {
          const headings = [...document.querySelectorAll('main :is(h1, h2)')].map((one) =>
            getComputedStyle(one),
          )
          // Those in the face of headings: a small title in capitals is none of them.
          const shown = headings.filter(({ fontFamily }) => fontFamily === headings[0]?.fontFamily)
          return [getComputedStyle(document.body), ...shown].map(({ fontSize }) =>
            Number.parseFloat(fontSize),
          )
        })
        expect(others.length, path).toBeGreaterThan(0)
        expect(first, `${path} at ${textSize}`).toBeGreaterThan(Math.max(...others))
        expect(Math.min(...others), `${path} at ${textSize}`).toBeGreaterThan(text)
      }
    }
  })

  it('a question before something ends is read and answered: no part of it lies over another', async () => {
    const page = await stage.newPage({ viewport: { width: 280, height: 640 }, as: person })
    await page.goto('/account/privacy')
    for (const [viewport, textSize] of [
      [{ width: 280, height: 640 }, 16],
      [phone, 32],
      [{ width: 640, height: 360 }, 16],
    ] as const) {
      await page.setViewportSize(viewport)
      await setTextSize(page, textSize)
      await page.getByRole('button', { name: 'Erase my data' }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByLabel('Type ERASE to confirm').click()
      await dialog.getByRole('button', { name: 'Keep it' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
  })

  it('every page of the desk that no other test measures fits', async () => {
    const page = await stage.newPage({ viewport: phone, as: await stage.app.newAdmin() })
    for (const path of adminPagePaths) {
      await goOnTo(page, path)
      await page.locator('main h1:not(.sr-only)').waitFor()
      await page.locator('main :is(form, .panel, .empty, table, section)').first().waitFor()
      await expectSound(page, path)
    }
  })
})

describe('on a phone', () => {
  it('no door of the home page ends with one word alone', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto('/')
    const lastLines = await page.locator('.door-what').evaluateAll((all) =>
      all.map((element) => {
        const text = element.firstChild as Text
        const range = document.createRange()
        const topOf = (start: number, end: number) => {
          range.setStart(text, start)
          range.setEnd(text, end)
          return Math.round(range.getBoundingClientRect().top)
        }
        const words = [...text.data.matchAll(/\S+/g)].map(({ index, 0: word }) =>
          topOf(index, index + word.length),
        )
        const isOneLine = new Set(words).size === 1
        return isOneLine ? Number.POSITIVE_INFINITY : words.filter((top) => top === words.at(-1)).length
      }),
    )
    expect(lastLines.length).toBeGreaterThan(4)
    expect(Math.min(...lastLines)).toBeGreaterThan(1)
  })

  it('everything in the footer is as high as a thumb, and WhatsApp is among the ways to reach us', async () => {
    const facts = {
      phone_primary: '+234 700 000 0001',
      chat_number: '+234 700 000 0003',
      email: 'hello@example.com',
      facebook: 'https://www.facebook.com/example',
      linkedin: 'https://www.linkedin.com/company/example',
    }
    await asOwner(stage.app.databaseUrl, async (client) => {
      for (const [key, value] of Object.entries(facts))
        await client.query('update public.company_facts set value = $1 where key = $2', [value, key])
    })
    await vi.waitFor(async () => {
      const html = await (await fetch(`${stage.app.url}/terms`)).text()
      expect(html.replaceAll('\u00a0', ' ')).toContain(facts.chat_number)
    }, within)
    const page = await stage.newPage({ viewport: phone })
    await page.goto('/terms')
    const links = await page
      .locator('.foot-grid :is(nav, .foot-social, .foot-contact) a, .foot-last a, .newsletter button')
      .evaluateAll((all) =>
        all.map((link) => {
          const { width, height } = link.getBoundingClientRect()
          return { text: link.textContent ?? '', height, width }
        }),
      )
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter(({ height, width }) => Math.min(height, width) < 44)).toEqual([])
    const chat = page.locator('.foot-contact a', { hasText: `WhatsApp ${facts.chat_number}` })
    expect(await chat.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/2347000000003\b/)
    // The number is not broken, on the narrowest phone either.
    await page.setViewportSize({ width: 280, height: 640 })
    const lines = await chat.evaluate((link) => {
      const text = link.firstChild as Text
      const range = document.createRange()
      range.setStart(text, text.data.indexOf('+'))
      range.setEnd(text, text.data.length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    expect(lines).toBe(1)
  })

  it('the first button of the home page is whole in the first screen, without the banner of an evaluation', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto('/')
    const bottom = await page
      .locator('main .btn')
      .first()
      .evaluate(
        (button) =>
          button.getBoundingClientRect().bottom -
          (document.querySelector<HTMLElement>('.evaluation')?.offsetHeight ?? 0),
      )
    expect(bottom).toBeLessThanOrEqual(phone.height)
  })

  it("the company's name is read in full beside a member's long one", async () => {
    const page = await stage.newPage({ as: person })
    await page.goto('/contact')
    await page.locator('html[data-session=in]').waitFor()
    for (const width of [360, 384, 412, 479, 1280]) {
      await page.setViewportSize({ width, height: 640 })
      const name = await page
        .locator('.brand span')
        .evaluate((span) => [span.scrollWidth - span.clientWidth, span.scrollHeight - span.clientHeight])
      expect(name, `at ${width} px`).toEqual([0, 0])
    }
  })

  it('the form of a product says what to have ready, and what happens next, on a phone and at a desk', async () => {
    const grower = await stage.app.newPerson()
    await asOwner(stage.app.databaseUrl, (client) =>
      client.query(
        `insert into public.farmers (user_id, contact_name, phone, farm_name, location, state, crops_grown, status)
         values ($1, 'Ada Obi', '+2348031234567', 'Gwari Hills', 'Minna, Niger', 'Niger', array['Ginger'], 'approved')`,
        [grower.id],
      ),
    )
    const page = await stage.newPage({ viewport: phone, as: grower })
    await page.goto('/account/products?product=new')
    const form = page.getByRole('form', { name: 'Product' })
    await form.waitFor()
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport)
      const [ready, next] = [page.locator('.before-begin'), page.locator('.next-steps')]
      expect(await ready.textContent()).toMatch(/^Before you begin.*one pack.*It costs nothing\./)
      expect(await next.textContent()).toMatch(/^What happens next.*before any buyer sees it/)
      const [before, box, after] = await Promise.all(
        [ready, form, next].map((part) => part.evaluate((one) => one.getBoundingClientRect().top)),
      )
      expect(before).toBeLessThan(box ?? 0)
      expect(after).toBeGreaterThan(box ?? 0)
      await expectSound(page)
    }
  })

  it('the checkout and the page where a buyer begins say what to have ready, and what happens next within how long', async () => {
    const page = await stage.newPage({ viewport: phone, as: person })
    await fillCart(page, [{ ...rice, quantity: 1 }])
    for (const [path, money] of [
      ['/buyer-registration', 'It costs nothing.'],
      ['/marketplace/checkout', 'You pay nothing on this page.'],
    ]) {
      await page.goto(`${path}`)
      await page.locator('main form').waitFor()
      expect(await page.locator('.before-begin').textContent(), path).toMatch(
        new RegExp(`^Before you begin.*${money}`),
      )
      expect(await page.locator('.next-steps').textContent(), path).toMatch(
        /^What happens next.*within \d+ (days|hours)/,
      )
      await expectShortFoot(page, path ?? '')
      const topOf = (box: Element) => box.getBoundingClientRect().top
      expect(await page.locator('.before-begin').evaluate(topOf), path).toBeLessThan(
        await page.locator('main form').evaluate(topOf),
      )
    }
  })

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
      await expectShortFoot(page, path)
      // As on every form: `public-pages.test.ts` reads it on those that nobody signs in for.
      expect(await page.locator('.before-begin').textContent(), path).toMatch(
        /^Before you begin.*(?:It|Enrolling) costs nothing\./,
      )
      expect(await page.locator('.next-steps').textContent(), path).toMatch(
        /^What happens next.*within \d+ (days|hours)/,
      )
      // Names the account, above the questions; the order form has none.
      if (path !== '/order') {
        const notice = page.locator('.long-form-main .notice', { hasText: 'You are sending this as' })
        await notice.waitFor()
        // However long the address is, the form keeps its margin.
        const { right } = await notice.evaluate((box) => box.getBoundingClientRect().toJSON())
        expect(right, path).toBeLessThanOrEqual(phone.width - 16)
      }
      // What to have ready is read before it, and not after the last question.
      const topOf = (box: Element) => box.getBoundingClientRect().top
      expect(await page.locator('.before-begin').evaluate(topOf), path).toBeLessThan(
        await first.evaluate(topOf),
      )
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
