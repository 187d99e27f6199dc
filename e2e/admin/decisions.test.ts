/** Decisions in a browser that cannot go wrong quietly: undo, on to the next, few requests, saved words, many at once. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectPath, expectToast, readPath, signIn, signOutQuestion } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone } from '../stage.ts'
import { approveUnpriced, goToList, listRequests, row, useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { stage, sql, openAdmin, addFarmers, placeOrder } = adminPages

const statuses = async (place: string) =>
  (
    await sql<{ status: string }>(
      'select status from public.farmers where location = $1 order by created_at desc',
      [place],
    )
  ).map(({ status }) => status)
const mailsAbout = (place: string) =>
  sql(
    `select mail.template from private.mail_outbox as mail join public.farmers on farmers.id = mail.record_id
     where location = $1`,
    [place],
  )
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

describe('a decision', () => {
  it('goes on to the next by itself, one key a record; the latest is undone by a button and by a key', async () => {
    await addFarmers('Zuru', 3)
    const page = await openAdmin('/admin?tab=farmers&q=Zuru&status=pending')
    await row(page, 'Zuru farm 3').waitFor()
    await page.locator('body').press('Enter')
    for (const n of [1, 2]) {
      const open = page.getByRole('dialog', { name: `Zuru farm ${n}`, exact: true })
      await open.locator('.record-main > .confirmation').waitFor()
      await open.locator('.dialog-body').evaluate((part) => part.scrollTo(0, part.scrollHeight))
      await page.keyboard.up('a')
      await page.keyboard.down('a')
    }
    const drawer = page.getByRole('dialog', { name: 'Zuru farm 3' })
    await drawer.waitFor()
    await expect.poll(() => focused(page)).toBe('Zuru farm 3')
    // Each is read from its top, wherever the one before it was left.
    const scrolled = () => drawer.locator('.dialog-body').evaluate((part) => part.scrollTop)
    expect(await scrolled()).toBe(0)
    // Its name, which has the focus, stands above what scrolls.
    await page.keyboard.press('PageDown')
    await expect.poll(scrolled).toBeGreaterThan(100)
    await page.keyboard.press('Home')
    await expect.poll(scrolled).toBe(0)
    // A key that is still held down decides about nobody else.
    await page.keyboard.down('a')
    await page.keyboard.up('a')
    await expectToast(page, 'Farmer Updated', 'Farmer status has been updated successfully.')
    expect(await statuses('Zuru')).toEqual(['approved', 'approved', 'pending'])
    await page.keyboard.press('z')
    await expectToast(
      page,
      'Decision undone',
      'The farmer Zuru farm 2 is pending again, and no mail has left.',
    )
    expect(await statuses('Zuru')).toEqual(['approved', 'pending', 'pending'])
    expect(await mailsAbout('Zuru')).toHaveLength(1)
    // Declined with a reason, by the button, on a phone.
    await page.setViewportSize(phone)
    await drawer.getByRole('button', { name: 'Decline Zuru farm 3' }).click()
    const dialog = page.getByRole('dialog', { name: 'Decline Zuru farm 3' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('No trucks there.')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    // The message stands above the drawer's buttons, where it is clicked and reached by Tab; nothing offers the same twice.
    const undo = drawer.locator('.toast').getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    expect(await drawer.getByRole('button', { name: 'Undo' }).count()).toBe(1)
    await expectSound(page)
    await undo.focus()
    expect(await focused(page)).toBe(await undo.innerText())
    await page.keyboard.press('Enter')
    await expectToast(page, 'Decision undone')
    await drawer.getByRole('button', { name: 'Decline Zuru farm 3' }).waitFor()
    expect(await statuses('Zuru')).toEqual(['approved', 'pending', 'pending'])
    expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    // In the list: the message itself offers it, and the focus is on the next that waits.
    await page.keyboard.press('Escape')
    await page.setViewportSize(desktop)
    // A double click is one decision, which can be undone.
    await page.getByRole('button', { name: 'Approve Zuru farm 2' }).dblclick()
    await expect.poll(() => focused(page)).toBe('Details of Zuru farm 3')
    expect(await statuses('Zuru')).toEqual(['approved', 'approved', 'pending'])
    await expectSound(page)
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Decision undone')
    await row(page, 'Zuru farm 2').waitFor()
    expect(await mailsAbout('Zuru')).toHaveLength(1)
  })

  it('is undone for ten seconds, each of several: after the next one, and after its message is gone', async () => {
    await addFarmers('Rano', 3)
    const page = await openAdmin('/admin?tab=farmers&q=Rano&status=pending')
    await row(page, 'Rano farm 3').waitFor()
    await page.locator('body').press('Enter')
    for (const n of [1, 2]) {
      await page
        .getByRole('dialog', { name: `Rano farm ${n}`, exact: true })
        .locator('.record-main > .confirmation')
        .waitFor()
      await page.keyboard.press('a')
    }
    const drawer = page.getByRole('dialog', { name: 'Rano farm 3' })
    await drawer.getByRole('button', { name: 'Undo (2 left)' }).waitFor()
    await page.keyboard.press('z')
    await page.keyboard.press('z')
    await expect.poll(() => statuses('Rano')).toEqual(['pending', 'pending', 'pending'])
    expect(await mailsAbout('Rano')).toEqual([])
    await drawer.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Approve Rano farm 2' }).click()
    await expectToast(page, 'Farmer Updated')
    await page.getByRole('button', { name: 'Dismiss message' }).click()
    expect(await page.locator('.toast').count()).toBe(0)
    expect(await statuses('Rano')).toEqual(['pending', 'approved', 'pending'])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expectToast(page, 'Decision undone')
    expect(await statuses('Rano')).toEqual(['pending', 'pending', 'pending'])
    // Nothing is left to undo, and that is said.
    await page.keyboard.press('z')
    await expectToast(page, 'Nothing to undo')
    // Too late it is said, too, and what can be done instead.
    await page.getByRole('button', { name: 'Approve Rano farm 2' }).click()
    await expectToast(page, 'Farmer Updated')
    await page.getByRole('button', { name: 'Undo', exact: true }).first().waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await expectToast(
      page,
      'Too late to undo',
      'The 10 seconds are over. The decision stands and its mail leaves. Open the farmer to write to the person or to call.',
    )
    expect(await statuses('Rano')).toEqual(['pending', 'approved', 'pending'])
  })

  it('is shown in its row and moves no other: news stays announced until it is asked for', async () => {
    const page = await openAdmin('/admin/queues/farmers')
    const listed = () =>
      page.locator('[data-record] [data-open]').evaluateAll((names) => names.map((name) => name.textContent))
    const announced = page.getByRole('button', { name: '2 new, show' })
    /** The list of a place with four farms, once it has news of two. */
    async function openWithNews(place: string, status: string) {
      await addFarmers(place, 4)
      await goToList(page, `/admin?tab=farmers&q=${place}${status}`)
      await page.getByText('Live', { exact: true }).waitFor()
      await row(page, `${place} farm 4`).waitFor()
      await sql(
        `insert into public.farmers (farm_name, location, contact_name, crops_grown)
         select $1 || ' newcomer ' || n, $1, 'Ada Obi', '{Maize}' from generate_series(1, 2) as n`,
        [place],
      )
      await announced.waitFor()
      return (...numbers: number[]) => numbers.map((n) => `${place} farm ${n}`)
    }

    const farms = await openWithNews('Kagara', '')
    // The pointer stays where it pressed, on this record's row.
    const place = await row(page, 'Kagara farm 2').boundingBox()
    await page.getByRole('button', { name: 'Approve Kagara farm 2' }).click()
    await row(page, 'Kagara farm 2').getByText('Approved').waitFor()
    await expectToast(page, 'Farmer Updated')
    expect(await listed()).toEqual(farms(1, 2, 3, 4))
    expect(await row(page, 'Kagara farm 2').boundingBox()).toEqual(place)
    await announced.waitFor()
    await page.getByRole('button', { name: 'Dismiss message' }).click()

    // It leaves this list, and comes back to its place.
    const pending = await openWithNews('Kachia', '&status=pending')
    await page.getByRole('button', { name: 'Approve Kachia farm 3' }).click()
    await row(page, 'Kachia farm 3').waitFor({ state: 'detached' })
    await expectToast(page, 'Farmer Updated')
    expect(await listed()).toEqual(pending(1, 2, 4))
    await announced.waitFor()
    await page.keyboard.press('z')
    await expectToast(page, 'Decision undone')
    await row(page, 'Kachia farm 3').waitFor()
    expect(await listed()).toEqual(pending(1, 2, 3, 4))
    await announced.click()
    await row(page, 'Kachia newcomer 2').waitFor()
    expect(await listed()).toHaveLength(6)
  })

  it.each([
    [1, 'the list'],
    [2, 'the list'],
    [1, 'the drawer'],
  ])('leaves its place to nobody who came in: of %i, in %s', async (count, where) => {
    const place = `Bauchi ${where} ${count}`
    const page = await openAdmin(`/admin/queues/farmers?status=pending&q=${place}`)
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByText('No farmers found').waitFor()
    // A list that was empty shows what comes.
    await addFarmers(place, count)
    await row(page, `${place} farm ${count}`).waitFor()
    await page.reload()
    await row(page, `${place} farm ${count}`).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await sql("update public.farmers set status = 'approved' where farm_name = 'Bauchi the list 2 farm 2'")
    await sql(
      `insert into public.farmers (farm_name, location, contact_name, crops_grown) values ($1, $1, 'Ada Obi', '{Maize}')`,
      [`${place} newcomer`],
    )
    const news = page.getByRole('button', { name: '1 new, show' })
    await news.waitFor()
    const drawer = page.getByRole('dialog', { name: `${place} farm 1`, exact: true })
    if (where === 'the drawer') {
      await page.getByRole('link', { name: `Details of ${place} farm 1` }).click()
      await drawer.getByRole('button', { name: 'Approve', exact: false }).first().click()
    } else await page.getByRole('button', { name: `Approve ${place} farm 1` }).click()
    await row(page, `${place} farm 1`).waitFor({ state: 'detached' })
    await expectToast(page, 'Farmer Updated')
    await page.waitForLoadState('networkidle')
    expect(await row(page, `${place} newcomer`).count()).toBe(0)
    if (where === 'the drawer') {
      expect(await drawer.isVisible()).toBe(true)
      await page.keyboard.press('Escape')
    }
    await news.click()
    await row(page, `${place} newcomer`).waitFor()
  })

  it('on an order costs two requests', async () => {
    const [one, other] = [await placeOrder('Ginger'), await placeOrder('Rice')]
    const page = await openAdmin('/admin?tab=orders&status=pending')
    await page.getByText('Live', { exact: true }).waitFor()
    await row(page, other.code).waitFor()
    const seenRequests = listRequests(page)
    await approveUnpriced(page, one.code)
    await row(page, one.code).waitFor({ state: 'detached' })
    await expect.poll(() => seenRequests).toHaveLength(2)
    // What is heard live comes in order: one's own was reported before this. The colleague's reads the list again.
    await sql("update public.orders set crop_type = 'Yam' where id = $1", [other.id])
    await row(page, other.code).getByText('Yam').waitFor()
    const own = seenRequests.slice(0, seenRequests.indexOf('POST find_records'))
    expect(own).toEqual(['PATCH orders', 'POST admin_places'])
    expect(seenRequests.filter((call) => call === 'POST find_records')).toHaveLength(1)
  })

  it('on an order in the view of a step costs two requests, and in the drawer what is shown of it besides', async () => {
    const [one, two, three] = [await placeOrder('Ginger'), await placeOrder('Rice'), await placeOrder('Yam')]
    await sql(`set session_replication_role = replica;
      update public.orders set total_amount_kobo = 99900000, payment_status = 'confirmed'
      where id in ('${one.id}', '${two.id}', '${three.id}')`)
    const page = await openAdmin('/admin/queues/orders?step=paid_to_approve')
    await page.getByText('Live', { exact: true }).waitFor()
    await row(page, three.code).waitFor()
    await page.waitForLoadState('networkidle')
    const seenRequests = listRequests(page)
    const approve = async ({ code }: { code: string }, place: Page | ReturnType<Page['getByRole']>) => {
      await place.getByRole('button', { name: `Approve order ${code}` }).click()
      await row(page, code).waitFor({ state: 'detached' })
      await expectToast(page, 'Order Updated')
      await page.waitForLoadState('networkidle')
    }
    await approve(one, page)
    expect(seenRequests).toEqual(['PATCH orders', 'POST admin_places'])

    // What is open of it says how its money, goods and documents stand now.
    await page.getByRole('link', { name: `Details of order ${two.code}` }).click()
    const drawer = page.getByRole('dialog', { name: `Order ${two.code}` })
    await drawer.getByRole('region', { name: 'Notes' }).waitFor()
    await expect
      .poll(() => seenRequests)
      .toEqual(
        expect.arrayContaining(['GET order_documents', 'POST list_money_entries', 'POST record_history']),
      )
    seenRequests.length = 0
    await approve(two, drawer)
    await expect.poll(() => seenRequests).toContain('GET order_documents')
    expect(seenRequests.toSorted()).toEqual([
      'GET order_documents',
      'GET orders',
      'GET orders',
      'PATCH orders',
      'POST admin_places',
      'POST record_history',
    ])
  })

  it('costs one request, and a colleague’s undo is refused with the true reason', async () => {
    await addFarmers('Daura', 6)
    const page = await openAdmin('/admin?tab=farmers&q=Daura')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Details of Daura farm 1' }).focus()
    const seenRequests = listRequests(page)
    for (const n of [1, 2, 3, 4]) {
      await expect.poll(() => focused(page)).toBe(`Details of Daura farm ${n}`)
      await page.keyboard.press('a')
      await row(page, `Daura farm ${n}`).getByText('Approved').waitFor()
    }
    // What is heard live comes in order: one's own four were reported before this.
    await sql("update public.farmers set location = 'Daura North' where farm_name = 'Daura farm 6'")
    await row(page, 'Daura farm 6').getByText('Daura North').waitFor()
    expect(seenRequests.filter((call) => call.startsWith('PATCH'))).toHaveLength(4)
    expect(seenRequests.filter((call) => call === 'POST find_records')).toHaveLength(1)
    // What else was asked came with the colleague's change: each question once.
    expect(new Set(seenRequests).size).toBe(seenRequests.length - 3)
    // It changed in between: nothing is undone, and the message says why.
    await expect.poll(() => focused(page)).toBe('Details of Daura farm 5')
    await page.keyboard.press('a')
    await row(page, 'Daura farm 5').getByText('Approved').waitFor()
    // The row may have heard of it live before its answer is here.
    await expectToast(page, 'Farmer Updated')
    await sql("update public.farmers set location = 'Daura South' where farm_name = 'Daura farm 5'")
    await page.keyboard.press('z')
    await expectToast(page, 'Not undone')
    expect(await page.locator('.toast-reason').innerText()).toBe(
      'It was changed since, so it cannot be undone',
    )
  })

  it('that the database refuses says its reason in the message, and "someone else" only where a user was', async () => {
    await addFarmers('Wamba', 2)
    const page = await openAdmin('/admin?tab=farmers&q=Wamba')
    // The right is taken away while the page is open.
    await page.route('**/rest/v1/farmers?*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 200, json: [] }) : route.continue(),
    )
    await page.getByRole('button', { name: 'Approve Wamba farm 1' }).click()
    await expectToast(page, 'Update Failed', 'Failed to update farmer status.')
    expect(await page.locator('.toast-reason').innerText()).toBe(
      'Nothing was changed: your account may not decide on this farmer.',
    )
    await page.unroute('**/rest/v1/farmers?*')
    // A colleague is first, between the press and its arrival.
    await page.route('**/rest/v1/farmers?*', async (route) => {
      if (route.request().method() === 'PATCH')
        await sql(
          "update public.farmers set status = 'declined', decline_reason = 'Too far' where farm_name = 'Wamba farm 2'",
        )
      await route.continue()
    })
    await page.getByRole('button', { name: 'Approve Wamba farm 2' }).click()
    await page
      .locator('.toast-reason')
      .getByText('This farmer was changed by someone else in the meantime. The list has been refreshed.', {
        exact: true,
      })
      .waitFor()
    await row(page, 'Wamba farm 2').getByText('Declined').waitFor()
    await page.unroute('**/rest/v1/farmers?*')
    // The message goes when the next attempt begins.
    await page.getByRole('button', { name: 'Approve Wamba farm 1' }).click()
    await expectToast(page, 'Farmer Updated')
  })
})

