/** The form that shows a status by reference and phone number, on the site and on the server's own page. */
export const statusWords = {
  label: 'Status',
  title: 'With your reference',
  lead: 'Your reference and the phone number that you gave show the status, and send you the link once more.',
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
  erased: 'Erased',
} as const

/** What is left of a registration whose person had it erased. */
export const erasedWords = {
  title: 'Your data is erased',
  text: 'Your date of birth, numbers, wallet and photo cannot be read any more, by anybody. Your application is closed.',
  stays: 'What stays',
  what: 'This reference and its two days, what you agreed to, and who looked at your data: the law asks us to prove them. Orders and payments stay for their time.',
  home: 'Return to Home',
} as const

/** What the state of a registration is called where it has another word than its status; null where it has not. */
export function findStatusWord(registration: {
  status: string
  consentWithdrawnAt?: string | null
  /** The reference of the registration that it is a part of now. */
  mergedInto?: string | null
  erasedAt?: string | null
}): string | null {
  const { status, consentWithdrawnAt, mergedInto, erasedAt } = registration
  if (mergedInto) return `One with ${mergedInto}`
  if (erasedAt) return recordWords.erased
  return consentWithdrawnAt && status === 'pending' ? 'Stopped' : null
}
