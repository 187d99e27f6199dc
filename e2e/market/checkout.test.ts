/** From the cart to an order and its payment, and what becomes of it: for guests, on bad networks too. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderWayWords } from '#domain/market/order-way-words.ts'
import { formatNaira } from '#domain/money.ts'
import { freshPhone } from '#tests/database/market/market-app.ts'
import type { Person } from '#tests/harness/app.ts'
import { expectPath, expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { isLong, phone, useStage } from '../stage.ts'
import {
  buyer,
  comeBack,
  fillCart,
  fillCartAgain,
  fillContact,
  meterTraffic,
  openCheckout,
  openFilledCheckout,
  openPlacedOrder,
  openStall,
  type Produce,
  readCode,
  readContact,
  shopFromHome,
  showPaymentDetails,
  slowDown,
  tabTo,
} from './market-actions.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)

let admin: Person
let rice: Produce
let yam: Produce
beforeAll(async () => {
  await stall.setAccount(true)
  rice = await stall.addProduct('Rice', 3_500_000, 50)
  yam = await stall.addProduct('Yam', 4_500_000)
  admin = await stage.app.newAdmin()
})

describe('nothing is ordered', () => {
  it('from an empty cart', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto('/marketplace/checkout')
    await page.getByText('Your cart is empty').waitFor()
    await expectSound(page, 'a checkout of nothing')
    await page.getByRole('link', { name: 'Continue Shopping' }).click()
    await page.waitForURL('**/marketplace')
  })

  it('with wrong answers: each is named at its field and in a summary that leads there', async () => {
    const page = await stage.newPage({ viewport: phone })
    await fillCart(page, [{ ...rice, quantity: 1 }])
    await openCheckout(page)
    await fillContact(page, { name: 'A', phone: '0803', email: 'nobody', address: '', state: '', lga: '' })
    await showPaymentDetails(page)
    await page.locator('.summary').waitFor()
    expect(await page.locator('.summary a').allInnerTexts()).toEqual([
      'Name must be at least 2 characters',
      'Phone number must be at least 10 digits',
      'Invalid email address',
      'Delivery address must be at least 5 characters',
      'Please select state',
      'Local government area is required',
    ])
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('summary')
    await expectSound(page, 'a checkout with errors')
    // A browser that fills in by itself chooses the state last: nothing typed may go.
    await page.locator('#checkout-lga').fill('Ikeja')
    await page.locator('#checkout-state').selectOption('Lagos')
    expect(await page.locator('#checkout-lga').inputValue()).toBe('Ikeja')
    // What is mended is no longer called wrong.
    await expect.poll(() => page.locator('.summary a').allInnerTexts()).toHaveLength(4)
    await page.locator('.summary a').first().press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('checkout-name')
    expect(await stall.orders()).toEqual([])
  })

  it('at a price that the buyer has not seen, nor more than there is: both prompt first', async () => {
    const beans = await stall.addProduct('Beans', 2_000_000)
    const ginger = await stall.addProduct('Ginger', 1_000_000, 3)
    const page = await stage.newPage({ viewport: phone })
    await fillCart(page, [
      { ...beans, quantity: 2 },
      { ...ginger, quantity: 3 },
    ])
    await openFilledCheckout(page)
    // Behind the page's back, after it has looked.
    await stall.sql('update public.products set price_kobo = 2100000 where id = $1', [beans.id])
    await stall.sql('update public.products set stock = 1 where id = $1', [ginger.id])
    await showPaymentDetails(page)
    const question = page.getByRole('alert').filter({ hasText: 'Something has changed since you chose it.' })
    await question.waitFor()
    const text = await question.innerText()
    expect(text).toContain('₦20,000')
    expect(text).toContain('₦21,000')
    expect(text).toContain('Only 1 left: your order takes 1 instead of 3.')
    // The sum that is agreed to, beside the question already: two at the new price, and one.
    expect(await page.getByText('₦52,000').count()).toBeGreaterThan(0)
    await expectSound(page, 'a price that has changed')
    await showPaymentDetails(page)
    expect(await stall.orders()).toEqual([])
    await page.getByRole('button', { name: 'Accept the changes' }).click()
    await question.waitFor({ state: 'detached' })
    await showPaymentDetails(page)
    await readCode(page)
    expect(await stall.orders()).toMatchObject([{ total_amount_kobo: '5200000', payment_status: 'unpaid' }])
    await stall.sql(`update public.orders set status = 'declined', decline_reason = 'Test'`)
  })
})

