/** Money and corrections in the admin area in a browser: what is offered, what is not, and why. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { orderUploadBuckets } from '#domain/market/market-orders.ts'
import type { Person } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { createApplicant, takePhoto } from '#tests/server/registrations/applicant.ts'
import { expectPath, expectToast, orderAnswers, waitForMail } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'
import { expectSoundAt, goWithin } from './admin-stage.ts'

const stage = useStage()
let buyer: Person
/** An admin whose session has shown its second factor. */
let admin: Person

const sql = <Row>(text: string, values: unknown[] = []) =>
  asOwner(stage.app.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[])

/** An order of the buyer's for 1,000 naira, in these states of the order and its money. */
async function placeOrder(kind: 'bulk' | 'marketplace', status: string, payment: string) {
  const request = { ...orderAnswers, email: buyer.email, product: 'Garlic' }
  const order = mustWork(
    await buyer.client.rpc('submit_order', { request, idempotency_key: randomUUID() }),
  ) as { id: string; code: string }
  await asOwner(stage.app.databaseUrl, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      `update public.orders set kind = $2, status = $3::text, payment_status = $4, total_amount_kobo = 100000,
         decline_reason = case when $3::text = 'declined' then 'No' end
       where id = $1`,
      [order.id, kind, status, payment],
    )
    // What the triggers would have posted of the price.
    await client.query('set session_replication_role = origin')
    await client.query('select private.post_order_change(null, orders) from public.orders where id = $1', [
      order.id,
    ])
  })
  return order
}

async function openAdmin(path: string): Promise<Page> {
  const page = await stage.newPage({ as: admin })
  await page.goto(path)
  return page
}

beforeAll(async () => {
  ;[buyer, admin] = await Promise.all([stage.app.newPerson(), stage.app.newPerson()])
  await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [admin.id])
  await addSecondFactor(admin)
})

/** 1,000 naira that somebody recorded. */
const addReceipt = (orderId: string, { id }: Person) =>
  sql(
    `insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
     select id, 'receipt', 100000, currency, '2026-01-04', 'OLD/' || code, $2 from public.orders where id = $1`,
    [orderId, id],
  )

