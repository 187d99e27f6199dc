/** The list of what a person has agreed to: what it says, and what its buttons say and answer. */
import { type ConsentOnRecord, newsletterConsent } from './consents.ts'

export const consentListWords = {
  ifTakenBack: 'If you take one back:',
  ifThisTakenBack: 'If you take it back:',
  ifAgreedAgain: 'If you agree again:',
  notKept: 'An application that is not kept any more',
  agreedOn: (day: string) => `Agreed on ${day}, `,
  takenBackOn: (day: string) => `Taken back on ${day}, `,
  /** For a registration that was erased. */
  over: 'Ended when it was erased.',
  takeBack: {
    label: 'Take back',
    busyLabel: 'Taking back...',
    done: 'Taken back',
    failed: 'This could not be taken back.',
  },
  agreeAgain: {
    label: 'Agree again',
    busyLabel: 'Agreeing...',
    done: 'Agreed again',
    failed: 'This could not be agreed to again',
  },
} as const

/** What taking back the consent to a registration does, said where it is done. */
export const withdrawalMeaning =
  'From now on your application goes no further, and what you offer on the marketplace is taken down. It is written down with today’s date. What was done until now stays valid. Your details stay until you erase them, or until their period ends.'

const newsletterEnds = 'From now on no more letters come. It is written down with today’s date.'

/** The same, of any purpose in the ledger. */
export function describeWithdrawal(purpose: string): string {
  return purpose === newsletterConsent.purpose ? newsletterEnds : withdrawalMeaning
}

/** What ends by it, as the heading of the question whether it is meant; by its reference where an account has several. */
export function describeWithdrawalEnd({ purpose, record }: ConsentOnRecord): string {
  if (purpose === newsletterConsent.purpose) return 'No more letters will come'
  if (!record?.reference) return 'Your application goes no further'
  const offers = record.type === 'farmers' ? ', and what you offer is taken down' : ''
  return `Your application ${record.reference} goes no further${offers}`
}

/** What giving it again does. */
export const renewalMeaning =
  'Your application goes on. What was taken down from the marketplace stays down until our staff show it again.'
