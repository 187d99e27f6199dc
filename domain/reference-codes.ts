/** Reference codes that survive a phone call: 'FM7K4-2X9Q', ten characters, the last one checks the six before it. */

// 31 symbols without 0, 1, I, L and O. 31 is prime: with different weights for every place, each single
// wrong character and each swap of two characters changes the check character.
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const payloadLength = 6

/** The check character of six payload characters; same as private.order_code_check. */
export function computeCheckCharacter(payload: string): string {
  let sum = 0
  for (let index = 0; index < payload.length; index++) {
    sum += (index + 2) * codeAlphabet.indexOf(payload.charAt(index))
  }
  return codeAlphabet.charAt(sum % codeAlphabet.length)
}

/** Builds the code from its two letters and six characters of the alphabet, as private.make_reference does. */
export function formatReference(prefix: string, payload: string): string {
  return `${prefix}${payload.slice(0, 3)}-${payload.slice(3)}${computeCheckCharacter(payload)}`
}

/** The code in its one true writing, or null when it cannot be one of this prefix (a typing error, an invention). */
export function parseReference(prefix: string, typed: string): string | null {
  const symbols = typed.toUpperCase().replace(/[\s-]/g, '')
  if (symbols.length !== prefix.length + payloadLength + 1 || !symbols.startsWith(prefix)) return null
  const payload = symbols.slice(prefix.length, -1)
  for (const symbol of payload) if (!codeAlphabet.includes(symbol)) return null
  return symbols.endsWith(computeCheckCharacter(payload)) ? formatReference(prefix, payload) : null
}

/** The reference in its one true writing, whatever it is of; null for what has not the shape of one, as codes of documents. */
export function readReference(typed: string): string | null {
  const prefix = typed.trim().toUpperCase().slice(0, 2)
  return /^[A-Z]{2}$/.test(prefix) ? parseReference(prefix, typed) : null
}

/** Has this the shape of a reference, though a letter or figure of it may be mistyped? Codes of documents are longer. */
export function isLikeReference(typed: string): boolean {
  return /^[A-Z]{2}[0-9A-Z]{7}$/.test(typed.toUpperCase().replace(/[\s-]/g, ''))
}
