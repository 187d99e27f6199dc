/** One record on a page of its own: before and next of the list that it was opened from, and all of it side by side. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { AdminHead } from '#site/admin/shell/admin-head.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { isSheetShown, useAdminKeys } from './admin-keys.ts'
import { type AdminKind, type AdminRecord, capitalise, findKeyStep, listSteps } from './admin-kind.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { recordPagePath, recordQuery, sortsOf } from './list-query.ts'
import { AdminHelp, DecisionDialog } from './loaded-dialogs.ts'
import { undoLast } from './offer-undo.ts'
import { PrintButton } from './print-button.tsx'
import { RecordSheet } from './record-sheet.tsx'
import { UndoButton } from './undo-button.tsx'
import { useDecidable } from './use-decidable.ts'
import { useDecision } from './use-decision.ts'
import { useListState } from './use-list-state.ts'
import { useListWalk } from './use-list-walk.ts'
import { useRecordWork } from './use-record-work.ts'
import { WalkOn } from './walk-on.ts'

interface RecordPageProps<R extends AdminRecord> {
  kind: AdminKind<R>
  /** The list's name in addresses, and what it is called. */
  queue: string
  listLabel: string
  id: string
}

export function RecordPage<R extends AdminRecord>({
  kind: described,
  queue,
  listLabel,
  id,
}: RecordPageProps<R>) {
  const kind = useDecidable(described)
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const walk = useListWalk(
    kind,
    useListState((isOverdue) => sortsOf(kind, isOverdue)),
    id,
  )
  const query = useQuery(recordQuery(kind, id))
  const work = useRecordWork(kind, id)
  const record = (query.data === undefined ? walk.listed : query.data) ?? undefined
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  // What is decided and done with: reading goes on with the next one.
  const decision = useDecision(kind, (decidedId, goesOn) => {
    if (goesOn && decidedId === id) move(1)
  })

  const hrefOf = (step: { id: string; pageIndex: number }) =>
    recordPagePath(queue, step.id, params, step.pageIndex)

  function move(by: 1 | -1) {
    const step = by === 1 ? walk.next : walk.before
    // At once: the next key is of the record that is shown then.
    if (step) void navigate(hrefOf(step), { flushSync: true })
  }

  useAdminKeys({
    move,
    decide(key) {
      if (!isSheetShown()) return
      const to = findKeyStep(kind.decisions, key)
      if (record && to && listSteps(kind.decisions, record).includes(to)) decision.decide(record, to)
    },
    undo: undoLast,
    help: () => setIsHelpOpen(true),
  })

  return (
    <div className="admin-page record-page">
      <AdminHead title={record ? capitalise(kind.nameOf(record)) : capitalise(kind.noun)}>
        <nav className="record-walk" aria-label="Records of the list">
          <Link to={recordPagePath(queue, '', params)}>{listLabel}</Link>
          {walk.before && <WalkLink to={hrefOf(walk.before)} label="Previous" />}
          {walk.place && (walk.before || walk.next) && (
            <span className="num text-stone" role="status">
              {walk.place.at} of {walk.place.of}
            </span>
          )}
          {walk.next && <WalkLink to={hrefOf(walk.next)} label="Next" />}
        </nav>
      </AdminHead>
      {record ? (
        <WalkOn
          value={(doneId) => {
            if (doneId !== id) return
            if (walk.next) move(1)
            else void navigate(recordPagePath(queue, '', params))
          }}
        >
          <RecordSheet
            key={id}
            isPage
            kind={kind}
            record={record}
            decision={decision}
            actions={
              <div className="record-actions">
                <DecisionButtons
                  kind={kind}
                  record={record}
                  work={work}
                  decision={decision}
                  changingTo={decision.changing?.id === record.id ? decision.changing.to : null}
                />
                {kind.renderActions?.(record)}
                <UndoButton />
                <PrintButton />
              </div>
            }
          />
        </WalkOn>
      ) : (
        <QueryState query={query} errorText={`The ${kind.noun} could not be loaded.`}>
          {() => <EmptyState title={`This ${kind.noun} is not there (any more)`} />}
        </QueryState>
      )}
      <DecisionDialog
        kind={kind}
        decision={decision}
        isOpen={decision.pending !== null}
        onClose={decision.cancel}
      />
      <AdminHelp
        decisions={kind.decisions}
        steps={walk}
        isOpen={isHelpOpen}
        onClose={() => setIsHelpOpen(false)}
      />
    </div>
  )
}

function WalkLink({ to, label }: { to: string; label: 'Previous' | 'Next' }) {
  return (
    <ButtonLink to={to} size="sm" variant="quiet" rel={label === 'Next' ? 'next' : 'prev'}>
      {label}
    </ButtonLink>
  )
}
