/** The shapes of a table of content: how its rows are named, listed and entered. */
import type { Permission } from '#domain/admin/roles.ts'
import type { DraftChange, DraftTable } from '#domain/content-drafts.ts'

export interface ContentField {
  name: string
  label: string
  /** `naira` is stored as kobo. */
  kind: 'line' | 'text' | 'number' | 'naira' | 'tick' | 'date' | 'choice' | 'photo' | 'logo'
  /** For a choice. */
  options?: readonly (string | { value: string; label: string })[]
  /** For a choice among the rows of another table, by its key. */
  optionsOf?: DraftTable
  help?: string
  /** For a date: of something that has been, so not after today. */
  isPast?: boolean
  /** For a tick: a new row begins with it. */
  isTickedAtFirst?: boolean
  /** Names the row: entered when it is added, and never changed. */
  isKey?: boolean
}

export interface ContentTable {
  table: DraftTable
  label: string
  /** The columns that name a row. */
  keys: readonly string[]
  /** What is requested; an embedded row counts as columns of this one. */
  select?: string
  orderBy: string
  nameOf: (row: ContentRow) => string
  /** What stands beside the name in the list. */
  detailOf?: (row: ContentRow) => string
  /** The list in parts, where it is long; `published` has the rows that the fields name. */
  groupsOf?: (rows: readonly ContentRow[], published: PublishedRows) => readonly ContentGroup[]
  /** Where a row has fields of its own. */
  fieldsOf?: (row: ContentRow) => readonly ContentField[]
  fields: readonly ContentField[]
  mayAdd: boolean
  /** The right that a change of it takes beside that to write content; `private.apply_changes` demands it. */
  right?: Permission
  /** The columns that are never empty, and that the database does not fill: where rows are added. */
  required?: readonly string[]
  /** What a change of it is called, where a row is no thing of its own. */
  verbs?: Readonly<Record<DraftChange['verb'], string>>
  /** Where its changes are seen. */
  path: string
  /** Where those of a row are, if not there. */
  pathOf?: (row: ContentRow) => string
}

export type ContentRow = Readonly<Record<string, string | number | boolean | null>>

export interface ContentGroup {
  title: string
  rows: readonly ContentRow[]
}

/** As far as they are here. */
export type PublishedRows = Readonly<Partial<Record<DraftTable, readonly ContentRow[]>>>
