/** Order codes, 'AG7K4-2X9Q': reference codes whose two letters are AG. */
import { formatReference, parseReference } from '../reference-codes.ts'

const prefix = 'AG'

/** Builds the code from six characters of the alphabet. */
export function formatOrderCode(payload: string): string {
  return formatReference(prefix, payload)
}

/** The code in its one true writing, or null when it cannot be an order code (a typing error, an invention). */
export function parseOrderCode(typed: string): string | null {
  return parseReference(prefix, typed)
}
