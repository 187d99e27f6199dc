// Phone numbers as libphonenumber has them: the server can carry the metadata of every country, and a browser cannot.
import { createRequire } from 'node:module'
import { normalisePhone } from '#domain/phones.ts'
import { cleanLine } from '#domain/text.ts'

const require = createRequire(import.meta.url)
/** Loaded with the first number: the metadata of every country takes some megabytes. */
let library: typeof import('libphonenumber-js/max') | undefined

/**
 * E.164. Ours reads first: it knows fixed lines from before 2023, and leaves alone what has no country. What
 * libphonenumber then takes for a number in service retains its writing, such as +44 (0)20 without the 0.
 */
export function writePhone(typed: string): string {
  const ours = normalisePhone(cleanLine(typed))
  if (!ours.startsWith('+')) return ours
  library ??= require('libphonenumber-js/max') as typeof import('libphonenumber-js/max')
  const read = library.parsePhoneNumberFromString(ours)
  return read?.isValid() ? read.number : ours
}

/** The answers that a form's rules have taken, with every phone number among them written so. */
export function writePhones<Answers extends object>(
  rules: Readonly<Record<string, { kind: string }>>,
  answers: Answers,
): Answers {
  const written = Object.entries(answers).map(([field, answer]) =>
    rules[field]?.kind === 'phone' && typeof answer === 'string'
      ? [field, writePhone(answer)]
      : [field, answer],
  )
  return Object.fromEntries(written) as Answers
}
