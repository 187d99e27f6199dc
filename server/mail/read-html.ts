// The words of a mail that comes as HTML alone, without markup: for reading, and never shown as HTML.

const entities: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** Longer ones are cut: nobody reads on. */
const maxLength = 300_000

export function readHtml(html: string): string {
  let text = html.slice(0, maxLength)
  for (const tag of ['head', 'style', 'script']) text = cutElements(text, tag)
  return (
    text
      .replace(/\s+/g, ' ')
      .replace(/<br\b[^<>]*>/gi, '\n')
      .replace(/<\/(p|div|h[1-6]|li|tr|blockquote)>/gi, '\n')
      .replace(/<blockquote\b[^<>]*>/gi, '\n> ')
      .replace(/<[^<>]*>/g, '')
      .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
        if (name) return entities[String(name).toLowerCase()] ?? whole
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
      })
      // One space first: runs of them, as entities make them, would take time by the square around a line break.
      .replace(/[ \t]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim()
  )
}

/** From each opening tag to its end, or to the end of all. By search and not by a pattern, which would take time by the square. */
function cutElements(html: string, tag: string): string {
  const lower = html.toLowerCase()
  let text = ''
  let at = 0
  for (;;) {
    const start = lower.indexOf(`<${tag}`, at)
    if (start < 0) return text + html.slice(at)
    const isThis = /[\s>/]/.test(lower[start + tag.length + 1] ?? '>')
    text += html.slice(at, isThis ? start : start + 1)
    const end = isThis ? lower.indexOf(`</${tag}>`, start) : start
    if (end < 0) return text
    at = isThis ? end + tag.length + 3 : start + 1
  }
}