describe('a guest on a slow link, with a keyboard and nothing else', () => {
  beforeAll(async () => {
    await stall.sql(`insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays)
        values ('Lagos island', '{Lagos: Lagos Island}', '{500000}', '{250000}', '{1,2,3,4,5,6,7}');
      insert into public.depots (name, address, state, lga, hours, weekdays)
        values ('Ikeja depot', '1 Market Road', 'Lagos', 'Ikeja', 'Every day, 8 to 17', '{1,2,3,4,5,6,7}')`)
  })
  afterAll(async () => {
    await stall.sql(
      `update public.delivery_zones set is_active = false; update public.depots set is_active = false`,
    )
  })

  it('comes from the hero to an order code, for at most 350 kB from the first visit on', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: false, effectiveType: '3g' } })
    })
    const countBytes = await meterTraffic(page)
    if (isLong) await slowDown(page)
    await page.goto('/')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter') // past the header
    await tabTo(
      page,
      page
        .getByRole('main')
        .getByRole('link', { name: /Marketplace/ })
        .first(),
    )
    await page.keyboard.press('Enter')
    await page.waitForURL('**/marketplace')
    await tabTo(page, page.getByRole('button', { name: /^Add to Cart ?: Rice/ }))
    await page.keyboard.press('Enter')
    await expectToast(page, 'Added to Cart', 'Rice has been added to your cart.')
    await page.keyboard.press('Escape')
    await tabTo(page, page.getByRole('button', { name: 'Cart, 1 item' }))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('₦35,000').first().waitFor()
    await tabTo(page, page.getByRole('link', { name: 'Checkout' }))
    await page.keyboard.press('Enter')
    await page.getByRole('form', { name: 'Checkout' }).waitFor()
    for (const [name, typed] of Object.entries({
      name: buyer.name,
      phone: freshPhone(),
      email: '',
      address: buyer.address,
      state: buyer.state,
      lga: buyer.lga,
    })) {
      await tabTo(page, page.locator(`#checkout-${name}`))
      await page.keyboard.type(typed)
    }
    await tabTo(page, page.locator('input[name="delivery"]').first())
    await page.keyboard.press('Space')
    // On to the one that brings the goods, and to its last day.
    const brought = page.getByRole('radio', { name: 'Deliver to my address' })
    while (!(await brought.isChecked())) await page.keyboard.press('ArrowDown')
    await tabTo(page, page.getByLabel('Day', { exact: true }))
    await page.keyboard.press('End')
    await tabTo(page, page.getByRole('button', { name: 'Show payment details' }))
    await page.keyboard.press('Enter')
    const code = await readCode(page)
    await page.getByText('0123456789').waitFor()
    expect((await stall.orders()).at(-1)?.code).toBe(code)
    const bytes = countBytes()
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(350_000)
    expect(
      await stall.sql(
        `select chosen.kind, chosen.price_kobo from public.order_deliveries as chosen
         join public.orders on orders.id = chosen.order_id where orders.code = $1`,
        [code],
      ),
    ).toEqual([{ kind: 'deliver', price_kobo: '250000' }])

    // And on to the claim, by keyboard too.
    await tabTo(page, page.getByRole('button', { name: 'Mark as Payment Successful' }))
    await page.keyboard.press('Enter')
    await expectToast(page, 'Payment Successful', 'Your order has been placed successfully!')
  })
})

