/** Work at the desk in a browser: many at once, by keyboard, two reviewers, a lost line, notes, secrets, money and calls. */
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formPaths } from '#domain/forms.ts'
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
    await addFarmers('Bida', 213)
    await sql(
      "update public.farmers set status = 'approved' where farm_name in ('Bida farm 3', 'Bida farm 20')",
    )
    const page = await openDesk('/admin?tab=farmers&q=Bida')
    await page.getByLabel('Select all farmers on this page').check()
    await page.getByRole('button', { name: 'Select all 213 that match' }).click()
    await page.getByText('213 selected').waitFor()
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await expectToast(page, 'Bulk Approval Successful', '211 items approved and notifications sent.')
    await page.getByText('2 skipped, because only pending ones are changed', { exact: false }).waitFor()
    await page.getByText('Bida farm 20 (Approved)', { exact: false }).waitFor()
    expect(
      await sql("select from public.farmers where location = 'Bida' and status = 'approved'"),
    ).toHaveLength(213)
    await waitForMail(stage.house, 'farmer-213@example.com', /approved/i)
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
    await page.getByLabel('Select Minna farm 1').check()
    await page.getByRole('button', { name: 'Decline selected' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('No trucks there.')
    await page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
    await expectToast(page, 'Bulk Action Failed', 'Failed to complete bulk decline.')
  })
})