describe('many at once', () => {
  it('are given to a colleague, asked for a correction, undone, and taken along; who was left out is named', async () => {
    await addFarmers('Mubi', 4)
    const colleague = await stage.app.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'reviewer')", [colleague.id])
    await sql("update public.profiles set full_name = 'Chika Colleague' where id = $1", [colleague.id])
    await sql(
      `insert into public.record_work (record_type, record_id, assignee_id, assigned_at)
       select 'farmers', id, $1, now() from public.farmers where farm_name = 'Mubi farm 4'`,
      [adminPages.admin.id],
    )
    const page = await openAdmin('/admin?tab=farmers&q=Mubi')
    await row(page, 'Mubi farm 4').locator('.assignee').waitFor()
    // No row says for a moment that others did what one did oneself.
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('.changed-mark')) document.body.dataset.wasMarked = ''
      }).observe(document.body, { childList: true, subtree: true })
    })
    const chooseAll = () => page.getByLabel('Select all farmers on this page').check()
    await chooseAll()
    await page.getByRole('button', { name: 'Assign' }).click()
    const assign = page.getByRole('dialog', { name: 'Assign 4 farmers' })
    await assign.getByLabel('To').selectOption('Chika Colleague')
    await assign.getByText('1 of them somebody has already', { exact: false }).waitFor()
    await expectSound(page)
    await assign.getByRole('button', { name: 'Assign 4' }).click()
    await expectToast(page, 'Assignment changed', '3 farmers given.')
    await page.getByText('1 skipped, because: a colleague has it already', { exact: false }).waitFor()
    await row(page, 'Mubi farm 1').getByText('Chika Colleague').waitFor()

    await page.setViewportSize(phone)
    await page.getByLabel('Select Mubi farm 1', { exact: true }).check()
    await page.getByLabel('Select Mubi farm 2', { exact: true }).check()
    await page.getByRole('button', { name: 'Ask for correction' }).click()
    const ask = page.getByRole('dialog', { name: 'Ask 2 farmers for a correction' })
    await ask.getByText('2 have no photo.').waitFor()
    await ask.getByLabel('Photo', { exact: true }).check()
    await ask.getByLabel('Note on Photo').fill('Please send a photo of yourself.')
    await ask.getByLabel('A few words').fill('By Friday, please.')
    const note = ask.getByLabel('Note on Photo')
    const askAgain = async () => {
      await page.getByRole('button', { name: 'Ask for correction' }).click()
      await note.waitFor()
      await expect.poll(() => note.inputValue()).toBe('Please send a photo of yourself.')
      await expect.poll(() => ask.getByLabel('A few words').inputValue()).toBe('By Friday, please.')
    }
    await page.keyboard.press('Escape')
    await ask.waitFor({ state: 'detached' })
    await askAgain()
    await expectSound(page)
    await ask.getByRole('button', { name: 'Send request' }).click()
    await expectToast(page, 'Corrections requested', '2 will be told what to correct.')
    const requests = () =>
      sql(
        `select from public.correction_requests as request join public.farmers on farmers.id = request.record_id
         where location = 'Mubi'`,
      )
    expect(await requests()).toHaveLength(2)
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Undone', '2 farmers as before, and no mail has left.')
    expect(await requests()).toHaveLength(0)
    expect(await mailsAbout('Mubi')).toEqual([])
    // What was taken back is there to be corrected and sent again.
    await page.getByLabel('Select Mubi farm 1', { exact: true }).check()
    await page.getByLabel('Select Mubi farm 2', { exact: true }).check()
    await askAgain()
    await page.keyboard.press('Escape')
    await ask.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Decline selected' }).click()
    const reason = page.getByRole('textbox', { name: 'Reason' })
    await reason.fill('Too far away.')
    await page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
    await expectToast(page, 'Bulk Decline Successful')
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Undone', '2 farmers as before, and no mail has left.')
    await page.getByLabel('Select Mubi farm 1', { exact: true }).check()
    await page.getByRole('button', { name: 'Decline selected' }).click()
    await reason.waitFor()
    await expect.poll(() => reason.inputValue()).toBe('Too far away.')
    await page.keyboard.press('Escape')
    expect(await page.locator('body').getAttribute('data-was-marked')).toBeNull()

    await page.setViewportSize(desktop)
    await chooseAll()
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await page.getByRole('button', { name: 'Approve 4' }).click()
    await expectToast(page, 'Bulk Approval Successful', '4 items approved and notifications sent.')
    await sql("update public.farmers set location = 'Mubi' where farm_name = 'Mubi farm 3'")
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Undone', '3 farmers as before, and no mail has left.')
    await page.getByText('1 skipped, because: It was changed since', { exact: false }).waitFor()
    expect(await statuses('Mubi')).toEqual(['pending', 'pending', 'approved', 'pending'])

    await page.getByLabel('Select Mubi farm 1', { exact: true }).check()
    // One of the two is decided already.
    await page.getByLabel('Select Mubi farm 3', { exact: true }).check()
    await page.getByRole('button', { name: 'Approve selected' }).click()
    const single = page.getByRole('dialog', { name: 'Approve 1 farmer?' })
    await single.getByText('Its person is told by mail, in ten seconds', { exact: false }).waitFor()
    await single.getByText('1 of those you chose is not pending any more, and is left out.').waitFor()
    await single.getByRole('button', { name: 'Keep it' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Select Mubi farm 3', { exact: true }).uncheck()
    // Who has no address stands among the people to phone, and is not said to be told by mail.
    await sql(`set session_replication_role = replica;
      update public.farmers set contact_email = null where farm_name = 'Mubi farm 1'`)
    await page.getByLabel('Select Mubi farm 2', { exact: true }).check()
    await page.getByRole('button', { name: 'Approve selected' }).click()
    const both = page.getByRole('dialog', { name: 'Approve 2 farmers?' })
    await both.getByText('1 is told by mail, in ten seconds', { exact: false }).waitFor()
    await both
      .getByText('1 has no email address that we write to and stands among the people to phone.')
      .waitFor()
    await expectSound(page)
    await page.keyboard.press('Escape')
    // A colleague approves one of those that are ticked.
    const seen = await sql<{ id: string; version: number }>(
      "select id, answers_version as version from public.farmers where farm_name = 'Mubi farm 2'",
    )
    await colleague.client
      .rpc('decide_records', {
        ...{ record_type: 'farmers', new_status: 'approved' },
        rows: seen.map((one) => ({ ...one, expected: 'pending' })),
      })
      .throwOnError()
    await row(page, 'Mubi farm 2').getByText('Approved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await single.getByText('Its person has no email address that we write to', { exact: false }).waitFor()
    await single.getByText('1 of those you chose is not pending any more, and is left out.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Select Mubi farm 2', { exact: true }).uncheck()
    await page.getByRole('button', { name: 'Export selected' }).click()
    await page.getByRole('dialog', { name: 'Export 1 of this list' }).waitFor()
  })

  it('say what was done where it broke off midway, and take that back; and what could not be counted of them', async () => {
    await addFarmers('Bida', 101)
    const page = await openAdmin('/admin?tab=farmers&q=Bida')
    await page.getByLabel('Select all farmers on this page').check()
    await page.getByRole('button', { name: 'Select all 101 that match' }).click()
    stage.expectError(/find_record_flags|decide_records/)
    await page.route('**/rest/v1/rpc/find_record_flags', (route) => route.abort())
    await page.getByRole('button', { name: 'Approve selected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve 101 farmers?' })
    await dialog.getByText('What should be known of them could not be counted.', { exact: false }).waitFor()
    await dialog.getByText('They are saved 100 at a time', { exact: false }).waitFor()
    await expectSound(page)
    await page.unroute('**/rest/v1/rpc/find_record_flags')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('101 have no photo.').waitFor()
    let parts = 0
    await page.route('**/rest/v1/rpc/decide_records', (route) =>
      ++parts === 2 ? route.abort() : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Approve 101' }).click()
    await expectToast(page, 'Bulk Action Failed', 'Failed to complete bulk approval.')
    const message = page.locator('.toast')
    await message.getByText('100 farmers approved before it broke off.').waitFor()
    await message.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Undone', '100 farmers as before, and no mail has left.')
    expect(await statuses('Bida')).toEqual(Array(101).fill('pending'))
  })
})

