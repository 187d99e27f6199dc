/** The catalogue and the cart: what is for sale, found at once, saved across reload, sign-in and devices. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { makeProductSlug } from '#domain/market/products.ts'
import { within } from '#tests/harness/within.ts'
import { expectPath, expectToast, openSignedIn, readPath, setTextSize, waitForPart } from '../actions.ts'
import { expectFits, expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'
import { fillCart, openCart, openMarket, openStall, type Produce, waitForCount } from './market-actions.ts'

const stage = useStage()
const stall = openStall(() => stage.app)

const readPage = async (path: string) => (await fetch(stage.app.url + path)).text()
/** The server draws the page each time that it is read. */
const seldom = { ...within, interval: 300 }

let rice: Produce
let yam: Produce
let pepper: Produce
beforeAll(async () => {
  rice = await stall.addProduct('Rice', 3_500_000)
  yam = await stall.addProduct('Yam', 4_500_000, 8)
  pepper = await stall.addProduct('Dried pepper', 1_800_000)
  await stall.sql(`update public.products set category = 'Tubers', pack_amount = 100 where name = 'Yam'`)
  await stall.sql(`update public.products set category = 'Spices', pack_amount = 10, location = 'Kura, Kano'
    where name = 'Dried pepper'`)
  await stall.sql(`insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo)
    values ('Secret maize', 'Grains', 'A farm', 'Keffi', 50, 'kg', 100000)`)
  await vi.waitFor(async () => expect(await readPage('/marketplace')).toContain('Kura, Kano'), seldom)
})

const listNames = (page: Page) => page.locator('.products h3').allInnerTexts()

async function expectNames(page: Page, names: string[]): Promise<void> {
  await vi.waitFor(async () => expect(await listNames(page)).toEqual(names), within)
}

const addToCart = (page: Page, name: string) =>
  page.getByRole('button', { name: `Add to Cart: ${name}` }).click()

