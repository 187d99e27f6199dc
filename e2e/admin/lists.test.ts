/** What a list shows at once, measured; how it is sorted, and which columns it has; who else reads a record; the figures of the day; and what is printed. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { formatDayInWords, getLagosDay } from '#domain/dates.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { devtoolsOf, expectPath, expectToast, holdCall } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone } from '../stage.ts'
import { expectSoundAt, goToList, goWithin, row, useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { stage, sql, openAdmin, addFarmers, placeOrder } = adminPages

/** The heights of the rows, how many of them stand whole above the pager in the first screen, and where that ends. */
const measureRows = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, 0)
    const boxes = [...document.querySelectorAll('[data-record]')].map((row) => row.getBoundingClientRect())
    // It stands at the bottom of the screen, over what is longer.
    const foot = document.querySelector('.list-foot')?.getBoundingClientRect()
    return {
      heights: boxes.map(({ height }) => Math.round(height)),
      whole: boxes.filter(({ bottom }) => foot && bottom <= foot.top).length,
      footEnd: foot?.bottom ?? Number.POSITIVE_INFINITY,
    }
  })

/** What reaches out of its cell, and is cut off there. */
const listCut = (page: Page, parts: string) =>
  page.locator('[data-record]').evaluateAll(
    (rows, wanted) =>
      rows.flatMap((row) =>
        [...row.querySelectorAll<HTMLElement>(wanted)]
          .filter((part) => {
            const cell = part.closest('td')?.getBoundingClientRect()
            const { right, bottom } = part.getBoundingClientRect()
            return cell && (right > cell.right + 0.5 || bottom > cell.bottom + 0.5)
          })
          .map((part) => part.innerText),
      ),
    parts,
  )

beforeAll(() => addSecondFactor(adminPages.admin))

it('ten rows of 40 to 48 px and their pager stand in the first screen, and at least twelve of a longer page', async () => {
  await addFarmers('Zaria', 55)
  // One after the other: a busy machine has no fourteen connections ready at once.
  for (let n = 0; n < 14; n += 1) await placeOrder('Sesame Seeds')
  // As much as a row can say: each is a user's, due, and was changed by its applicant.
  await sql(
    `set session_replication_role = replica;
     update public.farmers set answers_version = 2;
     insert into public.record_work (record_type, record_id, assignee_id, assignee_name, assigned_at)
     select kind, id, gen_random_uuid(), 'Oluwaseun Adeyemi-Bankole', now()
     from (select 'farmers', id from public.farmers union all select 'orders', id from public.orders) as record (kind, id)`,
  )
  const page = await openAdmin('/admin?tab=farmers')
  for (const path of ['/admin?tab=farmers', '/admin', '/admin/queues/orders']) {
    await goToList(page, path)
    // A row of a laptop says what to be careful of in its question alone.
    await page.locator('[data-record] :is(.flag, .caution)').first().waitFor({ state: 'attached' })
    await page.locator('.assignee').first().waitFor()
    expect([path, await listCut(page, '.flag, .due')]).toEqual([path, []])
    const { heights, whole, footEnd } = await measureRows(page)
    expect([path, heights.length, whole]).toEqual([path, 10, 10])
    expect(Math.min(...heights), path).toBeGreaterThanOrEqual(40)
    expect(Math.max(...heights), path).toBeLessThanOrEqual(48)
    expect(footEnd, path).toBeLessThanOrEqual(desktop.height)
  }
  await sql(`insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock)
    select 'Acha ' || n, 'Grains', 'Demo farm', 'Jos', 1, 'kg', 150000, 2 from generate_series(1, 26) as n`)
  await sql(`insert into public.contact_messages (name, email, topic, message)
    select 'Ada ' || n, 'ada@example.com', 'general', repeat('Please tell me what a bag costs. ', 20) from generate_series(1, 26) as n`)
  for (const [path, size, above] of [
    ['/admin?tab=farmers&size=25', 25, '[data-record] .flag'],
    ['/admin/queues/farmers?size=50', 50, '[data-record] .flag'],
    // Fourteen orders are here, and the dashboard has the most above its list.
    ['/admin?size=25', 14, '[data-record] .caution'],
    ['/admin/queues/listings?size=25', 25, '.notice'],
    ['/admin/queues/messages?size=25', 25, '[data-record] .due'],
  ] as const) {
    await goToList(page, path)
    await page.locator(above).first().waitFor({ state: 'attached' })
    await expect.poll(() => page.locator('[data-record]').count()).toBe(size)
    const { heights, whole } = await measureRows(page)
    expect([path, heights.length]).toEqual([path, size])
    expect(Math.max(...heights), path).toBeLessThanOrEqual(48)
    expect(whole, path).toBeGreaterThanOrEqual(12)
  }
  await sql(`set session_replication_role = replica;
    insert into public.training_enrolments (reference, contact_name, phone, city, state, education_level, experience, motivation, training_goals, is_minor, answers_version)
    values ('TRFKG-2345', 'Audu Minor', '+2348031234567', 'Jos', 'Plateau', 'secondary', 'beginner', 'My street buys eggs', 'Two hundred layers', true, 2);
    set session_replication_role = origin;
    select private.find_twins(array(select id from public.training_enrolments))`)
  await goToList(page, '/admin/queues/training')
  const trainee = row(page, 'Audu Minor')
  await expect
    .poll(() => trainee.locator('.flag').allInnerTexts())
    .toEqual(['minor', 'twin?', 'edited', 'no photo'])
  expect(await listCut(page, '.flag, .due, a[href^="tel:"]')).toEqual([])
  expect(Math.max(...(await measureRows(page)).heights)).toBeLessThanOrEqual(48)
  // On a phone the first record stands in the first screen, and two of them take no more than one screen.
  await page.setViewportSize(phone)
  await goToList(page, '/admin/queues/farmers')
  await page.locator('.flag').first().waitFor()
  const tops = await page.evaluate(() => {
    scrollTo(0, 0)
    return [...document.querySelectorAll('[data-record]')]
      .slice(0, 3)
      .map((row) => row.getBoundingClientRect().top)
  })
  expect(tops[0]).toBeLessThan(phone.height / 2)
  expect((tops[2] ?? Number.POSITIVE_INFINITY) - (tops[0] ?? 0)).toBeLessThanOrEqual(phone.height)
  await expectSound(page, 'a list on a phone')
})

