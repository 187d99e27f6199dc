/** The farmer form and the training enrolment in a browser: every sentence, the camera and its absence, nothing lost, one record. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { asOwner } from '#tests/harness/database.ts'
import { expectPath, expectToast, holdCall, waitForMail } from './actions.ts'
import {
  type Answers,
  answer,
  expectSound,
  fillSteps,
  goOn,
  makePhoto,
  openForm,
  readProblems,
  sendForm,
  uploadPhoto,
} from './registration-actions.ts'
import { desktop, phone, useStage } from './stage.ts'

const stage = useStage()

const you: Answers = {
  fullName: 'Ada Obi',
  phoneNumber: '0803 123 4567',
  email: 'ada@example.com',
  dateOfBirth: '1990-03-09',
  gender: 'female',
}
const place: Answers = { address: '12 Farm Road', city: 'Keffi', state: 'Nasarawa' }
const farm: Answers = {
  farmSize: '6-10',
  farmingExperience: '2-5',
  cropTypes: ['Yam', 'Maize'],
  farmingMethods: 'mixed',
}
const aims: Answers = { goals: 'Two more acres under maize, and a store.' }

const farmerSteps = [
  ['You', you],
  ['Where you live', place],
  ['Your farm', farm],
  ['Your aims', aims],
  ['A photo of you', 'photo'],
] as const

const trainingSteps = [
  ['You', you],
  ['Where you live', place],
  ['What you know', { educationLevel: 'secondary', experience: 'beginner' }],
  ['What you want', { motivation: 'I want to keep layers.', trainingGoals: 'Brooding without losses.' }],
  ['A photo of you', 'photo'],
] as const

async function query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await asOwner(stage.house.databaseUrl, (client) => client.query(sql, values))
  return rows as Row[]
}

interface FarmerRow {
  reference: string
  status: string
  user_id: string | null
  contact_name: string
  contact_email: string | null
  phone: string
  location: string
  crops_grown: string[]
  has_photo: boolean
}

function findFarmers(email: string): Promise<FarmerRow[]> {
  return query<FarmerRow>('select * from public.farmers where contact_email = $1', [email])
}

let people = 0
/** Every test has an address of its own. */
function newYou(): Answers & { email: string } {
  return { ...you, email: `farmer-${++people}@example.com` }
}

/** Up to the last page, with everything right. */
async function fillFarmer(page: Page, who: Answers): Promise<void> {
  await openForm(page, '/farmer-registration')
  await fillSteps(page, 'farmer', [['You', who], ...farmerSteps.slice(1)])
}

const submitFarmer = (page: Page) => sendForm(page, 'Submit Bio Data')
const farmerDone = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Bio data submitted successfully! We will contact you soon.' })

async function readKept(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }))
}

