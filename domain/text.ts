/** Turns what people type into plain text: the same steps, in the same order, as private.clean_line and private.clean_text. */

// Explicit classes, because \s and \p{Cc} differ between JavaScript and PostgreSQL.
const spaces = '\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const spaceRun = new RegExp(`[${spaces}]+`, 'g')
const lineBreak = /\r\n|[\r\v\f\u0085\u2028\u2029]/g
const spaceRunInLine = /[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g
// Control characters, soft hyphens, zero-width and direction-changing characters: they hide or disguise text.
const invisible =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const loneSurrogate = /\p{Surrogate}/gu
const tag = /<[A-Za-z/!?][^<>]*>/g
// Whatever could still open a tag ('<<b>script>' leaves '<script>'). 'a < b' stays: a space is no tag name.
const tagOpening = /<+(?=[A-Za-z/!?])/g

function stripMarkup(value: string): string {
  return value
    .normalize('NFC')
    .replace(loneSurrogate, '')
    .replace(invisible, '')
    .replace(tag, '')
    .replace(tagOpening, '')
}

/** One line of plain text: no markup, no control characters, single spaces. Letters of every language stay. */
export function cleanLine(value: string): string {
  return stripMarkup(value).replace(spaceRun, ' ').replace(/^ | $/g, '').normalize('NFC')
}

/** Plain text that keeps its line breaks, at most one empty line in a row. */
export function cleanText(value: string): string {
  return stripMarkup(value)
    .replace(lineBreak, '\n')
    .replace(spaceRunInLine, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^[ \n]+|[ \n]+$/g, '')
    .normalize('NFC')
}

/** What PostgreSQL can hold: without U+0000, and with the sign for a missing character in place of half of one. */
export function makeStorable(value: string): string {
  return value.replaceAll('\0', '').toWellFormed()
}

/** Length as people count it and as PostgreSQL's char_length does: code points, not UTF-16 units. */
export function countCharacters(value: string): number {
  let count = 0
  for (const _ of value) count++
  return count
}

/** Digits or letters without the spaces and hyphens that people put between them. */
export function joinCharacters(text: string): string {
  return cleanLine(text).replace(/[ -]/g, '')
}
