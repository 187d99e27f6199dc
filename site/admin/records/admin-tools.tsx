/** The line above an admin list: how many, which status, whose, which words. */

import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { AdminRecordType, ExportType } from '#domain/admin/admin.ts'
import { formatCount } from '#domain/numbers.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { Button } from '#site/ui/button.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import type { StatusOption } from './admin-kind.ts'
import { ExportButton } from './export-button.tsx'
import { LiveMark } from './live-mark.tsx'
import type { ListStateControls } from './use-list-state.ts'
import { assigneesQuery } from './work-data.ts'

const pauseMs = 300

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
  onHelp,
}: AdminToolsProps) {
  const id = useId()
  const [typed, setTyped] = useState(list.search)
  const [applied, setApplied] = useState(list.search)
  const [address, setAddress] = useState(list.search)

  // Back and Forward change the address without the field: the field follows. Not when it is our own search that has come
  // into the address, which on a slow machine is a while after it was applied: someone has typed on by then.
  if (list.search !== address) {
    setAddress(list.search)
    if (list.search !== applied) {
      setApplied(list.search)
      setTyped(list.search)
    }
  }

  const apply = useEffectEvent((search: string) => {
    setApplied(search)
    list.filter({ search })
  })

  // The list follows the typing after a pause.
  useEffect(() => {
    const search = typed.trim()
    if (search === applied) return
    const timer = setTimeout(() => apply(search), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, applied])

  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="grid w-full gap-1 sm:w-96">
        <label htmlFor={`${id}-search`} className="text-sm font-semibold">
          Search
        </label>
        <TextInput
          id={`${id}-search`}
          type="search"
          value={typed}
          placeholder={searchHelp}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div className="grid w-full gap-1 sm:w-48">
        <label htmlFor={`${id}-status`} className="text-sm font-semibold">
          Status
        </label>
        <Select
          id={`${id}-status`}
          placeholder={everyStatus ?? 'All'}
          value={list.status}
          options={statuses}
          onChange={(event) => list.filter({ status: event.target.value })}
        />
      </div>
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
      {exportType && <ExportButton type={exportType} state={list} />}
      <Button size="sm" variant="quiet" className="max-md:hidden" onClick={onHelp}>
        Keys
      </Button>
      <p className="num ms-auto self-center text-sm text-stone" role="status">
        {total !== undefined && `${formatCount(total)} found`}
        <LiveMark />
      </p>
    </div>
  )
}

function AssigneeFilter({ list, recordType }: { list: ListStateControls; recordType: AdminRecordType }) {
  const id = useId()
  const { userId } = useAuth()
  const colleagues = useQuery(assigneesQuery(recordType)).data?.filter(({ user_id }) => user_id !== userId)
  return (
    <div className="grid w-full gap-1 sm:w-44">
      <label htmlFor={id} className="text-sm font-semibold">
        Who has it
      </label>
      <Select
        id={id}
        placeholder="Everybody"
        value={list.assignee}
        options={[
          { value: 'mine', label: 'I have it' },
          { value: 'nobody', label: 'Nobody yet' },
          ...(colleagues?.map(({ user_id, full_name }) => ({ value: user_id, label: full_name })) ?? []),
        ]}
        onChange={(event) => list.filter({ assignee: event.target.value })}
      />
    </div>
  )
}
