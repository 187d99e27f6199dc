// Which names buckets and objects may have. Names never reach the file system; they reach people and browsers.
import { invalidBucketName, invalidKey } from './errors.ts'

const longestKeyBytes = 1024

/** As upstream: letters, digits and the special characters that S3 takes, at most 100. */
export function checkBucketName(name: string): void {
  if (name.length > 100 || name.trim() !== name || !/^[\w!.*'() &$@=;:+,?-]+$/.test(name))
    throw invalidBucketName()
}

/** Refuses a name that could be taken for another one, or for a path. */
export function checkKey(key: string): void {
  const reason = faultOf(key)
  if (reason) throw invalidKey(key, reason)
}

function faultOf(key: string): string | undefined {
  if (key === '') return 'a name is needed'
  if (!key.isWellFormed()) return 'it is not Unicode text'
  if (Buffer.byteLength(key) > longestKeyBytes) return `longer than ${longestKeyBytes} bytes`
  // Control, format (directions, zero width), private and unassigned characters; separators other than the space.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(key)) return 'it holds invisible characters'
  if (/[^\P{Zs} ]/u.test(key)) return 'it holds a space that is none'
  if (key.includes('\\')) return 'it holds a backslash'
  if (key !== key.normalize('NFC')) return 'it is not in Unicode form NFC'
  if (hasAsciiDouble(key)) return 'it holds a character that looks like another one'
  if (mixedWord.test(key)) return 'it mixes two alphabets in one word'
  for (const segment of key.split('/')) {
    if (segment === '') return 'a folder has no name'
    if (segment === '.' || segment === '..') return 'it holds a relative path'
    if (segment.trim() !== segment) return 'a name begins or ends with a space'
  }
  return undefined
}

/** Latin, Cyrillic and Greek share the looks of many letters: `аdmin` with a Cyrillic а. Side by side they are one word. */
const mixedWord =
  /\p{sc=Latin}\p{M}*[\p{sc=Cyrillic}\p{sc=Greek}]|\p{sc=Cyrillic}\p{M}*[\p{sc=Latin}\p{sc=Greek}]|\p{sc=Greek}\p{M}*[\p{sc=Latin}\p{sc=Cyrillic}]/u

/** Full-width letters, ligatures, the many slashes and dots: whatever compatibility folding turns into ASCII. */
function hasAsciiDouble(key: string): boolean {
  for (const character of key) {
    if (character < '\u0080') continue
    // These only look like a slash; folding leaves them alone.
    if ('\u2044\u2215\u29F8\u29F5\uFE68'.includes(character)) return true
    if (/[\x21-\x7e]/.test(character.normalize('NFKC'))) return true
  }
  return false
}