it.each([desktop, phone])(
  'news moves no row, and the page with its pager stays whole: %o',
  async (viewport) => {
    await addFarmers('Gusau', 12)
    const page = await openAdmin('/admin?tab=farmers', viewport)
    const tools = await devtoolsOf(page)
    for (const path of ['/admin?tab=farmers', '/admin', '/admin/queues/farmers', '/admin/queues/orders']) {
      // The two lists of one kind have the same rows: read again, they would not be news.
      if (path === '/admin/queues/farmers') await page.goto(path)
      else await goToList(page, path)
      // They come after their rows, which are higher by them: flags and cautions, and whose each order is.
      await page.locator('[data-record] :is(.flag, .caution)').first().waitFor({ state: 'attached' })
      if (!path.includes('farmers'))
        await page.locator('[data-record] .assignee').first().waitFor({ state: 'attached' })
      await expect.poll(() => page.locator('.live').first().textContent()).toBe('Live')
      const before = await measureRows(page)
      const place = await page.locator('[data-record]').first().boundingBox()
      // As late as a slow device draws it.
      const find = await holdCall(page, '**/rest/v1/rpc/find_records*')
      const asked = page.waitForRequest('**/rest/v1/rpc/find_records*')
      if (path.includes('farmers')) await addFarmers('Late', 1)
      else await placeOrder('Garlic')
      await asked
      await tools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
      find.release()
      await page.getByRole('button', { name: '1 new, show' }).waitFor()
      expect([path, await page.locator('[data-record]').first().boundingBox()]).toEqual([path, place])
      expect([path, await measureRows(page)]).toEqual([path, before])
      await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      if (viewport === desktop)
        expect([path, before.whole, before.footEnd <= desktop.height]).toEqual([path, 10, true])
    }
  },
)

