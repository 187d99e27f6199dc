import { expect, it } from 'vitest'
import type { AdminKind, AdminRecord } from './admin-kind.ts'
import { listStateOf, sortsOf } from './list-query.ts'
import type { ListState } from './use-list-state.ts'

const kind = {
  recordType: 'farmers',
  statuses: [{ value: 'pending', label: 'Pending' }],
  filters: [
    { name: 'state', label: 'State', options: [{ value: 'Kano', label: 'Kano' }] },
    { name: 'crop', label: 'Crop', load: async () => [] },
    { name: 'since', label: 'Came in from' },
  ],
  views: [{ title: 'To quote', query: 'step=to_quote&sort=oldest' }],
  columns: [{ label: 'Location', sorts: ['place', 'place_last'], cell: () => null }],
} as unknown as AdminKind<AdminRecord>

const queryOf = (values: Partial<ListState>) =>
  listStateOf(kind, {
    status: '',
    search: '',
    isOverdue: false,
    assignee: '',
    filters: {},
    sort: '',
    pageIndex: 0,
    pageSize: 10,
    ...values,
  })

it('an address is read as far as the list knows it', () => {
  const known = { state: 'Kano', crop: 'Teff', since: '2026-02-28', step: 'to_quote' }
  expect(queryOf({ status: 'pending', sort: 'place_last', filters: known })).toMatchObject({
    status: 'pending',
    sort: 'place_last',
    filters: known,
  })
  const unknown = { state: 'Kanoo', since: '2026-02-31', step: 'to_eat', utm_source: 'mail' }
  expect(queryOf({ status: 'lost', sort: 'total', filters: unknown })).toMatchObject({
    status: '',
    sort: '',
    filters: {},
  })
  expect(queryOf({ filters: { since: '2' } }).filters).toEqual({})
})

it('a list is ordered by each column that has an order, and by how late it is where that is asked', () => {
  const usual = ['newest', 'oldest', 'name', 'name_last', 'place', 'place_last', 'status', 'status_last']
  expect(sortsOf(kind, false)).toEqual(usual)
  expect(sortsOf(kind, true)).toEqual(['due', ...usual])
})