describe('the farmer form', () => {
  it('says what to correct on every step, in its own words, and leads to the field', async () => {
    const page = await stage.newPage()
    await openForm(page, '/farmer-registration')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await readProblems(page)).toEqual([
      'Full name must be at least 2 characters',
      'Phone number must be at least 10 digits',
      'Invalid email address',
      'Date of birth is required',
      'Please select gender',
    ])
    await page.locator('.summary').getByRole('link', { name: 'Date of birth is required' }).click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('farmer-dateOfBirth')
    await answer(page, 'farmer', you)
    await goOn(page, 'Where you live')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await readProblems(page)).toEqual([
      'Address must be at least 5 characters',
      'City is required',
      'Please select state',
    ])
    await answer(page, 'farmer', place)
    await goOn(page, 'Your farm')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await readProblems(page)).toEqual([
      'Please select farm size',
      'Please select farming experience',
      'Please select crop types',
      'Please select farming methods',
    ])
    await answer(page, 'farmer', farm)
    await goOn(page, 'Your aims')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await readProblems(page)).toEqual(['Please describe your farming goals'])
    await answer(page, 'farmer', aims)
    await goOn(page, 'A photo of you')
    await page.getByRole('button', { name: 'Check your answers' }).click()
    expect(await readProblems(page)).toEqual(['Selfie is required for verification'])
    await uploadPhoto(page)
    await goOn(page, 'Check and send')
    expect(await page.locator('#farmer-acceptTerms').isChecked()).toBe(false)
    await submitFarmer(page)
    expect(await readProblems(page)).toEqual(['You must accept the terms and conditions'])
  })

  it('refuses a birth date that cannot be one, and politely who is under 18', async () => {
    const page = await stage.newPage()
    await openForm(page, '/farmer-registration')
    const underAge = `${new Date().getFullYear() - 17}-01-01`
    for (const [dateOfBirth, sentence] of [
      ['1990-02-30', 'Please enter a valid date of birth'],
      ['2999-01-01', 'Date of birth cannot be in the future'],
      ['1800-01-01', 'Please check the year of birth'],
      [
        underAge,
        'You must be at least 18 years old to register. Please ask a parent or guardian to register, or contact us.',
      ],
    ] as const) {
      await answer(page, 'farmer', { ...you, dateOfBirth })
      await page.getByRole('button', { name: 'Continue' }).click()
      expect(await readProblems(page)).toEqual([sentence])
    }
  })

  it('is stored once however often one taps, answered with the reference and a link, and leads home', async () => {
    const page = await stage.newPage({ viewport: phone })
    const who = newYou()
    await fillFarmer(page, who)
    await page.locator('#farmer-acceptTerms').check()
    const call = await holdCall(page, '**/registrations/farmer')
    await page.getByRole('button', { name: 'Submit Bio Data' }).dblclick()
    const busy = page.getByRole('button', { name: 'Submitting...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    call.release()
    await farmerDone(page).waitFor()
    const farmers = await findFarmers(who.email)
    expect(farmers).toMatchObject([
      {
        status: 'pending',
        user_id: null,
        contact_name: 'Ada Obi',
        phone: '+2348031234567',
        location: 'Keffi, Nasarawa',
        crops_grown: ['Yam', 'Maize'],
      },
    ])
    expect(await page.locator('.slip-code').innerText()).toBe(farmers[0]?.reference)
    await page.getByText('Your photo has arrived.').waitFor()
    expect((await findFarmers(who.email))[0]?.has_photo).toBe(true)
    expect(await page.getByRole('link', { name: 'Follow your registration' }).getAttribute('href')).toMatch(
      /^\/track\/\S{20,}$/,
    )
    expect(await readKept(page)).not.toContain('Ada Obi')
    await expectSound(page)
    await page.getByRole('button', { name: 'OK' }).click()
    await expectPath(page, '/')
    await waitForMail(stage.house, who.email, /./)
    const consents = await query<{ purpose: string; is_given: boolean }>(
      'select purpose, is_given from public.consents where record_id = (select id from public.farmers where contact_email = $1)',
      [who.email],
    )
    expect(consents).toEqual([{ purpose: 'terms', is_given: true }])
  })

  it('takes somebody without e-mail, whom we then call', async () => {
    const page = await stage.newPage()
    await openForm(page, '/farmer-registration')
    const { email: _none, ...rest } = you
    await answer(page, 'farmer', { ...rest, phoneNumber: '0806 765 4321', noEmail: true })
    await expect.poll(() => page.locator('#farmer-email').count()).toBe(0)
    await goOn(page, 'Where you live')
    await fillSteps(page, 'farmer', farmerSteps.slice(1))
    await page.locator('#farmer-acceptTerms').check()
    await submitFarmer(page)
    await farmerDone(page).waitFor()
    const rows = await query<FarmerRow>('select * from public.farmers where phone = $1', ['+2348067654321'])
    expect(rows).toMatchObject([{ contact_email: null, contact_name: 'Ada Obi' }])
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
    const heading = (name: string) => page.getByRole('heading', { level: 2, name })
    await heading('Where you live').waitFor()
    expect(await heading('Where you live').evaluate((element) => element === document.activeElement)).toBe(
      true,
    )
    await type('12 Farm Road')
    await type('Keffi')
    await type('Nas')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading('Your farm').waitFor()
    await type('Upper Field')
    await type('6')
    await type('2')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.locator('[name=farmingMethods]').first().focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await heading('Your aims').waitFor()
    await page.keyboard.press('Tab')
    await type('Two more acres under maize.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading('A photo of you').waitFor()
    await page.getByRole('button', { name: 'Upload Photo' }).waitFor()
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(await makePhoto())
    await page.getByRole('button', { name: 'Remove photo' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Remove photo')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading('Check and send').waitFor()
    await page.locator('#farmer-acceptTerms').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await farmerDone(page).waitFor()
    await page.keyboard.press('Escape')
    await expectPath(page, '/')
    expect(await findFarmers(who.email)).toMatchObject([{ farm_name: 'Upper Field' }])
  })

  it('goes one step back with the browser, and changes one answer from the last page', async () => {
    const page = await stage.newPage()
    await fillFarmer(page, newYou())
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
  })

  it('is not sent and says so where there are no scripts', async () => {
    const browser = (await stage.newPage()).context().browser()
    const context = await browser?.newContext({ baseURL: stage.house.url, javaScriptEnabled: false })
    const page = await context?.newPage()
    if (!context || !page) throw new Error('no browser')
    await page.goto('/farmer-registration')
    expect(await page.locator('noscript').last().innerHTML()).toContain('This form needs JavaScript')
    expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
    await context.close()
  })
})

describe('what was typed', () => {
  it('survives a reload, except what must lie on no device', async () => {
    const page = await stage.newPage()
    const who = newYou()
    await fillFarmer(page, who)
    const kept = await readKept(page)
    expect(kept).toContain(who.email)
    expect(kept).not.toContain('1990-03-09')
    expect(kept).not.toContain('selfie')
    await page.reload()
    await page.getByText('What was typed here before is back.', { exact: false }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Check and send' }).waitFor()
    await page.locator('#farmer-acceptTerms').check()
    await submitFarmer(page)
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
    await submitFarmer(page)
    await farmerDone(page).waitFor()
  })

  it('survives a trip to another page whole, birth date and photo too', async () => {
    const page = await stage.newPage()
    await fillFarmer(page, newYou())
    await page.locator('.site-head, header').first().getByRole('link', { name: 'Home', exact: true }).click()
    await expectPath(page, '/')
    await page.goBack()
    await page.locator('.review').getByText('9 March 1990').waitFor()
    await page.locator('.review-photo').waitFor()
  })

  it('can be thrown away on a shared phone', async () => {
    const page = await stage.newPage()
    await openForm(page, '/farmer-registration')
    await answer(page, 'farmer', newYou())
    await goOn(page, 'Where you live')
    await page.reload()
    await page.getByRole('button', { name: 'Start again with an empty form' }).click()
    expect(await page.locator('#farmer-fullName').inputValue()).toBe('')
    expect(await readKept(page)).not.toContain('Ada Obi')
  })

  it('lies on the account of a member, for another device, without secrets', async () => {
    const person = await stage.house.newPerson()
    const page = await stage.newPage({ as: person })
    await openForm(page, '/farmer-registration')
    expect(await page.locator('#farmer-email').inputValue()).toBe(person.email)
    await answer(page, 'farmer', { ...you, email: person.email, fullName: 'Ada of two devices' })
    await goOn(page, 'Where you live')
    await answer(page, 'farmer', place)
    const readDraft = async () =>
      (
        await query<{ answers: Answers }>(
          'select answers from public.registration_drafts where user_id = $1',
          [person.id],
        )
      )[0]?.answers
    await vi.waitUntil(async () => (await readDraft())?.city === 'Keffi', { timeout: 10_000, interval: 200 })
    expect(await readDraft()).not.toHaveProperty('dateOfBirth')
    const other = await stage.newPage({ as: person })
    await openForm(other, '/farmer-registration')
    await expect.poll(() => other.locator('#farmer-fullName').inputValue()).toBe('Ada of two devices')
  })

  it('never stands in an address', async () => {
    const page = await stage.newPage()
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(decodeURIComponent(request.url())))
    const who = newYou()
    await fillFarmer(page, who)
    await page.locator('#farmer-acceptTerms').check()
    await submitFarmer(page)
    await farmerDone(page).waitFor()
    for (const secret of [who.email, 'Ada', '1990', '0803'])
      expect(addresses.filter((address) => address.includes(secret))).toEqual([])
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
    stage.expectTrouble(/ERR_FAILED|review-step/)
    await page.route('**/assets/review-step-*.js', (route) => route.abort())
    await openForm(page, '/farmer-registration')
    await fillSteps(page, 'farmer', [['You', newYou()], ...farmerSteps.slice(1, 4)], 'A photo of you')
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
    await fillFarmer(page, who)
    await page.locator('#farmer-acceptTerms').check()
    // The registration arrives; the answer does not.
    let isFirst = true
    await page.route('**/registrations/farmer', async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      await route.fetch()
      await route.abort('connectionreset')
    })
    stage.expectTrouble(/ERR_CONNECTION_RESET/)
    await submitFarmer(page)
    await expectToast(
      page,
      'Submission Failed',
      'There was an error submitting your bio data. Please try again.',
    )
    await page.getByText('We could not reach our services.', { exact: false }).waitFor()
    await submitFarmer(page)
    await farmerDone(page).waitFor()
    expect(await findFarmers(who.email)).toHaveLength(1)
  })

  it('is one registration also after a reload in between', async () => {
    const page = await stage.newPage()
    const who = newYou()
    await fillFarmer(page, who)
    await page.locator('#farmer-acceptTerms').check()
    await page.route('**/registrations/farmer', async (route) => {
      await route.fetch()
      await route.fulfill({
        status: 503,
        json: { ok: false, code: 'unavailable', message: 'Later', errors: [] },
      })
    })
    stage.expectTrouble(/503/)
    await submitFarmer(page)
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
    await submitFarmer(page)
    await farmerDone(page).waitFor()
    expect(await findFarmers(who.email)).toHaveLength(1)
  })

  it('a photo that does not arrive fails nothing, and can be sent again', async () => {
    const page = await stage.newPage()
    const who = newYou()
    await fillFarmer(page, who)
    await page.locator('#farmer-acceptTerms').check()
    await page.route('**/storage/v1/object/upload/sign/**', (route) =>
      route.fulfill({ status: 403, json: { statusCode: '403', error: 'Unauthorized', message: 'no' } }),
    )
    await submitFarmer(page)
    await farmerDone(page).waitFor()
    await page.getByText('Your registration is safe.', { exact: false }).waitFor()
    expect(await findFarmers(who.email)).toMatchObject([{ has_photo: false }])
    await page.unroute('**/storage/v1/object/upload/sign/**')
    await page.getByRole('button', { name: 'Send photo again' }).click()
    await page.getByText('Your photo has arrived.').waitFor()
    expect(await findFarmers(who.email)).toMatchObject([{ has_photo: true }])
  })

  it('puts a refusal of the service at its field', async () => {
    const page = await stage.newPage()
    await fillFarmer(page, newYou())
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
    await submitFarmer(page)
    expect(await readProblems(page)).toEqual(['City is required'])
    await page.locator('.summary').getByRole('link').click()
    await page.locator('#farmer-city-error').waitFor()
    await page.locator('#farmer-city').fill('Lafia')
    await expect.poll(() => page.locator('#farmer-city-error').count()).toBe(0)
  })
})

describe('the photo', () => {
  async function openPhoto(page: Page): Promise<void> {
    await openForm(page, '/farmer-registration')
    await fillSteps(page, 'farmer', [['You', newYou()], ...farmerSteps.slice(1, 4)], 'A photo of you')
  }
  const frame = (page: Page, state: string) => page.locator(`.selfie-frame[data-state=${state}]`)

  it('is taken with the camera: live, cancelled, live, captured, removed', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.context().grantPermissions(['camera'])
    await openPhoto(page)
    await page.getByRole('button', { name: 'Take Selfie' }).click()
    await frame(page, 'live').waitFor()
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
    await expectSound(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await frame(page, 'none').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Take Selfie')
    await page.getByRole('button', { name: 'Take Selfie' }).click()
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
    await page.getByRole('button', { name: 'Capture Photo' }).click()
    await frame(page, 'captured').waitFor()
    expect(await page.locator('video').count()).toBe(0)
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await frame(page, 'none').waitFor()
    await page.getByRole('button', { name: 'Take Selfie' }).click()
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
    await page.getByRole('button', { name: 'Capture Photo' }).click()
    await frame(page, 'captured').waitFor()
    await goOn(page, 'Check and send')
    await page.locator('.review-photo').waitFor()
  })

  it('is uploaded where there is no camera, as the alert says', async () => {
    const page = await stage.newPage()
    await openPhoto(page)
    await page.getByRole('button', { name: 'Take Selfie' }).click()
    const alert = page.getByRole('alertdialog')
    await alert.getByText('Unable to access camera. Please use the upload option instead.').waitFor()
    await expectSound(page)
    await alert.getByRole('button', { name: 'OK' }).click()
    await uploadPhoto(page)
  })

  it('must be a picture that this browser can open', async () => {
    const page = await stage.newPage()
    await openPhoto(page)
    const input = page.locator('.selfie input[type=file]')
    await page.getByRole('button', { name: 'Upload Photo' }).waitFor()
    await input.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') })
    await page.getByText('saved the photo as HEIC', { exact: false }).waitFor()
    await input.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await page.getByText('could not be opened as a photo', { exact: false }).waitFor()
    await frame(page, 'none').waitFor()
  })

  it('leaves the phone small, at most 1024 px, and without the place where it was taken', async () => {
    const page = await stage.newPage()
    const sent: Buffer[] = []
    await page.route('**/storage/v1/object/upload/sign/**', (route) => {
      sent.push(route.request().postDataBuffer() ?? Buffer.alloc(0))
      return route.continue()
    })
    await fillFarmer(page, newYou())
    await page.locator('#farmer-acceptTerms').check()
    await submitFarmer(page)
    await page.getByText('Your photo has arrived.').waitFor()
    const picture = await sharp(sent[0]).metadata()
    expect(picture.format).toBe('jpeg')
    expect(picture.exif).toBeUndefined()
    expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(1024)
    expect(sent[0]?.length).toBeLessThanOrEqual(150 * 1024)
    expect(sent[0]?.includes('Planted Camera')).toBe(false)
  })
})

describe('the training enrolment', () => {
  const done = (page: Page) =>
    page.getByRole('alertdialog', {
      name: 'Enrollment submitted successfully! We will contact you soon with training details.',
    })

  it('has sentences of its own', async () => {
    const page = await stage.newPage()
    await openForm(page, '/poultry-training')
    await answer(page, 'training', you)
    await goOn(page, 'Where you live')
    await answer(page, 'training', place)
    await goOn(page, 'What you know')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await readProblems(page)).toEqual(['Education level is required', 'Experience level is required'])
    await answer(page, 'training', trainingSteps[2][1])
    await goOn(page, 'What you want')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await readProblems(page)).toEqual([
      'Please describe your motivation',
      'Please describe your training goals',
    ])
  })

  it('is stored, thanked for and leads home', async () => {
    const page = await stage.newPage()
    await openForm(page, '/poultry-training')
    await fillSteps(page, 'training', [
      ['You', { ...you, email: 'trainee@example.com' }],
      ...trainingSteps.slice(1),
    ])
    await page.locator('#training-acceptTerms').check()
    await sendForm(page, 'Submit Enrollment')
    await done(page).waitFor()
    const rows = await query<{ reference: string }>(
      'select reference from public.training_enrolments where contact_email = $1',
      ['trainee@example.com'],
    )
    expect(await page.locator('.slip-code').innerText()).toBe(rows[0]?.reference)
    await page.getByRole('button', { name: 'OK' }).click()
    await expectPath(page, '/')
  })

  it('asks a guardian of somebody under 18, and only then', async () => {
    const page = await stage.newPage()
    await openForm(page, '/poultry-training')
    const dateOfBirth = `${new Date().getFullYear() - 16}-01-01`
    await answer(page, 'training', { ...you, email: 'young@example.com', dateOfBirth })
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await readProblems(page)).toEqual([
      'Guardian name must be at least 2 characters',
      'Phone number must be at least 10 digits',
      'A parent or guardian must agree to the enrolment',
    ])
    await answer(page, 'training', {
      guardianName: 'Ngozi Obi',
      guardianPhone: '08031234568',
      guardianConsent: true,
    })
    await goOn(page, 'Where you live')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.locator('#training-dateOfBirth').waitFor()
    await answer(page, 'training', { dateOfBirth: '1990-01-01' })
    await expect.poll(() => page.locator('#training-guardianName').count()).toBe(0)
    await answer(page, 'training', { dateOfBirth })
    expect(await page.locator('#training-guardianName').inputValue()).toBe('')
    await answer(page, 'training', {
      guardianName: 'Ngozi Obi',
      guardianPhone: '08031234568',
      guardianConsent: true,
    })
    await goOn(page, 'Where you live')
    await fillSteps(page, 'training', trainingSteps.slice(1))
    await page.locator('#training-acceptTerms').check()
    await sendForm(page, 'Submit Enrollment')
    await done(page).waitFor()
  })
})

