/** What is typed into a form of the admin area stays on the device until it is sent, or its person signs out: each form that stands on few pages. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { createApplicant } from '#tests/server/registrations/applicant.ts'
import { expectPath, expectToast, signIn, signOutQuestion } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone } from '../stage.ts'
import { goWithin, useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { stage, sql } = adminPages
const ids = { product: '', breach: '', farmer: '', reference: '', investor: '', colleague: '' }

beforeAll(async () => {
  await addSecondFactor(adminPages.admin)
  const { url, keys } = stage.app
  const applicant = createApplicant({ url, publishableKey: keys.publishableKey })
  const { body: farmer } = await applicant.submit('farmer')
  const { body: investor } = await applicant.submit('investor_individual')
  const colleague = await stage.app.newPerson()
  await sql("insert into public.user_roles (user_id, role) values ($1, 'content')", [colleague.id])
  await sql("update public.profiles set full_name = 'Chika Colleague' where id = $1", [colleague.id])
  const [breach] = await sql<{ id: string }>(
    `insert into public.breaches (title, facts, detection, aware_at, data_categories, people_categories, consequences, measures, opened_by)
     values ('A lost laptop', 'It was lost', 'By a call', now(), '{contact}', '{farmers}', 'None known', 'Sessions ended', gen_random_uuid())
     returning id`,
  )
  const [product] = await sql<{ id: string }>(
    `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock)
     values ('Ginger', 'Grains', 'Ada', 'Kano', 1, 'kg', 100000, 20) returning id`,
  )
  // Each product of the order form has the same form: two are enough.
  await sql("delete from public.order_products where label not in ('Ginger', 'Hibiscus Flowers')")
  await sql(`insert into public.board_members (id, name, position, bio, type, is_published)
    overriding system value values (71, 'Ngozi Bello', 'Chair', 'Grows rice.', 'board', true)`)
  Object.assign(ids, {
    product: product?.id,
    breach: breach?.id,
    farmer: farmer.id,
    reference: farmer.reference,
    investor: investor.id,
    colleague: colleague.id,
  })
})

const stored = (page: Page) =>
  page.evaluate(() =>
    Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => key.includes(':admin:')),
  )

/** Where it stands, what opens it there, and its box. */
const forms: readonly (readonly [string, () => string, (page: Page) => unknown, string | RegExp])[] = [
  [
    'the register of breaches',
    () => '/admin/queues/breaches',
    (page) => page.getByRole('button', { name: 'Register a breach' }).click(),
    'What happened',
  ],
  ['an event of a breach', () => `/admin/queues/breaches?record=${ids.breach}`, () => {}, 'In words'],
  ['the terms', () => '/admin/content?of=legal', () => {}, 'Text'],
  [
    'a row of content',
    () => '/admin/content?of=board_members',
    (page) => page.getByRole('button', { name: /^Change Ngozi Bello/ }).click(),
    'Position',
  ],
  [
    'why a colleague is deactivated',
    () => '/admin/people',
    (page) => page.getByRole('button', { name: 'Deactivate Chika Colleague' }).click(),
    'Reason',
  ],
  [
    'why a secret is opened',
    () => `/admin/queues/investors?record=${ids.investor}`,
    (page) => page.getByRole('button', { name: 'Reveal BVN' }).click(),
    'Reason',
  ],
  [
    'why a sitting begins',
    () => `/admin/queues/farmers/${ids.farmer}`,
    (page) => page.getByText('Look through many photos').click(),
    'Reason',
  ],
  ['why a link is given out', () => `/admin/enter?reference=${ids.reference}`, () => {}, 'Reason'],
  [
    'why a limit is changed',
    () => '/admin/settings?of=limits',
    (page) =>
      page
        .getByRole('button', { name: /^Change: / })
        .first()
        .click(),
    'Reason',
  ],
  ['a reason for a decline', () => '/admin/settings?of=words', () => {}, 'Reason'],
  [
    'a bank account',
    () => '/admin/settings?of=money',
    (page) => page.locator('summary', { hasText: 'bank account in US dollars' }).click(),
    'Address of the bank',
  ],
  [
    'a rate of VAT',
    () => '/admin/settings?of=vat',
    (page) => page.getByText('Add a rate', { exact: true }).click(),
    'Reason on papers',
  ],
  ['the name of a product of the order form', () => '/admin/products/order-form', () => {}, /^Name of /],
  ['a new product of the order form', () => '/admin/products/order-form', () => {}, 'A new product'],
  [
    'a product of the marketplace',
    () => `/admin/products/${ids.product}`,
    () => {},
    'Description (optional)',
  ],
  ['a new product of the marketplace', () => '/admin/products/new', () => {}, 'Description (optional)'],
  [
    'what the catalogue says of a product',
    () => '/admin/products/order-form',
    // With words in it, it is open already.
    (page) =>
      page
        .locator('details.fold-lined')
        .first()
        .evaluate((fold: HTMLDetailsElement) => {
          fold.open = true
        }),
    'Grade',
  ],
  [
    'a note on a change of the stock',
    () => '/admin/queues/listings',
    (page) =>
      page
        .getByRole('button', { name: /^Change: On hand of Ginger/ })
        .first()
        .click(),
    'Note on the change',
  ],
  ['words for answers', () => '/admin/settings?of=words', () => {}, 'Words'],
  [
    'a delivery zone',
    () => '/admin/delivery',
    (page) => page.getByText('A new zone', { exact: true }).click(),
    'Where',
  ],
]

