/** What the page to pay an order shows when its price, its time or our account is not what it was. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { orderWayWords } from '#domain/market/order-way-words.ts'
import type { Person } from '#tests/harness/app.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'
import {
  comeBack,
  fillCart,
  openFilledCheckout,
  openPlacedOrder,
  openStall,
  type Produce,
  readCode,
  showPaymentDetails,
} from './market-actions.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)

let rice: Produce
beforeAll(async () => {
  await stall.setAccount(true)
  rice = await stall.addProduct('Rice', 3_500_000, 50)
})

describe('prices that were fixed for 24 hours', () => {
  it('are prompted again afterwards, and nobody sees the account before they have agreed', async () => {
    const millet = await stall.addProduct('Millet', 2_200_000)
    const page = await stage.newPage({ viewport: phone })
    await fillCart(page, [{ ...millet, quantity: 2 }])
    await openFilledCheckout(page)
    await showPaymentDetails(page)
    await readCode(page)
    await page.getByText('0123456789').waitFor()
    await stall.sql(
      `update public.orders set price_locked_until = now() - interval '1 minute' where code = $1`,
      [await readCode(page)],
    )
    await stall.sql('update public.products set price_kobo = 2300000 where id = $1', [millet.id])
    await claim(page).focus()
    await comeBack(page, page.getByText('A price has changed since you ordered.'))
    await expect.poll(() => focused(page)).toContain('A price has changed since you ordered.')
    expect(await page.getByText('0123456789').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Mark as Payment Successful' }).isDisabled()).toBe(true)
    const question = await page.getByRole('alert').filter({ hasText: 'Millet' }).innerText()
    for (const words of ['₦22,000', '₦23,000', '₦46,000']) expect(question).toContain(words)
    await expectSound(page)
    await page.getByRole('link', { name: 'See your order' }).click()
    const head = page.locator('.confirmation').first()
    await head
      .getByText('The price has changed: please look at it before you pay.', { exact: false })
      .waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Confirm ₦46,000' }).click()
    await page.getByText('0123456789').waitFor()
    await page.getByText('2 × 50 kg at ₦23,000').waitFor()
  })
})

describe('how long a transfer is looked for', () => {
  it.each([
    ['48 hours', 48, 'If we have not found it within 48 hours, we ask you.'],
    ['another time, as staff have set it', 72, 'If we have not found it within 72 hours, we ask you.'],
  ])('is %s, and said with the claim: at once and on the page of the order', async (_, hours, sentence) => {
    await stall.sql(`update private.market_limits set value = $1 where name = 'claim_hold_hours'`, [hours])
    const page = await stage.newPage({ viewport: phone })
    await openPaymentPage(page)
    for (const isOnItsPage of [false, true]) {
      if (isOnItsPage) await openOrderPage(page)
      await page.getByText('0123456789').waitFor()
      await page.getByRole('button', { name: 'Mark as Payment Successful' }).click()
      await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
      await page.getByText(sentence, { exact: false }).waitFor()
    }
    await stall.sql(`update private.market_limits set value = 48 where name = 'claim_hold_hours'`)
  })
})

describe('an order that runs out while its page is open', () => {
  it('shows no account any more; anyone who says that they have paid learns what to do', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.clock.install()
    const code = await openPaymentPage(page)
    const account = page.getByText('0123456789')
    const button = page.getByRole('button', { name: 'Mark as Payment Successful' })
    await account.waitFor()
    await page.clock.fastForward('25:00:00')
    await page.getByText('This order ran out on').waitFor()
    expect(await account.count()).toBe(0)
    expect(await page.getByText('Now make the transfer').count()).toBe(0)
    await expectSound(page, 'an order that ran out')

    await stall.sql('update public.orders set expires_at = now() where code = $1', [code])
    await stall.sql('select private.expire_market_orders()')
    stage.expectError(/422/)
    await button.click()
    await page.getByText('tell us, and we look for it on our statement.').waitFor()
    await button.waitFor({ state: 'detached' })
    expect(await account.count()).toBe(0)
    expect(await page.getByText('This order ran out on').count()).toBe(1)
    await page.getByRole('link', { name: 'Contact Support' }).waitFor()
    await expectSound(page)
  })
})

describe('the page of an order that runs out while it is open', () => {
  it('asks for no payment and offers no pro-forma any more, and leads to ordering again', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.clock.install()
    await openOrderPage(page)
    const wayToPay = page.getByRole('button', { name: 'See where to pay' })
    const proForma = page.getByRole('button', { name: 'Get a pro-forma invoice' })
    await wayToPay.waitFor()
    await proForma.waitFor()
    await page.clock.fastForward('25:00:00')
    await page.getByText('If you have sent the money, tell us. If not, please order again.').waitFor()
    await expect.poll(() => Promise.all([wayToPay.count(), proForma.count()])).toEqual([0, 0])
    await expectSound(page, 'the page of an order that ran out')
    await page.getByRole('button', { name: 'See how to order again' }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''))
      .toContain('at the prices of today')
  })
})

describe('an account that is not set', () => {
  it('shows no bank details and no time to pay, takes no claim, and names whom to ask; the cart knows when it is there', async () => {
    await stall.setAccount(false)
    try {
      const page = await stage.newPage({ viewport: phone })
      await fillCart(page, [{ ...rice, quantity: 1 }])
      await openFilledCheckout(page)
      await showPaymentDetails(page)
      await page.getByText('The bank details are not available at the moment.').waitFor()
      expect(await page.getByRole('button', { name: 'Mark as Payment Successful' }).isDisabled()).toBe(true)
      expect(await page.getByText('Account number').count()).toBe(0)
      await page.getByRole('link', { name: 'Contact Support' }).waitFor()
      await page.getByText('We have your order. We send you our account first').waitFor()
      expect(await page.getByText('Now make the transfer').count()).toBe(0)
      await expectSound(page)
      const cart = page.getByRole('dialog', { name: 'Your cart' })
      const openCart = () => page.goto('/marketplace?view=cart')
      await openCart()
      await cart.getByText('is kept for you. We send you our account first').waitFor()
      expect(await cart.getByText('waits for your transfer').count()).toBe(0)
      await cart.getByRole('link', { name: 'See your order' }).waitFor()
      await stall.setAccount(true)
      await openCart()
      await cart.getByText('waits for your transfer until').waitFor()
    } finally {
      await stall.setAccount(true)
    }
  })
})

it('the page to pay follows by itself: the account once it is there, and the end of its order', async () => {
  await stall.setAccount(false)
  try {
    const page = await stage.newPage({ viewport: phone })
    await page.clock.install()
    const code = await openPaymentPage(page)
    await page.getByText('The bank details are not available at the moment.').waitFor()
    await stall.setAccount(true)
    // It is read again each minute.
    await page.clock.runFor(60_000)
    await page.getByText('0123456789').waitFor()
    await page.getByText(orderWayWords.payNow).waitFor()
    await claim(page).focus()
    await withdraw(code)
    await comeBack(page, page.getByText('There is nothing to pay on this order now.'))
    await expect.poll(() => focused(page)).toContain('There is nothing to pay on this order now.')
    expect(await page.getByText(orderWayWords.payNow).count()).toBe(0)
  } finally {
    await stall.setAccount(true)
  }
})

it('a payment that its buyer claimed on another phone is not asked for again on this one', async () => {
  const page = await stage.newPage({ viewport: phone })
  const lines = [{ ...rice, quantity: 1 }]
  const order = await stall.placeOrder(lines)
  await openPlacedOrder(page, order, lines)
  await page.getByText('0123456789').waitFor()
  const other = await stage.newPage({ viewport: phone })
  await other.goto(order.trackingPath)
  await claim(other).click()
  await other.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await comeBack(page, page.getByRole('heading', { level: 1, name: 'You told us that you have paid' }))
  expect(await page.getByText('0123456789').count()).toBe(0)
})

const claim = (page: Page) => page.getByRole('button', { name: 'Mark as Payment Successful' })
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })
/** Of the element with the focus; not of the page, which has it when it is lost. */
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement === document.body ? '' : document.activeElement?.textContent))
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)

