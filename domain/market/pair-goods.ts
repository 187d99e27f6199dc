/** Which goods of a quote answer which product of its request, by their names. */
import { cleanLine } from '../text.ts'

export const plain = (words: string) => cleanLine(words).toLowerCase()

/** "Cocoa beans, fermented" is cocoa beans. */
export const startOf = (words: string) => plain(words.split(/[,(]/, 1)[0] ?? '')

/** Whole words in their order: "Grade 1 cocoa beans" has "Cocoa Beans", "Palm kernel oil" has no "Palm Oil". */
const hasWords = (name: string, words: string) => ` ${name} `.includes(` ${words} `)

/** The same of what is written in any way: "Groundnut kernels" has "Groundnut", "licorice" has no "rice". */
export const hasWholeWords = (name: string, words: string): boolean =>
  hasWords(wordsOf(name).trim(), wordsOf(words).trim())

const wordsOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')

/** When goods answer a product; a closer likeness, which stands before, takes its goods first. */
const likenesses: readonly ((description: string, product: string) => boolean)[] = [
  (description, product) => plain(description) === product,
  (description, product) => startOf(description) === product,
  (description, product) =>
    hasWords(startOf(description), product) || hasWords(product, startOf(description)),
]

/** Which goods answer which product: each one at most. */
export function pairGoods<Wanted extends { product: string }, Line extends { description: string }>(
  wanted: readonly Wanted[],
  goods: readonly Line[],
): Map<Line, Wanted> {
  const pairs = new Map<Line, Wanted>()
  const rest = [...wanted]
  for (const isAlike of likenesses)
    for (const line of goods) {
      const place = rest.findIndex(({ product }) => isAlike(line.description, plain(product)))
      const [requested] = pairs.has(line) || place < 0 ? [] : rest.splice(place, 1)
      if (requested) pairs.set(line, requested)
    }
  return pairs
}
