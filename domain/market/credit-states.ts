/** How far a letter of credit is, and what lists of orders say of it: other words are loaded by the orders that have one. */

export const creditStatuses = [
  'awaited',
  'draft_received',
  'draft_accepted',
  'issued',
  'documents_presented',
  'paid',
] as const
export type CreditStatus = (typeof creditStatuses)[number]

/** Before it is issued, and no draft was sent back: what it waits for, on the page of the order and in each mail about it. */
export const creditSteps: Partial<Record<CreditStatus, string>> = {
  awaited: 'Let your bank prepare the letter of credit, and send us its draft.',
  draft_received: 'We read the draft of your letter of credit, and write to you.',
  draft_accepted: 'The draft of your letter of credit is right: let your bank issue it.',
}

/** The same, where a draft may have come: while one is awaited, what came was not taken. Empty once it is issued. */
export const sayCreditStep = (status: CreditStatus = 'awaited', hasDraft = false): string =>
  status === 'awaited' && hasDraft
    ? 'Let your bank change the draft of the letter of credit as we wrote to you, and send us another one.'
    : (creditSteps[status] ?? '')

/** A bank pays what is due, and no transfer of the buyer. */
export const isPaidByBank = ({
  creditStatus,
  isOnCredit,
}: {
  creditStatus?: CreditStatus
  isOnCredit: boolean
}) =>
  !isOnCredit &&
  creditStatus !== undefined &&
  creditStatuses.indexOf(creditStatus) >= creditStatuses.indexOf('issued')

export const bankPaidWords = 'The bank has paid under your letter of credit'
