/** Two versions of a text, short enough for a line, and both around the place where they begin to differ. */
const maximum = 60
const led = 15

export function shortenBoth(before: string, after: string): [before: string, after: string] {
  let same = 0
  while (same < before.length && before[same] === after[same]) same++
  // What comes before the difference is left out only where the line is too short for it.
  const from = Math.max(before.length, after.length) > maximum && same > led ? same - led : 0
  return [cut(before, from), cut(after, from)]
}

function cut(text: string, from: number): string {
  const rest = text.slice(from)
  return `${from > 0 ? '…' : ''}${rest.length > maximum ? `${rest.slice(0, maximum - 1).trimEnd()}…` : rest}`
}
