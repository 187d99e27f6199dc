/** The farmer form in a browser: every sentence, by keyboard, on every screen, and one record. */
import { describe, expect, it } from 'vitest'
import { farmerMessages } from '#domain/registrations/farmers.ts'
import { forgetSentWords, plainFormSentWords } from '#domain/registrations/plain-form-words.ts'
import { plainFormPaths } from '#domain/registrations/plain-forms.ts'
import { expectPath, holdCall, waitForMail } from '../actions.ts'
import { expectFits, expectSound } from '../expect-sound.ts'
import { isLong, phone, useStage } from '../stage.ts'
import { enterAnswers, passSteps } from './pass-steps.ts'
import {
  answer,
  fillSteps,
  goOn,
  makePhoto,
  openForm,
  readProblems,
  sendForm,
  uploadPhoto,
} from './registration-actions.ts'
import {
  aims,
  type FarmerRow,
  farm,
  farmer,
  newYou,
  passToReview,
  place,
  query,
  readStored,
  rememberSent,
  trainingSteps,
  withoutPlace,
  withoutYou,
  you,
} from './registration-farmer.ts'

const stage = useStage()

describe('the farmer form', () => {
  it('says what to correct on every step, in its own words, and leads to the field', async () => {
    const page = await stage.newPage()
    await openForm(page, '/farmer-registration')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await readProblems(page)).toEqual(withoutYou)
    await page.locator('.summary').getByRole('link', { name: 'Date of birth is required' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('farmer-dateOfBirth')
    await answer(page, 'farmer', you)
    // A double tap is one step to go back from.
    await page.getByRole('button', { name: 'Continue' }).dblclick()
    await page.getByRole('heading', { level: 2, name: 'Where you live' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 2, name: 'You', exact: true }).waitFor()
    await goOn(page, 'Where you live')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await readProblems(page)).toEqual(withoutPlace)
    await answer(page, 'farmer', place)
    await goOn(page, 'Your farm')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await readProblems(page)).toEqual([
      'Please select farm size',
      'Please select farming experience',
      'Please select crop types',
      'Please select farming methods',
    ])
    expect(await page.locator('#farmer-otherCrops').count()).toBe(0)
    await answer(page, 'farmer', { ...farm, cropTypes: ['Yam', 'Other'], otherCrops: 'Tiger nuts' })
    await goOn(page, 'Your aims')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await readProblems(page)).toEqual(['Please describe your farming goals'])
    await answer(page, 'farmer', aims)
    await goOn(page, 'A photo of you')
    await page.getByRole('button', { name: 'Check your answers' }).click()
    expect(await readProblems(page)).toEqual(['Selfie is required for verification'])
    await uploadPhoto(page)
    await goOn(page, 'Check and send')
    await page.locator('.review').getByText('Tiger nuts').waitFor()
    expect(await page.locator('#farmer-acceptTerms').isChecked()).toBe(false)
    await farmer.submit(page)
    expect(await readProblems(page)).toEqual(['You must accept the terms and conditions'])
  })

  it('refuses a birth date that cannot be one, and politely who is under 18', async () => {
    const page = await stage.newPage()
    await openForm(page, '/farmer-registration')
    await enterAnswers(page, 'farmer', you)
    const underAge = `${new Date().getFullYear() - 17}-01-01`
    for (const [dateOfBirth, sentence] of [
      ['1990-02-30', 'Please enter a valid date of birth'],
      ['90-03-09', 'Write the year with four figures, for example 1990'],
      ['2999-01-01', 'Date of birth cannot be in the future'],
      ['1800-01-01', 'Please check the year of birth'],
      [
        underAge,
        'You must be at least 18 years old to register. Please ask a parent or guardian to register, or contact us.',
      ],
    ] as const) {
      await answer(page, 'farmer', { dateOfBirth })
      await page.getByRole('button', { name: 'Continue' }).click()
      expect(await readProblems(page)).toEqual([sentence])
    }
  })

  it('leaves the focus on what was ticked, also where a question before it goes and comes again', async () => {
    const page = await stage.newPage({ viewport: phone })
    for (const [path, form] of [
      ['/farmer-registration', 'farmer'],
      ['/poultry-training', 'training'],
    ] as const) {
      await openForm(page, path)
      const tick = page.locator(`#${form}-noEmail`)
      const email = page.locator(`#${form}-email`)
      const isFocused = () => tick.evaluate((box) => box === document.activeElement)
      await email.waitFor()
      await tick.focus()
      await page.keyboard.press('Space')
      await email.waitFor({ state: 'detached' })
      expect([await tick.isChecked(), await isFocused()]).toEqual([true, true])
      await page.keyboard.press('Space')
      await email.waitFor()
      expect([await tick.isChecked(), await isFocused()]).toEqual([false, true])
    }
  })

  it('begins with what a user came for, which they may change, and the desk learns of it', async () => {
    const page = await stage.newPage()
    await page.goto('/rural-education')
    await page.locator('html[data-live]').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Enroll Now', exact: true }).first().click()
    await page.locator('.long-form-step button[type=submit]:enabled').waitFor()
    const who = newYou()
    await passSteps(page, 'farmer', { ...who, ...place, ...farm }, 'Your aims')
    const goals = page.locator('#farmer-goals')
    await expect.poll(() => goals.inputValue()).toBe('I want to take part in: rural education.')
    await goals.fill('I want to take part in: rural education. And to keep bees.')
    await goOn(page, 'A photo of you')
    // What was typed is not overwritten by the same button.
    await openForm(page, '/farmer-registration?interest=rural-education')
    await passToReview(page, { ...who, ...place, ...farm })
    await page.locator('#farmer-acceptTerms').check()
    await farmer.submit(page)
    await farmer.done(page).waitFor()
    expect(await farmer.find(stage, who.email)).toMatchObject([
      { goals: 'I want to take part in: rural education. And to keep bees.' },
    ])
  })

  it('is stored once however often one taps, answered with reference and link, stands in no address, and leads home', async () => {
    const page = await stage.newPage({ viewport: phone })
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(decodeURIComponent(request.url())))
    const who = newYou()
    await farmer.fill(page, who)
    await page.locator('#farmer-acceptTerms').check()
    const call = await holdCall(page, '**/registrations/farmer')
    await page.getByRole('button', { name: 'Submit Bio Data' }).dblclick()
    const busy = page.getByRole('button', { name: 'Submitting...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    call.release()
    await farmer.done(page).waitFor()
    const farmers = await farmer.find(stage, who.email)
    expect(farmers).toMatchObject([
      {
        status: 'pending',
        user_id: null,
        contact_name: 'Ada Obi',
        phone: '+2348031234567',
        location: 'Keffi, Nasarawa',
        crops_grown: ['Maize', 'Yam'],
      },
    ])
    expect(await page.locator('.confirmation-code').innerText()).toBe(farmers[0]?.reference)
    await page.getByText('Your photo has arrived.').waitFor()
    expect((await farmer.find(stage, who.email))[0]?.has_photo).toBe(true)
    expect(await page.getByRole('link', { name: 'Follow your registration' }).getAttribute('href')).toMatch(
      /^\/track#\S{20,}$/,
    )
    expect(await readStored(page)).not.toContain('Ada Obi')
    // Ports, identifiers, tokens and the names of built files hold any figures and letters by chance.
    const reported = addresses
      .map((address) => address.replace(new URL(address).origin, ''))
      .filter((path) => !path.startsWith('/assets/'))
      .map((path) => path.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\btoken=[\w.-]+/g, ''))
    for (const secret of [who.email, 'Ada', '1990', '0803'])
      expect(reported.filter((address) => address.includes(secret))).toEqual([])
    await expectSound(page)
    await page.getByRole('button', { name: 'OK' }).click()
    await expectPath(page, '/')
    await waitForMail(stage.app, who.email, /./)
    const consents = await query<{ purpose: string; is_given: boolean }>(
      stage,
      'select purpose, is_given from public.consents where record_id = (select id from public.farmers where contact_email = $1)',
      [who.email],
    )
    expect(consents).toEqual([{ purpose: 'terms', is_given: true }])
  })

  it('takes a person without e-mail, from the door at home to the form, and from home back to the status', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto('/')
    await page.locator('.doors a', { hasText: 'I farm' }).click()
    await page.locator('.long-form-step button[type=submit]:enabled').waitFor()
    const { email: _none, ...rest } = you
    await answer(page, 'farmer', { ...rest, phoneNumber: '0806 765 4321', noEmail: true })
    await expect.poll(() => page.locator('#farmer-email').count()).toBe(0)
    await goOn(page, 'Where you live')
    await passToReview(page, { ...place, ...farm, ...aims })
    await page.locator('#farmer-acceptTerms').check()
    await farmer.submit(page)
    await farmer.done(page).waitFor()
    const rows = await query<FarmerRow>(stage, 'select * from public.farmers where phone = $1', [
      '+2348067654321',
    ])
    expect(rows).toMatchObject([{ contact_email: null, contact_name: 'Ada Obi' }])
    const reference = rows[0]?.reference ?? ''

    // The ways back stand before everything else, in the first screen.
    const follow = page.getByRole('link', { name: 'Follow your registration' })
    const { bottom } = await follow.evaluate((link) => link.getBoundingClientRect().toJSON())
    expect(bottom).toBeLessThan(phone.height)
    const link = await follow.getAttribute('href')
    const whatsApp = page.getByRole('link', { name: 'Send to WhatsApp' })
    const message = new URL((await whatsApp.getAttribute('href')) ?? '')
    expect([message.host, await whatsApp.getAttribute('target')]).toEqual(['wa.me', '_blank'])
    expect(message.searchParams.get('text')).toContain(reference)
    expect(message.searchParams.get('text')).toContain(stage.app.url + link)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as picture' }).click()
    expect((await download).suggestedFilename()).toBe(`${reference}.png`)
    await page.locator('.confirmation-page').getByText('within 2 days', { exact: false }).waitFor()
    await expectSound(page, 'a confirmation')

    // The device remembers it, without its link.
    await page.getByRole('button', { name: 'OK' }).click()
    await expectPath(page, '/')
    const line = page.locator('[data-sent]')
    await line.getByText(`You sent ${reference} on `, { exact: false }).waitFor()
    const remembered = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(remembered).toContain(reference)
    expect(remembered).not.toContain(link?.slice('/track#'.length))
    await page.reload()
    await expectSound(page, 'a home that remembers')
    await line.getByRole('link', { name: 'Follow it' }).click()
    await expectPath(page, '/track')
    await expect.poll(() => page.locator('#reference').inputValue()).toBe(reference)
    await page.locator('#phone').fill('0806 765 4321')
    await page.getByRole('button', { name: 'Show the status' }).click()
    await page.getByText('Status: Pending').waitFor()
    await page.getByText('We have no email address of yours', { exact: false }).waitFor()
    expect(await page.getByRole('button', { name: 'Send me my link' }).count()).toBe(0)
  })

  it('is warned of the same form sent today, sends another one all the same, and forgets it on one tap', async () => {
    const page = await stage.newPage({ viewport: phone })
    const other = newYou()
    const reference = await rememberSent(page, stage)
    await farmer.fill(page, other)
    await page.getByText(`You sent ${reference} today.`).waitFor()
    await page.locator('#farmer-acceptTerms').check()
    await farmer.submit(page)
    const question = page.getByRole('alertdialog', {
      name: 'We have a registration from this phone from today',
    })
    await question.waitFor()
    await expectSound(page, 'the same form sent today')
    expect(await question.getByRole('link', { name: 'Follow it' }).getAttribute('href')).toMatch(/^\/track#/)
    expect(await farmer.find(stage, other.email)).toEqual([])
    await question.getByRole('button', { name: 'Send another one' }).click()
    await farmer.done(page).waitFor()
    expect(await farmer.find(stage, other.email)).toHaveLength(1)

    // A browser that does not let us copy says so, and the link stands there to be copied by hand.
    const link = await page.getByRole('link', { name: 'Follow your registration' }).getAttribute('href')
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.getByRole('button', { name: 'Copy link' }).click()
    const byHand = page.getByLabel('The link, to copy by hand')
    await expect.poll(() => byHand.evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await byHand.inputValue()).toBe(new URL(link ?? '', stage.app.url).href)
    expect(
      await byHand.evaluate((box: HTMLInputElement) =>
        box.value.slice(box.selectionStart ?? 0, box.selectionEnd ?? 0),
      ),
    ).toBe(await byHand.inputValue())
    await page.getByText('Your browser did not let us copy it.').waitFor()
    await expectSound(page, 'a confirmation')

    const remembered = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
    const second = await page.locator('.confirmation-code').innerText()
    await page.getByRole('button', { name: 'Not my phone: forget it' }).press('Enter')
    await page
      .getByText('This phone has forgotten every reference that was sent from it. Write this one down', {
        exact: false,
      })
      .waitFor()
    for (const gone of [reference, second]) expect(await remembered()).not.toContain(gone)
    const undo = page.getByRole('button', { name: 'Undo' })
    expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true)
    await undo.press('Enter')
    await page.getByText('This device remembers').waitFor()
    for (const back of [reference, second]) expect(await remembered()).toContain(back)

    await page.getByRole('button', { name: 'OK' }).click()
    await expectPath(page, '/')
    await page.getByRole('button', { name: 'Not my phone: forget it' }).click()
    await expect.poll(() => page.locator('[data-sent]').isVisible()).toBe(false)
    expect(await remembered()).not.toContain(reference)
    // One tap ends nothing for good: it says what it did, to everyone, and is taken back as long as the page is open.
    const said = page.getByText('This phone has forgotten every reference that was sent from it.')
    await expect.poll(() => said.evaluate((text) => text.closest('p') === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('[data-sent]').getByText(`You sent `).waitFor()
    expect(await remembered()).toContain(reference)
    expect(await said.count()).toBe(0)
    await page.getByRole('button', { name: 'Not my phone: forget it' }).click()
    await said.waitFor()
    await page.reload()
    expect(await said.count()).toBe(0)
    expect(await page.locator('[data-sent]').isVisible()).toBe(false)
    expect(await remembered()).not.toContain(reference)
  })

  it('is confirmed though the line breaks as soon as it is sent', async () => {
    const page = await stage.newPage({ viewport: phone })
    const who = newYou()
    await farmer.fill(page, who)
    await page.locator('#farmer-acceptTerms').check()
    // The service worker, too, may be requested just then.
    stage.expectError(/ERR_INTERNET_DISCONNECTED|when fetching the script/)
    await page.route('**/registrations/farmer', async (route) => {
      const response = await route.fetch()
      await page.context().setOffline(true)
      await route.fulfill({ response })
    })
    await farmer.submit(page)
    await farmer.done(page).waitFor()
    const rows = await farmer.find(stage, who.email)
    expect(await page.locator('.confirmation-code').innerText()).toBe(rows[0]?.reference)
    const again = page.getByRole('button', { name: 'Send photo again' })
    await again.waitFor()
    await page.getByRole('button', { name: 'Save as picture' }).click()
    await page.getByText('The picture could not be saved.', { exact: false }).waitFor()
    await expectSound(page, 'a photo that did not arrive')
    await page.context().setOffline(false)
    await again.click()
    await page.getByText('Your photo has arrived.').waitFor()
  })

  it('can be filled in and sent with the keyboard alone on a small phone', async () => {
    const page = await stage.newPage({ viewport: phone })
    const who = newYou()
    await openForm(page, '/farmer-registration')
    const type = async (text: string) => {
      await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await page.locator('#farmer-fullName').focus()
    await page.keyboard.type('Ada Obi')
    await type('0803 123 4567')
    await type(who.email)
    await page.keyboard.press('Tab') // no e-mail: left alone
    for (const part of ['9', '3', '1990']) await type(part)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    /** The next step, from whose heading Tab goes on. */
    const expectStep = async (name: string) => {
      const heading = page.getByRole('heading', { level: 2, name })
      await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    await expectStep('Where you live')
    await type('12 Farm Road')
    await type('Keffi')
    await type('Nas')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectStep('Your farm')
    await type('Upper Field')
    await type('6')
    await type('2')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.locator('[name=farmingMethods]').first().focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expectStep('Your aims')
    await page.keyboard.press('Tab')
    await type('Two more acres under maize.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectStep('A photo of you')
    await page.getByRole('button', { name: 'Upload Photo' }).waitFor()
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(await makePhoto())
    await page.getByRole('button', { name: 'Remove photo' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Remove photo')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectStep('Check and send')
    await page.locator('#farmer-acceptTerms').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await farmer.done(page).waitFor()
    await expect
      .poll(() => farmer.done(page).evaluate((heading) => heading === document.activeElement))
      .toBe(true)
    await page.keyboard.press('Tab')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Follow your registration')
    await page.getByRole('button', { name: 'OK' }).focus()
    await page.keyboard.press('Enter')
    await expectPath(page, '/')
    expect(await farmer.find(stage, who.email)).toMatchObject([{ farm_name: 'Upper Field' }])
  })

  it('goes one step back with the browser, changes one answer from the last page, and loses nothing on a trip', async () => {
    const page = await stage.newPage()
    await farmer.fill(page, newYou())
    await page.goBack()
    await page.getByRole('heading', { level: 2, name: 'A photo of you' }).waitFor()
    await page.goForward()
    await page.getByRole('button', { name: 'Change Where you live' }).click()
    expect(await page.locator('#farmer-city').inputValue()).toBe('Keffi')
    await page.locator('#farmer-city').fill('Lafia')
    await goOn(page, 'Check and send')
    await page.locator('.review').getByText('Lafia').waitFor()
    await page.locator('.review').getByText('9 March 1990').waitFor()
    await page.locator('.review').getByText('6 to 10 acres').waitFor()
    await page.locator('.site-head, header').first().getByRole('link', { name: 'Home', exact: true }).click()
    await expectPath(page, '/')
    await page.goBack()
    await page.locator('.review').getByText('9 March 1990').waitFor()
    await page.locator('.review-photo').waitFor()
  })

  it('is sent from one page where there are no scripts, keeps what was typed, and says how the photo follows', async () => {
    const page = await stage.newPage({ viewport: phone, scripts: false })
    const note = page.locator('.long-form > noscript .notice')
    await page.goto('/investor-form/corporate')
    await note.getByText('because your answers are prepared on your own device', { exact: false }).waitFor()
    await page.goto('/farmer-registration')
    // It is the first line of the form, with ways to reach a user, and not what comes after the last question.
    const readTop = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0
    const top = await readTop('.long-form > noscript .notice')
    expect(top).toBeGreaterThan(0)
    for (const selector of ['.before-begin', '.long-form .progress', '.long-form-step h2', '.long-form-step'])
      expect(await readTop(selector), selector).toBeGreaterThan(top)
    await note.getByRole('link', { name: 'All ways to reach us' }).waitFor()
    expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Fill in the one-page form instead' }).click()
    await expectPath(page, '/forms/farmer')
    // The foot is short, as on the form in steps: whom to ask, and nothing else.
    expect(await page.locator('.foot-help').isVisible()).toBe(true)
    expect(await page.locator('.foot-grid nav').first().isVisible()).toBe(false)
    // What to have ready and what comes next stand here too; the photo follows by the link.
    await page.getByText('Before you begin').click()
    const ready = page.getByRole('complementary', { name: 'Before you begin' }).getByRole('listitem')
    expect(await ready.allInnerTexts()).toEqual([
      'Your phone number; an email address only if you have one',
      'About how big your farm is, and what grows there',
    ])
    await page.getByRole('complementary', { name: 'What happens next' }).waitFor()
    const who = newYou()
    const submit = page.getByRole('button', { name: 'Submit Bio Data' })
    await enterAnswers(page, 'farmer', who)
    await submit.click()
    await expectPath(page, '/forms/farmer')
    await page.locator('.summary').getByRole('link', { name: 'City is required' }).waitFor()
    expect(await page.locator('#farmer-fullName').inputValue()).toBe(who.fullName)
    expect(await page.locator('#farmer-dateOfBirth').inputValue()).toBe('')
    await page
      .locator('.summary')
      .getByRole('link', { name: 'Date of birth: please give it once more' })
      .click()
    await answer(page, 'farmer', { dateOfBirth: you.dateOfBirth ?? '', ...place, ...farm, ...aims })
    await page.locator('#farmer-acceptTerms').check()
    await submit.click()
    await expectPath(page, '/forms/farmer/sent')
    await page.getByRole('heading', { level: 1, name: farmerMessages.submitted }).waitFor()
    await page.getByText('Your registration is safe, but your photo is missing.').waitFor()
    await page.getByRole('listitem').getByText('within 2 days', { exact: false }).waitFor()
    const [record] = await farmer.find(stage, who.email)
    expect(record).toMatchObject({ has_photo: false, crops_grown: expect.arrayContaining(['Yam', 'Maize']) })
    await page.getByText(record?.reference ?? '', { exact: true }).waitFor()
    // Back leads to the form as it was last shown, and to no page of the browser.
    await page.goBack()
    expect(await page.locator('#farmer-fullName').inputValue()).toBe(who.fullName)
    await page.goForward()
    const link = await page.getByRole('link', { name: 'Follow your registration' }).getAttribute('href')
    // On another phone, with scripts.
    const other = await stage.newPage({ viewport: phone })
    await other.goto(link ?? '')
    await other.getByText('Photo missing').waitFor()
  })
})

describe('on a phone', () => {
  it('the button that cannot be pressed yet says why, until it can be', async () => {
    const page = await stage.newPage({ viewport: phone })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/farmer-registration', { waitUntil: 'commit' })
    const buttons = page.locator('.long-form-buttons')
    const said = () => buttons.evaluate((row) => getComputedStyle(row, '::after').content)
    await expect.poll(said).toContain('once the page has loaded')
    expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
    release()
    await page.locator('.long-form-step button[type=submit]:enabled').waitFor()
    expect(await said()).toBe('none')
  })

  it('every step, with and without errors, can be used by everybody', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openForm(page, '/farmer-registration')
    for (const [index, [, answers]] of farmer.steps.entries()) {
      await page.locator('.long-form-step button[type=submit]').click()
      await readProblems(page)
      await expectSound(page, index ? 'a later step with errors' : 'a first step with errors')
      // The longest answer of each list is chosen, for its width alone.
      await page.locator('.long-form-step select').evaluateAll((lists) => {
        for (const list of lists as HTMLSelectElement[])
          list.value = [...list.options].toSorted((a, b) => b.text.length - a.text.length)[0]?.value ?? ''
      })
      await expectFits(page, `step ${index + 1}`)
      if (answers === 'photo') await uploadPhoto(page)
      else await enterAnswers(page, 'farmer', answers)
      await goOn(page, farmer.steps[index + 1]?.[0] ?? 'Check and send')
    }
    await expectSound(page, 'a review')
    await farmer.submit(page)
    await readProblems(page)
    await expectSound(page, 'a review with errors')
  })

  it('the page after a form without scripts, and its question before it forgets, can be used by everybody', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto(plainFormPaths.farmer)
    await enterAnswers(page, 'farmer', { ...newYou(), ...place, ...farm, ...aims, acceptTerms: true })
    await page.getByRole('button', { name: 'Submit Bio Data' }).click()
    await expectPath(page, '/forms/farmer/sent')
    await expectSound(page, 'a form without scripts that was sent')
    const press = (name: string) => page.getByRole('button', { name }).click()
    await press(plainFormSentWords.forget)
    await expectSound(page, 'what a form without scripts forgets')
    await press(forgetSentWords.keepLabel)
    await page.locator('.confirmation-code').waitFor()
    for (const name of [plainFormSentWords.forget, forgetSentWords.confirmLabel]) await press(name)
    await expectPath(page, '/')
  })

  it.each(Object.values(plainFormPaths))(
    'the page without scripts %s, empty and refused, can be used by everybody',
    async (path) => {
      const page = await stage.newPage({ viewport: phone })
      await page.goto(path)
      await expectSound(page)
      await page.locator('.plain-form button[type=submit]').click()
      await page.locator('.summary').waitFor()
      await expectSound(page, 'a form without scripts, refused')
    },
  )

  if (isLong) {
    it.each([
      ['the farmer form', '/farmer-registration', 'farmer', farmer.steps, 'Submit Bio Data'],
      ['the training enrolment', '/poultry-training', 'training', trainingSteps, 'Submit Enrolment'],
    ] as const)('%s is sent with a photo of the camera', async (_form, path, form, steps, label) => {
      const page = await stage.newPage({ viewport: phone, camera: true })
      await openForm(page, path)
      await fillSteps(page, form, [['You', newYou()], ...steps.slice(1, -1)], 'A photo of you')
      await page.getByRole('button', { name: 'Take Selfie' }).click()
      await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
      await page.getByRole('button', { name: 'Capture Photo' }).click()
      await page.getByRole('button', { name: 'Remove photo' }).waitFor()
      await goOn(page, 'Check and send')
      await expectSound(page)
      await answer(page, form, { acceptTerms: true })
      await sendForm(page, label)
      await page.getByText('Your photo has arrived.').waitFor()
      await expectSound(page)
    })
  }
})
