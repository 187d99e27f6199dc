/** Farmers and trainees as the tests of their forms know them: what they answer, step by step, and how they send it. */
import type { Page } from 'playwright-core'
import { draftPrefix, linksName, sentHereKey } from '#site/lib/draft.ts'
import { asOwner } from '#tests/harness/database.ts'
import { createApplicant, tokenOf } from '#tests/server/registrations/applicant.ts'
import type { Stage } from '../stage.ts'
import { passSteps } from './pass-steps.ts'
import { type Answers, goOn, openForm, sendForm, uploadPhoto } from './registration-actions.ts'

export const you: Answers = {
  fullName: 'Ada Obi',
  phoneNumber: '0803 123 4567',
  email: 'ada@example.com',
  dateOfBirth: '1990-03-09',
  gender: 'female',
}
export const place: Answers = { address: '12 Farm Road', city: 'Keffi', state: 'Nasarawa' }
/** What the steps of these two say when they are empty. */
export const withoutYou = [
  'Full name must be at least 2 characters',
  'Phone number must be at least 10 digits',
  'Invalid email address',
  'Date of birth is required',
  'Please select gender',
]
export const withoutPlace = [
  'Address must be at least 5 characters',
  'City is required',
  'Please select state',
]
export const farm: Answers = {
  farmSize: '6-10',
  farmingExperience: '2-5',
  cropTypes: ['Yam', 'Maize'],
  farmingMethods: 'mixed',
}
export const aims: Answers = { goals: 'Two more acres under maize, and a store.' }

const farmerSteps = [
  ['You', you],
  ['Where you live', place],
  ['Your farm', farm],
  ['Your aims', aims],
  ['A photo of you', 'photo'],
] as const

export const trainingSteps = [
  ['You', you],
  ['Where you live', place],
  ['What you know', { educationLevel: 'secondary', experience: 'beginner' }],
  ['What you want', { motivation: 'I want to keep layers.', trainingGoals: 'Brooding without losses.' }],
  ['A photo of you', 'photo'],
] as const

export async function query<Row>(stage: Stage, sql: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await asOwner(stage.app.databaseUrl, (client) => client.query(sql, values))
  return rows as Row[]
}

export interface FarmerRow {
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

let people = 0
/** Every test has an address of its own. */
export function newYou(): Answers & { email: string } {
  return { ...you, email: `farmer-${++people}@example.com` }
}

/** From the step that is open to the last page, with a photo. */
export async function passToReview(page: Page, answers: Answers): Promise<void> {
  await passSteps(page, 'farmer', answers, 'A photo of you')
  await uploadPhoto(page)
  await goOn(page, 'Check and send')
}

export const farmer = {
  steps: farmerSteps,
  /** Up to the last page, with everything right. */
  async fill(page: Page, who: Answers): Promise<void> {
    await openForm(page, '/farmer-registration')
    await passToReview(page, { ...who, ...place, ...farm, ...aims })
  },
  submit: (page: Page) => sendForm(page, 'Submit Bio Data'),
  done: (page: Page) =>
    page.getByRole('heading', {
      level: 1,
      name: 'Bio data submitted successfully! We will contact you soon.',
    }),
  find: (stage: Stage, email: string) =>
    query<FarmerRow>(stage, 'select * from public.farmers where contact_email = $1', [email]),
}

export async function readStored(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }))
}

/**
 * A device from which a guest has sent a farmer form today, and an open tab that knows its link: as `shared-phone.test.ts` and
 * `sent-here.test.ts` leave it by the pages.
 */
export async function rememberSent(page: Page, { app }: Stage): Promise<string> {
  const applicant = createApplicant({ url: app.url, publishableKey: app.keys.publishableKey })
  const { body } = await applicant.submit('farmer')
  const { reference } = body
  await page.goto('/robots.txt')
  await page.evaluate(
    ({ reference, token, sentKey, linksKey }) => {
      const sent = [{ reference, kind: 'farmer', sentAt: Date.now() }]
      localStorage.setItem(sentKey, JSON.stringify(sent))
      sessionStorage.setItem(linksKey, JSON.stringify([{ reference, token }]))
    },
    {
      reference,
      token: tokenOf(body.trackingPath),
      sentKey: sentHereKey,
      linksKey: draftPrefix + linksName,
    },
  )
  return reference
}
