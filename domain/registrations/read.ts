/** Reading a registration: every problem named in the form's order, and secrets apart from what may be stored as it is. */
import { getLagosDay } from '../dates.ts'
import { cleanAnswer, type FieldRule, findAnswerProblem, normaliseAnswer } from '../fields.ts'
import type { AnswersInput, FieldProblem } from '../forms.ts'
import { cleanLine, countCharacters, joinCharacters } from '../text.ts'
import {
  adultAge,
  computeAge,
  findBirthDateProblem,
  isAtLeast,
  normaliseAmount,
  normaliseUrl,
} from './checks.ts'
import type { Condition, RegistrationKind, RegistrationRule, RegistrationRules } from './rules.ts'

/** What the operator has set; the server and the page must use the same. */
export interface RegistrationSettings {
  /** ESTABLISHED_YEAR_MAX (decision 70); this year where it is not set. */
  establishedYearMax?: number
  /** false: the operator has switched the BVN off (decision 68). */
  collectBvn?: boolean
  /** The version of the terms that were published, if any were: what someone agrees to now. */
  termsInForce?: string
}

/** What a verdict depends on beside the answers. */
export interface Circumstances extends RegistrationSettings {
  /** YYYY-MM-DD in Lagos. */
  today?: string
  /** The answers that are stored already, where the form is sent again. */
  stored?: AnswersInput | undefined
}

/** What a kind of question is answered with (a union of kinds: a union of answers). */
type AnswerOf<Kind extends RegistrationKind> = Kind extends 'accepted'
  ? true
  : Kind extends 'flag'
    ? boolean
    : Kind extends 'several'
      ? string[]
      : string

type Secret<Rules extends RegistrationRules> = {
  [Field in keyof Rules]: Rules[Field] extends { secret: true } ? Field : never
}[keyof Rules]

/** Cleaned and normalised. Not there: what was not sent and may stay empty, and what does not apply. */
type RegistrationAnswers<Rules extends RegistrationRules> = {
  [Field in Exclude<keyof Rules, Secret<Rules>>]?: AnswerOf<Rules[Field]['kind']>
}

/** For code that serves every form alike. */
export type AnyRegistrationVerdict =
  | {
      ok: true
      answers: Record<string, string | boolean | string[]>
      secrets: Record<string, string>
      isMinor: boolean
    }
  | { ok: false; problems: FieldProblem[] }

export type RegistrationVerdict<Rules extends RegistrationRules> =
  | {
      ok: true
      answers: RegistrationAnswers<Rules>
      /** Only fields that were filled in. */
      secrets: { [Field in Secret<Rules>]?: string }
      isMinor: boolean
    }
  | { ok: false; problems: FieldProblem[] }

/** As conditions compare: cleaned, in lower case, a tick as 'true' or 'false', choices as 'some', '' for no answer. */
function describeForCondition(value: unknown): string {
  if (typeof value === 'string') return cleanLine(value).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  if (typeof value === 'boolean') return String(value)
  return Array.isArray(value) && value.length > 0 ? 'some' : ''
}

export function holds(condition: Condition, input: AnswersInput): boolean {
  const value = input[condition.field]
  if (condition.has !== undefined) return Array.isArray(value) && value.includes(condition.has)
  const answer = describeForCondition(value)
  if (condition.is) return condition.is.includes(answer)
  return condition.not ? !condition.not.includes(answer) : answer !== ''
}

function isWithheld(condition: Condition | undefined, input: AnswersInput): boolean {
  return condition !== undefined && !holds(condition, input)
}

/** Under 18 on the day, by an answer that is a birth date at all. */
function findIsMinor(input: AnswersInput, today: string): boolean {
  const birthDate = typeof input.dateOfBirth === 'string' ? cleanLine(input.dateOfBirth) : ''
  return findBirthDateProblem(birthDate, today) === null && computeAge(birthDate, today) < adultAge
}

/** Questions that do not apply to these answers: what was answered to them before is dropped. */
export function listNotAsked(
  rules: RegistrationRules,
  input: AnswersInput,
  circumstances: Circumstances = {},
): string[] {
  const around = surround(input, circumstances)
  return Object.keys(rules).filter((field) => isWithheld(rules[field]?.appliesWhen, around.input))
}

