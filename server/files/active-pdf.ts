// Finds what acts by itself in a PDF: scripts, launches, attached files. Such a file is refused before staff open it.
import { constants, inflateSync } from 'node:zlib'

/** encrypted: nobody can read it; unreadable: it is built so that we cannot. */
export type PdfFault = 'active' | 'encrypted' | 'unreadable'

/** Names of ISO 32000-2 that mean an action beyond the page, a file inside, or a form that is a program. */
const activeNames = new Set(
  [
    ['JS', 'JavaScript', 'AA', 'Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE', 'Rendition', 'Movie'],
    ['EmbeddedFile', 'EmbeddedFiles', 'EF', 'FileAttachment', 'RichMedia', 'RichMediaExecute', 'XFA'],
    // The script of a model in three dimensions, which stands in a stream of its own.
    ['OnInstantiate'],
  ]
    .flat()
    .map((name) => `/${name}`),
)

/** What all object streams of one file may unpack to. */
const maxUnpackedBytes = 12 * 1024 * 1024
/** Each byte may be read this often: an object inside a string inside an object is read once for each. */
const readsOfEachByte = 3
/** What an object costs to inspect, in bytes: files hold some tens of bytes for each, bombs four. */
const costOfObject = 32

/** The keys whose values are requested, with no more of each than that takes. */
const requestedKeys = new Set(
  ['OpenAction', 'S', 'Next', 'Encrypt', 'First', 'N', 'Filter', 'DecodeParms', 'DP', 'F'].map(
    (key) => `/${key}`,
  ),
)
const maxTokens = 40
/** Readers give up earlier. */
const maxDepth = 500

/**
 * Reads every object that a reader could be led to, wherever it stands: also in strings, in streams and in packed object
 * streams, since a table of offsets may point anywhere. Content streams hold no actions and are not read.
 */
export function findPdfFault(bytes: Buffer): PdfFault | null {
  const work = { left: bytes.length * readsOfEachByte, unpacked: maxUnpackedBytes }
  const result = new Findings()
  try {
    const text = bytes.toString('latin1')
    for (const [keyword, { index }] of listKeywords(text)) {
      const value = readValue(text, index + keyword.length, work)
      result.note(value, keyword === 'obj' ? findNumber(text, index) : undefined)
      if (value.entries.has('/First') && value.entries.has('/N'))
        for (const [packed, number] of readPacked(bytes, text, value, work)) result.note(packed, number)
    }
  } catch (error) {
    if (error instanceof UnreadablePdfError) return 'unreadable'
    throw error
  }
  if (result.isEncrypted) return 'encrypted'
  return result.isActive() ? 'active' : null
}

class UnreadablePdfError extends Error {}

interface PdfValue {
  /** '<<', '[' or a token that stands alone. */
  first: string
  /** For a dictionary: the tokens of each value that is requested, by key. */
  entries: Map<string, string[]>
  /** A name at any depth, its escapes undone, is an active one. */
  isActive: boolean
  end: number
}

const noEntries: PdfValue['entries'] = new Map()

/** What the objects of a file have shown, whatever their number: of hundreds of thousands nothing else is stored. */
class Findings {
  isEncrypted = false
  #acts = false
  /** What is referred to as the action at the opening. */
  readonly #openings = new Set<number>()
  /** Objects that are actions and do more than go to a page; one without a number counts for every reference. */
  readonly #actions = new Set<number | undefined>()

  note({ entries, isActive }: PdfValue, number: number | undefined): void {
    this.#acts ||= isActive
    if (entries.size === 0) return
    this.isEncrypted ||= entries.has('/Encrypt')
    const action = entries.get('/S')
    if (action && (action[0] !== '/GoTo' || entries.has('/Next'))) this.#actions.add(number)
    const [kind, ...rest] = entries.get('/OpenAction') ?? []
    if (kind === '<<') this.#acts ||= !onlyGoesToPage(rest)
    // To open at a page is what every editor writes; any other action at the opening is one too many.
    else if (kind !== undefined && kind !== '[' && kind !== 'null') this.#openings.add(Number(kind))
  }

