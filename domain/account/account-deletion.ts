/** Deleting one's account: where it is requested, and what is said about it. */
import { normaliseEmail } from '../emails.ts'
import type { FieldProblem } from '../forms.ts'
import { isOneTimeCode, oneTimeCodeWords } from '../one-time-codes.ts'

/** POST {confirmation, code} with a session: the typed address, and the code that `reauthenticate` has mailed. */
export const accountDeletionPath = '/account/delete'

export const accountDeletionMessages = {
  typeAddress: 'Type the e-mail address of your account',
  typeCode: oneTimeCodeWords.typeCode,
  wrongCode: oneTimeCodeWords.wrongCode,
} as const

export const accountDeletionWords = {
  label: 'Delete my account',
  confirmation: { label: 'Type your e-mail address to confirm' },
  code: { label: oneTimeCodeWords.fromMail },
  submitLabel: 'Delete for good',
  busyLabel: 'Deleting...',
  mailBusyLabel: oneTimeCodeWords.mailBusyLabel,
  deleted: { title: 'Your account is deleted', text: 'Thank you for the time with us.' },
} as const

/** What is missing before the service is called; the same on both sides. */
export function findDeletionProblems(
  input: { confirmation: string; code: string },
  email: string,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (normaliseEmail(input.confirmation) !== normaliseEmail(email))
    problems.push({ field: 'confirmation', message: accountDeletionMessages.typeAddress })
  if (!isOneTimeCode(input.code.replace(/[\s-]/g, '')))
    problems.push({ field: 'code', message: accountDeletionMessages.typeCode })
  return problems
}
