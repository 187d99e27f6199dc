/** What drafts may change: each table's rows, how they are named, and the fields of its form. */
import type { DraftTable } from '#domain/desk.ts'

export interface ContentField {
  name: string
  label: string
  kind: 'line' | 'text' | 'number' | 'tick' | 'date'
  /** Names the row: asked when it is added, and never changed. */
  isKey?: boolean
}

export interface ContentTable {
  table: DraftTable
  label: string
  /** The columns that name a row. */
  keys: readonly string[]
  orderBy: string
  nameOf: (row: ContentRow) => string
  fields: readonly ContentField[]
  mayAdd: boolean
  /** Where the change is seen. */
  path: string
}

export type ContentRow = Readonly<Record<string, string | number | boolean | null>>

const order: ContentField = { name: 'sort_order', label: 'Place in the list', kind: 'number' }
const published: ContentField = { name: 'is_published', label: 'Published', kind: 'tick' }

export const contentTables: readonly ContentTable[] = [
  {
    table: 'board_members',
    label: 'Board',
    keys: ['id'],
    orderBy: 'sort_order',
    nameOf: (row) => `${row.name}, ${row.position}`,
    mayAdd: true,
    path: '/board',
    fields: [
      { name: 'name', label: 'Name', kind: 'line' },
      { name: 'position', label: 'Position', kind: 'line' },
      { name: 'type', label: 'Kind', kind: 'line' },
      { name: 'bio', label: 'About them', kind: 'text' },
      { name: 'linkedin', label: 'LinkedIn', kind: 'line' },
      { name: 'twitter', label: 'Twitter', kind: 'line' },
      order,
      published,
    ],
  },
  {
    table: 'career_positions',
    label: 'Positions',
    keys: ['id'],
    orderBy: 'sort_order',
    nameOf: (row) => `${row.title}, ${row.location}`,
    mayAdd: true,
    path: '/careers',
    fields: [
      { name: 'id', label: 'Name in the address', kind: 'line', isKey: true },
      { name: 'category_id', label: 'Category', kind: 'line' },
      { name: 'title', label: 'Title', kind: 'line' },
      { name: 'level', label: 'Level', kind: 'line' },
      { name: 'location', label: 'Location', kind: 'line' },
      { name: 'description', label: 'Description', kind: 'text' },
      { name: 'posted_on', label: 'Posted on', kind: 'date' },
      order,
      published,
    ],
  },
  {
    table: 'career_categories',
    label: 'Position categories',
    keys: ['id'],
    orderBy: 'sort_order',
    nameOf: (row) => String(row.title),
    mayAdd: false,
    path: '/careers',
    fields: [{ name: 'title', label: 'Title', kind: 'line' }, order],
  },
  {
    table: 'impact_figures',
    label: 'Impact figures',
    keys: ['id'],
    orderBy: 'page',
    nameOf: (row) => `${row.value} ${row.label} (${row.page})`,
    mayAdd: true,
    path: '/',
    fields: [
      { name: 'page', label: 'Page', kind: 'line' },
      { name: 'position', label: 'Place on the page', kind: 'number' },
      { name: 'value', label: 'Value', kind: 'line' },
      { name: 'label', label: 'What it counts', kind: 'line' },
      { name: 'source', label: 'Where it comes from', kind: 'line' },
      { name: 'as_of', label: 'As of', kind: 'date' },
    ],
  },
  {
    table: 'page_actions',
    label: 'Buttons of pages',
    keys: ['label', 'page'],
    orderBy: 'page',
    nameOf: (row) => `${row.label} on ${row.page}`,
    mayAdd: false,
    path: '/agriculture',
    fields: [{ name: 'target', label: 'Leads to', kind: 'line' }],
  },
  {
    table: 'company_facts',
    label: 'Company',
    keys: ['key'],
    orderBy: 'key',
    nameOf: (row) => String(row.key).replaceAll('_', ' '),
    mayAdd: false,
    path: '/',
    fields: [{ name: 'value', label: 'Value', kind: 'line' }],
  },
]
