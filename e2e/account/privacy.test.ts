/** The member's applications and rights in a browser: correct, see who looked, take along, take back, erase, leave. */
import { buffer as readBytes, text as readText } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { erasureGoes } from '#domain/account/erasure-goes.ts'
import { withheldReasons } from '#domain/account/own-secrets.ts'
import { consentListWords, describeRenewal, describeWithdrawal } from '#domain/consent-list-words.ts'
import { dataReportTitle } from '#domain/data-report.ts'
import { photoAccessWords } from '#domain/photo-access-words.ts'
import { reportWords } from '#domain/registrations/correction-words.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import { eventWords } from '#domain/registrations/tracking-words.ts'
import { dataShapes, vaultPaths } from '#domain/vault.ts'
import type { Person } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { readPdfText } from '#tests/harness/read-pdf.ts'
import { decideRegistration } from '#tests/harness/registrations.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { createApplicant } from '#tests/server/registrations/applicant.ts'
import { expectPath, expectToast, letMailPausePass, waitForMail } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { openAnswers } from '../registrations/tracking-actions.ts'
import { desktop, phone, useStage } from '../stage.ts'
import { leaveThings, readThings } from './left-here.ts'

const stage = useStage()

async function tokenOf({ client }: Person): Promise<string> {
  return mustWork(await client.auth.getSession()).session?.access_token ?? ''
}

async function register(person: Person, form: RegistrationFormName) {
  const { app } = stage
  const applicant = createApplicant({
    url: app.url,
    publishableKey: app.keys.publishableKey,
    accessToken: await tokenOf(person),
  })
  const { body } = await applicant.submit(form)
  if (!body.ok) throw new Error(body.message)
  return body
}

describe('my applications', () => {
  it('show status, next step and reason, and are corrected where that is requested', async () => {
    const person = await stage.app.newPerson()
    const { recordType, id, reference } = await register(person, 'buyer_individual')
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto('/account')
    const confirmation = page.locator('.confirmation').filter({ hasText: reference })
    await confirmation.getByText('Pending').waitFor()
    await confirmation.getByText('Our team contacts you within 2 days: by').waitFor()

    const admin = await stage.app.newAdmin()
    mustWork(
      await admin.client.rpc('request_correction', {
        record_type: recordType,
        record_id: id,
        notes: [{ field: 'city', note: 'Which town of the state?' }],
        message: 'One thing is missing.',
      }),
    )
    await page.reload()
    await confirmation.getByRole('link', { name: /^Correct / }).click()
    await expectPath(page, `/account/applications/${recordType}/${id}`)
    await page.getByText('One thing is missing.').waitFor()
    const form = page.getByRole('form', { name: 'Correction' })
    await form.getByText('Which town of the state?').waitFor()
    // Anyone who was signed in to a stranger's account sees where the answer would go.
    await page.getByText(`You are sending this as ${person.email}.`).waitFor()
    await form.locator('#correction-city').fill('')
    await form.getByRole('button', { name: 'Send correction' }).click()
    await page.locator('.summary').waitFor()
    await expectSound(page, 'an application with a refused correction')
    await form.locator('#correction-city').fill('Keffi')
    await form.getByRole('button', { name: 'Send correction' }).click()
    await expectToast(page, 'Correction sent', 'We are looking at it again.')
    await expect.poll(() => form.count()).toBe(0)
    await page.getByRole('heading', { name: 'What you sent' }).waitFor()
    await openAnswers(page)
    await page.getByText('Keffi').first().waitFor()
    // What happened to it, as the page of a guest's link says it.
    for (const event of ['received', 'correction_requested', 'sent_again'] as const)
      await page.getByText(eventWords[event]).waitFor()

    await decideRegistration(
      admin,
      { recordType, id },
      'declined',
      'We buy in your state from next season on.',
    )
    await page.goto('/account')
    await confirmation.getByText('Declined').waitFor()
    await confirmation.getByText('We buy in your state from next season on.').waitFor()
  })

  it('are changed unasked, contacts by a code to the mailbox of the account; a state stands there once', async () => {
    const person = await stage.app.newPerson()
    const { recordType, id } = await register(person, 'buyer_individual')
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto(`/account/applications/${recordType}/${id}`)
    // Folded, as on the page of a guest's link.
    expect(await page.getByText('State', { exact: true }).isVisible()).toBe(false)
    await openAnswers(page)
    await page.getByText('State', { exact: true }).waitFor()
    expect(await page.getByText('State or region', { exact: true }).count()).toBe(0)
    const change = page.getByRole('button', { name: /^Change / }).first()
    await change.click()
    const form = page.getByRole('form', { name: /^Change: / })
    await page.locator('#correction-phone').fill('0803 765 4321')
    await form.getByRole('button', { name: 'Send change' }).click()
    await letMailPausePass(stage.app)
    await form.getByRole('button', { name: `Send a code to ${person.email}` }).click()
    const mail = await waitForMail(stage.app, person.email, /confirmation code/i)
    await page.locator('#correction-code').fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? '')
    await form.getByRole('button', { name: 'Send change' }).click()
    await page.getByRole('heading', { name: 'We have your change' }).waitFor()
    await page.getByText('+2348037654321').first().waitFor()
    await expectSound(page, 'an application that was changed')
    const notice = await waitForMail(stage.app, person.email, /Something was changed/)
    expect(notice.links.some((link) => link.includes('/not-me#'))).toBe(true)
  })

  it('are written about from their page: the message is about this one', async () => {
    const person = await stage.app.newPerson()
    const { recordType, id, reference } = await register(person, 'farmer')
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto(`/account/applications/${recordType}/${id}`)
    await openAnswers(page)
    await page.locator('summary', { hasText: reportWords.label }).click()
    const form = page.getByRole('form', { name: 'Message to the company' })
    await form.getByRole('textbox', { name: /^Message/ }).fill('The village is not right.')
    await form.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Thank you. We have your message and will answer it.').waitFor()
    const { rows } = await asOwner(stage.app.databaseUrl, (client) =>
      client.query('select message, about_reference from public.contact_messages where about_id = $1', [id]),
    )
    expect(rows).toEqual([{ message: 'The village is not right.', about_reference: reference }])
    await page.reload()
    await page.getByText(eventWords.message_sent).waitFor()
  })

  it('of another person are nowhere, whatever address is typed', async () => {
    const [person, stranger] = [await stage.app.newPerson(), await stage.app.newPerson()]
    const { recordType, id, reference } = await register(person, 'farmer')
    const page = await stage.newPage({ as: stranger })
    await page.goto(`/account/applications/${recordType}/${id}`)
    await page.getByText('This is none of your applications').waitFor()
    expect(await page.getByText(reference).count()).toBe(0)
  })
})