interface Surroundings {
  input: AnswersInput
  today: string
  yearMax: number
}

/** What the rules see: the answers, and the facts that conditions may refer to. Facts cannot be sent as answers. */
export function surround(input: AnswersInput, circumstances: Circumstances): Surroundings {
  const today = circumstances.today ?? getLagosDay(Date.now())
  return {
    input: {
      ...input,
      isMinor: findIsMinor(input, today),
      collectBvn: circumstances.collectBvn ?? true,
    },
    today,
    yearMax: circumstances.establishedYearMax ?? Number(today.slice(0, 4)),
  }
}

type Reading = { value: string | boolean | string[] } | { problem: string } | null

const accept = (value: string | boolean | string[]): Reading => ({ value })
const refuse = (problem: string): Reading => ({ problem })

/** One answer against its rule: its value, its problem, or nothing where none is stored. */
function readAnswer(rule: RegistrationRule, value: unknown, around: Surroundings): Reading {
  if (isWithheld(rule.appliesWhen, around.input)) return null
  const isOptional =
    rule.min === 0 || (rule.optionalWhen !== undefined && holds(rule.optionalWhen, around.input))
  if (rule.kind === 'flag') {
    if (value === undefined) return accept(false)
    return typeof value === 'boolean' ? accept(value) : refuse(rule.message)
  }
  if (value === undefined && isOptional) return null
  if (rule.kind === 'accepted') return value === true ? accept(true) : refuse(rule.message)
  if (rule.kind === 'several') return readSeveral(rule, value, isOptional)
  if (typeof value !== 'string') return refuse(rule.message)
  return readText({ ...rule, min: isOptional ? 0 : rule.min }, value, around)
}

function readSeveral(rule: RegistrationRule, value: unknown, isOptional: boolean): Reading {
  if (!Array.isArray(value)) return refuse(rule.message)
  const { options = [] } = rule
  if (!value.every((choice) => options.includes(choice))) return refuse(rule.message)
  const chosen = options.filter((option) => value.includes(option))
  if (chosen.length === 0 && isOptional) return accept([])
  if (chosen.length < rule.min) return refuse(rule.message)
  return chosen.length > rule.max ? refuse(rule.tooLong) : accept(chosen)
}

function cleanFor(kind: RegistrationKind, value: string): string {
  if (kind === 'digits') return joinCharacters(value)
  if (kind === 'code') return joinCharacters(value).replace(/[a-z]/g, (letter) => letter.toUpperCase())
  if (kind === 'products') return cleanAnswer('text', value)
  return cleanAnswer(isPlain(kind) ? kind : 'line', value)
}