/** The page to pay an order that was placed from this device. */
async function openPaymentPage(page: Page): Promise<string> {
  const lines = [{ ...rice, quantity: 1 }]
  const order = await stall.placeOrder(lines)
  await openPlacedOrder(page, order, lines)
  expect(await readCode(page)).toBe(order.code)
  return order.code
}

/** The page of an order of this person or, by its link, of a guest. */
async function openOrderPage(page: Page, as?: Person): Promise<string> {
  const { trackingPath, code } = await stall.placeOrder([{ ...rice, quantity: 1 }], { ...(as && { as }) })
  await page.goto(trackingPath)
  await page.getByRole('heading', { level: 1, name: 'Your order' }).waitFor()
  await page.getByText('0123456789').waitFor()
  return code
}

/** As its buyer withdraws it on another phone. */
const withdraw = (code: string) =>
  stall.sql(
    `update public.orders set status = 'declined', decline_reason = 'withdrawn_by_buyer', decline_code = 'withdrawn_by_buyer'
     where code = $1`,
    [code],
  )

describe('an order that was withdrawn elsewhere', () => {
  it.each(['guest', 'member'])('is read again by the page of a %s once a claim is refused', async (who) => {
    const as = who === 'member' ? await stage.app.newPerson() : undefined
    const page = await stage.newPage({ viewport: phone, ...(as && { as }) })
    const code = await openOrderPage(page, as)
    const offers = ['See where to pay', 'Get a pro-forma invoice', 'Withdraw order'].map((name) =>
      page.getByRole('button', { name }),
    )
    for (const offer of offers) await offer.waitFor()
    await withdraw(code)
    stage.expectError(/status of 4/)
    await claim(page).press('Enter')
    await page.locator('.confirmation .status').getByText('Withdrawn').waitFor()
    await expect.poll(() => Promise.all(offers.map((offer) => offer.count()))).toEqual([0, 0, 0])
    expect(await page.getByText('Please transfer before').count()).toBe(0)
    await page.getByText('If you have transferred already, do not transfer again: tell us').waitFor()
    await expect.poll(() => focusedId(page)).toBe('order-sheet')
    // Below the head of the site, which stays where it is.
    const reason = page.locator('#order-sheet').getByText('There is nothing to pay on this order now.')
    const isInSight = () =>
      reason.evaluate((sentence) => {
        const head = document.querySelector('.site-top')?.getBoundingClientRect().bottom ?? 0
        const { top, bottom } = sentence.getBoundingClientRect()
        return top >= head && bottom <= innerHeight
      })
    await expect.poll(isInSight).toBe(true)
    await expectSound(page, 'the page of an order that was withdrawn elsewhere')
  })

  it('is read again when its page is looked at again', async () => {
    const page = await stage.newPage({ viewport: phone })
    const code = await openOrderPage(page)
    await claim(page).focus()
    await withdraw(code)
    await comeBack(page, page.locator('.confirmation .status').getByText('Withdrawn'))
    await claim(page).waitFor({ state: 'detached' })
    // Where they were is gone: what is true now stands at the head.
    await expect.poll(() => focusedId(page)).toBe('order-sheet')
  })

  it('is neither changed nor expected on the page where it was to be paid', async () => {
    await stall.sql(`insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays)
      values ('Kano town', '{Kano}', '{200000}', '{250000}', '{1,2,3,4,5,6,7}')`)
    const page = await stage.newPage({ viewport: phone })
    await fillCart(page, [{ ...rice, quantity: 1 }])
    await openFilledCheckout(page, { state: 'Kano', lga: 'Dala' })
    await page.getByLabel('Deliver to my address').check()
    await showPaymentDetails(page)
    const code = await readCode(page)
    // Without a zone the other tests order as before.
    await stall.sql(`update public.delivery_zones set is_active = false where name = 'Kano town'`)
    const offers = [page.getByRole('button', { name: 'Change it' }), page.getByText(/Expected on/)]
    for (const offer of offers) await offer.waitFor()
    await withdraw(code)
    const over = page.getByText('There is nothing to pay on this order now.')
    await comeBack(page, over)
    await expect.poll(() => Promise.all(offers.map((offer) => offer.count()))).toEqual([0, 0])
    await expectSound(page, 'the payment page of an order that was withdrawn elsewhere')
    await page.reload()
    await over.waitFor()
    await expect.poll(() => Promise.all(offers.map((offer) => offer.count()))).toEqual([0, 0])
  })
})

