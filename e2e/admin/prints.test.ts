/** Every list of the admin area on paper, with a row whose words are long: on the sheet, whole, and without what only a screen needs. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { stage, sql, placeOrder } = adminPages

/** A sheet of A4 within its margins (admin-print.css). */
const sheet = { width: 703, height: 1032 }
const email = 'a-rather-long-address-of-somebody@far-away-cooperative.example.com'
const name = 'Chukwuemeka Oluwaseun Abdulrahman-Okonkwo'
/** The sheet of the person. */
let farmer = ''
let order = ''

beforeAll(async () => {
  await addSecondFactor(adminPages.admin)
  const [quoted, disputed] = [await placeOrder('Ginger'), await placeOrder('Sesame Seeds')]
  await placeOrder('Garlic')
  const { id: rung } = await placeOrder('Yam')
  const { id: bulk } = await placeOrder('Garlic')
  order = disputed.id
  const [first] = await sql<{ id: string }>(
    `insert into public.farmers (farm_name, location, contact_name, contact_email, phone, crops_grown)
     values ($1 || ' Farms', 'Behind the old market, Karu', $1, $2, '+2348037650011', '{Maize,Rice,Sesame Seeds,Yam}') returning id`,
    [name, email],
  )
  farmer = first?.id ?? ''
  await sql(`insert into public.farmers (farm_name, location, contact_name, phone, crops_grown)
    values ('${name} Farms', 'Jos', '${name}', '+2348037650012', '{Yam}')`)
  await sql(`set session_replication_role = replica;
    update public.orders set total_amount_kobo = 123456789012, payment_status = 'claimed' where id = '${quoted.id}';
    update public.orders set total_amount_kobo = 99900000, payment_status = 'confirmed', status = 'approved',
      fulfilment_status = 'disputed', delivered_at = now() where id = '${order}';
    insert into public.order_disputes (order_id, reason) values ('${order}', 'Three of the forty sacks were wet, and the scale at the depot says 38 kg of 50');
    update public.orders set total_amount_kobo = 99900000, payment_status = 'confirmed', status = 'approved', fulfilment_status = 'preparing',
      delivers_from = current_date, delivers_until = current_date where id = '${rung}';
    insert into public.order_contacts (order_id, name, phone, email, state, lga)
      values ('${rung}', '${name}', '+2348037650031', '${email}', 'Rivers', 'Port Harcourt');
    update public.order_requests set phone = '+2348037650032' where order_id = '${bulk}';
    insert into private.untold_news (order_id, template) values ('${bulk}', 'order_delivered');
    insert into public.order_deliveries (order_id, kind, day, price_kobo, quoted_at, accepted_at)
      values ('${rung}', 'quote', current_date, 500000, now(), now());
    insert into public.training_enrolments (reference, contact_name, contact_email, phone, city, state, education_level, experience, motivation, training_goals)
      values ('TRPRT-2345', '${name}', '${email}', '+2348037650021', 'Port Harcourt', 'Rivers', 'secondary', 'beginner', 'Eggs for my street', 'Two hundred layers');
    insert into public.buyers (reference, buyer_type, company_name, registration_number, business_type, contact_first_name, contact_last_name,
      contact_email, contact_phone, address, city, state, country)
      values ('BYPRT-2345', 'corporate', 'Far Away Cooperative of Growers and Traders Limited', 'RC-123456', 'exporter', 'Chukwuemeka',
        'Abdulrahman-Okonkwo', '${email}', '+2348037650022', '12 Marina Road', 'Port Harcourt', 'Rivers', 'Nigeria');
    insert into public.investors (reference, investor_type, contact_name, contact_email, contact_phone, investment_amount, currency, city, state, country)
      values ('IVPRT-2346', 'individual', '${name}', '${email}', '+2348037650023', 'under-500k', 'NGN', 'Port Harcourt', 'Rivers', 'Nigeria');
    insert into public.job_applications (full_name, email, phone, position_title, cover_note, cv_path, cv_name, cv_type, cv_bytes)
      values ('${name}', '${email}', '+2348037650024', 'Senior agronomist for irrigated rice', 'I farm.', gen_random_uuid() || '.pdf', 'cv.pdf', 'application/pdf', 1000);
    insert into public.partnership_applications (partnership_type, company_name, contact_person, email, phone, country, business_description)
      values ('franchise', 'Far Away Cooperative of Growers and Traders Limited', '${name}', '${email}', '+2348037650025', 'Nigeria', 'We sell grain in three states.');
    insert into public.contact_messages (name, email, phone, topic, message)
      values ('${name}', '${email}', '+2348037650026', 'general', repeat('Please tell me what a bag costs. ', 20));
    insert into public.newsletter_subscriptions (email, unsubscribe_token, confirmed_at) values ('${email}', repeat('a', 64), now());
    insert into private.mail_outbox (template, recipient, status, attempts, last_error) values ('newsletter_confirm', '${email}', 'failed', 5, '550 no such mailbox');
    insert into public.mail_suppressions (email, reason) values ('${email}', 'asked');
    insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock)
      values ('Sun-dried ginger of the second harvest', 'Spices', '${name}', 'Kafanchan', 50, 'kg', 17770000, 41);
    insert into public.tasks (record_type, record_id, title, due_on, assignee_id)
      values ('farmers', '${farmer}', 'Ring about the seed, the fertiliser and the day of the harvest', current_date, '${adminPages.admin.id}');
    insert into public.breaches (title, facts, detection, aware_at, data_categories, people_categories, consequences, measures, opened_by)
      values ('A laptop with a list of farmers was lost in a bus', 'It was lost', 'By a call', now(), '{contact}', '{farmers}', 'None known', 'Sessions ended', gen_random_uuid());
    insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays) values ('Printed zone', '{Lagos}', '{100000}', '{250000}', '{1,3}');
    insert into public.staff_invitations (email, role, invited_by) values ('${email}', 'reviewer', '${adminPages.admin.id}');`)
})

