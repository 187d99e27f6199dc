/**
 * Texts of pages that staff may change: what each is called, how long it may be, and how a change of it stands in the draft.
 * The texts themselves are the words that the site brings (page-words); a row of page_texts stands in place of one.
 */
import type { DraftChange } from '../content-drafts.ts'
import { cleanLine, cleanText } from '../text.ts'

/** Pages with texts, in the order in which staff read them. */
export const wordedPages = [
  'home',
  'agriculture',
  'sustainable-farming',
  'rural-education',
  'poultry-development',
  'poultry-training',
  'real-estate-construction',
  'general-contract',
  'company-representation',
  'franchise-partnership',
  'board',
  'careers',
  'contact',
] as const
export type WordedPage = (typeof wordedPages)[number]

/** A picture is its address on this site, and on a second line what it shows. */
export type TextKind = 'line' | 'paragraph' | 'list' | 'picture'

/** By the last name of a key. Search engines show about 60 characters of a title, and 160 of a description. */
const textRoles = {
  eyebrow: { label: 'Line above the heading', kind: 'line', maximum: 60 },
  title: { label: 'Heading', kind: 'line', maximum: 90 },
  lead: { label: 'Introduction', kind: 'paragraph', maximum: 400 },
  text: { label: 'Paragraph', kind: 'paragraph', maximum: 400 },
  lines: { label: 'List', kind: 'list', maximum: 600 },
  action: { label: 'Words of the link', kind: 'line', maximum: 40 },
  picture: { label: 'Picture', kind: 'picture', maximum: 300 },
  metaTitle: { label: 'Title in search engines and in the tab', kind: 'line', maximum: 70 },
  metaDescription: { label: 'Description in search engines', kind: 'line', maximum: 200 },
} as const satisfies Record<string, { label: string; kind: TextKind; maximum: number }>
export type TextRole = keyof typeof textRoles

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

export const isWordedPage = (page: string): page is WordedPage => wordedPages.some((known) => known === page)

export const pathOfWordedPage = (page: string) => (page === 'home' ? '/' : `/${page}`)

/** "Poultry development" */
export function nameWordedPage(page: string): string {
  return page === 'home'
    ? 'The first page'
    : page.charAt(0).toUpperCase() + page.slice(1).replaceAll('-', ' ')
}

/** A text by its key, the last name of which is its role. */
export function makePageText(page: WordedPage, key: string, original: string): PageText {
  const role = lastNameOf(key)
  if (!isTextRole(role)) throw new Error(`No text has the role ${role}`)
  return { page, key, role, ...textRoles[role], original }
}

const lastNameOf = (key: string) => key.slice(key.lastIndexOf('.') + 1)

const isTextRole = (name: string): name is TextRole => Object.hasOwn(textRoles, name)

/** "Heading", for a row that may be of a text which the site has no more. */
export function nameTextRole(key: string): string {
  const role = lastNameOf(key)
  return isTextRole(role) ? textRoles[role].label : 'Text'
}

/** As the database takes it. */
export function cleanPageText(kind: TextKind, typed: string): string {
  return kind === 'list' || kind === 'picture' ? cleanText(typed).replace(/\n+/g, '\n') : cleanLine(typed)
}

export interface PagePicture {
  path: string
  /** For those who cannot see it. */
  shows: string
}

/** Null: there is none, and the page has its own drawing. */
export function readPagePicture(text: string): PagePicture | null {
  const match = /^(\/storage\/v1\/object\/public\/board-photos\/[\w-]+\.(?:jpg|png))\n(.{3,160})$/.exec(text)
  return match ? { path: match[1] ?? '', shows: match[2] ?? '' } : null
}

/** In a list: of a picture, what it shows. */
export function sayPageText(kind: TextKind, text: string): string {
  if (kind === 'picture') return readPagePicture(text)?.shows ?? 'The drawing of the site'
  return text
}

/** Why a text cannot stand on the page; null: it can. The database refuses the same. */
export function findTextProblem({ kind, maximum }: PageText, typed: string): string | null {
  const text = cleanPageText(kind, typed)
  if (kind === 'picture')
    return text === '' || readPagePicture(text)
      ? null
      : 'Choose a picture, and say in a few words what it shows.'
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

/** Whether a draft changes this text. */
export const isInDraft = (text: PageText, changes: readonly DraftChange[]) =>
  changes.some((change) => isOf(change, text))

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
