/** Buyers in a browser: the start page, both forms with every sentence, what happens when it fails, and once it is safe. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Person } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { createApplicant } from '#tests/server/registrations/applicant.ts'
import { expectPath, expectToast, holdCall, signIn, signOutQuestion } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, isLong, phone, useStage } from '../stage.ts'
import { openForm, uploadPhoto } from './registration-actions.ts'
import {
  checkErrors,
  checkUntilSent,
  completeStep,
  expectProblems,
  expectRefused,
  expectStep,
  fieldOf,
  fillStep,
  fillUntilReview,
} from './registration-answers.ts'

const stage = useStage()

const individual = 'buyer_individual'
const corporate = 'buyer_corporate'
const forms = {
  [individual]: '/buyer-form/individual',
  [corporate]: '/buyer-form/corporate',
}

async function openStart(viewport = desktop, as?: Person, camera = false): Promise<Page> {
  const page = await stage.newPage({ viewport, as: as ?? (await stage.app.newPerson()), camera })
  await page.goto('/buyer-registration')
  await page.getByRole('button', { name: 'Continue to Registration Form' }).waitFor()
  return page
}

async function openBuyerForm(form: keyof typeof forms, as: Person, viewport = desktop): Promise<Page> {
  const page = await stage.newPage({ viewport, as })
  await openForm(page, forms[form])
  return page
}

async function listBuyers({ client }: Person) {
  const { data } = await client
    .from('buyers')
    .select(
      'buyer_type,status,has_photo,company_name,reference,contact_phone,country,state,products_of_interest',
    )
    .throwOnError()
  return data
}

async function takeSelfie(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Take Selfie' }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
  await page.getByRole('button', { name: 'Capture Photo' }).click()
  await page.getByAltText('Your selfie').waitFor()
}

describe('the start page of buyers', () => {
  it('asks for selfie, buyer type and terms, which open in a new tab, and says so', async () => {
    const page = await openStart(phone)
    await page.getByRole('button', { name: 'Continue to Registration Form' }).click()
    const sentences = [
      'Selfie is required for verification',
      'Buyer type is required',
      'You must accept the terms and conditions',
    ]
    const summary = page.locator('.summary')
    await summary.waitFor()
    expect(await summary.getByRole('link').allInnerTexts()).toEqual(sentences)
    expect(await page.locator('.field-error').allInnerTexts()).toEqual(sentences)
    await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true)
    await summary.getByRole('link', { name: 'Buyer type is required' }).click()
    await expect
      .poll(() => page.locator('#start-buyer-type').evaluate((box) => box === document.activeElement))
      .toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => summary.getByRole('link').allInnerTexts()).not.toContain('Buyer type is required')
    const link = page.getByRole('main').getByRole('link', { name: 'terms and conditions', exact: true })
    expect(await link.getAttribute('href')).toBe('/terms')
    expect(await link.getAttribute('target')).toBe('_blank')
    await page.getByRole('main').getByRole('link', { name: 'How we handle personal data' }).waitFor()
  })

  it('goes back within the site, and home where there is nothing to go back to', async () => {
    const page = await openStart()
    await page.getByRole('button', { name: 'Back' }).click()
    await expectPath(page, '/')
    await page.goto('/agriculture')
    await page.locator('html[data-live]').waitFor()
    await page.getByRole('main').locator('a[href="/buyer-registration"]').first().click()
    await page.getByRole('button', { name: 'Back' }).click()
    await expectPath(page, '/agriculture')
    // Also where the whole document was loaded, from which the router counts again.
    await page.evaluate(() => location.assign('/buyer-registration'))
    await page.getByRole('button', { name: 'Back' }).click()
    await expectPath(page, '/agriculture')
  })

  const types = [
    ['individual', individual, '/buyer-form/individual', 'Individual Buyer Registration'],
    ['corporate', corporate, '/buyer-form/corporate', 'Corporate Buyer Registration'],
  ] as const
  it.each(isLong ? types : types.slice(0, 1))(
    'stores the photo and leads to the %s form; the record has the photo',
    async (type, form, path, title) => {
      const person = await stage.app.newPerson()
      const page = await openStart(phone, person, type === 'individual')
      if (type === 'individual') await takeSelfie(page)
      else await uploadPhoto(page)
      await page.getByLabel('Buyer type').selectOption(type)
      await page.getByLabel('I accept the').check()
      await page.getByRole('button', { name: 'Continue to Registration Form' }).click()
      await expectPath(page, path)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      // The receipt outlives a reload of the form.
      await page.reload()
      await page.locator('.long-form button[type=submit]:enabled').waitFor()
      await fillUntilReview(page, form, goodRegistrations[form])
      await fillStep(page, form, { acceptTerms: true })
      await page.locator('.long-form button[type=submit]').click()
      await expectToast(page, 'Registration Successful')
      expect(await listBuyers(person)).toMatchObject([
        { buyer_type: type, status: 'pending', has_photo: true },
      ])
    },
  )

  it('says what to do where there is no camera', async () => {
    const page = await openStart()
    await page.getByRole('button', { name: 'Take Selfie' }).click()
    const alert = page.getByRole('alertdialog')
    await alert.getByText('Unable to access camera. Please use the upload option instead.').waitFor()
    await alert.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('button', { name: 'Upload Photo' }).waitFor()
  })

  it('keeps what is there when the session is lost, and the kind of buyer after a reload', async () => {
    const person = await stage.app.newPerson()
    const page = await openStart(desktop, person)
    await uploadPhoto(page)
    await page.getByLabel('Buyer type').selectOption('corporate')
    await page.getByLabel('I accept the').check()
    await page.route('**/registrations/photos', (route) =>
      route.fulfill({ status: 401, json: { ok: false } }),
    )
    await page.getByRole('button', { name: 'Continue to Registration Form' }).click()
    await page.getByRole('form', { name: 'Sign In' }).locator('button[type=submit]:enabled').waitFor()
    await page.unroute('**/registrations/photos')
    await signIn(page, person)
    await page.getByAltText('Your selfie').waitFor()
    await expect.poll(() => page.getByLabel('I accept the').isChecked()).toBe(true)
    await expect.poll(() => page.getByLabel('Buyer type').inputValue()).toBe('corporate')
    await page.reload()
    await page.getByRole('button', { name: 'Upload Photo' }).waitFor()
    await expect.poll(() => page.getByLabel('Buyer type').inputValue()).toBe('corporate')
    expect(await page.getByLabel('I accept the').isChecked()).toBe(false)
  })

  it('leaves nothing of itself in the browser after Sign Out', async () => {
    const page = await openStart(desktop)
    await uploadPhoto(page)
    await page.getByLabel('Buyer type').selectOption('individual')
    await page.getByLabel('I accept the').check()
    await page.getByRole('button', { name: 'Continue to Registration Form' }).click()
    await expectPath(page, forms[individual])
    const listStored = () =>
      page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)].join(' '))
    expect(await listStored()).toContain('buyer-photo')
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Sign out on this device' }).click()
    await signOutQuestion(page).getByRole('button', { name: 'Sign out', exact: true }).click()
    await expectPath(page, '/')
    expect(await listStored()).not.toMatch(/buyer|typed-here/)
  })

  it('lets a user go on whose photo does not arrive', async () => {
    const person = await stage.app.newPerson()
    const page = await openStart(desktop, person)
    await page.route('**/registrations/photos', (route) =>
      route.fulfill({ status: 503, json: { ok: false, code: 'unavailable', message: 'Later', errors: [] } }),
    )
    stage.expectError(/503/)
    await uploadPhoto(page)
    await page.getByLabel('Buyer type').selectOption('individual')
    await page.getByLabel('I accept the').check()
    await page.getByRole('button', { name: 'Continue to Registration Form' }).click()
    await page.getByText('Your photo did not arrive.').waitFor()
    await page.getByRole('button', { name: 'Continue without the photo' }).click()
    await expectPath(page, '/buyer-form/individual')
  })

  it('says so when the photo is not there once the registration is sent, and leads to where it is added', async () => {
    const person = await stage.app.newPerson()
    const page = await openStart(desktop, person)
    await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
      'house-draft:buyer-photo',
      JSON.stringify({ userId: person.id, receipt: 'of-a-photo-that-is-gone' }),
    ] as const)
    await openForm(page, forms[individual])
    await fillUntilReview(page, individual, goodRegistrations[individual])
    await fillStep(page, individual, { acceptTerms: true })
    await page.getByRole('button', { name: 'Register as Buyer' }).click()
    await page.getByText('your photo is missing.', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Add it to your application' }).click()
    await page.getByRole('heading', { name: 'Your photo is missing' }).waitFor()
  })
})