describe('who looked', () => {
  it('is listed with time, person, field and reason', async () => {
    const person = await stage.app.newPerson()
    const { recordType, id } = await register(person, 'farmer')
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto('/account/privacy')
    await page.getByText('Nobody has looked.').waitFor()

    const admin = await stage.app.newAdmin()
    await addSecondFactor(admin)
    const response = await fetch(stage.app.url + vaultPaths.reveal, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(admin)}` },
      body: JSON.stringify({
        recordType,
        recordId: id,
        field: 'dateOfBirth',
        reason: 'Checking the age before the visit',
      }),
    })
    expect(response.status).toBe(200)
    await page.reload()
    await page.getByText('read your date of birth').waitFor()
    await page.getByText('Checking the age before the visit').waitFor()
    // The photo was seen by link and code before the registration came into the account.
    await asOwner(stage.app.databaseUrl, (client) =>
      client.query(
        `insert into private.vault_openings (purpose, person_id, record_type, record_id)
          values ('own_photo', private.vault_person_of($1, $2), $1, $2)`,
        [recordType, id],
      ),
    )
    await page.reload()
    await page.getByText(`${photoAccessWords.who} read your photo`).waitFor()
    await page.getByText(photoAccessWords.reason).waitFor()
    await page.getByText('read your date of birth').waitFor()
  })
})

describe('what was agreed to', () => {
  it('and taken back is agreed to again from the application that stopped by it', async () => {
    const person = await stage.app.newPerson()
    const { recordType, id, reference } = await register(person, 'buyer_individual')
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto(`/account/applications/${recordType}/${id}`)
    await page.getByText('Pending').first().waitFor()
    const link = page.getByRole('link', { name: 'Agree again, under Privacy' })
    expect(await link.count()).toBe(0)
    mustWork(await person.client.rpc('withdraw_consent', { purpose: 'terms' }))
    await page.reload()
    await page.getByText('It goes no further unless you agree again.').waitFor()
    await expectSound(page, 'an application that its owner stopped')
    await link.click()
    await expectPath(page, `/account/privacy#agreed-${id}`)
    const line = page.locator(`[id="agreed-${id}"]`)
    await expect.poll(() => line.evaluate((one) => one === document.activeElement)).toBe(true)
    await line.getByText(reference).waitFor()
    await line.getByRole('button', { name: /^Agree again/ }).click()
    await expectToast(page, 'Agreed again')
    await page.goto(`/account/applications/${recordType}/${id}`)
    await page.getByText('Our team contacts you within', { exact: false }).waitFor()
    expect(await link.count()).toBe(0)
    // Declined, there is nothing to agree to again, and nothing leads there.
    mustWork(await person.client.rpc('withdraw_consent', { purpose: 'terms' }))
    await decideRegistration(await stage.app.newAdmin(), { recordType, id }, 'declined', 'Not this year.')
    await page.reload()
    await page.getByText('Not this year.').waitFor()
    expect(await link.count()).toBe(0)
    await page.goto('/account/privacy')
    await page.getByText(/^Taken back on/).waitFor()
    expect(await page.getByRole('button', { name: /^Agree again/ }).count()).toBe(0)
  })

  it('of one application is taken back and given again alone, while another goes on', async () => {
    const person = await stage.app.newPerson()
    const farm = await register(person, 'farmer')
    const buyer = await register(person, 'buyer_individual')
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto('/account/privacy')
    const panel = page.locator('.panel').filter({ hasText: 'What I agreed to' })
    const lineOf = ({ reference }: typeof farm) => panel.getByRole('listitem').filter({ hasText: reference })
    await lineOf(farm).waitFor()
    await lineOf(buyer)
      .getByRole('button', { name: /^Take back/ })
      .click()
    const question = page.getByRole('alertdialog', {
      name: `Your application ${buyer.reference} goes no further`,
      exact: true,
    })
    await question.getByRole('button', { name: 'Take back' }).click()
    await expectToast(page, 'Taken back')
    await lineOf(buyer)
      .getByText(/^Taken back on/)
      .waitFor()
    await lineOf(farm)
      .getByText(/^Agreed on/)
      .waitFor()
    await expectSound(page, 'one of two consents that was taken back')
    const standing = async () => {
      const { data } = await person.client.from('my_registrations').select('reference,consent_withdrawn_at')
      return Object.fromEntries((data ?? []).map((one) => [one.reference, one.consent_withdrawn_at === null]))
    }
    expect(await standing()).toEqual({ [farm.reference]: true, [buyer.reference]: false })
    await lineOf(buyer)
      .getByRole('button', { name: /^Agree again/ })
      .click()
    await expectToast(page, 'Agreed again')
    await lineOf(buyer)
      .getByText(/^Agreed on/)
      .waitFor()
    expect(await standing()).toEqual({ [farm.reference]: true, [buyer.reference]: true })
  })

  it('that was decided meanwhile says why it cannot be agreed to again', async () => {
    const person = await stage.app.newPerson()
    const { recordType, id } = await register(person, 'farmer')
    mustWork(await person.client.rpc('withdraw_consent', { purpose: 'terms' }))
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto('/account/privacy')
    const again = page.getByRole('button', { name: /^Agree again/ })
    await again.waitFor()
    await decideRegistration(await stage.app.newAdmin(), { recordType, id }, 'declined', 'Not this year.')
    stage.expectError(/404/)
    await again.click()
    await expectToast(page, 'This could not be agreed to again')
    await page.getByText('You have agreed to it already, or your application is closed.').waitFor()
    await again.waitFor({ state: 'detached' })
  })

  it('is listed and taken back', async () => {
    const person = await stage.app.newPerson()
    const { reference } = await register(person, 'farmer')
    const page = await stage.newPage({ as: person })
    await page.goto('/account/privacy')
    const panel = page.locator('.panel').filter({ hasText: 'What I agreed to' })
    await panel
      .getByRole('button', { name: /^Take back/ })
      .first()
      .click()
    const dialog = page.getByRole('alertdialog', {
      name: `Your application ${reference} goes no further, and what you offer is taken down`,
    })
    await dialog.getByText(describeWithdrawal('terms', 'farmers')).waitFor()
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await expectToast(page, 'Taken back')
    await panel.getByText(/^Taken back on/).waitFor()
    expect(await panel.getByRole('button', { name: /^Take back/ }).count()).toBe(0)
    await panel.getByText(describeRenewal('farmers')).waitFor()
    await panel.getByRole('button', { name: /^Agree again/ }).click()
    await expectToast(page, 'Agreed again')
    await panel.getByRole('button', { name: /^Take back/ }).waitFor()
  })
})

