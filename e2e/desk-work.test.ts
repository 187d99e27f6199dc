/** Work at the desk in a browser: many at once, by keyboard, two reviewers, a lost line, notes, secrets, money and calls. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork, type Person } from '#tests/harness/house.ts'
import { createApplicant, takePhoto } from '#tests/server/applicant.ts'
import { addSecondFactor } from '#tests/server/second-factor.ts'
import { expectPath, expectToast, orderAnswers, readPath, waitForMail } from './actions.ts'
import { desktop, phone, useStage } from './stage.ts'

const stage = useStage()
let buyer: Person
let admin: Person

const sql = <Row>(text: string, values: unknown[] = []) =>
  asOwner(stage.house.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[])

async function openDesk(path: string, viewport = desktop): Promise<Page> {
  const page = await stage.newPage({ as: admin, viewport })
  await page.goto(path)
  await page.getByText(/^\d+ found/).waitFor()
  return page
}

function row(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

async function addFarmers(place: string, count: number): Promise<void> {
  await sql(
    `insert into public.farmers (farm_name, location, contact_name, contact_email, phone, crops_grown, created_at)
     select $1 || ' farm ' || n, $1, 'Ada Obi', 'farmer-' || n || '@example.com', '+2348031234567', '{Maize}',
       now() - n * interval '1 minute'
     from generate_series(1, $2::integer) as n`,
    [place, count],
  )
}

async function placeOrder(product = 'Ginger'): Promise<{ id: string; code: string }> {
  const request = { ...orderAnswers, email: buyer.email, product }
  return mustWork(
    await buyer.client.rpc('submit_order', { request, idempotency_key: crypto.randomUUID() }),
  ) as { id: string; code: string }
}

beforeAll(async () => {
  ;[buyer, admin] = await Promise.all([stage.house.newPerson(), stage.house.newAdmin()])
})

describe('many at once', () => {
  it('asks for a selection, which ends with the page, the search and the filter', async () => {
    await addFarmers('Keffi', 12)
    const page = await openDesk('/admin?tab=farmers&q=Keffi')
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await expectToast(page, 'No items selected', 'Please select items to approve.')
    await page.getByRole('button', { name: 'Decline selected' }).click()
    await expectToast(page, 'No items selected', 'Please select items to decline.')
    await page.getByLabel('Select Keffi farm 1', { exact: true }).check()
    await page.getByText('1 selected').waitFor()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('None selected').waitFor()
  })

  it('approves all that match beyond the page, leaves out what was decided before, and tells each person', async () => {
    await addFarmers('Bida', 23)
    await sql(
      "update public.farmers set status = 'approved' where farm_name in ('Bida farm 3', 'Bida farm 20')",
    )
    const page = await openDesk('/admin?tab=farmers&q=Bida')
    await page.getByLabel('Select all farmers on this page').check()
    await page.getByRole('button', { name: 'Select all 23 that match' }).click()
    await page.getByText('23 selected').waitFor()
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await expectToast(page, 'Bulk Approval Successful', '21 items approved and notifications sent.')
    await page.getByText('2 skipped, because only pending ones are changed', { exact: false }).waitFor()
    await page.getByText('Bida farm 20 (Approved)', { exact: false }).waitFor()
    expect(
      await sql("select from public.farmers where location = 'Bida' and status = 'approved'"),
    ).toHaveLength(23)
    await waitForMail(stage.house, 'farmer-23@example.com', /approved/i)
  })

  it('declines with one reason, and skips what a colleague decides in that moment', async () => {
    await addFarmers('Lafia', 3)
    const page = await openDesk('/admin?tab=farmers&q=Lafia')
    await page.getByLabel('Select all farmers on this page').check()
    await page.getByRole('button', { name: 'Decline selected' }).click()
    await admin.client
      .from('farmers')
      .update({ status: 'approved' })
      .eq('farm_name', 'Lafia farm 2')
      .throwOnError()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('We do not work with farms in your area yet.')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expectToast(page, 'Bulk Decline Successful', '2 items declined and notifications sent.')
    await page.getByText('1 skipped', { exact: false }).waitFor()
    await row(page, 'Lafia farm 2').getByText('Approved').waitFor()
  })

  it('says so when nothing could be done', async () => {
    await addFarmers('Minna', 1)
    const page = await openDesk('/admin?tab=farmers&q=Minna')
    await page.getByLabel('Select Minna farm 1').check()
    await page.route('**/rest/v1/rpc/decide_records', (route) => route.abort())
    stage.expectTrouble(/net::ERR_FAILED/)
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await expectToast(page, 'Bulk Action Failed', 'Failed to complete bulk approval.')
  })
})

