/** Investors in a browser: the hub, three forms with every sentence, the wallet and its switch, secrets that stay secret. */
import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import { asOwner } from '#tests/harness/database.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { within } from '#tests/harness/within.ts'
import { expectPath, expectToast, holdCall, signIn, signOutQuestion, waitForAuth } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'
import { passSteps } from './pass-steps.ts'
import { openForm } from './registration-actions.ts'
import {
  checkUntilSent,
  completeStep,
  expectRefused,
  expectStep,
  fieldOf,
  fillStep,
  fillUntilReview,
  fillUntilStep,
  submitStep,
} from './registration-answers.ts'

const stage = useStage()

// The sentences of each form stand here to the letter of the specification, also those that several forms share.

const forms = {
  investor_individual: '/investor-form/individual',
  investor_corporate: '/investor-form/corporate',
  investor_crypto: '/investor-form/crypto',
} as const
type Form = keyof typeof forms

async function openInvestorForm(form: Form, viewport = desktop): Promise<Page> {
  const page = await stage.newPage({ viewport })
  await openForm(page, forms[form])
  return page
}

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  asOwner(stage.app.databaseUrl, async (client) => (await client.query<Row>(text, values)).rows)

describe('the hub', () => {
  const cards = ['Individual Investors', 'Corporate Partners', 'Crypto Investors']

  it('has three cards, each leading to its form, for everybody', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto('/investor-form')
    const main = page.getByRole('main')
    expect(await main.locator('a.cell h3').allInnerTexts()).toEqual(cards)
    expect(
      await main.locator('a.cell').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(Object.values(forms))
    await main.getByText('Companies interested in partnership and corporate investment').waitFor()
    await main.getByText('Investors using SIDRA cryptocurrency assets').waitFor()
  })

  it('shows members the same cards and their own applications', async () => {
    const person = await stage.app.newPerson()
    const page = await stage.newPage({ as: person })
    await page.goto('/investor-hub')
    await page.getByText('You have not applied yet.', { exact: false }).waitFor()
    expect(await page.getByRole('main').locator('a.cell h3').allInnerTexts()).toEqual(cards)
    await openForm(page, forms.investor_individual)
    await expect.poll(() => fieldOf(page, 'investor_individual', 'email').inputValue()).toBe(person.email)
    await checkUntilSent(page, 'investor_individual')
    const reference = await page.locator('.confirmation-code').innerText()
    await page.goto('/investor-hub')
    const confirmation = page.locator('.confirmation')
    await confirmation.waitFor()
    expect(await confirmation.locator('.confirmation-code').innerText()).toBe(reference)
    expect(await confirmation.locator('.status').innerText()).toBe('Pending')
    await expectSound(page)
  })
})

