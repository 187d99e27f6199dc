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

/** Farmers alone offer on the marketplace. */
const offers = (recordType: string | undefined) => recordType === 'farmers'

/** What taking back the consent to a registration of this kind does, said where it is done. */
const describeEnd = (recordType: string | undefined) =>
  `From now on your application goes no further${offers(recordType) ? ', and what you offer on the marketplace is taken down' : ''}. It is written down with today’s date. What was done until now stays valid. Your details stay until you erase them, or until their period ends.`

const newsletterEnds = 'From now on no more letters come. It is written down with today’s date.'

/** Another was taken back before: the application has stopped already. */
const describeFurtherEnd =
  'Your application has stopped already: it goes on only once you agree again to each. It is written down with today’s date. Your details stay until you erase them, or until their period ends.'

/** What taking back does, of any purpose in the ledger; `recordType`: the table of the registration that it is about. */
export function describeWithdrawal(purpose: string, recordType?: string, isStopped = false): string {
  if (purpose === newsletterConsent.purpose) return newsletterEnds
  return isStopped ? describeFurtherEnd : describeEnd(recordType)
}

/** Whether another consent to the same registration is taken back. */
export function isAnotherTakenBack(consents: readonly ConsentOnRecord[], consent: ConsentOnRecord): boolean {
  return consents.some(
    ({ purpose, record, isGiven, isOver }) =>
      !isGiven && !isOver && purpose !== consent.purpose && record?.id === consent.record?.id,
  )
}

/** What "If you take one back" says of a list: of each line that can be taken back, once. */
export function listWithdrawals(consents: readonly ConsentOnRecord[], recordType?: string): string[] {
  const standing = consents.filter(
    ({ isGiven, isOver, record }) => isGiven && !isOver && record?.reference !== null,
  )
  return [
    ...new Set(
      standing.map((consent) =>
        describeWithdrawal(
          consent.purpose,
          consent.record?.type ?? recordType,
          isAnotherTakenBack(consents, consent),
        ),
      ),
    ),
  ]
}

/** What ends by it, as the heading of the question whether it is meant; by its reference where an account has several. */
export function describeWithdrawalEnd({ purpose, record }: ConsentOnRecord, isStopped = false): string {
  if (purpose === newsletterConsent.purpose) return 'No more letters will come'
  if (isStopped) return `Your application ${record?.reference ?? ''} stays stopped`.replace('  ', ' ')
  if (!record?.reference) return 'Your application goes no further'
  const takenDown = offers(record.type) ? ', and what you offer is taken down' : ''
  return `Your application ${record.reference} goes no further${takenDown}`
}

/** What giving it again does; `isAnotherMissing`: another one of the same registration is still taken back. */
export const describeRenewal = (recordType: string | undefined, isAnotherMissing = false) =>
  isAnotherMissing
    ? 'One more consent is missing then: your application goes on once you agree to that one again, too.'
    : `Your application goes on.${offers(recordType) ? ' What was taken down from the marketplace stays down until our staff show it again.' : ''}`
