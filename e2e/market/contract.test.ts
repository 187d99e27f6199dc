/**
 * Contracts in a browser: an exporter's order in dollars, CIF Rotterdam, from the request to the second payment; a letter of
 * credit to its payment; a complaint whose credit comes off what is still to be paid.
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { mustWork, type Person } from '#tests/harness/app.ts'
import { goodRequest } from '#tests/harness/order-requests.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { expectToast, fillOrder, orderAnswers, submitOrder } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'
import { openStall } from './market-actions.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)
let admin: Person
/** Who sees to the money. */
let colleague: Person
beforeAll(async () => {
  admin = await stage.app.newAdmin()
  colleague = await stage.app.newPerson()
  await stall.sql(`insert into public.user_roles (user_id, role) values ($1, 'finance')`, [colleague.id])
  await stall.sql(`update private.market_limits set value = 2000000000 where name like 'confirm_alone_max_%'`)
})

/** Money that staff find on the statement. */
const receive = (id: string, amountKobo: number) =>
  stall.asStaff(colleague, 'confirm_payment', {
    order_id: id,
    details: { amountKobo, valueDate: getLagosDay(new Date()), bankReference: randomUUID() },
  })

async function move(id: string, ...way: string[]): Promise<void> {
  for (const [place, to] of way.slice(1).entries())
    await stall.asStaff(admin, 'move_order', { order_id: id, expected: way[place] ?? '', fulfilment: to })
}

/** A contract of this person that both sides agreed on and staff approved. */
async function agree({ client, email }: Person, paymentTerms: string): Promise<string> {
  const order = mustWork(
    await client.rpc('submit_order', {
      request: { ...goodRequest, email, paymentTerms },
      idempotency_key: randomUUID(),
    }),
  ) as { id: string }
  const quoteId = await stall.asStaff(admin, 'quote_order', {
    order_id: order.id,
    quote: { ...quote, paymentTerms },
  })
  mustWork(await client.rpc('accept_quote', { quote_id: quoteId, total_kobo: 7_511_878 }))
  await stall.decide(admin, order.id, 'approved')
  return order.id
}

const request = {
  ...orderAnswers,
  country: 'Netherlands',
  product: 'Cocoa Beans',
  quantity: '2',
  unit: 'Containers (20ft)',
  deliveryLocation: 'Port of Rotterdam',
  incoterms: 'CIF',
}

const quote = {
  lines: [
    { description: 'Cocoa beans, grade 1', quantity: 38, unit: 'Tons', priceKobo: 197_681 },
    { kind: 'delivery', description: 'Freight and insurance', quantity: 1, unit: 'lot', priceKobo: 0 },
  ],
  currency: 'USD',
  expiresAt: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  terms: {
    ...{ incoterms: 'CIF', namedPlace: 'Rotterdam', windowFrom: '2099-12-01', windowTo: '2099-12-14' },
    ...{
      tolerancePercent: '2',
      grade: 'Grade 1',
      moistureMaxPercent: '7.5',
      packing: 'Jute bags of 62.5 kg',
    },
    ...{ hsCode: '1801.00', origin: 'Ondo, Nigeria' },
  },
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
  // What is requested stands together, before where it goes.
  expect(confirmation.replaceAll(/\s+/g, ' ')).toContain(
    'Quantity 2 Containers (20ft) Product 2 Ginger Quantity 2 1 Containers (20ft) Deliver to',
  )
  await page.getByRole('link', { name: 'Open this order' }).click()
  await page.waitForURL('**/account/orders/*')
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const contract = page.locator('.confirmation section').first()
  await contract.getByRole('heading', { name: 'What was asked for' }).waitFor()
  const requested = await contract.innerText()
  for (const words of [
    'CIF Rotterdam, Incoterms® 2020',
    'Letter of Credit',
    '2 Containers (20ft)',
    'PO 2026-117',
  ])
    expect(requested).toContain(words)
  // The list of orders says all of it, too, and finds it by each product.
  await page.goto('/account/orders?find=ginger')
  await page
    .getByRole('row')
    .getByText('Cocoa Beans, 2 Containers (20ft); Ginger, 1 Containers (20ft)')
    .waitFor()
  await page.goto(`/account/orders/${id}`)

  await stall.asStaff(admin, 'quote_order', { order_id: id, quote })
  await page.reload()
  await contract.getByRole('heading', { name: 'Our quote' }).waitFor()

  // The buyer offers other terms; staff read them as facts, and begin the next quote with them.
  await page.getByRole('button', { name: 'Offer other terms' }).click()
  const form = page.getByRole('form', { name: 'Offer other terms' })
  await form.getByLabel('Currency').selectOption('EUR')
  await form.getByText('In EUR. We quoted US$1,976.81.').waitFor()
  await form.getByText('We work out freight, discount and tax again in this currency.').waitFor()
  const price = form.getByLabel('Cocoa beans, grade 1: price per unit (Tons)')
  await expect.poll(() => price.inputValue()).toBe('')
  await form.getByLabel('Currency').selectOption('USD')
  await expect.poll(() => price.inputValue()).toBe('1,976.81')
  await form.getByLabel('Cocoa beans, grade 1: how much (Tons)').fill('40')
  await price.fill('1,750')
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
  exporter = person
  exported = id
})

