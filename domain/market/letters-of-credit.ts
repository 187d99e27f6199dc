/** The letter of credit of an order: how far it is, and what both sides read of it. */
import { type CreditStatus, creditStatuses } from './credit-states.ts'

/** What public.letter_of_credit answers. */
export interface LetterOfCredit {
  status: CreditStatus
  /** The order's own, else that of our account in its currency; null: neither is known yet. */
  advisingBank: string | null
  /** What staff wrote for this order alone. */
  ownBank: string | null
  /** One a line. */
  documents: string | null
  draftAt: string | null
  draftPath: string | null
  currency: string
  /** Why the last draft was not taken: its buyer sends another one. */
  draftProblem?: string | null
  /** Why its status went back last; to staff alone. */
  stepBackReason?: string | null
}

export const creditStatusWords: Readonly<Record<CreditStatus, string>> = {
  awaited: 'Waiting for your draft',
  draft_received: 'Draft received, we read it',
  draft_accepted: 'Draft accepted, your bank may issue it',
  issued: 'Issued',
  documents_presented: 'Documents presented to the bank',
  paid: 'Paid',
}

/** What is over, as its buyer reads it. */
export const passedCreditWords: Readonly<Record<CreditStatus, string>> = {
  ...creditStatusWords,
  awaited: 'Draft of your bank',
  draft_received: 'Draft received',
  draft_accepted: 'Draft accepted',
}

export const creditWords = {
  title: 'Letter of Credit',
  lead: 'You pay by a letter of credit, so there is no transfer to make. Your bank opens it through our advising bank.',
  advisingBank: 'Advising bank',
  noBank: 'We tell you the bank shortly. Please do not open the letter before.',
  documents: 'Documents required',
  /** While it is not issued; an order of before December 2026 may have a draft that was accepted without them. */
  noDocuments: {
    awaited:
      'No list is here yet. Your bank may begin the draft without it: we send you the list by mail before we accept the draft.',
    draft_received: 'No list is here yet. We send it to you by mail before we accept your draft.',
    draft_accepted: 'Those that your draft names.',
  } as Partial<Record<CreditStatus, string>>,
  stages: 'How far it is',
  sent: (day: string) => `You sent a draft on ${day}.`,
  draft: {
    label: 'Send us the draft',
    help: 'A picture or PDF of what your bank prepared, up to 2 MB. You may send another one until it is issued.',
  },
  anotherDraft: 'Send us another draft',
  draftProblem: 'What has to change in the draft',
  arrived: { title: 'Your draft has arrived', text: 'We read it, and write to you.' },
  admin: {
    label: 'Letter of credit',
    bankHelp: 'The bank of our account in this currency. Two people change it, in the settings.',
    noBank: 'none yet, because we have no account in this currency',
    wentBack: (reason: string) => `It went back one step: ${reason}`,
    useOwnBank: 'Name the bank of our account in its place',
    documents: {
      label: 'Documents required',
      help: 'One a line, before you accept a draft. The buyer reads them on the order.',
    },
    status: 'How far it is',
    submitLabel: 'Save',
    busyLabel: 'Saving...',
    setPaid: 'The bank has paid',
    /** Before it can be said that the bank has paid: what comes first, and who says it. */
    moneyFirst:
      'The payment is confirmed first, once the money is on the statement. Then "Paid" can be said here.',
    paidByOthers: 'That the bank has paid is said by somebody with the right to confirm payments.',
    saved: 'Letter of credit saved',
    openDraft: 'Open the draft',
    noDraft: 'No draft has come yet.',
    back: 'It goes back to',
    reason: { label: 'Why it goes back one step', help: 'The buyer hears of the step, colleagues read why.' },
    draftProblem: {
      label: 'What has to change in the draft',
      help: 'The buyer reads it, and sends another one.',
    },
    paidHelp:
      'One step at a time: "Draft accepted" tells the buyer that the bank may issue it, and needs our account in this currency and the documents required, as "Issued" does, "Documents presented" goods that have left. "Paid" is said once the money is confirmed, by somebody who confirms payments.',
  },
} as const

/** Why it cannot be said that the bank has paid, in words; null: it can. As public.set_letter_of_credit refuses. */
export function findPaidObstacle(paymentStatus: string, mayConfirm: boolean): string | null {
  if (!mayConfirm) return creditWords.admin.paidByOthers
  return ['unpaid', 'claimed', 'underpaid'].includes(paymentStatus) ? creditWords.admin.moneyFirst : null
}

/** What may be said next: one step at a time. */
export function listNextCreditStatuses(status: CreditStatus, maySayPaid: boolean): CreditStatus[] {
  const place = creditStatuses.indexOf(status)
  return creditStatuses
    .slice(place, place + 2)
    .filter((next) => next === status || next !== 'paid' || maySayPaid)
}

/** Where it goes back to with a reason; paid is taken back by a correction of the payment. */
export function findCreditStepBack({
  status,
  draftPath,
}: Pick<LetterOfCredit, 'status' | 'draftPath'>): CreditStatus | undefined {
  const back: Partial<Record<CreditStatus, CreditStatus>> = {
    draft_received: 'awaited',
    draft_accepted: draftPath ? 'draft_received' : 'awaited',
    issued: draftPath ? 'draft_accepted' : 'awaited',
    documents_presented: 'issued',
  }
  return back[status]
}
