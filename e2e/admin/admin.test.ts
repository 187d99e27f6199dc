/** /admin in a browser: who gets in, the counts, and decisions on orders and registrations. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { expectPath, expectToast, holdCall, orderAnswers, readPath, waitForMail } from '../actions.ts'
import { desktop, phone, useStage } from '../stage.ts'
import { approveUnpriced } from './admin-stage.ts'

const stage = useStage()
let buyer: Person
let admin: Person

async function openAdmin(path = '/admin', viewport = desktop): Promise<Page> {
  const page = await stage.newPage({ as: admin, viewport })
  await page.goto(path)
  return page
}

async function placeOrder(product = 'Ginger', companyName = orderAnswers.companyName): Promise<string> {
  const request = { ...orderAnswers, email: buyer.email, product, companyName }
  const order = mustWork(
    await buyer.client.rpc('submit_order', { request, idempotency_key: crypto.randomUUID() }),
  ) as { code: string }
  return order.code
}

function row(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

beforeAll(async () => {
  ;[buyer, admin] = await Promise.all([stage.app.newPerson(), stage.app.newAdmin()])
})

describe('the way into the admin area', () => {
  it('sends visitors to sign-in', async () => {
    const page = await stage.newPage()
    await page.goto('/admin?tab=farmers')
    await expectPath(page, '/auth?next=%2Fadmin%3Ftab%3Dfarmers')
  })

  it('denies members who are no admins', async () => {
    const page = await stage.newPage({ as: buyer })
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await page.getByText("You don't have permission to access the admin dashboard.").waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  it('lets an admin on a bad link try again', async () => {
    const page = await stage.newPage({ as: admin })
    stage.expectError(/role lookup failed|503|net::ERR_FAILED/)
    await page.route('**/rest/v1/user_roles*', (route) => route.abort())
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'We could not look up your rights' }).waitFor()
    expect(await page.getByText('Access Denied').count()).toBe(0)
    await page.unroute('**/rest/v1/user_roles*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
  })

  it('turns a spinner while access is checked, and shows nothing of the desk before', async () => {
    const page = await stage.newPage({ as: admin })
    const lookup = await holdCall(page, '**/rest/v1/user_roles*')
    await Promise.all([page.waitForRequest('**/rest/v1/user_roles*'), page.goto('/admin')])
    await page.locator('main [role=status]', { hasText: 'Loading...' }).waitFor()
    expect(await page.getByText('Total Orders').count()).toBe(0)
    lookup.release()
    await page.getByText('Total Orders').waitFor()
  })

  it('shows the admin button and badge to admins alone', async () => {
    const page = await openAdmin()
    await page.getByRole('link', { name: 'Admin Dashboard' }).first().waitFor()
    await page.getByText('Admin', { exact: true }).first().waitFor()
    // In the header of a public page where it has the room, else in the menu beside the badge.
    await page.goto('/terms')
    const inHeader = page.locator('.account-admin').getByRole('link', { name: 'Admin Dashboard' })
    await inHeader.waitFor()
    await page.setViewportSize({ width: 1279, height: 800 })
    expect(await inHeader.isVisible()).toBe(false)
    await page.locator('.account-name').filter({ hasText: 'Admin' }).click()
    await page.locator('.drop-sheet').getByRole('link', { name: 'Admin Dashboard' }).waitFor()
    const other = await stage.newPage({ as: buyer })
    await other.goto('/account')
    await other.locator('h1:not(.sr-only)', { hasText: 'Your account' }).waitFor()
    expect(await other.getByRole('link', { name: 'Admin Dashboard' }).count()).toBe(0)
  })
})

describe('empty lists', () => {
  it.each([
    ['orders', 'No orders found'],
    ['farmers', 'No farmers found'],
    ['buyers', 'No buyers found'],
    ['investors', 'No investors found'],
  ])('say so: %s', async (tab, sentence) => {
    const page = await openAdmin(`/admin?tab=${tab}&q=nothing-has-this-name`)
    await page.getByText(sentence).waitFor()
  })
})

