/** What the purposes in the ledger of consents are called for people. */

const purposeLabels: Record<string, string> = {
  terms: 'Terms and conditions, and keeping the details of the form',
  registration: 'Keeping the details of the form',
  photo: 'Keeping a photo of me',
  guardian: 'A guardian’s agreement',
  newsletter: 'News by email',
}

/** What a purpose is called for people. */
export function describePurpose(purpose: string): string {
  return (Object.hasOwn(purposeLabels, purpose) && purposeLabels[purpose]) || purpose.replaceAll('_', ' ')
}