describe('a line that breaks in the middle of a decision', () => {
  it('is told, shows what is stored, and decides nothing twice', async () => {
    const { code } = await placeOrder('Rice')
    const page = await openDesk(`/admin?q=${code}`)
    stage.expectTrouble(/net::ERR_FAILED/)
    // The decision arrives; its answer does not.
    await page.route('**/rest/v1/orders?*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: `Approve order ${code}` }).click()
    await expectToast(page, 'Update Failed', 'Failed to update order status.')
    await page.getByText('No answer came', { exact: false }).waitFor()
    await row(page, code).getByText('Approved').waitFor()
    expect(
      await sql(
        'select from public.decision_events join public.orders on orders.id = record_id where code = $1',
        [code],
      ),
    ).toHaveLength(1)
  })
})

describe('the keyboard', () => {
  it('goes through the list, opens, decides, searches and explains itself', async () => {
    await addFarmers('Wukari', 3)
    const page = await openDesk('/admin?tab=farmers&q=Wukari')
    await row(page, 'Wukari farm 3').waitFor()
    await page.locator('body').press('?')
    await page.getByRole('dialog', { name: 'Keys of the desk' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('body').press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Wukari farm 2' }).waitFor()
    expect(readPath(page)).toContain('record=')
    await page.keyboard.press('k')
    const first = page.getByRole('dialog', { name: 'Wukari farm 1' })
    await first.waitFor()
    await page.keyboard.press('a')
    await expectToast(page, 'Farmer Updated', 'Farmer status has been updated successfully.')
    await first.getByText('Approved').first().waitFor()
    await page.keyboard.press('j')
    await page.getByRole('dialog', { name: 'Wukari farm 2' }).waitFor()
    await page.keyboard.press('d')
    await page.getByRole('dialog', { name: 'Decline Wukari farm 2' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('decision-reason')
    await page.keyboard.type('a reason with a and d and j in it')
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByRole('dialog', { name: 'Decline Wukari farm 2' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  })
})

describe('two reviewers', () => {
  it('the second is told at once, without asking, and overwrites nothing', async () => {
    const { id, code } = await placeOrder('Yam')
    const page = await openDesk(`/admin?q=${code}`)
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Details of order ${code}` }).click()
    const drawer = page.getByRole('dialog', { name: `Order ${code}` })
    await drawer.getByText('The person has not heard from us yet').waitFor()
    await admin.client.from('orders').update({ status: 'approved' }).eq('id', id).throwOnError()
    await drawer
      .getByText('Somebody else changed this order while you were reading', { exact: false })
      .waitFor()
    expect(await drawer.getByRole('button', { name: `Decline order ${code}` }).count()).toBe(0)
  })
})

describe('a record', () => {
  it('is taken, noted and kept in one history; colleagues read the note', async () => {
    const { code } = await placeOrder('Cassava')
    const page = await openDesk(`/admin?q=${code}`, phone)
    await page.getByRole('button', { name: `Details of order ${code}` }).click()
    const drawer = page.getByRole('dialog', { name: `Order ${code}` })
    await drawer.getByRole('button', { name: 'Take it' }).click()
    await drawer.getByText('You have it').waitFor()
    await drawer.getByRole('button', { name: 'I have contacted them' }).click()
    await drawer.getByText('First contact', { exact: false }).waitFor()
    await drawer.getByLabel('Write a note').fill('Wants delivery before Friday.')
    await drawer.getByRole('button', { name: 'Add note' }).click()
    await drawer.getByRole('listitem').getByText('Wants delivery before Friday.').waitFor()
    expect(await drawer.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    expect(await sql('select from public.record_work where assignee_id = $1', [admin.id])).toHaveLength(1)
  })

  it('is late after its promise, and the overdue filter finds it', async () => {
    const { id, code } = await placeOrder('Gum Arabic')
    await sql("update public.orders set created_at = now() - interval '26 hours' where id = $1", [id])
    const page = await openDesk('/admin')
    await page.getByRole('button', { name: 'Overdue' }).click()
    await row(page, code).getByText('2 h late').waitFor()
    await expectPath(page, '/admin?due=overdue')
    await page.getByText('1 found').waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
  })

  it('shows what is secret masked, and opens it with a second factor and a reason alone', async () => {
    const person = createApplicant({ url: stage.house.url, publishableKey: stage.house.keys.publishableKey })
    const { body } = await person.submit('investor_individual')
    const path = `/admin?tab=investors&record=${body.id}`
    const page = await openDesk(path)
    const drawer = page.getByRole('dialog').first()
    const secrets = drawer.getByRole('region', { name: 'Stored encrypted' })
    await secrets.getByText('8901', { exact: false }).waitFor()
    expect(await page.content()).not.toContain('12345678901')
    await secrets.getByRole('button', { name: 'Reveal BVN' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reveal BVN' })
    expect(await dialog.getByRole('button', { name: 'Reveal' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Comparing it with the passport.')
    await dialog.getByRole('button', { name: 'Reveal' }).click()
    await dialog.getByText('Please confirm with your second factor first').waitFor()
    const strong = await stage.house.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [strong.id])
    await addSecondFactor(strong)
    const again = await stage.newPage({ as: strong })
    await again.goto(path)
    await again.getByRole('button', { name: 'Reveal BVN' }).click()
    const second = again.getByRole('dialog', { name: 'Reveal BVN' })
    await second.getByRole('textbox', { name: 'Reason' }).fill('Comparing it with the passport.')
    await second.getByRole('button', { name: 'Reveal' }).click()
    await again.getByText('12345678901').waitFor()
    expect(await sql('select from public.vault_reveals where record_id = $1', [body.id])).toHaveLength(1)

    // A photo opens by an address of a minute, after the same question.
    const slotted = await person.submit('farmer')
    const { photo } = slotted.body
    if (!photo) throw new Error('no place for the photo')
    await person.upload(photo, await takePhoto())
    await person.attach(photo, slotted.body)
    await again.goto(`/admin?tab=farmers&record=${slotted.body.id}`)
    await again.getByRole('button', { name: 'Reveal photo' }).click()
    const third = again.getByRole('dialog', { name: 'Reveal photo' })
    await third.getByRole('textbox', { name: 'Reason' }).fill('Comparing it with the passport.')
    await third.getByRole('button', { name: 'Reveal' }).click()
    const picture = again.getByAltText('Sent with this registration')
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(
      await sql('select from public.vault_reveals where record_id = $1', [slotted.body.id]),
    ).toHaveLength(1)

    // The same colleague quotes an order, and records what stands on the statement.
    const { id, code } = await placeOrder('Palm Oil')
    await again.goto(`/admin/queues/quotes?record=${id}`)
    await again.getByRole('button', { name: 'Quote this order' }).click()
    const quote = again.getByRole('form', { name: 'Quote' })
    await quote.getByLabel('Quantity').fill('10')
    await quote.getByLabel('Price a unit').fill('1,500.50')
    await quote.getByText('Total ₦15,005').waitFor()
    await quote.getByRole('button', { name: 'Send quote' }).click()
    await expectToast(again, 'Quote sent', 'The buyer has been told.')
    const [offer] = await sql<{ id: string }>('select id from public.quotes where order_id = $1', [id])
    mustWork(await buyer.client.rpc('accept_quote', { quote_id: offer?.id ?? '', total_kobo: 1_500_500 }))
    await again.goto(`/admin?q=${code}&record=${id}`)
    const payment = again.getByRole('form', { name: 'Confirm payment' })
    await payment.getByLabel('Bank reference').fill('TRF/0001')
    await payment.getByRole('button', { name: 'Confirm payment' }).click()
    await expectToast(again, 'Payment recorded', 'The buyer has been told.')
    await again.getByRole('region', { name: 'Payment' }).getByText('₦15,005 of ₦15,005 received').waitFor()
  })
})

describe('the queues beyond the four', () => {
  it('a message is answered, a call is logged, and each place is under More', async () => {
    await sql(
      "insert into public.contact_messages (topic, name, email, message) values ('general', 'Ada Obi', 'ada@example.com', 'When do you buy sesame?')",
    )
    await sql(
      "insert into public.farmers (farm_name, location, contact_name, phone, crops_grown) values ('Obi farm', 'Jos', 'Bola Ade', '+2348037654321', '{Yam}')",
    )
    const page = await openDesk('/admin')
    await page.getByText('More', { exact: true }).click()
    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('button', { name: 'Mark as answered message of Ada Obi' }).click()
    await expectToast(page, 'Message Updated', 'Message status has been updated successfully.')
    await page.getByRole('button', { name: 'Open again message of Ada Obi' }).waitFor()
    await page.getByText('More', { exact: true }).click()
    await page.getByRole('link', { name: 'People to phone' }).click()
    await page.getByRole('button', { name: 'Details of call to Bola Ade' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('What came of the call').selectOption('Reached')
    await drawer.getByRole('button', { name: 'Log the call' }).click()
    await expectToast(page, 'Call logged')
    await drawer.getByText('is not there', { exact: false }).waitFor()
    await page.keyboard.press('Escape')
    expect(await row(page, 'Bola Ade').count()).toBe(0)
  })

  it('every queue opens, and says so when it is empty', async () => {
    const page = await openDesk('/admin/queues/orders')
    for (const [queue, sentence] of [
      ['payments', 'No payments found'],
      ['disputes', 'No disputes found'],
      ['listings', 'No listings found'],
      ['partnership', 'No applications found'],
      ['training', 'No enrolments found'],
      ['job-applications', 'No job applications found'],
      ['corrections', 'No corrections found'],
      ['newsletter', 'No subscriptions found'],
    ]) {
      await page.goto(`/admin/queues/${queue}?q=nothing-has-this-name`)
      await page.getByText(sentence ?? '').waitFor()
    }
  })

  it('staff with another role find their own queues behind the closed dashboard', async () => {
    const reviewer = await stage.house.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'reviewer')", [reviewer.id])
    const page = await stage.newPage({ as: reviewer })
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await page.getByRole('link', { name: 'Farmers', exact: true }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Farmers' }).waitFor()
    await page.getByRole('table').waitFor()
    await page.goto('/admin/queues/payments')
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
  })
})

describe('a list', () => {
  it('is chosen, turned, filtered, decided, opened and closed, again and again', async () => {
    await addFarmers('Gusau', 40)
    const page = await openDesk('/admin?tab=farmers&q=Gusau')
    for (const round of [1, 2, 3]) {
      const approve = page.getByRole('button', { name: `Approve Gusau farm ${round}`, exact: true })
      await page.getByLabel('Select all farmers on this page').check()
      await page.getByRole('link', { name: 'Next' }).click()
      await row(page, 'Gusau farm 15').waitFor()
      await page.getByLabel('Status').selectOption('Pending')
      await approve.waitFor()
      await approve.click()
      await approve.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Details of Gusau farm 9', exact: true }).click()
      await page.getByRole('dialog', { name: 'Gusau farm 9' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByLabel('Status').selectOption('All')
      await row(page, `Gusau farm ${round}`).first().waitFor()
    }
    expect(
      await sql("select from public.farmers where location = 'Gusau' and status = 'approved'"),
    ).toHaveLength(3)
  })
})