describe('the catalogue', () => {
  it('stands in the page itself, with what is published and nothing else', async () => {
    const html = await readPage('/marketplace')
    expect(html).not.toContain('Secret maize')
    for (const text of [
      'All prices indicated may fluctuate due to daily market conditions. Final prices will be confirmed upon order.',
      'Dried pepper',
      '₦35,000',
      '₦450 per kg',
      'No reviews yet',
      'Only 8 left',
      'Register as Farmer',
    ])
      expect(html).toContain(text)
    expect(html).not.toMatch(/> ?Verified/)
    expect(await readPage('/sitemap.xml')).toContain(`/marketplace/${makeProductSlug(yam)}`)
  })

  it('shows without scripts what can be read and followed, and nothing that does nothing', async () => {
    const page = await stage.newPage({ scripts: false })
    await page.goto('/marketplace')
    expect(await listNames(page)).toEqual(['Dried pepper', 'Rice', 'Yam'])
    for (const control of ['searchbox', 'button', 'combobox'] as const)
      expect(await page.getByRole('main').getByRole(control).count(), control).toBe(0)
    expect(await page.locator('noscript').first().innerText()).toContain('Without it you can order')
    await page.getByRole('link', { name: 'Yam' }).first().click()
    await page.getByRole('heading', { name: 'Yam', level: 1 }).waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  })

  it('is searched by a part of the name in any capitals, at once and without a request', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openMarket(page)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const box = page.getByRole('searchbox', { name: 'Search products by name' })
    await box.pressSequentially('PEPP')
    expect(await listNames(page)).toEqual(['Dried pepper'])
    await expectPath(page, '/marketplace?q=PEPP')
    await page.getByText('1 product for “PEPP”').waitFor()
    await box.fill('kano')
    await expectNames(page, ['Dried pepper'])
    await box.fill('100%')
    await page.getByText('No product matches.').waitFor()
    await expectSound(page, 'a search that finds nothing')
    await page.getByRole('button', { name: 'Show all products' }).click()
    await expectNames(page, ['Dried pepper', 'Rice', 'Yam'])
    expect(await box.inputValue()).toBe('')
    expect(requested.filter((url) => !url.endsWith('.svg'))).toEqual([])
  })

  it('leads to the product that is pressed right after the last letter, and Back finds the search', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openMarket(page)
    const { promise: written, resolve: release } = Promise.withResolvers<void>()
    // The product's page comes only after the address has the word that was typed.
    await page.route('**/assets/marketplace-product-route*', async (route) => {
      await written
      await route.continue()
    })
    await page.getByRole('searchbox', { name: 'Search products by name' }).fill('pepp')
    await page.getByRole('link', { name: 'Dried pepper' }).first().click()
    await expectPath(page, '/marketplace?q=pepp')
    release()
    await page.getByRole('heading', { name: 'Dried pepper', level: 1 }).waitFor()
    await page.goBack()
    await expectPath(page, '/marketplace?q=pepp')
    await expectNames(page, ['Dried pepper'])
  })

  it('brings what the first letter finds into sight on a small phone, and leaves the focus where one types', async () => {
    for (const viewport of [phone, desktop]) {
      const page = await stage.newPage({ viewport })
      await openMarket(page)
      const box = page.getByRole('searchbox', { name: 'Search products by name' })
      await box.scrollIntoViewIfNeeded()
      await box.press('p')
      await expectNames(page, ['Dried pepper'])
      const result = (await page.locator('.products').boundingBox())?.y ?? 0
      const bar = await page.locator('.market-bar').boundingBox()
      expect(result).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0))
      expect(result).toBeLessThan(viewport.height / 2)
      const before = await page.evaluate(() => scrollY)
      await box.press('e')
      expect(await page.evaluate(() => [scrollY, document.activeElement?.id])).toEqual([
        before,
        'market-search',
      ])
    }
  })

  it('keeps category and sorting in the address: reload, Back and a sent link lead to the same list', async () => {
    const page = await stage.newPage()
    await openMarket(page)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, high to low')
    await expectNames(page, ['Yam', 'Rice', 'Dried pepper'])
    await page.getByRole('button', { name: 'Grains' }).click()
    await expectNames(page, ['Rice'])
    await expectPath(page, '/marketplace?sort=price_high&category=Grains')
    await page.reload()
    await expectNames(page, ['Rice'])
    expect(await page.getByRole('button', { name: 'Grains' }).getAttribute('aria-pressed')).toBe('true')
    await page.goBack()
    await expectNames(page, ['Yam', 'Rice', 'Dried pepper'])
    await openMarket(page, '?category=Fruit&sort=taste&page=-1&q=')
    await expectNames(page, ['Dried pepper', 'Rice', 'Yam'])
    await openMarket(page, '?q=ya')
    await expectNames(page, ['Yam'])
    expect(await page.getByRole('searchbox').inputValue()).toBe('ya')
  })

  it('keeps a choice that is made while the one before it is still being drawn', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openMarket(page)
    await page.getByLabel('Sort by').evaluate(async (sort: HTMLSelectElement) => {
      const grains = [...document.querySelectorAll('button')].find(
        (button) => button.textContent === 'Grains',
      )
      grains?.click()
      // The address says it before React has drawn it.
      while (!window.location.search.includes('Grains')) await null
      sort.value = 'price_high'
      sort.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await vi.waitFor(() => expect(readPath(page)).toMatch(/Grains.*price_high/), within)
    await expectNames(page, ['Rice'])
  })

  it('looks the same to eyes and to assistive technology on a phone and on a desk', async () => {
    for (const viewport of [phone, desktop]) {
      const page = await stage.newPage({ viewport })
      await openMarket(page)
      await expectSound(page)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(viewport.width)
    }
  })
})

