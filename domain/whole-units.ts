/** What is counted whole: nobody sells a part of a pack. */
import { quantityMessages } from './quantities.ts'
import { cleanLine } from './text.ts'

/** What goods are packed in. private.is_whole_unit has the same words. */
export const packWords = [
  'bag',
  'bale',
  'box',
  'carton',
  'container',
  'crate',
  'drum',
  'pallet',
  'sack',
] as const

const packs = new RegExp(`(?:^|[^a-z])(?:${packWords.join('|')})(?:s|es)?(?:[^a-z]|$)`)

/** "Tons in jute bags" are weighed. */
const weighed =
  /^(?:metric )?(?:t|mt|tons?|tonnes?|kgs?|kilos?|kilograms?|litres?|liters?)(?: in | per |,| ?[(/])/

/** Nobody delivers half a bag. Same as private.is_whole_unit. */
function isWholeUnit(unit: string): boolean {
  const written = cleanLine(unit).toLowerCase()
  return packs.test(written) && !weighed.test(written)
}

/** The sentence for a part of what is counted whole; null where the unit can be divided. */
export function findWholeProblem(quantity: number, unit: string): string | null {
  return isWholeUnit(unit) && !Number.isInteger(quantity) ? quantityMessages.notWhole : null
}
