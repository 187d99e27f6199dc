/** The steps that a record may take from here, as buttons; none when everything is decided. */

import { Fragment, useId } from 'react'
import type { RecordWork } from '#domain/admin/admin.ts'
import { Button } from '#site/ui/button.tsx'
import { type AdminKind, type AdminRecord, findVerb, isRefusal, listSteps } from './admin-kind.ts'
import type { Decision } from './use-decision.ts'

const stopped = 'No approval without consent'

interface DecisionButtonsProps<R extends AdminRecord> {
  kind: AdminKind<R>
  record: R
  work: RecordWork | undefined
  decision: Pick<Decision<R>, 'decide' | 'isBusy'>
  /** The step that is being taken with it. */
  changingTo: string | null
}

export function DecisionButtons<R extends AdminRecord>({
  kind,
  record,
  work,
  decision,
  changingTo,
}: DecisionButtonsProps<R>) {
  const id = useId()
  return listSteps(kind.decisions, record).map((to) => {
    const { label, busyLabel } = findVerb(kind.decisions, to)
    const obstacle =
      to === 'approved' && work?.stopped_at ? stopped : kind.decisions?.findObstacle?.(record, to)
    if (obstacle)
      return (
        <p key={to} data-step={to} tabIndex={-1} className="caution" title={obstacle}>
          {obstacle}
        </p>
      )
    const caution = kind.decisions?.findCaution?.(record, to)
    const isChanging = changingTo === to
    const button = (
      <Button
        key={to}
        data-step={to}
        size="sm"
        className="self-center"
        variant={isRefusal(to) || kind.decisions?.isNext?.(record, to) === false ? 'outline' : 'primary'}
        aria-label={`${isChanging ? busyLabel : label} ${kind.nameOf(record)}`}
        busy={isChanging}
        busyLabel={busyLabel}
        disabled={decision.isBusy}
        aria-describedby={caution ? `${id}-${to}` : undefined}
        // The second click of a double click is none of its own: by then another record may stand here.
        onClick={({ detail }) => detail < 2 && decision.decide(record, to)}
      >
        {label}
      </Button>
    )
    if (!caution) return button
    return (
      <Fragment key={to}>
        {button}
        <p id={`${id}-${to}`} className="caution">
          {caution.words}
        </p>
      </Fragment>
    )
  })
}