describe('a network that breaks', () => {
  it('loses nothing that was typed; the same attempt after a reload is the same order', async () => {
    const before = (await stall.orders()).length
    const page = await stage.newPage({ viewport: phone })
    // The last two bags: none is left beside the order.
    const last = await stall.addProduct('Sorghum', 3_500_000, 2)
    await fillCart(page, [{ ...last, quantity: 2 }])
    await openCheckout(page)
    await fillContact(page)
    const typed = await readContact(page)
    stage.expectError(/net::ERR_/)
    // The order is made, and its answer is lost.
    const keys: string[] = []
    await page.route('**/market/orders', async (route) => {
      keys.push(route.request().postDataJSON().idempotencyKey)
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await showPaymentDetails(page)
    await page.getByText('Your order was not confirmed.').waitFor()
    await expectSound(page, 'an order that was not confirmed')
    await page.goto('/marketplace?view=cart')
    const cart = page.getByRole('dialog')
    await cart.getByText('Sold out.', { exact: false }).waitFor()
    await cart.getByText('You sent this order, and no answer came.').waitFor()
    await expectSound(page, 'a cart whose order has no answer')
    await cart.getByRole('link', { name: 'Go to the checkout' }).click()
    const form = page.getByRole('form', { name: 'Checkout' })
    await form.getByText('You sent this order, and no answer came.').waitFor()
    await page.reload()
    await form.getByText('You sent this order, and no answer came.').waitFor()
    await page.getByText('Sorghum').first().waitFor()
    await expectSound(page, 'a checkout whose order has no answer')
    expect(await form.getByText('Something has changed', { exact: false }).count()).toBe(0)
    expect(await readContact(page)).toEqual(typed)
    await showPaymentDetails(page)
    const code = await readCode(page)
    expect(keys[0]).toBe(keys[1])
    const created = (await stall.orders()).slice(before)
    expect(created).toMatchObject([{ code, total_amount_kobo: '7000000' }])
    // And once it is made, a reload leads back to its payment; what did not come is requested again.
    // Each of them, since the page of before may be about to request them once more.
    await page.route('**/market/track/payment-details', (route) => route.abort())
    await page.reload()
    await page.getByText('We could not reach our services.').waitFor()
    expect(await page.getByRole('button', { name: 'Mark as Payment Successful' }).count()).toBe(0)
    await page.unroute('**/market/track/payment-details')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('0123456789').waitFor()
    expect(await readCode(page)).toBe(code)
  })

  it('names the order whose page to pay could not be loaded, and has it once the page is loaded again', async () => {
    const page = await stage.newPage({ viewport: phone })
    stage.expectError(/ERR_FAILED|placed-order/)
    await page.route('**/assets/placed-order-*.js', (route) => route.abort())
    await fillCart(page, [{ ...yam, quantity: 1 }])
    await openFilledCheckout(page)
    await showPaymentDetails(page)
    const code = await readCode(page)
    await page.getByText('We have your order.').waitFor()
    const again = page.getByRole('button', { name: 'Load the page again' })
    await again.waitFor()
    await expectSound(page)
    await page.unroute('**/assets/placed-order-*.js')
    await again.click()
    await page.getByText('0123456789').waitFor()
    expect(await readCode(page)).toBe(code)
  })
})

describe('the same cart once more', () => {
  it.each([['guest'], ['member']])(
    'straight after is another order of a %s, and the cart names what waits',
    async (who) => {
      const as = who === 'member' ? await stage.app.newPerson() : undefined
      const page = await stage.newPage({ viewport: phone, as })
      const before = (await stall.orders()).length
      await fillCart(page, [{ ...rice, quantity: 1 }])
      await openFilledCheckout(page, { ...(as && { as }) })
      await showPaymentDetails(page)
      const first = await readCode(page)
      // The cart is filled with the same goods again.
      await fillCartAgain(page)
      await openCheckout(page)
      await page.locator('.notice', { hasText: `Your earlier order ${first}` }).waitFor()
      await showPaymentDetails(page)
      await expect.poll(() => readCode(page)).not.toBe(first)
      const second = await readCode(page)
      expect((await stall.orders()).slice(before)).toMatchObject([{ code: first }, { code: second }])
      await stall.sql(
        `update public.orders set expires_at = expires_at - interval '1 hour' where code = $1`,
        [first],
      )
      await page.goto('/marketplace?view=cart')
      const cart = page.getByRole('dialog', { name: 'Your cart' })
      if (as) {
        await cart.locator('.notice', { hasText: `Order ${first}` }).waitFor()
        const more = cart.getByRole('link', { name: 'and 1 more waits for your transfer' })
        expect(await more.getAttribute('href')).toBe('/account/orders?orders=waiting')
      } else {
        await cart.locator('.notice', { hasText: `Order ${second}` }).waitFor()
        await cart.locator('.notice', { hasText: `You sent order ${first}` }).waitFor()
      }
      await expectSound(page, 'a cart after two orders')
    },
  )
})

it('an order of a member whose payment is claimed is named beside the next one, until its own page says that it is over', async () => {
  const as = await stage.app.newPerson()
  const page = await stage.newPage({ viewport: phone, as })
  const before = (await stall.orders()).length
  const place = async () => {
    await showPaymentDetails(page)
    await page.getByText('0123456789').waitFor()
    return readCode(page)
  }
  await fillCart(page, [{ ...rice, quantity: 1 }])
  await openFilledCheckout(page, { as })
  const first = await place()
  await page.getByRole('button', { name: 'Mark as Payment Successful' }).click()
  await page.getByRole('heading', { level: 1, name: 'Payment Successful!' }).waitFor()
  await fillCartAgain(page)
  await openCheckout(page)
  await fillContact(page)
  const second = await place()
  const cart = page.getByRole('dialog', { name: 'Your cart' })
  const named = cart.locator('.notice', { hasText: `You sent order ${first}` })
  await page.goto('/marketplace?view=cart')
  await cart.locator('.notice', { hasText: `Order ${second}` }).waitFor()
  const way = await named.getByRole('link', { name: 'See your order' }).getAttribute('href')
  const [{ id } = { id: '' }] = (await stall.orders()).slice(before)
  expect(way).toBe(`/account/orders/${id}`)
  await stall.sql(
    `update public.orders set status = 'declined', decline_reason = 'withdrawn_by_buyer', decline_code = 'withdrawn_by_buyer'
     where id = $1`,
    [id],
  )
  await page.goto(way ?? '')
  await page.getByRole('heading', { level: 1, name: 'Your order' }).waitFor()
  await page.locator('.confirmation').first().waitFor()
  await page.goto('/marketplace?view=cart')
  await cart.locator('.notice', { hasText: `Order ${second}` }).waitFor()
  expect(await named.count()).toBe(0)
})

it('an order that was withdrawn elsewhere while its payment page was open asks for no transfer any more', async () => {
  const page = await stage.newPage({ viewport: phone })
  const lines = [{ ...rice, quantity: 1 }]
  await openPlacedOrder(page, await stall.placeOrder(lines), lines)
  await page.getByText('0123456789').waitFor()
  await page.getByText(orderWayWords.payNow).waitFor()
  await stall.sql(
    `update public.orders set status = 'declined', decline_reason = 'withdrawn_by_buyer', decline_code = 'withdrawn_by_buyer'
     where code = $1`,
    [await readCode(page)],
  )
  stage.expectError(/status of 409/)
  await page.getByRole('button', { name: 'Mark as Payment Successful' }).click()
  await page.getByText(/nothing to pay on this order/).waitFor()
  await expect.poll(() => page.getByText(orderWayWords.payNow).count()).toBe(0)
})

describe('the same checkout in two tabs', () => {
  it('is one order; anyone who claimed its payment finds it again after a reload and with Back and Forward', async () => {
    const before = (await stall.orders()).length
    const first = await stage.newPage({ viewport: phone })
    await fillCart(first, [{ ...rice, quantity: 1 }])
    await openCheckout(first)
    const second = await first.context().newPage()
    await openCheckout(second)
    await fillContact(first)
    await showPaymentDetails(first)
    const code = await readCode(first)
    expect(await readCode(second)).toBe(code)
    await second.reload()
    expect(await readCode(second)).toBe(code)

    await second.getByText('0123456789').waitFor()
    await second.getByRole('button', { name: 'Mark as Payment Successful' }).click()
    const success = second.getByRole('heading', { level: 1, name: 'Payment Successful!' })
    await success.waitFor()
    await first.getByText('Your cart is empty').waitFor()
    await first.getByText(`You sent order ${code} on `, { exact: false }).waitFor()
    await second.reload()
    // What was said at the claim is not said again: staff have read a statement since, or not yet.
    const again = second.getByRole('heading', { level: 1, name: 'You told us that you have paid' })
    await again.waitFor()
    await second.getByRole('link', { name: 'Continue Shopping' }).click()
    await second.waitForURL('**/marketplace')
    await second.goBack()
    await again.waitFor()
    await second.getByRole('link', { name: 'See your order' }).click()
    expect(await second.locator('.confirmation-code').innerText()).toBe(code)
    // Another visit to the checkout is another checkout.
    await second.goto('/marketplace/checkout')
    await second.getByText('Your cart is empty').waitFor()
    expect((await stall.orders()).slice(before)).toMatchObject([{ code, payment_status: 'claimed' }])
    // Beside the goods of the next one it is found as well: it may be that its money is not.
    await fillCart(second, [{ ...rice, quantity: 2 }])
    await openCheckout(second)
    const sent = second.locator('.notice', { hasText: `You sent order ${code} on ` })
    expect(await sent.getByRole('link', { name: 'Follow it' }).getAttribute('href')).toBe(`/track#${code}`)
    await second.goto('/marketplace?view=cart')
    await second.getByRole('dialog', { name: 'Your cart' }).getByRole('link', { name: 'Follow it' }).waitFor()
  })
})

describe('a slow link', () => {
  it('moves nothing under the finger while the checkout comes', async () => {
    const page = await stage.newPage({ viewport: phone })
    await fillCart(page, [{ ...rice, quantity: 1 }])
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 200, downloadThroughput: 100_000, uploadThroughput: 100_000 },
    })
    await openCheckout(page)
    await page.getByText('₦35,000').first().waitFor()
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          const watch = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
          })
          watch.observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
        }),
    )
    expect(shift).toBeLessThan(0.02)
  })
})

