/**
 * Contracts in a browser: an exporter's order in dollars, CIF Rotterdam, from the request over a counter-offer to the second
 * payment; what a quote says that differs from what was asked for.
 */
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Person } from '#tests/harness/app.ts'
import { expectToast, fillOrder, orderAnswers, submitOrder } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'
import { openContracts, quote } from './contract-actions.ts'
import { comeBack, openStall } from './market-actions.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)
const contracts = openContracts(stage, stall)

const request = {
  ...orderAnswers,
  country: 'Netherlands',
  product: 'Cocoa Beans',
  quantity: '2',
  unit: 'Containers (20ft)',
  deliveryLocation: 'Port of Rotterdam',
  incoterms: 'CIF',
}

/** The first two go one after the other: what the exporter offers, staff answer. */
let exporter: Person
let exported: string

it('an exporter requests several products, reads the contract first, and offers other terms', async () => {
  const person = await stage.app.newPerson()
  const page = await stage.newPage({ viewport: phone, as: person })
  await page.goto('/order')
  await fillOrder(page, { ...request, email: person.email })
  await page.getByText('More about the goods').click()
  await page.getByLabel('Port or place of the Incoterm').fill('Rotterdam')
  await page.getByLabel('Your order number').fill('PO 2026-117')
  await page.getByLabel('Price that you have in mind').fill('US$1,800 a ton')
  await page.getByRole('button', { name: 'Add another product' }).click()
  await page.locator('#product2').selectOption('Ginger')
  await page.locator('#unit2').selectOption('Containers (20ft)')
  await page.locator('#quantity2').fill('0.5')
  await submitOrder(page)
  await page
    .locator('#quantity2-error')
    .getByText('Bags, containers and other packs are counted whole: enter a number without decimals')
    .waitFor()
  await page.locator('#quantity2').fill('1')
  await expectSound(page)
  await submitOrder(page)
  await expectToast(page, 'Order Submitted Successfully')
  const confirmation = await page.locator('.confirmation').innerText()
  for (const words of ['Lowland Foods BV', 'CIF Rotterdam, Incoterms® 2020', 'Letter of Credit'])
    expect(confirmation).toContain(words)
  // Both parties and the price in mind stand there as on the order's own page.
  const readFacts = (slip: Locator) =>
    slip
      .locator('dl > div')
      .evaluateAll((rows) =>
        rows
          .map((row) => [
            row.querySelector('dt')?.textContent ?? '',
            row.querySelector('dd')?.textContent ?? '',
          ])
          .filter(([term = '']) => ['Seller', 'Buyer', 'Price in mind'].includes(term)),
      )
  const parties = await readFacts(page.locator('.confirmation'))
  expect(parties).toEqual([
    ['Seller', 'The company\nLagos, Nigeria'],
    ['Buyer', 'Lowland Foods BV, Ada Obi, 12 Marina Road, Lagos Island, Netherlands'],
    ['Price in mind', 'US$1,800 a ton'],
  ])
  // What is requested stands together, before where it goes.
  expect(confirmation.replaceAll(/\s+/g, ' ')).toContain(
    'Quantity 2 Containers (20ft) Product 2 Ginger Quantity 2 1 Container (20ft) Deliver to',
  )
  await page.getByRole('link', { name: 'Open this order' }).click()
  await page.waitForURL('**/account/orders/*')
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const contract = page.locator('.confirmation section').first()
  await contract.getByRole('heading', { name: 'What was asked for' }).waitFor()
  expect(await readFacts(contract)).toEqual(parties)
  const requested = await contract.innerText()
  for (const words of [
    'CIF Rotterdam, Incoterms® 2020',
    'Letter of Credit',
    '2 Containers (20ft)',
    'PO 2026-117',
  ])
    expect(requested).toContain(words)
  // In the list it is one short row, however much it holds.
  await page.goto('/account/orders')
  const listed = page.getByRole('table', { name: 'My orders' }).getByRole('rowgroup').last().getByRole('row')
  await listed.getByText('and 1 more').waitFor()
  const short = await listed.innerText()
  for (const words of ['We call you by', '–']) expect(short).toContain(words)
  expect(short).not.toContain('Ginger')
  await expectSound(page)
  // It is found by each product, also by one that the row only counts.
  await page.goto('/account/orders?find=ginger')
  await page.getByRole('row').getByText('Cocoa Beans, 2 Containers (20ft) and 1 more').waitFor()

  await stall.asStaff(contracts.admin, 'quote_order', { order_id: id, quote })
  await page
    .getByRole('row')
    .getByRole('link', { name: /^Open order/ })
    .click()
  await contract.getByRole('heading', { name: 'Our quote' }).waitFor()

  // On a phone the answer is far below: the head leads there.
  await page.getByRole('button', { name: 'Read and answer our quote' }).click()
  const accept = page.getByRole('button', { name: 'Accept US$75,118.78' })
  await expect.poll(async () => (await accept.boundingBox())?.y ?? 9999).toBeLessThan(phone.height)

  // The buyer offers other terms; staff read them as facts, and begin the next quote with them.
  await page.getByRole('button', { name: 'Offer other terms' }).click()
  const form = page.getByRole('form', { name: 'Offer other terms' })
  await form.getByLabel('Currency').selectOption('EUR')
  await form.getByText('In EUR. We quoted US$1,976.81.').waitFor()
  await form.getByText('We work out freight, discount and tax again in this currency.').waitFor()
  const price = form.getByLabel('Cocoa beans, grade 1: price per unit (Tons)')
  await expect.poll(() => price.inputValue()).toBe('')
  expect(await form.getByText('Your offer', { exact: false }).count()).toBe(0)
  // What was said of a price was said in its currency.
  await form.getByRole('button', { name: 'Send my offer' }).click()
  await form.locator('.field-error').waitFor()
  await form.getByLabel('Currency').selectOption('USD')
  await form.getByText('Your offer: US$75,118.78; we quoted US$75,118.78.').waitFor()
  await form.locator('.field-error').waitFor({ state: 'hidden' })
  await expect.poll(() => price.inputValue()).toBe('1,976.81')
  await form.getByLabel('Cocoa beans, grade 1: how much (Tons)').fill('40')
  await price.fill('1,750')
  await form.getByText('Your offer: US$70,000; we quoted US$75,118.78.').waitFor()
  await form.getByLabel('Payment terms').selectOption('30% Advance 70% on Delivery')
  await form.getByLabel('Named place').fill('Antwerp')
  // A day is read in words below its box, that of our quote and the one that is chosen.
  const windowFrom = form.locator('[id$="-windowFrom"]')
  const inWords = windowFrom.locator('xpath=following-sibling::output')
  await inWords.getByText('1 December 2099', { exact: true }).waitFor()
  await windowFrom.fill('2099-12-03')
  await inWords.getByText('3 December 2099', { exact: true }).waitFor()
  await windowFrom.fill(quote.terms.windowFrom)
  await form.getByText('More terms').click()
  await form.getByLabel('Deliver to').fill('Port of Antwerp')
  await form.getByLabel('Why').fill('The price of last year.')
  // What is typed outlives a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Offer other terms' }).click()
  await expect.poll(() => form.getByLabel('Why').inputValue()).toBe('The price of last year.')
  await expect.poll(() => form.getByLabel('Payment terms').inputValue()).toBe('30% Advance 70% on Delivery')
  await expectSound(page)
  await form.getByRole('button', { name: 'Send my offer' }).click()
  await expectToast(page, 'Offer sent', 'We answer you here and by email.')
  await page.getByText('You offered US$70,000 on', { exact: false }).waitFor()
  const offered = page.getByRole('list', { name: 'What you offered' })
  for (const words of ['Antwerp', '30% Advance 70% on Delivery'])
    await offered.getByText(words, { exact: false }).first().waitFor()
  await expectSound(page)
  exporter = person
  exported = id
})

