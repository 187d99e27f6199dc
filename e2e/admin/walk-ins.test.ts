/** Registrations that staff enter for walk-ins and callers: only by who may, with channel and consent on record. */
import { expect, it } from 'vitest'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { createApplicant } from '#tests/server/registrations/applicant.ts'
import { expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { answer, fillSteps, readProblems, sendForm } from '../registrations/registration-actions.ts'
import { phone, useStage } from '../stage.ts'

const stage = useStage()

const steps = [
  [
    'You',
    {
      fullName: 'Musa Danjuma',
      phoneNumber: '0809 000 1111',
      noEmail: true,
      dateOfBirth: '1971-12-24',
      gender: 'male',
    },
  ],
  ['Where you live', { address: 'Behind the market', city: 'Akwanga', state: 'Nasarawa' }],
  [
    'Your farm',
    { farmSize: '1-5', farmingExperience: '20plus', cropTypes: ['Yam'], farmingMethods: 'organic' },
  ],
  ['Your aims', { goals: 'A better price for the yams.' }],
] as const

it('a member without the right is refused', async () => {
  const page = await stage.newPage({ as: await stage.app.newPerson() })
  await page.goto('/account')
  await page.getByRole('heading', { name: 'My applications' }).waitFor()
  expect(await page.getByRole('link', { name: 'Enter a registration' }).count()).toBe(0)
  await page.goto('/admin/enter')
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
})

it('a field agent, who has no desk, finds the way on the account', async () => {
  const agent = await stage.app.newPerson()
  await asOwner(stage.app.databaseUrl, (client) =>
    client.query(
      `insert into public.user_roles (user_id, role) values ($1, 'field_agent')
        on conflict (user_id) do update set role = excluded.role`,
      [agent.id],
    ),
  )
  const page = await stage.newPage({ as: agent, viewport: phone })
  await page.goto('/account')
  await page.getByRole('link', { name: 'Enter a registration' }).click()
  await page.getByLabel('Form', { exact: true }).waitFor()
})

it('the right is what the desk has given the role, not what it came with', async () => {
  const editor = await stage.app.newPerson()
  const sql = (text: string, values?: unknown[]) =>
    asOwner(stage.app.databaseUrl, (client) => client.query(text, values))
  await sql("insert into public.user_roles (user_id, role) values ($1, 'content')", [editor.id])
  await sql(
    "insert into public.role_permissions (role, permission) values ('content', 'registrations.enter'), ('content', 'registrations.relink')",
  )
  const page = await stage.newPage({ as: editor })
  await page.goto('/account')
  await page.getByRole('link', { name: 'Enter a registration' }).click()
  await page.getByLabel('Form', { exact: true }).waitFor()
  await page.goto('/admin/enter')
  await page.getByLabel('Phone, name or reference').waitFor()
  const agent = await stage.app.newPerson()
  await sql("insert into public.user_roles (user_id, role) values ($1, 'field_agent')", [agent.id])
  await sql("delete from public.role_permissions where role = 'field_agent'")
  const theirs = await stage.newPage({ as: agent })
  await theirs.goto('/admin/enter')
  await theirs.getByText('Your role does not open this').waitFor()
  await Promise.all([theirs.waitForResponse('**/rpc/my_permissions'), theirs.goto('/account')])
  await expect.poll(() => theirs.getByRole('link', { name: 'Enter a registration' }).count()).toBe(0)
})

it('a walk-in without e-mail is on record with channel, consent and who entered it, and nothing stays on the account', async () => {
  const admin = await stage.app.newAdmin()
  const page = await stage.newPage({ viewport: phone, as: admin })
  await page.goto('/admin')
  await page.locator('summary').getByText('More').click()
  await page.getByRole('link', { name: 'Walk-ins and callers' }).click()
  await page.getByLabel('Form', { exact: true }).selectOption('farmer')
  await page.getByLabel('How they reached us').selectOption('phone')
  await page.getByLabel('How they reached us').selectOption('walk_in')
  await page.locator('#farmer-fullName').waitFor()
  await fillSteps(page, 'farmer', steps)
  await expectSound(page)
  await answer(page, 'farmer', { acceptTerms: true })
  await sendForm(page, 'Submit Bio Data')
  expect(await readProblems(page)).toEqual(['Please record that the person agreed.'])
  await answer(page, 'farmer', { consentRecorded: true })
  await sendForm(page, 'Submit Bio Data')
  await expectToast(page, 'Registration entered')
  const { rows } = await asOwner(stage.app.databaseUrl, (client) =>
    client.query(
      `select reference, channel, entered_by, user_id, contact_email,
        (select count(*)::int from public.consents where record_id = farmers.id and channel = 'walk_in') as consents,
        (select count(*)::int from public.registration_drafts where user_id = $1) as drafts
      from public.farmers where phone = '+2348090001111'`,
      [admin.id],
    ),
  )
  expect(rows).toEqual([
    {
      reference: await page.locator('.confirmation-code').innerText(),
      channel: 'walk_in',
      entered_by: admin.id,
      user_id: null,
      contact_email: null,
      consents: 1,
      drafts: 0,
    },
  ])
  await page.getByRole('button', { name: 'Enter another' }).click()
  expect(await page.locator('#farmer-fullName').inputValue()).toBe('')
})

it('a correction that is dictated says before it is typed that it takes a second step, and its refusal ends as a sentence', async () => {
  const { app } = stage
  const admin = await app.newAdmin()
  const guest = createApplicant({ url: app.url, publishableKey: app.keys.publishableKey })
  const { body } = await guest.submit('farmer')
  mustWork(
    await admin.client.rpc('request_correction', {
      record_type: 'farmers',
      record_id: body.id,
      notes: [{ field: 'goals', note: 'Which market?' }],
    }),
  )
  const page = await stage.newPage({ as: admin })
  await page.goto(`/admin/enter?reference=${body.reference}`)
  await page.getByLabel('How they reached us').waitFor()
  // Above the boxes, beside the one of a new link.
  const notices = page.getByText('This takes a second step at sign-in')
  await expect.poll(() => notices.count()).toBe(2)
  const text = await page.getByRole('main').innerText()
  expect(text.indexOf('This takes a second step')).toBeLessThan(text.indexOf('How they reached us'))
  await page.locator('#assist-consent').check()
  await page.getByLabel('goals', { exact: false }).last().fill('The market of Akwanga.')
  stage.expectError(/403/)
  await page.getByRole('button', { name: 'Send correction' }).click()
  await page
    .getByText(
      'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it. What you typed is still here.',
    )
    .waitFor()
})