it('staff answer the offer with another quote; the exporter sees what changed, accepts what counts now, and pays in two parts', async () => {
  const id = exported
  const page = await stage.newPage({ viewport: phone, as: exporter })
  await page.goto(`/account/orders/${id}`)
  const contract = page.locator('.confirmation section').first()
  await page.getByText('You offered US$70,000 on', { exact: false }).waitFor()

  const desk = await stage.newPage({ as: admin })
  await desk.goto('/admin/queues/orders')
  await desk.getByRole('row').filter({ hasText: 'Cocoa Beans' }).getByText('and 1 more').waitFor()
  await desk.goto(`/admin/queues/orders/${id}`)
  await desk.getByText('Next: answer the counter-offer').waitFor()
  await desk.getByText('Ginger, 1 Containers (20ft)', { exact: true }).waitFor()
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
  await desk.close()

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
  await stall.sql(`insert into public.settlement_accounts (kind, currency, bank_name, bank_address, swift_bic, correspondent,
      account_name, account_number, proposed_at, approved_at, effective_at, is_demo)
    values ('bank_account', 'USD', 'Test Bank', '1 Marina, Lagos', 'TESTNGLAXXX', 'Citibank New York, CITIUS33',
      'The company', '4400123456', now(), now(), now(), true)`)
  await page.reload()
  await paying.getByText('TESTNGLAXXX').waitFor()
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
    await receive(id, kobo)
    await page.reload()
    await sheet.getByText(words[0]).waitFor()
    expect(await sheet.innerText()).toContain(words[1])
    expect(await paying.count()).toBe(said === '20577' ? 1 : 0)
    if (said === '48013') break
    await paying.getByText('Show the account to pay early').waitFor()
    await stall.decide(admin, id, 'approved')
    await move(id, 'none', 'preparing', 'dispatched', 'delivered')
    await page.reload()
    await sheet.getByText('Delivered. US$48,013', { exact: false }).waitFor()
    await paying.getByText('TESTNGLAXXX').waitFor()
  }
  await page.setViewportSize(desktop)
  await expectSound(page)
})