describe('my data', () => {
  it('is downloaded as a file with all that names me, secrets masked without a second step', async () => {
    const person = await stage.app.newPerson()
    const { reference } = await register(person, 'farmer')
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto('/account/privacy')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the data file (JSON)' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
    await expectToast(page, 'Your data is downloaded', download.suggestedFilename())
    const text = await readText(await download.createReadStream())
    expect(text).toContain(reference)
    expect(text).toContain(person.email)
    expect(JSON.parse(text).secretsInClear).toBe(false)
  })

  it('is read on a phone and saved as PDF, with no trace of it on the device', async () => {
    const person = await stage.app.newPerson()
    const { reference } = await register(person, 'farmer')
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto('/account/privacy')
    expect(await page.locator('.data-report').count()).toBe(0)
    const [response] = await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith(vaultPaths.export + dataShapes.report)),
      page.getByRole('button', { name: 'Read it here' }).click(),
    ])
    expect(response.headers()['cache-control']).toBe('private, no-store')
    const report = page.getByRole('article', { name: dataReportTitle })
    const heading = report.getByRole('heading', { name: dataReportTitle })
    await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)
    await report.getByRole('heading', { name: `Your registration ${reference}` }).waitFor()
    await report.locator('summary', { hasText: `Your registration ${reference}` }).click()
    await report.getByText('6 to 10 acres').waitFor()
    await report.getByText(withheldReasons.member).first().waitFor()
    await report.getByText(/^Nothing about: .*orders/).waitFor()
    await expectSound(page)
    // On paper it stands alone.
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('heading', { name: 'Erase my data' }).isVisible()).toBe(false)
    expect(await report.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    const stored = await page.evaluate(async () => {
      const databases = await indexedDB.databases()
      return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, await caches.keys()])
    })
    expect(stored).not.toContain(reference)
    await report.getByRole('button', { name: 'Close it' }).first().click()
    await expect.poll(() => report.count()).toBe(0)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.pdf$/)
    expect(readPdfText(await readBytes(await download.createReadStream()))).toContain(reference)
    // Each is in the list of downloads.
    const list = page.locator('.panel').filter({ hasText: 'When my data was read or downloaded' })
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  })

  it('of four registrations folds to a few screens of a phone, is opened by keyboard, and is whole on paper', async () => {
    const person = await stage.app.newPerson()
    const forms = ['farmer', 'training', 'investor_individual', 'investor_corporate'] as const
    for (const form of forms) await register(person, form)
    // The server itself opened a number: that is nobody's look.
    await asOwner(stage.app.databaseUrl, (client) =>
      client.query(
        `insert into private.vault_openings (purpose, person_id, record_type, record_id)
          select 'correction', private.vault_person_of('farmers', id), 'farmers', id from public.farmers where user_id = $1`,
        [person.id],
      ),
    )
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto('/account/privacy')
    await page.getByRole('button', { name: 'Read it here' }).click()
    const report = page.getByRole('article', { name: dataReportTitle })
    await report.getByRole('heading', { name: 'Your account' }).waitFor()
    const folds = report.locator('details')
    const own = folds.filter({ has: page.getByRole('heading', { name: /^Your (registration|enrolment) / }) })
    expect(await own.count()).toBe(4)
    expect(await folds.filter({ hasText: 'Who looked' }).locator('summary').innerText()).toMatch(
      /\sNobody looked$/,
    )
    // The first is open, and shows what is in each.
    expect(await folds.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open))).toEqual(
      Array.from({ length: await folds.count() }, (_, nr) => nr === 0),
    )
    const heightOf = () => report.evaluate((one) => one.getBoundingClientRect().height)
    expect(await heightOf()).toBeLessThan(6 * phone.height)
    expect(await own.locator('summary').allInnerTexts()).toEqual(
      Array.from({ length: 4 }, () => expect.stringMatching(/\nSince \d+\s\w+ \d{4}\s+\d+ entries$/)),
    )
    const answer = own.getByText('6 to 10 acres')
    expect(await answer.isVisible()).toBe(false)
    await own.first().locator('summary').focus()
    await page.keyboard.press('Enter')
    await answer.waitFor()
    await expectSound(page, 'all that we keep')
    await page.keyboard.press('Space')
    await answer.waitFor({ state: 'hidden' })
    // As a browser does around its dialog of print; afterwards it is folded as it was.
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    for (const fold of await own.all()) await fold.getByText('What you told us').waitFor()
    expect(await answer.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    expect(
      await folds.evaluateAll((all) => all.filter((one) => (one as HTMLDetailsElement).open).length),
    ).toBe(1)
  })

  it('is offered before it is erased and before the account is deleted', async () => {
    const person = await stage.app.newPerson()
    await letMailPausePass(stage.app)
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto('/account/privacy')
    const read = page.getByRole('button', { name: 'Read it here' })
    for (const name of ['Erase my data', 'Delete my account']) {
      await page.getByRole('button', { name }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Save everything first' }).click()
      await expect.poll(() => read.evaluate((one) => one === document.activeElement)).toBe(true)
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    }
  })

  it('says so when it could not be collected', async () => {
    const page = await stage.newPage({ as: await stage.app.newPerson() })
    await page.goto('/account/privacy')
    await page.route(`**${vaultPaths.export}`, (route) => route.abort())
    stage.expectError(/ERR_FAILED/)
    await page.getByRole('button', { name: 'Save the data file (JSON)' }).click()
    await page.getByText('We could not reach our services.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Save the data file (JSON)' }).waitFor()
  })

  it('is erased after a typed word, by keyboard alone; the account stays', async () => {
    const person = await stage.app.newPerson()
    const { reference } = await register(person, 'farmer')
    const page = await stage.newPage({ as: person, viewport: desktop })
    await page.goto('/account/privacy')
    const sentAt = Date.now()
    const theirs = { reference, kind: 'farmer', sentAt }
    const others = await leaveThings(page)
    await leaveThings(page, {
      'house-draft:sent': [theirs, { reference: 'FM7K4-2X9Q', kind: 'farmer', sentAt }],
      'house-draft:order': { userId: person.id, values: {} },
      'house-draft:registration:training:member': { userId: person.id, values: {} },
      [`house-draft:correction:${reference}:you`]: { userId: person.id, values: {} },
    })
    await page.getByRole('button', { name: 'Erase my data' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog', {
      name: 'What you applied for ends, and your data is gone for good',
    })
    // All that goes is named before it does.
    expect((await dialog.getByRole('listitem').allInnerTexts()).join('\n')).toBe(erasureGoes.join('\n'))
    await expectSound(page, 'what goes with an erasure')
    await dialog.getByLabel('Type ERASE to confirm').focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('Type ERASE to go on').waitFor()
    await page.keyboard.type('erase')
    await page.keyboard.press('Enter')
    // Said where the button was, which is gone: with the focus, in sight, and not by a toast besides.
    const done = page.getByRole('heading', { level: 2, name: 'Your data is erased' })
    await done.waitFor()
    await expect.poll(() => done.evaluate((heading) => heading.contains(document.activeElement))).toBe(true)
    const { y = -1 } = (await done.boundingBox()) ?? {}
    expect(y >= 0 && y < desktop.height).toBe(true)
    expect(await page.getByRole('button', { name: 'Erase my data' }).count()).toBe(0)
    expect(await page.getByText('Your data is erased').count()).toBe(1)
    await expectSound(page, 'an account after its erasure')
    // Nor does this device name it any more, or what they began. What a guest left here stays, and an order that is not sent yet.
    await expect.poll(() => readThings(page)).toEqual([...others, 'house-draft:order'].sort())
    expect(await page.evaluate(() => localStorage.getItem('house-draft:sent'))).not.toContain(reference)
    // What was agreed to for it ended with it.
    await page.reload()
    const agreed = page.getByRole('listitem').filter({ hasText: 'Agreed on' })
    await agreed.getByText(consentListWords.over).waitFor()
    expect(await agreed.getByRole('button').count()).toBe(0)
    expect(await page.getByText(describeWithdrawal('terms', 'farmers')).count()).toBe(0)
    await page.goto('/account')
    const card = page.locator('.confirmation').filter({ hasText: reference })
    await card.locator('.status', { hasText: 'Erased' }).waitFor()
    for (const words of ['Declined', 'Photo missing', 'welcome to register again'])
      expect(await card.innerText()).not.toContain(words)
    await card.getByRole('link', { name: 'Open' }).click()
    await page.getByRole('heading', { name: 'Your data is erased' }).waitFor()
    await page.getByText('Your application is closed.').waitFor()
    expect(await page.getByRole('main').getByText('What you sent').count()).toBe(0)
    const secrets = await asOwner(stage.app.databaseUrl, (client) =>
      client.query('select from app_vault.people where user_id = $1 and wrapped_key is not null', [
        person.id,
      ]),
    )
    expect(secrets.rowCount).toBe(0)
  })
})

