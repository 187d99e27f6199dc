/** Everything about one record, in the drawer beside its list and on its page: the same parts, in one column or in two. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PersonLink } from '#site/admin/persons/person-link.tsx'
import { RecordTasks } from '#site/admin/tasks/record-tasks.tsx'
import { cx } from '#site/ui/cx.ts'
import { Notice } from '#site/ui/panel.tsx'
import { type AdminKind, type AdminRecord, sayStatus } from './admin-kind.ts'
import { DecisionRefusal } from './decision-refusal.tsx'
import { Due } from './due.tsx'
import { Readers } from './readers.tsx'
import { RecordHistory } from './record-history.tsx'
import { RecordMails } from './record-mails.tsx'
import { RecordStatus } from './record-status.tsx'
import { RecordWorkPanel } from './record-work.tsx'
import type { Decision } from './use-decision.ts'
import { useMovedFocus } from './use-moved-focus.ts'
import { useRecordWork } from './use-record-work.ts'

interface RecordSheetProps<R extends AdminRecord> {
  kind: AdminKind<R>
  record: R
  decision: Decision<R>
  /** Beside the status, on a page; a drawer has them at its foot. */
  actions?: ReactNode
  isPage?: boolean
}

export function RecordSheet<R extends AdminRecord>(props: RecordSheetProps<R>): ReactNode {
  const { kind, record, decision, actions, isPage = false } = props
  const [openedWith] = useState(record.status)
  const top = useRef<HTMLDivElement>(null)
  const changed = record.status !== openedWith
  useMovedFocus(top)
  useEffect(() => decision.open(record))
  useEffect(() => () => decision.close(record.id), [])
  const work = useRecordWork(kind, record.id)
  // The button that was pressed is gone with the decision: reading goes on at the top.
  useEffect(() => {
    if (changed) top.current?.focus()
  }, [changed])
  const side = kind.renderSide?.(record)
  return (
    <div ref={top} tabIndex={-1} className={cx('record-sheet', isPage && 'record-columns')}>
      <div className="record-top">
        <div className="flex flex-wrap items-center gap-3">
          <RecordStatus kind={kind} record={record} work={work} />
          <Due at={work?.due_at} />
          {kind.recordType && <Readers table={kind.recordType} id={record.id} />}
          {actions}
        </div>
        <DecisionRefusal decision={decision} />
        {changed && !decision.isOwn(record.id) && (
          <Notice kind="look">
            <p role="alert">
              Somebody else changed this {kind.noun} while you were reading: it is{' '}
              {sayStatus(kind, record.status)} now. Nothing of theirs is overwritten.
            </p>
          </Notice>
        )}
      </div>
      {side && !kind.isSideLast && <div className="record-side">{side}</div>}
      <div className="record-main">{kind.renderDetails(record)}</div>
      {side && kind.isSideLast && <div className="record-side">{side}</div>}
      {kind.recordType && (
        <div className="record-rest">
          <PersonLink table={kind.recordType} id={record.id} />
          <RecordWorkPanel table={kind.recordType} id={record.id} />
          <RecordTasks table={kind.recordType} id={record.id} />
          <RecordMails table={kind.recordType} id={record.id} />
          <RecordHistory
            table={kind.recordType}
            id={record.id}
            createdAt={record.created_at}
            statuses={kind.statuses}
            nameValue={(axis, value) => kind.nameValue?.(axis, value, record)}
          />
        </div>
      )}
    </div>
  )
}
