/**
 * The way to the state that a test begins with: the steps of a long form in one call to the page, without its mouse. Who fills in a
 * form with pointer or keyboard: `farmers.test.ts`, `buyers.test.ts`, `investors.test.ts`, `keyboard.test.ts`.
 */
import type { Page } from 'playwright-core'
import { within } from '#tests/harness/within.ts'

/** From the step that is open to the one with this title, each step answered and sent; questions that are not there are left out. */
export async function passSteps(
  page: Page,
  form: string,
  answers: Readonly<Record<string, unknown>>,
  goal = 'Check and send',
): Promise<void> {
  await page.evaluate(passInPage, { form, answers, goal, timeout: within.timeout })
}

/** Questions of the page as it stands, which is not sent; throws where one of them is not there. */
export async function enterAnswers(
  page: Page,
  form: string,
  answers: Readonly<Record<string, unknown>>,
): Promise<void> {
  await page.evaluate(passInPage, { form, answers, goal: null, timeout: within.timeout })
}

/** Runs in the page. A field is told of its value as Playwright's `fill` and `selectOption` do. */
async function passInPage(given: {
  form: string
  answers: Readonly<Record<string, unknown>>
  goal: string | null
  timeout: number
}): Promise<void> {
  const { form, answers, goal, timeout } = given
  const readTitle = () => document.querySelector<HTMLElement>('.long-form-step h2')?.innerText ?? ''

  async function until<T>(name: string, find: () => T): Promise<NonNullable<T>> {
    const end = performance.now() + timeout
    while (performance.now() < end) {
      const found = find()
      if (found) return found
      await new Promise(requestAnimationFrame)
    }
    const problems = [...document.querySelectorAll('.summary a')].map(({ textContent }) => textContent)
    throw new Error(`The step "${readTitle()}" waits for ${name}: ${problems.join(', ')}`)
  }

  function setText(box: Element, value: string): void {
    const prototype = Object.getPrototypeOf(box)
    ;(box as HTMLElement).focus({ preventScroll: true })
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(box, value)
    for (const type of ['input', 'change']) box.dispatchEvent(new Event(type, { bubbles: true }))
  }

  /** Those whose values are named; what no box names is typed beside them. */
  function choose(first: HTMLInputElement, value: unknown): void {
    const names = Array.isArray(value) ? value : String(value).split(', ').filter(Boolean)
    const boxes = [...(first.closest('fieldset') ?? document).querySelectorAll<HTMLInputElement>('input')]
    const typed = names.filter((name) => {
      const box = boxes.find((one) => one.value === name && one.type === first.type)
      if (box && !box.checked) box.click()
      return !box
    })
    const other = document.getElementById(`${first.id}-other`)
    if (other && typed.length > 0) setText(other, typed.join(', '))
  }

  async function answer(name: string, value: unknown): Promise<boolean> {
    const id = `${form}-${name}`
    const box = document.getElementById(id) as HTMLInputElement | null
    if (!box) return false
    // What nobody can use is no way to the next step.
    if (!box.checkVisibility({ visibilityProperty: true }) || box.disabled || box.readOnly)
      throw new Error(`${id} cannot be used`)
    const isChoice = box instanceof HTMLInputElement && ['checkbox', 'radio'].includes(box.type)
    if (typeof value === 'boolean') {
      if ((box as HTMLInputElement).checked !== value) box.click()
    } else if (isChoice) choose(box, value)
    else {
      const year = document.getElementById(`${id}-year`)
      const month = document.getElementById(`${id}-month`)
      if (year && month) {
        const parts = String(value).split('-')
        for (const [index, part] of [year, month, box].entries()) setText(part, parts[index] ?? '')
      } else if (box instanceof HTMLSelectElement) {
        const text = String(value)
        const list = await until(`an answer of ${name}`, () => {
          const now = document.getElementById(id)
          if (!(now instanceof HTMLSelectElement)) return now
          const isThere = !now.dataset.loading && [...now.options].some((one) => one.value === text)
          return isThere ? now : null
        })
        setText(list, text)
      } else setText(box, Array.isArray(value) ? value.join(', ') : String(value))
    }
    // What the page makes of it stands before the next question is answered.
    await null
    return true
  }

  async function answerAll(): Promise<string[]> {
    const left = new Set(Object.keys(answers))
    // An answer may bring another question, or change it: country and state.
    for (let round = 0; round < 2; round++)
      for (const name of left) {
        if (name === 'state' && round === 0 && 'country' in answers) continue
        if (await answer(name, answers[name])) left.delete(name)
      }
    return [...left]
  }

  if (goal === null) {
    const left = await answerAll()
    if (left.length > 0) throw new Error(`No such question here: ${left.join(', ')}`)
    return
  }
  while ((await until('its heading', readTitle)) !== goal) {
    const title = readTitle()
    await answerAll()
    const button = await until('its button', () =>
      document.querySelector<HTMLButtonElement>('.long-form-step button[type=submit]:enabled'),
    )
    button.click()
    await until('the next step', () => readTitle() !== title && readTitle() !== '')
  }
}
