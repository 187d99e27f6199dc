/** Delivery in a browser: a household chooses a price and a day, and one far away is quoted first and says yes. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { formatDateInWords, formatDayInWords, getLagosDay } from '#domain/dates.ts'
import { formatNaira } from '#domain/money.ts'
import { freshPhone } from '#tests/database/market/market-app.ts'
import type { Person } from '#tests/harness/app.ts'
import { expectPath, expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'
import {
  buyer,
  comeBack,
  fillCart,
  fillCartAgain,
  fillContact,
  openCheckout,
  openFilledCheckout,
  openStall,
  type Produce,
  readCode,
  readContact,
  showPaymentDetails,
} from './market-actions.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)
let staff: Person

beforeAll(async () => {
  staff = await stage.app.newAdmin()
  await stall.setAccount(true)
  await stall.sql(`update public.delivery_zones set is_active = false; update public.depots set is_active = false;
    insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays)
      values ('Lagos town', '{Lagos}', '{60000,200000}', '{250000,440000}', '{1,2,3,4,5,6,7}')`)
})

it('a household sees price and day before it pays, and pays goods and delivery in one sum', async () => {
  const rice = await stall.addProduct('Rice of the household', 3_500_000)
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [{ ...rice, quantity: 2 }])
  await openCheckout(page)
  await fillContact(page)
  const choice = page.locator('label.choice').filter({ hasText: 'Deliver to my address' })
  await choice.getByText('₦4,400').waitFor()
  expect(await page.getByLabel('Day', { exact: true }).locator('option').count()).toBe(6)
  const vat = page.locator('.panel', { hasText: 'Order summary' }).getByText('No VAT: basic food')
  await vat.getByText('Nigeria Tax Act 2025, section 187').waitFor()
  const [chosenDay] = await page.getByLabel('Day', { exact: true }).selectOption({ index: 2 })
  await expectSound(page)
  // Staff raise the price meanwhile: the page says from what to what, and nothing is ordered by that press.
  await stall.sql(`update public.delivery_zones set step_kobo = '{250000,450000}' where name = 'Lagos town'`)
  await showPaymentDetails(page)
  await page
    .locator('.summary')
    .getByText('Delivery costs ₦4,500 now, not ₦4,400.', { exact: false })
    .waitFor()
  // So does another VAT, at the same delivery: there and back.
  const bear = (vat: string) =>
    stall.sql('update public.products set vat_class = $2 where id = $1', [rice.id, vat])
  for (const [vat, words] of [
    ['standard', 'VAT is ₦5,587.50 now, not ₦0: the total is ₦80,087.50, not ₦74,500.'],
    ['basic_food', 'VAT is ₦0 now, not ₦5,587.50: the total is ₦74,500, not ₦80,087.50.'],
  ] as const) {
    await bear(vat)
    await showPaymentDetails(page)
    await page.getByText(words, { exact: false }).waitFor()
  }
  await showPaymentDetails(page)
  await readCode(page)
  await page.getByText('₦74,500').first().waitFor()
  // Day and price stand where it is paid, too.
  await page
    .locator('.panel', { hasText: 'Order summary' })
    .getByText(`Expected on ${formatDayInWords(chosenDay ?? '')}`)
    .waitFor()
  const [order] = (await stall.orders()).slice(-1)
  expect(order).toMatchObject({ total_amount_kobo: '7450000' })
  // It can be paid until tomorrow, and comes later: a transfer that comes in time is never too late for that day.
  await page.getByText('0123456789').waitFor()
  expect(await page.getByText('If it reaches us after', { exact: false }).count()).toBe(0)

  // Taken back to be changed: what was typed and chosen stays, at what it costs then.
  await page.getByRole('button', { name: 'Change it' }).click()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await choice.getByRole('radio', { checked: true }).waitFor()
  await expect.poll(() => page.getByLabel('Day', { exact: true }).inputValue()).toBe(chosenDay)
  expect(await page.locator('#checkout-address').inputValue()).toBe(buyer.address)
  await page.reload()
  await choice.getByRole('radio', { checked: true }).waitFor()
  await expect.poll(() => page.getByLabel('Day', { exact: true }).inputValue()).toBe(chosenDay)
})

it('the state that is chosen in the cart stands beside its total, and the checkout begins with it', async () => {
  const rice = await stall.addProduct('Rice with a state', 3_500_000)
  // Who may collect as well has something to choose.
  await stall.sql(`insert into public.depots (name, address, state, lga, hours, weekdays)
    values ('Ikeja depot', '1 Market Road', 'Lagos', 'Ikeja', 'Every day, 8 to 17', '{1,2,3,4,5,6,7}')`)
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [{ ...rice, quantity: 1 }])
  await page.goto('/marketplace?view=cart')
  const foot = page.getByRole('dialog', { name: 'Your cart' }).locator('.cart-foot')
  await foot.getByText('Total of the goods').waitFor()
  expect(await foot.getByText('Delivery to', { exact: false }).count()).toBe(0)
  await page.getByLabel('Deliver to').selectOption('Lagos')
  const line = foot.locator('.cart-total', { hasText: 'Delivery to Lagos' })
  await line.getByText('₦2,500').waitFor()
  await foot.getByText('Both, and VAT where it is due, are added up at the checkout.').waitFor()
  await expectSound(page)
  const onToCheckout = page.getByRole('dialog', { name: 'Your cart' }).getByRole('link', { name: 'Checkout' })
  await onToCheckout.click()
  const state = page.locator('#checkout-state')
  await state.waitFor()
  expect(await state.inputValue()).toBe('Lagos')
  const summary = page.locator('.panel', { hasText: 'Order summary' })
  await summary.locator('p', { hasText: 'Delivery to Lagos' }).getByText('₦2,500').waitFor()
  await page
    .locator('label.choice')
    .filter({ hasText: 'Deliver to my address' })
    .getByText('₦2,500')
    .waitFor()
  await page.locator('#checkout-lga').fill('Ikeja')
  await summary.getByText('Delivery to Ikeja, Lagos').waitFor()
  await page.reload()
  await summary.getByText('Delivery to Ikeja, Lagos').waitFor()
  // Back in the cart another state is chosen: the checkout does not begin with the one of before.
  await page.goBack()
  await foot.getByText('Delivery to Ikeja, Lagos').waitFor()
  await page.getByLabel('Deliver to').selectOption('Sokoto')
  await onToCheckout.click()
  await expect.poll(() => state.inputValue()).toBe('Sokoto')
  expect(await page.locator('#checkout-lga').inputValue()).toBe('')
  await summary.getByText('We tell you').waitFor()
  await stall.sql('update public.depots set is_active = false')
})

it('a checkout that is reloaded keeps what was typed, and says the price of delivery that the cart says', async () => {
  const rice = await stall.addProduct('Rice of a reload', 3_500_000)
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [{ ...rice, quantity: 1 }])
  await openCheckout(page)
  await fillContact(page)
  const typed = await readContact(page)
  expect(typed).toMatchObject(buyer)
  const choice = page.locator('label.choice').filter({ hasText: 'Deliver to my address' })
  const summary = page.locator('.panel', { hasText: 'Order summary' })
  await choice.getByRole('radio', { checked: true }).waitFor()
  await page.reload()
  await choice.getByRole('radio', { checked: true }).waitFor()
  expect(await readContact(page)).toEqual(typed)
  const [zone] = await stall.sql<{ kobo: number }>(
    `select step_kobo[1]::int as kobo from public.delivery_zones where name = 'Lagos town'`,
  )
  const price = formatNaira(zone?.kobo ?? 0)
  await choice.getByText(price, { exact: true }).waitFor()
  await summary.getByText(price, { exact: true }).waitFor()
  await summary.getByText(formatNaira(3_500_000 + (zone?.kobo ?? 0)), { exact: true }).waitFor()
  await page.goto('/marketplace?view=cart')
  await page
    .getByRole('dialog', { name: 'Your cart' })
    .locator('.cart-total', { hasText: 'Delivery to Lagos Island, Lagos' })
    .getByText(price, { exact: true })
    .waitFor()
})

it('a misspelt area has no price of the whole state: the checkout says which one may be meant, and takes it over', async () => {
  await stall.sql(`insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays)
    values ('Badagry', '{Lagos: Badagry}', '{60000}', '{700000}', '{1,2,3,4,5,6,7}')`)
  const rice = await stall.addProduct('Rice for Badagry', 3_500_000)
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [{ ...rice, quantity: 1 }])
  await openCheckout(page)
  await fillContact(page, { lga: 'Badagri' })
  const price = page.locator('label.choice').filter({ hasText: 'Deliver to my address' })
  await page.getByText('We tell you the price of delivery first').waitFor()
  await page.locator('#checkout-remarks').focus()
  await page.getByText('We do not know Badagri in Lagos. Did you mean Badagry?').waitFor()
  expect(await price.count()).toBe(0)
  await expectSound(page)
  await page.getByRole('button', { name: 'Yes, Badagry' }).click()
  await price.getByText('₦7,000').waitFor()
  expect(await page.locator('#checkout-lga').inputValue()).toBe('Badagry')
  expect(await page.getByText('We do not know', { exact: false }).count()).toBe(0)
  await page.locator('#checkout-lga').fill('xyz')
  await page.locator('#checkout-remarks').focus()
  await page
    .getByText('We do not know xyz in Lagos. Choose your area from the list', { exact: false })
    .waitFor()
  // What was stored is looked at as the page opens again.
  await page.reload()
  await page.getByText('We do not know xyz in Lagos.', { exact: false }).waitFor()
})

const farAway = { state: 'Sokoto', lga: 'Bodinga' }

/** Its delivery is quoted first. What was typed for an order before it on this device stands there still. */
async function orderFarAway(page: Page, produce: Produce, device: Partial<FarDevice> = {}): Promise<string> {
  if (page.url() === 'about:blank') {
    await fillCart(page, [{ ...produce, quantity: 1 }])
    await openFilledCheckout(page, { ...farAway, ...device })
  } else {
    await fillCartAgain(page)
    await openCheckout(page)
    await page.locator('#checkout-phone').fill(freshPhone())
  }
  await page.getByRole('button', { name: 'Order, and ask for the price of delivery' }).click()
  return readCode(page)
}

