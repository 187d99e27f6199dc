/** The tracking page of people without an account: what it shows, what may be done there, and how its secret is stored. */
import { randomBytes } from 'node:crypto'
import { text as readText } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { withheldReasons } from '#domain/account/own-secrets.ts'
import { dataReportTitle } from '#domain/data-report.ts'
import { trackingTokenHeader, trackPaths } from '#domain/guest-links.ts'
import { registrationPaths } from '#domain/registrations/intake.ts'
import { decideRegistration, goodRegistrations } from '#tests/harness/registrations.ts'
import { within } from '#tests/harness/within.ts'
import { tokenOf } from '#tests/server/registrations/applicant.ts'
import { expectPath, expectToast, readPath, waitForMail } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'
import { openForm } from './registration-actions.ts'
import { openAnswers, takeBack, useTracking } from './tracking-actions.ts'

const stage = useStage()

const tracking = useTracking(stage)
const { register, openTracking, requestCorrection, mailedCode } = tracking

describe('the secret of a link', () => {
  it('is in no page that we draw, in no address that the browser requests, in no history and in no storage', async () => {
    const { trackingPath } = await register('investor_crypto')
    const token = tokenOf(trackingPath)
    const answer = await fetch(`${stage.app.url}/track`)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const html = await answer.text()
    expect(html).toContain('noindex')
    expect(html).not.toContain('rel="canonical"')
    const page = await stage.newPage()
    const requested: string[] = []
    page.on('request', (request) =>
      requested.push(`${request.url().replace(/#.*/, '')} ${request.headers().referer ?? ''}`),
    )
    await page.goto('/contact')
    await page.goto(trackingPath ?? '')
    await page.getByText('Nobody has looked.').waitFor()
    expect(requested.length).toBeGreaterThan(3)
    expect(requested.filter((text) => text.includes(token))).toEqual([])
    expect(readPath(page)).toBe('/track')
    expect(await page.evaluate(() => document.cookie)).toBe('')
    await page.reload() // by the cookie now
    await page.getByText('Nobody has looked.').waitFor()
    await page.goBack()
    await page.goForward()
    await page.getByText('Nobody has looked.').waitFor()
    expect(page.url()).not.toContain(token)
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'track')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(cookie?.value).not.toContain(token)
    // It ends by itself, also where a browser holds on to it (tests/server/registrations/tracking.test.ts).
    await page.context().clearCookies({ name: 'track' })
    await page.reload()
    await page.getByText('It stays open here for half an hour').waitFor()
    await expectSound(page)
  })

  it.each([
    ['an email address', true, 'send another to the email address that you gave'],
    ['no email address, where no texts are sent', false, 'show the status. For another link, call us.'],
  ])('that ends within days says what comes after it, to someone with %s', async (_who, hasEmail, after) => {
    const { email, ...others } = goodRegistrations.training
    const received = await register(
      'training',
      hasEmail ? { ...others, email } : { ...others, noEmail: true },
    )
    await tracking.sql(
      `update private.registration_guest_links set expires_at = now() + interval '1 day' where record_id = $1`,
      [received.id],
    )
    const page = await openTracking(received.trackingPath, phone)
    await page
      .getByText(`After that, your reference and your phone number ${after}`, { exact: false })
      .waitFor()
    expect(await page.getByText('After that,').count()).toBe(1)
    await expectSound(page, 'a link that ends within days')
  })

  it('of before, in the path, opens the same page and goes out of the address', async () => {
    const received = await register('investor_crypto')
    const page = await stage.newPage({ viewport: phone })
    await page.goto(`/track/${tokenOf(received.trackingPath)}`)
    await page.getByText(received.reference).first().waitFor()
    expect(readPath(page)).toBe('/track')
    // As the pages that sent it left this phone: the reference, the link in this tab, and a change that was begun.
    const token = tokenOf(received.trackingPath)
    await page.evaluate(
      ({ reference, token, id }) => {
        const remembered = [{ reference, kind: 'farmer', sentAt: Date.now() }]
        localStorage.setItem('house-draft:sent', JSON.stringify(remembered))
        localStorage.setItem(`house-draft:correction:${id}:person`, JSON.stringify({ userId: 'guest' }))
        sessionStorage.setItem('house-draft:links', JSON.stringify([{ reference, token }]))
      },
      { reference: received.reference, token, id: received.id },
    )
    // The next person on this phone finds the form, here and after a reload, and is offered nothing.
    const close = page.getByRole('button', { name: 'Close this page' })
    await close.click()
    const question = page.getByRole('alertdialog', { name: 'This phone forgets it' })
    await question.getByText(received.reference).waitFor()
    await expectSound(page, 'a phone that forgets')
    await question.getByRole('button', { name: 'Keep it' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => sessionStorage.getItem('house-draft:links'))).toContain(token)
    await close.click()
    await question.getByRole('button', { name: 'Forget it, and close' }).click()
    await page.getByRole('form', { name: 'Status' }).waitFor()
    await page.reload()
    await page.getByRole('form', { name: 'Status' }).waitFor()
    expect(await page.getByText('Keep the link, and do not hand it on').count()).toBe(0)
    await openForm(page, '/farmer-registration')
    expect(await page.getByRole('main').getByText('You sent').count()).toBe(0)
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    for (const left of [token, received.reference, received.id]) expect(stored).not.toContain(left)
  })

  it.each([
    ['with all that this phone remembers', false],
    ['with its reference alone, where this tab knows its link', true],
  ])('that leads to what cannot be read now is closed %s', async (_how, isKnown) => {
    const { trackingPath, reference } = await register('investor_crypto')
    const page = await stage.newPage({ viewport: phone })
    await page.route(`**${trackPaths.findOrder}`, (route) => route.abort())
    stage.expectError(/net::ERR_FAILED/)
    await page.clock.install()
    await page.goto('/track')
    await page.evaluate(
      ({ reference, token }) => {
        const links = [
          { reference: 'FM7K4-2X9Q', token: 'other-link' },
          ...(token ? [{ reference, token }] : []),
        ]
        const sent = links.map((link) => ({ reference: link.reference, kind: 'farmer', sentAt: Date.now() }))
        localStorage.setItem('house-draft:sent', JSON.stringify(sent))
        localStorage.setItem(
          'house-draft:correction:changed-elsewhere:person',
          JSON.stringify({ userId: 'guest' }),
        )
        sessionStorage.setItem('house-draft:links', JSON.stringify(links))
      },
      { reference, token: isKnown ? tokenOf(trackingPath) : null },
    )
    await page.goto('about:blank')
    await page.goto(trackingPath ?? '')
    const close = page.getByRole('button', { name: 'Close this page' })
    await vi.waitUntil(async () => {
      await page.clock.fastForward(5_000) // the pauses between its own tries
      return close.isVisible()
    }, within)
    await page.unroute(`**${trackPaths.findOrder}`)
    const question = page.getByRole('alertdialog', {
      name: isKnown ? 'This phone forgets it' : 'This phone forgets everything that was sent from it',
    })
    await close.click()
    await question.getByRole('button', { name: 'Forget it, and close' }).click()
    await page.getByRole('form', { name: 'Status' }).waitFor()
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).not.toContain('changed-elsewhere')
    for (const left of [reference, tokenOf(trackingPath)]) expect(stored).not.toContain(left)
    for (const other of ['FM7K4-2X9Q', 'other-link']) expect(stored.includes(other)).toBe(isKnown)
  })

  it('is replaced by that of the next link, and a tab of before does nothing to the other record', async () => {
    const [first, second] = [await register('investor_crypto'), await register('investor_crypto')]
    const page = await openTracking(first.trackingPath)
    await page.getByText(first.reference).first().waitFor()
    const other = await page.context().newPage()
    await other.goto(second.trackingPath ?? '')
    await other.getByText(second.reference).first().waitFor()
    await takeBack(page)
    await page.getByRole('alertdialog').getByText('This could not be taken back.').waitFor()
    expect(await other.getByText('Taken back on').count()).toBe(0)
    // The same tab opens one link after the other, too: the address changes behind its # alone.
    await other.evaluate((path) => window.location.assign(path), first.trackingPath ?? '')
    await other.getByText(first.reference).first().waitFor()
    await expectPath(other, '/track')
  })
})

