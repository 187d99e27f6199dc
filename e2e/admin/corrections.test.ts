/** A payment that was typed wrongly is put right by two people, in a browser: admin area, buyer's page and document say the same afterwards. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import type { Person } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { openStall } from '../market/market-actions.ts'
import { phone, useStage } from '../stage.ts'
import { goWithin } from './admin-stage.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)
let buyer: Person
let [first, second, sales]: Person[] = []

beforeAll(async () => {
  buyer = await stage.app.newPerson()
  first = await stage.app.newPerson()
  second = await stage.app.newPerson()
  sales = await stage.app.newPerson()
  await stall.sql(
    `insert into public.user_roles (user_id, role) values ($1, 'finance'), ($2, 'finance'), ($3, 'sales')`,
    [first.id, second.id, sales.id],
  )
})

/** An order of one product, for 100,000 naira where nothing else is said. */
async function place(kobo = 10_000_000) {
  const yam = await stall.addProduct('Yam', kobo)
  return mustWork(
    await buyer.client.rpc('place_market_order', {
      request: {
        items: [{ productId: yam.id, quantity: 1, priceKobo: yam.priceKobo }],
        contact: {
          name: 'Ada Obi',
          phone: '08031234567',
          address: '12 Marina Road',
          state: 'Lagos',
          lga: 'Lagos Island',
        },
      },
      context: { idempotencyKey: randomUUID() },
    }),
  ) as unknown as { id: string; code: string }
}