it.each([desktop, phone])(
  'what others change is marked in its row, which stays where it is: %o',
  async (viewport) => {
    const place = viewport === phone ? 'Argungu' : 'Dutse'
    await addFarmers(place, 4)
    const page = await openAdmin(`/admin/queues/farmers?q=${place}&sort=name`, viewport)
    const marked = page.locator('tr:has(.changed-mark) [data-open]')
    const measure = () =>
      page.locator('[data-record]').evaluateAll((rows) =>
        rows.map((one) => {
          const { top, height } = one.getBoundingClientRect()
          return [top, height]
        }),
      )
    await page.locator('.flag').first().waitFor()
    await expect.poll(() => page.locator('.live').first().textContent()).toBe('Live')
    const before = await measure()
    expect(await marked.count()).toBe(0)
    for (const n of [2, 3])
      await sql('update public.farmers set crops_grown = $2 where farm_name = $1', [
        `${place} farm ${n}`,
        '{Yam}',
      ])
    await expect.poll(() => marked.allInnerTexts()).toEqual([`${place} farm 2`, `${place} farm 3`])
    expect(await measure()).toEqual(before)
    await page.getByText('Changed meanwhile: 2 of this page').waitFor({ state: 'attached' })
    expect(await row(page, `${place} farm 2`).innerText()).toContain('Changed')
    await expectSound(page, 'rows that changed')
    // Read, it is known; what is decided here leaves the others' mark.
    await row(page, `${place} farm 2`).locator('[data-open]').click()
    await page.getByRole('dialog', { name: `${place} farm 2` }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => marked.allInnerTexts()).toEqual([`${place} farm 3`])
    await page.getByRole('button', { name: `Approve ${place} farm 1` }).click()
    await row(page, `${place} farm 1`).getByText('Approved').waitFor()
    expect(await marked.allInnerTexts()).toEqual([`${place} farm 3`])
    await page.reload()
    await row(page, `${place} farm 3`).waitFor()
    expect(await marked.count()).toBe(0)
  },
)

it.each([desktop, phone])(
  'whom a colleague gives a record, and their first contact, are marked in its row: %o',
  async (viewport) => {
    const place = viewport === phone ? 'Kontagora' : 'Daura'
    await addFarmers(place, 4)
    const page = await openAdmin(`/admin/queues/farmers?q=${place}&sort=name`, viewport)
    const marked = page.locator('tr:has(.changed-mark) [data-open]')
    const measure = () =>
      page.locator('[data-record]').evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().top))
    await page.locator('.flag').first().waitFor()
    await expect.poll(() => page.locator('.live').first().textContent()).toBe('Live')
    const before = await measure()
    const colleague = await stage.app.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'reviewer')", [colleague.id])
    const farms = await sql<{ id: string }>(
      'select id from public.farmers where location = $1 order by farm_name',
      [place],
    )
    const about = (n: number) => ({ record_type: 'farmers', record_id: farms[n - 1]?.id ?? '' })
    await colleague.client.rpc('assign_record', { ...about(2), assignee_id: colleague.id }).throwOnError()
    await expect.poll(() => marked.allInnerTexts()).toEqual([`${place} farm 2`])
    expect(await row(page, `${place} farm 2`).innerText()).toContain('Ada Obi')
    await colleague.client.rpc('log_first_contact', about(4)).throwOnError()
    await expect.poll(() => marked.allInnerTexts()).toEqual([`${place} farm 2`, `${place} farm 4`])
    expect(await measure()).toEqual(before)
    await expectSound(page, 'rows that were given to a user')
    // What one takes oneself is known, and leaves the others' mark.
    await row(page, `${place} farm 1`).locator('[data-open]').click()
    const drawer = page.getByRole('dialog', { name: `${place} farm 1` })
    await drawer.getByRole('button', { name: 'Take it' }).click()
    await drawer.getByText('(you)').first().waitFor({ state: 'attached' })
    await drawer.getByRole('button', { name: 'Take it' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await row(page, `${place} farm 1`).locator('.assignee').waitFor()
    expect(await marked.allInnerTexts()).toEqual([`${place} farm 2`, `${place} farm 4`])
  },
)

