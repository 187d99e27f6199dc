/** One record in the admin area in a browser: two people on it, its notes and history, its promise, its secrets. */
import { describe, expect, it } from 'vitest'
import { changePath } from '#domain/registrations/intake.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { createApplicant, takePhoto } from '#tests/server/registrations/applicant.ts'
import { expectPath, expectToast, readPath } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone } from '../stage.ts'
import { approveUnpriced, goWithin, row, useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { stage, sql, openAdmin, placeOrder } = adminPages

describe('what an applicant changed', () => {
  it('stands on the record with before and after, in its history, and codes are read by their labels', async () => {
    const applicant = createApplicant({
      url: stage.app.url,
      publishableKey: stage.app.keys.publishableKey,
      accessToken: mustWork(await adminPages.buyer.client.auth.getSession()).session?.access_token ?? '',
    })
    const { body } = await applicant.submit('buyer_corporate')
    const answers = {
      ...goodRegistrations.buyer_corporate,
      businessType: 'trading-company',
      paymentTermsPreference: 'letter-of-credit',
    }
    const change = async (next: object, version: number) => {
      const idempotencyKey = crypto.randomUUID()
      const request = { answers: { ...answers, ...next }, idempotencyKey, consents: [], version }
      expect((await applicant.call('POST', changePath('buyers', body.id), request)).status).toBe(200)
    }
    await change({}, 1)
    const page = await openAdmin(`/admin/queues/buyers?record=${body.id}`)
    const record = page.getByRole('dialog', { name: 'Obi Foods Limited' })
    await record.getByText('The applicant changed 2 answers', { exact: false }).waitFor()
    const list = record.getByRole('region', { name: 'Changed answers' })
    await list.getByText('Changed by the applicant, unasked').waitFor()
    const changes = async () => (await list.innerText()).replace(/\s+/g, ' ')
    await expect.poll(changes).toContain('Before: Exporter → Now: Trading company')
    await record.getByRole('region', { name: 'History' }).getByText('Business type, Payment terms').waitFor()
    const text = await record.innerText()
    for (const code of ['trading-company', 'letter-of-credit', '101-500tons', 'business-referral'])
      expect(text).not.toContain(code)
    expect(text).toContain('Letter of credit')
    expect(text).toContain('101 to 500 tons')
    const line = page.locator('tr', { hasText: 'Obi Foods Limited' })
    await line.getByText('edited', { exact: true }).waitFor()
    // What changes while it is open has to be read before it is decided.
    await change({ city: 'Ikeja' }, 2)
    const approve = record.getByRole('button', { name: 'Approve Obi Foods Limited' })
    await approve.click()
    await record.getByText(/^The applicant changed their answers at \d\d:\d\d; read them first$/).waitFor()
    await record.getByText('The applicant changed an answer on', { exact: false }).waitFor()
    await expect.poll(changes).toContain('Now: Ikeja')
    await expectSound(page)
    await approve.click()
    await expectToast(page, 'Buyer Updated', 'Buyer status has been updated successfully.')
    await line.getByText('edited', { exact: true }).waitFor({ state: 'detached' })
  })
})

describe('a person whom we may know already', () => {
  it('is opened from the hint, and back returns', async () => {
    await sql(
      `insert into public.farmers (farm_name, location, contact_name, phone, crops_grown)
       values ('First Gada farm', 'Gada', 'Sani Bello', '+2348039990001', '{Rice}'),
         ('Second Gada farm', 'Gada', 'Sani Bello', '+2348039990001', '{Rice}')`,
    )
    const page = await openAdmin('/admin?tab=farmers&q=Second Gada')
    await page.getByRole('link', { name: 'Details of Second Gada farm' }).click()
    const second = page.getByRole('dialog', { name: 'Second Gada farm' })
    await second.getByRole('link', { name: /Sani Bello/ }).click()
    await page.getByRole('dialog', { name: 'First Gada farm' }).waitFor()
    expect(readPath(page)).toMatch(/^\/admin\/queues\/farmers\?record=/)
    await page.goBack()
    await second.waitFor()
    await page.goBack()
    await second.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Details of Second Gada farm' }).waitFor()
  })

  it('does not bury the record, however many share a phone', async () => {
    await sql(
      `insert into public.farmers (farm_name, location, contact_name, phone, crops_grown)
       select 'Wase farm ' || n, 'Wase', 'Bala Musa', '+2348039990002', '{Rice}' from generate_series(1, 9) as n`,
    )
    const page = await openAdmin('/admin?tab=farmers&q=Wase farm 9')
    await page.getByRole('link', { name: 'Details of Wase farm 9' }).click()
    const hints = page.getByRole('dialog', { name: 'Wase farm 9' }).getByRole('link', { name: /Bala Musa/ })
    await page.getByText('and 3 more').waitFor()
    await expect.poll(() => hints.filter({ visible: true }).count()).toBe(5)
    await page.getByText('and 3 more').click()
    await expect.poll(() => hints.filter({ visible: true }).count()).toBe(8)
  })
})

describe('two reviewers', () => {
  it('the second sees it at once, without a reload, and overwrites nothing', async () => {
    const { id, code } = await placeOrder('Yam')
    const page = await openAdmin(`/admin?q=${code}`)
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('link', { name: `Details of order ${code}` }).click()
    const drawer = page.getByRole('dialog', { name: `Order ${code}` })
    await drawer.getByText('The person has not heard from us yet').waitFor()
    await adminPages.admin.client.from('orders').update({ status: 'approved' }).eq('id', id).throwOnError()
    await drawer
      .getByText('Somebody else changed this order while you were reading', { exact: false })
      .waitFor()
    expect(await drawer.getByRole('button', { name: `Decline order ${code}` }).count()).toBe(0)
  })
})

describe('two admins at once', () => {
  it('the second learns that the first was quicker, and one decision is made', async () => {
    const { code } = await placeOrder('Garlic')
    const other = await stage.app.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [other.id])
    const [first, second] = [await openAdmin(`/admin?q=${code}`), await stage.newPage({ as: other })]
    // The second one's list has not heard of it yet.
    await second.routeWebSocket('**/realtime/**', (socket) => socket.close())
    await second.goto(`/admin?q=${code}`)
    const decline = second.getByRole('button', { name: `Decline order ${code}` })
    await decline.click()
    const dialog = second.getByRole('dialog', { name: `Decline order ${code}` })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Out of season.')
    await approveUnpriced(first, code)
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
  it('is taken, noted and listed in one history; colleagues read the note', async () => {
    const { code } = await placeOrder('Cassava')
    const page = await openAdmin(`/admin?q=${code}`, phone)
    await page.getByRole('link', { name: `Details of order ${code}` }).click()
    const drawer = page.getByRole('dialog', { name: `Order ${code}` })
    // A double click takes it once, and is no refusal.
    await drawer.getByRole('button', { name: 'Take it' }).dblclick()
    await expect.poll(() => drawer.getByLabel('Assigned to').inputValue()).toBe(adminPages.admin.id)
    await drawer.getByRole('button', { name: 'I have contacted them' }).click()
    // With its time: the message of the drawer begins with the same words.
    await drawer.getByText(/^First contact \d/).waitFor()
    await drawer
      .getByText('Colleagues read it; the person gets it with a copy of their data, without your name.')
      .waitFor()
    await drawer.getByLabel('Write a note').fill('Wants delivery before Friday.')
    const add = drawer.getByRole('button', { name: 'Add note' })
    await add.press('Enter')
    await drawer.getByRole('listitem').getByText('Wants delivery before Friday.').waitFor()
    // By keyboard it goes on from there.
    await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await drawer.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    expect(
      await sql('select from public.record_work where assignee_id = $1', [adminPages.admin.id]),
    ).toHaveLength(1)
  })

  it('is given to a colleague, found among theirs by its address, and taken back', async () => {
    const { id, code } = await placeOrder('Cassava')
    const colleague = await stage.app.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [colleague.id])
    await sql("update public.profiles set full_name = 'Chika Colleague' where id = $1", [colleague.id])
    const page = await openAdmin(`/admin/queues/quotes?q=${code}&record=${id}`)
    const drawer = page.getByRole('dialog', { name: `Order ${code}` })
    await drawer.getByLabel('Assigned to').selectOption('Chika Colleague')
    await expectToast(page, 'Assignment changed')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await row(page, code).getByText('Chika Colleague').waitFor()
    await page.getByLabel('Assignee').selectOption('I have it')
    await page.getByText('No orders to quote found').waitFor()
    await page.getByLabel('Assignee').selectOption('Chika Colleague')
    await row(page, code).waitFor()
    await expectPath(page, `/admin/queues/quotes?q=${code}&who=${colleague.id}`)
    await page.reload()
    await page.getByRole('link', { name: `Details of order ${code}` }).click()
    await drawer.getByLabel('Assigned to').selectOption('Nobody yet')
    await drawer.getByRole('button', { name: 'Take it' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Changed, show' }).click()
    await page.getByText('No orders to quote found').waitFor()
    await page.getByLabel('Assignee').selectOption('Nobody yet')
    await row(page, code).waitFor()
  })

  it('that waits for a quote is an order in the words of its decision', async () => {
    const { code } = await placeOrder('Cassava')
    const page = await openAdmin(`/admin/queues/quotes?q=${code}`)
    await page.route('**/rest/v1/orders?*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: { code: 'PGRST100', message: 'no' } })
        : route.continue(),
    )
    await approveUnpriced(page, code)
    await expectToast(page, 'Update Failed', 'Failed to update order status.')
    await page.unroute('**/rest/v1/orders?*')
    // The question stays until it is answered.
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await expectToast(page, 'Order Updated', 'Order status has been updated successfully.')
  })

  it('is late after its promise, and the overdue filter finds it until somebody has contacted the buyer', async () => {
    const { id, code } = await placeOrder('Gum Arabic')
    await sql("update public.orders set created_at = now() - interval '26 hours' where id = $1", [id])
    const page = await openAdmin('/admin')
    await page.getByRole('button', { name: 'Overdue' }).click()
    await row(page, code).getByText('2 h late').waitFor()
    await expectPath(page, '/admin?due=overdue')
    await page.getByText(/^1 found/).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByRole('link', { name: `Details of order ${code}` }).click()
    const drawer = page.getByRole('dialog', { name: `Order ${code}` })
    await drawer.getByRole('button', { name: 'I have contacted them' }).click()
    await drawer.getByText('21 h left').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Changed, show' }).click()
    await page.getByText(/^0 found/).waitFor()
    await page.getByRole('button', { name: 'Overdue' }).click()
    await row(page, code).getByText('21 h left').waitFor()
  })

  it('shows what is secret masked, and opens it with a second factor and a reason alone', async () => {
    const person = createApplicant({ url: stage.app.url, publishableKey: stage.app.keys.publishableKey })
    const { body } = await person.submit('investor_individual')
    const path = `/admin?tab=investors&record=${body.id}`
    const page = await openAdmin(path)
    const drawer = page.getByRole('dialog').first()
    const secrets = drawer.getByRole('region', { name: 'Stored encrypted' })
    await secrets.getByText('8901', { exact: false }).waitFor()
    expect(await page.content()).not.toContain('12345678901')
    await secrets.getByRole('button', { name: 'Reveal BVN' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reveal BVN' })
    // Said before it is filled in.
    await dialog.getByText('This takes a second step at sign-in', { exact: false }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Reveal' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Comparing it with the passport.')
    await dialog.getByRole('button', { name: 'Reveal' }).click()
    await dialog
      .getByText(
        'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.',
      )
      .waitFor()
    const strong = await stage.app.newPerson()
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
    await goWithin(again, `/admin/queues/farmers/${slotted.body.id}`)
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
    await goWithin(again, `/admin/queues/quotes/${id}`)
    await again.getByRole('button', { name: 'Quote this order' }).click()
    const quote = again.getByRole('form', { name: 'Quote' })
    await quote.getByLabel('Quantity').fill('10')
    await quote.getByLabel('Price per unit').fill('1,500.50')
    await quote.getByLabel('Named place').fill('Apapa')
    await quote.getByText('Total ₦15,005').waitFor()
    await quote.getByRole('button', { name: 'Send quote' }).click()
    await expectToast(again, 'Quote sent', 'The buyer has been told.')
    const [offer] = await sql<{ id: string }>('select id from public.quotes where order_id = $1', [id])
    mustWork(
      await adminPages.buyer.client.rpc('accept_quote', { quote_id: offer?.id ?? '', total_kobo: 1_500_500 }),
    )
    await goWithin(again, `/admin?q=${code}&record=${id}`)
    await again.getByRole('dialog').waitFor()
    const payment = again.getByRole('form', { name: 'Confirm payment' })
    await payment.getByLabel('Bank reference').fill('TRF/0001')
    await payment.getByRole('button', { name: 'Confirm payment' }).click()
    await expectToast(again, 'Payment recorded', 'The buyer has been told.')
    await again.getByRole('region', { name: 'Payment' }).getByText('₦15,005 of ₦15,005 received').waitFor()
  })
})