const screens = [
  ['a phone', phone],
  ['a desk', desktop],
] as const

// Every form on every screen with and without a camera belongs to the long run.
const isLong = Boolean(process.env.TEST_LONG)

describe.each(isLong ? screens : screens.slice(0, 1))('on %s', (_name, viewport) => {
  it('every step, with and without errors, can be used by everybody', async () => {
    const page = await stage.newPage({ viewport })
    await openForm(page, '/farmer-registration')
    for (const [index, [, answers]] of farmerSteps.entries()) {
      await page.locator('.long-form-step button[type=submit]').click()
      await readProblems(page)
      await expectSound(page)
      if (answers === 'photo') await uploadPhoto(page)
      else await answer(page, 'farmer', answers)
      await goOn(page, farmerSteps[index + 1]?.[0] ?? 'Check and send')
    }
    await expectSound(page)
    await submitFarmer(page)
    await readProblems(page)
    await expectSound(page)
  })

  if (isLong) {
    it.each([
      ['the farmer form', '/farmer-registration', 'farmer', farmerSteps, 'Submit Bio Data'],
      ['the training enrolment', '/poultry-training', 'training', trainingSteps, 'Submit Enrollment'],
    ] as const)('%s is sent with a photo of the camera', async (_form, path, form, steps, label) => {
      const page = await stage.newPage({ viewport })
      await page.context().grantPermissions(['camera'])
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
