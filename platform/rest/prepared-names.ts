// Decides which statements are worth preparing: those that come again, and never more than a connection can hold.
import { createHash } from 'node:crypto'

/**
 * Clients can write endlessly many different statements, and a prepared one stays on each connection for good: so
 * a statement is named on its second use, and only the first `max` get a name. The rest run unnamed.
 */
export function createPreparedNames(max = 256, longestText = 8000): (text: string) => string | undefined {
  const names = new Map<string, string>()
  let seenOnce = new Set<string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= max || text.length > longestText) return name
    if (!seenOnce.has(text)) {
      if (seenOnce.size >= max) seenOnce = new Set()
      seenOnce.add(text)
      return undefined
    }
    seenOnce.delete(text)
    const fresh = `rest_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
    names.set(text, fresh)
    return fresh
  }
}
