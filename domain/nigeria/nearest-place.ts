/** The place that a person means who writes its name in their own way, or with a mistake. */

/** As private.place_letters compares them: an area that differs in a hyphen or an apostrophe is the same. */
export const lettersOf = (place: string) => place.toLowerCase().replace(/[ \-‐‑–'’‘`/.,()]/g, '')

/** The nearest of these names, and by how many letters it differs; 0: it is that place. */
export function findNearest(typed: string, names: readonly string[]): { nearest: string; changes: number } {
  const wanted = lettersOf(typed)
  const [first = { nearest: '', changes: Number.POSITIVE_INFINITY }] = names
    .map((nearest) => ({ nearest, changes: countChanges(wanted, lettersOf(nearest)) }))
    .sort((one, other) => one.changes - other.changes)
  return first
}

/** How many letters must be added, left out or changed to make one of the other. */
function countChanges(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1]
    for (let place = 1; place <= other.length; place++)
      next[place] = Math.min(
        (next[place - 1] ?? 0) + 1,
        (row[place] ?? 0) + 1,
        (row[place - 1] ?? 0) + (letter === other[place - 1] ? 0 : 1),
      )
    row = next
  }
  return row[other.length] ?? 0
}