it.each(forms)('%s keeps its words through a reload', async (_, pathOf, open, label) => {
  const page = await stage.newPage({ as: adminPages.admin, viewport: phone })
  const box = page.getByRole('textbox', { name: label, exact: true }).first()
  await page.goto(pathOf())
  await page.locator('html[data-live]').waitFor()
  await open(page)
  await box.fill('Said on the phone at noon, by her son.')
  await expect.poll(() => stored(page)).not.toEqual([])
  await page.reload()
  await page.locator('html[data-live]').waitFor()
  await open(page)
  await box.waitFor()
  await expect.poll(() => box.inputValue()).toBe('Said on the phone at noon, by her son.')
  await expectSound(page)
})

it('a weight of a container is there again after another place of the desk and Back', async () => {
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto('/admin/products/order-form')
  const box = page.getByRole('textbox', { name: 'Kilograms in a 20 ft container of Ginger' })
  await box.fill('19000')
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Tasks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  await page.goBack()
  await box.waitFor()
  await expect.poll(() => box.inputValue()).toBe('19000')
})

it('a product in its form: whose it is stays too, a colleague’s change is not written over later, and Cancel forgets all', async () => {
  const page = await stage.newPage({ as: adminPages.admin })
  const [name, season] = [
    page.getByRole('textbox', { name: 'Product', exact: true }),
    page.getByLabel('Season (optional)'),
  ]
  const place = page.getByRole('textbox', { name: 'Place' })
  const open = async () => {
    await page.goto(`/admin/products/${ids.product}`)
    await name.waitFor()
  }
  await open()
  await season.fill('All year')
  await place.fill('Kafanchan')
  await expect.poll(() => stored(page)).toHaveLength(1)
  await sql(`update public.products set season = 'May to July' where id = $1`, [ids.product])
  await open()
  await expect.poll(() => season.inputValue()).toBe('All year')
  expect(await place.inputValue()).toBe('Kafanchan')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await page
    .getByText(/“Season” was changed meanwhile: it is “May to July” now\. Nothing is saved yet\./)
    .first()
    .waitFor()
  await expectSound(page)
  const readSaved = () => sql('select season, location from public.products where id = $1', [ids.product])
  expect(await readSaved()).toEqual([{ season: 'May to July', location: 'Kano' }])
  await save.click()
  await expectToast(page, 'Product saved')
  expect(await readSaved()).toEqual([{ season: 'All year', location: 'Kafanchan' }])
  expect(await stored(page)).toEqual([])

  await goWithin(page, `/admin/products/${ids.product}`)
  await name.fill('Fresh ginger')
  await expect.poll(() => stored(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(/queues\/listings/)
  expect(await stored(page)).toEqual([])
})

it('a product that is saved after the session ended says that it has, and has its words after the next sign-in', async () => {
  stage.expectError(/40[0-9]/)
  const editor = await stage.app.newPerson()
  await sql("insert into public.user_roles (user_id, role) values ($1, 'content')", [editor.id])
  const page = await stage.newPage({ as: editor })
  await page.goto(`/admin/products/${ids.product}`)
  await page.getByLabel('Description (optional)').fill('Typed before the session ended.')
  await sql('delete from auth.sessions where user_id = $1', [editor.id])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Your session has ended. Sign in again to go on; what you typed is kept.').waitFor()
  await signIn(page, editor)
  await expectPath(page, `/admin/products/${ids.product}`)
  await expect
    .poll(() => page.getByLabel('Description (optional)').inputValue())
    .toBe('Typed before the session ended.')
})

it('a bank account is typed again after a reload, its number on no device; a note and its reason stay that Escape closed, until they are saved', async () => {
  const page = await stage.newPage({ as: adminPages.admin })
  const open = async () => {
    await page.goto('/admin/settings?of=money')
    await page.locator('summary', { hasText: 'bank account in US dollars' }).click()
    return page.getByRole('form', { name: /bank account in US dollars/ })
  }
  const form = await open()
  await form.getByLabel('Bank', { exact: true }).fill('Zenith Bank')
  await form.getByLabel('IBAN or account number').fill('2004561237')
  await expect.poll(() => stored(page)).not.toEqual([])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    '2004561237',
  )
  await open()
  await expect.poll(() => form.getByLabel('Bank', { exact: true }).inputValue()).toBe('Zenith Bank')
  expect(await form.getByLabel('IBAN or account number').inputValue()).toBe('')

  await goWithin(page, '/admin/queues/listings')
  const cell = page.getByRole('button', { name: /^Change: On hand of Ginger/ }).first()
  const note = page.getByRole('textbox', { name: 'Note on the change' })
  const why = page.getByLabel('Why it changes')
  await cell.click()
  await why.selectOption('Spoiled')
  await note.fill('Two bags were wet.')
  await page.keyboard.press('Escape')
  await note.waitFor({ state: 'detached' })
  await cell.click()
  expect(await note.inputValue()).toBe('Two bags were wet.')
  // Or what spoiled would be read as a count of what is there.
  expect(await why.inputValue()).toBe('spoiled')
  await page.getByRole('textbox', { name: /On hand of Ginger/ }).fill('2')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Stock saved')
  await cell.click()
  await expect.poll(() => note.inputValue()).toBe('')
  expect(await why.inputValue()).toBe('counted')
  expect(await sql('select reason, note from public.stock_movements order by id desc limit 1')).toEqual([
    { reason: 'spoiled', note: 'Two bags were wet.' },
  ])
})

it('a zone that a colleague changed is not saved over, nor is an old draft filled in', async () => {
  const zone = { name: 'Keffi town', areas: ['Nasarawa: Keffi'], step_grams: [50_000], weekdays: [1, 4] }
  await sql(
    `insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays) values ($1, $2, $3, $4, $5)`,
    [zone.name, zone.areas, zone.step_grams, [300_000], zone.weekdays],
  )
  const change = (kobo: number) =>
    sql('update public.delivery_zones set step_kobo = $2 where name = $1', [zone.name, [kobo]])
  const page = await stage.newPage({ as: adminPages.admin })
  const form = page.getByRole('form', { name: zone.name })
  const open = async () => {
    await page.goto('/admin/delivery')
    await page.locator('summary', { hasText: zone.name }).click()
    await form.waitFor()
  }
  const cutoff = form.getByRole('textbox', { name: 'Days ahead' })
  await open()
  await cutoff.fill('3')
  await change(400_000)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Somebody else changed this zone in the meantime.').waitFor()
  expect(await cutoff.inputValue()).toBe('3')
  await form.getByRole('button', { name: 'Show it as it is now' }).click()
  const prices = form.getByRole('textbox', { name: 'Prices' })
  await expect.poll(() => prices.inputValue()).toContain('4,000')
  await expectSound(page)
  await cutoff.fill('2')
  await change(500_000)
  await open()
  await expect.poll(() => prices.inputValue()).toContain('5,000')
  expect(await cutoff.inputValue()).toBe('1')
  await cutoff.fill('2')
  // Switching it off beside the form is no change of what stands in it.
  await page.getByRole('button', { name: `Take it off: ${zone.name}` }).click()
  await page.getByRole('button', { name: `Offer it again: ${zone.name}` }).waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => sql('select cutoff_days, step_kobo, is_active from public.delivery_zones'))
    .toEqual([{ cutoff_days: 2, step_kobo: ['500000'], is_active: false }])
})

