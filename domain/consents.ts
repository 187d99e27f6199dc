/** What people are asked to agree to; a text that changes gets a new version, and the ledger records which one it was. */
import { nameTermsVersion } from './terms.ts'

export const consentTexts = {
  /** The terms and conditions, and with them that the details of the form are stored and checked. */
  terms: { purpose: 'terms', textVersion: nameTermsVersion() },
  /** A parent or guardian, for someone under 18. */
  guardian: { purpose: 'guardian', textVersion: '2026-11-21' },
} as const

/** The newsletter: the sentence beside its box and beside the tick of /account. */
export const newsletterConsent = { purpose: 'newsletter', textVersion: '2026-11-23' } as const

/**
 * Whether there is such a text: nobody agreed to what was never shown. The terms in force are those that were published,
 * if any were; a page that was opened before still shows what the site brings.
 */
export function isKnownConsent(
  input: { purpose: string; textVersion: string },
  termsInForce?: string,
): boolean {
  if (input.purpose === consentTexts.terms.purpose && input.textVersion === termsInForce) return true
  return Object.values(consentTexts).some(
    ({ purpose, textVersion }) => purpose === input.purpose && textVersion === input.textVersion,
  )
}

/** What taking back the consent to a registration does, said where it is done. */
export const withdrawalMeaning =
  'From now on your application goes no further, and what you offer on the marketplace is taken down. It is written down with today’s date. What was done until now stays valid. Your details stay until you erase them, or until their period ends.'

const newsletterEnds = 'From now on no more letters come. It is written down with today’s date.'

/** The same, of any purpose in the ledger. */
export function describeWithdrawal(purpose: string): string {
  return purpose === newsletterConsent.purpose ? newsletterEnds : withdrawalMeaning
}

/** What ends by it, as the heading of the question whether it is meant. */
export function describeWithdrawalEnd(purpose: string): string {
  return purpose === newsletterConsent.purpose
    ? 'No more letters will come'
    : 'Your application goes no further'
}

/** What giving it again does. */
export const renewalMeaning =
  'Your application goes on. What was taken down from the marketplace stays down until our staff show it again.'

/** What someone has agreed to, as it is shown to them. */
export interface ConsentOnRecord {
  purpose: string
  textVersion: string
  isGiven: boolean
  /** It was taken back, and its registration is open. */
  isRenewable: boolean
  createdAt: string
}
