/** The line above an admin list: which words, which status, whose, further filters, and what is new. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminRecordType, ExportType } from '#domain/admin/admin.ts'
import { formatCount } from '#domain/numbers.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { Button } from '#site/ui/button.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import type { ListFilter, StatusOption } from './admin-kind.ts'
import type { ChosenColumns } from './chosen-columns.ts'
import { ExportButton } from './export-button.tsx'
import { loadPart } from './load-part.tsx'
import { PrintButton } from './print-button.tsx'
import type { ListSort, ListStateControls } from './use-list-state.ts'
import { useTypedSearch } from './use-typed-search.ts'
import { assigneesQuery } from './work-data.ts'

const MoreFilters = loadPart(async () => (await import('./more-filters.tsx')).MoreFilters)

interface AdminToolsProps {
  list: ListStateControls
  statuses: readonly StatusOption[]
  everyStatus: string | undefined
  searchHelp: string
  /** Whether something was promised within a time. */
  hasDue: boolean
  /** Left out: nobody takes them up. */
  recordType: AdminRecordType | undefined
  total: number | undefined
  exportType: ExportType | undefined
  filters: readonly ListFilter[]
  sorts: readonly ListSort[]
  columns: ChosenColumns
  /** All that can be shown. */
  labels: readonly string[]
  /** What came in or left since the page was shown. */
  news: { newCount: number; isOutdated: boolean; release: () => void }
  /** Enter and Escape go on in the list that has these words. */
  onLeaveSearch: (words: string) => void
  onPrint: () => void
  onHelp: () => void
}

export function AdminTools({
  list,
  statuses,
  everyStatus,
  searchHelp,
  hasDue,
  recordType,
  total,
  exportType,
  filters,
  sorts,
  columns,
  labels,
  news,
  onLeaveSearch,
  onPrint,
  onHelp,
}: AdminToolsProps) {
  const ownList = statuses.find(({ value }) => value === list.status)?.list
  const [isOpen, setIsOpen] = useState(false)
  /** Of the news that was shown last. */
  const [shown, setShown] = useState('')
  const [typed, setTyped, applySearch] = useTypedSearch(list.search, (search) => list.filter({ search }))

  // A step is a view, chosen above.
  const chosen = Object.keys(list.filters).filter((name) => name !== 'step').length
  return (
    <div className="list-tools">
      <TextInput
        type="search"
        aria-label="Search"
        value={typed}
        placeholder={searchHelp}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          applySearch()
          onLeaveSearch(typed.trim())
        }}
      />
      <Select
        aria-label="Status"
        placeholder={everyStatus ?? 'All'}
        value={list.status}
        options={statuses}
        onChange={(event) => list.filter({ status: event.target.value })}
      />
      {recordType && <AssigneeFilter list={list} recordType={recordType} />}
      {hasDue && (
        <Button
          size="sm"
          variant={list.isOverdue ? 'primary' : 'outline'}
          aria-pressed={list.isOverdue}
          onClick={() => list.filter({ isOverdue: !list.isOverdue })}
        >
          Overdue
        </Button>
      )}
      <Button size="sm" variant="outline" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {filters.length > 0 ? 'Filters' : 'Sort'}
        {chosen > 0 && ` (${chosen})`}
      </Button>
      {exportType && (
        <ExportButton type={ownList ?? exportType} state={ownList ? { ...list, status: '' } : list} />
      )}
      <PrintButton onPrint={onPrint} />
      <Button size="sm" variant="quiet" className="max-md:hidden" onClick={onHelp}>
        Keys
      </Button>
      {/* One place for both: news that took room of its own would move the rows from under the pointer. */}
      <div className="list-found">
        <p className="num text-sm text-stone" role="status">
          {total !== undefined && `${formatCount(total)} found`}
        </p>
        <span className="list-news" role="status">
          {news.isOutdated && (
            <button
              type="button"
              onClick={() => {
                setShown(`${news.newCount > 0 ? `${formatCount(news.newCount)} new` : 'Changes'} shown`)
                news.release()
              }}
            >
              {news.newCount > 0 ? `${formatCount(news.newCount)} new, show` : 'Changed, show'}
            </button>
          )}
          {!news.isOutdated && <span className="sr-only">{shown}</span>}
        </span>
      </div>
      {isOpen && (
        <div className="list-filters">
          <MoreFilters list={list} filters={filters} sorts={sorts} columns={columns} labels={labels} />
        </div>
      )}
    </div>
  )
}

function AssigneeFilter({ list, recordType }: { list: ListStateControls; recordType: AdminRecordType }) {
  const { userId } = useAuth()
  const colleagues = useQuery(assigneesQuery(recordType)).data?.filter(({ user_id }) => user_id !== userId)
  return (
    <Select
      aria-label="Assignee"
      placeholder="Everybody"
      value={list.assignee}
      options={[
        { value: 'mine', label: 'I have it' },
        { value: 'nobody', label: 'Nobody yet' },
        ...(colleagues?.map(({ user_id, full_name }) => ({ value: user_id, label: full_name })) ?? []),
      ]}
      onChange={(event) => list.filter({ assignee: event.target.value })}
    />
  )
}
