// Finds what acts by itself in a PDF: scripts, launches, attached files. Such a file is refused before staff open it.
import { constants, inflateSync } from 'node:zlib'

/** encrypted: nobody can look into it; unreadable: it is built so that we cannot. */
export type PdfFault = 'active' | 'encrypted' | 'unreadable'

/** Names of ISO 32000-2 that mean an action beyond the page, a file inside, or a form that is a program. */
const activeNames = new Set(
  [
    ['JS', 'JavaScript', 'AA', 'Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE', 'Rendition', 'Movie'],
    ['EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'RichMediaExecute', 'XFA'],
  ]
    .flat()
    .map((name) => `/${name}`),
)

/** What all object streams of one file may unpack to. */
const mostUnpackedBytes = 12 * 1024 * 1024
/** Each byte may be read this often: an object inside a string inside an object is read once for each. */
const readsOfEachByte = 3

/** The keys whose values are asked for, with no more of each than that takes. */
const askedKeys = new Set(
  ['OpenAction', 'S', 'Encrypt', 'First', 'N', 'Filter', 'DecodeParms', 'DP', 'F'].map((key) => `/${key}`),
)
const mostTokens = 40

/**
 * Reads every object that a reader could be led to, wherever it stands: also in strings, in streams and in packed object
 * streams, since a table of offsets may point anywhere. Content streams hold no actions and are not read.
 */
export function findPdfFault(bytes: Buffer): PdfFault | null {
  const objects: PdfObject[] = []
  const work = { left: bytes.length * readsOfEachByte, unpacked: mostUnpackedBytes }
  try {
    const text = bytes.toString('latin1')
    for (const [keyword, { index }] of listKeywords(text)) {
      const value = readValue(text, index + keyword.length, work)
      const number = keyword === 'obj' ? findNumber(text, index) : undefined
      objects.push({ ...value, number })
      if (value.entries.has('/First') && value.entries.has('/N'))
        objects.push(...readPacked(bytes, text, value, work))
    }
  } catch (error) {
    if (error instanceof UnreadablePdfError) return 'unreadable'
    throw error
  }
  if (objects.some(({ entries }) => entries.has('/Encrypt'))) return 'encrypted'
  if (objects.some(({ isActive }) => isActive)) return 'active'
  return objects.some((object) => opensWithAction(object, objects)) ? 'active' : null
}

class UnreadablePdfError extends Error {}

interface PdfValue {
  /** '<<', '[' or a token that stands alone. */
  first: string
  /** Of a dictionary: the tokens of each value that is asked for, by key. */
  entries: Map<string, string[]>
  /** A name at any depth, its escapes undone, is an active one. */
  isActive: boolean
  end: number
}

interface PdfObject extends Omit<PdfValue, 'end'> {
  /** Not known: it counts for every reference. */
  number: number | undefined
}

/** `obj` but not `endobj`, and `trailer`. */
function* listKeywords(text: string): Generator<['obj' | 'trailer', { index: number }]> {
  for (const match of text.matchAll(/(?<!end)obj|trailer/g)) yield [match[0] as 'obj' | 'trailer', match]
}

function findNumber(text: string, at: number): number | undefined {
  const [, number] = /(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]*$/.exec(text.slice(Math.max(0, at - 40), at)) ?? []
  return number === undefined ? undefined : Number(number)
}

const space = /[\0\t\n\f\r ]/y
const comment = /%[^\r\n]*/y
const regular = /[^\0\t\n\f\r ()<>[\]{}/%]+/y
const name = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y
const hex = /<[^<>]*>?/y

/** One value: a whole dictionary or array, or a single token. */
function readValue(text: string, start: number, work: { left: number }): PdfValue {
  const value: PdfValue = { first: '', entries: new Map(), isActive: false, end: start }
  let depth = 0
  let isKeyNext = true
  let tokens: string[] | undefined
  for (;;) {
    const { token, end } = readToken(text, value.end)
    work.left -= end - value.end
    value.end = end
    if (work.left < 0) throw new UnreadablePdfError()
    if (token === '') return value
    if (value.first === '') value.first = token
    if (activeNames.has(token)) value.isActive = true
    if (token === '>>' || token === ']') depth -= 1
    if (depth <= 0 && token !== '<<' && token !== '[') return value
    if (depth === 1 && value.first === '<<' && isKeyNext && token.startsWith('/')) {
      // Which of two would count depends on the reader.
      if (value.entries.has(token)) throw new UnreadablePdfError()
      tokens = askedKeys.has(token) ? [] : undefined
      if (tokens) value.entries.set(token, tokens)
      isKeyNext = false
    } else if (depth > 0) {
      if (tokens && tokens.length < mostTokens) tokens.push(token)
      isKeyNext = true
    }
    if (token === '<<' || token === '[') depth += 1
  }
}

/** '' at the end. Strings are one token, '('; nothing in them is read. */
function readToken(text: string, start: number): { token: string; end: number } {
  let at = start
  for (;;) {
    const skipped = match(space, text, at) ?? match(comment, text, at)
    if (skipped === undefined) break
    at += skipped.length
  }
  if (at >= text.length) return { token: '', end: text.length }
  const two = text.slice(at, at + 2)
  if (two === '<<' || two === '>>') return { token: two, end: at + 2 }
  if (text[at] === '(') return { token: '(', end: skipString(text, at) }
  const found = match(name, text, at)
  if (found !== undefined) return { token: unescapeName(found), end: at + found.length }
  const token = match(hex, text, at) ?? match(regular, text, at) ?? text.charAt(at)
  return { token, end: at + token.length }
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function skipString(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at += 1
    else if (character === '(') depth += 1
    else if (character === ')' && --depth === 0) return at + 1
  }
  return text.length
}

const unescapeName = (found: string) =>
  found.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The objects of an object stream (ISO 32000-2, 7.5.7), each from where its table says that it begins. */
function readPacked(
  bytes: Buffer,
  text: string,
  { entries, end }: PdfValue,
  work: { left: number; unpacked: number },
): PdfObject[] {
  const [, gap] = /^([\0\t\n\f\r ]*stream\r?\n?)/.exec(text.slice(end, end + 100)) ?? []
  if (gap === undefined) return []
  const unpacked = unpack(bytes.subarray(end + gap.length), entries, work)
  const [first, count] = [readNumber(entries.get('/First')), readNumber(entries.get('/N'))]
  const table = unpacked.slice(0, first).match(/\d+/g) ?? []
  if (table.length < count * 2) throw new UnreadablePdfError()
  return Array.from({ length: count }, (_, index) => ({
    ...readValue(unpacked, first + Number(table[index * 2 + 1]), work),
    number: Number(table[index * 2]),
  }))
}

function unpack(
  packed: Buffer,
  entries: PdfValue['entries'],
  work: { left: number; unpacked: number },
): string {
  const filter = (entries.get('/Filter') ?? []).filter((token) => token !== '[' && token !== ']')
  if (entries.has('/DecodeParms') || entries.has('/DP') || entries.has('/F')) throw new UnreadablePdfError()
  if (filter.length === 0) {
    const end = packed.indexOf('endstream')
    return packed.toString('latin1', 0, end < 0 ? packed.length : end)
  }
  if (filter.length > 1 || filter[0] !== '/FlateDecode') throw new UnreadablePdfError()
  try {
    const text = inflateSync(packed, {
      maxOutputLength: work.unpacked,
      finishFlush: constants.Z_SYNC_FLUSH,
    }).toString('latin1')
    work.unpacked = Math.max(1, work.unpacked - text.length)
    work.left += text.length
    return text
  } catch {
    throw new UnreadablePdfError()
  }
}

function readNumber(tokens: readonly string[] | undefined): number {
  const number = tokens?.length === 1 ? Number(tokens[0]) : Number.NaN
  if (!Number.isSafeInteger(number) || number < 0) throw new UnreadablePdfError()
  return number
}

/** To open at a page is what every editor writes; any other action at the opening is one too many. */
function opensWithAction({ entries }: PdfObject, objects: readonly PdfObject[]): boolean {
  const [kind, ...rest] = entries.get('/OpenAction') ?? []
  if (kind === undefined || kind === '[' || kind === 'null') return false
  if (kind === '<<') return !goesToPage(rest[rest.indexOf('/S') + 1])
  return objects
    .filter(({ number }) => number === undefined || number === Number(kind))
    .some(({ entries: action }) => action.has('/S') && !goesToPage(action.get('/S')?.[0]))
}

const goesToPage = (action: string | undefined) => action === '/GoTo'
