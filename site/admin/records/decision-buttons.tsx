/** The steps that a record may take from here, as buttons; none when everything is decided. */

import { Button } from '#site/ui/button.tsx'
import { type AdminKind, type AdminRecord, findVerb, isRefusal } from './admin-kind.ts'
import type { Decision } from './use-decision.ts'

interface DecisionButtonsProps<R extends AdminRecord> {
  kind: AdminKind<R>
  record: R
  decision: Decision<R>
}

export function DecisionButtons<R extends AdminRecord>({ kind, record, decision }: DecisionButtonsProps<R>) {
  return kind.decisions?.nextStatuses(record.status).map((to) => {
    const { label, busyLabel } = findVerb(kind.decisions, to)
    const obstacle = kind.decisions?.findObstacle?.(record, to)
    if (obstacle)
      return (
        <p key={to} className="max-w-40 text-sm text-stone">
          {obstacle}
        </p>
      )
    return (
      <Button
        key={to}
        size="sm"
        className="self-center"
        variant={isRefusal(to) ? 'outline' : 'primary'}
        aria-label={`${label} ${kind.nameOf(record)}`}
        busy={decision.isChanging(record.id, to)}
        busyLabel={busyLabel}
        disabled={decision.isBusy}
        onClick={() => decision.decide(record, to)}
      >
        {label}
      </Button>
    )
  })
}
