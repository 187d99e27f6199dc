/** A list page: one kind of record as a list with status filter, search, pages, a drawer and decisions, by mouse or by keyboard. */

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useSearchParams } from 'react-router'
import { formatCount } from '#domain/numbers.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { isAfterOwnChange } from '#site/admin/refetch.ts'
import { addressParams } from '#site/lib/address-params.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { toast } from '#site/ui/toast.tsx'
import { isSheetShown, useAdminKeys } from './admin-keys.ts'
import {
  type AdminKind,
  type AdminRecord,
  capitalise,
  findKeyStep,
  listSteps,
  nameMany,
} from './admin-kind.ts'
import { AdminTools } from './admin-tools.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { useChosenColumns } from './chosen-columns.ts'
import { DecisionRefusal } from './decision-refusal.tsx'
import { listQuery, listStateOf, recordPagePath, sortsOf } from './list-query.ts'
import { ListViews } from './list-views.tsx'
import { ListWords } from './list-words.tsx'
import { AdminHelp, DecisionDialog } from './loaded-dialogs.ts'
import { undoLast } from './offer-undo.ts'
import { RecordDrawer } from './record-drawer.tsx'
import { RecordTable } from './record-table.tsx'
import { scrollRecord } from './scroll-record.ts'
import { UndoButton } from './undo-button.tsx'
import { useBulk } from './use-bulk.ts'
import { useChangedRows } from './use-changed-rows.ts'
import { useDecidable } from './use-decidable.ts'
import { useDecision } from './use-decision.ts'
import { useHeldPage } from './use-held-page.ts'
import { useListState } from './use-list-state.ts'
import { useRowWork, withWork } from './use-row-work.ts'
import { WalkOn } from './walk-on.ts'

interface RecordsPageProps<R extends AdminRecord> {
  kind: AdminKind<R>
  /** Its name in the addresses of its records; left out: they have no pages. */
  queue?: string
}

const nothing: ReadonlySet<string> = new Set()

