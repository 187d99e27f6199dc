// What the sender of a mail wrote themselves: without the mail that their program quotes below, and without its signature.

/** The lines by which mail programs begin what they quote; each is tested on one line. */
const beginnings: readonly RegExp[] = [
  /^-{2,} ?(original message|forwarded message|ursprüngliche nachricht|message d'origine)/i,
  /^_{10,}$/,
  /^begin forwarded message:?$/i,
  /^(get outlook for|sent from (my|outlook|yahoo))\b.{0,60}$/i,
  // The mark of a signature (RFC 3676).
  /^--$/,
]
const wroteMax = 300

/** All of it where nothing would be left. */
export function stripQuoted(text: string): string {
  const lines = text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trimEnd())
  const end = lines.findIndex((_, index) => beginsQuote(lines, index))
  const ownLines = (end < 0 ? lines : lines.slice(0, end)).filter((line) => !/^>/.test(line))
  return ownLines.join('\n').trim() || lines.join('\n').trim()
}

function beginsQuote(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? ''
  if (beginnings.some((pattern) => pattern.test(line))) return true
  // "On Monday, Ada wrote:", on one line or two, above lines that begin with > or at the end.
  if (line.length <= wroteMax && /^(on|am|le|el) /i.test(line)) {
    const [second = ''] = lines.slice(index + 1)
    const lead = /:$/.test(line)
      ? line
      : second.length <= wroteMax && /:$/.test(second)
        ? `${line} ${second}`
        : ''
    if (/\b(wrote|schrieb[^:]{0,100}|a écrit ?|escribió) ?:$/i.test(lead)) return true
  }
  // The head of a quoted mail as Outlook writes it.
  return (
    /^\*?from:\*? \S/i.test(line) &&
    lines.slice(index + 1, index + 5).some((next) => /^\*?(sent|date|to|subject):\*? /i.test(next))
  )
}
