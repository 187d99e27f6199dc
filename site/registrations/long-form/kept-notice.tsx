/** What was typed before is back: above everything until somebody goes on, then only where something is to be given again. */
import type { ReactNode } from 'react'
import type { LongForm } from './use-long-form.ts'

export function KeptNotice({ form }: { form: LongForm }) {
  const { wasRestored, isFresh, toGiveAgain, visible, steps, startAgain } = form
  if (!wasRestored) return null
  const missing = isFresh ? toGiveAgain : toGiveAgain.filter((field) => visible.includes(field))
  if (!isFresh && missing.length === 0) return null
  return (
    <div className="kept-form">
      <p>
        {isFresh && 'Your form is kept: what was typed here before is back. '}
        {missing.length > 0 &&
          `No device keeps birth dates, numbers and photos: please give ${missing.map(nameOf).join(', ')} again.`}
      </p>
      {isFresh && (
        <p className="kept-form-ways">
          {steps.index < steps.reached && (
            <button type="button" onClick={() => steps.open(steps.reached)}>
              Go on at step {steps.reached + 1}
            </button>
          )}
          <button type="button" onClick={startAgain}>
            Start again with an empty form
          </button>
        </p>
      )}
    </div>
  )
}

function nameOf({ label, shortLabel }: { label: ReactNode; shortLabel?: string }): string {
  return shortLabel ?? (typeof label === 'string' ? label : '')
}
