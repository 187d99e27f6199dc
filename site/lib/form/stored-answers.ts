/** What is typed into a public form survives a reload of its tab, and goes when the form is taken or someone signs out. */
import { clearDrafts, draftPrefix } from '#site/lib/draft.ts'

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What is about one record is stored apart: the page of a guest link has the same address for each. */
const nameAbout = (reference: string) => `about:${reference}`

function keyOf(form: HTMLFormElement): string {
  const { about } = form.dataset
  return `${draftPrefix}${about ? nameAbout(`${about}:`) : ''}${form.getAttribute('action')}@${location.pathname}`
}

/** Texts and choices; no file, which a page cannot give back, no tick, which is an agreement, no trap for programs. */
const textsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (control): control is TextControl =>
      control.matches('textarea, select, [type=text], [type=email], [type=tel], [type=url]') &&
      (control as TextControl).tabIndex >= 0,
  )

export function saveAnswers(form: HTMLFormElement): void {
  try {
    const answers = textsOf(form).map(({ name, value }) => [name, value])
    sessionStorage.setItem(keyOf(form), JSON.stringify(Object.fromEntries(answers)))
  } catch {
    // storage is full or switched off: the form works all the same
  }
}

/** Leaves alone what someone has typed before our script came. */
export function giveBackAnswers(form: HTMLFormElement): void {
  try {
    const stored: Record<string, string> = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}')
    for (const control of textsOf(form)) {
      const isUntouched =
        control instanceof HTMLSelectElement
          ? control.selectedIndex === 0
          : control.value === control.defaultValue
      const answer = stored[control.name]
      if (isUntouched && answer) control.value = answer
    }
  } catch {
    // nothing was stored
  }
}

export function forgetAnswers(form: HTMLFormElement): void {
  try {
    sessionStorage.removeItem(keyOf(form))
  } catch {
    // nothing was stored
  }
}

/** Without a reference: what is about any record. */
export const forgetAnswersAbout = (reference = '') => clearDrafts(nameAbout(reference))