describe('both buyer forms', () => {
  it.each(Object.values(forms))('%s leads a visitor to the sign-in, and back', async (path) => {
    const person = await stage.app.newPerson()
    const page = await stage.newPage()
    await page.goto(path)
    await expectPath(page, `/auth?next=${encodeURIComponent(path)}`)
    await page.getByRole('form', { name: 'Sign In' }).locator('button[type=submit]:enabled').waitFor()
    await signIn(page, person)
    await expectPath(page, path)
    await page.getByText('Your data is secured with encryption.').waitFor()
  })
})

describe('the individual buyer form', () => {
  it('says for every field what to correct, step by step', async () => {
    const page = await openBuyerForm(individual, await stage.app.newPerson(), phone)
    await page.getByRole('heading', { level: 1, name: 'Individual Buyer Registration' }).waitFor()
    for (const name of ['firstName', 'lastName', 'email']) await fieldOf(page, individual, name).fill('')
    await expectRefused(page, individual, {
      firstName: 'First name must be at least 2 characters',
      lastName: 'Last name must be at least 2 characters',
      email: 'Invalid email address',
      phone: 'Phone number must be at least 10 digits',
    })
    await fillStep(page, individual, { ...goodRegistrations[individual], firstName: '<b>A</b>' })
    await expectRefused(page, individual, {
      firstName: 'Validation Error: First name and last name must be at least 2 characters long.',
    })
    await completeStep(page, individual, goodRegistrations[individual], 'Where you are')
    await expectRefused(page, individual, {
      address: 'Address must be at least 10 characters',
      city: 'City is required',
      country: 'Country must be at least 2 characters',
      state: 'State must be at least 2 characters',
    })
    await fieldOf(page, individual, 'country').fill('Nigeria')
    // The states of a country come when it is chosen.
    await expect.poll(() => fieldOf(page, individual, 'state').locator('option').count()).toBe(38)
    await completeStep(page, individual, goodRegistrations[individual], 'What you buy')
    await expectRefused(page, individual, {
      businessType: 'Please select business type',
      productsOfInterest: 'Please specify products of interest',
      averageOrderQuantity: 'Please select average order quantity',
      hearAboutUs: 'Please tell us how you heard about us',
    })
    await completeStep(page, individual, goodRegistrations[individual], 'Check and send')
    await page.getByRole('button', { name: 'Register as Buyer' }).click()
    await expectProblems(page, individual, {
      acceptTerms: 'You must accept the terms and conditions to proceed',
    })
    const terms = page.getByRole('main').getByRole('link', { name: 'terms and conditions', exact: true })
    expect(await terms.getAttribute('href')).toBe('/terms-and-conditions')
  })

  it('is busy while it works, then shows toast and reference; two taps are one record', async () => {
    const person = await stage.app.newPerson()
    const page = await openBuyerForm(individual, person, phone)
    await fillUntilReview(page, individual, goodRegistrations[individual])
    await fillStep(page, individual, { acceptTerms: true })
    const call = await holdCall(page, '**/registrations/buyer_individual')
    await page.getByRole('button', { name: 'Register as Buyer' }).dblclick()
    const busy = page.getByRole('button', { name: 'Processing Registration...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    call.release()
    await expectToast(
      page,
      'Registration Successful',
      'Welcome to the company! Our team will contact you within 48 hours to discuss your requirements.',
    )
    const [buyer, ...others] = await listBuyers(person)
    expect(others).toEqual([])
    expect(buyer).toMatchObject({
      status: 'pending',
      has_photo: false,
      company_name: 'Obi Foods',
      contact_phone: '+2348031234567',
      products_of_interest: 'Rice, Yam',
    })
    expect(await page.locator('.confirmation-code').innerText()).toBe(buyer?.reference)
    const heading = page.getByRole('heading', { name: 'We have your registration' })
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
    // The number becomes the profile's when its owner says so (decision 32).
    const profile = async () =>
      (await person.client.from('profiles').select('phone').eq('id', person.id).single()).data?.phone
    expect(await profile()).toBeNull()
    await page.getByRole('button', { name: 'Keep this number' }).click()
    await page.getByText('Kept. Forms will fill it in for you.').waitFor()
    expect(await profile()).toBe('+2348031234567')
    // Anyone who comes again sees the record that is there, and that its photo is missing.
    await page.goto(forms[individual])
    await page.getByRole('heading', { name: 'You are registered already' }).waitFor()
    expect(await page.locator('.confirmation-code').innerText()).toBe(buyer?.reference)
    await page.getByText('Photo missing').waitFor()
    const { rows } = await asOwner(stage.app.databaseUrl, (client) =>
      client.query<{ name: string }>(
        `select event as name from public.audit_events where user_id = $1 order by created_at, id`,
        [person.id],
      ),
    )
    expect(rows.map(({ name }) => name)).toEqual(['BUYER_REGISTRATION_ATTEMPT', 'BUYER_REGISTRATION_SUCCESS'])
  })

  it.runIf(isLong)('keeps every value when it fails, and trying again makes one record', async () => {
    const person = await stage.app.newPerson()
    const page = await openBuyerForm(individual, person)
    await fillUntilReview(page, individual, goodRegistrations[individual])
    await fillStep(page, individual, { acceptTerms: true })
    // It is stored, but the answer is lost on the way.
    await page.route('**/registrations/buyer_individual', async (route) => {
      await route.fetch()
      await route.fulfill({
        status: 503,
        json: { ok: false, code: 'unavailable', message: 'Later', errors: [] },
      })
    })
    stage.expectError(/503/)
    await page.getByRole('button', { name: 'Register as Buyer' }).click()
    await expectToast(
      page,
      'Registration Failed',
      'There was an error processing your registration. Please try again.',
    )
    await page.unroute('**/registrations/buyer_individual')
    await page.getByRole('button', { name: 'Register as Buyer' }).click()
    await expectToast(page, 'Registration Successful')
    expect(await listBuyers(person)).toHaveLength(1)
  })

  it('keeps what was typed when the session ends before it is sent', async () => {
    const person = await stage.app.newPerson()
    const page = await openBuyerForm(individual, person)
    await fillUntilReview(page, individual, goodRegistrations[individual])
    await fillStep(page, individual, { acceptTerms: true })
    await page.route('**/registrations/buyer_individual', (route) =>
      route.fulfill({
        status: 401,
        json: {
          ok: false,
          code: 'sign_in',
          message: 'Please sign in to submit your registration.',
          errors: [],
        },
      }),
    )
    await page.getByRole('button', { name: 'Register as Buyer' }).click()
    await expectToast(page, 'Authentication Required', 'Please sign in to submit your registration.')
    await page.getByRole('form', { name: 'Sign In' }).locator('button[type=submit]:enabled').waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth')
    await page.unroute('**/registrations/buyer_individual')
    await signIn(page, person)
    await page.locator('.long-form button[type=submit]:enabled').waitFor()
    await page.getByText('What was typed here before is back.').waitFor()
    await fillUntilReview(page, individual, {})
    await fillStep(page, individual, { acceptTerms: true })
    await page.getByRole('button', { name: 'Register as Buyer' }).click()
    await expectToast(page, 'Registration Successful')
    // The previous session ended with the 401; this one tries again.
    mustWork(await person.client.auth.signInWithPassword(person))
    expect(await listBuyers(person)).toMatchObject([{ company_name: 'Obi Foods', state: 'Lagos' }])
  })

  it('survives a reload in the middle', async () => {
    const page = await openBuyerForm(individual, await stage.app.newPerson())
    await completeStep(page, individual, goodRegistrations[individual], 'Where you are')
    await page.reload()
    await page.locator('.long-form button[type=submit]:enabled').waitFor()
    await expectStep(page, 'Where you are')
    await page.goBack()
    await expectStep(page, 'About you')
    expect(await fieldOf(page, individual, 'firstName').inputValue()).toBe('Ada')
  })
})

describe('a second registration of the same kind', () => {
  it('from a page that has not heard of the first is answered with the first, and celebrates nothing', async () => {
    const person = await stage.app.newPerson()
    const page = await openBuyerForm(individual, person)
    await fillUntilReview(page, individual, goodRegistrations[individual])
    await fillStep(page, individual, { acceptTerms: true })
    const { data } = await person.client.auth.getSession()
    const { url, keys } = stage.app
    const elsewhere = createApplicant({
      url,
      publishableKey: keys.publishableKey,
      accessToken: data.session?.access_token ?? '',
    })
    const { body } = await elsewhere.submit(individual)
    await page.getByRole('button', { name: 'Register as Buyer' }).click()
    await page.getByRole('heading', { name: 'You are registered already' }).waitFor()
    await page.locator('.confirmation-code').getByText(body.reference).waitFor()
    expect(await page.getByText('Registration Successful').count()).toBe(0)
    expect(await listBuyers(person)).toHaveLength(1)
    // Nor does the device take it for sent from here today.
    expect(await page.getByText('This device remembers that you sent it.').count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('house-draft:sent'))).toBeNull()
    // What was typed for the second one is nobody's yet: it comes back when the first is declined.
    await page.getByText('What you typed now was not taken.').waitFor()
    await asOwner(stage.app.databaseUrl, (client) =>
      client.query(`update public.buyers set status = 'declined' where user_id = $1`, [person.id]),
    )
    await openForm(page, forms[individual])
    await page.getByText('What was typed here before is back.').waitFor()
    expect(await fieldOf(page, individual, 'businessName').inputValue()).toBe(
      goodRegistrations[individual].businessName,
    )
  })
})

describe('the corporate buyer form', () => {
  it('has five groups of questions, and says for every field what to correct', async () => {
    const page = await openBuyerForm(corporate, await stage.app.newPerson(), phone)
    await fillStep(page, corporate, { companyName: '' })
    await expectRefused(page, corporate, {
      companyName: 'Company name must be at least 2 characters',
      registrationNumber: 'Registration number is required',
    })
    await completeStep(page, corporate, goodRegistrations[corporate], 'The person who buys')
    for (const name of ['contactPersonName', 'email']) await fieldOf(page, corporate, name).fill('')
    // Two numbers stand here: what is said above the step names the one that is meant.
    for (const name of ['phone', 'alternativePhone']) await fieldOf(page, corporate, name).fill('0803')
    await expectRefused(page, corporate, {
      contactPersonName: 'Contact person name must be at least 2 characters',
      contactPersonTitle: 'Title or position must be at least 2 characters',
      email: 'Invalid email address',
      phone: 'Phone number must be at least 10 digits',
      alternativePhone: 'Alternative phone number must be at least 10 digits',
    })
    await completeStep(page, corporate, goodRegistrations[corporate], 'Where the company is')
    await expectRefused(page, corporate, {
      companyAddress: 'Company address must be at least 10 characters',
      city: 'City is required',
      country: 'Country must be at least 2 characters',
      state: 'State must be at least 2 characters',
    })
    await completeStep(page, corporate, goodRegistrations[corporate], 'The business')
    await expectRefused(page, corporate, {
      businessType: 'Please select business type',
      yearsInBusiness: 'Please select years in business',
      annualPurchaseVolume: 'Please select annual purchase volume',
    })
    await completeStep(page, corporate, goodRegistrations[corporate], 'What it buys, and for whom')
    await expectRefused(page, corporate, {
      productsOfInterest: 'Please specify products of interest',
      targetMarkets: 'Please specify target markets',
      paymentTermsPreference: 'Please select payment terms preference',
      hearAboutUs: 'Please select how you heard about us',
    })
  })

  it.runIf(isLong)('shows its toast and reference once it is safe', async () => {
    const person = await stage.app.newPerson()
    const page = await openBuyerForm(corporate, person, phone)
    await fillUntilReview(page, corporate, goodRegistrations[corporate])
    await fillStep(page, corporate, { acceptTerms: true })
    const call = await holdCall(page, '**/registrations/buyer_corporate')
    await page.getByRole('button', { name: 'Register as Corporate Buyer' }).click()
    await page.getByRole('button', { name: 'Processing Registration...' }).waitFor()
    call.release()
    await expectToast(
      page,
      'Registration Successful',
      'Welcome to the company! Our team will contact you within 48 hours to discuss partnership opportunities.',
    )
    expect(await listBuyers(person)).toMatchObject([
      { buyer_type: 'corporate', status: 'pending', company_name: 'Obi Foods Limited', country: 'Ghana' },
    ])
  })
})

describe('on a phone', () => {
  it('everybody can use the start page and a form with errors', async () => {
    const person = await stage.app.newPerson()
    const page = await openStart(phone, person)
    await page.getByRole('button', { name: 'Continue to Registration Form' }).click()
    await page.locator('.summary').waitFor()
    await expectSound(page)
    await openForm(page, forms[corporate])
    await checkErrors(page)
  })

  it.runIf(isLong)(
    'everybody can use the review page, the confirmation, and the page of who is registered',
    async () => {
      const page = await openBuyerForm(corporate, await stage.app.newPerson(), phone)
      await checkUntilSent(page, corporate)
      await page.goto(forms[corporate])
      await page.getByRole('heading', { name: 'You are registered already' }).waitFor()
      await expectSound(page)
    },
  )
})
