/** What is secret about people: where it is requested, how it is shown, and what is said about it. */

export const vaultPaths = {
  /** POST {recordType, recordId, field, reason} with a session: for staff, {ok, field, value}. */
  reveal: '/vault/reveal',
  /** POST with a session: erases what is secret about the caller, for good. */
  erase: '/vault/erase',
  /** GET with a session: all that names the caller; add the path of its shape (dataShapes). */
  export: '/account/export',
} as const

/** The shapes in which it is given, each with its path below that of the export: a file of data, words for a page, a PDF. */
export const dataShapes = { data: '', report: '/report', pdf: '/pdf' } as const
export type DataShape = keyof typeof dataShapes

export const revealReasonLimits = { min: 10, max: 500 } as const

export const vaultMessages = {
  secondFactor:
    'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.',
  unreadable: 'This cannot be opened with the keys that this server has.',
} as const

/** A secret as it is shown: its end, where that may be shown, after dots that do not reveal its length. */
export function maskSecret(lastFour: string | null): string {
  return `••••••${lastFour ?? ''}`
}

const secretNames: Record<string, string> = {
  dateOfBirth: 'date of birth',
  bvn: 'BVN',
  idNumber: 'ID number',
  accountNumber: 'bank account number',
  sidraWalletAddress: 'wallet address',
  selfie: 'photo',
}

export const secretFields = Object.keys(secretNames)

/** What a secret is called in a sentence. */
export function nameSecret(field: string): string {
  return (Object.hasOwn(secretNames, field) && secretNames[field]) || 'private detail'
}

/** Who has read a secret, as its owner sees it. */
export interface Reveal {
  id: string
  at: string
  field: string
  who: string
  /** Empty: none of staff. */
  role: string
  reason: string
}
