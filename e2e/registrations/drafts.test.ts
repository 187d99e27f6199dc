/** What is typed into a long form: saved through reloads and lost connections, discarded on request, sent once. */
import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { partFailed } from '#domain/registrations/long-form-words.ts'
import { registrationForms } from '#domain/registrations/registrations.ts'
import { within } from '#tests/harness/within.ts'
import {
  expectPath,
  expectToast,
  holdCall,
  openAuth,
  signIn,
  signOutQuestion,
  waitForToastPlace,
} from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'
import { enterAnswers, passSteps } from './pass-steps.ts'
import { type Answers, answer, goOn, openForm, readProblems, uploadPhoto } from './registration-actions.ts'
import { aims, farm, farmer, newYou, place, query, readStored, you } from './registration-farmer.ts'

const stage = useStage()

/** What the next person on this device could find. */
const readDevice = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }))

describe('what was typed', () => {
  it('survives a reload, except what must lie on no device', async () => {
    const page = await stage.newPage()
    const who = newYou()
    await farmer.fill(page, who)
    await expect.poll(() => readStored(page)).toContain(who.email)
    const stored = await readStored(page)
    expect(stored).not.toContain('1990-03-09')
    expect(stored).not.toContain('selfie')
    await page.reload()
    await page.getByText('What was typed here before is back.', { exact: false }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Check and send' }).waitFor()
    // What no device stores is named above the form, and marked among the answers before anything is sent.
    await page.getByText('Still to give: Date of birth, Selfie.', { exact: false }).waitFor()
    const wrong = () => page.locator('.review-wrong').allInnerTexts()
    await expect
      .poll(wrong)
      .toEqual([
        expect.stringMatching(/^Date of birth\s+Needed again$/),
        expect.stringMatching(/^Selfie\s+Needed again$/),
      ])
    await page.locator('#farmer-acceptTerms').check()
    await farmer.submit(page)
    expect(await readProblems(page)).toEqual([
      'Date of birth is required',
      'Selfie is required for verification',
    ])
    await page.locator('.summary').getByRole('link', { name: 'Date of birth is required' }).click()
    await page.getByRole('heading', { level: 2, name: 'You', exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('farmer-dateOfBirth')
    expect(await page.locator('#farmer-email').inputValue()).toBe(who.email)
    await answer(page, 'farmer', { dateOfBirth: '1990-03-09' })
    await goOn(page, 'Check and send')
    await page.getByRole('button', { name: 'Change A photo of you' }).click()
    await uploadPhoto(page)
    await goOn(page, 'Check and send')
    expect(await page.locator('.stored-form, .review-wrong').count()).toBe(0)
    await farmer.submit(page)
    await farmer.done(page).waitFor()
  })

  it('is named on the first page and at the top of the form, with the way to the step that is open', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openForm(page, '/farmer-registration')
    await enterAnswers(page, 'farmer', newYou())
    await goOn(page, 'Where you live')
    await page.goto('/')
    await page.getByRole('link', { name: 'Go on with “Farmer Bio Data”' }).click()
    const goOnAtStep = page.getByRole('button', { name: 'Go on at step 2' })
    await goOnAtStep.waitFor()
    const box = await goOnAtStep.boundingBox()
    expect((box?.y ?? phone.height) + (box?.height ?? 0)).toBeLessThan(phone.height)
    await goOnAtStep.click()
    await page.getByRole('heading', { level: 2, name: 'Where you live' }).waitFor()
    expect(await page.locator('.stored-form').count()).toBe(0)
    // The step begins under the header, without a strip of what stood above it.
    const top = await page.evaluate(() => {
      const [form, head] = ['.long-form', '.site-head'].map((selector) =>
        document.querySelector(selector)?.getBoundingClientRect(),
      )
      return Math.round((form?.top ?? 0) - (head?.bottom ?? 0))
    })
    expect(top).toBeGreaterThanOrEqual(0)
    expect(top).toBeLessThanOrEqual(32)
    // From the second step on the hero is its title in one line, and the foot how to reach us.
    const frame = await page.evaluate(() => {
      const heading = document.querySelector('.hero-form h1') as HTMLElement
      const range = document.createRange()
      range.selectNodeContents(heading)
      const isShown = (selector: string) => document.querySelector(selector)?.checkVisibility()
      return {
        lines: new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size,
        isOfTextSize:
          Number.parseFloat(getComputedStyle(heading).fontSize) <=
          Number.parseFloat(getComputedStyle(document.body).fontSize),
        padding: getComputedStyle(document.querySelector('.hero-form .hero-copy') as HTMLElement).paddingTop,
        lead: isShown('.hero-form .lead'),
        footLinks: isShown('.foot-grid nav'),
        footContact: isShown('.foot-help'),
      }
    })
    expect(frame).toEqual({
      lines: 1,
      isOfTextSize: true,
      padding: '8px',
      lead: false,
      footLinks: false,
      footContact: true,
    })
    // It comes after the step when that is loaded again, and stands above it.
    await page.reload()
    await page.locator('.stored-form').waitFor()
    await expect
      .poll(() =>
        page.evaluate(() => {
          const [kept, head] = ['.stored-form', '.site-head'].map((selector) =>
            document.querySelector(selector)?.getBoundingClientRect(),
          )
          return Math.round((kept?.top ?? 0) - (head?.bottom ?? 0))
        }),
      )
      .toBeGreaterThanOrEqual(0)
  })

  it('can be thrown away on a shared phone', async () => {
    const page = await stage.newPage()
    await openForm(page, '/farmer-registration')
    await enterAnswers(page, 'farmer', newYou())
    await goOn(page, 'Where you live')
    await page.reload()
    const startAgain = page.getByRole('button', { name: 'Start again with an empty form' })
    const question = page.getByRole('alertdialog', { name: 'What you typed here is deleted' })
    await startAgain.click()
    await question.getByRole('button', { name: 'Keep it' }).click()
    expect(await readStored(page)).toContain('Ada Obi')
    await startAgain.click()
    await question.getByRole('button', { name: 'Delete it, and start again' }).click()
    await expect.poll(() => page.locator('#farmer-fullName').inputValue()).toBe('')
    expect(await readStored(page)).not.toContain('Ada Obi')
  })

  it('on the phone of someone else is kept in its tab alone, once that is said', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openForm(page, '/farmer-registration')
    await enterAnswers(page, 'farmer', newYou())
    await page.getByText('Kept on this device').waitFor()
    expect(await readDevice(page)).toContain('Ada Obi')
    await page.getByRole('button', { name: 'Not my phone' }).press('Enter')
    await page.getByText('Kept until you close this page').waitFor()
    expect(await readDevice(page)).not.toContain('Ada Obi')
    const undo = page.getByRole('button', { name: 'It is my phone' })
    expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true)
    await expectSound(page, 'a form that is kept in its tab')
    // Nothing of what is typed from then on, and the tab itself finds it again.
    await page.locator('#farmer-fullName').fill('Ada of the other phone')
    await page.reload()
    await expect.poll(() => page.locator('#farmer-fullName').inputValue()).toBe('Ada of the other phone')
    expect(await readDevice(page)).not.toContain('Ada')
    const next = await page.context().newPage()
    await openForm(next, '/farmer-registration')
    expect(await next.locator('#farmer-fullName').inputValue()).toBe('')
    await next.close()
    // Who signs in then finds it said.
    await page.goto('/auth')
    await expect.poll(() => page.getByLabel('This is a shared phone').isChecked()).toBe(true)
    await page.goBack()
    await undo.click()
    await page.getByText('Kept on this device').waitFor()
    expect(await readDevice(page)).toContain('Ada of the other phone')
  })

  it('is found by who signs in then, in the tab alone where that is said to be a shared phone', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openForm(page, '/farmer-registration')
    await enterAnswers(page, 'farmer', { ...newYou(), fullName: 'Ada who typed first' })
    await page.getByText('Kept on this device').waitFor()
    await page.evaluate(() => {
      const sent = { reference: 'FM7K4-2X9Q', kind: 'farmer', sentAt: Date.now() }
      localStorage.setItem('house-draft:sent', JSON.stringify([sent]))
    })
    await openAuth(page, '/auth?next=/farmer-registration')
    const person = await stage.app.newPerson()
    const others = ['house-draft:cart', 'house-draft:checkout-guest']
    await page.evaluate(
      (keys) => keys.forEach((key) => localStorage.setItem(key, '{"of":"the owner"}')),
      others,
    )
    await page.getByLabel('This is a shared phone').check()
    // What was not signed in moves nothing.
    await signIn(page, { ...person, password: 'Not-This-One-2026' })
    await page.getByRole('button', { name: 'Sign in, and forget them' }).click()
    await page.getByText('Invalid email or password').first().waitFor()
    for (const kept of ['Ada who typed first', 'FM7K4-2X9Q']) expect(await readDevice(page)).toContain(kept)
    await signIn(page, person)
    await expectPath(page, '/farmer-registration')
    await expect.poll(() => page.locator('#farmer-fullName').inputValue()).toBe('Ada who typed first')
    await page.reload()
    await expect.poll(() => page.locator('#farmer-fullName').inputValue()).toBe('Ada who typed first')
    for (const left of ['Ada who typed first', 'FM7K4-2X9Q'])
      expect(await readDevice(page)).not.toContain(left)
    expect(await readDevice(page)).toContain('the owner')
  })

  it('in a tab alone is found by who signs in then and says that it is their phone', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openForm(page, '/farmer-registration')
    await enterAnswers(page, 'farmer', { ...newYou(), fullName: 'Ada who typed first' })
    await page.getByRole('button', { name: 'Not my phone' }).click()
    await page.getByText('Kept until you close this page').waitFor()
    await page.evaluate(() => sessionStorage.setItem('house-draft:links', '[{"token":"secret-of-a-link"}]'))
    await openAuth(page, '/auth?next=/farmer-registration')
    await page.getByLabel('This is a shared phone').uncheck()
    await signIn(page, await stage.app.newPerson())
    await expectPath(page, '/farmer-registration')
    await expect.poll(() => page.locator('#farmer-fullName').inputValue()).toBe('Ada who typed first')
    expect(await readDevice(page)).toContain('Ada who typed first')
    // What is of the tab alone stays there.
    expect(await readDevice(page)).not.toContain('secret-of-a-link')
  })

  it('as a member is deleted by "Sign out, go on as a guest" after a question alone', async () => {
    const page = await stage.newPage({ viewport: phone, as: await stage.app.newPerson() })
    await openForm(page, '/farmer-registration')
    await enterAnswers(page, 'farmer', newYou())
    const signOut = page.getByRole('button', { name: 'Sign out, go on as a guest' })
    const question = signOutQuestion(page)
    await signOut.click()
    await question.waitFor()
    await expectSound(page, 'a sign-out in the middle of a form')
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await page.locator('#farmer-fullName').inputValue()).toBe('Ada Obi')
    await signOut.click()
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.locator('html[data-session=out]').waitFor()
    await expect.poll(() => page.locator('#farmer-fullName').inputValue()).toBe('')
    expect(await readDevice(page)).not.toContain('Ada Obi')
    await page.getByText('You are sending this as').waitFor({ state: 'detached' })
  })

  it('lies on the account of a member, for another device, without secrets', async () => {
    const person = await stage.app.newPerson()
    const page = await stage.newPage({ as: person })
    await openForm(page, '/farmer-registration')
    await expect.poll(() => page.locator('#farmer-email').inputValue()).toBe(person.email)
    await enterAnswers(page, 'farmer', { ...you, email: person.email, fullName: 'Ada of two devices' })
    await goOn(page, 'Where you live')
    await enterAnswers(page, 'farmer', place)
    const readDraft = async () =>
      (
        await query<{ answers: Answers }>(
          stage,
          'select answers from public.registration_drafts where user_id = $1',
          [person.id],
        )
      )[0]?.answers
    // What waits for the account is sent on leaving.
    await page.locator('.site-head, header').first().getByRole('link', { name: 'Home', exact: true }).click()
    await vi.waitUntil(async () => (await readDraft())?.city === 'Keffi', within)
    expect(await readDraft()).not.toHaveProperty('dateOfBirth')
    const other = await stage.newPage({ as: person })
    await openForm(other, '/farmer-registration')
    await expect.poll(() => other.locator('#farmer-fullName').inputValue()).toBe('Ada of two devices')
  })
})

