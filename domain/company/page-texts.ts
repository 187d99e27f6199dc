/**
 * The texts of pages that staff may change. One definition: the words that the site brings are the texts, and the way to each
 * is its key. A row of page_texts stands in place of one; without it the page says what the site brings.
 */
import type { DraftChange } from '../admin/admin.ts'
import { cleanLine, cleanText } from '../text.ts'
import { areaWords } from './page-words/areas.ts'
import { homeWords } from './page-words/home.ts'
import { otherWords } from './page-words/pages.ts'

export const pageWords = { home: homeWords, ...areaWords, ...otherWords }
export type WordedPage = keyof typeof pageWords

export type TextKind = 'line' | 'paragraph' | 'list'

/** By the last name of a key. */
const roles = {
  eyebrow: { label: 'Line above the heading', kind: 'line', maximum: 60 },
  title: { label: 'Heading', kind: 'line', maximum: 90 },
  lead: { label: 'Introduction', kind: 'paragraph', maximum: 400 },
  text: { label: 'Paragraph', kind: 'paragraph', maximum: 400 },
  lines: { label: 'List', kind: 'list', maximum: 600 },
  action: { label: 'Words of the link', kind: 'line', maximum: 40 },
} as const satisfies Record<string, { label: string; kind: TextKind; maximum: number }>
export type TextRole = keyof typeof roles

export interface PageText {
  page: WordedPage
  key: string
  role: TextRole
  label: string
  kind: TextKind
  /** Characters. */
  maximum: number
  /** What the site brings. */
  original: string
}

export const isWordedPage = (page: string): page is WordedPage => Object.hasOwn(pageWords, page)

export const pathOfWordedPage = (page: string) => (page === 'home' ? '/' : `/${page}`)

/** In the order in which they stand on the page. */
export function listPageTexts(page: WordedPage): PageText[] {
  return walk(pageWords[page], '').map(([key, original]) => {
    const role = roleOf(key)
    return { page, key, role, ...roles[role], original }
  })
}

function walk(words: object, way: string): [key: string, original: string][] {
  return Object.entries(words).flatMap(([name, word]: [string, string | object]): [string, string][] => {
    if (name === 'icon') return []
    if (typeof word === 'string') return [[way + name, word]]
    return Array.isArray(word) ? [[way + name, word.join('\n')]] : walk(word, `${way}${name}.`)
  })
}

function roleOf(key: string): TextRole {
  const name = key.slice(key.lastIndexOf('.') + 1)
  if (!Object.hasOwn(roles, name)) throw new Error(`No text has the role ${name}`)
  return name as TextRole
}

/** "Heading", for a row that may be of a text which the site has no more. */
export function nameTextRole(key: string): string {
  const name = key.slice(key.lastIndexOf('.') + 1)
  return Object.hasOwn(roles, name) ? roles[name as TextRole].label : 'Text'
}

/** As the database takes it. */
export function cleanPageText(kind: TextKind, typed: string): string {
  return kind === 'list' ? cleanText(typed).replace(/\n+/g, '\n') : cleanLine(typed)
}

/** Why a text cannot stand on the page; null: it can. The database refuses the same. */
export function findTextProblem({ kind, maximum }: PageText, typed: string): string | null {
  const text = cleanPageText(kind, typed)
  if (text === '') return 'Write something, or go back to the original text.'
  if (/<[A-Za-z/!?]/.test(typed)) return 'Write plain words: tags such as <b> are not shown.'
  const length = [...text].length
  if (length > maximum)
    return `This has ${length} characters; there is room for ${maximum}. Shorten it a little.`
  return null
}

/** The texts of a page as rows or drafts have them, by key. */
export type TextsByKey = Readonly<Record<string, string>>

const isOf = (change: DraftChange, { page, key }: Pick<PageText, 'page' | 'key'>) =>
  change.table === 'page_texts' && change.key?.page === page && change.key?.key === key

/** As the page would say it once the draft is published; `published` holds the rows. */
export function readDraftedText(
  text: PageText,
  published: TextsByKey,
  changes: readonly DraftChange[],
): string {
  const change = changes.findLast((one) => isOf(one, text))
  if (!change) return published[text.key] ?? text.original
  return change.verb === 'delete' ? text.original : String(change.values?.text ?? text.original)
}

/** The draft with this text; what equals the published page is no change, and what equals the original needs no row. */
export function draftPageText(
  text: PageText,
  typed: string,
  published: TextsByKey,
  changes: readonly DraftChange[],
): DraftChange[] {
  const wanted = cleanPageText(text.kind, typed)
  const stored = published[text.key]
  const key = { page: text.page, key: text.key }
  const rest = changes.filter((one) => !isOf(one, text))
  if (wanted === (stored ?? text.original)) return rest
  if (wanted === text.original) return [...rest, { table: 'page_texts', verb: 'delete', key }]
  return stored === undefined
    ? [...rest, { table: 'page_texts', verb: 'insert', key, values: { ...key, text: wanted } }]
    : [...rest, { table: 'page_texts', verb: 'update', key, values: { text: wanted } }]
}
