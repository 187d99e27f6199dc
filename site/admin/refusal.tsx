/** Why something was not done, and the way to a second step where that is what was missing. While it is tried again the box keeps its room. */
import { formWords } from '#domain/form-words.ts'
import { Notice } from '#site/ui/panel.tsx'
import { SecondStepMissing } from './second-step.tsx'
import type { Action } from './use-action.ts'

export function Refusal({ action }: { action: Pick<Action, 'refusal' | 'needsSecondStep' | 'isBusy'> }) {
  if (!action.refusal) return null
  return (
    <div className="error-message">
      <Notice kind="warn">
        <div className={action.isBusy ? 'is-past' : undefined}>
          <p role="alert" className="wrap-anywhere">
            {action.needsSecondStep ? <SecondStepMissing /> : action.refusal}
          </p>
        </div>
        {action.isBusy && <p className="error-message-now">{formWords.sending}</p>}
      </Notice>
    </div>
  )
}