function readText(rule: RegistrationRule, value: string, around: Surroundings): Reading {
  const { kind } = rule
  const malformed = rule.malformed ?? rule.message
  const answer = cleanFor(kind, value)
  if (answer === '' && rule.min === 0) return accept('')
  if (answer === '' && !isPlain(kind)) return refuse(rule.message)
  const length = countCharacters(answer)
  switch (kind) {
    case 'url': {
      if (length > rule.max) return refuse(rule.tooLong)
      const address = normaliseUrl(answer)
      if (address === null) return refuse(malformed)
      return countCharacters(address) > rule.max ? refuse(rule.tooLong) : accept(address)
    }
    case 'year': {
      const isKnown =
        /^[0-9]{4}$/.test(answer) && Number(answer) >= rule.min && Number(answer) <= around.yearMax
      return isKnown ? accept(answer) : refuse(malformed.replace('{max}', String(around.yearMax)))
    }
    case 'amount': {
      if (length > rule.max) return refuse(rule.tooLong)
      const amount = normaliseAmount(answer)
      return amount !== null && isAtLeast(amount, rule.min) ? accept(amount) : refuse(malformed)
    }
    case 'birth-date': {
      const problem = findBirthDateProblem(answer, around.today)
      if (problem !== null) return refuse(problem)
      return rule.adultsOnly !== undefined && around.input.isMinor ? refuse(rule.adultsOnly) : accept(answer)
    }
    case 'digits':
      return /^[0-9]+$/.test(answer) && length === rule.max ? accept(answer) : refuse(malformed)
    case 'products': {
      if (length > rule.max) return refuse(rule.tooLong)
      const parts = answer.split(/[,\n]/).map((part) => part.replace(/^ +| +$/g, ''))
      const isEnough = length >= rule.min || parts.some((part) => rule.options?.includes(part))
      return isEnough ? accept(answer) : refuse(malformed)
    }
    case 'code':
      if (length > rule.max || length < rule.min) return refuse(malformed)
      return /^[A-Z0-9]+$/.test(answer) ? accept(answer) : refuse(malformed)
    case 'word':
      if (length > rule.max) return refuse(rule.tooLong)
      return length < rule.min || answer.includes(' ') ? refuse(malformed) : accept(answer)
    default: {
      if (!isPlain(kind)) return null
      const options = isWithheld(rule.optionsWhen, around.input) ? undefined : rule.options
      const plain: FieldRule = { ...rule, kind, options }
      if (rule.optionsWhen && options) {
        return options.includes(answer) ? accept(answer) : refuse(malformed)
      }
      const problem = findAnswerProblem(plain, answer)
      // Long enough as typed, too short as plain text: markup or characters that do not show.
      if (problem === rule.message && kind === 'line' && countCharacters(value) >= rule.min)
        return refuse(malformed)
      return problem === null ? accept(normaliseAnswer(kind, answer)) : refuse(problem)
    }
  }
}

/** The kinds of the simple forms, judged by the rules that those have. */
function isPlain(kind: RegistrationKind): kind is FieldRule['kind'] {
  return ['line', 'text', 'email', 'phone', 'quantity', 'option', 'accepted'].includes(kind)
}

/**
 * What was sent, in one writing and whatever the settings make of it: by this a repeated attempt is distinguished from another one.
 * Answers to questions that the form does not have are no part of it.
 */
export function cleanSent(rules: RegistrationRules, input: AnswersInput): Record<string, unknown> {
  const clean = (kind: RegistrationKind, value: unknown) => {
    if (typeof value !== 'string') return value
    const answer = cleanFor(kind, value)
    return isPlain(kind) ? normaliseAnswer(kind, answer) : answer
  }
  return Object.fromEntries(
    Object.entries(rules).flatMap(([field, { kind }]) =>
      input[field] === undefined ? [] : [[field, clean(kind, input[field])]],
    ),
  )
}

/**
 * What a form adds where one answer depends on another, for a field that is fine by its own rule; `stored` is there where the form
 * is sent again.
 */
export type CrossCheck = (
  field: string,
  value: string,
  input: AnswersInput,
  stored?: AnswersInput,
) => string | null

/** Every field's problem in the form's order, or the answers and, apart from them, the secrets. */
export function readRegistration<Rules extends RegistrationRules>(
  rules: Rules,
  input: AnswersInput,
  circumstances: Circumstances = {},
  crossCheck: CrossCheck = () => null,
): RegistrationVerdict<Rules> {
  const around = surround(input, circumstances)
  const problems: FieldProblem[] = []
  const answers: Record<string, string | boolean | string[]> = {}
  const secrets: Record<string, string> = {}
  for (const [field, rule] of Object.entries(rules)) {
    const reading = readAnswer(rule, input[field], around)
    if (reading === null) continue
    if ('problem' in reading) {
      problems.push({ field, message: reading.problem })
      continue
    }
    const { value } = reading
    const problem =
      typeof value === 'string' && value !== ''
        ? crossCheck(field, value, around.input, circumstances.stored)
        : null
    if (problem !== null) problems.push({ field, message: problem })
    else if (!rule.secret) answers[field] = value
    else if (typeof value === 'string' && value !== '') secrets[field] = value
  }
  return problems.length > 0
    ? { ok: false, problems }
    : ({ ok: true, answers, secrets, isMinor: around.input.isMinor === true } as RegistrationVerdict<Rules>)
}