describe('a guest', () => {
  it('comes from home, pays by transfer, claims the payment, and follows the order by its link to the delivery and after', async () => {
    const page = await stage.newPage({ viewport: phone })
    await shopFromHome(page, [rice, rice, yam])
    await fillContact(page, { email: '' })
    await showPaymentDetails(page)
    const code = await readCode(page)
    const main = page.getByRole('main')
    await page.getByText('0123456789').waitFor()
    // Without e-mail the link on the screen is the only way back.
    await page.getByText('Keep this link', { exact: false }).waitFor()
    const whatsApp = await page.getByRole('link', { name: 'Send to WhatsApp' }).getAttribute('href')
    expect(new URL(whatsApp ?? '').searchParams.get('text')).toContain(`${stage.app.url}/track#`)
    const details = await main.innerText()
    for (const words of [
      'Test Bank',
      'The company',
      formatNaira(11_500_000),
      code,
      'or your phone number',
      'We never send other account details by chat, text message or phone.',
      'These details last changed on 2\u00a0November 2026.',
    ])
      expect(details).toContain(words)
    await expectSound(page, 'where to pay')

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy amount' }).click()
    await expectToast(page, 'Amount copied', '115000')
    await page.getByRole('button', { name: 'Copy reference' }).click()
    await expectToast(page, 'Reference copied', code)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
    // Where the browser refuses, the link stands there for the hand.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expectToast(page, 'The link could not be copied', 'Please copy it by hand.')
    const byHand = page.getByLabel('The link, to copy by hand')
    await expect.poll(() => byHand.evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await byHand.inputValue()).toContain(`${stage.app.url}/track#`)

    const proof = page.getByLabel('Proof of payment')
    await proof.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') })
    await page
      .getByText('This file could not be read. Please use a PDF, or a JPEG, PNG or WebP picture.')
      .waitFor()
    await proof.setInputFiles('site/public/card.png')
    await page.getByRole('button', { name: 'Remove card.png' }).waitFor()
    await page.getByRole('button', { name: 'Mark as Payment Successful' }).click()
    await expectToast(page, 'Payment Successful', 'Your order has been placed successfully!')
    await page.getByRole('heading', { level: 1, name: 'Payment Successful!' }).waitFor()
    await page.getByText('We will confirm against our bank statement.').waitFor()
    await page.getByRole('link', { name: 'Continue Shopping' }).waitFor()
    await page.getByRole('link', { name: 'Contact Support' }).waitFor()
    await expectSound(page, 'a payment that the buyer has reported')
    // The key to the order is in sight, clear of the toast that stays.
    const [link, shown] = await Promise.all(
      [page.getByRole('link', { name: 'See your order' }), page.locator('.toast')].map((part) =>
        part.boundingBox(),
      ),
    )
    expect(link?.y ?? 0).toBeGreaterThanOrEqual((shown?.y ?? 0) + (shown?.height ?? 0))

    await page.getByRole('link', { name: 'See your order' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your order' }).waitFor()
    await expectPath(page, '/track')
    expect(await page.locator('.confirmation-code').innerText()).toBe(code)
    await page.getByText('You told us that you have paid, with a proof').waitFor()
    await page.getByLabel('Write to us about this order').fill('Please call before you come.')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expectToast(page, 'Message sent')
    await page.getByText('Please call before you come.').waitFor()
    await expectSound(page, 'an order by its link')

    // What staff do meanwhile.
    const [order] = (await stall.orders()).filter((created) => created.code === code)
    const id = order?.id ?? ''
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Lagos' }).format(new Date())
    await stall.asStaff(admin, 'confirm_payment', {
      order_id: id,
      details: { amountKobo: 11_500_000, valueDate: today, bankReference: 'STATEMENT 1' },
    })
    await stall.decide(admin, id, 'approved')
    for (const [expected, fulfilment] of [
      ['none', 'preparing'],
      ['preparing', 'dispatched'],
      ['dispatched', 'delivered'],
    ] as const)
      await stall.asStaff(admin, 'move_order', { order_id: id, expected, fulfilment })
    await stall.asStaff(admin, 'send_record_message', {
      record_type: 'orders',
      record_id: id,
      body: 'It is at your gate.',
      attempt: crypto.randomUUID(),
    })

    await page.reload()
    await page.getByText('It is at your gate.').waitFor()
    await page.getByText('Payment confirmed against our bank statement').waitFor()
    await page.getByLabel('Which goods?').selectOption('Rice, 50 kg')
    for (const nothing of ['0', '-1', 'two']) {
      await page.getByLabel('How many packs of them?').fill(nothing)
      await page.getByRole('button', { name: 'Report the problem' }).click()
      await page.getByText('Enter a quantity greater than 0').waitFor()
    }
    await page.getByLabel('How many packs of them?').fill('999')
    await page.getByText('Enter a quantity greater than 0').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Report the problem' }).click()
    await page.getByText('Please describe what is wrong, in at least 10 characters').waitFor()
    await page.getByLabel('What is wrong?').fill('Two bags are wet on one side.')
    await page.getByText('Please describe what is wrong').waitFor({ state: 'detached' })
    // What was said of the number was said of these goods.
    await page.getByText(/At most .* were ordered/).waitFor()
    await page.getByLabel('Which goods?').selectOption('The whole order')
    await page.getByLabel('Which goods?').selectOption('Rice, 50 kg')
    expect(await page.getByText(/At most .* were ordered/).count()).toBe(0)
    await page.getByLabel('How many packs of them?').fill('1')
    // It is paid: there is no balance that something could come off.
    expect(
      await page
        .getByLabel('What do you wish?')
        .getByRole('option', { name: 'Off what I still pay' })
        .count(),
    ).toBe(0)
    await page.getByLabel('What do you wish?').selectOption('replace')
    await page.getByLabel('Photos').setInputFiles('site/public/card.png')
    await page.getByRole('button', { name: 'Remove card.png' }).waitFor()
    await expectSound(page, 'a complaint')
    // A broken line is no fault of what was typed: it is said at the button, and nothing is lost.
    stage.expectError(/net::ERR_/)
    await page.route('**/market/track/dispute', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Report the problem' }).click()
    await page.locator('.error-message').getByText('We could not reach our services').waitFor()
    expect(await page.locator('.field-error').count()).toBe(0)
    await page.getByRole('button', { name: 'Report the problem' }).click()
    await expectToast(page, 'Reported', 'We look at it and answer you here.')
    // What was attached is shown to its buyer; whom it is refused to: tests/server/market/uploads.test.ts.
    const photo = page.getByRole('img', { name: 'Your photo' })
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await stall.asStaff(admin, 'resolve_order_dispute', {
      order_id: id,
      answer: { resolution: 'rejected', note: 'The photos show dry bags.' },
    })
    // The same form is not offered once more below the answer: only on request.
    await comeBack(page, page.getByRole('button', { name: 'Report something else' }))
    await page.getByText('Rice, 50 kg: 1 pack. Wished: Other goods.').waitFor()
    expect(await page.getByLabel('What is wrong?').count()).toBe(0)
    await stall.decide(admin, id, 'completed')
    const rating = page.getByRole('form', { name: 'Rate Rice' })
    await comeBack(page, rating)
    await page.getByText('The photos show dry bags.').waitFor()
    await rating.getByLabel('4 stars').check()
    await rating.getByRole('button', { name: 'Rate' }).click()
    await expectToast(page, 'Thank you', 'Your stars for Rice are counted.')
    await page.evaluate(() => scrollTo(0, 0)) // nothing under the header
    await page.keyboard.press('Escape')
    await expectSound(page)
    expect(await stall.sql('select rating_average from public.products where id = $1', [rice.id])).toEqual([
      { rating_average: '4.0' },
    ])
    await page.getByRole('button', { name: 'Order again' }).click()
    await expectToast(page, 'Added to Cart')
    expect(await page.evaluate(() => localStorage.getItem('house-draft:cart'))).toContain(rice.id)
  })
})
