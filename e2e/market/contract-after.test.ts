/**
 * What comes after the signature, in a browser: a letter of credit to its payment; a complaint whose credit comes off what is
 * still to be paid; a quote that is declined; the same order again.
 */
import { beforeAll, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { declineQuoteWords } from '#domain/market/counter-offer-words.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRequest } from '#tests/harness/order-requests.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'
import { openContracts, quote } from './contract-actions.ts'
import { comeBack, openStall } from './market-actions.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)
const contracts = openContracts(stage, stall)
beforeAll(() => contracts.addDollarAccount())

it('a letter of credit goes from the draft to its payment: the buyer reads what staff enter', async () => {
  const person = await stage.app.newPerson()
  const id = await contracts.agree(person, 'Letter of Credit')
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
  const adminPage = await stage.newPage({ as: contracts.admin })
  await adminPage.goto(`/admin/queues/orders/${id}`)
  const panel = adminPage.getByRole('region', { name: 'Letter of credit' })
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
  await expect(contracts.move(id, 'none', 'preparing')).rejects.toMatchObject({
    message: expect.stringContaining('letter of credit is issued'),
  })
  await adminPage.getByText('read the draft of the letter of credit').waitFor()
  const accepted = 'Draft accepted, the bank of the buyer issues it'
  for (const status of [accepted, 'Issued']) {
    await panel.getByLabel('How far it is').selectOption(status)
    await panel.getByRole('button', { name: 'Save' }).click()
    await expectToast(adminPage, 'Letter of credit saved')
    // The form is that of the next step.
    await panel
      .getByRole('option', { name: status })
      .and(adminPage.locator(':checked'))
      .waitFor({ state: 'attached' })
  }
  await expectSound(adminPage)
  const step = box.locator('[aria-current=step]')
  await comeBack(page, step.getByText('Issued', { exact: true }))
  expect(await step.innerText()).toBe('Issued')
  // A colleague changed the list meanwhile: it is not written over, and what was typed stays.
  const list = panel.getByLabel('Documents required')
  await list.fill('Invoice')
  await stall.sql(
    "update public.letters_of_credit set documents = 'Phytosanitary certificate' where order_id = $1",
    [id],
  )
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('What stands there now: Phytosanitary certificate', { exact: false }).waitFor()
  expect(await list.inputValue()).toBe('Invoice')
  await panel.getByRole('button', { name: 'Show it as it is now' }).click()
  expect(await list.inputValue()).toBe('Phytosanitary certificate')
  // A slip goes back one step, with a reason that colleagues read.
  await panel.getByLabel(`It goes back to: ${accepted}`).check()
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Say in 5 to 300 characters why it goes back').waitFor()
  await panel.getByLabel('Why it goes back one step').fill('The bank amends it')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => panel.getByLabel('How far it is').inputValue()).toBe('draft_accepted')
  await panel.getByLabel('How far it is').selectOption('Issued')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByLabel(`It goes back to: ${accepted}`).waitFor()
  const reissued = box.filter({ hasNotText: 'Bill of lading' }).locator('[aria-current=step]')
  await comeBack(page, reissued.getByText('Issued', { exact: true }))
  await expect.poll(() => step.innerText()).toBe('Issued')
  // It was said of the step that was taken back, and not of this one.
  expect(await panel.getByLabel(`It goes back to: ${accepted}`).isChecked()).toBe(false)
  expect(await box.innerText()).toContain('Phytosanitary certificate')
  expect(await box.locator('input').count()).toBe(0)
  // It is open: nobody needs a pro-forma for it any more.
  expect(await page.getByRole('button', { name: 'Get a pro-forma invoice' }).count()).toBe(0)

  await adminPage.close()
  await contracts.move(id, 'none', 'preparing', 'dispatched')
  await contracts.receive(id, 7_511_878)
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
  await comeBack(page, step.getByText('Paid', { exact: true }))
  await page.getByText('US$75,118.78 of US$75,118.78 paid').waitFor()
  await expectSound(page)

  // Complete: its buyer says how it was, and staff read it.
  await contracts.move(id, 'dispatched', 'delivered')
  await stall.decide(contracts.admin, id, 'completed')
  const rating = page.getByRole('form', { name: /^Rate / })
  await comeBack(page, rating)
  await rating.getByLabel('4 stars').check()
  await rating.getByLabel('In your words').fill('Dry, and on time')
  await rating.getByRole('button', { name: 'Rate' }).click()
  await expectToast(page, 'Thank you')
  await rating.getByRole('button', { name: 'Change my rating' }).waitFor()
  await expectSound(page)
  await money.reload()
  await money.getByText('4 of 5: Dry, and on time').waitFor()
})

