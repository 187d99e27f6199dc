// Phone numbers as libphonenumber has them: the server can carry the metadata of every country, and a browser cannot.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { normalisePhone } from '#domain/phones.ts'
import { cleanLine } from '#domain/text.ts'

/**
 * E.164. Ours reads first: it knows fixed lines from before 2023, and leaves alone what has no country. What
 * libphonenumber then takes for a number in service keeps its writing, such as +44 (0)20 without the 0.
 */
export function writePhone(typed: string): string {
  const ours = normalisePhone(cleanLine(typed))
  const read = ours.startsWith('+') ? parsePhoneNumberFromString(ours) : undefined
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