it('a payment that was typed wrongly is put right by two people, and nothing says the old amount any more', async () => {
  const [typist, colleague] = [first, second] as [Person, Person]
  const placed = await place()
  const details = { amountKobo: 10_000_000, valueDate: getLagosDay(new Date()), bankReference: 'FT 0096 A' }
  await stall.asStaff(typist, 'confirm_payment', { order_id: placed.id, details })

  const adminPage = await stage.newPage({ as: typist })
  await adminPage.goto(`/admin/queues/orders/${placed.id}`)
  const payment = adminPage.getByRole('region', { name: 'Payment', exact: true })
  await payment.getByText('Correct this').click()
  const form = adminPage.getByRole('form', { name: 'Correct this payment' })
  await form.getByText('Recorded: ₦100,000').waitFor()
  await form.getByText('A second person must confirm the correction', { exact: false }).waitFor()
  const came = form.getByLabel('What really came for this order')
  const enter = form.getByRole('button', { name: 'Enter the correction' })
  await came.fill('10,000')
  await enter.click()
  await form.locator('[id$=reason-error]').getByText('Please give a reason').waitFor()
  await form.getByLabel('Why').fill('A nought too many')
  await expectSound(adminPage)
  // A digit too many is asked about, and nothing is entered.
  await came.fill('150,000')
  await enter.click()
  const surplus = (on: Page) => on.getByRole('alertdialog', { name: '₦50,000 more than this order owes' })
  await surplus(adminPage)
    .getByText('and ₦100,000 of this payment is recorded already. Record ₦150,000 only if it stands', {
      exact: false,
    })
    .waitFor()
  // The answer is sent; what is refused has the focus, as after the button of the form.
  await adminPage.route('**/rpc/correct_payment', (route) => route.abort(), { times: 1 })
  stage.expectError(/net::ERR_FAILED/)
  await surplus(adminPage).getByRole('button', { name: 'Record ₦150,000' }).click()
  const focused = () => adminPage.evaluate(() => document.activeElement?.className)
  await expect.poll(focused).toContain('error-message')
  await enter.click()
  await surplus(adminPage).getByRole('button', { name: 'Change the amount' }).click()
  await came.fill('10,000')
  await enter.click()
  await expectToast(adminPage, 'Entered', 'It counts when a second person has confirmed it.')
  // In place of the form, where the focus was: one correction waits at a time.
  const waits = payment.getByText('A correction of this payment waits for a second person', { exact: false })
  await expect.poll(() => waits.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await form.count()).toBe(0)
  await payment.getByText('really came ₦10,000, not ₦100,000 as recorded', { exact: false }).waitFor()
  await payment.getByText('Somebody else with the right to confirm payments looks at it too.').waitFor()

  await stall.asStaff(colleague, 'list_money_entries', { order_id: placed.id })
  const other = await stage.newPage({ as: colleague })
  await other.goto('/admin/home')
  await other.getByText('A payment corrected to ₦10,000 waits for a second person:').waitFor()
  await goWithin(other, `/admin/queues/orders/${placed.id}`)
  await other.getByRole('button', { name: 'Confirm the correction' }).click()
  await expectToast(other, 'Confirmed by a second person')
  // Who waited goes on where the form is opened.
  await expect.poll(() => adminPage.evaluate(() => document.activeElement?.textContent)).toBe('Correct this')
  const account = other.getByRole('region', { name: 'Payment', exact: true })
  await account.getByText('₦10,000 of ₦100,000 received').waitFor()
  await account.getByText('-₦90,000').waitFor()
  const [{ id: paymentId } = { id: '' }] = await stall.sql<{ id: string }>(
    `select id from public.payments where order_id = $1 and kind = 'receipt'`,
    [placed.id],
  )
  await other.getByText('Live', { exact: true }).waitFor()
  // A correction that brings more than is owed is asked about by the second person, too.
  const more = {
    amountKobo: 15_000_000,
    wasKobo: 1_000_000,
    reason: 'Read again',
    idempotencyKey: randomUUID(),
  }
  await stall.asStaff(typist, 'correct_payment', { payment_id: paymentId, details: more })
  await other.getByRole('button', { name: 'Confirm the correction' }).click()
  await surplus(other)
    .getByText(
      '₦90,000 is still to be paid, and ₦10,000 of this payment is recorded already. Confirm ₦150,000',
      { exact: false },
    )
    .waitFor()
  await surplus(other).getByRole('button', { name: 'Look once more' }).click()
  await other.getByRole('button', { name: 'Drop it' }).click()
  await expectToast(other, 'Entry dropped')
  await other
    .getByRole('region', { name: 'Documents' })
    .getByText('corrected since', { exact: false })
    .waitFor()
  await expectSound(other)

  const page = await stage.newPage({ viewport: phone, as: buyer })
  await page.goto(`/account/orders/${placed.id}`)
  await page.getByText('We corrected a payment: ₦90,000 less came than we had recorded').waitFor()
  await page.getByText('Corrected: this receipt counts no more').waitFor()
  await page.getByText('Corrected by us').waitFor()
  await expectSound(page)
  const [wrong] = await stall.sql<{ verification_code: string }>(
    `select verification_code from public.order_documents where order_id = $1 and kind = 'receipt' order by issued_at limit 1`,
    [placed.id],
  )
  await page.goto(`/verify/${wrong?.verification_code}`)
  await page.getByRole('heading', { level: 1, name: 'This receipt counts no more' }).waitFor()
  expect(await page.locator('dl').innerText()).toContain('which is wrong')
  await expectSound(page)
})

it('an approved order of which nothing came is held while nobody has confirmed it, and then declined', async () => {
  const [typist, colleague, seller] = [first, second, sales] as [Person, Person, Person]
  const { id, code } = await place()
  const line = { amountKobo: 10_000_000, valueDate: getLagosDay(new Date()), bankReference: 'FT 0098 A' }
  await stall.asStaff(typist, 'confirm_payment', { order_id: id, details: line })
  await stall.decide(seller, id, 'approved')
  const [payment] = await stall.sql<{ id: string }>(`select id from public.payments where order_id = $1`, [
    id,
  ])
  const correction = {
    ...{ amountKobo: 0, wasKobo: 10_000_000, reason: 'Another buyer’s', idempotencyKey: randomUUID() },
  }
  const adminPage = await stage.newPage({ as: seller })
  await adminPage.goto(`/admin/queues/orders/${id}`)
  await adminPage.getByRole('button', { name: 'Start preparing' }).waitFor()
  await adminPage.getByText('Live', { exact: true }).waitFor()
  expect(await adminPage.getByRole('button', { name: `Decline order ${code}` }).count()).toBe(0)

  const { entryId } = (await stall.asStaff(typist, 'correct_payment', {
    payment_id: payment?.id ?? '',
    details: correction,
  })) as unknown as { entryId: string }
  await adminPage.getByText('a second person looks at the correction of a payment').waitFor()
  await adminPage.getByText('The goods can leave once the correction', { exact: false }).waitFor()
  expect(await adminPage.getByRole('button', { name: 'Start preparing' }).count()).toBe(0)
  await expectSound(adminPage)

  await stall.asStaff(colleague, 'decide_money_entry', { entry_id: entryId, is_approved: true })
  await adminPage.getByRole('button', { name: `Decline order ${code}` }).click()
  const dialog = adminPage.getByRole('dialog')
  await dialog.getByRole('textbox').fill('The payment was not yours')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await adminPage.getByText('nothing, it is closed').waitFor()
  await adminPage
    .getByRole('region', { name: 'Documents' })
    .getByText('taken back by a credit note', { exact: false })
    .waitFor()
  await expectSound(adminPage)

  const page = await stage.newPage({ viewport: phone, as: buyer })
  await page.goto(`/account/orders/${id}`)
  await page.getByText('The payment was not yours').first().waitFor()
  await page.getByText('Taken back by a credit note: nothing is due').waitFor()
  await expectSound(page)
})

