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

/** What someone has agreed to, as it is shown to them. */
export interface ConsentOnRecord {
  purpose: string
  /** The one of several that it is about; its reference, unless it is not stored any more. */
  record?: { type: string; id: string; reference: string | null }
  textVersion: string
  isGiven: boolean
  /** It was taken back, and its registration is open. */
  isRenewable: boolean
  /** Its registration was erased, and with it this ended. */
  isOver?: boolean
  createdAt: string
}
