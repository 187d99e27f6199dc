/** Where one is in a form of several steps: a sentence and a bar on a phone, a numbered list beside the form elsewhere. */
import { cx } from '#site/ui/cx.ts'

export interface ProgressStep {
  id: string
  title: string
}

interface ProgressProps {
  steps: readonly ProgressStep[]
  current: number
  /** The furthest that was opened; up to there one may go back and forth. */
  reached: number
  onOpen: (index: number) => void
}

export function Progress({ steps, current, reached, onOpen }: ProgressProps) {
  return (
    <nav className="progress" aria-label="Steps of this form">
      <p className="progress-now">
        Step {current + 1} of {steps.length}
      </p>
      <ol>
        {steps.map(({ id, title }, index) => {
          const isHere = index === current
          return (
            <li
              key={id}
              className={cx(index < reached && 'is-done', isHere && 'is-here')}
              aria-current={isHere ? 'step' : undefined}
            >
              {index <= reached && !isHere ? (
                <button type="button" onClick={() => onOpen(index)}>
                  {title}
                </button>
              ) : (
                <span>{title}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
