/** In print alone: which of a list's records the sheet shows. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDate } from '#domain/dates.ts'
import { formatCount } from '#domain/numbers.ts'
import type { AdminKind, AdminRecord } from './admin-kind.ts'
import type { ListState } from './use-list-state.ts'

interface ListWordsProps<R extends AdminRecord> {
  kind: Pick<AdminKind<R>, 'statuses' | 'everyStatus' | 'filters'>
  list: ListState
  total: number
}

export function ListWords<R extends AdminRecord>({ kind, list, total }: ListWordsProps<R>) {
  const [isPrinted, setIsPrinted] = useState(false)
  useEffect(() => {
    const note = () => flushSync(() => setIsPrinted(true))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])
  if (!isPrinted) return null
  return (
    <p className="print-only num">
      {[...describeFilters(kind, list), `${formatCount(total)} in all`].join(' · ')}
    </p>
  )
}

/** "Pending", "Overdue", "State: Kano" */
function describeFilters<R extends AdminRecord>(
  { statuses, everyStatus, filters = [] }: ListWordsProps<R>['kind'],
  { status, search, isOverdue, assignee, filters: chosen }: ListState,
): string[] {
  const known = statuses.find(({ value }) => value === status)?.label
  return [
    known ?? everyStatus ?? '',
    isOverdue ? 'Overdue' : '',
    assignee && (assignees[assignee] ?? 'Of one colleague'),
    ...Object.entries(chosen).map(([name, value]) => {
      const filter = filters.find((one) => one.name === name)
      if (!filter) return value.replaceAll('_', ' ')
      const isDay = !filter.options && !filter.load
      const word = filter.options?.find((option) => option.value === value)?.label ?? value
      return `${filter.label}: ${isDay ? formatDate(value) : word}`
    }),
    search && `Search: ${search}`,
  ].filter(Boolean)
}

const assignees: Readonly<Record<string, string>> = { mine: 'One’s own', nobody: 'Nobody has it' }
