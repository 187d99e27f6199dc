/** What people are asked to agree to; a text that changes gets a new version, and the ledger keeps which one it was. */
export const consentTexts = {
  /** The terms and conditions, and with them that the details of the form are kept and checked. */
  terms: { purpose: 'terms', textVersion: '2026-11-21' },
} as const

const purposeLabels: Record<string, string> = {
  terms: 'Terms and conditions, and keeping the details of the form',
  registration: 'Keeping the details of the form',
  photo: 'Keeping a photo of me',
  guardian: 'A guardian’s agreement',
  newsletter: 'News by e-mail',
}

/** What a purpose is called for people. */
export function describePurpose(purpose: string): string {
  return (Object.hasOwn(purposeLabels, purpose) && purposeLabels[purpose]) || purpose.replaceAll('_', ' ')
}
