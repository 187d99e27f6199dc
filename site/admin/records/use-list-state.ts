/** Status, search, whose, page and the opened record of an admin list live in the address, so that they can be shared and gone back to. */
import { useSearchParams } from 'react-router'
import { addressParams } from '#site/lib/address-params.ts'

export interface ListState {
  /** '' stands for all. */
  status: string
  search: string
  /** Only what nobody has decided within the time that was promised. */
  isOverdue: boolean
  /** 'mine', 'nobody' or the id of the person who has the records; '' stands for everybody's. */
  assignee: string
  /** Zero-based, as the calls count; people and the address count from 1. */
  pageIndex: number
}

export interface ListStateControls extends ListState {
  /** The id of the record whose drawer is open; '' for none. */
  openedId: string
  /** A change of status or search starts again at the first page. */
  filter: (change: Partial<Omit<ListState, 'pageIndex'>>) => void
  goToPage: (pageIndex: number) => void
  hrefForPage: (page: number) => string
  open: (id: string) => void
}

const assigneeForm = /^(mine|nobody|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function useListState(): ListStateControls {
  const [params, setParams] = useSearchParams()
  const page = Number(params.get('page') ?? '1')
  const whose = params.get('who') ?? ''

  return {
    status: params.get('status') ?? '',
    search: params.get('q') ?? '',
    isOverdue: params.get('due') === 'overdue',
    assignee: assigneeForm.test(whose) ? whose : '',
    openedId: params.get('record') ?? '',
    pageIndex: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page - 1 : 0,
    filter({ status, search, isOverdue, assignee }) {
      const due = isOverdue === undefined ? undefined : isOverdue ? 'overdue' : ''
      const next = withParams(addressParams(), {
        status,
        q: search,
        due,
        who: assignee,
        page: '',
        record: '',
      })
      // Typing a search must not fill the history with every letter.
      setParams(next, { replace: search !== undefined, preventScrollReset: true })
    },
    goToPage(pageIndex) {
      setParams(withPage(addressParams(), pageIndex), { replace: true, preventScrollReset: true })
    },
    hrefForPage: (page) => `?${withPage(params, page - 1)}`,
    open(id) {
      setParams(withParams(addressParams(), { record: id }), { replace: true, preventScrollReset: true })
    },
  }
}

function withPage(params: URLSearchParams, pageIndex: number): URLSearchParams {
  return withParams(params, { page: pageIndex > 0 ? String(pageIndex + 1) : '', record: '' })
}

function withParams(params: URLSearchParams, change: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else if (value === '') next.delete(name)
  }
  return next
}
