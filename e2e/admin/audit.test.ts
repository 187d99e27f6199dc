/** The audit trail in a browser, its views and filters; and what the admin area looks like when it is printed. */
import { beforeAll, expect, it } from 'vitest'
import { expectPath } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone } from '../stage.ts'
import { useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { sql, stage, placeOrder, addFarmers } = adminPages
let order: { id: string; code: string }

beforeAll(async () => {
  order = await placeOrder()
  await addFarmers('Keffi', 12)
  const { admin } = adminPages
  await sql(
    `select private.record_audit_of($1, '198.51.100.7', 'look', 'orders', $2, null, '{"what": "payment_proof"}')`,
    [admin.id, order.id],
  )
  await sql(
    `select private.record_audit_of($1, '198.51.100.7', 'update', 'products', null, '{"price_kobo": 100000}', '{"price_kobo": 120000}')`,
    [admin.id],
  )
  await sql(
    `insert into auth.audit_log_entries (payload, created_at, ip_address)
     values ('{"action": "login_failed", "actor_id": "", "traits": {}}', now(), '198.51.100.9')`,
  )
  await sql(
    `insert into public.audit_events (event, email, business_type) values ('BUYER_REGISTRATION_ATTEMPT', 'someone@example.com', 'Wholesale')`,
  )
})

it('is read in sentences, narrowed in its address, and leads to what it names', async () => {
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto('/admin/audit')
  await page.getByText('changed the price of a product from ₦1,000 to ₦1,200').waitFor()
  await expectSound(page, 'the audit trail')

  const tools = page.getByRole('search', { name: 'Search the audit trail' })
  await tools.getByLabel('Search').fill(order.code)
  await expectPath(page, `/admin/audit?q=${order.code}`)
  const opened = page
    .getByRole('row')
    .filter({ hasText: `looked at a proof of payment of order ${order.code}` })
  await opened.getByText('198.51.100.7').waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.goBack()
  await expect.poll(() => tools.getByLabel('Search').inputValue()).toBe('')
  await tools.getByLabel('Kind').selectOption('Products')
  await page.getByText('changed the price of a product').waitFor()
  await expect.poll(() => page.getByText(order.code).count()).toBe(0)
  await expectPath(page, '/admin/audit?kind=catalogue')

  await page.getByRole('tab', { name: 'Who looked' }).click()
  await opened.waitFor()
  await expectPath(page, '/admin/audit?view=looks')
  await page.getByRole('tab', { name: 'Sign-ins' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'Failed to sign in' })
    .getByText('An address without an account')
    .waitFor()
  await expectSound(page, 'sign-ins')
  await page.getByRole('tab', { name: 'Buyer registrations' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'someone@example.com' })
    .getByText('Tried to register')
    .waitFor()

  await page.setViewportSize(phone)
  await expectSound(page, 'on a phone')
  // What is no day counts as none.
  await page.goto('/admin/audit?q=nobody-did-this&since=abc&until=2026-02-31')
  await page.getByText('No entries found').waitFor()
  expect(await page.getByLabel('To').inputValue()).toBe('')
  await expectSound(page, 'an empty trail on a phone')
  await page.goto('/admin/audit?since=2026-03-02&until=2026-03-01')
  await page.getByText('This is before the first day, so there is nothing').waitFor()
  expect(await page.getByLabel('To').getAttribute('aria-invalid')).toBe('true')
  await expectSound(page, 'days the wrong way round on a phone')

  await page.setViewportSize(desktop)
  await page.goto('/admin/audit?view=looks')
  await page.getByRole('link', { name: order.code }).click()
  await page.getByRole('dialog', { name: `Order ${order.code}` }).waitFor()
})

it('is printed without its shell and its controls, as every list and record is', async () => {
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto('/admin/queues/farmers')
  const farms = page.locator('tr[data-record]').filter({ hasText: 'Keffi farm' })
  await farms.first().waitFor()
  expect(await farms.count()).toBe(10)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await page.locator('body[data-printed]').waitFor()
  // All that match, and not only the page on the screen.
  expect(await farms.count()).toBe(12)

  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 700, height: 1000 })
  const head = page.getByRole('columnheader', { name: 'Farmer' })
  expect(await head.evaluate((cell) => getComputedStyle(cell.closest('thead') as Element).display)).toBe(
    'table-header-group',
  )
  expect(
    await page
      .getByRole('row')
      .filter({ hasText: 'Keffi farm 3' })
      .evaluate((row) => getComputedStyle(row).breakInside),
  ).toBe('avoid')
  const shown = (selector: string) =>
    page.evaluate(
      (s) =>
        [...document.querySelectorAll(s)]
          .filter((element) => element.checkVisibility())
          .map((element) => element.className),
      selector,
    )
  expect(
    await shown(
      '.admin-side, .admin-bar, .list-tools, .list-foot, .search-opener, .admin .btn, .admin input',
    ),
  ).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

  // An open record is printed alone, on as many sheets as it takes.
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize(desktop)
  await page.goto(`/admin/queues/orders?record=${order.id}`)
  const record = page.getByRole('dialog', { name: `Order ${order.code}` })
  await record.getByRole('heading', { name: 'History' }).waitFor()
  // Its parts come one after the other.
  await page.waitForLoadState('networkidle')
  await page.emulateMedia({ media: 'print' })
  expect(await shown('.admin-table, .admin-head, .dialog-actions, .dialog .btn')).toEqual([])
  const sheets = (await page.pdf({ format: 'A5' })).toString('latin1').match(/\/Type \/Page\b(?!s)/g)
  expect(sheets?.length).toBeGreaterThan(1)
})
