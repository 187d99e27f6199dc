/** Goods that bear different VAT: a quote from the desk to its buyer, and a cart from the checkout to the order. */
import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { formatDate, formatDayInWords, getLagosDay } from '#domain/dates.ts'
import { vatAdminWords } from '#domain/market/vat-admin-words.ts'
import type { Person } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRequest } from '#tests/harness/order-requests.ts'
import { expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'
import { fillCart, openFilledCheckout, openStall, readCode, showPaymentDetails } from './market-actions.ts'

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

it('food and what is no food stand in one quote, each line with its VAT', async () => {
  const person = await stage.app.newPerson()
  const { id } = mustWork(
    await person.client.rpc('submit_order', { request: goodRequest, idempotency_key: randomUUID() }),
  ) as { id: string }
  const adminPage = await stage.newPage({ as: staff })
  await adminPage.goto(`/admin/queues/orders/${id}`)
  await adminPage.getByRole('button', { name: 'Quote this order' }).click()
  const quoting = adminPage.getByRole('form', { name: 'Quote' })
  await quoting.getByLabel('Price per unit').fill('1,000')
  expect(await quoting.getByLabel('VAT of this line', { exact: false }).count()).toBe(0)
  await quoting.getByRole('button', { name: 'Add a line' }).click()
  const butter = quoting.getByRole('group', { name: 'Line 2' })
  await butter.getByLabel('What').fill('Cocoa butter')
  await butter.getByLabel('Price per unit').fill('500,000')
  await butter.getByLabel('VAT of this line').selectOption('VAT: standard rate')
  // What is said of these goods alone stands under their name, and no longer for all.
  await butter.getByText('Line 2: as the whole quote').click()
  await butter.getByLabel('HS code').fill('butter')
  await butter.getByText('An HS code has 4 to 10 digits', { exact: false }).first().waitFor()
  await butter.getByLabel('HS code').fill('1804.00')
  await butter.getByLabel('Moisture').fill('1')
  await expectSound(adminPage)
  await quoting.getByLabel('Moisture').last().fill('7.5')
  await quoting.getByRole('button', { name: 'Add tax' }).click()
  await quoting.getByText('Total ₦1,788,000', { exact: false }).waitFor()
  await expectSound(adminPage)
  await quoting.getByLabel('Named place').fill('Apapa')
  await quoting.getByRole('button', { name: 'Send quote' }).click()
  await expectToast(adminPage, 'Quote sent', 'The buyer has been told.')
  const page = await stage.newPage({ viewport: phone, as: person })
  await page.goto(`/account/orders/${id}`)
  const contract = page.locator('.confirmation section').first()
  await contract.getByText(/^VAT 7.5% \(standard rate.*: ₦37,500 on ₦500,000$/).waitFor()
  await contract.getByText('Moisture: At most 1% · HS code: 1804.00').waitFor()
  await contract.getByText('At most 7.5%, where a line says nothing else').waitFor()
  await contract.getByText('VAT 0% (zero-rated: basic food', { exact: false }).waitFor()
  await expectSound(page)
})

it('the VAT of a quote is that of the country of its buyer, until it is chosen by hand', async () => {
  const person = await stage.app.newPerson()
  const { id } = mustWork(
    await person.client.rpc('submit_order', { request: goodRequest, idempotency_key: randomUUID() }),
  ) as { id: string }
  const adminPage = await stage.newPage({ as: staff })
  await adminPage.goto(`/admin/queues/orders/${id}`)
  await adminPage.getByRole('button', { name: 'Quote this order' }).click()
  const quoting = adminPage.getByRole('form', { name: 'Quote' })
  const vat = quoting.getByLabel(vatAdminWords.quoteClass.label, { exact: true })
  const country = quoting.locator('[name=buyerCountry]')
  expect(await vat.inputValue()).toBe('')
  await country.fill('Ghana')
  await expect.poll(() => vat.inputValue()).toBe('export')
  await quoting.getByLabel('Price per unit').fill('1,000')
  await quoting.getByLabel('Named place').fill('Apapa')
  await quoting.getByRole('button', { name: 'Send quote' }).click()
  await expectToast(adminPage, 'Quote sent', 'The buyer has been told.')
  // The next version begins with the buyer of this one, and follows where they are again.
  await adminPage.getByRole('button', { name: 'Quote again from the last version' }).click()
  await expect.poll(() => country.inputValue()).toBe('Ghana')
  expect(await vat.inputValue()).toBe('export')
  await country.fill('Nigeria')
  await expect.poll(() => vat.inputValue()).toBe('')
  await vat.selectOption('exempt')
  await country.fill('Togo')
  expect(await vat.inputValue()).toBe('exempt')
})

it('what bears VAT says so before it is ordered, and on the order', async () => {
  const jute = await stall.addProduct('Jute of the household', 1_000_000)
  await stall.sql(`update public.products set vat_class = 'standard' where id = '${jute.id}'`)
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [{ ...jute, quantity: 1 }])
  await openFilledCheckout(page)
  await page.locator('label.choice').filter({ hasText: 'Deliver to my address' }).click()
  await page.getByText('standard rate, Nigeria Tax Act 2025').waitFor()
  await page.getByText('₦937.50').waitFor()
  await expectSound(page)
  await page.getByText('₦13,437.50').first().waitFor()
  await showPaymentDetails(page)
  await readCode(page)
  expect((await stall.orders()).at(-1)).toMatchObject({ total_amount_kobo: '1343750' })
  // It comes tomorrow, and can be paid until then: what a late transfer means stands where it is paid.
  const pay = page.locator('.panel', { hasText: 'Pay by bank transfer' })
  const tomorrowAt = new Date(Date.now() + 86_400_000)
  const tomorrow = formatDayInWords(getLagosDay(tomorrowAt))
  const late = `If it reaches us after ${tomorrow}, it comes on another day, which we tell you.`
  await pay.getByText(late).waitFor()
  await page.getByRole('link', { name: 'See your order' }).click()
  await pay.getByText(late).waitFor()
  await page.getByText('VAT 7.5%').waitFor()
  await expectSound(page)

  // On the desk it adds up, each amount below the other; in the list its day is read whole.
  const [{ id, code } = { id: '', code: '' }] = (await stall.orders()).slice(-1)
  const adminPage = await stage.newPage({ viewport: desktop, as: staff })
  await adminPage.goto(`/admin/queues/orders/${id}`)
  const lines = adminPage.getByRole('region', { name: 'Lines' })
  const edges = await Promise.all(
    ['₦10,000', '₦2,500', '₦937.50', '₦13,437.50'].map(async (amount) => {
      const { x = 0, width = 0 } = (await lines.getByText(amount, { exact: true }).boundingBox()) ?? {}
      return Math.round(x + width)
    }),
  )
  expect(new Set(edges).size).toBe(1)
  await adminPage.goto(`/admin/queues/orders?q=${code}`)
  const day = adminPage.locator('.records td .lines p').getByText(formatDate(getLagosDay(tomorrowAt)))
  await day.waitFor()
  expect(await day.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true)
})

it('of a mixed cart each line says what it bears: in the checkout, on the order of a guest and of a member, and on the desk', async () => {
  const rice = await stall.addProduct('Rice beside bags', 3_500_000)
  const bags = await stall.addProduct('Jute bags beside rice', 1_000_000)
  await stall.sql(`update public.products set vat_class = 'standard' where id = '${bags.id}'`)
  const member = await stage.app.newPerson()
  const adminPage = await stage.newPage({ viewport: desktop, as: staff })
  const [food, standard] = ['VAT 0%, zero-rated: basic food', 'VAT 7.5%, standard rate']
  /** Both lines, each with its own rate, and nobody else's. */
  const expectRates = async (lines: Locator) => {
    for (const [{ name }, rate, other] of [
      [rice, food, standard],
      [bags, standard, food],
    ] as const) {
      const line = lines.getByRole('listitem').filter({ hasText: name })
      await line.getByText(rate, { exact: true }).waitFor()
      expect(await line.getByText(other, { exact: true }).count()).toBe(0)
    }
  }
  for (const as of [undefined, member]) {
    const page = await stage.newPage({ viewport: phone, as })
    await fillCart(page, [
      { ...rice, quantity: 1 },
      { ...bags, quantity: 1 },
    ])
    await openFilledCheckout(page, { ...(as && { as }) })
    await page.locator('label.choice').filter({ hasText: 'Deliver to my address' }).click()
    const summary = page.locator('.panel', { hasText: 'Order summary' })
    await expectRates(summary)
    await expectSound(page)
    await showPaymentDetails(page)
    const code = await readCode(page)
    await expectRates(summary)
    await page.getByRole('link', { name: 'See your order' }).click()
    const slip = page.locator('.confirmation', { hasText: code })
    await expectRates(slip)
    await slip.getByText('on ₦10,000', { exact: false }).waitFor()
    await expectSound(page)
    const [{ id } = { id: '' }] = await stall.sql<{ id: string }>(
      'select id from public.orders where code = $1',
      [code],
    )
    await adminPage.goto(`/admin/queues/orders/${id}`)
    await expectRates(adminPage.getByRole('region', { name: 'Lines' }))
    await expectSound(adminPage)
  }
})