/** The same order, where another test has shown how it is placed. */
const placeFarAway = (produce: Produce, as?: Person) =>
  stall.placeOrder([{ ...produce, quantity: 1 }], {
    ...{ ...farAway, delivery: { kind: 'quote' } },
    ...(as && { as }),
  })

interface FarDevice {
  as: Person
  /** Sent from it before. */
  quoted: Awaited<ReturnType<typeof placeFarAway>>[]
}

it('a household far away orders, is sent the price of delivery, says yes, and only then sees where to pay', async () => {
  const rice = await stall.addProduct('Rice for far away', 3_500_000)
  const page = await stage.newPage({ viewport: phone })
  await orderFarAway(page, rice)
  await page.getByText('You do not pay anything yet.').waitFor()
  await page.locator('p', { hasText: 'Weight' }).getByText('50 kg', { exact: true }).waitFor()
  await expectSound(page)
  expect(await page.getByText('0123456789').count()).toBe(0)
  const [order] = (await stall.orders()).slice(-1)
  await stall.asStaff(staff, 'quote_delivery', {
    order_id: order?.id ?? '',
    details: { priceKobo: 900_000, day: getLagosDay(new Date(Date.now() + 7 * 86_400_000)) },
  })
  await page.getByRole('link', { name: 'See your order' }).click()
  await page.getByText('Our price for the delivery waits for your answer.').waitFor()
  const proForma = page.getByRole('button', { name: 'Get a pro-forma invoice' })
  await expectSound(page)
  expect(await proForma.count()).toBe(0)
  await page.getByRole('button', { name: 'Yes, deliver it for ₦44,000 in all' }).click()
  await page.getByText('0123456789').waitFor()
  await proForma.waitFor()
  // The step stays, with its day.
  await page
    .locator('li', { hasText: 'Delivery agreed' })
    .getByText(formatDateInWords(new Date().toISOString()))
    .waitFor()
  expect((await stall.orders()).at(-1)).toMatchObject({ total_amount_kobo: '4400000' })
  await page.getByRole('button', { name: 'Mark as Payment Successful' }).click()
  await page.getByText('Payment Successful!').first().waitFor()
  await stall.asStaff(staff, 'confirm_payment', {
    order_id: order?.id ?? '',
    details: { amountKobo: 4_400_000, valueDate: getLagosDay(new Date()), bankReference: 'SOKOTO 1' },
  })
  await comeBack(page, page.getByText('Payment confirmed against our bank statement'))
  await page.getByText('₦9,000, on', { exact: false }).first().waitFor()
  expect((await stall.orders()).at(-1)).toMatchObject({ payment_status: 'confirmed' })

  // Its day passes before it is approved: staff name another one, which the buyer reads.
  await stall.sql('update public.order_deliveries set day = current_date - 3 where order_id = $1', [
    order?.id,
  ])
  await comeBack(page, page.getByText('We are sorry, and tell you another day.', { exact: false }))
  const adminPage = await stage.newPage({ viewport: phone, as: staff })
  await adminPage.goto(`/admin/queues/orders/${order?.id}`)
  const part = adminPage.getByRole('region', { name: 'Delivery to the buyer' })
  await part.getByText('Its day has passed.', { exact: false }).waitFor()
  await part.getByRole('button', { name: 'Change the day' }).click()
  await part.getByText('Choose the day on which it comes').waitFor()
  await expectSound(adminPage)
  const later = getLagosDay(new Date(Date.now() + 9 * 86_400_000))
  await part.getByLabel('Another day').fill(later)
  await part.getByRole('button', { name: 'Change the day' }).click()
  await expectToast(adminPage, 'Day of delivery changed', 'The buyer has been told.')
  await part.getByText('Its day has passed.', { exact: false }).waitFor({ state: 'detached' })
  await comeBack(page, page.getByText(`It comes on ${formatDayInWords(later)}.`, { exact: false }))
})

