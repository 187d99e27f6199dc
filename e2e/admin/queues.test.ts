/** The queues beyond the four in a browser: messages, calls, listings, partners, CVs, roles. */

import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobApplicationForm } from '#domain/company/job-applications.ts'
import { getLagosDay } from '#domain/dates.ts'
import type { Person } from '#tests/harness/app.ts'
import { letUndoPass } from '#tests/harness/let-undo-pass.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { takePhoto } from '#tests/server/registrations/applicant.ts'
import { expectPath, expectToast, waitForMail } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone } from '../stage.ts'
import { expectSoundAt, goWithin, listRequests, row, useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { stage, sql, openAdmin } = adminPages
/** An admin whose session has shown its second factor. */
let strong: Person

beforeAll(async () => {
  strong = await stage.app.newPerson()
  await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [strong.id])
  await addSecondFactor(strong)
})

/** The last second before two days in Lagos and the first of them, their last second and the first one after. */
const days = `(1, '2026-03-01T22:59:59Z'::timestamptz), (2, '2026-03-01T23:00:00Z'), (3, '2026-03-03T22:59:59Z'), (4, '2026-03-03T23:00:00Z')`

describe('the queues beyond the four', () => {
  it('a message is answered, a call is logged, and each place is in the side bar', async () => {
    await sql(
      "insert into public.contact_messages (topic, name, email, message) values ('general', 'Ada Obi', 'ada@example.com', 'When do you buy sesame?')",
    )
    await sql(
      `insert into public.farmers (farm_name, location, contact_name, phone, crops_grown, created_at)
       values ('Obi farm', 'Jos', 'Bola Ade', '+2348037654321', '{Yam}', now()),
         ('Ade farm', 'Jos', 'Chika Ade', '+2348037654322', '{Yam}', now() - interval '1 hour')`,
    )
    const page = await openAdmin('/admin')
    const places = page.getByRole('navigation', { name: 'Desk' })
    await places.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('button', { name: 'Mark as answered message of Ada Obi' }).click()
    await expectToast(page, 'Message Updated', 'Message status has been updated successfully.')
    await page.getByRole('button', { name: 'Open again message of Ada Obi' }).click()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('About').first().selectOption('HR department')
    await page.getByText('No messages found').waitFor()
    await page.getByLabel('About').first().selectOption('General')
    await page.getByRole('button', { name: 'Mark as answered message of Ada Obi' }).waitFor()
    await places.getByRole('link', { name: 'People to phone' }).click()
    await page.getByRole('link', { name: 'Details of call to Bola Ade' }).click()
    const drawer = page.getByRole('dialog')
    await row(page, 'Bola Ade').getByText('Nobody yet').waitFor()
    await drawer.getByRole('button', { name: 'Take it' }).click()
    await expectToast(page, 'Assignment changed')
    await row(page, 'Bola Ade').getByText('Nobody yet').waitFor({ state: 'detached' })
    await drawer.getByLabel('What came of the call').selectOption('No answer')
    const call = drawer.getByRole('form', { name: 'Log a call' })
    await call.getByLabel('Note').fill('The line is busy.')
    await call.getByLabel('Time').fill('17:30')
    await page.reload()
    await expect.poll(() => call.getByLabel('Note').inputValue()).toBe('The line is busy.')
    expect(await call.getByLabel('Time').inputValue()).toBe('17:30')
    await drawer.getByLabel('What came of the call').selectOption('Reached')
    await drawer.getByRole('button', { name: 'Log the call' }).click()
    await expectToast(page, 'Call logged')
    // The next one is open by itself; after the last one the list is there again.
    const next = page.getByRole('dialog', { name: 'Call to Chika Ade' })
    await next.getByRole('link', { name: /^Chat with 0803 765 4322 about FM/ }).waitFor()
    await next.getByLabel('What came of the call').selectOption('Reached')
    await next.getByRole('button', { name: 'Log the call' }).click()
    await next.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Changed, show' }).click()
    await row(page, 'Bola Ade').waitFor({ state: 'detached' })
  })

  it('a message about a registration leads to it; one that is stopped says so, in badge and history, and is not approved', async () => {
    await sql(
      `with farm as (
        insert into public.farmers (farm_name, location, contact_name, phone, crops_grown)
        values ('Stopped farm', 'Jos', 'Dele Ade', '+2348037654399', '{Yam}') returning id, reference
      ), consent as (
        insert into public.consents (record_type, record_id, purpose, text_version, is_given, channel)
        select 'farmers', farm.id, 'terms', '1', step.is_given, 'web' from farm, (values (1, true), (2, false)) as step (place, is_given)
        order by step.place
      )
      insert into public.contact_messages (topic, name, phone, message, about_type, about_id, about_reference)
      select 'general', 'Dele Ade', '+2348037654399', 'Please stop it for now.', 'farmers', farm.id, farm.reference from farm`,
    )
    const page = await openAdmin('/admin/queues/messages')
    await page.getByRole('link', { name: 'Details of message of Dele Ade' }).click()
    await page.getByRole('dialog').getByRole('link', { name: /^FM/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Stopped farm' })
    await drawer.locator('.record-top').getByText('Stopped', { exact: true }).waitFor()
    await row(page, 'Stopped farm').getByText('Stopped', { exact: true }).waitFor()
    await drawer.getByText('No approval without consent').waitFor()
    expect(await page.getByRole('button', { name: 'Approve Stopped farm' }).count()).toBe(0)
    expect(await drawer.locator('.record-top').getByText('left').count()).toBe(0)
    const history = drawer.getByRole('region', { name: 'History' })
    await history.getByText('Stopped: consent taken back').waitFor()
    await expectSound(page)
    await history.getByRole('link', { name: 'Message' }).click()
    await page.getByRole('dialog').getByText('Please stop it for now.').first().waitFor()
    await sql("delete from public.farmers where farm_name = 'Stopped farm'")
  })

  it('a listing is hidden for a reason, which stands in its history; others’ listings come by themselves', async () => {
    const page = await openAdmin('/admin/queues/listings?q=Zobo')
    await page.getByText('Live', { exact: true }).waitFor()
    await sql(`insert into public.products (name, category, description, farmer_name, location, pack_amount, pack_unit, price_kobo)
      values ('Zobo leaves', 'Spices', 'Dried', 'Ada Farm', 'Keffi', 1, 'kg', 150000)`)
    await page.getByRole('button', { name: 'Hide Zobo leaves' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hide Zobo leaves' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Please add a photo.')
    await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
    await row(page, 'Zobo leaves').getByText('Hidden').waitFor()
    await page.getByRole('link', { name: 'Details of Zobo leaves' }).click()
    const history = page.getByRole('dialog').getByRole('region', { name: 'History' })
    await history.getByText('Hidden (was Pending) by', { exact: false }).waitFor()
    await history.getByText('Please add a photo.').waitFor()
  })

  it('a stock is changed by a click, digits and Enter, with a reason; what runs low is listed, and its history says why', async () => {
    await sql(`insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock)
      values ('Fonio', 'Grains', 'Ada Farm', 'Keffi', 1, 'kg', 150000, 40)`)
    const page = await openAdmin('/admin/queues/listings?q=Fonio')
    const fonio = row(page, 'Fonio')
    await fonio.getByRole('button', { name: 'Change: On hand of Fonio, 40' }).click()
    await page.keyboard.type('55')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Stock saved', 'Fonio: 55 on hand.')
    await fonio.getByRole('button', { name: 'Change: On hand of Fonio, 55' }).click()
    await page.keyboard.type('9')
    await page.keyboard.press('Escape')
    await fonio.getByRole('button', { name: 'Change: On hand of Fonio, 55' }).click()
    await fonio.getByLabel('Why it changes').selectOption('Spoiled')
    // What spoiled is asked for, and begins with nothing: what is on hand is another number.
    const spoiled = fonio.getByLabel('How many spoiled?')
    expect(await spoiled.inputValue()).toBe('')
    await spoiled.fill('60')
    await page.keyboard.press('Enter')
    await fonio.getByText('Only 55 packs are free; 0 packs are reserved.').waitFor()
    await spoiled.fill('50')
    await fonio.getByText('On hand: 55 → 5').waitFor()
    await fonio.getByLabel('Note on the change').fill('The roof leaked.')
    await page.keyboard.press('Enter')
    await fonio.getByText('5 low').waitFor()
    await page.getByRole('link', { name: 'Show low stock' }).click()
    await expectPath(page, '/admin/queues/listings?status=low_stock')
    await page.getByRole('link', { name: 'Details of Fonio' }).click()
    const moves = page.getByRole('dialog').getByRole('region', { name: 'Stock movements' })
    await moves.getByText(': The roof leaked.', { exact: false }).waitFor()
    for (const words of ['Spoiled: on hand −50', 'Counted 55: on hand +15', 'Counted: on hand +40'])
      await moves.getByText(words).waitFor()
    await expectSound(page)
    await page.setViewportSize(phone)
    await page.keyboard.press('Escape')
    await fonio.getByRole('button', { name: 'Change: On hand of Fonio, 5' }).click()
    await fonio.getByLabel('Why it changes').waitFor()
    await fonio.getByLabel('On hand of Fonio').fill('')
    await page.keyboard.press('Enter')
    await fonio.getByText('Type how many packs.', { exact: false }).waitFor()
    await expectSound(page, 'a stock on a phone')
    // What bulk buyers choose from, with the weight of a container: each product has the same form, so two are enough.
    await sql("delete from public.order_products where label not in ('Ginger', 'Hibiscus Flowers')")
    await goWithin(page, '/admin/products/order-form')
    const ginger = page.getByRole('form', { name: 'Ginger', exact: true })
    const save = ginger.getByRole('button', { name: 'Save' })
    // What is wrong stands at its box.
    for (const [box, wrong, problem, right] of [
      ['Name of Ginger', 'G', 'The name needs at least 2 characters', 'Ginger'],
      ['Kilograms in a 40 ft container of Ginger', '7', 'A container weighs 100 to 40,000', ''],
      ['Kilograms in a 20 ft container of Ginger', 'many', 'A container weighs 100 to 40,000', '18,500'],
    ] as const) {
      await page.getByLabel(box).fill(wrong)
      await save.click()
      await ginger.getByText(problem, { exact: false }).waitFor()
      expect(await page.getByLabel(box).getAttribute('aria-invalid')).toBe('true')
      expect(await ginger.getByRole('alert').count()).toBe(0)
      await expectSound(page, `a problem of "${box}" on a phone`)
      await page.getByLabel(box).fill(right)
    }
    await save.click()
    await expectToast(page, 'Product saved')
    await expectSound(page, 'products of the order form on a phone')
    // A photograph is shown in the catalogue until it is replaced, or removed.
    await page.getByRole('listitem').filter({ has: ginger }).locator('summary').click()
    const facts = page.getByRole('form', { name: 'What the export catalogue says: Ginger', exact: true })
    await facts
      .locator('input[type=file]')
      .setInputFiles({ name: 'ginger.jpg', mimeType: 'image/jpeg', buffer: await takePhoto() })
    await facts.getByRole('button', { name: 'Save for the catalogue' }).click()
    await facts.locator('img').waitFor()
    await facts.getByLabel('Remove the photograph').check()
    await expectSound(page, 'a photograph of the export catalogue on a phone')
    await facts.getByRole('button', { name: 'Save for the catalogue' }).click()
    await facts.locator('img').waitFor({ state: 'detached' })
    expect(await sql(`select photo_path from public.order_products where label = 'Ginger'`)).toEqual([
      { photo_path: null },
    ])
    const moved = await sql(`select reason, available_change from public.stock_movements
      where product_id = (select id from public.products where name = 'Fonio') order by id`)
    expect(moved).toEqual([
      { reason: 'counted', available_change: 40 },
      { reason: 'counted', available_change: 15 },
      { reason: 'spoiled', available_change: -50 },
    ])
  })

  it('subscriptions come by themselves, and within half a minute where websockets are blocked', async () => {
    const add = (email: string) =>
      sql('insert into public.newsletter_subscriptions (email, unsubscribe_token) values ($1, $2)', [
        email,
        email.padEnd(64, 'x'),
      ])
    const page = await openAdmin('/admin/queues/newsletter')
    const blocked = await stage.newPage({ as: adminPages.admin })
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

  it('a reader who asks for it is unsubscribed, after one more question', async () => {
    await sql(`insert into public.newsletter_subscriptions (email, confirmed_at, unsubscribe_token)
      values ('enough@example.com', now(), repeat('e', 64))`)
    const page = await openAdmin('/admin/queues/newsletter?q=enough')
    await page.getByRole('button', { name: 'Unsubscribe enough@example.com' }).click()
    const question = page.getByRole('dialog', { name: 'Unsubscribe enough@example.com' })
    await question.getByText('Only its owner can subscribe it again.').waitFor()
    await question.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
    await expectToast(page, 'Unsubscribed', 'No more letters go to enough@example.com.')
    await row(page, 'enough@example.com').getByText('Unsubscribed').waitFor()
    expect(await page.getByRole('button', { name: 'Unsubscribe enough@example.com' }).count()).toBe(0)
  })

  it('partners, trainees and products are decided, each in its own words', async () => {
    await sql(`
      insert into public.partnership_applications (partnership_type, company_name, contact_person, email, phone, country, business_description)
        values ('franchise', 'Sahel Traders', 'Musa Bello', 'musa@example.com', '+2348030000009', 'Nigeria', 'We sell grain in three states.');
      insert into public.training_enrolments (contact_name, contact_email, phone, city, state, education_level, experience, motivation, training_goals)
        values ('Blessing Akpan', 'blessing@example.com', '+2348030000401', 'Uyo', 'Akwa Ibom', 'secondary', 'beginner', 'Eggs for my street', 'Two hundred layers');
      insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo)
        values ('Brown beans', 'Grains', 'Lafia Growers', 'Lafia', 50, 'kg', 3500000);`)
    const page = await openAdmin('/admin/queues/partnership')
    expect(await page.title()).toMatch(/^Partnership \|/)
    await page.getByRole('button', { name: 'Approve Sahel Traders' }).click()
    await expectToast(page, 'Application Updated', 'Application status has been updated successfully.')
    await letUndoPass(stage.app)
    await waitForMail(stage.app, 'musa@example.com', /partnership application is approved/)

    await goWithin(page, '/admin/queues/training')
    await page.getByRole('button', { name: 'Decline Blessing Akpan' }).click()
    const why = page.getByRole('dialog', { name: 'Decline Blessing Akpan' })
    await why.getByRole('textbox', { name: 'Reason' }).fill('The course is full until May.')
    await why.getByRole('button', { name: 'Decline', exact: true }).click()
    await expectToast(page, 'Enrolment Updated', 'Enrolment status has been updated successfully.')
    await letUndoPass(stage.app)
    const reported = await waitForMail(stage.app, 'blessing@example.com', /./)
    expect(reported.text).toContain('The course is full until May.')

    await goWithin(page, '/admin/queues/listings?q=Brown+beans')
    await page.getByRole('button', { name: 'Publish Brown beans' }).click()
    await expectToast(page, 'Product Updated', 'Product status has been updated successfully.')
    await row(page, 'Brown beans').getByText('Published').waitFor()
    await expect
      .poll(async () => (await fetch(`${stage.app.url}/marketplace`)).text())
      .toContain('Brown beans')
    await page.getByRole('button', { name: 'Hide Brown beans' }).click()
    const hide = page.getByRole('dialog', { name: 'Hide Brown beans' })
    await hide.getByRole('textbox', { name: 'Reason' }).fill('The photo is of other beans.')
    await hide.getByRole('button', { name: 'Hide', exact: true }).click()
    await row(page, 'Brown beans').getByText('Hidden').waitFor()
    await expect
      .poll(async () => (await fetch(`${stage.app.url}/marketplace`)).text())
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
    const sent = await fetch(stage.app.url + jobApplicationForm.path, {
      method: 'POST',
      headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
      body,
    })
    expect(sent.status).toBe(200)
    const page = await stage.newPage({ as: strong })
    await page.goto('/admin/queues/job-applications')
    await page.getByRole('link', { name: 'Details of Ada Applicant' }).click()
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

  it('a file that is refused leaves no empty tab behind, and says why', async () => {
    await sql(
      `insert into public.job_applications (full_name, email, phone, cover_note, cv_path, cv_name, cv_type, cv_bytes)
       values ('Bola Refused', 'refused@example.com', '+2348031234567', 'I farm.', gen_random_uuid() || '.pdf', 'cv.pdf', 'application/pdf', 1000)`,
    )
    const page = await openAdmin('/admin/queues/job-applications?q=Bola')
    await page.getByRole('link', { name: 'Details of Bola Refused' }).click()
    const drawer = page.getByRole('dialog')
    await page.route('**/admin/access', (route) =>
      route.fulfill({ status: 404, json: { ok: false, code: 'not_found', message: 'This file is gone.' } }),
    )
    const tabs: Page[] = []
    page.context().on('page', (tab) => tabs.push(tab))
    const closed = () => tabs.map((tab) => tab.isClosed())
    await drawer.getByRole('button', { name: 'Open the CV' }).click()
    await drawer.getByText('This file is gone.').waitFor()
    await expect.poll(closed).toEqual([true])
    // Not even requested, without a line.
    stage.expectError(/net::ERR_|WebSocket/)
    await page.context().setOffline(true)
    await drawer.getByRole('button', { name: 'Open the CV' }).click()
    await drawer.getByText('You are offline, so this is not saved.', { exact: false }).waitFor()
    await expect.poll(closed).toEqual([true, true])
  })

  it('every queue opens, and says so when it is empty', async () => {
    const page = await openAdmin('/admin/queues/orders')
    for (const [queue, sentence] of [
      ['payments', 'No payments found'],
      ['disputes', 'No disputes found'],
      ['listings', 'No products found'],
      ['partnership', 'No applications found'],
      ['training', 'No enrolments found'],
      ['job-applications', 'No job applications found'],
      ['corrections', 'No corrections found'],
      ['newsletter', 'No subscriptions found'],
    ]) {
      await goWithin(page, `/admin/queues/${queue}?q=nothing-has-this-name`)
      await page.getByText(sentence ?? '').waitFor()
    }
  })

  it('corrections, calls, mails, subscriptions and breaches are filtered by days in Lagos, both of them in it', async () => {
    await sql(`begin; set local session_replication_role = replica;
      insert into public.farmers (reference, farm_name, location, contact_name, phone, crops_grown, created_at)
      select 'FM7K' || day + 3 || '-2X9R', 'Day farm ' || day, 'Zuru', 'Day ' || day, '+234809000100' || day, '{Maize}', at from (values ${days}) as given (day, at);
      insert into public.correction_requests (record_type, record_id, submission_version, notes, created_at)
      select 'farmers', id, 0, '[{"field": "goals", "note": "Say more"}]', created_at from public.farmers where location = 'Zuru';
      insert into public.newsletter_subscriptions (email, unsubscribe_token, created_at)
      select 'day' || day || '@example.com', repeat(day::text, 64), at from (values ${days}) as given (day, at);
      insert into private.mail_outbox (template, recipient, status, created_at)
      select 'order_received', 'day' || day || '@example.com', 'failed', at from (values ${days}) as given (day, at);
      insert into public.breaches (title, facts, detection, aware_at, data_categories, people_categories, consequences, measures, opened_by)
      select 'Day ' || day, 'A laptop was lost in a bus', 'By a call', at, '{contact}', '{farmers}', 'None known', 'Sessions ended', gen_random_uuid()
      from (values ${days}) as given (day, at); commit`)
    const page = await openAdmin('/admin/queues/corrections?q=Day')
    for (const [path, word, named] of [
      ['/admin/queues/corrections', 'Asked', 'Day '],
      ['/admin/queues/people-to-phone', 'Since', 'Day '],
      ['/admin/mails', 'Written', 'day'],
      ['/admin/queues/newsletter', 'Asked', 'day'],
      ['/admin/queues/breaches', 'Aware', 'Day '],
    ]) {
      const nameOf = (day: number) => `${named}${day}`
      await goWithin(page, `${path}?q=Day&until=2026-03-03`)
      await row(page, nameOf(1)).waitFor()
      await row(page, nameOf(3)).waitFor()
      await page.getByRole('button', { name: /^Filters/ }).click()
      expect(await page.getByLabel(`${word} to`).inputValue(), path).toBe('2026-03-03')
      await page.getByLabel(`${word} from`).fill('2026-03-02')
      await row(page, nameOf(1)).waitFor({ state: 'detached' })
      const shown = await Promise.all(
        [1, 2, 3, 4].map(async (day) => (await row(page, nameOf(day)).count()) > 0),
      )
      expect(shown, path).toEqual([false, true, true, false])
      expect(new URL(page.url()).searchParams.get('since'), path).toBe('2026-03-02')
    }
    // Late since March, they would lead the register.
    await sql(
      `begin; set local session_replication_role = replica; delete from public.breaches where title like 'Day _'; commit`,
    )
  })

  it.each([
    [
      'product',
      '/admin/queues/listings?q=Counted',
      `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, created_at)
       select 'Counted ' || n, 'Grains', 'A farm', 'Lafia', 50, 'kg', 3500000, now() - n * interval '1 hour'`,
      'Publish Counted',
      'update public.products set price_kobo = price_kobo + 100',
    ],
    [
      'message',
      '/admin/queues/messages?status=pending&q=Counted',
      `insert into public.contact_messages (topic, name, email, message, created_at)
       select 'general', 'Counted ' || n, 'counted@example.com', 'When do you buy sesame?', now() - n * interval '1 hour'`,
      'Mark as answered message of Counted',
      'update public.contact_messages set updated_at = now()',
    ],
    [
      'partner’s application',
      '/admin/queues/partnership?status=pending&q=Counted',
      `insert into public.partnership_applications (partnership_type, company_name, contact_person, email, phone, country, business_description, created_at)
       select 'franchise', 'Counted ' || n, 'Musa Bello', 'musa@example.com', '+2348030000009', 'Nigeria', 'We sell grain.', now() - n * interval '1 hour'`,
      'Approve Counted',
      'update public.partnership_applications set updated_at = now()',
    ],
    [
      'job application',
      '/admin/queues/job-applications?status=pending&q=Counted',
      `insert into public.job_applications (full_name, email, phone, cv_path, cv_name, cv_type, cv_bytes, created_at)
       select 'Counted ' || n, 'ada@example.com', '+2348031234567', gen_random_uuid() || '.pdf', 'cv.pdf', 'application/pdf', 10, now() - n * interval '1 hour'`,
      'Approve Counted',
      'update public.job_applications set updated_at = now()',
    ],
  ])('a decision on a %s costs at most two requests', async (_, path, insert, button, change) => {
    const rows = await sql<{ id: string }>(`${insert} from generate_series(1, 8) as n returning id`)
    const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
    const heard: string[] = []
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))))
    const hear = (id = '') => expect.poll(() => heard.some((frame) => frame.includes(id))).toBe(true)
    await page.clock.install()
    await page.goto(path)
    await page.getByText('Live', { exact: true }).waitFor()
    await row(page, 'Counted 8').waitFor()
    await page.waitForLoadState('networkidle')
    const seenRequests = listRequests(page)
    for (const nr of [1, 2]) {
      seenRequests.length = 0
      const decision = page.getByRole('button', { name: `${button} ${nr}`, exact: true })
      await decision.click()
      await decision.waitFor({ state: 'detached' })
      // One's own change is reported, too, and whatever that asks for comes within this second.
      await hear(rows[nr - 1]?.id)
      await page.clock.runFor(1_500)
      expect(seenRequests.length, seenRequests.join()).toBeLessThanOrEqual(2)
      expect(seenRequests[0]).toMatch(/^PATCH /)
    }
    // A colleague's is read: so would one's own have been.
    await sql(`${change} where id = $1`, [rows[7]?.id])
    await hear(rows[7]?.id)
    await page.clock.runFor(1_500)
    await expect.poll(() => seenRequests).toContain('POST find_records')
  })

  it('staff with another role begin at a home of their own, with their queues and no others', async () => {
    const reviewer = await stage.app.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'reviewer')", [reviewer.id])
    const page = await stage.newPage({ as: reviewer })
    await page.goto('/')
    await page.getByRole('link', { name: 'Desk', exact: true }).first().click()
    await expectPath(page, '/admin/home')
    await page.goto('/admin')
    await expectPath(page, '/admin/home')
    await page.getByRole('heading', { name: 'What waits' }).waitFor()
    const places = page.getByRole('navigation', { name: 'Desk' })
    expect(await places.getByRole('link', { name: /^(Payments|Settings|Admin Dashboard)/ }).count()).toBe(0)
    await places.getByRole('link', { name: /^Farmers/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Farmers' }).waitFor()
    await page.getByRole('table').waitFor()
    await goWithin(page, '/admin/queues/payments')
    await page.getByText('Your role does not open this').waitFor()
    await goWithin(page, '/admin/queues/nothing')
    await page.getByRole('heading', { name: 'There is no such queue' }).waitFor()
    expect(await page.getByText('Access Denied').count()).toBe(0)

    // Who only reads orders is offered no decision about them.
    const { code } = await adminPages.placeOrder()
    const finance = await stage.app.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'finance')", [finance.id])
    const theirs = await stage.newPage({ as: finance })
    await theirs.goto('/admin/queues/orders')
    await row(theirs, code).waitFor()
    expect(await theirs.getByRole('button', { name: /^(Approve|Decline)/ }).count()).toBe(0)
    // Orders are chosen for what the role may do with many.
    await theirs.getByLabel(`Select order ${code}`).check()
    await theirs.getByRole('button', { name: 'Assign' }).waitFor()
  })

  it('a breach of data protection is registered, its clock runs, and the notice to the Commission ends it', async () => {
    await sql(
      `insert into public.breaches (title, facts, detection, aware_at, data_categories, people_categories, consequences,
        measures, opened_by) values ('Lost laptop', 'A laptop was lost in a bus', 'By a call', now() - interval '80 hours',
        '{contact}', '{farmers}', 'None known', 'Sessions ended', $1)`,
      [strong.id],
    )
    const title = 'Mail to a wrong address'
    const page = await stage.newPage({ as: strong, viewport: phone })
    await page.goto('/admin/queues/breaches')
    await page.getByRole('button', { name: 'Register a breach' }).press('Enter')
    const form = page.getByRole('form', { name: 'Register a breach' })
    await form.getByLabel('In a few words').fill(title)
    await form.getByRole('button', { name: 'Register the breach' }).click()
    await form.getByText('What happened: please write at least 10 characters').waitFor()
    await expect
      .poll(() => form.getByLabel('What happened').evaluate((box) => box === document.activeElement))
      .toBe(true)
    await form.getByLabel('What happened').fill('A list with BVN 22345678901 was mailed to another company')
    await form.getByLabel('How it was found').fill('They wrote to us')
    await form.getByLabel('Names and contact details').press('Space')
    await form.getByLabel('Farmers').press('Space')
    await form.getByLabel('Number of people').fill('120')
    await form.getByLabel('Likely consequences for people').fill('Unwanted calls')
    await form.getByLabel('Measures taken or proposed').fill('They deleted the file')
    await form.getByRole('button', { name: 'Register the breach' }).click()
    await form.getByText('Please leave out the number itself', { exact: false }).waitFor()
    await form.getByLabel('What happened').fill('A list of farmers was mailed to another company')
    await form.getByRole('button', { name: 'Register the breach' }).click()
    await expectToast(page, 'The breach is registered')
    const drawer = page.getByRole('dialog', { name: `Breach: ${title}` })
    await drawer.getByText('The breach was registered').waitFor()
    await drawer.getByLabel('What happened', { exact: true }).selectOption('The Commission was notified')
    await drawer.getByLabel('In words').fill('By their portal')
    await drawer.getByLabel('Reference of the Commission').fill('NDPC/2026/17')
    await drawer.getByRole('button', { name: 'Add', exact: true }).click()
    await expectToast(page, 'Added to the register')
    await drawer.getByText('Commission notified', { exact: true }).first().waitFor()
    await drawer.getByRole('button', { name: 'Add a task' }).press('Enter')
    await page.keyboard.type('Ring the Commission')
    await drawer.getByLabel('Day').fill(getLagosDay(new Date()))
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Task added')
    await goWithin(page, '/admin/tasks')
    await row(page, 'Ring the Commission').getByRole('link', { name: title }).click()
    await drawer.getByRole('button', { name: 'Done: Ring the Commission' }).waitFor()
    await page.keyboard.press('Escape')
    // The one that is late stands first.
    await page.getByText('8 h late').waitFor()
    expect(await page.getByRole('row').nth(1).textContent()).toContain('Lost laptop')
    await expectSoundAt(page, [phone, desktop])
    // The late number of the home page opens the late ones alone.
    await goWithin(page, '/admin/home')
    await row(page, 'Breach register').getByRole('link', { name: '1', exact: true }).click()
    await expectPath(page, '/admin/queues/breaches?due=overdue')
    await row(page, 'Lost laptop').waitFor()
    await expect.poll(() => row(page, title).count()).toBe(0)
    await page.getByRole('button', { name: 'Overdue' }).click()
    await row(page, title).waitFor()
  })
})
