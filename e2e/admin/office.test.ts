/** The admin area's office in a browser: staff, mails, figures, files and content. */
import { text } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { mustWork } from '#tests/harness/must-work.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { within } from '#tests/harness/within.ts'
import { expectToast, waitForMail } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone } from '../stage.ts'
import { useAdmin } from './admin-stage.ts'

const office = useAdmin()
const { stage, sql } = office

/** What the field's own error says. */
function readProblem(field: Locator): Promise<string | undefined> {
  return field.evaluate((input) => document.getElementById(`${input.id}-error`)?.textContent?.trim())
}

async function openOffice(path: string, heading: string): Promise<Page> {
  const page = await stage.newPage({ as: office.admin })
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  return page
}

/** The page that the draft, or this text of it, would become. */
async function openPreview(page: Page, part: Page | Locator = page, name = 'Preview'): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await part.getByRole('button', { name }).click()
  return opened
}

async function putIntoDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Put into the draft' }).click()
  await expectToast(page, 'In the draft', 'Nobody sees it before it is published.')
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish' }).click()
  await expectToast(page, 'Published', 'The pages are drawn again.')
}

beforeAll(async () => {
  await addSecondFactor(office.admin)
  for (const product of ['Ginger', 'Yam']) await office.placeOrder(product)
})