it('staff who price the delivery of a buyer without an address read that nobody was told, and are led to ring them', async () => {
  const beans = await stall.addProduct('Beans for far away', 2_000_000)
  const order = await placeFarAway(beans)
  await stall.sql('update public.order_contacts set email = null where order_id = $1', [order.id])
  const adminPage = await stage.newPage({ viewport: phone, as: staff })
  await adminPage.goto(`/admin/queues/orders/${order.id}`)
  const part = adminPage.getByRole('region', { name: 'Delivery to the buyer' })
  await part.getByLabel('Price in naira').fill('9,000')
  await part.getByLabel('Day', { exact: true }).fill(getLagosDay(new Date(Date.now() + 7 * 86_400_000)))
  await part.getByRole('button', { name: 'Store the price' }).click()
  const ring = 'Nobody was told: no email reaches them. Please ring them.'
  await expectToast(adminPage, 'Price of delivery stored', ring)
  await adminPage.getByText('ring the buyer about the price of the delivery').waitFor()
  await part.getByText(ring, { exact: false }).waitFor()
  expect(await part.getByText('was told on').count()).toBe(0)
  await expectSound(adminPage)
})

it('a household that was rung says yes by telephone, and staff write it down', async () => {
  const rice = await stall.addProduct('Rice for who is rung', 3_500_000)
  const order = await placeFarAway(rice)
  const adminPage = await stage.newPage({ viewport: desktop, as: staff })
  await adminPage.goto(`/admin/queues/orders/${order.id}`)
  const part = adminPage.getByRole('region', { name: 'Delivery to the buyer' })
  await part.getByLabel('Price in naira').fill('9,000')
  await part.getByLabel('Day', { exact: true }).fill(getLagosDay(new Date(Date.now() + 7 * 86_400_000)))
  await part.getByRole('button', { name: 'Send the price to the buyer' }).click()
  const agree = part.getByRole('button', { name: 'The buyer said yes by telephone to ₦9,000 on ' })
  await agree.click()
  await part.getByText('Log the call that reached the buyer first').waitFor()
  await expectSound(adminPage)
  await stall.sql(
    `insert into public.phone_calls (record_type, record_id, outcome) values ('orders', $1, 'reached')`,
    [order.id],
  )
  await agree.click()
  await expectToast(adminPage, 'Delivery agreed', 'Price and day are fixed.')
  const page = await stage.newPage({ viewport: phone })
  await page.goto(order.trackingPath)
  await page.getByText('0123456789').waitFor()
  expect((await stall.orders()).find((one) => one.id === order.id)).toMatchObject({
    total_amount_kobo: '4400000',
  })
})