  isActive(): boolean {
    const { size } = this.#openings
    return (
      this.#acts ||
      (size > 0 && this.#actions.has(undefined)) ||
      !this.#openings.isDisjointFrom(this.#actions)
    )
  }
}

/** The tokens of an action: of one kind, with nothing after it, and read to its end. */
function onlyGoesToPage(tokens: readonly string[]): boolean {
  const kinds = tokens.filter((_, index) => tokens[index - 1] === '/S')
  return (
    kinds.length === 1 && kinds[0] === '/GoTo' && !tokens.includes('/Next') && tokens.length < maxTokens - 1
  )
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
const hex = /<[0-9a-fA-F\0\t\n\f\r ]*>/y
const lineEnd = /\r?\n/y

const closers: Readonly<Record<string, string>> = { '<<': '>>', '[': ']' }

/** One value: a whole dictionary or array, or a single token. What readers would mend in ways of their own is unreadable. */
function readValue(text: string, start: number, work: { left: number }): PdfValue {
  const value: PdfValue = { first: '', entries: noEntries, isActive: false, end: start }
  const open: string[] = []
  let isKeyNext = true
  let tokens: string[] | undefined
  work.left -= costOfObject
  for (;;) {
    const { token, end } = readToken(text, value.end)
    work.left -= end - value.end
    value.end = end
    if (work.left < 0) throw new UnreadablePdfError()
    if (token === '') return value
    if (value.first === '') {
      value.first = token
      if (token === '<<') value.entries = new Map()
    } else if (isStray(token)) throw new UnreadablePdfError()
    if (activeNames.has(token)) value.isActive = true
    const closer = closers[token]
    if (token === '>>' || token === ']') {
      const expected = open.pop()
      if (expected !== undefined && token !== expected) throw new UnreadablePdfError()
    }
    if (open.length === 0 && !closer) return value
    if (open.length === 1 && value.first === '<<' && isKeyNext && token.startsWith('/')) {
      // Which of two would count depends on the reader.
      if (value.entries.has(token)) throw new UnreadablePdfError()
      tokens = requestedKeys.has(token) ? [] : undefined
      if (tokens) value.entries.set(token, tokens)
      isKeyNext = false
    } else if (open.length > 0) {
      if (tokens && tokens.length < maxTokens) tokens.push(token)
      isKeyNext = true
    }
    if (closer && open.push(closer) > maxDepth) throw new UnreadablePdfError()
  }
}

/** Whether a token belongs to no object: half a string in hexadecimal, or a bracket of another language. */
const isStray = (token: string) => token.length === 1 && '<>{})'.includes(token)

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
  const result = match(name, text, at)
  if (result !== undefined) return { token: unescapeName(result), end: at + result.length }
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

const unescapeName = (result: string) =>
  result.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The objects of an object stream (ISO 32000-2, 7.5.7) and their numbers, each from where its table says that it begins. */
function* readPacked(
  bytes: Buffer,
  text: string,
  { entries, end }: PdfValue,
  work: { left: number; unpacked: number },
): Generator<[PdfValue, number]> {
  const next = readToken(text, end)
  if (next.token === 'endobj') return
  const gap = next.token === 'stream' ? match(lineEnd, text, next.end) : undefined
  // Readers differ in where such a stream begins.
  if (gap === undefined) throw new UnreadablePdfError()
  const start = next.end + gap.length
  const unpacked = unpack(bytes.subarray(start), entries, work)
  // Without a filter it is read where it stands: its end is what a length says, or a word that may stand in it.
  const [within, base] = unpacked === null ? [text, start] : [unpacked, 0]
  const [first, count] = [readNumber(entries.get('/First')), readNumber(entries.get('/N'))]
  work.left -= first
  if (work.left < 0) throw new UnreadablePdfError()
  const table = within.slice(base, base + first)
  if (!/^[\d\0\t\n\f\r ]*$/.test(table)) throw new UnreadablePdfError()
  const numbers = table.match(/\d+/g) ?? []
  if (numbers.length < count * 2) throw new UnreadablePdfError()
  for (let index = 0; index < count; index++) {
    const offset = base + first + Number(numbers[index * 2 + 1])
    yield [readValue(within, offset, work), Number(numbers[index * 2])]
  }
}

/** Null: it is not packed. */
function unpack(
  packed: Buffer,
  entries: PdfValue['entries'],
  work: { left: number; unpacked: number },
): string | null {
  const filter = (entries.get('/Filter') ?? []).filter((token) => token !== '[' && token !== ']')
  if (entries.has('/DecodeParms') || entries.has('/DP') || entries.has('/F')) throw new UnreadablePdfError()
  if (filter.length === 0) return null
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
  const [digits = '', ...more] = tokens ?? []
  if (more.length > 0 || !/^\d{1,9}$/.test(digits)) throw new UnreadablePdfError()
  return Number(digits)
}
