/** The form that shows a status by reference and phone number, on the site and on the server's own page. */
export const statusWords = {
  label: 'Status',
  reference: 'Reference',
  referenceHelp: 'For example FM7K4-2X9Q',
  phone: 'Phone number',
  submitLabel: 'Show the status',
} as const

/** Of one registration, wherever it is shown to its owner. */
export const recordWords = {
  unnamed: 'Registration',
  sent: 'Sent',
  stopped: 'Stopped by you',
  reason: 'Reason',
  photo: 'Photo',
  photoReceived: 'Received',
  photoMissing: 'Photo missing',
  nextStep: 'Next step',
} as const

/** What the state of a registration is called where it has another word than its status; null where it has not. */
export function findStatusWord(registration: {
  status: string
  consentWithdrawnAt?: string | null
  /** The reference of the registration that it is a part of now. */
  mergedInto?: string | null
}): string | null {
  const { status, consentWithdrawnAt, mergedInto } = registration
  if (mergedInto) return `One with ${mergedInto}`
  return consentWithdrawnAt && status === 'pending' ? 'Stopped' : null
}
