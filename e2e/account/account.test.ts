/** /account in a browser: the member's own facts, orders, and the way from one page to the next. */
import { expect, it } from 'vitest'
import { networkHint } from '#site/lib/network.ts'
import { asOwner } from '#tests/harness/database.ts'
import {
  expectPath,
  expectToast,
  letMailPausePass,
  openAuth,
  openMailLink,
  orderAnswers,
  signIn,
  waitForMail,
} from '../actions.ts'
import { phone, useStage } from '../stage.ts'

const stage = useStage()

it('the pages of the account are one tap apart, and the keyboard goes there too', async () => {
  const page = await stage.newPage({ as: await stage.app.newPerson(), viewport: phone })
  await page.goto('/account')
  await page.getByText('You have not applied yet').waitFor()
  await page.getByText('You have not ordered yet').waitFor()
  const nav = page.getByRole('navigation', { name: 'Your account' })
  for (const [name, path] of [
    ['Profile', '/account/profile'],
    ['Security', '/account/security'],
    ['Notifications', '/account/notifications'],
    ['Privacy', '/account/privacy'],
  ] as const) {
    await nav.getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
    await expectPath(page, path)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await nav.locator('[aria-current=page]').allInnerTexts()).toEqual([name])
  }
})

it('name and phone are checked, saved and there after a reload', async () => {
  const person = await stage.app.newPerson()
  const page = await stage.newPage({ as: person })
  await page.goto('/account/profile')
  await page.locator('#profile-full_name').fill('A')
  await page.locator('#profile-phone').fill('0803')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await page
    .locator('#profile-full_name-error')
    .getByText('Full name must be at least 2 characters long')
    .waitFor()
  await page.locator('#profile-phone-error').getByText('Phone number must be at least 10 digits').waitFor()
  await page.locator('#profile-full_name').fill("Adaeze N'Golo-Obi")
  await page.locator('#profile-phone').fill('0803 123 4567')
  // Without a line it is said at once; nothing goes out later by itself, and what was typed stays.
  stage.expectError(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectToast(page, 'Profile not saved')
  await page.getByText(networkHint).waitFor()
  expect(await page.locator('.toast-text').count()).toBe(0)
  await page.context().setOffline(false)
  expect(await page.locator('#profile-full_name').inputValue()).toBe("Adaeze N'Golo-Obi")
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectToast(page, 'Profile saved')
  // This application sends no short messages.
  expect(await page.getByRole('button', { name: 'Confirm this number' }).count()).toBe(0)
  await page.goto('/order') // forms are filled from it
  await page.locator('#companyName').waitFor()
  await expect.poll(() => page.locator('#phone').inputValue()).toBe('+2348031234567')
  await expect.poll(() => page.locator('#contactPerson').inputValue()).toBe("Adaeze N'Golo-Obi")
})

it('the e-mail address changes once both mailboxes have confirmed: one by code, one by link', async () => {
  const person = await stage.app.newPerson()
  await letMailPausePass(stage.app)
  const wanted = `new-${person.email}`
  const page = await stage.newPage({ as: person })
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Change email address' }).click()
  const form = page.getByRole('form', { name: 'Change email address' })
  const box = form.getByLabel('New email address')
  await box.fill('nobody@nowhere')
  await form.getByRole('button', { name: 'Send confirmation' }).click()
  await form.getByText('Please enter a valid email address').waitFor()
  await box.fill(person.email)
  await form.getByRole('button', { name: 'Send confirmation' }).click()
  await form.getByText('This is the address that you have').waitFor()
  await box.fill(wanted)
  await form.getByRole('button', { name: 'Send confirmation' }).click()
  await expectToast(page, 'Look into both mailboxes', 'We have written to your old and your new address.')

  const mail = await waitForMail(stage.app, person.email, /new email address/i)
  const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
  const old = page.getByRole('form', { name: `Code sent to ${person.email}` })
  await old.getByRole('textbox').fill('000000')
  await old.getByRole('button', { name: 'Use code' }).click()
  await old.getByText('This code is not right, or it is too old.').waitFor()
  await old.getByRole('textbox').fill(code)
  await old.getByRole('button', { name: 'Use code' }).click()
  await page.getByText(`${person.email} has confirmed.`).waitFor()

  await openMailLink(page, stage.app, wanted, /new email address/i)
  await expectToast(page, 'Your email address is changed')
  await page.goto('/account/profile')
  await page.getByText(wanted).first().waitFor()
  expect(await page.getByText('waits to be confirmed').count()).toBe(0)
  const client = stage.app.newClient()
  expect((await client.auth.signInWithPassword({ ...person, email: wanted })).error).toBeNull()
})

it('an address that another account has is refused in words', async () => {
  const [person, other] = [await stage.app.newPerson(), await stage.app.newPerson()]
  await letMailPausePass(stage.app)
  const page = await stage.newPage({ as: person })
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Change email address' }).click()
  await page.getByLabel('New email address').fill(other.email)
  await page.getByRole('button', { name: 'Send confirmation' }).click()
  await expectToast(page, 'Another account has this address.')
})

it('orders stand on the overview, newest first, and above applications that are none', async () => {
  const person = await stage.app.newPerson()
  for (const quantity of ['1', '2'])
    await person.client.rpc('submit_order', {
      request: { ...orderAnswers, quantity },
      idempotency_key: crypto.randomUUID(),
    })
  const page = await stage.newPage({ as: person })
  await page.goto('/account')
  const rows = page.getByRole('table', { name: 'My orders' }).getByRole('row')
  await rows.nth(2).waitFor()
  expect(await rows.nth(1).innerText()).toContain('2 Tons')
  const headings = page.getByRole('heading', { name: /^My (orders|applications)$/ })
  await expect.poll(() => headings.allInnerTexts()).toEqual(['My orders', 'My applications'])
})

it('choices of mails are saved, and a refused one goes back', async () => {
  const person = await stage.app.newPerson()
  const page = await stage.newPage({ as: person, viewport: phone })
  await page.goto('/account/notifications')
  const orders = page.getByLabel('News of my orders')
  const newsletter = page.getByLabel('The newsletter')
  await orders.waitFor()
  expect([await orders.isChecked(), await newsletter.isChecked()]).toEqual([true, false])
  await orders.focus()
  await page.keyboard.press('Space')
  await expectToast(page, 'Kept')
  await newsletter.check()
  await expectToast(page, 'Kept')
  // The message of the first one may still be up: a reload would take the second one back that is on its way.
  await expect.poll(async () => (await person.client.rpc('has_newsletter')).data).toBe(true)
  await page.reload()
  await orders.waitFor()
  expect([await orders.isChecked(), await newsletter.isChecked()]).toEqual([false, true])

  await page.route('**/rest/v1/notification_choices*', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 403, json: {} }),
  )
  await orders.click()
  await expectToast(page, 'Your choice was not kept')
  await expect.poll(() => orders.isChecked()).toBe(false)
})

it('a profile that is missing is made at the sign-in', async () => {
  const person = await stage.app.newPerson()
  const count = () =>
    asOwner(stage.app.databaseUrl, async (client) => {
      const { rowCount } = await client.query('select from public.profiles where id = $1', [person.id])
      return rowCount
    })
  await asOwner(stage.app.databaseUrl, (client) =>
    client.query('delete from public.profiles where id = $1', [person.id]),
  )
  expect(await count()).toBe(0)
  const page = await stage.newPage()
  stage.expectError(/406/)
  await openAuth(page)
  await signIn(page, person)
  await expect.poll(count).toBe(1)
})