describe('people', () => {
  it('are invited by mail, come in with their role, get another one, and are deactivated', async () => {
    const colleague = await stage.app.newPerson()
    const page = await openOffice('/admin/people', 'People')
    const form = page.getByRole('form', { name: 'Invite somebody' })
    const address = form.getByLabel('Email', { exact: true })
    await address.fill(office.admin.email)
    await form.getByRole('button', { name: 'Invite' }).click()
    await expect.poll(() => readProblem(address)).toBe('This person has a role already')
    expect(await address.inputValue()).toBe(office.admin.email)
    await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true)
    await address.fill(colleague.email)
    await form.getByRole('button', { name: 'Invite' }).click()
    await expectToast(page, 'Invitation sent', 'The link works for 7 days.')
    const mail = await waitForMail(stage.app, colleague.email, /invites you to join/)
    expect(mail.links.some((link) => link.includes('/admin/welcome'))).toBe(true)

    const theirs = await stage.newPage({ as: colleague })
    await theirs.goto('/admin/welcome')
    await theirs.getByRole('heading', { level: 1, name: 'Farmers' }).waitFor()

    await page.reload()
    const own = page.getByRole('row').filter({ hasText: office.admin.email })
    await own.getByText('invited a colleague').waitFor()
    const line = page.getByRole('row').filter({ hasText: colleague.email })
    await line.getByRole('combobox').selectOption('Finance')
    await line.getByRole('button', { name: /^Change the role/ }).click()
    await expectToast(page, 'Role changed')
    await line.getByRole('button', { name: /^Deactivate/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Has left the company.')
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expectToast(page, 'Deactivated', 'Their sessions have ended.')
    expect(await sql('select from public.user_roles where user_id = $1', [colleague.id])).toEqual([])
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport)
      await expectSound(page, `people at ${viewport.width} px`)
    }
    await page.getByRole('tab', { name: 'Roles and rights' }).click()
    await page.getByRole('button', { name: /^Finance/ }).click()
    await page.getByRole('button', { name: 'Change this role' }).click()
    await page.getByLabel('See the figures of the company').uncheck()
    await page.getByRole('button', { name: 'Save this role' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Role saved')
    expect(
      await sql("select from public.role_permissions where role = 'finance' and permission = 'figures.read'"),
    ).toEqual([])
  })
})

describe('mails', () => {
  it('show what failed, and go out again', async () => {
    // Its mail is a file shortly before it is known to be sent.
    const isSent = () =>
      sql("select from private.mail_outbox where recipient = $1 and status = 'sent'", [office.buyer.email])
    await expect.poll(isSent).not.toEqual([])
    await sql(
      "update private.mail_outbox set status = 'failed', last_error = 'mailbox full', data = '{\"code\": \"AG1\"}' where id = (select id from private.mail_outbox where recipient = $1 and status = 'sent' limit 1)",
      [office.buyer.email],
    )
    const page = await openOffice('/admin/mails?status=failed', 'Mails')
    await page.getByRole('link', { name: `Details of mail to ${office.buyer.email}` }).click()
    await page.getByRole('dialog').getByText('mailbox full').waitFor()
    await page.setViewportSize(phone)
    await expectSound(page, 'a mail on a phone')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Resend mail to ${office.buyer.email}` })
      .click()
    await expectToast(page, 'Mail sent again', 'It goes out now.')
  })

  it('go to no address that is on the list, and to it again when it is taken off', async () => {
    const page = await openOffice('/admin/mails', 'Mails')
    const form = page.getByRole('form', { name: 'Add an address' })
    const addresses = page.getByRole('list', { name: 'Addresses that we do not write to' })
    await form.getByLabel('Email address').fill(office.admin.email)
    await form.getByLabel('Why').selectOption('asked')
    await form.getByRole('button', { name: 'Add address' }).click()
    await form.getByText('This is the address of a colleague, who has to hear from us').waitFor()
    await form.getByLabel('Email address').fill('quiet@example.com')
    await form.getByRole('button', { name: 'Add address' }).click()
    await expectToast(page, 'Address added', 'We do not write to it any more.')
    await addresses.getByText('asked not to be written to', { exact: false }).waitFor()
    await sql(`select private.enqueue_mail('order_message', 'quiet@example.com', '{"code": "AG1"}')`)
    await vi.waitFor(
      async () =>
        expect(
          await sql(
            `select from private.mail_outbox where recipient = 'quiet@example.com' and last_error = 'suppressed'`,
          ),
        ).toHaveLength(1),
      within,
    )
    await page.goto('/admin/mails?q=quiet')
    await page.getByRole('link', { name: 'Details of mail to quiet@example.com' }).click()
    await page.getByRole('dialog').getByText('We do not write to this address', { exact: false }).waitFor()
    await page.keyboard.press('Escape')
    await addresses.getByRole('button', { name: 'Write to quiet@example.com again' }).click()
    await expectToast(page, 'Address taken off', 'We write to it again.')
    expect(await sql('select from public.mail_suppressions')).toEqual([])
  })
})

describe('figures and files', () => {
  it('draw what the table says, with the library loaded there alone', async () => {
    const page = await stage.newPage({ as: office.admin })
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto('/admin')
    await page.getByRole('table').waitFor()
    expect(scripts.filter((url) => url.includes('-chart'))).toEqual([])
    await page.goto('/admin/figures')
    await page.getByRole('img', { name: 'Orders over time' }).locator('canvas').waitFor()
    const openNumbers = async (region: string, table: string) => {
      const part = page.getByRole('region', { name: region, exact: true })
      await part.getByText('Show the table', { exact: true }).click()
      return part.getByRole('table', { name: table }).locator('tbody tr')
    }
    const overTime = await openNumbers('Over time', 'Orders over time')
    const counts = await overTime.locator('td.n').allInnerTexts()
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(2)
    await page.getByRole('img', { name: 'Promises kept' }).locator('canvas').waitFor()
    const promises = await openNumbers('Promises', 'Promises kept')
    const orders = promises.filter({ hasText: 'Orders' }).filter({ hasText: 'Decision' })
    expect(await orders.locator('td.n').allInnerTexts()).toEqual(['0', '0', '2', ''])
  })

  it('say how many there are of each, all of them; a part that does not load says so, and loads when retried', async () => {
    await sql(
      `insert into public.farmers (farm_name, location, crops_grown)
       select 'Figure farm ' || n, 'Gombe', array['Crop ' || n] from generate_series(1, 18) as n`,
    )
    stage.expectError(/figures_by/)
    const page = await stage.newPage({ as: office.admin, viewport: phone })
    const answerBy = (dimension: string, status: number, code: string) =>
      page.route('**/rpc/figures_by', (route) =>
        route.request().postDataJSON().dimension === dimension
          ? route.fulfill({ status, json: { code, message: 'no' } })
          : route.fallback(),
      )
    await answerBy('state', 400, 'XX000')
    await answerBy('status', 403, '42501')
    await page.goto('/admin/figures?of=farmers')
    const crops = page.getByRole('region', { name: 'By crop' })
    await crops.getByText('and 3 more in the numbers').waitFor()
    expect(await crops.getByRole('listitem').count()).toBe(15)
    await crops.getByText('Show the table', { exact: true }).click()
    expect(await crops.getByRole('table', { name: 'By crop' }).locator('tbody tr').count()).toBe(18)
    const states = page.getByRole('region', { name: 'By state' })
    await states.getByText('The figures could not be loaded.').waitFor()
    // Hidden where the right is missing alone.
    await page.getByRole('region', { name: 'By status' }).waitFor({ state: 'detached' })
    await page.unroute('**/rpc/figures_by')
    await states.getByRole('button', { name: 'Try again' }).click()
    await states.getByText('Not stated').first().waitFor()
    expect(await page.getByRole('region', { name: 'By status' }).count()).toBe(0)
    await expectSound(page)
  })

  it('take a filtered list along, with addresses masked unless they are requested in clear', async () => {
    // As far as the list knows the address: what a mail or an old link put there is no filter of the file either.
    const page = await openOffice('/admin?q=Ginger&status=lost&utm_source=mail', 'Admin Dashboard')
    await page.getByText('1 found').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export this list' })
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export' }).click()
    const file = await text(await (await download).createReadStream())
    await expectToast(page, 'Export ready', 'The file is among your downloads.')
    expect(file).toContain('Ginger')
    expect(file).not.toContain('Yam')
    expect(file).not.toContain(office.buyer.email)
  })
})

describe('content', () => {
  it('a draft changes no page before it is published, and then the page at once', async () => {
    const page = await openOffice('/admin/content?of=impact_figures', 'Content')
    await page.getByRole('button', { name: 'Change 1000+ farmers supported (The first page)' }).click()
    await page.getByLabel('Value').fill('1200+')
    await page.getByLabel('Where it comes from').fill('Register of June')
    await putIntoDraft(page)
    const change = page.getByRole('listitem').filter({
      has: page.getByRole('button', {
        name: 'Take out: Changed impact figures 1000+ farmers supported (The first page)',
      }),
    })
    expect((await change.innerText()).replace(/\s+/g, ' ')).toContain(
      'Value: 1000+ → 1200+ Where it comes from: nothing → Register of June',
    )
    expect(await (await fetch(stage.app.url)).text()).not.toContain('1200+')
    const preview = await openPreview(page)
    await preview.getByText('1200+').first().waitFor()
    await publish(page)
    await expect.poll(async () => (await fetch(stage.app.url)).text()).toContain('1200+')
  })

  it('what a colleague puts into the draft meanwhile stays, is shown, and nothing that was typed is lost', async () => {
    const colleague = await stage.app.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [colleague.id])
    const page = await openOffice('/admin/content?of=impact_figures', 'Content')
    const [figure] = await sql<{ id: number; value: string; label: string }>(
      "select id, value, label from public.impact_figures where page = 'agriculture' order by position limit 1",
    )
    const name = `${figure?.value} ${figure?.label} (Agriculture)`
    await page.getByRole('button', { name: `Change ${name}` }).click()
    await page.getByLabel('Value').fill('77+')
    const id = mustWork(
      await colleague.client.rpc('save_draft', {
        id: null as never,
        title: 'Mine',
        changes: [
          {
            table: 'impact_figures',
            verb: 'update',
            key: { id: figure?.id ?? 0 },
            values: { source: 'Register of July' },
          },
        ],
      }),
    )
    await page.getByRole('button', { name: 'Put into the draft' }).click()
    await page.getByText('Somebody else began a draft in the meantime.', { exact: false }).waitFor()
    await page.getByText('What you typed is kept.', { exact: false }).waitFor()
    await page.getByRole('button', { name: `Take out: Changed impact figures ${name}` }).waitFor()
    await expect.poll(() => page.getByLabel('Where it comes from').inputValue()).toBe('Register of July')
    expect(await page.getByLabel('Value').inputValue()).toBe('77+')
    // The page that the row stands on.
    expect(await page.getByLabel('Page to preview').inputValue()).toBe('/agriculture')
    await putIntoDraft(page)
    expect(await sql('select changes from public.content_drafts where id = $1', [id])).toMatchObject([
      { changes: [{ values: { source: 'Register of July', value: '77+' } }] },
    ])
    // Taken out one after the other by keyboard: the focus goes on to the next, then to the one before, then to what is left.
    await sql(
      `update public.content_drafts set updated_at = now(), changes = changes || (
         select jsonb_agg(jsonb_build_object('table', 'impact_figures', 'verb', 'update', 'key', jsonb_build_object('id', id),
           'values', jsonb_build_object('source', 'Register of May')))
         from (select id from public.impact_figures where id <> $2 order by id limit 2) as others)
       where id = $1`,
      [id, figure?.id],
    )
    await page.reload()
    const takeOut = page.getByRole('button', { name: /^Take out: / })
    await expect.poll(() => takeOut.count()).toBe(3)
    const [first = '', , last = ''] = await takeOut.evaluateAll((buttons) =>
      buttons.map((one) => one.ariaLabel ?? ''),
    )
    const focused = () =>
      page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)
    await takeOut.nth(1).press('Enter')
    // A second press while the first is on its way takes out nothing.
    await expect.poll(() => takeOut.count()).toBe(2)
    await expect.poll(focused).toBe(last)
    await page.keyboard.press('Enter')
    await expect.poll(() => takeOut.count()).toBe(1)
    await expect.poll(focused).toBe(first)
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('No draft is open. The first change makes one.')
  })

  it('a position belongs to a category by its name; a draft that does not fit says why, and stays', async () => {
    const page = await openOffice('/admin/content?of=career_positions', 'Content')
    const form = page.getByRole('form', { name: 'Add to positions' })
    const [category] = await sql<{ id: string; title: string }>(
      'select id, title from public.career_categories order by sort_order limit 1',
    )
    await page.getByRole('button', { name: 'Add to positions' }).click()
    await form.getByLabel('Name in the address').fill('rice-grower')
    await form.getByLabel('Title').fill('Rice grower')
    await form.getByLabel('Level').selectOption('Senior')
    await form.getByLabel('Location').fill('Keffi')
    await form.getByLabel('Description').fill('Grows rice on forty hectares.')
    // What is added is meant to be shown: nobody has to find the tick.
    expect(await form.getByLabel('Published').isChecked()).toBe(true)
    stage.expectError(/422|400/)
    await page.getByRole('button', { name: 'Put into the draft' }).click()
    await form.getByText('Category must not be empty.').waitFor()
    await form.getByLabel('Category').selectOption(category?.title ?? '')
    await putIntoDraft(page)
    // The category is gone since.
    const store = (id: string | undefined) =>
      sql(
        `update public.content_drafts set changes = jsonb_set(changes, '{0,values,category_id}', to_jsonb($1::text))
         where published_at is null`,
        [id],
      )
    await store('nowhere')
    await page.getByRole('button', { name: 'Publish' }).click()
    const gone = 'The category that it names is not there, or is needed by something else.'
    await page.getByText(`Category: ${gone}`, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText(`This draft does not fit. Career positions Rice grower: ${gone}`).waitFor()
    await store(category?.id)
    await page.reload()
    await page.getByText('Added positions Rice grower, Keffi').waitFor()
    await page.getByText(`Category: ${category?.title}`).waitFor()
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport)
      await expectSound(page, `positions at ${viewport.width} px`)
    }
    await publish(page)
    expect(await sql("select category_id from public.career_positions where id = 'rice-grower'")).toEqual([
      { category_id: category?.id },
    ])
  })

  it('a board member gets photo and contacts in a draft, is looked at as a page, and is published with who and when', async () => {
    const page = await openOffice('/admin/content?of=board_members', 'Content')
    await page.getByRole('button', { name: 'Add to board' }).click()
    const form = page.getByRole('form', { name: 'Add to board' })
    await form.getByLabel('Name', { exact: true }).fill('Ngozi Bello')
    await form.getByLabel('Position').fill('Chair')
    await form.getByLabel('Kind').selectOption('Board member')
    await form.getByLabel('About them').fill('Grows rice in Nasarawa.')
    await form.getByLabel('Email', { exact: true }).fill('ngozi@example.com')
    await form.getByLabel('LinkedIn').fill('https://linkedin.com')
    await form.getByLabel('They agreed that everybody sees email and phone').check()
    await form.getByLabel('Published').check()
    stage.expectError(/422/)
    const choose = (name: string, buffer: Buffer) =>
      form.getByLabel('Photo', { exact: true }).setInputFiles({ name, mimeType: 'image/png', buffer })
    await choose('not-a-photo.png', Buffer.from('<svg onload="alert(1)"/>'))
    await form.getByText('Please choose a photo: JPEG, PNG or WebP, at most 8 MB').waitFor()
    const { default: sharp } = await import('sharp')
    const portrait = sharp({ create: { width: 900, height: 900, channels: 3, background: '#1E5B3A' } })
    await choose('ngozi.png', await portrait.png().toBuffer())
    await form.getByRole('img', { name: 'Portrait of Ngozi Bello' }).waitFor()
    // Nothing that was typed is lost by the refusal.
    expect(await form.getByLabel('About them').inputValue()).toBe('Grows rice in Nasarawa.')
    await putIntoDraft(page)
    expect(await (await fetch(`${stage.app.url}/board`)).text()).not.toContain('Ngozi Bello')
    const preview = await openPreview(page)
    const portraitShown = preview.getByRole('img', { name: 'Portrait of Ngozi Bello' })
    await portraitShown.scrollIntoViewIfNeeded()
    await expect.poll(() => portraitShown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
    await publish(page)
    await page.getByRole('heading', { name: 'Published before' }).waitFor()
    await page.getByText('Added board: ', { exact: false }).waitFor()
    await expect
      .poll(async () => (await fetch(`${stage.app.url}/board`)).text())
      .toContain('Portrait of Ngozi Bello')
    const html = await (await fetch(`${stage.app.url}/board`)).text()
    expect(html).not.toContain('"https://linkedin.com"')
  })

  it('a course is entered in naira, read back in words, looked at and published', async () => {
    const page = await openOffice('/admin/content?of=courses', 'Content')
    await page.getByRole('button', { name: 'Add to courses' }).click()
    const form = page.getByRole('form', { name: 'Add to courses' })
    await form.getByLabel('Topic').selectOption('Poultry')
    await form.getByLabel('Title').fill('Broilers for beginners')
    await form.getByLabel('What one learns').fill('Birds')
    await form.getByLabel('Place').fill('Town hall, Keffi')
    await form.getByLabel('State').selectOption('Nasarawa')
    await form.getByLabel('First day').fill('2099-03-01')
    await form.getByLabel('Last day').fill('2099-03-03')
    await form.getByLabel('Seats').fill('30')
    await form.getByLabel('Price in naira').fill('15,000')
    await form.getByLabel('Languages').fill('Hausa and English')
    await form.getByLabel('Published').check()
    await form.getByRole('button', { name: 'Put into the draft' }).click()
    await form.getByText('What one learns has 10 to 2,000 characters.').waitFor()
    await form.getByLabel('What one learns').fill('Brooding, feed and litter.')
    await putIntoDraft(page)
    const change = page.getByRole('listitem').filter({
      has: page.getByRole('button', { name: /^Take out: Added courses Broilers for beginners/ }),
    })
    expect(await change.innerText()).toContain('₦15,000')
    expect(await page.getByLabel('Page to preview').inputValue()).toBe('/poultry-training')
    const training = async () => (await fetch(`${stage.app.url}/poultry-training`)).text()
    expect(await training()).not.toContain('Broilers for beginners')
    await (await openPreview(page)).getByRole('heading', { name: 'Broilers for beginners' }).waitFor()
    await publish(page)
    await expect.poll(training).toContain('Town hall, Keffi, Nasarawa')
  })

  it('terms are looked at as the page that they would be, and stay a draft', async () => {
    const page = await openOffice('/admin/content?of=legal', 'Content')
    const form = page.getByRole('form', { name: 'Text of terms' })
    // Before a first version: what the site brings, so that one sentence can be changed.
    const begun = await form.getByLabel('Text').inputValue()
    expect(begun.match(/^# /gm)).toHaveLength(14)
    expect(begun).toContain(
      'Nothing in these terms limits what the law of Nigeria does not allow to be limited.',
    )
    const privacy = page.getByRole('form', { name: 'Text of privacy' }).getByLabel('Text')
    expect(await privacy.inputValue()).toContain('# What you may ask')
    await form.getByLabel('Text').fill('# About this application\n\nYou may rely on this.')
    await form.getByRole('button', { name: 'Save draft' }).click()
    await expectToast(page, 'Draft saved')
    const preview = await openPreview(page, form, 'Preview terms')
    await preview.getByRole('heading', { name: 'About this application' }).waitFor()
    expect(await (await fetch(`${stage.app.url}/terms`)).text()).not.toContain('About this application')
  })

  it('terms that a colleague has changed meanwhile are not written over; both texts are there', async () => {
    const page = await openOffice('/admin/content?of=legal', 'Content')
    const form = page.getByRole('form', { name: 'Text of terms' })
    await form.getByLabel('Text').fill('# About this application\n\nMy sentence.')
    await sql(
      `update public.legal_texts set updated_at = clock_timestamp(), sections = '[{"title": "About this application", "paragraphs": ["Their sentence."]}]'
       where kind = 'terms' and published_at is null`,
    )
    await form.getByRole('button', { name: 'Save draft' }).click()
    await form.getByText('Somebody else changed this text in the meantime.', { exact: false }).waitFor()
    expect(await form.getByLabel('Text').inputValue()).toContain('My sentence.')
    await form.getByText('The text as it is now', { exact: true }).click()
    await form.getByText('Their sentence.').waitFor()
    await form.getByLabel('Text').fill('# About this application\n\nTheir sentence.\n\nMy sentence.')
    await form.getByRole('button', { name: 'Save draft' }).click()
    await expectToast(page, 'Draft saved')
    expect(await form.getByText('in the meantime', { exact: false }).count()).toBe(0)
  })
})
