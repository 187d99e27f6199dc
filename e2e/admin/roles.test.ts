/** Roles in a browser: an invitation from its mail to the first queue, what its link says otherwise, and roles of one's own. */
import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { expectPath, expectToast, fillSignIn, orderAnswers, waitForMail } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { allScreens, phone, useStage } from '../stage.ts'
import { goWithin } from './admin-stage.ts'

const stage = useStage()
/** An admin whose session has shown its second factor. */
let admin: Person

const sql = <Row>(text: string, values: unknown[] = []) =>
  asOwner(stage.app.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[])

const password = 'Harvest-2026'
const inventAddress = () => `${randomUUID()}@example.com`

beforeAll(async () => {
  admin = await stage.app.newPerson()
  await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [admin.id])
  await sql("update public.profiles set full_name = 'Ngozi Admin' where id = $1", [admin.id])
  await addSecondFactor(admin)
})

/** The link of the invitation's mail. */
async function invite(email: string, role: string): Promise<string> {
  mustWork(await admin.client.rpc('invite_staff', { email, role }))
  const mail = await waitForMail(stage.app, email, /invites you to join/)
  return mail.links.find((link) => link.includes('/admin/welcome')) ?? ''
}

async function fillJoin(page: Page) {
  const form = page.getByRole('form', { name: 'Set your password' })
  await form.getByLabel('Full name').fill('Rita Bello')
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByLabel('Confirm password').fill(password)
  return form
}

/** Presses, and counts. */
function countClicks() {
  const counter = {
    clicks: 0,
    async press(target: Locator) {
      counter.clicks += 1
      await target.click()
    },
  }
  return counter
}

