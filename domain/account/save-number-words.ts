/** The offer to save the number of a form in a profile that has none; apart, since forms carry it without the profile's words. */
export const saveNumberWords = {
  /** Around the number. */
  offer: { before: 'Shall we keep', after: 'in your account, so that you need not type it again?' },
  label: 'Keep this number',
  busyLabel: 'Saving...',
  saved: 'Kept. Forms will fill it in for you.',
  notSaved: 'It was not kept.',
} as const
