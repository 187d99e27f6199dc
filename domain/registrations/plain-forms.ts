/** The registration forms that a browser without scripts can send: one page, posted as a form, each at an address of its own. */
import type { AnswersInput, FieldProblem } from '../forms.ts'
import { makeStorable } from '../text.ts'
import { joinDate } from './checks.ts'
import type { RegistrationRules } from './rules.ts'

/** Where each is filled in (GET) and posted to (POST). */
export const plainFormPaths = {
  farmer: '/forms/farmer',
  training: '/forms/poultry-training',
  investor_individual: '/forms/individual-investor',
} as const
export type PlainFormName = keyof typeof plainFormPaths
export const plainFormNames = Object.keys(plainFormPaths) as PlainFormName[]

/** Undefined: this form needs scripts. */
export function findPlainFormPath(form: string): string | undefined {
  return Object.hasOwn(plainFormPaths, form) ? plainFormPaths[form as PlainFormName] : undefined
}

/** The page that follows a form that was taken. */
export function plainFormSentPath(form: PlainFormName): string {
  return `${plainFormPaths[form]}/sent`
}

/** The version of the terms that the page has shown, in a field of its own. */
export const termsVersionField = 'termsVersion'

/** What a browser has posted: the first value of a name, or all of them. */
export interface PostedValues {
  get(name: string): string | undefined
  getAll(name: string): string[]
}

/** The answers as the form's rules read them, out of the boxes of a plain page. */
export function readPlainAnswers(rules: RegistrationRules, posted: PostedValues): Record<string, unknown> {
  const text = (name: string) => makeStorable(posted.get(name) ?? '')
  const answers: Record<string, unknown> = Object.create(null)
  for (const [name, { kind }] of Object.entries(rules)) {
    if (kind === 'accepted' || kind === 'flag') {
      if (posted.get(name) !== undefined) answers[name] = true
    } else if (kind === 'several') answers[name] = posted.getAll(name).map(makeStorable)
    else if (kind === 'birth-date')
      answers[name] = joinDate({
        day: text(`${name}-day`),
        month: text(`${name}-month`),
        year: text(`${name}-year`),
      })
    else answers[name] = text(name)
  }
  return answers
}

/** For an answer that is secret and was valid: no page gives it back. */
/** After what is wrong with it. */
export const giveAllAgain = 'Please write all of it again: for your safety we never send it back to a screen'

export function promptAgain(label: string): string {
  return `${label}: please give it once more. For your safety we never send it back to a screen`
}

/** What is known of a registration that has just been taken in. */
export interface PlainFormReceipt {
  reference: string
  status: string
  /** False: there was one before, and what was sent now was not taken. */
  isNew: boolean
  /** Its secret link; null when it has none any more. */
  trackingPath: string | null
  wantsPhoto: boolean
  /** False: we call. */
  hasEmail?: boolean | undefined
  /** The moment until when it is answered; not in a receipt that the release before has written. */
  answerBy?: string | undefined
}

/** What the second page of "forget it here" posts. */
export const forgetField = 'forget'

/** What a page without scripts shows of one form. */
export type PlainFormPage = { form: PlainFormName } & (
  | {
      kind: 'form'
      /** Names this filled-in form: posted again, it is the same attempt. */
      attempt: string
      /** Without what is secret. */
      answers: AnswersInput
      /** What was typed, is secret, and is needed once more. */
      withheld: readonly string[]
      problems: readonly FieldProblem[]
      /** Why it was not taken, where no field is to blame. */
      message?: string
      /** The reference of what this browser has sent in the last ten minutes. */
      sentJustNow?: string | undefined
    }
  /** Null: it is not known here what was sent. */
  | { kind: 'sent'; receipt: PlainFormReceipt | null }
  /** Asks before this browser forgets it; null where it holds nothing that could be shown again. */
  | { kind: 'forget'; receipt: PlainFormReceipt | null }
  /** Nothing of what was sent can be shown. */
  | { kind: 'refused'; message: string }
)
