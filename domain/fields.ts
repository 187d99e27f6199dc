/** A form's rules as data, and the verdict on one answer. What clients send themselves is judged by the same rows in SQL (ADR 0057). */
import { isEmail } from './emails.ts'
import { findPhoneProblem, normalisePhone, phoneMessages } from './phones.ts'
import { findQuantityProblem } from './quantities.ts'
import { cleanLine, cleanText, countCharacters } from './text.ts'

export interface FieldRule {
  kind: 'line' | 'text' | 'email' | 'phone' | 'quantity' | 'option' | 'accepted'
  /** Shortest and longest allowed length in characters, after cleaning; a min of 0 makes the field optional. */
  min: number
  max: number
  /** Only for kind option. */
  options?: readonly string[]
  /** When the answer is missing, too short, malformed or not one of the options. */
  message: string
  /** When there is an answer of the wrong form, where that has a sentence of its own. */
  malformed?: string
  tooLong: string
}

/** Adds the sentence for an answer that is too long, which is the same for every field. */
export function rule(label: string, fields: Omit<FieldRule, 'tooLong'>): FieldRule {
  return { ...fields, tooLong: `${label} must be at most ${fields.max} characters` }
}

/** The cleaned answer, as it is checked and stored. */
export function cleanAnswer(kind: FieldRule['kind'], value: string): string {
  if (kind === 'option') return value
  return kind === 'text' ? cleanText(value) : cleanLine(value)
}

/** The sentence for a cleaned answer, or null when it is fine. Same order of checks as private.answer_problem. */
export function findAnswerProblem(field: FieldRule, answer: string): string | null {
  if (field.min === 0 && answer === '') return null
  if (field.kind === 'option') return field.options?.includes(answer) ? null : field.message
  const length = countCharacters(answer)
  if (length > field.max) return field.tooLong
  if (field.kind === 'quantity') return findQuantityProblem(answer)
  if (field.kind === 'phone') {
    const problem = findPhoneProblem(answer)
    // Two numbers of one step: the summary says which of them is too short.
    return problem === phoneMessages.tooShort ? (field.malformed ?? field.message) : problem
  }
  if (length < field.min) return field.message
  if (field.kind === 'email' && !isEmail(answer)) return field.malformed ?? field.message
  return null
}

export function normaliseAnswer(kind: FieldRule['kind'], answer: string): string {
  if (kind === 'phone') return answer === '' ? answer : normalisePhone(answer)
  return kind === 'email' ? answer.toLowerCase() : answer
}