it('a guest whose money came before the price of its delivery says yes, and is asked for no more', async () => {
  const rice = await stall.addProduct('Rice that is paid early', 3_500_000)
  const order = await placeFarAway(rice)
  await stall.asStaff(staff, 'confirm_payment', {
    order_id: order.id,
    details: { amountKobo: 4_400_000, valueDate: getLagosDay(new Date()), bankReference: 'SOKOTO EARLY' },
  })
  await stall.asStaff(staff, 'quote_delivery', {
    order_id: order.id,
    details: { priceKobo: 900_000, day: getLagosDay(new Date(Date.now() + 7 * 86_400_000)) },
  })
  const page = await stage.newPage({ viewport: phone })
  await page.goto(order.trackingPath)
  await page.getByRole('button', { name: 'Yes, deliver it for ₦44,000 in all' }).click()
  await expectToast(page, 'Delivery agreed', 'Nothing more is to be paid: you have paid already.')
  await page.getByText('Confirmed against our bank statement', { exact: true }).waitFor()
  expect(await page.getByText('0123456789').count()).toBe(0)
})

it('a member whose delivery is quoted first reads in the cart how far the order is, until it is paid', async () => {
  const rice = await stall.addProduct('Rice of a member', 3_500_000)
  const person = await stage.app.newPerson()
  const page = await stage.newPage({ viewport: phone, as: person })
  const code = await orderFarAway(page, rice, { as: person })
  const { id = '' } = (await stall.orders()).find((one) => one.code === code) ?? {}
  const openCart = () => page.goto('/marketplace?view=cart')
  const expectInCart = async (sentence: string, open: () => Promise<unknown> = openCart) => {
    await open()
    const notice = page.getByRole('dialog').locator('.notice', { hasText: code })
    await notice.getByText(sentence, { exact: false }).waitFor()
    expect(await notice.getByRole('link', { name: 'See your order' }).getAttribute('href')).toContain(id)
  }
  await expectInCart('We work out what delivery costs and when it comes, and tell you.')
  await expectSound(page)
  await page.goto('/account/orders')
  await page.getByText('₦35,000 without delivery').first().waitFor()
  await expectSound(page)
  const day = getLagosDay(new Date(Date.now() + 7 * 86_400_000))
  await stall.asStaff(staff, 'quote_delivery', { order_id: id, details: { priceKobo: 1_000_000, day } })
  await expectInCart('Our price for the delivery waits for your answer.')
  await stall.asStaff(staff, 'quote_delivery', { order_id: id, details: { priceKobo: 900_000, day } })
  await page.getByRole('link', { name: 'See your order' }).click()
  await page
    .getByText(`We have changed our offer. Before, it was ₦10,000, on ${formatDayInWords(day)}.`)
    .waitFor()
  await page.getByRole('button', { name: 'Yes, deliver it for ₦44,000 in all' }).click()
  await page.getByText('0123456789').waitFor()
  await expectInCart('Please transfer before', () => page.goBack())
  // Beside another cart, and in the checkout, it is said too.
  await page.goto('/marketplace/checkout')
  await page
    .locator('.notice', { hasText: code })
    .getByText('Please transfer before', { exact: false })
    .waitFor()
  await page.getByRole('link', { name: 'See your order' }).click()
  await page.getByRole('button', { name: 'Mark as Payment Successful' }).click()
  await page.getByText('Payment Successful!').first().waitFor()
  await page.goto('/marketplace?view=cart')
  const sent = page.getByRole('dialog').locator('.notice', { hasText: code })
  await sent.waitFor()
  expect(await sent.getByText('Please transfer').count()).toBe(0)
})

