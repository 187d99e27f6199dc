/** One record at the side of the list: everything about it, the buttons that decide, and the way to its page. */
import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { useTakenStep } from '#site/admin/search/use-taken-step.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { type AdminKind, type AdminRecord, capitalise } from './admin-kind.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { recordQuery } from './list-query.ts'
import { loadPart } from './load-part.tsx'
import { PrintButton } from './print-button.tsx'
import { UndoButton } from './undo-button.tsx'
import type { Decision } from './use-decision.ts'
import { useRecordWork } from './use-record-work.ts'

const RecordSheet = loadPart(async () => (await import('./record-sheet.tsx')).RecordSheet)

interface RecordDrawerProps<R extends AdminRecord> {
  kind: AdminKind<R>
  /** '' closes it. */
  id: string
  /** As the list has it, until the record itself is here. */
  listed: R | undefined
  decision: Decision<R>
  /** Left out: it has no page. */
  pageHref: string | undefined
  onMove: (step: 1 | -1) => void
  onClose: () => void
}

export function RecordDrawer<R extends AdminRecord>(props: RecordDrawerProps<R>) {
  const { kind, id, listed, decision, pageHref, onMove, onClose } = props
  const isOpen = id !== ''
  const work = useRecordWork(kind, id)
  const query = useQuery({ ...recordQuery(kind, id), enabled: isOpen })
  const result = query.data === undefined ? listed : query.data
  const record = isOpen ? result : undefined
  // As it opens, the browser styles the whole page behind it: what stands in it is drawn in a task after that one.
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => startTransition(() => setIsDrawn(isOpen)), [isOpen])
  useTakenStep(Boolean(record))
  return (
    <Dialog
      place="side"
      open={isOpen}
      title={record ? capitalise(kind.nameOf(record)) : capitalise(kind.noun)}
      onClose={onClose}
      actions={
        <>
          {record && (
            <>
              <DecisionButtons
                kind={kind}
                record={record}
                work={work}
                decision={decision}
                changingTo={decision.changing?.id === record.id ? decision.changing.to : null}
              />
              {kind.renderActions?.(record)}
            </>
          )}
          <span className="ms-auto flex flex-wrap gap-2">
            <UndoButton />
            {pageHref && (
              <ButtonLink to={pageHref} size="sm" variant="quiet" aria-keyshortcuts="o">
                Open as a page
              </ButtonLink>
            )}
            {record && <PrintButton />}
            <Button size="sm" variant="quiet" onClick={() => onMove(-1)}>
              Previous
            </Button>
            <Button size="sm" variant="quiet" onClick={() => onMove(1)}>
              Next
            </Button>
          </span>
        </>
      }
    >
      {record && isDrawn && <RecordSheet key={id} kind={kind} record={record} decision={decision} />}
      {!record && (
        <QueryState query={query} errorText={`The ${kind.noun} could not be loaded.`}>
          {() => <EmptyState title={`This ${kind.noun} is not there (any more)`} />}
        </QueryState>
      )}
    </Dialog>
  )
}
