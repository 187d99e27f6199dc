/** Where one is in a form of several steps: a sentence and a bar on a phone, a numbered list beside the form elsewhere. */
import { progressWords as words } from '#domain/step-words.ts'
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
  const classOf = (index: number) => cx(index < reached && 'is-done', index === current && 'is-here')
  return (
    <nav className="progress" aria-label={words.label}>
      <p className="progress-now">
        {words.now(current + 1, steps.length)}
        <span>: {steps[current]?.title}</span>
      </p>
      <div className="progress-bar" aria-hidden="true">
        {steps.map(({ id }, index) => (
          <span key={id} className={classOf(index)} />
        ))}
      </div>
      <ol>
        {steps.map(({ id, title }, index) => (
          <li key={id} className={classOf(index)} aria-current={index === current ? 'step' : undefined}>
            {index <= reached && index !== current ? (
              <button type="button" onClick={() => onOpen(index)}>
                {title}
              </button>
            ) : (
              <span>{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
