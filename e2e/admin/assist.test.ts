/** Staff help someone without an account: a correction that they dictate, a new link; and a link joins an account. */
import { beforeAll, expect, it } from 'vitest'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import type { Person } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { createApplicant, type Submitted } from '#tests/server/registrations/applicant.ts'
import { expectToast, waitForMail } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'

const stage = useStage()
let admin: Person

beforeAll(async () => {
  admin = await stage.app.newAdmin()
  await addSecondFactor(admin)
})

async function send(form: RegistrationFormName, answers: Record<string, unknown>): Promise<Submitted> {
  const { url, keys } = stage.app
  const applicant = createApplicant({ url, publishableKey: keys.publishableKey })
  return (await applicant.submit(form, { answers })).body
}

it('the address is refused to a member', async () => {
  const page = await stage.newPage({ as: await stage.app.newPerson() })
  await page.goto('/admin/enter?reference=FM222-2222')
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
})

it('a person without an address is found by phone, name and reference, corrected for, and has a new link read out', async () => {
  const { email: _, ...answers } = { ...goodRegistrations.farmer, noEmail: true } as Record<string, unknown>
  const sent = await send('farmer', answers)
  await admin.client.rpc('request_correction', {
    record_type: 'farmers',
    record_id: sent.id,
    notes: [{ field: 'goals', note: 'Which market?' }],
  })
  const page = await stage.newPage({ as: admin, viewport: phone })
  await page.goto('/admin/enter')
  const box = page.getByLabel('Phone, name or reference')
  await box.fill('FM222-2222')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByText('No registration has this reference').waitFor()
  await box.fill('Nobody of this name')
  await page.getByText('Nobody has registered so.', { exact: false }).waitFor()
  for (const typed of [String(answers.phoneNumber), String(answers.fullName).toLowerCase()]) {
    await box.fill('')
    await box.fill(typed)
    await page.getByRole('link', { name: `Help with ${sent.reference} (farmer, pending)` }).waitFor()
    expect(page.url()).not.toContain(encodeURIComponent(typed))
  }
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    await expectSound(page, `a caller who is found at ${viewport.width} px`)
  }
  await box.press('Enter')
  await expect.poll(() => page.url()).toContain(`?reference=${sent.reference}`)
  await page.getByRole('link', { name: 'Somebody else' }).click()
  await page.getByRole('heading', { name: 'Enter a registration' }).waitFor()
  await box.fill(sent.reference.toLowerCase().replace('-', ''))
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('link', { name: 'Everything of this person' }).waitFor()
  await page.locator('#correction-goals').fill('To sell to Lagos.')
  await expectSound(page)
  await page.getByRole('button', { name: 'Send correction' }).click()
  await page.getByText('Please record that the person agreed.').first().waitFor()
  await page.getByLabel(/I have read out what is kept/).check()
  await page.getByRole('button', { name: 'Send correction' }).click()
  await expectToast(page, 'Correction sent')
  await page.getByText('It waits for review again.').waitFor()
  const { rows } = await asOwner(stage.app.databaseUrl, (client) =>
    client.query('select goals from public.farmers where id = $1', [sent.id]),
  )
  expect(rows).toEqual([{ goals: 'To sell to Lagos.' }])

  await page.getByLabel('Reason').fill('lost')
  await page.getByRole('button', { name: 'Give out a new link' }).click()
  await page.getByText('Please give a reason of at least 10 characters').waitFor()
  await page.getByLabel('Reason').fill('She stands here and lost her confirmation.')
  await page.getByRole('button', { name: 'Give out a new link' }).click()
  const link = page.getByText('/track#')
  await link.waitFor()
  await expectSound(page)
  const guest = await stage.newPage()
  const { pathname, hash } = new URL(await link.innerText())
  await guest.goto(pathname + hash)
  await guest.getByText(sent.reference).first().waitFor()
})

it('who has neither the phone nor the mailbox of before has their bank account changed by staff; the old contact hears of it', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const sent = await send('investor_individual', { ...goodRegistrations.investor_individual, email })
  await admin.client
    .rpc('request_correction', {
      record_type: 'investors',
      record_id: sent.id,
      notes: [{ field: 'accountNumber', note: 'A new account, said at our counter.' }],
    })
    .throwOnError()
  const page = await stage.newPage({ as: admin, viewport: phone })
  await page.goto(`/admin/enter?reference=${sent.reference}`)
  const account = page.locator('#correction-accountNumber')
  await account.waitFor()
  expect(await account.inputValue()).toBe('')
  await account.fill('0000024576')
  await page.getByLabel(/I have read out what is kept/).check()
  await page.getByRole('button', { name: 'Send correction' }).click()
  await expectToast(page, 'Correction sent')
  await page.getByText('It waits for review again.').waitFor()
  const notice = await waitForMail(stage.app, email, /Something was changed/)
  expect(notice.text).toContain('Account number')
  const { rows } = await asOwner(stage.app.databaseUrl, (client) =>
    client.query(
      `select requested_by, changes from public.registration_submissions where record_id = $1 and version = 2`,
      [sent.id],
    ),
  )
  expect(rows).toMatchObject([
    {
      requested_by: 'staff',
      changes: [{ field: 'accountNumber', before: '••••••4579', after: '••••••4576' }],
    },
  ])
})

it('who follows a link and then signs in adds the application to the account, once its address is proved', async () => {
  const person = await stage.app.newPerson()
  const sent = await send('farmer', { ...goodRegistrations.farmer, email: 'somebody-else@example.com' })
  const page = await stage.newPage({ viewport: phone })
  await page.goto(sent.trackingPath ?? '')
  await page.getByRole('link', { name: 'Sign in to keep it' }).click()
  await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText('Is it yours?').waitFor()
  await expectSound(page)
  const add = page.getByRole('button', { name: `Add to my account: ${sent.reference}` })
  // The tab's last link: what was pressed by mistake is taken back.
  await page.getByRole('button', { name: `Not mine: ${sent.reference}` }).press('Enter')
  await page.getByText('is no longer offered here.').waitFor()
  expect(await add.count()).toBe(0)
  const undo = page.getByRole('button', { name: `Undo: ${sent.reference}` })
  expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true)
  await undo.press('Enter')
  await add.click()
  await page.getByText('It takes more than the link: confirm the email address').first().waitFor()
  await asOwner(stage.app.databaseUrl, (client) =>
    client.query('update public.farmers set contact_email = $1 where id = $2', [person.email, sent.id]),
  )
  await add.click()
  await page.getByRole('link', { name: `Open Farmer Bio Data ${sent.reference}` }).waitFor()
  expect(await page.getByText('Is it yours?').count()).toBe(0)
})
