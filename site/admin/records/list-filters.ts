/** Filters that several lists have. Their options come when somebody wants to filter. */
import type { ListFilter } from './admin-kind.ts'

/** By when a record came in: whole days in Lagos. */
export const days: readonly ListFilter[] = [
  { name: 'since', label: 'Came in from' },
  { name: 'until', label: 'Came in to' },
]

export const state: ListFilter = {
  name: 'state',
  label: 'State',
  load: async () => (await import('#domain/nigeria/states.ts')).nigerianStates,
}

export const photo: ListFilter = {
  name: 'photo',
  label: 'Photo',
  options: [{ value: 'missing', label: 'Missing' }],
}

/** What several lists are sorted by in the column of the day on which a record came in. */
export const byDay = ['newest', 'oldest'] as const

/** As plainOptions (domain/plain-options.ts), which comes with the crops of the farmer form. */
export const asOptions = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }))
