/** A list page: one kind of record as a list with status filter, search, pages, a drawer and decisions, by mouse or by keyboard. */

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { EmptyState } from '#site/ui/table.tsx'
import { AdminHelp } from './admin-help.tsx'
import { useAdminKeys } from './admin-keys.ts'
import {
  type AdminKind,
  type AdminRecord,
  capitalise,
  findKeyStep,
  findVerb,
  nameMany,
} from './admin-kind.ts'
import { AdminTools } from './admin-tools.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { DecisionRefusal } from './decision-refusal.tsx'
import { adminRefreshMs, pageSize } from './list-records.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { RecordDrawer } from './record-drawer.tsx'
import { RecordTable } from './record-table.tsx'
import { useBulk } from './use-bulk.ts'
import { useDecision } from './use-decision.ts'
import { useListState } from './use-list-state.ts'

export function RecordsPage<R extends AdminRecord>({ kind }: { kind: AdminKind<R> }) {
  const list = useListState()
  const { status, search, isOverdue, assignee, pageIndex, openedId } = list
  const queries = useQueryClient()
  const region = useRef<HTMLElement>(null)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const state = { status, search, isOverdue, assignee, pageIndex }
  const query = useQuery({
    queryKey: [kind.table, 'admin', kind.noun, state],
    queryFn: () => kind.listRecords(state),
    placeholderData: keepPreviousData,
    refetchInterval: adminRefreshMs,
  })
  const { records = [], count = 0 } = query.data ?? {}
  const decision = useDecision(kind, returnTo)
  const bulk = useBulk(kind, state, records)
  const { pending } = decision
  const isBeyondEnd = query.isSuccess && !query.isPlaceholderData && records.length === 0 && pageIndex > 0
  const many = nameMany(kind)
  const place = JSON.stringify([kind.noun, state])
  const last = useRef({ place, index: -1 })

  // The last record of a page was decided away: the page before has some.
  useEffect(() => {
    if (isBeyondEnd) list.goToPage(Math.max(0, Math.min(pageIndex - 1, Math.ceil(count / pageSize) - 1)))
  })

  /** The record of the drawer, else of the row that has the focus. */
  function findCurrent(): number {
    const focused = document.activeElement?.closest('[data-record]')?.getAttribute('data-record')
    return records.findIndex(({ id }) => id === (openedId || focused))
  }

  /** Where someone works: what is decided out of the list leaves this place to the next one. */
  function rememberPlace() {
    const index = findCurrent()
    if (index >= 0) last.current = { place, index }
  }
  useEffect(rememberPlace)

  function findOpener(id: string) {
    return region.current?.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"] [data-open]`)
  }

  /** The button that was pressed is gone with the decision: the focus stays with its record, unless someone took it on. */
  function returnTo(id: string) {
    const focused = document.activeElement
    const isElsewhere =
      focused && focused !== document.body && !focused.closest(`[data-record="${CSS.escape(id)}"]`)
    if (isElsewhere) return
    const opener = findOpener(id) ?? region.current
    opener?.focus({ preventScroll: true })
  }

  function move(step: 1 | -1) {
    const current = findCurrent()
    const left = last.current.place === place ? last.current.index : -1
    const from = current >= 0 ? current : step === 1 ? left - (left < 0 ? 0 : 1) : Math.max(0, left)
    const next = records[Math.max(0, Math.min(from + step, records.length - 1))]
    if (!next) return
    if (openedId) return list.open(next.id)
    findOpener(next.id)?.focus()
  }

  useAdminKeys({
    move,
    decide(key) {
      // What was opened by a link need not stand in the list.
      const opened = openedId ? queries.getQueryData<R | null>([kind.table, 'record', openedId]) : null
      const record = records[findCurrent()] ?? opened
      const to = findKeyStep(kind.decisions, key)
      if (record && to && kind.decisions?.nextStatuses(record.status).includes(to))
        decision.decide(record, to)
    },
    choose() {
      const record = records[findCurrent()]
      if (record && kind.decisions?.inBulk && !query.isPlaceholderData) bulk.toggle(record.id)
    },
    search: () => region.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
    help: () => setIsHelpOpen(true),
  })

  return (
    <section
      ref={region}
      tabIndex={-1}
      onFocus={rememberPlace}
      aria-label={capitalise(many)}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-5 outline-none"
    >
      <AdminTools
        list={list}
        statuses={kind.statuses}
        everyStatus={kind.everyStatus}
        searchHelp={kind.searchHelp}
        hasDue={kind.hasDue === true}
        recordType={kind.recordType}
        total={query.isSuccess ? count : undefined}
        exportType={kind.exportType ?? (kind.decisions && kind.recordType)}
        onHelp={() => setIsHelpOpen(true)}
      />
      {!openedId && <DecisionRefusal decision={decision} />}
      {query.isError && (
        <RetryNotice onRetry={() => void query.refetch()}>The {many} could not be loaded.</RetryNotice>
      )}
      {query.isPending && (
        <p role="status" className="py-10 text-center text-stone">
          Loading...
        </p>
      )}
      {query.isSuccess && kind.decisions?.inBulk && (
        <BulkBar kind={kind} bulk={bulk} shown={records} total={count} />
      )}
      {query.isSuccess && records.length === 0 && !isBeyondEnd && <EmptyState title={`No ${many} found`} />}
      {records.length > 0 && (
        <RecordTable
          kind={kind}
          records={records}
          openedId={openedId}
          bulk={kind.decisions?.inBulk ? bulk : null}
          isBusy={query.isPlaceholderData}
          decision={decision}
          onOpen={list.open}
        />
      )}
      <Pagination
        page={pageIndex + 1}
        pageCount={Math.ceil(count / pageSize)}
        total={count}
        hrefFor={list.hrefForPage}
        label={`Pages of ${many}`}
      />
      <RecordDrawer
        kind={kind}
        id={openedId}
        listed={records.find(({ id }) => id === openedId)}
        decision={decision}
        onMove={move}
        onClose={() => list.open('')}
      />
      <ReasonDialog
        title={pending && `${findVerb(kind.decisions, pending.to).label} ${kind.nameOf(pending.record)}`}
        question={pending?.question}
        verb={findVerb(kind.decisions, pending?.to ?? 'declined')}
        variant={pending?.to === 'completed' ? 'primary' : 'danger'}
        busy={decision.isBusy}
        refusal={decision.refusal}
        onReason={decision.giveReason}
        onClose={decision.cancel}
      />
      <AdminHelp decisions={kind.decisions} isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </section>
  )
}
