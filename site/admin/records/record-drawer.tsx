/** One record at the side of the list: everything about it, what happened to it, and the buttons that decide. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { describeStatus } from '#domain/status-machines.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import { EmptyState } from '#site/ui/table.tsx'
import { type AdminKind, type AdminRecord, capitalise } from './admin-kind.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { DecisionRefusal } from './decision-refusal.tsx'
import { Due } from './due.tsx'
import { adminRefreshMs } from './list-records.ts'
import { RecordHistory } from './record-history.tsx'
import { RecordMails } from './record-mails.tsx'
import { RecordWorkPanel } from './record-work.tsx'
import type { Decision } from './use-decision.ts'
import { recordWorkQuery } from './work-data.ts'

interface RecordDrawerProps<R extends AdminRecord> {
  kind: AdminKind<R>
  /** '' closes it. */
  id: string
  /** As the list has it, until the record itself is here. */
  listed: R | undefined
  decision: Decision<R>
  onMove: (step: 1 | -1) => void
  onClose: () => void
}

export function RecordDrawer<R extends AdminRecord>(props: RecordDrawerProps<R>) {
  const { kind, id, listed, decision, onMove, onClose } = props
  const query = useQuery({
    queryKey: [kind.table, 'record', id],
    queryFn: () => kind.findRecord(id),
    enabled: id !== '',
    refetchInterval: adminRefreshMs,
  })
  const result = query.data === undefined ? listed : query.data
  const record = id ? result : undefined
  return (
    <Dialog
      place="side"
      open={id !== ''}
      title={record ? capitalise(kind.nameOf(record)) : capitalise(kind.noun)}
      onClose={onClose}
      actions={
        <>
          {record && (
            <>
              <DecisionButtons kind={kind} record={record} decision={decision} />
              {kind.renderActions?.(record)}
            </>
          )}
          <span className="ms-auto flex gap-2">
            <Button size="sm" variant="quiet" onClick={() => onMove(-1)}>
              Before
            </Button>
            <Button size="sm" variant="quiet" onClick={() => onMove(1)}>
              Next
            </Button>
          </span>
        </>
      }
    >
      {record ? (
        <RecordSheet key={id} kind={kind} record={record} decision={decision} />
      ) : (
        <QueryState query={query} errorText={`The ${kind.noun} could not be loaded.`}>
          {() => <EmptyState title={`This ${kind.noun} is not there (any more)`} />}
        </QueryState>
      )}
    </Dialog>
  )
}

interface RecordSheetProps<R extends AdminRecord> {
  kind: AdminKind<R>
  record: R
  decision: Decision<R>
}

function RecordSheet<R extends AdminRecord>({ kind, record, decision }: RecordSheetProps<R>): ReactNode {
  const [openedWith] = useState(record.status)
  const top = useRef<HTMLDivElement>(null)
  const changed = record.status !== openedWith
  const work = useQuery({
    ...recordWorkQuery(kind.recordType ?? 'orders', [record.id]),
    enabled: kind.recordType !== undefined,
  })
  // The button that was pressed is gone with the decision: reading goes on at the top.
  useEffect(() => {
    if (changed) top.current?.focus()
  }, [changed])
  return (
    <div ref={top} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-5 outline-none">
      <div className="flex flex-wrap items-center gap-3">
        {kind.renderStatus?.(record) ?? <StatusBadge status={record.status} />}
        <Due at={work.data?.[0]?.due_at} />
      </div>
      <DecisionRefusal decision={decision} />
      {changed && !decision.isOwn(record.id) && (
        <Notice kind="warn">
          <p role="alert">
            Somebody else changed this {kind.noun} while you were reading: it is{' '}
            {describeStatus(record.status).toLowerCase()} now. Nothing of theirs is overwritten.
          </p>
        </Notice>
      )}
      {kind.renderDetails(record)}
      {kind.recordType && (
        <>
          <RecordWorkPanel table={kind.recordType} id={record.id} />
          <RecordMails table={kind.recordType} id={record.id} />
          <RecordHistory table={kind.recordType} id={record.id} createdAt={record.created_at} kind={kind} />
        </>
      )}
    </div>
  )
}
