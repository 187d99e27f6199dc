/** Filters and orders that several lists have. */
import { nigerianStates } from '#domain/nigeria/states.ts'
import type { ListFilter, ListView } from './admin-kind.ts'
import type { SortedColumn } from './use-list-state.ts'

/** By the day of what the word says: whole days in Lagos. */
export const daysOf = (word: string): readonly ListFilter[] => [
  { name: 'since', label: `${word} from` },
  { name: 'until', label: `${word} to` },
]

export const days = daysOf('Came in')

export const state: ListFilter = { name: 'state', label: 'State', options: nigerianStates }

export const photo: ListFilter = {
  name: 'photo',
  label: 'Photo',
  options: [{ value: 'missing', label: 'Missing' }],
}

/** Records whose person, or an unknown address, has the last word: a list may be filtered by it, also where it was decided long ago. */
export const replyFilter: ListFilter = {
  name: 'reply',
  label: 'Reply',
  options: [
    { value: 'waiting', label: 'Waits for ours' },
    { value: 'unproved', label: 'From an unproved address' },
  ],
}

export const replyView: ListView = { title: 'Reply waits', query: 'reply=waiting' }
export const replyViews: readonly ListView[] = [
  replyView,
  { title: 'Unproved replies', query: 'reply=unproved' },
]

/** The orders that a press on the head of the day takes by turns. */
export const byDay = ['newest', 'oldest'] as const

/** The same of another column. */
export const by = <C extends SortedColumn>(column: C) => [column, `${column}_last`] as const

/** As plainOptions (domain/plain-options.ts), which comes with the crops of the farmer form. */
export const asOptions = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }))