it('finance says that the bank has paid: the desk, the page of the order and a mail say so', async () => {
  const person = await stage.app.newPerson()
  const id = await contracts.agree(person, 'Letter of Credit')
  const set = (status: string, more: object = {}) =>
    stall.asStaff(contracts.admin, 'set_letter_of_credit', { order_id: id, details: { status, ...more } })
  await set('draft_received')
  await set('draft_accepted', { documents: 'Bill of lading' })
  await set('issued')
  await contracts.move(id, 'none', 'preparing', 'dispatched')
  await set('documents_presented')

  // Who decides orders alone reads who says it, and is not offered what would be refused.
  const salesperson = await stage.app.newPerson()
  await stall.sql(`insert into public.user_roles (user_id, role) values ($1, 'sales')`, [salesperson.id])
  await addSecondFactor(salesperson)
  const sales = await stage.newPage({ as: salesperson })
  await sales.goto(`/admin/queues/orders/${id}`)
  await sales.getByText('is said by somebody with the right to confirm payments', { exact: false }).waitFor()
  const choice = sales.getByRole('region', { name: 'Letter of credit' }).getByLabel('How far it is')
  expect(await choice.locator('option').allInnerTexts()).toEqual(['Documents presented to the bank'])
  await sales.close()

  const finance = await stage.newPage({ as: contracts.colleague })
  await finance.goto(`/admin/queues/orders/${id}`)
  const letter = finance.getByRole('region', { name: 'Letter of credit' })
  await finance.getByText('the buyer’s bank pays: record the payment', { exact: false }).waitFor()
  await letter.getByText('The payment is confirmed first', { exact: false }).waitFor()
  expect(await letter.getByRole('button', { name: 'The bank has paid' }).count()).toBe(0)
  await contracts.receive(id, 7_511_878)
  const hasPaid = letter.getByRole('button', { name: 'The bank has paid' })
  await comeBack(finance, hasPaid)
  await hasPaid.click()
  await expectToast(finance, 'Letter of credit saved')
  await letter.getByText('How far it is: Paid').waitFor()
  // In words, as the panel says it.
  const history = finance.getByRole('region', { name: 'History' })
  await history.getByText('Draft received, to be read', { exact: true }).waitFor()
  expect(await history.innerText()).not.toMatch(/awaited|draft_|documents_presented/)
  await letter.getByRole('button', { name: 'The bank has paid' }).waitFor({ state: 'detached' })

  const page = await stage.newPage({ viewport: phone, as: person })
  await page.goto(`/account/orders/${id}`)
  const box = page.locator('.panel', { hasText: 'Advising bank' })
  await box.locator('[aria-current=step]').getByText('Paid', { exact: true }).waitFor()
  const sheet = page.locator('.confirmation').first()
  await sheet.getByText('The bank has paid under your letter of credit').waitFor()
  expect(await page.getByRole('main').innerText()).not.toMatch(/your transfer|our bank statement/i)
  for (const words of ['The bank has paid under your letter of credit.', 'The bank has paid us.'])
    await expect
      .poll(async () =>
        (await stage.app.mailbox()).some(({ to, text }) => to === person.email && text.includes(words)),
      )
      .toBe(true)
})