describe('the page of a product', () => {
  it.each(['abc', '0'])('says in the words of the cart that %s is no number of packs', async (typed) => {
    const page = await stage.newPage()
    await page.goto(`/marketplace/${makeProductSlug(pepper)}`)
    await page.locator('html[data-live]').waitFor()
    const quantity = page.locator('.buy').getByRole('textbox', { name: 'Quantity of' })
    await quantity.fill(typed)
    await quantity.blur()
    await page.locator('.buy').getByText('Please type a whole number, from 1 on.').waitFor()
    expect(await quantity.inputValue()).toBe('1')
    await quantity.fill('2')
    expect(await page.getByText('Please type a whole number').count()).toBe(0)
  })

  it('has what buys it at the foot of a phone’s screen until its place is reached, over no control', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto(`/marketplace/${makeProductSlug(pepper)}`)
    await page.locator('html[data-live]').waitFor()
    const readBuy = () => page.locator('.buy').evaluate((buy) => buy.getBoundingClientRect().bottom)
    for (const [width, text] of [
      [360, 16],
      [280, 16],
      [360, 32],
      [280, 32],
    ] as const) {
      const where = `${width} px, text of ${text} px`
      await page.setViewportSize({ width, height: 640 })
      await setTextSize(page, text)
      await page.evaluate(() => window.scrollTo(0, 0))
      if (text === 16) await expect.poll(readBuy, { message: where }).toBe(640)
      if (text === 16 && width === 360) {
        const name = await page.locator('h1').evaluate((one) => one.getBoundingClientRect().bottom)
        expect(name).toBeLessThanOrEqual(
          await page.locator('.buy').evaluate((one) => one.getBoundingClientRect().top),
        )
      }
      await expectFits(page, where)
      const covered = await page.evaluate(() => {
        const names = new Set<string>()
        const buy = document.querySelector('.buy')
        const controls = [...document.querySelectorAll('main :is(a, button, input, select, summary)')]
        for (let top = 0; top < document.body.scrollHeight; top += 40) {
          window.scrollTo({ top, behavior: 'instant' })
          const area = buy?.getBoundingClientRect()
          for (const control of controls) {
            const { top: above, bottom, height } = control.getBoundingClientRect()
            if (!area || buy?.contains(control) || height === 0) continue
            if (above < area.bottom && bottom > area.top) names.add(control.outerHTML)
          }
        }
        return [...names]
      })
      expect(covered, where).toEqual([])
      // Its place was reached: it went up with the words around it.
      expect(await readBuy(), where).toBeLessThan(640)
    }
  })

  it('says beside the button what delivery costs, before anything is pressed, and follows the zones', async () => {
    const path = `/marketplace/${makeProductSlug(pepper)}`
    expect(await readPage(path)).toContain('We tell you the price of delivery before you pay.')
    const zone = await stall.sql<{ id: string }>(
      `insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays)
       values ('Kano city', '{Kano}', '{100000}', '{175000}', '{1,2,3,4,5}') returning id`,
    )
    await vi.waitFor(
      async () =>
        expect(await readPage(path)).toContain(
          'Delivery from ₦1,750: choose your state for its price and day.',
        ),
      seldom,
    )
    const page = await stage.newPage({ viewport: phone, scripts: false })
    await page.goto(path)
    await page.getByText('Delivery from ₦1,750').waitFor()
    await stall.sql('delete from public.delivery_zones where id = $1', [zone[0]?.id])
  })

  it('adds to the cart what was pressed while the scripts were starting, once', async () => {
    const page = await stage.newPage({ viewport: phone })
    // React listens from the moment it begins to hydrate, and answers nothing yet.
    await page.addInitScript(() => {
      const listen = document.addEventListener
      document.addEventListener = (...args: Parameters<typeof listen>) => {
        listen.apply(document, args)
        if (args[0] !== 'click') return
        document.addEventListener = listen
        setTimeout(() => {
          for (const button of document.querySelectorAll('button'))
            if (button.textContent === 'Add to Cart') button.click()
        })
      }
    })
    await page.goto(`/marketplace/${rice.id}`)
    await page.locator('html[data-live]').waitFor()
    await waitForCount(page, 1)
    await openCart(page)
    await waitForCount(page, 1)
  })

  it('has one address by its id: an old name leads there, and what is not for sale is not found', async () => {
    const path = `/marketplace/${makeProductSlug(pepper)}`
    const old = await fetch(`${stage.app.url}/marketplace/${pepper.id}`, { redirect: 'manual' })
    expect([old.status, old.headers.get('location')]).toEqual([301, path])
    const [hidden] = await stall.sql<{ id: string }>(
      `select id from public.products where name = 'Secret maize'`,
    )
    for (const missing of ['rice', `secret-maize-${hidden?.id}`, `rice-${rice.id.replace(/.$/, 'x')}`])
      expect((await fetch(`${stage.app.url}/marketplace/${missing}`)).status).toBe(404)
    const page = await stage.newPage({ viewport: phone })
    await openMarket(page)
    await page.getByRole('link', { name: 'Dried pepper' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dried pepper' }).waitFor()
    expect(readPath(page)).toBe(path)
    await page.getByText('₦1,800 per kg').waitFor()
    await expectSound(page, 'a product')
    await addToCart(page, 'Dried pepper')
    await expectToast(page, 'Added to Cart', 'Dried pepper has been added to your cart.')
    const cart = await openCart(page)
    await cart.getByRole('button', { name: 'Continue Shopping' }).click()
    await cart.waitFor({ state: 'hidden' })
    expect(readPath(page)).toBe(path)
    // So many packs, what they cost together, and they come to the one that is there.
    await page.locator('.buy .stepper button').last().click()
    await page.locator('.buy .stepper input').fill('3')
    await page.locator('.buy output').getByText('₦54,000').waitFor()
    await page.locator('.buy output').getByText('before delivery and any VAT', { exact: false }).waitFor()
    await addToCart(page, 'Dried pepper')
    await expectToast(page, 'Added to Cart', 'Dried pepper has been added to your cart.')
    await page.getByText('4 in your cart').waitFor()
    // What is too much becomes what there is, and the page goes on saying so.
    await page.locator('.buy .stepper input').fill('20000')
    await page.locator('.buy .stepper input').press('Tab')
    await page.locator('.buy').getByText('At most 10,000 in one order.').waitFor()
    await page.getByText('we do not call it verified', { exact: false }).waitFor()
    await expectSound(page)
    // That one is left is said only to a buyer who adds a second.
    await stall.sql('update public.products set stock = 1 where id = $1', [pepper.id])
    await vi.waitFor(async () => expect(await readPage('/marketplace')).toContain('Only 1 left'), seldom)
    await page.goto(path)
    await page.locator('html[data-live]').waitFor()
    await page.locator('.buy .stepper input').fill('1')
    expect(await page.locator('.buy .stock-note').count()).toBe(0)
    await page.locator('.buy .stepper input').fill('3')
    await page.locator('.buy .stepper input').press('Tab')
    expect(await page.locator('.buy .stepper input').inputValue()).toBe('1')
    await page.locator('.buy').getByText('Only 1 left.').waitFor()
    await stall.sql('update public.products set stock = null where id = $1', [pepper.id])
  })
})

describe('the cart', () => {
  it('counts, merges, never goes below 1, and adds up to the naira; reload and another tab keep it', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openMarket(page)
    await waitForCount(page, 0)
    const empty = await openCart(page)
    await empty.getByText('Your cart is empty').waitFor()
    await expectSound(page, 'an empty cart')
    await page.keyboard.press('Escape')
    await empty.waitFor({ state: 'hidden' })
    for (const name of ['Rice', 'Rice', 'Yam']) {
      await addToCart(page, name)
      await expectToast(page, 'Added to Cart', `${name} has been added to your cart.`)
    }
    await waitForCount(page, 3)
    await page.reload()
    const cart = await openCart(page)
    await cart.getByText('₦115,000').waitFor()
    await cart.getByText('Total of the goods').waitFor()
    await cart.getByText('Delivery, and VAT where it is due, are added at the checkout.').waitFor()
    const less = cart.getByRole('button', { name: 'One Rice less' })
    await less.click()
    expect(await less.isDisabled()).toBe(true)
    expect(await cart.getByRole('textbox', { name: 'Quantity of Rice' }).inputValue()).toBe('1')
    const quantity = cart.getByRole('textbox', { name: 'Quantity of Yam' })
    for (const [typed, taken, said] of [
      ['0', '1', 'Please type a whole number, from 1 on.'],
      ['many', '1', 'Please type a whole number, from 1 on.'],
      ['900', '8', 'Only 8 left.'],
    ] as const) {
      await quantity.fill(typed)
      await quantity.press('Enter')
      expect(await quantity.inputValue()).toBe(taken)
      await cart.getByText(said).waitFor()
    }
    expect(await cart.getByRole('button', { name: 'One Yam more' }).isDisabled()).toBe(true)
    await cart.getByText('₦395,000').waitFor()
    await expectSound(page, 'a full cart')
    const otherTab = await page.context().newPage()
    await openMarket(otherTab)
    await waitForCount(otherTab, 9)
    await cart.getByRole('button', { name: 'Remove Yam' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Your cart')
    await waitForCount(otherTab, 1)
    expect(await cart.getByText('₦35,000').count()).toBeGreaterThan(0)
  })

  it('is a step of the way: Back closes it, the focus returns, and a link opens it', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openMarket(page, '?q=rice')
    await openCart(page)
    expect(readPath(page)).toBe('/marketplace?q=rice&view=cart')
    await page.goBack()
    await expectPath(page, '/marketplace?q=rice')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Cart, 0 items')
    await openMarket(page, '?view=cart')
    const cart = page.getByRole('dialog', { name: 'Your cart' })
    await cart.waitFor()
    await cart.getByRole('button', { name: 'Close the cart' }).click()
    await expectPath(page, '/marketplace')
  })

  it('says when a price or the stock has changed, and what is not for sale any more', async () => {
    const [beans, okra, garri] = [
      await stall.addProduct('Beans', 2_000_000),
      await stall.addProduct('Okra', 500_000, 9),
      await stall.addProduct('Garri', 900_000),
    ]
    const page = await stage.newPage({ viewport: phone })
    await fillCart(page, [
      { ...beans, quantity: 2 },
      { ...okra, quantity: 5 },
      { ...garri, quantity: 1 },
    ])
    await stall.sql('update public.products set price_kobo = 2100050 where id = $1', [beans.id])
    await stall.sql('update public.products set stock = 3 where id = $1', [okra.id])
    await stall.sql(`update public.products set status = 'hidden' where id = $1`, [garri.id])
    await openMarket(page)
    const cart = await openCart(page)
    await cart.getByRole('alert').getByText('A price has changed').waitFor()
    await cart.getByText('Was ₦20,000, is ₦21,000.50 now.').waitFor()
    await cart.getByText('Not for sale any more. It is not counted.').waitFor()
    await cart.getByText('Only 3 left.').waitFor()
    await expectSound(page)
    await cart.getByText('₦67,001').waitFor()
    await cart.getByRole('button', { name: 'Take 3 of Okra' }).click()
    await cart.getByText('₦57,001').waitFor()
    await cart.getByRole('button', { name: 'I have seen it' }).click()
    await cart.getByRole('alert').waitFor({ state: 'detached' })
    await cart.getByRole('button', { name: 'Remove Garri' }).click()
    await page.reload()
    expect(await cart.getByRole('alert').count()).toBe(0)
    await stall.sql('delete from public.products where id = any ($1)', [[beans.id, okra.id, garri.id]])
  })

  it('takes more than the page knows of, since the stock is queried before anybody is refused', async () => {
    const millet = await stall.addProduct('Millet', 800_000, 2)
    await vi.waitFor(async () => expect(await readPage('/marketplace')).toContain('Only 2 left'), seldom)
    const page = await stage.newPage({ viewport: phone })
    await openMarket(page)
    for (const count of [1, 2]) {
      await addToCart(page, 'Millet')
      await waitForCount(page, count)
    }
    await page.keyboard.press('Escape')
    await addToCart(page, 'Millet')
    await expectToast(page, 'Only 2 left', 'Your cart holds all of the Millet that we have now.')
    await stall.sql('update public.products set stock = 500 where id = $1', [millet.id])
    await addToCart(page, 'Millet')
    await waitForCount(page, 3)
    await expectToast(page, 'Added to Cart', 'Millet has been added to your cart.')
    await vi.waitFor(async () => expect(await readPage('/marketplace')).not.toContain('Only 2 left'), seldom)

    await page.route('**/rest/v1/products?**', (route) => route.abort(), { times: 1 })
    stage.expectError(/net::ERR_/)
    await addToCart(page, 'Millet')
    await expectToast(page, 'This could not be added to your cart')
    await stall.sql(`update public.products set status = 'hidden' where id = $1`, [millet.id])
    await addToCart(page, 'Millet')
    await expectToast(page, 'Not for sale any more', 'We do not offer the Millet now.')
    await waitForCount(page, 3)
    await stall.sql('delete from public.products where id = $1', [millet.id])
  })

  it('on a broken network keeps what is in it, and says that prices are looked up again', async () => {
    const page = await stage.newPage({ viewport: phone })
    stage.expectError(/net::ERR_/)
    await openMarket(page)
    await addToCart(page, 'Rice')
    // It is loaded with the first product, so that the cart opens without a line.
    await waitForPart(page, 'cart-panel')
    await page.route('**/*', (route) => route.abort())
    const cart = await openCart(page)
    await cart.getByText('We could not ask for the prices of this moment.').waitFor()
    await cart.getByText('₦35,000').first().waitFor()

    const nothingYet = await stage.newPage({ viewport: phone })
    await openMarket(nothingYet)
    await nothingYet.route('**/*', (route) => route.abort())
    await nothingYet.getByRole('button', { name: 'Cart, 0 items' }).click()
    await expectToast(nothingYet, 'The cart could not be opened', 'Check your connection, then try again.')
    await expectPath(nothingYet, '/marketplace')
    await nothingYet.unroute('**/*')
    await openCart(nothingYet)
  })
})

describe('across sign-in', () => {
  it('a guest’s cart goes into the account’s, follows to another device, and leaves with Sign Out', async () => {
    const person = await stage.app.newPerson()
    await person.client.rpc('merge_cart', {
      items: [
        { productId: rice.id, quantity: 2, priceKobo: rice.priceKobo },
        { productId: yam.id, quantity: 1, priceKobo: yam.priceKobo },
      ],
    })
    const quantities = async () => {
      const { data } = await person.client.from('cart_items').select('product_id, quantity')
      return Object.fromEntries((data ?? []).map(({ product_id, quantity }) => [product_id, quantity]))
    }
    const page = await stage.newPage()
    await openMarket(page)
    for (let times = 0; times < 3; times++) await addToCart(page, 'Rice')
    await waitForCount(page, 3)
    await openSignedIn(page, '/account', person)
    await vi.waitFor(async () => expect(await quantities()).toEqual({ [rice.id]: 3, [yam.id]: 1 }), within)
    await openMarket(page)
    await waitForCount(page, 4)

    const otherDevice = await stage.newPage({ viewport: phone, as: person })
    await openMarket(otherDevice)
    await waitForCount(otherDevice, 4)
    const cart = await openCart(otherDevice)
    await cart.getByRole('button', { name: 'Remove Rice' }).click()
    await cart.getByRole('button', { name: 'One Yam more' }).click()
    await vi.waitFor(async () => expect(await quantities()).toEqual({ [yam.id]: 2 }), within)

    await openMarket(page)
    await waitForCount(page, 2)
    await page
      .getByText(person.email.split('@')[0] ?? '')
      .first()
      .click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expectPath(page, '/')
    await openMarket(page)
    await waitForCount(page, 0)
    expect(await quantities()).toEqual({ [yam.id]: 2 })
  })
})

describe('a catalogue of more than one page', () => {
  it('is queried for what this page does not know; cut off, it shows what it knows and tries again', async () => {
    await stall.sql(`insert into public.products
        (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
      select 'Bean ' || lpad(n::text, 3, '0'), 'Grains', 'A farm', 'Keffi', 50, 'kg', 100000 + n, 'published'
      from generate_series(1, 60) n`)
    await vi.waitFor(async () => expect(await readPage('/marketplace')).toContain('Bean 024'), seldom)
    const page = await stage.newPage({ viewport: phone })
    await openMarket(page)
    expect(await listNames(page)).toHaveLength(24)
    await page.getByRole('button', { name: 'Next' }).click()
    await vi.waitFor(async () => expect((await listNames(page))[0]).toBe('Bean 025'), within)
    await expectPath(page, '/marketplace?page=2')
    const box = page.getByRole('searchbox')
    await box.fill('yam')
    await expectNames(page, ['Yam'])
    await page.route('**/rest/v1/**', (route) => route.abort())
    stage.expectError(/net::ERR_/)
    await box.fill('bean 00')
    await page.getByText('We could not ask for the whole catalogue.').waitFor()
    expect((await listNames(page)).slice(0, 2)).toEqual(['Bean 001', 'Bean 002'])
    await expectSound(page)
    await page.unroute('**/rest/v1/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('9 products for “bean 00”').waitFor()
    await stall.sql(`delete from public.products where name like 'Bean %'`)
  })
})