describe('a member on their own device', () => {
  const form = 'investor_individual'

  it('reads on home and form what was sent, is told of a second one, and leaves nothing at sign-out', async () => {
    const person = await stage.app.newPerson()
    const page = await stage.newPage({ viewport: phone, as: person })
    await openForm(page, forms[form])
    await checkUntilSent(page, form)
    const reference = await page.locator('.confirmation-code').innerText()
    await page.getByText('This device remembers that you sent it.').waitFor()
    // The reference, the form, the time and where it stands: nothing about the person, as of a guest.
    const readStored = () => page.evaluate(() => JSON.parse(localStorage.getItem('house-draft:sent') ?? '[]'))
    expect(await readStored()).toEqual([
      {
        reference,
        kind: form,
        sentAt: expect.any(Number),
        path: expect.stringMatching(/^\/account\/applications\/\w+\/[\w-]{36}$/),
      },
    ])

    await page.goto('/')
    await page.locator('[data-sent]').getByText(`You sent ${reference} on `, { exact: false }).waitFor()
    await openForm(page, forms[form])
    await page.getByText(`You sent ${reference} today.`).waitFor()
    await fillUntilReview(page, form, goodRegistrations[form])
    await fillStep(page, form, { acceptTerms: true })
    await submitStep(page)
    await page
      .getByRole('alertdialog', { name: 'We have a registration from this phone from today' })
      .getByRole('button', { name: 'Close' })
      .click()

    await page.goto('/account/security')
    // The second form was begun: the same question as in the header, and nothing goes before it is answered.
    await page.getByRole('button', { name: 'Sign out on this device' }).click()
    const question = signOutQuestion(page)
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(`registration:${form}:`)
    await page.getByRole('button', { name: 'Sign out on this device' }).click()
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expectPath(page, '/')
    await expect.poll(readStored).toEqual([])
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(
      `registration:${form}:`,
    )
  })

  it('leaves no number in the open tab after the sign-out of an account that did not type it', async () => {
    const person = await stage.app.newPerson()
    const page = await stage.newPage()
    const secrets = { accountNumber: '0123456789', bvn: '22345678901', idNumber: 'A01234567' }
    const answers = { ...goodRegistrations[form], ...secrets }
    const readSecrets = () =>
      Promise.all(Object.keys(secrets).map((name) => fieldOf(page, form, name).inputValue()))
    await openForm(page, forms[form])
    // From here on no page is loaded again.
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await passSteps(page, form, answers, 'Bank and identity')
    await fillStep(page, form, answers)
    expect(await readSecrets()).toEqual(Object.values(secrets))
    await page.getByRole('link', { name: 'Sign In' }).first().click()
    await waitForAuth(page)
    await signIn(page, person)
    await expectPath(page, '/')
    await page
      .getByText(person.email.split('@')[0] ?? '')
      .first()
      .click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    const question = signOutQuestion(page)
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.locator('html[data-session=out]').waitFor()
    // It closes once the way home has begun.
    await question.waitFor({ state: 'hidden' })
    await page
      .locator(`a[href="/investor-form"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await page.getByRole('main').locator(`a[href="${forms[form]}"]`).first().click()
    await page.locator('.long-form-step button[type=submit]:enabled').waitFor()
    await expect.poll(() => fieldOf(page, form, 'fullName').inputValue()).toBe('')
    expect(await fieldOf(page, form, 'dateOfBirth').inputValue()).toBe('')
    await passSteps(page, form, goodRegistrations[form], 'Bank and identity')
    expect(await readSecrets()).toEqual(['', '', ''])
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })

  it('nor after they erased their data', async () => {
    const page = await stage.newPage({ as: await stage.app.newPerson() })
    const follow = (path: string) =>
      page
        .locator(`a[href="${path}"]`)
        .first()
        .evaluate((link: HTMLElement) => link.click())
    await openForm(page, forms[form])
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await fillStep(page, form, goodRegistrations[form])
    await follow('/account')
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
    await follow('/account/privacy')
    await page.getByRole('button', { name: 'Erase my data' }).click()
    await page.getByLabel('Type ERASE to confirm').fill('ERASE')
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByRole('heading', { name: 'Your data is erased' }).waitFor()
    await follow('/investor-form')
    await page.getByRole('main').locator(`a[href="${forms[form]}"]`).first().click()
    await page.locator('.long-form-step button[type=submit]:enabled').waitFor()
    for (const name of ['dateOfBirth', 'address'])
      expect(await fieldOf(page, form, name).inputValue()).toBe('')
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })

  it('on a shared phone nothing is remembered', async () => {
    const page = await stage.newPage({ viewport: phone, as: await stage.app.newPerson() })
    await page.goto('/')
    await page.evaluate(() => sessionStorage.setItem('house-shared-phone', '1'))
    await openForm(page, forms[form])
    await fillUntilReview(page, form, goodRegistrations[form])
    await fillStep(page, form, { acceptTerms: true })
    await submitStep(page)
    await page.locator('.confirmation-code').waitFor()
    await expectSound(page)
    expect(await page.getByText('This device remembers that you sent it.').count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('house-draft:sent'))).toBeNull()
  })
})

describe('the individual investor', () => {
  const form = 'investor_individual'

  it('shows for every field what to correct', async () => {
    const page = await openInvestorForm(form, phone)
    await page.getByRole('heading', { level: 1, name: 'Individual Investor Bio Data' }).waitFor()
    await expectStep(page, 'Personal Information')
    await expectRefused(page, form, {
      fullName: 'Full name must be at least 2 characters',
      email: 'Invalid email address',
      phone: 'Phone number must be at least 10 digits',
      address: 'Address is required',
      dateOfBirth: 'Date of birth is required',
      nationality: 'Nationality is required',
      occupation: 'Occupation is required',
    })
    await fillStep(page, form, { ...goodRegistrations[form], dateOfBirth: '2015-01-01' })
    await expectRefused(page, form, {
      dateOfBirth:
        'You must be at least 18 years old to register. Please ask a parent or guardian to register, or contact us.',
    })
    await completeStep(page, form, { dateOfBirth: '1990-05-05' }, 'Your investment')
    await expectRefused(page, form, {
      investmentInterest: 'Please select investment interest',
      investmentAmount: 'Please select investment amount',
      riskTolerance: 'Please select risk tolerance',
      investmentExperience: 'Please select investment experience',
      motivation: 'Please describe your motivation',
    })
    await completeStep(page, form, goodRegistrations[form], 'Bank and identity')
    await expectRefused(page, form, {
      bankName: 'Bank name must be at least 2 characters',
      accountNumber: 'Account number is required',
      bvn: 'BVN is required',
      validIdType: 'Please select ID type',
      idNumber: 'ID number is required',
    })
    await fillStep(page, form, {
      bankName: 'GTB',
      accountNumber: '123',
      bvn: '123',
      validIdType: 'nin',
      idNumber: '12345',
    })
    await expectRefused(page, form, {
      accountNumber: 'Account number must be 10 digits',
      bvn: 'BVN must be 11 digits',
      idNumber: 'Enter the 16 characters of your virtual NIN, or the 11 digits of your NIN',
    })
  })

  it('from abroad needs no BVN; a number that the bank cannot have given is a warning, and may stay', async () => {
    const page = await openInvestorForm(form)
    const { bvn: _bvn, ...answers } = goodRegistrations[form]
    const abroad = { ...answers, nationality: 'Ghana', accountNumber: '0000014578' }
    await passSteps(page, form, abroad, 'Bank and identity')
    await fillStep(page, form, abroad)
    await page
      .getByText('This does not look like an account number of First Bank of Nigeria.', { exact: false })
      .waitFor()
    await submitStep(page)
    await expectStep(page, 'Check and send')
  })

  it('without an account gets a reference and a guest link; numbers lie in no draft', async () => {
    const page = await openInvestorForm(form, phone)
    await fillUntilReview(page, form, goodRegistrations[form])
    const readStored = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    await expect.poll(readStored).toContain('Food that is grown here.')
    const stored = await readStored()
    for (const secret of ['12345678901', '0000014579', 'AB012345678910YZ', '1990-05-05'])
      expect(stored).not.toContain(secret)
    // Covered on the review page until requested.
    const review = page.locator('.review')
    expect(await review.innerText()).not.toContain('12345678901')
    await review.getByRole('button', { name: 'Show BVN' }).click()
    expect(await review.innerText()).toContain('12345678901')
    await fillStep(page, form, { acceptTerms: true })
    const call = await holdCall(page, '**/registrations/investor_individual')
    await page.getByRole('button', { name: 'Submit Registration' }).click()
    await page.getByRole('button', { name: 'Submitting Registration...' }).waitFor()
    call.release()
    await expectToast(page, 'Registration Received')
    const reference = await page.locator('.confirmation-code').innerText()
    expect(reference).toMatch(/^IV/)
    expect(await page.getByRole('link', { name: 'Follow your registration' }).getAttribute('href')).toMatch(
      /^\/track#/,
    )
    const [investor] = await query('select * from public.investors where reference = $1', [reference])
    expect(investor).toMatchObject({
      investor_type: 'individual',
      status: 'pending',
      user_id: null,
      contact_name: 'Ada Obi',
      investment_amount: '1m-5m',
      currency: 'NGN',
      preferred_sectors: ['livestock'],
    })
    expect(JSON.stringify(investor)).not.toContain('12345678901')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Food that is grown here.')
  })
})

describe('the corporate investor', () => {
  const form = 'investor_corporate'

  it('shows for every field what to correct', async () => {
    const page = await openInvestorForm(form, phone)
    await page.getByRole('heading', { level: 1, name: 'Corporate Partnership Bio Data' }).waitFor()
    await expectRefused(page, form, {
      companyName: 'Company name must be at least 2 characters',
      companyEmail: 'Invalid email address',
      companyPhone: 'Company phone number must be at least 10 digits',
      companyAddress: 'Company address is required',
    })
    const decision = page.getByText('The decision on your application goes there.')
    expect(await decision.count()).toBe(0)
    await fillUntilStep(page, form, 'Its business')
    await expectRefused(page, form, {
      registrationNumber: 'Registration number is required',
      businessType: 'Please select business type',
      industry: 'Please select industry',
      establishedYear: 'Year established is required',
    })
    const thisYear = Number(getLagosDay(new Date()).slice(0, 4))
    for (const year of ['1899', String(thisYear + 1)]) {
      await fillStep(page, form, { ...goodRegistrations[form], establishedYear: year })
      await expectRefused(page, form, {
        establishedYear: `Year established must be from 1900 to ${thisYear}`,
      })
    }
    await fillStep(page, form, { establishedYear: '1900' })
    await fillUntilStep(page, form, 'The person who speaks for it')
    expect(await decision.count()).toBe(1)
    await expectRefused(page, form, {
      contactPersonName: 'Contact person name must be at least 2 characters',
      contactPersonTitle: 'Contact person title is required',
      contactPersonEmail: 'Invalid email address',
      contactPersonPhone: 'Contact person phone number must be at least 10 digits',
    })
    await fillUntilStep(page, form, 'The partnership')
    await expectRefused(page, form, {
      partnershipInterest: 'Please select partnership interest',
      investmentAmount: 'Please select investment amount',
      partnershipType: 'Please select partnership type',
      previousPartnerships: 'Please describe previous partnerships, or write None',
      businessGoals: 'Please describe your business goals',
    })
    await fillUntilStep(page, form, 'Bank details')
    await expectRefused(page, form, {
      bankName: 'Bank name must be at least 2 characters',
      accountNumber: 'Account number is required',
    })
    await fillStep(page, form, { bankName: 'GTB', accountNumber: '12345' })
    await expectRefused(page, form, { accountNumber: 'Account number must be 10 digits' })
  })

  it('must accept the terms, which an alert says; then the application is taken', async () => {
    const page = await openInvestorForm(form, phone)
    await fillUntilReview(page, form, goodRegistrations[form])
    const terms = page.getByRole('main').getByRole('link', { name: 'terms and conditions', exact: true })
    expect(await terms.getAttribute('href')).toBe('/terms-and-conditions')
    const send = page.getByRole('button', { name: 'Submit Partnership Application' })
    await send.click()
    const alert = page.getByRole('alertdialog', {
      name: 'Please accept the terms and conditions to continue.',
    })
    await alert.waitFor()
    await alert.getByRole('button', { name: 'OK' }).click()
    await alert.waitFor({ state: 'hidden' })
    await fillStep(page, form, { acceptTerms: true })
    await send.click()
    await expectToast(page, 'Application Received')
    const reference = await page.locator('.confirmation-code').innerText()
    expect(await query('select * from public.investors where reference = $1', [reference])).toMatchObject([
      {
        investor_type: 'corporate',
        company_name: 'Obi Holdings Limited',
        risk_tolerance: null,
        preferred_sectors: ['supply-chain'],
        investment_goals: 'A cold store in Keffi.',
      },
    ])
  })
})

describe('the crypto investor', () => {
  const form = 'investor_crypto'

  it('shows for every field what to correct; a custom amount goes with its choice', async () => {
    const page = await openInvestorForm(form, phone)
    await page.getByRole('heading', { level: 1, name: 'Crypto Investment Bio Data' }).waitFor()
    await expectRefused(page, form, {
      fullName: 'Full name must be at least 2 characters',
      email: 'Invalid email address',
      phone: 'Phone number must be at least 10 digits',
      address: 'Address is required',
      dateOfBirth: 'Date of birth is required',
      nationality: 'Nationality is required',
    })
    await fillUntilStep(page, form, 'Your wallet and amount')
    await expectRefused(page, form, {
      cryptoExperience: 'Please select crypto experience',
      sidraWalletAddress: 'SIDRA wallet address is required',
      investmentAmount: 'Please select investment amount',
    })
    await page.getByText('we show only its end.', { exact: false }).waitFor()
    await fillStep(page, form, {
      cryptoExperience: 'expert',
      sidraWalletAddress: '0x12',
      investmentAmount: 'custom',
    })
    await fillStep(page, form, { customInvestmentAmount: '19.99' })
    await expectRefused(page, form, {
      sidraWalletAddress: 'SIDRA wallet address must be 20 to 100 characters without spaces',
      customInvestmentAmount: 'Please enter an amount of at least 20 SIDRA, with at most 8 decimals',
    })
    await fillStep(page, form, { investmentAmount: '20-100' })
    expect(await fieldOf(page, form, 'customInvestmentAmount').count()).toBe(0)
    await fillStep(page, form, { investmentAmount: 'custom' })
    expect(await fieldOf(page, form, 'customInvestmentAmount').inputValue()).toBe('')
    await fillStep(page, form, goodRegistrations[form])
    await page.getByText('This looks like a valid wallet address.').waitFor()
    await submitStep(page)
    await expectStep(page, 'Your plans')
    await expectRefused(page, form, {
      investmentInterest: 'Please select investment interest',
      riskTolerance: 'Please select risk tolerance',
      previousCryptoInvestments: 'Please describe previous crypto investments, or write None',
      motivation: 'Please describe your motivation',
    })
    await fillUntilStep(page, form, 'Identity')
    await expectRefused(page, form, {
      validIdType: 'Please select ID type',
      idNumber: 'ID number is required',
    })
  })

  it('must accept the terms too, and is registered with the wallet covered', async () => {
    const page = await openInvestorForm(form)
    await fillUntilReview(page, form, goodRegistrations[form])
    const send = page.getByRole('button', { name: 'Submit Crypto Investment Registration' })
    await send.click()
    await page
      .getByRole('alertdialog', { name: 'Please accept the terms and conditions to continue.' })
      .waitFor()
    await page.keyboard.press('Escape')
    await fillStep(page, form, { acceptTerms: true })
    await send.click()
    await expectToast(page, 'Registration Received')
    const reference = await page.locator('.confirmation-code').innerText()
    const [investor] = await query<{ wallet_address: string }>(
      'select investor_type, currency, investment_amount_min::float as least, wallet_address from public.investors where reference = $1',
      [reference],
    )
    expect(investor).toMatchObject({ investor_type: 'crypto', currency: 'SIDRA', least: 1250.5 })
    expect(investor?.wallet_address.length).toBeLessThan(16)
  })
})

describe('the company wallet', () => {
  const address = `0x${'5A'.repeat(20)}`

  /** As the operator sets it; pages are drawn again shortly after. All words of the card come with the page: it waits for the element. */
  async function openCard(text: string): Promise<Page> {
    const page = await stage.newPage({ viewport: phone })
    await vi.waitUntil(
      async () => (await (await fetch(`${stage.app.url}/investor-form/crypto`)).text()).includes(`>${text}`),
      within,
    )
    await openForm(page, '/investor-form/crypto')
    return page
  }

  it('is not shown until there is a licence', async () => {
    const page = await openCard('We do not take SIDRA transfers yet')
    expect(await page.getByRole('button', { name: 'Copy address' }).count()).toBe(0)
    await expectSound(page)
  })

  it('without an address says so, and there is nothing to copy', async () => {
    await query(`update public.company_facts set value = 'SEC-TEST-1' where key = 'crypto_licence_reference'`)
    const page = await openCard('Not available at the moment. Please contact us.')
    expect(await page.getByRole('button', { name: 'Copy address' }).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Contact us' }).first().waitFor()
    await expectSound(page)
  })

  it('is shown with its warnings and can be copied', async () => {
    await query(
      `insert into public.settlement_accounts (kind, wallet_address, approved_at, effective_at, is_demo)
        values ('crypto_wallet', $1, now(), now(), true)`,
      [address],
    )
    const page = await openCard(address)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText('Send only SIDRA assets to this address.').waitFor()
    await page.getByText('Crypto assets can lose all of their value.', { exact: false }).waitFor()
    await page.getByText('Licence reference: SEC-TEST-1').waitFor()
    await page.getByRole('button', { name: 'Copy address' }).click()
    await expectToast(page, 'Wallet address copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await expectSound(page)
  })
})
