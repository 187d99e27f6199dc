// What may be shown of a secret, and in which writing two of them count as the same.

interface SecretField {
  /** The last four characters are stored in clear, for people to recognise it by. */
  showsLastFour: boolean
  /** The writing that is hashed; without it nothing is. */
  normalise?: (value: string) => string
}

const symbolsOnly = (value: string) => value.replace(/[^0-9A-Za-z]/g, '').toUpperCase()

const secretFields: Record<string, SecretField> = {
  bvn: { showsLastFour: true, normalise: symbolsOnly },
  idNumber: { showsLastFour: true, normalise: symbolsOnly },
  accountNumber: { showsLastFour: true, normalise: symbolsOnly },
  sidraWalletAddress: { showsLastFour: true, normalise: (value) => value.trim().toLowerCase() },
  // The end of a date is its day.
  dateOfBirth: { showsLastFour: false, normalise: (value) => value.trim() },
  // Where a photo lies: hashed, so that photos that nobody refers to any more can be found.
  selfie: { showsLastFour: false, normalise: (value) => value },
}

/** Four characters of a shorter secret would be nearly all of it. */
const minShown = 8

/** The last four letters or digits, where the field and its length allow it. */
export function findLastFour(field: string, value: string): string | null {
  if (!secretFields[field]?.showsLastFour) return null
  const symbols = value.replace(/[^0-9A-Za-z]/g, '')
  return symbols.length >= minShown ? symbols.slice(-4) : null
}

/** What is hashed of a secret, null when it is not to be matched. */
export function findMatchText(field: string, value: string): string | null {
  return secretFields[field]?.normalise?.(value) || null
}

/** Names are the same whatever their order, accents, capitals and punctuation: 'Obi, Ada' and 'ADA OBI'. */
export function normaliseName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return (words ?? []).sort().join(' ')
}