it('staff answer the offer with another quote; the exporter sees what changed, accepts what counts now, and pays in two parts', async () => {
  const id = exported
  const page = await stage.newPage({ viewport: phone, as: exporter })
  await page.goto(`/account/orders/${id}`)
  const contract = page.locator('.confirmation section').first()
  await page.getByText('You offered US$70,000 on', { exact: false }).waitFor()

  const desk = await stage.newPage({ as: contracts.admin })
  await desk.goto('/admin/queues/orders')
  await desk.getByRole('row').filter({ hasText: 'Cocoa Beans' }).getByText('and 1 more').waitFor()
  await desk.goto(`/admin/queues/orders/${id}`)
  await desk.getByText('Next: answer the counter-offer').waitFor()
  await desk.getByText('Ginger, 1 Container (20ft)', { exact: true }).waitFor()
  const card = desk.getByRole('region', { name: 'Counter-offer' })
  const said = await card.innerText()
  for (const words of [
    'The buyer offers US$70,000 instead of US$75,118.78',
    'Cocoa beans, grade 1: 40 Tons, before 38 Tons.',
    'Payment terms: 30% Advance 70% on Delivery, before Letter of Credit.',
    'Delivery: CIF Antwerp, Incoterms® 2020, before CIF Rotterdam, Incoterms® 2020.',
    'Deliver to: Port of Antwerp, before Port of Rotterdam.',
  ])
    expect(said).toContain(words)
  await card.getByRole('button', { name: 'Start a quote from it' }).click()
  const quoting = desk.getByRole('form', { name: 'Quote' })
  await expect.poll(() => quoting.getByLabel('Price per unit').inputValue()).toBe('1,750')
  const warning = quoting.getByText('We have no account in USD in force', { exact: false })
  await warning.getByRole('link', { name: 'Settings' }).waitFor()
  await quoting.getByLabel('Quantity').first().fill('38')
  await quoting.getByLabel('Price per unit').fill('1,805')
  await quoting.getByLabel('Named place').fill('Rotterdam')
  await quoting.getByLabel('Note to the buyer').fill('Loaded in week 49.')
  await expect
    .poll(() => quoting.getByRole('list', { name: 'What changes from version 1' }).innerText())
    .toBe(
      [
        'Cocoa beans, grade 1: US$1,805 a unit, before US$1,976.81.',
        'Payment terms: 30% Advance 70% on Delivery, before Letter of Credit.',
        'Deliver to: Port of Antwerp, before Port of Rotterdam.',
        'The note to the buyer is new.',
        'Total US$68,590, before US$75,118.78.',
      ].join('\n'),
    )
  await expectSound(desk)
  await quoting.getByRole('button', { name: 'Send quote' }).click()
  await expectToast(desk, 'Quote sent', 'The buyer has been told.')
  await desk.goto('/robots.txt') // what happens meanwhile is not followed there

  // The page still shows the quote of before; nothing is accepted that was not read.
  await page.getByRole('button', { name: 'Accept US$75,118.78' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Accept US$75,118.78' }).click()
  await dialog.getByText('US$68,590 instead of US$75,118.78', { exact: false }).waitFor()
  await dialog.getByText('Letter of Credit → 30% Advance 70% on Delivery').waitFor()
  await dialog.getByText('Port of Rotterdam → Port of Antwerp').waitFor()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Not yet' }).click()
  const offered = await contract.innerText()
  for (const words of [
    'Our quote 2',
    'was US$75,118.78',
    'was Letter of Credit',
    'was Port of Rotterdam',
    '1\u00a0December 2099 to 14\u00a0December 2099',
  ])
    expect(offered).toContain(words)

  await page.getByRole('button', { name: 'Accept US$68,590' }).click()
  await dialog.getByRole('button', { name: 'Accept US$68,590' }).click()
  await expectToast(page, 'Quote accepted', 'The price is fixed at US$68,590.')
  await contract.getByRole('heading', { name: 'The contract' }).waitFor()
  const agreed = await page.locator('.confirmation').first().innerText()
  for (const words of [
    'Agreed',
    '38 Tons × US$1,805 = US$68,590',
    '± 2%',
    'At most 7.5%',
    'Port of Antwerp',
    'US$0 of US$68,590 paid',
  ])
    expect(agreed).toContain(words)
  await page.locator('.confirmation .status').getByText('Agreed').waitFor()
  await expectSound(page)
  const documents = page.locator('.panel', { hasText: 'Documents' })
  await documents.getByText('Sales contract', { exact: false }).waitFor()
  expect(await documents.getByText('Out of date').count()).toBe(1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    documents.getByRole('button', { name: /^Download Sales contract CT-/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^CT-\d{4}-\d{5}\.pdf$/)

  // Dollars are paid to the account in dollars, and to none where there is none.
  const paying = page.locator('.panel', { hasText: 'Pay by bank transfer' })
  await paying.getByText('We have no account in US dollars to show you yet.').waitFor()
  await page.getByText('We send you our account in USD first', { exact: false }).waitFor()
  for (const name of ['See where to pay', 'Get a pro-forma invoice'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Mark as Payment Successful' }).isDisabled()).toBe(true)
  // Nor does the account ask for money that can be sent nowhere.
  await page.goto('/account/orders?orders=waiting')
  await page.getByRole('status').getByText('No order fits. Change the search or the filter.').waitFor()
  await page.goto('/account')
  await page
    .getByRole('table', { name: 'My orders' })
    .getByText('We send you our account in USD first', { exact: false })
    .waitFor()
  const other = await stage.app.newPerson()
  await desk.goto(`/admin/queues/orders/${await contracts.agree(other, 'Bank Transfer')}`)
  await desk.getByRole('link', { name: 'Add the account' }).click()
  await desk.waitForURL('**/admin/settings')
  await desk.close()
  await contracts.addDollarAccount()
  // The overview leads with what is due now, not with the whole.
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await comeBack(page, waiting.getByText('US$20,577 due now, of US$68,590'))
  await page
    .getByRole('table', { name: 'My orders' })
    .getByRole('link', { name: /^Open order/ })
    .click()
  await paying.getByText('TESTNGLAXXX').waitFor()
  for (const name of ['See where to pay', 'Mark as Payment Successful', 'Get a pro-forma invoice'])
    await page.getByRole('button', { name }).waitFor()
  const account = await paying.innerText()
  // It is our first one in dollars: nothing changed, and there is no telephone to name.
  for (const words of [
    '4400123456',
    '1 Marina, Lagos',
    'Citibank New York, CITIUS33',
    'US$20,577',
    'We have used this account since',
    'If you are not sure, ask us first.',
  ])
    expect(account).toContain(words)
  await expectSound(page)

  // Who takes back what both sides agreed on says why, and reads what happens with the money.
  await page.getByRole('button', { name: 'Withdraw order' }).click()
  await dialog.getByText('Nothing was paid, so nothing is due', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Withdraw it' }).click()
  await dialog.getByText('Say why you withdraw, in 3 to 500 characters').waitFor()
  await dialog.getByRole('button', { name: 'Keep it' }).click()

  const sent = page.getByLabel('How much did you send?')
  await sent.fill('a third')
  await page.getByRole('button', { name: 'Mark as Payment Successful' }).click()
  await page.locator('#sent-amount-error').getByText('Enter the amount, for example 35,000.00').waitFor()
  expect(await sent.evaluate((box) => box === document.activeElement)).toBe(true)
  await expectSound(page)
  await sent.fill('20577')
  await page.locator('#sent-amount-error').waitFor({ state: 'detached' })

  // 30 % in advance, then the rest once the goods are there.
  const sheet = page.locator('.confirmation').first()
  for (const [said, kobo, words] of [
    ['20577', 2_057_700, ['US$20,577 of US$68,590 paid', 'What was due so far has arrived.']],
    ['48013', 4_801_300, ['US$68,590 of US$68,590 paid', 'Confirmed against our bank statement']],
  ] as const) {
    await expect.poll(() => page.getByLabel('How much did you send?').inputValue()).toBe(said)
    await page.getByRole('button', { name: 'Mark as Payment Successful' }).click()
    await expectToast(page, 'Payment Successful')
    // What stood in the box is what finance is offered, also where an earlier claim had another amount.
    const claims = await stall.sql<{ kobo: string }>(
      'select amount_kobo as kobo from public.payment_claims where order_id = $1 order by id desc limit 1',
      [id],
    )
    expect(claims.map((claim) => Number(claim.kobo))).toEqual([kobo])
    await contracts.receive(id, kobo)
    await comeBack(page, sheet.getByText(words[0]))
    expect(await sheet.innerText()).toContain(words[1])
    expect(await paying.count()).toBe(said === '20577' ? 1 : 0)
    if (said === '48013') break
    await paying.getByText('Show the account to pay early').waitFor()
    await stall.decide(contracts.admin, id, 'approved')
    await contracts.move(id, 'none', 'preparing', 'dispatched', 'delivered')
    await page.reload()
    await sheet.getByText('Delivered. US$48,013', { exact: false }).waitFor()
    await paying.getByText('TESTNGLAXXX').waitFor()
  }
  await page.setViewportSize(desktop)
  await expectSound(page)
})

it('a first quote says what it has otherwise than was asked for; tax and another currency change no figure unsaid', async () => {
  const person = await stage.app.newPerson()
  const id = await contracts.ask(person)
  const send = (change: object) => contracts.sendQuote(id, change)
  const cocoa = { description: 'Cocoa beans', quantity: 10, unit: 'Tons', priceKobo: 200_000 }
  const tax = { kind: 'tax', quantity: 1, unit: 'lot' }
  await send({
    paymentTerms: 'Bank Transfer',
    vatClass: 'standard',
    lines: [
      cocoa,
      { ...tax, description: 'VAT 5%', priceKobo: 100_000 },
      { ...tax, description: 'VAT 2.5%', priceKobo: 50_000 },
    ],
    terms: { ...quote.terms, buyerCompany: 'Lowland Foods BV', deliverTo: 'Port of Antwerp' },
  })
  const page = await stage.newPage({ viewport: phone, as: person })
  await page.goto(`/account/orders/${id}`)
  const contract = page.locator('.confirmation section').first()
  await contract
    .getByRole('list', { name: 'Other than asked for' })
    .getByText('Cocoa beans: 10 Tons, asked for 1,250.5 Tons.')
    .waitFor()
  const said = await contract.innerText()
  for (const words of [
    'was FOB',
    'was Letter of Credit',
    'was Apapa Port',
    'was Rotterdam Cocoa BV, Ada Obi',
  ])
    expect(said).toContain(words)
  await page.getByRole('button', { name: 'Offer other terms' }).click()
  const form = page.getByRole('form', { name: 'Offer other terms' })
  await form.getByText('VAT 2.5%: US$500 as in our quote.', { exact: false }).waitFor()
  await expectSound(page)

  // A single line by the rate of the quote follows the prices, as far as a line may go.
  const naira = { currency: 'NGN', paymentTerms: 'Bank Transfer', vatClass: 'standard' }
  await send({ ...naira, lines: [cocoa, { ...tax, description: 'VAT 7.5%', priceKobo: 150_000 }] })
  await page.reload()
  await page.getByRole('button', { name: 'Offer other terms' }).click()
  await form.getByText('In NGN. We quoted ₦2,000.').waitFor()
  expect(await form.getByText('as in our quote', { exact: false }).count()).toBe(0)
  await form.getByLabel('Cocoa beans: how much (Tons)').fill('15')
  await form.getByLabel('Cocoa beans: price per unit (Tons)').fill('1,000,000,000')
  await form.getByRole('button', { name: 'Send my offer' }).click()
  await form
    .locator('[id$="price-1-error"]')
    .getByText(
      'The VAT on these prices is more than 1,000,000,000, the most that one quote can say. Offer a smaller quantity, or write to us.',
    )
    .waitFor()
  await expectSound(page)

  // What was typed in one currency is no figure of another.
  const adminPage = await stage.newPage({ as: contracts.admin })
  await adminPage.goto(`/admin/queues/orders/${id}`)
  await adminPage.getByRole('button', { name: 'Quote again from the last version' }).click()
  const quoting = adminPage.getByRole('form', { name: 'Quote' })
  const price = quoting.getByLabel('Price per unit')
  await quoting.getByText('Total ₦21,500', { exact: true }).waitFor()
  await quoting.getByLabel('Currency').selectOption('EUR')
  const prompt = quoting.getByText('This was typed in NGN. Enter it in EUR.')
  await prompt.waitFor()
  expect(await price.inputValue()).toBe('2,000')
  expect(await quoting.getByText('Total ', { exact: false }).count()).toBe(0)
  await expectSound(adminPage)
  await quoting.getByRole('button', { name: 'Send quote' }).click()
  await quoting.getByText('Each line needs what it is, how much, and a price for one unit').waitFor()
  await price.fill('2')
  await quoting.getByText('Total €21.50', { exact: true }).waitFor()
  expect(await prompt.count()).toBe(0)
  await quoting.getByLabel('Currency').selectOption('NGN')
  await quoting.getByText('This was typed in EUR. Enter it in NGN.').waitFor()
})
