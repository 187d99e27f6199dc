/** Work through a list in the admin area in a browser: many at once, by keyboard, a line that breaks in the middle. */
import { beforeEach, describe, expect, it } from 'vitest'
import { letUndoPass } from '#tests/harness/let-undo-pass.ts'
import { expectToast, holdCall, readPath } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone } from '../stage.ts'
import { goToList, row, useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { stage, sql, openAdmin, addFarmers, placeOrder } = adminPages

describe('many at once', () => {
  it('asks for a selection, which ends with the page, the search and the filter', async () => {
    await addFarmers('Keffi', 12)
    const page = await openAdmin('/admin?tab=farmers&q=Keffi')
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await expectToast(page, 'No items selected', 'Please select items to approve.')
    await page.getByRole('button', { name: 'Decline selected' }).click()
    await expectToast(page, 'No items selected', 'Please select items to decline.')
    await page.getByLabel('Select Keffi farm 1', { exact: true }).check()
    await page.getByText('1 selected').waitFor()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('None selected').waitFor()
  })

  it('lets nobody choose among the rows of another page while those of this one are on their way', async () => {
    await addFarmers('Lapai', 12)
    const page = await openAdmin('/admin?tab=farmers&q=Lapai')
    const all = page.getByLabel('Select all farmers on this page')
    await all.check()
    const find = await holdCall(page, '**/rest/v1/rpc/find_records*')
    await page.getByRole('link', { name: 'Next' }).click()
    await page.locator('table[aria-busy]').waitFor()
    expect(await all.isDisabled()).toBe(true)
    expect(await page.getByLabel('Select Lapai farm 1', { exact: true }).isDisabled()).toBe(true)
    // Nor does a key decide on one of them.
    await page.getByRole('link', { name: 'Details of Lapai farm 1', exact: true }).focus()
    await page.keyboard.press('a')
    find.release()
    await page.locator('table[aria-busy]').waitFor({ state: 'detached' })
    await all.check()
    await page.getByText('2 selected').waitFor()
    expect(
      await sql("select 1 from public.farmers where location = 'Lapai' and status <> 'pending'"),
    ).toEqual([])
  })

  it('approves all that match beyond the page, leaves out what was decided before, and notifies each person', async () => {
    await addFarmers('Bida', 113)
    await sql(
      "update public.farmers set status = 'approved' where farm_name in ('Bida farm 3', 'Bida farm 20')",
    )
    const page = await openAdmin('/admin?tab=farmers&q=Bida')
    await page.getByLabel('Select all farmers on this page').check()
    await page.getByRole('button', { name: 'Select all 113 that match' }).click()
    await page.getByText('113 selected').waitFor()
    await page.getByRole('button', { name: 'Approve selected' }).click()
    const question = page.getByRole('dialog', { name: 'Approve 111 farmers?' })
    await question.getByText('2 of those you chose are not pending', { exact: false }).waitFor()
    await question.getByText('111 may be people we know already.').waitFor()
    await question.getByText('111 have no photo.').waitFor()
    await question.getByRole('button', { name: 'Approve 111' }).click()
    await expectToast(page, 'Bulk Approval Successful', '111 items approved and notifications sent.')
    const list = page.getByRole('region', { name: 'Farmers' })
    await expect.poll(() => list.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByText('2 skipped, because only pending ones are changed', { exact: false }).waitFor()
    await page.getByText('Bida farm 20 (Approved)', { exact: false }).waitFor()
    expect(
      await sql("select from public.farmers where location = 'Bida' and status = 'approved'"),
    ).toHaveLength(113)
    await letUndoPass(stage.app)
    // By the outbox: the mailbox shows the newest hundred.
    const notified = () =>
      sql(
        `select recipient from private.mail_outbox where recipient = 'farmer-113@example.com'
           and template = 'registration_approved' and status = 'sent'`,
      )
    await expect.poll(notified).toHaveLength(1)
  })

  it('counts what is chosen as it stands now, also on other pages', async () => {
    await addFarmers('Pankshin', 13)
    const page = await openAdmin('/admin?tab=farmers&q=Pankshin')
    await page.getByLabel('Select all farmers on this page').check()
    await page.getByRole('button', { name: 'Select all 13 that match' }).click()
    await page.getByText('13 selected').waitFor()
    await sql(
      "update public.farmers set status = 'approved' where farm_name in ('Pankshin farm 12', 'Pankshin farm 13')",
    )
    await page.getByRole('button', { name: 'Ask for correction' }).click()
    const ask = page.getByRole('dialog', { name: 'Ask 11 farmers for a correction' })
    await ask.getByText('2 of those you chose are not pending any more', { exact: false }).waitFor()
    await page.keyboard.press('Escape')
    await ask.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Approve selected' }).click()
    const question = page.getByRole('dialog', { name: 'Approve 11 farmers?' })
    await question.getByText('2 of those you chose are not pending any more', { exact: false }).waitFor()
    await question.getByText('11 have no photo.').waitFor()
    await question.getByRole('button', { name: 'Approve 11' }).click()
    await expectToast(page, 'Bulk Approval Successful', '11 items approved and notifications sent.')
    await page.getByText('Pankshin farm 12 (Approved)', { exact: false }).waitFor()
  })

  it('says before a decline how a person without an account hears of it, with a mailbox and without one', async () => {
    await addFarmers('Kafanchan', 1)
    const page = await openAdmin('/admin?tab=farmers&q=Kafanchan')
    await page.getByRole('button', { name: 'Decline Kafanchan farm 1' }).click()
    const dialog = page.getByRole('dialog', { name: 'Decline Kafanchan farm 1' })
    await dialog.getByText('It is sent to the person by mail.', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await sql("update public.farmers set contact_email = null where location = 'Kafanchan'")
    await page.getByRole('button', { name: 'Decline Kafanchan farm 1' }).click()
    await dialog
      .getByText('Its person has no email address that we write to and stands among the people to phone.', {
        exact: true,
      })
      .waitFor()
    await expectSound(page)
  })

  it('decides on those that were chosen, and on nobody who came in before the reason was given', async () => {
    await addFarmers('Jebba', 13)
    const page = await openAdmin('/admin?tab=farmers&q=Jebba')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByLabel('Select all farmers on this page').check()
    const find = await holdCall(page, '**/rest/v1/rpc/find_records*')
    await page.getByRole('button', { name: 'Select all 13 that match' }).click()
    await page.getByText('Reading 0 of 13...').waitFor()
    expect(await page.getByRole('button', { name: 'Decline selected' }).isDisabled()).toBe(true)
    find.release()
    await page.getByText('13 selected').waitFor()
    await page.getByRole('button', { name: 'Decline selected' }).click()
    await sql(
      `insert into public.farmers (farm_name, location, contact_name, crops_grown)
       select 'Jebba newcomer ' || n, 'Jebba', 'Ada Obi', '{Maize}' from generate_series(1, 5) as n`,
    )
    await sql("update public.farmers set status = 'approved' where farm_name = 'Jebba farm 13'")
    // The list says so; anyone who types the reason decides on what was chosen all the same.
    await page.getByText('5 new, show').waitFor()
    const dialog = page.getByRole('dialog', { name: 'Decline 13 farmers' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('We do not work with farms in your area yet.')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expectToast(page, 'Bulk Decline Successful', '12 items declined and notifications sent.')
    await page.getByText('Jebba farm 13 (Approved)', { exact: false }).waitFor()
    expect(
      await sql(
        "select status, count(*)::int from public.farmers where location = 'Jebba' group by 1 order by 1",
      ),
    ).toEqual([
      { status: 'approved', count: 1 },
      { status: 'declined', count: 12 },
      { status: 'pending', count: 5 },
    ])
  })

  it('declines with one reason, and skips what a colleague decides in that moment', async () => {
    await addFarmers('Lafia', 3)
    const page = await openAdmin('/admin?tab=farmers&q=Lafia')
    await page.getByLabel('Select all farmers on this page').check()
    await page.getByRole('button', { name: 'Decline selected' }).click()
    await adminPages.admin.client
      .from('farmers')
      .update({ status: 'approved' })
      .eq('farm_name', 'Lafia farm 2')
      .throwOnError()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('3 have no photo.').waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('We do not work with farms in your area yet.')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expectToast(page, 'Bulk Decline Successful', '2 items declined and notifications sent.')
    await page.getByText('1 skipped', { exact: false }).waitFor()
    await row(page, 'Lafia farm 2').getByText('Approved').waitFor()
  })

  it('says that nothing is left when a colleague had decided all that was chosen', async () => {
    await addFarmers('Suleja', 1)
    const page = await openAdmin('/admin?tab=farmers&q=Suleja')
    await page.getByLabel('Select Suleja farm 1').check()
    // The list hears of it by the live line: the decision must be older than what this page has seen.
    await page.route('**/rest/v1/rpc/find_records*', (route) => route.abort())
    stage.expectError(/net::ERR_FAILED/)
    await adminPages.admin.client
      .from('farmers')
      .update({ status: 'approved' })
      .eq('farm_name', 'Suleja farm 1')
      .throwOnError()
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await expectToast(page, 'Nothing left to decide', 'All of them were decided before. The list says how.')
    await page.getByText('1 skipped', { exact: false }).waitFor()
  })

  it('says so when nothing could be done', async () => {
    await addFarmers('Minna', 1)
    const page = await openAdmin('/admin?tab=farmers&q=Minna')
    await page.getByLabel('Select Minna farm 1').check()
    await page.route('**/rest/v1/rpc/decide_records', (route) => route.abort())
    stage.expectError(/net::ERR_FAILED/)
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
  // The browser itself logs each request that fails offline.
  beforeEach(() => stage.expectError(/net::ERR_|WebSocket/))

  const decisionsOn = (code: string) =>
    sql<{ to_status: string; reason: string | null }>(
      'select to_status, reason from public.decision_events join public.orders on orders.id = record_id where code = $1',
      [code],
    )

  it('that never left says at once that it is not saved, keeps what was typed, and is made when the line is back', async () => {
    const { code } = await placeOrder('Rice')
    const page = await openAdmin(`/admin?q=${code}`)
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

  it('that arrived, and whose answer was lost, is reported when it is tried again, and made once', async () => {
    const { code } = await placeOrder('Rice')
    const page = await openAdmin(`/admin?q=${code}`)
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
    await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expectToast(page, 'Saved before')
    await page.getByText('Nothing was done twice.', { exact: false }).waitFor()
    await row(page, code).getByText('Declined').waitFor()
    expect(await decisionsOn(code)).toHaveLength(1)
  })

  it('of a registration, whose answer was lost, is undone as long as its time lasts', async () => {
    await addFarmers('Gaya', 1)
    const page = await openAdmin('/admin?tab=farmers&q=Gaya')
    await page.route('**/rest/v1/farmers?*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Approve Gaya farm 1' }).click()
    await expectToast(page, 'Update Failed')
    await page.unroute('**/rest/v1/farmers?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectToast(page, 'Saved before')
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Decision undone')
    expect(await sql("select status from public.farmers where location = 'Gaya'")).toEqual([
      { status: 'pending' },
    ])
  })

  it('without words of its own is tried again by a button; several at once stay chosen', async () => {
    const { code, id } = await placeOrder('Rice')
    // What has no price would be asked about first.
    await sql(`set session_replication_role = replica;
      update public.orders set total_amount_kobo = 99900000, payment_status = 'confirmed' where id = '${id}'`)
    await addFarmers('Kaura', 1)
    const page = await openAdmin(`/admin?q=${code}`)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: `Approve order ${code}` }).click()
    await page.getByText('You are offline, so this is not saved.', { exact: false }).last().waitFor()
    await page.context().setOffline(false)
    await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await row(page, code).getByText('Approved').waitFor()
    expect(await page.getByText('You are offline', { exact: false }).count()).toBe(0)
    // The row says so before the answer is there.
    await expect.poll(() => decisionsOn(code)).toHaveLength(1)
    await goToList(page, '/admin?tab=farmers&q=Kaura')
    await page.getByLabel('Select Kaura farm 1').check()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await page.getByText('You are offline, so this is not saved.', { exact: false }).waitFor()
    await page.context().setOffline(false)
    expect(await page.getByLabel('Select Kaura farm 1').isChecked()).toBe(true)
  })
})

describe('the keyboard', () => {
  it('works down the list: after a decision it stands on the next that waits', async () => {
    await addFarmers('Offa', 4)
    const page = await openAdmin('/admin?tab=farmers&q=Offa')
    await row(page, 'Offa farm 4').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await page.locator('body').press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await expectToast(page, 'Farmer Updated')
    await expect.poll(focused).toBe('Details of Offa farm 3')
    // Decided out of the list, it leaves its place to the next one.
    await page.getByLabel('Status').selectOption('Pending')
    await page.getByText('3 found').waitFor()
    await page.getByRole('link', { name: 'Details of Offa farm 3' }).focus()
    await page.keyboard.press('a')
    await page.getByText('2 found').waitFor()
    await expect.poll(focused).toBe('Details of Offa farm 4')
  })

  it('stays where a user went while a decision was on its way', async () => {
    await addFarmers('Ilesa', 2)
    const page = await openAdmin('/admin?tab=farmers&q=Ilesa')
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/rest/v1/rpc/find_records*', async (route) => {
      await isAnswered
      await route.continue()
    })
    await page.getByRole('link', { name: 'Details of Ilesa farm 1' }).focus()
    await page.keyboard.press('a')
    await expectToast(page, 'Farmer Updated', 'Farmer status has been updated successfully.')
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox').first()
    await expect.poll(() => search.evaluate((box) => box === document.activeElement)).toBe(true)
    answer()
    await row(page, 'Ilesa farm 1').getByText('Approved').waitFor()
    // What is decided is open to the next decision once the list has come: the time when the focus would return.
    await page.getByRole('button', { name: 'Decline Ilesa farm 2' }).and(page.locator(':enabled')).waitFor()
    expect(await search.evaluate((box) => box === document.activeElement)).toBe(true)
    // A record that is opened before the words are applied stays open.
    await search.fill('Ilesa')
    await page.getByRole('link', { name: 'Details of Ilesa farm 2' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('Ilesa')
    await page.getByRole('dialog', { name: 'Ilesa farm 2' }).waitFor()
    expect(new URL(page.url()).searchParams.get('record')).not.toBeNull()
  })

  it('opens all places on a phone, and leaves them by Escape or by going on', async () => {
    const page = await openAdmin('/admin', phone)
    const more = page.getByText('More', { exact: true })
    const places = page.getByRole('navigation', { name: 'All places' })
    await more.press('Enter')
    await places.getByRole('link', { name: /^Payments/ }).focus()
    await page.keyboard.press('Escape')
    await places.waitFor({ state: 'hidden' })
    await expect.poll(() => more.evaluate((button) => button.contains(document.activeElement))).toBe(true)
    await more.press('Enter')
    await places.getByRole('link', { name: /^Payments/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    await places.waitFor({ state: 'hidden' })
  })

  it('goes through the list, opens, decides, searches and explains itself', async () => {
    await addFarmers('Wukari', 3)
    const page = await openAdmin('/admin?tab=farmers&q=Wukari')
    await row(page, 'Wukari farm 3').waitFor()
    await page.locator('body').press('?')
    const help = page.getByRole('dialog', { name: 'Keys of the desk' })
    await help.waitFor()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await page.locator('body').press('j')
    await page.keyboard.press('j')
    // Its name alone is there at first, then its status: nobody has read it, and no key decides on it.
    const sheet = await holdCall(page, '**/assets/admin-record-*.js')
    const details = await holdCall(page, '**/assets/registration-details-*.js')
    const second = page.getByRole('dialog', { name: 'Wukari farm 2' })
    await page.keyboard.press('Enter')
    await second.getByText('Loading...').waitFor()
    await page.keyboard.press('a')
    sheet.release()
    await second.locator('.record-main > [data-waiting]').waitFor()
    await page.keyboard.press('a')
    details.release()
    await second.locator('.record-main > .confirmation').waitFor()
    expect(readPath(page)).toContain('record=')
    await page.keyboard.press('k')
    const first = page.getByRole('dialog', { name: 'Wukari farm 1' })
    await first.waitFor()
    await page.keyboard.press('a')
    await expectToast(page, 'Farmer Updated', 'Farmer status has been updated successfully.')
    await page.getByRole('dialog', { name: 'Wukari farm 2' }).waitFor()
    // A reason that is typed before its dialog is there approves nobody.
    const chunk = '**/assets/decision-dialog-*.js'
    stage.expectError(/ERR_FAILED|decision-dialog/)
    await page.route(chunk, (route) => route.abort())
    await page.keyboard.press('d')
    const waiting = page.getByRole('dialog', { name: 'One moment' })
    const again = waiting.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.unroute(chunk)
    const part = await holdCall(page, chunk)
    // The button goes away when it is pressed; the focus stays in the dialog.
    await again.press('Enter')
    await waiting.getByText('Loading...').waitFor()
    expect(
      await waiting.locator('.dialog-body > div').evaluate((place) => place === document.activeElement),
    ).toBe(true)
    await page.keyboard.press('Escape')
    await waiting.waitFor({ state: 'hidden' })
    await page.getByRole('dialog', { name: 'Wukari farm 2' }).waitFor()
    await page.keyboard.press('d')
    await page.keyboard.press('a')
    part.release()
    await page.getByRole('dialog', { name: 'Decline Wukari farm 2' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('decision-reason')
    await page.keyboard.type('a reason with a and d and j in it')
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByRole('dialog', { name: 'Decline Wukari farm 2' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
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
    const page = await openAdmin(`/admin?q=${code}`)
    await page.getByRole('link', { name: `Details of order ${code}` }).focus()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys of the desk' })
    expect(await help.innerText()).toMatch(/a\s+Approve\s+d\s+Decline\s+c\s+Complete/)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: `Details of order ${code}` }).focus()
    await page.keyboard.press('c')
    await row(page, code).getByText('Completed').waitFor()
    // What would be an approval without a price for good is asked once: by key, and as the one that is chosen.
    const unpriced = await placeOrder('Ginger')
    const isPending = async () =>
      (await sql("select from public.orders where id = $1 and status = 'pending'", [unpriced.id])).length ===
      1
    await page.goto(`/admin?q=${unpriced.code}`)
    await page.getByRole('link', { name: `Details of order ${unpriced.code}` }).focus()
    await page.keyboard.press('a')
    const question = page.getByRole('dialog', { name: `Approve order ${unpriced.code} without a price?` })
    await question
      .getByText('First: quote it. Approved now, the buyer gets a yes without a price.', { exact: true })
      .waitFor()
    await expectSound(page)
    await question.getByRole('button', { name: 'Keep it' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.getByLabel(`Select order ${unpriced.code}`, { exact: true }).check()
    await page.getByRole('button', { name: 'Approve selected' }).click()
    const bulkQuestion = page.getByRole('dialog', { name: 'Approve 1 order?' })
    await bulkQuestion.getByText('1 has no price yet.').waitFor()
    await bulkQuestion.getByRole('button', { name: 'Keep it' }).click()
    await bulkQuestion.waitFor({ state: 'hidden' })
    expect(await isPending()).toBe(true)
    await page.getByRole('link', { name: `Details of order ${unpriced.code}` }).focus()
    await page.keyboard.press('a')
    await question.getByRole('button', { name: 'Approve', exact: true }).click()
    await row(page, unpriced.code).getByText('Approved').waitFor()
    await question.waitFor({ state: 'hidden' })
    expect(await isPending()).toBe(false)
    // Nothing is decided on an opened order before its facts are there.
    const next = await placeOrder('Ginger')
    const facts = await holdCall(page, '**/rest/v1/orders?select=id*order_items*')
    await page.goto(`/admin/queues/orders?record=${next.id}`)
    await page.locator('.next-step[data-waiting]').waitFor()
    await page.keyboard.press('d')
    facts.release()
    await page.locator('.next-step:not([data-waiting])').waitFor()
    expect(await page.getByRole('dialog', { name: `Decline order ${next.code}` }).count()).toBe(0)
    await page.keyboard.press('d')
    await page.getByRole('dialog', { name: `Decline order ${next.code}` }).waitFor()
    await page.goto('/admin/queues/listings?q=Key maize')
    await page.getByRole('link', { name: 'Details of Key maize' }).focus()
    await page.keyboard.press('?')
    expect(await help.innerText()).toMatch(/a\s+Publish\s+d\s+Hide/)
    expect(await help.innerText()).not.toContain('Choose the record')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Details of Key maize' }).focus()
    await page.keyboard.press('d')
    await page.getByRole('dialog', { name: 'Hide Key maize' }).waitFor()
  })
})

describe('a list', () => {
  it('is chosen, turned, filtered, decided, opened and closed, again and again', async () => {
    await addFarmers('Gusau', 40)
    const page = await openAdmin('/admin?tab=farmers&q=Gusau')
    for (const round of [1, 2]) {
      const approve = page.getByRole('button', { name: `Approve Gusau farm ${round}`, exact: true })
      await page.getByLabel('Select all farmers on this page').check()
      await page.getByRole('link', { name: 'Next' }).click()
      await row(page, 'Gusau farm 15').waitFor()
      await page.getByLabel('Status').selectOption('Pending')
      await approve.waitFor()
      await approve.click()
      await approve.waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Details of Gusau farm 9', exact: true }).click()
      await page.getByRole('dialog', { name: 'Gusau farm 9' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByLabel('Status').selectOption('All')
      // What the filter left out is here again: the list has come, and a choice made from now on stays.
      await page.getByRole('table').getByText('Approved').first().waitFor()
    }
    // The rows say so before the answers are there.
    await expect
      .poll(() => sql("select from public.farmers where location = 'Gusau' and status = 'approved'"))
      .toHaveLength(2)
  })
})