// Last: it signs out.
describe('what is typed', () => {
  it('about a record stays on the device: through Escape, Next and reload, until it is sent or its person signs out', async () => {
    await addFarmers('Gaya', 2)
    const page = await openAdmin('/admin?tab=farmers&q=Gaya')
    const open = () => page.getByRole('link', { name: 'Details of Gaya farm 1' }).click()
    await open()
    const note = page.getByRole('dialog').getByLabel('Write a note')
    await note.fill('Ring after five.')
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByRole('dialog', { name: 'Gaya farm 2' }).waitFor()
    expect(await note.inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await open()
    await note.waitFor()
    await expect.poll(() => note.inputValue()).toBe('Ring after five.')
    await page.getByRole('dialog').getByRole('button', { name: 'Decline Gaya farm 1' }).click()
    const reason = page.getByRole('textbox', { name: 'Reason' })
    await reason.fill('Too far away.')
    await page.keyboard.press('Escape')
    await page.reload()
    await note.waitFor()
    await expect.poll(() => note.inputValue()).toBe('Ring after five.')
    await page.getByRole('dialog').getByRole('button', { name: 'Decline Gaya farm 1' }).click()
    await reason.waitFor()
    await expect.poll(() => reason.inputValue()).toBe('Too far away.')
    await page.keyboard.press('Escape')
    const stored = () =>
      page.evaluate(() =>
        Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => key.includes('admin:')),
      )
    expect(await stored()).toHaveLength(2)
    await page.getByRole('button', { name: 'Add note' }).click()
    await expectToast(page, 'Note added')
    expect(await note.inputValue()).toBe('')
    expect(await stored()).toHaveLength(1)
    // The session ends while the admin writes: the next sign-in leads to the very record, and to the words.
    await note.fill('She rang at noon.')
    const record = readPath(page)
    /** What is asked of nobody's own views, which the service refuses. */
    const ofNobody: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('owner_id=eq.&')) ofNobody.push(request.url())
    })
    expect((await adminPages.admin.client.auth.signOut({ scope: 'global' })).error).toBeNull()
    await page.getByRole('button', { name: 'Add note' }).click()
    await expectPath(page, `/auth?next=${encodeURIComponent(record)}`)
    await page.getByText('Your session has ended.', { exact: false }).waitFor()
    await signIn(page, adminPages.admin)
    await note.waitFor()
    await expect.poll(() => note.inputValue()).toBe('She rang at noon.')
    expect(readPath(page)).toBe(record)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sign Out' }).first().click()
    await signOutQuestion(page).getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/admin'))
    await expect.poll(stored).toEqual([])
    expect(ofNobody).toEqual([])
  })
})