it('after a part of a claim was confirmed its buyer reads the rest beside the account, and claims it', async () => {
  const person = await stage.app.newPerson()
  const id = await contracts.agree(person, 'Bank Transfer')
  const page = await stage.newPage({ viewport: phone, as: person })
  await page.goto(`/account/orders/${id}`)
  const paying = page.locator('.panel', { hasText: 'Pay by bank transfer' })
  // A digit too many is asked about; people do send more, and can say so.
  const sentMore = paying.getByRole('button', { name: 'Yes, I sent US$751,187.80' })
  await paying.getByLabel('How much did you send?').fill('751,187.80')
  await paying.getByRole('button', { name: 'Mark as Payment Successful' }).click()
  await paying.getByText('You owe US$75,118.78. You typed US$751,187.80. Is that what you sent?').waitFor()
  await sentMore.waitFor()
  await expectSound(page)
  expect(await stall.sql('select from public.payment_claims where order_id = $1', [id])).toHaveLength(0)
  await paying.getByLabel('How much did you send?').fill('50,000')
  await sentMore.waitFor({ state: 'detached' })
  await paying.getByRole('button', { name: 'Mark as Payment Successful' }).click()
  await expectToast(page, 'Payment Successful')
  // All that is claimed is known, and the rest stands beside it.
  await page.locator('.panel', { hasText: 'Pay the rest' }).getByText('US$25,118.78').first().waitFor()

  await contracts.receive(id, 4_000_000)
  await page.reload()
  await page.getByText('US$40,000 of US$75,118.78 paid').waitFor()
  await paying.getByText('US$35,118.78').first().waitFor()
  expect(await page.locator('.panel', { hasText: 'Pay the rest' }).count()).toBe(0)
  expect(await paying.getByLabel('How much did you send?').inputValue()).toBe('35118.78')
  await paying.getByLabel('How much did you send?').fill('36,000')
  await paying.getByRole('button', { name: 'Mark as Payment Successful' }).click()
  await paying.getByRole('button', { name: 'Yes, I sent US$36,000' }).click()
  await expectToast(page, 'Payment Successful')
  const claims = await stall.sql(
    'select amount_kobo::int from public.payment_claims where order_id = $1 order by created_at',
    [id],
  )
  expect(claims).toEqual([{ amount_kobo: 5_000_000 }, { amount_kobo: 3_600_000 }])
  expect(await stall.sql('select payment_status from public.orders where id = $1', [id])).toEqual([
    { payment_status: 'claimed' },
  ])
})

it('what a complaint is granted comes off the open balance: no money goes back, and the net stands on the order', async () => {
  const person = await stage.app.newPerson()
  const id = await contracts.agree(person, '30% Advance 70% on Delivery')
  await contracts.receive(id, 2_253_563)
  await contracts.move(id, 'none', 'preparing', 'dispatched', 'delivered')
  const page = await stage.newPage({ viewport: phone, as: person })
  await page.goto(`/account/orders/${id}`)
  const form = page.getByRole('form', { name: 'Quality problem' })
  await form.getByLabel('How many Tons of them?').fill('3')
  await form.getByLabel('What is wrong?').fill('Three tons are above the moisture that we agreed on.')
  await form.getByLabel('What do you wish?').selectOption('credit')
  await form.getByRole('button', { name: 'Report the problem' }).click()
  await expectToast(page, 'Reported')

  const sheet = page.locator('.confirmation').first()
  const adminPage = await stage.newPage({ as: contracts.admin })
  await adminPage.goto(`/admin/queues/orders/${id}`)
  // What of each part is paid, as its buyer reads it.
  const parts = adminPage.getByRole('region', { name: 'Payment', exact: true }).getByRole('listitem')
  await parts.getByText('30% in advance: US$22,535.63, paid', { exact: true }).waitFor()
  await parts.getByText('70% on delivery: US$52,583.15', { exact: true }).waitFor()
  const answer = adminPage.getByRole('form', { name: 'Answer to the dispute' })
  await answer.getByLabel('Resolution').selectOption('Grant an amount')
  await answer.getByText('It comes off the US$52,583.15 that is still open', { exact: false }).waitFor()
  // Before anything is typed that the database would refuse.
  await answer.getByText('leave it to somebody else', { exact: false }).waitFor()
  // It begins with what the goods cost that the complaint is about: three tons at US$1,976.81.
  expect(await answer.getByLabel('Amount').inputValue()).toBe('5930.43')
  await answer
    .getByText('Suggested: the price of these goods less their share of a discount, with its VAT.', {
      exact: false,
    })
    .waitFor()
  await answer.getByLabel('Amount').fill('5,118.78')
  await answer.getByLabel('Why').fill('The laboratory says the same.')
  await answer.getByRole('button', { name: 'Answer the dispute' }).click()
  // As much as that takes two people, as a write-off does: the buyer hears nothing yet.
  await expectToast(adminPage, 'Entered', 'It counts when a second person has confirmed it.')
  await adminPage.getByText('granted after a complaint, US$5,118.78', { exact: false }).waitFor()
  await expectSound(adminPage)
  await page.reload()
  await sheet.getByText('US$22,535.63 of US$75,118.78 paid').waitFor()
  expect(await page.getByText('taken off').count()).toBe(0)
  const waiting = (await stall.asStaff(contracts.colleague, 'list_money_entries', { order_id: id })) as {
    id: string
    kind: string
  }[]
  expect(waiting.map(({ kind }) => kind)).toEqual(['complaint'])
  await stall.asStaff(contracts.colleague, 'decide_money_entry', {
    entry_id: waiting[0]?.id ?? '',
    is_approved: true,
  })
  await comeBack(
    adminPage,
    parts.getByText('70% on delivery: US$52,583.15, US$5,118.78 of it paid or taken off'),
  )
  const issued = adminPage.getByRole('region', { name: 'Documents' })
  await issued.getByText('Credit note CN-', { exact: false }).first().waitFor()
  await adminPage.close()

  await comeBack(page, page.getByText('US$5,118.78 taken off the balance'))
  await page.getByRole('button', { name: /^Download Credit note CN-/ }).waitFor()
  await sheet.getByText('US$22,535.63 of US$75,118.78 paid, US$5,118.78 taken off').waitFor()
  const paying = page.locator('.panel', { hasText: 'Pay by bank transfer' })
  expect(await page.getByLabel('How much did you send?').inputValue()).toBe('47464.37')
  await page.getByText('US$5,118.78 came off what you still had to pay.').waitFor()
  expect(await page.getByText('goes back to you', { exact: false }).count()).toBe(0)
  await expectSound(page)
  await contracts.receive(id, 4_746_437)
  await comeBack(page, sheet.getByText('Confirmed against our bank statement'))
  expect(await paying.count()).toBe(0)
  const facts = await sheet.innerText()
  for (const words of ['Less: granted after your complaint', '-US$5,118.78', 'Net', 'US$70,000'])
    expect(facts).toContain(words)
  await expectSound(page)
  // What is granted as money after that is paid no more either: bar, steps, rows and list name one net price.
  const dispute = { reason: 'One more bag is wet' }
  mustWork(await person.client.rpc('open_order_dispute', { order_id: id, dispute }))
  await stall.asStaff(contracts.admin, 'resolve_order_dispute', {
    order_id: id,
    answer: { resolution: 'refunded', note: 'We are sorry', refundKobo: 10_000 },
  })
  await comeBack(page, sheet.getByText('US$69,900 of US$75,118.78 paid, US$5,218.78 taken off'))
  await stall.asStaff(contracts.admin, 'record_refund', {
    order_id: id,
    details: { amountKobo: 10_000, valueDate: getLagosDay(new Date()), bankReference: `BACK/${id}` },
  })
  await comeBack(page, sheet.getByText('US$69,900 of US$69,900'))
  // The list says why less than the total is all of it.
  await page.goto('/account/orders')
  await page.getByRole('row').getByText('US$69,900').waitFor()
  await page.getByRole('row').getByText('US$5,218.78 taken off').waitFor()
  await expectSound(page)
})

