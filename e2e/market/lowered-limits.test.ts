/** What a cart says that holds more than an order takes, since staff have lowered a limit after it was filled. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'
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

const setLimit = (name: 'order_lines_max' | 'line_quantity_max', value: number) =>
  stall.sql('update private.market_limits set value = $2 where name = $1', [name, value])

let rice: Produce
let millet: Produce
beforeAll(async () => {
  await stall.setAccount(true)
  rice = await stall.addProduct('Rice', 3_500_000)
  millet = await stall.addProduct('Millet', 2_200_000)
})

afterEach(async () => {
  await setLimit('line_quantity_max', 10_000)
  await setLimit('order_lines_max', 50)
})

async function openFilledCart(page: Page) {
  // What delivery costs brings the limits.
  const limits = page.waitForResponse('**/rpc/delivery_options')
  await page.goto('/marketplace?view=cart')
  await limits
  return page.getByRole('dialog', { name: 'Your cart' })
}

it('the cart says how many packs go into one order, and takes so many on one tap', async () => {
  await setLimit('line_quantity_max', 5)
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [{ ...rice, quantity: 9 }])
  const cart = await openFilledCart(page)
  await cart.getByText('At most 5 in one order.').waitFor()
  expect(await cart.getByLabel('Quantity of Rice').inputValue()).toBe('9')
  await expectSound(page, 'a cart above the limit')
  await cart.getByRole('button', { name: 'Take 5 of Rice' }).click()
  await cart.locator('.cart-total').getByText('₦175,000').waitFor()
  expect(await cart.getByText('At most 5 in one order.').count()).toBe(0)
})

it('a limit that falls while the cart is open is said as soon as it is known, and nothing typed is changed in silence', async () => {
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [{ ...rice, quantity: 9 }])
  const cart = await openFilledCart(page)
  await setLimit('line_quantity_max', 5)
  await cart.getByRole('button', { name: 'One Rice more' }).click()
  await cart.getByRole('button', { name: 'Take 5 of Rice' }).waitFor()
  const box = cart.getByLabel('Quantity of Rice')
  expect(await box.inputValue()).toBe('10')
  await box.fill('12')
  await box.press('Enter')
  expect(await box.inputValue()).toBe('5')
  await cart.getByText('At most 5 in one order.').waitFor()
})

it('the checkout says what the order takes before anybody sends it, and after a refusal', async () => {
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [{ ...rice, quantity: 9 }])
  await openCheckout(page)
  await fillContact(page)
  await setLimit('line_quantity_max', 5)
  stage.expectError(/422/)
  await showPaymentDetails(page)
  await page
    .getByText('At most 5 of one product in an order. What you typed and your cart are kept')
    .waitFor()
  await page.getByText('At most 5 in one order: your order takes 5 instead of 9.').waitFor()
  await expectSound(page, 'a checkout above the limit')
  await page.getByRole('button', { name: 'Accept the changes' }).click()
  await showPaymentDetails(page)
  await readCode(page)
  expect(await stall.sql('select quantity from public.order_items')).toEqual([{ quantity: 5 }])
})

it('more products than one order takes are said in the cart and in the checkout, which sends none of them', async () => {
  await setLimit('order_lines_max', 1)
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [
    { ...rice, quantity: 1 },
    { ...millet, quantity: 1 },
  ])
  const sentence = 'At most 1 different product goes into one order, and your cart holds 2.'
  const cart = await openFilledCart(page)
  await cart.getByText(sentence).waitFor()
  await expectSound(page, 'a cart of too many products')
  await openCheckout(page)
  await fillContact(page)
  const form = page.getByRole('form', { name: 'Checkout' })
  await form.getByText(sentence).waitFor()
  await showPaymentDetails(page)
  await form.getByText('Your order was not confirmed.').waitFor()
  await form.getByText(sentence).waitFor()
  await page.getByRole('link', { name: 'Back to Cart' }).click()
  await cart.getByRole('button', { name: 'Remove Millet' }).click()
  await cart.getByText(sentence).waitFor({ state: 'detached' })
  await cart.getByRole('link', { name: 'Checkout' }).click()
  await form.waitFor()
  expect(await form.getByText(sentence).count()).toBe(0)
})

it('what the cart of an account does not take of a device is named, all of it in one message', async () => {
  await setLimit('line_quantity_max', 5)
  await setLimit('order_lines_max', 2)
  const gone = await stall.addProduct('Gone', 1_000_000)
  await stall.sql(`update public.products set status = 'hidden' where id = $1`, [gone.id])
  const yam = await stall.addProduct('Yam', 1_000_000)
  const page = await stage.newPage({ viewport: phone, as: await stage.app.newPerson() })
  await fillCart(page, [
    { ...rice, quantity: 9 },
    { ...millet, quantity: 7 },
    { ...yam, quantity: 1 },
    { ...gone, quantity: 1 },
  ])
  await page.goto('/marketplace')
  const cut = 'Rice: at most 5 in one order, not 9. Millet: at most 5 in one order, not 7.'
  await expectToast(
    page,
    'Your cart did not take everything',
    `${cut} Yam: an order takes no more products. Gone is not for sale any more.`,
  )
})

/** The page of a product is drawn again once it is known that a limit has changed: opened until it has the one of five. */
async function openLimited(page: Page, { id, name }: Produce, quantity: string) {
  const box = page.getByLabel(`Quantity of ${name}`)
  const readMost = async () => {
    await page.goto(`/marketplace/${id}`)
    await box.fill('9999')
    await box.press('Tab')
    return box.inputValue()
  }
  await expect.poll(readMost).toBe('5')
  await box.fill(quantity)
}

it('a product of which the cart holds as many as an order takes is not said to be added', async () => {
  await setLimit('line_quantity_max', 5)
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [{ ...rice, quantity: 4 }])
  await openLimited(page, rice, '1')
  const add = page.getByRole('button', { name: 'Add to Cart: Rice' })
  await add.click()
  await expectToast(page, 'Added to Cart', 'Rice has been added to your cart.')
  await add.click()
  await expectToast(page, 'At most 5 in one order', 'Your cart holds 5 of them already.')
  const other = await stage.newPage({ viewport: phone })
  await fillCart(other, [{ ...millet, quantity: 3 }])
  await openLimited(other, millet, '4')
  await other.getByRole('button', { name: 'Add to Cart: Millet' }).click()
  await expectToast(other, 'At most 5 in one order', '2 were added, and your cart holds 5.')
})
