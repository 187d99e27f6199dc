/** What an admin list shows lives in the address, so that it can be shared, saved as a view and gone back to. */
import { useSearchParams } from 'react-router'
import { limits } from '#domain/limits.ts'
import { addressParams } from '#site/lib/address-params.ts'

/** By what is in a column, in both directions. */
export type SortedColumn =
  | 'status'
  | 'name'
  | 'code'
  | 'buyer'
  | 'money'
  | 'delivered'
  | 'delivery'
  | 'product'
  | 'farmer'
  | 'price'
  | 'stock'
  | 'reserved'
  | 'available'
  | 'topic'
  | 'position'
  | 'contact'
  | 'type'
  | 'country'
  | 'place'
  | 'education'
  | 'experience'
  | 'investment'
/** As private.list_order knows them. */
export type ListSort = 'newest' | 'oldest' | 'due' | 'total' | 'least' | SortedColumn | `${SortedColumn}_last`

export interface ListState {
  /** '' stands for all. */
  status: string
  search: string
  /** Only what nobody has decided within the time that was promised; the latest first. */
  isOverdue: boolean
  /** 'mine', 'nobody' or the id of the person who has the records; '' stands for everybody's. */
  assignee: string
  /** The list's further filters, by name (find_records). */
  filters: Readonly<Record<string, string>>
  /** '' is the list's own order. */
  sort: ListSort | ''
  /** Zero-based, as the calls count; people and the address count from 1. */
  pageIndex: number
  pageSize: number
}

type Filtering = Partial<Omit<ListState, 'pageIndex' | 'filters'>> & {
  filters?: Record<string, string>
  columns?: string
}

export interface ListStateControls extends ListState {
  /** The id of the record whose drawer is open; '' for none. */
  openedId: string
  /** The columns that the view which is shown has chosen (chosen-columns.ts); '' where it has not. */
  columns: string
  /** The filters and the order as they stand in the address, without the search: what a saved view stores. */
  query: string
  /** A change of status or search starts again at the first page; a filter of '' is taken away. */
  filter: (change: Filtering) => void
  /** How it is ordered now. */
  order: ListSort
  /** Takes these orders by turns. */
  sortBy: (sorts: readonly ListSort[]) => void
  /** Everything else that was chosen goes; the search stays. */
  showView: (query: string) => void
  goToPage: (pageIndex: number) => void
  hrefForPage: (page: number) => string
  hrefForRecord: (id: string) => string
  open: (id: string) => void
}

type SortsOf = (isOverdue: boolean) => readonly ListSort[]

const assigneeForm = /^(mine|nobody|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
export const pageSizes = [limits.pageSize, 25, 50] as const

/** Parts of the address that are no filter of find_records. */
const known = new Set([
  'cols',
  'status',
  'q',
  'due',
  'who',
  'sort',
  'size',
  'page',
  'record',
  'take',
  'tab',
  'next',
])

/** `sortsOf`: by what the list can be ordered. */
export function useListState(sortsOf: SortsOf): ListStateControls {
  const [params, setParams] = useSearchParams()
  const page = Number(params.get('page') ?? '1')
  const whose = params.get('who') ?? ''
  const sort = params.get('sort') ?? ''
  const size = Number(params.get('size'))
  const order = readOrder(params, sortsOf)
  const view = new URLSearchParams(params)
  for (const name of ['q', 'page', 'record', 'take', 'tab', 'next', 'size']) view.delete(name)

  return {
    status: params.get('status') ?? '',
    search: params.get('q') ?? '',
    isOverdue: params.get('due') === 'overdue',
    assignee: assigneeForm.test(whose) ? whose : '',
    filters: Object.fromEntries([...params].filter(([name, value]) => value && !known.has(name))),
    sort: sort as ListSort | '',
    columns: params.get('cols') ?? '',
    openedId: params.get('record') ?? '',
    pageIndex: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page - 1 : 0,
    pageSize: pageSizes.find((known) => known === size) ?? limits.pageSize,
    query: view.toString(),
    order,
    sortBy(sorts) {
      // By the address as it is now: the second of two quick presses goes on from the first.
      const at = sorts.indexOf(readOrder(addressParams(), sortsOf))
      const next = sorts[(at + 1) % sorts.length] ?? ''
      this.filter({ sort: at >= 0 && sorts.length === 1 ? '' : next })
    },
    filter({ status, search, isOverdue, assignee, sort: order, pageSize, filters, columns }) {
      const due = isOverdue === undefined ? undefined : isOverdue ? 'overdue' : ''
      const next = withParams(addressParams(), {
        status,
        q: search,
        due,
        who: assignee,
        sort: order,
        cols: columns,
        size: pageSize === undefined ? undefined : pageSize === limits.pageSize ? '' : String(pageSize),
        ...filters,
        page: '',
        // A record that was opened before the search was applied stays open.
        record: search === undefined ? '' : undefined,
      })
      // Typing a search must not fill the history with every letter.
      setParams(next, { replace: search !== undefined, preventScrollReset: true })
    },
    showView(query) {
      const next = new URLSearchParams(query)
      for (const name of ['tab', 'q', 'size']) {
        const value = addressParams().get(name)
        if (value) next.set(name, value)
      }
      setParams(next, { preventScrollReset: true })
    },
    goToPage(pageIndex) {
      setParams(withPage(addressParams(), pageIndex), { replace: true, preventScrollReset: true })
    },
    hrefForPage: (page) => `?${withPage(params, page - 1)}`,
    hrefForRecord: (id) => `?${withParams(params, { record: id })}`,
    open(id) {
      const before = addressParams()
      // Back closes what was opened from the list; the next record takes the place of the one before.
      const replace = id === '' || before.has('record')
      setParams(withParams(before, { record: id }), { replace, preventScrollReset: true })
    },
  }
}

/** Its own order where the address names none that the list has. */
function readOrder(params: URLSearchParams, sortsOf: SortsOf): ListSort {
  const isOverdue = params.get('due') === 'overdue'
  const sort = sortsOf(isOverdue).find((known) => known === params.get('sort'))
  return sort ?? (isOverdue ? 'due' : 'newest')
}

function withPage(params: URLSearchParams, pageIndex: number): URLSearchParams {
  return withParams(params, { page: pageIndex > 0 ? String(pageIndex + 1) : '', record: '' })
}

function withParams(params: URLSearchParams, change: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(params)
  // A step of the palette is of the record that it was chosen for, and of no other.
  if (change.record !== undefined) next.delete('take')
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else if (value === '') next.delete(name)
  }
  return next
}