describe('without scripts', () => {
  it('a reference and its phone number show the status alone', async () => {
    const received = await register('training')
    const page = await stage.newPage({ viewport: phone, scripts: false })
    await page.goto('/track')
    expect(await page.getByText('Loading...').isVisible()).toBe(false)
    // The heading is for everybody where nothing else will come.
    expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.height).toBeGreaterThan(20)
    // Empty boxes are no question: the browser points at the first.
    await page.getByRole('button', { name: 'Show the status' }).click()
    expect(readPath(page)).toBe('/track')
    await page.getByLabel('Reference').fill(received.reference.toLowerCase())
    await page.getByLabel('Phone number').fill('0803 999 9999')
    await page.getByRole('button', { name: 'Show the status' }).click()
    await page.getByText('We found nothing with this reference and this phone number together.').waitFor()
    // A visitor who typed something else reads here, too, what a reference looks like.
    const help = page.locator(`#${await page.getByLabel('Reference').getAttribute('aria-describedby')}`)
    expect(await help.innerText()).toBe('For example FM7K4-2X9Q')
    await page.getByLabel('Phone number').fill('0803 123 4567')
    await page.getByRole('button', { name: 'Show the status' }).click()
    await page.getByText('Status: Pending').waitFor()
    const text = await page.getByRole('main').innerText()
    expect(text).toContain(received.reference)
    expect(text).toMatch(/Next step\s+Add your photo, by your link or in your account\. We are reviewing/)
    expect(text).not.toMatch(/Ada|example\.com|0803/)
  })
})

