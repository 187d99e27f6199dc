/** Identity numbers of Nigeria: the NIN's eleven digits, or the virtual NIN's sixteen characters that may be shared. */

const virtualNin = /^(?=.*[A-Z])[A-Z0-9]{16}$/
const nin = /^[0-9]{11}$/

export const ninMessage = 'Enter the 16 characters of your virtual NIN, or the 11 digits of your NIN'

/** The sentence for a number that cannot be of this kind of document, or null. Only a NIN has one form everywhere. */
export function findIdNumberProblem(idType: unknown, number: string): string | null {
  if (idType !== 'nin') return null
  return virtualNin.test(number) || nin.test(number) ? null : ninMessage
}
