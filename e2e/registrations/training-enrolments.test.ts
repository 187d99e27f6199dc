/** The training enrolment: its sentences, its thanks, and the guardian of someone under 18. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { expectPath, expectToast } from '../actions.ts'
import { phone, useStage } from '../stage.ts'
import {
  answer,
  fillSteps,
  goOn,
  openForm,
  readProblems,
  sendForm,
  uploadPhoto,
} from './registration-actions.ts'
import { place, query, trainingSteps, withoutPlace, withoutYou, you } from './registration-farmer.ts'
import { openAnswers, useTracking } from './tracking-actions.ts'

const stage = useStage()
const { register, openTracking, requestCorrection } = useTracking(stage)

/** Someone under 18, with an adult who agrees. */
const minorTrainee = {
  ...goodRegistrations.training,
  dateOfBirth: `${new Date().getFullYear() - 16}-01-01`,
  guardianName: 'N. Obi',
  guardianPhone: '08031234568',
  guardianConsent: true,
}

describe('the training enrolment', () => {
  const done = (page: Page) =>
    page.getByRole('heading', {
      level: 1,
      name: 'Enrollment submitted successfully! We will contact you soon with training details.',
    })

  it('has sentences of its own', async () => {
    const page = await stage.newPage()
    await openForm(page, '/poultry-training')
    const submit = page.locator('.long-form-step button[type=submit]')
    await submit.click()
    expect(await readProblems(page)).toEqual(withoutYou)
    await answer(page, 'training', you)
    await goOn(page, 'Where you live')
    await submit.click()
    expect(await readProblems(page)).toEqual(withoutPlace)
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
    await answer(page, 'training', trainingSteps[3][1])
    await goOn(page, 'A photo of you')
    await submit.click()
    expect(await readProblems(page)).toEqual(['Selfie is required for verification'])
    await uploadPhoto(page)
    await goOn(page, 'Check and send')
    await sendForm(page, 'Submit Enrolment')
    expect(await readProblems(page)).toEqual(['You must accept the terms and conditions'])
  })

  it('is stored, thanked for and leads home', async () => {
    const page = await stage.newPage()
    await openForm(page, '/poultry-training')
    await fillSteps(page, 'training', [
      ['You', { ...you, email: 'trainee@example.com' }],
      ...trainingSteps.slice(1),
    ])
    await page.locator('#training-acceptTerms').check()
    await sendForm(page, 'Submit Enrolment')
    await done(page).waitFor()
    const rows = await query<{ reference: string }>(
      stage,
      'select reference from public.training_enrolments where contact_email = $1',
      ['trainee@example.com'],
    )
    expect(await page.locator('.confirmation-code').innerText()).toBe(rows[0]?.reference)
    // Enrolling is free; a course may have a price, and who names it is no fraud.
    await page
      .locator('.next-steps')
      .getByText('A course that has a price says so beside its dates.')
      .waitFor()
    expect(await page.locator('.confirmation-page .next-steps').innerText()).not.toContain(
      'money for it is not from us',
    )
    await page.getByRole('button', { name: 'OK' }).click()
    await expectPath(page, '/')
  })

  it('asks a guardian of a person under 18, and only then', async () => {
    const page = await stage.newPage()
    await openForm(page, '/poultry-training')
    const dateOfBirth = `${new Date().getFullYear() - 16}-01-01`
    await answer(page, 'training', { ...you, email: 'young@example.com', dateOfBirth })
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await readProblems(page)).toEqual([
      'Guardian name must be at least 2 characters',
      'Guardian phone number must be at least 10 digits',
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
    // They depend on the birth date, which no device stores: name and number wait until it is given again.
    await page.goto('/poultry-training')
    await page.getByText('Still to give: Date of birth', { exact: false }).waitFor()
    await answer(page, 'training', { dateOfBirth })
    expect(await page.locator('#training-guardianName').inputValue()).toBe('Ngozi Obi')
    expect(await page.locator('#training-guardianPhone').inputValue()).toBe('08031234568')
    await goOn(page, 'Where you live')
    if (!process.env.TEST_LONG) return // that it is taken, the server's tests show as well
    await fillSteps(page, 'training', trainingSteps.slice(1))
    await page.locator('#training-acceptTerms').check()
    await sendForm(page, 'Submit Enrolment')
    await done(page).waitFor()
  })
})

describe('a request to correct a question to minors alone', () => {
  it('shows the guardian and takes another name and number, though no birth date is there', async () => {
    const received = await register('training', minorTrainee)
    await requestCorrection(received, [
      { field: 'guardianName', note: 'The whole name, please.' },
      { field: 'guardianPhone', note: 'Nobody answers there.' },
    ])
    const page = await openTracking(received.trackingPath, phone)
    await openAnswers(page)
    await page.getByText('N. Obi').waitFor()
    await page.locator('#correction-guardianName').fill('Ngozi Obi')
    await page.locator('#correction-guardianPhone').fill('0803')
    await page.getByRole('button', { name: 'Send correction' }).click()
    await page.locator('.summary').getByText('Guardian phone number must be at least 10 digits').waitFor()
    await page.locator('#correction-guardianPhone').fill('0803 123 9999')
    await page.getByRole('button', { name: 'Send correction' }).click()
    await expectToast(page, 'Correction sent')
    await page.getByText('+2348031239999').waitFor()
    await page.getByText('Ngozi Obi').waitFor()
  })
})