it('what was sent is there again after Undo: the reason of a decline, and a request to correct', async () => {
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto(`/admin/queues/farmers/${ids.farmer}`)
  await page.getByRole('button', { name: /^Decline / }).click()
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await reason.fill('Too far away.')
  await page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
  await expectToast(page, 'Farmer Updated')
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Decision undone')
  await page.getByRole('button', { name: /^Decline / }).click()
  await reason.waitFor()
  await expect.poll(() => reason.inputValue()).toBe('Too far away.')
  await page.keyboard.press('Escape')

  const ask = page.getByRole('dialog', { name: 'Request correction' })
  const note = ask.getByLabel('Note on Photo')
  await page.getByRole('button', { name: 'Request correction' }).click()
  const hasFocus = (box: Locator) => box.evaluate((element) => element === document.activeElement)
  await ask.getByRole('button', { name: 'Send request' }).click()
  await ask.getByText('Please mark at least one field').waitFor()
  expect(await hasFocus(ask.getByRole('checkbox').first())).toBe(true)
  await ask.getByLabel('Photo', { exact: true }).check()
  // The note that is missing is brought into sight, with what is wrong.
  await ask.getByRole('button', { name: 'Send request' }).click()
  await ask.getByText('Please say what is to be corrected').waitFor()
  expect(await hasFocus(note)).toBe(true)
  expect(await note.getAttribute('aria-invalid')).toBe('true')
  await note.fill('Please send a photo of yourself.')
  await ask.getByLabel('A few words').fill('By Friday, please.')
  await ask.getByRole('button', { name: 'Send request' }).click()
  await expectToast(page, 'Correction requested', 'The person will be told what to correct.')
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Request undone')
  await page.getByRole('button', { name: 'Request correction' }).click()
  await note.waitFor()
  expect(await note.inputValue()).toBe('Please send a photo of yourself.')
  await expect.poll(() => ask.getByLabel('A few words').inputValue()).toBe('By Friday, please.')
})