/** What stands out of the sheet, and what is cut within its place. */
const findCut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')].flatMap((one) => {
      if (!one.checkVisibility({ visibilityProperty: true })) return []
      const name = `${one.tagName.toLowerCase()}.${one.className} ${one.textContent?.slice(0, 40)}`
      const { overflowX } = getComputedStyle(one)
      const isHiddenForEyes = one.closest('.sr-only') !== null || one.clientWidth <= 1
      if (one.getBoundingClientRect().right > innerWidth + 0.5) return [`out of the sheet: ${name}`]
      if (overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1 && !isHiddenForEyes)
        return [`cut: ${name}`]
      return []
    }),
  )

/** What is kept in one piece although it takes much of a sheet, and headings that may stand at the end of one without what follows. */
const findParted = (page: Page) =>
  page.evaluate(
    ({ height }) =>
      [...document.querySelectorAll<HTMLElement>('main *')].flatMap((one) => {
        if (!one.checkVisibility({ visibilityProperty: true })) return []
        const { breakInside, breakAfter } = getComputedStyle(one)
        const name = `${one.tagName.toLowerCase()}.${one.className} ${one.textContent?.slice(0, 40)}`
        const isLong = one.getBoundingClientRect().height > height / 2
        return [
          ...(breakInside === 'avoid' && isLong ? [`kept whole: ${name}`] : []),
          ...(one.matches('h2, h3, .panel-head') && breakAfter !== 'avoid' ? [`left alone: ${name}`] : []),
        ]
      }),
    sheet,
  )

/** Each with words of its row that have to be read on the sheet. */
const lists: readonly (readonly [path: string, words: string])[] = [
  ['/admin/home', 'Farmers'],
  ['/admin?tab=farmers', 'Behind the old market, Karu'],
  ['/admin/tasks?which=open', 'Ring about the seed, the fertiliser and the day of the harvest'],
  ['/admin/queues/orders', '₦1,234,567,890.12'],
  ['/admin/queues/orders?step=to_ring&sort=delivery', '0803 765 0031'],
  ['/admin/queues/quotes', 'Garlic'],
  ['/admin/queues/payments', '₦1,234,567,890.12'],
  [
    '/admin/queues/disputes',
    'Three of the forty sacks were wet, and the scale at the depot says 38 kg of 50',
  ],
  ['/admin/queues/listings', 'Sun-dried ginger of the second harvest'],
  ['/admin/queues/farmers', 'Maize, Rice, Sesame Seeds, Yam'],
  ['/admin/queues/training', name],
  ['/admin/queues/buyers', 'Far Away Cooperative of Growers and Traders Limited'],
  ['/admin/queues/investors', name],
  ['/admin/queues/people-to-phone', name],
  ['/admin/queues/messages', name],
  ['/admin/queues/job-applications', 'Senior agronomist for irrigated rice'],
  ['/admin/queues/partnership', 'Far Away Cooperative of Growers and Traders Limited'],
  ['/admin/queues/newsletter', email],
  ['/admin/queues/breaches', 'A laptop with a list of farmers was lost in a bus'],
  ['/admin/mails', email],
  ['/admin/people', email],
  ['/admin/settings', 'Bank and wallet'],
  ['/admin/settings?of=limits', 'order'],
  ['/admin/settings?of=words', 'Thank you'],
  ['/admin/delivery', 'Printed zone'],
  ['/admin/content', 'Published before'],
  ['/admin/products/order-form', 'Hibiscus Flowers'],
  ['/admin/audit', 'When'],
  ['/admin/audit?view=sign-ins', 'When'],
  ['/admin/enter', 'Have they registered already?'],
]