it('what is said of the line stands within the side bar, whatever it is', async () => {
  const page = await openAdmin('/admin/queues/farmers')
  const mark = page.locator('.admin-line .live')
  await mark.waitFor()
  for (const [state, words] of [
    ['live', 'Live'],
    ['offline', 'Offline'],
    ['reconnecting', 'Reconnecting'],
  ] as const) {
    const reach = await mark.evaluate(
      (element: HTMLElement, [state, words]) => {
        element.dataset.state = state
        element.textContent = words
        const side = element.closest('.admin-side')?.getBoundingClientRect()
        const { right, bottom } = element.getBoundingClientRect()
        return side && right <= side.right && bottom <= side.bottom
      },
      [state, words] as const,
    )
    expect(reach, words).toBe(true)
  }
})

it('a record says who else reads it, in the drawer and on its page, and no longer than they do', async () => {
  const { id, code } = await placeOrder('Ginger')
  const colleague = await stage.app.newPerson()
  await sql("insert into public.user_roles (user_id, role) values ($1, 'sales')", [colleague.id])
  const theirs = await stage.newPage({ as: colleague })
  await theirs.goto(`/admin/queues/orders?record=${id}`)
  await theirs.getByRole('dialog', { name: `Order ${code}` }).waitFor()
  const page = await openAdmin(`/admin?record=${id}`)
  const drawer = page.getByRole('dialog', { name: `Order ${code}` })
  await drawer.getByText('Ada Obi is reading this', { exact: false }).waitFor()
  await theirs.getByRole('dialog').getByText('is reading this', { exact: false }).waitFor()
  await theirs.keyboard.press('Escape')
  await drawer.getByText('is reading this', { exact: false }).waitFor({ state: 'detached' })
  await goWithin(theirs, `/admin/queues/orders/${id}`)
  await drawer.getByText('Ada Obi is reading this', { exact: false }).waitFor()
  await expectSound(page)
  await goWithin(page, `/admin/queues/orders/${id}`)
  await page.getByText('Ada Obi is reading this', { exact: false }).waitFor()
  // Another name of the profile is theirs at once, though their session began with the old one.
  await theirs.goto('/account/profile')
  await theirs.getByLabel('Full name').fill('Amina Obi-Bello')
  await theirs.getByRole('button', { name: 'Save Profile' }).click()
  await expectToast(theirs, 'Profile saved')
  await theirs.goto(`/admin/queues/orders/${id}`)
  await page.getByText('Amina Obi-Bello is reading this', { exact: false }).waitFor()
  await theirs.locator('.admin-me').getByText('Amina Obi-Bello').waitFor()
  await goWithin(theirs, '/admin/home')
  await theirs.getByRole('heading', { level: 1, name: /, Amina$/ }).waitFor()
  await theirs.context().close()
  await page.getByText('is reading this', { exact: false }).waitFor({ state: 'detached' })
})

it('the home says what waits and what is missing; its money opens what it counts; the side bar counts what is late', async () => {
  const paid = await placeOrder('Garlic')
  const open = await placeOrder('Ginger')
  await sql(
    `update public.orders set total_amount_kobo = 250000 where id = '${paid.id}';
     set session_replication_role = replica;
     update public.orders set status = 'approved' where id = '${paid.id}';
     update public.orders set created_at = now() - interval '9 days' where id = '${open.id}'`,
  )
  await adminPages.admin.client
    .rpc('confirm_payment', {
      order_id: paid.id,
      details: { amountKobo: 100_000, valueDate: getLagosDay(new Date()), bankReference: 'FT-DAY-1' },
    })
    .throwOnError()
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto('/admin/home')
  const money = page.locator('.admin-money')
  await money.getByText('₦1,000', { exact: true }).first().waitFor()
  await money.getByRole('link', { name: 'Received today' }).click()
  await row(page, paid.code).waitFor()
  await page.getByText(/^1 found/).waitFor()
  await page.goBack()
  await money.getByRole('link', { name: 'Outstanding, of all days' }).click()
  await expectPath(page, '/admin/queues/orders?money=outstanding')
  await row(page, paid.code).waitFor()
  await page.getByText(/^1 found/).waitFor()
  const orders = page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: /^Orders/ })
  await expect.poll(() => orders.innerText()).toMatch(/1\s*late of/)
  await goWithin(page, '/admin/home')
  // What stands on each account, as of a day.
  await page.getByText('Balances of all accounts').click()
  const balances = page.getByRole('table', { name: /^Balances in NGN/ })
  await balances.getByRole('row', { name: /^Bank ₦1,000/ }).waitFor()
  await page.getByText('Debit and credit are equal: ', { exact: false }).waitFor()
  await expectSoundAt(page, [phone, desktop], 'balances')
  await page.getByLabel('Balances as of the end of').fill('2026-01-02')
  await page.getByText('Nothing was booked until the end of', { exact: false }).waitFor()
  const setUp = page.getByRole('region', { name: 'Set-up' })
  await setUp.getByRole('link', { name: 'A bank account in force' }).waitFor()
  await expectSoundAt(page, [desktop, phone], 'home')
  // Two lines for each place.
  const waiting = page.getByRole('table', { name: 'What waits' }).getByRole('row').last()
  expect((await waiting.boundingBox())?.height).toBeLessThanOrEqual(80)
})

