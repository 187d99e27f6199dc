/** Quotes of a bulk order in a browser: written, sent, changed and agreed. */
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { expectToast } from '../actions.ts'
import { desktop, phone } from '../stage.ts'
import { expectSoundAt, goWithin, row, useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { openAdmin, placeOrder, sql } = adminPages

beforeAll(() => addSecondFactor(adminPages.admin))

describe('the price of a bulk order', () => {
  it('is quoted again from the last version, and says what changes before it is sent', async () => {
    const { code, id } = await placeOrder('Garlic')
    const page = await openAdmin(`/admin?q=${code}&record=${id}`)
    const quotes = page.getByRole('region', { name: 'Quotes' })
    await quotes.getByRole('button', { name: 'Quote this order' }).click()
    const form = quotes.getByRole('form', { name: 'Quote' })
    await form.getByLabel('Price per unit').fill('2,250')
    await form.getByLabel('Quantity').fill('1,000')
    await form.getByLabel('Named place').fill('Apapa')
    await form.getByLabel('Payment terms').selectOption('Cash on Delivery')
    await form.getByText('Payment terms: Cash on Delivery, before Letter of Credit.').waitFor()
    await form.getByRole('button', { name: 'Add delivery' }).click()
    const amount = form.getByRole('group', { name: 'Line 2' }).getByLabel('Amount')
    await amount.fill('1,200,000')
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport)
      // It is read whole, in the drawer and on a phone.
      expect(await amount.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
    }
    await form.getByRole('button', { name: 'Add tax' }).click()
    await form.getByText('Total ₦3,708,750').waitFor()
    await form.getByLabel('Note to the buyer').fill('Loaded at Apapa.')
    await form.getByLabel('Good for').selectOption('14 days')
    await form.getByRole('button', { name: 'Send quote' }).click()
    await expectToast(page, 'Quote sent', 'The buyer has been told.')
    await quotes.getByRole('button', { name: 'Quote again from the last version' }).click()
    await form.getByText('Nothing changes from version 1', { exact: false }).waitFor()
    await form.getByRole('button', { name: 'Send quote' }).click()
    await expectToast(page, 'This quote was sent before', 'Nothing has changed.')
    await quotes.getByRole('button', { name: 'Quote again from the last version' }).click()
    expect(await form.getByLabel('Note to the buyer').inputValue()).toBe('Loaded at Apapa.')
    expect(await form.getByLabel('Good for').inputValue()).toBe('14')
    await form.getByRole('group', { name: 'Line 1' }).getByLabel('Price per unit').fill('2,150')
    await form.getByText('Total ₦3,601,250', { exact: true }).waitFor()
    await form.getByLabel('Named place').fill('Tin Can Island')
    await form.getByRole('button', { name: 'Remove line 3' }).click()
    await form.getByRole('button', { name: 'Add a discount' }).click()
    await form.getByRole('group', { name: 'Line 3' }).getByLabel('Amount').fill('1%')
    const changes = form.getByRole('list', { name: 'What changes from version 1' })
    const typed = [
      'Garlic: ₦2,150 a unit, before ₦2,250.',
      'New: Discount, -₦33,500.',
      'Left out: VAT 7.5% (tax), ₦258,750.',
      'VAT: by the goods, before standard rate.',
      'Delivery: FOB Tin Can Island, Incoterms® 2020, before FOB Apapa, Incoterms® 2020.',
      'Total ₦3,316,500, before ₦3,708,750.',
    ]
    await expect.poll(() => changes.getByRole('listitem').allInnerTexts()).toEqual(typed)
    await page.reload()
    await quotes.getByRole('button', { name: 'Quote again from the last version' }).click()
    await quotes.getByRole('button', { name: 'Start over' }).waitFor()
    await expect.poll(() => changes.getByRole('listitem').allInnerTexts()).toEqual(typed)
    await expectSoundAt(page, [phone, desktop], 'a quote')
    const [preview] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/documents/preview')),
      form.getByRole('button', { name: 'Preview the PDF' }).click(),
    ])
    expect(preview.headers()['content-type']).toBe('application/pdf')
    await form.getByRole('button', { name: 'Send quote' }).click()
    await quotes.getByText('Version 2, open: ₦3,316,500', { exact: false }).waitFor()
    const first = quotes.getByText('Version 1, replaced by a later one: ₦3,708,750', { exact: false })
    await first.click()
    await quotes.getByText('VAT 7.5%').waitFor()
    await goWithin(page, '/admin/queues/orders?step=waits_for_buyer')
    await row(page, code).getByText('₦3,316,500, quoted, waits for answer, expires in 14 days').waitFor()
    // The place of quotes begins with what waits for us.
    await page.goto('/admin/queues/quotes')
    await page.getByText(/^\d+ found/).waitFor()
    expect(await row(page, code).count()).toBe(0)
    await page.getByLabel('Status').selectOption('Pending')
    await row(page, code).waitFor()
    // A preview leaves no document; each quote that was sent has its own.
    const documents = await sql('select kind from public.order_documents where order_id = $1', [id])
    expect(documents).toEqual([{ kind: 'quote' }, { kind: 'quote' }])
  })

  it('is written as people write it, added up to the kobo, and seen again once it is agreed', async () => {
    const { code, id } = await placeOrder('Garlic')
    const page = await openAdmin(`/admin?q=${code}&record=${id}`)
    const quotes = page.getByRole('region', { name: 'Quotes' })
    await quotes.getByRole('button', { name: 'Quote this order' }).click()
    const form = quotes.getByRole('form', { name: 'Quote' })
    const quantity = form.getByLabel('Quantity')
    await form.getByLabel('Price per unit').fill('1')
    await quantity.fill('1.005')
    await form.getByText('Total ₦1.01').waitFor()
    await quantity.fill('x')
    await form.getByText('Enter a quantity greater than 0').waitFor()
    expect(await form.getByText('Total').count()).toBe(0)
    await form.getByRole('button', { name: 'Send quote' }).click()
    await form.getByRole('alert').getByText('Each line needs what it is').waitFor()
    const isFocused = (box: Locator) => box.evaluate((element) => element === document.activeElement)
    await expect.poll(() => isFocused(quantity)).toBe(true)
    await quantity.fill('1,000')
    await form.getByText('Total ₦1,000').waitFor()
    // What was wrong is not any more, and nothing says that it is.
    await form.getByRole('alert').waitFor({ state: 'detached' })
    await form.getByLabel('Named place').fill('Apapa')
    await form.getByRole('button', { name: 'Add a line' }).click()
    const second = form.getByRole('group', { name: 'Line 2' })
    const noPrice = second.getByText('Enter a price, for example 35,000.00')
    await second.getByLabel('What').waitFor()
    // It was not there when the quote was sent.
    expect(await noPrice.count()).toBe(0)
    expect(await second.locator('[aria-invalid=true]').count()).toBe(0)
    await form.getByRole('button', { name: 'Send quote' }).click()
    await expect.poll(() => isFocused(second.getByLabel('What'))).toBe(true)
    await noPrice.waitFor()
    await second.getByLabel('What').fill('Jute bags')
    await form.getByRole('button', { name: 'Send quote' }).click()
    await expect.poll(() => isFocused(second.getByLabel('Price per unit'))).toBe(true)
    await second.getByLabel('Price per unit').fill('500.50')
    await form.getByLabel('Note to the buyer').fill('Loaded at Apapa.')
    await form.getByText('Total ₦1,500.50').waitFor()
    await form.getByRole('button', { name: 'Send quote' }).click()
    await expectToast(page, 'Quote sent', 'The buyer has been told.')
    const [quote] = await sql<{ id: string; total: number }>(
      'select id, total_kobo::integer as total from public.quotes where order_id = $1',
      [id],
    )
    expect(quote?.total).toBe(150_050)
    await page.getByText('Live', { exact: true }).waitFor()
    await adminPages.buyer.client
      .rpc('accept_quote', { quote_id: quote?.id ?? '', total_kobo: 150_050 })
      .throwOnError()
    await quotes.getByText('Accepted').waitFor()
    const agreed = () => page.getByRole('region', { name: 'The contract' }).innerText()
    for (const words of [
      'Garlic',
      '1,000 Tons × ₦1 = ₦1,000',
      '1 lot × ₦500.50 = ₦500.50',
      'Loaded at Apapa.',
    ])
      await expect.poll(agreed).toContain(words)
  })
})
