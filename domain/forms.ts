/** Reading a public form: its answers against its rules, every problem named, in the order that the form sets. */
import { cleanAnswer, type FieldRule, findAnswerProblem, normaliseAnswer } from './fields.ts'
import {
  type FileQuestion,
  type FormQuestions,
  listQuestions,
  type Named,
  type PlainQuestion,
  type RulesOf,
} from './questions.ts'

export interface FieldProblem {
  field: string
  message: string
}

export type FormRules = Readonly<Record<string, FieldRule>>

/** Every answer is cleaned text; an accepted box is true. */
export type Answers<Rules extends FormRules> = {
  [Field in keyof Rules]: Rules[Field]['kind'] extends 'accepted' ? true : string
}

export type Verdict<Rules extends FormRules> =
  | { ok: true; answers: Answers<Rules> }
  | { ok: false; problems: FieldProblem[] }

/** What a form posts: text, or true for a ticked box. */
export type AnswersInput = Readonly<Record<string, unknown>>

/** Every field's problem, in the form's order; of an order, the first is the one that private.check_form raises. */
export function readForm<Rules extends FormRules>(rules: Rules, input: AnswersInput): Verdict<Rules> {
  const problems: FieldProblem[] = []
  const answers: Record<string, string | true> = {}
  for (const [field, rule] of Object.entries(rules)) {
    const value = input[field]
    if (rule.kind === 'accepted') {
      if (value === true) answers[field] = true
      else problems.push({ field, message: rule.message })
      continue
    }
    // An optional field that is not sent is an empty one.
    const text = value === undefined && rule.min === 0 ? '' : value
    if (typeof text !== 'string') {
      problems.push({ field, message: rule.message })
      continue
    }
    const answer = cleanAnswer(rule.kind, text)
    const problem = findAnswerProblem(rule, answer)
    if (problem === null) answers[field] = normaliseAnswer(rule.kind, answer)
    else problems.push({ field, message: problem })
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, answers: answers as Answers<Rules> }
}

/**
 * For a form whose empty fields outrank everything else: the box that is not ticked, else the required fields that
 * are empty, else nothing.
 */
export function findUnfilled(rules: FormRules, input: AnswersInput): FieldProblem[] {
  const isEmpty = (rule: FieldRule, value: unknown) =>
    typeof value !== 'string' || cleanAnswer(rule.kind, value) === ''
  const entries = Object.entries(rules)
  const refused = entries.filter(([field, rule]) => rule.kind === 'accepted' && input[field] !== true)
  const open = refused.length
    ? refused
    : entries.filter(
        ([field, rule]) => rule.kind !== 'accepted' && rule.min > 0 && isEmpty(rule, input[field]),
      )
  return open.map(([field, { message }]) => ({ field, message }))
}

/** A field that people do not see and programs fill in: an answer in it means that nobody is there. */
export const honeypotField = 'homepage'

/** Above the questions of a public form; * is the mark. */
export const requiredNote = 'Fields marked * are required.'

/** Names one attempt, so that a second tap is the same one; a script makes a new uuid for each filled-in form. */
export const idempotencyField = 'idempotencyKey'

/**
 * What a form's address answers to a script (Accept: application/json): 200, or 400, 403, 413, 422, 429, 503.
 * `message` is the sentence for the toast; `errors` has an entry for each field that has to change.
 */
export type FormAnswer = { ok: true } | { ok: false; message: string; errors: FieldProblem[] }

/**
 * Read beside a form: what to have ready before it, and what happens once it is sent, step by step. Loaders pass it to the
 * page, so that it is none of its script.
 */
export interface FormGuide {
  ready: readonly string[]
  next: readonly string[]
  /** For a form that leads to a payment, or to something that may have a price; any other says that it costs nothing. */
  money?: { free: string; warning: string }
}

/** A public form, declared once: the site draws it, the server draws it again for pages without scripts and reads it. */
export interface FormDefinition<
  Questions extends FormQuestions<PlainQuestion> = FormQuestions<PlainQuestion>,
> {
  name: string
  /** Where it is posted to, under /forms/. */
  path: string
  /** The table that its answers become a row of. */
  table: string
  /** What one is called where its person reads what we hold; without it another part of the report speaks of it. */
  record?: string
  /** Stands before each field's name in its id. */
  id: string
  /** Its accessible name on the page. */
  label: string
  /** The heading of the page that shows it without scripts. */
  title: string
  /** The page of the site that holds the form. */
  page: string
  submit: string
  busy: string
  /** What we do with the answers, beside the button. */
  note: string
  /** Said on success, by the page. */
  success: string
  /** For a form whose sentences are toasts by the specification: then the page says the rest beside them. */
  toasts?: { besideSuccess: string }
  /** Where one may go on to, once it is sent. */
  next?: readonly { label: string; path: string }[]
  questions: Questions
  read(input: AnswersInput): Verdict<RulesOf<Questions>>
  /** What stands beside a field, where it says more than the sentence for all of them. */
  describe?(problem: FieldProblem, question: Named<PlainQuestion> | undefined): string
}

/** The words for one problem, beside its field. */
export function describeProblem({ questions, describe }: FormDefinition, problem: FieldProblem): string {
  const question = questions[problem.field]
  return describe?.(problem, question && { name: problem.field, ...question }) ?? problem.message
}

/** What the confirming mail repeats of the answers, as label and words. */
export function answersInMail(
  { questions }: FormDefinition,
  answers: Answers<FormRules>,
): [string, string][] {
  return listQuestions(questions).flatMap((question) => {
    if (question.control !== 'select' || !question.inMail || !answers[question.name]) return []
    const chosen = question.options
      .map((option) => (typeof option === 'string' ? { value: option, label: option } : option))
      .find(({ value }) => value === answers[question.name])
    return chosen ? [[question.inMail, chosen.label]] : []
  })
}

export function findFileQuestion({
  questions,
}: Pick<FormDefinition, 'questions'>): Named<FileQuestion> | undefined {
  for (const [name, question] of Object.entries(questions))
    if (question.control === 'file') return { name, ...question }
  return undefined
}

/** The file's own problem, reported after the answers'; `bytes` is 0 without a file. */
export function findFileProblem(form: FormDefinition, bytes: number): FieldProblem[] {
  const file = findFileQuestion(form)
  if (!file) return []
  if (bytes === 0) return [{ field: file.name, message: file.missing }]
  return bytes > file.maxBytes ? [{ field: file.name, message: file.tooLarge }] : []
}
