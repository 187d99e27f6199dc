// Finds the name that a misspelt one most likely meant, for the hints of errors.

/** The most similar candidate of at least `minimum` (0..1), or null. */
export function suggestName(wrong: string, candidates: Iterable<string>, minimum = 0.6): string | null {
  let best: string | null = null
  let bestScore = minimum
  for (const candidate of candidates) {
    const score = similarity(wrong.toLowerCase(), candidate.toLowerCase())
    if (score >= bestScore && (best === null || score > bestScore)) {
      best = candidate
      bestScore = score
    }
  }
  return best
}

/** The edit distance as a share of the longer name. Names longer than 63 bytes exist in no catalogue. */
function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length)
  if (longest === 0 || longest > 64 || Math.abs(a.length - b.length) > longest / 2) return 0
  return 1 - editDistance(a, b) / longest
}

/** Letters to add, take away or replace; two neighbours swapped count as one edit (Damerau-Levenshtein). */
export function editDistance(a: string, b: string): number {
  const longest = Math.max(a.length, b.length)
  const rows = [Array.from({ length: b.length + 1 }, (_, i) => i)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? longest
  for (let i = 1; i <= a.length; i++) {
    rows.push([i])
    for (let j = 1; j <= b.length; j++) {
      const substitution = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swap =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : longest
      rows[i]?.push(Math.min(substitution, at(i - 1, j) + 1, at(i, j - 1) + 1, swap))
    }
  }
  return at(a.length, b.length)
}