it('the home leads from the farmers who came in since the last visit to their list, and says from which day on it is', async () => {
  const person = await stage.app.newPerson()
  await sql(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [person.id])
  const page = await stage.newPage({ as: person })
  await page.goto('/admin/home')
  await page.getByRole('region', { name: 'Set-up' }).waitFor()
  // As if they had been here three days ago; of the two that came in, one was there before.
  await sql(`update private.staff_visits set seen_at = now() - interval '3 days' where user_id = $1`, [
    person.id,
  ])
  await sql(`update public.farmers set created_at = now() - interval '30 days'`)
  await addFarmers('Since', 2)
  await sql(
    `update public.farmers set created_at = now() - interval '9 days' where farm_name = 'Since farm 2'`,
  )
  await page.reload()
  const since = getLagosDay(new Date(Date.now() - 3 * 86_400_000))
  await page.getByText(`(each list: since ${formatDayInWords(since)})`).waitFor()
  await page.getByRole('link', { name: '1 farmer', exact: true }).click()
  await expectPath(page, `/admin/queues/farmers?since=${since}`)
  await row(page, 'Since farm 1').waitFor()
  expect(await row(page, 'Since farm 2').count()).toBe(0)
})

it('a middle click opens a record, a page and a place of its own, and the list stays', async () => {
  await addFarmers('Kafanchan', 11)
  const page = await openAdmin('/admin/queues/farmers?q=Kafanchan')
  const here = page.url()
  for (const [link, there] of [
    [page.getByRole('link', { name: 'Details of Kafanchan farm 2', exact: true }), /&record=[0-9a-f-]{36}$/],
    [page.getByRole('link', { name: 'Next', exact: true }), /&page=2$/],
    [
      page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: /^Buyers/ }),
      /queues\/buyers$/,
    ],
  ] as const) {
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      link.click({ button: 'middle' }),
    ])
    await expect.poll(() => opened.url()).toMatch(there)
    await opened.close()
  }
  expect(page.url()).toBe(here)
})

it('the home does not say that nothing waits before it has been counted', async () => {
  await placeOrder('Ginger')
  const page = await stage.newPage({ as: adminPages.admin })
  const counts = '**/rest/v1/rpc/admin_places'
  await page.route(counts, (route) => route.fulfill({ status: 400, json: { message: 'not now' } }))
  await page.goto('/admin/home')
  const waits = page.locator('.panel', { hasText: 'What waits' })
  await waits.getByText('What waits could not be counted.').waitFor()
  expect(await page.getByText('Nothing waits for you.', { exact: false }).count()).toBe(0)
  await page.unroute(counts)
  await waits.getByRole('button').click()
  await page.getByRole('table', { name: 'What waits' }).waitFor()
})

