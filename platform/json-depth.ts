// How deep JSON text is nested, measured before it is parsed: what writes it again follows it level by level.

/** Well beyond what anybody means. */
export const maxJsonDepth = 100

export function isNestedTooDeeply(text: string): boolean {
  // Each level costs two characters: a short text cannot be too deep.
  if (text.length <= 2 * maxJsonDepth) return false
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i)
    if (inString) {
      if (character === 92) i++
      else if (character === 34) inString = false
    } else if (character === 34) inString = true
    else if (character === 123 || character === 91) {
      if (++depth > maxJsonDepth) return true
    } else if (character === 125 || character === 93) depth--
  }
  return false
}