it('money above the limit of one person is on the open page of a colleague at once, and more than is owed is asked about by both', async () => {
  const [typist, colleague] = [first, second] as [Person, Person]
  const { id } = await place(600_000_000)
  const open = async (as: Person) => {
    await stall.asStaff(as, 'list_money_entries', { order_id: id })
    const page = await stage.newPage({ as })
    await page.goto(`/admin/queues/orders/${id}`)
    await page.getByText('Live', { exact: true }).waitFor()
    const form = page.getByRole('form', { name: 'Confirm payment' })
    const amount = form.getByLabel('Amount')
    await expect.poll(() => amount.inputValue()).toBe('6000000.00')
    const enter = async (reference: string) => {
      await form.getByLabel('Bank reference').fill(reference)
      await form.getByRole('button', { name: 'Confirm payment' }).click()
    }
    const question = page.getByRole('alertdialog', { name: '₦6,000,000 more than this order owes' })
    return { page, amount, enter, question, entries: page.getByText('Waits for a second person:') }
  }
  const [here, there] = [await open(typist), await open(colleague)]
  await here.enter('FT 0100 A')
  await expectToast(here.page, 'Entered', 'It counts when a second person has confirmed it.')
  await there.entries.waitFor()
  // What waits is not asked for again, and counts where more is entered.
  for (const { amount } of [here, there]) await expect.poll(() => amount.inputValue()).toBe('')
  await here.amount.fill('6,000,000')
  await here.enter('FT 0100 B')
  await here.question.getByText('₦0 is still to be paid, beside ₦6,000,000 that waits').waitFor()
  await expectSound(here.page)
  await here.question.getByRole('button', { name: 'Record ₦6,000,000' }).click()
  await expect.poll(() => there.entries.count()).toBe(2)

  const confirm = there.page.getByRole('button', { name: 'It stands on the statement: confirm' })
  await confirm.first().click()
  await expectToast(there.page, 'Confirmed by a second person')
  await expect.poll(() => here.entries.count()).toBe(1)
  await confirm.click()
  await there.question.getByText('Confirm ₦6,000,000 only if it stands on the statement').waitFor()
  await expectSound(there.page)
  await there.question.getByRole('button', { name: 'Look once more' }).press('Enter')
  await expect.poll(() => confirm.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await stall.sql('select from public.payments where order_id = $1', [id])).toHaveLength(1)

  // Dropped by the colleague while the first person takes it back.
  await here.page.route('**/rpc/decide_money_entry', async (route) => {
    const [entry] = await stall.sql<{ id: string }>(
      'select id from private.money_entries where order_id = $1 and decided_at is null',
      [id],
    )
    await stall.asStaff(colleague, 'decide_money_entry', { entry_id: entry?.id ?? '', is_approved: false })
    await route.continue()
  })
  await here.page.getByRole('button', { name: 'Take it back' }).click()
  await expectToast(here.page, 'Not done', 'Somebody else has decided on this entry. Please look again.')
  await expect.poll(() => there.entries.count()).toBe(0)
  const focused = () => here.page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Payment')
})