describe('when the line breaks', () => {
  it('counts what was typed before the scripts came', async () => {
    const page = await stage.newPage()
    const scripts = await holdCall(page, '**/assets/*.js')
    await page.goto('/farmer-registration', { waitUntil: 'commit' })
    await page.locator('#farmer-fullName').fill('Ada the early')
    await page.getByLabel('Female').check()
    scripts.release()
    await page.locator('.long-form-step button[type=submit]:enabled').waitFor()
    expect(await page.locator('#farmer-fullName').inputValue()).toBe('Ada the early')
    const { fullName: _typed, gender: _chosen, ...rest } = you
    await answer(page, 'farmer', rest)
    await goOn(page, 'Where you live')
    await page.getByRole('button', { name: 'Back' }).click()
    expect(await page.locator('#farmer-fullName').inputValue()).toBe('Ada the early')
    expect(await page.getByLabel('Female').isChecked()).toBe(true)
  })

  it('loads the last page again when it could not be had', async () => {
    const page = await stage.newPage()
    stage.expectError(/ERR_FAILED|review-step/)
    await page.route('**/assets/review-step-*.js', (route) => route.abort())
    await openForm(page, '/farmer-registration')
    await passSteps(page, 'farmer', { ...newYou(), ...place, ...farm, ...aims }, 'A photo of you')
    await uploadPhoto(page)
    await page.getByRole('button', { name: 'Check your answers' }).click()
    await page.getByText('This part could not be loaded.', { exact: false }).waitFor()
    await page.unroute('**/assets/review-step-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.review').getByText('Keffi').waitFor()
  })

  it('keeps everything, and the second try is the same registration', async () => {
    const page = await stage.newPage()
    const who = newYou()
    await farmer.fill(page, who)
    await page.locator('#farmer-acceptTerms').check()
    // The registration arrives; the answer does not.
    let isFirst = true
    await page.route('**/registrations/farmer', async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      await route.fetch()
      await route.abort('connectionreset')
    })
    stage.expectError(/ERR_CONNECTION_RESET/)
    await farmer.submit(page)
    await expectToast(
      page,
      'Submission Failed',
      'There was an error submitting your bio data. Please try again.',
    )
    await page.getByText('We could not reach our services.', { exact: false }).waitFor()
    await waitForToastPlace(page)
    // While it is sent again the button stays under the finger, and the message of the first try is gone.
    const second = await holdCall(page, '**/registrations/farmer')
    const submit = page.locator('.long-form-step button[type=submit]')
    const before = await submit.boundingBox()
    await farmer.submit(page)
    await page.getByText('Sending…').waitFor()
    expect(Math.abs(((await submit.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1)
    expect(await page.locator('.toast').count()).toBe(0)
    second.release()
    await farmer.done(page).waitFor()
    expect(await farmer.find(stage, who.email)).toHaveLength(1)
  })

  it('is one registration also after a reload in between', async () => {
    const page = await stage.newPage()
    const who = newYou()
    await farmer.fill(page, who)
    await page.locator('#farmer-acceptTerms').check()
    await page.route('**/registrations/farmer', async (route) => {
      await route.fetch()
      await route.fulfill({
        status: 503,
        json: { ok: false, code: 'unavailable', message: 'Later', errors: [] },
      })
    })
    stage.expectError(/503/)
    await farmer.submit(page)
    await expectToast(page, 'Submission Failed')
    await page.unroute('**/registrations/farmer')
    await page.reload()
    await page.getByRole('button', { name: 'Change You', exact: true }).click()
    await answer(page, 'farmer', { dateOfBirth: '1990-03-09' })
    await goOn(page, 'Check and send')
    await page.getByRole('button', { name: 'Change A photo of you' }).click()
    await uploadPhoto(page)
    await goOn(page, 'Check and send')
    await page.locator('#farmer-acceptTerms').check()
    await farmer.submit(page)
    await farmer.done(page).waitFor()
    expect(await farmer.find(stage, who.email)).toHaveLength(1)
  })

  it('puts a refusal of the service at its field; a photo that does not arrive fails nothing, and can be sent again', async () => {
    const page = await stage.newPage()
    const who = newYou()
    await farmer.fill(page, who)
    await page.locator('#farmer-acceptTerms').check()
    await page.route('**/registrations/farmer', (route) =>
      route.fulfill({
        status: 422,
        json: {
          ok: false,
          code: 'invalid',
          message: 'City is required',
          errors: [{ field: 'city', message: 'City is required' }],
        },
      }),
    )
    await farmer.submit(page)
    expect(await readProblems(page)).toEqual(['City is required'])
    await page.locator('.summary').getByRole('link').click()
    await page.locator('#farmer-city-error').waitFor()
    await page.locator('#farmer-city').fill('Lafia')
    await expect.poll(() => page.locator('#farmer-city-error').count()).toBe(0)
    await page.unroute('**/registrations/farmer')
    await goOn(page, 'Check and send')
    await page.route('**/storage/v1/object/upload/sign/**', (route) =>
      route.fulfill({ status: 403, json: { statusCode: '403', error: 'Unauthorized', message: 'no' } }),
    )
    await farmer.submit(page)
    await farmer.done(page).waitFor()
    await page.getByText('Your registration is safe.', { exact: false }).waitFor()
    expect(await farmer.find(stage, who.email)).toMatchObject([{ has_photo: false }])
    await page.unroute('**/storage/v1/object/upload/sign/**')
    const upload = await holdCall(page, '**/storage/v1/object/upload/sign/**')
    await page.getByRole('button', { name: 'Send photo again' }).click()
    // The woven band, and not the browser's own bar.
    const progress = page.getByRole('progressbar', { name: 'Sending your photo' })
    await progress.locator('.band').waitFor({ state: 'attached' })
    expect(await page.locator('progress').count()).toBe(0)
    upload.release()
    await page.getByText('Your photo has arrived.').waitFor()
    expect(await farmer.find(stage, who.email)).toMatchObject([{ has_photo: true }])
  })
})

describe('without a line', () => {
  const caches = (page: Page) => page.evaluate(() => window.caches.keys())
  const stored = (page: Page) =>
    page.evaluate(async () => {
      const paths: string[] = []
      for (const name of await window.caches.keys())
        for (const { url } of await (await window.caches.open(name)).keys()) paths.push(new URL(url).pathname)
      return paths
    })
  const workers = (page: Page) =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    )

  it('the form that was begun opens again with its draft, nothing of the person is cached, and any other page says that there is no line', async () => {
    const page = await stage.newPage({ viewport: phone })
    const who = newYou()
    await openForm(page, '/farmer-registration')
    expect(await workers(page)).toEqual([])
    await enterAnswers(page, 'farmer', who)
    await goOn(page, 'Where you live')
    await enterAnswers(page, 'farmer', place)
    // The page, the parts that it has loaded, and those that the later steps have fetched.
    await expect
      .poll(() => stored(page))
      .toEqual(
        expect.arrayContaining(['/farmer-registration', expect.stringMatching(/^\/assets\/review-step-/)]),
      )
    await expect.poll(() => workers(page)).toHaveLength(2)
    expect((await workers(page)).sort()).toEqual(['/', '/farmer-registration'])
    // What is stored may be there before the worker that answers with it.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const cached = await stored(page)
    expect(cached.filter((path) => !path.startsWith('/assets/'))).toEqual(['/farmer-registration'])

    await page.context().setOffline(true)
    await page.getByText('You are offline. Go on', { exact: false }).waitFor()
    await page.reload()
    await page.locator('html[data-live]').waitFor()
    await page.getByText('What was typed here before is back.', { exact: false }).waitFor()
    await expect.poll(() => page.locator('#farmer-city').inputValue()).toBe('Keffi')
    await page
      .getByText('You are offline. Go on: what you type is kept on this device', { exact: false })
      .waitFor()
    await goOn(page, 'Your farm')
    stage.expectError(/ERR_INTERNET_DISCONNECTED|status of 503/)
    await page.goto('/contact')
    await page.getByRole('heading', { level: 1, name: 'There is no line' }).waitFor()
    await expectSound(page, 'a page that is not kept')
    // The one form that was begun here, and no other.
    expect(await page.getByRole('main').getByRole('listitem').allInnerTexts()).toEqual(['Farmer Bio Data'])
    await page.getByRole('link', { name: 'Farmer Bio Data' }).click()
    await page.getByText('What was typed here before is back.', { exact: false }).waitFor()
    await page.goto('/contact')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('form', { name: 'Message to the company' }).waitFor()

    // What stands behind # is all that a guest link is.
    await page.context().setOffline(true)
    const token = 'a-link-of-somebody-without-an-account'
    await page.goto(`/track#${token}`)
    await page.context().setOffline(false)
    stage.expectError(/status of 404/)
    const opened = page.waitForRequest(
      (request) => request.url().endsWith('/track') && request.method() === 'POST',
    )
    await page.getByRole('button', { name: 'Try again' }).click()
    expect((await opened).postDataJSON()).toEqual({ token })

    await page.goto('/')
    // Another build was here: its files go with the first page of this one.
    const [name = ''] = await caches(page)
    await page.evaluate(async (name) => {
      const old = await window.caches.open('long-forms of-another-build')
      await old.put('/assets/old.js', new Response('old'))
      await old.put('/farmer-registration', new Response('old'))
      await window.caches.delete(name)
    }, name)
    await page.goto('/farmer-registration')
    await expect.poll(() => caches(page)).toEqual([name])
    await expect
      .poll(() => stored(page))
      .toEqual(
        expect.arrayContaining(['/farmer-registration', expect.stringMatching(/^\/assets\/review-step-/)]),
      )
    expect(await page.content()).not.toContain('>old<')
  })

  it('each form that needs no account opens again with its draft, once it was begun', async () => {
    const page = await stage.newPage({ viewport: phone })
    const open = Object.values(registrationForms).filter(({ needsAccount }) => !needsAccount)
    const paths = open.map(({ path }) => path)
    expect(paths).toHaveLength(5)
    const begun = page.locator('.long-form-step input[type=text]').first()
    for (const path of paths) {
      await openForm(page, path)
      await begun.fill('Ada Obi')
      await expect.poll(() => workers(page)).toContain(path)
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await expect.poll(() => stored(page)).toContain(path)
    }
    await page.context().setOffline(true)
    stage.expectError(/ERR_INTERNET_DISCONNECTED/)
    for (const path of paths) {
      await page.goto(path)
      await page.getByText('What was typed here before is back.', { exact: false }).waitFor()
      expect(await begun.inputValue(), path).toBe('Ada Obi')
    }
    await page.context().setOffline(false)
  })

  it('a form that was begun on its first step alone has every step when it is opened again', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openForm(page, '/farmer-registration')
    await enterAnswers(page, 'farmer', newYou())
    await expect
      .poll(() => stored(page))
      .toEqual(
        expect.arrayContaining([
          '/farmer-registration',
          expect.stringMatching(/^\/assets\/review-step-/),
          expect.stringMatching(/^\/assets\/selfie-(?!words)/),
        ]),
      )
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    // What is offered while one types a town, and what sending needs, come with a line.
    stage.expectError(/local-governments|registrations\/proof/)
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText('What was typed here before is back.', { exact: false }).waitFor()
    const answers = { dateOfBirth: '1990-03-09', ...place, ...farm, ...aims }
    await passSteps(page, 'farmer', answers, 'A photo of you')
    await uploadPhoto(page)
    await goOn(page, 'Check and send')
    await page.context().setOffline(false)
  })

  it('a step that could not be loaded says so where one looks, and comes by itself when the line is back', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.route('**/assets/review-step-*', (route) => route.abort())
    stage.expectError(/ERR_FAILED/)
    await openForm(page, '/farmer-registration')
    await passSteps(page, 'farmer', { ...newYou(), ...place, ...farm, ...aims }, 'A photo of you')
    await uploadPhoto(page)
    await page.locator('.long-form-step button[type=submit]').click()
    const failed = page.getByRole('alert').filter({ hasText: partFailed })
    await failed.waitFor()
    await expect.poll(() => failed.evaluate((text) => text === document.activeElement)).toBe(true)
    const box = await failed.boundingBox()
    expect(box?.y).toBeGreaterThan(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(phone.height)
    await page.unroute('**/assets/review-step-*')
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 2, name: 'Check and send' }).waitFor()
  })

  it('what is sent waits on the open page, and goes out once when the line is back', async () => {
    const page = await stage.newPage()
    const who = newYou()
    await farmer.fill(page, who)
    await page.locator('#farmer-acceptTerms').check()
    stage.expectError(/ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(true)
    await farmer.submit(page)
    await page
      .getByText('We send it when the line is back, if this page stays open.', { exact: false })
      .waitFor()
    await page.context().setOffline(false)
    await farmer.done(page).waitFor()
    expect(await farmer.find(stage, who.email)).toHaveLength(1)
  })
})
