/** Why something was not done, and the way to a second step where that is what was missing. */
import { Notice } from '#site/ui/panel.tsx'
import { SecondStepLink } from './second-step.tsx'
import type { Action } from './use-action.ts'

export function Refusal({ action }: { action: Pick<Action, 'refusal' | 'needsSecondStep'> }) {
  if (!action.refusal) return null
  return (
    <Notice kind="warn">
      <p role="alert" className="wrap-anywhere">
        {action.refusal}
      </p>
      {action.needsSecondStep && (
        <p>
          <SecondStepLink />
        </p>
      )}
    </Notice>
  )
}