describe('an invitation', () => {
  it.each(allScreens)('is one mail and two clicks to the first queue, on %s', async (_, viewport) => {
    const email = inventAddress()
    const link = await invite(email, 'reviewer')
    const counter = countClicks()
    const page = await stage.newPage({ viewport })
    // The link of the mail is the first click.
    counter.clicks += 1
    await page.goto(link)
    await page
      .getByRole('heading', { level: 1, name: 'Ngozi Admin invites you to join as Reviewer' })
      .waitFor()
    await expectSound(page)
    const form = await fillJoin(page)
    await counter.press(form.getByRole('button', { name: 'Set password and join' }))
    await page.getByRole('heading', { level: 1, name: 'Farmers' }).waitFor()
    await expectPath(page, '/admin/queues/farmers')
    // By keyboard it goes on from the page, and not from the first link of the document.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    expect(counter.clicks).toBeLessThanOrEqual(5)
    expect(await page.getByText('Access Denied').count()).toBe(0)
    expect(await sql('select full_name from public.profiles where email = $1', [email])).toEqual([
      { full_name: 'Rita Bello' },
    ])
    // As on another device, where nobody is signed in.
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.goto(link)
    await page.getByText('This invitation has been accepted already.', { exact: false }).waitFor()
    expect(await page.getByRole('form', { name: 'Set your password' }).count()).toBe(0)
  })

  it.each([
    // Where money waits for them, and not the orders that they may only read.
    ['finance', async (): Promise<string> => 'finance', 'Payments', '/admin/queues/payments'],
    [
      'a role of the company’s own',
      async (): Promise<string> =>
        mustWork(
          await admin.client.rpc('create_role', {
            details: {
              title: 'Front desk',
              description: 'Answers messages.',
              permissions: ['contact_messages.read', 'contact_messages.answer', 'records.work'],
            },
          }),
        ),
      'Messages',
      '/admin/queues/messages',
    ],
    [
      'a role whose rights were changed',
      async (): Promise<string> => {
        await sql("delete from public.role_permissions where role = 'field_agent'")
        await sql(
          `insert into public.role_permissions (role, permission) values ('field_agent', 'job_applications.read'),
            ('field_agent', 'job_applications.decide')`,
        )
        return 'field_agent'
      },
      'Job applications',
      '/admin/queues/job-applications',
    ],
  ] as const)(
    'leads %s by the second step where the desk demands one, and the rights are there at once',
    async (_, findRole, heading, path) => {
      const role = await findRole()
      await sql("update private.app_settings set value = 'demanded' where name = 'staff_second_factor'")
      const email = inventAddress()
      const counter = countClicks()
      const page = await stage.newPage()
      const opened: string[] = []
      page.on('framenavigated', (frame) => opened.push(new URL(frame.url()).pathname))
      counter.clicks += 1
      await page.goto(await invite(email, role))
      const form = await fillJoin(page)
      await counter.press(form.getByRole('button', { name: 'Set password and join' }))
      const key = page.getByRole('img', { name: /^QR code/ }).locator('xpath=following-sibling::p')
      const secret = (await key.innerText()).replaceAll(' ', '')
      // Led there once, and not again at each drawing, which takes seconds.
      expect(opened.filter((path) => path === '/account/security')).toHaveLength(1)
      await page.getByLabel('Code from your app').fill(new TOTP({ secret }).generate())
      await counter.press(page.getByRole('button', { name: 'Switch on' }))
      await counter.press(page.getByRole('button', { name: 'I have kept them' }))
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await expectPath(page, path)
      await page
        .getByRole('navigation', { name: 'Desk' })
        .getByRole('link', { name: new RegExp(`^${heading}`) })
        .waitFor()
      expect(counter.clicks).toBeLessThanOrEqual(5)
      await goWithin(page, '/account/security?for=desk')
      await page.getByText('The second step is on.').waitFor()
      expect(await page.getByText('Set it up here', { exact: false }).count()).toBe(0)
      await sql("update private.app_settings set value = 'offered' where name = 'staff_second_factor'")
    },
  )

  it('whose page is left before the password is set still asks for it', async () => {
    const email = inventAddress()
    const page = await stage.newPage()
    await page.goto(await invite(email, 'reviewer'))
    stage.expectError(/auth\/v1\/user/)
    await page.route('**/auth/v1/user', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    const join = (await fillJoin(page)).getByRole('button', { name: 'Set password and join' })
    // The page knows by then that the address is proved: the password is what it sends next.
    await Promise.all([page.waitForRequest((request) => request.method() === 'PUT'), join.click()])
    await expect
      .poll(() =>
        sql('select email_confirmed_at is not null as proved from auth.users where email = $1', [email]),
      )
      .toEqual([{ proved: true }])
    await page.unroute('**/auth/v1/user')
    await page.reload()
    const form = await fillJoin(page)
    expect(await page.getByRole('button', { name: 'Accept the invitation' }).count()).toBe(0)
    await form.getByRole('button', { name: 'Set password and join' }).click()
    await page.getByRole('heading', { level: 1, name: 'Farmers' }).waitFor()
    expect(
      await sql("select encrypted_password <> '' as has_password from auth.users where email = $1", [email]),
    ).toEqual([{ has_password: true }])
  })

  it('to a role with the rights to one kind of registration opens its corrections and calls', async () => {
    const details = {
      title: 'Buyers desk',
      description: 'Knows buyers.',
      permissions: ['buyers.read', 'buyers.decide', 'records.work'],
    }
    const role = mustWork(await admin.client.rpc('create_role', { details })) as string
    const person = await stage.app.newPerson()
    await sql('insert into public.user_roles (user_id, role) values ($1, $2)', [person.id, role])
    const page = await stage.newPage({ as: person })
    await page.goto('/admin')
    const places = page.getByRole('navigation', { name: 'Desk' })
    for (const [label, path] of [
      ['Corrections', '/admin/queues/corrections'],
      ['People to phone', '/admin/queues/people-to-phone'],
    ] as const) {
      await places.getByRole('link', { name: new RegExp(`^${label}`) }).click()
      await expectPath(page, path)
      await page.getByRole('heading', { level: 1, name: label }).waitFor()
      await page.locator('.records .empty, .records table').first().waitFor()
    }
  })

  it('of an address with an account is accepted by signing in, with the address filled in', async () => {
    const colleague = await stage.app.newPerson()
    const link = await invite(colleague.email, 'auditor')
    const other = await stage.app.newPerson()
    const wrong = await stage.newPage({ as: other })
    await wrong.goto(link)
    await wrong.getByText('which is another account', { exact: false }).waitFor()
    const page = await stage.newPage({ viewport: phone })
    await page.goto(link)
    await page.getByRole('link', { name: 'Sign in to accept' }).click()
    const form = page.getByRole('form', { name: 'Sign In' })
    await form.locator('button[type=submit]:enabled').waitFor()
    expect(await form.getByLabel('Email').inputValue()).toBe(colleague.email)
    await fillSignIn(page, colleague)
    await form.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    await page.getByRole('table').or(page.getByText('No orders found')).first().waitFor()
  })

  it('that was withdrawn or is a week old says so', async () => {
    const [first, second] = [inventAddress(), inventAddress()]
    const [withdrawn, old] = [await invite(first, 'content'), await invite(second, 'content')]
    await sql('update public.staff_invitations set withdrawn_at = now() where email = $1', [first])
    await sql(
      "update public.staff_invitations set expires_at = now() - interval '1 second' where email = $1",
      [second],
    )
    const page = await stage.newPage()
    await page.goto(withdrawn)
    await page.getByText('was withdrawn, or another one has taken its place.', { exact: false }).waitFor()
    await page.goto('about:blank')
    await page.goto(old)
    await page.getByText('is more than a week old.', { exact: false }).waitFor()
    await page.goto('about:blank')
    await page.goto(`${old.slice(0, -1)}x`)
    await page.getByRole('heading', { name: 'This link is not an invitation' }).waitFor()
  })

  it('of an address that is invited already says that it replaces the earlier one', async () => {
    const email = inventAddress()
    await invite(email, 'content')
    const page = await stage.newPage({ as: admin })
    await page.goto('/admin/people')
    const form = page.getByRole('form', { name: 'Invite somebody' })
    await form.getByLabel('Email', { exact: true }).fill(email.toUpperCase())
    await form.getByText('This address was invited as Content on', { exact: false }).waitFor()
    await form.getByLabel('Role', { exact: true }).selectOption('Sales')
    await form.getByRole('button', { name: 'Replace the invitation' }).click()
    await expectToast(
      page,
      'Invitation sent',
      'The link works for 7 days. The earlier one does not work any more.',
    )
  })
})

describe('a role of one’s own', () => {
  it('is made from sentences, given, limited and deleted, each saved by a button', async () => {
    const colleague = await stage.app.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'content')", [colleague.id])
    const page = await stage.newPage({ as: admin })
    await page.goto('/admin/people?tab=roles')
    const roles = page.getByRole('region', { name: 'Roles and rights' })
    await roles.getByRole('button', { name: /^Auditor/ }).click()
    await roles.getByText('Read the audit trail: who did what, and who looked at what').waitFor()
    await expectSound(page)
    await roles.getByRole('button', { name: 'Make a role' }).click()
    const form = roles.getByRole('form', { name: 'Role' })
    // Empty, it says so at the box, and asks nothing.
    await form.getByRole('button', { name: 'Make this role' }).click()
    await form.getByText('Please name the role in 2 to 40 characters').waitFor()
    await form.getByText('Please say in 2 to 200 characters what it is for').waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await form.getByLabel('Name of the role').fill('Store keeper')
    await form.getByLabel('What it is for').fill('Moves goods in and out.')
    await form.getByLabel('See orders, quotes, payments and disputes').check()
    await form.getByLabel('Quote below list price by up to (%)').fill('5')
    // What is typed is there again after a reload.
    await page.reload()
    await roles.getByRole('button', { name: 'Make a role' }).click()
    await form.getByText('What you changed here before is still here.', { exact: false }).waitFor()
    expect(await form.getByLabel('Name of the role').inputValue()).toBe('Store keeper')
    expect(await sql("select from public.roles where title = 'Store keeper'")).toEqual([])
    await form.getByRole('button', { name: 'Make this role' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make the role' }).press('Enter')
    await expectToast(page, 'Role made', 'It counts within a minute.')
    const made = roles.getByRole('button', { name: /^Store keeper/ })
    await expect.poll(() => made.evaluate((button) => button === document.activeElement)).toBe(true)
    await roles.getByText('A quote more than 5 percent below the list price', { exact: false }).waitFor()

    await page.getByRole('tab', { name: 'People' }).click()
    const line = page.getByRole('row').filter({ hasText: colleague.email })
    await line.getByRole('combobox').selectOption('Store keeper')
    await line.getByRole('button', { name: /^Change the role/ }).click()
    await expectToast(page, 'Role changed')
    await page.getByRole('tab', { name: 'Roles and rights' }).click()
    await roles.getByRole('button', { name: /^Store keeper/ }).click()
    expect(await roles.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    await roles.getByRole('button', { name: 'Change this role' }).click()
    await form.getByLabel('Write notes, assign records, and log calls, on what they may see').check()
    await form.getByRole('button', { name: 'Save this role' }).click()
    await page.getByRole('alertdialog').getByText('1 person has this role.').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Role saved')
    // What a colleague saves meanwhile is not overwritten, not even by a second try.
    await roles.getByRole('button', { name: 'Change this role' }).click()
    await sql("update public.roles set updated_at = now() where title = 'Store keeper'")
    for (const attempt of [1, 2]) {
      await form.getByRole('button', { name: 'Save this role' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
      const refused = form.getByText('Somebody else has changed this role by now. Please look again.')
      await expect.poll(() => refused.count(), { message: `attempt ${attempt}` }).toBe(1)
    }
    await form.getByRole('button', { name: 'Cancel' }).click()

    const theirs = await stage.newPage({ as: colleague })
    await theirs.goto('/admin/home')
    await theirs
      .getByRole('navigation', { name: 'Desk' })
      .getByRole('link', { name: /^Orders/ })
      .waitFor()
    await theirs.getByText('Store keeper').first().waitFor()
    await sql('delete from public.user_roles where user_id = $1', [colleague.id])
    await page.reload()
    await roles.getByRole('button', { name: /^Store keeper/ }).click()
    await roles.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Delete the role' })
      .click()
    await expectToast(page, 'Role deleted')
  })

  it('is named by its title in the history of what it decided', async () => {
    await sql(
      "insert into public.roles (name, title, description) values ('own_yard', 'Keeper of the yard', 'Looks after it.')",
    )
    const [farm] = await sql<{ id: string }>(
      `insert into public.farmers (farm_name, location, contact_name, crops_grown)
       values ('Yard farm', 'Jos', 'Ada Obi', '{Maize}') returning id`,
    )
    await sql(
      `insert into public.decision_events (record_type, record_id, actor_id, actor_role, from_status, to_status)
       values ('farmers', $1, $2, 'own_yard', 'pending', 'approved')`,
      [farm?.id, admin.id],
    )
    const reviewer = await stage.app.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'reviewer')", [reviewer.id])
    for (const [as, said] of [
      [admin, 'by Ngozi Admin (Keeper of the yard)'],
      // Who may read neither roles nor names.
      [reviewer, 'by yard'],
    ] as const) {
      const page = await stage.newPage({ as })
      await page.goto(`/admin/queues/farmers/${farm?.id}`)
      await page.getByRole('region', { name: 'History' }).getByText(said, { exact: false }).waitFor()
    }
  })

  it('whose name is refused has the focus in its box, and not on the button that asked', async () => {
    const page = await stage.newPage({ as: admin })
    await page.goto('/admin/people?tab=roles')
    const roles = page.getByRole('region', { name: 'Roles and rights' })
    await roles.getByRole('button', { name: 'Make a role' }).click()
    const form = roles.getByRole('form', { name: 'Role' })
    await form.getByLabel('Name of the role').fill('Sales')
    await form.getByLabel('What it is for').fill('Sells what grows.')
    await form.getByRole('button', { name: 'Make this role' }).click()
    await form.getByText('Please give the role one right at least').waitFor()
    // A right brings the one that it needs, and goes with it.
    const [see, confirm] = ['See orders, quotes', 'Confirm payments'].map((words) => form.getByLabel(words))
    await confirm?.check()
    expect(await see?.isChecked()).toBe(true)
    await see?.uncheck()
    expect(await confirm?.isChecked()).toBe(false)
    await see?.check()
    await form.getByRole('button', { name: 'Make this role' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make the role' }).click()
    await form.getByText('There is a role of this name already').waitFor()
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    const focused = () => page.evaluate(() => document.activeElement?.id)
    await expect
      .poll(focused)
      .toBe(await form.getByLabel('Name of the role').evaluate((box: HTMLElement) => box.id))
  })

  it('has the focus once its form is saved, and does not take it again when its list is read again', async () => {
    const details = { title: 'Seed keeper', description: 'Keeps seeds.', permissions: ['products.read'] }
    const name = mustWork(await admin.client.rpc('create_role', { details })) as string
    const page = await stage.newPage({ as: admin })
    await page.goto('/admin/people?tab=roles')
    const roles = page.getByRole('region', { name: 'Roles and rights' })
    await roles.getByRole('button', { name: /^Seed keeper/ }).click()
    await roles.getByRole('button', { name: 'Change this role' }).click()
    await roles.getByLabel('What it is for').fill('Keeps seeds dry.')
    let release = () => {}
    const released = new Promise<void>((done) => {
      release = done
    })
    await page.route(/\/rest\/v1\/(?!rpc\/change_role)/, async (route) => {
      await released
      await route.continue()
    })
    await roles.getByRole('button', { name: 'Save this role' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save', exact: true }).click()
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await expect.poll(focused).toMatch(/^Seed keeper/)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    release()
    await roles.getByRole('list', { name: 'Roles' }).getByText('Keeps seeds dry.').waitFor()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    mustWork(await admin.client.rpc('delete_role', { name }))
  })

  it('is read on a phone', async () => {
    const page = await stage.newPage({ as: admin, viewport: phone })
    await page.goto('/admin/people?tab=roles')
    const roles = page.getByRole('region', { name: 'Roles and rights' })
    await roles.getByRole('button', { name: /^Sales/ }).click()
    await roles.getByText('A quote more than 10 percent below the list price', { exact: false }).waitFor()
    await expectSound(page)
  })
})

describe('a quote further below the list price than a role may quote', () => {
  let buyer: Person
  let seller: Person

  beforeAll(async () => {
    ;[buyer, seller] = await Promise.all([stage.app.newPerson(), stage.app.newPerson()])
    await sql("insert into public.user_roles (user_id, role) values ($1, 'sales')", [seller.id])
    await sql("update public.profiles set full_name = 'Bola Sales' where id = $1", [seller.id])
    // 2,000 naira a kilogram.
    await sql(`insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
      values ('Garlic', 'Spices', 'Ada Farm', 'Keffi', 50, 'kg', 10000000, 'published')`)
  })

  it.each(allScreens)('waits for a second person, on %s', async (_, viewport) => {
    const request = { ...orderAnswers, email: buyer.email, product: 'Garlic' }
    const { id } = mustWork(
      await buyer.client.rpc('submit_order', { request, idempotency_key: randomUUID() }),
    ) as { id: string }

    const theirs = await stage.newPage({ as: seller, viewport })
    await theirs.goto(`/admin/queues/orders/${id}`)
    const quotes = theirs.getByRole('region', { name: 'Quotes' })
    await quotes.getByRole('button', { name: 'Quote this order' }).click()
    const form = quotes.getByRole('form', { name: 'Quote' })
    await form.getByLabel('Price per unit').fill('1,780,000')
    await form.getByLabel('Named place').fill('Apapa')
    await form.getByText('is 11% below our list price of ₦2,000,000.', { exact: false }).waitFor()
    await form.getByRole('button', { name: 'Send quote' }).click()
    await expectToast(
      theirs,
      'The quote waits for a second person',
      'It has no list price, or is below it by more than your role may quote alone. The buyer has not been told.',
    )
    // Who wrote it does not approve it.
    await quotes.getByText('You wrote this quote. Somebody else must approve it.').waitFor()
    await quotes.getByRole('button', { name: 'Drop it' }).waitFor()
    expect(await quotes.getByRole('button', { name: 'Approve and send it' }).count()).toBe(0)
    await expectSound(theirs, 'a quote that waits')
    const { data: seen } = await buyer.client.from('quotes').select('id').eq('order_id', id)
    expect(seen).toEqual([])

    const page = await stage.newPage({ as: admin, viewport })
    await page.goto('/admin/home')
    await page.getByText('A quote that needs a second person:').waitFor()
    // Where the palette leads to: it is read first, with what its author read.
    await goWithin(page, `/admin/queues/orders?record=${id}&take=waiting-quote`)
    const step = () => page.evaluate(() => document.activeElement?.getAttribute('data-step'))
    await expect.poll(step).toBe('waiting-quote')
    await page
      .locator('[data-step=waiting-quote]')
      .getByText('Garlic: ₦1,780,000 (Tons) is 11% below our list price of ₦2,000,000.')
      .waitFor()
    await expectSound(page, 'a quote that a second person reads')
    await page.getByRole('button', { name: 'Approve and send it' }).click()
    await expectToast(page, 'Quote approved', 'The buyer has been told.')
    await page
      .getByRole('region', { name: 'Quotes' })
      .getByText('Version 1, open', { exact: false })
      .waitFor()
    await waitForMail(stage.app, buyer.email, /quote/i)
  })
})