describe('an application', () => {
  it('shows where it stands, what was sent and what was agreed; secrets are only named', async () => {
    const received = await register('investor_individual')
    const page = await openTracking(received.trackingPath, phone)
    const confirmation = page.locator('.confirmation').first()
    expect(await confirmation.locator('.confirmation-code').innerText()).toBe(received.reference)
    expect(await confirmation.locator('.status').innerText()).toBe('Pending')
    expect(await confirmation.innerText()).toContain('We are reviewing it.')
    // Where it stands and what happened come first; what was sent is folded.
    await page.getByText('We received it').waitFor()
    expect(await page.getByText('Food that is grown here.').isVisible()).toBe(false)
    await openAnswers(page)
    await page.getByText('Food that is grown here.').waitFor()
    const text = await page.getByRole('main').innerText()
    expect(text).toContain('Livestock')
    expect(text.match(/Stored encrypted/g)).toHaveLength(4)
    for (const secret of ['12345678901', '0000014579', 'AB012345678910YZ', '1990-05-05', '5\u00a0May 1990'])
      expect(text).not.toContain(secret)
    await expectSound(page, 'a record')
  })

  it('shows a decision with its reason', async () => {
    const received = await register('investor_corporate')
    await decideRegistration(tracking.admin, received, 'declined', 'We take no more partners this year.')
    const page = await openTracking(received.trackingPath)
    await page.getByText('We take no more partners this year.').waitFor()
    expect(await page.locator('.confirmation .status').first().innerText()).toBe('Declined')
    await expectSound(page, 'a declined record')
  })

  it('shows who looked at a secret, when and why', async () => {
    const received = await register('investor_individual')
    await tracking.sql(
      `insert into public.vault_reveals (person_id, record_type, record_id, field, reason, actor_id, actor_name, actor_role)
          values (private.vault_person_of($1, $2), $1, $2, 'bvn', 'To call the bank about the account', $3, 'Bola Ade', 'finance')`,
      [received.recordType, received.id, tracking.admin.id],
    )
    const page = await openTracking(received.trackingPath)
    await page.getByText('To call the bank about the account').waitFor()
    await page.getByText('Bola Ade (finance) read your BVN').waitFor()
  })

  it('takes a consent back after a question, says that it is stopped, and goes on when it is given again', async () => {
    const received = await register('farmer')
    const page = await openTracking(received.trackingPath, phone)
    await page.getByRole('heading', { name: 'Your photo is missing' }).waitFor()
    const dialog = page.getByRole('alertdialog', { name: 'Your application goes no further' })
    await page.getByRole('button', { name: /^Take back:/ }).click()
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.getByText('Taken back on').count()).toBe(0)
    await takeBack(page)
    await expectToast(page, 'Taken back')
    await page.getByText('Taken back on', { exact: false }).waitFor()
    expect(await page.getByRole('button', { name: 'Take back' }).count()).toBe(0)
    const confirmation = page.locator('.confirmation').first()
    await confirmation.getByText('Stopped by you', { exact: true }).waitFor()
    const stopped = await confirmation.innerText()
    for (const words of ['We are reviewing it.', 'Pending']) expect(stopped).not.toContain(words)
    expect(await page.getByRole('heading', { name: 'Your photo is missing' }).count()).toBe(0)
    await page.getByRole('listitem').filter({ hasText: 'You stopped it' }).waitFor()
    await expectSound(page, 'a stopped record')
    await page.getByRole('button', { name: /^Agree again:/ }).click()
    await expectToast(page, 'Agreed again')
    await page.getByRole('listitem').filter({ hasText: 'You agreed again' }).waitFor()
    await confirmation.getByText('We are reviewing it.').waitFor()
    expect(await confirmation.getByText('Stopped by you', { exact: true }).count()).toBe(0)
    await page.getByRole('heading', { name: 'Your photo is missing' }).waitFor()
  })

  it('gives everything that is stored to read, as PDF and as one file, secrets masked', async () => {
    const received = await register('investor_individual')
    const page = await openTracking(received.trackingPath, phone)
    await page.getByRole('button', { name: 'Read it here' }).click()
    const report = page.getByRole('article', { name: dataReportTitle })
    await report.getByRole('heading', { name: `Your registration ${received.reference}` }).waitFor()
    await report.getByText(withheldReasons.guest).first().waitFor()
    // Also in what is folded.
    expect(await report.textContent()).not.toContain(String(goodRegistrations.investor_individual.bvn))
    await expectSound(page, 'all that we keep')
    const save = async (name: string) => {
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      return downloading
    }
    const pdf = await save('Save as PDF')
    expect(pdf.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.pdf$/)
    await expect.poll(() => report.count()).toBe(0)
    const file = await save('Save the data file (JSON)')
    expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
    const text = await readText(await file.createReadStream())
    expect(text).toContain(String(goodRegistrations.investor_individual.fullName))
    expect(text).not.toContain(String(goodRegistrations.investor_individual.bvn))
  })
})