describe('an order of the marketplace', () => {
  it('is approved only when its money is here, and says so where the button would be', async () => {
    const { code, id } = await placeOrder('marketplace', 'pending', 'unpaid')
    const page = await openAdmin(`/admin?q=${code}`)
    const approve = page.getByRole('button', { name: `Approve order ${code}` })
    await page.getByText('Can be approved when its payment is confirmed').waitFor()
    await page.getByRole('button', { name: `Decline order ${code}` }).waitFor()
    expect(await approve.count()).toBe(0)
    await page.getByRole('link', { name: `Details of order ${code}` }).focus()
    await page.keyboard.press('a')
    await expectToast(page, 'Update Failed', 'Failed to update order status.')
    await page.getByRole('alert').getByText('Can be approved when its payment is confirmed').waitFor()
    await admin.client
      .rpc('confirm_payment', {
        order_id: id,
        details: { amountKobo: 100_000, valueDate: getLagosDay(new Date()), bankReference: 'TRF/0100' },
      })
      .throwOnError()
    // Where its payment was confirmed.
    await goWithin(page, `/admin/queues/payments?record=${id}`)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Approve order ${code}` })
      .click()
    await expectToast(page, 'Order Updated', 'Order status has been updated successfully.')
  })
})

it('credit terms are given and taken back on the record, and with them an order is completed before its money', async () => {
  const { code, id } = await placeOrder('bulk', 'approved', 'unpaid')
  const page = await openAdmin(`/admin/queues/orders/${id}`)
  const payment = page.getByRole('region', { name: 'Payment' })
  await payment.getByText('Credit terms', { exact: true }).click()
  const form = payment.getByRole('form', { name: 'Credit terms' })
  await form.getByRole('button', { name: 'Give credit terms' }).click()
  await form.getByText('Please give a reason').waitFor()
  await form.getByLabel('On which terms').fill('30 days, agreed by the board')
  await form.getByRole('button', { name: 'Give credit terms' }).click()
  await expectToast(page, 'Credit terms saved', 'The order may go on before its money is there.')
  await form.getByRole('button', { name: 'Take them back' }).click()
  // Its name changes while it works; the part is closed once there are none.
  await payment.locator('details:not([open]) > summary', { hasText: 'Credit terms' }).click()
  await form.getByLabel('On which terms').fill('Known for years')
  await form.getByRole('button', { name: 'Give credit terms' }).click()
  await form.getByRole('button', { name: 'Save credit terms' }).waitFor()
  await goWithin(page, `/admin?q=${code}`)
  await page.getByText('1 found').waitFor()
  await page.getByRole('button', { name: `Complete order ${code}` }).click()
  // Its goods were never marked as delivered.
  const question = page.getByRole('dialog', { name: `Complete order ${code} without a delivery?` })
  await question.getByRole('button', { name: 'Complete', exact: true }).click()
  await expectToast(page, 'Order Updated', 'Order status has been updated successfully.')
  const [order] = await sql<{ reason: string }>(
    'select credit_terms_reason as reason from public.orders where id = $1',
    [id],
  )
  expect(order?.reason).toBe('Known for years')

  // It is opened again for a reason, which stays through a reload until it is sent.
  await goWithin(page, `/admin/queues/orders/${id}`)
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await page.getByRole('button', { name: 'Reopen', exact: true }).click()
  await reason.fill('Two sacks are still to come.')
  await page.reload()
  await page.getByRole('button', { name: 'Reopen', exact: true }).click()
  await expect.poll(() => reason.inputValue()).toBe('Two sacks are still to come.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen', exact: true }).click()
  await expectToast(page, 'Order reopened', 'It is approved again; the reason is in its history.')
  expect(await sql('select status from public.orders where id = $1', [id])).toEqual([{ status: 'approved' }])
})

it('only what was promised an answer is late: a bulk order, never one that waits for its buyer’s money', async () => {
  const [bought, requested] = [
    await placeOrder('marketplace', 'pending', 'unpaid'),
    await placeOrder('bulk', 'pending', 'unpaid'),
  ]
  await sql("update public.orders set created_at = now() - interval '30 hours' where id = any($1)", [
    [bought.id, requested.id],
  ])
  const page = await openAdmin('/admin')
  const line = (code: string) => page.getByRole('row').filter({ hasText: code })
  await line(requested.code).getByText('6 h late').waitFor()
  expect(await line(bought.code).getByText('late').count()).toBe(0)
  await page.getByRole('button', { name: 'Overdue' }).click()
  await line(bought.code).waitFor({ state: 'detached' })
  await line(requested.code).waitFor()
})

it('goods are not offered to be prepared before their advance is here: list, drawer and page say for whom it waits', async () => {
  // Its buyer has an account to pay to.
  await sql(
    `insert into public.settlement_accounts (kind, bank_name, account_name, account_number, proposed_at, approved_at, effective_at, is_demo)
     values ('bank_account', 'Demo Bank', 'Demo Company', '0000000000', now(), now(), now(), true)`,
  )
  const { code, id } = await placeOrder('bulk', 'approved', 'unpaid')
  await sql(
    `insert into public.order_instalments (order_id, position, percent, due, amount_kobo)
     select id, 1, 100, 'in_advance', total_amount_kobo from public.orders where id = $1`,
    [id],
  )
  const recordPage = `/admin/queues/orders/${id}`
  const page = await openAdmin(recordPage)
  for (const path of [recordPage, `/admin/queues/orders?step=waits_for_buyer&q=${code}&record=${id}`]) {
    if (path !== recordPage) await Promise.all([goWithin(page, path), page.getByRole('dialog').waitFor()])
    await page.getByText('the buyer pays what is due before the goods leave').waitFor()
    const goods = page.getByRole('region', { name: 'Delivery' })
    await goods
      .getByText('The goods can leave once what is due before delivery has come', { exact: false })
      .waitFor()
    expect(await goods.getByRole('button').count()).toBe(0)
  }
  await sql(
    `insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
     select id, 'receipt', total_amount_kobo, currency, '2026-01-04', 'ADV/' || code, $2 from public.orders where id = $1`,
    [id, admin.id],
  )
  await goWithin(page, recordPage)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const start = page.getByRole('button', { name: 'Start preparing' })
  await start.waitFor()
  expect(await start.evaluate((button) => button.className)).toContain('btn-primary')
  await start.click()
  // The button is the next step by now: what is read goes on at the name of the part.
  await start.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H3')
})

describe('money that comes', () => {
  it.each([
    ['after the whole was paid', 'approved', 'confirmed', 'The buyer has been told.'],
    ['after too much was paid', 'approved', 'overpaid', 'The buyer has been told.'],
    ['for an order that was declined', 'declined', 'unpaid', 'It is due back to the buyer.'],
    ['after a refund of one', 'declined', 'refunded', 'It is due back to the buyer.'],
  ])('%s is recorded', async (_, status, payment, reported) => {
    const { code, id } = await placeOrder('bulk', status, payment)
    if (['confirmed', 'overpaid'].includes(payment)) await addReceipt(id, admin)
    const page = await openAdmin(`/admin/queues/orders/${id}`)
    await page.getByText('More money came').click()
    const form = page.getByRole('form', { name: 'Record more money' })
    expect(await form.getByLabel('Amount').inputValue()).toBe('')
    const record = form.getByRole('button', { name: 'Record more money' })
    await form.getByLabel('Amount').fill('250.505')
    await record.click()
    await form
      .locator('[id$=amountKobo-error]')
      .getByText('Enter the amount, for example 35,000.00')
      .waitFor()
    await form.getByLabel('Amount').fill('250.50')
    await record.click()
    await form.locator('[id$=bankReference-error]').getByText('Enter the reference that stands').waitFor()
    await form.getByLabel('Bank reference').fill(`NEW/${code}`)
    await record.click()
    await expectToast(page, 'Payment recorded', reported)
    await page.getByRole('region', { name: 'Payment' }).getByText(`NEW/${code}`).waitFor()
  })

  it('is one call at a time: nothing moves while it runs, and no second press lands on another button', async () => {
    const { code, id } = await placeOrder('bulk', 'approved', 'claimed')
    const page = await openAdmin(`/admin?q=${code}&record=${id}`)
    const form = page.getByRole('form', { name: 'Confirm payment' })
    const reject = page.getByRole('button', { name: 'Not on the statement: reject the claim' })
    const called: string[] = []
    page.on('request', (request) => called.push(request.url().split('/rpc/')[1] ?? ''))
    await form.getByLabel('Bank reference').fill(`ONE/${code}`)
    let answer = () => {}
    await page.route('**/rpc/confirm_payment', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.fulfill({ status: 400, json: { code: '23514', message: 'Look at the amount', hint: null } })
    })
    stage.expectError(/400/)
    for (const attempt of [1, 2]) {
      await form.getByRole('button').click({ trial: true }) // it is in sight, and can be pressed
      const before = await form.getByRole('button').boundingBox()
      await form.getByRole('button').click()
      await form.getByRole('button', { name: 'Recording...' }).waitFor()
      expect((await form.getByRole('button').boundingBox())?.y, `attempt ${attempt}`).toBe(before?.y)
      expect(await reject.isDisabled()).toBe(true)
      answer()
      await form.getByRole('alert').getByText('Look at the amount').waitFor()
      // As long as a double click takes.
      expect(await reject.isDisabled()).toBe(true)
    }
    await reject.click()
    const question = page.getByRole('alertdialog', {
      name: 'The buyer is told that we cannot find the payment',
    })
    await question.getByRole('button', { name: 'Keep the claim' }).click()
    expect(called).not.toContain('reject_payment_claim')
    await reject.click()
    await page.route('**/rpc/reject_payment_claim', async (route) => {
      // Closed while it runs, it opens again to say how that failed.
      await page.keyboard.press('Escape')
      await route.fulfill({ status: 400, json: { code: '23514', message: 'Look once more', hint: null } })
    })
    await question.getByRole('button', { name: 'Reject the claim' }).click()
    await question.getByText('Look once more').waitFor()
    await page.unroute('**/rpc/reject_payment_claim')
    await question.getByRole('button', { name: 'Reject the claim' }).click()
    await expectToast(page, 'Claim rejected', 'The buyer has been told that the money was not found.')
  })

  it('is not said to reach a buyer without a mailbox, before a claim is rejected and after', async () => {
    const { code, id } = await placeOrder('marketplace', 'pending', 'claimed')
    await sql(
      `set session_replication_role = replica;
       update public.orders set user_id = null where id = '${id}';
       delete from public.order_requests where order_id = '${id}';
       insert into public.order_contacts (order_id, name, phone, state, lga)
         values ('${id}', 'Ada Obi', '+2348030000001', 'Lagos', 'Ikeja')`,
    )
    const page = await openAdmin(`/admin/queues/orders/${id}`)
    await page.getByRole('button', { name: 'Not on the statement: reject the claim' }).click()
    const question = page.getByRole('alertdialog', { name: 'Nobody is told that we cannot find the payment' })
    await question.getByText(`There is no email for order ${code}. Please ring the buyer.`).waitFor()
    await expectSound(page)
    await question.getByRole('button', { name: 'Reject the claim' }).click()
    await expectToast(page, 'Claim rejected', 'Nobody was told: no email reaches them. Please ring them.')
  })

  it('of a claim with a digit too many is not offered, and more than is owed is asked about first', async () => {
    const { code, id } = await placeOrder('bulk', 'approved', 'unpaid')
    mustWork(await buyer.client.rpc('claim_payment', { order_id: id, claim: { amountKobo: 10_000_000 } }))
    const page = await openAdmin(`/admin?q=${code}&record=${id}`)
    const form = page.getByRole('form', { name: 'Confirm payment' })
    await page.getByText('The buyer says that they sent ₦100,000.').waitFor()
    expect(await form.getByLabel('Amount').inputValue()).toBe('1000.00')
    await form.getByLabel('Amount').fill('100,000')
    await form.getByLabel('Bank reference').fill(`MORE/${code}`)
    const question = page.getByRole('alertdialog', { name: '₦99,000 more than this order owes' })
    const press = () => form.getByRole('button', { name: 'Confirm payment' }).click()
    await press()
    await question.waitFor()
    await expectSound(page)
    await question.getByRole('button', { name: 'Change the amount' }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => form.evaluate((box) => box.contains(document.activeElement))).toBe(true)
    expect(await sql('select from public.payments where order_id = $1', [id])).toHaveLength(0)
    // What truly came is recorded.
    await form.getByLabel('Amount').fill('1,000.50')
    await press()
    const truly = page.getByRole('alertdialog', { name: '₦0.50 more than this order owes' })
    await truly.getByRole('button', { name: 'Record ₦1,000.50' }).click()
    await expectToast(page, 'Payment recorded', 'The buyer has been told.')
    await page.getByText('₦0.50 is due back').waitFor()
  })

  it('in parts is requested again: the rest stands in the form, and no reference is left from the first part', async () => {
    const { code, id } = await placeOrder('bulk', 'approved', 'unpaid')
    const page = await openAdmin(`/admin/queues/orders/${id}`)
    const form = page.getByRole('form', { name: 'Confirm payment' })
    await form.getByLabel('Amount').fill('400')
    await form.getByLabel('Bank reference').fill(`PART/${code}`)
    // What is typed is there again after a reload.
    await page.reload()
    await expect.poll(() => form.getByLabel('Bank reference').inputValue()).toBe(`PART/${code}`)
    await form.getByRole('button', { name: 'Confirm payment' }).click()
    await expectToast(page, 'Payment recorded', 'The buyer has been told.')
    await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('600.00')
    expect(await form.getByLabel('Bank reference').inputValue()).toBe('')

    // What is expected becomes another sum: the amount follows until something is typed, and what is typed stays.
    await page.getByText('Live', { exact: true }).waitFor()
    const expectNow = async (inAdvance: number) => {
      await sql(
        `insert into public.order_instalments (order_id, position, percent, due, amount_kobo)
         select $1, position, percent, due, percent * 1000
         from (values (1, $2::integer, 'in_advance'), (2, 100 - $2::integer, 'on_delivery')) as part (position, percent, due)
         on conflict (order_id, position) do update set percent = excluded.percent, amount_kobo = excluded.amount_kobo`,
        [id, inAdvance],
      )
      await sql('update public.orders set updated_at = now() where id = $1', [id])
    }
    await expectNow(60)
    await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('200.00')
    await form.getByLabel('Bank reference').fill(`HALF/${code}`)
    await expectNow(70)
    await page.getByText('₦300 is due now', { exact: false }).waitFor()
    expect(await form.getByLabel('Bank reference').inputValue()).toBe(`HALF/${code}`)
    expect(await form.getByLabel('Amount').inputValue()).toBe('200.00')
    // Half of what is open is recorded: the same sum is expected next, and nothing of the first half is left.
    await form.getByLabel('Amount').fill('300')
    await form.getByRole('button', { name: 'Confirm payment' }).click()
    await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('300.00')
    expect(await form.getByLabel('Bank reference').inputValue()).toBe('')

    // The rest never comes. A try without an answer is the same one after a reload. A colleague recorded what came.
    await sql(
      `set session_replication_role = replica; update public.payments set recorded_by = '${buyer.id}' where order_id = '${id}'`,
    )
    const keys: string[] = []
    stage.expectError(/ERR_FAILED/)
    await page.route('**/rpc/settle_remainder', (route) => {
      keys.push(route.request().postDataJSON().details.idempotencyKey)
      return keys.length === 1 ? route.abort() : route.continue()
    })
    const rest = page.getByRole('form', { name: 'Settle the rest' })
    await page.getByText('Settle the rest without money').click()
    await rest.getByText('If you recorded a payment of this order, somebody else must settle').waitFor()
    const amount = rest.getByLabel('Amount')
    // Nothing is due now, so nothing is filled in; of what is due now, that and not what comes later.
    expect(await amount.inputValue()).toBe('')
    await expectNow(80)
    await page.getByText('₦100 is due now', { exact: false }).waitFor()
    await page.getByText('Settle the rest without money').click()
    await expect.poll(() => amount.inputValue()).toBe('100.00')
    await amount.fill('none')
    await rest.getByRole('button', { name: 'Settle the rest' }).click()
    await rest.getByText('Enter an amount of at most', { exact: false }).waitFor()
    expect(await amount.getAttribute('aria-invalid')).toBe('true')
    await amount.fill('300')
    await rest.getByRole('button', { name: 'Settle the rest' }).click()
    await rest.getByText('Please give a reason').waitFor()
    expect(await rest.getByLabel('Why').getAttribute('aria-invalid')).toBe('true')
    expect(await rest.getByRole('alert').count()).toBe(0)
    await rest.getByLabel('Why').fill('Kept by the bank')
    await rest.getByRole('button', { name: 'Settle the rest' }).click()
    await rest.getByRole('alert').waitFor()
    await page.reload()
    await page.getByText('Settle the rest without money').click()
    await expect.poll(() => rest.getByLabel('Why').inputValue()).toBe('Kept by the bank')
    await rest.getByRole('button', { name: 'Settle the rest' }).click()
    await expectToast(page, 'Settled', 'It is not asked for any more.')
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('stands in the queue of payments while it waits for us, and under its own state', async () => {
    const { code } = await placeOrder('bulk', 'approved', 'refund_due')
    const settled = await placeOrder('bulk', 'approved', 'confirmed')
    const page = await openAdmin(`/admin/queues/payments?q=${code}`)
    await page.getByRole('link', { name: `Details of order ${code}` }).waitFor()
    expect(await page.getByLabel('Status').locator('option').first().innerText()).toBe('Waiting for us')
    await goWithin(page, `/admin/queues/payments?q=${settled.code}`)
    await page.getByText('No payments found').waitFor()
    await goWithin(page, `/admin/queues/payments?q=${settled.code}&status=confirmed`)
    await page.getByRole('link', { name: `Details of order ${settled.code}` }).waitFor()
  })
})

describe('money that goes back', () => {
  it('is named in a question before its order is completed', async () => {
    const { code, id } = await placeOrder('bulk', 'approved', 'unpaid')
    await sql(
      `set session_replication_role = replica; update public.orders set fulfilment_status = 'delivered' where id = '${id}'`,
    )
    await admin.client
      .rpc('confirm_payment', {
        order_id: id,
        details: { amountKobo: 100_050, valueDate: getLagosDay(new Date()), bankReference: `OVER/${code}` },
      })
      .throwOnError()
    const page = await openAdmin(`/admin?q=${code}`)
    await page.getByRole('button', { name: `Complete order ${code}` }).click()
    const question = page.getByRole('dialog', { name: `Complete order ${code} with ₦0.50 still to go back?` })
    await question.getByText('₦0.50 is still to go back to the buyer').waitFor()
    await expectSound(page)
    expect(await sql('select status from public.orders where id = $1', [id])).toEqual([
      { status: 'approved' },
    ])
    await question.getByRole('button', { name: 'Complete', exact: true }).click()
    await expectToast(page, 'Order Updated', 'Order status has been updated successfully.')
    expect(
      await sql('select status, refund_due_kobo::int as back from public.orders where id = $1', [id]),
    ).toEqual([{ status: 'completed', back: 50 }])
  })

  it('is requested as it is due, and recorded once', async () => {
    const { code, id } = await placeOrder('bulk', 'declined', 'refund_due')
    await addReceipt(id, buyer)
    await sql(
      `set session_replication_role = replica; update public.orders set refund_due_kobo = 100000 where id = '${id}'`,
    )
    const page = await openAdmin(`/admin/queues/payments?record=${id}`)
    await page.setViewportSize(phone)
    const form = page.getByRole('form', { name: 'Record refund' })
    const amount = form.getByLabel('Amount')
    const said = (field: string, words: string) =>
      form.locator(`[id$=${field}-error]`).getByText(words, { exact: true }).waitFor()
    const day = form.getByLabel('Day on the statement')
    const record = form.getByRole('button', { name: 'Record refund' })
    expect(await amount.inputValue()).toBe('1000.00')
    // Before anything is filled in.
    await page
      .getByText('If you recorded a payment of this order, somebody else must record what goes back.')
      .waitFor()
    let sent = 0
    await page.route('**/rpc/record_refund', (route) => {
      sent++
      return route.continue()
    })
    await amount.fill('1000.01')
    await record.click()
    await said('amountKobo', 'At most ₦1,000 is to go back')
    expect(await amount.evaluate((box) => box === document.activeElement)).toBe(true)
    await expectSound(page, 'more than is to go back, on a phone')
    await amount.fill('1000')
    await record.click()
    await said('bankReference', 'Enter the reference that stands on the statement')
    await expectSound(page, 'money that goes back on a phone')
    expect(sent).toBe(0)
    await form.getByLabel('Bank reference').fill(`BACK/${code}`)
    // What the database alone refuses stands at its field, too.
    const today = await day.inputValue()
    await day.fill('2020-01-06')
    await record.click()
    await said('valueDate', 'Enter the day that stands on the statement, between the order and today')
    expect(sent).toBe(1)
    await day.fill(today)
    await record.click()
    await expectToast(page, 'Refund recorded')
    const payment = page.getByRole('region', { name: 'Payment', exact: true })
    await payment.getByText('Refunded').waitFor()
    await payment.getByText('Sent back', { exact: false }).waitFor()
    await form.waitFor({ state: 'detached' })
    expect(
      await sql("select amount_kobo::integer from public.payments where order_id = $1 and kind = 'refund'", [
        id,
      ]),
    ).toEqual([{ amount_kobo: 100_000 }])
  })
})

describe('a dispute', () => {
  it('is looked at and answered: the buyer’s photos open, and what goes back is due', async () => {
    const { code, id } = await placeOrder('bulk', 'approved', 'confirmed')
    const path = `${id}/${randomUUID()}`
    const secret = stage.app.newClient(stage.app.keys.secretKey)
    mustWork(
      await secret.storage
        .from(orderUploadBuckets.dispute)
        .upload(path, await takePhoto(), { contentType: 'image/jpeg' }),
    )
    await addReceipt(id, admin)
    await sql(`set session_replication_role = replica;
      update public.orders set fulfilment_status = 'disputed', delivered_at = now() where id = '${id}';
      insert into public.order_disputes (order_id, reason, photo_paths) values ('${id}', 'Three sacks were wet', '{${path}}')`)
    const page = await openAdmin('/admin/queues/disputes')
    await page.getByRole('link', { name: `Details of order ${code}` }).click()
    const panel = page.getByRole('dialog').getByRole('region', { name: 'Disputes' })
    await panel.getByText('Three sacks were wet').waitFor()
    expect((await panel.boundingBox())?.y).toBeLessThan(desktop.height / 2)
    const opened = page.context().waitForEvent('page')
    await panel.getByRole('button', { name: 'Open photo 1' }).click()
    const tab = await opened
    await tab.waitForURL(/\/storage\/v1\/object\/sign\//)
    expect(await tab.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(200)
    await tab.close()
    const form = panel.getByRole('form', { name: 'Answer to the dispute' })
    await form.getByLabel('Resolution').selectOption('Grant an amount')
    // A complaint that names no quantity of any line suggests no amount.
    expect(await form.getByLabel('Amount').inputValue()).toBe('')
    await form.getByRole('button', { name: 'Answer the dispute' }).click()
    await form.getByText('Enter how much is granted').waitFor()
    expect(await form.getByLabel('Amount').getAttribute('aria-invalid')).toBe('true')
    await form.getByLabel('Amount').fill('2,000')
    await form.getByRole('button', { name: 'Answer the dispute' }).click()
    await form.getByText('Choose a resolution and say why').waitFor()
    expect(await form.getByLabel('Why').getAttribute('aria-invalid')).toBe('true')
    expect(await form.getByRole('alert').count()).toBe(0)
    await form.getByLabel('Why').fill('We saw the photos.')
    await form.getByRole('button', { name: 'Answer the dispute' }).click()
    await form
      .locator('[id$=refundKobo-error]')
      .getByText('The amount must be between 1 kobo and what the order is')
      .waitFor()
    expect(await form.getByRole('alert').count()).toBe(0)
    await form.getByLabel('Amount').fill('300')
    await page.reload()
    await form.getByLabel('Why').waitFor()
    await expect.poll(() => form.getByLabel('Why').inputValue()).toBe('We saw the photos.')
    expect(await form.getByLabel('Amount').inputValue()).toBe('300')
    await expectSoundAt(page, [desktop, phone], 'a dispute')
    await form.getByRole('button', { name: 'Answer the dispute' }).click()
    await expectToast(page, 'Dispute answered', 'The buyer has been told.')
    await panel.getByText('(₦300): We saw the photos.', { exact: false }).waitFor()
    expect(
      await sql('select payment_status, refund_due_kobo::integer from public.orders where id = $1', [id]),
    ).toEqual([{ payment_status: 'refund_due', refund_due_kobo: 30_000 }])
    await waitForMail(stage.app, buyer.email, new RegExp(code))
  })
})

describe('corrections', () => {
  it('are filtered by those that wait and those that are answered', async () => {
    const person = createApplicant({ url: stage.app.url, publishableKey: stage.app.keys.publishableKey })
    const { body } = await person.submit('farmer')
    await admin.client
      .rpc('request_correction', {
        record_type: 'farmers',
        record_id: body.id,
        notes: [{ field: 'city', note: 'Which one?' }],
        message: 'One thing about the town.',
      })
      .throwOnError()
    const page = await openAdmin('/admin/queues/corrections?status=pending')
    const line = page.getByRole('row').filter({ hasText: 'Farmer' })
    await line.getByText('Waiting').waitFor()
    await line.getByText('City', { exact: true }).waitFor()
    await page.getByLabel('Status').selectOption('Waiting: farmers')
    await page.getByText('1 found').waitFor()
    await page.getByLabel('Status').selectOption('Waiting: buyers')
    await page.getByText('No corrections found').waitFor()
    await sql(
      `insert into public.registration_submissions (record_type, record_id, version, form, answers, channel)
       select record_type, record_id, version + 1, form, answers, channel from public.registration_submissions where record_id = $1`,
      [body.id],
    )
    await page.getByLabel('Status').selectOption('Waiting')
    await page.getByText('No corrections found').waitFor()
    await page.getByLabel('Status').selectOption('Answered')
    await line.getByText('Answered').waitFor()
    await page.getByRole('link', { name: /^Details of correction/ }).click()
    await page.getByRole('dialog').getByText('One thing about the town.').waitFor()
  })
})

describe('an invitation that was taken', () => {
  it('leads to the same first place when its page is opened again', async () => {
    const colleague = await stage.app.newPerson()
    await admin.client.rpc('invite_staff', { email: colleague.email, role: 'content' }).throwOnError()
    const page = await stage.newPage({ as: colleague })
    for (let time = 0; time < 2; time += 1) {
      await page.goto('/admin/welcome')
      await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
      await expectPath(page, '/admin/queues/listings')
    }
    const other = await stage.newPage({ as: buyer })
    await other.goto('/admin/welcome')
    await other.getByRole('heading', { name: 'No invitation waits for you' }).waitFor()
  })
})