export function RecordsPage<R extends AdminRecord>({ kind: described, queue }: RecordsPageProps<R>) {
  const kind = useDecidable(described)
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { can } = usePermissions()
  const hasBulk =
    described.decisions?.inBulk === true &&
    (kind.decisions !== undefined || can('records.work') || can('exports.make'))
  const address = useListState((isOverdue) => sortsOf(kind, isOverdue))
  const state = listStateOf(kind, address)
  // What stands over the list, and a file of it, speak of what is listed.
  const list = { ...address, ...state }
  const { openedId } = list
  const listName = kind.exportType ?? kind.table
  const labels = kind.columns.flatMap(({ label, isIn }) => (isIn?.() === false ? [] : label))
  const chosen = useChosenColumns(listName, labels, list)
  const shown = labels.filter(chosen.isShown).join('|')
  const { step } = state.filters
  const columns = useMemo(
    () =>
      kind.columns.filter(
        ({ label, isIn }) =>
          isIn?.(step) !== false && (isIn?.() === false || shown.split('|').includes(label)),
      ),
    [kind, shown, step],
  )
  const queries = useQueryClient()
  const region = useRef<HTMLElement>(null)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  /** All that matches, while it is printed. */
  const [printed, setPrinted] = useState<readonly R[] | null>(null)
  const { pageIndex, pageSize } = state
  const query = useQuery({ ...listQuery(kind, state), placeholderData: keepPreviousData })
  const { count = 0 } = query.data ?? {}
  const place = JSON.stringify([kind.noun, state])
  const held = useHeldPage(
    kind,
    place,
    query.isPlaceholderData ? undefined : query.data?.records,
    query.isFetching,
  )
  const { records } = held
  const rowWork = useRowWork(kind, printed ?? records)
  const rows = useChangedRows(
    place,
    records.map((record) => withWork(record, rowWork)),
    rowWork.isSettled && !query.isFetching && !query.isPlaceholderData,
  )
  const decision = useDecision(kind, goOn)
  const bulk = useBulk(kind, state, records, showDecided)
  const isBeyondEnd = query.isSuccess && !query.isPlaceholderData && records.length === 0 && pageIndex > 0
  const many = nameMany(kind)
  const last = useRef({ place, index: -1 })
  /** A page whose first record is opened once it is here: the one before it is decided. */
  const awaited = useRef('')
  /** The search whose first record gets the focus once it is here, unless the focus went elsewhere meanwhile. */
  const leftSearch = useRef<string | null>(null)

  // The last record of a page was decided away: the page before has some.
  useEffect(() => {
    if (isBeyondEnd) list.goToPage(Math.max(0, Math.min(pageIndex - 1, Math.ceil(count / pageSize) - 1)))
  })

  /** The page as it is now. */
  function showNow() {
    held.release()
    rows.forget()
  }

  /** What came in: its first row has the focus of the button that goes with the press, where no row is new the list. */
  function showNews() {
    const known = new Set(records.map(({ id }) => id))
    flushSync(showNow)
    const rows = region.current?.querySelectorAll('[data-record]') ?? []
    const first = [...rows].find((row) => !known.has(row.getAttribute('data-record') ?? ''))
    ;(first?.querySelector<HTMLElement>('[data-open]') ?? region.current)?.focus()
  }

  /** The buttons that decide on many cannot hold the focus while they do. */
  function showDecided() {
    showNow()
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }

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

  // Nobody needs a mark at what they read or did themselves: the open record, and where they work.
  useLayoutEffect(() => {
    const placeId = isAfterOwnChange() && last.current.place === place ? records[last.current.index]?.id : ''
    const known = [...rows.changed].filter(
      (id) => id === openedId || id === placeId || (decision.isBusy && decision.isOwn(id)),
    )
    if (known.length > 0) rows.markSeen(known)
  })
  const changed = bulk.isSettling ? nothing : rows.changed

  function findOpener(id: string) {
    return region.current?.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"] [data-open]`)
  }

  /** What is only read or rung up waits as long as it is listed. */
  const isWaiting = ({ status }: R) => !kind.decisions || status === 'pending'

  function findNext(id: string): R | undefined {
    const at = records.findIndex((record) => record.id === id)
    return at < 0 ? undefined : records.slice(at + 1).find(isWaiting)
  }

  /**
   * In the drawer. At the end of a page the list is read again: what was done may have taken records out of it, and the next
   * one has moved up to this page. `isLast`: nothing comes after it; left out after a decision, which goes on to nobody of a page
   * that has other rows altogether: they may all have come in.
   */
  async function openNext(id: string, next = findNext(id), isLast?: () => void) {
    if (next) return list.open(next.id)
    if (!records.some((record) => record.id === id)) return isLast?.()
    const shown = new Set(records.map((record) => record.id))
    const { data: page } = await query.refetch()
    if (addressParams().get('record') !== id || !page) return
    const left = page.records.findLastIndex((record) => shown.has(record.id))
    const movedUp = page.records.slice(left + 1).find((record) => !shown.has(record.id) && isWaiting(record))
    if (movedUp) {
      if (left >= 0) held.settle(id)
      else if (isLast) showNow()
      else return
      list.open(movedUp.id)
    } else if ((pageIndex + 1) * pageSize < page.count) {
      awaited.current = JSON.stringify([kind.noun, { ...state, pageIndex: pageIndex + 1 }])
      list.goToPage(pageIndex + 1)
    } else isLast?.()
  }

  /**
   * What one did oneself is shown at once, and nothing else moves. The button that was pressed is gone with the decision: the focus goes on to the next
   * record that waits, or stays with this one; and so does the drawer. Unless someone took it elsewhere meanwhile.
   */
  function goOn(id: string, goesOn: boolean) {
    const next = goesOn ? findNext(id) : undefined
    flushSync(() => {
      held.settle(id)
      rows.forget(id)
    })
    const opened = addressParams().get('record')
    if (opened) {
      if (opened === id && goesOn) void openNext(id, next)
      return
    }
    const focused = document.activeElement
    // The list itself has it where a pointer pressed on nothing.
    const isNowhere = !focused || focused === document.body || focused === region.current
    const isElsewhere = !isNowhere && !focused.closest(`[data-record="${CSS.escape(id)}"]`)
    if (isElsewhere) return
    const opener = findOpener(next?.id ?? id) ?? region.current
    opener?.focus({ preventScroll: next === undefined })
  }

  useEffect(() => {
    if (awaited.current !== place || query.isPlaceholderData || records.length === 0) return
    awaited.current = ''
    const first = records.find(isWaiting)
    if (first) list.open(first.id)
  })

  async function print() {
    if (count <= records.length) return window.print()
    try {
      const { printList } = await import('./print-list.ts')
      await printList(queries, kind, state, setPrinted)
    } catch {
      toast.error('Not printed', `The ${many} could not be loaded. Please try again.`)
    }
  }

  function leaveSearch(words: string) {
    leftSearch.current = words
    region.current?.focus({ preventScroll: true })
    focusFirstFound()
  }
  const awaitsSearch = () => leftSearch.current !== null && document.activeElement === region.current
  /** The rows are still those of before the search, the filter or the turn of the page: no key acts on them. */
  const isOnItsWay = () => query.isPlaceholderData || awaitsSearch()
  function focusFirstFound() {
    if (leftSearch.current !== list.search || query.isPlaceholderData) return
    if (awaitsSearch()) findOpener(records[0]?.id ?? '')?.focus()
    leftSearch.current = null
  }
  useEffect(focusFirstFound)

  // Another record is read from its top. What had the focus is gone with the one before: it is on the name of this one; and
  // once the drawer is closed, on the row of the last one, or on the one in its place.
  const read = useRef('')
  useEffect(() => {
    const closed = openedId ? '' : read.current
    read.current = openedId
    if (closed && document.activeElement === document.body) {
      const there = records[Math.min(last.current.index, records.length - 1)]?.id ?? ''
      const opener = findOpener(closed) ?? findOpener(there) ?? region.current
      opener?.focus()
    }
    const drawer = openedId ? document.querySelector('dialog[open][data-place=side]') : null
    const name = drawer?.querySelector('h2')
    if (!drawer || !name) return
    for (const part of [drawer, drawer.querySelector('.dialog-body')]) part?.scrollTo(0, 0)
    const focused = document.activeElement
    if (focused !== drawer && drawer.contains(focused)) return
    name.tabIndex = -1
    name.focus()
  }, [openedId])

  function move(step: 1 | -1) {
    if (isOnItsWay()) return
    const current = findCurrent()
    const left = last.current.place === place ? last.current.index : -1
    const from = current >= 0 ? current : step === 1 ? left - (left < 0 ? 0 : 1) : Math.max(0, left)
    const next = records[Math.max(0, Math.min(from + step, records.length - 1))]
    if (!next) return
    if (openedId) return list.open(next.id)
    findOpener(next.id)?.focus()
  }

  useAdminKeys({
    scroll: scrollRecord,
    move,
    decide(key) {
      if (openedId ? !isSheetShown() : isOnItsWay()) return
      // What was opened by a link need not stand in the list.
      const opened = openedId ? queries.getQueryData<R | null>([kind.table, 'record', openedId]) : null
      const record = records[findCurrent()] ?? opened
      const to = findKeyStep(kind.decisions, key)
      if (record && to && listSteps(kind.decisions, record).includes(to)) decision.decide(record, to)
    },
    open() {
      if (!openedId && isOnItsWay()) return
      const id = openedId || records[findCurrent()]?.id
      if (id && queue) void navigate(recordPagePath(queue, id, params))
    },
    choose() {
      const record = records[findCurrent()]
      if (record && hasBulk && !isOnItsWay()) bulk.toggle(record.id)
    },
    openFirst() {
      if (records[0] && !isOnItsWay()) list.open(records[0].id)
    },
    undo: undoLast,
    search: () => region.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
    help: () => setIsHelpOpen(true),
  })

  return (
    <section
      ref={region}
      tabIndex={-1}
      onFocus={({ target, currentTarget }) => {
        // Focus elsewhere, in another search too: the answer of this one no longer moves it.
        if (target !== currentTarget) leftSearch.current = null
        rememberPlace()
      }}
      aria-label={capitalise(many)}
      className="records"
    >
      <ListViews name={listName} views={kind.views ?? []} list={list} columns={chosen.query} />
      <AdminTools
        list={list}
        statuses={kind.statuses}
        everyStatus={kind.everyStatus}
        searchHelp={kind.searchHelp}
        hasDue={kind.hasDue === true}
        recordType={kind.recordType ?? kind.ownersOf}
        total={query.isSuccess ? count : undefined}
        exportType={described.exportType ?? (described.decisions && described.recordType)}
        filters={kind.filters ?? []}
        sorts={sortsOf(kind, list.isOverdue)}
        columns={chosen}
        labels={labels}
        news={{ ...held, release: showNews }}
        onLeaveSearch={leaveSearch}
        onPrint={() => void print()}
        onHelp={() => setIsHelpOpen(true)}
      />
      {/* The message says why; here is the way to try again. */}
      {!openedId && decision.retry && <DecisionRefusal decision={decision} />}
      {query.isError && (
        <RetryNotice onRetry={() => void query.refetch()}>The {many} could not be loaded.</RetryNotice>
      )}
      {query.isPending && (
        <p role="status" className="py-10 text-center text-stone">
          Loading...
        </p>
      )}
      {query.isSuccess && records.length === 0 && !isBeyondEnd && <EmptyState title={`No ${many} found`} />}
      <p className="sr-only" role="status">
        {changed.size > 0 && `Changed meanwhile: ${changed.size} of this page`}
      </p>
      {query.isSuccess && <ListWords kind={kind} list={list} total={count} />}
      {records.length > 0 && (
        <RecordTable
          kind={kind}
          records={printed ?? records}
          rowWork={rowWork}
          openedId={openedId}
          changed={changed}
          bulk={hasBulk ? bulk : null}
          isBusy={query.isPlaceholderData}
          decision={decision}
          list={list}
          columns={columns}
        />
      )}
      {printed && printed.length < count && (
        <p className="print-only">
          The first {formatCount(printed.length)} of {formatCount(count)}
        </p>
      )}
      <div className="list-foot">
        {query.isSuccess && hasBulk && <BulkBar kind={kind} bulk={bulk} shown={records} total={count} />}
        <UndoButton />
        <Pagination
          page={pageIndex + 1}
          pageCount={Math.ceil(count / pageSize)}
          total={count}
          hrefFor={list.hrefForPage}
          label={`Pages of ${many}`}
        />
      </div>
      <WalkOn
        value={(id) => {
          if (addressParams().get('record') === id) void openNext(id, findNext(id), () => list.open(''))
        }}
      >
        <RecordDrawer
          kind={kind}
          id={openedId}
          listed={records.find(({ id }) => id === openedId)}
          decision={decision}
          pageHref={queue && recordPagePath(queue, openedId, params)}
          onMove={move}
          onClose={() => list.open('')}
        />
      </WalkOn>
      <DecisionDialog
        kind={kind}
        decision={decision}
        isOpen={decision.pending !== null}
        onClose={decision.cancel}
      />
      <AdminHelp decisions={kind.decisions} isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </section>
  )
}