describe('a request to correct', () => {
  it('asks for what was marked, with the notes; the answer is checked, sent once, and the request is closed', async () => {
    const received = await register('investor_individual')
    await requestCorrection(
      received,
      [
        { field: 'phone', note: 'This number does not ring.' },
        { field: 'idNumber', note: 'The office does not know this number.' },
      ],
      'Two things, please.',
    )
    const page = await openTracking(received.trackingPath, phone)
    const form = page.getByRole('form', { name: 'Correction' })
    await form.getByText('Two things, please.').waitFor()
    await form.getByText('This number does not ring.').waitFor()
    expect(await page.locator('#correction-phone').inputValue()).toBe('+2348031234567')
    expect(await page.locator('#correction-idNumber').inputValue()).toBe('')
    expect(await page.locator('#correction-fullName').count()).toBe(0)
    await expectSound(page, 'a correction')
    await page.locator('#correction-phone').fill('0803 12')
    await form.getByRole('button', { name: 'Send correction' }).click()
    await page.locator('.summary').waitFor()
    expect(await page.locator('.summary a').allInnerTexts()).toEqual([
      'Phone number must be at least 10 digits',
      'ID number is required',
    ])
    await page.locator('#correction-phone').fill('0803 765 4321')
    await page.locator('#correction-idNumber').fill('12345678902')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('12345678902')
    await page.reload()
    await expect.poll(() => page.locator('#correction-phone').inputValue()).toBe('0803 765 4321')
    expect(await page.locator('#correction-idNumber').inputValue()).toBe('')
    await page.locator('#correction-idNumber').fill('12345678902')
    await form.getByRole('button', { name: 'Send correction' }).click()
    await expectToast(page, 'Correction sent', 'We are looking at it again.')
    await form.waitFor({ state: 'detached' })
    await page.getByText('You sent your correction').waitFor()
    await openAnswers(page)
    await page.getByText('+2348037654321').waitFor()
    const rows = await tracking.sql(
      'select version from public.registration_submissions where record_id = $1 order by version',
      [received.id],
    )
    expect(rows).toEqual([{ version: 1 }, { version: 2 }])
  })
})

