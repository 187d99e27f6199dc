/** A desk: one kind of record as a list with status filter, search, pages, details and decisions. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { changeStatus, type DecidedTable, type StatusChange } from '#site/lib/desk/change-status.ts'
import { DeskTools } from '#site/lib/desk/desk-tools.tsx'
import { deskRefreshMs, type ListPage, pageSize } from '#site/lib/desk/list-records.ts'
import { ReasonDialog, type ReasonQuestion } from '#site/lib/desk/reason-dialog.tsx'
import { type ListState, useListState } from '#site/lib/desk/use-list-state.ts'
import { Button } from '#site/ui/button.tsx'
import { cx } from '#site/ui/cx.ts'
import { Dialog } from '#site/ui/dialog.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import { Cell, EmptyState, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { toast } from '#site/ui/toast.tsx'

export interface DeskRecord {
  id: string
  status: string
}

export interface DeskColumn<R> {
  label: string
  numeric?: boolean
  cell: (record: R) => ReactNode
}

export interface DeskKind<R extends DeskRecord> {
  table: DecidedTable
  /** In the middle of a sentence: "order". */
  noun: string
  statuses: readonly string[]
  /** Which statuses may follow: the buttons of a row. */
  nextStatuses: (status: string) => readonly string[]
  searchHelp: string
  /** The first column: what the record is known by; it opens the details. */
  title: { label: string; text: (record: R) => string; className?: string }
  columns: readonly DeskColumn<R>[]
  nameOf: (record: R) => string
  listRecords: (state: ListState) => Promise<ListPage<R>>
  renderDetails: (record: R) => ReactNode
  declineReasons: readonly string[]
  /** What has to be said before this record is completed; null, or left out, when nothing. */
  askAtCompletion?: (record: R) => ReasonQuestion | null
}

const verbs: Record<string, { label: string; busyLabel: string }> = {
  approved: { label: 'Approve', busyLabel: 'Approving...' },
  declined: { label: 'Decline', busyLabel: 'Declining...' },
  completed: { label: 'Complete', busyLabel: 'Completing...' },
}

