/** Why the last decision was not made, and the way to try again where no answer came; a dialog that is open says it itself. */

import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import type { AdminRecord } from './admin-kind.ts'
import type { Decision } from './use-decision.ts'

export function DecisionRefusal<R extends AdminRecord>({ decision }: { decision: Decision<R> }) {
  if (!decision.refusal || decision.pending) return null
  return (
    <Notice kind="warn">
      <div className="flex flex-wrap items-center gap-3">
        <p role="alert">{decision.refusal}</p>
        {decision.retry && (
          <Button size="sm" variant="outline" onClick={decision.retry}>
            Try again
          </Button>
        )}
      </div>
    </Notice>
  )
}