it('an approved farmer who erases their data sells nothing any more, and their page says what is true', async () => {
  const person = await stage.app.newPerson()
  const { id, recordType } = await register(person, 'farmer')
  await decideRegistration(await stage.app.newAdmin(), { id, recordType }, 'approved')
  await asOwner(stage.app.databaseUrl, (client) =>
    client.query(
      `insert into public.products (name, category, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
       values ('Ofada rice', 'Grains', $1, '-', '-', 50, 'kg', 5000000, 'published')`,
      [id],
    ),
  )
  const visitor = await stage.newPage({ viewport: phone })
  const offer = visitor.getByRole('main').getByRole('link', { name: /Ofada rice/ })
  const countOffers = async () => {
    // What matches the search is requested by the page.
    await visitor.goto('/marketplace?q=ofada', { waitUntil: 'networkidle' })
    return offer.count()
  }
  await expect.poll(countOffers).toBeGreaterThan(0)

  const page = await stage.newPage({ as: person, viewport: phone })
  await page.goto('/account/privacy')
  await page.getByRole('button', { name: 'Erase my data' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Type ERASE to confirm').fill('ERASE')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await page.getByRole('heading', { name: 'Your data is erased' }).waitFor()
  await page.goto(`/account/applications/${recordType}/${id}`)
  await page.getByRole('heading', { name: 'Your data is erased' }).waitFor()
  const words = await page.getByRole('main').innerText()
  expect(words).toContain('It had been approved. That stays on record, without your name.')
  expect(words).toContain('Your products are no longer shown or sold.')
  expect(words).not.toContain('Your application is closed.')

  await expect.poll(countOffers).toBe(0)
  expect(await visitor.getByRole('main').innerText()).not.toContain('Erased')
})

describe('my account', () => {
  it('is deleted with the typed address and the code from the mail, and the device forgets me', async () => {
    const person = await stage.app.newPerson()
    await letMailPausePass(stage.app)
    const page = await stage.newPage({ as: person, viewport: phone })
    await page.goto('/account/privacy')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Your account ends, and nobody can bring it back' })
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await dialog.getByText('Type the email address of your account').waitFor()
    await dialog.getByText('The code has 6 digits').waitFor()
    const mail = await waitForMail(stage.app, person.email, /confirmation code/i)
    const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
    await dialog.getByLabel('Type your email address to confirm').fill(person.email)
    await dialog
      .getByLabel('Code from the mail')
      .fill(code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10)))
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await dialog.getByText('This code is not right, or it is too old').waitFor()
    await dialog.getByLabel('Code from the mail').fill(code)
    const other = await page.context().newPage()
    await other.goto('/account/profile')
    // Its form is there once the tab knows who is signed in.
    await other.getByLabel('Full name').waitFor()
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    // Also in another tab, which is named after it.
    await other.getByRole('heading', { name: 'Your account is deleted', level: 1 }).waitFor()
    await expectPath(other, '/account/profile')
    expect(await other.title()).toBe('Your account is deleted')
    await other.close()
    const title = page.getByRole('heading', { name: 'Your account is deleted', level: 1 })
    await title.waitFor()
    await expect.poll(() => title.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.getByText('Nobody can sign in to it any more, and this device has forgotten it.').waitFor()
    await expectPath(page, '/account/privacy')
    expect(await page.evaluate(() => localStorage.getItem('house-auth'))).toBeNull()
    expect((await stage.app.newClient().auth.signInWithPassword(person)).error).not.toBeNull()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expectPath(page, '/')
    // Said once: the page that was there belongs to those who sign in.
    await page.goBack()
    await expectPath(page, '/auth')
  })
})