describe('a line that breaks in the middle of a decision', () => {
  // The browser itself tells of each request that finds no line.
  beforeEach(() => stage.expectTrouble(/net::ERR_|WebSocket/))

  const decisionsOn = (code: string) =>
    sql<{ to_status: string; reason: string | null }>(
      'select to_status, reason from public.decision_events join public.orders on orders.id = record_id where code = $1',
      [code],
    )

  it('that never left says at once that it is not saved, keeps what was typed, and is made when the line is back', async () => {
    const { code } = await placeOrder('Rice')
    const page = await openDesk(`/admin?q=${code}`)
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Decline order ${code}` }).click()
    const dialog = page.getByRole('dialog', { name: `Decline order ${code}` })
    const reason = dialog.getByRole('textbox', { name: 'Reason' })
    await reason.fill('Out of season until March.')
    await page.context().setOffline(true)
    await page.getByText('Offline', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await dialog.getByText('You are offline, so this is not saved.', { exact: false }).waitFor()
    await expectToast(page, 'Update Failed', 'Failed to update order status.')
    expect(await reason.inputValue()).toBe('Out of season until March.')
    expect(await decisionsOn(code)).toEqual([])
    await page.context().setOffline(false)
    await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expectToast(page, 'Order Updated', 'Order status has been updated successfully.')
    await row(page, code).getByText('Declined').waitFor()
    expect(await decisionsOn(code)).toEqual([{ to_status: 'declined', reason: 'Out of season until March.' }])
  })

  it('that arrived, and whose answer was lost, is told when it is tried again, and made once', async () => {
    const { code } = await placeOrder('Rice')
    const page = await openDesk(`/admin?q=${code}`)
    await page.getByText('Live', { exact: true }).waitFor()
    let isArrived = () => {}
    const arrived = new Promise<void>((done) => {
      isArrived = done
    })
    // The decision arrives; its answer never comes.
    await page.route('**/rest/v1/orders?*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await route.fetch()
      isArrived()
    })
    await page.getByRole('button', { name: `Decline order ${code}` }).click()
    const dialog = page.getByRole('dialog', { name: `Decline order ${code}` })
    const reason = dialog.getByRole('textbox', { name: 'Reason' })
    await reason.fill('We do not deliver there.')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await arrived
    await page.context().setOffline(true)
    await dialog.getByText('it is not known whether this was saved', { exact: false }).waitFor()
    await page.getByText('Offline', { exact: true }).waitFor()
    expect(await reason.inputValue()).toBe('We do not deliver there.')
    await page.unroute('**/rest/v1/orders?*')
    await page.context().setOffline(false)
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.locator('.toast .toast-title').innerText()).toBe('Saved before')
    await page.getByText('Nothing was done twice.', { exact: false }).waitFor()
    await row(page, code).getByText('Declined').waitFor()
    expect(await decisionsOn(code)).toHaveLength(1)
  })

  it('without words of its own is tried again by a button; several at once stay chosen', async () => {
    const { code } = await placeOrder('Rice')
    await addFarmers('Kaura', 1)
    const page = await openDesk(`/admin?q=${code}`)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: `Approve order ${code}` }).click()
    await page.getByText('You are offline, so this is not saved.', { exact: false }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await row(page, code).getByText('Approved').waitFor()
    expect(await page.getByText('You are offline', { exact: false }).count()).toBe(0)
    expect(await decisionsOn(code)).toHaveLength(1)
    await page.goto('/admin?tab=farmers&q=Kaura')
    await page.getByLabel('Select Kaura farm 1').check()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await page.getByText('You are offline, so this is not saved.', { exact: false }).waitFor()
    await page.context().setOffline(false)
    expect(await page.getByLabel('Select Kaura farm 1').isChecked()).toBe(true)
  })
})

describe('the keyboard', () => {
  it('works down the list: after a decision it stands where it stood', async () => {
    await addFarmers('Offa', 4)
    const page = await openDesk('/admin?tab=farmers&q=Offa')
    await row(page, 'Offa farm 4').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await page.locator('body').press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await expectToast(page, 'Farmer Updated')
    await expect.poll(focused).toBe('Details of Offa farm 2')
    await page.keyboard.press('j')
    expect(await focused()).toBe('Details of Offa farm 3')
    // Decided out of the list, it leaves its place to the next one.
    await page.getByLabel('Status').selectOption('Pending')
    await page.getByText('3 found').waitFor()
    await page.getByRole('button', { name: 'Details of Offa farm 3' }).focus()
    await page.keyboard.press('a')
    await page.getByText('2 found').waitFor()
    await page.keyboard.press('j')
    await expect.poll(focused).toBe('Details of Offa farm 4')
  })

  it('opens the menu of places, and leaves it by Escape or by going on', async () => {
    const page = await openDesk('/admin')
    const more = page.getByRole('navigation', { name: 'Desk' }).locator('summary')
    const places = page.getByRole('link', { name: 'Payments' })
    await more.press('Enter')
    await places.focus()
    await page.keyboard.press('Escape')
    await places.waitFor({ state: 'hidden' })
    expect(await more.evaluate((button) => button === document.activeElement)).toBe(true)
    await more.press('Enter')
    await places.waitFor()
    await page.getByRole('tab', { name: 'Orders' }).focus()
    await places.waitFor({ state: 'hidden' })
  })

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

describe('a key', () => {
  it('completes an approved order, hides a listing, and each list explains its own', async () => {
    const { id, code } = await placeOrder('Ginger')
    await sql("update public.orders set status = 'approved' where id = $1", [id])
    await sql(
      `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo)
       values ('Key maize', 'Grains', 'Oasis', 'Jos', 50, 'kg', 4000000)`,
    )
    const page = await openDesk(`/admin?q=${code}`)
    await page.getByRole('button', { name: `Details of order ${code}` }).focus()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys of the desk' })
    expect(await help.innerText()).toMatch(/a\s+Approve\s+d\s+Decline\s+c\s+Complete/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Details of order ${code}` }).focus()
    await page.keyboard.press('c')
    await row(page, code).getByText('Completed').waitFor()
    await page.goto('/admin/queues/listings?q=Key maize')
    await page.getByRole('button', { name: 'Details of Key maize' }).focus()
    await page.keyboard.press('?')
    expect(await help.innerText()).toMatch(/a\s+Publish\s+d\s+Hide/)
    expect(await help.innerText()).not.toContain('Choose the record')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Details of Key maize' }).focus()
    await page.keyboard.press('d')
    await page.getByRole('dialog', { name: 'Hide Key maize' }).waitFor()
  })
})

