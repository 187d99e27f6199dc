/** Deleting one's account: where it is requested, and what is said about it. */
import { normaliseEmail } from '../emails.ts'
import type { FieldProblem } from '../forms.ts'
import { isOneTimeCode, oneTimeCodeWords } from '../one-time-codes.ts'

/** POST {confirmation, code} with a session: the typed address, and the code that `reauthenticate` has mailed. */
export const accountDeletionPath = '/account/delete'

export const accountDeletionMessages = {
  typeAddress: 'Type the email address of your account',
  typeCode: oneTimeCodeWords.typeCode,
  wrongCode: oneTimeCodeWords.wrongCode,
} as const

export const accountDeletionWords = {
  label: 'Delete my account',
  lead: 'Your profile, applications, secrets and sign-in go for good. Orders and payments stay as the law asks, without your name. Requests that wait for an answer are withdrawn.',
  openOrders: (count: number) =>
    count === 1
      ? 'One order is agreed and not yet completed. We could not reach you about it any more: call us first.'
      : `${count} orders are agreed and not yet completed. We could not reach you about them any more: call us first.`,
  /** The question before it: what ends is its heading. */
  title: 'Your account ends, and nobody can bring it back',
  final: 'This cannot be undone. We have mailed a code to',
  keep: 'Keep it',
  confirmation: { label: 'Type your email address to confirm' },
  code: { label: oneTimeCodeWords.fromMail },
  submitLabel: 'Delete for good',
  busyLabel: 'Deleting...',
  mailBusyLabel: oneTimeCodeWords.mailBusyLabel,
  deleted: {
    title: 'Your account is deleted',
    text: 'Nobody can sign in to it any more, and this device has forgotten it. Thank you for the time with us.',
    home: 'Return to Home',
  },
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