describe('someone without a mouse', () => {
  it('is led to what a refused claim and another try say', async () => {
    const page = await stage.newPage({ viewport: phone })
    const code = await openPaymentPage(page)
    await page.getByText('0123456789').waitFor()
    stage.expectError(/net::ERR_|status of 4/)
    await page.route('**/market/track/**', (route) => route.abort())
    await claim(page).press('Enter')
    await expect.poll(() => focused(page)).toContain('We could not reach our services')
    await page.reload()
    await tryAgain(page).press('Enter')
    await expect.poll(() => focused(page)).toContain('We could not reach our services')
    await page.unroute('**/market/track/**')
    await tryAgain(page).press('Enter')
    await expect.poll(() => focused(page)).toContain('Transfer the amount to this account')
    await withdraw(code)
    await claim(page).press('Enter')
    await expect.poll(() => focused(page)).toContain('There is nothing to pay on this order now.')
    // The address holds the guest's key, which names no place of the page.
    await page.getByRole('button', { name: 'See where it stands' }).press('Enter')
    await page.locator('.confirmation .status').getByText('Withdrawn').waitFor()
    expect(await focusedId(page)).toBe('main')
  })

  it('is led to the head of the order by "See where it stands"', async () => {
    const page = await stage.newPage({ viewport: phone })
    const code = await openOrderPage(page)
    await withdraw(code)
    stage.expectError(/net::ERR_|status of 4/)
    // What is true now does not come at first.
    await page.route('**/market/track', (route) => route.abort())
    await claim(page).press('Enter')
    const way = page.getByRole('button', { name: 'See where it stands' })
    await way.waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'See where to pay' }).count()).toBe(0)
    await page.unroute('**/market/track')
    await way.press('Enter')
    await expect.poll(() => focusedId(page)).toBe('order-sheet')
    const withdrawn = await page.locator('.confirmation .status').getByText('Withdrawn').boundingBox()
    expect(withdrawn?.y).toBeGreaterThan(0)
    expect(withdrawn?.y).toBeLessThan(phone.height)
  })
})

it('nobody says that they have paid to an account that they have not seen', async () => {
  const page = await stage.newPage({ viewport: phone })
  stage.expectError(/net::ERR_/)
  await page.route('**/market/track/payment-details', (route) => route.abort())
  await openPaymentPage(page)
  await tryAgain(page).waitFor()
  expect(await claim(page).count()).toBe(0)
  await expectSound(page, 'a payment page whose account did not come')
  await page.unroute('**/market/track/payment-details')
  await tryAgain(page).click()
  await page.getByText('0123456789').waitFor()
  expect(await claim(page).isEnabled()).toBe(true)
})