it('what is chosen of a breach stays too; what was sent, and what is cancelled, is nowhere any more', async () => {
  const page = await stage.newPage({ as: adminPages.admin })
  await page.goto('/admin/queues/breaches')
  const open = () => page.getByRole('button', { name: 'Register a breach' }).click()
  await open()
  const dialog = page.getByRole('dialog', { name: 'Register a breach' })
  const chosen = () => dialog.getByRole('checkbox', { checked: true }).count()
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('checkbox').nth(1).check()
  await page.reload()
  await open()
  await expect.poll(chosen).toBe(2)

  await goWithin(page, '/admin/settings?of=words')
  const words = page.getByRole('form', { name: 'Add words for answers' })
  await words.getByLabel('Name').fill('Noon')
  await words.getByLabel('Words').fill('We ring at noon.')
  await words.getByRole('button', { name: 'Add words' }).click()
  await expectToast(page, 'Words added')
  await goWithin(page, '/admin/content?of=board_members')
  await page.getByRole('button', { name: /^Change Ngozi Bello/ }).click()
  const form = page.getByRole('form', { name: /^Change Ngozi Bello/ })
  await form.getByLabel('Position').fill('Cashier')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await goWithin(page, '/admin/content?of=legal')
  const terms = page.getByRole('form', { name: 'Text of terms' })
  await terms.getByLabel('Text').fill('# One\n\nWe sell grain.')
  await terms.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, 'Draft saved')
  await expect
    .poll(async () => (await stored(page)).map((key) => key.split(':').slice(3, 5).join(':')))
    .toEqual(['breach:new', 'breach:new'])
  // What is lost by it is asked about first, as on the site.
  const question = signOutQuestion(page)
  const leave = page.getByRole('button', { name: 'Sign Out' }).first()
  await leave.click()
  await question.waitFor()
  await expectSound(page, 'a sign-out at the desk')
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await stored(page)).toHaveLength(2)
  await leave.click()
  await question.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/admin'))
  await expect.poll(() => stored(page)).toEqual([])
})
