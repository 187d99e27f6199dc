/** The queues beyond the four in a browser: messages, calls, listings, partners, CVs, roles. */
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { formPaths } from '#domain/forms.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { expectToast, waitForMail } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone } from '../stage.ts'
import { row, useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { stage, sql, openAdmin } = adminPages

describe('the queues beyond the four', () => {
  it('a message is answered, a call is logged, and each place is under More', async () => {
    await sql(
      "insert into public.contact_messages (topic, name, email, message) values ('general', 'Ada Obi', 'ada@example.com', 'When do you buy sesame?')",
    )
    await sql(
      "insert into public.farmers (farm_name, location, contact_name, phone, crops_grown) values ('Obi farm', 'Jos', 'Bola Ade', '+2348037654321', '{Yam}')",
    )
    const page = await openAdmin('/admin')
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
    const page = await openAdmin('/admin/queues/listings?q=Zobo')
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
    await waitForMail(stage.app, 'musa@example.com', /partnership application is approved/)

    await page.goto('/admin/queues/training')
    await page.getByRole('button', { name: 'Decline Blessing Akpan' }).click()
    const why = page.getByRole('dialog', { name: 'Decline Blessing Akpan' })
    await why.getByRole('textbox', { name: 'Reason' }).fill('The course is full until May.')
    await why.getByRole('button', { name: 'Decline', exact: true }).click()
    await expectToast(page, 'Enrolment Updated', 'Enrolment status has been updated successfully.')
    const reported = await waitForMail(stage.app, 'blessing@example.com', /./)
    expect(reported.text).toContain('The course is full until May.')

    await page.goto('/admin/queues/listings?q=Brown+beans')
    await page.getByRole('button', { name: 'Publish Brown beans' }).click()
    await expectToast(page, 'Listing Updated', 'Listing status has been updated successfully.')
    await row(page, 'Brown beans').getByText('Published').waitFor()
    await expect
      .poll(async () => (await fetch(`${stage.app.url}/marketplace`)).text(), { timeout: 10_000 })
      .toContain('Brown beans')
    await page.getByRole('button', { name: 'Hide Brown beans' }).click()
    const hide = page.getByRole('dialog', { name: 'Hide Brown beans' })
    await hide.getByRole('textbox', { name: 'Reason' }).fill('The photo is of other beans.')
    await hide.getByRole('button', { name: 'Hide', exact: true }).click()
    await row(page, 'Brown beans').getByText('Hidden').waitFor()
    await expect
      .poll(async () => (await fetch(`${stage.app.url}/marketplace`)).text(), { timeout: 10_000 })
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
    const sent = await fetch(stage.app.url + formPaths.jobApplication, {
      method: 'POST',
      headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
      body,
    })
    expect(sent.status).toBe(200)
    const strong = await stage.app.newPerson()
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

  it('a file that is refused leaves no empty tab behind, and says why', async () => {
    await sql(
      `insert into public.job_applications (full_name, email, phone, cover_note, cv_path, cv_name, cv_type, cv_bytes)
       values ('Bola Refused', 'refused@example.com', '+2348031234567', 'I farm.', gen_random_uuid() || '.pdf', 'cv.pdf', 'application/pdf', 1000)`,
    )
    const page = await openAdmin('/admin/queues/job-applications?q=Bola')
    await page.getByRole('button', { name: 'Details of Bola Refused' }).click()
    const drawer = page.getByRole('dialog')
    await page.route('**/admin/look', (route) =>
      route.fulfill({ status: 404, json: { ok: false, code: 'not_found', message: 'This file is gone.' } }),
    )
    const tabs: string[] = []
    page.context().on('page', () => tabs.push('opened'))
    await drawer.getByRole('button', { name: 'Open the CV' }).click()
    await drawer.getByText('This file is gone.').waitFor()
    await expect.poll(() => page.context().pages().length).toBe(1)
    // Not even requested, without a line.
    stage.expectError(/net::ERR_|WebSocket/)
    await page.context().setOffline(true)
    await drawer.getByRole('button', { name: 'Open the CV' }).click()
    await drawer.getByText('You are offline, so this is not saved.', { exact: false }).waitFor()
    await expect.poll(() => page.context().pages().length).toBe(1)
    expect(tabs).toHaveLength(2)
  })

  it('every queue opens, and says so when it is empty', async () => {
    const page = await openAdmin('/admin/queues/orders')
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
    const reviewer = await stage.app.newPerson()
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

  it('a breach of data protection is registered, its clock runs, and the notice to the Commission ends it', async () => {
    const admin = await stage.app.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [admin.id])
    await addSecondFactor(admin)
    await sql(
      `insert into public.breaches (title, facts, found_how, aware_at, data_categories, people_categories, consequences,
        measures, opened_by) values ('Lost laptop', 'A laptop was lost in a bus', 'By a call', now() - interval '80 hours',
        '{contact}', '{farmers}', 'None known', 'Sessions ended', $1)`,
      [admin.id],
    )
    const title = 'Mail to a wrong address'
    const page = await stage.newPage({ as: admin, viewport: phone })
    await page.goto('/admin/queues/breaches')
    await page.getByRole('button', { name: 'Register a breach' }).press('Enter')
    const form = page.getByRole('form', { name: 'Register a breach' })
    await form.getByLabel('In a few words').fill(title)
    await form.getByRole('button', { name: 'Register the breach' }).click()
    await form.getByText('What happened: please write at least 10 characters').waitFor()
    expect(await form.getByLabel('What happened').evaluate((box) => box === document.activeElement)).toBe(
      true,
    )
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
    await page.keyboard.press('Escape')
    // The one that is late stands first.
    await page.getByText('8 h late').waitFor()
    expect(await page.getByRole('row').nth(1).textContent()).toContain('Lost laptop')
    await expectSound(page)
    await page.setViewportSize(desktop)
    await expectSound(page)
  })
})