it('the list of calls, prices and stocks, and the page of an order are printed without what only a screen needs', async () => {
  await sql(
    "insert into public.farmers (farm_name, location, contact_name, phone, crops_grown) values ('Print farm', 'Jos', 'Bola Print', '+2348037650001', '{Yam}')",
  )
  const { id } = await placeOrder('Ginger')
  const page = await openAdmin('/admin/queues/people-to-phone?q=Bola Print')
  await row(page, 'Bola Print').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('0803 765 0001').isVisible()).toBe(true)
  expect(await page.getByRole('navigation', { name: 'Desk' }).isVisible()).toBe(false)
  expect(await page.getByRole('searchbox').isVisible()).toBe(false)
  await sql(`insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock)
    values ('Print fonio', 'Grains', 'Demo farm', 'Jos', 1, 'kg', 177700, 41)`)
  await page.emulateMedia({ media: null })
  await goToList(page, '/admin/queues/listings?q=Print fonio')
  await page.emulateMedia({ media: 'print' })
  for (const number of ['₦1,777', '41'])
    expect(await row(page, 'Print fonio').getByText(number, { exact: true }).first().isVisible()).toBe(true)
  await page.emulateMedia({ media: null })
  await page.setViewportSize(phone)
  await goWithin(page, `/admin/queues/orders/${id}`)
  await page.getByRole('heading', { level: 1, name: /^Order/ }).waitFor()
  await page.getByRole('region', { name: 'Delivery' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('heading', { level: 1, name: /^Order/ }).isVisible()).toBe(true)
  expect(await page.getByText('Ginger', { exact: true }).first().isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: /^Approve/ }).isVisible()).toBe(false)
  expect(await page.getByRole('navigation', { name: 'Records of the list' }).isVisible()).toBe(false)
})

it('orders, investors and figures are printed on A4 as large as they are, and nothing stands out of the sheet', async () => {
  /** A sheet within its margins (admin-print.css). */
  const sheet = { width: 703, height: 1032 }
  const assignee = 'Oluwaseun Adeyemi-Bankole'
  const { id } = await placeOrder('Sesame Seeds')
  await sql(`set session_replication_role = replica;
    update public.orders set total_amount_kobo = 123456789000, payment_status = 'underpaid' where id = '${id}';
    insert into public.record_work (record_type, record_id, assignee_id, assignee_name, assigned_at)
    values ('orders', '${id}', gen_random_uuid(), '${assignee}', now());
    insert into public.investors (reference, investor_type, contact_name, contact_email, contact_phone, investment_amount,
      currency, risk_tolerance, experience_level, preferred_sectors, investment_goals, city, state, country)
    values ('IVPRT-2345', 'individual', 'Ada Obi', 'a-long-address-of-an-investor@example.com', '+2348037650077',
      'under-500k', 'NGN', 'moderate', 'intermediate', '{crop-farming,livestock}', 'A steady return over many years.', 'Port Harcourt',
      'Rivers', 'Nigeria')`)
  const page = await stage.newPage({ as: adminPages.admin })
  // Nothing is drawn again for paper.
  await page.addInitScript(() => {
    window.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    }
  })
  await page.goto('/admin/queues/orders')
  await page.locator('[data-record]').first().waitFor()
  for (const [path, heading, isThere] of [
    ['/admin/queues/orders', 'Orders', '[data-record]'],
    ['/admin', 'Dashboard', '[data-record]'],
    ['/admin/queues/investors', 'Investors', '[data-record]'],
    ['/admin/figures', 'Figures', '.chart canvas'],
  ] as const) {
    await page.emulateMedia({ media: null })
    await page.setViewportSize(desktop)
    await goWithin(page, path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.locator(isThere).first().waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize(sheet)
    const listWide = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
          .map((one) => `${one.tagName} ${one.className}`),
      )
    await expect.poll(listWide, { message: path }).toEqual([])
    // The other way round the sheet is as wide as a screen.
    await page.setViewportSize({ width: sheet.height, height: sheet.width })
    await expect.poll(listWide, { message: `${path} in landscape` }).toEqual([])
    if (path === '/admin/queues/orders') {
      const name = page.locator(`[data-record="${id}"] .assignee`).getByText(assignee)
      expect((await name.boundingBox())?.width).toBeGreaterThan(40)
    }
  }
})