it.each(lists)('%s is printed whole, on the sheet, with %s', async (path, words) => {
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto(path)
  await page.locator('.admin-head h1').waitFor()
  await page.getByRole('main').getByText(words, { exact: false }).first().waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(sheet)
  await expect.poll(() => findCut(page)).toEqual([])
  expect(await findParted(page)).toEqual([])
  expect(
    await page.getByRole('main').getByText(words, { exact: false }).filter({ visible: true }).count(),
  ).toBeGreaterThan(0)
  for (const part of [
    '.admin-side',
    '.admin-bar',
    '.list-tools',
    '.list-views',
    '.list-foot',
    '.pagination',
    '.actions-head',
  ])
    expect(await page.locator(part).filter({ visible: true }).count(), part).toBe(0)
  expect(await page.getByRole('main').getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  // What sorts a column, and what opens a number, reads as words; everything else that is pressed is left out.
  const pressed = page
    .getByRole('main')
    .locator('button:not(.sort-head, .number-cell, [aria-selected=true]), input[type=search]')
  expect(await pressed.filter({ visible: true }).count()).toBe(0)
})

it.each([
  ['the page of an order', () => `/admin/queues/orders/${order}`, 'Sesame Seeds'],
  ['the drawer of a farmer', () => `/admin/queues/farmers?record=${farmer}`, name],
  ['a person', () => `/admin/persons/farmers/${farmer}`, name],
])('%s is printed whole and on the sheet', async (_, pathOf, words) => {
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto(pathOf())
  await page.getByText(words, { exact: false }).filter({ visible: true }).first().waitFor()
  await page.getByText('Loading...').first().waitFor({ state: 'detached' })
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(sheet)
  await expect.poll(() => findCut(page)).toEqual([])
  expect(await findParted(page)).toEqual([])
  expect(await page.getByText(words, { exact: false }).filter({ visible: true }).count()).toBeGreaterThan(0)
  expect(await page.locator('button').filter({ visible: true }).count()).toBe(0)
})

it('a list says on paper what it was filtered by', async () => {
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto('/admin/queues/farmers?status=pending&who=nobody&since=2026-01-02&q=Karu')
  await page.getByRole('main').getByText('Behind the old market, Karu').first().waitFor({ state: 'attached' })
  const line = page.getByText('Pending · Nobody has it · Came in from: 02/01/2026 · Search: Karu · 1 in all')
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await line.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => line.isVisible()).toBe(true)
})

