/** What drafts may change: each table's rows, how they are named, and the fields of its form. */

import type { DraftTable } from '#domain/admin/admin.ts'
import { careerLevels, figurePages } from '#domain/company/content.ts'

export interface ContentField {
  name: string
  label: string
  kind: 'line' | 'text' | 'number' | 'tick' | 'date' | 'choice' | 'photo'
  /** Of a choice. */
  options?: readonly (string | { value: string; label: string })[]
  /** Of a choice among the rows of another table, by its key. */
  optionsOf?: DraftTable
  help?: string
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
  fields: readonly ContentField[]
  mayAdd: boolean
  /** Where its changes are seen. */
  path: string
  /** Where those of a row are, if not there. */
  pathOf?: (row: ContentRow) => string
}

export type ContentRow = Readonly<Record<string, string | number | boolean | null>>

/** A row that is being written may lack them. */
const joinWords = (words: unknown[], by = ', ') => words.filter(Boolean).join(by)

const order: ContentField = { name: 'sort_order', label: 'Place in the list', kind: 'number' }
const socialHelp = 'The whole address of their page. A bare https://linkedin.com is not shown.'
const published: ContentField = { name: 'is_published', label: 'Published', kind: 'tick' }

export const contentTables: readonly ContentTable[] = [
  {
    table: 'board_members',
    label: 'Board',
    keys: ['id'],
    select: '*, board_contacts(email,phone,public_contact)',
    orderBy: 'sort_order',
    nameOf: (row) => joinWords([row.name, row.position]),
    mayAdd: true,
    path: '/board',
    fields: [
      { name: 'name', label: 'Name', kind: 'line' },
      { name: 'position', label: 'Position', kind: 'line' },
      {
        name: 'type',
        label: 'Kind',
        kind: 'choice',
        options: [
          { value: 'board', label: 'Board member' },
          { value: 'investor', label: 'Investor' },
        ],
      },
      { name: 'bio', label: 'About them', kind: 'text' },
      { name: 'image', label: 'Photo', kind: 'photo' },
      { name: 'email', label: 'E-mail', kind: 'line' },
      { name: 'phone', label: 'Phone', kind: 'line' },
      { name: 'public_contact', label: 'They agreed that everybody sees e-mail and phone', kind: 'tick' },
      { name: 'linkedin', label: 'LinkedIn', kind: 'line', help: socialHelp },
      { name: 'twitter', label: 'Twitter', kind: 'line', help: socialHelp },
      order,
      published,
    ],
  },
  {
    table: 'career_positions',
    label: 'Positions',
    keys: ['id'],
    orderBy: 'sort_order',
    nameOf: (row) => joinWords([row.title, row.location]),
    mayAdd: true,
    path: '/careers',
    fields: [
      { name: 'id', label: 'Name in the address', kind: 'line', isKey: true },
      { name: 'category_id', label: 'Category', kind: 'choice', optionsOf: 'career_categories' },
      { name: 'title', label: 'Title', kind: 'line' },
      { name: 'level', label: 'Level', kind: 'choice', options: careerLevels },
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
    nameOf: (row) => joinWords([row.value, row.label, row.page && `(${row.page})`], ' '),
    mayAdd: true,
    path: '/',
    pathOf: ({ page }) => (page === 'home' ? '/' : `/${page}`),
    fields: [
      { name: 'page', label: 'Page', kind: 'choice', options: figurePages },
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
    // Without a page, it stands on all of them.
    pathOf: ({ page }) => `/${page || 'agriculture'}`,
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
