/** Order codes that survive a phone call: 'AG7K4-2X9Q', ten characters, the last one checks the others. */

// 31 symbols without 0, 1, I, L and O. 31 is prime: with different weights for every place, each single
// wrong character and each swap of two characters changes the check character.
export const orderCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const orderCodeMaxLength = 10
const prefix = 'AG'
const payloadLength = 6

/** The check character of six payload characters; same as private.order_code_check. */
export function computeCheckCharacter(payload: string): string {
  let sum = 0
  for (let index = 0; index < payload.length; index++) {
    sum += (index + 2) * orderCodeAlphabet.indexOf(payload.charAt(index))
  }
  return orderCodeAlphabet.charAt(sum % orderCodeAlphabet.length)
}

/** Builds the code from six characters of the alphabet. */
export function formatOrderCode(payload: string): string {
  return `${prefix}${payload.slice(0, 3)}-${payload.slice(3)}${computeCheckCharacter(payload)}`
}

/** The code in its one true writing, or null when it cannot be an order code (a typing slip, an invention). */
export function parseOrderCode(typed: string): string | null {
  const symbols = typed.toUpperCase().replace(/[\s-]/g, '')
  if (symbols.length !== prefix.length + payloadLength + 1 || !symbols.startsWith(prefix)) return null
  const payload = symbols.slice(prefix.length, -1)
  for (const symbol of payload) if (!orderCodeAlphabet.includes(symbol)) return null
  return symbols.endsWith(computeCheckCharacter(payload)) ? formatOrderCode(payload) : null
}