it('no heading stands on paper without what belongs under it', async () => {
  await sql(
    `set session_replication_role = replica;
     insert into public.quotes (order_id, currency, total_kobo, payment_terms, expires_at)
     values ('${order}', 'NGN', 99900000, 'Half in advance', now() + interval '1 day');
     update public.farmers set has_photo = true where id = '${farmer}'`,
  )
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto(`/admin/queues/orders/${order}`)
  await page.getByRole('heading', { name: 'Quotes' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText(/^Version 1, .*Half in advance/).isVisible()).toBe(true)
  // Of a photo that is not shown there is nothing to read.
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/admin/queues/farmers/${farmer}`)
  const photo = page.getByRole('heading', { name: 'Photo', exact: true })
  await page.getByRole('button', { name: 'Reveal photo' }).waitFor()
  expect(await photo.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await photo.isVisible()).toBe(false)
})

it('the letter of credit says on paper how far it is and which documents the bank asks for; one that was merged is named', async () => {
  const { id } = await placeOrder('Raw Cashew Nuts')
  await sql(`set session_replication_role = replica;
    update public.orders set status = 'approved' where id = '${id}';
    insert into public.quotes (order_id, currency, total_kobo, payment_terms, expires_at, status, accepted_at)
      values ('${id}', 'NGN', 99900000, 'Letter of Credit', now() + interval '1 day', 'accepted', now());
    insert into public.letters_of_credit (order_id, status, documents)
      values ('${id}', 'draft_received', E'Bill of lading\nCertificate of origin');
    insert into private.registration_merges (record_type, older_id, older_reference, younger_id, younger_reference, reason, actor_id, actor_name)
      values ('farmers', '${farmer}', 'FMPRT-2345', gen_random_uuid(), 'FMPRT-2346', 'The same farm, entered twice', '${adminPages.admin.id}', 'Ada Admin')`)
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto(`/admin/queues/orders/${id}`)
  const letter = page.getByRole('region', { name: 'Letter of credit', exact: true })
  await letter.getByLabel('Documents required').waitFor()
  const onPaper = letter.getByText('How far it is: Draft received')
  expect(await onPaper.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await onPaper.isVisible()).toBe(true)
  expect(await letter.getByText('Certificate of origin').filter({ visible: true }).count()).toBe(1)
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/admin/queues/farmers/${farmer}`)
  const merged = page.getByRole('region', { name: 'One with this' }).getByText('The same farm, entered twice')
  await merged.waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await merged.isVisible()).toBe(true)
})

it.each(['settings', 'delivery', 'people', 'content', 'products/order-form'])(
  'the page %s is printed by a button',
  async (path) => {
    const page = await stage.newPage({ as: adminPages.admin })
    await page.goto(`/admin/${path}`)
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.locator('body[data-printed]').waitFor()
  },
)

it('an order to ring has its number beside its code, to press on the desk and to read on the sheet, whatever its e-mail', async () => {
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto('/admin/queues/orders?step=to_ring&sort=delivery')
  const number = page.getByRole('cell').getByRole('link', { name: '0803 765 0031', exact: true })
  await number.waitFor()
  expect(await number.getAttribute('href')).toBe('tel:+2348037650031')
  await page.getByRole('link', { name: /^Chat with 0803 765 0031 about AG/ }).waitFor()
  // Of a bulk order, the number of its request.
  const ofBulk = page.getByRole('cell').getByRole('link', { name: '0803 765 0032', exact: true })
  expect(await ofBulk.getAttribute('href')).toBe('tel:+2348037650032')
  await page.getByRole('link', { name: /^Chat with 0803 765 0032 about AG/ }).waitFor()
  expect(await page.getByRole('columnheader', { name: /^(Phone|About)$/ }).count()).toBe(2)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(sheet)
  await expect.poll(() => findCut(page)).toEqual([])
  expect(await number.isVisible()).toBe(true)
  // On a desk with other lists on paper, the heading says which one it is.
  const heading = page.getByRole('heading', { level: 1 })
  expect(await heading.textContent()).toBe('Orders')
  // The sheet is taken right after it was told of.
  const printed = await heading.evaluate((element) => {
    dispatchEvent(new Event('beforeprint'))
    return (element as HTMLElement).innerText
  })
  expect(printed).toMatch(/^Orders: To ring, \d+\s[A-Z][a-z]+ \d{4}$/)
  await page.goto('/admin/queues/orders')
  await page.locator('[data-record]').first().waitFor()
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.getByText(/^Printed \d/).waitFor()
  expect(await heading.innerText()).toBe('Orders')
  // Where nobody is rung, the row has room for other things.
  expect(await page.getByRole('columnheader', { name: 'Phone' }).count()).toBe(0)
})

it('the audit trail says on paper that it has earlier entries', async () => {
  await sql(
    `select private.record_audit_of($1, '198.51.100.7', 'look', 'orders', $2, null, '{"what": "payment_proof"}') from generate_series(1, 51)`,
    [adminPages.admin.id, order],
  )
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto('/admin/audit')
  const line = page.getByText('The newest 50. There are earlier entries.')
  await line.waitFor({ state: 'attached' })
  expect(await line.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await line.isVisible()).toBe(true)
})