it('a first quote says what it has otherwise than was asked for; tax and another currency change no figure unsaid', async () => {
  const person = await stage.app.newPerson()
  const { id } = mustWork(
    await person.client.rpc('submit_order', {
      request: { ...goodRequest, email: person.email },
      idempotency_key: randomUUID(),
    }),
  ) as { id: string }
  const send = (change: object) =>
    stall.asStaff(admin, 'quote_order', { order_id: id, quote: { ...quote, ...change } })
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
  const desk = await stage.newPage({ as: admin })
  await desk.goto(`/admin/queues/orders/${id}`)
  await desk.getByRole('button', { name: 'Quote again from the last version' }).click()
  const quoting = desk.getByRole('form', { name: 'Quote' })
  const price = quoting.getByLabel('Price per unit')
  await quoting.getByText('Total ₦21,500', { exact: true }).waitFor()
  await quoting.getByLabel('Currency').selectOption('EUR')
  const asked = quoting.getByText('This was typed in NGN. Enter it in EUR.')
  await asked.waitFor()
  expect(await price.inputValue()).toBe('2,000')
  expect(await quoting.getByText('Total ', { exact: false }).count()).toBe(0)
  await expectSound(desk)
  await quoting.getByRole('button', { name: 'Send quote' }).click()
  await quoting.getByText('Each line needs what it is, how much, and a price for one unit').waitFor()
  await price.fill('2')
  await quoting.getByText('Total €21.50', { exact: true }).waitFor()
  expect(await asked.count()).toBe(0)
  await quoting.getByLabel('Currency').selectOption('NGN')
  await quoting.getByText('This was typed in EUR. Enter it in NGN.').waitFor()
})

it('a letter of credit goes from the draft to its payment: the buyer reads what staff enter', async () => {
  const person = await stage.app.newPerson()
  const id = await agree(person, 'Letter of Credit')
  const page = await stage.newPage({ viewport: phone, as: person })
  await page.goto(`/account/orders/${id}`)
  const box = page.locator('.panel', { hasText: 'Advising bank' })
  await box.getByText('Waiting for your draft').waitFor()
  const sheet = page.locator('.confirmation').first()
  await sheet.getByText('send us its draft', { exact: false }).waitFor()
  await page.getByText('by which your bank may open the letter of credit', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: 'Mark as Payment Successful' }).count()).toBe(0)
  await expectSound(page)

  // What staff have typed stays when the draft comes meanwhile.
  const desk = await stage.newPage({ as: admin })
  await desk.goto(`/admin/queues/orders/${id}`)
  const panel = desk.getByRole('region', { name: 'Letter of credit' })
  await panel.getByText('No draft has come yet.').waitFor()
  await panel.getByText('Two people change it, in the settings.', { exact: false }).waitFor()
  await panel.getByLabel('Documents required').fill('Bill of lading\nPhytosanitary certificate')
  await box.getByLabel('Send us the draft').setInputFiles({
    ...{ name: 'draft.pdf', mimeType: 'application/pdf' },
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
  })
  await expectToast(page, 'Your draft has arrived', 'We read it, and write to you.')
  await sheet.getByText('We read the draft of your letter of credit', { exact: false }).waitFor()

  await panel.getByRole('button', { name: /^Open the draft/ }).waitFor()
  expect(await panel.getByLabel('Documents required').inputValue()).toContain('Phytosanitary certificate')
  expect(await panel.getByLabel('How far it is').inputValue()).toBe('draft_received')
  await expect(move(id, 'none', 'preparing')).rejects.toMatchObject({
    message: expect.stringContaining('letter of credit is issued'),
  })
  await panel.getByLabel('How far it is').selectOption('Issued')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expectToast(desk, 'Letter of credit saved')
  await expectSound(desk)
  await page.reload()
  await expect.poll(() => box.locator('[aria-current=step]').innerText()).toBe('Issued')
  // A slip goes back one step, with a reason that colleagues read.
  await panel.getByLabel('It goes back to: Draft received, to be read').check()
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Say in 5 to 300 characters why it goes back').waitFor()
  await panel.getByLabel('Why it goes back one step').fill('The bank amends it')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => panel.getByLabel('How far it is').inputValue()).toBe('draft_received')
  await panel.getByLabel('How far it is').selectOption('Issued')
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.reload()
  await expect.poll(() => box.locator('[aria-current=step]').innerText()).toBe('Issued')
  expect(await box.innerText()).toContain('Phytosanitary certificate')
  expect(await box.locator('input').count()).toBe(0)

  await move(id, 'none', 'preparing', 'dispatched')
  await receive(id, 7_511_878)
  const director = await stage.app.newPerson()
  await stall.sql(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [director.id])
  await addSecondFactor(director)
  const money = await stage.newPage({ as: director })
  await money.goto(`/admin/queues/orders/${id}`)
  const letter = money.getByRole('region', { name: 'Letter of credit' })
  for (const status of ['Documents presented to the bank', 'Paid']) {
    await letter.getByLabel('How far it is').selectOption(status)
    await letter.getByRole('button', { name: 'Save' }).click()
    await expectToast(money, 'Letter of credit saved')
    // The form is that of the next step.
    await letter
      .getByRole('option', { name: status })
      .and(money.locator(':checked'))
      .waitFor({ state: 'attached' })
  }
  await page.reload()
  await box.locator('[aria-current=step]').getByText('Paid', { exact: true }).waitFor()
  await page.getByText('US$75,118.78 of US$75,118.78 paid').waitFor()
  await expectSound(page)

  // Complete: its buyer says how it was, and staff read it.
  await move(id, 'dispatched', 'delivered')
  await stall.decide(admin, id, 'completed')
  await page.reload()
  const rating = page.getByRole('form', { name: /^Rate / })
  await rating.getByLabel('4 stars').check()
  await rating.getByLabel('In your words').fill('Dry, and on time')
  await rating.getByRole('button', { name: 'Rate' }).click()
  await expectToast(page, 'Thank you')
  await rating.getByRole('button', { name: 'Change my rating' }).waitFor()
  await expectSound(page)
  await desk.reload()
  await desk.getByText('4 of 5: Dry, and on time').waitFor()
})