it('a quote in pounds is declined: its buyer and staff read the reason, and the next one says what it has otherwise', async () => {
  const person = await stage.app.newPerson()
  const id = await contracts.ask(person)
  const send = (priceKobo: number) =>
    contracts.sendQuote(id, { currency: 'GBP', lines: [{ ...quote.lines[0], priceKobo }] })
  await send(197_681)
  const page = await stage.newPage({ viewport: phone, as: person })
  await page.goto(`/account/orders/${id}`)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  const form = page.getByRole('form', { name: declineQuoteWords.label })
  await form.getByRole('textbox').fill('Too dear for us')
  await form.getByRole('button', { name: declineQuoteWords.submitLabel }).click()
  await expectToast(page, 'Quote declined')
  await page.getByText('You declined our quote.', { exact: false }).waitFor()
  await page.locator('.panel', { hasText: 'Documents' }).getByText('Out of date').waitFor()
  await page.locator('.confirmation').first().getByText('You declined £75,118.78').waitFor()
  await expectSound(page)
  const adminPage = await stage.newPage({ as: contracts.admin })
  await adminPage.goto(`/admin/queues/orders/${id}`)
  await adminPage
    .getByRole('region', { name: 'Quotes' })
    .getByText('The buyer’s reason: Too dear for us')
    .waitFor()
  await expectSound(adminPage)
  await send(150_000)
  await comeBack(page, page.getByText('was £75,118.78'))
  await page.getByRole('button', { name: 'Accept £57,000' }).waitFor()
})

it('is ordered again as it was agreed, and so is a template of it', async () => {
  const person = await stage.app.newPerson()
  const id = await contracts.agree(person, '30% Advance 70% on Delivery')
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
