/** Deleting one's account: where it is requested, and what is said about it. */
import { normaliseEmail } from '../emails.ts'
import type { FieldProblem } from '../forms.ts'

/** POST {confirmation, code} with a session: the typed address, and the code that `reauthenticate` has mailed. */
export const accountDeletionPath = '/account/delete'

export const accountDeletionMessages = {
  typeAddress: 'Type the e-mail address of your account',
  typeCode: 'The code has 6 digits',
  wrongCode: 'This code is not right, or it is too old',
} as const

/** What is missing before the service is called; the same on both sides. */
export function findDeletionProblems(
  input: { confirmation: string; code: string },
  email: string,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (normaliseEmail(input.confirmation) !== normaliseEmail(email))
    problems.push({ field: 'confirmation', message: accountDeletionMessages.typeAddress })
  if (!/^\d{6}$/.test(input.code.replace(/[\s-]/g, '')))
    problems.push({ field: 'code', message: accountDeletionMessages.typeCode })
  return problems
}