it('what a complaint is granted comes off the open balance: no money goes back, and the net stands on the order', async () => {
  const person = await stage.app.newPerson()
  const id = await agree(person, '30% Advance 70% on Delivery')
  await receive(id, 2_253_563)
  await move(id, 'none', 'preparing', 'dispatched', 'delivered')
  const page = await stage.newPage({ viewport: phone, as: person })
  await page.goto(`/account/orders/${id}`)
  const form = page.getByRole('form', { name: 'Quality problem' })
  await form.getByLabel('How many Tons of them?').fill('3')
  await form.getByLabel('What is wrong?').fill('Three tons are above the moisture that we agreed on.')
  await form.getByLabel('What do you wish?').selectOption('credit')
  await form.getByRole('button', { name: 'Report the problem' }).click()
  await expectToast(page, 'Reported')

  const sheet = page.locator('.confirmation').first()
  const desk = await stage.newPage({ as: admin })
  await desk.goto(`/admin/queues/orders/${id}`)
  const answer = desk.getByRole('form', { name: 'Answer to the dispute' })
  await answer.getByLabel('Resolution').selectOption('Grant an amount')
  await answer.getByText('It comes off the US$52,583.15 that is still open', { exact: false }).waitFor()
  // It begins with what the goods cost that the complaint is about: three tons at US$1,976.81.
  expect(await answer.getByLabel('Amount').inputValue()).toBe('5930.43')
  await answer
    .getByText('Suggested: the price of these goods, before VAT and discount.', { exact: false })
    .waitFor()
  await answer.getByLabel('Amount').fill('5,118.78')
  await answer.getByLabel('Why').fill('The laboratory says the same.')
  await answer.getByRole('button', { name: 'Answer the dispute' }).click()
  // As much as that takes two people, as a write-off does: the buyer hears nothing yet.
  await expectToast(desk, 'Entered', 'It counts when a second person has confirmed it.')
  await desk.getByText('granted after a complaint, US$5,118.78', { exact: false }).waitFor()
  await expectSound(desk)
  await page.reload()
  await sheet.getByText('US$22,535.63 of US$75,118.78 paid').waitFor()
  expect(await page.getByText('taken off').count()).toBe(0)
  const waiting = (await stall.asStaff(colleague, 'list_money_entries', { order_id: id })) as {
    id: string
    kind: string
  }[]
  expect(waiting.map(({ kind }) => kind)).toEqual(['complaint'])
  await stall.asStaff(colleague, 'decide_money_entry', { entry_id: waiting[0]?.id ?? '', is_approved: true })
  await desk.reload()
  const issued = desk.getByRole('region', { name: 'Documents' })
  await issued.getByText('Credit note CN-', { exact: false }).first().waitFor()

  await page.reload()
  await page.getByRole('button', { name: /^Download Credit note CN-/ }).waitFor()
  await page.getByText('US$5,118.78 taken off the balance').waitFor()
  await sheet.getByText('US$22,535.63 of US$75,118.78 paid, US$5,118.78 taken off').waitFor()
  const paying = page.locator('.panel', { hasText: 'Pay by bank transfer' })
  expect(await page.getByLabel('How much did you send?').inputValue()).toBe('47464.37')
  await page.getByText('US$5,118.78 came off what you still had to pay.').waitFor()
  expect(await page.getByText('goes back to you', { exact: false }).count()).toBe(0)
  await expectSound(page)
  await receive(id, 4_746_437)
  await page.reload()
  await sheet.getByText('Confirmed against our bank statement').waitFor()
  expect(await paying.count()).toBe(0)
  const facts = await sheet.innerText()
  for (const words of ['Less: granted after your complaint', '-US$5,118.78', 'Net', 'US$70,000'])
    expect(facts).toContain(words)
  await expectSound(page)
  // The list says why less than the total is all of it.
  await page.goto('/account/orders')
  await page.getByRole('row').getByText('US$5,118.78 taken off').waitFor()
  await expectSound(page)
})

