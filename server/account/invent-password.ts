// A password for a first admin that can be read off a terminal: strong, without look-alike characters.
import { randomInt } from 'node:crypto'

const lower = 'abcdefghijkmnpqrstuvwxyz'
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'

/** Four groups of five, about 110 bits, with each kind that the password rules demand. */
export function inventPassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? ''
  const all = lower + upper + digits
  const characters = [lower, upper, digits].map(pick)
  while (characters.length < 20) characters.push(pick(all))
  for (let index = characters.length - 1; index > 0; index--) {
    const other = randomInt(index + 1)
    ;[characters[index], characters[other]] = [characters[other] ?? '', characters[index] ?? '']
  }
  return characters.join('').replace(/(.{5})(?!$)/g, '$1-')
}