it('a member with several orders that are quoted first reads of each, the newest first, and of the fourth by a link', async () => {
  const rice = await stall.addProduct('Rice for several', 3_500_000)
  const person = await stage.app.newPerson()
  const page = await stage.newPage({ viewport: phone, as: person })
  const quoted: FarDevice['quoted'] = []
  for (let count = 0; count < 3; count++) quoted.unshift(await placeFarAway(rice, person))
  const newest = await orderFarAway(page, rice, { as: person, quoted })
  const codes = [newest, ...quoted.map(({ code }) => code)]
  const cart = page.getByRole('dialog')
  const names = () => cart.locator('.notice .code').allInnerTexts()
  await page.goto('/marketplace?view=cart')
  await cart.getByText('We work out what delivery costs', { exact: false }).first().waitFor()
  expect(await names()).toEqual(codes.slice(0, 3))
  await expectSound(page)
  await stall.asStaff(staff, 'quote_delivery', {
    order_id: (await stall.orders()).find(({ code }) => code === codes[1])?.id ?? '',
    details: { priceKobo: 900_000, day: getLagosDay(new Date(Date.now() + 7 * 86_400_000)) },
  })
  await page.reload()
  await cart
    .locator('.notice', { hasText: codes[1] })
    .getByText('Our price for the delivery waits for your answer.')
    .waitFor()
  await cart.getByRole('link', { name: 'and 1 more in your orders' }).click()
  await page.getByRole('link', { name: `Open order ${codes[3]}` }).waitFor()
  // The one that ends goes; the others stay.
  await page.goBack()
  await cart.getByRole('link', { name: `See your order ${codes[0]}` }).click()
  await page.getByRole('button', { name: 'Withdraw order' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw it' }).click()
  await page.getByText('You withdrew this order.').first().waitFor()
  // The page is shorter now: what is true stands where one looks.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('order-sheet')
  const withdrawn = await page.locator('.confirmation .status').getByText('Withdrawn').boundingBox()
  expect(withdrawn?.y).toBeGreaterThan(0)
  expect(withdrawn?.y).toBeLessThan(phone.height)
  await page.goBack()
  await expect.poll(names).toEqual(codes.slice(1))
  expect(await cart.getByText('more in your orders').count()).toBe(0)
})

it('a guest whose delivery is quoted first reads of it in the cart, without a secret, until they hide or forget it', async () => {
  const rice = await stall.addProduct('Rice of a guest', 3_500_000)
  const page = await stage.newPage({ viewport: phone })
  const [second, first] = [await orderFarAway(page, rice), await orderFarAway(page, rice)].reverse() as [
    string,
    string,
  ]
  const tab = await page.context().newPage()
  const queried: string[] = []
  tab.on('request', (request) => queried.push(request.url()))
  const noticeOf = (code: string) => tab.getByRole('dialog').locator('.notice', { hasText: code })
  await tab.goto('/marketplace?view=cart')
  const sentence = 'It can be paid once you have said yes to the price of its delivery.'
  await noticeOf(first).getByText(sentence, { exact: false }).waitFor()
  await noticeOf(second).getByText(sentence, { exact: false }).waitFor()
  await expectSound(tab)
  // Nobody is asked, and what is kept leads to no order without its phone number.
  expect(queried.filter((url) => /market\/track|rest\/v1\/orders/.test(url))).toEqual([])
  const onDevice = await tab.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(onDevice).not.toContain('/track#')
  // In an empty cart it is said once.
  expect(await tab.getByRole('dialog').getByText(second).count()).toBe(1)
  await tab.getByRole('button', { name: `Hide it: order ${first}` }).press('Enter')
  await noticeOf(first).waitFor({ state: 'detached' })
  await tab.goto('/marketplace/checkout')
  await tab.locator('.notice', { hasText: second }).waitFor()
  expect(await tab.getByText(first).count()).toBe(0)
  await tab.getByRole('link', { name: `See your order ${second}` }).click()
  await expectPath(tab, '/track')
  await expect.poll(() => tab.locator('#reference').inputValue()).toBe(second)
  // Ten days later it is gone by itself; the empty cart names the last one that was sent, as ever.
  await tab.goto('/marketplace?view=cart')
  await noticeOf(second).waitFor()
  await tab.clock.install({ time: Date.now() + 11 * 86_400_000 })
  await tab.reload()
  await noticeOf(second).getByRole('link', { name: 'Follow it' }).waitFor()
  expect(await tab.getByText(sentence, { exact: false }).count()).toBe(0)

  // "Not my phone" on the page of the order, and on the home page.
  const device = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(await device()).toContain(second)
  await page.getByRole('button', { name: 'Not my phone: forget it' }).click()
  await page.getByText('This phone forgets it once you close this page', { exact: false }).waitFor()
  expect(await device()).not.toContain(second)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('This phone remembers this order.').waitFor()
  expect(await device()).toContain(second)
  await page.goto('/')
  await page.getByRole('button', { name: 'Not my phone: forget it' }).click()
  await page.getByText('This phone has forgotten every reference that was sent from it.').waitFor()
  expect(await device()).not.toContain(second)
})

it('a guest who closes the page of one such order on a phone of someone else leaves the other one there', async () => {
  const rice = await stall.addProduct('Rice of another guest', 3_500_000)
  const page = await stage.newPage({ viewport: phone })
  const before = await placeFarAway(rice)
  const code = await orderFarAway(page, rice, { quoted: [before] })
  await page.getByRole('link', { name: 'See your order' }).last().click()
  await page.getByText('We work out what delivery costs', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Close this page' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget it, and close' }).click()
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(code)
  await page.goto('/marketplace?view=cart')
  await page.getByRole('dialog').locator('.notice', { hasText: before.code }).waitFor()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Ada Obi')
})

it('a zone and a depot that staff add by their forms are what a buyer there chooses from', async () => {
  const place = { weight_kg: 100, state: 'Kaduna', lga: 'Kaduna North' }
  const before = await stall.asStaff(staff, 'preview_delivery', place)
  expect(before).toMatchObject({ options: [{ kind: 'quote' }] })
  const adminPage = await stage.newPage({ viewport: desktop, as: staff })
  await adminPage.goto('/admin/delivery')
  const add = async (name: 'A new zone' | 'A new depot', answers: Record<string, string>) => {
    await adminPage.getByText(name, { exact: true }).click()
    const form = adminPage.getByRole('form', { name })
    for (const [label, value] of Object.entries(answers)) {
      const box = form.getByLabel(label, { exact: true })
      if (label === 'State') await box.selectOption(value)
      else await box.fill(value)
    }
    await form.getByRole('button', { name: 'Add' }).click()
    return form
  }
  await add('A new zone', {
    ...{ Name: 'Kaduna town', 'Days of the week': 'mon tue wed thu fri sat sun' },
    ...{ Where: 'kaduna: kaduna north', Prices: '60 = 3,300\n200 = 5,500' },
  })
  await expectToast(adminPage, 'Added')
  await adminPage.locator('summary').getByText('Kaduna: Kaduna North', { exact: true }).waitFor()
  const depot = {
    ...{ Name: 'Kaduna depot', Address: '7 Station Road', State: 'Kaduna' },
    ...{ 'Local government area': 'Kaduna Nort', 'Opening hours': 'Every day, 8 to 17' },
    ...{ 'Days of the week': 'mon tue wed thu fri sat sun', 'Days until ready': '2' },
  }
  const form = await add('A new depot', depot)
  await form
    .getByText('Kaduna Nort is no local government area of Kaduna. Did you mean Kaduna North?')
    .waitFor()
  await expectSound(adminPage)
  await form.getByLabel('Local government area').fill('Kaduna North')
  await form.getByRole('button', { name: 'Add' }).click()
  await adminPage
    .locator('summary')
    .getByText('7 Station Road, Kaduna North, Kaduna', { exact: true })
    .waitFor()

  const rice = await stall.addProduct('Rice for Kaduna', 3_500_000)
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [{ ...rice, quantity: 2 }])
  await openFilledCheckout(page, { state: 'Kaduna', lga: 'Kaduna North' })
  // 100 kg: the second price.
  const delivered = page.locator('label.choice').filter({ hasText: 'Deliver to my address' })
  await delivered.getByText('₦5,500', { exact: true }).waitFor()
  const collected = page.locator('label.choice').filter({ hasText: 'Kaduna depot' })
  await collected.getByText('7 Station Road', { exact: false }).waitFor()
  await collected.getByText('Every day, 8 to 17', { exact: false }).waitFor()
  await collected.click()
  const days = page.getByLabel('Day', { exact: true }).locator('option')
  expect(await days.first().getAttribute('value')).toBe(getLagosDay(new Date(Date.now() + 2 * 86_400_000)))
  await delivered.click()
  expect(await days.first().getAttribute('value')).toBe(getLagosDay(new Date(Date.now() + 86_400_000)))
  await expectSound(page)
})