describe('what nobody requested to correct', () => {
  it('is changed by its owner, one group at a time, also over a line that breaks; before and after are said', async () => {
    const received = await register('farmer')
    const page = await openTracking(received.trackingPath, phone)
    const form = page.getByRole('form', { name: 'Change: Your farm' })
    await openAnswers(page)
    await page.getByRole('button', { name: 'Change Your farm' }).click()
    await page.locator('#correction-farmName').waitFor()
    expect(await page.locator('#correction-farmName').inputValue()).toBe('Obi Farm')
    expect(await page.locator('#correction-goals').count()).toBe(0)
    await expectSound(page, 'a change')
    // Left as it was: the eyes go back to where they were.
    await form.getByRole('button', { name: 'Leave it as it was' }).click()
    const change = page.getByRole('button', { name: 'Change Your farm' })
    await expect.poll(() => change.evaluate((element) => element === document.activeElement)).toBe(true)
    await change.click()
    // With something typed it asks first.
    await page.locator('#correction-farmName').fill('Obi and Daughters')
    await form.getByRole('button', { name: 'Leave it as it was' }).click()
    const question = page.getByRole('alertdialog', { name: 'What you typed here is deleted' })
    await question.getByRole('button', { name: 'Keep it' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await page.locator('#correction-farmName').inputValue()).toBe('Obi and Daughters')
    await form.getByRole('button', { name: 'Leave it as it was' }).click()
    await question.getByRole('button', { name: 'Delete it' }).click()
    await expect.poll(() => change.evaluate((element) => element === document.activeElement)).toBe(true)
    await change.click()
    expect(await page.locator('#correction-farmName').inputValue()).toBe('Obi Farm')
    const farmSize = page.locator('#correction-farmSize')
    const size = await farmSize.inputValue()
    await farmSize.selectOption('')
    await form.getByRole('button', { name: 'Send change' }).click()
    await form.locator('.summary').waitFor()
    // What is mended is no longer called wrong.
    await farmSize.selectOption(size)
    await form.locator('.summary').waitFor({ state: 'detached' })
    await page.locator('#correction-farmName').fill('Obi Farms')
    stage.expectError(/ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(true)
    await form.getByRole('button', { name: 'Send change' }).click()
    await form.getByText('Your change was not confirmed.').waitFor()
    expect(await page.locator('#correction-farmName').inputValue()).toBe('Obi Farms')
    await page.context().setOffline(false)
    await page.reload()
    // What was begun is in sight, and says so.
    await page.getByRole('button', { name: 'Go on with your change Your farm' }).click()
    await expect.poll(() => page.locator('#correction-farmName').inputValue()).toBe('Obi Farms')
    await form.getByRole('button', { name: 'Send change' }).click()
    const heading = page.getByRole('heading', { name: 'We have your change' })
    await heading.waitFor()
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
    const said = page.locator('.notice').filter({ has: heading })
    expect((await said.innerText()).replace(/\s+/g, ' ')).toContain(
      'Farm name Before: Obi Farm → Now: Obi Farms',
    )
    await expect.poll(() => page.getByText('Obi Farms').count()).toBe(2)
    await change.waitFor()
    await expectSound(page, 'a change that was sent')
  })

  it('in two windows: the second shows what the first stored, keeps what was typed, and is sent then', async () => {
    const received = await register('farmer')
    const page = await openTracking(received.trackingPath, phone)
    await openAnswers(page)
    await page.getByRole('button', { name: 'Change Your farm' }).click()
    const form = page.getByRole('form', { name: 'Change: Your farm' })
    await page.locator('#correction-farmName').fill('Obi Farms')
    const { dateOfBirth: _, ...answers } = goodRegistrations.farmer
    const elsewhere = await tracking.applicant.call(
      'POST',
      registrationPaths.trackChange,
      {
        answers: { ...answers, farmSize: '1-5' },
        idempotencyKey: crypto.randomUUID(),
        consents: [],
        version: 1,
      },
      { [trackingTokenHeader]: tokenOf(received.trackingPath) },
    )
    expect(elsewhere.status).toBe(200)
    await form.getByRole('button', { name: 'Send change' }).click()
    await form.getByText('perhaps in another window', { exact: false }).waitFor()
    expect(await page.locator('#correction-farmName').inputValue()).toBe('Obi Farms')
    const size = page.locator('#correction-farmSize')
    await expect.poll(() => size.inputValue()).toBe('1-5')
    await page.getByText('You changed your answers').waitFor()
    // What is scrolled under the bar counts as covered.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectSound(page)
    await form.getByRole('button', { name: 'Send change' }).click()
    await page.getByRole('heading', { name: 'We have your change' }).waitFor()
    const rows = await tracking.sql('select farm_name, farm_size_code from public.farmers where id = $1', [
      received.id,
    ])
    expect(rows).toEqual([{ farm_name: 'Obi Farms', farm_size_code: '1-5' }])
  })

  it('beside a correction takes a code as well', async () => {
    const email = `${randomBytes(8).toString('hex')}@example.com`
    const received = await register('investor_individual', {
      ...goodRegistrations.investor_individual,
      email,
    })
    // The BVN was not asked for when it was sent.
    await tracking.sql(`delete from app_vault.secrets where record_id = $1 and field = 'bvn'`, [received.id])
    await requestCorrection(received, [{ field: 'occupation', note: 'Which one?' }])
    const page = await openTracking(received.trackingPath, phone)
    const form = page.getByRole('form', { name: 'Correction' })
    await page.locator('#correction-occupation').fill('Agronomist')
    await form.getByRole('button', { name: 'Send correction' }).click()
    await page.locator('#correction-bvn').fill('12345678901')
    await form.getByRole('button', { name: 'Send correction' }).click()
    await form.getByRole('heading', { name: 'One step more: a code' }).waitFor()
    await expectSound(page)
    const code = await mailedCode(form, email)
    await page.locator('#correction-code').fill(code)
    await form.getByRole('button', { name: 'Send correction' }).click()
    await expectToast(page, 'Correction sent', 'We are looking at it again.')
  })

  it('as a bank account takes a code to the old contact, which hears of it', async () => {
    const email = `${randomBytes(8).toString('hex')}@example.com`
    const received = await register('investor_individual', {
      ...goodRegistrations.investor_individual,
      email,
    })
    const page = await openTracking(received.trackingPath, phone)
    await openAnswers(page)
    await page.getByRole('button', { name: 'Change Bank and identity' }).click()
    const form = page.getByRole('form', { name: 'Change: Bank and identity' })
    expect(await page.locator('#correction-accountNumber').inputValue()).toBe('')
    await page.locator('#correction-accountNumber').fill('0000024576')
    await form.getByRole('button', { name: 'Send change' }).click()
    await form.getByRole('heading', { name: 'One step more: a code' }).waitFor()
    await expectSound(page, 'a code before a change')
    const code = await mailedCode(form, email)
    await page.locator('#correction-code').fill(code === '000000' ? '000001' : '000000')
    await form.getByRole('button', { name: 'Send change' }).click()
    await page.locator('.summary').getByText('This code is not right').waitFor()
    await page.locator('#correction-code').fill(code)
    await form.getByRole('button', { name: 'Send change' }).click()
    await page.getByRole('heading', { name: 'We have your change' }).waitFor()
    await page.getByText('••••••4576').waitFor()
    await page.getByText('We also write to the contact that we had before', { exact: false }).waitFor()
    expect((await waitForMail(stage.app, email, /Something was changed/)).text).toContain('Account number')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('0000024576')
  })

  it('of a person whom no code reaches any more is reported to staff, and what was typed stays', async () => {
    const received = await register('investor_individual')
    const page = await openTracking(received.trackingPath, phone)
    await openAnswers(page)
    await page.getByRole('button', { name: 'Change Bank and identity' }).click()
    const form = page.getByRole('form', { name: 'Change: Bank and identity' })
    await page.locator('#correction-accountNumber').fill('0000024576')
    await form.getByRole('button', { name: 'Send change' }).click()
    await form.getByText('Nothing reaches you there any more?', { exact: false }).waitFor()
    await form.getByRole('button', { name: 'Tell us what is wrong' }).click()
    const box = page
      .getByRole('form', { name: 'Message to the company' })
      .getByRole('textbox', { name: /^Message/ })
    await expect.poll(() => box.inputValue()).toBe(`About ${received.reference}, Bank and identity: `)
    expect(await page.locator('#correction-accountNumber').inputValue()).toBe('0000024576')
  })

  it('as a phone number, with neither e-mail nor texts, is reported to staff with its reference', async () => {
    const { email: _, ...answers } = goodRegistrations.farmer
    const received = await register('farmer', { ...answers, noEmail: true })
    const page = await openTracking(received.trackingPath, phone)
    await openAnswers(page)
    await page.getByRole('button', { name: 'Change You', exact: true }).click()
    const form = page.getByRole('form', { name: 'Change: You' })
    await form.getByText('our staff change that with you', { exact: false }).waitFor()
    expect(await page.locator('#correction-phoneNumber').count()).toBe(0)
    await form.getByRole('button', { name: 'Tell us what is wrong' }).click()
    const message = page.getByRole('form', { name: 'Message to the company' })
    const box = message.getByRole('textbox', { name: /^Message/ })
    await box.waitFor()
    expect(await box.inputValue()).toBe(`About ${received.reference}, You: `)
    await expectSound(page)
    // What it begins with says nothing yet.
    await message.getByRole('button', { name: 'Send message' }).click()
    await message.locator('.summary', { hasText: 'Tell us what is wrong' }).waitFor()
    // It is about this record, whatever becomes of what it begins with.
    await box.fill('My number is a new one.')
    await message.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Thank you. We have your message and will answer it.').waitFor()
    const messages = 'select name, phone, message from public.contact_messages where about_reference = $1'
    const rows = await tracking.sql(messages, [received.reference])
    expect(rows).toEqual([{ name: 'Ada Obi', phone: '+2348031234567', message: 'My number is a new one.' }])
  })

  it('stays as it is where it is decided', async () => {
    const received = await register('investor_corporate')
    await decideRegistration(tracking.admin, received, 'declined', 'We take no more partners this year.')
    const page = await openTracking(received.trackingPath)
    await openAnswers(page)
    await page.getByText('A cold store in Keffi.').waitFor()
    expect(await page.getByRole('button', { name: /^Change/ }).count()).toBe(0)
    await page.getByText('Something wrong? Tell us').waitFor()
  })
})