describe('somebody whom we may know already', () => {
  it('is opened from the hint, and back returns', async () => {
    await sql(
      `insert into public.farmers (farm_name, location, contact_name, phone, crops_grown)
       values ('First Gada farm', 'Gada', 'Sani Bello', '+2348039990001', '{Rice}'),
         ('Second Gada farm', 'Gada', 'Sani Bello', '+2348039990001', '{Rice}')`,
    )
    const page = await openDesk('/admin?tab=farmers&q=Second Gada')
    await page.getByRole('button', { name: 'Details of Second Gada farm' }).click()
    const second = page.getByRole('dialog', { name: 'Second Gada farm' })
    await second.getByRole('link', { name: /Sani Bello/ }).click()
    await page.getByRole('dialog', { name: 'First Gada farm' }).waitFor()
    expect(readPath(page)).toMatch(/^\/admin\/queues\/farmers\?record=/)
    await page.goBack()
    await second.waitFor()
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

describe('two admins at once', () => {
  it('the second is told that the first was quicker, and one decision is made', async () => {
    const { code } = await placeOrder('Garlic')
    const other = await stage.house.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [other.id])
    const [first, second] = [await openDesk(`/admin?q=${code}`), await stage.newPage({ as: other })]
    // The second one's list has not heard of it yet.
    await second.routeWebSocket('**/realtime/**', (socket) => socket.close())
    await second.goto(`/admin?q=${code}`)
    const decline = second.getByRole('button', { name: `Decline order ${code}` })
    await decline.click()
    const dialog = second.getByRole('dialog', { name: `Decline order ${code}` })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Out of season.')
    await first.getByRole('button', { name: `Approve order ${code}` }).click()
    await expectToast(first, 'Order Updated', 'Order status has been updated successfully.')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expectToast(second, 'Update Failed', 'Failed to update order status.')
    await second.getByText('was changed by someone else', { exact: false }).waitFor()
    await row(second, code).getByText('Approved').waitFor()
    expect(
      await sql(
        'select to_status from public.decision_events join public.orders on orders.id = record_id where code = $1',
        [code],
      ),
    ).toEqual([{ to_status: 'approved' }])
  })
})

describe('a record', () => {
  it('is taken, noted and kept in one history; colleagues read the note', async () => {
    const { code } = await placeOrder('Cassava')
    const page = await openDesk(`/admin?q=${code}`, phone)
    await page.getByRole('button', { name: `Details of order ${code}` }).click()
    const drawer = page.getByRole('dialog', { name: `Order ${code}` })
    await drawer.getByRole('button', { name: 'Take it' }).click()
    await expect.poll(() => drawer.getByLabel('Assigned to').inputValue()).toBe(admin.id)
    await drawer.getByRole('button', { name: 'I have contacted them' }).click()
    await drawer.getByText('First contact', { exact: false }).waitFor()
    await drawer.getByLabel('Write a note').fill('Wants delivery before Friday.')
    await drawer.getByRole('button', { name: 'Add note' }).click()
    await drawer.getByRole('listitem').getByText('Wants delivery before Friday.').waitFor()
    expect(await drawer.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    expect(await sql('select from public.record_work where assignee_id = $1', [admin.id])).toHaveLength(1)
  })

  it('is given to a colleague, found among theirs by its address, and taken back', async () => {
    const { id, code } = await placeOrder('Cassava')
    const colleague = await stage.house.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [colleague.id])
    await sql("update public.profiles set full_name = 'Chika Colleague' where id = $1", [colleague.id])
    const page = await openDesk(`/admin/queues/quotes?q=${code}&record=${id}`)
    const drawer = page.getByRole('dialog', { name: `Order ${code}` })
    await drawer.getByLabel('Assigned to').selectOption('Chika Colleague')
    await expectToast(page, 'Assignment changed')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await row(page, code).getByText('Chika Colleague').waitFor()
    await page.getByLabel('Who has it').selectOption('I have it')
    await page.getByText('No orders to quote found').waitFor()
    await page.getByLabel('Who has it').selectOption('Chika Colleague')
    await row(page, code).waitFor()
    await expectPath(page, `/admin/queues/quotes?q=${code}&who=${colleague.id}`)
    await page.reload()
    await page.getByRole('button', { name: `Details of order ${code}` }).click()
    await drawer.getByLabel('Assigned to').selectOption('Nobody yet')
    await drawer.getByRole('button', { name: 'Take it' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('No orders to quote found').waitFor()
    await page.getByLabel('Who has it').selectOption('Nobody yet')
    await row(page, code).waitFor()
  })

  it('is late after its promise, and the overdue filter finds it until somebody has contacted the buyer', async () => {
    const { id, code } = await placeOrder('Gum Arabic')
    await sql("update public.orders set created_at = now() - interval '26 hours' where id = $1", [id])
    const page = await openDesk('/admin')
    await page.getByRole('button', { name: 'Overdue' }).click()
    await row(page, code).getByText('2 h late').waitFor()
    await expectPath(page, '/admin?due=overdue')
    await page.getByText('1 found').waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByRole('button', { name: `Details of order ${code}` }).click()
    const drawer = page.getByRole('dialog', { name: `Order ${code}` })
    await drawer.getByRole('button', { name: 'I have contacted them' }).click()
    await drawer.getByText('21 h left').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('0 found').waitFor()
    await page.getByRole('button', { name: 'Overdue' }).click()
    await row(page, code).getByText('21 h left').waitFor()
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
    await page.getByRole('button', { name: 'Open again message of Ada Obi' }).click()
    await page.getByRole('button', { name: 'Mark as answered message of Ada Obi' }).waitFor()
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

  it('a listing is hidden for a reason, which stands in its history; others’ listings come by themselves', async () => {
    const page = await openDesk('/admin/queues/listings?q=Zobo')
    await page.getByText('Live', { exact: true }).waitFor()
    await sql(`insert into public.products (name, category, description, farmer_name, location, pack_amount, pack_unit, price_kobo)
      values ('Zobo leaves', 'Spices', 'Dried', 'Ada Farm', 'Keffi', 1, 'kg', 150000)`)
    await page.getByRole('button', { name: 'Hide Zobo leaves' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hide Zobo leaves' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Please add a photo.')
    await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
    await row(page, 'Zobo leaves').getByText('Hidden').waitFor()
    await page.getByRole('button', { name: 'Details of Zobo leaves' }).click()
    const history = page.getByRole('dialog').getByRole('region', { name: 'History' })
    await history.getByText('Hidden (was Pending) by', { exact: false }).waitFor()
    await history.getByText('Please add a photo.').waitFor()
  })

  it('subscriptions come by themselves, and within half a minute where websockets are blocked', async () => {
    const add = (email: string) =>
      sql('insert into public.newsletter_subscriptions (email, unsubscribe_token) values ($1, $2)', [
        email,
        email.padEnd(64, 'x'),
      ])
    const page = await openDesk('/admin/queues/newsletter')
    const blocked = await stage.newPage({ as: admin })
    await blocked.routeWebSocket('**/realtime/**', (socket) => socket.close())
    await blocked.clock.install()
    await blocked.goto('/admin/queues/newsletter?q=live')
    await blocked.getByText(/^\d+ found/).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await add('live@example.com')
    await row(page, 'live@example.com').waitFor()
    expect(await row(blocked, 'live@example.com').count()).toBe(0)
    expect(await blocked.getByText('Live', { exact: true }).count()).toBe(0)
    await blocked.clock.fastForward(30_000)
    await row(blocked, 'live@example.com').waitFor()
  })

  it('partners, trainees and products are decided, each in its own words', async () => {
    await sql(`
      insert into public.partnership_applications (partnership_type, company_name, contact_person, email, phone, country, business_description)
        values ('franchise', 'Sahel Traders', 'Musa Bello', 'musa@example.com', '+2348030000009', 'Nigeria', 'We sell grain in three states.');
      insert into public.training_enrolments (contact_name, contact_email, phone, city, state, education_level, experience, motivation, training_goals)
        values ('Blessing Akpan', 'blessing@example.com', '+2348030000401', 'Uyo', 'Akwa Ibom', 'secondary', 'beginner', 'Eggs for my street', 'Two hundred layers');
      insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo)
        values ('Brown beans', 'Grains', 'Lafia Growers', 'Lafia', 50, 'kg', 3500000);`)
    const page = await openDesk('/admin/queues/partnership')
    expect(await page.title()).toMatch(/^Partnership \|/)
    await page.getByRole('button', { name: 'Approve Sahel Traders' }).click()
    await expectToast(page, 'Application Updated', 'Application status has been updated successfully.')
    await waitForMail(stage.house, 'musa@example.com', /partnership application is approved/)

    await page.goto('/admin/queues/training')
    await page.getByRole('button', { name: 'Decline Blessing Akpan' }).click()
    const why = page.getByRole('dialog', { name: 'Decline Blessing Akpan' })
    await why.getByRole('textbox', { name: 'Reason' }).fill('The course is full until May.')
    await why.getByRole('button', { name: 'Decline', exact: true }).click()
    await expectToast(page, 'Enrolment Updated', 'Enrolment status has been updated successfully.')
    const told = await waitForMail(stage.house, 'blessing@example.com', /./)
    expect(told.text).toContain('The course is full until May.')

    await page.goto('/admin/queues/listings?q=Brown+beans')
    await page.getByRole('button', { name: 'Publish Brown beans' }).click()
    await expectToast(page, 'Listing Updated', 'Listing status has been updated successfully.')
    await row(page, 'Brown beans').getByText('Published').waitFor()
    await expect
      .poll(async () => (await fetch(`${stage.house.url}/marketplace`)).text(), { timeout: 10_000 })
      .toContain('Brown beans')
    await page.getByRole('button', { name: 'Hide Brown beans' }).click()
    const hide = page.getByRole('dialog', { name: 'Hide Brown beans' })
    await hide.getByRole('textbox', { name: 'Reason' }).fill('The photo is of other beans.')
    await hide.getByRole('button', { name: 'Hide', exact: true }).click()
    await row(page, 'Brown beans').getByText('Hidden').waitFor()
    await expect
      .poll(async () => (await fetch(`${stage.house.url}/marketplace`)).text(), { timeout: 10_000 })
      .not.toContain('Brown beans')
  })

  it('a CV comes as the file that was sent, and the look is written down', async () => {
    const cv = Buffer.from(`%PDF-1.7\n${' '.repeat(500)}\n%%EOF\n`)
    const body = new FormData()
    const answers = {
      positionId: '',
      fullName: 'Ada Applicant',
      email: 'cv@example.com',
      phone: '08031234567',
    }
    for (const [name, value] of Object.entries({ ...answers, coverNote: 'I farm.' })) body.set(name, value)
    body.set('cv', new File([cv], 'My CV.pdf', { type: 'application/pdf' }))
    const sent = await fetch(stage.house.url + formPaths.jobApplication, {
      method: 'POST',
      headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
      body,
    })
    expect(sent.status).toBe(200)
    const strong = await stage.house.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [strong.id])
    await addSecondFactor(strong)
    const page = await stage.newPage({ as: strong })
    await page.goto('/admin/queues/job-applications')
    await page.getByRole('button', { name: 'Details of Ada Applicant' }).click()
    const [download] = await Promise.all([
      page
        .context()
        .waitForEvent('page')
        .then((tab) => tab.waitForEvent('download')),
      page.getByRole('dialog').getByRole('button', { name: 'Open the CV' }).click(),
    ])
    expect(await buffer(await download.createReadStream())).toEqual(cv)
    expect(download.suggestedFilename()).toBe('My CV.pdf')
    await expectToast(
      page,
      'File opened',
      'Its address is good for a minute. The look is in the audit trail.',
    )
    expect(await sql("select from public.audit_trail where action = 'look'")).toHaveLength(1)
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
      // What the filter left out is here again: the list has come, and a choice made from now on stays.
      await page.getByRole('table').getByText('Approved').first().waitFor()
    }
    expect(
      await sql("select from public.farmers where location = 'Gusau' and status = 'approved'"),
    ).toHaveLength(3)
  })
})
