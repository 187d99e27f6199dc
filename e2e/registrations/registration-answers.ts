/** Fills any long form from one object of answers, whichever step each question is on. */
import type { Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { within } from '#tests/harness/within.ts'
import { expectNarrow, expectSound } from '../expect-sound.ts'
import { isLong } from '../stage.ts'
import { passSteps } from './pass-steps.ts'

export type AnswersInput = Readonly<Record<string, unknown>>

export function fieldOf(page: Page, form: string, name: string): Locator {
  return page.locator(`[id="${form}-${name}"]`)
}

/** Answers the questions of the open step that are among the given; the others stay as they are. */
export async function fillStep(page: Page, form: string, answers: AnswersInput): Promise<void> {
  const left = new Set(Object.keys(answers))
  // An answer may bring another question, or change it: country and state.
  for (let round = 0; round < 2; round++) {
    for (const [name, kind] of await findQuestions(page, form, [...left])) {
      if (name === 'state' && round === 0 && 'country' in answers) continue
      left.delete(name)
      await fill(fieldOf(page, form, name), kind, answers[name])
    }
  }
}

type Kind = 'date' | 'choices' | 'select' | 'text'

/** Which of these the open step has, and how, in one look: a form has many questions and few on each step. */
function findQuestions(page: Page, form: string, names: string[]): Promise<[string, Kind][]> {
  return page.evaluate(
    ([prefix, wanted]) =>
      wanted.flatMap((name): [string, Kind][] => {
        const box = document.getElementById(`${prefix}-${name}`)
        if (!box) return []
        if (document.getElementById(`${prefix}-${name}-year`)) return [[name, 'date']]
        if (box instanceof HTMLSelectElement) return [[name, 'select']]
        const isChoice = box instanceof HTMLInputElement && ['checkbox', 'radio'].includes(box.type)
        return [[name, isChoice ? 'choices' : 'text']]
      }),
    [form, names] as const,
  )
}

async function fill(box: Locator, kind: Kind, value: unknown): Promise<void> {
  if (typeof value === 'boolean') return box.setChecked(value)
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  if (kind === 'text') return box.fill(text)
  const page = box.page()
  const id = await box.getAttribute('id')
  if (kind === 'choices') return choose(page, box, text)
  if (kind === 'select') {
    await page.locator(`[id="${id}"]:not([data-loading])`).selectOption(text)
    return
  }
  const [y = '', m = '', d = ''] = text.split('-')
  await box.fill(d)
  await page.locator(`[id="${id}-month"]`).fill(m)
  await page.locator(`[id="${id}-year"]`).fill(y)
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