it('is ordered again as it was agreed, and so is a template of it', async () => {
  const person = await stage.app.newPerson()
  const id = await agree(person, '30% Advance 70% on Delivery')
  const page = await stage.newPage({ viewport: phone, as: person })
  await page.goto(`/account/orders/${id}`)
  await page.getByLabel('Save it as a template').fill('To Rotterdam')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expectToast(page, 'Template saved')
  const expectAgreed = async () => {
    await expect.poll(() => page.locator('#quantity').inputValue()).toBe('38')
    const read = async (name: string) => [name, await page.locator(`#${name}`).inputValue()]
    const names = [
      'product',
      'unit',
      'deliveryLocation',
      'paymentTerms',
      'incoterms',
      'namedPlace',
      'grade',
      'packing',
    ]
    expect(Object.fromEntries(await Promise.all([...names, 'tolerancePercent'].map(read)))).toEqual({
      ...{ product: 'Cocoa Beans', unit: 'Tons', deliveryLocation: goodRequest.deliveryLocation },
      ...{ paymentTerms: '30% Advance 70% on Delivery', incoterms: 'CIF', namedPlace: 'Rotterdam' },
      ...{ grade: 'Grade 1', packing: 'Jute bags of 62.5 kg', tolerancePercent: '2' },
    })
  }
  await page.getByText('Opens the order form, filled in with what was agreed.').waitFor()
  await page.getByRole('link', { name: 'Order again' }).click()
  await page.getByText(/^Filled in with what was agreed in order AG/).waitFor()
  await expectAgreed()
  await expectSound(page)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => page.locator('#quantity').inputValue()).toBe('')
  await page.getByRole('link', { name: 'Use To Rotterdam' }).click()
  await page.getByText('Filled in from your template "To Rotterdam".').waitFor()
  await expectAgreed()
})
