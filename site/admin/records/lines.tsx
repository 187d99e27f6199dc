/** What belongs together in one cell of a list: the fact that is looked for, and a quieter line below it. */
import type { ReactNode } from 'react'
import { formatDateTime } from '#domain/dates.ts'

interface LinesProps {
  main: ReactNode
  /** Named, so that each has a stable React key; left out where there is nothing to say. */
  more?: Readonly<Record<string, ReactNode>>
  /** A text without an end of its own. */
  text?: string | null
}

/** Two lines at most in a row, each as much as fits; on a phone all of it. */
export function Lines({ main, more = {}, text }: LinesProps) {
  const facts = Object.entries({ ...more, text }).filter(([, fact]) => fact)
  return (
    <div className="lines">
      <p>{main}</p>
      {facts.length > 0 && (
        <p className="lines-more">
          {facts.map(([name, fact]) => (
            <span key={name}>{fact}</span>
          ))}
        </p>
      )}
    </div>
  )
}

/** When a record came in; when it was changed after that is in its title and for screen readers. */
export function When({ at, changedAt }: { at: string; changedAt: string }) {
  const changed = changedAt !== at && `Changed ${formatDateTime(changedAt)}`
  return (
    <span title={changed || undefined}>
      <time dateTime={at}>{formatDateTime(at)}</time>
      {changed && <span className="sr-only"> {changed}</span>}
    </span>
  )
}
