/** Why a request is refused: every reason once, with its status, its words, and the PostgreSQL codes that mean it. */
import { formMessages } from './form-messages.ts'
import type { FieldProblem } from './forms.ts'

export const refusals = {
  unreadable: { status: 400, message: formMessages.unreadable },
  sign_in: { status: 401, message: formMessages.signIn },
  wrong_origin: { status: 403, message: formMessages.refused },
  forbidden: { status: 403, message: 'You may not do this.' },
  proof: { status: 403, message: 'We could not check that a person sent this. Please send it again.' },
  not_found: { status: 404, message: 'This link does not lead to a registration.' },
  conflict: { status: 409, message: formMessages.unreadable },
  too_large: { status: 413, message: 'The photo must be at most 300 kB' },
  invalid: { status: 422, message: formMessages.unreadable },
  too_many: { status: 429, message: formMessages.tooMany },
  unavailable: { status: 503, message: formMessages.unavailable },
} as const

export type RefusalCode = keyof typeof refusals

/** What our own routes answer with the status of their code, wherever they refuse. */
export interface Refusal {
  ok: false
  code: RefusalCode
  /** For the toast or the summary. */
  message: string
  /** The fields that have to change. */
  errors: FieldProblem[]
}

/** An error of PostgreSQL as the `pg` driver and PostgREST both give it. */
export interface DatabaseError {
  code?: string
  message?: string
  hint?: string | null
  details?: string | null
}

interface DatabaseRefusal {
  code: RefusalCode
  /** For a call by our own server it is a fault of ours: no page of ours sends what leads to it. */
  isFaultOnServer?: true
}

/** The codes by which the database refuses; the sentences of all of these are written for people. */
const databaseRefusals: Readonly<Record<string, DatabaseRefusal>> = {
  '22023': { code: 'conflict', isFaultOnServer: true },
  '23505': { code: 'conflict', isFaultOnServer: true },
  /** A rule is broken; the hint names the field. */
  '23514': { code: 'invalid' },
  '40001': { code: 'conflict' },
  '42501': { code: 'forbidden' },
  '55000': { code: 'conflict' },
  P0002: { code: 'not_found' },
  PT409: { code: 'conflict' },
  PT429: { code: 'too_many' },
}

/** A broken rule in the database's own shape, for what is refused by an answer in place of an error. */
export const ruleBroken = (message: string) => ({ code: '23514', message })

/** Null: this is no refusal, but a fault. */
export function findDatabaseRefusal({ code }: DatabaseError): DatabaseRefusal | null {
  return (code !== undefined && Object.hasOwn(databaseRefusals, code) && databaseRefusals[code]) || null
}

/** PostgreSQL's own words for a constraint or a missing right, where no rule spoke first: they name tables and columns. */
const constraintWords = /^(new row for relation|duplicate key value|null value in column)/
const privilegeWords = /^(permission denied for|new row violates row-level security)/

/** The sentence of a refusal as people may read it; null: the error is none, and its text is not for them. */
export function readDatabaseSentence(error: DatabaseError): string | null {
  if (!findDatabaseRefusal(error) || !error.message) return null
  if (privilegeWords.test(error.message)) return refusals.forbidden.message
  return constraintWords.test(error.message)
    ? 'Something here is not accepted as it stands. Please look at what you entered.'
    : error.message
}

/** What a broken rule says of one field: the hint names it, or the details do where the hint says something else. */
export function readFieldRefusal<Field extends string = string>(
  error: DatabaseError,
  isField: (name: string) => name is Field = (name): name is Field => name === error.hint,
): { field: Field; message: string } | null {
  const field = [error.hint, error.details].find((name): name is Field => !!name && isField(name))
  const isRule = findDatabaseRefusal(error)?.code === 'invalid'
  return isRule && field && error.message ? { field, message: error.message } : null
}