export function RecordDesk<R extends DeskRecord>({ kind }: { kind: DeskKind<R> }) {
  const list = useListState()
  const { status, search, pageIndex } = list
  const region = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<R | null>(null)
  const query = useQuery({
    queryKey: [kind.table, 'desk', { status, search, pageIndex }],
    queryFn: () => kind.listRecords({ status, search, pageIndex }),
    placeholderData: keepPreviousData,
    refetchInterval: deskRefreshMs,
  })
  const decision = useDecision(kind, () => region.current?.focus())
  const { asked } = decision
  const { records = [], count = 0 } = query.data ?? {}
  const isBeyondEnd = query.isSuccess && !query.isPlaceholderData && records.length === 0 && pageIndex > 0

  // The last record of a page was decided away: the page before has some.
  useEffect(() => {
    if (isBeyondEnd) list.goToPage(Math.max(0, Math.min(pageIndex - 1, Math.ceil(count / pageSize) - 1)))
  })

  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={`${capitalise(kind.noun)}s`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-5"
    >
      <DeskTools
        list={list}
        statuses={kind.statuses}
        searchHelp={kind.searchHelp}
        total={query.isSuccess ? count : undefined}
      />
      {decision.refusal && (
        <Notice kind="warn">
          <p role="alert">{decision.refusal}</p>
        </Notice>
      )}
      {query.isError && (
        <Notice kind="warn">
          <div className="flex flex-wrap items-center gap-3">
            <p>The {kind.noun}s could not be loaded.</p>
            <Button size="sm" variant="outline" onClick={() => void query.refetch()}>
              Try again
            </Button>
          </div>
        </Notice>
      )}
      {query.isPending && (
        <p role="status" className="py-10 text-center text-stone">
          Loading...
        </p>
      )}
      {query.isSuccess && records.length === 0 && !isBeyondEnd && (
        <EmptyState title={`No ${kind.noun}s found`} />
      )}
      {records.length > 0 && (
        <Table label={`${capitalise(kind.noun)}s`}>
          <TableHead>
            <HeadCell>{kind.title.label}</HeadCell>
            {kind.columns.map((column) => (
              <HeadCell key={column.label} numeric={column.numeric}>
                {column.label}
              </HeadCell>
            ))}
            <HeadCell>Status</HeadCell>
            <HeadCell>Decision</HeadCell>
          </TableHead>
          <TableBody>
            {records.map((record) => (
              <Row key={record.id}>
                <Cell label={kind.title.label}>
                  <button
                    type="button"
                    className={cx(
                      'min-h-10 text-left font-semibold text-indigo underline',
                      kind.title.className,
                    )}
                    aria-label={`Details of ${kind.nameOf(record)}`}
                    onClick={() => setOpened(record)}
                  >
                    {kind.title.text(record)}
                  </button>
                </Cell>
                {kind.columns.map((column) => (
                  <Cell key={column.label} label={column.label} numeric={column.numeric}>
                    {column.cell(record)}
                  </Cell>
                ))}
                <Cell label="Status">
                  <div>
                    <StatusBadge status={record.status} />
                  </div>
                </Cell>
                <Cell>
                  <div className="flex gap-2">
                    {kind.nextStatuses(record.status).map((to) => (
                      <Button
                        key={to}
                        size="sm"
                        variant={to === 'declined' ? 'outline' : 'primary'}
                        aria-label={`${verbs[to]?.label} ${kind.nameOf(record)}`}
                        busy={decision.isChanging(record.id, to)}
                        busyLabel={verbs[to]?.busyLabel}
                        disabled={decision.isBusy}
                        onClick={() => decision.decide(record, to)}
                      >
                        {verbs[to]?.label}
                      </Button>
                    ))}
                  </div>
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
      <Pagination
        page={pageIndex + 1}
        pageCount={Math.ceil(count / pageSize)}
        total={count}
        hrefFor={list.hrefForPage}
        label={`Pages of ${kind.noun}s`}
      />
      <Dialog
        open={opened !== null}
        title={opened ? capitalise(kind.nameOf(opened)) : ''}
        onClose={() => setOpened(null)}
      >
        {opened && kind.renderDetails(opened)}
      </Dialog>
      <ReasonDialog
        title={asked && `${verbs[asked.to]?.label} ${kind.nameOf(asked.record)}`}
        question={asked?.question}
        verb={verbs[asked?.to ?? 'declined']}
        variant={asked?.to === 'completed' ? 'primary' : 'danger'}
        busy={decision.isBusy}
        onGiven={decision.giveReason}
        onClose={decision.cancel}
      />
    </section>
  )
}

/** A decision whose reason is awaited. */
interface Asked<R> {
  record: R
  to: string
  question: ReasonQuestion
}

/** A decision goes out at once, unless a reason belongs to it: to a decline always, to a completion at times. */
function useDecision<R extends DeskRecord>(kind: DeskKind<R>, onSettled: () => void) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Asked<R> | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const mutation = useMutation({
    mutationFn: (change: StatusChange) => changeStatus(change),
    onMutate: () => setRefusal(null),
    onSuccess(outcome) {
      if (outcome.kind === 'changed') {
        toast.success(
          `${capitalise(kind.noun)} Updated`,
          `${capitalise(kind.noun)} status has been updated successfully.`,
        )
      } else if (outcome.kind === 'changedElsewhere') {
        tellFailure(
          `This ${kind.noun} was changed by someone else in the meantime. The list has been refreshed.`,
        )
      } else {
        tellFailure(outcome.reason)
      }
    },
    onError: () => tellFailure(null),
    async onSettled() {
      setAsked(null)
      await queries.invalidateQueries({ queryKey: [kind.table] })
      onSettled()
    },
  })

  function tellFailure(reason: string | null) {
    setRefusal(reason)
    toast.error('Update Failed', `Failed to update ${kind.noun} status.`)
  }

  function change(record: R, to: string, reason?: string) {
    mutation.mutate({ table: kind.table, id: record.id, from: record.status, to, reason })
  }

  function findQuestion(record: R, to: string): ReasonQuestion | null {
    if (to === 'completed') return kind.askAtCompletion?.(record) ?? null
    if (to !== 'declined') return null
    return {
      help: 'It is sent to the person and shown in their account.',
      least: 1,
      templates: kind.declineReasons,
    }
  }

  return {
    asked,
    refusal,
    isBusy: mutation.isPending,
    isChanging: (id: string, to: string) =>
      mutation.isPending && mutation.variables.id === id && mutation.variables.to === to,
    decide(record: R, to: string) {
      const question = findQuestion(record, to)
      if (question) setAsked({ record, to, question })
      else change(record, to)
    },
    giveReason: (reason: string) => asked && change(asked.record, asked.to, reason),
    cancel: () => setAsked(null),
  }
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
