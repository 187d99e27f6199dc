/** Fills any long form from one object of answers, whichever step each question is on. */
import type { Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { within } from '#tests/harness/within.ts'
import { expectNarrow, expectSound } from '../expect-sound.ts'
import { isLong } from '../stage.ts'
import { enterAnswers, passSteps } from './pass-steps.ts'

export type AnswersInput = Readonly<Record<string, unknown>>

export function fieldOf(page: Page, form: string, name: string): Locator {
  return page.locator(`[id="${form}-${name}"]`)
}

/** Answers the questions of the open step that are among the given, its choices with the mouse; the others stay as they are. */
export async function fillStep(page: Page, form: string, answers: AnswersInput): Promise<void> {
  // A choice may bring another question.
  let left = await enterAnswers(page, form, answers, false)
  const choices = await findChoices(page, form, left)
  if (choices.length === 0) return
  for (const name of choices) {
    const [box, value] = [fieldOf(page, form, name), answers[name]]
    if (typeof value === 'boolean') await box.setChecked(value)
    else await choose(page, box, Array.isArray(value) ? value.join(', ') : String(value))
  }
  left = left.filter((name) => !choices.includes(name))
  await enterAnswers(page, form, Object.fromEntries(left.map((name) => [name, answers[name]])))
}

/** Which of these are choices of the open step. */
function findChoices(page: Page, form: string, names: string[]): Promise<string[]> {
  return page.evaluate(
    ([prefix, wanted]) => wanted.filter((name) => document.getElementById(`${prefix}-${name}`)),
    [form, names] as const,
  )
}

/** Chips by their value; what no chip names is typed beside them. */
async function choose(page: Page, first: Locator, text: string): Promise<void> {
  const id = await first.getAttribute('id')
  const group = page.locator('fieldset', { has: page.locator(`[id="${id}"]`) })
  const typed: string[] = []
  for (const choice of text.split(', ').filter(Boolean)) {
    const box = group.locator(`input[value="${choice}"]`)
    if ((await box.count()) > 0) await box.check()
    else typed.push(choice)
  }
  if (typed.length > 0) await page.locator(`[id="${id}-other"]`).fill(typed.join(', '))
}

export async function submitStep(page: Page): Promise<void> {
  await page.locator('.long-form-step button[type=submit]').click()
}

export async function expectStep(page: Page, title: string): Promise<void> {
  await page.locator('.long-form-step').getByRole('heading', { level: 2, name: title, exact: true }).waitFor()
}

/** From the step that is open to the review page, each step answered. */
export async function fillUntilReview(page: Page, form: string, answers: AnswersInput): Promise<void> {
  await page.locator('.long-form-step h2').first().waitFor()
  await passSteps(page, form, answers)
  await page.locator('.review').waitFor()
}

/** The sentences of the summary, which has the focus; each is said at its field too. */
export async function expectProblems(page: Page, form: string, problems: Record<string, string>) {
  const links = page.locator('.summary a')
  const sentences = Object.values(problems)
  await vi
    .waitUntil(async () => (await links.allInnerTexts()).join() === sentences.join(), within)
    .catch(() => {})
  expect(await links.allInnerTexts()).toEqual(sentences)
  await expect
    .poll(() => page.locator('.summary').evaluate((box) => box === document.activeElement))
    .toBe(true)
  const atFields = await page.evaluate(
    ([prefix, names]) => names.map((name) => document.getElementById(`${prefix}-${name}-error`)?.innerText),
    [form, Object.keys(problems)] as const,
  )
  expect(atFields).toEqual(sentences)
}

/** Sends the open step as it is: these sentences are what is wrong with it. */
export async function expectRefused(page: Page, form: string, problems: Record<string, string>) {
  await submitStep(page)
  await expectProblems(page, form, problems)
  // A short run looks with axe at errors of the farmer's and the buyers' forms alone (`checkErrors`).
  await (isLong ? expectSound : expectNarrow)(page, `${form} with errors`)
}

/** Answers the open step and goes on to the one with this title. */
export async function completeStep(page: Page, form: string, answers: AnswersInput, next: string) {
  await fillStep(page, form, answers)
  await submitStep(page)
  await expectStep(page, next)
}

/** From the open step to the one with this title. */
export async function fillUntilStep(
  page: Page,
  form: keyof typeof goodRegistrations,
  title: string,
  answers: AnswersInput = goodRegistrations[form],
): Promise<void> {
  const heading = page.locator('.long-form-step h2').first()
  while ((await heading.innerText()) !== title) {
    const before = await heading.innerText()
    await fillStep(page, form, answers)
    await submitStep(page)
    await vi.waitUntil(async () => (await heading.innerText()) !== before, within)
  }
}

/** The open step with the errors of an empty one can be used by everybody. */
export async function checkErrors(page: Page): Promise<void> {
  await submitStep(page)
  await page.locator('.summary').waitFor()
  // What is scrolled under the bar counts as covered.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectSound(page)
}

/** The review page, and the confirmation after it, can be used by everybody; from the open step on. */
export async function checkUntilSent(page: Page, form: keyof typeof goodRegistrations): Promise<void> {
  await fillUntilReview(page, form, goodRegistrations[form])
  await expectSound(page)
  await fillStep(page, form, { acceptTerms: true })
  await submitStep(page)
  await page.locator('.confirmation-code').waitFor()
  await expectSound(page)
}
