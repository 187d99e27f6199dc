/** A quote of goods that bear different VAT, from the desk to its buyer. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { vatAdminWords } from '#domain/market/vat-admin-words.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRequest } from '#tests/harness/order-requests.ts'
import { expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })

it('food and what is no food stand in one quote, each line with its VAT', async () => {
  const person = await stage.app.newPerson()
  const { id } = mustWork(
    await person.client.rpc('submit_order', { request: goodRequest, idempotency_key: randomUUID() }),
  ) as { id: string }
  const desk = await stage.newPage({ as: await stage.app.newAdmin() })
  await desk.goto(`/admin/queues/orders/${id}`)
  await desk.getByRole('button', { name: 'Quote this order' }).click()
  const quoting = desk.getByRole('form', { name: 'Quote' })
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
  await expectSound(desk)
  await quoting.getByLabel('Moisture').last().fill('7.5')
  await quoting.getByRole('button', { name: 'Add tax' }).click()
  await quoting.getByText('Total ₦1,788,000', { exact: false }).waitFor()
  await expectSound(desk)
  await quoting.getByLabel('Named place').fill('Apapa')
  await quoting.getByRole('button', { name: 'Send quote' }).click()
  await expectToast(desk, 'Quote sent', 'The buyer has been told.')
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
  const desk = await stage.newPage({ as: await stage.app.newAdmin() })
  await desk.goto(`/admin/queues/orders/${id}`)
  await desk.getByRole('button', { name: 'Quote this order' }).click()
  const quoting = desk.getByRole('form', { name: 'Quote' })
  const vat = quoting.getByLabel(vatAdminWords.quoteClass.label, { exact: true })
  const country = quoting.locator('[name=buyerCountry]')
  expect(await vat.inputValue()).toBe('')
  await country.fill('Ghana')
  await expect.poll(() => vat.inputValue()).toBe('export')
  await quoting.getByLabel('Price per unit').fill('1,000')
  await quoting.getByLabel('Named place').fill('Apapa')
  await quoting.getByRole('button', { name: 'Send quote' }).click()
  await expectToast(desk, 'Quote sent', 'The buyer has been told.')
  // The next version begins with the buyer of this one, and follows where they are again.
  await desk.getByRole('button', { name: 'Quote again from the last version' }).click()
  await expect.poll(() => country.inputValue()).toBe('Ghana')
  expect(await vat.inputValue()).toBe('export')
  await country.fill('Nigeria')
  await expect.poll(() => vat.inputValue()).toBe('')
  await vat.selectOption('exempt')
  await country.fill('Togo')
  expect(await vat.inputValue()).toBe('exempt')
})