describe('orders on the desk', () => {
  it('counts all records and shows the newest order first, with the buyer', async () => {
    const code = await placeOrder('Soya Beans')
    const page = await openAdmin()
    for (const label of ['Total Orders', 'Farmers', 'Buyers', 'Investors']) {
      await page.getByRole('heading', { level: 2, name: label }).waitFor()
    }
    const first = page.getByRole('row').nth(1)
    await first.filter({ hasText: code }).waitFor()
    expect(await first.innerText()).toContain(buyer.email)
    expect(await first.innerText()).toContain('1,500.5 Tons')
  })

  it('that come in meanwhile show within half a minute, without a reload, where websockets are blocked', async () => {
    const page = await stage.newPage({ as: admin })
    await page.routeWebSocket('**/realtime/**', (socket) => socket.close())
    await page.clock.install()
    await page.goto('/admin')
    await page.getByRole('row').nth(1).waitFor()
    const code = await placeOrder('Garlic')
    expect(await row(page, code).count()).toBe(0)
    await page.clock.fastForward(30_000)
    // Nothing moves under the pointer: it is announced, and shown on request.
    const news = page.getByRole('button', { name: '1 new, show' })
    await news.waitFor()
    expect(await row(page, code).count()).toBe(0)
    await news.click()
    await row(page, code).waitFor()
  })

  it('are approved, then completed, and the buyer hears of it', async () => {
    const code = await placeOrder()
    const page = await openAdmin()
    await approveUnpriced(page, code)
    await expectToast(page, 'Order Updated', 'Order status has been updated successfully.')
    await row(page, code).getByText('Approved').waitFor()
    expect(await page.getByRole('button', { name: `Decline order ${code}` }).count()).toBe(0)
    await page.getByRole('button', { name: `Complete order ${code}` }).click()
    await row(page, code).getByText('Completed').waitFor()
    expect(
      await row(page, code)
        .getByRole('button', { name: /Approve|Decline|Complete/ })
        .count(),
    ).toBe(0)
    await waitForMail(stage.app, buyer.email, /approved/i)
    await waitForMail(stage.app, buyer.email, /is complete/i)
  })

  it('are completed without their payment only on credit terms, which take a reason and a second factor', async () => {
    const code = await placeOrder('Cassava')
    await asOwner(stage.app.databaseUrl, (client) =>
      client.query(
        `update public.orders set status = 'approved', total_amount_kobo = 5000000 where code = $1`,
        [code],
      ),
    )
    const page = await openAdmin()
    await page.getByRole('button', { name: `Complete order ${code}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Its payment is not confirmed in full.', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await dialog.getByText('Please say why it goes on credit terms').waitFor()
    await dialog
      .getByRole('textbox', { name: 'Why this order goes on credit terms' })
      .fill('30 days, agreed by the board')
    stage.expectError(/403/)
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await page
      .getByText(
        'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.',
      )
      .first()
      .waitFor()
    await row(page, code).getByText('Approved').waitFor()
  })

  it('are declined only with a reason, which the buyer reads', async () => {
    const code = await placeOrder('Yam')
    const page = await openAdmin()
    await page.getByRole('button', { name: `Decline order ${code}` }).click()
    // The reason is what is requested: anyone who types at once types it there.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('decision-reason')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await dialog.getByText('Please give a reason').waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Out of season until March.')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expectToast(page, 'Order Updated', 'Order status has been updated successfully.')
    await row(page, code).getByText('Declined').waitFor()
    const mine = await stage.newPage({ as: buyer })
    await mine.goto('/account')
    await mine.getByText('Out of season until March.', { exact: false }).waitFor()
    const mail = await waitForMail(stage.app, buyer.email, new RegExp(`About your order ${code}`))
    expect(mail.text).toContain('Out of season until March.')
  })

  it('that another person has decided meanwhile say so and show their true status', async () => {
    const code = await placeOrder('Garlic')
    const page = await stage.newPage({ as: admin })
    // The page has not heard of it: else its button may be gone before it is pressed.
    await page.routeWebSocket('**/realtime/**', (socket) => socket.close())
    await page.goto('/admin')
    await page.getByRole('button', { name: `Approve order ${code}` }).waitFor()
    await admin.client
      .from('orders')
      .update({ status: 'declined', decline_reason: 'Already declined.' })
      .eq('code', code)
      .throwOnError()
    await approveUnpriced(page, code)
    await expectToast(page, 'Update Failed', 'Failed to update order status.')
    await page.getByText('was changed by someone else', { exact: false }).waitFor()
    await row(page, code).getByText('Declined').waitFor()
  })

  it('show a failed update in words', async () => {
    const code = await placeOrder('Rice')
    const page = await openAdmin()
    await page.route('**/rest/v1/orders?*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: { code: 'PGRST100', message: 'no' } })
        : route.continue(),
    )
    await approveUnpriced(page, code)
    await expectToast(page, 'Update Failed', 'Failed to update order status.')
    await row(page, code).getByText('Pending').waitFor()
  })

  it('are found by code, filtered by status, and paged ten at a time', async () => {
    const code = await placeOrder('Cassava')
    for (let more = 0; more < 11; more++) await placeOrder('Plantain')
    const page = await openAdmin()
    await page.getByRole('link', { name: 'Next' }).waitFor()
    expect(await page.getByRole('link', { name: 'Previous' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Next' }).click()
    await expectPath(page, '/admin?page=2')
    await row(page, code).waitFor()
    await page.getByLabel('Status').selectOption('Pending')
    await expectPath(page, '/admin?status=pending') // so does a filter
    await page.goBack()
    await row(page, code).waitFor()
    await page.getByRole('link', { name: 'Previous' }).waitFor()
    await page.getByLabel('Search').fill(code)
    await expectPath(page, `/admin?q=${code}`) // a search starts at the first page
    await page.getByText(/^1 found/).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    expect(await page.getByRole('link', { name: /Next|Previous/ }).count()).toBe(0)
    await page.getByLabel('Status').selectOption('Declined')
    await page.getByText('No orders found').waitFor()
    expect(readPath(page)).toContain('status=declined')
    await page.reload()
    await page.getByText('No orders found').waitFor()
  })

  it('keep what was chosen while the list is still being drawn for the choice before it', async () => {
    const page = await openAdmin()
    await page.getByRole('button', { name: 'Overdue' }).waitFor()
    await page.getByLabel('Status').evaluate(async (status: HTMLSelectElement) => {
      const overdue = [...document.querySelectorAll('button')].find(
        (button) => button.textContent === 'Overdue',
      )
      status.value = 'declined'
      status.dispatchEvent(new Event('change', { bubbles: true }))
      // The address says it before React has drawn it.
      while (!window.location.search.includes('status=declined')) await null
      overdue?.click()
    })
    await expectPath(page, '/admin?status=declined&due=overdue')
    await page.getByText('No orders found').waitFor()
    expect(await page.getByLabel('Status').inputValue()).toBe('declined')
  })

  it('open as a sheet with everything the buyer wrote', async () => {
    const code = await placeOrder('Moringa Seeds')
    const page = await openAdmin(`/admin?q=${code}`, phone)
    await page.getByRole('link', { name: `Details of order ${code}` }).click()
    const dialog = page.getByRole('dialog')
    for (const answer of [orderAnswers.companyName, orderAnswers.paymentTerms, '0803 123 4567']) {
      await dialog.getByText(answer, { exact: false }).first().waitFor()
    }
  })
})

describe('the desk on a small phone', () => {
  it('keeps a name without a space inside the screen, in the list and in the sheet', async () => {
    const code = await placeOrder('Garlic', 'Internationalelebensmittelgrosshandelsgesellschaft')
    const page = await openAdmin(`/admin?q=${code}`, { width: 320, height: 568 })
    const details = page.getByRole('link', { name: `Details of order ${code}` })
    await details.waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    await details.click()
    const dialog = page.getByRole('dialog')
    // Both parties stand in the contract, and the company once more below.
    await dialog.getByText('Internationalelebensmittel', { exact: false }).first().waitFor()
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => details.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it('shows all four tabs, and the buttons of a long dialog without scrolling', async () => {
    const code = await placeOrder('Rice')
    const page = await openAdmin(`/admin?q=${code}`, phone)
    await page.getByRole('button', { name: `Decline order ${code}` }).click()
    const dialog = page.getByRole('dialog')
    for (const name of ['Close', 'Decline', 'Cancel']) {
      const box = await dialog.getByRole('button', { name, exact: true }).boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(phone.height)
    }
    await page.keyboard.press('Escape')
    const last = await page.getByRole('tab', { name: 'Investors' }).boundingBox()
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(phone.width)
  })
})

describe('registrations on the desk', () => {
  beforeAll(() =>
    asOwner(stage.app.databaseUrl, (client) =>
      client.query(`
        -- One after the other: farms 1 and 2 are the newest, so they are on the first page.
        insert into public.farmers (farm_name, location, contact_name, crops_grown, created_at)
          select 'Lowland farm ' || n, 'Keffi', 'Ada Obi', '{Maize}', now() - n * interval '1 second'
          from generate_series(1, 12) as n;
        insert into public.buyers (buyer_type, company_name, registration_number, business_type, address, city, state, country)
          select 'corporate', 'Lowland Foods ' || n, 'RC-12345' || n, 'exporter', '12 Marina Road', 'Lagos', 'Lagos', 'Nigeria'
          from generate_series(1, 2) as n;
        insert into public.investors (investor_type, company_name, contact_name, investment_amount, currency)
          select 'corporate', 'Lowland Capital ' || n, 'Ada Obi', '20m-50m', 'NGN' from generate_series(1, 2) as n;`),
    ),
  )

  it.each([
    ['farmers', 'Farmer', 'Lowland farm'],
    ['buyers', 'Buyer', 'Lowland Foods'],
    ['investors', 'Investor', 'Lowland Capital'],
  ])('%s are decided with the words of the specification', async (table, noun, name) => {
    const page = await openAdmin(`/admin?tab=${table}&q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Approve ${name} 1`, exact: true }).click()
    await expectToast(page, `${noun} Updated`, `${noun} status has been updated successfully.`)
    await row(page, `${name} 1`).getByText('Approved').first().waitFor()
    await page.route(`**/rest/v1/${table}?*`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: { code: 'PGRST100', message: 'no' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: `Approve ${name} 2`, exact: true }).click()
    await expectToast(page, 'Update Failed', `Failed to update ${noun.toLowerCase()} status.`)
    await row(page, `${name} 2`).getByText('Pending').waitFor()
  })

  it('step back a page when the last one of a page is decided away', async () => {
    const page = await openAdmin('/admin?tab=farmers&q=Lowland+farm&status=pending&page=2')
    await page.getByText('11 found').waitFor()
    await page.getByRole('button', { name: /^Approve Lowland farm/ }).click()
    await expectPath(page, '/admin?tab=farmers&q=Lowland+farm&status=pending')
    await page.getByText('10 found').waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(11)
    expect(await page.getByRole('navigation', { name: 'Pages of farmers' }).count()).toBe(0)
  })

  it('show a status that nobody knows as Pending, and offer no step from it', async () => {
    const page = await stage.newPage({ as: admin })
    await page.route('**/rest/v1/rpc/find_records?*', async (route) => {
      const answer = await route.fetch()
      const { count, records } = (await answer.json()) as { count: number; records: object[] }
      const onHold = records.map((record) => ({ ...record, status: 'on_hold' }))
      await route.fulfill({ response: answer, json: { count, records: onHold } })
    })
    await page.goto('/admin?tab=buyers&q=Lowland+Foods+1')
    await row(page, 'Lowland Foods 1').getByText('Pending').waitFor()
    expect(await page.getByRole('button', { name: /^(Approve|Decline) Lowland/ }).count()).toBe(0)
  })
})