it('a list of orders is sorted by each head; of an order that it has not, the head of its own is marked and turned around', async () => {
  for (const crop of ['Ginger', 'Yam']) await placeOrder(crop)
  const page = await openAdmin('/admin/queues/orders?sort=unheard-of')
  const marked = () =>
    page
      .locator('th[aria-sort]')
      .evaluateAll((heads) => heads.map((head) => `${head.textContent} ${head.getAttribute('aria-sort')}`))
  expect(await marked()).toEqual(['Placed descending'])
  await page.getByRole('columnheader', { name: 'Placed' }).getByRole('button').click()
  await expectPath(page, '/admin/queues/orders?sort=oldest')
  for (const [label, first, second] of [
    ['Code', 'code', 'code_last'],
    ['Buyer', 'buyer', 'buyer_last'],
    ['Total', 'total', 'least'],
    ['Delivery', 'delivery', 'delivery_last'],
    ['Money, goods', 'money', 'money_last'],
  ] as const) {
    const head = page.getByRole('columnheader', { name: label }).getByRole('button')
    for (const sort of [first, second]) {
      await head.click()
      await expectPath(page, `/admin/queues/orders?sort=${sort}`)
    }
  }
  await page.getByRole('columnheader', { name: 'Code' }).getByRole('button').click()
  // Not all stand on the first page.
  await expect
    .poll(async () => {
      const codes = await page.locator('[data-open]').allInnerTexts()
      return codes.length > 1 && codes.join() === codes.toSorted().join()
    })
    .toBe(true)
  await page.getByRole('button', { name: 'Filters' }).click()
  const sorts = page.getByLabel('Sort', { exact: true })
  await sorts.selectOption('Without a price, then smallest')
  await expectPath(page, '/admin/queues/orders?sort=least')
})

it('a list shows the columns that are chosen, here and in a saved view, and is sorted by name', async () => {
  await addFarmers('Nguru', 3)
  const page = await openAdmin('/admin?tab=farmers&q=Nguru')
  const heads = () => page.getByRole('columnheader').allInnerTexts()
  const names = () => page.locator('[data-open]').allInnerTexts()
  const head = page.getByRole('columnheader', { name: /^Farm\b/ })
  const byName = head.getByRole('button')
  // The second of two quick presses goes on from the first.
  await byName.dblclick()
  await expect.poll(names).toEqual(['Nguru farm 3', 'Nguru farm 2', 'Nguru farm 1'])
  expect(await head.getAttribute('aria-sort')).toBe('descending')
  await byName.click()
  await expect.poll(names).toEqual(['Nguru farm 1', 'Nguru farm 2', 'Nguru farm 3'])
  expect(await head.getAttribute('aria-sort')).toBe('ascending')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Crops').last().uncheck()
  await page.getByLabel('Location').last().uncheck()
  expect((await heads()).join(' ')).not.toMatch(/crops|location/i)
  await page.getByRole('button', { name: 'Save view' }).click()
  const saving = page.getByRole('dialog', { name: 'Save this view' })
  await saving.getByRole('button', { name: 'Save view' }).click()
  const noName = saving.getByText('Please give it a name of at least 2 letters')
  await noName.waitFor()
  await page.keyboard.press('Escape')
  await saving.waitFor({ state: 'hidden' })
  // Opened again, it says nothing of the attempt before.
  await page.getByRole('button', { name: 'Save view' }).click()
  await saving.getByLabel('Name').waitFor()
  expect(await noName.count()).toBe(0)
  await saving.getByLabel('Name').fill('Short')
  await saving.getByRole('button', { name: 'Save view' }).click()
  await expectToast(page, 'View saved')
  // The button that opened the form is gone: the view that it saved has the focus.
  const savedView = page.locator('.list-views').getByRole('button', { name: 'Short', exact: true })
  await expect.poll(() => savedView.evaluate((button) => button === document.activeElement)).toBe(true)
  // A way of one's own in the side bar, on every page of the desk.
  const shortcut = page.getByRole('list', { name: 'Mine' }).getByRole('link', { name: 'Short', exact: true })
  await shortcut.waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect.poll(async () => (await heads()).join(' ')).not.toMatch(/crops/i)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Crops').last().check()
  await expect.poll(async () => (await heads()).join(' ')).toMatch(/crops/i)
  await page.getByRole('button', { name: 'Short', exact: true }).click()
  await expect.poll(async () => (await heads()).join(' ')).not.toMatch(/crops/i)
  await expectSoundAt(page, [desktop, phone], 'a list without two of its columns')
})
