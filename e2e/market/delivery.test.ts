/** Delivery in a browser: a household chooses a price and a day, and one far away is quoted first and says yes. */
import { beforeAll, expect, it } from 'vitest'
import { formatDateInWords, formatDayInWords, getLagosDay } from '#domain/dates.ts'
import { expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'
import {
  buyer,
  fillCart,
  fillContact,
  openCheckout,
  openStall,
  readCode,
  showPaymentDetails,
} from './market-actions.ts'

const stage = useStage()
const stall = openStall(() => stage.app)

beforeAll(async () => {
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
  const [chosenDay] = await page.getByLabel('Day', { exact: true }).selectOption({ index: 2 })
  await expectSound(page)
  // Staff raise the price meanwhile: the page says from what to what, and nothing is ordered by that press.
  await stall.sql(`update public.delivery_zones set step_kobo = '{250000,450000}' where name = 'Lagos town'`)
  await showPaymentDetails(page)
  await page
    .locator('.summary')
    .getByText('Delivery costs ₦4,500 now, not ₦4,400.', { exact: false })
    .waitFor()
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

it('a household far away orders, is sent the price of delivery, says yes, and only then sees where to pay', async () => {
  const rice = await stall.addProduct('Rice for far away', 3_500_000)
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [{ ...rice, quantity: 1 }])
  await openCheckout(page)
  await fillContact(page, { state: 'Sokoto', lga: 'Bodinga' })
  await page.getByRole('button', { name: 'Order, and ask for the price of delivery' }).click()
  await page.getByText('You do not pay anything yet.').waitFor()
  await expectSound(page)
  expect(await page.getByText('0123456789').count()).toBe(0)
  const [order] = (await stall.orders()).slice(-1)
  const staff = await stage.app.newAdmin()
  await stall.asStaff(staff, 'quote_delivery', {
    order_id: order?.id ?? '',
    details: { priceKobo: 900_000, day: getLagosDay(new Date(Date.now() + 7 * 86_400_000)) },
  })
  await page.getByRole('link', { name: 'See your order' }).click()
  await page.getByText('Our price for the delivery waits for your answer.').waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Yes, deliver it for ₦44,000 in all' }).click()
  await page.getByText('0123456789').waitFor()
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
  await page.reload()
  await page.getByText('Payment confirmed against our bank statement').waitFor()
  await page.getByText('₦9,000, on', { exact: false }).first().waitFor()
  expect((await stall.orders()).at(-1)).toMatchObject({ payment_status: 'confirmed' })

  // Its day passes before it is approved: staff name another one, which the buyer reads.
  await stall.sql('update public.order_deliveries set day = current_date - 3 where order_id = $1', [
    order?.id,
  ])
  await page.reload()
  await page.getByText('We are sorry, and tell you another day.', { exact: false }).waitFor()
  const desk = await stage.newPage({ viewport: phone, as: staff })
  await desk.goto(`/admin/queues/orders/${order?.id}`)
  const part = desk.getByRole('region', { name: 'Delivery to the buyer' })
  await part.getByText('Its day has passed.', { exact: false }).waitFor()
  await part.getByRole('button', { name: 'Change the day' }).click()
  await part.getByText('Choose the day on which it comes').waitFor()
  await expectSound(desk)
  const later = getLagosDay(new Date(Date.now() + 9 * 86_400_000))
  await part.getByLabel('Another day').fill(later)
  await part.getByRole('button', { name: 'Change the day' }).click()
  await expectToast(desk, 'Day of delivery changed', 'The buyer has been told.')
  await part.getByText('Its day has passed.', { exact: false }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText(`It comes on ${formatDayInWords(later)}.`, { exact: false }).waitFor()
})

it('what bears VAT says so before it is ordered, and on the order', async () => {
  const jute = await stall.addProduct('Jute of the household', 1_000_000)
  await stall.sql(`update public.products set vat_class = 'standard' where id = '${jute.id}'`)
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [{ ...jute, quantity: 1 }])
  await openCheckout(page)
  await fillContact(page)
  await page.locator('label.choice').filter({ hasText: 'Deliver to my address' }).click()
  await page.getByText('standard rate, Nigeria Tax Act 2025').waitFor()
  await page.getByText('₦937.50').waitFor()
  await expectSound(page)
  await page.getByText('₦13,437.50').first().waitFor()
  await showPaymentDetails(page)
  await readCode(page)
  expect((await stall.orders()).at(-1)).toMatchObject({ total_amount_kobo: '1343750' })
  await page.getByRole('link', { name: 'See your order' }).click()
  await page.getByText('VAT 7.5%').waitFor()
  await expectSound(page)
})
