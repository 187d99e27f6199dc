/** Tasks, a mention, the bell and the page of a person in a browser: by keyboard, live for a colleague, on both screens. */
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Person } from '#tests/harness/app.ts'
import { expectPath, expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone } from '../stage.ts'
import { expectSoundAt, goWithin, useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { stage, sql, openAdmin } = adminPages
const name = 'Hauwa Zarewa'

it('work is given by a note and a task, reaches a colleague at the bell, is done, and stands on the page of its person', async () => {
  const colleague: Person = await stage.app.newPerson()
  await sql(`insert into public.user_roles (user_id, role) values ($1, 'reviewer')`, [colleague.id])
  await sql(`update public.profiles set full_name = 'Bola Reviewer' where id = $1`, [colleague.id])
  const [farmer] = await sql<{ id: string; reference: string }>(
    `insert into public.farmers (farm_name, location, contact_name, phone, crops_grown)
     values ('Zarewa farm', 'Zarewa, Kano', $1, '+2348039987001', '{Rice}') returning id, reference`,
    [name],
  )
  await sql(
    `insert into public.contact_messages (topic, name, phone, message) values ('general', $1, '+2348039987001', 'When does the season begin?')`,
    [name],
  )
  const theirs = await stage.newPage({ as: colleague, viewport: phone })
  await theirs.goto('/admin/home')
  await theirs.getByRole('button', { name: 'Notices', exact: true }).waitFor()

  const page = await openAdmin(`/admin/queues/farmers?record=${farmer?.id}`)
  const record = page.getByRole('dialog')
  await record.getByLabel('Write a note').click()
  await page.keyboard.type('Please look, @bol')
  await record.getByRole('listbox').getByRole('option', { name: 'Bola Reviewer' }).waitFor()
  await expectSound(page, 'a mention')
  await page.keyboard.press('Enter')
  await page.keyboard.type('today')
  await record.getByRole('button', { name: 'Add note' }).click()
  await record.getByText('Please look, @Bola Reviewer today').waitFor()

  await record.getByRole('button', { name: 'Add a task' }).press('Enter')
  await page.keyboard.type('Ring about the season')
  await page.keyboard.press('Enter')
  await record.getByText('Please choose a day').waitFor()
  await record.getByLabel('Day').fill('2040-01-02')
  await page.keyboard.press('Enter')
  await record.getByText('Please choose a day within five years').waitFor()
  expect(await record.getByLabel('What is to be done').inputValue()).toBe('Ring about the season')
  const [today] = await sql<{ day: string }>(`select (now() at time zone 'Africa/Lagos')::date::text as day`)
  await record.getByLabel('Day').fill(today?.day ?? '')
  await record.getByLabel('Whose').selectOption({ label: 'Bola Reviewer' })
  await expectSound(page, 'a new task')
  // What is typed is there again after a reload.
  await page.reload()
  await record.getByRole('button', { name: 'Add a task' }).click()
  await expect.poll(() => record.getByLabel('Day').inputValue()).toBe(today?.day)
  expect(await record.getByLabel('What is to be done').inputValue()).toBe('Ring about the season')
  await record.getByText('What you typed here before is still here.', { exact: false }).waitFor()
  await record
    .getByLabel('Whose')
    .getByRole('option', { name: 'Bola Reviewer' })
    .waitFor({ state: 'attached' })
  expect(
    await record
      .getByLabel('Whose')
      .locator('option:checked')
      .evaluate((option: HTMLOptionElement) => option.label),
  ).toBe('Bola Reviewer')
  await record.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Task added')
  await record.getByRole('button', { name: 'Done: Ring about the season' }).waitFor()

  // A colleague saves it meanwhile: what was typed is still there, and it is said.
  const change = record.getByRole('button', { name: 'Change: Ring about the season' })
  await change.click()
  await record.getByLabel('What is to be done').fill('Ring about the seed')
  await sql('update public.tasks set updated_at = now() where record_id = $1', [farmer?.id])
  await page.reload()
  await change.click()
  await record.getByText('Somebody else changed this task since.', { exact: false }).waitFor()
  await expect.poll(() => record.getByLabel('What is to be done').inputValue()).toBe('Ring about the seed')
  await expectSound(page, 'a task that was changed')
  await record.getByRole('button', { name: 'Cancel' }).click()

  // Without a reload.
  await theirs.getByRole('button', { name: 'Notices, 2 unread' }).click()
  const notices = theirs.getByRole('dialog', { name: 'Notices' })
  await notices.getByRole('link', { name: /mentions you: farmer/ }).waitFor()
  await expectSound(theirs, 'the bell on a phone')
  // Read once it is followed: the next document does not wait for what is on its way.
  await Promise.all([
    theirs.waitForResponse('**/rpc/mark_notices_read'),
    notices.getByRole('link', { name: /gives you a task: Ring about the season/ }).press('Enter'),
  ])
  await expectPath(theirs, `/admin/queues/farmers?record=${farmer?.id}`)
  await goWithin(theirs, '/admin/tasks')
  await theirs.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  await theirs.getByRole('button', { name: 'Notices, 1 unread' }).waitFor()
  await theirs.getByRole('link', { name: farmer?.reference ?? '' }).waitFor()
  await expectSoundAt(theirs, [phone, desktop], 'tasks')
  await theirs.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Tasks 1' }).waitFor()
  await sql(
    `insert into public.tasks (record_type, record_id, title, due_on, assignee_id, assignee_name)
     select record_type, record_id, 'Ring about the seed', due_on, assignee_id, assignee_name from public.tasks where record_id = $1`,
    [farmer?.id],
  )
  await theirs.reload()
  // Done goes with its line: the focus is at the next one, or else at the list.
  const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement)
  await theirs.getByRole('button', { name: 'Done: Ring about the season' }).press('Enter')
  await expectToast(theirs, 'Task done')
  const other = theirs.getByRole('button', { name: 'Done: Ring about the seed' })
  await expect.poll(() => isFocused(other)).toBe(true)
  await other.press('Enter')
  await theirs.getByText('Nothing to do for you').waitFor()
  await expect.poll(() => isFocused(theirs.getByRole('region', { name: 'Tasks' }))).toBe(true)
  await theirs.getByRole('link', { name: 'Done', exact: true }).click()
  await theirs.getByRole('button', { name: 'Open again: Ring about the season' }).waitFor()
  await goWithin(theirs, '/account/notifications')
  await theirs.getByLabel('My work at the desk, in the morning').uncheck()
  await expectToast(theirs, 'Kept')
  expect(
    await sql('select morning_mails from public.notification_choices where user_id = $1', [colleague.id]),
  ).toEqual([{ morning_mails: false }])

  await record.getByRole('link', { name: 'Everything of this person' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  for (const section of ['Registrations', 'Messages', 'Notes', 'Tasks'])
    await page.getByRole('heading', { name: section, exact: true }).waitFor()
  await page.getByText('same number').waitFor()
  // Its identifiers and its port may hold any three figures.
  expect(page.url()).not.toMatch(/803\D*998|Hauwa/)
  // What a right does not open is not said to be none.
  await goWithin(theirs, `${new URL(page.url()).pathname}?section=orders`)
  await theirs.getByText('Your account may not see the orders of this person.').waitFor()
  await expectSoundAt(page, [desktop, phone], 'a person')
  const [number, copy] = await Promise.all(
    [page.locator('.person-facts a[href^="tel:"]'), page.getByRole('button', { name: /^Copy \+234/ })].map(
      (part) => part.boundingBox(),
    ),
  )
  // In one line.
  expect(copy?.y).toBeLessThan((number?.y ?? 0) + (number?.height ?? 0))
  await page.getByRole('link', { name: 'When does the season begin?' }).first().click()
  const message = page.getByRole('dialog', { name: `Message of ${name}` })
  await message.getByRole('link', { name: 'Everything of this person' }).click()
  // A message has no code, and their name is for no address.
  const chat = page.getByRole('link', { name: 'Chat with 0803 998 7001 about your message' })
  expect(await chat.getAttribute('href')).not.toContain('Hauwa')
})

it.each([phone, desktop])(
  'a subscription takes a task, and a mail shows those of its record: %o',
  async (viewport) => {
    const email = `reader-${viewport.width}@example.com`
    const [reader] = await sql<{ id: string }>(
      `insert into public.newsletter_subscriptions (email, unsubscribe_token) values ($1, private.make_token()) returning id`,
      [email],
    )
    const page = await openAdmin(`/admin/queues/newsletter?record=${reader?.id}`, viewport)
    const drawer = page.getByRole('dialog').first()
    const tasks = drawer.getByRole('region', { name: 'Tasks' })
    const [today] = await sql<{ day: string; words: string }>(
      `select day::text, to_char(day, 'FMDD FMMonth YYYY') as words from (select (now() at time zone 'Africa/Lagos')::date) as now (day)`,
    )
    async function add(title: string) {
      await tasks.getByRole('button', { name: 'Add a task' }).click()
      await tasks.getByLabel('What is to be done').fill(title)
      // As the platform takes it: day, month and year in the order of the device, by digits alone.
      await tasks.getByLabel('Day').focus()
      await page.keyboard.type(`${today?.day.slice(5, 7)}${today?.day.slice(8)}${today?.day.slice(0, 4)}`)
      expect(await tasks.getByLabel('Day').inputValue()).toBe(today?.day)
      await tasks.getByText(today?.words ?? '', { exact: true }).waitFor()
      await expectSound(page, title)
      await page.keyboard.press('Enter')
      await tasks.getByRole('button', { name: `Done: ${title}` }).waitFor()
    }
    await add('Ring the reader')

    const [farmer] = await sql<{ id: string }>(
      `insert into public.farmers (farm_name, location, contact_name, contact_email, phone, crops_grown)
     values ('Mail farm', 'Jos', 'Bola Mail', $1, '+2348039987002', '{Rice}') returning id`,
      [`mail-${viewport.width}@example.com`],
    )
    const [mail] = await sql<{ id: string }>(
      `select private.enqueue_mail('registration_approved', $1, jsonb_build_object('record_type', 'farmers', 'record_id', $2::text)) as id`,
      [`mail-${viewport.width}@example.com`, farmer?.id],
    )
    await page.goto(`/admin/mails?record=${mail?.id}`)
    await drawer.getByText('Of the record that this mail is about.').waitFor()
    await add('Ring instead')
    await goWithin(page, `/admin/queues/farmers?record=${farmer?.id}`)
    await page.getByRole('dialog', { name: 'Mail farm' }).waitFor()
    await tasks.getByRole('button', { name: 'Done: Ring instead' }).waitFor()
    await goWithin(page, '/admin/tasks')
    await page
      .getByRole('row', { name: /Ring the reader/ })
      .getByRole('link', { name: email })
      .click()
    await expectPath(page, `/admin/queues/newsletter?record=${reader?.id}`)
    await tasks.getByText('Ring the reader').waitFor()
  },
)
