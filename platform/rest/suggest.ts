// Finds the name that a misspelt one most likely meant, for the hints of errors.

/** The most similar candidate of at least `least` (0..1), or null. */
export function suggestName(wrong: string, candidates: Iterable<string>, least = 0.6): string | null {
  let best: string | null = null
  let bestScore = least
  for (const candidate of candidates) {
    const score = similarity(wrong.toLowerCase(), candidate.toLowerCase())
    if (score >= bestScore && (best === null || score > bestScore)) {
      best = candidate
      bestScore = score
    }
  }
  return best
}

/** Levenshtein distance as a share of the longer name; names longer than 63 bytes exist in no catalogue. */
function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length)
  if (longest === 0 || longest > 64 || Math.abs(a.length - b.length) > longest / 2) return 0
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(substitution, (previous[j] as number) + 1, (current[j - 1] as number) + 1))
    }
    previous = current
  }
  return 1 - (previous[b.length] as number) / longest
}
