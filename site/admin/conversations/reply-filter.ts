/** Records whose person has the last word: a list may be filtered by it, also where it was decided long ago. */
import type { ListFilter, ListView } from '#site/admin/records/admin-kind.ts'

export const replyFilter: ListFilter = {
  name: 'reply',
  label: 'Reply',
  options: [{ value: 'waiting', label: 'Waits for ours' }],
}

export const replyView: ListView = { title: 'Reply waits', query: 'reply=waiting' }
